r"""Views of PostgreSQL's catalog as psql prints them: replication slots, tables with their dead rows, sessions, locks, statements.

Every form of psql is known: aligned, with borders, ``\x``, a single column, ``-At`` below a command that names the columns. Only
replication slots and the dead rows of tables give rows: what a slot holds of the log stands in a column that the query computes,
as bytes or as pg_size_pretty prints them. The other views are recognised and named. A query may show any part of a view, so that
nothing is complete.

Samples::

    >>> from facts.readers import show
    >>> show('''  slot_name  | slot_type | active | wal_status | retained
    ... -------------+-----------+--------+------------+----------
    ...  standby_b   | physical  | f      | extended   | 212 GB
    ... (1 row)
    ... ''')
    postgres-slots lines 1-4 read
      postgres-slot: active=no retained-bytes=227633266688 slot=standby_b type=physical wal-status=extended (3-3)

    >>> show('''-[ RECORD 1 ]---+-----------------------------
    ... relname         | orders
    ... n_live_tup      | 120000
    ... n_dead_tup      | 980000
    ... last_autovacuum | 2023-02-01 03:10:11.1231+00
    ... ''')
    postgres-relations lines 1-5 read
      postgres-table: dead-rows=980000 live-rows=120000 table=orders vacuum-time=1675221011 (2-5)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from facts.kit import Lines, Values, one_of, told
from facts.patterns import lazy
from facts.readers._psql import BARE, FOOT, RECORD, RULE, asked_columns, cells_of, is_of_query, query_above, with_bars
from facts.reading import Output, Reader, Reading, Refusal, Row, Span, prompt_of
from facts.stamps import stamp_at
from facts.units import count, size

_SLOTS = frozenset("slot_name restart_lsn confirmed_flush_lsn wal_status safe_wal_size".split())
_TABLES = frozenset(
    """relname n_dead_tup n_live_tup last_autovacuum last_vacuum last_autoanalyze seq_scan seq_tup_read n_tup_upd n_tup_ins n_tup_del
    n_mod_since_analyze n_tup_hot_upd dead_tup dead_tuples live_tuples""".split()
)
_BASES = frozenset("datname datfrozenxid numbackends blks_hit xact_commit xact_rollback temp_bytes deadlocks".split())
_STANDBYS = frozenset(
    "sent_lsn replay_lsn write_lsn flush_lsn replay_lag flush_lag sent_location replay_location sync_state sync_priority".split()
)
_SESSIONS = frozenset(
    """backend_start xact_start query_start state_change backend_xmin backend_xid backend_type application_name client_addr usename
    procpid current_query leader_pid blocking_pids blocked_by pg_blocking_pids waiting_pid blocked_pid blocking_pid""".split()
)
_LOCKS = frozenset("locktype granted virtualtransaction virtualxid fastpath transactionid waitstart".split())
_STATEMENTS = frozenset(
    """queryid total_exec_time mean_exec_time max_exec_time total_time mean_time shared_blks_hit shared_blks_read temp_blks_written
    total_plan_time stddev_exec_time""".split()
)
_OTHERS = frozenset(
    """relfrozenxid pg_size_pretty pg_database_size pg_total_relation_size pg_relation_size pg_table_size pg_indexes_size
    pg_current_wal_lsn pg_current_xlog_location pg_last_wal_receive_lsn pg_last_wal_replay_lsn pg_current_wal_insert_lsn
    pg_is_in_recovery pg_wal_lsn_diff pg_xlog_location_diff pg_last_xact_replay_timestamp pg_postmaster_start_time pg_conf_load_time
    txid_current pg_current_xact_id archived_count failed_count last_failed_wal last_archived_wal heap_blks_total heap_blks_scanned
    heap_blks_vacuumed num_dead_tuples max_dead_tuples indexrelname idx_scan idx_tup_read idx_tup_fetch reltuples relpages
    relallvisible received_lsn latest_end_lsn last_msg_receipt_time pg_stat_reset pg_reload_conf pg_terminate_backend pg_cancel_backend
    pg_drop_replication_slot pg_switch_wal pg_size subname subenabled evtname spcname extname extversion""".split()
)
_CACHES = frozenset(
    """heap_read heap_hit heap_blks_read heap_blks_hit idx_blks_read idx_blks_hit cache_hit_ratio hit_ratio buffer_hit_ratio cache_hit_rate
    hit_rate cache_hit_percent""".split()
)
_FOUND_AND_READ = (
    ("blks_hit", "blks_read"),
    ("shared_blks_hit", "shared_blks_read"),
    ("heap_blks_hit", "heap_blks_read"),
    ("heap_hit", "heap_read"),
)
_KINDS = (
    ("postgres-slots", _SLOTS), ("postgres-relations", _TABLES), ("postgres-replication", _STANDBYS), ("postgres-locks", _LOCKS),
    ("postgres-sessions", _SESSIONS), ("postgres-statements", _STATEMENTS), ("postgres-databases", _BASES),
    ("postgres-cache", _CACHES), ("postgres-view", _OTHERS),
)  # fmt: skip
"""In precedence: a query may join views."""
_OF_SESSIONS = frozenset(("state", "query", "waiting"))
"""Of sessions, beside their process."""
_ALONE = _OTHERS | _CACHES | _SLOTS | _TABLES | _BASES | _STANDBYS | _SESSIONS | _LOCKS | _STATEMENTS
_COMMON = frozenset(("granted", "transactionid", "name", "age", "total_time", "application_name"))
"""Columns that a table of a user's own could have."""
_COLUMN = re.compile(r"[A-Za-z_?\"][\w ?().\"%]{0,62}\Z")
_FIELD = lazy(r"\s*(?P<name>[\w?]+(?: [\w?]+){0,4})\s*[|│]\s?(?P<value>(?:.*\S)?)\s*$")
_REST = lazy(r"\s+[|│](?:\s.*)?$")
_TIMING = lazy(r"\s*(?:Time|Zeit|Temps|Durée) ?: \d+[.,]\d{3} ms(?: \([\d:.,]+\))?\s*$")
_RETAINED = lazy(
    r"(?i:.*(?:retain|lag|behind|diff|size|bytes|delta|distance|held|kept|backlog|pending|wal|mb\b|gb\b).*)\Z"
)
_NOT_RETAINED = frozenset("safe_wal_size wal_status write_lag flush_lag replay_lag pg_current_wal_lsn".split())
_PRETTY = lazy(r"(?P<number>-?\d+(?:[.,]\d+)?) ?(?P<unit>bytes|B|kB|KB|MB|GB|TB|PB)\Z")
_LOST = frozenset(("reserved", "extended", "unreserved", "lost"))
_YES = one_of({"t": "yes", "f": "no", "true": "yes", "false": "no", "yes": "yes", "no": "no"})
_TABLE_NAMES = ("relname", "table_name", "tablename", "table")
_DEAD = ("n_dead_tup", "dead_tup", "dead_tuples")
_LIVE = ("n_live_tup", "live_tup", "live_tuples")
_SINGLE = lazy(r"\s*[\w/.:+\"-]+(?: [\w/.:+\"-]+){0,2}\s*$")
"""What a function gives that a query asks for alone: a size, a place in the log, a time, a name."""
_MOST_ROWS = 100_000


class _Table(NamedTuple):
    """A table that was found: its end, each row as column to cell with its first and last line, and whether fields stand below each other."""

    end: int
    rows: list[tuple[int, int, dict[str, str]]]
    vertical: bool
    columns: frozenset[str]


def _plain(name: str) -> str:
    return name.strip().strip('"').lower()


def _table_at(lines: Sequence[str], start: int) -> _Table | None:
    line = lines[start]
    if len(line) > 8192:
        return None
    if RECORD.match(line):
        return _records(lines, start)
    if start + 1 < len(lines) and "-" in lines[start + 1] and RULE.match(lines[start + 1]):
        return _ruled(lines, start)
    if (table := _unruled(lines, start)) is not None:
        return table
    field = _FIELD.match(line)
    if field is not None and start + 1 < len(lines) and _FIELD.match(lines[start + 1]):
        return _records(lines, start)
    return None


def _unruled(lines: Sequence[str], start: int) -> _Table | None:
    """A table whose rule a copy has lost: all columns are those of one view, and each row has as many cells."""
    heads = [_plain(cell) for cell in cells_of(lines[start])]
    if len(heads) < 2 or not any(len(names.intersection(heads)) * 2 > len(heads) for _, names in _KINDS):
        return None
    if not all(_COLUMN.match(head) for head in heads) or len(_ALONE.intersection(heads)) < 2:
        return None
    rows: list[tuple[int, int, dict[str, str]]] = []
    end = start + 1
    while end < len(lines) and "|" in lines[end] and prompt_of(lines[end]) is None:
        cells = cells_of(lines[end])
        if len(cells) != len(heads):
            break
        rows.append((end, end, dict(zip(heads, cells, strict=True))))
        end += 1
    footed = end < len(lines) and FOOT.match(lines[end]) is not None
    return _Table(end + footed, rows, False, frozenset(heads)) if rows else None


def _ruled(lines: Sequence[str], start: int) -> _Table | None:
    """A table below its heading and a rule, whose crossings tell where the cells end."""
    rule = lines[start + 1]
    heads = [_plain(cell) for cell in cells_of(lines[start])]
    if not all(heads) or not all(_COLUMN.match(head) for head in heads):
        return None
    crossings = [at for at, sign in enumerate(rule) if sign in "+┼╪"]
    rows: list[tuple[int, int, dict[str, str]]] = []
    end = start + 2
    while end < len(lines) and end - start < _MOST_ROWS:
        line = lines[end]
        if FOOT.match(line):
            end += 1
            break
        if RULE.match(line):
            end += 1
            continue
        if not line.strip() or prompt_of(line) is not None:
            break
        cells = _cut(line, crossings, len(heads))
        if cells is None:
            break
        rows.append((end, end, dict(zip(heads, cells, strict=False))))
        end += 1
    footed = FOOT.match(lines[end - 1]) is not None
    return _Table(end, rows, False, frozenset(heads)) if rows or footed else None


def _cut(line: str, crossings: Sequence[int], count_of: int) -> list[str] | None:
    """The cells of a row, by the places of the crossings, or by the dividers where a copy has lost the blanks."""
    if count_of == 1:
        return [line.strip()] if _SINGLE.match(line) else None
    inner = [at for at in crossings if 0 < at < len(line) and line[at] in "|│"]
    if len(inner) >= count_of - 1:
        places = [-1, *inner[: count_of - 1], len(line)]
        return [line[a + 1 : b].strip().strip("|│").strip() for a, b in pairwise(places)]
    cells = cells_of(line)
    if len(cells) == count_of:
        return cells
    # a row that was cut off: the cell at its end may be half of one
    cut = (
        len(inner) > 1
        and all(line[at] not in "|│" or at in inner for at in range(len(line)))
        and not line.endswith(" ")
    )
    return [cell.strip() for cell in re.split(r"[|│]", line)[: len(inner)]] if cut else None


def _records(lines: Sequence[str], start: int) -> _Table | None:
    rows: list[tuple[int, int, dict[str, str]]] = []
    record: dict[str, str] = {}
    first, end = start, start
    names: set[str] = set()
    while end < len(lines) and end - start < _MOST_ROWS:
        line = lines[end]
        if RECORD.match(line):
            if record:
                rows.append((first, end - 1, record))
            record = {}
        elif (field := _FIELD.match(line)) and prompt_of(line) is None:
            first = first if record else end
            record.setdefault(_plain(field["name"]), field["value"].rstrip("|│ ").strip())
            names.add(_plain(field["name"]))
        elif not (RULE.match(line) or (record and _REST.match(line))):
            break
        end += 1
    if record:
        rows.append((first, end - 1, record))
    return _Table(end, rows, True, frozenset(names)) if rows else None


def _kind_of(columns: frozenset[str]) -> str:
    """The kind of a table with these columns; "" where none of them tells."""
    found = next((kind for kind, names in _KINDS if columns & names), "")
    return found or ("postgres-sessions" if "pid" in columns and columns & _OF_SESSIONS else "")


def _is_ours(table: _Table, headed: bool) -> bool:
    """Whether the columns tell: one is enough with a rule or the head of a record, and else two of one view must be there."""
    enough = 1 if headed else 2
    if table.columns <= _COMMON:
        return False
    return any(len(table.columns & names) >= enough for _, names in _KINDS) or (
        "pid" in table.columns and len(table.columns & _OF_SESSIONS) >= enough
    )


def _found(lines: Sequence[str], start: int) -> _Table | None:
    table = _table_at(lines, start)
    headed = table is not None and (not table.vertical or RECORD.match(lines[start]) is not None)
    return table if table is not None and _is_ours(table, headed) else None


def _extent(kind: str, lines: Sequence[str], start: int) -> Span | None:
    table = _found(lines, start)
    if table is None or _kind_of(table.columns) != kind:
        return None
    end = table.end
    following = end
    while following < len(lines) and following <= end + 1 and not lines[following].strip():
        following += 1
    if following < len(lines) and _TIMING.match(lines[following]):
        end = following + 1
    begin = start - 1 if start and RULE.match(lines[start - 1]) and "|" in lines[start] else start
    return query_above(lines, begin), end


def _slot(cells: Mapping[str, str], span: Span, reading: Reading) -> Values:
    values: Values = {"slot": cells["slot_name"]}
    if cells.get("slot_type") in ("physical", "logical"):
        values["type"] = cells["slot_type"]
    if (active := _YES(cells.get("active", ""))) is not None:
        values["active"] = active
    if status := cells.get("wal_status", ""):
        if status in _LOST:
            values["wal-status"] = status
        else:
            reading.refusals.append(Refusal(span, f"wal_status: `{status[:20]}` is not understood"))
    if "xmin" in cells and "catalog_xmin" in cells:
        values["holds-rows"] = bool(cells["xmin"] or cells["catalog_xmin"])
    amounts = [
        amount
        for name, cell in cells.items()
        if name not in _NOT_RETAINED and "lsn" not in name.split("_") and _RETAINED.match(name)
        and (amount := _bytes(cell)) is not None
    ]  # fmt: skip
    if amounts:
        values["retained-bytes"] = max(amounts[0], 0.0)
    return values


def _bytes(cell: str) -> float | None:
    """Bytes of ``19 GB``, as pg_size_pretty prints them, or of a plain number."""
    if match := _PRETTY.match(cell):
        unit = match["unit"] if match["unit"] != "bytes" else ""
        negative = match["number"].startswith("-")
        return 0.0 if negative else size(match["number"] + unit)
    if cell.startswith("-") and count(cell[1:]) is not None:
        return 0.0
    plain = count(cell.partition(".")[0])
    return None if plain is None or not re.fullmatch(r"\d+(?:\.\d+)?", cell) else float(plain)


def _relation(cells: Mapping[str, str]) -> Values | None:
    name = next((cells[column] for column in _TABLE_NAMES if cells.get(column)), "")
    dead, live = (
        next((count(cells[column]) for column in columns if column in cells), None) for columns in (_DEAD, _LIVE)
    )
    times = [
        stamp[0]
        for column in ("last_autovacuum", "last_vacuum")
        if (text := cells.get(column)) and (stamp := stamp_at(text))
    ]
    if not name or (dead is None and live is None):
        return None
    schema = cells.get("schemaname", "")
    values = told({"dead-rows": dead, "live-rows": live, "vacuum-time": max(times, default=None)})
    return {"table": f"{schema}.{name}" if schema not in ("", "public") else name, **values}


def _read(output: Output) -> Reading:
    reading = Reading()
    start, table = next(
        ((index, table) for index in range(len(output.lines)) if (table := _found(output.lines, index))), (0, None)
    )
    if table is None:
        return reading
    for index in range(start):
        if not index or is_of_query(output.lines[index]):
            reading.pass_over("query", output.span(index))
    _account(output, reading, table, start)
    spilled, files = 0.0, 0
    for first, last, cells in table.rows:
        span = output.span(first, last)
        if cells.get("slot_name"):
            values: Values | None = _slot(cells, span, reading)
            template = "postgres-slot"
        elif cells.get("temp_bytes"):
            values, template = None, ""
            spilled += _bytes(cells["temp_bytes"]) or 0.0
            files += count(cells.get("temp_files", "")) or 0
        else:
            values, template = _relation(cells), "postgres-table"
        if values is not None and len(values) > 1:
            reading.rows.append(Row(template, values, span))
        if any((cells.get(column) or "0") != "0" for column in ("checksum_failures", "failed_count")):
            reading.unnamed.extend(range(span[0], span[1] + 1))
    if cache := _cache(table):
        reading.rows.append(Row("postgres-cache", {"output": output.label, **cache}, output.span(start, table.end - 1)))
    if spilled:
        counted: Values = {"output": output.label, "source": "counters", "bytes": spilled}
        reading.rows.append(
            Row("postgres-spills", counted | ({"files": files} if files else {}), output.span(start, table.end - 1))
        )
    return reading


def _cache(table: _Table) -> Values:
    """How many pages of all rows were found in the cache, and how many had to be read."""
    for hit, read in _FOUND_AND_READ:
        if {hit, read} <= table.columns:
            hits, reads = (
                sum(count(cells.get(column, "")) or 0 for _, _, cells in table.rows) for column in (hit, read)
            )
            return {"hit-percent": 100.0 * hits / (hits + reads), "pages-read": float(reads)} if hits + reads else {}
    return {}


def _account(output: Output, reading: Reading, table: _Table, start: int) -> None:
    rows = {index for first, last, _ in table.rows for index in range(first, last + 1)}
    for index in range(len(output.lines)):
        line, span = output.lines[index], output.span(index)
        if RULE.match(line) or FOOT.match(line) or RECORD.match(line):
            reading.pass_over("border or foot", span)
        elif index >= table.end and _TIMING.match(line):
            reading.pass_over("timing", span)
        elif table.vertical and index < table.end:
            field = _FIELD.match(line)
            known = field is None or _plain(field["name"]) in _READ
            reading.used.append(span) if known else reading.pass_over("another column", span)
        elif index in rows:
            reading.used.append(span)
        elif index == start:
            reading.pass_over("heading", span)


_READ = frozenset(
    (*_TABLE_NAMES, *_DEAD, *_LIVE, *"slot_name slot_type active wal_status xmin catalog_xmin last_autovacuum last_vacuum".split())
)  # fmt: skip

_BARE = lazy(
    rf"{BARE}(?P<view>pg_(?:replication_slots|stat_(?:user|all|sys)_tables|stat_replication|stat_database|database|locks|stat_activity))\b",
    re.IGNORECASE,
)


def _bare(lines: Sequence[str], command: str) -> Iterator[tuple[int, dict[str, str]]]:
    match = _BARE.search(command)
    names = asked_columns(match["columns"]) if match else []
    if len(names) < 2:
        return
    for index, line in enumerate(lines):
        cells = cells_of(with_bars(line, command))
        if prompt_of(line) is not None or len(cells) != len(names):
            return
        yield index, dict(zip(names, cells, strict=True))


def _bare_extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    found = list(_bare(lines[start : start + 1000], command))
    ours = found and _kind_of(frozenset(found[0][1]))
    return (start, start + len(found)) if ours else None


def _read_bare(output: Output) -> Reading:
    reading = Reading()
    for index, cells in _bare(output.lines, output.command):
        span = output.span(index)
        reading.used.append(span)
        slot = bool(cells.get("slot_name"))
        values = _slot(cells, span, reading) if slot else _relation(cells)
        if values is not None and len(values) > 1:
            reading.rows.append(Row("postgres-slot" if slot else "postgres-table", values, span))
    return reading


_REMARK = Lines(
    "psql-remarks", "",
    lazy(
        rf"{_TIMING.pattern}|\s*(?:Timing is (?:on|off)|Expanded display is (?:on|off|used automatically)|Pager usage is off"
        r"|You are now connected to database \"[^\"]{1,64}\" as user \"[^\"]{1,64}\"|Null display is \".{0,20}\"|Output format is \w+)\.\s*$"
        r"|SSL connection \(protocol: TLS|Type \"help\" for help\.\s*$"
    ),
)  # fmt: skip


def _reader(kind: str) -> Reader:
    def extent(lines: Sequence[str], start: int, command: str) -> Span | None:
        return _extent(kind, lines, start)

    names = "|".join(sorted(_ALONE))
    starts = lazy(
        rf"\s*+(?:[|│]\s*+)?(?:\"?[\w?][\w ?().%]{{0,62}}\"?\s*[|│]\s*){{0,40}}"
        rf"\"?(?:{names}|pid|relid|schemaname|datid|userid|dbid|oid)\"?\s*(?:[|│]|$)"
        r"|\s*[-─]\[ (?:RECORD|DATENSATZ|ENREGISTREMENT) \d"
    )
    return Reader(kind, starts, extent, _read)


HINTS = (
    "| pid ", " pid ", "pid |", *sorted(_ALONE - {"granted", "seq_scan", "procpid", "transactionid", "idx_scan", "pg_size"}),
    "RECORD 1 ]", "| granted", "granted |", "pg_replication_slots", "pg_stat_", "Time: ", "Zeit: ", "Timing is ", "Expanded display",
    "Pager usage", "You are now connected", 'Type "help"', "SSL connection",
)  # fmt: skip
READERS = (
    *(_reader(kind) for kind, _ in _KINDS),
    Reader("postgres-slots", None, _bare_extent, _read_bare, _BARE),
    _REMARK.reader(),
)
