'''``orachk`` and ``exachk``: how many huge pages Oracle's health check found, and how many the active SGAs need.

Sample::

    >>> from facts.readers import show
    >>> show("""Total current hugepages (2101) are greater than or equal to
    ... estimated requirements for all currently active SGAs (1850).
    ... """)
    orachk lines 1-2 read
      meminfo: huge-pages-total=2101 (1-2)
      shared-memory: huge-pages-needed=1850 owner=oracle (1-2)
      system: os=linux (1-2)
'''

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, prompt_of

_TOTAL = lazy(r"\s*(?:Total current )?[Hh]uge ?[Pp]ages \((?P<total>\d{1,12})\) are (?:less|greater)\b")
_NEEDED = lazy(r".{0,200}requirements? for all (?:currently )?active SGAs? \((?P<needed>\d{1,12})\)")
_MOST = 3
"""So many lines at most has the sentence, wrapped."""


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    for index in range(start, min(len(lines), start + _MOST)):
        if index > start and prompt_of(lines[index]) is not None:
            break
        if _NEEDED.match(lines[index]):
            return start, index + 1
    return None


def _read(output: Output) -> Reading:
    (_, total), (_, needed) = next(iter(output.matches(_TOTAL))), next(iter(output.matches(_NEEDED)))
    rows = [
        Row("meminfo", {"huge-pages-total": int(total["total"])}, output.whole),
        Row("shared-memory", {"huge-pages-needed": int(needed["needed"]), "owner": "oracle"}, output.whole),
        Row("system", {"os": "linux"}, output.whole, inferred=True),
    ]
    return Reading(rows, used=[output.whole])


HINTS = ("ugepages (", "uge pages (")
READERS = (Reader("orachk", _TOTAL, _extent, _read, of_no_use=()),)
