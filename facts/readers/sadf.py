'''``sadf -d``, ``-p`` and ``-j``: what sar has kept, for databases and scripts; also ``mpstat -o JSON``.

The same figures as sar's own tables, and the same rows. The times are those of the lines, in UTC unless ``-T`` was asked for.

Sample::

    >>> from facts.readers import show
    >>> show("""# hostname;interval;timestamp;DEV;tps;rkB/s;wkB/s;dkB/s;areq-sz;aqu-sz;await;%util
    ... db1;600;2023-05-21 09:10:01 UTC;sda;12.00;4.00;120.00;0.00;10.30;0.10;1.20;2.00
    ... """)  # doctest: +NORMALIZE_WHITESPACE
    sadf lines 1-2 read
      device-load: busy-percent-max=2 busy-percent-mean=2 device=sda interval-seconds=600 latency-ms-max=1.2
        latency-ms-mean=1.2 latency-ms-median=1.2 no-completion-samples=0 output=input:1 queue-max=0.1 queue-mean=0.1
        read-kb-s-mean=4 samples=1 since-boot=no transfers-s-mean=12 write-kb-s-max=120 write-kb-s-mean=120 (2-2)
      system: os=linux (1-1)
'''

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from facts.kit import extent_of
from facts.patterns import lazy
from facts.readers.json_text import json_extent, json_reader
from facts.readers.sar import is_told, reading_of, system_of
from facts.reading import Output, Reader, Reading, Row
from facts.series.cells import cells
from facts.series.sar_tables import Part, Tables
from facts.series.timeline import date_of, stamp_of

_STAMP = r"(?P<stamp>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: [A-Z]{3,5})?|\d{9,10})"
_HEAD = lazy(r"# hostname;interval;timestamp;(?P<names>\S.*\S)\s*$")
_RECORD = lazy(rf"(?P<host>[^;\s]+);(?P<interval>-?\d+);{_STAMP};(?P<rest>\S(?:.*\S)?)\s*$")
_SINGLE = lazy(
    rf"(?P<host>[^\t;]+)\t(?P<interval>-?\d+)\t{_STAMP}\t(?P<key>[^\t]+)\t(?P<name>[%A-Za-z][^\t]*)\t(?P<value>-?[\d.,]+)\s*$"
)
_EVENT = lazy(r"[^;\t]+[;\t]-?\d+[;\t][^;\t]+[;\t](?:LINUX-RESTART|COM\b)")
_KEYS = frozenset("CPU DEV IFACE INTR TTY FAN TEMP IN BUS FILESYSTEM".split())


class _Sample(NamedTuple):
    """One line of a table (of ``-p`` several, from the first one on), and the seconds that it is the mean over."""

    first: int
    line: int
    seconds: float
    interval: float
    names: tuple[str, ...]
    key: str
    values: list[float]


def _seconds(stamp: str) -> float | None:
    if stamp.isdecimal():
        return float(stamp)
    found = stamp_of(stamp[11:19], date_of(stamp))
    return None if found is None else found.seconds


def _reading(output: Output, samples: Sequence[_Sample]) -> Reading:
    tables = Tables(dated=True)
    used, passed = [], []
    for sample in samples:
        span = (sample.first, sample.line)
        place = (sample.names, sample.key)
        if not is_told(*place):
            passed.append(span)
            continue
        used.append(span)
        part = tables.parts.setdefault(place, Part())
        if part.last < sample.seconds:
            part.takes(sample.line, sample.line, sample.seconds)
            part.seconds.append(sample.seconds)
            part.lines.append(sample.line)
            part.flat.extend(sample.values)
    intervals = {sample.interval for sample in samples if sample.interval > 0}
    reading = reading_of(tables, output, intervals.pop() if len(intervals) == 1 else None, None)
    reading.walked = False
    reading.used += used
    reading.passed["table of no use"] = passed
    return reading


# -d and -p


def _records(output: Output) -> Iterator[_Sample]:
    """The lines of ``-d``: a heading, then a line for each thing."""
    names: list[str] = []
    for index, line in enumerate(output.lines):
        if head := _HEAD.match(line):
            names = head["names"].split(";")
        elif names and (match := _RECORD.match(line)) and (seconds := _seconds(match["stamp"])) is not None:
            fields = match["rest"].split(";")
            keyed = names[0] in _KEYS
            key = ("all" if fields[0] == "-1" else fields[0]) if keyed else ""
            values = cells(fields[keyed:]) if is_told(tuple(names[keyed:]), key) else []
            if values is not None and len(fields) == len(names):
                at, interval = output.first + index, float(match["interval"])
                yield _Sample(at, at, seconds, interval, tuple(names[keyed:]), key, values)


def _singles(output: Output) -> Iterator[_Sample]:
    """The lines of ``-p``: a value on each, those of one moment and thing below each other."""
    found: dict[str, float] = {}
    before: tuple[str, str] | None = None
    first, last, interval = 0, 0, 0.0

    def sample() -> Iterator[_Sample]:
        if before is not None and (seconds := _seconds(before[0])) is not None:
            key = "" if before[1] == "-" else before[1].removeprefix("cpu")
            yield _Sample(first, last, seconds, interval, tuple(found), key, list(found.values()))

    for index, match in output.matches(_SINGLE):
        if (value := cells((match["value"],))) is None:
            continue
        if (match["stamp"], match["key"]) != before or match["name"] in found:
            yield from sample()
            found, before, first = {}, (match["stamp"], match["key"]), output.first + index
        found[match["name"]], last, interval = value[0], output.first + index, float(match["interval"])
    yield from sample()


def _read(output: Output) -> Reading:
    reading = _reading(output, [*_records(output), *_singles(output)])
    reading.host = next(
        (match["host"] for line in output.lines if (match := _RECORD.match(line) or _SINGLE.match(line))), None
    )
    reading.infer_system("linux", output.span(0))
    return reading


# -j

_TIMED = lazy(r'\s*"timestamp":\s*(?P<stamp>\{[^{}]*\}|"[^"]*")')
_ELEMENT = lazy(r'\s*(?:"(?P<table>[\w-]+)":\s*)?(?P<object>\{"[^{}\[\]]*\}),?\s*$')
_NAMES = {
    "user": "%user", "usr": "%usr", "nice": "%nice", "system": "%system", "sys": "%sys", "iowait": "%iowait", "steal": "%steal",
    "idle": "%idle", "tps": "tps", "rkB": "rkB/s", "wkB": "wkB/s", "rd_sec": "rd_sec/s", "wr_sec": "wr_sec/s", "areq-sz": "areq-sz",
    "avgrq-sz": "avgrq-sz", "aqu-sz": "aqu-sz", "avgqu-sz": "avgqu-sz", "await": "await", "svctm": "svctm", "util-percent": "%util",
    "memfree": "kbmemfree", "avail": "kbavail", "memused": "kbmemused", "memused-percent": "%memused", "buffers": "kbbuffers",
    "cached": "kbcached", "commit": "kbcommit", "commit-percent": "%commit", "active": "kbactive", "inactive": "kbinact",
    "dirty": "kbdirty", "pgtbl": "kbpgtbl", "swpfree": "kbswpfree", "swpused": "kbswpused", "swpused-percent": "%swpused",
    "pswpin": "pswpin/s", "pswpout": "pswpout/s", "pgpgin": "pgpgin/s", "pgpgout": "pgpgout/s", "fault": "fault/s",
    "majflt": "majflt/s", "pgfree": "pgfree/s", "pgscank": "pgscank/s", "pgscand": "pgscand/s", "pgsteal": "pgsteal/s",
    "runq-sz": "runq-sz", "plist-sz": "plist-sz", "ldavg-1": "ldavg-1", "ldavg-5": "ldavg-5", "ldavg-15": "ldavg-15",
    "blocked": "blocked",
}  # fmt: skip
"""The names of JSON, as sar's headings have them."""
_TABLES = frozenset((None, "memory", "swap-pages", "paging", "queue"))
_MARKS = ('"cpu-load"', '"disk-device"', '"memory"', '"paging"', '"queue"')


def _moment(text: str, date: str) -> tuple[float | None, float]:
    """When a sample ends, and the seconds that it is the mean over."""
    stamp = json.loads(text)
    if isinstance(stamp, dict):
        return _seconds(f"{stamp.get('date', '')} {stamp.get('time', '')}"), float(stamp.get("interval", 0))
    found = stamp_of(stamp, date_of(date))
    return (None if found is None else found.seconds), 0.0


def _elements(output: Output, date: str) -> Iterator[_Sample]:
    seconds, interval = None, 0.0
    for index, line in enumerate(output.lines):
        if match := _TIMED.match(line):
            seconds, interval = _moment(match["stamp"], date)
        elif seconds is not None and (match := _ELEMENT.match(line)) and match["table"] in _TABLES:
            element = json.loads(match["object"])
            values = {
                name: float(value) for own, name in _NAMES.items()
                if isinstance(value := element.get(own), int | float) and not isinstance(value, bool)
            }  # fmt: skip
            key = str(element.get("cpu", element.get("disk-device", "")))
            if values and (key or match["table"]):
                at = output.first + index
                yield _Sample(at, at, seconds, interval, tuple(values), key, list(values.values()))


def _host(document: object) -> Mapping[str, object] | None:
    try:
        host = document["sysstat"]["hosts"][0]  # type: ignore[index]
    except (KeyError, IndexError, TypeError):
        return None
    return host if isinstance(host, dict) else None


def _json_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return json_extent(lines, start, _MARKS) if '"sysstat"' in "".join(lines[start : start + 4]) else None


def _read_json(output: Output, document: object) -> Reading:
    if (host := _host(document)) is None:
        return Reading()
    reading = _reading(output, list(_elements(output, str(host.get("file-date", host.get("date", ""))))))
    reading.host = str(host["nodename"]) if host.get("nodename") else None
    if host.get("release"):
        cpus = host.get("number-of-cpus")
        machine = str(host["machine"]) if host.get("machine") else None
        values = system_of(str(host["release"]), machine, str(cpus) if isinstance(cpus, int) else None)
        reading.rows.append(Row("system", values, output.span(0)))
    return reading


HINTS = (
    "hostname;interval;timestamp", "\t%idle\t", "\ttps\t", "\tkbmemfree\t", "\tpgpgin/s\t", "\trunq-sz\t", '"sysstat"',
)  # fmt: skip
READERS = (
    Reader(
        "sadf",
        lazy(
            r"# hostname;interval;timestamp;|[^;\s]+;-?\d+;[^;]+;(?:LINUX-RESTART|COM\b)|[^\t;]+\t-?\d+\t(?:\d{4}-|\d{9,10}\t)"
        ),
        extent_of(_HEAD, _RECORD, _SINGLE, _EVENT, least=2, tells=(_HEAD, _SINGLE)),
        _read,
        of_no_use=(("heading", _HEAD), ("restart or comment", _EVENT)),
    ),
    json_reader("sadf-json", _read_json, extent=_json_extent, starts=r'\s*\{\s*(?:"sysstat"|$)'),
)
