'''The error log of a MySQL or MariaDB server: which version runs, with how large a buffer pool.

Known forms: MySQL 5.5 to 8.4 and MariaDB 5.5 to 11, whose stamps all differ. A message of level ERROR, or about a fault, that says
nothing we look for is shown as not understood. Galera writes there when a node was held up itself, and when it hears nothing of others.

Sample::

    >>> from facts.readers import show
    >>> show("""2023-05-21T09:13:01.123456Z 0 [System] [MY-010116] [Server] /usr/sbin/mysqld (mysqld 8.0.33) starting as process 1234
    ... 2023-05-21T09:13:04.323456Z 0 [Note] [MY-012932] [InnoDB] PUNCH HOLE support available
    ... """)
    mysql-log lines 1-2 read
      mysql-server: flavour=mysql version=8.0.33 version-code=8000033 (1-1)

    >>> show("""150401  1:36:15 [Warning] WSREP: last inactive check more than PT1.5S ago (PT7.06159S), skipping check
    ... """)
    mysql-log lines 1-1 read
      ha-event: count=1 kind=not-scheduled longest-seconds=7.06159 \
text=150401  1:36:15 [Warning] WSREP: last inactive check more than PT1.5S ago (PT7.06159S), skipping check (1-1)
'''

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy, unnamed
from facts.readers._oracle import clock
from facts.readers.ha_messages import HaEvents
from facts.reading import Output, Reader, Reading, Row, Span, prompt_of
from facts.schema import Value
from facts.units import coded, size

_STAMP = r"(?:\d{4}-\d\d-\d\d[T ] ?\d{1,2}:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)?|\d{6} {1,2}\d{1,2}:\d\d:\d\d)"
_MESSAGE = lazy(
    rf"(?P<stamp>{_STAMP}) +(?:(?:\d+|0x[0-9a-f]+) +)?(?:\[(?P<level>Note|Warning|ERROR|System|Error|Entry)\] |InnoDB: |mysqld_safe "
    r"|(?:- )?(?:mysqld|mariadbd) (?:started|ended|restarted|got (?:signal|exception)))"
)
_STARTED = lazy(
    r".*(?:\((?:mysqld|mariadbd) (?P<version>\d+\.\d+\.\d\S*)\) starting as process|Starting MariaDB (?P<maria>\d+\.\d+\.\d\S*) source)"
)
_VERSION = lazy(r"(?:.*ready for connections\. )?Version: '(?P<version>\d+\.\d+\.\d[^']*)'")
_POOL = lazy(r".*InnoDB.*Initializing buffer pool, (?:total )?size = (?P<size>[\d.]+ ?[KMGT]?)(?:iB)?\b")
_FAULT = lazy(
    r"InnoDB: .*(?:[Ee]rror|ERROR|Fatal|[Aa]ssertion|[Uu]nable to|[Cc]annot|[Cc]orrupt|not shut ?down normally|rash recovery|[Ff]ail"
    r"|semaphore wait)|\bgot (?:signal|exception)|\[Warning\] .*(?:[Cc]rashed|[Dd]isk is full|No space left|[Ii]nput/output error)"
)
_MORE = lazy(r"InnoDB: |Version: '")
_LOOK_AHEAD = 60


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _MESSAGE.match(lines[start]):
        return None
    end = index = start + 1
    while index < len(lines) and index - end < _LOOK_AHEAD and prompt_of(lines[index]) is None:
        if _MESSAGE.match(lines[index]) or (index == end and _MORE.match(lines[index])):
            end = index + 1
        index += 1
    return start, end


def _read(output: Output) -> Reading:
    reading = Reading()
    values: dict[str, Value | bool] = {}
    lines: dict[str, Span] = {}
    time: float | None = None
    galera = HaEvents()
    for index, line in enumerate(output.lines):
        message = _MESSAGE.match(line)
        span = output.span(index)
        found: dict[str, Value] = {}
        if "WSREP: " in line and galera.feed(index, line):
            reading.used.append(span)
        if match := _STARTED.match(line) or _VERSION.match(line):
            found = {**coded("version", match["version"] or match["maria"])}
            found["flavour"] = "mariadb" if "mariadb" in line.lower() else "mysql"
        elif (match := _POOL.match(line)) and (pool := size(match["size"])) is not None:
            found = {"buffer-pool-bytes": pool}
        elif message and (message["level"] or "").upper() == "ERROR":
            reading.unnamed.append(output.first + index)
        if found:
            values, lines = values | found, lines | dict.fromkeys(found, span)
            reading.used.append(span)
            time = clock(message["stamp"]) if message else time
    if values:
        spans = lines.values()
        whole = (min(span[0] for span in spans), max(span[1] for span in spans))
        own = {slot: span for slot, span in lines.items() if span != whole}
        reading.rows.append(Row("mysql-server", values, whole, own, time))
    unknown = [None] * len(output.lines)
    reading.rows += galera.rows(output, range(len(output.lines)), unknown, unknown)
    return reading


HINTS = ("[Note] ", "[Warning] ", "[ERROR] ", "[System] ", "mysqld_safe ")
READERS = (
    Reader(
        "mysql-log",
        unnamed(_MESSAGE),
        _extent,
        _read,
        of_no_use=(("message", _MESSAGE), ("rest of a message", _MORE)),
        faults=_FAULT,
    ),
)
