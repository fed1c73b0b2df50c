"""Views of MySQL and Oracle that are shown often: replicas, files, redo logs, hidden parameters.

Only the hidden parameters of Oracle give rows; the others are recognised and named.

Samples::

    >>> from facts.readers import show
    >>> show('''KSPPINM                        KSPPSTVL   KSPPDESC
    ... ------------------------------ ---------- ----------------------------------------
    ... _enable_NUMA_support           FALSE      Enable NUMA support and optimizations
    ... _in_memory_undo                TRUE       Make in memory undo for top level transactions
    ... ''')
    oracle-hidden-parameters lines 1-4 read
      oracle-instance: instance= numa-support=no (3-3)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from facts.account import is_ruling
from facts.kit import Line, Lines, Table, Values, column, never, one_of, text, unused, within
from facts.patterns import lazy
from facts.reading import Extent, Output, Reader, Reading, Row, prompt_of
from facts.units import integer, number

_FOOT = (("foot", lazy(r"\s*(?:\d+ rows? (?:in set|selected)|Empty set)\b")),)
_SELECTED = (("foot", lazy(r"\s*\d+ rows? selected")),)
_STARS = r"\s*\*{10,} \d+\. row \*{10,}"
_NUMA = one_of({"TRUE": "yes", "FALSE": "no"})
_FILE = lazy(r"([/+]\S+)\Z")
_HIDDEN = lazy(r"_{1,2}[A-Za-z]\w+\Z")


def _hidden(line: Line) -> Values | str | None:
    name, value = str(line.values.get("name", "")), str(line.values.get("value", ""))
    if not _HIDDEN.match(name):
        return None
    if name.lower() != "_enable_numa_support":
        return "another parameter"
    return None if (numa := _NUMA(value)) is None else {"instance": "", "numa-support": numa}


def _bare(values: Values, command: str) -> Values | str:
    numa = _NUMA(str(values.get("value", ""))) if str(values["name"]).lower() == "_enable_numa_support" else None
    return "another parameter" if numa is None else {"instance": "", "numa-support": numa}


_BARE = lazy(r"(?!(?i:_enable_numa_support)\t(?!(?i:TRUE|FALSE)\t))(?P<name>_{1,2}[A-Za-z]\w+)\t(?P<value>[^\t]*)\t\S")
_REPLICA = lazy(
    r"\s*(?:(?:Slave|Replica|Master|Source|Relay|Replicate|Last|Exec|Read|Seconds|Until|Skip|Auto|Retrieved|Executed|Channel|Connect|Gtid"
    r"|Using|Parallel|Get|Network|SQL)_\w{2,40}): ?"
)
_REPLICAS = (
    column("state", "Slave_IO_State", "Replica_IO_State"), column("host", "Master_Host", "Source_Host"),
    unused("Connection_name", "Slave_SQL_State"),
)  # fmt: skip
_FILES = (
    column("file", "FILE_NAME", parse=within(_FILE, text)), column("bytes", "BYTES", parse=number),
    unused("TABLESPACE_NAME", "FILE_ID", "BLOCKS", "STATUS", "AUTOEXTENSIBLE", "AUT", "MAXBYTES", "ONLINE_", "RELATIVE_FNO", "INCREMENT_BY"),
)  # fmt: skip
_LOGS = (
    column("group", "GROUP#", parse=integer),
    unused("THREAD#", "SEQUENCE#", "BYTES", "BLOCKSIZE", "MEMBERS", "ARC", "ARCHIVED", "STATUS", "FIRST_CHANGE#", "FIRST_TIM"),
    unused("FIRST_TIME", "NEXT_CHANGE#", "NEXT_TIME", "CON_ID", "MB", "SIZE_MB", "TYPE", "MEMBER", "IS_", "IS_RECOVERY_DEST_FILE"),
)  # fmt: skip
_HISTORY = (
    column("sequence", "SEQUENCE#", parse=integer), column("first", "FIRST_TIM", "FIRST_TIME"),
    unused("RECID", "STAMP", "THREAD#", "FIRST_CHANGE#", "NEXT_CHANGE#", "NEXT_TIME", "NEXT_TIM", "RESETLOGS_CHANGE#", "RESETLOGS"),
    unused("RESETLOGS_TIME", "CON_ID", "APPLIED", "ARC", "ARCHIVED", "DEST_ID", "DEL", "DELETED", "STATUS"),
)  # fmt: skip
_AREA = (
    column("limit", "SPACE_LIMIT"), column("used", "SPACE_USED", parse=number), unused("NAME"),
    unused("SPACE_RECLAIMABLE", "NUMBER_OF_FILES", "CON_ID"),
)  # fmt: skip
_AREA_USE = lazy(
    r"\s*(?:FILE_TYPE\s+PERCENT_SPACE_USED\b|[A-Z]+(?: [A-Z]+){0,2}\s+\d*\.?\d+\s+\d*\.?\d+\s+\d+(?:\s+\d+)?\s*$)"
)
_PARAMETERS = (
    column("name", "KSPPINM", "PARAMETER", "Parameter"),
    column("value", "KSPPSTVL", "VALUE", "Value", "INSTANCE_VALUE", "SESSION_VALUE", "SESSION"),
    unused("KSPPDESC", "DESCRIPTION", "Description", "DEFLT", "ISDEFAULT", "IS_DEFAULT", "TYPE", "KSPPSTDF"),
)  # fmt: skip


def _area(line: Line) -> Values | str | None:
    """A long name wraps, and stands on a line of its own."""
    limit = str(line.values.get("limit", ""))
    if limit.startswith(("/", "+")):
        return "name of the area"
    return line.values if "used" in line.values and number(limit) is not None else None


def _only_hidden(table: Table) -> Extent:
    """Where the headings are those of every list of parameters, all names must be hidden ones."""

    def extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
        found = table.extent(lines, start, command)
        names = (
            [line.split()[0] for line in lines[start + 1 : found[1]] if line.strip() and not is_ruling(line)]
            if found
            else []
        )
        return found if names and all(_HIDDEN.match(name) for name in names) else None

    return extent


_WRAPPED_HEAD = lazy(r"\s*KSPP\w+\s*$")


def _wrapped_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """Where SQL*Plus wraps, each heading stands on a line of its own, and so does each value."""
    if not _WRAPPED_HEAD.match(lines[start]) or not any(
        _WRAPPED_HEAD.match(line) for line in lines[start + 2 : start + 3]
    ):
        return None
    end = start
    for index in range(start, len(lines)):
        line = lines[index]
        if prompt_of(line) is not None or (
            not line.strip() and not any(text.strip() for text in lines[index + 1 : index + 2])
        ):
            break
        end = index + 1 if line.strip() else end
    return start, end


def _read_wrapped(output: Output) -> Reading:
    reading = Reading()
    for index, line in enumerate(output.lines[:-1]):
        if _HIDDEN.match(line.strip()):
            pair = output.span(index, index + 1)
            values: Values = {"name": line.strip(), "value": output.lines[index + 1].strip()}
            made = _hidden(Line(values, {}, ""))
            if made is None:
                continue
            if isinstance(made, str):
                reading.pass_over(made, pair)
            else:
                reading.rows.append(Row("oracle-instance", made, pair))
                reading.used.append(pair)
    return reading


_NAMED = Table(
    "oracle-hidden-parameters", "oracle-instance",
    (column("name", "NAME", "Name", "PARAM"), column("value", "VALUE", "Value"),
     unused("DEFLT", "DESCRIPTION", "DEFAULT", "ISDEFAULT", "TYPE")),
    ("value",), rest=True, row=_hidden, covers=never, of_no_use=_SELECTED,
)  # fmt: skip
HINTS = (
    "_IO_State",
    ". row *",
    "KSPPINM",
    "_enable_",
    "arameter",
    "PARAMETER",
    "GROUP#",
    "RECID",
    "SPACE_",
    "SEQUENCE#",
    "FILE_NAME",
)
_STOPPED_REPLICA = lazy(
    r"_(?:IO|SQL)_Running: (?!Yes\b)\S|\bLast_(?:(?:IO|SQL)_)?(?:Error: \S|Errno: [1-9])|\bSeconds_Behind_\w+: NULL"
)
_HEALTHY = {"running": ("yes",), "errno": ("0", ""), "error": ("",)}


def _stopped(lines: Sequence[str]) -> Iterator[int]:
    """Rows of a table that tell of a replica that does not run, or of its error."""
    names: list[str] = []
    for index, line in enumerate(lines):
        cells = [cell.strip() for cell in re.split(r"\t|\|", line)]
        if any(name in cells for name in ("Slave_IO_Running", "Replica_IO_Running")):
            names = cells
        elif len(cells) == len(names):
            for name, cell in zip(names, cells, strict=True):
                healthy = _HEALTHY.get(name.rpartition("_")[2].lower())
                if healthy is not None and cell.lower() not in healthy:
                    yield index
                    break


BEFORE = ("oracle_parameters", "mysql_variables")
READERS = (
    *(
        Table("mysql-replica-status", "", _REPLICAS, ("host",), any_order=True, divider=divider, of_no_use=_FOOT)
        .reader()
        ._replace(together=_stopped)
        for divider in ("|", "\t")
    ),
    Lines("mysql-replica-status", "", _REPLICA, of_no_use=(("row", lazy(_STARS)), *_FOOT)).reader()._replace(
        faults=_STOPPED_REPLICA
    ),
    Table("oracle-hidden-parameters", "oracle-instance", _PARAMETERS, ("value",), rest=True, row=_hidden, covers=never,
          of_no_use=_SELECTED).reader(),
    Reader("oracle-hidden-parameters", _WRAPPED_HEAD, _wrapped_extent, _read_wrapped,
           of_no_use=(("heading", _WRAPPED_HEAD), *_SELECTED)),
    _NAMED.reader()._replace(extent=_only_hidden(_NAMED)),
    Lines("oracle-hidden-parameters", "oracle-instance", _BARE, row=_bare).reader(),
    Table("oracle-data-files", "", _FILES, ("bytes",), any_order=True, rest=True, of_no_use=_SELECTED).reader(),
    Table("oracle-redo-logs", "", _LOGS, align=True, of_no_use=_SELECTED).reader(),
    Table("oracle-log-history", "", _HISTORY, ("first",), True, align=True, of_no_use=_SELECTED).reader(),
    Table("oracle-recovery-area", "", _AREA, ("limit", "used"), True, align=True, row=_area,
          of_no_use=(*_SELECTED, ("name", lazy(r"\s*[/+]\S+\s*$")))).reader(),
    Lines("oracle-recovery-area-use", "", _AREA_USE, first=lazy(r"\s*FILE_TYPE\s+PERCENT_SPACE_USED\b"),
          of_no_use=(("ruling", lazy(r"\s*-[\s-]*$")), *_SELECTED)).reader(),
)  # fmt: skip
