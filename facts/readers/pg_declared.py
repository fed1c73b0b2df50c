"""PostgreSQL's settings where no table and no file of its own shows them: manifests, command lines, rows without heading.

Patroni, CloudNativePG, Zalando's operator and Helm charts name them below ``parameters:``; docker and compose start the
server with ``-c name=value``, and Bitnami's image takes ``POSTGRESQL_NAME=value``. Ansible, the parameters of AWS and
JSON rows tell name and value apart, as ``option``, ``ParameterName`` or ``name`` and ``value`` or ``setting``. Of ``SHOW ALL`` or
``pg_settings`` often only the rows are pasted: name, value and a unit, a source or a description. A row with a second value (old and
new) tells nothing of what is in force and is not taken.

Samples::

    >>> from facts.readers import show
    >>> show('''      parameters:
    ...         shared_buffers: 128MB
    ...         max_connections: "200"
    ... ''')
    postgres-manifest lines 2-3 read
      postgres-setting: name=shared_buffers number=134217728 source=configuration file text=128MB unit=bytes (2-2)
      postgres-setting: name=max_connections number=200 source=configuration file text=200 unit=none (3-3)

    >>> show('''    command: postgres -c shared_buffers=128MB -c max_wal_size=1GB
    ... ''')
    postgres-arguments lines 1-1 read
      postgres-setting: name=shared_buffers number=134217728 source=command line text=128MB unit=bytes (1-1)
      postgres-setting: name=max_wal_size number=1073741824 source=command line text=1GB unit=bytes (1-1)

    >>> show(''' shared_buffers | 16384 | 8kB
    ...  work_mem       | 4MB   | Sets the maximum memory to be used for query workspaces.
    ... ''')
    postgres-setting-rows lines 1-2 read
      postgres-setting: name=shared_buffers number=134217728 text=128MB unit=bytes (1-1)
      postgres-setting: name=work_mem number=4194304 text=4MB unit=bytes (2-2)

    >>> show('''  - { option: "shared_buffers", value: "128MB" }
    ...   - { option: "work_mem", value: "4MB" }
    ... ''')
    postgres-options lines 1-2 read
      postgres-setting: name=shared_buffers number=134217728 source=configuration file text=128MB unit=bytes (1-1)
      postgres-setting: name=work_mem number=4194304 source=configuration file text=4MB unit=bytes (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from facts.kit import run_while
from facts.patterns import lazy, unnamed
from facts.postgres import KNOWN, amount
from facts.readers._psql import FOOT, cells_of
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of

_Told = tuple[str, str, str | None]

_GENERAL = frozenset(
    """port ssl timezone TimeZone search_path jit fsync autovacuum max_connections data_directory log_directory
    log_filename log_destination listen_addresses cluster_name config_file block_size bonjour silent_mode datestyle
    DateStyle server_version server_version_num log_connections log_statement statement_timeout lock_timeout
    huge_pages archive_command archive_mode restore_command log_timezone wal_compression wal_segment_size shared_memory_size
    io_method io_workers""".split()
)
"""What other programs have too: beside another setting only."""
_NAMES = "|".join(sorted(KNOWN))
_PLAIN = r"[-+\w.:/%*@]+"
_PAIR = lazy(rf"\s*+(?:-\s++)?[\"']?(?P<name>{_NAMES})[\"']?\s*:\s*[\"']?(?P<value>{_PLAIN})[\"']?\s*,?\s*(?:#.*)?$")
_PACKED = lazy(rf"[{{,]\s*\"(?P<name>{_NAMES})\"\s*:\s*\"?(?P<value>{_PLAIN})\"?\s*(?=[,}}])")
"""Of an object that stands in one line, as ``patronictl`` and the operators' status print it."""
_KEY = lazy(r"\s+[\"']?[a-z]+(?:_[a-z]+)*(?:\.\w+)?[\"']?\s*:\s*\S.*$")
_ARGUMENT = lazy(
    rf"(?:(?<![\w-])-c[\"',\s]*\s[\"']?|(?<![\w-])-c|\s--|^\s*-\s+[\"']?)(?P<name>{_NAMES})=(?P<value>{_PLAIN})"
)
_FLAG = lazy(r"\s*-\s+[\"']?(?:-c|-N|-B|postgres|docker-entrypoint\.sh|-?\w+(?:\.\w+)?=\S*)[\"']?\s*$")
_ROW = lazy(rf"\s*+(?:[|│]\s*+)?[`*]*(?:{_NAMES})[`*]*\s*[|│]")
_UNIT = lazy(r"(?:\d*kB|\d*MB|B|ms|s|min)\Z")
_SOURCE = lazy(
    r"(?:default|configuration file|override|command line|environment variable|database|user|client|session)\Z"
)
_REMARK = lazy(r"[A-Z][a-z]+\b.* .*\Z")


def _pair(line: str) -> list[_Told]:
    match = _PAIR.match(line)
    found = [match] if match else _PACKED.finditer(line)
    return [(each["name"], each["value"], None) for each in found]


_OPTION = lazy(
    rf"[\"'{{\s,](?:option|(?:parameter_)?name|ParameterName)[\"']?\s*[:=]\s*[\"']?(?P<name>{_NAMES})[\"']?\s*,"
    rf"\s*[\"']?(?:value|setting|ParameterValue|current_setting)[\"']?\s*[:=]\s*[\"']?(?P<value>{_PLAIN})[\"']?"
    r"(?:\s*,\s*[\"']?unit[\"']?\s*[:=]\s*[\"']?(?P<unit>\d{0,2}(?:kB|MB|B|ms|s|min))[\"']?)?\s*[,}]",
    re.IGNORECASE,
)
"""Name and value of one object in one line."""
_ENVIRONMENT = lazy(
    rf"\s*+(?:-\s++)?(?:export\s++)?[\"']?(?:POSTGRESQL|POSTGRES|PG)_(?P<name>{'|'.join(sorted(n.upper() for n in KNOWN if '_' in n))})[\"']?"
    rf"\s*[:=]\s*[\"']?(?P<value>{_PLAIN})[\"']?\s*$"
)


def _options(line: str) -> list[_Told]:
    found = [(m["name"].lower(), m["value"], m["unit"]) for m in _OPTION.finditer(line[:20_000])]
    if not found and (match := _ENVIRONMENT.match(line)):
        found = [(match["name"].lower(), match["value"], None)]
    return found


def _arguments(line: str) -> list[_Told]:
    return [(match["name"], match["value"], None) for match in _ARGUMENT.finditer(line)]


def _row(line: str) -> list[_Told]:
    if not _ROW.match(line):
        return []
    cells = [cell.strip("`* ") for cell in cells_of(line)]
    if (
        len(cells) < 2
        or not cells[1]
        or not all(not cell or _UNIT.match(cell) or _SOURCE.match(cell) or _REMARK.match(cell) for cell in cells[2:])
    ):
        return []
    return [(cells[0], cells[1], next((cell for cell in cells[2:] if _UNIT.match(cell)), None))]


def _extent(
    told: Callable[[str], list[_Told]], between: re.Pattern[str] | None
) -> Callable[..., tuple[int, int] | None]:
    def extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
        end = run_while(
            lines, start, lambda line: prompt_of(line) is None and (told(line) or (between and between.match(line)))
        )
        while end > start and not told(lines[end - 1]):
            end -= 1
        names = {name for line in lines[start:end] for name, _, _ in told(line)}
        return (start, end) if names - _GENERAL else None

    return extent


def _lines(output: Output, told: Callable[[str], list[_Told]]) -> Iterator[tuple[int, _Told]]:
    for index, line in enumerate(output.lines):
        yield from ((index, found) for found in told(line))


def _reader(told: Callable[[str], list[_Told]], source: str) -> Callable[[Output], Reading]:
    def read(output: Output) -> Reading:
        reading = Reading()
        settings: dict[str, Row] = {}
        for index, (name, text, unit) in _lines(output, told):
            reading.used.append(output.span(index))
            found = amount(name, text, unit)
            if name.startswith("server_version"):
                continue
            if found is None:
                reading.refusals.append(Refusal(output.span(index), f"{name}: the unit of `{text[:40]}` is not told"))
                continue
            values: dict[str, str | float] = {"name": name, "text": found.text, "unit": found.unit}
            if source:
                values["source"] = source
            if found.number is not None:
                values["number"] = found.number
            settings.pop(name, None)
            settings[name] = Row("postgres-setting", values, output.span(index))
        reading.rows.extend(settings.values())
        return reading

    return read


_ALTER = rf"ALTER\s+SYSTEM\s+SET\s+(?P<name>{_NAMES})\s*+(?:=|\bTO\b)\s*+'?(?P<value>[-+\w.]++)'?\s*+;?\s*$"
_ALTER_LINE = lazy(rf"\s*+(?:\S{{0,60}}?[=#>]\s++)?{_ALTER}", re.IGNORECASE)
_ALTERED = lazy(r"\s*ALTER SYSTEM\s*$")


def _altered(line: str) -> list[_Told]:
    match = _ALTER_LINE.match(line)
    return [(match["name"].lower(), match["value"], None)] if match else []


def _altered_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """Only what the server has answered: a statement alone may be somebody's proposal."""
    if _altered(command) and _ALTERED.match(lines[start]):
        return start, start + 1
    if _altered(lines[start]) and start + 1 < len(lines) and _ALTERED.match(lines[start + 1]):
        return start, start + 2
    return None


def _read_altered(output: Output) -> Reading:
    if _ALTERED.match(output.lines[0]):
        # the statement stands at the prompt
        output = output._replace(lines=[output.command.strip(), *output.lines], first=output.first - 1)
    return _reader(_altered, "configuration file")(output)


HINTS = (
    "ALTER SYSTEM", "alter system", "POSTGRESQL_", "POSTGRES_", "PG_SHARED",
    "shared_", "work_mem", "wal_", "checkpoint_", "autovacuum_", "effective_", "synchronous_", "huge_pages", "page_cost",
    "bgwriter", "default_statistics", "max_worker_processes", "max_parallel", "log_",
)  # fmt: skip
READERS = (
    Reader(
        "postgres-arguments",
        lazy(rf".{{0,400}}?{_ARGUMENT.pattern}"),
        _extent(_arguments, _FLAG),
        _reader(_arguments, "command line"),
        of_no_use=(("flag", _FLAG),),
    ),
    Reader(
        "postgres-manifest",
        lazy(rf"\s*+(?:-\s++)?[\"']?(?:{_NAMES})[\"']?\s*:|.{{0,4000}}?[{{,]\s*\"(?:{_NAMES})\"\s*:"),
        _extent(_pair, _KEY),
        _reader(_pair, "configuration file"),
        of_no_use=(("another key", _KEY),),
    ),
    Reader(
        "postgres-options",
        lazy(rf"{unnamed(_ENVIRONMENT).pattern}|.{{0,4000}}?{unnamed(_OPTION).pattern}", re.IGNORECASE),
        _extent(_options, _FLAG),
        _reader(_options, "configuration file"),
        of_no_use=(("flag", _FLAG),),
    ),
    Reader("postgres-alter-system", _ALTER_LINE, _altered_extent, _read_altered, of_no_use=(("answer", _ALTERED),)),
    Reader(
        "postgres-alter-system",
        None,
        _altered_extent,
        _read_altered,
        lazy(_ALTER, re.IGNORECASE),
        of_no_use=(("answer", _ALTERED),),
    ),
    Reader("postgres-setting-rows", _ROW, _extent(_row, FOOT), _reader(_row, ""), of_no_use=(("foot", FOOT),)),
)
