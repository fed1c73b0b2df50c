"""Amounts in a reply: a number with its unit, in the unit of the slot that a question fills."""

from __future__ import annotations

import re
from typing import NamedTuple

from advisor.chat.numbers import PERCENT, SECONDS, SIZES
from advisor.interview.questions import Question


class Misread(NamedTuple):
    """A reply that is none to this question, and the line that says what would be."""

    text: str


_ABOUT = r"(?:about|around|roughly|approximately|some|ca\.?|circa|etwa|ungefähr|rund|~|=)?\s*"
_AMOUNT = re.compile(
    _ABOUT
    + r"(?P<sign>[-\u2212])?\s?(?P<number>\d{1,15}(?:[.,'’ ]\d{3})*(?:[.,]\d{1,9})?)\s*(?P<unit>%|[A-Za-zµ]{1,12})?"
    r"(?P<rest>(?:\s*(?:/\s*|per |pro )?(?:s|sec|second|sekunde|pages?|seiten?)){0,3})[.]?",
    re.IGNORECASE,
)
_HALF = re.compile(
    _ABOUT
    + r"(?:an?\s+|eine?\s+|die\s+)?(?:half|halbe[nrs]?|hälfte)(?:\s+(?:an?|of it|davon))?(?:\s+(?P<unit>[A-Za-z]{1,12}))?[.]?",
    re.IGNORECASE,
)
_MARKED = re.compile(r"(\d{1,3})(?:([.,'’ ])\d{3})+([.,]\d+)?")
_PAGES = ("pages", "page", "seiten", "seite")
_EXAMPLES = {
    "bytes": ("64 GB", "128 kB", "8 kB"), "percent": ("92 %",), "seconds": ("20 s",), "milliseconds": ("8 ms",),
    "rate": ("2,000",), "count": ("800", "2"), "version": ("11.2.0.4",), "text": ("a few words",),
}  # fmt: skip


def read_amount(text: str, question: Question) -> float | Misread | None:
    """A number with the unit that a question asks for, in the unit of its slot; None where the text is no number."""
    text = text.strip()
    kind = question.value
    match = _AMOUNT.fullmatch(text)
    if match is not None:
        number, unit, each = _decimal(match["number"], kind), match["unit"] or "", bool(match["rest"].strip())
        number = -number if match["sign"] else number
    elif (match := _HALF.fullmatch(text)) is not None:
        number, unit, each = (50.0 if kind == "percent" and not match["unit"] else 0.5), match["unit"] or "", False
        if not unit and kind != "percent":
            return _wrong(text, "says no amount", question)
    else:
        return None
    named = "" if unit.lower() in _PAGES and kind in ("rate", "count") else unit
    value = (
        None if each and kind not in ("rate", "count") else _scaled(number, (named or question.bare).lower(), question)
    )
    if value is None:
        said = "is an amount for each second" if each and kind not in ("rate", "count") else ""
        unit = named or question.bare
        return _wrong(text, said or (f"has the unit `{unit}`" if unit else "has no unit"), question)
    if not question.least <= value <= question.most:
        return Misread(
            f"`{text}` cannot be: the value lies between {_shown(question.least, kind)} and {_shown(question.most, kind)}"
        )
    return value


def example_of(question: Question) -> str:
    """An amount that a question would take, "" for one that asks for none."""
    if _rate_unit(question):
        return "200 MB/s"
    fitting = _EXAMPLES.get(question.value, ())
    return next((e for e in fitting if not isinstance(read_amount(e, question), Misread)), "")


def _wrong(text: str, what: str, question: Question) -> Misread:
    return Misread(f"`{text}` {what}; this asks for something like `{example_of(question)}`")


def _rate_unit(question: Question) -> str:
    """The size of which a rate counts so many each second: `bytes`, `kb`; "" where it counts anything else."""
    unit = question.unit.partition("/")[0].lower()
    return unit if question.value == "rate" and unit in SIZES else ""


def _scaled(number: float, unit: str, question: Question) -> float | None:
    """A number in the unit of the slot; None where the unit is none for this question."""
    kind = question.value
    if size := _rate_unit(question):
        return number * 1024.0 ** (SIZES[unit] - SIZES[size]) if unit in SIZES else None
    if kind == "bytes" and unit in SIZES:
        return number * 1024.0 ** SIZES[unit]
    if kind == "bytes" and number == 0 and not unit:
        return 0.0  # nothing is nothing in any unit
    if kind == "percent" and unit in ("", *PERCENT):
        return number
    if kind in ("seconds", "milliseconds") and unit in SECONDS:
        return number * SECONDS[unit] * (1000 if kind == "milliseconds" else 1)
    if kind in ("count", "rate") and unit in ("", "k"):
        return number * (1000 if unit == "k" else 1)
    return None


def _decimal(text: str, kind: str) -> float:
    """A number as people write it: marks between groups of three are none of a decimal fraction.

    >>> _decimal("2,000", "count"), _decimal("1,5", "bytes"), _decimal("2.000", "rate"), _decimal("1.500", "bytes")
    (2000.0, 1.5, 2000.0, 1.5)
    >>> _decimal("1.000.000", "bytes"), _decimal("1,000.000", "bytes"), _decimal("12345'678", "count")
    (1000000.0, 1000.0, 12345678.0)
    """
    marked = _MARKED.fullmatch(text)
    if marked and (marked[2] != "." or kind in ("count", "rate") or marked[3]):
        whole = text[: len(text) - len(marked[3] or "")]
        return float(re.sub(r"\D", "", whole) + (marked[3] or "").replace(",", "."))
    marks = re.findall(r"\D", text)
    if len(marks) > 1 or (marks and marks[0] not in ".,"):
        # the last one is of a fraction where it stands nowhere else
        whole, mark, part = text.rpartition(marks[-1])
        own = mark in ".," and mark not in whole
        return float(re.sub(r"\D", "", whole) + ("." if own else "") + part)
    return float(text.replace(",", "."))


def _shown(value: float, kind: str) -> str:
    if kind != "bytes" or not 0 < value < 1e18:
        return f"{value:,.6g}"
    for unit, size in (("TB", 1 << 40), ("GB", 1 << 30), ("MB", 1 << 20), ("kB", 1 << 10)):
        if value >= size:
            return f"{value / size:,.6g} {unit}"
    return f"{value:,.6g} B"
