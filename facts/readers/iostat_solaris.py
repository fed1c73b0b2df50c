"""``iostat -xn`` of Solaris and illumos: requests, bytes, queues and response times of each device.

Also ``-x`` (device first, ``svc_t``), ``-C``, ``-p``, ``-z``, ``-M``, ``-e``, ``-r`` (commas), with a CPU table
(``-c``) and with timestamps (``-T``); and the same table of FreeBSD (``iostat -x``), which has no ``actv``.

Samples::

    >>> from facts.readers import show
    >>> show('''                    extended device statistics
    ...     r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device
    ...     0.0  162.2    0.0 19153.9  0.0  0.7    0.0    4.2   0  12 c3t5d0
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    iostat-xn lines 1-3 read
      device-load: busy-percent-max=12 busy-percent-mean=12 device=c3t5d0 host-queue-ms-mean=0 latency-ms-max=4.2 latency-ms-mean=4.2
        latency-ms-median=4.2 no-completion-samples=0 output=input:1 queue-max=0.7 queue-mean=0.7
        read-kb-s-mean=0 reads-s-mean=0 samples=1 since-boot=yes write-kb-s-max=19153.9 write-kb-s-mean=19153.9
        write-size-kb-mean=118.088 writes-s-max=162.2 writes-s-mean=162.2 (3-3)
      system: os=solaris (2-2)

    >>> show('''                        extended device statistics
    ... device       r/s     w/s     kr/s     kw/s  ms/r  ms/w  ms/o  ms/t qlen  %b
    ... ada0          12       4    512.0    128.5     0     1     0     0    0   2
    ... ''', "iostat -x")  # doctest: +NORMALIZE_WHITESPACE
    iostat-bsd lines 1-3 read
      device-load: busy-percent-max=2 busy-percent-mean=2 device=ada0 latency-ms-max=0 latency-ms-mean=0
        latency-ms-median=0 no-completion-samples=0 output=input:1 queue-max=0 queue-mean=0 read-kb-s-mean=512
        read-latency-ms-mean=0 read-size-kb-mean=42.6667 reads-s-mean=12 samples=1 since-boot=yes
        write-kb-s-max=128.5 write-kb-s-mean=128.5 write-latency-ms-max=1 write-latency-ms-mean=1
        write-size-kb-mean=32.125 writes-s-max=4 writes-s-mean=4 (3-3)
      system: os=freebsd (2-2)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.series.commands import begins_at_boot, interval_of
from facts.series.iostat_rows import iostat_reading
from facts.series.recorder import Recorder
from facts.series.tables import Dialect, Layout, Tables, layout_of
from facts.series.timeline import stamp_line
from facts.series.walks import walk_tables

COLUMNS = {
    "r/s": ("reads", 1.0),
    "w/s": ("writes", 1.0),
    "kr/s": ("read_kb", 1.0),
    "kw/s": ("write_kb", 1.0),
    "Kr/s": ("read_kb", 1.0),
    "Kw/s": ("write_kb", 1.0),
    "Mr/s": ("read_kb", 1024.0),
    "Mw/s": ("write_kb", 1024.0),
    "wait": ("waiting", 1.0),
    "qlen": ("waiting", 1.0),
    "actv": ("active", 1.0),
    "asvc_t": ("latency", 1.0),
    "wsvc_t": ("queued_latency", 1.0),
    "svc_t": ("latency", 1.0),
    "ms/t": ("latency", 1.0),
    "ms/r": ("read_latency", 1.0),
    "ms/w": ("write_latency", 1.0),
    "%b": ("busy", 1.0),
}
_STARTS = lazy(r"\s*(?:(?:device|disk)[\s,]+)?r/s[\s,]+w/s[\s,]+[kKM]r/s[\s,]+[kKM]w/s[\s,]")
_FRAME = lazy(r"\s*(?:extended (?:device|disk) statistics\b|(?:tty\s+)?cpu\s*$|-+\s*errors\s*-+)")
_MOST_LINES_ABOVE = 8


def _layout(line: str) -> Layout | None:
    if not _STARTS.match(line):
        return None
    separator = "," if "," in line else None
    names = [name.strip() for name in line.split(separator)]
    if names[0] in ("device", "disk"):
        return layout_of(names, 0, COLUMNS, separator)
    if names[-1] in ("device", "disk"):
        return layout_of(names, -1, COLUMNS, separator)
    return None


def _cpu(line: str) -> list[str] | None:
    names = line.split()
    return names if names in (["us", "sy", "wt", "id"], ["us", "sy", "dt", "id"], ["us", "sy", "st", "id"]) else None


DIALECT = Dialect(_layout, _cpu, _FRAME)


def _extent(solaris: bool) -> Callable[[Sequence[str], int, str], tuple[int, int] | None]:
    def extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
        layout = _layout(lines[start])
        if layout is None or ("actv" in layout.names) is not solaris:
            return None
        tables = walk_tables(lines, start, DIALECT)
        if not tables.rows and not tables.refusals:
            return None
        return _top(lines, start), tables.end

    return extent


def _top(lines: Sequence[str], start: int) -> int:
    """The line at which the first sample begins: above its header stand the title, a CPU table and a timestamp."""
    begin = start
    for index in range(start - 1, max(-1, start - 1 - _MOST_LINES_ABOVE), -1):
        line = lines[index]
        words = line.split()
        cpu_numbers = len(words) == 4 and all(w.isdecimal() for w in words) and _cpu(lines[index - 1]) is not None
        if _FRAME.match(line) or _cpu(line) is not None or stamp_line(line) or (index and cpu_numbers):
            begin = index
        elif words:
            break
    return begin


def tables_of(output: Output, recorder: Recorder, dialect: Dialect = DIALECT) -> tuple[Tables, bool | None]:
    """Walk an output, and whether its first sample is an average since boot (None: unknown)."""
    tables = walk_tables(output.lines, 0, dialect, recorder, output.first)
    return tables, begins_at_boot(output.command, "iostat", output.first)


def _read(output: Output) -> Reading:
    recorder = Recorder()
    tables, at_boot = tables_of(output, recorder)
    reading = iostat_reading(output, recorder, tables, interval_of(output.command, "iostat"), at_boot)
    header = next(i for i, line in enumerate(output.lines) if _layout(line) is not None)
    solaris = "actv" in output.lines[header]
    reading.rows += _error_rows(output)
    reading.rows.append(Row("system", {"os": "solaris" if solaris else "freebsd"}, output.span(header), inferred=True))
    return reading


def _error_rows(output: Output) -> list[Row]:
    """What ``-e`` counted of each device since boot, by its last line: hard errors, or else those of the transport.

    A drive that fails times out as well, and each such command counts as an error of the transport, too.
    """
    places: tuple[int, int, int] | None = None
    counted: dict[str, tuple[int, int, int]] = {}
    for index, line in enumerate(output.lines):
        if (layout := _layout(line)) is not None:
            names = layout.names
            places = (names.index("h/w"), names.index("trn"), layout.device) if {"h/w", "trn"} <= set(names) else None
            width = len(names)
        elif places is not None and len(fields := line.replace(",", " ").split()) == width:
            hard, transport, device = (fields[at] for at in places)
            if hard.isdecimal() and transport.isdecimal():
                counted[device] = (index, int(hard), int(transport))
    rows = []
    for device, (index, hard_errors, transport_errors) in counted.items():
        if most := max(hard_errors, transport_errors):
            kind = "hardware-error" if hard_errors == most else "link-error"
            rows.append(Row("disk-error", {"device": device, "kind": kind, "count": most}, output.span(index)))
    return rows


_HEADINGS = (("heading", _STARTS), ("heading", _FRAME), ("heading", lazy(r"\s*us\s+sy\s+[wds]t\s+id\s*$")))
HINTS = ("w/s",)
READERS = (
    Reader("iostat-xn", _STARTS, _extent(True), _read, of_no_use=_HEADINGS),
    Reader("iostat-bsd", _STARTS, _extent(False), _read, of_no_use=_HEADINGS),
)
