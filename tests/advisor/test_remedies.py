"""Commands that someone will paste as root: quoted, or a placeholder that fails."""

from __future__ import annotations

import re
import shlex

import pytest

from advisor import remedies
from advisor.remedies import plain
from advisor.templates import fill
from facts.schema import Value
from tests.kb.examples import ROOT, consultation_of, knowledge, read

HOSTILE = ["tank; rm -rf /", "$(reboot)", "`id`", "a'b", 'a"b', "a b", "a\\b", "*", "~", "#x", "a|b", "ünïcode"]


@pytest.mark.parametrize("value", HOSTILE)
def test_a_value_is_one_word_for_the_shell(value: str) -> None:
    command = fill("zpool status {{ pool }}", {"pool": plain(value, "pool")}, remedies._quoted)
    assert shlex.split(command) == ["zpool", "status", value]


@pytest.mark.parametrize("value", ["-rf", "a\nb", "a\x1bb", "", "unknown", "x" * 300])
def test_what_cannot_be_quoted_is_a_placeholder(value: str) -> None:
    assert fill("zpool status {{ pool }}", {"pool": plain(value, "pool")}, remedies._quoted) == "zpool status <POOL>"


def test_a_value_is_never_a_template() -> None:
    assert fill("echo {{ pool }}", {"pool": "{{ 7*7 }}"}, remedies._quoted) == "echo '{{ 7*7 }}'"


def test_numbers_stand_plain() -> None:
    names: dict[str, Value] = {"n": 21312.0, "b": 67108864.0}
    assert fill("sysctl -w vm.nr_hugepages={{ n }} # {{ b | mib }}", names, remedies._quoted) == (
        "sysctl -w vm.nr_hugepages=21312 # 64"
    )


def test_every_value_of_a_fix_is_declared() -> None:
    """A name that stands in a command and nowhere in [values] would raise only in front of the user."""
    for case in knowledge().cases.values():
        names: dict[str, Value] = dict.fromkeys(case.values, 4096.0)
        for step in case.steps:
            for text in (
                step.do,
                step.command,
                step.undo,
                step.verify_command,
                step.verify_expect,
                step.persists_how,
                step.warning,
                step.needs,
                step.applies,
            ):
                fill(text, names, remedies._said)


def test_no_step_shows_a_template() -> None:
    for case in knowledge().cases.values():
        for step in remedies.general(case):
            for text in (value for value in step._asdict().values() if isinstance(value, str)):
                assert not re.search(r"\{\{|\{%", text), f"{case.slug} step {step.step}: {text}"


def test_a_drive_takes_only_the_array_that_it_is_a_part_of() -> None:
    """A healthy mirror beside the stripe of the drive: its members are left alone."""
    path = ROOT / "kb/cases/disks/disk-link-errors/examples/confirms--member-of-a-stripe.toml"
    consultation, _ = consultation_of(read(path))
    steps = remedies.render(consultation.diagnoses[0], {"linux"})
    commands = "\n".join(step.command for step in steps)
    assert any("md1 has no redundancy and cannot lose a drive" in step.do for step in steps)
    assert "--fail" not in commands
    assert "md0" not in commands


def test_a_drive_takes_the_volume_group_that_it_is_a_part_of() -> None:
    path = ROOT / "kb/cases/disks/drive-failing/examples/confirms--medium-errors-and-pending-sectors.toml"
    example = read(path)
    pvs = "  PV         VG   Fmt  Attr PSize PFree\n  /dev/sdb1  vg0  lvm2 a--  4.00t    0\n  /dev/sdc1  data lvm2 a--  4.00t    0\n"
    example.files.append(("pvs.txt", pvs))
    consultation, _ = consultation_of(example)
    failing = next(d for d in consultation.diagnoses if d.case.slug == "drive-failing")
    commands = "\n".join(step.command for step in remedies.render(failing, {"linux"}))
    assert "vgextend data <NEW-MEMBER>" in commands
    assert "vg0" not in commands


def test_the_number_of_a_process_is_no_pool() -> None:
    example = read(ROOT / "kb/cases/zfs/zfs-pool-fragmentation/examples/confirms--dtrace-only.toml")
    example.files[:] = [(path, text.replace("zpool-data01", "zfs-worker")) for path, text in example.files]
    consultation, _ = consultation_of(example)
    assert consultation.diagnoses[0].subject == "pid 1204"
    steps = remedies.render(consultation.diagnoses[0], {"solaris"})
    assert "zpool list <POOL>" in "\n".join(step.command for step in steps)


def test_a_drive_that_is_not_known_bears_the_name_of_the_fix() -> None:
    """Not that of its kind: <DRIVE> could be the new one as well."""
    consultation, _ = consultation_of(read(ROOT / "kb/cases/disks/drive-failing/examples/confirms--nvme-warns.toml"))
    failing = next(d for d in consultation.diagnoses if d.case.slug == "drive-failing")
    failing.subject = failing.host
    commands = "\n".join(step.command for step in remedies.render(failing, {"linux"}))
    assert "/dev/<FAILING-DRIVE>" in commands
    assert "<DRIVE>" not in commands
