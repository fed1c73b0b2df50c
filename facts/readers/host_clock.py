"""``date``, ``timedatectl``: what the host's own clock said when it was captured.

Only the command above, or the place of the file, tells that a line is that: captures hold dates of many things. It is what
the age of everything else that was seen on the host is counted from. sos 4 has ``timedatectl`` where older ones have
``date``. Both count as the host's own clock, whatever its zone.

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
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.stamps import stamp_at, stamp_line

_ASKS = lazy(
    r"\s*(?:sudo\s+)?(?:/\S*/)?(?:date(?:\s+(?:-R|-Is|-u|--utc|--iso-8601=\w+|--rfc-\S+))?|timedatectl(?:\s+status)?)\s*\Z"
)
_LOCAL = lazy(r"\s*Local time: (?:[A-Za-z]{2,4}\.? )?(?P<stamp>(?:19|20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d)")
_LATER = lazy(r"\s*[A-Z][\w ]{2,40}(?:: |:$)")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _LOCAL.match(lines[start]):
        return (start, start + 1) if _ASKS.match(command) and _seconds(lines[start]) is not None else None
    end = start + 1
    while end < len(lines) and _LATER.match(lines[end]):
        end += 1
    return start, end


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


READERS = (Reader("host-clock", _LOCAL, _extent, _read, _ASKS),)
