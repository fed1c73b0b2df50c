"""What storage arrays and filers tell of their write cache: ``sysstat`` of ONTAP, ``naviseccli getcache``, statistics of SVC.

ONTAP writes the non-volatile memory out in halves, the consistency points. A point of type ``B`` or ``b`` began the moment the
one before it had ended, since the other half was full by then, and ``#`` is a point that will be followed by one: until it has
ended, writers wait. CLARiiON and VNX tell how much of the cache is dirty; SVC and Storwize how full it is, now and at its peak.

Samples::

    >>> from facts.readers import show
    >>> show('''filer1> sysstat -u 1
    ...  CPU   Total    Net  kB/s    Disk  kB/s    Tape  kB/s Cache Cache   CP   CP Disk
    ...        ops/s     in   out    read  write   read write   age   hit time   ty util
    ...  72%    4125  118123  3122  42120 138820      0     0    2s   97% 100%   Bn  98%
    ...  75%    4025  112023  3022  41220 141020      0     0    2s   96% 100%   #f  99%
    ...  41%    3825   12123  2922  19120  39820      0     0    2s   97%  55%   Tf  57%
    ... ''')
    ontap-sysstat lines 2-6 read
      storage-cache: full-samples=2 output=input:2 samples=3 (4-6)
    >>> show('''SP Write Cache State                Enabled
    ... High Watermark:                     80
    ... Prct. Dirty Cache Pages =           99
    ... ''')
    array-cache lines 1-3 read
      storage-cache: dirty-percent=99 output=input:1 (3-3)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_SYSSTAT_HEAD = lazy(
    r"\s*(?:CPU\b.*\bCP\s+CP\b.*|(?:[a-z/]+\s+)*time\s+ty\s+util\b.*|in\s+out\b.*\btime\s+ty\s+util\b.*|ops/s\b.*ty\s+util\b.*)$"
)
_SYSSTAT_ROW = lazy(
    r"\s*(?:\d{1,3}%\s.*?\s)?(?P<time>\d{1,3})%\s+(?P<type>[A-Za-z#:-][A-Za-z0-9]?)\s+(?P<util>\d{1,3})%(?:\s[\s\d%]*)?$"
)
_BACK_TO_BACK = frozenset("Bb#")
_DIRTY = lazy(
    r"\s*(?:SP[AB] )?(?:Prct\.? |Percent )Dirty (?:Cache )?Pages(?: \(%\))?\s*[=:]\s*(?P<percent>\d{1,3})\s*$"
)
_NAVI = lazy(
    r"\s*(?:SP (?:Read|Write) Cache State|Cache Page size|(?:Write|Read) Cache Mirrored|(?:Low|High) Watermark|SP[AB] Cache pages"
    r"|Unassigned Cache Pages|(?:Read|Write) Hit Ratio|Prct\.? Cache Pages Owned|SPS Test Day|SP[AB] .{3,60}:|SP[AB] Read Cache State"
    r"|SP[AB] Write Cache State|System Buffer|SP[AB] Physical Memory Size|SP[AB] Free Memory Size)\b.*$"
)
_SVC = lazy(r"\s*(?:\d+\s+\S+\s+)?write_cache_pc\s+(?P<now>\d{1,3})\s+(?P<peak>\d{1,3})(?:\s+\d{6,12})?\s*$")
_SVC_OTHER = lazy(
    r"\s*(?:(?:node_id\s+node_name\s+)?stat_name\s+(?:stat_current|stat_peak)\b.*|(?:\d+\s+\S+\s+)?[a-z]+(?:_[a-z]+)*_(?:pc|mb|io|ms|w|c|f)"
    r"\s+\d+\s+\d+(?:\s+\d{6,12})?)\s*$"
)


def _sysstat_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end, rows = start, 0
    for index in range(start, len(lines)):
        if _SYSSTAT_ROW.match(lines[index]):
            end, rows = index + 1, rows + 1
        elif _SYSSTAT_HEAD.match(lines[index]):
            end = max(end, index + 1) if index == end else end
        elif lines[index].strip() and index > start + 2:
            break
    return (start, end) if rows else None


def _read_sysstat(output: Output) -> Reading:
    rows = [(index, match) for index, line in enumerate(output.lines) if (match := _SYSSTAT_ROW.match(line))]
    full = sum(match["type"][0] in _BACK_TO_BACK for _, match in rows)
    values: dict[str, Value | bool] = {"output": output.label, "samples": len(rows), "full-samples": full}
    first, last = rows[0][0], rows[-1][0]
    return Reading([Row("storage-cache", values, output.span(first, last))], used=[output.span(n) for n, _ in rows])


def _told(line: str) -> float | None:
    if match := _DIRTY.match(line):
        return float(match["percent"])
    return float(match["now"]) if (match := _SVC.match(line)) else None


def _cache_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start
    while end < len(lines) and any(own.match(lines[end]) for own in (_DIRTY, _NAVI, _SVC, _SVC_OTHER)):
        end += 1
    return (start, end) if any(_told(line) is not None for line in lines[start:end]) else None


def _read_cache(output: Output) -> Reading:
    told = [(value, index) for index, line in enumerate(output.lines) if (value := _told(line)) is not None]
    most, index = max(told)
    values: dict[str, Value | bool] = {"output": output.label, "dirty-percent": most}
    return Reading([Row("storage-cache", values, output.span(index))], used=[output.span(n) for _, n in told])


HINTS = (" CP  ", " ty ", "Dirty Cache Pages", "Dirty Pages", "write_cache_pc")
READERS = (
    Reader(
        "ontap-sysstat", lazy(r"\s*CPU\s.*\bCP\s+CP\b"), _sysstat_extent, _read_sysstat, of_no_use=(("heading", _SYSSTAT_HEAD),)
    ),
    Reader(
        "array-cache",
        lazy(
            r"\s*(?:SP (?:Read|Write) Cache State|Cache Page size|(?:SP[AB] )?(?:Prct\.? |Percent )Dirty|(?:node_id\s+node_name\s+)?"
            r"stat_name\s"
            r"|(?:\d+\s+\S+\s+)?write_cache_pc\s)"
        ),
        _cache_extent,
        _read_cache,
        of_no_use=(("another setting", _NAVI), ("another statistic", _SVC_OTHER)),
    ),
)  # fmt: skip
