"""Which Oracle instance the rows of a host are about.

Most outputs of SQL*Plus do not name their instance; a parameter file may name the database and the alert log the
instance. What is unnamed belongs to the only database instance that is named; an ASM instance beside it is no rival.
"""

from __future__ import annotations

import re

from facts.captures import INFERRED
from facts.cells import Cell, Observed
from facts.schema import UNKNOWN, Value
from facts.sexpr import Symbol


def instances(items: list[Observed]) -> list[Observed]:
    """Bring the rows of each instance to one name, and say what is seen of it even where only an error names it."""
    seen = [_name(i) for i in items if i.template.startswith("oracle-")]
    if not seen:
        return items
    names = one_name_each([n for n in seen if n])
    databases = sorted({n for n in names.values() if not is_asm(n)})
    storage = sorted({n for n in names.values() if is_asm(n)})
    resolved = []
    for item in items:
        if item.template.startswith("oracle-"):
            name = names.get(_name(item), "")
            if not name:
                of_asm = str(_value(item, "type")) == "asm" or not databases
                fitting = storage if of_asm else databases
                name = fitting[0] if len(fitting) == 1 else ""
            if name != _value(item, "instance"):
                item = _renamed(item, name)
        resolved.append(item)
    return _as_of_now(resolved) + _seen(resolved)


_SIZES = ("sga-bytes", "sga-max-size-bytes", "sga-target-bytes", "memory-target-bytes", "memory-max-target-bytes")
"""What a start asks memory for: it can be another at each start, for the parameter file may be changed between two."""


def _as_of_now(items: list[Observed]) -> list[Observed]:
    """The rows without the sizes that a later and failed start has made a thing of the past.

    A start that fails early prints no parameters. What the start before it printed says nothing of what this one asked for.
    """
    failed = [last for last in _last_starts(items) if last.cells.get("outcome", _first(last)).value == "failed"]
    result = []
    for item in items:
        if item.template == "oracle-instance":
            starts = [_first(start) for start in failed if _name(start) == _name(item)]
            old = {s for s in _SIZES if s in item.cells and any(start.after(item.cells[s]) for start in starts)}
            item = Observed(item.template, item.host, {s: c for s, c in item.cells.items() if s not in old})
        result.append(item)
    return result


def _last_starts(items: list[Observed]) -> list[Observed]:
    """The last start of each instance, as far as the order of its starts is known."""
    starts = [i for i in items if i.template == "oracle-startup"]
    return [
        start
        for start in starts
        if not any(_first(other).after(_first(start)) is not False for other in starts
                   if other is not start and _name(other) == _name(start))
    ]  # fmt: skip


def _first(item: Observed) -> Cell:
    return next(iter(item.cells.values()))


def is_asm(name: str) -> bool:
    """Whether an instance's name is one of ASM.

    >>> is_asm("+ASM1"), is_asm("sales1")
    (True, False)
    """
    return name.startswith("+")


def one_name_each(names: list[str]) -> dict[str, str]:
    """Each name and the one to use for it: upper case does not tell two instances apart, nor does the thread number.

    >>> one_name_each(["PAY1", "pay"]), one_name_each(["sales", "sales1", "sales2"])
    ({'PAY1': 'PAY1', 'pay': 'PAY1'}, {'sales': 'sales', 'sales1': 'sales1', 'sales2': 'sales2'})
    """
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(name.lower(), name)
    for lower in list(first):
        numbered = [other for other in first if re.fullmatch(re.escape(lower) + r"_?\d", other)]
        if len(numbered) == 1:
            first[lower] = first[numbered[0]]
    return {name: first[name.lower()] for name in names}


def _seen(items: list[Observed]) -> list[Observed]:
    """A row for each instance: it is there, and whether it is the only database instance that the captures show."""
    sources: dict[str, Observed] = {}
    storage = set()
    told = set()
    for item in items:
        if item.template.startswith("oracle-"):
            name = _name(item)
            sources.setdefault(name, item)
            if item.template == "oracle-startup" and "needed-pages" in item.cells:
                told.add(name)
            if is_asm(name) or str(_value(item, "type")) == "asm":
                storage.add(name)
    databases = [name for name in sources if name not in storage]
    found = []
    for name, source in sources.items():
        cell = next(iter(source.cells.values()))
        values: dict[str, Value] = {"instance": name}
        if name in databases:
            values["only-one-seen"] = Symbol("yes" if len(databases) == 1 else "no")
            values["start-figures-seen"] = Symbol("yes" if name in told else "no")
        cells = {slot: Cell(value, cell.origin, INFERRED, cell.time) for slot, value in values.items()}
        found.append(Observed("oracle-instance", source.host, cells))
    return found


def _name(item: Observed) -> str:
    name = str(_value(item, "instance"))
    return "" if name == UNKNOWN else name


def _value(item: Observed, slot: str) -> Value:
    cell = item.cells.get(slot)
    return UNKNOWN if cell is None else cell.value


def _renamed(item: Observed, name: str) -> Observed:
    """The row under another name; its origin stays."""
    cell = item.cells.get("instance") or next(iter(item.cells.values()))
    return Observed(item.template, item.host, {**item.cells, "instance": cell._replace(value=name)})
