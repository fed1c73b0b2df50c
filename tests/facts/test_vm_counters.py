"""What two readings of the memory manager's counters give together."""

from __future__ import annotations

from facts.captures import Origin
from facts.cells import Cell, Observed
from facts.resolution.vm_counters import vm_counters


def _reading(stalls: int, line: int, time: float | None = None, path: str = "a.txt") -> Observed:
    values = {"samples": 1, "compaction-stalls": stalls}
    return Observed("vm-counters", "db", {s: Cell(v, Origin(path, (line, line)), time=time) for s, v in values.items()})


def _grown(*readings: Observed) -> list[tuple[object, object]]:
    found = [i.cells for i in vm_counters(list(readings)) if "compaction-stalls-growth" in i.cells]
    return [
        (c["compaction-stalls-growth"].value, c["growth-seconds"].value if "growth-seconds" in c else None)
        for c in found
    ]


def test_the_last_two_readings_count() -> None:
    assert _grown(_reading(5, 1), _reading(900, 9), _reading(910, 20)) == [(10, None)]


def test_dates_tell_how_long_it_took_and_which_came_first() -> None:
    assert _grown(_reading(900, 1, 160.0, "b.txt"), _reading(300, 1, 100.0)) == [(600, 60.0)]


def test_unknown_order_and_a_restart_say_nothing() -> None:
    assert _grown(_reading(5, 1), _reading(900, 1, path="b.txt")) == []
    assert _grown(_reading(900, 1), _reading(5, 9)) == []
