r"""``-verbose:gc`` of OpenJ9 and of IBM's Java 5 to 8: XML with how long each collection stopped the program.

Known forms: ``<exclusive-end ... durationms="...">`` since Java 6.26, in which the whole stop stands once; ``<time totalms="...">`` in
``<af>`` and ``<gc>`` before. Lines that grep found are read as well.

Sample::

    >>> from facts.readers import show
    >>> show('''<gc-end id="1211" type="global" contextid="1207" durationms="8321.312" usertimems="30211.1" systemtimems="12.2"
    ... timestamp="2021-02-03T10:11:12.123" activeThreads="4">
    ... <exclusive-end id="1220" timestamp="2021-02-03T10:11:12.125" durationms="8340.552" />
    ... ''')
    openj9-gc lines 1-3 read
      gc-log: full-pauses=1 long-pauses=1 longest-seconds=8.34055 output=input:1 pauses=1 total-seconds=8.34055 (1-3)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy, unnamed
from facts.reading import Output, Reader, Reading, Row, prompt_of
from facts.schema import Value

_XML = lazy(r"\s*(?:[\w./-]{0,80}:)?(?:\d+:)?</?[a-z][\w-]*(?:[ >/]|$)|\s+[a-z]+=\"|\w+=\"[^\"]*\"")
_STOP = lazy(r".{0,120}<exclusive-end\b.{0,200}?\bdurationms=\"(?P<ms>\d{1,9}(?:\.\d+)?)\"")
_GC_END = lazy(
    r".{0,120}<gc-end\b.{0,200}?\btype=\"(?P<type>[\w ]{1,30})\".{0,200}?\bdurationms=\"(?P<ms>\d{1,9}(?:\.\d+)?)\""
)
_OLD = lazy(r".{0,120}<time totalms=\"(?P<ms>\d{1,9}(?:\.\d+)?)\"")
_LONG_SECONDS = 1.0
_GAP = 3


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not any(pattern.match(lines[start]) for pattern in (_STOP, _GC_END, _OLD)):
        return None
    end = index = start + 1
    while index < len(lines) and index - end < _GAP and prompt_of(lines[index]) is None:
        index += 1
        if _XML.match(lines[index - 1]):
            end = index
    return start, end


def _read(output: Output) -> Reading:
    stops = [float(match["ms"]) / 1000 for pattern in (_STOP, _OLD) for _, match in output.matches(pattern)]
    ends = [(match["type"], float(match["ms"]) / 1000) for _, match in output.matches(_GC_END)]
    pauses = stops or [seconds for _, seconds in ends]
    used = output.matching(_STOP, _GC_END, _OLD)
    if not pauses:
        return Reading(used=used)
    values: dict[str, Value | bool] = {
        "output": output.label, "pauses": len(pauses), "longest-seconds": max(pauses), "total-seconds": sum(pauses),
        "long-pauses": sum(pause >= _LONG_SECONDS for pause in pauses),
    }  # fmt: skip
    if ends:
        values["full-pauses"] = sum(kind == "global" for kind, _ in ends)
    return Reading([Row("gc-log", values, output.whole)], used=used)


HINTS = ("<exclusive-end", "<gc-end", "<time totalms=")
READERS = (
    Reader(
        "openj9-gc",
        lazy("|".join(unnamed(pattern).pattern for pattern in (_STOP, _GC_END, _OLD))),
        _extent,
        _read,
        of_no_use=(("another element", _XML),),
    ),
)
