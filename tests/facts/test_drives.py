"""Drives get one name, and the drain of the storage is taken from the best measurement."""

from __future__ import annotations

from facts.captures import Origin
from facts.cells import Cell, Observed
from facts.resolution.drives import name_drives, write_drain
from facts.schema import Value
from facts.sexpr import Symbol


def row(template: str, **values: Value) -> Observed:
    """One observed row; underscores stand for hyphens."""
    origin = Origin("capture", (1, 1), "host")
    return Observed(template, "host", {k.replace("_", "-"): Cell(v, origin) for k, v in values.items()})


def named(items: list[Observed]) -> tuple[list[Observed], list[str]]:
    """The rows under their drives' names, and the notes."""
    notes: list[str] = []
    return name_drives(items, notes, "host"), notes


def test_pass_through_drives_are_told_apart() -> None:
    """Two drives behind one device file are two drives."""
    rows, notes = named(
        [row("smart", device="sda", access="megaraid,4"), row("smart", device="sda", access="megaraid,5")]
    )
    assert [r.cells["device"].value for r in rows] == ["megaraid,4", "megaraid,5"]
    assert [r.cells["node"].value for r in rows] == ["sda", "sda"]
    assert not notes


def test_the_serial_number_ties_a_drive_to_its_disk() -> None:
    """A drive behind a controller and a plain disk with one serial number are one drive."""
    rows, _ = named(
        [
            row("smart", device="sdb", access="", serial="WD-1"),
            row("smart", device="sg0", access="areca,2", serial="WD-1"),
            row("areca-smart", drive="2"),
        ]
    )
    assert [r.cells["device"].value for r in rows[:2]] == ["sdb", "sdb"]
    assert rows[2].cells["disk"].value == "sdb"
    assert rows[3].template == "part-of"


def test_the_only_drive_with_errors_on_either_side_is_one_drive() -> None:
    """It is said aloud; the other drive of the controller keeps its own name."""
    rows, notes = named(
        [
            row("disk-error", device="sdb", kind=Symbol("medium-error")),
            row("areca-event", drive="2", event=Symbol("reading-error")),
            row("areca-smart", drive="1"),
            row("areca-smart", drive="2"),
        ]
    )
    assert [r.cells["disk"].value for r in rows[1:4]] == ["sdb", "areca,1", "sdb"]
    assert "taken for one drive" in notes[0]


def test_two_drives_with_errors_stay_apart() -> None:
    """With errors of two drives at the controller nothing says which of them is the disk."""
    rows, notes = named(
        [
            row("disk-error", device="sdb", kind=Symbol("medium-error")),
            row("areca-event", drive="2", event=Symbol("reading-error")),
            row("areca-event", drive="3", event=Symbol("reading-error")),
        ]
    )
    assert [r.cells["disk"].value for r in rows[1:]] == ["areca,2", "areca,3"]
    assert not notes


def test_errors_of_an_array_tie_nothing() -> None:
    """An array is no drive."""
    rows, _ = named(
        [
            row("disk-error", device="md0", kind=Symbol("io-error")),
            row("areca-event", drive="2", event=Symbol("reading-error")),
        ]
    )
    assert rows[0].cells["layered"].value == "yes"
    assert rows[1].cells["disk"].value == "areca,2"


def test_drain_prefers_a_run_that_waited_for_the_disk() -> None:
    """A run with fsync, then the slowest large run, then vmstat, then a busy disk; a small or a reading run never."""
    flushed = row("bulk-write", bytes_s=90e6, total_bytes=4e9, flushed=Symbol("yes"))
    cached = row("bulk-write", bytes_s=70e6, total_bytes=16e9)
    small = row("bulk-write", bytes_s=1e9, total_bytes=1e6)
    reading = row("bulk-write", bytes_s=5e6, total_bytes=16e9, direction=Symbol("read"))
    stalls = row("stall-train", drain_kb_s=50000.0)
    busy = row("device-load", device="sda", busy_percent_max=100.0, write_kb_s_mean=80000.0)
    idle = row("device-load", device="sdb", busy_percent_max=10.0, write_kb_s_mean=90000.0)

    def rate(*items: Observed) -> Value | None:
        found = write_drain([*items, small, reading, idle])
        return found[0].cells["bytes-s"].value if found else None

    assert rate(flushed, cached, stalls, busy) == 90e6
    assert rate(cached, stalls, busy) == 70e6
    assert rate(stalls, busy) == 50000.0 * 1024
    assert rate(busy) == 80000.0 * 1024
    assert rate() is None


def test_a_drive_without_a_device_is_the_disk_with_errors() -> None:
    """One SMART output names no device, and the kernel logged errors of one disk."""
    smart = row(
        "smart", device="S4TEST", access="", serial="S4TEST", device_known=Symbol("no"), protocol=Symbol("nvme")
    )
    errors = row("disk-error", device="nvme0n1", kind=Symbol("medium-error"), count=3)
    rows, notes = named([smart, errors])
    assert rows[0].cells["device"].value == "nvme0n1"
    assert rows[0].cells["device-known"].value == Symbol("yes")
    assert len(notes) == 1
    # an NVMe drive is no sda, and two disks with errors leave it open which one it is
    for others in (
        [row("disk-error", device="sda", kind=Symbol("medium-error"))],
        [errors, row("disk-error", device="nvme1n1", kind=Symbol("io-error"))],
    ):
        rows, notes = named([smart, *others])
        assert (rows[0].cells["device"].value, notes) == ("S4TEST", [])


def test_drives_of_another_card_keep_their_names() -> None:
    """MegaCli's drives are called as smartctl asks for them."""
    rows, _ = named([row("controller-drive", drive="megaraid,15", media_errors=3)])
    assert rows[0].cells["disk"].value == "megaraid,15"


def test_the_one_port_with_damaged_transfers_is_that_of_the_one_drive_that_counts_them() -> None:
    """Both names of the port are the drive's, and it is said aloud."""
    error: dict[str, Value] = {"kind": Symbol("link-error"), "count": 2}
    items = [
        row("disk-error", device="ata5.00", **error),
        row("disk-error", device="ata5", kind=Symbol("reset"), count=3),
        row("smart", device="sde", access="", crc_errors_raw=642),
        row("smart", device="sda", access="", crc_errors_raw=0),
    ]
    rows, notes = named(items)
    assert [r.cells["device"].value for r in rows] == ["sde", "sde", "sde", "sda"]
    assert notes == ["host: ata5 is taken for the port of sde: it alone counts damaged transfers"]


def test_two_ports_or_two_drives_are_not_tied() -> None:
    """Nothing tells which port is whose, or the log names the drive itself."""
    smart = [row("smart", device=d, access="", crc_errors_raw=9) for d in ("sda", "sdb")]
    error = row("disk-error", device="ata1.00", kind=Symbol("link-error"), count=2)
    assert named([error, *smart])[0][0].cells["device"].value == "ata1.00"
    other = row("disk-error", device="ata2.00", kind=Symbol("link-error"), count=2)
    assert named([error, other, smart[0]])[0][0].cells["device"].value == "ata1.00"
    own = row("disk-error", device="sda", kind=Symbol("link-error"), count=2)
    assert named([error, own, smart[0]])[0][0].cells["device"].value == "ata1.00"
