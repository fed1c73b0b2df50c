"""Pauses of the garbage collector as Java servers report them in their own logs.

Hadoop, HBase, Ozone and Alluxio (``JvmPauseMonitor``), Elasticsearch and OpenSearch (``JvmGcMonitorService``, ``monitor.jvm``
before 5), Cassandra (``GCInspector``), Neo4j (``MonitorGc``, ``VmPauseMonitorComponent``). They report only what is long, so
short pauses are not known from them. A monitor that measures how long nothing ran tells of the collector only where
collections are named with it; else, as with HBase's ``Sleeper`` and the timers of Cassandra and Elasticsearch, the program
stood still and does not know why. A cycle of a concurrent collector does not stop the program: ConcurrentMarkSweep, ZGC and
Shenandoah of Cassandra are left out, unless the program says right after one that it stood still for as long; and of
Elasticsearch counts what its monitor was late by at most.

``nodetool gcstats`` sums up what Cassandra's collectors did since it was asked last.

Samples::

    >>> from facts.readers import show
    >>> show('''2021-03-01 11:02:11,331 WARN org.apache.hadoop.util.JvmPauseMonitor: Detected pause in JVM or host machine (eg GC): pause of approximately 18112ms
    ... GC pool 'PS MarkSweep' had collection(s): count=1 time=18011ms
    ... ''')
    jvm-reports lines 1-2 read
      gc-log: long-pauses=1 longest-seconds=18.011 output=input:1 pauses=1 total-seconds=18.011 (1-2)

    >>> show('''[2024-11-02T08:02:24,331][WARN ][o.e.m.j.JvmGcMonitorService] [es3] [gc][old][812331][88] duration [13s], collections [1]/[13.4s], total [13s]/[41.2m], memory [30.1gb]->[30gb]/[31gb]
    ... [2024-11-02T08:02:24,332][WARN ][o.e.m.j.JvmGcMonitorService] [es3] [gc][812331] overhead, spent [13s] collecting in the last [13.4s]
    ... ''')
    jvm-reports lines 1-2 read
      gc-log: long-pauses=1 longest-seconds=13 output=input:1 overhead-max-percent=97.0149 overhead-warnings=1 pauses=1 total-seconds=13 (1-2)

    >>> show('''java.lang.OutOfMemoryError: GC overhead limit exceeded
    ... ''')
    jvm-reports lines 1-1 read
      gc-log: gave-up=1 output=input:1 overhead-max-percent=98 overhead-warnings=1 (1-1)

    >>> show('''       Interval (ms) Max GC Elapsed (ms)Total GC Elapsed (ms)Stdev GC Elapsed (ms)   GC Reclaimed (MB)         Collections      Direct Memory Bytes
    ...               600214               14211              412880                3120         90122114048                  88                       -1
    ... ''')
    nodetool-gcstats lines 1-2 read
      gc-log: longest-seconds=14.211 output=input:1 paused-percent=68.7888 pauses=88 span-seconds=600.214 total-seconds=412.88 (2-2)
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import extent_of
from facts.patterns import lazy
from facts.readers.log_shapes import Tells
from facts.reading import Output, Reader, Reading, Row, prompt_of
from facts.schema import Value

PROGRAM = lazy(
    r"\s*(?:[\[(]?(?:\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d)|[\[(]?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|SEVERE|FATAL)\b|at [\w.$]+\("
    r"|Caused by: |\.\.\. \d+ more)"
)
_HADOOP = lazy(
    r".{0,300}Detected pause in JVM or host machine \(eg GC\): pause of approximately (?P<number>\d{1,15})(?P<unit>ms|ns)"
    r"(?P<none>[.,;]? *No GCs detected)?"
)
# a container's name may stand before each line
_CONTAINER = r"(?:[\w.-]{1,60} +\| ?)?"
_POOL = lazy(
    rf"\s*{_CONTAINER}GC pool '(?P<pool>[^']{{1,60}})' had collection\(s\): count=\d{{1,9}} time=(?P<ms>\d{{1,9}})ms"
)
_NONE = lazy(rf"\s*{_CONTAINER}No GCs detected")
_NEO4J = lazy(
    r".{0,200}\bGC Monitor: Application threads blocked for (?P<ms>\d{1,9})ms"
    r"|.{0,200}Detected VM stop-the-world pause: \{pauseTime=(?P<pause>\d{1,9}), gcTime=(?P<gc>\d{1,9}), gcCount=\d{1,9}\}"
)
_STALL = lazy(
    r".{0,300}(?:\bSleeper: We slept (?P<slept>\d{1,9})ms instead of (?P<wanted>\d{1,9})ms"
    r"|\btimer thread slept for \[[^/\]]{1,20}/(?P<timer>\d{1,9})ms\] on absolute clock"
    r"|\bNot marking nodes down due to local pause of (?P<local>\d{1,15})(?: >|ns| \(ns\)))"
)
"""What a program says of a time in which it did not run, by its own clock, without knowing why."""
_ELASTIC = lazy(
    r".{0,300}\[gc\]\[\w{1,20}\]\[(?P<number>\d+)\]\[\d+\] duration \[(?P<spent>\d{1,6}(?:\.\d{1,3})?(?:ms|s|m|h))\],"
    r" collections \[(?P<count>\d{1,6})\]/\[(?P<span>\d{1,6}(?:\.\d{1,3})?(?:ms|s|m|h))\]"
)
_OVERHEAD = lazy(
    r".{0,300}\[gc\]\[(?P<number>\d+)\] overhead, spent \[(?:(?P<spent>\d{1,6}(?:\.\d{1,3})?(?:ms|s|m|h))\] collecting in the last"
    r" \[(?P<span>\d{1,6}(?:\.\d{1,3})?(?:ms|s|m|h))\])?"
)
_LIMIT = lazy(r".{0,300}\bOutOfMemoryError: GC overhead limit exceeded\b")
"""Java gives up where a collector took more than 98 percent of the time and freed less than 2 percent of the heap."""
_WARNED = 50.0  # percent
_LIMIT_PERCENT = 98.0
_CASSANDRA = lazy(
    r".{0,200}\bGCInspector\.java(?::\d+| \(line \d+\)) (?:- )?(?:(?P<name>[A-Z][\w ]{1,40}?) GC in (?P<ms>\d{1,9})ms"
    r"|GC for (?P<old>[A-Z]\w{1,40}): (?P<oldms>\d{1,9}) ms for (?P<count>\d{1,6}) collections)"
)
_AS_LONG = (0.75, 1.1)
"""A cycle that stopped the program took such a part of the pause that the program noticed after it."""
_CONCURRENT = lazy(r"ConcurrentMarkSweep|ZGC|Shenandoah|Concurrent")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_LONG_SECONDS = 1.0
_MONITOR_SECONDS = 1.0
_GCSTATS_LEAST = 30.0
"""Seconds since the last question that tell what part of the time collections take."""
_GAP = 400
"""Other lines of the same server between two reports."""


def _seconds(text: str) -> float:
    """A time as Elasticsearch prints it.

    >>> _seconds("856ms"), _seconds("1.5m")
    (0.856, 90.0)
    """
    unit = "ms" if text.endswith("ms") else text[-1]
    return round(float(text.removesuffix(unit)) * _SECONDS[unit], 3)


def _is_report(line: str) -> bool:
    return any(pattern.match(line) for pattern in (_HADOOP, _ELASTIC, _OVERHEAD, _LIMIT, _CASSANDRA, _NEO4J, _STALL))


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _is_report(lines[start]):
        return None
    end = index = start + 1
    while index < len(lines) and index - end < _GAP and prompt_of(lines[index]) is None:
        index += 1
        line = lines[index - 1]
        if _is_report(line) or (index - 1 == end and (_POOL.match(line) or _NONE.match(line))):
            end = index
    return start, end


class JvmReports:
    """Pauses in seconds, in the order of the log: of the collector, and of the program for a reason that it does not know."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.pauses: list[float] = []
        self.stalls: list[float] = []
        self.without_collection = False
        self.monitored = 0.0
        self.by_collector = True
        self.shares: list[float] = []
        self.gave_up = 0
        self.told: set[str] = set()
        self.heard: list[int] = []
        self.cycle = 0.0

    def feed(self, at: int, message: str) -> bool:
        """Take a message of a log in which other programs speak as well; whether it was such a report."""
        if not (_is_report(message) or (self.monitored and (_POOL.match(message) or _NONE.match(message)))):
            return False
        self.line(message)
        self.heard.append(at)
        return True

    def line(self, line: str) -> None:
        """Take a line."""
        if match := _HADOOP.match(line):
            self.close()
            self.monitored = int(match["number"]) / (1e3 if match["unit"] == "ms" else 1e9)
            self.by_collector = False
            self.without_collection |= bool(match["none"])
        elif _NONE.match(line):
            self.without_collection |= self.monitored > 0
        elif (match := _POOL.match(line)) and self.monitored:
            self.by_collector = True
            if not _CONCURRENT.search(match["pool"]) or int(match["ms"]) / 1000 >= self.monitored / 2:
                self.pauses.append(min(self.monitored, int(match["ms"]) / 1000))
        elif match := _ELASTIC.match(line):
            self.told.add(match["number"])  # the same collection is told of as overhead below
            spent = min(_seconds(match["spent"]), _seconds(match["span"]))
            self.pauses.append(round(spent / max(1, int(match["count"])), 3))
        elif match := _OVERHEAD.match(line):
            if match["spent"] and (span := _seconds(match["span"])) > 0:
                self.shares.append(min(100.0, 100 * _seconds(match["spent"]) / span))
                # the monitor runs each second; what it is late by is one pause
                late = min(_seconds(match["spent"]), span - _MONITOR_SECONDS)
                if late >= _LONG_SECONDS and match["number"] not in self.told:
                    self.pauses.append(round(late, 3))
        elif match := _CASSANDRA.match(line):
            seconds = int(match["ms"] or match["oldms"]) / 1000 / max(1, int(match["count"] or 1))
            self.cycle = seconds if _CONCURRENT.search(match["name"] or match["old"]) else 0.0
            self.pauses += [] if self.cycle else [seconds]
        elif _LIMIT.match(line):
            self.shares.append(_LIMIT_PERCENT)
            self.gave_up += 1
        elif match := _NEO4J.match(line):
            self._neo4j(int(match["ms"] or match["gc"]) / 1000, int(match["pause"] or match["ms"]) / 1000)
        elif match := _STALL.match(line):
            late = int(match["slept"]) - int(match["wanted"]) if match["slept"] else int(match["timer"] or 0)
            self._stalled(int(match["local"]) / 1e9 if match["local"] else late / 1000)

    def _stalled(self, seconds: float) -> None:
        least, most = (seconds * part for part in _AS_LONG)
        if least <= self.cycle <= most:
            self.pauses.append(self.cycle)
        else:
            self.stalls.append(seconds)
        self.cycle = 0.0

    def _neo4j(self, collecting: float, pause: float) -> None:
        if collecting >= pause / 2:
            self.pauses.append(min(collecting, pause))
        else:
            self.stalls.append(pause)
            self.without_collection = True

    def close(self) -> None:
        """Nothing more is said of what a monitor measured."""
        if self.monitored and not self.by_collector:
            self.stalls.append(self.monitored)
        self.monitored, self.by_collector = 0.0, True

    def rows(self, output: Output, span: tuple[int, int]) -> list[Row]:
        """The row of the pauses and that of the stalls, as far as there were any."""
        self.close()
        values: dict[str, Value | bool] = {}
        if self.shares:
            values |= {
                "overhead-max-percent": max(self.shares),
                "overhead-warnings": sum(s >= _WARNED for s in self.shares),
            }
        if self.gave_up:
            values["gave-up"] = self.gave_up
        if pauses := self.pauses:
            values |= {
                "pauses": len(pauses), "longest-seconds": max(pauses), "total-seconds": sum(pauses),
                "long-pauses": sum(pause >= _LONG_SECONDS for pause in pauses),
            }  # fmt: skip
        rows = [Row("gc-log", {"output": output.label, **values}, span)] if values else []
        if self.stalls:
            stalled: dict[str, Value | bool] = {
                "output": output.label, "count": len(self.stalls), "longest-seconds": max(self.stalls),
            }  # fmt: skip
            if self.without_collection:
                stalled["collections"] = "no"
            rows.append(Row("program-stall", stalled, span))
        return rows


def _read(output: Output) -> Reading:
    said = JvmReports()
    for line in output.lines:
        said.line(line)
    used = output.matching(_HADOOP, _POOL, _NONE, _ELASTIC, _OVERHEAD, _LIMIT, _CASSANDRA, _NEO4J, _STALL)
    return Reading(said.rows(output, output.whole), used=used)


_GCSTATS_HEAD = lazy(r"\s*Interval \(ms\)\s*Max GC Elapsed \(ms\)\s*Total GC Elapsed \(ms\)\s*Stdev GC Elapsed \(ms\)")
_GCSTATS = lazy(
    r"\s+(?P<interval>\d{1,12})\s+(?P<longest>\d{1,12})\s+(?P<total>\d{1,12})\s+(?:\d{1,12}|NaN)\s+-?\d+\s+(?P<count>\d{1,9})(?:\s|$)"
)


def _read_gcstats(output: Output) -> Reading:
    found = next(output.matches(_GCSTATS), None)
    if found is None:
        return Reading()
    index, match = found
    interval, longest, total = (int(match[name]) / 1000 for name in ("interval", "longest", "total"))
    values: dict[str, Value | bool] = {
        "output": output.label,
        "pauses": int(match["count"]),
        "total-seconds": total,
        "span-seconds": interval,
    }
    if int(match["count"]):
        values["longest-seconds"] = longest
    if interval >= _GCSTATS_LEAST:
        values["paused-percent"] = min(100.0, 100 * total / interval)
    return Reading([Row("gc-log", values, output.span(index))])


TELLS = (
    Tells(
        starts=(_HADOOP, _POOL, _NONE, _ELASTIC, _OVERHEAD, _LIMIT, _CASSANDRA, _NEO4J, _STALL),
        needles=lazy(
            r"Detected pause in JVM|GC pool '|No GCs|\[gc\]\[|GCInspector|threads blocked|stop-the-world|We slept|timer thread|local pause"
            r"|overhead limit"
        ),
    ),
)
HINTS = (
    "Detected pause in JVM", "[gc][", "GCInspector.java", "threads blocked for", "stop-the-world pause", "We slept ",
    "timer thread slept", "Max GC Elapsed", "due to local pause", "GC overhead limit exceeded",
)  # fmt: skip
READERS = (
    Reader(
        "jvm-reports",
        lazy(
            r".{0,300}(?:Detected pause in JVM or host|\[gc\]\[|\bGCInspector\.java\b|\bGC Monitor: Application threads blocked"
            r"|Detected VM stop-the-world pause|\bSleeper: We slept|\btimer thread slept for|\bdue to local pause of"
            r"|\bOutOfMemoryError: GC overhead)"
        ),
        _extent,
        _read,
        of_no_use=(("another message", PROGRAM),),
    ),
    Reader(
        "nodetool-gcstats",
        _GCSTATS_HEAD,
        extent_of(_GCSTATS, head=_GCSTATS_HEAD),
        _read_gcstats,
        of_no_use=(("heading", _GCSTATS_HEAD),),
    ),
)
