"""``sar``: what a host and its disks did, in steps of minutes, from its own archive.

Linux (sysstat, 12 and 24 hours) and Solaris. The processors of all together (``-u``), the disks (``-d``), and memory,
swapping, paging and the run queue (``-r``, ``-S``, ``-W``, ``-B``, ``-q``; Solaris ``-g``, ``-p``, ``-r``) become rows;
the other tables are walked and drawn, and give no row. Steps of minutes hide what lasts for seconds: that sar shows no
spike says nothing.

Sample::

    >>> from facts.readers import show
    >>> show('''Linux 3.10.0-327.el7.x86_64 (db1)  11/28/2016  _x86_64_  (8 CPU)
    ...
    ... 12:00:01 AM     CPU     %user     %nice   %system   %iowait    %steal     %idle
    ... 12:10:01 AM     all     13.30      0.00      0.70     40.00      0.00     46.00
    ... Average:        all     13.30      0.00      0.70     40.00      0.00     46.00
    ...
    ... 12:00:01 AM       DEV       tps  rd_sec/s  wr_sec/s  avgrq-sz  avgqu-sz     await     svctm     %util
    ... 12:10:01 AM       sda     50.00      0.00   4000.00     80.00      1.50     30.00      1.00      5.00
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    sar lines 1-8 read
      device-load: busy-percent-max=5 busy-percent-mean=5 device=sda latency-ms-max=30 latency-ms-mean=30
        latency-ms-median=30 no-completion-samples=0 output=input:1 queue-max=1.5 queue-mean=1.5 read-kb-s-mean=0
        samples=1 since-boot=no transfers-s-mean=50 write-kb-s-max=2000 write-kb-s-mean=2000 (8-8)
      cpu-load: busy-mean-percent=14 idle-mean-percent=46 output=input:1 samples=1 since-boot=no
        steal-max-percent=0 steal-mean-percent=0 system-max-percent=0.7 system-mean-percent=0.7 wait-max-percent=40 wait-mean-percent=40 (4-4)
      system: arch=x86_64 cpus=8 kernel=3.10.0-327.el7.x86_64 kernel-code=3010000 os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from facts.kit import Values
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.series.columns import Column, derived
from facts.series.commands import interval_of
from facts.series.cpu_values import BUSY, cpu_values
from facts.series.cpu_values import COLUMNS as CPU_COLUMNS
from facts.series.iostat_rows import Cpu, cpu_rows, iostat_reading
from facts.series.numbers import NAN
from facts.series.recorder import Recorder
from facts.series.samples import QUANTITIES
from facts.series.sar_grid import Grid
from facts.series.sar_memory import SAYS, memory_rows
from facts.series.sar_tables import AVERAGE, BANNER, DISK, EVENT, HEADING, SETUP, Names, Part, Tables, known_header
from facts.series.tables import Tables as DeviceTables
from facts.series.timeline import Stamp
from facts.series.walks import walk_sar
from facts.units import coded

COLUMNS = {
    "tps": ("transfers", 1.0),
    "r+w/s": ("transfers", 1.0),
    "rd_sec/s": ("read_kb", 0.5),
    "wr_sec/s": ("write_kb", 0.5),
    "rkB/s": ("read_kb", 1.0),
    "wkB/s": ("write_kb", 1.0),
    "avgqu-sz": ("active", 1.0),
    "aqu-sz": ("active", 1.0),
    "avque": ("active", 1.0),
    "await": ("latency", 1.0),
    "avserv": ("latency", 1.0),
    "%util": ("busy", 1.0),
    "%busy": ("busy", 1.0),
}
_CPU = {"%usr": "%user", "%wio": "%iowait"}
"""What iostat calls the same."""

_ALL = ("all", "", "-", "system")
"""All processors together: sysstat, no key at all, AIX, HP-UX."""

_STARTS = lazy(
    r"\s*(?:Linux \d\S* \(|SunOS \S+ 5\.|AIX \S+ \d+ \d+ [0-9A-F]{12}\s|\d\d?:\d\d:\d\d(?:\s+[AP]M)?\s+[A-Za-z%])"
)
_MOST_LINES_ABOVE = 8
_ENOUGH_SAMPLES = 10


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    index = start
    if BANNER.match(lines[start]):
        below = range(start + 1, min(len(lines), start + 1 + _MOST_LINES_ABOVE))
        index = next((i for i in below if known_header(lines[i])), start)
    if not known_header(lines[index]):
        return None
    tables = walk_sar(lines, start, keep=lambda names, key: False)
    return (start, tables.end) if tables.found or tables.refusals else None


def _is_disk(names: Names, key: str) -> bool:
    return bool(key and DISK & set(names))


def _is_processors(names: Names, key: str) -> bool:
    return key in _ALL and "%idle" in names


def is_told(names: Names, key: str) -> bool:
    """Whether a table comes to rows."""
    return (
        _is_disk(names, key)
        or _is_processors(names, key)
        or (not key and bool(SAYS & set(names)))
        or _is_of_links(names, key)
    )


def _is_of_links(names: Names, key: str) -> bool:
    return bool(key) and key != "lo" and ("rxerr/s" in names or "rxpck/s" in names)


def _read(output: Output) -> Reading:
    tables = walk_sar(output.lines, 0, output.first, is_told)
    banner = BANNER.match(output.lines[0])
    arch = banner and (banner["arch"] or banner["machine"])
    reading = reading_of(tables, output, interval_of(output.command, "sar"), arch)
    if banner is not None:
        reading.host = banner["host"] or banner["host2"] or banner["host3"]
        system = {"os": "aix"} if banner["host3"] else system_of(banner["kernel"], banner["arch"], banner["cpus"])
        if banner["release"]:
            system["os-release"] = banner["release"]
        reading.rows.append(Row("system", system, output.span(0)))
    return reading


def reading_of(tables: Tables, output: Output, interval: float | None, arch: str | None) -> Reading:
    """What the tables come to, with the seconds between their samples and the machine, where they are told."""
    refused = DeviceTables(refusals=tables.refusals)
    reading = iostat_reading(output, _disks(tables), refused, interval, False)
    reading.rows += _processors(tables, output, interval)
    reading.rows += memory_rows(tables, output, interval, arch)
    reading.rows += _links(tables, output, interval)
    # averages over minutes cannot show that nothing happened; but a shortage of memory lasts for minutes
    watched = any(r.template == "memory-history" and int(r.values["samples"]) >= _ENOUGH_SAMPLES for r in reading.rows)
    swapping = any("pswpin/s" in names and not key for names, key in tables.parts)
    reading.complete = frozenset({"swap-episode"}) if watched and swapping and not reading.refusals else frozenset()
    return reading


def _disks(tables: Tables) -> Recorder:
    """The disks, sample by sample, as iostat's are kept."""
    parts = {place: part for place, part in tables.parts.items() if _is_disk(*place)}
    if tables.scratch is not None:
        from facts.series.long_sar_tables import long_disks

        return long_disks(parts, tables.dated, tables.scratch, COLUMNS)
    recorder, number_of = _over(parts.values(), tables.dated)
    rows: dict[tuple[int, str], tuple[int, list[float]]] = {}
    for (names, device), part in parts.items():
        for number, (at, line) in enumerate(zip(part.seconds, part.lines, strict=True)):
            values = part.flat[number * len(names) : (number + 1) * len(names)]
            found = {COLUMNS[n][0]: v * COLUMNS[n][1] for n, v in zip(names, values, strict=True) if n in COLUMNS}
            # where two tables print the same, the first counts
            rows.setdefault((number_of[at], device), (line, [found.get(quantity, NAN) for quantity in QUANTITIES]))
    for (sample, device), (line, numbers) in sorted(rows.items(), key=lambda row: (row[0][0], row[1][0])):
        recorder.sample = sample
        recorder.row(line, device, numbers)
    return recorder


def _processors(tables: Tables, output: Output, interval: float | None) -> list[Row]:
    """The rows of all processors together."""
    parts = {place: part for place, part in tables.parts.items() if _is_processors(*place)}
    wanted = dict.fromkeys([*BUSY, *(name for names in CPU_COLUMNS for name in names)], False)
    grid = Grid(replace(tables, parts=parts), wanted, whole=True, same=_CPU)
    if not grid.count:
        return []

    def column(number: int) -> Column:
        """One of those that `cpu_values` makes."""
        return derived(
            lambda at, *told: cpu_values(dict(zip(grid.columns, told, strict=True)), at * NAN)[number],
            grid.moments,
            *grid.columns.values(),
        )

    columns = [column(number) for number in range(1 + len(CPU_COLUMNS))]
    return cpu_rows(output, Cpu(columns, grid.lines[""], grid.timeline(interval)), False)


def _links(tables: Tables, output: Output, interval: float | None) -> list[Row]:
    """By how much the errors of each interface grew; what did not fit into the card's buffer is no fault of a link."""
    grown: dict[str, Values] = {}
    lines: dict[str, Part] = {}
    for (names, key), part in tables.parts.items():
        if tables.scratch is not None or not _is_of_links(names, key) or not len(part.seconds):
            continue
        step = (part.seconds[-1] - part.seconds[0]) / (len(part.seconds) - 1) if len(part.seconds) > 1 else interval
        if not step or step < 0:
            continue
        sums = {name: sum(part.flat[at :: len(names)]) for at, name in enumerate(names)}
        values = grown.setdefault(key, {"interface": key, "output": output.label})
        if "rxerr/s" in sums:
            values["errors"] = round(max(sums["rxerr/s"] - sums.get("rxfifo/s", 0.0), 0.0) * step)
            lines[key] = part
        else:
            values["packets"] = round(sums["rxpck/s"] * step)
    return [
        Row("interface-growth", grown[key], output.span(part.lines[0] - output.first, part.lines[-1] - output.first))
        for key, part in lines.items() if grown[key]["errors"]
    ]  # fmt: skip


def _over(parts: Iterable[Part], dated: bool) -> tuple[Recorder, dict[float, int]]:
    """A recorder that knows when the samples of some tables were taken, and the number of each moment."""
    recorder = Recorder()
    moments = sorted({at for part in parts for at in part.seconds})
    recorder.stamps = {number: Stamp(at, dated) for number, at in enumerate(moments)}
    return recorder, {at: number for number, at in enumerate(moments)}


def system_of(kernel: str | None, arch: str | None, cpus: str | None) -> dict[str, str | int]:
    """What a banner says of the host."""
    if not kernel:
        return {"os": "solaris"}
    values = {"os": "linux", **coded("kernel", kernel)}
    if arch:
        values["arch"] = arch
    if cpus:
        values["cpus"] = int(cpus)
    return values


_OF_NO_USE = (
    ("heading", BANNER), ("averages", AVERAGE), ("how the host is set up", SETUP), ("restart or comment", EVENT), ("heading", HEADING),
)  # fmt: skip
HINTS = (
    "%idle", "tps", "avque", "kbmemfree", "freemem", "pgpgin/s", "pswpin/s", "bread/s", "runq-sz", "proc/s ",
    "rxpck/s", "rxerr/s", "pgscan/s", "swpin/s", "kbswpfree", "frmpg/s", "%smem-10", "%sio-10", "kbhugfree", "vflt/s",
)  # fmt: skip
BEFORE = ("uname",)
READERS = (Reader("sar", _STARTS, _extent, _read, of_no_use=_OF_NO_USE),)
