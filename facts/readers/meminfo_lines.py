"""Samples of /proc/meminfo with a line for each: what a loop with ``grep``, ``paste`` or ``echo`` writes of a few fields.

Sample::

    >>> from facts.readers import show
    >>> show('''2023-11-13 11:16:11 Dirty:     12012 kB  Writeback:         0 kB
    ... 2023-11-13 11:16:12 Dirty:        12 kB  Writeback:      4000 kB
    ... ''')
    meminfo-lines lines 1-2 read
      meminfo: dirty-and-writeback-peak-bytes=12300288 dirty-bytes=12288 samples=2 writeback-bytes=4096000 (1-2)
      system: os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from facts.kit import extent_of
from facts.patterns import lazy
from facts.readers.meminfo import _NAMES, BYTES
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_FIELD = lazy(r"(?P<name>[A-Z]\w{2,17}(?:\((?:anon|file)\))?):\s{0,16}(?P<kb>\d{1,15}) kB")
_STAMP = r"(?:(?P<date>\d{4}-\d\d-\d\d)[ T])?(?:(?P<clock>\d\d:\d\d:\d\d)(?:[.,]\d{1,9})?)?"
_LINE = lazy(
    rf"\s*{_STAMP}:?\s{{0,8}}(?P<fields>(?:(?:[A-Z]\w{{2,17}}(?:\((?:anon|file)\))?):\s{{0,16}}\d{{1,15}} kB(?:,?\s+|\s*\Z)){{2,12}})\Z"
)
_ELLIPSIS = lazy(r"\s*(?:\.{2,}|…)\s*\Z")


def _fields(line: str) -> dict[str, int] | None:
    """The fields of a sample in kB; None for any other line."""
    match = _LINE.match(line)
    if match is None:
        return None
    found = {field["name"]: int(field["kb"]) for field in _FIELD.finditer(match["fields"])}
    return found if _NAMES.issuperset(found) else None


_RUN = extent_of(_LINE, _ELLIPSIS, blanks=2)


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return _RUN(lines, start, command) if _fields(lines[start]) is not None else None


def _read(output: Output) -> Reading:
    """The last sample, and the peak over all where a sample shows both of what is dirty and what is being written."""
    reading = Reading()
    last, at, peak, samples = dict[str, int](), 0, -1, 0
    for index, line in enumerate(output.lines):
        fields = _fields(line)
        if fields is None:
            continue
        last, at, samples = fields, index, samples + 1
        reading.used.append(output.span(index))
        if {"Dirty", "Writeback"} <= set(fields):
            peak = max(peak, fields["Dirty"] + fields["Writeback"])
    values: dict[str, Value] = {slot: float(last[name] * 1024) for name, slot in BYTES.items() if name in last}
    if peak >= 0:
        values["dirty-and-writeback-peak-bytes"] = float(peak * 1024)
    row = Row("meminfo", {**values, "samples": samples}, output.whole, time=_time(output.lines[at]))
    reading.rows = [row, Row("system", {"os": "linux"}, output.span(0), inferred=True)]
    return reading


def _time(line: str) -> float | None:
    match = _LINE.match(line)
    if match is None or not match["date"] or not match["clock"]:
        return None
    try:
        return datetime.fromisoformat(f"{match['date']}T{match['clock']}").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None


HINTS = (" kB",)
READERS = (Reader("meminfo-lines", _LINE, _extent, _read, of_no_use=(("left out", _ELLIPSIS),)),)
