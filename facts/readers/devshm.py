"""``df /dev/shm`` and ``ls /dev/shm``: where Oracle's automatic memory management keeps an instance's memory.

``df`` has its unit in the header (``1K-blocks``, ``1024-blocks`` with -P, ``1M-blocks``, ``512-blocks``) or, with -h,
behind each figure; a long device name pushes the rest to the next line. ``ls`` lists files like ``ora_ORCL_32769_0``.

Sample::

    >>> from facts.readers import show
    >>> show('''Filesystem           1K-blocks      Used Available Use% Mounted on
    ... tmpfs                  8133308   3145728   4987580  39% /dev/shm
    ... ''')
    df-shm lines 1-2 read
      shm-files: available-bytes=5107281920 size-bytes=8328507392 (2-2)
      file-system-usage: device=tmpfs mount=/dev/shm space-free-percent=61.3229 (2-2)

    >>> show('''-rw-r----- 1 oracle dba 4194304 Sep 28 08:10 ora_ORCL_32769_0
    ... -rw-r----- 1 oracle dba       0 Sep 28 08:10 ora_ORCL_32769_1
    ... ''')
    ls-shm lines 1-2 read
      shm-files: oracle-files=2 oracle-files-bytes=4194304 (1-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.df import file_systems, listed_all
from facts.readers.df_usage import usage
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.units import size

_HEADER = lazy(
    r"\s*(?:Filesystem|Dateisystem)\s+(?:Type\s+|Typ\s+)?(?P<unit>\S+)\s+(?:Used|Benutzt)\s+(?P<avail>Available|Avail|Verfügbar|Verf\.)"
)
_LINE = lazy(
    r"(?P<device>\S+)?\s+(?:(?P<type>[a-z][\w.]*)\s+)?(?P<size>[\d.,]+[KMGTP]?)\s+(?P<used>[\d.,]+[KMGTP]?)\s+(?P<avail>[\d.,]+[KMGTP]?)\s+(?:\d+%|-)\s+(?P<mount>/\S*)\s*(?:[*<#].*)?$"
)
_DEVICE = lazy(r"\s*\S{12,}\s*$")
_SHM = ("/dev/shm", "/run/shm")
_UNITS = {"512": 512, "1K": 1024, "1024": 1024, "1M": 1 << 20, "1048576": 1 << 20, "1G": 1 << 30, "1B": 1}


def _df_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _HEADER.match(lines[start]) is None:
        return None
    end = start + 1
    while end < len(lines):
        wrapped = _DEVICE.match(lines[end]) and end + 1 < len(lines) and _LINE.match(" " + lines[end + 1])
        if not _LINE.match(lines[end].strip()) and not _LINE.match(lines[end]) and not wrapped:
            break
        end += 1
    held = [match["mount"] for line in lines[start + 1 : end] if (match := _row(line))]
    return (start, end) if any(mount in _SHM for mount in held) else None


def _row(line: str) -> re.Match[str] | None:
    return _LINE.match(line.strip()) or _LINE.match(line)


def _read_df(output: Output) -> Reading:
    reading = Reading()
    header = _HEADER.match(output.lines[0])
    if header is None:
        raise AssertionError("extent lets no other line through")
    unit = _UNITS.get(header["unit"].partition("-")[0])
    for index, line in enumerate(output.lines[1:], start=1):
        match = _row(line)
        if match is None or match["mount"] not in _SHM:
            continue
        total, available = _amount(match["size"], unit), _amount(match["avail"], unit)
        if total is None or available is None:
            reading.refusals.append(Refusal(output.span(index), "the unit of the figures is not told"))
            continue
        values: dict[str, Value] = {"size-bytes": total, "available-bytes": available}
        reading.rows.append(Row("shm-files", values, output.span(index)))
    mounted = file_systems(output)
    reading.rows += [*mounted, *usage(output)]
    reading.complete = listed_all(output, mounted)
    return reading


def _amount(text: str, unit: int | None) -> float | None:
    text = text.replace(",", ".")
    if text[-1:].isdecimal():
        return 0.0 if text == "0" else float(text) * unit if unit is not None and text.isdecimal() else None
    return size(text)


_FILE = lazy(
    r"\s*(?:[-s][rwxsS-]{9}[.+@]?\s+\d+\s+\S+\s+\S+\s+(?P<size>\d+)\s+\S+\s+(?:\S+\s+)?\S+\s+)?(?:/dev/shm/)?(?P<name>ora_[\w+$#-]+_\d+_\d+)\s*$"
)
# an ASM instance always keeps its memory there; that says nothing of the databases
_ASM = "ora_+"
_OTHER_FILE = lazy(
    r"\s*(?:total|insgesamt) \d+\s*$|\s*[-dlps][rwxsStT-]{9}[.+@]?\s+\d+\s+\S+\s+\S+\s+\d+\s|\s*[\w.+-]+\s*$"
)
_LIST_COMMAND = lazy(r"\bls\b(?:(?!\bls\b).)*\s/dev/shm\b")
_COUNT_COMMAND = lazy(
    r"^(?>.*?\bls\b)(?>.*?\s/dev/shm\b)(?>.*?\bora_).*?\|\s*wc -l|/dev/shm\b.*grep -c \S*ora_", re.MULTILINE
)
_COUNT = lazy(r"\s*\d{1,7}\s*$")


def _ls_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _COUNT_COMMAND.search(command) and _COUNT.match(lines[start]):
        return start, start + 1
    listed = _LIST_COMMAND.search(command) is not None
    end = start
    while end < len(lines) and (_FILE.match(lines[end]) or (listed and _OTHER_FILE.match(lines[end]))):
        if prompt_of(lines[end]) is not None:
            break
        end += 1
    if end == start:
        return None
    if any(_FILE.match(line) for line in lines[start:end]) or re.match(r"\s*(?:total|insgesamt) \d", lines[start]):
        return start, end
    return None


def _read_ls(output: Output) -> Reading:
    if _COUNT.match(output.lines[0]):
        return Reading([Row("shm-files", {"oracle-files": int(output.lines[0])}, output.span(0))])
    files = [(index, match) for index, line in enumerate(output.lines) if (match := _FILE.match(line))]
    files = [(index, match) for index, match in files if not match["name"].startswith(_ASM)]
    if not files:
        return Reading([Row("shm-files", {"oracle-files": 0}, output.whole)])
    values: dict[str, Value] = {"oracle-files": len(files)}
    if all(match["size"] for _, match in files):
        values["oracle-files-bytes"] = sum(int(match["size"]) for _, match in files)
    return Reading([Row("shm-files", values, output.span(files[0][0], files[-1][0]))])


HINTS = ("/dev/shm", "/run/shm", "ora_")
BEFORE = ("df", "df_usage")
READERS = (
    Reader("df-shm", lazy(r"\s*(?:Filesystem|Dateisystem)\s"), _df_extent, _read_df),
    Reader(
        "ls-shm",
        lazy(r"\s*(?:[-s][rwxsS-]{9}\S?\s.*\s)?(?:/dev/shm/)?ora_\w"),
        _ls_extent,
        _read_ls,
        commands=_LIST_COMMAND,
    ),
)
