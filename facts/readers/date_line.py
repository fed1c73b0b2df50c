"""The line of ``date`` where it was typed with other commands: ``date; free -m``, ``hostname; date; multipath -ll``.

Outputs that hold such lines themselves, as loops print them, keep them. Without the command above a line
that is a date may be of anything.

Sample::

    >>> from facts.readers import show
    >>> show('''root@sap3:~ # hostname; date; swapon -s
    ... sap3
    ... Fri Oct 11 07:30:02 CEST 2019
    ... ''')
    hostname lines 2-2 nothing
    host-clock lines 3-3 read
      host-clock: taken-time=1570779002 (3-3)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.stamps import stamp_line

_TYPED = lazy(r"(?:.*[;&]\s*)?(?:LANG=\S+\s+|LC_ALL=\S+\s+|TZ=\S+\s+)?date(?:\s+(?:-R|-Is|-u|--utc))?\s*(?:\Z|;|&&)")
_BARE = lazy(r"\s*(?:[A-Z][a-z]{1,2}\.?,? .{12,30}|(?:19|20)\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S{0,10})\s*\Z")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return (start, start + 1) if _TYPED.match(command) and stamp_line(lines[start]) is not None else None


def _read(output: Output) -> Reading:
    time = stamp_line(output.lines[0])
    return Reading() if time is None else Reading([Row("host-clock", {"taken-time": time}, output.span(0), time=time)])


HINTS = ("date",)
READERS = (Reader("host-clock", _BARE, _extent, _read, leftover=True, of_no_use=()),)
