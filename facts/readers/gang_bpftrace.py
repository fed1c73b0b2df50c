"""``bpftrace -e 'kprobe:zio_gang_tree_issue { @[comm] = count(); } interval:s:300 { exit(); }'``: gang blocks on Linux.

The threads that ZFS works with on Linux (``z_wr_iss``, ``txg_sync``) belong to no pool: the counts of all of them are
one sum, of a pool that another output has to tell. Where the script counts by the pool's name, each pool has its row.
``Attaching N probes...`` stands above the maps (newer versions: ``Attached N probes``); an empty map prints nothing.

Sample::

    >>> from facts.readers import show
    >>> show('''# bpftrace -e 'kprobe:zio_gang_tree_issue { @[comm] = count(); } interval:s:60 { exit(); }'
    ... Attaching 2 probes...
    ...
    ... @[z_rd_int]: 30
    ... @[z_wr_iss]: 570
    ... ''')
    bpftrace-gang-counts lines 1-5 read
      gang-counts: count=600 per-second=10 pool= seconds=60 (4-5)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value

_COMMAND = lazy(r".{0,80}?\bbpftrace\s.*\bzio_gang_tree_issue\b")
_ATTACHED = lazy(r"\s*Attach(?:ing|ed) \d+ probes?\.*\s*\Z")
_REMARK = lazy(rf"{_ATTACHED.pattern}|\s*\^C\s*\Z")
_MAP = lazy(r"\s*@\w*(?:\[(?P<key>[^\]]*)\])?:\s*(?P<count>\S+)\s*\Z")
_SECONDS = lazy(
    r"interval:(?P<unit>s|ms):(?P<number>\d+)|\btimeout\s+(?P<timeout>\d+)s?\b|-c\s*['\"]?sleep (?P<sleep>\d+)"
)
# the kernel's threads, which work for every pool, and process numbers
_THREAD = lazy(r"(?:z_|txg_|kworker|spl_|zvol|l2arc|arc_|dp_|dbu_|vdev_|swapper|zthr|\d+\b)|.*,")


def _end(lines: Sequence[str], start: int) -> int | None:
    end = None
    for index in range(start, len(lines)):
        line = lines[index]
        if _ATTACHED.match(line) or _MAP.match(line):
            end = index + 1
        elif line.strip() not in ("", "^C") or prompt_of(line) is not None:
            break
    return end


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _COMMAND.match(lines[start]):
        return None
    end = _end(lines, start + 1)
    return None if end is None else (start, end)


def _seconds(command: str) -> float | None:
    match = _SECONDS.search(command)
    if match is None:
        return None
    if match["number"]:
        return float(match["number"]) / (1000.0 if match["unit"] == "ms" else 1.0)
    return float(match["timeout"] or match["sleep"])


def _read(output: Output) -> Reading:
    prompt = prompt_of(output.lines[0])
    reading = Reading(host=prompt.host or None if prompt else None)
    counts: dict[str, int] = {}
    where: dict[str, list[int]] = {}
    for index, match in output.matches(_MAP):
        if not re.fullmatch(r"\d+", match["count"]):
            reading.refusals.append(Refusal(output.span(index), "a map entry whose count is no number"))
            continue
        reading.used.append(output.span(index))
        key = (match["key"] or "").strip().strip('"')
        pool = "" if not key or _THREAD.match(key) else key
        counts[pool] = counts.get(pool, 0) + int(match["count"])
        where.setdefault(pool, []).append(index)
    seconds = _seconds(output.lines[0])
    if not counts and not reading.refusals and seconds:
        counts[""], where[""] = 0, [0, len(output.lines) - 1]
        reading.used.append(output.span(0))
    for pool, count in counts.items():
        values: dict[str, Value | bool] = {"pool": pool, "count": count}
        if seconds:
            values |= {"seconds": seconds, "per-second": count / seconds}
        reading.rows.append(Row("gang-counts", values, output.span(where[pool][0], where[pool][-1])))
    return reading


HINTS = ("zio_gang_tree_issue",)
READERS = (
    Reader(
        "bpftrace-gang-counts",
        _COMMAND,
        _extent,
        _read,
        of_no_use=(("command", _COMMAND), ("remark of bpftrace", _REMARK)),
    ),
)
