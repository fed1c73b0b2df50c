"""Numbers in a sentence, with the unit that each is told in. Dates, times, versions and ports are no numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from facts.patterns import lazy

if TYPE_CHECKING:
    from advisor.chat.polarity import Clause

_NUMBER = lazy(
    r"(?<![\w.,:/'’-])(?P<number>\d{1,3}(?:(?P<mark>[.,'’])\d{3})(?:(?P=mark)\d{3})*(?:[.,]\d+)?(?!\d)|\d{1,18}(?:[.,]\d+)?)"
    r"(?P<power>[eE][+-]?\d{1,2})?(?:(?P<gap>[ -]?)(?P<unit>%|[A-Za-zµ]{1,12}))?"
    r"(?P<rate>/s(?:ec)?\b| per second| pro sekunde|ps\b)?",
    re.IGNORECASE,
)
_GROUPS = lazy(r"\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})*(?:[.,]\d+)?")
_LOOKALIKE = lazy(r"[:/.,-]?\d|[:/]\s?\d|\.\w")
SIZES = {
    **dict.fromkeys(("b", "byte", "bytes"), 0),
    **dict.fromkeys(("k", "kb", "kib", "kbyte", "kbytes", "kilobyte", "kilobytes"), 1),
    **dict.fromkeys(("m", "mb", "mib", "mbyte", "mbytes", "megabyte", "megabytes", "meg", "megs"), 2),
    **dict.fromkeys(("g", "gb", "gib", "gbyte", "gbytes", "gigabyte", "gigabytes", "gig", "gigs"), 3),
    **dict.fromkeys(("t", "tb", "tib", "tbyte", "terabyte", "terabytes"), 4),
}
SECONDS = {
    **dict.fromkeys(("ms", "msec", "millisecond", "milliseconds", "millisekunden"), 0.001),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden"), 1.0),
    **dict.fromkeys(("min", "mins", "minute", "minutes", "minuten"), 60.0),
    **dict.fromkeys(("h", "hour", "hours", "stunde", "stunden"), 3600.0),
}
PERCENT = ("%", "percent", "pct", "prozent")
_GERMAN = frozenset(
    "der die das und ist mit auf zu nicht ein eine von bei im wird hat wir unser alle seiten sekunden voll "
    "arbeitsspeicher hauptspeicher speicher".split()
)


class Number(NamedTuple):
    """A number in a sentence: the words it takes in its clause, and its value by kind of unit."""

    text: str
    first: int
    last: int
    values: dict[str, float]
    stated: bool
    rate: bool = False


def _value(text: str, german: bool) -> float:
    """A number as written; marks between groups of three are no decimal point, as far as the language tells."""
    groups = _GROUPS.fullmatch(text)
    if groups and (groups[1] in "'’" or text.count(groups[1]) > 1 or groups[1] == ("." if german else ",")):
        mark = groups[1]
        return float(text.replace(mark, "").replace(",", "."))
    return float(text.replace(",", "."))


_RELEASED = frozenset("oracle database db rdbms release version datenbank".split())
"""Before `11g` and `10g`: a release of Oracle, and no size."""


def numbers_in(sentence: str, parts: Sequence[Clause]) -> list[list[Number]]:
    """The numbers of each clause, without dates, times, versions and the like."""
    german = any(w.text in _GERMAN for part in parts for w in part.words)
    starts = {word.start: (p, i) for p, part in enumerate(parts) for i, word in enumerate(part.words)}
    found: list[list[Number]] = [[] for _ in parts]
    for match in _NUMBER.finditer(sentence):
        place = starts.get(match.start("number"))
        attached = match["gap"] == ""
        end = match.end("power") if match["power"] else match.end("number")
        unit = _unit(match, parts, place)
        if place is None or _LOOKALIKE.match(sentence, end) or (match["power"] and unit and attached and len(unit) > 5):
            continue
        value = _value(match["number"], german) * 10.0 ** int((match["power"] or "e0")[1:])
        values, stated, named = _units(value, unit, attached)
        if values is None:
            continue
        part, first = place
        words = parts[part].words
        if unit == "g" and attached and first and words[first - 1].text in _RELEASED:
            continue
        stop = match.end() if named else end
        last = max(i for i, word in enumerate(words) if word.start < stop and i >= first)
        rate = bool(match["rate"]) and named
        text = sentence[match.start("number") : stop].strip()
        found[part].append(Number(text, first, last, {} if rate else values, stated, rate))
    return found


def _unit(match: re.Match[str], parts: Sequence[Clause], place: tuple[int, int] | None) -> str:
    """The word after a number, as it was meant where it is misspelt; a lone capital such as `40 G` is a unit."""
    unit: str = match["unit"] or ""
    if place is None or not unit:
        return unit.lower()
    words = parts[place[0]].words
    word = words[place[1] + 1] if place[1] + 1 < len(words) else None
    if word is not None and word.start == match.start("unit") and word.read in SECONDS.keys() | SIZES.keys():
        return word.read
    return f"{unit.lower()}b" if unit in ("K", "M", "G", "T") and match["gap"] == " " else unit.lower()


def _units(value: float, unit: str, attached: bool) -> tuple[dict[str, float] | None, bool, bool]:
    """Value by kind of unit, whether a unit is stated that must not be overlooked, and whether the word is a unit."""
    if unit in PERCENT:
        return {"percent": value}, True, True
    if unit in SIZES and (attached or len(unit) > 1):
        values = {"bytes": value * 1024.0 ** SIZES[unit]}
        if unit == "k":
            values["count"] = value * 1000
        if unit == "m":
            values["seconds"] = value * 60
        return values, len(unit) > 1 or unit != "m", True
    if unit in SECONDS:
        return {"seconds": value * SECONDS[unit]}, False, True
    if unit and attached:
        return None, False, False
    return {"count": value}, False, False
