"""``bitesize.d`` of the DTraceToolkit: a histogram of I/O sizes for each process.

``PID  CMD``, then for each process its table of ``value``, bar and ``count``; a bucket holds the sizes from its value
up to twice of it. The bars may be lost, and so may the heading. Other histograms of DTrace (``seeksize.d``) look the
same but for their values: an I/O has at least some bytes, and its bucket is a power of two.

Sample::

    >>> from facts.readers import show
    >>> show('''     PID  CMD
    ...      371  zpool-Oracle_R10\\\\0
    ...
    ...            value  ------------- Distribution ------------- count
    ...             2048 |                                         0
    ...             4096 |@@@@@@@@@@                               25
    ...             8192 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@           75
    ...            16384 |                                         0
    ... ''')
    dtrace-bitesize lines 1-8 read
      io-sizes: at-8k-percent=75 at-least-64k-percent=0 below-8k-percent=25 count=100 mode-bytes=8192 output=input:1 \
pool=Oracle_R10 process=zpool-Oracle_R10 (2-8)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.subjects import pool_of_process

_TABLE = lazy(r"\s*value\s+-{2,}\s*Distribution\s*-{2,}\s*count\s*\Z")
_BUCKET = lazy(r"\s*(?P<value>-?\d+)(?:\s*\||\s)\s*(?:@+\s*)?(?P<count>\d+)\s*\Z")
_BROKEN = lazy(r"\s*-?\d+\s*\|[@\s]*\Z")
_PROCESS = lazy(r"\s*(?P<pid>\d+)\s+(?P<name>[\w\[./-][^|@]*?)(?:\\0\s*|(?<!\s)\s*)\Z")
_BANNER = lazy(r"\s*(?:PID\s+CMD|(?:Tracing|Sampling)\.\.\..*|\^C.*)\s*\Z")
_DATABASE = lazy(r"(?:\S*/)?(?:oracle|ora_|postgres|mysqld|mariadbd)")
_SMALLEST = 16
_EIGHT_K, _SIXTY_FOUR_K = 8192, 65536


def _above(lines: Sequence[str], index: int) -> int | None:
    """The nearest line above that is not blank, not further than a few away; a document may fence both in."""
    for above in range(index - 1, max(-1, index - 6), -1):
        if lines[above].strip(" \t`~"):
            return above
    return None


def _process_above(lines: Sequence[str], table: int) -> int | None:
    above = _above(lines, table)
    return above if above is not None and _PROCESS.match(lines[above]) else None


def _end_of_table(lines: Sequence[str], start: int) -> int:
    end = start + 1
    while end < len(lines) and (_BUCKET.match(lines[end]) or (_BROKEN.match(lines[end]) and end == len(lines) - 1)):
        end += 1
    return end


def _buckets(lines: Sequence[str], start: int, end: int) -> list[tuple[int, int]]:
    return [(int(m["value"]), int(m["count"])) for line in lines[start:end] if (m := _BUCKET.match(line))]


def _are_sizes(buckets: Sequence[tuple[int, int]]) -> bool:
    return all(value >= 0 and value & (value - 1) == 0 for value, _ in buckets) and all(
        value >= _SMALLEST for value, count in buckets if count
    )


def _next_table(lines: Sequence[str], index: int) -> int | None:
    """The table of the next process, where one follows."""
    blank = 0
    while index < len(lines) and blank <= 3 and not _TABLE.match(lines[index]):
        if lines[index].strip() and not (_PROCESS.match(lines[index]) or _BANNER.match(lines[index])):
            return None
        blank = blank + 1 if not lines[index].strip() else 0
        index += 1
    return (
        index
        if index < len(lines) and _TABLE.match(lines[index]) and _process_above(lines, index) is not None
        else None
    )


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    process = _process_above(lines, start)
    if process is None or ("dtrace" in command and "bite" not in command) or _other_script(command):
        return None
    end = _end_of_table(lines, start)
    if not (buckets := _buckets(lines, start + 1, end)) or not _are_sizes(buckets):
        return None
    while (table := _next_table(lines, end)) is not None:
        end = _end_of_table(lines, table)
    return _banner(lines, process), end


def _other_script(command: str) -> bool:
    return re.search(r"\w\.d\b", command) is not None and "bitesize" not in command


def _banner(lines: Sequence[str], process: int) -> int:
    begin = process
    while (
        (above := _above(lines, begin)) is not None and _BANNER.match(lines[above]) and prompt_of(lines[above]) is None
    ):
        begin = above
    return begin


def _shares(buckets: Sequence[tuple[int, int]]) -> dict[str, Value | bool]:
    total = sum(count for _, count in buckets)
    values: dict[str, Value | bool] = {"count": total}
    if total:
        values["below-8k-percent"] = 100 * sum(c for v, c in buckets if v < _EIGHT_K) / total
        values["at-8k-percent"] = 100 * sum(c for v, c in buckets if v == _EIGHT_K) / total
        values["at-least-64k-percent"] = 100 * sum(c for v, c in buckets if v >= _SIXTY_FOUR_K) / total
        values["mode-bytes"] = max(buckets, key=lambda bucket: bucket[1])[0]
    return values


def _read(output: Output) -> Reading:
    reading = Reading()
    lines = output.lines
    for table in (i for i, line in enumerate(lines) if _TABLE.match(line)):
        process = _process_above(lines, table)
        match = _PROCESS.match(lines[process]) if process is not None else None
        if process is None or match is None:
            continue
        end = _end_of_table(lines, table)
        if broken := next((i for i in range(table + 1, end) if not _BUCKET.match(lines[i])), None):
            reading.refusals.append(Refusal(output.span(broken), "a bucket without its count"))
            continue
        buckets = _buckets(lines, table + 1, end)
        reading.used += [output.span(process), output.span(table, end - 1)]
        if not _are_sizes(buckets):
            reading.refusals.append(Refusal(output.span(process, end - 1), "the values are no sizes of I/Os"))
            continue
        values: dict[str, Value | bool] = {"process": match["name"], "output": output.label, **_shares(buckets)}
        if pool := pool_of_process(match["name"]):
            values["pool"] = pool
        elif _DATABASE.match(match["name"]):
            values["of-database"] = True
        reading.rows.append(Row("io-sizes", values, output.span(process, end - 1)))
    return reading


HINTS = ("Distribution",)
READERS = (
    Reader("dtrace-bitesize", lazy(r"\s*value\s+-+\s*Distribution"), _extent, _read, of_no_use=(("banner", _BANNER),)),
)
