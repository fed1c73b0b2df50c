r"""Single messages of a PostgreSQL server as applications and containers pass them on, and what ``initdb`` prints.

A driver drops the server's prefix and adds its own: ``pq: could not extend file ...``, ``... (SQLSTATE 53100)``. Only messages about
files without space and about processes that a signal ended are taken, whose words are no other program's. ``initdb`` runs the server
itself: a bus error there is the signal 7, which a file system or a pool of huge pages without room gives.

Samples::

    >>> from facts.readers import show
    >>> show('''pq: could not extend file "base/16384/24601": No space left on device
    ... ''')
    postgres-message lines 1-1 read
      postgres-trouble: count=1 kind=no-space output=input:1 text=pq: could not extend file "base/16384/24601": No space left on device (1-1)

    >>> show('''creating configuration files ... ok
    ... running bootstrap script ... Bus error (core dumped)
    ... child process exited with exit code 135
    ... initdb: removing data directory "/db"
    ... ''')
    initdb lines 1-4 read
      postgres-trouble: count=1 kind=killed output=input:1 signal=7 text=child process exited with exit code 135 (3-3)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, Span
from facts.schema import Value

_FILE = (
    r"\"(?:/PostgreSQL\.\d|base/\w|global/\d|pg_(?:wal|xlog|tblspc|subtrans|xact|multixact|replslot|logical|stat_tmp)/|postmaster\.pid)"
    r"[^\"]{0,200}\""
)
_NO_SPACE = lazy(
    r".{0,300}?could not (?:resize shared memory segment|extend file|write (?:to )?(?:file|block \d+ (?:in|of) file)"
    rf"|create file|open file|fsync file|write) {_FILE}.{{0,80}}: No space left on device"
    rf"|.{{0,300}}\bNo space left on device.{{0,40}}\(SQLSTATE:? 53100\)"
    r"|.{0,300}\b(?:psycopg2?\.errors\.DiskFull|SQLSTATE\[53100\]): "
)
_WRAPPED = lazy(r".{0,300}?could not (?:resize shared memory|extend file|write to file)\s*$")
_REST = lazy(rf"\s*(?:segment )?{_FILE}.{{0,80}}: No space left on device")
_KILLED = lazy(
    r".{0,120}?(?:LOG:\s+)?(?:server|autovacuum|startup|checkpointer|background writer|walwriter|background worker .{1,60}) process"
    r" \(PID \d+\) was terminated by signal (?P<signal>\d{1,3})\b"
)
_HINT = lazy(r"\s*(?:HINT|DETAIL|CONTEXT|STATEMENT|QUERY):\s")


def _ends(lines: Sequence[str], index: int) -> int:
    """The line after a message that begins here; the same where none does."""
    line = lines[index]
    if _NO_SPACE.match(line) or _KILLED.match(line):
        return index + 1
    return index + 2 if _WRAPPED.match(line) and index + 1 < len(lines) and _REST.match(lines[index + 1]) else index


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    end = start
    while end < len(lines):
        following = _ends(lines, end)
        if following == end and not (end > start and _HINT.match(lines[end])):
            break
        end = max(following, end + 1)
    return (start, end) if end > start else None


def _read(output: Output) -> Reading:
    reading = Reading()
    found: dict[str, list[tuple[int, int]]] = {}
    signal, index = 0, 0
    while index < len(output.lines):
        if (end := _ends(output.lines, index)) > index:
            match = _KILLED.match(output.lines[index])
            signal = int(match["signal"]) if match else signal
            found.setdefault("killed" if match else "no-space", []).append((index, end - 1))
            reading.used.append(output.span(index, end - 1))
        index = max(end, index + 1)
    for kind, places in found.items():
        first, last = places[0]
        text = " ".join(line.strip() for line in output.lines[first : last + 1])[:200]
        values: dict[str, Value | bool] = {"output": output.label, "kind": kind, "count": len(places), "text": text}
        if kind == "killed":
            values["signal"] = signal
        reading.rows.append(Row("postgres-trouble", values, output.span(first, places[-1][1])))
    return reading


_INITDB = lazy(
    r"\s*(?:The files belonging to this database system will be owned|This user must also own the server process"
    r"|Running in (?:debug|no-?clean) mode|The database cluster will be initialized with|Data page checksums are"
    r"|The default (?:database encoding|text search configuration) (?:has|will)"
    r"|(?:fixing permissions on existing directory|creating (?:directory|subdirectories|configuration files)"
    r"|selecting (?:dynamic shared|default)"
    r"|running bootstrap script|performing post-bootstrap|syncing data to disk|initializing (?:pg_authid|dependencies)"
    r"|creating (?:template1|system views)|loading|setting (?:password|privileges)|copying template1|vacuuming database"
    r"|enabling unlimited row) ?.{0,120}|initdb: (?:removing|data directory|error:|warning:|hint:|could not)"
    r"|COLLATE:|CTYPE:|MESSAGES:|MONETARY:|NUMERIC:|TIME:|ok\s*$"
    r"|(?:VERSION|PGDATA|share_path|PGPATH|POSTGRES_(?:SUPERUSERNAME|BKI|DESCR|SHDESCR)|POSTGRESQL_CONF_SAMPLE|PG_(?:HBA|IDENT)_SAMPLE)=\S"
    r"|Success\. You can now start the database server|child process |Bus error|Segmentation fault|Killed\s*$|Illegal instruction"
    r"|WARNING: enabling \"trust\" authentication|You can change this by editing pg_hba)"
)
_OF_INITDB = lazy(
    r"\s*(?:The files belonging to this database system will be owned|The database cluster will be initialized with|initdb: "
    r"|selecting default \"?(?:max_connections|shared_buffers)|running bootstrap script|child process (?:exited|was terminated)"
    r"|(?:share_path|PGPATH|POSTGRES_BKI)=)"
)
_CHILD = lazy(
    r".{0,80}?child process (?:exited with exit code (?P<code>\d{1,3})|was terminated by signal (?P<signal>\d{1,3}))\b"
)
_TROUBLE = lazy(
    r"\s*initdb: (?:error|could not)"
    r"|.{0,80}\.\.\. (?!ok\b|posix|sysv|mmap|\S+/\S+\s*$|\d+(?:kB|MB)?\s*$|Bus error|Segmentation|done|UTC|child process)\S"
)


def _read_initdb(output: Output) -> Reading:
    reading = Reading()
    for index, match in output.matches(_CHILD):
        code = int(match["code"] or 0)
        signal = int(match["signal"]) if match["signal"] else code - 128 if 128 < code < 160 else 0
        if signal:
            text = output.lines[index].strip()[:200]
            values: dict[str, Value | bool] = {"output": output.label, "kind": "killed", "count": 1, "signal": signal}
            values["text"] = text
            reading.rows.append(Row("postgres-trouble", values, output.span(index)))
        else:
            reading.unnamed.append(output.first + index)
    return reading


# one look over each line, of which the patterns above would take many
_START = lazy(
    r".{0,300}?(?:could not (?:resize|extend|write|create|open|fsync) |53100[)\]]|DiskFull: |terminated by signal \d)"
)
HINTS = (
    "No space left on device", "shared memory\n", "DiskFull", "53100", "terminated by signal", "belonging to this database",
    "initdb: ", "selecting default", "selecting dynamic", "bootstrap script", "child process ", "PGPATH=", "POSTGRES_BKI=",
    "database cluster will be", "creating configuration files", "creating subdirectories",
)  # fmt: skip
READERS = (
    Reader(
        "postgres-message",
        _START,
        _extent,
        _read,
        of_no_use=(("hint", _HINT),),
    ),
    Reader(
        "initdb",
        lazy(
            r"\s*(?:The files belonging to this database|The database cluster will be initialized|selecting (?:dynamic shared|default) "
            r"|running bootstrap script|creating (?:configuration files|subdirectories) \.\.\.|Running in (?:debug|no-?clean) mode"
            r"|child process (?:exited|was term)"
            r"|initdb: (?:removing|error|could not)|PGPATH=|POSTGRES_BKI=|VERSION=\d)"
        ),
        extent_of(_INITDB, least=1, blanks=1, tells=(_OF_INITDB,)),
        _read_initdb,
        of_no_use=(("step", _INITDB),),
        faults=_TROUBLE,
    ),
)
