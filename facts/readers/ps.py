"""``ps -ef``: the processes that tie an id to a subject: the kernel processes of ZFS pools and the monitors of Oracle instances.

A pool's process is called ``zpool-POOL``, an instance's monitor ``ora_pmon_SID``. Known versions: ``UID PID PPID C STIME TTY
TIME CMD`` (Solaris, Linux), ``-o`` with ``PID`` and a command column, and lines without their heading, as ``grep`` leaves
them. Long names are cut off by ``ps`` and stay as they are shown.

Sample::

    >>> from facts.readers import show
    >>> show('''$ ps -ef | grep zpool-
    ...     root   371     0   0   May 06 ?        9155:49 zpool-Oracle_R10
    ...  gaechter  4711  4200   0 10:02:11 pts/3       0:00 grep zpool-
    ... ''')
    ps lines 2-3 read
      process: name=zpool-Oracle_R10 pid=371 (2-2)

    >>> show('''$ ps -ef | grep pmon
    ... oracle    4211     1  0 Mar12 ?        00:01:17 ora_pmon_ORCL1
    ... grid      3302     1  0 Mar12 ?        00:01:02 asm_pmon_+ASM1
    ... ''')
    ps lines 2-3 read
      oracle-instance: instance=ORCL1 running=yes (2-2)
      oracle-instance: instance=+ASM1 running=yes type=asm (3-3)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import extent_of, run_while
from facts.patterns import lazy
from facts.readers._oracle import instance_of_process
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.subjects import pool_of_process

# user, pid, parent, processor use, start (a time, or a month and a day), terminal, time used, command
LINE = lazy(
    r"\s*\S+\s+(?P<pid>\d+)\s+\d+\s+\S+\s+(?:\d{1,2}:\d{2}(?::\d{2})?|[A-Z][a-z]{2}\s?\d{1,2}|\d{4}"
    r"|\d{1,2}:\S+)\s+\S+\s+"
    r"[\d:.-]+\s+(?P<command>\S(?:.*\S)?)\s*\Z"
)
# what ``pgrep -a``, ``pgrep -l`` and ``ps -o pid,args`` leave: nothing but an id and the monitor's name
_MONITOR_ONLY = lazy(r"\s*(?P<pid>\d{1,9})\s+(?P<name>(?:ora|asm)_pmon_[\w+$#-]{1,30})\s*\Z")
ANY_LINE = lazy(r"\s*(?:[A-Za-z_][\w+.$-]*\s+)?\d+\s.*[A-Za-z]")
# "PID CMD" alone is the heading of a DTrace script.
HEADER = lazy(r"\s*+(?!PID\s+CMD\s*\Z)(?=.*\bPID\b)(?:[A-Z%]+\s+)*(?:CMD|COMMAND|COMM|ARGS|FNAME)\s*\Z")


def process_rows(output: Output, start: int = 0) -> list[Row]:
    """One row for each process of a pool and each instance from ``output.lines[start]`` on."""
    rows = []
    columns: list[str] = []
    for index in range(start, len(output.lines)):
        line = output.lines[index]
        if HEADER.match(line):
            columns = line.split()
        elif any(sign in line for sign in HINTS) and (found := _process(line, columns)) is not None:
            if pool_of_process(found[1]):
                rows.append(Row("process", {"pid": found[0], "name": found[1]}, output.span(index)))
            elif instance := instance_of_process(found[1]):
                rows.append(Row("oracle-instance", instance, output.span(index)))
    return rows


def _process(line: str, columns: Sequence[str]) -> tuple[int, str] | None:
    if match := LINE.match(line):
        pid, name = int(match["pid"]), match["command"]
    elif "PID" in columns:
        # A start of two words (May 26) shifts only what stands behind the id.
        words = line.split()
        at = columns.index("PID")
        if len(words) < len(columns) or not words[at].isdecimal():
            return None
        pid, name = int(words[at]), words[-1]
    else:
        return None
    return pid, name


def _is_process(line: str, columns: Sequence[str]) -> bool:
    if LINE.match(line):
        return True
    words = line.split()
    return "PID" in columns and len(words) >= len(columns) and words[columns.index("PID")].isdecimal()


def _is_unreadable(line: str) -> bool:
    """A line that names a pool's process last, as ``ps`` does, whatever stands before it."""
    words = line.split()
    return len(words) > 3 and re.match(r"\[?zpool-", words[-1]) is not None and words[-2] != "grep" and ":" in words[-2]


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    columns = lines[start].split() if HEADER.match(lines[start]) else []
    if not columns and not LINE.match(lines[start]):
        return None
    end = run_while(lines, start + 1, lambda line: _is_process(line, columns) and prompt_of(line) is None)
    end = run_while(lines, end, _is_unreadable)
    # Other readers may know what else ps tells: without a process of these this is not ours.
    return (start, end) if any(sign in line for line in lines[start:end] for sign in HINTS) else None


def _read(output: Output) -> Reading:
    reading = Reading(process_rows(output))
    read = {row.lines[0] for row in reading.rows}
    for index, line in enumerate(output.lines):
        if _is_unreadable(line) and output.span(index)[0] not in read:
            reading.refusals.append(Refusal(output.span(index), "a pool's process without its id"))
    return reading


def _read_monitors(output: Output) -> Reading:
    found = [(index, instance_of_process(match["name"])) for index, match in output.matches(_MONITOR_ONLY)]
    return Reading([Row("oracle-instance", values, output.span(index)) for index, values in found if values])


HINTS = ("zpool-", "ora_pmon_", "asm_pmon_")
READERS = (
    Reader("ps", _MONITOR_ONLY, extent_of(_MONITOR_ONLY), _read_monitors, of_no_use=()),
    Reader(
        "ps",
        lazy(r"\s*(?:(?:UID|USER|PID|F|S)\s+[A-Z]|\S+\s+\d+\s+\d+\s+\S+\s+[\dA-Z])"),
        _extent,
        _read,
        open_ended=True,
        of_no_use=(("heading", HEADER), ("another process", LINE), ("another process", ANY_LINE)),
    ),
)
