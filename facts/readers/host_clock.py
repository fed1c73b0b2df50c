"""``date``, ``timedatectl``, ``uptime``: the host's own clock when it was captured.

Only the command above, or the place of the file, tells that a line is that: captures hold dates of many things. It is what
the age of everything else that was seen on the host is counted from. sos 4 has ``timedatectl`` where older ones have
``date``. Both count as the host's own clock, whatever its zone. ``uptime`` and ``/proc/uptime`` tell how long the system was up,
which dates the lines of its ring buffer.

Samples::

    >>> from facts.readers import show
    >>> show("Mon Jan 15 10:21:44 CET 2024", command="date")
    host-clock lines 1-1 read
      host-clock: taken-time=1705314104 (1-1)

    >>> show('''$ timedatectl
    ...                Local time: Mon 2024-01-15 10:21:44 CET
    ...            Universal time: Mon 2024-01-15 09:21:44 UTC
    ...                 Time zone: Europe/Berlin (CET, +0100)
    ... ''')
    host-clock lines 2-4 read
      host-clock: taken-time=1705314104 (2-2)
    >>> show(" 10:21:44 up 310 days,  4:02,  2 users,  load average: 0.52, 0.58, 0.59")
    uptime lines 1-1 read
      host-clock: up-seconds=26798520 (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Place, Reader, Reading, Row
from facts.stamps import stamp_at, stamp_line

_ASKING = r"(?:date(?:\s+(?:-R|-Is|-u|--utc|--iso-8601=\w+|--rfc-\S+))?|timedatectl(?:\s+status)?)\s*\Z"
_ASKS = lazy(rf"(?:.*(?:;|&&))?\s*+(?:sudo\s++)?(?:[A-Z_]{{2,12}}=\S*\s+){{0,9}}(?:/\S{{0,200}}/)?{_ASKING}")
_LOCAL = lazy(r"\s*Local time: (?:[A-Za-z]{2,4}\.? )?(?P<stamp>(?:19|20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d)")
_LATER = lazy(r"\s*[A-Z][\w ]{2,40}(?:: |:$)|\s{8,}[A-Z][a-z]{2} (?:19|20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d ")
_OF_TIMEDATECTL = (
    (
        "another field",
        lazy(
            r"\s*(?:Universal time|RTC time|Time ?zone|(?:System clock|NTP) synchronized|(?:systemd-timesyncd\.service|NTP|Network time"
            r"|NTP service)(?: \w+)?|RTC in local TZ|DST active|(?:Last|Next) DST change|Warning)\s*:"
        ),
    ),
    ("change of the clock", lazy(r"\s{8,}[A-Z][a-z]{2} (?:19|20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d ")),
)


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _LOCAL.match(lines[start]):
        return (start, start + 1) if _ASKS.match(command) and _seconds(lines[start]) is not None else None
    return start, run(lines, start + 1, _LATER)


def _seconds(line: str) -> float | None:
    if match := _LOCAL.match(line):
        found = stamp_at(match["stamp"])
        return found[0] if found else None
    return stamp_line(line)


def _read(output: Output) -> Reading:
    time = _seconds(output.lines[0])
    if time is None:
        return Reading()
    return Reading([Row("host-clock", {"taken-time": time}, output.span(0), time=time)])


_UP = lazy(
    r"(?:\s*\d{1,2}:\d\d(?::\d\d)?(?:\s*[ap]m)?)?\s+up\s+(?:(?P<days>\d+) days?(?:\(s\))?,\s*+)?"
    r"(?:(?P<hours>\d{1,2}):(?P<clock>\d\d),|(?P<minutes>\d+) min(?:s|\(s\))?,|(?P<hr>\d+) hr(?:s|\(s\))?,|\d+ secs?,|(?<=[\s,]))"
    r"\s*+(?:\d+ users?,\s*+)?load average"
)
_PROC_UPTIME = lazy(r"\s*(?P<seconds>\d{1,10}\.\d\d) \d{1,12}\.\d\d\s*\Z")
_ASKS_UPTIME = lazy(r"(?<!\s)\s*(?:cat|more|less) /proc/uptime\s*\Z")


def _extent_up(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    asked = _ASKS_UPTIME.match(command) and _PROC_UPTIME.match(lines[start])
    return (start, start + 1) if asked or _UP.match(lines[start]) else None


def _read_up(output: Output) -> Reading:
    if match := _PROC_UPTIME.match(output.lines[0]):
        seconds = float(match["seconds"])
    else:
        match = _UP.match(output.lines[0])
        if match is None:
            return Reading()
        parts = {name: int(value) for name, value in match.groupdict("0").items()}
        minutes = (parts["hours"] + parts["hr"]) * 60 + parts["clock"] + parts["minutes"]
        seconds = parts["days"] * 86_400.0 + minutes * 60.0
    return Reading([Row("host-clock", {"up-seconds": seconds}, output.span(0))])


HINTS = ("date", "Local time:", "load average", "/proc/uptime")
BEFORE = ("date_line",)
PLACES = (Place("(?P<tool>date|uptime)", "{tool}", ("db1/date", "uptime.txt")),)
READERS = (
    Reader("uptime", _UP, _extent_up, _read_up, _ASKS_UPTIME, of_no_use=()),
    Reader("host-clock", _LOCAL, _extent, _read, lazy(_ASKING), of_no_use=_OF_TIMEDATECTL),
)
