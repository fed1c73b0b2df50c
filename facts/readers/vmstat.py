"""``vmstat``: processes, memory, paging, blocks and CPU of a host, sample by sample.

Linux (procps, all versions since the ``w`` column; with ``-w``, ``-a``, ``-t``, ``-S``), Solaris and illumos (any disk
columns; with ``-p``, ``-S``, ``-T``), and the relatives that print BSD's ``avm`` (BSD, AIX, HP-UX), of which only what
means the same everywhere is taken, and the paging of HP-UX (``re at pi po``) and AIX (``fr sr cy``), in pages of 4
KiB. A sample is found by the column names of the header above it.

Samples::

    >>> from facts.readers import show
    >>> show('''$ vmstat 1
    ... procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
    ...  r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
    ...  2  0      0 2794468   2108 741208    0    0     1     3   29   57  0  0 99  0  0
    ...  1  0      0 2794332   2108 741212    0    0     0   104   61  102 10  5 85  0  0
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    vmstat-linux lines 2-5 read
      vmstat: block-out-max-kb-s=104 block-out-mean-kb-s=104 blocked-max=0 free-first-bytes=2861395968
        free-min-bytes=2861395968 idle-mean-percent=85 interval-seconds=1 missing-intervals=0 os=linux
        output=input:2 run-queue-max=1 samples=1 since-boot=no steal-max-percent=0 steal-mean-percent=0 swap-in-max-kb-s=0
        swap-out-max-kb-s=0 swapping-percent=0 swapping-samples=0 system-max-percent=5 system-mean-percent=5 wait-max-percent=0
        wait-mean-percent=0 (2-5)
      system: os=linux (3-3)

    >>> show(''' kthr      memory            page            disk          faults      cpu
    ...  r b w   swap  free  re  mf pi po fr de sr s0 s1 s2 s3   in   sy   cs us sy id
    ...  0 0 0 3243004 845352 237 1317 0 64 90 0 266 0 0 0 0 1140  780  981 12  3 85
    ... ''', "vmstat")  # doctest: +NORMALIZE_WHITESPACE
    vmstat-solaris lines 1-3 read
      vmstat: blocked-max=0 free-first-bytes=865640448 free-min-bytes=865640448 idle-mean-percent=85
        missing-intervals=0 os=solaris output=input:1 page-out-max-kb-s=64 run-queue-max=0 samples=1
        scan-rate-max-pages-s=266 since-boot=yes swapped-max=0 system-max-percent=3 system-mean-percent=3 (1-3)
      system: os=solaris page-cache=separate (2-2)

    >>> show(''' procs    memory      page                       disks   faults      cpu
    ...  r b w    avm    fre  flt  re  pi   po   fr   sr w0 c0   in   sy  cs us sy id
    ...  2 0 0  78624  21544  103   0   0    0    0    0  6  0  113  154  33  0  2 98
    ... ''', "vmstat")  # doctest: +NORMALIZE_WHITESPACE
    vmstat-bsd lines 1-3 read
      vmstat: anon-page-out-max-kb-s=0 blocked-max=0 idle-mean-percent=98 missing-intervals=0 os=other output=input:1 run-queue-max=2
        samples=1 since-boot=yes swap-in-max-kb-s=0 swap-out-max-kb-s=0 swapping-percent=0 swapping-samples=0
        system-max-percent=2 system-mean-percent=2 (1-3)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Union

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.series.columns import Column, column_of
from facts.series.commands import begins_at_boot, interval_of, value_of
from facts.series.numbers import (
    NAN,
    any_known,
    count_beyond,
    count_known,
    higher,
    highest,
    lowest,
    mean,
    slots,
    sums,
    times,
    unknown_like,
)
from facts.series.scans import scan_episodes
from facts.series.stalls import HostSamples, cpu_dropouts, drain_rate, write_pauses
from facts.series.swaps import Swapping, swap_episodes
from facts.series.timeline import Timeline, stamp_line, timeline
from facts.series.vmstat_lines import Layout, Sample, layout_at
from facts.series.vmstat_walk import Walk, walk

if TYPE_CHECKING:
    from facts.series.long_vmstat import LongSamples

_STARTS = lazy(r"\s*(?:\S{1,32}\s+){0,5}?(?:r\s+[bs]\s+(?:[wp]\s+)?(?:swpd|swap|avm)\s|swap\s+free\s+re\s+mf\s)")
_BANNER = lazy(r"\s*(?:.{0,32}\s)?(?:-*procs\b|kthr\b|memory\s+page\b|-[- ]*$|filesystem$|System [Cc]onfiguration:)")
_UNITS = {"k": 1000.0, "K": 1024.0, "m": 1e6, "M": 1048576.0, "b": 1.0, "B": 1.0}
_SMALLEST_HOST_KB = 32768
"""A Linux host of our time has more memory than this: smaller figures are megabytes of a ``-S M`` that was not seen."""

_ENOUGH_SAMPLES = 10
"""With fewer samples, no episode seen does not mean that there is none."""

_HP_UX, _AIX = frozenset(("at", "de", "sr")), frozenset(("cy", "sr"))
"""Columns that only these two print beside ``avm``."""

_PAGE_KB = 4.0
_COUNTS = frozenset(("run-queue-max", "blocked-max", "swapped-max"))
_REAL_RATE_KB_S = 10_000.0
_REAL_WAIT_PERCENT = 20.0


def _extent(system: str) -> Callable[[Sequence[str], int, str], tuple[int, int] | None]:
    def extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
        layout = layout_at(lines, start)
        if layout is None or layout.system != system:
            return None
        found = walk(lines, start, layout, kept=False)
        if not found.samples and not found.refusals:
            return None
        begin = start
        while begin and start - begin < 4 and (_BANNER.match(lines[begin - 1]) or stamp_line(lines[begin - 1])):
            begin -= 1
        return begin, found.end

    return extent


Samples = Union[list[Sample], "LongSamples"]


def columns_of(output: Output, layout: Layout, samples: Samples) -> tuple[Mapping[str, Column], Column]:
    """The values by name, and the lines."""
    if not isinstance(samples, list):
        return samples.columns(layout.names, output.first)
    by_name = {name: column_of(s.values[i] for s in samples) for i, name in enumerate(layout.names)}
    return by_name, column_of(output.first + s.line for s in samples)


def _really_sampled(columns: Mapping[str, Column]) -> bool:
    """Whether the first sample cannot be an average since boot: it writes like the busiest, or waits for nothing."""
    out, wait = columns.get("bo"), columns.get("wa", column_of(()))
    if not out:
        return False
    as_busy = out[0] >= _REAL_RATE_KB_S and out[0] >= highest(out[1:]) / 2
    return as_busy or (out[0] == 0 == columns["bi"][0] and len(wait) > 0 and wait[0] >= _REAL_WAIT_PERCENT)


def _memory_factor(output: Output, columns: Mapping[str, Column]) -> float:
    """Bytes in one unit of the memory columns, or NaN where that cannot be told."""
    if unit := value_of(output.command, "vmstat", "-S") or value_of(output.command, "vmstat", "--unit"):
        return _UNITS.get(unit[0], NAN)
    caches = ("free", "buff", "cache", "inact", "active")
    if sum(columns[name][0] for name in caches if name in columns) < _SMALLEST_HOST_KB:
        return NAN
    return 1024.0


class Sampling(NamedTuple):
    """One output walked through: `samples` and `timeline` are without the average since boot, where it stands first.

    `start` is the index of the header, `at_boot` whether the first sample of all is that average (None: unknown).
    """

    start: int
    layout: Layout
    found: Walk
    samples: Samples
    timeline: Timeline
    at_boot: bool | None


def sampling_of(output: Output) -> Sampling:
    """The samples of an output, as they are read and as they are drawn."""
    start, layout = next((i, made) for i in range(len(output.lines)) if (made := layout_at(output.lines, i)))
    found = walk(output.lines, start, layout, before=True)
    samples = found.samples
    interval = interval_of(output.command, "vmstat")
    line = timeline(len(samples), found.stamps, interval) if isinstance(samples, list) else samples.timeline(interval)
    boot = begins_at_boot(output.command, "vmstat", output.top or output.first)
    if boot is None and output.after.startswith("vmstat"):
        boot = True  # another run, appended to the file
    if len(samples) > 1 and boot and not _really_sampled(columns_of(output, layout, samples)[0]):
        samples, line = samples[1:], line.after(1)
    return Sampling(start, layout, found, samples, line, boot)


def _read(output: Output) -> Reading:
    start, layout, found, samples, line, boot = sampling_of(output)
    reading = Reading(
        refusals=found.refusals.made(lambda one: Refusal(output.span(one[0], one[1]), one[2])), walked=True
    )
    if not found.samples:
        return reading
    average = bool(boot) and len(found.samples) == 1
    taken = _Taken(output, layout.system, *columns_of(output, layout, samples), line)
    reading.rows.append(taken.summary(boot if len(found.samples) == 1 else False))
    if system := _system(output, start, layout):
        reading.rows.append(Row("system", system, output.span(start), inferred=True))
    if not average:
        reading.rows += taken.episodes()
    if not reading.refusals:
        reading.complete = frozenset({"vmstat"})
        if len(samples) >= _ENOUGH_SAMPLES and layout.system != "bsd":
            solaris = layout.system == "solaris"
            reading.complete |= {"stall-train", "scan-episode"} if solaris else {"stall-train"}
            if any_known(taken.swapping().swap_out):
                reading.complete |= {"swap-episode"}
    return reading


def _system(output: Output, start: int, layout: Layout) -> dict[str, str]:
    """What the format tells of the host; ``kthr`` above the header stands there since Solaris 8 or 9 only."""
    names = set(layout.names)
    if layout.system == "bsd":
        return {"os": "hp-ux"} if names >= _HP_UX else {"os": "aix"} if names >= _AIX else {}
    recent = "epi" in names or any("kthr" in line.split() for line in output.lines[max(0, start - 2) : start])
    if layout.system == "solaris" and recent:
        return {"os": "solaris", "page-cache": "separate"}
    return {"os": layout.system}


class _Taken:
    """The columns of one output in the units of the rows."""

    def __init__(
        self,
        output: Output,
        system: str,
        columns: Mapping[str, Column],
        lines: Column,
        line: Timeline,
    ) -> None:
        self.output, self.system, self.columns, self.lines, self.line = output, system, columns, lines, line
        self.unknown = unknown_like(lines)
        factor = _memory_factor(output, columns) if system == "linux" else 1024.0
        hp_ux, aix = system == "bsd" and columns.keys() >= _HP_UX, system == "bsd" and columns.keys() >= _AIX
        self.free = times(factor, self.column("free")) if system != "bsd" else self.unknown
        # procps prints si and so in the unit of -S, blocks always in KiB
        unit = factor if factor == factor else _UNITS["m"]  # megabytes, the smaller ones, where -S was not seen
        scale = unit / 1024 if system == "linux" else 1.0
        self.swap_in = times(scale, self.column("api" if "api" in columns else "si"))
        self.swap_out = times(scale, self.column("apo" if "apo" in columns else "so"))
        if columns.keys() >= {"epo", "apo", "fpo"}:
            self.page_out = sums(columns["epo"], columns["apo"], columns["fpo"])
        else:
            self.page_out = self.column("po") if system == "solaris" else self.unknown
        paged = times(_PAGE_KB, self.column("po"))
        if hp_ux:
            self.page_out = paged
        # what AIX and the BSDs page out goes to paging space; FreeBSD counts the few pages of mapped files among it
        if system == "bsd" and not hp_ux:  # which counts pages of files among both
            self.swap_in, self.swap_out = times(_PAGE_KB, self.column("pi")), paged
        self.anon_out = paged if aix or (system == "bsd" and not hp_ux) else self.column("apo")
        self.scan = self.column("sr") if system == "solaris" or hp_ux else self.unknown
        self.swapped = self.column("w") if system == "solaris" or hp_ux else self.unknown

    def column(self, name: str) -> Column:
        """A column, all unknown where the output has none of that name."""
        return self.columns.get(name) or self.unknown

    def summary(self, since_boot: bool | None) -> Row:
        """The ``vmstat`` row."""
        values: dict[str, str | float | int | bool] = {"output": self.output.label, "samples": len(self.lines)}
        values["os"] = "other" if self.system == "bsd" else self.system
        values["missing-intervals"] = self.line.missing
        if since_boot is not None:
            values["since-boot"] = since_boot
        traffic = higher(self.swap_in, self.swap_out)
        if told := count_known(traffic):
            swapping = count_beyond(traffic, 0.0)
            values["swapping-samples"] = swapping
            values["swapping-percent"] = 100 * swapping / told
        peaks = {
            "run-queue-max": self.column("r"),
            "blocked-max": self.column("b"),
            "swapped-max": self.swapped,
            "swap-in-max-kb-s": self.swap_in,
            "swap-out-max-kb-s": self.swap_out,
            "block-out-max-kb-s": self.column("bo"),
            "scan-rate-max-pages-s": self.scan,
            "page-out-max-kb-s": self.page_out,
            "anon-page-out-max-kb-s": self.anon_out,
            "file-page-out-max-kb-s": self.column("fpo"),
            "wait-max-percent": self.column("wa"),
            "steal-max-percent": self.column("st"),
        }
        at = {}
        for slot, series in peaks.items():
            if any_known(series):
                peak = highest(series)
                values[slot] = int(peak) if slot in _COUNTS else peak
                at[slot] = 2 * (int(self.lines[series.index(peak)]),)
        values |= slots(
            interval_seconds=self.line.interval if self.line.known else NAN,
            longest_gap_seconds=self.line.longest_gap or NAN,
            free_first_bytes=self.free[0],
            free_min_bytes=lowest(self.free),
            block_out_mean_kb_s=mean(self.column("bo")),
            drain_kb_s=drain_rate(self.column("bo")),
            wait_mean_percent=mean(self.column("wa")),
            system_mean_percent=mean(self.column("sys")),
            system_max_percent=highest(self.column("sys")),
            idle_mean_percent=mean(self.column("id")),
            steal_mean_percent=mean(self.column("st")),
        )
        if any_known(self.free):
            at["free-min-bytes"] = 2 * (int(self.lines[self.free.index(lowest(self.free))]),)
        return Row("vmstat", values, self.output.whole, at, self.line.times.first())

    def swapping(self) -> Swapping:
        """What goes to swap and comes back; si and so of Solaris count processes and no kilobytes."""
        ours = self.system in ("linux", "bsd")
        into, out = (self.swap_in, self.swap_out) if ours else (self.column("api"), self.anon_out)
        return Swapping(into, out, self.lines, self.line, self.free)

    def episodes(self) -> list[Row]:
        """Stalls, and on Solaris the work of the page scanner."""
        busy = [self.column("us"), self.column("sys")]
        if "gu" in self.columns:
            busy.append(self.columns["gu"])
        host = HostSamples(
            self.line,
            self.lines,
            busy=sums(*busy),
            wait=self.column("wa"),
            blocked=self.column("b"),
            swap=higher(self.swap_in, self.swap_out),
            blocks_in=self.column("bi"),
            blocks_out=self.column("bo"),
        )
        rows = [row for row in (write_pauses(host, self.output), cpu_dropouts(host, self.output)) if row is not None]
        rows += swap_episodes(self.swapping(), self.output)
        return rows + scan_episodes(
            self.scan, self.free, self.page_out, self.swapped, self.lines, self.line, self.output
        )


HINTS = ("swpd", "avm", " sr", "\tsr", "epi")
BEFORE = ("date_line",)
READERS = tuple(
    Reader(f"vmstat-{system}", _STARTS, _extent(system), _read, of_no_use=(("heading", _STARTS), ("heading", _BANNER)))
    for system in ("linux", "solaris", "bsd")
)
