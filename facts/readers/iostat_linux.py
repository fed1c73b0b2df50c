"""``iostat`` of Linux (sysstat): devices and CPU, in all its tables from 5.0 to 12.7.

The extended table (``-x``) with sectors, kB or MB, with one ``await`` or one for reads and one for writes; the plain
table of ``tps``; ``-c`` alone; ``-t``; ``-h``, ``--human`` and ``--pretty``; ``-o JSON``; decimal commas.

Samples::

    >>> from facts.readers import show
    >>> show('''Linux 2.6.18-92.el5 (db1)  11/28/2008
    ...
    ... avg-cpu:  %user   %nice %system %iowait  %steal   %idle
    ...            3.30    0.09    0.94    0.53    0.00   95.14
    ...
    ... Device:         rrqm/s   wrqm/s   r/s   w/s   rsec/s   wsec/s avgrq-sz avgqu-sz   await  svctm  %util
    ... sda               0.00    10.00  0.00  4.00     0.00   112.00    28.00     0.01    2.50   0.50   0.20
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    iostat-linux lines 1-7 read
      device-load: busy-percent-max=0.2 busy-percent-mean=0.2 device=sda latency-ms-max=2.5 latency-ms-mean=2.5
        latency-ms-median=2.5 no-completion-samples=0 output=input:1 queue-max=0.01 queue-mean=0.01
        read-kb-s-mean=0 reads-s-mean=0 samples=1 since-boot=yes write-kb-s-max=56 write-kb-s-mean=56
        write-size-kb-mean=14 writes-s-max=4 writes-s-mean=4 (7-7)
      cpu-load: busy-mean-percent=4.33 idle-mean-percent=95.14 output=input:1 samples=1 since-boot=yes
        steal-max-percent=0 steal-mean-percent=0 system-max-percent=0.94 system-mean-percent=0.94 wait-max-percent=0.53
        wait-mean-percent=0.53 (4-4)
      system: kernel=2.6.18-92.el5 kernel-code=2006018 os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import JSON_LINES
from facts.patterns import lazy
from facts.readers.iostat_json import json_extent, read_json
from facts.reading import Output, Reader, Reading, Row
from facts.series.commands import arguments, begins_at_boot, interval_of, options
from facts.series.iostat_rows import iostat_reading
from facts.series.recorder import Recorder
from facts.series.tables import Dialect, Layout, Tables, layout_of
from facts.series.timeline import date_of, stamp_line
from facts.series.walks import walk_tables
from facts.units import coded

COLUMNS = {
    "r/s": ("reads", 1.0),
    "w/s": ("writes", 1.0),
    "tps": ("transfers", 1.0),
    "rsec/s": ("read_kb", 0.5),
    "wsec/s": ("write_kb", 0.5),
    "rkB/s": ("read_kb", 1.0),
    "wkB/s": ("write_kb", 1.0),
    "rMB/s": ("read_kb", 1024.0),
    "wMB/s": ("write_kb", 1024.0),
    "Blk_read/s": ("read_kb", 0.5),
    "Blk_wrtn/s": ("write_kb", 0.5),
    "kB_read/s": ("read_kb", 1.0),
    "kB_wrtn/s": ("write_kb", 1.0),
    "MB_read/s": ("read_kb", 1024.0),
    "MB_wrtn/s": ("write_kb", 1024.0),
    "await": ("latency", 1.0),
    "r_await": ("read_latency", 1.0),
    "w_await": ("write_latency", 1.0),
    "avgqu-sz": ("active", 1.0),
    "aqu-sz": ("active", 1.0),
    "%util": ("busy", 1.0),
    "util": ("busy", 1.0),
}
"""Column names, those of JSON too."""

_ARRAY = lazy(r"md\d+")
_BANNER = lazy(
    r"\s*Linux (?P<kernel>\d\S*) \((?P<host>[^)]*)\)"
    r"(?:\s+(?!_)\S+)*?(?:\s+_(?P<arch>\w+)_)?(?:\s+\((?P<cpus>\d+) CPU\))?\s*$"
)
_HEADER = lazy(r"\s*(?:Device:?\s+(?:tps|[\w%]+/s|wareq-sz)\s|(?:tps|[rwdf]/s)\s[^:]*\sDevice:?\s*$)")
_CPU = lazy(r"\s*avg-cpu:\s+%user\s")
_FRAME = lazy(r"(?!)")  # nothing stands between the tables
_STARTS = lazy(
    r"\s*(?:Linux \d\S* \(|avg-cpu:\s+%user|Device:?\s+(?:tps|[\w%]+/s)\s|(?:tps|[rw]/s)\s.*\sDevice:?\s*$"
    r"|\{\s*(?:\"sysstat\"|$))"
)
_MOST_BLANK_ABOVE = 4


def _layout(line: str) -> Layout | None:
    if not _HEADER.match(line):
        return None
    names = [name.rstrip(":") for name in line.split()]
    return layout_of(names, 0 if names[0] == "Device" else -1, COLUMNS)


def _cpu(line: str) -> list[str] | None:
    return line.split()[1:] if _CPU.match(line) else None


DIALECT = Dialect(_layout, _cpu, _FRAME)


def _tables_below(lines: Sequence[str], start: int) -> bool:
    """Whether the first line with anything below a banner belongs to iostat (sar prints the same banner)."""
    for line in lines[start + 1 : start + 1 + _MOST_BLANK_ABOVE]:
        if line.strip() and not stamp_line(line):
            return _CPU.match(line) is not None or _layout(line) is not None
    return False


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    line = lines[start]
    if line.lstrip().startswith("{"):
        return json_extent(lines, start)
    banner = _BANNER.match(line) is not None
    if banner and not _tables_below(lines, start):
        return None
    tables = walk_tables(lines, start + banner, DIALECT)
    if not tables.rows and not tables.cpu and not tables.refusals:
        return None
    begin = start
    if not banner and start and stamp_line(lines[start - 1]):
        begin = start - 1
    return begin, tables.end


def tables_of(output: Output, recorder: Recorder, dialect: Dialect = DIALECT) -> tuple[Tables, bool | None]:
    """Walk an output that is no JSON, and whether its first sample is an average since boot (None: unknown)."""
    banner = _BANNER.match(output.lines[0])
    date = date_of(output.lines[0]) if banner else None
    tables = walk_tables(output.lines, 1 if banner else 0, dialect, recorder, output.first, date)
    at_boot = begins_at_boot(output.command, "iostat", output.top or output.first)
    if banner:
        at_boot = arguments(output.command, "iostat") is None or "y" not in options(output.command, "iostat")
    return tables, at_boot


def _read(output: Output) -> Reading:
    if output.lines[0].lstrip().startswith("{"):
        return read_json(output, COLUMNS)
    banner = _BANNER.match(output.lines[0])
    recorder = Recorder()
    tables, at_boot = tables_of(output, recorder)
    reading = iostat_reading(output, recorder, tables, interval_of(output.command, "iostat"), at_boot)
    reading.rows += [
        Row("md-array", {"array": device}, row.lines, inferred=True)
        for row in reading.rows
        if row.template == "device-load" and _ARRAY.fullmatch(device := str(row.values["device"]))
    ]
    if banner is None:
        header = next(i for i, line in enumerate(output.lines) if line.strip() and not stamp_line(line))
        reading.rows.append(Row("system", {"os": "linux"}, output.span(header), inferred=True))
        return reading
    values = {"os": "linux", **coded("kernel", banner["kernel"])}
    if banner["arch"]:
        values["arch"] = banner["arch"]
    if banner["cpus"]:
        values["cpus"] = int(banner["cpus"])
    reading.rows.append(Row("system", values, output.span(0)))
    reading.host = banner["host"]
    return reading


HINTS = ("avg-cpu", "Device", '"sysstat"')
READERS = (
    Reader("iostat-linux", _STARTS, _extent, _read, of_no_use=(("heading", _HEADER), ("heading", _CPU), *JSON_LINES)),
)
