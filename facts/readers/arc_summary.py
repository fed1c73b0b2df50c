"""``arc_summary`` and ``arcstat`` (``zarcsummary``, ``zarcstat`` since OpenZFS 2.4): the ZFS cache, for people.

Known versions of the summary: the Perl script of Solaris (``Current Size: 4054 MB (arcsize)``), ``ARC Size: 100.02%
7.82 GiB`` (ZFS on Linux to 0.7, FreeBSD), ``ARC size (current):`` (0.8 to 2.3), ``Current size:`` below ``ARC status:``
(2.4). Of ``arcstat`` any columns that hold ``arcsz`` or ``size`` and ``c``; the last sample counts.

Samples::

    >>> from facts.readers import show
    >>> show('''ARC size (current):                                   100.0 %   15.5 GiB
    ...         Target size (adaptive):                       100.0 %   15.5 GiB
    ...         Min size (hard limit):                          6.2 %  992.0 MiB
    ...         Max size (high water):                           16:1   16.0 GiB
    ... ''')
    arc-summary lines 1-4 read
      arc: max-bytes=17179869184 min-bytes=1040187392 size-bytes=16642998272 target-bytes=16642998272 (1-4)

    >>> show('''    time  read  miss  miss%  dmis  dm%  pmis  pm%  mmis  mm%  arcsz     c
    ... 10:23:01     0     0      0     0    0     0    0     0    0   7.5G  8.0G
    ... ''')
    arcstat lines 1-2 read
      arc: size-bytes=8053063680 target-bytes=8589934592 (2-2)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.account import is_ruling
from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value
from facts.units import size

_LABELS = {
    "size-bytes": lazy(r"\s*(?:ARC size \(current\)|ARC Size|Current [Ss]ize):"),
    "target-bytes": lazy(r"\s*Target [Ss]ize:? \([Aa]daptive\):?"),
    "min-bytes": lazy(r"\s*Min (?:target )?[Ss]ize(?::? \([Hh]ard [Ll]imit\))?:?\s"),
    "max-bytes": lazy(r"\s*Max (?:target )?[Ss]ize(?::? \([Hh](?:igh [Ww]ater|ard [Ll]imit)\))?:?\s"),
}
_SIZE = lazy(r"(?<!\d)(?<!\d[.,])(?P<number>\d[\d.,]*+)\s*(?P<unit>[KMGTP]i?B|MB|Bytes)\s*(?:\(\w+\)\s*)?\Z")
_TITLE = lazy(r"\s*(?:ARC size \(current\)|ARC Size|ARC status):")
_CUT_OFF = lazy(r"\s*(?:Current|Target|Min|Max) [A-Za-z ():]*\Z")
# Since OpenZFS 2.4 below the same title.
_TOTAL = lazy(
    r"\s*(?:Total memory size|Physical RAM|Real Installed):\s+(?P<number>\d[\d.,]*)\s*(?P<unit>[KMGTP]i?B)\s*\Z"
)
_MEMORY = lazy(r"\s*System Memory:\s*\Z")
_LINES = 16
_LEFT = lazy(r"\s*(?:Free|Available) memory size:\s+(?P<sign>-?)[\d.,]+\s*(?:[KMGTP]i?B|Bytes)\s*\Z")
_REPORT = lazy(r"\s*-{40,}\s*\Z")
_HEAD = lazy(
    r"\s*(?:ZFS Subsystem Report|Machine:|ARC status:|ARC Summary:|Memory [Tt]hrottle [Cc]ount:"
    r"|(?:Linux|FreeBSD|SunOS) \S+\s{2,})"
)
_STATUS = lazy(r"\s*(?:ARC status:|ARC Summary:)")
# the lists and their share of the cache, below its size
_PART = lazy(r"\s+(?:Most |Metadata |Dnode |MFU |MRU |Anonymous |Uncached )(?>.*?:\s+\S).*(?:%|B|:1)(?:\s.*)?\Z")

_OTHER = lazy(
    r"\s*(?:(?:Free|Available) memory size|Hash (?:Elements|Chains|Collisions)\b.*|L2 \w+.*|System Memory|Physical RAM"
    r"|Free Memory|LotsFree|ZFS Tunables.*|ARC (?:Size|Misc|Size Breakdown|hash breakdown)|Maximum size"
    r"|Memory [Tt]hrottle [Cc]ount)(?: \([^)]*\))?:(?:\s.*)?\Z"
)
_TABLE = lazy(r"\s*time\s+(?:\S+\s+)*(?:arcsz|size)\b.*")


def _sizes(lines: Sequence[str]) -> dict[str, tuple[int, float]]:
    """The first line and value of each size."""
    found: dict[str, tuple[int, float]] = {}
    for index, line in enumerate(lines):
        for slot, label in _LABELS.items():
            if slot not in found and label.match(line) and (match := _SIZE.search(line)):
                value = size(match["number"].replace(",", ".") + match["unit"])
                if value is not None:
                    found[slot] = (index, value)
    return found


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    found = _sizes(lines[start : start + _LINES])
    if len(found) < 2 or "size-bytes" not in found:
        return None
    end = start + max(index for index, _ in found.values()) + 1
    # The Perl script of Solaris tells the memory of the host a few lines above.
    above = next((i for i in range(start - 1, max(-1, start - _LINES), -1) if _MEMORY.match(lines[i])), start)
    if end < len(lines) and _CUT_OFF.match(lines[end]):
        return above, end + 1
    end = run(lines, end, _PART, _LEFT)
    return _title(lines, above), end


def _title(lines: Sequence[str], start: int) -> int:
    """The line with which the report begins, where it does so right above."""
    for index in range(start - 1, max(-1, start - _LINES), -1):
        if _REPORT.match(lines[index]):
            return index
        if lines[index].strip() and not _HEAD.match(lines[index]):
            break
        if _STATUS.match(lines[index]):
            start = index
    return start


def _read(output: Output) -> Reading:
    found = _sizes(output.lines)
    values: dict[str, Value | bool] = {slot: value for slot, (_, value) in found.items()}
    reading = Reading([Row("arc", values, output.whole)], used=[output.span(index) for index, _ in found.values()])
    for index, match in output.matches(_LEFT):
        if match["sign"]:  # less than nothing can be had: it is asked to give way
            values["growth-stopped"] = True
            reading.used.append(output.span(index))
    for index, match in output.matches(_TOTAL):
        if total := size(match["number"].replace(",", ".") + match["unit"]):
            reading.rows.append(Row("system", {"ram-bytes": total}, output.span(index), inferred=True))
            reading.used.append(output.span(index))
    last = len(output.lines) - 1
    if _CUT_OFF.match(output.lines[last]) and not _SIZE.search(output.lines[last]):
        reading.refusals.append(Refusal(output.span(last), "the line is cut off"))
    return reading


_ENOUGH_SAMPLES = 5
_SAMPLE = lazy(r"\s*\d\d:\d\d:\d\d\s")


def _extent_table(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    columns = lines[start].split()
    if "c" not in columns:
        return None
    end, samples = start + 1, 0
    for index in range(start + 1, len(lines)):
        line = lines[index]
        if _SAMPLE.match(line) and len(line.split()) == len(columns):
            end, samples = index + 1, samples + 1
        elif not (is_ruling(line) or _ELIDED.match(line) or _TABLE.match(line)):
            break
    return (start, end) if samples else None


_ELIDED = lazy(r"\s*[\[(]?(?:\.{2,20}|\u2026)[\])]?\s*\Z")


def _read_table(output: Output) -> Reading:
    reading = Reading()
    columns = output.lines[0].split()
    rows = [i for i, line in enumerate(output.lines) if _SAMPLE.match(line)]
    last = rows[-1]
    for index in rows:
        reading.pass_over("earlier sample", output.span(index))
    cells = dict(zip(columns, output.lines[last].split(), strict=True))
    values: dict[str, Value | bool] = {}
    for column, slot in (("arcsz", "size-bytes"), ("size", "size-bytes"), ("c", "target-bytes")):
        if column in cells:
            if (value := size(cells[column])) is None:
                reading.refusals.append(Refusal(output.span(last), f"{column} cannot be read: {cells[column]}"))
            else:
                values.setdefault(slot, value)
    targets = {dict(zip(columns, output.lines[i].split(), strict=True))["c"] for i in rows}
    if len(rows) >= _ENOUGH_SAMPLES:
        values["target-steady"] = len(targets) == 1
    if cells.get("avail", "").startswith("-"):
        values["growth-stopped"] = True
    if values:
        reading.rows.append(Row("arc", values, output.span(last)))
    return reading


def _extent_part(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """Some lines of the summary without its size: their labels are like no other tool's."""
    end = run(lines, start, *_LABELS.values(), _PART, _OTHER, _THROTTLE, blanks=1)
    told = any(_SURE.match(line) and _SIZE.search(line) for line in lines[start:end])
    above = _title(lines, start)
    return (above, end) if told or any(_THROTTLE.match(line) for line in lines[start:end]) else None


def _read_part(output: Output) -> Reading:
    reading = Reading()
    found = _sizes(output.lines)
    values: dict[str, Value | bool] = {slot: value for slot, (_, value) in found.items()}
    reading.used += [output.span(index) for index, _ in found.values()]
    for index, match in output.matches(_THROTTLE):
        factor = {"": 1, "k": 1000, "M": 1_000_000}[match["unit"]]
        values["throttle-count"] = round(float(match["number"]) * factor)
        reading.used.append(output.span(index))
    if values:
        reading.rows.append(Row("arc", values, output.whole))
    return reading


_SURE = lazy(
    r"\s*(?:ARC size \(current\)|ARC Size|Target [Ss]ize:? \([Aa]daptive\)|M(?:in|ax) [Ss]ize:? \([Hh](?:ard [Ll]imit|igh [Ww]ater)\)):?\s"
)
_THROTTLE = lazy(r"\s*Memory [Tt]hrottle [Cc]ount:\s+(?P<number>\d+(?:\.\d+)?)(?P<unit>[kM]?)\s*\Z")
_SHARES = lazy(
    r"\s*(?:[\d.]+%\s+[\d.]+\s+(?:[KMGTP]?i?B(?:ytes)?\s+)?\w+,?.*|(?:Real|Logical) \w+:\s.*|Kernel Memory:.*|(?:Data|Text):\s.*)\Z"
)


def _extent_memory(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """What zfs-stats of FreeBSD says of the host above its sections on the cache."""
    end = run(lines, start, _MEMORY, _SHARES, blanks=1)
    return (start, end) if any(map(_TOTAL.match, lines[start:end])) else None


def _read_memory(output: Output) -> Reading:
    reading = Reading()
    for index, match in output.matches(_TOTAL):
        if total := size(match["number"].replace(",", ".") + match["unit"]):
            reading.rows.append(Row("system", {"ram-bytes": total}, output.span(index), inferred=True))
            reading.used.append(output.span(index))
    return reading


HINTS = (
    "System Memory:",
    "ARC size (current)", "ARC Size:", "ARC status:", "arcsz", "  size ", "adaptive)", "Adaptive)", "ard limit)", "ard Limit)",
    "igh water)", "igh Water)", "emory throttle", "emory Throttle",
)  # fmt: skip
READERS = (
    Reader(
        "arc-summary",
        _TITLE,
        _extent,
        _read,
        of_no_use=(("heading", _HEAD), ("part of the cache", _PART), ("memory", _OTHER)),
    ),
    Reader(
        "arc-summary",
        lazy(rf"{_SURE.pattern}|{_THROTTLE.pattern}"),
        _extent_part,
        _read_part,
        of_no_use=(("heading", _HEAD), ("part of the cache", _PART), ("memory", _OTHER)),
    ),
    Reader(
        "zfs-stats-memory",
        _MEMORY,
        _extent_memory,
        _read_memory,
        of_no_use=(("heading", _MEMORY), ("share of memory", _SHARES)),
    ),
    Reader("arcstat", _TABLE, _extent_table, _read_table, of_no_use=(("heading", _TABLE), ("left out", _ELIDED))),
)
