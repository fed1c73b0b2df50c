"""Outputs of drives, controllers, paths and links have the formats of their tools."""

import re
from random import Random

import pytest

from tests.generated import cards, drives, hardware, multipath, network, storage
from tests.generated.hosts import plain
from tests.generated.kernel_words import failed_request, medium_error
from tests.generated.mechanism import mechanisms
from tests.generated.model import World
from tests.generated.render.md import detail, mdstat
from tests.generated.render.multipath import multipath_ll
from tests.generated.render.network import ip_link, netstat_i
from tests.generated.render.smart import smartctl
from tests.generated.settle import finish

MINE = (
    "drive-failing", "disk-link-errors", "raid-hides-smart", "inconclusive-bad-block-scan", "smr-drive-stall", "volatile-write-cache", "array-write-cache-saturation", "raid-battery-write-through",
    "raid-patrol-read", "resync-in-progress", "multipath-path-loss", "network-link-loss", "vm-pause", "ha-heartbeat-starvation", "inode-exhaustion", "change-misattribution",
)  # fmt: skip


def _world(system: str, kind: str, seed: int = 0) -> World:
    return plain(Random(f"hardware/{system}/{kind}/{seed}"), (system,), ("files",), False, (kind,), False)


def test_every_slug_has_its_mechanism() -> None:
    assert set(MINE) <= set(mechanisms())


ATTRIBUTE = r" {0,2}\d{1,3} \S+ +0x[0-9a-f]{4}   \d{3}   \d{3}   \d{3}    (Pre-fail|Old_age )  (Always |Offline)  (    -      |FAILING_NOW|In_the_past) \S.*"


@pytest.mark.parametrize(
    "item", [each for each in drives.PRODUCTS if each.kind in ("hdd", "smr", "ssd")], ids=lambda each: each.model
)
def test_attributes_of_ata(item: drives.Product) -> None:
    world = _world("debian-10", "hdd")
    drive = drives.new(Random(3), item)
    rows = [line for line in smartctl(world, drive, "-A").splitlines() if re.match(r" *\d+ [A-Z]", line)]
    assert len(rows) > 10
    assert all(re.fullmatch(ATTRIBUTE, row) for row in rows), rows[0]
    assert "SMART overall-health self-assessment test result: PASSED" in smartctl(world, drive)


def test_a_failing_drive_says_so() -> None:
    world = _world("centos-7", "hdd")
    drive = hardware.fit(world).drives[-1]
    drive.smart.passed, drive.smart.pending, drive.smart.errors = False, 96, [("UNC", drive.smart.hours - 3, 123456789)]
    text = smartctl(world, drive)
    assert "test result: FAILED!" in text
    assert re.search(r"197 Current_Pending_Sector .* 96\n", text)
    assert "Error: UNC at LBA = 0x075bcd15 = 123456789" in text


@pytest.mark.parametrize(("system", "line"), [
    ("rhel-5", "end_request: I/O error, dev sdc, sector 34426096"),
    ("ubuntu-14.04", "end_request: critical medium error, dev sdc, sector 34426096|blk_update_request: critical medium error, dev sdc, sector 34426096"),
    ("rhel-8", "print_req_error: critical medium error, dev sdc, sector 34426096"),
])  # fmt: skip
def test_failed_requests_by_release(system: str, line: str) -> None:
    found = {failed_request(_world(system, "hdd", seed), "sdc", 34426096, "critical medium") for seed in range(9)}
    assert found & set(line.split("|")) or system == "ubuntu-14.04"


def test_medium_error_of_ata() -> None:
    lines = medium_error(_world("debian-10", "hdd"), "sdc", 5718171816, True)
    assert lines[0].startswith("ata3.00: exception Emask 0x0 SAct 0x")
    assert "ata3.00: error: { UNC }" in lines
    assert any("Sense Key : Medium Error" in line for line in lines)


def _outputs(family: str, seed: int) -> dict[str, str]:
    world = _world("rhel-7", "sas", seed)
    card = storage.behind(world, family)
    cards.note(world, card, "read error", 3.0)
    cards.offer(world, card, card.drives[-1])
    finish(world)
    return {output.form: output.text for output in world.extra}


@pytest.mark.parametrize(("family", "form", "pattern"), [
    ("megaraid", "raid volumes", r"Current Cache Policy: WriteBack, \w+, Direct|^1/1   RAID\d+ +Optl +RW"),
    ("megaraid", "raid battery", r"^Battery State: Optimal$|State +Optimal"),
    ("megaraid", "raid events", r"^Event Description: Unexpected sense: PD"),
    ("hpsa", "raid battery", r"^   Battery/Capacitor Status: OK$"),
    ("hpsa", "raid config", r"^      logicaldrive 2 \(.* RAID \S+, OK\)$"),
    ("areca", "raid volumes", r"^  2 ARC-\d+-VOL#01 +Raid Set # 01 +Raid\S+ +\d+\.\dGB 00/00/01   Normal$"),
    ("areca", "raid events", r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  (IDE Channel|Enc#2 Slot)#?\d* +.*Reading Error"),
    ("aacraid", "raid volumes", r"^   Status of logical device +: Optimal$"),
    ("3ware", "raid volumes", r"^u1    RAID-\d+ +OK +- +- +64K +\d+\.\d\d +RiW +ON"),
])  # fmt: skip
def test_outputs_of_controllers(family: str, form: str, pattern: str) -> None:
    for seed in range(6):
        text = _outputs(family, seed)[form]
        assert re.search(pattern, text, re.M), text


def test_mdstat_and_its_detail() -> None:
    world = _world("ubuntu-20.04", "hdd")
    array = storage.in_md(world)
    array.action, array.progress, array.speed_kb = "recovery", 0.25, 90000
    array.states[array.members[1]] = "rebuilding"
    text = mdstat(world)
    assert re.search(rf"^{array.name} : active raid\d+ \S+\[\d+\]", text, re.M)
    assert re.search(r"\[=+>\.+\]  recovery = 25\.0% \(\d+/\d+\) finish=\d+\.\dmin speed=90000K/sec", text)
    assert "spare rebuilding" in detail(world, array)


def test_paths_share_what_the_lun_does() -> None:
    world = _world("rhel-7", "lun")
    fabric = multipath.lay(world)
    finish(world)
    for lun in fabric.maps:
        for tick in world.ticks:
            assert sum(tick.io[path.name].reads for path in lun.paths) == pytest.approx(tick.io[lun.device].reads)
    assert re.search(r"^[|`]-\+- policy='.*' prio=\d+ status=active$", multipath_ll(world), re.M)


def test_links_have_counted_nothing_bad() -> None:
    world = _world("rhel-8", "hdd")
    assert all(not link.crc and not link.rx_errors for link in network.of(world).links)
    assert "RX: bytes  packets  errors  dropped overrun mcast" in ip_link(world)
    assert netstat_i(world).startswith("Kernel Interface table")


def test_multipath_of_old_releases_has_brackets() -> None:
    world = _world("rhel-5", "lun")
    fabric = multipath.lay(world)
    fabric.maps[0].paths[-1].up = False
    finish(world)
    text = multipath_ll(world)
    assert re.search(r"^\[size=\S+\]\[features=1 queue_if_no_path\]\[hwhandler=0\]\[rw\]$", text, re.M)
    assert re.search(r"^ \\_ \d+:0:\d+:0 sd\w +\d+:\d+ +\[failed\]\[faulty\]$", text, re.M)


@pytest.mark.parametrize(("system", "line"), [
    ("rhel-5", r"^Device: \S+ +\S+ +Version: \S+$"), ("centos-7", r"^Vendor:               \S+$"),
    ("debian-12", r"^Non-medium error count: +\d+$"), ("centos-5", r"^smartctl version 5\.38 \[x86_64-redhat-linux-gnu\] Copyright"),
])  # fmt: skip
def test_smart_of_sas_by_version(system: str, line: str) -> None:
    world = _world(system, "sas")
    text = smartctl(world, hardware.fit(world).drives[-1])
    assert re.search(line, text, re.M), text
    assert "SMART Health Status: OK" in text


def test_smart_of_nvme() -> None:
    world = _world("ubuntu-22.04", "nvme")
    drive = hardware.fit(world).drives[-1]
    assert re.search(r"^Media and Data Integrity Errors:    0$", smartctl(world, drive), re.M)
    drive.smart.warning = 4
    assert "- NVM subsystem reliability has been degraded" in smartctl(world, drive)


def test_errors_of_solaris_and_freebsd() -> None:
    lines = medium_error(_world("solaris-10", "sas"), "c1t3d0", 71324680, False)
    assert [line.split("|", 1)[1].split(":")[0].strip() for line in lines] == [
        "WARNING",
        "Error for Command",
        "Requested Block",
        "Vendor",
        "Sense Key",
        "ASC",
    ]
    lines = medium_error(_world("freebsd-13", "sas"), "da3", 71324680, False)
    assert lines[1] == "(da3:mps0:0:11:0): CAM status: SCSI Status Error"
    assert "MEDIUM ERROR asc:11,0" in lines[3]


def test_volumes_do_what_their_drives_did() -> None:
    world = _world("rhel-7", "hdd", 4)
    before = sum(ask.reads + ask.writes for tick in world.ticks for ask in tick.demand.values())
    card = storage.behind(world, "hpsa")
    after = sum(ask.reads + ask.writes for tick in world.ticks for ask in tick.demand.values())
    assert after <= before * 1.001
    assert [device.name for device in world.devices] == [volume.name for volume in card.volumes]
