"""What the single files of a control group say.

Not a reader itself; `facts.readers.cgroup` finds out which file a line belongs to.

>>> group = Group()
>>> [group.take("memory.stat", line, n) for n, line in enumerate(["file_dirty 4096", "file_writeback 8192", "sock 0", "qz 1"])]
['used', 'used', 'another counter', 'unnamed']
>>> group.take("memory.max", "max", 2), group.take("memory.max", "many", 3)
('used', '')
>>> sorted(group.values.items())
[('dirty-and-writeback-bytes', 12288.0), ('memory-max-bytes', 9.2e+18), ('version', 'v2')]
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from facts.kit.cells import Values
from facts.patterns import lazy
from facts.reading import Output, Row
from facts.schema import Value
from facts.units import amount, limit

KINDS = {
    "memory.oom_control": "events", "memory.stat": "stat", "memory.events": "events", "memory.events.local": "events", "cpu.stat": "cpu",
    "memory.max": "value", "memory.high": "value", "memory.current": "value", "memory.limit_in_bytes": "value",
    "memory.usage_in_bytes": "value", "memory.failcnt": "value", "io.pressure": "pressure",
    "memory.pressure": "pressure", "cpu.pressure": "pressure", "io.max": "limits",
    "blkio.throttle.write_bps_device": "limits", "io.stat": "io", "memory.peak": "value", "memory.min": "value",
    "memory.low": "value", "memory.swap.current": "value", "memory.swap.max": "value",
    "memory.soft_limit_in_bytes": "value", "memory.max_usage_in_bytes": "value",
}  # fmt: skip
_VALUES = {
    "memory.max": "memory-max-bytes", "memory.high": "memory-high-bytes", "memory.current": "memory-current-bytes",
    "memory.limit_in_bytes": "memory-max-bytes", "memory.usage_in_bytes": "memory-current-bytes",
}  # fmt: skip
_KEYED = lazy(r"\s*(?P<key>[a-z_]{2,40}) (?P<value>\d{1,20})\s*$")
_VALUE = lazy(r"\s*(?:-?\d[\d.]{0,19}|max)\s*$")
_PRESSURE = lazy(r"\s*(?P<who>some|full) avg10=(?P<a10>\d+(?:[.,]\d+)?) avg60=\S+ avg300=\S+")
_LIMITS = lazy(r"\s*\d+:\d+ (?:rbps=\S+ wbps=(?P<wbps>\S+) riops=\S+ wiops=\S+|(?P<v1>\d+))\s*$")
_IO = lazy(r"\s*\d+:\d+(?: [a-z][\w.]{0,40}=\S+){1,30}\s*$")
_FORMS = {
    "value": lazy(r".*"), "stat": _KEYED, "events": _KEYED, "cpu": _KEYED, "pressure": _PRESSURE, "limits": _LIMITS, "io": _IO,
}  # fmt: skip
CONTENT = (_KEYED, _VALUE, _PRESSURE, _LIMITS, _IO)
"""One of these matches each line of such a file."""
_EVENTS = frozenset("low high max oom oom_kill oom_group_kill sock_throttled oom_kill_disable under_oom".split())
_EVENT_SLOTS = {"max": "limit-hits", "high": "high-hits", "oom_kill": "out-of-memory-kills"}
_CPU = frozenset(
    "usage_usec user_usec system_usec nice_usec core_sched.force_idle_usec nr_periods nr_throttled throttled_usec "
    "throttled_time nr_bursts burst_usec burst_time wait_sum".split()
)
_STATS = lazy(
    r"(?:total_)?(?:cache|rss(?:_huge)?|shmem|mapped_file|dirty|writeback|swap(?:cached)?|workingset_\w+|pg\w+|(?:in)?active_(?:anon|file)"
    r"|unevictable|anon(?:_thp)?|file(?:_mapped|_dirty|_writeback|_thp)?|shmem_thp|kernel(?:_stack)?|(?:sec_)?pagetables|percpu"
    r"|sock|vmalloc|zswap(?:ped|_incomp)?|z?swp(?:in|out|wb)(?:_\w+)?|slab(?:_(?:un)?reclaimable)?|thp_\w+|hugetlb|numa_\w+|recent_\w+)\Z"
    r"|hierarchical_(?:memory|memsw)_limit\Z"
)
_OF_CACHE = frozenset("active_file inactive_file dirty writeback file_dirty file_writeback".split())
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
    """What is known of one control group, with the lines of each slot."""

    values: Values = field(default_factory=dict)
    lines: dict[str, tuple[int, int]] = field(default_factory=dict)
    _sample: dict[str, tuple[int, int]] = field(default_factory=dict)
    _periods: dict[str, int] = field(default_factory=dict)
    _at: int = 0

    def take(self, file: str, content: str, index: int) -> str:
        """Read one line of one file: ``used``, ``unnamed``, "" where it is not understood, or a rule by which it is of no use."""
        self._at = index
        kind = KINDS.get(file)
        if kind is None:
            return "another file"
        match = _FORMS[kind].match(content)
        made: str = getattr(self, f"_{kind}")(file, match) if match else ""
        if made and "version" not in self.values and kind in ("value", "events", "limits"):
            old = file.endswith(("_in_bytes", "failcnt", "bps_device", "oom_control"))
            self._set("version", "v1" if old else "v2")
        return made

    def _set(self, slot: str, value: Value | bool, first: int | None = None) -> str:
        self.values[slot] = value
        self.lines[slot] = (self._at if first is None else first, self._at)
        return "used"

    def _value(self, file: str, match: re.Match[str]) -> str:
        value = limit(match[0])
        if value is None:
            return ""
        if file == "memory.failcnt":
            return self._set("limit-hits", int(value))
        return self._set(_VALUES[file], value) if file in _VALUES else "another limit"

    def _stat(self, file: str, match: re.Match[str]) -> str:
        key, number = match["key"], int(match["value"])
        if key in self._sample and key in ("file_dirty", "dirty", "total_dirty"):
            self._sample = {}  # the next sample begins
        self._sample[key] = (number, self._at)
        old = "total_" if any(name.startswith("total_") for name in self._sample) else ""
        if key in _VERSION_1 or key.startswith("total_"):
            self._set("version", "v1")
        elif key.startswith("file_") or key in ("anon", "slab"):
            self._set("version", "v2")
        self._sum("file-bytes", f"{old}active_file", f"{old}inactive_file")
        before_it = "file_" if "file_dirty" in self._sample else old
        self._sum("dirty-and-writeback-bytes", f"{before_it}dirty", f"{before_it}writeback")
        if key == "hierarchical_memory_limit":
            return self._set("memory-max-bytes", limit(match["value"]) or 0.0)
        if key.removeprefix("total_") in _OF_CACHE:
            return "used"
        return "another counter" if _STATS.match(key) else "unnamed"

    def _sum(self, slot: str, *names: str) -> None:
        """Add two counters of the present sample; of unwritten data the largest sum of all samples holds."""
        if self._at not in [self._sample[name][1] for name in names if name in self._sample]:
            return
        if all(name in self._sample for name in names):
            total = float(sum(self._sample[name][0] for name in names))
            before = self.values.get(slot)
            if slot == "file-bytes" or not isinstance(before, float) or total > before:
                self._set(slot, total, min(self._sample[name][1] for name in names))

    def _events(self, file: str, match: re.Match[str]) -> str:
        if slot := _EVENT_SLOTS.get(match["key"]):
            return self._set(slot, int(match["value"]))
        return "another counter" if match["key"] in _EVENTS else "unnamed"

    def _cpu(self, file: str, match: re.Match[str]) -> str:
        if match["key"] not in ("nr_periods", "nr_throttled"):
            return "another counter" if match["key"] in _CPU else "unnamed"
        self._periods[match["key"]] = int(match["value"])
        periods, throttled = self._periods.get("nr_periods", 0), self._periods.get("nr_throttled", 0)
        if periods and len(self._periods) == 2:
            self._set("cpu-throttled-percent", 100.0 * throttled / periods)
        return "used"

    def _pressure(self, file: str, match: re.Match[str]) -> str:
        share = amount(match["a10"])
        if share is None or share > 100:
            return ""
        resource = file.partition(".")[0]
        if resource not in ("io", "memory"):
            return "another resource"
        return self._set(f"{resource}-{match['who']}-10-seconds-percent", share)

    def _limits(self, file: str, match: re.Match[str]) -> str:
        text = match["wbps"] or match["v1"] or "max"
        rate = amount(text)
        if text == "max" or rate is None:
            return "no limit" if text == "max" else ""
        before = self.values.get("write-limit-bytes-s")
        return self._set("write-limit-bytes-s", min(rate, before) if isinstance(before, float) else rate)

    def _io(self, file: str, match: re.Match[str]) -> str:
        return "counters of a device"

    def row(self, name: str, output: Output) -> Row:
        """The row of the group."""
        spans = {slot: output.span(*at) for slot, at in self.lines.items()}
        whole = (min(first for first, _ in spans.values()), max(last for _, last in spans.values()))
        return Row("cgroup", {"cgroup": name, **self.values}, whole, spans)
