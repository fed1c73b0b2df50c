"""PostgreSQL's settings where no table and no file of its own shows them: manifests, command lines, rows without heading.

Patroni, CloudNativePG, Zalando's operator and Helm charts name them below ``parameters:``; docker and compose start the
server with ``-c name=value``, and Bitnami's image takes ``POSTGRESQL_NAME=value``. Ansible, the parameters of AWS and
JSON rows tell name and value apart, as ``option``, ``ParameterName`` or ``name`` and ``value`` or ``setting``. Of ``SHOW ALL`` or
``pg_settings`` often only the rows are pasted: name, value and a unit, a source or a description, between bars, tabs or
blanks. Name and value also stand below each other, as AWS, gcloud and Terraform write them. A row with a second value (old and
new) tells nothing of what is in force and is not taken. In a sentence of a note or of a change (``shared_buffers is 128MB``,
``from 128MB to 8GB``) the value that is in force counts, and no advice.

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

    >>> show('''            "ParameterName": "shared_buffers",
    ...             "ParameterValue": "16384",
    ... ''')
    postgres-options lines 1-2 read
      postgres-setting: name=shared_buffers number=134217728 source=configuration file text=128MB unit=bytes (2-2)

    >>> show('''Name            Value  DefaultValue  Source
    ... --------------  -----  ------------  --------------
    ... shared_buffers  16384  16384         system-default
    ... ''')
    postgres-setting-rows lines 1-3 read
      postgres-setting: name=shared_buffers number=134217728 text=128MB unit=bytes (3-3)

    >>> show('''The container runs with shared_buffers 128 MB, and work_mem is still 4MB.
    ... work_mem should be 64MB.
    ... ''')
    postgres-prose lines 1-1 read
      postgres-setting: name=shared_buffers number=134217728 text=128MB unit=bytes (1-1)
      postgres-setting: name=work_mem number=4194304 text=4MB unit=bytes (1-1)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from facts.kit import run_while
from facts.patterns import lazy, unnamed
from facts.postgres import AMBIGUOUS, KNOWN, amount
from facts.readers._psql import FOOT, RULE, cells_of
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
    r"(?:default|configuration file|override|command line|environment variable|database|user|client|session"
    r"|engine-default|system|system-default|user-override|(?i:true|false|dynamic|static|postmaster|sighup|superuser|backend))\Z"
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


_GRID_HEAD = lazy(
    r"[\s\"]*+(?:parameter_?|setting_?)?name\"?+(?=[\t ,])[\s,]*+\"?(?:(?:current_?)?(?:setting|value)|parameter_?value)\b",
    re.IGNORECASE,
)
_GRID_ROW = lazy(rf"\s*+(?:{_NAMES})(?=\t| {{2}})\s++\S")
_GRID_RULE = lazy(r"\s*+-{3,}+(?:[\t ]++-{3,}+)+\s*+$")
_GAP = lazy(r"\t| {2,}")


def _grid_row(line: str) -> list[_Told]:
    """A row whose cells stand apart by tabs or blanks, as grids and the tools of Azure print them."""
    cells = [cell.strip() for cell in _GAP.split(line.strip())] if _GRID_ROW.match(line) else []
    if len(cells) < 2 or not re.fullmatch(_PLAIN, cells[1]):
        return []
    unit = next((cell for cell in cells[2:] if _UNIT.match(cell)), None)
    cloud = any(cell.startswith(("system-default", "user-override")) for cell in cells[2:])
    return [(cells[0], cells[1], "MB" if unit is None and cloud and cells[0] in AMBIGUOUS else unit)]


def _grid_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    headed = _GRID_HEAD.match(lines[start]) is not None
    first = start + headed
    first += first < len(lines) and _GRID_RULE.match(lines[first]) is not None
    end = run_while(lines, first, lambda line: prompt_of(line) is None and _grid_row(line))
    rows = [_GAP.split(line.strip()) for line in lines[first:end]]
    # without a heading a second value could be the one that somebody proposes
    plain = all(
        not cell or _UNIT.match(cell) or _SOURCE.match(cell) or _REMARK.match(cell) for row in rows for cell in row[2:]
    )
    known = {row[0] for row in rows} - _GENERAL
    return (start, end) if known and (headed or (plain and len(rows) > 1)) else None


_NAMED = lazy(
    rf"\s*+(?:-\s++)?[\"']?(?:option|(?:parameter_?)?name)[\"']?\s*[:=]\s*[\"']?(?P<name>{_NAMES})[\"']?\s*+,?\s*+$",
    re.IGNORECASE,
)
_VALUED = lazy(
    rf"\s*+[\"']?(?:(?:parameter_?|current_?)?value|(?:current_?)?setting)[\"']?\s*[:=]\s*[\"']?(?P<value>{_PLAIN})[\"']?\s*+,?\s*+$",
    re.IGNORECASE,
)
_OF_RECORD = lazy(
    r"\s*(?:-\s+)?[\"']?(?:[A-Za-z][\w-]*[\"']?\s*:|(?:name|value|apply_method)\s*=)\s*\S.*$|\s*[\]\[{}]+,?\s*$|\s*\w+(?:\s+\"[^\"]*\")*\s*\{\s*$"
)


def _record_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run_while(lines, start, lambda line: prompt_of(line) is None and _OF_RECORD.match(line))
    found = [index for index, _ in _records(lines[start:end])]
    return (start, start + found[-1] + 1) if found else None


def _records(lines: Sequence[str]) -> Iterator[tuple[int, _Told]]:
    """Name and value of one object below each other, in JSON, YAML or Terraform's words."""
    name = ""
    for index, line in enumerate(lines):
        if match := _NAMED.match(line):
            name = match["name"]
        elif name and (match := _VALUED.match(line)):
            yield index, (name, match["value"], "MB" if name in AMBIGUOUS and match["value"].isdecimal() else None)
            name = ""
        elif "}" in line:
            name = ""


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


def _lines(output: Output, told: Callable[[str], list[_Told]] | None) -> Iterator[tuple[int, _Told]]:
    if told is None:
        yield from _records(output.lines)
        return
    for index, line in enumerate(output.lines):
        yield from ((index, found) for found in told(line))


def _reader(told: Callable[[str], list[_Told]] | None, source: str) -> Callable[[Output], Reading]:
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


_SIZED = "shared_buffers|work_mem|maintenance_work_mem|effective_cache_size|wal_buffers|max_wal_size|min_wal_size|temp_buffers"
_STATED = lazy(
    rf"(?<![\w.$#:-])[`*\"']{{0,3}}(?P<name>{_SIZED})[`*\"']{{0,3}} ?"
    r"(?:[=:(] ?|(?:is|was|are|at|of|from|currently|still|only|just|set to) ){0,3}"
    r"[`*\"']{0,3}(?P<value>\d{1,9}) ?(?P<unit>[kMGT]i?B)\b"
)
_ADVICE = lazy(
    r".*\b(?:should|recommend|suggest|try|consider|would|could|might|must|ideal|e\.g|example|instead|rule of thumb"
    r"|set (?!to)|setting|defaults? (?:is|are|to|of|value)"
    r"|(?:increase|raise|bump|reduce|lower|change|tune)[ds]?\b(?!.{1,60}\bfrom\b))",
    re.IGNORECASE,
)
_PROSE = lazy(
    rf"(?=.{{0,400}}?\b(?:{_SIZED})\b)(?!\s*+(?:[\[(]?\d{{2,4}}[-:/]\d\d|[+#;{{]"
    r"|-?\s*+[\"']?\w++[\"']?\s*+[=:]\s*+\S++\s*+(?:#.*)?$))[^|│]*$"
)
"""No line of a log, of a file of settings or of what a change puts in."""
_LONGEST_PROSE = 1000


def _prose(line: str) -> list[_Told]:
    if len(line) > _LONGEST_PROSE or not _PROSE.match(line) or _ADVICE.match(line):
        return []
    return [(match["name"], match["value"] + match["unit"].replace("i", ""), None) for match in _STATED.finditer(line)]


HINTS = (
    "ALTER SYSTEM", "alter system", "POSTGRESQL_", "POSTGRES_", "PG_SHARED",
    "shared_", "work_mem", "wal_", "checkpoint_", "autovacuum_", "effective_", "synchronous_", "huge_pages", "page_cost",
    "bgwriter", "default_statistics", "max_worker_processes", "max_parallel", "log_",
)  # fmt: skip
BEFORE = ("lsattr",)
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
    Reader(
        "postgres-setting-rows",
        _ROW,
        _extent(_row, lazy(rf"{FOOT.pattern}|{RULE.pattern}")),
        _reader(_row, ""),
        of_no_use=(("border or foot", lazy(rf"{FOOT.pattern}|{RULE.pattern}")),),
    ),
    Reader(
        "postgres-setting-rows",
        lazy(rf"{_GRID_ROW.pattern}|{_GRID_HEAD.pattern}", re.IGNORECASE),
        _grid_extent,
        _reader(_grid_row, ""),
        of_no_use=(("heading", _GRID_HEAD), ("heading", _GRID_RULE)),
    ),
    Reader(
        "postgres-options",
        lazy(unnamed(_NAMED).pattern, re.IGNORECASE),
        _record_extent,
        _reader(None, "configuration file"),
        of_no_use=(("another key", _OF_RECORD),),
    ),
    Reader("postgres-prose", _PROSE, _extent(_prose, None), _reader(_prose, ""), of_no_use=()),
)
