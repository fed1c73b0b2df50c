'''``SHOW ENGINE INNODB STATUS``, ``SELECT VERSION()``, ``mysqld --version``, ``fincore``: a MySQL server and its files.

Of InnoDB's own report the size and the free pages of the buffer pool and the waiting fsyncs are read; of ``fincore`` how
much of the files that end in .ibd or begin with ibdata lies in the page cache.

Samples::

    >>> from facts.readers import show
    >>> show("""FILE I/O
    ... --------
    ... Pending flushes (fsync) log: 1; buffer pool: 2
    ... ----------------------
    ... BUFFER POOL AND MEMORY
    ... ----------------------
    ... Total large memory allocated 137363456
    ... Buffer pool size   8192
    ... Free buffers       1024
    ... Modified db pages  12
    ... """)
    innodb-status lines 3-10 read
      mysql-status: buffer-pool-dirty-pages=12 buffer-pool-free-pages=1024 buffer-pool-pages=8192 pending-data-fsyncs=2 pending-log-fsyncs=1 (3-10)

    >>> show("mysqld  Ver 5.7.44-48 for Linux on x86_64 (Percona Server (GPL), Release 48)")
    mysql-version lines 1-1 read
      mysql-server: flavour=mysql version=5.7.44-48 version-code=5007044 (1-1)

    >>> show("""$ fincore /var/lib/mysql/shop/*.ibd
    ...   RES  PAGES  SIZE FILE
    ... 11.2G 2936012 14.5G /var/lib/mysql/shop/orders.ibd
    ... """)
    fincore lines 2-3 read
      cached-files: cached-bytes=12025908429 kind=innodb size-bytes=15569256448 (3-3)
'''  # noqa: E501

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, prompt_of
from facts.schema import Value
from facts.units import size, version_code

_PENDING = lazy(r"\s*Pending flushes \(fsync\) log: (?P<log>\d+); buffer pool: (?P<data>\d+)")
_POOL = (
    (lazy(r"\s*Buffer pool size\s+(?P<value>\d+)\s*$"), "buffer-pool-pages"),
    (lazy(r"\s*Free buffers\s+(?P<value>\d+)\s*$"), "buffer-pool-free-pages"),
    (lazy(r"\s*Modified db pages\s+(?P<value>\d+)\s*$"), "buffer-pool-dirty-pages"),
)
_STATUS_START = lazy(
    r"\s*(?:Pending flushes \(fsync\) log:|Buffer pool size\s+\d|=====+ INNODB MONITOR|BUFFER POOL AND MEM)"
)
_INDIVIDUAL = lazy(r"\s*INDIVIDUAL BUFFER POOL INFO|\s*---BUFFER POOL \d")
_LONGEST = 600
_VERSION = lazy(
    r"\s*(?:\S*/)?(?:mysqld|mariadbd|mysql|mariadb)(?:-\w+)?\s+(?:from (?P<from>\d+\.\d+\.\d\S*),|Ver (?:\d+\.\d+ Distrib )?"
    r"(?P<version>\d+\.\d+\.\d[\w.~+-]*+)).{0,200}$"
)
_BANNER = lazy(r"\s*Server version:\s+(?P<version>\d+\.\d+\.\d[\w.~+-]*+)(?: (?P<comment>.*))?$")
_SERVER_TOOL = lazy(r"\s*(?:\S*/)?(?:mysqld|mariadbd)")
_FINCORE_HEAD = lazy(r"\s*RES\s+PAGES\s+SIZE\s+FILE\s*$")
_FINCORE = lazy(r"\s*(?P<res>[\d.,]+[BKMGT]?)\s+\d+\s+(?P<size>[\d.,]+[BKMGT]?)\s+(?P<file>/?\S(?:.*\S)?)\s*$")
_INNODB_FILE = lazy(r"(?:.*/)?(?:ibdata\d+|undo_?\d+|[^/]+\.ibd|[^/]+\.ibu)$")


def _status_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start
    for index in range(start, min(len(lines), start + _LONGEST)):
        if prompt_of(lines[index]) is not None:
            break
        if _PENDING.match(lines[index]) or any(p.match(lines[index]) for p, _ in _POOL):
            end = index + 1
    return (start, end) if end > start else None


def _read_status(output: Output) -> Reading:
    values: dict[str, Value | bool] = {}
    lines = []
    for index, line in enumerate(output.lines):
        if _INDIVIDUAL.match(line):
            break  # the same figures for each part of the pool
        if match := _PENDING.match(line):
            values["pending-log-fsyncs"], values["pending-data-fsyncs"] = int(match["log"]), int(match["data"])
            lines.append(index)
        for pattern, slot in _POOL:
            if (match := pattern.match(line)) and slot not in values:
                values[slot] = int(match["value"])
                lines.append(index)
    return Reading([Row("mysql-status", values, output.span(lines[0], lines[-1]))] if lines else [])


def _one_line(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    match = _VERSION.match(lines[start])
    if match and not _SERVER_TOOL.match(lines[start]):
        return None  # the version of the client is not the server's
    return (start, start + 1) if match or _BANNER.match(lines[start]) else None


def _read_version(output: Output) -> Reading:
    line = output.lines[0]
    match = _VERSION.match(line)
    banner = None if match else _BANNER.match(line)
    version = (match["from"] or match["version"]) if match else banner["version"] if banner else ""
    values: dict[str, Value | bool] = {
        "version": version,
        "flavour": "mariadb" if "mariadb" in line.lower() else "mysql",
    }
    if (code := version_code(version.removeprefix("5.5.5-"))) is not None:
        values["version-code"] = code
    return Reading([Row("mysql-server", values, output.whole)])


def _fincore_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start + 1
    while end < len(lines) and _FINCORE.match(lines[end]):
        end += 1
    return (start, end) if end > start + 1 else None


def _read_fincore(output: Output) -> Reading:
    sums: dict[str, list[float]] = {}
    where: dict[str, list[int]] = {}
    for index, line in enumerate(output.lines[1:], start=1):
        match = _FINCORE.match(line)
        cached, total = (size(match[name].replace(",", ".")) for name in ("res", "size")) if match else (None, None)
        if match is None or cached is None or total is None:
            continue
        kind = "innodb" if _INNODB_FILE.match(match["file"]) else "other"
        found = sums.setdefault(kind, [0.0, 0.0])
        found[0], found[1] = found[0] + cached, found[1] + total
        where.setdefault(kind, []).append(index)
    return Reading([
        Row("cached-files", {"kind": kind, "cached-bytes": cached, "size-bytes": total},
            output.span(where[kind][0], where[kind][-1]))
        for kind, (cached, total) in sums.items()
    ])  # fmt: skip


HINTS = (
    "Pending flushes", "Buffer pool size", "INNODB MONITOR", "BUFFER POOL", "Ver ", " from ", "Server version",
    "RES ",
)  # fmt: skip
READERS = (
    Reader("innodb-status", _STATUS_START, _status_extent, _read_status),
    Reader("mysql-version", lazy(r"\s*(?:\S*/)?(?:mysqld|mariadbd)\s+(?:Ver|from) |\s*Server version:\s+\d"), _one_line,
           _read_version),
    Reader("fincore", _FINCORE_HEAD, _fincore_extent, _read_fincore),
)  # fmt: skip
