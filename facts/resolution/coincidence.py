"""Stalls of one host and latency spikes of a device, perhaps of another host, that begin at the same time.

Both clocks are taken as they are; without dated timestamps in both captures nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.captures import INFERRED
from facts.cells import Cell, Observed
from facts.sexpr import Symbol


def _number(item: Observed, slot: str) -> float | None:
    cell = item.cells.get(slot)
    return float(cell.value) if cell is not None and isinstance(cell.value, (int, float)) else None


def apart(stall: float, spike: float, period: float | None) -> float:
    """Seconds between the first stall and the first spike, whole periods left out.

    >>> apart(1000.0, 1061.0, 30.0), apart(1000.0, 1061.0, None)
    (1.0, 61.0)
    """
    distance = abs(stall - spike)
    if period is None or period <= 0:
        return distance
    rest = distance % period
    return min(rest, period - rest)


def coincidences(observed: Sequence[Observed]) -> list[Observed]:
    """``coincidence`` rows for each train of spikes whose time is known: the nearest stalls of its own host, and of another one.

    Stalls that are farther off say nothing more, and hundreds of captures beside hundreds of devices would make their product of rows.
    """
    stalls = [
        (first, _number(o, "period-seconds"), o)
        for o in observed
        if o.template == "stall-train" and _is(o, "kind", "cpu-dropout") and (first := _number(o, "first-time")) is not None
    ]  # fmt: skip
    found: list[Observed] = []
    for spike in observed:
        other = _number(spike, "first-time") if spike.template == "latency-spikes" else None
        if other is None:
            continue
        theirs = _number(spike, "period-seconds")
        nearest: dict[bool, tuple[float, float, Observed]] = {}
        for first, period, stall in stalls:
            # A period of its own for each, or for one alone, does not say where in the other's train to look.
            seconds = apart(first, other, theirs if period is not None else None)
            own = stall.host == spike.host
            if own not in nearest or seconds < nearest[own][0]:
                nearest[own] = seconds, first, stall
        found.extend(_row(spike, stall, seconds, first, other) for seconds, first, stall in nearest.values())
    return found


def _row(spike: Observed, stall: Observed, seconds: float, first: float, other: float) -> Observed:
    of_stall, of_spike = stall.cells["first-time"].origin, spike.cells["first-time"].origin
    cells = {
        "device": Cell(spike.cells["device"].value, of_spike, INFERRED),
        "output": Cell(spike.cells["output"].value, of_spike, INFERRED),
        "stalled-host": Cell(stall.host, of_stall, INFERRED),
        "apart-seconds": Cell(seconds, of_stall, INFERRED),
        "stall-time": Cell(first, of_stall, INFERRED),
        "spike-time": Cell(other, of_spike, INFERRED),
    }
    return Observed("coincidence", spike.host, cells)


def _is(item: Observed, slot: str, symbol: str) -> bool:
    cell = item.cells.get(slot)
    return cell is not None and cell.value == Symbol(symbol)
