"""Date and time as capture loops, loggers and tools print them. Clock times count as UTC: a host is its own clock."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

from facts.patterns import lazy

MONTHS = {
    name: number
    for number, names in enumerate((
        "jan janv gen ene sty янв", "feb févr fév fev lut фев", "mar mär mrz märz mars mrt мар", "apr avr avril abr kwi апр",
        "may mai mei maj mag mayo май мая", "jun june juin giu cze июн", "jul july juil lug lip июл", "aug août aoû ago sie авг",
        "sep sept set wrz сен", "oct okt ott out paź окт", "nov lis ноя", "dec dez déc dic des gru дек",
    ), start=1)
    for name in names.split()
}  # fmt: skip
"""Months as tools abbreviate them, in the languages whose forms do not contradict each other; without a point behind."""
MONTH = r"(?:[^\W\d_]{3,5}\.?)"
"""Matches what may be one, as text to be joined with others."""


def month_of(name: str) -> int:
    """The number of a month, 0 for a word that is none.

    >>> [month_of(name) for name in ("Mar", "févr.", "Dez", "Mon")]
    [3, 2, 12, 0]
    """
    return MONTHS.get(name.rstrip(".").lower(), 0)


_ISO = lazy(
    r"(?P<y>(?:19|20)\d\d)[-/.](?P<mo>\d\d)[-/.](?P<d>\d\d)[ T](?P<h>\d\d):(?P<mi>\d\d):(?P<s>\d\d)(?P<f>[.,]\d{1,9})?"
)
# date(1): "Tue Sep 28 08:13:23 PDT 2010", "Tue Sep 28 08:13:23 AM PDT 2010", "Di 28. Sep 08:13:23 CEST 2010"; of Solaris 11
# "Tuesday, May 10, 2016 10:00:02 AM CEST", of illumos and Solaris 11.4 with "at" before the time; "10. Mai 2016 10:00:02 Uhr CEST"
_DATE = lazy(
    r"(?:[^\W\d_]{2,10}\.?,? )?\s*(?:(?P<mon>juil|juin|[^\W\d_]{3})[^\W\d_]*\.?\s+(?P<d>\d{1,2})|(?P<d2>\d{1,2})\.? "
    r"(?P<mon2>juil|juin|[^\W\d_]{3})[^\W\d_]*\.?)"
    r"(?:,? (?P<y2>(?:19|20)\d\d))?,?(?: at| um)?\s+(?P<h>\d\d?):(?P<mi>\d\d):(?P<s>\d\d)(?: (?P<half>[AP]M))?(?: Uhr)?"
    r"(?: [A-Z][A-Za-z]{1,4}| [+-]\d{2,4}| UTC)?(?: (?P<y>(?:19|20)\d\d))?(?: [A-Z]{2,5})?"
)
_EPOCH = lazy(r"(?P<epoch>1[0-9]{9})(?P<f>\.\d{1,9})?(?=\s|$)")
_LEAD = lazy(r"[\s#*=~-]*(?:zzz\s*\**|TS|TIMESTAMP:?|Date:|date:|time:|###+)?[\s*<#=~-]*")
_TAIL = lazy(
    r"[\s>*#=~-]*(?:(?:[A-Z]{2,5}|[+-]\d\d:?\d\d|Z)(?:\s*Sample interval:.*|[\s>*#=~-]*)|Sample interval:.*)?\Z"
)


def _seconds(
    year: int, month: int, day: int, hour: int, minute: int, second: int, fraction: str | None
) -> float | None:
    try:
        whole = datetime(year, month, day, hour, minute, min(second, 59), tzinfo=UTC).timestamp()
    except ValueError:
        return None
    return whole + (float("0." + fraction[1:]) if fraction else 0.0)


def stamp_at(text: str, start: int = 0) -> tuple[float, int] | None:
    """The date and time that `text` holds from `start` on, and the index behind it; None where none stands there.

    >>> stamp_at("2010-09-28 08:13:23 LOG:  x")
    (1285661603.0, 19)
    >>> stamp_at("Tue Sep 28 08:13:23 PDT 2010")
    (1285661603.0, 28)
    >>> [stamp_at(f"{day} 08:13:23 {zone}")[0] for day, zone in (
    ...     ("Tuesday, September 28, 2010", "AM CEST"), ("Tuesday, September 28, 2010 at", "AM UTC"),
    ...     ("Dienstag, 28. September 2010", "Uhr MESZ"))]
    [1285661603.0, 1285661603.0, 1285661603.0]
    """
    if match := _ISO.match(text, start):
        year, month, day, hour, minute, second = (int(match[k]) for k in ("y", "mo", "d", "h", "mi", "s"))
        value = _seconds(year, month, day, hour, minute, second, match["f"])
        return None if value is None else (value, match.end())
    if match := _DATE.match(text, start):
        named = month_of(match["mon"] or match["mon2"])
        written = match["y"] or match["y2"]
        if not named or written is None:
            return None
        hour = int(match["h"])
        if match["half"]:
            hour = hour % 12 + (12 if match["half"] == "PM" else 0)
        day = int(match["d"] or match["d2"])
        value = _seconds(int(written), named, day, hour, int(match["mi"]), int(match["s"]), None)
        return None if value is None else (value, match.end())
    if match := _EPOCH.match(text, start):
        return float(match["epoch"] + (match["f"] or "")), match.end()
    return None


def stamp_line(line: str) -> float | None:
    """The time of a line that holds nothing else: what ``date`` prints between samples, an OSWatcher or pt-stalk mark.

    >>> stamp_line("zzz ***Tue Mar 1 12:00:05 EST 2011"), stamp_line("TS 1322578621.005 2011-11-29 16:57:01")
    (1298980805.0, 1322578621.005)
    >>> stamp_line("Tue Sep 28 08:16:05 2010 was the moment") is None
    True
    """
    if len(line) > 120 or not any(c.isdecimal() for c in line):
        return None
    lead = _LEAD.match(line)
    start = lead.end() if lead else 0
    found = stamp_at(line, start)
    if found is None:
        return None
    value, end = found
    second = stamp_at(line, end + 1) if line[end : end + 1] == " " else None
    end = second[1] if second else end
    return value if _TAIL.match(line, end) else None


_LEAP_YEAR = 2000


def within_year(month: int, day: int, clock: float) -> float | None:
    """Seconds from the beginning of a leap year to a date of any year, so that logs without a year compare.

    >>> within_year(1, 2, 3.5), within_year(2, 30, 0.0)
    (86403.5, None)
    """
    days = _days_within_year(month, day)
    return None if days is None else days * 86400 + clock


@lru_cache(maxsize=512)  # a log has thousands of lines a day
def _days_within_year(month: int, day: int) -> int | None:
    try:
        return (datetime(_LEAP_YEAR, month, day, tzinfo=UTC) - datetime(_LEAP_YEAR, 1, 1, tzinfo=UTC)).days
    except ValueError:
        return None


def time_within_year(time: float) -> float | None:
    """The same for seconds since 1970.

    >>> time_within_year(1219543811.0) == within_year(8, 24, 2 * 3600 + 10 * 60 + 11)
    True
    """
    when = datetime.fromtimestamp(time, UTC)
    return within_year(when.month, when.day, when.hour * 3600 + when.minute * 60 + when.second + when.microsecond / 1e6)
