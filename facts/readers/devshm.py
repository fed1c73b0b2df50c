"""``ls /dev/shm``: the files in which Oracle's automatic memory management keeps an instance's memory, ``ora_ORCL_32769_0``.

They are also seen as what a process has mapped: ``pmap``, ``/proc/PID/maps``, ``lsof``.

Sample::

    >>> from facts.readers import show
    >>> show('''-rw-r----- 1 oracle dba 4194304 Sep 28 08:10 ora_ORCL_32769_0
    ... -rw-r----- 1 oracle dba       0 Sep 28 08:10 ora_ORCL_32769_1
    ... ''')
    ls-shm lines 1-2 read
      shm-files: oracle-files=2 oracle-files-bytes=4194304 (1-2)

    >>> show('''0000000060000000   16384    6420    6420 rw-s-  ora_FIN_98305_0
    ... 0000000061000000   16384   16384   16384 rw-s-  ora_FIN_98305_1
    ... ''')
    ls-shm lines 1-2 read
      shm-files: oracle-files=2 (1-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_MAPPED = (
    r"(?:[0-9a-f]{8,16} +\d+K? +(?:\d+ +\d+ +)?[-rwxsRp]{4,5} +"
    r"|[0-9a-f]{8,16}-[0-9a-f]{8,16} [-rwxsp]{4} [0-9a-f]{8} \S+ \d+ +|\S+ +\d+ (?:.{0,30}? )??(?:mem|DEL) +REG +\d+,\d+ +(?:\d+ +){1,2})"
)
"""What stands before a file that a process has mapped: of pmap, of /proc/PID/maps and of lsof."""
_FILE = lazy(
    rf"\s*(?:{_MAPPED})?"
    r"(?:[-s][rwxsS-]{9}[.+@]?\s+\d+\s+\S+\s+\S+\s+(?P<size>\d+)\s+\S+\s+(?:\S+\s+)?\S+\s+)?(?:/dev/shm/)?(?P<name>ora_[\w+$#-]+_\d+_\d+)\s*$"
)
# an ASM instance always keeps its memory there; that says nothing of the databases
_ASM = "ora_+"
_OTHER_FILE = lazy(
    r"\s*(?:total|insgesamt) \d+\s*$|\s*[-dlps][rwxsStT-]{9}[.+@]?\s+\d+\s+\S+\s+\S+\s+\d+\s|\s*[\w.+-]+\s*$"
)
_LSOF_HEAD = lazy(
    r"\s*COMMAND +PID +(?:TID +)?(?:TASKCMD +)?USER +FD +TYPE +DEVICE +SIZE(?:/OFF)? +(?:NLINK +)?NODE +NAME\s*$"
)
_LIST_COMMAND = lazy(r"\bls\b(?:(?!\bls\b).)*\s/dev/shm\b")
_COUNT_COMMAND = lazy(
    r"^(?>.*?\bls\b)(?>.*?\s/dev/shm\b)(?>.*?\bora_).*?\|\s*wc -l|/dev/shm\b.*grep -c \S*ora_", re.MULTILINE
)
_COUNT = lazy(r"\s*\d{1,7}\s*$")


def _ls_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _COUNT_COMMAND.search(command) and _COUNT.match(lines[start]):
        return start, start + 1
    if _LSOF_HEAD.match(lines[start]):
        end = run(lines, start + 1, _FILE)
        return (start, end) if end > start + 1 else None
    end = run(lines, start, _FILE, *([_OTHER_FILE] if _LIST_COMMAND.search(command) else []))
    if end == start:
        return None
    if any(_FILE.match(line) for line in lines[start:end]) or re.match(r"\s*(?:total|insgesamt) \d", lines[start]):
        return start, end
    return None


def _read_ls(output: Output) -> Reading:
    if _COUNT.match(output.lines[0]):
        return Reading([Row("shm-files", {"oracle-files": int(output.lines[0])}, output.span(0))])
    reading = Reading()
    files = []
    for index, line in enumerate(output.lines):
        if (match := _FILE.match(line)) and match["name"].startswith(_ASM):
            reading.pass_over("memory of an ASM instance", output.span(index))
        elif match:
            reading.used.append(output.span(index))
            files.append((index, match))
    if not files:
        reading.rows.append(Row("shm-files", {"oracle-files": 0}, output.whole))
        return reading
    values: dict[str, Value] = {"oracle-files": len(files)}
    if all(match["size"] for _, match in files):
        values["oracle-files-bytes"] = sum(int(match["size"]) for _, match in files)
    reading.rows.append(Row("shm-files", values, output.span(files[0][0], files[-1][0])))
    return reading


HINTS = ("/dev/shm", "ora_")
BEFORE = ("named_tools",)
READERS = (
    Reader(
        "ls-shm",
        lazy(rf"\s*(?:[-s][rwxsS-]{{9}}\S?\s.*\s|{_MAPPED})?(?:/dev/shm/)?ora_\w|{_LSOF_HEAD.pattern}"),
        _ls_extent,
        _read_ls,
        commands=_LIST_COMMAND,
        of_no_use=(("heading", _LSOF_HEAD), ("another file", _OTHER_FILE)),
    ),
)
