"""What the single files of a control group say.

Not a reader itself; `facts.readers.cgroup` finds out which file a line belongs to.

>>> group = Group()
>>> all(group.take("memory.stat", line, n) for n, line in enumerate(["file_dirty 4096", "file_writeback 8192"]))
True
>>> group.take("memory.max", "max", 2), group.take("memory.max", "many", 3)
(True, False)
>>> sorted(group.values.items())
[('dirty-and-writeback-bytes', 12288.0), ('memory-max-bytes', 9.2e+18), ('version', 'v2')]
"""

from __future__ import annotations

from dataclasses import dataclass, field

from facts.patterns import lazy
from facts.reading import Output, Row
from facts.schema import Value
from facts.units import integer, number

KINDS = {
    "memory.stat": "stat", "memory.events": "events", "memory.events.local": "events", "cpu.stat": "cpu",
    "memory.max": "value", "memory.high": "value", "memory.current": "value", "memory.limit_in_bytes": "value",
    "memory.usage_in_bytes": "value", "memory.failcnt": "value", "io.pressure": "pressure",
    "memory.pressure": "pressure", "cpu.pressure": "pressure", "io.max": "limits",
    "blkio.throttle.write_bps_device": "limits", "io.stat": "io", "memory.peak": "value", "memory.min": "value",
    "memory.low": "value", "memory.swap.current": "value", "memory.swap.max": "value",
    "memory.soft_limit_in_bytes": "value", "memory.max_usage_in_bytes": "value",
}  # fmt: skip
UNLIMITED = 9.2e18
_HUGE = 1e17
_VALUES = {
    "memory.max": "memory-max-bytes", "memory.high": "memory-high-bytes", "memory.current": "memory-current-bytes",
    "memory.limit_in_bytes": "memory-max-bytes", "memory.usage_in_bytes": "memory-current-bytes",
}  # fmt: skip
_KEYED = lazy(r"\s*(?P<key>[a-z_]{2,40}) (?P<value>\d{1,20})\s*$")
_VALUE = lazy(r"\s*(?:\d{1,20}|max)\s*$")
_PRESSURE = lazy(r"\s*(?P<who>some|full) avg10=(?P<a10>\d+(?:[.,]\d+)?) avg60=\S+ avg300=\S+")
_LIMITS = lazy(r"\s*\d+:\d+ (?:rbps=\S+ wbps=(?P<wbps>\S+) riops=\S+ wiops=\S+|(?P<v1>\d+))\s*$")
_IO = lazy(r"\s*\d+:\d+ rbytes=\d+ wbytes=\d+")
_EVENTS = frozenset("low high max oom oom_kill oom_group_kill sock_throttled".split())
_CPU = frozenset(
    "usage_usec user_usec system_usec nice_usec core_sched.force_idle_usec nr_periods nr_throttled throttled_usec "
    "throttled_time nr_bursts burst_usec burst_time wait_sum".split()
)
_VERSION_1 = frozenset("cache rss dirty writeback total_dirty total_writeback hierarchical_memory_limit".split())


def group_name(path: str) -> str:
    """The name of a group: a service's own name, as systemd calls it, else its path.

    >>> group_name("system.slice/imp.service"), group_name("/kubepods.slice/pod1/"), group_name("")
    ('imp.service', 'kubepods.slice/pod1', '/')
    """
    path = path.strip("/")
    last = path.rpartition("/")[2]
    return last if last.endswith(".service") else path or "/"


def kind_of_line(line: str) -> str | None:
    """The kind of file that a line could stand in, by its content; None for any other line.

    >>> [kind_of_line(x) for x in ("anon 12", "max 3", "4096", "8:0 rbps=max wbps=1 riops=max wiops=max", "so it was")]
    ['stat', 'events', 'value', 'limits', None]
    """
    if match := _KEYED.match(line):
        return "events" if match["key"] in _EVENTS else "cpu" if match["key"] in _CPU else "stat"
    if _VALUE.match(line):
        return "value"
    if _PRESSURE.match(line):
        return "pressure"
    return "limits" if _LIMITS.match(line) else "io" if _IO.match(line) else None


@dataclass(slots=True)
class Group:
    """What is known of one control group."""

    values: dict[str, Value | bool] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)
    _sample: dict[str, int] = field(default_factory=dict)
    _periods: dict[str, int] = field(default_factory=dict)

    def take(self, file: str, content: str, index: int) -> bool:
        """One line of one file; whether it could be understood."""
        kind = KINDS.get(file)
        known = getattr(self, f"_{kind}")(file, content) if kind not in (None, "io") else kind == "io"
        if known:
            self.lines.append(index)
            if "version" not in self.values and kind in ("value", "events", "limits", "pressure"):
                old = file.endswith(("_in_bytes", "failcnt", "bps_device"))
                self.values["version"] = "v1" if old else "v2"
        return known

    def _value(self, file: str, content: str) -> bool:
        amount = UNLIMITED if content.strip() == "max" else number(content)
        if amount is None:
            return False
        if file == "memory.failcnt":
            self.values["limit-hits"] = int(amount)
        elif slot := _VALUES.get(file):
            self.values[slot] = UNLIMITED if amount >= _HUGE else float(amount)
        return True

    def _stat_amount(self, key: str, amount: int) -> None:
        if key in self._sample and key in ("file_dirty", "dirty", "total_dirty"):
            self._sample = {}  # the next sample begins
        self._sample[key] = amount
        stat = self._sample
        old = "total_" if any(k.startswith("total_") for k in stat) else ""
        if key in _VERSION_1 or key.startswith("total_"):
            self.values["version"] = "v1"
        elif key.startswith("file_") or key in ("anon", "slab"):
            self.values["version"] = "v2"
        if f"{old}active_file" in stat and f"{old}inactive_file" in stat:
            self.values["file-bytes"] = float(stat[f"{old}active_file"] + stat[f"{old}inactive_file"])
        before_it = "file_" if "file_dirty" in stat else old
        dirty, writeback = f"{before_it}dirty", f"{before_it}writeback"
        if dirty in stat and writeback in stat:
            before = self.values.get("dirty-and-writeback-bytes", 0.0)
            total = float(stat[dirty] + stat[writeback])
            self.values["dirty-and-writeback-bytes"] = max(total, before) if isinstance(before, float) else total
        if key == "hierarchical_memory_limit":
            self.values["memory-max-bytes"] = UNLIMITED if amount >= _HUGE else float(amount)

    def _stat(self, file: str, content: str) -> bool:
        match = _KEYED.match(content)
        amount = integer(match["value"]) if match else None
        if match is None or amount is None:
            return False
        self._stat_amount(match["key"], amount)
        return True

    def _events(self, file: str, content: str) -> bool:
        match = _KEYED.match(content)
        if match is None:
            return False
        slot = {"max": "limit-hits", "high": "high-hits", "oom_kill": "out-of-memory-kills"}.get(match["key"])
        if slot:
            self.values[slot] = int(match["value"])
        return True

    def _cpu(self, file: str, content: str) -> bool:
        match = _KEYED.match(content)
        if match is None:
            return False
        if match["key"] in ("nr_periods", "nr_throttled"):
            self._periods[match["key"]] = int(match["value"])
        periods, throttled = self._periods.get("nr_periods", 0), self._periods.get("nr_throttled", 0)
        if periods and len(self._periods) == 2:
            self.values["cpu-throttled-percent"] = 100.0 * throttled / periods
        return True

    def _pressure(self, file: str, content: str) -> bool:
        match = _PRESSURE.match(content)
        share = number(match["a10"]) if match else None
        if match is None or share is None:
            return False
        resource = file.partition(".")[0]
        if resource in ("io", "memory"):
            self.values[f"{resource}-{match['who']}-10-seconds-percent"] = share
        return True

    def _limits(self, file: str, content: str) -> bool:
        match = _LIMITS.match(content)
        if match is None:
            return False
        text = match["wbps"] or match["v1"] or "max"
        rate = number(text)
        before = self.values.get("write-limit-bytes-s")
        if rate is not None:
            self.values["write-limit-bytes-s"] = min(rate, before) if isinstance(before, float) else rate
        return text == "max" or rate is not None

    def row(self, name: str, output: Output) -> Row:
        """The row of the group."""
        return Row("cgroup", {"cgroup": name, **self.values}, output.span(min(self.lines), max(self.lines)))
