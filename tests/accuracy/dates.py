"""The same captures a year and some days later: every date moves by 53 weeks, so that days of the week stay."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

_LATER = timedelta(weeks=53)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_SOME_YEAR = 2023
"""For stamps that name none: neither it nor the next one has a 29th of February."""
_EPOCH = re.compile(r"(?<![\d.])1[0-9]{9}(?![\d.])")
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?<![\d-])(?P<y>(?:19|20)\d\d)-(?P<m>\d\d)-(?P<d>\d\d)(?!\d)"), "{y:04}-{m:02}-{d:02}"),
    (re.compile(r"(?<![\d/])(?P<y>(?:19|20)\d\d)/(?P<m>\d\d)/(?P<d>\d\d)(?!\d)"), "{y:04}/{m:02}/{d:02}"),
    (re.compile(r"(?<![\d/])(?P<m>\d\d)/(?P<d>\d\d)/(?P<y>(?:19|20)\d\d)(?!\d)"), "{m:02}/{d:02}/{y:04}"),
    (re.compile(r"(?<!\d)(?P<d>\d\d)[-/](?P<b>[A-Z][a-z]{2})[-/](?P<y>(?:19|20)\d\d)(?!\d)"), "{d:02}{s}{b}{s}{y:04}"),
    (
        re.compile(r"\b(?P<b>[A-Z][a-z]{2}) (?P<d>[ \d]\d) (?P<t>\d\d:\d\d:\d\d(?: [A-Z]{3,4})?) (?P<y>(?:19|20)\d\d)\b"),
        "{b} {d:2} {t} {y:04}",
    ),
    (re.compile(r"\b(?P<b>[A-Z][a-z]{2}) (?P<d>[ \d]\d)(?= \d\d:\d\d:\d\d(?! (?:19|20)\d\d| [A-Z]{3,4} (?:19|20)\d\d))"), "{b} {d:2}"),
)  # fmt: skip


def _moved(match: re.Match[str], form: str) -> str:
    parts = match.groupdict()
    month = _MONTHS.index(parts["b"]) + 1 if parts.get("b") in _MONTHS else int(parts.get("m") or 0)
    try:
        then = date(int(parts.get("y") or _SOME_YEAR), month, int(parts["d"])) + _LATER
    except ValueError:
        return match[0]
    separator = "/" if "/" in match[0] else "-"
    return form.format(y=then.year, m=then.month, d=then.day, b=_MONTHS[then.month - 1], t=parts.get("t"), s=separator)


def _mover(form: str) -> Callable[[re.Match[str]], str]:
    return lambda match: _moved(match, form)


def moved(text: str) -> str:
    """The text with its dates 53 weeks later; as it was where it counts seconds since 1970, which would contradict them.

    >>> moved("Feb  3 10:00:00 db1 x; 2024-12-30T01:02:03; Thu Nov 28 14:00:00 2013; 28/Nov/2013")
    'Feb  9 10:00:00 db1 x; 2026-01-05T01:02:03; Thu Dec  4 14:00:00 2014; 04/Dec/2014'
    """
    if _EPOCH.search(text):
        return text
    for pattern, form in _FORMS:
        text = pattern.sub(_mover(form), text)
    return text
