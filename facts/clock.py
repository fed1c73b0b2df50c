"""Times as tools print them, to seconds since 1970. The host's own clock is taken as UTC; a text without a date gives None."""

from __future__ import annotations

import re
from datetime import datetime, timezone

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan januar january", "feb februar february", "mar mär mrz maer märz march", "apr april", "may mai",
            "jun juni june", "jul juli july", "aug august", "sep sept september", "oct okt oktober october",
            "nov november", "dec dez dezember december",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_DAY = r"(?:[A-Za-zÀ-ÿ]{2,10}[.,]?\s+)?"
_ZONE = r"(?:\s+(?:[A-Z]{2,5}|[+-]\d{2,4}))?"
# Wed Nov 28 04:03:36 CET 2012 / Fri Aug 19 15:33:19 2022
_CTIME = re.compile(
    _DAY + r"(?P<month>[A-Za-zÀ-ÿ]{3,9})\.?\s+(?P<day>\d{1,2}),?\s+(?P<clock>\d{1,2}:\d{2}(?::\d{2})?)(?:\s?(?P<half>[AP]M))?"
    + _ZONE + r"\s+(?P<year>\d{4})\b"
)  # fmt: skip
# Mi 28. Nov 04:03:36 CET 2012 / Mittwoch, 28. November 2012, 04:03:36 Uhr CET / 28 Nov 2012 04:03:36
_DAY_FIRST = re.compile(
    _DAY + r"(?P<day>\d{1,2})\.?\s+(?P<month>[A-Za-zÀ-ÿ]{3,9})\.?,?\s+"
    r"(?:(?P<year>\d{4}),?\s+(?P<clock>\d{1,2}:\d{2}(?::\d{2})?)(?:\s?(?P<half>[AP]M))?"
    r"|(?P<clock2>\d{1,2}:\d{2}(?::\d{2})?)" + _ZONE + r"\s+(?P<year2>\d{4}))\b"
)  # fmt: skip
_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})[T .](?P<clock>\d{2}:\d{2}(?::\d{2})?)\b")
_EPOCH = re.compile(r"(?P<seconds>1?\d{9})\Z")


def _seconds(year: int, month: int, day: int, clock: str, half: str = "") -> float | None:
    hour, minute, *rest = (int(part) for part in clock.split(":"))
    if half:
        hour = hour % 12 + (12 if half == "PM" else 0)
    try:
        return datetime(year, month, day, hour, minute, rest[0] if rest else 0, tzinfo=timezone.utc).timestamp()
    except ValueError:
        return None


def find_time(text: str) -> float | None:
    """The first time with a date anywhere in a text, or None.

    >>> find_time("scrub canceled on Fri Aug 19 15:33:19 2022")
    1660923199.0
    >>> find_time("2012-11-28.04:03:36 zpool add tank log c1t0d0") == find_time("Wed Nov 28 04:03:36 CET 2012")
    True
    >>> find_time("6. May"), find_time("04:03:36")
    (None, None)
    """
    for pattern in (_ISO, _CTIME, _DAY_FIRST):
        for match in pattern.finditer(text):
            found = match.groupdict()
            if pattern is _ISO:
                month = int(found["month"])
            else:
                month = _MONTHS.get(found["month"].lower(), 0)
            if month:
                year = int(found.get("year") or found["year2"])
                clock = found.get("clock") or found["clock2"]
                return _seconds(year, month, int(found["day"]), clock, found.get("half") or "")
    return None


def time_line(line: str) -> float | None:
    """The time of a line that holds nothing else: ``date``, ``-T d``, or seconds since 1970 as with ``-T u``.

    >>> time_line("1436414167"), time_line("Wed Nov 28 04:03:36 CET 2012"), time_line("at 2012-11-28 04:03 it hung")
    (1436414167.0, 1354075416.0, None)
    """
    line = line.strip()
    if match := _EPOCH.match(line):
        return float(match["seconds"])
    for pattern in (_ISO, _CTIME, _DAY_FIRST):
        if (match := pattern.match(line)) and re.fullmatch(r"(?:[\s.,]*(?:[A-Z]{2,5}|Uhr|[+-]\d{4}|\d+))*", line[match.end() :]):
            return find_time(line)
    return None
