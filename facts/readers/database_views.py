"""Views of MySQL and Oracle that are shown often: sessions, replication, files, redo logs, hidden parameters.

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

    >>> show('''+----+------+-----------+------+---------+------+----------+------------------+
    ... | Id | User | Host      | db   | Command | Time | State    | Info             |
    ... +----+------+-----------+------+---------+------+----------+------------------+
    ... |  5 | root | localhost | NULL | Query   |    0 | starting | SHOW PROCESSLIST |
    ... +----+------+-----------+------+---------+------+----------+------------------+
    ... ''')
    mysql-processlist lines 1-5 nothing
"""

from __future__ import annotations

from facts.kit import Line, Lines, Pairs, Table, Values, column, never, one_of, text, unused, unused_keys, within
from facts.patterns import lazy
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
    if name.lower() != "_enable_numa_support" or (numa := _NUMA(value)) is None:
        return "another parameter"
    return {"instance": "", "numa-support": numa}


def _bare(values: Values, command: str) -> Values | str:
    numa = _NUMA(str(values.get("value", ""))) if str(values["name"]).lower() == "_enable_numa_support" else None
    return "another parameter" if numa is None else {"instance": "", "numa-support": numa}


_BARE = lazy(r"(?P<name>_{1,2}[A-Za-z]\w+)\t(?P<value>[^\t]*)\t\S")
_SESSIONS = (
    column("id", "Id", "ID", parse=integer), unused("User", "Host", "db", "Info", "State", "Progress", "Rows_sent"),
    unused("Rows_examined", "USER", "HOST", "DB", "STATE", "INFO", "Rows_read", "Time_ms", "TIME_MS"),
    column("command", "Command", "COMMAND"), column("time", "Time", "TIME", parse=integer),
)  # fmt: skip
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
    column("group", "GROUP#", parse=integer), column("thread", "THREAD#", parse=integer), column("sequence", "SEQUENCE#", parse=integer),
    unused("BYTES", "BLOCKSIZE", "MEMBERS", "ARC", "ARCHIVED", "STATUS", "FIRST_CHANGE#", "FIRST_TIM", "FIRST_TIME", "NEXT_CHANGE#"),
    unused("NEXT_TIME", "CON_ID"),
)  # fmt: skip
_HISTORY = (
    column("record", "RECID", parse=integer), column("stamp", "STAMP", parse=integer), column("first", "FIRST_CHANGE#", parse=integer),
    unused("THREAD#", "SEQUENCE#", "FIRST_TIM", "FIRST_TIME", "NEXT_CHANGE#", "RESETLOGS_CHANGE#", "RESETLOGS", "CON_ID"),
)  # fmt: skip
_AREA = (
    column("limit", "SPACE_LIMIT"), column("used", "SPACE_USED", parse=number), unused("NAME"),
    unused("SPACE_RECLAIMABLE", "NUMBER_OF_FILES", "CON_ID"),
)  # fmt: skip
_AREA_USE = (
    column("type", "FILE_TYPE"), column("percent", "PERCENT_SPACE_USED", parse=number),
    column("files", "NUMBER_OF_FILES", parse=integer), unused("PERCENT_SPACE_RECLAIMABLE", "CON_ID"),
)  # fmt: skip
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


def _area_use(line: Line) -> Values | None:
    """The types of files are of several words: `ARCHIVED LOG`."""
    return line.values if "percent" in line.values or "files" in line.values else None


HINTS = (
    "Command",
    "COMMAND",
    "_IO_State",
    ". row *",
    "KSPPINM",
    "_enable_",
    "arameter",
    "PARAMETER",
    "GROUP#",
    "RECID",
    "SPACE_",
    "FILE_NAME",
)
BEFORE = ("oracle_parameters", "mysql_variables")
READERS = (
    *(
        Table("mysql-processlist", "", _SESSIONS, ("command", "time"), divider=divider, of_no_use=_FOOT).reader()
        for divider in ("|", "\t")
    ),
    Pairs(
        "mysql-processlist", "", (unused_keys("Id", "User", "Host", "db", "Command", "Time", "State", "Info", "Rows_sent",
        "Rows_examined", "Rows_read", "Time_ms", "Progress"),), head=lazy(_STARS + r"(?=\Z)"), of_no_use=_FOOT,
    ).reader(),
    *(
        Table("mysql-replica-status", "", _REPLICAS, ("host",), any_order=True, divider=divider, of_no_use=_FOOT).reader()
        for divider in ("|", "\t")
    ),
    Lines("mysql-replica-status", "", _REPLICA, of_no_use=(("row", lazy(_STARS)), *_FOOT)).reader(),
    Table("oracle-hidden-parameters", "oracle-instance", _PARAMETERS, ("value",), rest=True, row=_hidden, covers=never,
          of_no_use=_SELECTED).reader(),
    Lines("oracle-hidden-parameters", "oracle-instance", _BARE, row=_bare).reader(),
    Table("oracle-data-files", "", _FILES, ("bytes",), any_order=True, rest=True, of_no_use=_SELECTED).reader(),
    Table("oracle-redo-logs", "", _LOGS, ("sequence",), align=True, of_no_use=_SELECTED).reader(),
    Table("oracle-log-history", "", _HISTORY, ("stamp", "first"), align=True, of_no_use=_SELECTED).reader(),
    Table("oracle-recovery-area", "", _AREA, ("limit", "used"), True, align=True, row=_area,
          of_no_use=(*_SELECTED, ("name", lazy(r"\s*[/+]\S+\s*$")))).reader(),
    Table("oracle-recovery-area-use", "", _AREA_USE, ("percent",), align=True, row=_area_use, of_no_use=_SELECTED).reader(),
)  # fmt: skip
