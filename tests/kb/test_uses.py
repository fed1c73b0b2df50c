"""What the host uses: told in plain words, and seen in outputs that only such a host gives."""

from __future__ import annotations

import tomllib

import pytest

from advisor.chat.tell import understand
from advisor.inference.diagnosis import consult
from facts.captures import Origin
from facts.cells import Cell, Observed
from facts.observations import Observations
from facts.schema import templates
from tests.kb.examples import knowledge

USES = list(
    tomllib.loads((knowledge().root / "questions" / "uses.toml").read_text(encoding="utf-8"))["uses"]["choices"]
)


def told(text: str) -> set[str]:
    signs = understand(knowledge(), [text], Observations()).signs
    return {f"{'' if s.state == 'present' else '-'}{s.name.removesuffix('-in-use')}" for s in signs if s.name in USES}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we run Oracle 19c", {"oracle"}),
        ("the data files lie auf ZFS", {"zfs"}),
        ("Oracle on ZFS, no cluster", {"oracle", "zfs", "-cluster"}),
        ("kein ZFS", {"-zfs"}),
        ("It is not on ZFS.", {"-zfs"}),
        ("We do not use VirtualBox", {"-virtualbox"}),
        ("ext4 instead of ZFS", {"-zfs"}),
        ("kein Oracle, nur Postgres", {"-oracle", "postgres"}),
        ("weder Oracle noch Postgres", {"-oracle", "-postgres"}),
        ("MariaDB 10.5 auf Debian", {"mysql"}),
        ("we do not use MySQL", {"-mysql"}),
        ("weder MySQL noch Postgres", {"-mysql", "-postgres"}),
        ("no RAID controller, only mdadm", {"-raid-controller", "software-raid"}),
        ("PERC H730 mit defekter Batterie", {"raid-controller"}),
        ("the two-node Pacemaker cluster failed over", {"cluster"}),
        ("ORA-27102 at startup", {"oracle"}),
        ("Postgres läuft nicht auf ZFS", {"postgres", "-zfs"}),
        ("Oracle VirtualBox VMs do not start", {"virtualbox"}),
        ("kein Hardware-RAID", {"-raid-controller"}),
        ("no software RAID here", {"-software-raid"}),
        ("It is a virtual machine on VMware", {"hypervisor"}),
        ("Der Gast läuft unter Proxmox", {"hypervisor"}),
        ("physical server, no VM", {"-hypervisor"}),
        ("we run JBoss on bare metal", {"java", "-hypervisor"}),
        ("kein Java", {"-java"}),
    ],
)
def test_sentence_tells_what_is_used(text: str, expected: set[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no ZFS errors", {"zfs"}),
        ("users cannot connect to Oracle", {"oracle"}),
        ("Keine Fehler im Oracle Alert-Log", {"oracle"}),
        ("It's not a ZFS problem", {"zfs"}),
        ("the cluster did not fail over", {"cluster"}),
        ("no InnoDB errors in the log", {"mysql"}),
        ("Oracle doesn't start", {"oracle"}),
    ],
)
def test_what_is_denied_of_a_thing_does_not_deny_the_thing(text: str, expected: set[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize("text", ["Oracle Linux 7 is slow", "Oracle Solaris 11 host", "the pool tank is slow"])
def test_names_of_other_things_tell_nothing(text: str) -> None:
    assert told(text) == set()


def row(template: str, /, **values: str | int) -> Observed:
    slots = templates()[template].slots
    named = {k.replace("_", "-"): v for k, v in values.items()}
    return Observed(template, "db1", {k: Cell(slots[k].coerce(v), Origin(path="x")) for k, v in named.items()})


def used(*rows: Observed) -> dict[str, str]:
    now = consult(knowledge(), Observations(list(rows)), []).now
    return {name: state for name in USES for state in ("present", "absent") if now.findings(name, state)}


@pytest.mark.parametrize(
    ("sign", "observed"),
    [
        ("oracle-in-use", row("oracle-startup", instance="S", number=1)),
        ("oracle-in-use", row("oracle-error", instance="S", code="ORA-27102")),
        ("postgres-in-use", row("postgres-server", version="14.4")),
        ("postgres-in-use", row("postgres-setting", name="shared_buffers")),
        ("postgres-in-use", row("postgres-counters", output="a")),
        ("postgres-in-use", row("postgres-wal", output="a")),
        ("postgres-in-use", row("postgres-waits", output="a", event="WALSync")),
        ("postgres-in-use", row("postgres-refused-setting", name="checkpoint_segments")),
        ("postgres-in-use", row("postgres-checkpoints", output="log")),
        ("mysql-in-use", row("mysql-server", version="8.0.36")),
        ("mysql-in-use", row("mysql-status", uptime_seconds=10)),
        ("cluster-in-use", row("ha-event", kind="heartbeat-late")),
        ("virtualbox-in-use", row("virtualbox-setup", output="log")),
        ("virtualbox-in-use", row("module-load", module="vboxdrv", result="not-found")),
        ("raid-controller-in-use", row("controller", name="card", family="areca")),
        ("raid-controller-in-use", row("controller-drive", drive="1")),
        ("raid-controller-in-use", row("controller-array", array="R0")),
        ("raid-controller-in-use", row("areca-event", drive="1", event="reading-error")),
        ("raid-controller-in-use", row("areca-smart", drive="1")),
        ("software-raid-in-use", row("md-array", array="md0")),
        ("zfs-in-use", row("zpool-status", pool="tank")),
        ("vxfs-in-use", row("file-system", mount="/u01", type="vxfs")),
        ("hypervisor-in-use", row("platform", virtual="yes", hypervisor="kvm")),
        ("java-in-use", row("gc-log", output="gc.log")),
    ],
)
def test_output_shows_what_is_used(sign: str, observed: Observed) -> None:
    assert used(observed) == {sign: "present"}


@pytest.mark.parametrize(
    "observed",
    [
        row("controller", name="mpt2sas0", family="mpt"),
        row("module-load", module="kvm_intel", result="loaded"),
        row("ha-event", kind="panic"),
        row("smart", device="sda", access=""),
    ],
)
def test_output_of_any_host_shows_nothing(observed: Observed) -> None:
    assert used(observed) == {}


def test_complete_mdstat_without_arrays_excludes_software_raid() -> None:
    assert used(row("read", template="md-array", complete="yes")) == {"software-raid-in-use": "absent"}
