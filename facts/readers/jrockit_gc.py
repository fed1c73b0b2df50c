"""``-Xverbose:gc`` and ``-Xverbose:memory,gcpause`` of JRockit: how long and how often its collector stopped the program.

Known forms: 1.4.2 and R27 (``9.385: Nursery GC 123930K->27087K (1048576K), 53.417 ms``), R28 (``[OC#1] 24.930-24.979: OC
464309KB->...``), each with any decorations. A concurrent collection stops the program several times; how long at most tell R28
and ``gcpause``. An emergency parallel sweep is a concurrent collection that came too late.

Sample::

    >>> from facts.readers import show
    >>> show('''[memory ] heap size: 1048576K, maximal heap size: 1048576K
    ... [memory ] 9.385: Nursery GC 123930K->27087K (1048576K), 53.417 ms
    ... [memory ] 226.002-226.547: GC 1048576K->133204K (1048576K), 544.511 ms
    ... ''')
    jrockit-gc lines 1-3 read
      gc-log: full-pauses=1 gave-up=0 heap-after-full-bytes=136400896 heap-size-bytes=1073741824 long-pauses=0 \
longest-seconds=0.544511 output=input:1 paused-percent=0.27603 pauses=2 span-seconds=216.617 total-seconds=0.597928 (1-3)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.stamps import stamp_at

_DECORATED = (
    r"\s{0,4}(?=(?:\[[^\[\]]{1,40}\] ?){0,3}\[(?:memory|gcpause|gcreport|nursery|alloc|compact|refobj)\s*\])"
    r"(?:\[[^\[\]]{1,40}\]){1,4}(?:[ \t]|\Z)"
)
_LINE = lazy(rf"{_DECORATED}\s*(?P<message>.*)")
_MODULE = lazy(r"\s{0,4}\[[^\[\]]{1,40}\]")
_COLLECTION = lazy(
    r"(?:\[[OY]C#\d+\] )?(?P<start>\d+\.\d{3})(?:-(?P<end>\d+\.\d{3}))?: (?P<kind>(?:parallel )?[Nn]ursery GC|GC|OC|YC) "
    r"\d+KB?->(?P<after>\d+)KB? \((?P<heap>\d+)KB?\), (?:[\d.]+ s, )?(?:sum of pauses )?(?P<ms>\d+\.\d+) ms"
    r"(?:, longest pause (?P<longest>\d+\.\d+) ms)?\.?\s*\Z"
)
_BEGUN = lazy(r"(?:\[[OY]C#\d+\] )?\d+\.\d{3}(?:-\d+\.\d{3})?: (?![OY]C started)")
_PHASE = lazy(r"(?:old collection phase [\d-]+|nursery collection) pause time: (?P<ms>\d+\.\d+) ms")
_HEAP = lazy(r"[Hh]eap size: \d+KB?, maximal heap size: (?P<most>\d+)KB?")
_EMERGENCY = lazy(r"(?:\[[OY]C#\d+\] )?Changing GC strategy .*Emergency parallel sweep")
_STAMP = lazy(r"\[(?P<stamp>[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (?:[A-Z]+ )?\d{4})\]")
_PARTIAL = lazy(r"\b(?:e|z|f)?grep\b|\b(?:head|awk|sed)\b")
_GAP = 4
_LONG_SECONDS = 1.0
_ONE_STOP = 0.85
"""A collection that stopped the program for such a part of its time stopped it once."""


@dataclass(slots=True)
class _Log:
    sums: list[float] = field(default_factory=list)
    longest: list[float | None] = field(default_factory=list)
    full: int = 0
    gave_up: int = 0
    after_full: float | None = None
    heap: float = 0.0
    most: float = 0.0
    phase: float | None = None
    uptimes: list[float] = field(default_factory=list)
    stamps: list[float] = field(default_factory=list)

    def line(self, line: str, message: str) -> bool:
        """Take a line; whether it tells anything."""
        if match := _HEAP.match(message):
            self.most = float(match["most"]) * 1024
        elif match := _PHASE.match(message):
            self.phase = max(self.phase or 0.0, float(match["ms"]) / 1000)
        elif _EMERGENCY.match(message):
            self.gave_up += 1
        elif match := _COLLECTION.match(message):
            seconds, start = float(match["ms"]) / 1000, float(match["start"])
            lasted = float(match["end"]) - start if match["end"] else seconds
            old, once = match["kind"] in ("GC", "OC"), seconds >= _ONE_STOP * lasted
            told = float(match["longest"]) / 1000 if match["longest"] else self.phase
            self.sums.append(seconds)
            self.longest.append(told if told is not None else seconds if once else None)
            self.phase = None
            self.full += old and once
            self.after_full = float(match["after"]) * 1024 if old else self.after_full
            self.heap = max(self.heap, float(match["heap"]) * 1024)
            self.uptimes.append(start)
            if (stamp := _STAMP.search(line)) and (found := stamp_at(stamp["stamp"])):
                self.stamps.append(found[0])
        else:
            return False
        return True

    def values(self) -> dict[str, Value | bool]:
        """The slots of the log."""
        values: dict[str, Value | bool] = {
            "pauses": len(self.sums), "total-seconds": sum(self.sums), "full-pauses": self.full, "gave-up": self.gave_up,
        }  # fmt: skip
        known = max((seconds for seconds in self.longest if seconds is not None), default=0.0)
        unknown = [total for total, seconds in zip(self.sums, self.longest, strict=True) if seconds is None]
        if known >= max(unknown, default=0.0):
            values["longest-seconds"] = known
        if not any(total >= _LONG_SECONDS for total in unknown):
            values["long-pauses"] = sum(seconds >= _LONG_SECONDS for seconds in self.longest if seconds is not None)
        if size := self.most or self.heap:
            values["heap-size-bytes"] = size
        if self.after_full is not None:
            values["heap-after-full-bytes"] = self.after_full
        if (span := max(self.uptimes) - min(self.uptimes)) > 0:
            values["span-seconds"] = span
            if span >= _LONG_SECONDS and (share := 100 * sum(self.sums) / span) <= 100:
                values["paused-percent"] = share
        if self.stamps:
            values["first-time"], values["last-time"] = min(self.stamps), max(self.stamps)
        return values


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start + 1
    found = 0
    for index in range(start, len(lines)):
        if index - end >= _GAP or prompt_of(lines[index]) is not None:
            break
        if match := _LINE.match(lines[index]):
            end, found = index + 1, found + any(form.match(match["message"]) for form in (_COLLECTION, _HEAP))
    return (start, end) if found else None


def _read(output: Output) -> Reading:
    log, reading = _Log(), Reading()
    for index, line in enumerate(output.lines):
        if (match := _LINE.match(line)) is None:
            continue
        if log.line(line, match["message"]):
            reading.used.append(output.span(index))
        elif _BEGUN.match(match["message"]):
            reading.refusals.append(Refusal(output.span(index), "the line of a collection is cut or damaged"))
    if log.sums:
        time = max(log.stamps, default=None)
        reading.rows.append(Row("gc-log", {"output": output.label, **log.values()}, output.whole, time=time))
        if not _PARTIAL.search(output.command):
            reading.complete = frozenset(("gc-log",))
    return reading


HINTS = ("[memory", "[gcpause")
READERS = (
    Reader(
        "jrockit-gc",
        _LINE,
        _extent,
        _read,
        of_no_use=(
            ("no pause", _LINE),
            ("message of the program", _MODULE),
            ("memory of the process", lazy(r"\s\[[0-9a-f]{8,16} - [0-9a-f]{8,16}\]|\s\d+MB committed")),
        ),
    ),
)
