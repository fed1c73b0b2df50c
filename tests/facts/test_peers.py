"""What others with the same work need: a disk that is slower than its like, a unit with fewer paths."""

from __future__ import annotations

import pytest

from facts.captures import Origin
from facts.cells import Cell, Observed
from facts.resolution.peers import peers


def row(template: str, **values: object) -> Observed:
    slots = {slot.replace("_", "-"): value for slot, value in values.items()}
    return Observed(template, "nas1", {slot: Cell(value, Origin(path="a.txt")) for slot, value in slots.items()})  # type: ignore[arg-type]


def load(device: str, latency: float, writes: float = 40.0, kb: float = 4000.0) -> Observed:
    return row(
        "device-load",
        device=device,
        output="a.txt:1",
        latency_ms_mean=latency,
        writes_s_mean=writes,
        write_kb_s_mean=kb,
    )


def of(item: Observed, slot: str) -> object:
    cell = item.cells.get(slot)
    return None if cell is None else cell.value


def test_a_disk_is_compared_with_those_that_get_the_same_writes() -> None:
    slow, first, _ = peers([load("sdc", 500.0), load("sda", 5.0, 44.0), load("sdb", 5.0, 38.0)])
    assert (of(slow, "peers-latency-ms"), of(slow, "times-peers")) == (5.0, 100.0)
    assert of(first, "times-peers") == pytest.approx(5.0 / 252.5)


@pytest.mark.parametrize("beside", [
    load("sda", 5.0, 80.0), load("sda", 5.0, 36.0), load("sda", 5.0, 40.0, 3000.0), load("dm-0", 5.0), load("md0", 5.0),
    row("device-load", device="sda", output="other:1", latency_ms_mean=5.0, writes_s_mean=40.0, write_kb_s_mean=4000.0),
])  # fmt: skip
def test_one_disk_alone_must_be_its_twin(beside: Observed) -> None:
    assert of(peers([load("sdc", 500.0), beside])[0], "times-peers") is None


def test_the_half_of_a_mirror_is_a_twin() -> None:
    assert of(peers([load("sdc", 500.0), load("sda", 5.0, 41.0, 4100.0)])[0], "times-peers") == 100.0


def test_hardly_used_disks_tell_nothing() -> None:
    assert of(peers([load("sdc", 500.0, 0.5, 4.0), load("sda", 5.0, 0.5, 4.0)])[0], "times-peers") is None


def test_units_of_one_array_have_one_beginning() -> None:
    names = (
        "c3t600C0FF000000000086CFB359771241Bd0s2",
        "c3t600C0FF000000000086CFB3597712417d0s2",
        "c3t5000C5001D4C5A7Fd0s2",
    )
    one, _, alone = peers(
        [row("multipath-map", map=name, active_paths=count) for name, count in zip(names, (1, 2, 1), strict=True)]
    )
    assert (of(one, "siblings-paths"), of(alone, "siblings-paths")) == (2, None)


def test_btrfs_devices_know_of_each_other() -> None:
    rows = [row("btrfs-device", device="/dev/sda", read_errors=0, write_errors=3, corruption_errors=9),
            row("btrfs-device", device="/dev/sdb", read_errors=0, write_errors=0, corruption_errors=4)]  # fmt: skip
    first, second = peers(rows)
    assert [of(first, slot) for slot in ("others", "others-failing", "others-corrupt")] == [1, 0, 0]
    assert [of(second, slot) for slot in ("others", "others-failing", "others-corrupt")] == [1, 1, 1]
