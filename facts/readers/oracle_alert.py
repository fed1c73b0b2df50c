"""``alert_SID.log`` (also ``adrci> show alert``, ADR's ``log.xml``, lines of JSON): what an Oracle instance logs.

Timestamps stand on lines of their own, ``Tue Sep 28 08:16:05 2010`` until 12.1 and ISO 8601 from 12.2 on. Each start
of the instance gives a row with what it said of large pages (11.2.0.2, 11.2.0.3 and 12.1 each changed the form); its
parameters and version give the instance; ``ORA-`` errors are counted by code. Where no version is printed, the form
gives the first version that had it, as an inferred lower bound.

Sample, 11.2.0.2: 512 + 2,304 pages were got, 2,240 more were asked for; the second line of 2,240 is a retry and 1,120
half of the same segment::

    >>> from facts.readers import show
    >>> show('''Mon Mar 07 21:14:50 2011
    ... Starting ORACLE instance (normal)
    ... ****************** Huge Pages Information *****************
    ... Huge Pages memory pool detected (total: 3000 free: 3000)
    ... DFLT Huge Pages allocation successful (allocated: 512)
    ... NUMA Huge Pages allocation on node (1) (allocated: 2304)
    ... Huge Pages allocation failed (free: 184 required: 2240)
    ... Startup will fail as use_large_pages is set to "ONLY"
    ... ******************************************************
    ... Huge Pages allocation failed (free: 184 required: 2240)
    ... Huge Pages allocation failed (free: 184 required: 1120)
    ... NUMA Huge Pages allocation on node (0) (allocated: 128)
    ... ''')
    oracle-alert lines 1-12 read
      oracle-startup: allocated-pages=2944 free-pages=3000 instance= latest=yes needed-pages=5056 number=1 \
outcome=failed page-bytes=2097152 pool-pages=3000 time=1299532490 use-large-pages=only (2-12)
      oracle-instance: instance= running=no use-large-pages=only (2-12)
      oracle-instance: instance= numa-support=yes version-code=11020002 (2-12)

From 12.1 on::

    >>> show('''2021-06-01T04:10:22.118034+02:00
    ... Starting ORACLE instance (normal) (OS id: 3120)
    ...  Per process system memlock (soft) limit = 64K
    ...  Expected per process system memlock (soft) limit to lock
    ...  instance MAX SHARED GLOBAL AREA (SGA) into memory: 4098M
    ...  Supported system pagesize(s):
    ...   PAGESIZE  AVAILABLE_PAGES  EXPECTED_PAGES  ALLOCATED_PAGES  ERROR(s)
    ...         4K       Configured               5         1048581        NONE
    ...      2048K             2100            2049               0        NONE
    ... ''')
    oracle-alert lines 1-9 read
      oracle-startup: allocated-pages=0 free-pages=2100 instance= latest=yes memlock-needed-bytes=4297064448 \
memlock-soft-bytes=65536 needed-pages=2049 number=1 page-bytes=2097152 small-pages-allocated=1048581 \
time=1622520622 (2-9)
      oracle-instance: instance= version-code=12010001 (2-9)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from facts.patterns import lazy
from facts.readers._oracle import (
    BANNER,
    ERROR,
    RELEVANT,
    SHM,
    Errors,
    Setting,
    instance_type,
    parameter_slots,
    unquoted,
    version_slots,
)
from facts.readers._oracle_alert_extent import STARTS, extent, other_lines
from facts.readers._oracle_large_pages import OLD_HEADER, SUMMARY_HEADER, Figures, LargePages
from facts.readers._oracle_messages import Message, Source, messages
from facts.reading import Output, Reader, Reading, Row, Span
from facts.schema import Value
from facts.units import coded

_START = lazy(r"\s*Starting ORACLE instance \(")
_PARAMETERS = lazy(r"\s*System parameters with non-default values:")
_PARAMETER = lazy(r"\s*(?P<name>_{0,2}[A-Za-z][\w$]*)\s*= ?(?P<value>.*)$")
_ELIDED = lazy(r"\s*(?:\.\.\.+|…|\[\.\.\.\]|<snip>)")
_UP = lazy(
    r"\s*(?:Completed: (?i:alter database +(?:mount|open)|create database)|(?i:alter database +(?:mount|open))"
    r"|PMON started with pid|Successful mount of redo thread|Database mounted in|NOTE: cache mounting group)"
)
_OPEN = lazy(r"\s*Completed: (?i:alter database +open|create database)")
_DOWN = lazy(
    r"\s*(?:Instance terminated by|Instance shutdown complete|[A-Z]\w+ \(ospid: \d+\): terminating the instance"
    r"|USER: terminating instance|Shutting down instance)"
)
_CRASH = lazy(r"\s*(?:Instance terminated by|.{0,40}terminating (?:the )?instance)")
_CAUSE = lazy(r".{0,60}terminating (?:the )?instance due to (?:ORA )?error (?P<code>\d{1,5})\b")
_DIED = lazy(
    r"\s*(?:Instance (?:terminated by|Critical Process .* died)|Cause - 'Instance is being terminated|Evicting instance \d|IPC Send timeout"
    r"|WARNING: aiowait timed out)"
)
_SWAPS = lazy(r"\s*WARNING: Heavy swapping observed on system")
_SWAPPED = lazy(
    r"\s*pct of memory swapped in \[(?P<into>\d{1,3}(?:\.\d{1,4})?)%\](?: pct of memory swapped out \[(?P<out>\d{1,3}(?:\.\d{1,4})?)%\])?"
)
_STARTUP_ERRORS = frozenset({"00845", "27102", "27104", "27106", "27123", "27125", "27137"})
_VERSION_LINE = lazy(r"\s*Version (?P<version>\d+(?:\.\d+){3,4})\.?\s*$")
_OLD_VERSION = lazy(r"\s*(?:Starting up ORACLE RDBMS Version: |ORACLE V)(?P<version>\d+(?:\.\d+){3,4})")
_ENVIRONMENT = lazy(r"\s*(?P<name>System name|Node name|Release|Machine):\s+(?P<value>\S+)")
_NUMA = lazy(r"\s*(?:NUMA system found and support (?P<on>enabled)|Oracle NUMA support not enabled)")
_CPUS = lazy(r"\s*Initial number of CPU is (\d+)\s*$")
_TRACE = lazy(r"[/\\]diag[/\\](?P<kind>rdbms|asm)[/\\][^/\\\s]+[/\\](?P<sid>[^/\\\s]+)[/\\]")
_FILES = {
    "trace": _TRACE,
    "init": lazy(r"[/\\]init(?P<sid>[\w+]+)\.ora\b"),
    "alert": lazy(r"[/\\]alert_(?P<sid>[\w+]+)\.log\b"),
    "spfile": lazy(r"[/\\]spfile(?P<sid>[\w+]+)\.ora\b"),
}
_ASKED_FILE = lazy(r"(?:[/\\\s]|^)alert_(?P<sid>[\w+]+)\.log\b")
_CHANGED = lazy(r"\s*ALTER SYSTEM SET (?P<name>\w+)\s*=\s*(?P<value>\S+) .*SCOPE=(?:BOTH|MEMORY)", re.IGNORECASE)
_DISK_MANAGER = lazy(r"\s*Oracle instance running with ODM:")
_SYSTEMS = {"Linux": "linux", "SunOS": "solaris", "AIX": "aix", "HP-UX": "hp-ux"}
_SHM_START = "WARNING: You are trying to use the MEMORY_TARGET feature"


@dataclass(slots=True)
class _Start:
    """One start: from its first line to the next one's."""

    index: int
    time: float | None
    said: bool  # the log says that it starts; else only its large pages or parameters were seen
    pages: LargePages = field(default_factory=LargePages)
    settings: dict[str, Setting] = field(default_factory=dict)
    settings_complete: bool = False
    version: Setting | None = None
    outcome: str = ""
    outcome_index: int = 0
    opened: bool = False
    running: str = ""
    running_index: int = 0


@dataclass(slots=True)
class _Log:
    """What has been seen so far of one log."""

    output: Output
    source: Source = field(default_factory=Source)
    starts: list[_Start] = field(default_factory=list)
    deaths: list[int] = field(default_factory=list)
    """Where the log of an instance whose start it does not show says that it went down."""
    errors: Errors = field(default_factory=Errors)
    names: dict[str, str] = field(default_factory=dict)
    system: dict[str, Setting] = field(default_factory=dict)
    changes: list[tuple[Message, str, str]] = field(default_factory=list)
    in_parameters: bool = False
    shm: list[Message] = field(default_factory=list)
    disk_manager: Message | None = None
    numa: Setting | None = None
    swaps: list[Message] = field(default_factory=list)
    swapped: dict[str, float] = field(default_factory=dict)
    used: list[int] = field(default_factory=list)

    def read(self, found: Iterable[Message]) -> Reading:
        """Take every message, then say what they come to."""
        for message in found:
            if self._take(message):
                self.used.append(message.index)
        self._end_shm()
        return self._reading()

    def _take(self, message: Message) -> bool:
        """Whether it counts."""
        text = message.text
        if self.shm and self._more_shm(message):
            return True
        if self.in_parameters and self._parameter(message):
            return True
        if _START.match(text):
            self.starts.append(_Start(message.index, message.time, True))
        elif self.errors.take(text, message.index, message.time):
            self._startup_error(message)
            self._large_pages(message)
        elif self._large_pages(message):
            pass
        elif _SHM_START in text:
            self.shm = [message]
        elif _PARAMETERS.match(text):
            start = self._current(message)
            if start.settings:  # another start, of which the log's beginning is missing
                start = self._begin(message)
            self.in_parameters = True
        else:
            return self._other(message)
        return True

    def _begin(self, message: Message) -> _Start:
        self.starts.append(_Start(message.index, message.time, False))
        return self.starts[-1]

    def _current(self, message: Message) -> _Start:
        return self.starts[-1] if self.starts else self._begin(message)

    def _large_pages(self, message: Message) -> bool:
        """Blocks without a start above them each stand for one."""
        head = OLD_HEADER.match(message.text) or SUMMARY_HEADER.match(message.text)
        trial = LargePages()
        if not trial.take(message):
            return False
        start = self._current(message)
        if head and not start.said and start.pages.lines:
            start = self._begin(message)
        start.pages.take(message)
        start.time = message.time if start.time is None else start.time
        return True

    def _parameter(self, message: Message) -> bool:
        start = self.starts[-1]
        if match := _PARAMETER.match(message.text):
            start.settings.setdefault(match["name"].lower(), (match["value"], message.index))
            return True
        self.in_parameters = False
        start.settings_complete = bool(start.settings) and not _ELIDED.match(message.text)
        return False

    def _startup_error(self, message: Message) -> None:
        match = ERROR.match(message.text)
        if match and self.starts and f"{int(match['code']):05d}" in _STARTUP_ERRORS:
            self._outcome("failed", message.index)

    def _outcome(self, outcome: str, index: int) -> None:
        start = self.starts[-1]
        if not start.outcome:
            start.outcome, start.outcome_index = outcome, index
        start.running, start.running_index = ("yes" if outcome == "started" else "no"), index

    def _other(self, message: Message) -> bool:
        text = message.text
        counts = bool(self.starts) and self._state(text, message.index)
        if match := _CAUSE.match(text):  # 12.2 and later write `ORA error`
            self.errors.note(f"ORA-{int(match['code']):05d}", text.strip(), message.index, message.time)
            counts = True
        elif not counts and _DIED.match(text):
            self.deaths.append(message.index)
        for pattern in (BANNER, _OLD_VERSION, _VERSION_LINE):
            if self.starts and (match := pattern.match(text)):
                self.starts[-1].version, counts = (match["version"], message.index), True
        if match := _ENVIRONMENT.match(text):
            self.system[match["name"]] = (match["value"], message.index)
        elif match := _NUMA.match(text):
            self.numa = ("yes" if match["on"] else "no", message.index)
        elif match := _CPUS.match(text):
            self.system["cpus"] = (match[1], message.index)
        elif match := _CHANGED.match(text):
            self.changes.append((message, match["name"].lower(), match["value"]))
        elif _DISK_MANAGER.match(text):
            self.disk_manager = message
        elif _SWAPS.match(text):
            self.swaps.append(message)
        elif match := _SWAPPED.match(text):
            self._swapped(message, match)
        else:
            self._names(text)
            return counts
        return True

    def _swapped(self, message: Message, match: re.Match[str]) -> None:
        """Keep the highest shares."""
        if not self.swaps:
            self.swaps.append(message)
        for slot, group in (("swapped-in-max-percent", "into"), ("swapped-out-max-percent", "out")):
            if match[group] is not None:
                self.swapped[slot] = max(self.swapped.get(slot, 0.0), float(match[group]))

    def _swap_row(self, instance: str) -> Row:
        values: dict[str, Value | bool] = {
            "instance": instance,
            "output": self.output.label,
            "count": len(self.swaps),
            **self.swapped,
        }
        last = self.swaps[-1].time
        if last is not None:
            values["last-time"] = last
        return Row("oracle-swapping", values, self.output.span(self.swaps[0].index, self.swaps[-1].index), time=last)

    def _state(self, text: str, index: int) -> bool:
        start = self.starts[-1]
        if _UP.match(text):
            self._outcome("started", index)
            start.opened = start.opened or _OPEN.match(text) is not None
            return True
        if _DOWN.match(text):
            if _CRASH.match(text) and not start.opened:
                start.outcome, start.outcome_index = "failed", index
            start.running, start.running_index = "no", index
            return True
        return False

    def _names(self, text: str) -> None:
        if "/" not in text and "\\" not in text:
            return
        for key, pattern in _FILES.items():
            if match := pattern.search(text):
                self.names |= {key: match["sid"]} | ({"kind": match["kind"]} if key == "trace" else {})

    def _more_shm(self, message: Message) -> bool:
        """The warning about /dev/shm may be wrapped over some lines."""
        if SHM.search(" ".join(m.text for m in self.shm)) or ERROR.match(message.text) or len(self.shm) > 6:
            self._end_shm()
            return False
        self.shm.append(message)
        return True

    def _end_shm(self) -> None:
        if not self.shm:
            return
        first, text = self.shm[0], " ".join(" ".join(m.text for m in self.shm).split())
        match = SHM.search(text)
        error = self.errors.note("ORA-00845", text[text.index("WARNING") :].split(". ")[0], first.index, first.time)
        if match:
            error.needed, error.available = float(match["needed"]), float(match["available"])
            error.last = next(m.index for m in self.shm if "Current available" in m.text or m is self.shm[-1])
        if self.starts:
            self._outcome("failed", first.index)
        self.shm = []

    def _instance(self) -> str:
        settings = self.starts[-1].settings if self.starts else {}
        named, database = (unquoted(settings.get(name, ("", 0))[0]) for name in ("instance_name", "db_name"))
        traced, parameters, alert, server = (self.names.get(key, "") for key in ("trace", "init", "alert", "spfile"))
        said = [named, traced, parameters, alert, database, server]
        asked = {match["sid"] for match in _ASKED_FILE.finditer(self.output.command)}
        said += asked if len(asked) == 1 else set()  # the file that was shown
        return next((name for name in said if name), "")

    def kind(self) -> dict[str, Value]:
        """Database or ASM, where a path, a record or a parameter tells; as a slot."""
        kind = self.names.get("kind") or self.source.component
        if not kind and any("db_name" in start.settings or start.opened for start in self.starts):
            kind = "rdbms"
        return {"type": kind} if kind in ("rdbms", "asm") else {}

    def linux(self) -> bool:
        """Whether nothing says that it is another system."""
        name = self.system.get("System name")
        return name[0] == "Linux" if name else self.errors.os in (None, "linux")

    def _reading(self) -> Reading:
        instance = self._instance()
        reading = Reading(host=self.system["Node name"][0] if "Node name" in self.system else self.source.host or None)
        reading.rows += self._system_rows()
        for number, start in enumerate(self.starts, 1):
            _start_rows(reading, start, number, number == len(self.starts), instance, self)
        for message, name, value in self.changes:
            self._change(reading, message, name, value, instance)
        if (said := self.disk_manager) is not None:
            values: dict[str, Value | bool] = {"instance": instance, "disk-manager": True}
            reading.rows.append(Row("oracle-instance", values, self.output.span(said.index), time=said.time))
        if self.numa is not None:
            values = {"instance": instance, "numa-support": self.numa[0]}
            reading.rows.append(Row("oracle-instance", values, self.output.span(self.numa[1]), inferred=True))
        reading.rows += self.errors.rows(instance, self.output)
        if self.swaps:
            reading.rows.append(self._swap_row(instance))
        if not reading.refusals:
            reading.complete = frozenset({"oracle-startup", "oracle-error"})
        return reading

    def _change(self, reading: Reading, message: Message, name: str, value: str, instance: str) -> None:
        slots = parameter_slots({name: (value, message.index)}, self.output)
        reading.refusals += slots.refusals
        if slots.values:
            values = {"instance": instance, **slots.values}
            reading.rows.append(Row("oracle-instance", values, self.output.span(message.index), time=message.time))

    def _system_rows(self) -> list[Row]:
        values: dict[str, Value] = {}
        if (name := self.system.get("System name")) and name[0] in _SYSTEMS:
            values["os"] = _SYSTEMS[name[0]]
            if (release := self.system.get("Release")) and name[0] == "Linux":
                values |= coded("kernel", release[0])
            elif release and name[0] == "SunOS":
                values["os-release"] = release[0]
            if (machine := self.system.get("Machine")) and name[0] == "Linux":
                values["arch"] = machine[0]
        if cpus := self.system.get("cpus"):
            values["cpus"] = int(cpus[0])
        if not values:
            return self.errors.system(self.output)
        indexes = [index for _, index in self.system.values()]
        return [Row("system", values, self.output.span(min(indexes), max(indexes)))]


def _start_rows(reading: Reading, start: _Start, number: int, latest: bool, instance: str, log: _Log) -> None:
    output = log.output
    figures = start.pages.read(output, log.linux())
    reading.refusals += figures.refusals
    slots = parameter_slots(start.settings, output)
    reading.refusals += slots.refusals
    _settle(start, figures)
    lines = _hull(figures.lines, output.span(start.index))
    defaults = _defaults(start, log.linux())
    if (pages := slots.values.get("use-large-pages", defaults.get("use-large-pages"))) is not None:
        figures.values.setdefault("use-large-pages", pages)
    values: dict[str, Value | bool] = {"instance": instance, "number": number, "latest": latest, **figures.values}
    own_lines: dict[str, Span] = {}
    if start.time is not None:
        values["time"] = start.time
    if start.outcome:
        values["outcome"] = start.outcome
        if not lines[0] <= output.first + start.outcome_index <= lines[1]:
            own_lines["outcome"] = output.span(start.outcome_index)
    if not start.said and not figures.values and not start.outcome:
        lines = output.span(start.index)
    else:
        reading.rows.append(Row("oracle-startup", values, lines, own_lines, start.time))
    settings: dict[str, Value] = {**log.kind(), **instance_type(instance), **defaults, **slots.values}
    _instance_rows(reading, start, figures, settings, slots.lines, lines, latest, instance, output)


def _settle(start: _Start, figures: Figures) -> None:
    """A block that says so fails the start, unless the log shows that it came up all the same."""
    if figures.failed and not start.outcome:
        start.outcome = "failed"
        start.outcome_index = start.pages.lines[-1].index
        start.running, start.running_index = "no", start.outcome_index


def _instance_rows(
    reading: Reading,
    start: _Start,
    figures: Figures,
    settings: dict[str, Value],
    setting_lines: dict[str, Span],
    lines: Span,
    latest: bool,
    instance: str,
    output: Output,
) -> None:
    """The instance's state after a start: what is printed, and what only the form tells."""
    values: dict[str, Value | bool] = {**settings}
    own_lines = dict(setting_lines)
    if "use-large-pages" in figures.values:
        values["use-large-pages"] = figures.values["use-large-pages"]
    if start.version:
        values.update(version_slots(start.version[0]))
        own_lines["version"] = own_lines["version-code"] = output.span(start.version[1])
    if latest and start.running:
        values["running"] = start.running
        own_lines["running"] = output.span(start.running_index)
    if values:
        values = {"instance": instance, **values}
        whole = lines
        for span in own_lines.values():
            whole = _hull(whole, span)
        own_lines = {slot: span for slot, span in own_lines.items() if span != whole and slot in values}
        reading.rows.append(Row("oracle-instance", values, whole, own_lines, start.time))
    inferred: dict[str, Value | bool] = {}
    if figures.nodes and "numa-support" not in settings:
        inferred["numa-support"] = "yes"
    if start.pages.form and not start.version:
        inferred["version-code"] = version_slots(start.pages.form)["version-code"]
    if inferred:
        reading.rows.append(
            Row("oracle-instance", {"instance": instance, **inferred}, lines, time=start.time, inferred=True)
        )


def _defaults(start: _Start, linux: bool) -> dict[str, Value]:
    """What a complete list of parameters that are not at their default says of those that it leaves out."""
    settings = start.settings
    if not start.settings_complete or "asm" in settings.get("instance_type", ("", 0))[0].lower():
        return {}
    absent = {name for name in RELEVANT if name not in settings}
    values: dict[str, Value] = {}
    if "memory_target" in absent and "memory_max_target" in absent:
        values["memory-target-bytes"] = 0.0
    if "sga_target" in absent:
        values["sga-target-bytes"] = 0.0
    code = version_slots(start.version[0])["version-code"] if start.version else 0
    # later versions have another default on some machines
    if linux and "use_large_pages" in absent and isinstance(code, int) and 11_020_002 <= code < 19_000_000:
        values["use-large-pages"] = "true"
    return values


def _hull(first: Span | None, second: Span) -> Span:
    return second if first is None else (min(first[0], second[0]), max(first[1], second[1]))


def _read(output: Output) -> Reading:
    log = _Log(output)
    reading = log.read(messages(output.lines, log.source))
    reading.used += [output.span(index) for index in log.used]
    reading.unnamed += [output.first + index for index in log.deaths]
    for rule, begin, last in other_lines(output.lines):
        reading.pass_over(rule, output.span(begin, last))
    return reading


HINTS = (
    "ORACLE instance", "Huge Pages", "Large Pages", "PAGESIZE", "ORA-", "memlock (soft)", "MEMORY_TARGET feature",
    "Instance terminated by", "Heavy swapping", "memory swapped in", "VKTM detected", "Time drifts", "Global Area", "GLOBAL AREA",
    "alert log and LMON", "NUMA s", "CSS log files", "Checkpoint not complete", "strand flush", "terminating the instance",
    "new log, sequence", "NI connect error", "inbound connection", "being terminated", "IPC Send", "Evicting instance",
    "instances to leave", "Reconfiguration st", "aiowait", "Archived Log", "opiodr", "optimal performance", "ALTER DATABASE",
    "comp_id", "log sequence", "non-default values", "Errors in file",
)  # fmt: skip
BEFORE = ("oracle_parameters", "oracle_sgainfo")
READERS = (Reader("oracle-alert", STARTS, extent, _read),)
