'''How long ``fsync`` takes: traced with ``strace -T``, summed up by ``strace -c``, or measured by Ted Ts'o's fsync-tester.

``strace -T`` ends each call with the seconds that it took, in angle brackets; ``-c`` gives the mean of a system call in
microseconds; fsync-tester prints ``fsync time: SECONDS`` once a second. fdatasync, sync, syncfs and msync count as well:
they wait for the same.

Samples::

    >>> from facts.readers import show
    >>> show("""# strace -f -T -e trace=fsync,fdatasync -p 2345
    ... [pid  2345] fsync(7)                    = 0 <12.481220>
    ... [pid  2391] fdatasync(9)                = 0 <0.002100>
    ... """)
    strace-fsync lines 2-3 read
      fsync-times: calls=2 longest-seconds=12.4812 median-seconds=6.24166 output=input:2 (2-3)

    >>> show("""fsync time: 3.4732
    ... fsync time: 2.4338
    ... fsync time: 5.9496
    ... """)
    fsync-tester lines 1-3 read
      fsync-times: calls=3 longest-seconds=5.9496 median-seconds=3.4732 output=input:1 (1-3)

    >>> show("""write time 0.0009s fsync time: 2.0142s
    ... write time 128.9305s fsync time: 2.6046s
    ... """)
    fsync-tester lines 1-2 read
      fsync-times: calls=2 longest-seconds=2.6046 longest-write-seconds=128.93 median-seconds=2.3094 output=input:1 (1-2)
'''

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from facts.kit import Values, extent_of, run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.units import number

_IN_FRONT = r"\s*(?:\[pid +\d+\] |\d+\s+)?(?:\d\d:\d\d:\d\d(?:\.\d+)? |\d+\.\d+\s+)?"
_NAMES = r"(?:fsync|fdatasync|syncfs|sync|msync|sync_file_range)"
_CALL = lazy(
    _IN_FRONT + rf"(?:<\.\.\. (?P<resumed>{_NAMES}) resumed>.{{0,80}}?|{_NAMES}\([^)]{{0,200}}\))\s*="
    r" -?\d+(?: E\w+ \([^)]*\))?(?: <(?P<seconds>\d+\.\d+)>)?\s*$"
)
_UNFINISHED = lazy(_IN_FRONT + rf"{_NAMES}\(.{{0,200}}<unfinished \.\.\.>\s*$")
_ANY_CALL = lazy(_IN_FRONT + r"(?:[a-z_]\w*\(|\+\+\+ |--- |<\.\.\. \w+ resumed|strace: )|\s*strace: ")
_WRITE = lazy(
    _IN_FRONT + r"p?writev?(?:64|2)?\((?P<fd>\d+)(?:<(?P<file>[^>]*)>)?, .* = \d+ <(?P<seconds>\d+\.\d+)>\s*$"
)
_FLUSHED = lazy(_IN_FRONT + rf"{_NAMES}\((?P<fd>\d+)")
_NO_FILES = ("/dev/", "/proc/", "/sys/", "/run/")
_TESTER = lazy(r"\s*(?:write time:? (?P<write>\d+(?:[.,]\d+)?)s?\s+)?fsync time: (?P<seconds>\d+(?:[.,]\d+)?)s?\s*$")
_LATENCYTOP = lazy(r"\s*fsync\(\) on a file\b.{0,60}?\s(?P<ms>\d+(?:[.,]\d+)?) msec\b")
_NOTICED_SECONDS = 1.0
"""A plain write that takes less is not worth telling."""
_SUMMARY_HEAD = lazy(r"\s*% time\s+seconds\s+usecs/call\s+calls\s+errors\s+syscall\s*$")
_SUMMARY = lazy(
    rf"\s*\d+[.,]\d+\s+(?P<total>\d+[.,]\d+)\s+(?P<mean>\d+)\s+(?P<calls>\d+)(?:\s+\d+)?\s+(?P<name>{_NAMES})\s*$"
)
_SUMMARY_LINE = lazy(
    r"\s*(?:\d+[.,]\d+\s+\d+[.,]\d+\s+(?:\d{1,12}\s+\d{1,12}|\d{1,24})(?:\s+\d+)?\s+\w+\s*|-[- ]{9,})$"
)


def fsync_row(output: Output) -> list[Row]:
    """The one row of a trace with the times of fsync, or none where the trace does not tell them."""
    taken = [
        (index, float(match["seconds"]))
        for index, line in enumerate(output.lines)
        if "sync" in line and (match := _CALL.match(line)) and match["seconds"]
    ]
    return _rows(output, taken, _writes(output))


def _writes(output: Output) -> list[tuple[int, float]]:
    """The writes to files and the seconds that they took; what else may be written to, a socket or a pipe, waits for others."""
    flushed = {match["fd"] for line in output.lines if "sync" in line and (match := _FLUSHED.match(line))}
    taken = []
    for index, line in enumerate(output.lines):
        match = _WRITE.match(line) if "write" in line else None
        if match and (match["fd"] in flushed or _is_file(match["file"])):
            taken.append((index, float(match["seconds"])))
    return taken


def _is_file(name: str | None) -> bool:
    return name is not None and name.startswith("/") and not name.startswith(_NO_FILES)


def _rows(output: Output, taken: Sequence[tuple[int, float]], writes: Sequence[tuple[int, float]]) -> list[Row]:
    writes = [(index, value) for index, value in writes if value >= _NOTICED_SECONDS]
    if not taken and not writes:
        return []
    values: Values = {"output": output.label, "calls": len(taken)}
    if taken:
        seconds = [value for _, value in taken]
        values |= {"median-seconds": median(seconds), "longest-seconds": max(seconds)}
    if writes:
        values["longest-write-seconds"] = max(value for _, value in writes)
    lines = [index for index, _ in (*taken, *writes)]
    return [Row("fsync-times", values, output.span(min(lines), max(lines)))]


def _trace_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not (_CALL.match(lines[start]) or _UNFINISHED.match(lines[start])):
        return None
    return start, run(lines, start, _ANY_CALL)


def _read_trace(output: Output) -> Reading:
    rows = fsync_row(output)
    if not rows:
        return Reading(refusals=[Refusal(output.whole, "how long the calls took is not shown (strace -T shows it)")])
    return Reading(rows, used=output.matching(_CALL))


def _read_tester(output: Output) -> Reading:
    taken = [
        (index, value)
        for index, line in enumerate(output.lines)
        if (match := _TESTER.match(line)) and (value := number(match["seconds"])) is not None
    ]
    writes = [
        (index, value)
        for index, line in enumerate(output.lines)
        if (match := _TESTER.match(line)) and match["write"] and (value := number(match["write"])) is not None
    ]
    return Reading(_rows(output, taken, writes), used=[output.span(index) for index, _ in taken])


def _read_latencytop(output: Output) -> Reading:
    """The longest that anybody waited in fsync, as LatencyTOP lists causes of waiting."""
    taken = [
        (index, value / 1000)
        for index, match in output.matches(_LATENCYTOP)
        if (value := number(match["ms"])) is not None
    ]
    return Reading(_rows(output, taken, []), used=output.matching(_LATENCYTOP))


def _read_summary(output: Output) -> Reading:
    for index, match in output.matches(_SUMMARY):
        mean = int(match["mean"]) / 1e6
        values: Values = {
            "output": output.label, "calls": int(match["calls"]), "median-seconds": mean, "longest-seconds": mean,
        }  # fmt: skip
        return Reading([Row("fsync-times", values, output.span(index))])
    return Reading()


HINTS = ("sync(", "fsync time", "sync resumed", "usecs/call")
READERS = (
    Reader(
        "strace-fsync",
        lazy(_IN_FRONT + rf"(?:{_NAMES}\(|<\.\.\. {_NAMES} resumed)"),
        _trace_extent,
        _read_trace,
        of_no_use=(("call that goes on below", _UNFINISHED), ("another call", _ANY_CALL)),
    ),
    Reader(
        "fsync-tester",
        lazy(r"\s*(?:write time:? \d\S*\s+)?fsync time: \d"),
        extent_of(_TESTER),
        _read_tester,
        of_no_use=(),
    ),
    Reader("latencytop", _LATENCYTOP, extent_of(_LATENCYTOP), _read_latencytop, of_no_use=()),
    Reader(
        "strace-summary",
        _SUMMARY_HEAD,
        extent_of(_SUMMARY_LINE, head=_SUMMARY_HEAD, least=0),
        _read_summary,
        of_no_use=(("heading", _SUMMARY_HEAD), ("another call", _SUMMARY_LINE)),
    ),
)
