"""A page of which one part cannot be made: that part is left out, with a line in its place, and the rest is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from facts.faults import Fault, fault_of

Json = dict[str, Any]
Make = Callable[[Json], str]

_DIAGNOSES = ("diagnoses", "risks")
_OTHERS = ("arbitration", "conflicts", "why_not", "acknowledged", "ruled_out", "not_assessed", "inputs", "unrecognised")
_PARTS = ("evidence", "look_alikes", "missing", "fix", "sources", "links")
"""Parts of a diagnosis that can be left out alone."""


def rendered(make: Make, data: Json, form: str) -> str:
    """The page of a report; what fails in it is looked for only where the whole does.

    Args:
        make: makes the page of a report in its JSON form.
        data: the report.
        form: the name of the page, for messages.

    Raises:
        Exception: not even a page without any part can be made.
    """
    try:
        return make(data)
    except Exception as error:
        fault_of(error, f"the {form} page")  # in tests it is an error
    return make(_without_failing(make, data, form))


def _without_failing(make: Make, data: Json, form: str) -> Json:
    empty = {**data, **{name: [] for name in (*_DIAGNOSES, *_OTHERS)}, "faults": []}
    found: list[Fault] = []
    kept = dict(data)
    for name in _OTHERS:
        if name in data and (
            fault := _fault_in(make, {**empty, name: data[name]}, f"showing {name} in the {form} page")
        ):
            kept[name] = []
            found.append(fault)
    for name in _DIAGNOSES:
        kept[name] = [item for whole in data[name] for item in _mended(make, empty, name, whole, form, found)]
    return {**kept, "faults": [*data["faults"], *(fault.as_json() for fault in found)]}


def _mended(make: Make, empty: Json, name: str, item: Json, form: str, found: list[Fault]) -> Iterator[Json]:
    """A diagnosis as it is, without the part that fails, or not at all."""
    where = f"showing {item.get('case', 'a case')} in the {form} page"
    fault = _fault_in(make, {**empty, name: [item]}, where)
    if fault is None:
        yield item
        return
    found.append(fault)
    for part in _PARTS:
        less = {**item, part: [], "failed": [*item["failed"], f"{part}: {fault.line()}"]}
        if part in item and _fault_in(make, {**empty, name: [less]}, where) is None:
            yield less
            return


def _fault_in(make: Make, data: Json, where: str) -> Fault | None:
    try:
        make(data)
    except Exception as error:
        return fault_of(error, where)
    return None
