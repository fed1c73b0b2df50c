"""Whose output each is: rows with their host and the place that each value has in a capture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from facts.captures import INFERRED, MEASURED, Origin
from facts.cells import Cell, Observed
from facts.checked import failed
from facts.faults import ALL, Fault, Faults, any_template, fault_of
from facts.file_outputs import Taken
from facts.hosts import DEFAULT, assign
from facts.inputs import Bundle, Input
from facts.logtimes import latest
from facts.places import Root, root_of
from facts.reading import Row
from facts.schema import templates


def label(taken: Iterable[Taken], roots: Sequence[Root], bundle: Bundle) -> None:
    """Add the outputs, and their rows with the host that each is of, to a bundle."""
    items, faults = list(taken), Faults(bundle.faults)
    hosts = faults.attempt(
        "naming hosts",
        lambda: assign(
            [(item.path, item.own_host) for item in items], roots, [item.kind for item in items], bundle.notes
        ),
        [item.own_host or DEFAULT for item in items],
        affects=any_template,
    )
    for item, host in zip(items, hosts, strict=True):
        rows = _rows_of(item, host)
        reading = item.reading
        if reading.fault is not None:
            faults.add(reading.fault)
        if item.kind:
            bundle.inputs.append(
                Input(
                    item.path,
                    item.kind,
                    host,
                    item.lines,
                    len(reading.rows),
                    reading.outcome,
                    reading.refusals,
                    reading.account,
                )
            )
        bundle.labelled.extend(rows)
    with faults.part("reading times of reports"):
        bundle.labelled.extend(_clocks(roots, items, hosts))


def _rows_of(item: Taken, host: str) -> list[Observed]:
    """The rows of one output with their origins; none, and the fault in its reading, where one does not fit its template."""
    reading = item.reading
    try:
        rows = [_observed(row, host, item) for row in reading.rows]
        time = latest(reading.rows) or reading.time
    except Exception as error:
        where = f"reader {item.kind or 'commands'}"
        item.reading = failed(
            fault_of(error, where, item.path, item.lines, lambda: {row.template for row in reading.rows})
        )
        return []
    read_whole = (
        Row("read", {"template": name, "complete": "yes"}, item.lines, time=time) for name in sorted(reading.complete)
    )
    return [*rows, *(_observed(row, host, item) for row in read_whole)]


def _observed(row: Row, host: str, item: Taken) -> Observed:
    template = templates()[row.template]
    rank = INFERRED if row.inferred else MEASURED
    cells = {}
    for slot, value in row.values.items():
        lines = row.slot_lines.get(slot, row.lines)
        origin = Origin(item.path, lines, host, text=item.texts.get(lines[0], ""), command=item.command)
        cells[slot] = Cell(template.slots[slot].coerce(value), origin, rank, row.time)
    return Observed(row.template, host, cells)


def without_completeness(rows: list[Observed], faults: Sequence[Fault]) -> list[Observed]:
    """The rows without those that call an output complete, of templates of which a fault may have cost rows."""
    lost = {name for fault in faults for name in fault.templates}
    if not lost:
        return rows
    return [
        row for row in rows
        if row.template != "read" or not (ALL in lost or str(row.cells["template"].value) in lost)
    ]  # fmt: skip


def _clocks(roots: Sequence[Root], items: Sequence[Taken], hosts: Sequence[str]) -> Iterator[Observed]:
    """When whole hosts were collected, by the names of their folders."""
    for root in roots:
        host = next((h for item, h in zip(items, hosts, strict=True) if root_of(item.path, [root])), "")
        if host and root.time is not None:
            origin = Origin(root.path, (1, 1), host, text=root.path.rpartition("/")[2])
            yield Observed("host-clock", host, {"taken-time": Cell(root.time, origin, INFERRED, root.time)})
