"""Garbage collection logs of Java: how long and how often the collector stopped the program.

Known forms: unified logging of Java 9 and later with any decorations (``[12.3s][info][gc] GC(3) Pause Full ...``), and what
``-XX:+PrintGC``, ``PrintGCDetails``, ``PrintGCDateStamps`` and ``PrintGCApplicationStoppedTime`` printed up to Java 8, of the
serial, parallel, CMS, G1, Z and Shenandoah collectors, among other output of the program. Only pauses count; concurrent
phases do not stop the program.

Samples::

    >>> from facts.readers import show
    >>> show('''[2023-05-03T10:11:12.123+0200][info][gc] GC(12) Pause Full (Allocation Failure) 1980M->1960M(2048M) 5234.567ms
    ... [2023-05-03T10:11:22.357+0200][info][gc] GC(13) Pause Young (Normal) (G1 Evacuation Pause) 1990M->1970M(2048M) 34.5ms
    ... ''')
    jvm-gc lines 1-2 read
      gc-log: collector=g1 first-time=1683101472 full-pauses=1 gave-up=0 heap-after-full-bytes=2055208960 \
heap-size-bytes=2147483648 last-time=1683101482 long-pauses=1 longest-seconds=5.23457 output=input:1 \
paused-percent=51.4859 pauses=2 span-seconds=10.234 total-seconds=5.26907 (1-2)

    >>> show('''27.329: [GC 325407K->83000K(776768K), 0.2300771 secs]
    ... 28.210: [Full GC 267628K->83769K(776768K), 1.8479984 secs]
    ... ''')
    jvm-gc lines 1-2 read
      gc-log: full-pauses=1 gave-up=0 heap-after-full-bytes=85779456 heap-size-bytes=795410432 long-pauses=1 \
longest-seconds=1.848 output=input:1 pauses=2 span-seconds=0.881 total-seconds=2.07808 (1-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from facts.patterns import lazy
from facts.readers.jvm_reports import PROGRAM
from facts.reading import Output, Reader, Reading, Row, prompt_of
from facts.schema import Value
from facts.units import bytes_of

# what the journal, docker or kubectl set in front, the name of the file as grep does, and the number of the line as grep and editors do
_FILE = (
    r"(?:[A-Z][a-z]{2} [ \d]\d [\d:]{8} \S{1,80} [\w.@-]{1,60}(?:\[\d+\])?: )?(?:[\w.-]{1,60} +\| ?)?"
    r"(?:\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6,9}(?:Z|[+-]\d\d:\d\d) )?"
    r"\s{0,4}(?:[\w./-]{0,80}gc[\w.-]{0,40}:)?(?:\d{1,9}[:\t ] ?(?=\[|\d{4}-\d\d-|\d{1,9}[.,]\d{3}: ))?"
)
_UNIFIED = lazy(rf"{_FILE}(?P<decorations>(?:\[[^\[\]]{{1,60}}\]){{1,8}}) ?(?P<message>\S.*)")
_GC_TAG = lazy(r"\[(?:gc|safepoint)[\w,+ ]*\]")
_STAMP = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.,]\d{3}[+-]\d{4}"
_OLD = lazy(
    rf"{_FILE}(?:(?P<stamp>{_STAMP}): ?)?(?:(?P<uptime>\d+[.,]\d{{3,6}}): ?)?(?:#\d+: ?)?(?P<message>\[(?:Full )?GC(?:\b|(?=\d{{4}}-)).*)"
)
_STOPPED = lazy(
    rf"{_FILE}(?:(?P<stamp>{_STAMP}): ?)?(?:(?P<uptime>\d+[.,]\d{{3}}): ?)?.{{0,80}}?Total time for which application threads "
    r"were stopped: (?P<seconds>\d+[.,]\d+) seconds"
)
_TOLD = lazy(r" secs\]|fail")
"""Of a collection that is printed on several lines, those that tell something."""
_MORE = lazy(
    rf"{_FILE}(?:{_STAMP}: )?(?:\d+[.,]\d{{3,6}}: )?(?:#\d+: )?(?:\[|\s*\[|\s*[-:] ?(?:age|\d+K)|\s*Desired survivor|\s*\{{?Heap|\s*\}}"
    r"|\s*(?:par new|concurrent mark|PSYoung|ParOld|PSOld|Metaspace|def new|tenured|eden|from|to|object|class space|region size"
    r"|garbage-first|concurrent-mark-sweep|compacting perm|the space|r[ow] space|No shared|(?:Avg|Sum|Min):)(?!\w)"
    r"|\s*Java HotSpot|\s*OpenJDK|\s*Memory: \d|\s*CommandLine flags|\s*\(|\s*, \d|\s*$|Total time for|.{0,60}application threads)"
)
_MS = lazy(
    r"(?P<what>(?:[YyOo]: )?Pause\b.*?|Allocation Stall.*?|(?>.*?Pause Degenerated).*?) (?P<ms>\d+[.,]\d{1,6})ms\s*$"
)
_HEAP = lazy(
    r"(?<!\d)(?P<before>\d+(?:[.,]\d+)?)(?P<bu>[BKMG])(?:\([^()]*\))?->(?P<after>\d+(?:[.,]\d+)?)(?P<au>[BKMG])\((?P<size>\d+(?:[.,]\d+)?)(?P<su>[BKMG])\)"
)
_INNER = lazy(
    r"\[(?:Metaspace|CMS Perm|PSPermGen|Perm|PSYoungGen|ParOldGen|PSOldGen|ParNew|DefNew|Tenured|Eden)\s?:[^\[\]]{0,200}\]"
)
_SECS = lazy(r", (?P<seconds>\d+[.,]\d{3,9}) secs\]")
_TIMES = lazy(r"\[Times: user=(?P<user>\d+[.,]\d+) sys=(?P<sys>\d+[.,]\d+),? real=(?P<real>\d+[.,]\d+) secs\]")
_CPU = lazy(
    r"(?:GC\((?P<number>\d+)\) )?User=(?P<user>\d+[.,]\d+)s Sys=(?P<sys>\d+[.,]\d+)s Real=(?P<real>\d+[.,]\d+)s"
)
_SAFEPOINT = lazy(
    r"Safepoint \"(?=[^\"]*(?:Collect|GC|Pause|Mark|Relocate|Shenandoah|XOperation|ZOperation))[^\"]{1,60}\", .*Total: +(?P<ns>\d{1,15}) ns"
)
"""Of a collection; a safepoint for another purpose may wait for a thread that does not come to it."""
_MAX_HEAP = lazy(r"-XX:MaxHeapSize=(?P<bytes>\d{6,16})\b|\b(?:Heap )?Max Capacity: (?P<size>\d+)(?P<unit>[KMG])")
# the parallel collector writes a failed promotion as `[GC--`
_GAVE_UP = lazy(
    r"concurrent mode failure|promotion failed|[Tt]o-space (?:exhausted|overflow)|Evacuation Failure|Allocation Stall|Degenerated"
    r"|promotion failure size|\[GC(?: \([^()]{1,40}\) )?--"
)
_NUMBERED = lazy(r".*?\bGC\((?P<number>\d+)\) ")
_ANNOUNCED = lazy(r"[^\[]*(?:\[[^\[\]]{1,60}\])*?\[(?:gc,start|safepoint)\b")
_COLLECTORS = (
    ("z", lazy(r"Using The Z Garbage Collector|Pause Mark Start|UseZGC|Pause Relocate Start")),
    ("shenandoah", lazy(r"Using Shenandoah|Pause Init Mark|Pause Degenerated|UseShenandoahGC")),
    ("g1", lazy(r"Using G1|G1 (?:Evacuation|Humongous|Compaction|Preventive)|GC pause|UseG1GC|garbage-first")),
    ("cms", lazy(r"Using Concurrent Mark Sweep|CMS|ParNew|UseConcMarkSweepGC")),
    ("parallel", lazy(r"Using Parallel|PSYoungGen|ParOldGen|UseParallelGC|Ergonomics")),
    ("serial", lazy(r"Using Serial|DefNew|UseSerialGC")),
)  # fmt: skip
_PARTIAL = lazy(r"\b(?:e|z|f)?grep\b|\b(?:head|awk|sed)\b")
_LONG_SECONDS = 1.0
_GAP = 4
_HEAD = lazy(r"Java HotSpot|OpenJDK|Memory: \d|CommandLine flags")
_HEAD_LINES = 20
_MOST_PAUSES = 1_000_000
_LONGEST_COLLECTION = 4000


@dataclass(slots=True)
class _Log:
    pauses: list[float] = field(default_factory=list)
    cpu: dict[int, float] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    stopped: list[float] = field(default_factory=list)
    full: int = 0
    gave_up: int = 0
    failed: str = ""
    open: str = ""
    depth: int = 0
    after_full: float | None = None
    size: float = 0.0
    most: float | None = None
    collector: str = ""
    uptimes: list[float] = field(default_factory=list)
    stamps: list[float] = field(default_factory=list)


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _is_gc(line: str) -> bool:
    """Whether a line carries the mark of a collection, and is no start of a phase alone: a log may begin there."""
    if (match := _UNIFIED.match(line)) and _GC_TAG.search(match["decorations"]):
        return True
    return _OLD.match(line) is not None or _STOPPED.match(line) is not None


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _is_gc(lines[start]):
        return None
    begin = start
    while begin > 0 and start - begin < _HEAD_LINES and (_is_gc(lines[begin - 1]) or _HEAD.match(lines[begin - 1])):
        begin -= 1
    end = index = start + 1
    while index < len(lines) and index - end < _GAP and prompt_of(lines[index]) is None:
        index += 1
        if _is_gc(lines[index - 1]) or (
            index - 1 == end and lines[index - 1].strip() and _MORE.match(lines[index - 1])
        ):
            end = index
    return begin, end


def _read(output: Output) -> Reading:
    log = _Log()
    used = [output.span(index) for index, line in enumerate(output.lines) if _line(log, line)]
    if not log.pauses and not log.stopped:
        return Reading(used=used)
    complete = frozenset() if _PARTIAL.search(output.command) else frozenset(("gc-log",))
    return Reading([Row("gc-log", _values(log, output), output.whole)], used=used, complete=complete)


def _line(log: _Log, line: str) -> bool:
    """Take what a line tells; whether it tells anything."""
    before = (len(log.pauses), len(log.stopped), len(log.cpu), log.collector, log.most, log.size, log.gave_up)
    _gave_up(log, line)
    if not log.collector:
        log.collector = next((name for name, pattern in _COLLECTORS if pattern.search(line)), "")
    _take(log, line)
    return before != (len(log.pauses), len(log.stopped), len(log.cpu), log.collector, log.most, log.size, log.gave_up)


def _take(log: _Log, line: str) -> None:
    if match := _MAX_HEAP.search(line):
        log.most = float(match["bytes"]) if match["bytes"] else float(int(match["size"]) * bytes_of(match["unit"]))
    if match := _STOPPED.match(line):
        log.stopped.append(_number(match["seconds"]))
        _moment(log, match["stamp"], match["uptime"])
    elif (match := _UNIFIED.match(line)) and _GC_TAG.search(match["decorations"]):
        _unified(log, match["decorations"], match["message"])
    elif match := _OLD.match(line):
        if not re.match(r"\[GC concurrent-", match["message"]):
            log.open, log.depth = "", 0
            _collection(log, match["message"])
            _moment(log, match["stamp"], match["uptime"])
    elif "[1 CMS-remark: " in line or (log.depth and "[0x" not in line):
        _collection(log, line)
    elif (times := _TIMES.search(line)) and "concurrent" not in line and log.pauses:
        log.cpu[len(log.pauses) - 1] = _number(times["user"]) + _number(times["sys"])
    elif heap := _last_heap(line.partition("Heap:")[2]):
        log.size = max(log.size, heap[1])


def _gave_up(log: _Log, line: str) -> None:
    """Count a collection that gave up once, in however many lines it says so."""
    if log.failed == "open" and _OLD.match(line):
        log.failed = ""
    if _GAVE_UP.search(line) is None or _ANNOUNCED.match(line):
        return
    match = _NUMBERED.match(line)
    name = match["number"] if match else "open" if log.depth and not _OLD.match(line) else ""
    if not name or name != log.failed:
        log.gave_up += 1
    log.failed = name or "open"


def _moment(log: _Log, stamp: str | None, uptime: str | None) -> None:
    if stamp and (time := _time(stamp)) is not None:
        log.stamps.append(time)
    if uptime:
        log.uptimes.append(_number(uptime))


def _time(text: str) -> float | None:
    try:
        return datetime.strptime(text.replace(",", "."), "%Y-%m-%dT%H:%M:%S.%f%z").timestamp()
    except ValueError:
        return None


def _unified(log: _Log, decorations: str, message: str) -> None:
    if cpu := _CPU.search(message):
        number = log.numbers.get(cpu["number"] or "", len(log.pauses) - 1)
        if number >= 0:
            log.cpu[number] = _number(cpu["user"]) + _number(cpu["sys"])
        return
    if safepoint := _SAFEPOINT.match(message):
        log.stopped.append(int(safepoint["ns"]) / 1e9)
        return
    number_of = re.match(r"GC\((\d+)\) ", message)
    text = message[number_of.end() :] if number_of else message
    match = _MS.match(text)
    if match is None:
        return
    full = "Pause Full" in match["what"]
    _pause(log, _number(match["ms"]) / 1000, full, _last_heap(match["what"]))
    if number_of:
        log.numbers[number_of[1]] = len(log.pauses) - 1
    if stamp := re.search(rf"\[({_STAMP})\]", decorations):
        _moment(log, stamp[1], None)
    if uptime := re.search(r"\[(\d+[.,]\d{3})s *\]", decorations):
        _moment(log, None, uptime[1])
    elif millis := re.search(r"\[(\d{1,15})ms\]", decorations):
        log.uptimes.append(int(millis[1]) / 1000)


def _collection(log: _Log, line: str) -> None:
    """Take one more line of a collection; other messages may stand between its lines, so it ends with its last bracket."""
    log.depth += line.count("[") - line.count("]")
    if not log.open or _TOLD.search(line):
        log.open += line
    if log.depth <= 0 or len(log.open) > _LONGEST_COLLECTION:
        _old(log, log.open)
        log.open, log.depth = "", 0


def _old(log: _Log, message: str) -> None:
    times = next(reversed(list(_TIMES.finditer(message))), None)
    seconds = [_number(match["seconds"]) for match in _SECS.finditer(message)]
    if not seconds and times is None:
        return
    # the last figure is that of the whole pause; user, sys and real have two digits only
    longest = seconds[-1] if seconds else _number(times["real"]) if times else 0.0
    full = message.startswith("[Full GC") or "concurrent mode failure" in message or "promotion failed" in message
    _pause(log, longest, full, _last_heap(message))
    if times is not None:
        log.cpu[len(log.pauses) - 1] = _number(times["user"]) + _number(times["sys"])


def _last_heap(text: str) -> tuple[float, float] | None:
    """The heap after a collection and its size: the last such figures that are not those of a part of it."""
    found = list(_HEAP.finditer(_INNER.sub("", text)))
    if not found:
        return None
    last = found[-1]
    return _number(last["after"]) * bytes_of(last["au"]), _number(last["size"]) * bytes_of(last["su"])


def _pause(log: _Log, seconds: float, full: bool, heap: tuple[float, float] | None) -> None:
    if len(log.pauses) >= _MOST_PAUSES:
        return
    log.pauses.append(seconds)
    log.full += full
    if heap is not None:
        log.size = max(log.size, heap[1])
        if full:
            log.after_full = heap[0]


def _values(log: _Log, output: Output) -> dict[str, Value | bool]:
    pauses = log.pauses or log.stopped
    longest = max(range(len(pauses)), key=lambda n: pauses[n])
    values: dict[str, Value | bool] = {
        "output": output.label, "pauses": len(pauses), "longest-seconds": pauses[longest], "total-seconds": sum(pauses),
        "long-pauses": sum(pause >= _LONG_SECONDS for pause in pauses), "gave-up": log.gave_up,
    }  # fmt: skip
    if log.pauses:
        values["full-pauses"] = log.full
        if longest in log.cpu:
            values["longest-cpu-seconds"] = log.cpu[longest]
    if log.collector:
        values["collector"] = log.collector
    size = log.most or log.size
    if size:
        values["heap-size-bytes"] = size
    if log.after_full is not None:
        values["heap-after-full-bytes"] = log.after_full
    moments = log.uptimes if len(log.uptimes) > 1 else log.stamps
    if len(moments) > 1 and (span := max(moments) - min(moments)) > 0:
        values["span-seconds"] = span
        if span >= _LONG_SECONDS and (share := 100 * sum(pauses) / span) <= 100:
            values["paused-percent"] = share
    if log.stamps:
        values["first-time"], values["last-time"] = min(log.stamps), max(log.stamps)
    return values


HINTS = ("GC", "[gc", "application threads were stopped", "[safepoint")
READERS = (
    Reader(
        "jvm-gc",
        lazy(
            rf"{_FILE}(?:\[[^\[\]]{{1,60}}\].*\b(?:GC|Pause|Safepoint|Using|Heap)\b|(?:{_STAMP}: ?)?(?:\d+[.,]\d{{3,6}}: ?)?"
            r"(?:#\d+: ?)?(?:\[(?:Full )?GC(?:\b|(?=\d{4}-))|.{0,80}?Total time for which application threads))"
        ),
        _extent,
        _read,
        of_no_use=(
            ("no pause", _UNIFIED),
            ("no pause", _OLD),
            ("detail", _MORE),
            ("detail", _TIMES),
            ("head", _HEAD),
            ("message of the program", PROGRAM),
        ),
    ),
)
