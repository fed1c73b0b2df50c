"""``dtrace -qn 'fbt::zio_gang_tree_issue:entry { @[pid] = count(); }' -c "sleep 300"``: gang blocks issued, by process.

Each pool has a kernel process of its own, and ``ps -ef`` tells which: where its output follows directly it belongs to
this one, else the pool stays ``pid NNN`` until another output names the process. Counts by ``execname`` name the pool
themselves. The seconds come from the command; the command may lack its closing quote, and without ``-q`` DTrace says
what it matched. What nothing was counted for is not shown: no line is no gang block, and a pool whose process only
``ps`` shows has none.

Sample::

    >>> from facts.readers import show
    >>> show('''# dtrace -qn 'fbt::zio_gang_tree_issue:entry { @[pid]=count(); }' -c "sleep 300"
    ...     26575      18949
    ...     26570     416400
    ... # ps -eaf | egrep "26575|26570"
    ... root 26570  0 0 May 26 ?      9155:49 zpool-dat1
    ... ''')
    dtrace-gang-counts lines 1-5 read
      gang-counts: count=18949 per-second=63.1633 pid=26575 pool=pid 26575 seconds=300 (2-2)
      gang-counts: count=416400 per-second=1388 pid=26570 pool=dat1 seconds=300 (3-3)
      process: name=zpool-dat1 pid=26570 (5-5)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.ps import ANY_LINE, HEADER, process_rows
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.subjects import pool_of_process, resolve_gang_pools
from facts.units import SECONDS

_COMMAND = lazy(r".{0,80}?\bdtrace\s.*\bzio_gang_tree_issue\b")
_COUNT = lazy(r"\s*(?P<key>\d+|zpool-[\w.:-]+)\s+(?P<count>\d+)(?:\s+(?:\*+|<-.*|#.*))?\s*\Z")
_NOISE = lazy(r"\s*+(?:(?:dtrace: .*+|\^C)\s*+)?\Z")
_BROKEN = lazy(r"\s*(?:\d+|zpool-\S+)(?:\s+\S+)?\s*\Z")
_SECONDS = lazy(
    r"\bsleep\s+(?P<number>\d+(?:\.\d+)?)(?P<unit>[smh]?)|\btick-(?P<tick>\d+)\s*(?P<tick_unit>s(?:ec)?|m(?:in)?)\b"
)
_PS = lazy(r"(?:/\S*/)?ps\s+-\w")
_OF_COMMAND = lazy(r"[@{}\"'()]|\bsleep\b|\bdtrace\b")
_PS_COMMAND = lazy(r".{0,80}[#$%>]\s*(?:/\S*/)?ps\s+-\w")
_REMARK = lazy(r"\s*(?:dtrace: (?:description .* matched \d+ probe|pid \d+ has exited).*|\^C)\s*\Z")
_EMPTY_PROMPT = lazy(r"\s*(?:\S{1,40})?[#$%>]\s*\Z")
_WRAPPED = 3


def _command_end(lines: Sequence[str], start: int) -> int:
    """The line after a command that a narrow terminal or a backslash has spread over some lines."""
    end = start + 1
    while end < len(lines) and end - start <= _WRAPPED:
        line = lines[end]
        if _COUNT.match(line) or prompt_of(line) is not None or not line.strip():
            break
        if not (lines[end - 1].rstrip().endswith("\\") or re.search(r"\bsleep \d|count\(\)|-c\s|^\s*[>{}@]", line)):
            break
        end += 1
    return end


def _counts_end(lines: Sequence[str], start: int) -> int:
    index = end = start
    counted = False
    while index < len(lines) and prompt_of(lines[index]) is None:
        if _COUNT.match(lines[index]):
            counted, end = True, index + 1
        elif counted and lines[index].strip() and _BROKEN.match(lines[index]):
            end = index + 1
        elif not _NOISE.match(lines[index]):
            break
        index += 1
    return end if counted else start


def _ps_end(lines: Sequence[str], start: int) -> int:
    """The line after the last pool's process in a ``ps`` that follows directly; `start` where there is none."""
    index = start
    while index < len(lines) and not lines[index].strip():
        index += 1
    prompt = prompt_of(lines[index]) if index < len(lines) else None
    if prompt is None or not _PS.match(prompt.command):
        return start
    index += 1
    end = start
    while index < len(lines) and lines[index].strip() and prompt_of(lines[index]) is None:
        if "zpool-" in lines[index]:
            end = index + 1
        elif len(lines[index].split()) < 6 or not re.search(r"\s\d+\s", lines[index]):
            break
        index += 1
    return end


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _COMMAND.match(lines[start]):
        return None
    first = _command_end(lines, start)
    end = _counts_end(lines, first)
    if end > first:
        return start, _ps_end(lines, end)
    following = _counted_nothing(lines, start, first)
    return None if following is None else (start, max(first, _ps_end(lines, following)))


def _counted_nothing(lines: Sequence[str], start: int, first: int) -> int | None:
    """Where the next prompt stands, below the empty line that DTrace leaves in a session where nothing was counted.

    None where it says that it could not count, or where the text ends too early to tell.
    """
    if prompt_of(lines[start]) is None or _seconds(" ".join(lines[start:first])) is None:
        return None
    index = first
    while index < len(lines) and (not lines[index].strip() or _REMARK.match(lines[index])):
        index += 1
    if not first < index < len(lines):
        return None
    return index if prompt_of(lines[index]) is not None or _EMPTY_PROMPT.match(lines[index]) else None


def _seconds(command: str) -> float | None:
    """How long was counted, as the command says."""
    match = _SECONDS.search(command)
    if match is None:
        return None
    if match["tick"]:
        return float(match["tick"]) * SECONDS[match["tick_unit"]]
    return float(match["number"]) * SECONDS[match["unit"]]


def _read(output: Output) -> Reading:
    lines = output.lines
    first = _command_end(lines, 0)
    last = _counts_end(lines, first)
    seconds = _seconds(" ".join(lines[:first]))
    prompt = prompt_of(lines[0])
    reading = Reading(host=prompt.host or None if prompt else None)
    for index in range(first, last):
        match = _COUNT.match(lines[index])
        if match is None:
            if not _NOISE.match(lines[index]):
                reading.refusals.append(Refusal(output.span(index), "a process without its count"))
            continue
        count = int(match["count"])
        values: dict[str, Value | bool] = {"count": count}
        if match["key"].isdecimal():
            values |= {"pool": f"pid {match['key']}", "pid": int(match["key"])}
        else:
            values["pool"] = pool_of_process(match["key"]) or match["key"]
        if seconds:
            values |= {"seconds": seconds, "per-second": count / seconds}
        reading.rows.append(Row("gang-counts", values, output.span(index)))
    if not reading.refusals:
        reading.complete = frozenset({"gang-counts"})
    for index in (n for n in range(first) if _OF_COMMAND.search(lines[n])):
        reading.pass_over("command", output.span(index))
    processes = process_rows(output, last)
    reading.rows = resolve_gang_pools([*reading.rows, *processes])
    if reading.complete and seconds:
        reading.rows += _without_gangs(reading.rows, processes, seconds)
    return reading


def _without_gangs(rows: Sequence[Row], processes: Sequence[Row], seconds: float) -> list[Row]:
    """A count of 0 for each pool whose process ``ps`` shows and DTrace does not."""
    counted = {row.values.get("pid") for row in rows if row.template == "gang-counts"}
    return [
        Row("gang-counts", {"pool": pool, "pid": pid, "count": 0, "seconds": seconds, "per-second": 0.0}, row.lines)
        for row in processes
        if isinstance(pid := row.values["pid"], int) and pid not in counted
        if (pool := pool_of_process(str(row.values["name"])))
    ]


HINTS = ("zio_gang_tree_issue",)
BEFORE = ("ps",)
READERS = (
    Reader(
        "dtrace-gang-counts",
        _COMMAND,
        _extent,
        _read,
        of_no_use=(
            ("remark of DTrace", _NOISE),
            ("heading of ps", HEADER),
            ("command", _PS_COMMAND),
            ("another process", ANY_LINE),
        ),
    ),
)
