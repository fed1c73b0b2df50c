"""A fall of the write rate that is over: the same device has since written more than went fast before, at one rate.

A cache that fills up shows in a run that is faster than the disks. Once the load is fitted to the disks, a later and longer
run goes at one rate to its end, and the earlier fall tells nothing of the present any more.
"""

from __future__ import annotations

from facts.cells import Observed
from facts.sexpr import Symbol

_EVEN = 1.5
"""Times the mean that the highest sample of an even run reaches at most."""
_LEAST_SHARE = 0.5
"""Part of the slow rate that the later run has at least: a device that is hardly used proves nothing."""


def _number(item: Observed, slot: str) -> float | None:
    cell = item.cells.get(slot)
    return float(cell.value) if cell is not None and isinstance(cell.value, (int, float)) else None


def _time(item: Observed) -> float | None:
    return next((cell.time for cell in item.cells.values() if cell.time is not None), None)


def plateaus(items: list[Observed]) -> list[Observed]:
    """The rows of one host without the falls that a later run has refuted; only where both are dated."""
    runs = [i for i in items if i.template == "device-load" and _time(i) is not None]
    return [i for i in items if i.template != "write-plateau" or not any(_refutes(run, i) for run in runs)]


def _refutes(run: Observed, fall: Observed) -> bool:
    when, before = _time(run), _time(fall)
    if when is None or before is None or when <= before or run.cells["device"].value != fall.cells["device"].value:
        return False
    since_boot = run.cells.get("since-boot")
    mean, highest, samples, interval = (
        _number(run, slot) for slot in ("write-kb-s-mean", "write-kb-s-max", "samples", "interval-seconds")
    )
    fast, slow = _number(fall, "bytes-at-knee"), _number(fall, "rate-after-kb-s")
    if None in (mean, highest, samples, interval, fast, slow) or (since_boot and since_boot.value == Symbol("yes")):
        return False
    assert mean is not None
    assert highest is not None
    assert samples is not None
    assert interval is not None
    assert fast is not None
    assert slow is not None
    return highest <= _EVEN * mean and mean >= _LEAST_SHARE * slow and 1024 * mean * samples * interval >= fast
