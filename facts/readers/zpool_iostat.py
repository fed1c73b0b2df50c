"""``zpool iostat``: operations and bytes per second of each pool, with ``-v`` of each device.

Solaris 10 (``used avail``), Solaris 11, illumos and OpenZFS; with ``-l`` (latencies), ``-q``, ``-p``, ``-H``, ``-y``
and timestamps (``-T``). The histograms of ``-r`` are read by `facts.readers.zpool_requests`, those of ``-w`` by
`facts.readers.zpool_latencies`.

Sample::

    >>> from facts.readers import show
    >>> show('''$ zpool iostat -y tank 5
    ...               capacity     operations    bandwidth
    ... pool        alloc   free   read  write   read  write
    ... ----------  -----  -----  -----  -----  -----  -----
    ... tank         750G   250G      0  1.50K      0  6.00M
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    zpool-iostat lines 2-5 read
      device-load: device=tank interval-seconds=5 output=input:2 read-kb-s-mean=0 reads-s-mean=0 samples=1
        since-boot=no write-kb-s-max=6144 write-kb-s-mean=6144 write-size-kb-mean=4 writes-s-max=1536
        writes-s-mean=1536 (5-5)
      zpool-list: allocated-bytes=805306368000 capacity-percent=75 free-bytes=268435456000 pool=tank
        size-bytes=1073741824000 (5-5)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from facts.patterns import lazy
from facts.readers.zpool_tree import GROUP_ROLES, Device, Filled, rows_of_filled
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.series.commands import begins_at_boot, interval_of, options
from facts.series.devices import device_rows
from facts.series.iostat_rows import ENOUGH_SAMPLES
from facts.series.numbers import NAN
from facts.series.recorder import Recorder
from facts.series.samples import QUANTITIES
from facts.series.timeline import stamp_line, stamp_of
from facts.units import size
from facts.zpool_waits import Waits, waits_of, waits_row, with_queues

_STARTS = lazy(
    r"\s*(?:capacity\s+operations\s+bandwidth\b|pool\s+(?:alloc|used)\s+(?:free|avail)\s+read\s+write\s+read\s+write\b)"
)
_HEADER = lazy(r"\s*(?:pool|vdev|name)\s+(?:alloc|used)\s+(?:free|avail)\s+read\s+write\s+read\s+write\b")
_TITLE = lazy(r"\s*capacity\s+operations\s+bandwidth\b")
_RULE = lazy(r"\s*-{4,}(?:\s+-{3,})+\s*$")
_WITHOUT_HEADER = lazy(r"\bzpool\s+iostat\s(?:(?:(?!\bzpool\s+iostat\s).)*\s)?-\w*H")
_CONTAINER = lazy(r"(?:mirror|raidz\d?|draid\d?\S*|spare|replacing|indirect|root)(?:-\d+)?\Z")
_SECTIONS = frozenset(("logs", "log", "cache", "spares", "special", "dedup"))
_TIMES = (("ns", 1e-6), ("us", 1e-3), ("ms", 1.0), ("s", 1000.0))
_VALUE = lazy(r"(?:-|\d+(?:[.,]\d+)?(?:[KMGTPEB]|ns|us|ms|s)?)\Z")
_FIXED = 7


def _number(text: str) -> float | None:
    """A count or size with its unit (powers of 1024), NaN for ``-``."""
    return NAN if text == "-" else size(text)


def _milliseconds(text: str) -> float | None:
    """A time with its unit, or of ``-p`` in nanoseconds."""
    if text == "-":
        return NAN
    for unit, factor in _TIMES:
        if text.endswith(unit):
            try:
                return float(text[: -len(unit)]) * factor
            except ValueError:
                return None
    return float(text) * 1e-6 if text.isdecimal() else None


@dataclass(slots=True)
class _Pool:
    """The last capacity seen of a pool."""

    line: int
    allocated: float
    free: float


@dataclass(slots=True)
class _Walker:
    lines: Sequence[str]
    first: int
    recorder: Recorder
    verbose: bool
    latencies: bool | None = None
    columns: int = _FIXED
    pending: list[int] = field(default_factory=list)  # the columns of -q that count requests which wait
    indent: int = 0
    end: int = 0
    fresh: bool = True  # the next row without indentation is a pool
    pools: dict[str, _Pool] = field(default_factory=dict)
    refusals: list[tuple[int, str]] = field(default_factory=list)
    waits: dict[str, list[Waits]] = field(default_factory=dict)
    rows: int = 0
    shown: dict[str, Filled] = field(default_factory=dict)
    open: Filled | None = None  # the pool whose devices follow, in the first table that shows it
    role: str = "data"
    nested: bool = False  # devices stand further in than their pools

    def run(self, start: int) -> None:
        for index in range(start, len(self.lines)):
            line = self.lines[index]
            if line.strip():
                if (end := self._line(index, line)) is None:
                    break
                self.end = end

    def _line(self, index: int, line: str) -> int | None:
        """Where the table ends as far as is known with this line; None where the line is none of it."""
        fields = line.split()
        if _HEADER.match(line):
            self.columns = len(fields)
            self.pending = [place for place, name in enumerate(fields) if name == "pend"]
            self.indent = len(line) - len(line.lstrip())
            if self.latencies is None:
                self.latencies = fields[_FIXED : _FIXED + 2] == ["read", "write"]
            self.fresh = True
            return index + 1
        if _TITLE.match(line):
            self.latencies = "total_wait" in fields
            return self.end
        if _RULE.match(line):
            self.fresh, self.open = True, None
            return index + 1
        if stamp_line(line) and len(fields) < _FIXED:
            if (stamp := stamp_of(line)) is not None:
                self.recorder.stamp(stamp)
            return self.end
        return self._row(index, line, fields)

    def _row(self, index: int, line: str, fields: list[str]) -> int | None:
        looks_right = sum(1 for f in fields[1:_FIXED] if _VALUE.match(f))
        if len(fields) < 4 or looks_right < min(len(fields) - 1, _FIXED - 1) - 1:
            return None
        if len(fields) < min(self.columns, _FIXED):
            # sections such as `logs` have their dashes left out by some versions
            if fields[0] not in _SECTIONS:
                self.refusals.append((index, f"{len(fields)} columns where the header has {self.columns}"))
            self.role = GROUP_ROLES.get(fields[0], self.role)
            return index + 1
        if len(fields) > self.columns and _VALUE.match(fields[self.columns]):
            self.refusals.append((index, f"more than the {self.columns} columns of the header"))
            return index + 1
        name = fields[0]
        values = [_number(f) for f in fields[1:_FIXED]]
        if None in values:
            wrong = fields[1 + values.index(None)]
            self.refusals.append((index, f"`{wrong}` is not a number"))
            return index + 1
        self.rows += 1
        allocated, free, reads, writes, read_bytes, write_bytes = (v for v in values if v is not None)
        is_pool = not _CONTAINER.match(name) and name not in _SECTIONS and self._is_pool(line, allocated)
        self._note_device(index, line, name, allocated, free, is_pool=is_pool)
        if name in _SECTIONS or _CONTAINER.match(name) or (allocated != allocated and reads != reads):
            self.verbose = True
            return index + 1
        if is_pool:
            self.pools[name] = _Pool(self.first + index, allocated, free)
        self.fresh = False
        row = dict.fromkeys(QUANTITIES, NAN)
        row |= {"reads": reads, "writes": writes, "read_kb": read_bytes / 1024, "write_kb": write_bytes / 1024}
        if self.latencies and len(fields) >= _FIXED + 2:
            for quantity, text in zip(("read_latency", "write_latency"), fields[_FIXED:], strict=False):
                value = _milliseconds(text)
                row[quantity] = NAN if value is None else value
        waits = waits_of(self.first + index, fields[_FIXED:], _milliseconds) if self.latencies else None
        if (waits := with_queues(waits, self.first + index, fields, self.pending)) is not None:
            self.waits.setdefault(name, []).append(waits)
        self.recorder.row(self.first + index, name, [row[q] for q in QUANTITIES])
        return index + 1

    def _note_device(self, index: int, line: str, name: str, allocated: float, free: float, *, is_pool: bool) -> None:
        """Take where a row stands in the first table of its pool."""
        if is_pool:
            self.open = None if name in self.shown else self.shown.setdefault(name, Filled(name, allocated, free))
            self.role = "data"
        elif self.open is None:
            return
        elif name in _SECTIONS and allocated != allocated:
            self.role = GROUP_ROLES[name]
        else:
            depth = len(line) - len(line.lstrip())
            self.open.devices.append(Device(index, name, "", "", depth, self.role))
            if allocated == allocated:
                self.open.fill[index] = (allocated, free)

    def _is_pool(self, line: str, allocated: float) -> bool:
        indented = len(line) - len(line.lstrip()) > self.indent
        self.nested = self.nested or (indented and not self.fresh)
        if indented or allocated != allocated:
            return False
        return self.fresh or self.nested or not self.verbose


def _walk(lines: Sequence[str], start: int, command: str, first: int = 1) -> _Walker:
    walker = _Walker(lines, first, Recorder(), "v" in options(_own(command), "zpool"))
    walker.run(start)
    return walker


def _own(command: str) -> str:
    return command if re.search(r"\bzpool\s+iostat\b", command) else ""


_CAPACITY = r"\d+(?:\.\d+)?[KMGTP]"
_RATE = r"\d+(?:\.\d+)?[KMGT]?"
_HEADLESS = lazy(rf"\s*(?P<name>[A-Za-z][\w.:-]*)\s+{_CAPACITY}\s+{_CAPACITY}(?:\s+{_RATE}){{4}}\s*\Z")
_LEAST = 3


def _is_headless(lines: Sequence[str], start: int) -> bool:
    """Whether samples of one pool follow each other that were copied without their heading."""
    found = [_HEADLESS.match(line) for line in lines[start : start + _LEAST]]
    return len(found) == _LEAST and all(found) and len({match["name"] for match in found if match}) == 1


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    headed = _STARTS.match(lines[start]) is not None and _HEADLESS.match(lines[start]) is None
    if not headed and not _WITHOUT_HEADER.search(command) and not _is_headless(lines, start):
        return None
    walker = _walk(lines, start, command)
    if not walker.rows and not walker.refusals:
        return None
    begin = start - 1 if headed and start and stamp_line(lines[start - 1]) else start
    return begin, walker.end


def recorded(output: Output) -> tuple[Recorder, float | None, bool | None]:
    """The samples of an output, their interval in seconds, and whether the first is an average since boot."""
    return _recorded(output)[1:]


def _recorded(output: Output) -> tuple[_Walker, Recorder, float | None, bool | None]:
    command = _own(output.command)
    walker = _walk(output.lines, 0, output.command, output.first)
    headless = not command and _HEADLESS.match(output.lines[0]) is not None
    at_boot = None if headless else begins_at_boot(command, "zpool", output.top or output.first)
    return walker, walker.recorder, interval_of(command, "zpool"), at_boot


def _read(output: Output) -> Reading:
    walker, recorder, interval, at_boot = _recorded(output)
    reading = Reading(refusals=[Refusal(output.span(index), reason) for index, reason in walker.refusals], walked=True)
    reading.rows += device_rows(recorder, output, interval, at_boot)
    for name, pool in walker.pools.items():
        size = pool.allocated + pool.free
        if size > 0:
            values: dict[str, str | float] = {
                "pool": name,
                "size-bytes": size,
                "allocated-bytes": pool.allocated,
                "free-bytes": pool.free,
                "capacity-percent": 100 * pool.allocated / size,
            }
            reading.rows.append(Row("zpool-list", values, (pool.line, pool.line)))
    for shown in walker.shown.values():
        reading.rows += rows_of_filled(output, shown)
    for name in walker.pools:
        reading.rows += waits_row(output, name, walker.waits.get(name, []), at_boot)
    if walker.latencies:
        reading.rows.append(Row("system", {"zfs-era": "openzfs"}, output.span(0), inferred=True))
    headless = not _own(output.command) and _HEADLESS.match(output.lines[0]) is not None
    if not reading.refusals and not headless:
        reading.complete = frozenset({"device-load"})
        if recorder.count >= ENOUGH_SAMPLES:
            reading.complete |= {"write-plateau", "latency-spikes"} if walker.latencies else {"write-plateau"}
    return reading


HINTS = ("bandwidth", "zpool iostat", " alloc ", " avail ", "M      0", "K      0", "      0  ")
READERS = (
    Reader(
        "zpool-iostat",
        lazy(rf"{_STARTS.pattern}|{_HEADLESS.pattern}"),
        _extent,
        _read,
        _WITHOUT_HEADER,
        of_no_use=(("heading", _HEADER), ("heading", _TITLE), ("heading", _RULE)),
    ),
)
