"""When the host was booted: ``last reboot``, ``who -b``, ``uptime -s``.

``last`` prints the year only with ``-F`` (``-x -F``), and old systems have no such option; without a year no time is
taken. ``who -b`` prints the date as the locale has it; only one with a year counts.

Sample::

    >>> from facts.readers import show
    >>> show('''reboot   system boot  5.14.0-427.13.1. Mon May 13 09:02:11 2024   still running
    ... reboot   system boot  5.14.0-362.8.1.e Tue Jan  2 07:15:40 2024 - Mon May 13 08:59:58 2024 (132+00:44)
    ... ''')
    boots lines 1-2 read
      system-change: number=1 source=boot text=boot of 5.14.0-427.13.1. time=1715590931 (1-1)
      system-change: number=2 source=boot text=boot of 5.14.0-362.8.1.e time=1704179740 (2-2)

    >>> show('''         system boot  2024-05-13 09:02
    ... ''')
    boots lines 1-1 read
      system-change: number=1 source=boot text=boot time=1715590920 (1-1)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import ANY, Values, run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.stamps import stamp_at

_LAST = lazy(r"reboot\s+(?:system boot|~)\s+(?P<rest>\S.*)$")
_WHO = lazy(r"\s*(?:\.\s+)?(?:system boot|Systemstart)\s+(?P<date>(?:19|20)\d\d-\d\d-\d\d \d\d:\d\d)\b")
_DATED = lazy(
    r"(?:0\.0\.0\.0(?=\s))?(?P<kernel>\S*)\s*(?P<date>[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (?:19|20)\d\d)"
)
_SINCE = lazy(r"\s*(?:19|20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d\s*$")
# what else `last` prints
_OF_LAST = (
    ("boot without a year", _LAST),
    (
        "login",
        lazy(r"\S{1,32}\s+\S.{0,80}? [A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d.*(?: - |still|gone|no logout)"),
    ),
    ("where the record begins", lazy(r"[bw]?tmp(?:\.\S+)? begins ")),
)
_UPTIME = lazy(r"\buptime\s+(?:-s|--since)\b")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _WHO.match(lines[start]):
        return start, start + 1
    if not _LAST.match(lines[start]):
        return None
    begin = start
    while begin and _OF_LAST[1][1].match(lines[begin - 1]):
        begin -= 1
    return begin, run(lines, start + 1, *(pattern for _, pattern in _OF_LAST), blanks=ANY)


def _row(output: Output, index: int, text: str, kernel: str) -> list[Row]:
    found = stamp_at(re.sub(r"\s+", " ", text))
    if found is None:
        return []
    values: Values = {"source": "boot", "number": output.span(index)[0], "time": found[0],
                                       "text": f"boot of {kernel}" if kernel else "boot"}  # fmt: skip
    return [Row("system-change", values, output.span(index), time=found[0])]


def _read(output: Output) -> Reading:
    reading = Reading()
    for index, line in enumerate(output.lines):
        reading.used.append(output.span(index))
        if match := _WHO.match(line):
            reading.rows.extend(_row(output, index, f"{match['date']}:00", ""))
        elif (match := _LAST.match(line)) and (dated := _DATED.match(match["rest"])):
            reading.rows.extend(_row(output, index, dated["date"], dated["kernel"]))
        else:
            reading.used.pop()
    return reading


def _since_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return (start, start + 1) if _UPTIME.search(command) and _SINCE.match(lines[start]) else None


def _read_since(output: Output) -> Reading:
    return Reading(_row(output, 0, output.lines[0].strip(), ""))


HINTS = ("system boot", "Systemstart", "reboot   ~", "uptime")
READERS = (
    Reader(
        "boots",
        lazy(r"reboot\s+(?:system boot|~)\s|\s*(?:\.\s+)?(?:system boot|Systemstart)\s"),
        _extent,
        _read,
        of_no_use=_OF_LAST,
    ),
    Reader("boots", None, _since_extent, _read_since, commands=_UPTIME, of_no_use=()),
)
