"""Two captures of PostgreSQL's counters give what happened between them, which tells more than the sum since a reset."""

from __future__ import annotations

from facts.captures import INFERRED
from facts.cells import Cell, Observed
from facts.schema import UNKNOWN, Value
from facts.sexpr import Symbol

_COUNTERS = (
    "checkpoints", "timed", "requested", "write-ms", "sync-ms", "buffers-checkpoint", "buffers-backend",
    "buffers-backend-fsync",
)  # fmt: skip


def _number(item: Observed, slot: str) -> float | int | None:
    cell = item.cells.get(slot)
    return cell.value if cell is not None and isinstance(cell.value, (int, float)) else None


def _taken(item: Observed) -> float | None:
    return next(iter(item.cells.values())).time


def _ordered(captures: list[Observed]) -> list[Observed]:
    """By time, else by the lines of one file; none where the order is not known."""
    if all(_taken(item) is not None for item in captures):
        return sorted(captures, key=lambda item: _taken(item) or 0.0)
    return captures if len({next(iter(i.cells.values())).origin.path for i in captures}) == 1 else []


def postgres_counters(items: list[Observed]) -> list[Observed]:
    """Add the difference of the first and the last capture of one server, where nothing was reset between them."""
    captures = [i for i in items if i.template == "postgres-counters" and "span" in i.cells]
    by_reset: dict[Value, list[Observed]] = {}
    for item in captures:
        reset = item.cells.get("reset-time")
        by_reset.setdefault(UNKNOWN if reset is None else reset.value, []).append(item)
    result = list(items)
    for same in by_reset.values():
        ordered = _ordered(same) if len(same) > 1 else []
        row = _difference(ordered[0], ordered[-1]) if ordered else None
        if row is not None:
            passed = {id(item) for item in ordered}
            result = [_superseded(item) if id(item) in passed else item for item in result]
            result.append(row)
    return result


def _superseded(item: Observed) -> Observed:
    cell = item.cells["span"]
    return Observed(item.template, item.host, {**item.cells, "superseded": cell._replace(value=Symbol("yes"))})


def _difference(first: Observed, last: Observed) -> Observed | None:
    values: dict[str, Value] = {}
    for slot in _COUNTERS:
        before, after = _number(first, slot), _number(last, slot)
        if before is None or after is None:
            continue
        if after < before:
            return None
        values[slot] = after - before
    if not values.get("checkpoints"):
        return None
    cell = last.cells["output"]
    values |= {"output": f"{first.cells['output'].value} to {cell.value}", "span": Symbol("between")}
    began, ended = _taken(first), _taken(last)
    if began is not None and ended is not None and ended > began:
        values["seconds"] = ended - began
    return Observed(
        "postgres-counters", last.host, {s: Cell(v, cell.origin, INFERRED, cell.time) for s, v in values.items()}
    )
