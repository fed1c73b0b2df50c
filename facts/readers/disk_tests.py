"""What programs measured that try out a disk: ``pg_test_fsync``, ``ioping`` and ``diskchecker.pl``.

``pg_test_fsync`` prints how many syncs a second each method reached. Commits of PostgreSQL on Linux use fdatasync with one
write, so that its mean is taken. A mean says nothing of how many calls were slow, so that no number of calls is given. Where
``fsync_writethrough`` has a figure (macOS, Windows), commits use ``open_datasync``, and only that method flushes the drive's cache.
``ioping`` flushes after each write that it times, and marks a write with ``>>>``; of reads (``<<<``) the device is what waits, and
lines of old versions that do not tell which they are have no value. ``diskchecker.pl`` reads back, after the power was cut, what the
disk had acknowledged.

Samples::

    >>> from facts.readers import show
    >>> show('''5 seconds per test
    ... O_DIRECT supported on this platform for open_datasync and open_sync.
    ...
    ... Compare file sync methods using one 8kB write:
    ... (in wal_sync_method preference order, except fdatasync is Linux's default)
    ...         open_datasync                        70.127 ops/sec   14260 usecs/op
    ...         fdatasync                            80.000 ops/sec   12500 usecs/op
    ... ''')
    pg_test_fsync lines 1-7 read
      fsync-times: longest-seconds=0.0125 median-seconds=0.0125 output=input:1 (7-7)

    >>> show('''        open_datasync                   11517.116 ops/sec      87 usecs/op
    ...         fsync_writethrough                539.794 ops/sec    1853 usecs/op
    ... ''')
    pg_test_fsync lines 1-2 read
      fsync-times: longest-seconds=8.68273e-05 median-seconds=8.68273e-05 output=input:1 through-seconds=0.00185256 (1-1)

    >>> show('''4 KiB <<< . (ext4 /dev/sda1): request=1 time=201.2 us (warmup)
    ... 4 KiB <<< . (ext4 /dev/sda1): request=2 time=12.0 ms
    ... 4 KiB <<< . (ext4 /dev/sda1): request=3 time=2.4 s (slow)
    ... --- . (ext4 /dev/sda1) ioping statistics ---
    ... 2 requests completed in 2.41 s, 8 KiB read, 0 iops, 3.32 KiB/s
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    ioping lines 1-5 read
      device-load: busy-percent-mean=54.6691 device=sda latency-ms-max=2400 latency-ms-mean=1206 latency-ms-median=1206
        output=input:1 read-latency-ms-mean=1206 samples=2 since-boot=no (2-3)

    >>> show(''' verifying: 41.20%
    ...   Error at page 18812, 4 seconds before end.
    ...  verifying: 100.00%
    ... Total errors: 1
    ... ''')
    diskchecker lines 1-4 read
      lost-writes: output=input:1 pages=1 (4-4)

    >>> show('''4 KiB >>> . (zfs tank/db): request=1 time=11.2 ms
    ... 4 KiB >>> . (zfs tank/db): request=2 time=16.3 s (slow)
    ... 4 KiB >>> . (zfs tank/db): request=3 time=5.35 min (slow)
    ... ''')
    ioping lines 1-3 read
      fsync-times: calls=3 longest-seconds=321 median-seconds=16.3 output=input:1 (1-3)
      zfs-dataset: dataset=tank/db (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, median

from facts.kit import Values, extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, Span, prompt_of
from facts.subjects import whole_device
from facts.units import number

_METHOD = r"(?:open_datasync|fdatasync|fsync|fsync_writethrough|open_sync)"
_START = lazy(r"\s*\d+ (?:seconds|operations) per test$|\s*Compare file sync methods using one \d+kB write:")
# the names of the methods are the same in every language; the units are not
_RATE = lazy(
    rf"\s*+(?P<method>{_METHOD})\s++(?P<rate>\d{{1,9}}[.,]\d{{3}}) [^\s\d]\S{{0,20}}(?:\s++\d{{1,12}} [^\s\d]\S{{0,20}})?\s*\Z"
)
_VALUE = r"(?:\s+[\d.]+ ops/sec.*|\s+n/a\*{0,2})?\s*\Z"
_LOCAL = lazy(rf"\s*+{_METHOD}\s++[^\s\d]\S{{0,20}}(?: \S{{1,20}})?\s*\Z")
_PREFERRED = ("fdatasync", "open_datasync", "fsync", "open_sync")
_OTHER = (
    ("other method", _RATE),
    ("other method", lazy(rf"\s*(?:{_METHOD}|\d+ \* +\d+kB open_sync writes?|write(?:, \w+){{0,2}}){_VALUE}")),
    (
        "heading",
        lazy(r"\s*(?:\d+ (?:seconds|operations) per|O_DIRECT supp|Direct I/O is|Compare (?:file sync|open_sync) )"),
    ),
    ("heading", lazy(r"\s*(?:Test if fsync on|Non-sync'ed \d+kB writes|\* This file system)")),
    (
        "remark",
        lazy(r"\s*(?:\((?:in .?wal_sync|This is designed|If the times)|is Linux's? default\)|in different write)"),
    ),
    ("remark", lazy(r"\s*(?:(?:open_sync|write) sizes|descriptor\.\)|on a different)")),
)


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    end = start
    whole = _START.match(lines[start]) is not None
    for index in range(start, min(len(lines), start + 80)):
        if prompt_of(lines[index]) is not None or (not whole and index > end and lines[index - 1].strip()):
            break
        if any(pattern.match(lines[index]) for _, pattern in _OTHER) or (index > start and _LOCAL.match(lines[index])):
            end = index + 1
    return (start, end) if any(_RATE.match(line) for line in lines[start:end]) else None


def _rates(output: Output) -> dict[str, tuple[int, float]]:
    """Of each method the line with its first figure, which is that of one write, and how many seconds a sync took."""
    found: dict[str, tuple[int, float]] = {}
    for index, match in output.matches(_RATE):
        if rate := number(match["rate"].replace(",", ".")):
            found.setdefault(match["method"], (index, 1 / rate))
    return found


def _read(output: Output) -> Reading:
    reading = Reading()
    found = _rates(output)
    through = found.pop("fsync_writethrough", None)
    order = _PREFERRED if through is None else ("open_datasync", *_PREFERRED)
    usual = next((found[method] for method in order if method in found), None)
    if usual is not None and (through is not None or "fdatasync" in found):
        index, seconds = usual
        values: Values = {"output": output.label, "median-seconds": seconds, "longest-seconds": seconds}
        if through is not None:
            values["through-seconds"] = through[1]
            reading.used.append(output.span(through[0]))
        reading.rows.append(Row("fsync-times", values, output.span(index)))
    return reading


_PING = lazy(
    r"\s*[\d.]+ \S+ (?:<<<|>>>|<=>|(?:bytes )?from) .{1,300}: request=\d+ time=|--- .{1,300} ioping statistics ---"
    r"|[\d.]+ (?:[kMG] )?requests completed in |min/avg/max/mdev = "
)
_PING_OTHER = lazy(r"\s*/\*.{0,80}\*/\s*\Z|\s*\.{2,10}\s*\Z|generated [\d.]+ \w? ?requests in |\^C")
_PING_WRITE = lazy(
    r"\s*[\d.]+ \S+ >>> .{1,300}: request=\d+ time=(?P<time>[\d.]+) (?P<unit>ns|us|ms|s|min|hour)\b(?! \(warmup)"
)
_PING_READ = lazy(
    r"\s*[\d.]+ \S+ <<< (?:.{1,200} \(\S+ (?P<mounted>/dev/[\w/-]+)(?: [\d.]+ \w+)?\)|(?P<device>/dev/[\w/-]+) \(.{1,60}\)): request=\d+"
    r" time=(?P<time>[\d.]+) (?P<unit>ns|us|ms|s|min|hour)\b(?! \(warmup)"
)
_PING_ZFS = lazy(
    r"\s*[\d.]+ \S+ (?:<<<|>>>|<=>|(?:bytes )?from) .{1,200} \(zfs (?P<dataset>[A-Za-z][\w.:/-]*)(?: [\d.]+ \w+)?\): request="
)
_SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "hour": 3600.0}


def _read_reads(output: Output, reading: Reading) -> None:
    """Reads of one device, one at a time, each a second after the one before."""
    found = [(i, m) for i, m in output.matches(_PING_READ) if number(m["time"])]
    if not found:
        return
    times = [1000 * float(m["time"]) * _SECONDS[m["unit"]] for _, m in found]
    values: Values = {
        "device": whole_device(found[0][1]["mounted"] or found[0][1]["device"]),
        "output": output.label,
        "samples": len(times),
        "since-boot": False,
        "latency-ms-mean": fmean(times),
        "latency-ms-median": median(times),
        "latency-ms-max": max(times),
        "read-latency-ms-mean": fmean(times),
        "busy-percent-mean": 100 * sum(times) / (sum(times) + 1000 * len(times)),
    }
    reading.used += output.matching(_PING_READ)
    reading.rows.append(Row("device-load", values, output.span(found[0][0], found[-1][0])))


def _read_ping(output: Output) -> Reading:
    reading = Reading(used=output.matching(_PING_WRITE))
    found = [(i, float(m["time"]) * _SECONDS[m["unit"]]) for i, m in output.matches(_PING_WRITE) if number(m["time"])]
    if found:
        times = sorted(seconds for _, seconds in found)
        values: Values = {
            "output": output.label,
            "calls": len(times),
            "median-seconds": median(times),
            "longest-seconds": times[-1],
        }
        reading.rows.append(Row("fsync-times", values, output.span(found[0][0], found[-1][0])))
    _read_reads(output, reading)
    for index, match in output.matches(_PING_ZFS):
        reading.used.append(output.span(index))
        if not any(row.template == "zfs-dataset" for row in reading.rows):
            reading.rows.append(Row("zfs-dataset", {"dataset": match["dataset"]}, output.span(index)))
    return reading


_LOST = lazy(r"\s*Total errors: (?P<pages>\d{1,9})\s*$")
_CHECKED = lazy(
    r"\s*(?:verifying: +\d{1,3}\.\d\d%|Error at page \d+, \d+ seconds? before end\.|Total errors: \d+|Histogram of seconds before end:"
    r"|\d{1,9} +\d{1,9})\s*$"
)
_CHECKED_START = lazy(r"\s*(?:verifying: +\d{1,3}\.\d\d%|Error at page \d+, \d+ seconds? before end\.)\s*$")


def _read_checked(output: Output) -> Reading:
    reading = Reading()
    for index, match in output.matches(_LOST):
        values: Values = {"output": output.label, "pages": int(match["pages"])}
        reading.rows.append(Row("lost-writes", values, output.span(index)))
    return reading


_SYSBENCH = lazy(
    r"\s*(?:sysbench \d\S* \(using|Running the test with following options|Number of threads: \d|Extra file open flags: "
    r"|\d+ files?, [\d.]+\w+ each|[\d.]+\w+ total file size|Block size \S+|Number of IO requests: |Read/Write ratio for "
    r"|Periodic FSYNC enabled|Calling fsync\(\) (?:after|at the)|Using (?:a?synchronous|memory mapped) I/O mode"
    r"|Doing (?:sequential|random|stress) .{1,40} test|Initializing (?:random|worker)|Threads started!|Done\.$|Operations performed:"
    r"|Total transferred |Throughput:$|File operations:$|reads/s:|writes/s:|fsyncs/s:|read, MiB/s:|written, MiB/s:|General statistics:$"
    r"|total time(?: taken by event execution)?:|total number of events:|Latency \(ms\):$|response time:$"
    r"|(?:min|avg|max|sum|95th percentile|approx\.\s+95 percentile|99th percentile): +[\d.]+|Threads fairness:$"
    r"|events \(avg/stddev\):|execution time \(avg/stddev\):|SQL statistics:$|queries performed:$|(?:read|write|other|total): +\d+$"
    r"|(?:transactions|queries|ignored errors|reconnects): +\d+ +\(|[\d.]+ Requests/sec executed|[\d.]+ MiB transferred)"
)
_SYSBENCH_START = lazy(
    r"\s*(?:sysbench \d\S* \(using|File operations:\s*$|SQL statistics:\s*$|General statistics:\s*$|fsyncs/s: +[\d.]+\s*$"
    r"|Operations performed: +\d|Throughput:\s*$|Threads fairness:\s*$|[\d.]+ Requests/sec executed)"
)
_SYSBENCH_SURE = lazy(
    r"\s*(?:sysbench \d|fsyncs/s:|written, MiB/s:|events \(avg/stddev\)|total number of events:|execution time \(avg"
    r"|queries performed:|[\d.]+ Requests/sec)"
)


def _read_nothing(output: Output) -> Reading:
    return Reading()


HINTS = (
    "per test", "file sync methods", "datasync", "ioping", "request=", "usecs/op", "verifying: ", "before end.", "sysbench",
    "fsyncs/s:", "General statistics:",
    "SQL statistics:", "Threads fairness:", "Requests/sec", "Operations performed:", "File operations:", "MiB/s:",
)  # fmt: skip
READERS = (
    Reader(
        "pg_test_fsync", lazy(rf"{_START.pattern}|{_RATE.pattern}"), _extent, _read,
        of_no_use=(*_OTHER, ("method that is not there", _LOCAL)),
    ),
    Reader(
        "ioping", _PING, extent_of(lazy(rf"{_PING.pattern}|{_PING_OTHER.pattern}"), tells=(_PING,), blanks=2), _read_ping,
        of_no_use=(("request", _PING), ("other", _PING_OTHER)),
    ),
    Reader(
        "diskchecker", _CHECKED_START, extent_of(_CHECKED, tells=(_LOST,)), _read_checked, of_no_use=(("progress", _CHECKED),)
    ),
    Reader(
        "sysbench", _SYSBENCH_START, extent_of(_SYSBENCH, tells=(_SYSBENCH_SURE,), blanks=2), _read_nothing,
        of_no_use=(("figure", _SYSBENCH),),
    ),
)  # fmt: skip
