'''``fio``, as text or with ``--output-format=json``: sequential reads and writes, and how long the syncs took.

A job that writes at random says nothing of bulk writes, and gives how often it wrote, and its syncs. The text does not say which file was
written, nor whether past the page cache: that stands in the command above. JSON tells both.

Samples::

    >>> from facts.readers import show
    >>> show("""$ fio --name=seq --rw=write --bs=1M --size=4G --direct=1 --filename=/data/probe
    ... seq: (g=0): rw=write, bs=(R) 1024KiB-1024KiB, (W) 1024KiB-1024KiB, (T) 1024KiB-1024KiB, ioengine=psync, iodepth=1
    ... fio-3.28
    ... seq: (groupid=0, jobs=1): err= 0: pid=812: Mon Mar  4 10:00:01 2024
    ...   write: IOPS=128, BW=128MiB/s (134MB/s)(4096MiB/32000msec); 0 zone resets
    ... """)
    fio lines 2-5 read
      bulk-write: bytes-s=134217728 direct=yes direction=write number=5 program=fio request-bytes=1048576 seconds=32 \
target=/data/probe total-bytes=4294967296 (5-5)
'''

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from facts.kit import JSON_LINES
from facts.patterns import lazy
from facts.readers.json_text import json_extent, loaded
from facts.reading import Output, Reader, Reading, Refusal, Row, Span, prompt_of
from facts.schema import Value
from facts.units import integer, number, size

_JOB = lazy(
    r"\S.{0,80}: \(g=\d+\): rw=(?P<rw>\w+), bs=(?:\(R\) \S+, \(W\) (?P<block>[^\s,-]+)|(?P<old>[^\s,-]+)-\S+?/(?P<oldw>[^-]+))"
)
_RESULT = lazy(r"\S.{0,80}: \(groupid=\d+, jobs=\d+\): err= ?\d+")
_DONE = lazy(
    r"\s*(?P<way>read|write) ?: (?:IOPS=.{1,80}?\((?P<total>[\d.]+\w+)/(?P<ms>\d+)msec\)"
    r"|io=(?P<oldtotal>[\d.]+\w+), .{1,80}runt= *(?P<oldms>\d+)msec)"
)
_SYNC = lazy(r"\s*sync \((?P<unit>[num]sec)\): min=.{1,20}, max=(?P<max>[\d.]+\w?), avg= *(?P<avg>[\d.]+)")
_MEDIAN = lazy(r".*\b50\.00th=\[ *(?P<value>\d+)\]")
_PERCENTILES = lazy(r"\s*(?P<of>[cs]?lat|sync) percentiles \((?P<unit>[num]sec)\)")
_ISSUED = lazy(r"\s+issued rwts?: total=\d+,\d+,\d+,(?P<syncs>\d+)")
_OPTION = lazy(r"\s--?(?P<name>rw|readwrite|bs|blocksize|direct|filename|directory)[= ](?P<value>\S+)")
_RATE = lazy(r"\s*write ?: (?:IOPS=(?P<rate>[\d.]+[kM]?),|io=.{1,80}\biops=(?P<old>[\d.]+[kM]?),)")
_READ_RATE = lazy(r"\s*read ?: (?:IOPS=(?P<rate>[\d.]+[kM]?),|io=.{1,80}\biops=(?P<old>[\d.]+[kM]?),)")
_SYNCHRONOUS = lazy(r"\s--?(?:sync|fsync|fdatasync)[= ]1\b")
_SEQUENTIAL = ("write", "read", "rw", "readwrite")
_SECONDS = {"nsec": 1e-9, "usec": 1e-6, "msec": 1e-3}
_OTHER = (
    (
        "heading",
        lazy(
            r"fio-\d|\d+\.\d+(?:\.\d+)?\Z|Starting \d+ |Run status group|Disk stats \(|\.\.\.$|\s*fsync/fdatasync/sync_file_range:"
        ),
    ),
    ("progress", lazy(r"Jobs: \d+|\S.{0,80}: Laying out |fio: ")),
    (
        "latencies",
        lazy(r"\s*(?:[sc]?lat|sync) (?:percentiles )?\([num]sec\) *:|\s*\|(?: *,? *\d+\.\d+th=\[ *\d+\],?)+$"),
    ),
    ("load", lazy(r"\s*(?:bw|iops|cpu|submit|complete|latency|IO depths|issued(?: rwts?)?) *(?:\( *\w+ */?s?\) *)?:")),
    (
        "job of no use",
        lazy(r"\s*(?:read|write|trim) ?: (?:IOPS|io)=|\s+(?:read|write|trim) ?: |\S.{0,80}: \((?:g|groupid)=\d+"),
    ),
    ("sums", lazy(r"\s*(?:READ|WRITE|TRIM): (?:bw|io)=|\s*[\w-]+: ios=\d+/\d+, ")),
)


_PART = lazy(
    r"\s*(?:(?:read|write|trim) ?: (?:IOPS=[\d.]+[kM]?, BW=|io=[\d.]+\w+, bw=)|Run status group \d+ \((?:all jobs|[\w ,]+)\):\s*$"
    r"|(?:READ|WRITE|TRIM): (?:bw=[\d.]+\w+/s|io=[\d.]+\w+, aggrb=)|fsync/fdatasync/sync_file_range:\s*$"
    r"|(?:[sc]?lat|sync) \([num]sec\) ?: ?min= ?\d|(?:[sc]?lat|sync) percentiles \([num]sec\):|\| +1\.00th=\[)"
)
"""A line of a result, as people copy it alone."""


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    if not any(pattern.match(lines[start]) for pattern in (_JOB, _RESULT, _PART)):
        return None
    end = start + 1
    whole = _JOB.match(lines[start]) is not None or _RESULT.match(lines[start]) is not None
    for index in range(start + 1, min(len(lines), start + 5000)):
        line = lines[index]
        if prompt_of(line) is not None or index > end + (3 if whole else 1):
            break
        if _DONE.match(line) or any(pattern.match(line) for _, pattern in _OTHER):
            end = index + 1
        elif line.strip() and not whole:
            break
    while start and _OTHER[1][1].match(lines[start - 1]):
        start -= 1
    return start, end


def _job_of(output: Output) -> tuple[bool, float | None]:
    """Whether all jobs run in sequence, and their block, by their own lines, else by the command."""
    jobs = [match for line in output.lines if (match := _JOB.match(line))]
    if jobs:
        return all(match["rw"] in _SEQUENTIAL for match in jobs), size(jobs[0]["block"] or jobs[0]["oldw"] or "")
    given = {match["name"]: match["value"] for match in _OPTION.finditer(output.command)}
    way = given.get("rw", given.get("readwrite", ""))
    return way in _SEQUENTIAL, size(given.get("bs", given.get("blocksize", "")))


def _options(command: str) -> dict[str, Value | bool]:
    """What the command says of the target; a job file says it elsewhere."""
    given = {match["name"]: match["value"].strip("'\"") for match in _OPTION.finditer(command)}
    target = "/".join(given[name].rstrip("/") for name in ("directory", "filename") if name in given)
    found: dict[str, Value | bool] = {"target": target}
    if given:
        found["direct"] = given.get("direct", "0") == "1"
    return found


def _bulk(
    base: Mapping[str, Value | bool], number: int, way: str, block: float | None, total: float, seconds: float
) -> dict[str, Value | bool]:
    values: dict[str, Value | bool] = {
        **base,
        "number": number,
        "program": "fio",
        "direction": way,
        "total-bytes": total,
        "seconds": seconds,
    }
    if block is not None:
        values["request-bytes"] = block
    if seconds:
        values["bytes-s"] = total / seconds
    return values


def _rewrite(output: Output, index: int, block: float | None, target: str) -> list[Row]:
    """A result of a job that wrote at random into a file."""
    match = _RATE.match(output.lines[index])
    rate = size(match["rate"] or match["old"], base=1000) if match else None
    if rate is None or block is None or target.startswith("/dev/"):
        return []
    values: dict[str, Value | bool] = {
        "target": target, "number": output.first + index, "program": "fio", "request-bytes": block, "writes-s": rate,
    }  # fmt: skip
    if output.command:
        values["synchronous"] = _SYNCHRONOUS.search(output.command) is not None
    return [Row("block-rewrite", values, output.span(index))]


def _writes_at_random(output: Output) -> bool:
    """Whether every job of the output writes at random, perhaps beside reading."""
    return _works_at_random(output, ("randwrite", "randrw"))


def _works_at_random(output: Output, ways: tuple[str, ...]) -> bool:
    """Whether every job of the output works in one of these ways, by its own lines, else by the command."""
    jobs = [match["rw"] for line in output.lines if (match := _JOB.match(line))]
    if not jobs:
        jobs = [match["value"] for match in _OPTION.finditer(output.command) if match["name"] in ("rw", "readwrite")]
    return bool(jobs) and all(way in ways for way in jobs)


def _random_read(output: Output, index: int, block: float | None, target: str) -> list[Row]:
    """A result of a job that read at random from a file."""
    match = _READ_RATE.match(output.lines[index])
    rate = size(match["rate"] or match["old"], base=1000) if match else None
    if rate is None or block is None or target.startswith("/dev/"):
        return []
    values: dict[str, Value | bool] = {
        "target": target, "number": output.first + index, "program": "fio", "request-bytes": block, "reads-s": rate,
    }  # fmt: skip
    return [Row("random-read", values, output.span(index))]


def _read_text(output: Output) -> Reading:
    if output.nth and not any(_JOB.match(line) for line in output.lines):
        output = output._replace(command="")  # a part further down may be of another run
    reading, base = Reading(), _options(output.command)
    sequential, block = _job_of(output)
    syncs: dict[str, Value | bool] = {}
    unit, first = "", 0
    random, reads = _writes_at_random(output), _works_at_random(output, ("randread", "randrw"))
    for index, line in enumerate(output.lines):
        if random and (rewrite := _rewrite(output, index, block, str(base["target"]))):
            reading.rows += rewrite
        elif reads and (read := _random_read(output, index, block, str(base["target"]))):
            reading.rows += read
        elif (match := _DONE.match(line)) and sequential:
            total, ms = size(match["total"] or match["oldtotal"]), number(match["ms"] or match["oldms"])
            if total is None or ms is None:
                reading.refusals.append(Refusal(output.span(index), "the amount is not understood"))
                continue
            values = _bulk(base, output.first + index, match["way"], block, total, ms / 1000)
            reading.rows.append(Row("bulk-write", values, output.span(index)))
        elif (match := _SYNC.match(line)) and (longest := size(match["max"], base=1000)) is not None:
            syncs, first = {"output": output.label, "longest-seconds": longest * _SECONDS[match["unit"]]}, index
            reading.used.append(output.span(index))
        elif match := _PERCENTILES.match(line):
            unit = match["unit"] if match["of"] == "sync" else ""
        elif unit and syncs and (match := _MEDIAN.match(line)):
            syncs["median-seconds"] = int(match["value"]) * _SECONDS[unit]
            reading.used.append(output.span(index))
        elif syncs and (match := _ISSUED.match(line)) and (calls := integer(match["syncs"])):
            reading.rows.append(Row("fsync-times", {**syncs, "calls": calls}, output.span(first, index)))
            reading.used.append(output.span(index))
            syncs = {}
    if syncs:  # the line with the number of calls is missing
        reading.rows.append(Row("fsync-times", syncs, output.span(first)))
    return reading


def _json_extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    return json_extent(lines, start, ('"fio version"',))


def _read_json(output: Output) -> Reading:
    document, refusal = loaded(output)
    if refusal is not None or not isinstance(document, dict):
        return Reading(refusals=[refusal] if refusal else [])
    reading = Reading()
    common = document.get("global options")
    # of a server with clients; what is added up over all of them comes last and has no options
    jobs = [job for job in document.get("jobs") or document.get("client_stats") or () if isinstance(job, dict)]
    hosts = {str(job["hostname"]) for job in jobs if job.get("hostname")}
    if len(hosts) > 1:
        return Reading(refusals=[Refusal(output.span(0), f"jobs of {len(hosts)} hosts in one output")])
    reading.host = hosts.pop() if hosts else None
    for job in jobs:
        if job.get("jobname") != "All clients":
            options = {**(common if isinstance(common, dict) else {}), **(job.get("job options") or {})}
            _json_job(output, reading, job, options)
    return reading


def _json_job(output: Output, reading: Reading, job: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    base: dict[str, Value | bool] = {"target": str(options.get("filename") or options.get("directory") or "")}
    base["direct"] = str(options.get("direct", "0")) == "1"
    for way in ("read", "write"):
        done = job.get(way)
        total, ms = (done.get("io_bytes"), done.get("runtime")) if isinstance(done, dict) else (None, None)
        if not (isinstance(total, int) and isinstance(ms, int) and total > 0):
            continue
        if options.get("rw", "read") in _SEQUENTIAL:
            block = size(str(options.get("bs", "4k")))
            number_of = output.first + len(reading.rows)
            reading.rows.append(
                Row("bulk-write", _bulk(base, number_of, way, block, float(total), ms / 1000), output.whole)
            )
    latency = (job.get("sync") or {}).get("lat_ns") if isinstance(job.get("sync"), dict) else None
    if (
        isinstance(latency, dict)
        and isinstance(latency.get("N"), int)
        and latency["N"] > 0
        and not any(row.template == "fsync-times" for row in reading.rows)
    ):
        values: dict[str, Value | bool] = {
            "output": output.label,
            "calls": latency["N"],
            "longest-seconds": latency.get("max", 0) / 1e9,
        }
        if isinstance(median := (latency.get("percentile") or {}).get("50.000000"), int):
            values["median-seconds"] = median / 1e9
        reading.rows.append(Row("fsync-times", values, output.whole))


HINTS = (
    ": (g=", ": (groupid=", '"fio version"', ": IOPS=", ": io=", ": bw=", "Run status group", "fsync/fdatasync", "sec): min=",
    "sec) : min=", "sec):min=", "percentiles (", "1.00th=[",
)  # fmt: skip
READERS = (
    Reader(
        "fio",
        lazy(rf"\S.{{0,80}}: \((?:g=\d+\): rw=|groupid=\d+, jobs=)|{_PART.pattern}"),
        _extent,
        _read_text,
        of_no_use=_OTHER,
    ),
    Reader("fio-json", lazy(r"\s*\{"), _json_extent, _read_json, of_no_use=JSON_LINES),
)
