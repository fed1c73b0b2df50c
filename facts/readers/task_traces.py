"""Call traces of waiting tasks among kernel messages: hung-task messages and SysRq-w, and lockups in the search for memory.

Not a reader itself; `facts.readers.kernel_log` feeds it. A trace begins with ``INFO: task NAME:PID blocked`` or, below
``SysRq : Show Blocked State``, with the line of a task in state D; its functions stand below ``Call Trace:``. Functions
with a question mark are left over on the stack and say nothing. A task that keeps a processor (``BUG: soft lockup``) does not
wait for anybody; it counts where it looks for memory itself, in compaction or in reclaim of one node.

>>> traces = TaskTraces()
>>> for at, text in enumerate(['INFO: task mysqld:2345 blocked for more than 120 seconds.', 'Call Trace:',
...                            ' [<ffffffff8802c8e9>] :jbd:log_wait_commit+0xa3/0xf5',
...                            ' [<ffffffff800e0c31>] sys_fsync+0xe/0x12']):
...     traces.feed(at, text)
>>> row, = traces.rows(Output(["x"] * 4), range(4), [None] * 4)
>>> row.values["place"], row.values["tasks"], row.values["in-fsync"], row.values["seconds"], row.lines
('ext3-journal', 1, 1, 120.0, (1, 4))
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.log_shapes import Tells
from facts.readers.wait_places import THREADS, is_fsync, place_of_trace
from facts.reading import Output, Row
from facts.schema import Value

_HUNG = lazy(r"\s*INFO: task (?P<name>.{1,64}):(?P<pid>\d+) blocked for more than (?P<seconds>\d{1,7}) seconds")
_LOCKUP = lazy(
    r"\s*(?:(?:NMI )?watchdog: )?BUG: soft lockup.{1,40} stuck for (?P<seconds>\d{1,6})s! \[(?P<name>.{1,40}):(?P<pid>\d+)\]"
)
_LOCKED_UP_PLACES = ("compaction", "zone-reclaim")
_SYSRQ = lazy(r"\s*(?:SysRq ?: )?(?:Show Blocked State|Sched Debug Version)|\s*task\s+PC stack\s+pid father")
_TASK = lazy(
    r"\s*(?:task:(?P<name>\S.{0,40}?)\s+state:D\s.*?pid:\s{0,8}(?P<pid>\d+)"
    r"|(?P<name2>\S{1,16})\s+D\s+[0-9a-fA-F]{8,16}\s+\d+\s+(?P<pid2>\d+)\s"
    r"|(?P<name3>\S{1,16})\s+D\s+0\s+(?P<pid3>\d+)\s+\d+\s+0x[0-9a-f]{8})"  # without the address, since 4.14
)
_OTHER_TASK = lazy(
    r"\s*(?:task:\S.{0,40}?\s+state:[A-CE-Z]|\S{1,16}\s+[RSTZXI]\s+(?:[0-9a-fA-F]{8,16}|running task|0)\s+\d+\s+\d+\s)"
)
FRAME = lazy(
    r"\s*(?:\[\s?<[0-9a-f]{1,16}>\]\s{0,4}|\[[\w.]+\+\d+/\d+\]\s{1,4}|#\d+\s+)?(?P<left>\? )?(?::(?P<module>\w+):)?"
    r"(?P<name>[A-Za-z_][\w.]{0,80})\+(?:0x[0-9a-f]+|\d+)/(?:0x[0-9a-f]+|\d+)(?:\s\[(?P<module2>\w+)\])?"
)
_BRACED = lazy(r"\s*(?:Call Trace: ?)?<[0-9a-f]{8,16}>\{")
"""Two functions and more on a line, as kernels up to 2.6.17 print them on x86-64."""
_BRACED_FRAME = lazy(r"<[0-9a-f]{8,16}>\{(?::(?P<module>\w{1,40}):)?(?P<name>[A-Za-z_][\w.]{0,80})\+\d{1,7}\}")
_CALL_TRACE = lazy(r"(?<!\s)\s*+(?:Call [Tt]race:|Backtrace:|<TASK>|\[<[0-9a-f]+>\]|</?TASK>)")
BEGINS = lazy(r"blocked for more|Blocked State|Sched Debug|pid father|state:D|\sD\s|soft lockup")
"""One of these stands in every message with which a trace, or a list of them, begins."""
TELLS = (Tells(starts=(_HUNG, _LOCKUP, _SYSRQ, _TASK, _OTHER_TASK, FRAME, _BRACED, _CALL_TRACE)),)
_MOST_FRAMES = 60
_MOST_TRACES = 5_000


class Trace:
    """One task and the functions that it was in, innermost first."""

    def __init__(
        self, name: str, pid: str, at: int, last: int, seconds: float | None = None, runs: bool = False
    ) -> None:
        """Take what it is made with; the rest comes later."""
        self.name = name
        self.pid = pid
        self.at = at
        self.last = last
        self.seconds = seconds
        self.runs = runs
        self.frames: list[tuple[str, str]] = []


class TaskTraces:
    """Fed with every kernel message in order; `rows` gives one row for each place."""

    def __init__(self) -> None:
        """Start with no trace."""
        self.traces: list[Trace] = []
        self._open: Trace | None = None
        self._listing = False

    def feed(self, at: int, message: str) -> None:
        """Take one message; `at` is its position in the log."""
        quiet = self._open is None and not self._listing
        if quiet and not BEGINS.search(message):
            return
        if match := _HUNG.match(message):
            self._begin(match["name"], match["pid"], at, float(match["seconds"]))
        elif match := _LOCKUP.match(message):
            self._begin(match["name"], match["pid"], at, float(match["seconds"]), runs=True)
        elif _SYSRQ.match(message):
            self._listing, self._open = True, None
        elif match := _TASK.match(message):
            name = match["name"] or match["name2"] or match["name3"]
            pid = match["pid"] or match["pid2"] or match["pid3"]
            if self._open is None or self._open.pid != pid or self._open.frames:
                self._begin(name, pid, at, None)
        elif _OTHER_TASK.match(message):
            self._open = None
        elif self._open is not None:
            self._frame(at, message)

    def passed_over(self, at: int) -> None:
        """The messages up to position `at` were none that tell anything of a trace."""
        if self._open is not None and at - self._open.last > 6:
            self._open = None

    def _frame(self, at: int, message: str) -> None:
        trace = self._open
        if trace is None:
            return
        if _BRACED.match(message):
            trace.last = at
            found = [(m["name"], m["module"] or "") for m in _BRACED_FRAME.finditer(message)]
            trace.frames.extend(found[: _MOST_FRAMES - len(trace.frames)])
        elif match := FRAME.match(message):
            trace.last = at
            if not match["left"] and len(trace.frames) < _MOST_FRAMES:
                trace.frames.append((match["name"], match["module"] or match["module2"] or ""))
        elif at - trace.last > 6 and not _CALL_TRACE.match(message):
            self._open = None  # other messages stand between, and the trace is over

    def _begin(self, name: str, pid: str, at: int, seconds: float | None, *, runs: bool = False) -> None:
        self._open = Trace(name.strip(), pid, at, at, seconds, runs)
        if len(self.traces) < _MOST_TRACES:
            self.traces.append(self._open)

    def rows(self, output: Output, where: Sequence[int], times: Sequence[float | None]) -> list[Row]:
        """The rows; `where` and `times` tell the line in the output and the time of each position."""
        places: dict[str, list[Trace]] = {}
        for trace in self.traces:
            if trace.frames and (not trace.runs or place_of_trace(trace.frames) in _LOCKED_UP_PLACES):
                places.setdefault(place_of_trace(trace.frames), []).append(trace)
        return [_row(output, place, found, where, times) for place, found in places.items()]


def _row(output: Output, place: str, found: list[Trace], where: Sequence[int], times: Sequence[float | None]) -> Row:
    waiting = {t.pid for t in found if not THREADS.match(t.name)}
    in_fsync = {t.pid for t in found if t.pid in waiting and is_fsync(name for name, _ in t.frames)}
    values = waiting_values(output, place, [t.name for t in found], len(waiting))
    values["in-fsync"] = len(in_fsync)
    spans = [t.seconds for t in found if t.seconds is not None]
    if spans:
        values["seconds"] = max(spans)
    known = [t for trace in found if (t := times[trace.at]) is not None]
    if known:
        values["first-time"], values["last-time"] = min(known), max(known)
    span = output.span(where[found[0].at], where[found[-1].last])
    return Row("blocked-tasks", values, span, time=max(known) if known else None)


def waiting_values(output: Output, place: str, names: Sequence[str], tasks: int) -> dict[str, Value | bool]:
    """What every kind of output tells of the tasks at one place."""
    different = list(dict.fromkeys(names))
    return {"output": output.label, "place": place, "tasks": tasks, "names": ", ".join(different[:8])[:200]}
