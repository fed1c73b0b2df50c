r"""``SHOW PROCESSLIST`` of MySQL and MariaDB: what the sessions wait for, in number, and since when.

Every form of the client is known: bordered, ``-B`` with tabs, ``\G`` with its rows of stars or without them, quoted and comma-separated
as graphical clients copy it, and rows that were copied without their heading. A statement may go on over further lines. Sleeping
sessions and threads of the server's own are left out, but for those that wait for a lock.

Samples::

    >>> from facts.readers import show
    >>> show('''+----+------+-----------+------+---------+------+---------------------------------+---------------+
    ... | Id | User | Host      | db   | Command | Time | State                           | Info          |
    ... +----+------+-----------+------+---------+------+---------------------------------+---------------+
    ... |  5 | root | localhost | shop | Query   |  812 | altering table                  | alter table a |
    ... |  9 | app  | 10.0.0.3  | shop | Query   |  801 | Waiting for table metadata lock | select 1      |
    ... +----+------+-----------+------+---------+------+---------------------------------+---------------+
    ... ''')
    mysql-processlist lines 1-6 read
      mysql-sessions: longest-seconds=812 output=input:1 sessions=1 state=altering table (4-4)
      mysql-sessions: longest-seconds=801 output=input:1 sessions=1 state=Waiting for table metadata lock (5-5)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from facts.account import is_ruling
from facts.kit.cells import divided
from facts.patterns import lazy
from facts.readers._psql import is_of_query, query_above
from facts.reading import Output, Reader, Reading, Row, Span, prompt_of
from facts.units import integer

_COMMANDS = (
    r"(?:Sleep|Query|Execute|Prepare|Fetch|Connect|Connect Out|Daemon|Binlog Dump(?: GTID)?|Killed|Init DB|Quit|Change user|Statistics"
    r"|Field List|Close stmt|Reset stmt|Ping|Table Dump|Long Data|Delayed insert|Kill|Refresh|Shutdown|Slave_IO|Slave_SQL|Slave_worker)"
)
_NAMES = ("id", "user", "host", "db", "command", "time", "state", "info")
_HEAD = lazy(
    r"\s*(?:\|\s*)?[\"']?(?:Id|ID)[\"']? *+(?:[|\t]|,\s?)\s*+[\"']?(?:User|USER)[\"']? *+(?:[|\t]|,\s?)\s*+[\"']?(?:Host|HOST)\b"
)
_ROW = lazy(
    rf"\s*\|\s*(?P<id>\d{{1,20}})\s*\|(?P<user>[^|]{{0,90}})\|(?P<host>[^|]{{0,300}})\|(?P<db>[^|]{{0,90}})\|\s*(?P<command>{_COMMANDS})\s*"
    r"\|\s*(?P<time>-?\d{1,12}|NULL)\s*\|(?P<state>[^|]{0,120})(?:\|(?P<info>.*))?$"
)
_STARS = lazy(r"\s*\*{10,} \d+\. row \*{10,}\s*$")
_FIELD = lazy(
    r"\s*(?P<name>Id|User|Host|db|Command|Time|State|Info|Rows_sent|Rows_examined|Rows_read|Time_ms|Progress|Max_stage|Stage|Memory_used"
    r"|Query_id|Tid|ID|USER|HOST|DB|COMMAND|TIME|STATE|INFO|TIME_MS|EXECUTION_ENGINE):(?: (?P<value>.*))?$"
)
_ID = lazy(r"\s*(?:Id|ID): \d{1,20}\s*$")
_USER = lazy(r"\s*(?:User|USER):(?: |$)")
_STATE = lazy(r"\s*State: \S")
_INFO = lazy(
    r"\s*Info: (?i:select|insert|update|delete|replace|alter|create|drop|truncate|call|commit|load|set|show|NULL|lock|optimize)\b"
)
_FOOT = lazy(r"\s*(?:\d+ rows? in set|Empty set)\b")
_ASKED = lazy(
    r"\s*(?i:show (?:full )?processlist|select .{1,200} from information_schema\.processlist.{0,200})\s*(?:;|\\G)?\s*$"
)
_IDLE = frozenset(
    ("Sleep", "Daemon", "Binlog Dump", "Binlog Dump GTID", "Connect", "Slave_IO", "Slave_SQL", "Slave_worker")
)
_LOCKED = lazy(r"(?i)waiting for .{0,60}\block\b|locked$")
_MOST = 50_000
_LONGEST_STATEMENT = 200


class _Session(NamedTuple):
    """One session: its first and last line and its cells by the name of the column in small letters."""

    first: int
    last: int
    cells: Mapping[str, str]


class _List(NamedTuple):
    """A list of sessions that was found, with the line behind it."""

    end: int
    sessions: list[_Session]


def _columns(line: str) -> tuple[list[str], str] | None:
    """The columns of a heading and what divides them."""
    for divider in ("|", "\t", ","):
        cells = [cell.strip("\"' ").lower() for cell in divided(line, divider)] if divider in line else []
        if len(cells) >= 7 and {"id", "command", "time"} <= set(cells):
            return cells, divider
    return None


def _table(lines: Sequence[str], start: int) -> _List | None:
    found = _columns(lines[start])
    if found is None:
        return None
    columns, divider = found
    sessions: list[_Session] = []
    end = start + 1
    while end < len(lines) and end - start < _MOST:
        line = lines[end]
        if _FOOT.match(line):
            end += 1
            break
        if is_ruling(line) and line.strip():
            end += 1
            continue
        cells = _cells(line, divider)
        first = cells[0] if cells else ""
        if cells and integer(first) is not None and len(cells) >= columns.index("time") + 2:
            sessions.append(_Session(end, end, dict(zip(columns, cells, strict=False))))
        elif not (sessions and _goes_on(lines, end, sessions[-1].last, divider)):
            break
        else:
            sessions[-1] = sessions[-1]._replace(last=end)
        end += 1
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    return _List(end, sessions) if sessions else None


def _cells(line: str, divider: str) -> list[str]:
    if divider == ",":
        return [cell.strip().strip("'\"") for cell in line.split(",")]
    if divider == "|":
        return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]
    return divided(line, divider)


def _goes_on(lines: Sequence[str], index: int, last: int, divider: str) -> bool:
    """Whether a line is the rest of a statement that began in the row above."""
    line = lines[index]
    if prompt_of(line) is not None or index - last > _LONGEST_STATEMENT:
        return False
    above = lines[last].rstrip()
    if divider == "|":
        return not above.endswith("|") and bool(line.strip())
    return divider == "," and above.count("'") % 2 + sum(text.count("'") for text in lines[last + 1 : index]) % 2 == 1


def _rows(lines: Sequence[str], start: int) -> _List | None:
    """Rows without their heading."""
    sessions: list[_Session] = []
    end = start
    while end < len(lines) and end - start < _MOST:
        if match := _ROW.match(lines[end]):
            sessions.append(
                _Session(end, end, {name: match[name].strip() for name in _NAMES if match[name] is not None})
            )
        elif not (is_ruling(lines[end]) and lines[end].strip()) and not _FOOT.match(lines[end]):
            if not sessions or not lines[end].strip() or not _goes_on(lines, end, sessions[-1].last, "|"):
                break
            sessions[-1] = sessions[-1]._replace(last=end)
        end += 1
    return _List(end, sessions) if sessions else None


def _records(lines: Sequence[str], start: int) -> _List | None:
    r"""Fields below each other, as ``\G`` prints them."""
    sessions: list[_Session] = []
    cells: dict[str, str] = {}
    first = end = start
    while end < len(lines) and end - start < _MOST:
        line = lines[end]
        field = _FIELD.match(line)
        if _STARS.match(line) or (field and field["name"].lower() in cells):
            if cells:
                sessions.append(_Session(first, end - 1, cells))
            cells = {}
        if field:
            first = first if cells else end
            cells[field["name"].lower()] = (field["value"] or "").strip()
        elif _FOOT.match(line):
            end += 1
            break
        elif not _STARS.match(line) and not ("info" in cells and _is_rest(lines, end)):
            break
        end += 1
    if cells:
        sessions.append(_Session(first, end - 1, cells))
    return (
        _List(end, sessions) if sessions and ("command" in sessions[0].cells or "state" in sessions[0].cells) else None
    )


def _is_rest(lines: Sequence[str], index: int) -> bool:
    """Whether a line is the rest of a statement: it is indented, or another session or the foot follows."""
    line = lines[index]
    if not line.strip() or prompt_of(line) is not None:
        return False
    if line[:1].isspace():
        return True
    for following in lines[index + 1 : index + 30]:
        if _STARS.match(following) or _FOOT.match(following):
            return True
        if not following.strip() or prompt_of(following) is not None:
            break
    return False


def _found(lines: Sequence[str], start: int) -> _List | None:
    line = lines[start]
    below = lines[start + 1 : start + 2]
    if _HEAD.match(line):
        return _table(lines, start)
    if _ROW.match(line):
        return _rows(lines, start)
    stars = _STARS.match(line) and any(map(_ID.match, below))
    if (
        stars
        or (_ID.match(line) and any(map(_USER.match, below)))
        or (_STATE.match(line) and any(map(_INFO.match, below)))
    ):
        return _records(lines, start)
    return None


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    found = _found(lines, start)
    if found is None:
        return None
    begin, end = start, found.end
    while begin and lines[begin - 1].strip() and is_ruling(lines[begin - 1]):
        begin -= 1
    for index in range(begin - 1, max(-1, begin - 3), -1):
        if _ASKED.match(lines[index]) and prompt_of(lines[index]) is None:
            begin = index
        if lines[index].strip():
            break
    begin = query_above(lines, begin) if begin == start else begin
    while end < len(lines) and (_FOOT.match(lines[end]) or (lines[end].strip() and is_ruling(lines[end]))):
        end += 1
    return begin, end


def _told(sessions: Sequence[_Session]) -> Iterator[tuple[str, int | None, _Session]]:
    """State, seconds and session of each that does something, or waits for a lock."""
    for session in sessions:
        state, command = session.cells.get("state", ""), session.cells.get("command", "Query")
        state = "" if state == "NULL" else state
        if state and (command not in _IDLE or _LOCKED.match(state)):
            yield state[:120], integer(session.cells.get("time", "")), session


def _read(output: Output) -> Reading:
    reading = Reading()
    at = next((n for n in range(len(output.lines)) if _found(output.lines, n) is not None), None)
    found = None if at is None else _found(output.lines, at)
    if at is None or found is None:
        return reading
    for session in found.sessions:
        for index in range(session.first, session.last + 1):
            line = output.lines[index]
            if index == session.first or _FIELD.match(line) or is_of_query(line):
                reading.pass_over("session", output.span(index))
            elif line.strip() and not (_STARS.match(line) or _FOOT.match(line) or is_ruling(line)):
                reading.unnamed.append(output.first + index)
    grouped: dict[str, tuple[int, int | None, _Session]] = {}
    for state, seconds, session in _told(found.sessions):
        count, longest, first = grouped.get(state, (0, None, session))
        if seconds is not None and (longest is None or seconds > longest):
            longest, first = seconds, session
        grouped[state] = (count + 1, longest, first)
    for state, (count, longest, first) in grouped.items():
        values: dict[str, str | int | float | bool] = {"output": output.label, "state": state, "sessions": count}
        if longest is not None and longest >= 0:
            values["longest-seconds"] = float(longest)
        reading.rows.append(Row("mysql-sessions", values, output.span(first.first, first.last)))
    return reading


_OF_NO_USE = (
    ("query", _ASKED), ("heading", _HEAD), ("row", _STARS), ("foot", _FOOT),
    ("query", lazy(r"\s*(?i:select|from|where|and|order|limit)\b")),
)  # fmt: skip
HINTS = ("Command", "COMMAND", "User: ", "| Query ", "| Sleep ", "| Execute ", "| Connect ", "State: ", ". row *")
BEFORE = ("database_views",)
READERS = (
    Reader(
        "mysql-processlist",
        lazy(
            rf"{_HEAD.pattern}|\s*\|\s*\d{{1,20}}\s*\|(?:[^|]{{0,300}}\|){{3}}\s*{_COMMANDS}\s*\||{_STARS.pattern}|{_ID.pattern}|{_STATE.pattern}"
        ),
        _extent,
        _read,
        of_no_use=_OF_NO_USE,
    ),
)
