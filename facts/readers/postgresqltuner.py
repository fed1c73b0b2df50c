"""``postgresqltuner.pl``: settings of a PostgreSQL server, and whether they add up to more memory than the host has.

The report is paste by paste: a section without its heading is known by the brackets and the words of its lines. What it
advises is not in force and tells nothing.

Sample::

    >>> from facts.readers import show
    >>> show('''-----  Memory usage  -----
    ... [INFO]    configured work_mem: 32.00 MB
    ... [INFO]    shared_buffers: 12.00 GB
    ... [INFO]    Max memory usage :
    ...           shared_buffers (12.00 GB)
    ...         + max_connections * work_mem * average_work_mem_buffers_per_connection (800 * 32.00 MB * 150 / 100 = 37.50 GB)
    ...         = 55.50 GB
    ... [BAD]     Max possible memory usage for PostgreSQL is more than system total RAM. Add more RAM or reduce PostgreSQL memory
    ... ''')
    postgresqltuner lines 1-8 read
      postgres-setting: name=work_mem number=33554432 text=32MB unit=bytes (2-2)
      postgres-setting: name=shared_buffers number=12884901888 text=12GB unit=bytes (3-3)
      postgres-setting: name=max_connections number=800 text=800 unit=none (6-6)
      postgres-memory-demand: of-memory-percent=100 output=input:1 (8-8)
"""

from __future__ import annotations

from facts.kit import extent_of
from facts.patterns import lazy
from facts.postgres import amount
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.units import number

_MARK = r"\s*`?\[(?:INFO|OK|WARN|BAD|UNKNOWN|URGENT|MEDIUM|LOW)\]"
_LINE = lazy(
    rf"{_MARK} |\s*(?:={{5}}  [A-Z].{{1,60}}  ={{5}}|-{{5}}  \w.{{0,60}}  -{{5}})\s*$|\s+(?:\+ )?\w[\w *]{{2,90}} \(.{{1,90}}\)\s*$"
    r"|\s+= \d[\d.]* [kKMGT]?B\s*$"
)
_OURS = lazy(
    rf"{_MARK}\s++(?:configured work_mem:|shared_buffers?\b|maintenance_work_mem\b|max_connections:|effective_cache_size:"
    r"|checkpoint_completion_target\b|fsync is |PostgreSQL maximum memory|Max possible memory usage for PostgreSQL"
    r"|Your checkpoint completion target|Max memory usage :|.{0,80}\bpg_stat_statements\b|OS total memory:|total work_mem \()"
)
_SIZE = r"(?P<size>\d[\d.]*) ?(?P<unit>[kKMGT]?B)\b"
_SETTINGS = (
    ("work_mem", lazy(rf"{_MARK}\s++configured work_mem: {_SIZE}")),
    ("shared_buffers", lazy(rf"{_MARK}\s++shared_buffers: {_SIZE}")),
    ("maintenance_work_mem", lazy(rf"{_MARK}\s++maintenance_work_mem ?[=:] ?{_SIZE}")),
    ("effective_cache_size", lazy(rf"{_MARK}\s++effective_cache_size: {_SIZE}")),
    ("max_connections", lazy(rf"{_MARK}\s++max_connections: (?P<value>\d+)")),
    ("max_connections", lazy(r"\s*\+? ?max_connections \* work_mem \* \w+ \((?P<value>\d+) \* ")),
    ("checkpoint_completion_target", lazy(rf"{_MARK}\s++checkpoint_completion_target ?\((?P<value>0\.\d+)\)")),
    ("fsync", lazy(rf"{_MARK}\s++fsync is (?P<value>on|off)\b")),
)
_MEMORY = lazy(rf"{_MARK}\s++OS total memory: {_SIZE}")
_SHARE = lazy(rf"{_MARK}\s++PostgreSQL maximum memory usage: (?P<percent>\d[\d.]*)% of system RAM")
_MORE = lazy(
    r"\s*`?\[BAD\]\s++Max possible memory usage for PostgreSQL is more than (?P<percent>system total RAM|\d\d% of)"
)
_POWERS = "BKMGT"


def _row(output: Output, index: int, name: str, found: dict[str, str]) -> Row | None:
    text = found["value"] if "value" in found else f"{float(found['size']):g}{found['unit'].replace('K', 'k')}"
    value = amount(name, text)
    if value is None:
        return None
    values: dict[str, Value | bool] = {"name": name, "text": value.text, "unit": value.unit}
    if value.number is not None:
        values["number"] = value.number
    return Row("postgres-setting", values, output.span(index))


def _read(output: Output) -> Reading:
    reading = Reading()
    known: set[str] = set()
    demand: tuple[float, int] | None = None
    for index, line in enumerate(output.lines):
        for name, pattern in _SETTINGS:
            match = pattern.match(line)
            if match and name not in known and (row := _row(output, index, name, match.groupdict())) is not None:
                known.add(name)
                reading.rows.append(row)
                break
        if (match := _MEMORY.match(line)) and (size := number(match["size"])):
            total = size * 1024.0 ** _POWERS.index(match["unit"][0].upper())
            reading.rows.append(Row("system", {"ram-bytes": total}, output.span(index)))
        elif (match := _SHARE.match(line)) and (percent := number(match["percent"])):
            demand = percent, index
        elif (match := _MORE.match(line)) and demand is None:
            demand = (100.0 if match["percent"].startswith("system") else float(match["percent"][:2])), index
    if demand is not None:
        values: dict[str, Value | bool] = {"output": output.label, "of-memory-percent": demand[0]}
        reading.rows.append(Row("postgres-memory-demand", values, output.span(demand[1])))
    return reading


HINTS = ("configured work_mem", "[INFO]", "[BAD]", "[MEDIUM]", "[URGENT]", "[WARN]")
READERS = (
    Reader(
        "postgresqltuner",
        _LINE,
        extent_of(_LINE, tells=(_OURS,)),
        _read,
        of_no_use=(("another line of the report", _LINE),),
    ),
)
