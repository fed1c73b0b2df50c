"""The fields of one printed sample."""

from __future__ import annotations

from collections.abc import Sequence

from facts.series.numbers import NAN
from facts.units import number

_UNKNOWN = frozenset(("-", "--", "nan", "-nan", "n/a", "?", "unknown", "inf", "-inf"))
_BEGIN = frozenset("0123456789.")


def cell(text: str) -> float | None:
    """A number with a decimal point or comma, NaN for ``-`` and the like, None for anything else.

    >>> cell("1,5"), cell("-"), cell("12x")
    (1.5, nan, None)
    """
    if text.lower() in _UNKNOWN:
        return NAN
    return number(text)


def cells(fields: Sequence[str]) -> list[float] | None:
    """All fields as numbers; None when one is not."""
    try:
        values = [float(f) for f in fields]
    except ValueError:
        read = [cell(f) for f in fields]
        return None if None in read else [v for v in read if v is not None]
    # float() takes "nan", "inf" and "1_000", of which only the first is a value to keep.
    if sum(values) - sum(values) != 0 or any("_" in f for f in fields):
        return [NAN if v - v != 0 else v for v in values]
    return values


def first_wrong(fields: Sequence[str], names: Sequence[str]) -> str:
    """Which field is not a number, for a refusal."""
    for text, name in zip(fields, names, strict=False):
        if cell(text) is None:
            return f"column {name}: `{text}` is not a number"
    return "a column is not a number"


def leading(fields: Sequence[str]) -> int:
    """How many fields from the left are numbers (or stand for an unknown one)."""
    count = 0
    for text in fields:
        if cell(text) is None:
            break
        count += 1
    return count


def numeric_share(fields: Sequence[str]) -> float:
    """Part of the fields that begin like a number; prose has few."""
    return sum(1 for f in fields if f[:1] in _BEGIN or f in _UNKNOWN) / len(fields) if fields else 0.0
