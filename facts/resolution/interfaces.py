"""Counters of network interfaces that were read more than once: by how much they grew."""

from __future__ import annotations

from facts.cells import Cell, Observed
from facts.schema import Value

_ERRORS = ("input-errors", "output-errors")
_PACKETS = ("input-packets", "output-packets")
_BETWEEN = "between two readings"


def interface_growth(items: list[Observed]) -> list[Observed]:
    """Add a row for each interface whose errors were read at least twice, where it is known which reading came first.

    Unchanged counters give a row too: that they stand still is worth knowing.
    """
    interfaces: dict[tuple[str, str], list[Observed]] = {}
    for item in items:
        if item.template == "network-interface" and "interface" in item.cells:
            key = (str(item.host), str(item.cells["interface"].value))
            interfaces.setdefault(key, []).append(item)
    return [*items, *(row for (_, name), polls in interfaces.items() for row in _row(name, _in_order(polls)))]


def _row(name: str, polls: list[Observed]) -> list[Observed]:
    if len(polls) < 2:
        return []
    # different tools count different things as damaged, so that slot is compared between rows that have nothing else
    slots = _ERRORS if any(slot in polls[0].cells for slot in _ERRORS) else ("damaged-frames",)
    errors, packets = _grown(polls, slots), _grown(polls, _PACKETS)
    if not errors:
        return []
    values: dict[str, Value] = {"interface": name, "output": _BETWEEN, "errors": max(errors)}
    if packets:
        values["packets"] = sum(packets)
    source = polls[-1]
    origin = next(iter(source.cells.values()))
    cells = {slot: Cell(value, origin.origin, 3, origin.time) for slot, value in values.items()}
    return [Observed("interface-growth", source.host, cells)]


def _grown(polls: list[Observed], slots: tuple[str, ...]) -> list[int]:
    """How much each counter grew between the first and the last reading that has it; none where one fell: a restart."""
    steps = []
    for slot in slots:
        values = [cell.value for poll in polls if (cell := poll.cells.get(slot)) is not None]
        counts = [value for value in values if isinstance(value, int)]
        if len(counts) < 2:
            continue
        if counts[-1] < counts[0]:
            return []
        steps.append(counts[-1] - counts[0])
    return steps


def _in_order(polls: list[Observed]) -> list[Observed]:
    """By time, else by line of one capture; none where the order of two files is not known."""
    cells = [next(iter(item.cells.values())) for item in polls]
    if all(cell.time is not None for cell in cells):
        return sorted(polls, key=lambda item: next(iter(item.cells.values())).time or 0.0)
    return polls if len({cell.origin.path for cell in cells}) == 1 else []
