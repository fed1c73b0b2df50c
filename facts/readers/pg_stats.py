"""PostgreSQL's counters of checkpoints and of its log, and what its sessions wait for.

``pg_stat_bgwriter`` (8.3 to 16), ``pg_stat_checkpointer`` (17 and later), ``pg_stat_wal`` (14 and later), and the waits of
``pg_stat_activity`` (9.6 and later). ``pg_stat_io`` (16 and later) tells how often sessions had to force files to disk
themselves, which stood in ``pg_stat_bgwriter`` before; what they force of the log (18) is no sign. They count since the last reset (``stats_reset``, 9.1 and later), so one capture tells of a long time and two captures tell
of the time between. Times are milliseconds (9.2 and later). When a capture was taken tells a column ``now``, or the line
that ``\\watch`` prints above the table. Exporters name the same counters, whatever stands before their names, and so do JSON rows and
the line protocol of Telegraf. In 17 ``num_timed`` counts checkpoints that were skipped as well, which
``num_done`` (18) does not. Every format of psql is read.

Sample::

    >>> from facts.readers import show
    >>> show('''-[ RECORD 1 ]---------+------------------------------
    ... checkpoints_timed     | 12
    ... checkpoints_req       | 388
    ... checkpoint_write_time | 9120411
    ... checkpoint_sync_time  | 2400900
    ... buffers_checkpoint    | 8120033
    ... buffers_clean         | 20
    ... maxwritten_clean      | 0
    ... buffers_backend       | 40011
    ... buffers_backend_fsync | 0
    ... buffers_alloc         | 992011
    ... stats_reset           | 2019-04-01 08:00:00.1231+02
    ... ''')
    postgres-counters lines 1-12 read
      postgres-counters: buffers-backend=40011 buffers-backend-fsync=0 buffers-checkpoint=8120033 checkpoints=400 output=input:1 requested=388 reset-time=1554105600 span=since-reset sync-ms=2400900 timed=12 write-ms=9120411 (2-2)

    >>> show('''pg_stat_checkpointer_num_requested_total{server="db:5432"} 388
    ... pg_stat_checkpointer_num_timed_total{server="db:5432"} 12
    ... ''')
    postgres-metrics lines 1-2 read
      postgres-counters: checkpoints=400 output=input:1 requested=388 span=since-reset timed=12 (1-2)

    >>> show('''{"num_timed":12,"num_requested":388,"write_time":9120411,"sync_time":2400900,"buffers_written":8120033}
    ... ''')
    postgres-packed lines 1-1 read
      postgres-counters: buffers-checkpoint=8120033 checkpoints=400 output=input:1 requested=388 span=since-reset sync-ms=2400900 timed=12 write-ms=9120411 (1-1)

    >>> show(''' wal_records | wal_fpi | wal_bytes
    ... -------------+---------+------------
    ...      400000  | 90000   | 812000000
    ... (1 row)
    ... ''')
    postgres-wal lines 1-4 read
      postgres-wal: bytes=812000000 full-page-images=90000 images-for-100-records=22.5 output=input:1 records=400000 (3-3)

    >>> show(''' wait_event_type | wait_event | count
    ... -----------------+------------+-------
    ...  IO              | WALSync    | 41
    ... ''')
    postgres-waits lines 1-3 read
      postgres-waits: event=WALSync output=input:1 sessions=41 type=IO (3-3)
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from facts.kit import extent_of, run_while, told
from facts.patterns import lazy
from facts.readers._psql import BARE, RECORD, asked_columns, cells_of, table_at, with_bars
from facts.reading import Extent, Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.stamps import stamp_at
from facts.units import integer, number

_COUNTERS = {
    "checkpoints_timed": "timed", "num_timed": "timed",
    "checkpoints_req": "requested", "num_requested": "requested", "checkpoints_requested": "requested",
    "num_done": "checkpoints",
    "checkpoint_write_time": "write-ms", "write_time": "write-ms",
    "checkpoint_sync_time": "sync-ms", "sync_time": "sync-ms",
    "buffers_checkpoint": "buffers-checkpoint", "buffers_written": "buffers-checkpoint",
    "buffers_backend": "buffers-backend", "buffers_backend_fsync": "buffers-backend-fsync",
}  # fmt: skip
_TIMES = ("write-ms", "sync-ms")
# what well-known queries make of these: a share in percent or a part of one, and a mean with its factor
_SHARES = frozenset(
    """pct_checkpoints_req checkpoint_req_pct checkpoints_req_pct req_pct pct_req pct_requested requested_pct pct_forced forced_pct
    requested_checkpoint_pct requested_checkpoints_pct forced_checkpoint_pct pct_requested_checkpoints checkpoints_req_percent
    percent_requested req_percent pct_checkpoints_requested checkpoint_req_percent requested_percent""".split()
)
_MEANS = {
    "minutes_between_checkpoints": ("interval-seconds", 60.0), "avg_frequency_min": ("interval-seconds", 60.0),
    "minutes_to_checkpoint": ("interval-seconds", 60.0), "avg_minutes_between_checkpoints": ("interval-seconds", 60.0),
    "min_between_checkpoints": ("interval-seconds", 60.0), "avg_checkpoint_interval_min": ("interval-seconds", 60.0),
    "seconds_between_checkpoints": ("interval-seconds", 1.0), "avg_seconds_between_checkpoints": ("interval-seconds", 1.0),
    "secs_between_checkpoints": ("interval-seconds", 1.0), "sec_between_checkpoints": ("interval-seconds", 1.0),
    "avg_sync_time_s": ("sync-mean-ms", 1000.0), "avg_sync_s": ("sync-mean-ms", 1000.0), "avg_chkp_sync_ms": ("sync-mean-ms", 1.0),
    "avg_checkpoint_sync_ms": ("sync-mean-ms", 1.0), "avg_sync_ms": ("sync-mean-ms", 1.0), "avg_sync_time_ms": ("sync-mean-ms", 1.0),
    "avg_checkpoint_sync_time_s": ("sync-mean-ms", 1000.0), "sync_ms_per_checkpoint": ("sync-mean-ms", 1.0),
}  # fmt: skip
_TIMED_SHARES = frozenset(
    ("checkpoint_timed_pct", "checkpoints_timed_pct", "pct_checkpoints_timed", "timed_pct", "pct_timed")
)
_DERIVED = _SHARES | _TIMED_SHARES | set(_MEANS)
_HEAD = r"\s*+(?:[|│]\s*+)?\"?(?:\w+\"?\s*[|,│]\s*\"?){0,20}"
_RECORDS = r"|\s*[-─]\[ (?:RECORD|DATENSATZ|ENREGISTREMENT) \d"
_OF_COUNTERS = frozenset(
    ("checkpoints_timed", "checkpoints_req", "num_timed", "num_requested", "checkpoints_requested", *_DERIVED)
)
_OF_WAL = frozenset(("wal_fpi", "wal_records"))
_OF_WAITS = frozenset(("wait_event",))
_OF_IO = frozenset(("fsyncs",))
_COUNT = ("count", "sessions", "n", "anzahl", "cnt", "num")
_NOW = ("now", "clock_timestamp", "current_timestamp", "transaction_timestamp")
_ABOVE = 3


def _extent_of(wanted: frozenset[str]) -> Extent:
    def extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
        table = table_at(lines, start, wanted)
        if table is None:
            return None
        begin = table.begin
        for above in range(start - 1, max(-1, start - _ABOVE), -1):
            if _watched(lines[above]) is not None:
                begin = above
            if lines[above].strip():
                break
        return begin, table.end

    return extent


def _watched(line: str) -> float | None:
    """The time that ``\\watch`` prints above its table."""
    if len(line) > 120 or "(" not in line or not line.rstrip().endswith("s)"):
        return None
    found = stamp_at(line.strip())
    return found[0] if found else None


def _table(
    output: Output, reading: Reading, wanted: frozenset[str], columns: AbstractSet[str]
) -> tuple[list[tuple[int, dict[str, str]]], float | None]:
    """The rows below each other with the time above them; `columns` are those that are read."""
    time = _watched(output.lines[0])
    if time is not None:
        reading.used.append(output.span(0))
    for index, line in enumerate(output.lines[: _ABOVE + 1]):
        if RECORD.match(line) or any(name in line for name in wanted) or "|" in line:
            table = table_at(output.lines, index, wanted)
            if table is not None:
                table.account(reading, output, wanted | columns)
                return table.rows, time
    return [], time


def _time_of(cells: Mapping[str, str], above: float | None) -> float | None:
    for name in _NOW:
        if (text := cells.get(name)) and (found := stamp_at(text)):
            return found[0]
    return above


def _counters(output: Output) -> Reading:
    reading = Reading()
    rows, above = _table(
        output, reading, _OF_COUNTERS, {*_COUNTERS, *_DERIVED, "total_checkpoints", *_NOW, "stats_reset"}
    )
    for nth, (index, cells) in enumerate(rows):
        label = output.label if not nth else f"{output.label} row {nth + 1}"
        values: dict[str, Value | bool] = {"output": label, "span": "since-reset"}
        for column, slot in _COUNTERS.items():
            text = cells.get(column, "")
            if not text:
                continue
            value = number(text) if slot in _TIMES else integer(text)
            if value is None:
                reading.refusals.append(Refusal(output.span(index), f"{column}: `{text[:30]}` is no number"))
            else:
                values[slot] = value
        timed, requested = values.get("timed"), values.get("requested")
        if isinstance(timed, int) and isinstance(requested, int):
            values.setdefault("checkpoints", timed + requested)
        time = _time_of(cells, above)
        if reset := stamp_at(cells.get("stats_reset", "")):
            values["reset-time"] = reset[0]
            if time is not None and time >= reset[0]:
                values["seconds"] = time - reset[0]
        values |= _derived(cells, values)
        if set(values) & {"timed", "requested", "checkpoints", "requested-percent", "interval-seconds", "sync-mean-ms"}:
            reading.rows.append(Row("postgres-counters", values, output.span(index), time=time))
    return reading


def _derived(cells: Mapping[str, str], known: Mapping[str, Value | bool]) -> dict[str, Value | bool]:
    """What a query has made of the counters already, where it does not show them: shares and means."""
    values: dict[str, Value | bool] = {}
    for column, text in cells.items():
        value = number(text.rstrip("% "))
        if value is None or value < 0:
            continue
        if column == "total_checkpoints":
            values["checkpoints"] = int(value)
        elif column in _SHARES or column in _TIMED_SHARES:
            share = 100.0 - value if column in _TIMED_SHARES else value
            if 0 <= share <= 100 and "requested" not in known:
                values["requested-percent"] = share
        elif column in _MEANS:
            slot, factor = _MEANS[column]
            values[slot] = value * factor
    return {slot: value for slot, value in values.items() if slot not in known}


_WINDOW = r"\d{1,2}:\d{2}(?::\d{2})?"
_WINDOWS_HEAD = lazy(r"\s*\|[^|]{1,40}\|(?:[^|]{0,60}\|){0,12}?\s*(?:checkpoints|ckpts|chkpts)\s*\|", re.IGNORECASE)
_WINDOWS_ROW = lazy(rf"\s*\|\s*(?P<begin>{_WINDOW})\s*(?:-|–|to)\s*(?P<end>{_WINDOW})\s*\|")


def _seconds_of_day(text: str) -> int:
    hours, minutes, seconds = (*text.split(":"), "0")[:3]
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds)


def _windows(output: Output) -> Reading:
    """A report that counts the checkpoints of one stretch of time after the other."""
    reading = Reading()
    heads = [cell.strip().lower() for cell in output.lines[0].split("|")]
    column = next(i for i, cell in enumerate(heads) if cell in ("checkpoints", "ckpts", "chkpts"))
    seconds = count = 0
    reading.pass_over("heading", output.span(0))
    for index, line in enumerate(output.lines):
        if not (match := _WINDOWS_ROW.match(line)):
            if index:
                reading.pass_over("border", output.span(index))
            continue
        cells = line.split("|")
        found = integer(cells[column].strip(" *")) if column < len(cells) else None
        if found is None:
            reading.refusals.append(Refusal(output.span(index), "no number of checkpoints"))
            continue
        reading.used.append(output.span(index))
        count += found
        seconds += (_seconds_of_day(match["end"]) - _seconds_of_day(match["begin"])) % 86400
    if count and seconds:
        values: dict[str, Value | bool] = {
            "output": output.label,
            "checkpoints": count,
            "interval-seconds": seconds / count,
        }
        reading.rows.append(Row("postgres-counters", values, output.whole))
    return reading


def _windows_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run_while(lines, start + 1, lambda line: line.lstrip().startswith("|"))
    return (start, end) if any(_WINDOWS_ROW.match(line) for line in lines[start + 1 : end]) else None


def _wal(output: Output) -> Reading:
    reading = Reading()
    rows, above = _table(output, reading, _OF_WAL, {*_NOW, "wal_bytes", "wal_fpi_bytes"})
    for index, cells in rows[:1]:
        values: dict[str, Value | bool] = {"output": output.label}
        records, images = integer(cells.get("wal_records", "")), integer(cells.get("wal_fpi", ""))
        size, of_images = number(cells.get("wal_bytes", "")), number(cells.get("wal_fpi_bytes", ""))
        for slot, value in (("records", records), ("full-page-images", images), ("bytes", size)):
            if value is not None:
                values[slot] = value
        if records and images is not None:
            values["images-for-100-records"] = images * 100.0 / records
        if size and of_images is not None:
            values["full-page-percent"] = of_images * 100.0 / size
        if len(values) > 1:
            reading.rows.append(Row("postgres-wal", values, output.span(index), time=_time_of(cells, above)))
        else:
            reading.refusals.append(Refusal(output.span(index), "no counter of the log is a number"))
    return reading


def _io(output: Output) -> Reading:
    """What sessions forced to disk themselves; without the column `object` the log may be meant."""
    reading = Reading()
    rows, above = _table(output, reading, _OF_IO, {"backend_type", "object"})
    forced = [
        (index, count)
        for index, cells in rows
        if cells.get("backend_type") in ("client backend", "autovacuum worker", "background worker")
        and cells.get("object") == "relation"
        and (count := integer(cells.get("fsyncs", ""))) is not None
    ]
    if forced:
        # no span: it is no capture of the checkpoints, from which another could be subtracted
        forced_by_sessions = sum(count for _, count in forced)
        values: dict[str, Value | bool] = {"output": output.label, "buffers-backend-fsync": forced_by_sessions}
        span = output.span(forced[0][0], forced[-1][0])
        reading.rows.append(Row("postgres-counters", values, span, time=above))
    return reading


def _waits(output: Output) -> Reading:
    """Sessions by what they wait for; a row without a wait event works."""
    reading = Reading()
    found: dict[str, tuple[int, str, int]] = {}
    rows, above = _table(output, reading, _OF_WAITS, {*_COUNT, "wait_event_type"})
    for index, cells in rows:
        event = cells.get("wait_event", "")
        column = next((name for name in _COUNT if name in cells), None)
        sessions = integer(cells[column]) if column else 1
        if sessions is None:
            reading.refusals.append(Refusal(output.span(index), f"`{cells.get(column or '', '')[:30]}` is no number"))
        elif event:
            before, kind, first = found.get(event, (0, cells.get("wait_event_type", ""), index))
            found[event] = (before + sessions, kind, first)
    for event, (sessions, kind, first) in found.items():
        values = told({"output": output.label, "event": event, "sessions": sessions, "type": kind or None})
        reading.rows.append(Row("postgres-waits", values, output.span(first), time=above))
    return reading


_VIEW = r"(?:[a-z][a-z0-9]{0,20}_){1,3}?(?:bgwriter|checkpointer)_"
_METRIC = lazy(
    rf"\s*{_VIEW}(?P<name>[a-z_]+?)(?:_total)?(?:\{{[^}}]{{0,300}}\}})?\s+(?P<value>\d[\d.eE+]*)(?: \d{{13}})?\s*$"
)
_METRIC_REMARK = lazy(rf"\s*# (?:HELP|TYPE) {_VIEW}")


def _metrics(output: Output) -> Reading:
    """The counters as postgres_exporter gives them to Prometheus."""
    reading = Reading()
    values: dict[str, Value | bool] = {"output": output.label, "span": "since-reset"}
    for index, match in output.matches(_METRIC):
        slot = _COUNTERS.get(match["name"])
        value = number(match["value"])
        if slot is not None and value is not None and slot not in values:
            values[slot] = value if slot in _TIMES else int(value)
            reading.used.append(output.span(index))
    _add_up(output, reading, values)
    return reading


def _add_up(output: Output, reading: Reading, values: dict[str, Value | bool]) -> None:
    timed, requested = values.get("timed"), values.get("requested")
    if isinstance(timed, int) and isinstance(requested, int):
        values.setdefault("checkpoints", timed + requested)
        reading.rows.append(Row("postgres-counters", values, output.whole))


_NAMED = "|".join(sorted(_COUNTERS))
_PACKED = lazy(
    rf"(?:^|[\s,{{\"'])(?P<name>{_NAMED})[\"']?\s*[:=]\s*[\"']?(?P<value>\d{{1,18}}(?:\.\d{{1,9}})?)i?(?![\w.])"
)
_PACKED_START = lazy(
    r".{0,2000}?(?:^|[\s,{\"'])(?:checkpoints_(?:timed|req|requested)|num_(?:timed|requested))[\"']?\s*[:=]\s*[\"']?\d"
)
_KEYED = lazy(r"\s*+(?:[\[{}\]]{1,3},?\s*$|[\"'][a-z_]{2,40}[\"']\s*:\s)")


def _packed_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = max(start + 1, run_while(lines, start, lambda line: _KEYED.match(line) is not None))
    names = {_COUNTERS[match["name"]] for line in lines[start:end] for match in _PACKED.finditer(line[:4000])}
    return (start, end) if {"timed", "requested"} <= names else None


def _packed(output: Output) -> Reading:
    """The counters in one object or line: JSON rows, Telegraf's line protocol."""
    reading = Reading()
    values: dict[str, Value | bool] = {"output": output.label, "span": "since-reset"}
    for index, line in enumerate(output.lines):
        for match in _PACKED.finditer(line[:4000]):
            slot, value = _COUNTERS[match["name"]], number(match["value"])
            if value is not None and slot not in values:
                values[slot] = value if slot in _TIMES else int(value)
                reading.used.append(output.span(index))
    _add_up(output, reading, values)
    return reading


_BARE = lazy(rf"{BARE}pg_stat_(?P<view>\w+)", re.IGNORECASE)
_ALL_COLUMNS = {
    ("bgwriter", 7): "checkpoints_timed checkpoints_req buffers_checkpoint buffers_clean maxwritten_clean buffers_backend buffers_alloc",
    ("bgwriter", 9): "checkpoints_timed checkpoints_req buffers_checkpoint buffers_clean maxwritten_clean buffers_backend"
        " buffers_backend_fsync buffers_alloc stats_reset",
    ("bgwriter", 11): "checkpoints_timed checkpoints_req checkpoint_write_time checkpoint_sync_time buffers_checkpoint buffers_clean"
        " maxwritten_clean buffers_backend buffers_backend_fsync buffers_alloc stats_reset",
    ("checkpointer", 9): "num_timed num_requested restartpoints_timed restartpoints_req restartpoints_done write_time sync_time"
        " buffers_written stats_reset",
    ("checkpointer", 11): "num_timed num_requested num_done restartpoints_timed restartpoints_req restartpoints_done write_time"
        " sync_time buffers_written slru_written stats_reset",
    ("wal", 5): "wal_records wal_fpi wal_bytes wal_buffers_full stats_reset",
    ("wal", 9): "wal_records wal_fpi wal_bytes wal_buffers_full wal_write wal_sync wal_write_time wal_sync_time stats_reset",
}  # fmt: skip
"""The columns of a whole view, by their number: 8.3, 9.1, 9.2 to 16; 17, 18; 18, 14 to 17."""
_VIEWS = {"bgwriter": _OF_COUNTERS, "checkpointer": _OF_COUNTERS, "wal": _OF_WAL, "activity": _OF_WAITS, "io": _OF_IO}


def _named(output: Output, command: str) -> tuple[Output, frozenset[str]] | None:
    """An output of ``psql -At`` with the heading that its query gives, in place of the line above it."""
    if (match := _BARE.search(command)) is None or match["view"].lower() not in _VIEWS or not output.lines:
        return None
    view, names = match["view"].lower(), asked_columns(match["columns"])
    output = output._replace(lines=[with_bars(line, command) for line in output.lines])
    if names == ["*"]:
        names = _ALL_COLUMNS.get((view, len(cells_of(output.lines[0]))), "").split()
    if len(names) < 2 or any(len(cells_of(line)) != len(names) for line in output.lines):
        return None
    return output._replace(lines=[" | ".join(names), *output.lines], first=output.first - 1), _VIEWS[view]


def _readers(kind: str, heads: str, wanted: frozenset[str], read: Callable[[Output], Reading]) -> tuple[Reader, Reader]:
    """The readers of one view: with its heading, and of ``psql -At``, where the command alone names the columns."""

    def bare_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
        end = run_while(lines, start, lambda line: "|" in with_bars(line, command) and prompt_of(line) is None)
        named = _named(Output(lines[start:end]), command)
        right = named is not None and named[1] == wanted and wanted & set(cells_of(named[0].lines[0]))
        return (start, end) if right else None

    def read_bare(output: Output) -> Reading:
        named = _named(output, output.command)
        return Reading() if named is None else read(named[0])

    starts = lazy(rf"{_HEAD}(?:{heads})\b{_RECORDS}")
    return (
        Reader(kind, starts, _extent_of(wanted), read),
        Reader(kind, None, bare_extent, read_bare, _BARE),
    )


HINTS = (
    "checkpoints_timed", "checkpoints_req", "num_timed", "num_requested", "wal_fpi", "wal_records", "wait_event", "fsyncs",
    "pg_stat_bgwriter", "pg_stat_checkpointer", "pg_stat_wal", "bgwriter_", "checkpointer_", "PG_STAT_",
    "_checkpoints", "checkpoints_", "checkpoint_", "_req", "req_",
    "requested", "forced", "_timed", "timed_", "avg_", "sync_ms", "minutes_", "heckpoints", "kpts",
)  # fmt: skip
READERS = (
    *_readers("postgres-counters", "|".join(sorted(_OF_COUNTERS)), _OF_COUNTERS, _counters),
    Reader("postgres-windows", _WINDOWS_HEAD, _windows_extent, _windows),
    Reader(
        "postgres-metrics",
        lazy(rf"\s*(?:# (?:HELP|TYPE) )?{_VIEW}[a-z]"),
        extent_of(_METRIC, _METRIC_REMARK, tells=(_METRIC,)),
        _metrics,
        of_no_use=(("metric", _METRIC), ("remark", _METRIC_REMARK)),
    ),
    Reader("postgres-packed", _PACKED_START, _packed_extent, _packed, of_no_use=(("another key", _KEYED),)),
    *_readers("postgres-wal", "wal_records|wal_fpi", _OF_WAL, _wal),
    *_readers("postgres-io", "backend_type|fsyncs", _OF_IO, _io),
    *_readers("postgres-waits", "wait_event", _OF_WAITS, _waits),
)
