"""``gstat -b`` and ``gstat -p`` of FreeBSD: requests, bytes and response times of each provider of GEOM.

The same numbers as `iostat -x` under other headings: ``kBps`` stands twice, behind the reads and behind the writes. The
interactive display has a bar before the name. With ``-d`` and ``-o`` there are columns for deletes and other requests.

Sample::

    >>> from facts.readers import show
    >>> show('''dT: 5.002s  w: 5.000s
    ...  L(q)  ops/s    r/s   kBps   ms/r    w/s   kBps   ms/w   %busy Name
    ...    10      6      0      0    0.0      6    612 1633.4  101.2| ada3
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    gstat lines 1-3 read
      device-load: busy-percent-max=101.2 busy-percent-mean=101.2 device=ada3 interval-seconds=5 latency-ms-max=1633.4
        latency-ms-mean=1633.4 latency-ms-median=1633.4 no-completion-samples=0 output=input:1 queue-max=10 queue-mean=10
        read-kb-s-mean=0 reads-s-mean=0 samples=1 since-boot=no write-kb-s-max=612 write-kb-s-mean=612
        write-latency-ms-max=1633.4 write-latency-ms-mean=1633.4 write-size-kb-mean=102 writes-s-max=6 writes-s-mean=6
        (3-3)
      system: os=freebsd (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.series.iostat_rows import iostat_reading
from facts.series.recorder import Recorder
from facts.series.tables import Dialect, Layout, layout_of
from facts.series.walks import walk_tables
from facts.units import number

_HEADER = lazy(r"\s*L\(q\)\s+ops/s\s+r/s\s+kBps\s+ms/r\s+w/s\s+kBps\s+ms/w\s.*%busy\s+Name\s*\Z")
_FRAME = lazy(r"\s*dT:\s*[\d.]+\s*s\s+w:\s*[\d.]+\s*s")
_COLUMNS = {
    "L(q)": ("waiting", 1.0),
    "r/s": ("reads", 1.0),
    "r/s kBps": ("read_kb", 1.0),
    "ms/r": ("read_latency", 1.0),
    "w/s": ("writes", 1.0),
    "w/s kBps": ("write_kb", 1.0),
    "ms/w": ("write_latency", 1.0),
    "%busy": ("busy", 1.0),
}


def _layout(line: str) -> Layout | None:
    if not _HEADER.match(line):
        return None
    names: list[str] = []
    for name in line.split():
        names.append(f"{names[-1]} kBps" if name == "kBps" else name)
    return layout_of(names, -1, _COLUMNS)


def _no_cpu(line: str) -> list[str] | None:
    return None


_DIALECT = Dialect(_layout, _no_cpu, _FRAME)


def _plain(lines: Sequence[str]) -> list[str]:
    """Without the bar before the name, which the interactive display draws."""
    return [line.replace("|", " ", 1) if line[:1] in " 0123456789" else line for line in lines]


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    tables = walk_tables(_plain(lines[start:]), 0, _DIALECT)
    if not tables.rows:
        return None
    begin = start - 1 if start and _FRAME.match(lines[start - 1]) else start
    return begin, start + tables.end


def _read(output: Output) -> Reading:
    plain = output._replace(lines=_plain(output.lines))
    recorder = Recorder()
    tables = walk_tables(plain.lines, 0, _DIALECT, recorder, plain.first)
    asked = next((m for line in plain.lines if (m := re.search(r"\bw:\s*([\d.]+)\s*s", line))), None)
    reading = iostat_reading(plain, recorder, tables, number(asked[1]) if asked else None, False)
    header = next(i for i, line in enumerate(plain.lines) if _HEADER.match(line))
    reading.rows.append(Row("system", {"os": "freebsd"}, output.span(header), inferred=True))
    return reading


HINTS = ("L(q)",)
READERS = (Reader("gstat", _HEADER, _extent, _read, of_no_use=(("heading", _HEADER), ("heading", _FRAME))),)
