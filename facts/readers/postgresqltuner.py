"""Tuning scripts of PostgreSQL: ``postgresqltuner.pl``, ``timescaledb-tune`` and pgtune, for settings in force and the host's memory.

The first says whether the settings add up to more memory than the host has; a section without its heading is known by the
brackets and the words of its lines. Of the second only what stands below ``Current:`` is in force, and what stands there behind
a ``#`` at its default. What either of them advises tells nothing. pgtune writes above its settings which memory it was told of.

Samples::

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

    >>> show('''Recommendations based on 62.75 GB of available memory and 16 CPUs for PostgreSQL 14
    ... Memory settings recommendations
    ... Current:
    ... shared_buffers = 128MB
    ... #work_mem = 4MB
    ... Recommended:
    ... shared_buffers = 16064MB
    ... work_mem = 10281kB
    ... ''')
    timescaledb-tune lines 1-8 read
      system: ram-bytes=67377299456 (1-1)
      postgres-setting: name=shared_buffers number=134217728 source=configuration file text=128MB unit=bytes (4-4)
      postgres-setting: name=work_mem number=4194304 source=default text=4MB unit=bytes (5-5)
"""

from __future__ import annotations

from dataclasses import replace

from facts.kit import extent_of
from facts.patterns import lazy, unnamed
from facts.postgres import KNOWN, amount
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
    r"|checkpoint_completion_target\b|fsync is |PostgreSQL maximum memory|max memory\+effective|Max possible memory usage for PostgreSQL"
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
_WITH_ESTIMATE = lazy(rf"{_MARK}\s++max memory\+effective_cache_size is (?P<percent>\d[\d.]*)% of total RAM")
"""The planner's estimate is no demand; what is beyond all of the memory for it is."""
_BUFFERS_SHARE = lazy(rf"{_MARK}\s++shared_buffers? represents? (?P<percent>\d[\d.]*)% of (?:total|system) RAM")
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
    total = 0.0
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
        elif (match := _WITH_ESTIMATE.match(line)) and demand is None and (percent := number(match["percent"])):
            demand = max(0.0, percent - 100), index
        elif total and "shared_buffers" not in known and (match := _BUFFERS_SHARE.match(line)):
            share = f"{(number(match['percent']) or 0.0) / 100 * total / 1024:.0f}"
            if (row := _row(output, index, "shared_buffers", {"size": share, "unit": "kB"})) is not None:
                reading.rows.append(replace(row, inferred=True))
        elif (match := _MORE.match(line)) and demand is None:
            demand = (100.0 if match["percent"].startswith("system") else float(match["percent"][:2])), index
    if demand is not None:
        values: dict[str, Value | bool] = {"output": output.label, "of-memory-percent": demand[0]}
        reading.rows.append(Row("postgres-memory-demand", values, output.span(demand[1])))
    return reading


_TUNE_START = lazy(
    r"\s*(?:Recommendations based on \d|(?:Memory|Parallelism|WAL|Background writer|Miscellaneous) settings recommendations\s*$)"
)
_TUNE_MEMORY = lazy(r"\s*Recommendations based on (?P<size>\d[\d.]*) (?P<unit>[kKMGT]B) of available memory")
_TUNE_SETTING = lazy(r"\s*(?P<off>#?)\s?(?P<name>[a-z_]{3,60})\s*=\s*'?(?P<value>[-+\w.]{1,40})'?\s*(?:#.*)?$")
_TUNE_OTHER = lazy(
    r"\s*(?:Is this (?:okay|correct)\?|success: |error: |MISSING|Current:|Recommended:|exiting|Saving changes|Writing "
    r"|\w.{0,60} settings recommendations)"
)


def _read_tune(output: Output) -> Reading:
    reading = Reading()
    current = False
    for index, line in enumerate(output.lines):
        if (match := _TUNE_MEMORY.match(line)) and (size := number(match["size"])):
            total = size * 1024.0 ** _POWERS.index(match["unit"][0].upper())
            reading.rows.append(Row("system", {"ram-bytes": total}, output.span(index)))
        elif not (match := _TUNE_SETTING.match(line)):
            current = line.strip() == "Current:"
        elif current and match["name"] in KNOWN and (found := _row(output, index, match["name"], match.groupdict())):
            reading.used.append(output.span(index))
            source = "default" if match["off"] else "configuration file"
            reading.rows.append(replace(found, values={**found.values, "source": source}, inferred=bool(match["off"])))
        else:
            reading.pass_over("advice", output.span(index))
    return reading


_PGTUNE = lazy(
    r"\s*# (?:DB Version: |OS Type: |DB Type: |Total Memory \(RAM\): |CPUs num: |Connections num: |Data Storage: |WARNING$|this tool )"
)
_PGTUNE_MEMORY = lazy(r"\s*# Total Memory \(RAM\): (?P<size>\d{1,6}) (?P<unit>[kKMGT]B)\s*$")


def _read_pgtune(output: Output) -> Reading:
    reading = Reading()
    for index, match in output.matches(_PGTUNE_MEMORY):
        total = float(match["size"]) * 1024.0 ** _POWERS.index(match["unit"][0].upper())
        reading.rows.append(Row("system", {"ram-bytes": total}, output.span(index), inferred=True))
        reading.used.append(output.span(index))
    return reading


HINTS = (
    "Total Memory (RAM)",
    "Recommendations based on",
    "settings recommendations",
    "configured work_mem",
    "[INFO]",
    "[BAD]",
    "[MEDIUM]",
    "[URGENT]",
    "[WARN]",
)
READERS = (
    Reader(
        "postgresqltuner",
        _LINE,
        extent_of(_LINE, tells=(_OURS,)),
        _read,
        of_no_use=(("another line of the report", _LINE),),
    ),
    Reader(
        "pgtune", _PGTUNE, extent_of(_PGTUNE, tells=(_PGTUNE_MEMORY,)), _read_pgtune, of_no_use=(("heading", _PGTUNE),)
    ),
    Reader(
        "timescaledb-tune",
        _TUNE_START,
        extent_of(
            lazy(rf"{_TUNE_START.pattern}|{unnamed(_TUNE_SETTING).pattern}|{_TUNE_OTHER.pattern}"),
            tells=(_TUNE_START,),
            blanks=1,
        ),
        _read_tune,
        of_no_use=(("another line", _TUNE_OTHER),),
    ),
)
