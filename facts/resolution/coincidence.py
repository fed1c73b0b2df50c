"""Stalls of one host and latency spikes of a device, perhaps of another host, that begin at the same time.

Both clocks are taken as they are; without dated timestamps in both captures nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.captures import INFERRED
from facts.observations import Cell, Observed
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
    """One ``coincidence`` row for each train of stalls and train of spikes whose times are known."""
    stalls = [o for o in observed if o.template == "stall-train" and _is(o, "kind", "cpu-dropout")]
    spikes = [o for o in observed if o.template == "latency-spikes"]
    found = []
    for stall in stalls:
        for spike in spikes:
            first, other = _number(stall, "first-time"), _number(spike, "first-time")
            if first is None or other is None:
                continue
            periods = (_number(stall, "period-seconds"), _number(spike, "period-seconds"))
            # A period of its own for each, or for one alone, does not say where in the other's train to look.
            period = periods[1] if None not in periods else None
            seconds = apart(first, other, period)
            of_stall, of_spike = stall.cells["first-time"].origin, spike.cells["first-time"].origin
            cells = {
                "device": Cell(spike.cells["device"].value, of_spike, INFERRED),
                "output": Cell(spike.cells["output"].value, of_spike, INFERRED),
                "stalled-host": Cell(stall.host, of_stall, INFERRED),
                "apart-seconds": Cell(seconds, of_stall, INFERRED),
                "stall-time": Cell(first, of_stall, INFERRED),
                "spike-time": Cell(other, of_spike, INFERRED),
            }
            found.append(Observed("coincidence", spike.host, cells))
    return found


def _is(item: Observed, slot: str, symbol: str) -> bool:
    cell = item.cells.get(slot)
    return cell is not None and cell.value == Symbol(symbol)
