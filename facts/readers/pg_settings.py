"""``select name, setting, unit, source from pg_settings``: PostgreSQL's settings in force; also ``SHOW``.

psql prints an aligned table with a line of dashes, with ``\\x`` one record below the other, with ``-A`` or ``--csv``
fields between ``|`` or commas. ``SHOW ALL`` has the columns name, setting, description; ``SHOW name`` and
``\\dconfig`` write the value with its unit (``128MB``), pg_settings the number and the unit apart. ``\\dconfig`` alone lists what
differs from the shipped values, and so does a query for ``source <> 'default'``: what it leaves out stands at its default.

Sample::

    >>> from facts.readers import show
    >>> show('''      name       | setting | unit |       source
    ... -----------------+---------+------+--------------------
    ...  shared_buffers  | 16384   | 8kB  | default
    ...  max_connections | 200     |      | configuration file
    ... (2 rows)
    ... ''')
    postgres-settings lines 1-5 read
      postgres-setting: name=shared_buffers number=134217728 source=default text=128MB unit=bytes (3-3)
      postgres-setting: name=max_connections number=200 source=configuration file text=200 unit=none (4-4)

    >>> show(''' checkpoint_timeout
    ... --------------------
    ...  30s
    ... (1 row)
    ... ''')
    postgres-settings lines 1-4 read
      postgres-setting: name=checkpoint_timeout number=30000 text=30s unit=milliseconds (3-3)
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.postgres import KNOWN, amount, version_of
from facts.readers._psql import BARE, FOOT, RECORD, RULE, asked_columns, cells_of, with_bars
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of

_NAME = ("name", "parameter")
_VALUE = ("setting", "current_setting", "value")
_TITLE = lazy(r"\s*(?:List of (?:non-default )?configuration parameters|Liste der .*Konfigurationsparameter)\s*$")
_FIELD = lazy(r"\s*(?P<name>\w+)\s*[|│]\s?(?P<value>(?:.*\S)?)\s*$")
_SHOW_NAMES = "|".join(sorted({*KNOWN, *map(str.lower, KNOWN)} - {"server_version", "server_version_num"}))
_SHOWN = frozenset(name.lower() for name in KNOWN) - {"name"}
"""Columns that ``SHOW`` prints: under ``\\x`` a setting is the name of a field."""
_MOST_SETTINGS = 1_000
_SINGLE = lazy(rf"\s*(?:{_SHOW_NAMES})\s*$")
_BARE_SHOW = lazy(r"\bpsql\b.{0,300}?\s-\w{0,20}[tA]\w{0,20}\b.{0,300}?\bshow\s+(?P<name>\w+)", re.IGNORECASE)


_BARE_SELECT = lazy(
    rf"{BARE}pg_settings\b(?:.{{0,300}}?\bname\s*=\s*'(?P<name>\w+)')?|\bpsql\b(?=.{{0,300}}?\s-\w{{0,20}}t|.{{0,300}}?--tuples-only)"
    r".{0,300}?\bshow\s+(?P<all>all)\b",
    re.IGNORECASE,
)
_FIRST_COLUMNS = ("name", "setting", "unit")
"""Of pg_settings, in every release."""
_NOT_DEFAULT = lazy(r"\s*(?:List of non-default configuration|Liste der nicht-Vorgabe|Liste der Nicht-Vorgabe)")
_PATTERN = lazy(r"\\dconfig\+?\s+\S")
_SOURCE_ASKED = lazy(
    r"\bpg_settings\b.{0,80}?\bwhere\s+source\s*(?:(?:<>|!=)\s*'default'|not\s+in\s*\([^)]{0,60}'default'[^)]{0,60}\))\s*(?:;|order\b|\"|$)",
    re.IGNORECASE,
)
_OF_FILE = "configuration file"
_LISTED_LEAST = 5  # a server that runs differs in as many: its files, its port, its languages
_SHIPPED = {
    "shared_buffers": "128MB",
    "work_mem": "4MB",
    "maintenance_work_mem": "64MB",
    "effective_cache_size": "4GB",
    "max_wal_size": "1GB",
    "max_connections": "100",
}
"""Since 9.5; \\dconfig came with 15."""
_ALL_LEAST = 11  # columns, in 8.0


def _columns(line: str) -> tuple[list[str], str] | None:
    """The columns of a header line and what divides them, when it is one of settings."""
    for divider in ("|", ","):
        cells = cells_of(line) if divider == "|" else [c.strip().strip('"') for c in line.split(",")]
        lowered = [cell.lower() for cell in cells]
        if lowered[0] in _NAME and len(lowered) > 1 and any(name in lowered for name in _VALUE):
            return lowered, divider
    return None


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if RECORD.match(lines[start]):
        return _records_extent(lines, start)
    if _SINGLE.match(lines[start]):
        return _single_extent(lines, start)
    header = start + 1 if _TITLE.match(lines[start]) and start + 1 < len(lines) else start
    found = _columns(lines[header])
    if found is None:
        return None
    columns, divider = found
    ruled = header + 1 < len(lines) and RULE.match(lines[header + 1]) is not None
    end = header + 1
    while end < len(lines):
        line = lines[end]
        if FOOT.match(line):
            return start, end + 1
        if not (RULE.match(line) or _belongs(line, columns, divider, ruled)):
            break
        end += 1
    return (start, end) if end > header + 1 + ruled else None


def _belongs(line: str, columns: Sequence[str], divider: str, ruled: bool) -> bool:
    if not line.strip() or prompt_of(line) is not None:
        return False
    if divider == ",":
        return re.match(r"\"?[A-Za-z_][\w.]*\"?,", line) is not None
    cells = cells_of(line)
    return len(cells) == len(columns) or (ruled and 1 < len(cells) <= len(columns) + 3)


def _single_extent(lines: Sequence[str], start: int) -> tuple[int, int] | None:
    if start + 2 >= len(lines) or not re.match(r"\s*-{3,}\s*$", lines[start + 1]) or not lines[start + 2].strip():
        return None
    foot = start + 3 < len(lines) and FOOT.match(lines[start + 3]) is not None
    return start, start + 3 + foot


def _records_extent(lines: Sequence[str], start: int) -> tuple[int, int] | None:
    end = run(lines, start, _FIELD, RECORD)
    names = {field["name"].lower() for line in lines[start:end] if (field := _FIELD.match(line))}
    shown = bool(names) and names <= _SHOWN
    return (start, end) if shown or ("name" in names and names & set(_VALUE)) else None


def _table(output: Output) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Each row of the output as column to cell, with its line."""
    lines = output.lines
    if RECORD.match(lines[0]):
        for first, record in _records(lines):
            if "name" in record:
                yield first, record
            else:
                yield from (
                    (first + n, {"name": name, "value": value}) for n, (name, value) in enumerate(record.items())
                )
        return
    if _SINGLE.match(lines[0]):
        yield 2, {"name": lines[0].strip(), "value": lines[2].strip()}
        return
    header = 1 if _TITLE.match(lines[0]) else 0
    found = _columns(lines[header])
    assert found is not None  # extent lets no other line through
    columns, divider = found
    for index in range(header + 1, len(lines)):
        line = lines[index]
        if RULE.match(line) or FOOT.match(line):
            continue
        cells = next(csv.reader([line.strip()])) if divider == "," else cells_of(line)
        if len(cells) >= len(columns) and cells[0] and not cells[0].endswith("+"):
            yield index, dict(zip(columns, cells, strict=False))


def _records(lines: Sequence[str]) -> Iterator[tuple[int, Mapping[str, str]]]:
    record: dict[str, str] = {}
    first = 0
    for index, line in enumerate(lines):
        if RECORD.match(line):
            if record:
                yield first, record
            record, first = {}, index + 1
        elif field := _FIELD.match(line):
            record[field["name"].lower()] = field["value"]
    if record:
        yield first, record


def _read(output: Output) -> Reading:
    reading = Reading()
    for index, cells in _table(output):
        name = next((cells[column] for column in _NAME if column in cells), "")
        text = next((cells[column] for column in _VALUE if column in cells), "")
        if not re.fullmatch(r"[A-Za-z_][\w.]*", name):
            reading.refusals.append(Refusal(output.span(index), "no name of a setting"))
            continue
        _add(output, reading, index, name, text, cells)
    if reading.rows and not reading.refusals and not _SINGLE.match(output.lines[0]) and _is_all(output):
        reading.complete = frozenset({"postgres-setting"})
    reading.rows.extend(_left_out(output, reading))
    return reading


def _left_out(output: Output, reading: Reading) -> list[Row]:
    """What a list of all that differs from the shipped values leaves out."""
    last = len(output.lines) - 1
    listed = {row.values["name"] for row in reading.rows if row.template == "postgres-setting"}
    changed = _NOT_DEFAULT.match(output.lines[0]) is not None and not _PATTERN.search(output.command)
    if reading.refusals or not FOOT.match(output.lines[last]) or len(listed) < _LISTED_LEAST:
        return []
    sources = {row.values.get("source") for row in reading.rows if row.template == "postgres-setting"}
    # psql itself sets two in its session, and no other query has these among settings of the file
    by_source = {"client", _OF_FILE} <= sources and "default" not in sources
    if not changed and not by_source and not _SOURCE_ASKED.search(output.command):
        return []
    rows = []
    for name, text in _SHIPPED.items():
        # initdb writes these into the file: a list by source has them, whatever their value
        if name not in listed and (changed or name not in ("shared_buffers", "max_wal_size")):
            found = amount(name, text)
            assert found is not None  # of the table below
            values: dict[str, str | float] = {"name": name, "text": found.text, "unit": found.unit, "source": "default"}
            if found.number is not None:
                values["number"] = found.number
            rows.append(Row("postgres-setting", values, output.span(0, last), inferred=True))
    return rows


def _is_all(output: Output) -> bool:
    return len(output.lines) > 150 and re.search(r"\bwhere\b|\blike\b|\bin\s*\(", output.command, re.IGNORECASE) is None


def _add(output: Output, reading: Reading, index: int, name: str, text: str, cells: Mapping[str, str]) -> None:
    # pg_settings shows the unit apart, SHOW behind the number; where it is left out the name tells it.
    found = amount(name, text, cells.get("unit") or None)
    if found is None:
        reading.refusals.append(Refusal(output.span(index), f"{name}: the unit of `{text[:40]}` is not told"))
        return
    values: dict[str, str | float] = {"name": name, "text": found.text, "unit": found.unit}
    if found.number is not None:
        values["number"] = found.number
    if cells.get("source"):
        values["source"] = cells["source"]
    if name in ("server_version", "server_version_num"):
        version = version_of(text)
        if version is not None:
            server: dict[str, str | int] = {"version": version[0], "version-code": version[1]}
            reading.rows.append(Row("postgres-server", server, output.span(index)))
        return
    reading.rows.append(Row("postgres-setting", values, output.span(index)))


def _bare_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    match = _BARE_SHOW.search(command)
    line = lines[start].strip()
    if match is None or match["name"].lower() == "all" or not line or len(line.split()) > 3 or prompt_of(lines[start]):
        return None
    return start, start + 1


def _read_bare(output: Output) -> Reading:
    reading = Reading()
    match = _BARE_SHOW.search(output.command)
    assert match is not None  # extent lets no other command through
    text = output.lines[0].strip()
    _add(output, reading, 0, match["name"].lower(), text, {"value": text})
    return reading


def _bare_rows(lines: Sequence[str], command: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The rows that ``psql -At`` prints from this line on, by the columns that its query asks for."""
    if (match := _BARE_SELECT.search(command)) is None:
        return
    names = ["name", "setting", "description"] if match["all"] else asked_columns(match["columns"])
    for index, line in enumerate(lines):
        cells = cells_of(with_bars(line, command))
        if not line.strip() or prompt_of(line) is not None:
            return
        if names == ["*"]:
            if len(cells) < _ALL_LEAST:
                return
            yield index, dict(zip(_FIRST_COLUMNS, cells, strict=False))
        elif len(cells) != len(names) or not set(names) & set(_VALUE):
            return
        elif "name" in names:
            yield index, dict(zip(names, cells, strict=True))
        elif match["name"] and not index:
            yield index, {"name": match["name"].lower(), **dict(zip(names, cells, strict=True))}


def _bare_select_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    last = -1
    for last, cells in _bare_rows(lines[start : start + _MOST_SETTINGS], command):  # noqa: B007 (the last one counts)
        if not re.fullmatch(r"[A-Za-z_][\w.]*", cells["name"]):
            return None
    return None if last < 0 else (start, start + last + 1)


def _read_bare_select(output: Output) -> Reading:
    reading = Reading()
    for index, cells in _bare_rows(output.lines, output.command):
        text = next((cells[column] for column in _VALUE if column in cells), "")
        _add(output, reading, index, cells["name"], text, cells)
    if reading.rows and not reading.refusals and _is_all(output):
        reading.complete = frozenset({"postgres-setting"})
    return reading


_COLUMN = (
    "name|setting|unit|category|short_desc|extra_desc|context|vartype|source|min_val|max_val|enumvals|boot_val|reset_val|sourcefile"
    "|sourceline|pending_restart|description|current_setting|value|[Pp]arameter"
)
_OF_NO_USE = (
    ("foot", FOOT), ("title", _TITLE), ("record", RECORD), ("heading", _SINGLE),
    ("heading or another column", lazy(rf"\s*[|│]?\s*\"?(?:{_COLUMN})\"?\s*[|│,]")),
)  # fmt: skip
HINTS = ("setting", "Parameter", "\n---", "\n ---", "\n  ---", "psql ", "-[ ")
READERS = (
    Reader(
        "postgres-settings",
        lazy(
            rf"\s*+(?:[|│]\s*+)?\"?(?:name|[Pp]arameter)\"?\s*[|,│]|\s*-\[ (?:RECORD|DATENSATZ|ENREGISTREMENT) \d|\s*List of "
            rf"|\s*Liste der |\s*(?:{_SHOW_NAMES})\s*$"
        ),
        _extent,
        _read,
        of_no_use=_OF_NO_USE,
    ),
    Reader("postgres-settings", None, _bare_extent, _read_bare, commands=_BARE_SHOW),
    Reader("postgres-settings", None, _bare_select_extent, _read_bare_select, commands=_BARE_SELECT),
)
