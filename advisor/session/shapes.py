"""What the events of a session hold, for those that come from elsewhere: a digest proves only that nobody changed the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from advisor.store import StoreError

Shape = type | tuple[type, ...] | dict[str, Any] | list[Any]
"""A type, several, the parts of an object (those that may be missing end with ``?``), or the one shape of a list's items."""

_NUMBER = (int, float)
_SPAN = "span"
_ORIGIN = {
    "path?": str,
    "lines?": _SPAN,
    "host?": str,
    "told?": str,
    "question?": str,
    "answer?": str,
    "text?": str,
    "command?": str,
}
_CELL = {"value": (str, int, float), "rank": int, "origin?": _ORIGIN, "time?": _NUMBER, "sure?": bool}
_ROW = {"template": str, "host": str, "origin": _ORIGIN, "cells": {"*": _CELL}}
_SIGN = {"name": str, "state": str, "text": str, "host": str, "subject": str, "sure": bool, "origin": (_ORIGIN, None)}
_REFUSAL = {"lines": _SPAN, "reason": str}
_INPUT = {
    "path": str, "kind": str, "host": str, "lines": _SPAN, "rows": int, "outcome": str, "refusals": [_REFUSAL],
}  # fmt: skip
_UNRECOGNISED = {"path": str, "lines": (_SPAN, None), "reason": str}
_FAULT = {
    "code": str, "where": str, "error": str, "path": (str, None), "lines": (_SPAN, None), "templates": [str],
}  # fmt: skip
_FACT = {"address": str, "value": (str, int, float), "demand": (str, int, float, bool, None)}
_RECORD = {
    "case": str, "host": str, "subject": str, "standing": str, "complained": bool, "decisive": [str],
    "events": {"*": int}, "facts": [_FACT],
}  # fmt: skip
_CONCLUDED = "conclusion"

_EVENTS: dict[str, dict[str, Any]] = {
    "started": {"kb": str, "advisor": str, "frequencies": {"*": _NUMBER}},
    "told": {"text": str, "signs": [_SIGN], "rows": [_ROW]},
    "captured": {
        "question": str, "about": [str], "pasted_lines": int, "sources": [str], "inputs": [_INPUT],
        "unrecognised": [_UNRECOGNISED], "rows": [_ROW], "signs": [_SIGN], "prose_rows": [_ROW], "faults?": [_FAULT],
    },
    "answered": {"question": str, "text": str, "unknown": bool, "rows": [_ROW], "signs": [_SIGN], "about": [str]},
    "skipped": {"question": str},
    "undone": {"of": int},
    "redone": {"of": int},
    "fixed": {
        "case": str, "host": str, "subject": str, "step": int, "command": str, "result": str, "note": str,
        "observed": str, "changed?": bool, "rows?": [_ROW],
    },
    "accepted": {"record": _RECORD},
    "struck": {"of": int, "item": str, "number": int},
    "concluded": {"kb": str, "conclusions": [_CONCLUDED]},
    "outcome": {"result": str, "note": str, "case": str, "host?": str, "subject?": str},
    "noted": {"text": str},
}  # fmt: skip


class _Wrong(NamedTuple):
    """What does not fit, and what would."""

    where: str
    message: str


def prove(exported: Mapping[str, Any]) -> None:
    """Prove what the events of an exported session hold; its form is proved when it is stored.

    Raises:
        StoreError: ``import-invalid``; `where` is the place in the object.
    """
    events = exported.get("events")
    for number, event in enumerate(events if isinstance(events, list) else ()):
        if not isinstance(event, dict) or not isinstance(event.get("kind"), str):
            return  # told with the place when it is stored
        wrong = _wrong(event.get("data"), _EVENTS.get(event["kind"], {}), f"events[{number}].data")
        if wrong is not None:
            raise StoreError(
                "import-invalid",
                wrong.message,
                where=wrong.where,
                help="export the session again with the advisor that wrote it",
            )


def _wrong(value: object, shape: Any, where: str) -> _Wrong | None:
    if shape is _SPAN:
        fits = isinstance(value, list) and len(value) == 2 and all(type(n) is int and 0 <= n < 2**53 for n in value)
        return None if fits else _Wrong(where, "the first and the last line are expected")
    if shape is _CONCLUDED:
        fits = (
            isinstance(value, list) and len(value) >= 6 and all(isinstance(part, str | int | float) for part in value)
        )
        return None if fits else _Wrong(where, "the parts of a conclusion are expected")
    if isinstance(shape, dict):
        return _wrong_object(value, shape, where) if isinstance(value, dict) else _Wrong(where, "an object is expected")
    if isinstance(shape, list):
        if not isinstance(value, list):
            return _Wrong(where, "a list is expected")
        found = (_wrong(item, shape[0], f"{where}[{n}]") for n, item in enumerate(value))
        return next((item for item in found if item is not None), None)
    if isinstance(shape, tuple):
        return _wrong_of_several(value, shape, where)
    return None if _is(value, shape) else _Wrong(where, f"{_NAMES[shape]} is expected")


def _wrong_of_several(value: object, shapes: Sequence[Any], where: str) -> _Wrong | None:
    if value is None and None in shapes:
        return None
    simple = [shape for shape in shapes if isinstance(shape, type)]
    if any(_is(value, shape) for shape in simple):
        return None
    other = [shape for shape in shapes if shape is not None and not isinstance(shape, type)]
    if other:
        return _wrong(value, other[0], where)
    return _Wrong(where, f"{' or '.join(_NAMES[shape] for shape in simple)} is expected")


def _wrong_object(value: dict[str, Any], shape: Mapping[str, Any], where: str) -> _Wrong | None:
    if "*" in shape:
        found = (_wrong(item, shape["*"], f"{where}.{_shown(key)}") for key, item in value.items())
        return next((item for item in found if item is not None), None)
    for key, inner in shape.items():
        name = key.removesuffix("?")
        if name not in value:
            if key == name:
                return _Wrong(where, f"`{name}` is missing")
        elif (wrong := _wrong(value[name], inner, f"{where}.{name}")) is not None:
            return wrong
    if shape is _ORIGIN and (more := [key for key in value if f"{key}?" not in shape]):
        return _Wrong(where, f"`{_shown(more[0])}` is not known")
    return None


_NAMES: dict[type, str] = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


def _is(value: object, wanted: type) -> bool:
    if wanted is bool:
        return isinstance(value, bool)
    if wanted is int:
        return type(value) is int and abs(value) < 2**63
    if wanted is float:
        return type(value) is float and abs(value) < 1e300
    return isinstance(value, wanted)


def _shown(key: object) -> str:
    from advisor.store.records import shown

    return shown(key)
