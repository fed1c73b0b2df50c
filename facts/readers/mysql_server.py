'''``SHOW ENGINE INNODB STATUS``, ``SELECT VERSION()``, ``mysqld --version``, ``fincore``, ``vmtouch``, ``pcstat``: a MySQL server and its files.

Of InnoDB's own report the size and the free pages of the buffer pool and the waiting fsyncs are read; of ``fincore`` how
much of the files that end in .ibd or begin with ibdata lies in the page cache, and so of ``pcstat`` and ``vmtouch``. The sum of
``vmtouch`` names no file: it is of InnoDB where its command names such files or the folder of a MySQL server.

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

    >>> show("""$ vmtouch /var/lib/mysql/shop/
    ...            Files: 214
    ...      Directories: 1
    ...   Resident Pages: 3904211/30211409  14G/115G  12.9%
    ...          Elapsed: 4.1077 seconds
    ... """)
    vmtouch lines 2-5 read
      cached-files: cached-bytes=15991648256 kind=innodb size-bytes=123745931264 (4-4)
'''  # noqa: E501

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facts.account import is_ruling
from facts.kit import Lines, Values, extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, prompt_of
from facts.units import number, size, version_code

_PENDING = lazy(r"\s*Pending flushes \(fsync\) log: (?P<log>\d+); buffer pool: (?P<data>\d+)")
_POOL = (
    (lazy(r"\s*Buffer pool size\s+(?P<value>\d+)\s*$"), "buffer-pool-pages"),
    (lazy(r"\s*Free buffers\s+(?P<value>\d+)\s*$"), "buffer-pool-free-pages"),
    (lazy(r"\s*Modified db pages\s+(?P<value>\d+)\s*$"), "buffer-pool-dirty-pages"),
)
_READS = lazy(r"\s*(?P<reads>\d+\.\d+) reads/s, (?:\d+\.\d+ pending preads, )?(?P<bytes>\d+) avg bytes/read, ")
_SEMAPHORES = lazy(r"\s*SEMAPHORES\s*$")
_WAITED = lazy(r"--Thread \d+ has waited at .{1,120} for (?P<seconds>\d{1,9}(?:\.\d+)?) seconds the semaphore")
_STATUS_START = lazy(
    r"\S.{0,60} INNODB MONITOR OUTPUT\s*$"
    r"|\s*(?:Pending flushes \(fsync\) log:|Buffer pool size\s+\d|=====+ INNODB MONITOR|BUFFER POOL AND MEM)"
)
_INDIVIDUAL = lazy(r"\s*INDIVIDUAL BUFFER POOL INFO|\s*---BUFFER POOL \d")
_LONGEST = 600
_MONITOR = lazy(r"\S.{0,60} INNODB MONITOR OUTPUT\s*$")
_MONITOR_END = lazy(r"\s*END OF INNODB MONITOR OUTPUT")
_MONITOR_LONGEST = 20_000
_SECTION = lazy(r"[A-Z][A-Z /]{2,50}$")
_OF_STATEMENTS = lazy(r"TRANSACTIONS$|LATEST (?:DETECTED DEADLOCK|FOREIGN KEY ERROR)$")
_N = r"[\d.]+"
_OF_NO_USE = (
    ("query", lazy(r"\s*(?i:show engine innodb status)\s*(?:;|\\G)?\s*$")),
    ("heading", lazy(
        r"\s*(?:BACKGROUND THREAD|SEMAPHORES|TRANSACTIONS|FILE I/O|INSERT BUFFER AND ADAPTIVE HASH INDEX|LOG|BUFFER POOL AND MEMORY"
        r"|INDIVIDUAL BUFFER POOL INFO|ROW OPERATIONS|LATEST (?:DETECTED DEADLOCK|FOREIGN KEY ERROR)|---BUFFER POOL \d+"
        r"|Internal hash tables \(.*|END OF INNODB MONITOR OUTPUT)\s*$")),
    ("heading", _MONITOR), ("heading", lazy(r"\s*=====+ INNODB MONITOR|Per second averages calculated from the last ")),
    ("threads", lazy(
        r"srv_master_thread |OS WAIT ARRAY INFO: |(?:Mutex spin waits|RW-(?:shared|excl|sx) spins?) |Spin rounds per wait: "
        r"|RW-LATCH INFO$|RW-LOCK: 0x|Locked: thread |(?:S|X|SX)-lock on RW-latch at |a writer \(thread id |number of readers "
        r"|Last time (?:read|write) locked|Total number of rw-locks |Mutex at 0x|Mutex \S+ created file |lock var |waiters flag "
        r"|\d+ transactions active inside|\d+ out of \d+ descriptors"
        r"|Process ID=\d|Main thread |\d+ (?:queries inside InnoDB|read views open|RW transactions active|tablespace extents now)")),
    ("transactions", lazy(
        r"Trx id counter |Purge done for |History list length |LIST OF TRANSACTIONS |---TRANSACTION |mysql tables in use "
        r"|(?:LOCK WAIT )?\d+ lock struct|---OLDEST VIEW|Normal read view|Read view |SHOW .{0,12}ENGINE.{0,4} INNODB STATUS"
        r"|MySQL thread id |Total number of lock structs|(?:ROLLING BACK )?\d+ lock struct|Trx read view will")),
    ("locks", lazy(
        r"\*\*\* \(\d+\) (?:TRANSACTION|WAITING FOR THIS LOCK|HOLDS THE LOCK)|\*\*\* WE ROLL BACK |(?:RECORD|TABLE) LOCKS? |TRANSACTION \S+, "
        r"|Record lock, heap no | \d+: (?:len|SQL NULL)|\d{6} +\d\d?:\d\d:\d\d$"
        r"|------- TRX HAS BEEN WAITING|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ")),
    ("locks", lazy(
        r"TOO MANY (?:LOCKS|TRX)|\S+ \S+ Transaction:$|Foreign key constraint (?:fails|of)|,$|\s*CONSTRAINT `|Trying to |DATA TUPLE: "
        r"|But in (?:child|parent) table |the closest match we can find|PHYSICAL RECORD: ")),
    ("statement", lazy(r"(?i:insert|update|delete|select|replace|commit|rollback|alter|create|drop|show|call|load|set)\b")),
    ("input and output", lazy(
        rf"I/O thread \d+ state: |Pending normal aio |\s*ibuf aio reads|\d+ OS file reads, |{_N} reads/s, {_N} avg bytes/read"
        r"|\d+ pending preads|Pending flushes \(fsync\): \d")),
    ("insert buffer", lazy(
        rf"Ibuf: size |merged operations:|discarded operations:|\s*insert \d+, delete|\d+ (?:inserts|merged recs), |Hash table size "
        rf"|{_N} hash searches/s")),
    ("log", lazy(
        r"Log (?:sequence number|buffer (?:assigned|completed) up to|written up to|flushed up to|minimum file id|maximum file id) "
        r"|Pages flushed up to |Added dirty pages up to |Last checkpoint at |Max checkpoint age |(?:Checkpoint|Modified) age "
        r"|\d+ pending log (?:writes|flushes), |\d+ log i/o's done")),
    ("buffer pool", lazy(
        rf"Total (?:large )?memory allocated |Dictionary memory allocated |Buffer pool size, bytes |(?:Old )?[Dd]atabase pages "
        rf"|Percent of dirty pages|Max dirty pages percent|Pending (?:reads|writes)\b|Pages (?:made young|read|evicted)\b"
        rf"|{_N} (?:youngs|reads)/s"
        rf"|Buffer pool hit rate |No buffer pool page gets|LRU len: |I/O sum|\s+(?:Adaptive hash index|Page hash|Dictionary cache"
        rf"|File system|Lock system|Recovery system|Threads)\s+\d")),
    ("rows", lazy(rf"Number of (?:system )?rows inserted|{_N} inserts/s, ")),
    ("part of the pool", lazy(r"\s*(?:Buffer pool size|Free buffers|Modified db pages)\s+\d+\s*$")),
)  # fmt: skip
# a backlog of purge, what InnoDB prints of itself when it hangs
_STUCK = lazy(r"History list length [1-9]\d{6}|InnoDB: #{3,}")
_VERSION = lazy(
    r"\s*(?:\S*/)?(?:mysqld|mariadbd|mysql|mariadb)(?:-\w+)?\s+(?:from (?P<from>\d+\.\d+\.\d\S*),|Ver (?:\d+\.\d+ Distrib )?"
    r"(?P<version>\d+\.\d+\.\d[\w.~+-]*+)).{0,200}$"
)
_STATUS_LINE = Lines(
    "mysqladmin-status",
    "mysql-status",
    lazy(r"\s*Uptime: (?P<uptime_seconds>\d+)\s+Threads: \d+\s+Questions: \d+\s.*\bQueries per second avg: [\d.]+\s*$"),
    parse={"uptime-seconds": number},
)
_BANNER = lazy(r"\s*Server version:\s+(?P<version>\d+\.\d+\.\d[\w.~+-]*+)(?: (?P<comment>.*))?$")
_SERVER_TOOL = lazy(r"\s*(?:\S*/)?(?:mysqld|mariadbd)")
_FINCORE_HEAD = lazy(r"\s*RES\s+PAGES\s+SIZE\s+FILE\s*$")
_FINCORE = lazy(
    r"\s*(?P<res>[\d.,]+[BKMGT]?)\s+\d+\s+(?P<size>[\d.,]+[BKMGT]?)\s+(?=.*[A-Za-z]\w*\s*$)(?P<file>/?\S(?:.*\S)?)\s*$"
)
_PCSTAT_HEAD = lazy(
    r"\s*[|│]\s*Name\s*[|│]\s*Size(?: \(bytes\))?\s*[|│]\s*Pages\s*[|│]\s*Cached\s*[|│]\s*Percent\s*[|│]\s*$"
)
_PCSTAT = lazy(
    r"\s*[|│]\s*(?P<file>\S[^|│]*?)\s*[|│]\s*(?P<size>\d{1,16})\s*[|│]\s*(?P<pages>\d{1,16})\s*[|│]\s*(?P<cached>\d{1,16})\s*[|│]\s*[\d.]+\s*[|│]\s*$"
)
_PCSTAT_RULE = lazy(r"\s*[|│+][-─+┼|│\s]+$")
_VMTOUCH = lazy(r"\s*Resident Pages: (?P<cached>\d{1,16})/(?P<pages>\d{1,16})\s")
_VMTOUCH_LINE = lazy(
    r"\s*(?:Files|Directories|Elapsed): \S|\s*(?:Touched|Evicted) Pages: \d|\s*Resident Pages: \d|\s*$"
)
_VMTOUCH_LONGEST = 8
_MYSQL_FOLDER = lazy(r".*(?:mysql|mariadb|percona|innodb|\.ibd\b|/ibdata)")
_PAGE = 4096
_INNODB_FILE = lazy(r"(?:.*/)?(?:ibdata\d+|undo_?\d+|[^/]+\.ibd|[^/]+\.ibu)$")


def _cut_off(lines: Sequence[str], start: int) -> tuple[int, int]:
    """As far as lines are known of an output whose end is missing."""
    end = start + 1
    for index in range(start + 1, min(len(lines), start + _MONITOR_LONGEST)):
        if prompt_of(lines[index]) is not None or _MONITOR.match(lines[index]) or index > end + _LONGEST:
            break
        if any(known.match(lines[index]) for _, known in _OF_NO_USE) or any(p.match(lines[index]) for p, _ in _POOL):
            end = index + 1
    return start - (start > 0 and bool(lines[start - 1].strip()) and is_ruling(lines[start - 1])), end


def _status_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _MONITOR.match(lines[start]):
        for index in range(start + 1, min(len(lines), start + _MONITOR_LONGEST)):
            if _MONITOR_END.match(lines[index]):
                ruled = [
                    is_ruling(line) and bool(line.strip())
                    for line in (*lines[:start][-1:], *lines[index + 1 : index + 2])
                ]
                return start - (start > 0 and ruled[0]), index + 1 + (index + 1 < len(lines) and ruled[-1])
            if prompt_of(lines[index]) is not None:
                break
        return _cut_off(lines, start)
    end = start
    for index in range(start, min(len(lines), start + _LONGEST)):
        if prompt_of(lines[index]) is not None:
            break
        if _PENDING.match(lines[index]) or any(p.match(lines[index]) for p, _ in _POOL):
            end = index + 1
    while start < end < len(lines) and lines[end].strip() and _is_of_status(lines[end]):
        end += 1
    return (start, end) if end > start else None


_PART = lazy(
    r"\s*(?:---TRANSACTION \d|History list length \d|--Thread \d+ has waited at |Pending normal aio reads|Log sequence number\s+\d"
    r"|Log flushed up to\s+\d|Last checkpoint at\s+\d|\d+ OS file reads, \d|Trx id counter \d|Purge done for trx|OS WAIT ARRAY INFO:"
    r"|Mutex spin waits \d|RW-(?:shared|excl|sx) spins? \d|LATEST DETECTED DEADLOCK\s*$|\*\*\* \(\d\) TRANSACTION|Ibuf: size \d"
    r"|Buffer pool hit rate \d|Pages made young \d|Modified db pages\s+\d|Free buffers\s+\d|Number of rows inserted \d"
    r"|I/O thread 0 state: |\d+ queries inside InnoDB, |Main thread process no|MySQL thread id \d)"
)
_THREAD = lazy(r"\s*MySQL thread id \d")


def _part_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """Some lines of the report, whose forms no other program has; below a thread stands the statement that it runs."""
    if not _PART.match(lines[start]):
        return None
    end, statement = start, False
    for index in range(start, min(len(lines), start + _MONITOR_LONGEST)):
        line = lines[index]
        if prompt_of(line) is not None or (
            not line.strip() and (index + 1 >= len(lines) or not _is_of_status(lines[index + 1]))
        ):
            break
        if _is_of_status(line) or (statement and line.strip()):
            end, statement = index + 1, _THREAD.match(line) is not None or (statement and not _is_of_status(line))
        elif line.strip() and not is_ruling(line):
            break
    asked = start and _ASKED.match(lines[start - 1]) and prompt_of(lines[start - 1]) is None
    return start - bool(asked), end


_ASKED = lazy(r"\s*(?i:show engine innodb status)\s*(?:;|\\G)?\s*$")


def _is_of_status(line: str) -> bool:
    return (
        _PART.match(line) is not None
        or any(known.match(line) for _, known in _OF_NO_USE)
        or any(pattern.match(line) for pattern, _ in _POOL)
        or _PENDING.match(line) is not None
        or _WAITED.match(line) is not None
    )


def _read_part(output: Output) -> Reading:
    reading = _read_status(output)
    waits = {index: float(match["seconds"]) for index, match in output.matches(_WAITED)}
    if waits:
        longest: Values = {"longest-semaphore-wait-seconds": max(waits.values())}
        row = reading.rows[0] if reading.rows else None
        if row is None or not longest.keys() <= row.values.keys():
            reading.rows.append(Row("mysql-status", longest, output.span(min(waits), max(waits))))
        reading.used += [output.span(index) for index in waits]
    within = False
    for index, line in enumerate(output.lines):
        known = _is_of_status(line)
        if within and not known and line.strip():
            reading.unnamed.append(output.first + index)
        within = _THREAD.match(line) is not None or (within and not known)
        if known and not any(pattern.match(line) for _, pattern in _OF_NO_USE):
            reading.used.append(output.span(index))
    return reading


def _read_status(output: Output) -> Reading:
    values: Values = {}
    lines = []
    reading = Reading()
    reading.unnamed = [output.first + index for index in _statements(output.lines)]
    heads = [line for line in output.lines if _SECTION.match(line)]
    if any(map(_SEMAPHORES.match, heads[:-1])):  # all of it is there
        waits = [(index, match) for index, line in enumerate(output.lines) if (match := _WAITED.match(line))]
        values["semaphore-waits"] = len(waits)
        if waits:
            values["longest-semaphore-wait-seconds"] = max(float(match["seconds"]) for _, match in waits)
        lines += [index for index, _ in waits]
    for index, line in enumerate(output.lines):
        if _INDIVIDUAL.match(line):
            break  # the same figures for each part of the pool
        if match := _PENDING.match(line):
            values["pending-log-fsyncs"], values["pending-data-fsyncs"] = int(match["log"]), int(match["data"])
            lines.append(index)
        if (match := _READS.match(line)) and float(match["reads"]) > 0:
            values["read-size-kb"] = round(int(match["bytes"]) / 1024, 2)
            values["read-kb-s"] = round(float(match["reads"]) * int(match["bytes"]) / 1024, 1)
            lines.append(index)
        for pattern, slot in _POOL:
            if (match := pattern.match(line)) and slot not in values:
                values[slot] = int(match["value"])
                lines.append(index)
    if lines:
        reading.rows.append(Row("mysql-status", values, output.span(min(lines), max(lines))))
    reading.used = [output.span(index) for index in lines]
    return reading


def _statements(lines: Sequence[str]) -> Iterator[int]:
    """The lines of statements, which may be anything and hide nothing else, in the parts that print them."""
    within = False
    for index in range(1, len(lines)):
        line = lines[index]
        if _SECTION.match(line) and lines[index - 1].strip() and is_ruling(lines[index - 1]):
            within = _OF_STATEMENTS.match(line) is not None
        elif within and line.strip() and not is_ruling(line) and not any(known.match(line) for _, known in _OF_NO_USE):
            yield index


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
    values: Values = {
        "version": version,
        "flavour": "mariadb" if "mariadb" in line.lower() else "mysql",
    }
    if (code := version_code(version.removeprefix("5.5.5-"))) is not None:
        values["version-code"] = code
    return Reading([Row("mysql-server", values, output.whole)])


def _read_fincore(output: Output) -> Reading:
    sums: dict[str, list[float]] = {}
    where: dict[str, list[int]] = {}
    for index, match in output.matches(_FINCORE):
        cached, total = (size(match[name].replace(",", ".")) for name in ("res", "size"))
        if cached is None or total is None:
            continue
        kind = "innodb" if _INNODB_FILE.match(match["file"]) else "other"
        found = sums.setdefault(kind, [0.0, 0.0])
        found[0], found[1] = found[0] + cached, found[1] + total
        where.setdefault(kind, []).append(index)
    return Reading([
        Row("cached-files", {"kind": kind, "cached-bytes": cached, "size-bytes": total},
            output.span(where[kind][0], where[kind][-1]))
        for kind, (cached, total) in sums.items()
    ], used=[output.span(index) for found in where.values() for index in found])  # fmt: skip


def _read_pcstat(output: Output) -> Reading:
    rows = [(index, match) for index, match in output.matches(_PCSTAT) if _INNODB_FILE.match(match["file"])]
    if not rows:
        return Reading(used=[output.span(index) for index, _ in output.matches(_PCSTAT)])
    values: Values = {
        "kind": "innodb",
        "cached-bytes": float(sum(int(match["cached"]) * _PAGE for _, match in rows)),
        "size-bytes": float(sum(int(match["size"]) for _, match in rows)),
    }
    return Reading([Row("cached-files", values, output.span(rows[0][0], rows[-1][0]))], used=output.matching(_PCSTAT))


def _vmtouch_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start
    while end < min(len(lines), start + _VMTOUCH_LONGEST) and _VMTOUCH_LINE.match(lines[end]):
        end += 1
    return (start, end) if any(_VMTOUCH.match(line) for line in lines[start:end]) else None


def _read_vmtouch(output: Output) -> Reading:
    index, match = next(output.matches(_VMTOUCH))
    kind = "innodb" if _MYSQL_FOLDER.match(output.command) else "other"
    cached, pages = (float(int(match[name]) * _PAGE) for name in ("cached", "pages"))
    return Reading(
        [Row("cached-files", {"kind": kind, "cached-bytes": cached, "size-bytes": pages}, output.span(index))]
    )


HINTS = (
    "Resident Pages: ", "Cached", "Pending flushes", "Buffer pool size", "INNODB MONITOR", "BUFFER POOL", "Ver ", " from ", "Server version",
    "RES ", "Uptime: ", "---TRANSACTION", "History list", "has waited at", "normal aio reads", "Log sequence", "Log flushed",
    "checkpoint at", "OS file reads", "Trx id counter", "Purge done", "WAIT ARRAY", "spin waits", "RW-shared", "RW-excl", "RW-sx",
    "DETECTED DEADLOCK", ") TRANSACTION", "Ibuf: size", "pool hit rate", "Pages made", "db pages", "Free buffers",
    "rows inserted", "I/O thread", "queries inside", "Main thread", "MySQL thread id",
)  # fmt: skip
READERS = (
    Reader("innodb-status", _STATUS_START, _status_extent, _read_status, of_no_use=_OF_NO_USE, faults=_STUCK),
    Reader("innodb-status", _PART, _part_extent, _read_part, of_no_use=_OF_NO_USE, faults=_STUCK),
    Reader("mysql-version", lazy(r"\s*(?:\S*/)?(?:mysqld|mariadbd)\s+(?:Ver|from) |\s*Server version:\s+\d"), _one_line,
           _read_version, of_no_use=()),
    _STATUS_LINE.reader(),
    Reader("fincore", _FINCORE_HEAD, extent_of(_FINCORE, head=_FINCORE_HEAD), _read_fincore, of_no_use=(("heading", _FINCORE_HEAD),)),
    Reader("pcstat", _PCSTAT_HEAD, extent_of(_PCSTAT, _PCSTAT_RULE, head=_PCSTAT_HEAD), _read_pcstat,
           of_no_use=(("heading", _PCSTAT_HEAD), ("rule", _PCSTAT_RULE))),
    Reader("vmtouch", lazy(r"\s*(?:Files|Resident Pages): +\d"), _vmtouch_extent, _read_vmtouch,
           of_no_use=(("count or time", lazy(r"\s*(?:Files|Directories|Elapsed|Touched Pages|Evicted Pages): ")),)),
)  # fmt: skip
