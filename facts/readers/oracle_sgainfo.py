"""``v$sgainfo``, ``show sga``, ``startup`` and other output of SQL*Plus that tells of one instance's memory.

Kinds: ``oracle-sgainfo`` (the view, also ``v$sga``); ``oracle-startup`` (what ``startup`` and ``show sga`` print, with
the error when a start fails); ``oracle-memory-advice`` (``v$memory_target_advice``); ``oracle-errors`` (``ORA-`` lines
printed by any other command); ``sqlplus`` (banner and version). Numbers wider than their column come as
``4.4363E+10``, five digits of the true value.

Samples::

    >>> from facts.readers import show
    >>> show('''SQL> select * from v$sgainfo;
    ... NAME                                  BYTES RES
    ... -------------------------------- ---------- ---
    ... Fixed SGA Size                      2257840 No
    ... Buffer Cache Size                2.1475E+10 Yes
    ... Maximum SGA Size                 2.5770E+10 No
    ... Free SGA Memory Available                 0
    ... ''')
    oracle-sgainfo lines 2-7 read
      oracle-instance: buffer-cache-bytes=21475000000 instance= running=yes sga-bytes=25770000000 (2-7)

    >>> show('''SQL> startup
    ... ORA-27102: out of memory
    ... Linux-x86_64 Error: 12: Cannot allocate memory
    ... ''')
    oracle-startup lines 2-3 read
      oracle-error: code=ORA-27102 count=1 instance= os-error=12 text=out of memory (2-3)
      oracle-instance: instance= running=no (2-3)
      system: os=linux (2-3)

    >>> show('''SQL> alter tablespace users add datafile '/u02/users02.dbf' size 8g;
    ... alter tablespace users add datafile '/u02/users02.dbf' size 8g
    ... *
    ... ERROR at line 1:
    ... ORA-27072: File I/O error
    ... ''')
    oracle-errors lines 5-5 read
      oracle-error: code=ORA-27072 count=1 instance= text=File I/O error (5-5)

    >>> show('''SQL*Plus: Release 11.2.0.4.0 Production on Wed Sep 28 17:32:32 2011
    ...
    ... Copyright (c) 1982, 2013, Oracle.  All rights reserved.
    ...
    ... Connected to an idle instance.
    ... ''')
    sqlplus lines 1-5 read
      oracle-instance: instance= running=no version=11.2.0.4.0 version-code=11020004 (1-5)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import ANY, extent_of, run, told
from facts.patterns import lazy
from facts.readers._oracle import BANNER, BARE_ERROR, ERROR, OS_ERROR, PRINTED_BY, Errors, clock, version_slots
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value

# v$sgainfo and v$sga

_HEADER = lazy(
    r"\s*(?:NAME|COMPONENT)(?=[\s|])[\s|]{1,200}(?P<column>BYTES\S*|VALUE\S*|\S{0,60}\(?[KMG]I?B\)?|\S{0,60}SIZE\S*)(?:\s|\||$)",
    re.IGNORECASE,
)
_RULE = lazy(r"\s*-{3}[-\s|+]*$")
_NAMES = (
    "Fixed SGA Size|Redo Buffers|Buffer Cache Size|In-Memory Area Size|Shared Pool Size|Large Pool Size|Java Pool Size"
    "|Streams Pool Size|Shared I/?O Pool Size|Data Transfer Cache Size|Granule Size|Maximum SGA Size"
    "|Startup overhead in Shared Pool|Free SGA Memory Available|Memoptimize\\S* \\w+ \\w+|Fixed Size"
    "|Variable Size|Database Buffers|Unified Memory Size|PMEM Cache Size|True Cache Size|Managed Global Area"
)
_ITEM = lazy(rf"\s*(?P<name>{_NAMES})[\s|]++(?P<value>\S+)(?:[\s|]++(?:(?:Yes|No|Y|N)[\s|]*+)?\d*\s*)?$", re.IGNORECASE)
_ITEM_START = lazy(rf"\s*(?:{_NAMES})[\s|]+\S")
_ROWS_SELECTED = lazy(r"\s*\d+ rows? selected\.?\s*$")
_NUMBER = lazy(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE]\+?\d+)?\Z")


def _number(text: str) -> float | None:
    return float(text.replace(",", "")) if _NUMBER.match(text) else None


def _unit(column: str) -> float | None:
    """Bytes in one unit of a column, by its heading; None where the heading does not tell."""
    name = column.upper().replace(" ", "")
    if name in ("BYTES", "VALUE"):
        return 1.0
    if "MB" in name or "MIB" in name or name.count("/1024") == 2:
        return 1024.0**2
    if "GB" in name or "GIB" in name or name.count("/1024") == 3:
        return 1024.0**3
    return 1024.0 if "KB" in name or "KIB" in name or name.count("/1024") == 1 else None


def _sgainfo_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _HEADER.match(lines[start]) and not _ITEM.match(lines[start]):
        return None
    end, items = start, 0
    for index in range(start, len(lines)):
        line = lines[index]
        if _ITEM_START.match(line):
            end, items = index + 1, items + 1
        elif _ROWS_SELECTED.match(line):
            end = index + 1
        elif line.strip() and not _HEADER.match(line) and not _RULE.match(line):
            break
    # one line of a list of pools is also what prose quotes
    return (start, end) if items > 1 or (items and _HEADER.match(lines[start])) else None


def _sgainfo(output: Output) -> Reading:
    reading = Reading()
    unit: float | None = 1.0
    found: dict[str, float] = {}
    for index, line in enumerate(output.lines):
        if match := _HEADER.match(line):
            unit = _unit(match["column"])
            if unit is None:
                reason = f"the unit of the column `{match['column']}` is not known"
                reading.refusals.append(Refusal(output.span(index), reason))
        elif _ITEM_START.match(line):
            match = _ITEM.match(line)
            value = _number(match["value"]) if match else None
            if match is None or value is None:
                reading.refusals.append(Refusal(output.span(index), "no size that can be read"))
            else:
                reading.used.append(output.span(index))
                if unit is not None:
                    found[match["name"].lower()] = value * unit
    parts = [found.get(part) for part in ("fixed size", "variable size", "database buffers", "redo buffers")]
    whole = None if None in parts else sum(part for part in parts if part is not None)
    cache = found.get("buffer cache size", found.get("database buffers"))
    if values := told({"sga-bytes": found.get("maximum sga size", whole), "buffer-cache-bytes": cache}):
        reading.rows.append(Row("oracle-instance", {"instance": "", "running": "yes", **values}, output.whole))
    return reading


# startup and show sga

_STARTED = lazy(r"\s*(?:ORACLE|ASM) instance started\.?\s*$")
_TOTAL = lazy(r"\s*Total System Global Area\s+(?P<value>\S+) bytes\s*$")
_TOTAL_START = lazy(r"\s*Total System Global Area\s+\S+(?: \w+)?\s*$")
_PART = lazy(
    r"\s*(?:Fixed Size|Variable.Size|Database Buffers|Redo Buffers|In-Memory Area|ASM Cache)\s+\S+(?: bytes)?\s*$"
)
_BUFFERS = lazy(r"\s*Database Buffers\s+(?P<value>\S+) bytes\s*$")
_STATE = lazy(r"\s*(?:Database (?:mounted|opened)|ASM diskgroups \w+)\.?\s*$")
_DOWN = lazy(r"\s*(?:ORACLE|ASM) instance shut down\.?\s*$")
_SHUTDOWN = lazy(r"\s*(?:Database (?:closed|dismounted)|(?:ORACLE|ASM) instance shut down)\.?\s*$")
_DETAIL = lazy(
    r"\s*(?:Additional information: |Process ID: \d|Session ID: \d|OSD-\d{5}: |O/S-Error: |LRM-\d{5}: |SP2-\d{4}: )"
)
_STARTUP_COMMAND = lazy(r"^\s*(?:startup\b|alter database (?:mount|open))", re.IGNORECASE)
_EXPLAINED = lazy(r"\s*(?:\*?Cause\b|\*?Action\b|// \*|Reason:|Solution\b)", re.IGNORECASE)
_SENTENCE = lazy(r".{90,}[.!?]\s*$")
_ALREADY_UP = "ORA-01081"


def _error_lines(lines: Sequence[str], start: int) -> int:
    """The end of a run of error lines, or `start` where none stands: an error's explanation in a manual is none."""
    end = start
    for index in range(start, len(lines)):
        line = lines[index]
        detail = end > start and (OS_ERROR.match(line) or _DETAIL.match(line))
        said = ERROR.match(line) or BARE_ERROR.match(line)
        if not detail and (not said or _SENTENCE.match(line)):
            break
        end = index + 1
    following = [line for line in lines[end : end + 3] if line.strip()]
    return start if following and _EXPLAINED.match(following[0]) else end


def _startup_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end, sure = start, False
    index = start
    while index < len(lines):
        line = lines[index]
        if _STARTED.match(line) or _TOTAL_START.match(line) or _SHUTDOWN.match(line):
            end, sure = index + 1, True
        elif _PART.match(line) or _STATE.match(line):
            end = index + 1
        elif (errors := _error_lines(lines, index)) > index:
            sure = sure or _STARTUP_COMMAND.match(command) is not None
            end = index = errors
            continue
        elif line.strip() or index - end > 1:
            break
        index += 1
    return (start, end) if sure and end > start else None


def _startup(output: Output) -> Reading:
    reading = Reading()
    errors = Errors()
    values: dict[str, Value | bool] = {"instance": ""}
    asm = False
    for index, line in enumerate(output.lines):
        errors.take(line, index)
        asm = asm or line.lstrip().startswith("ASM ")
        if _STARTED.match(line) or _STATE.match(line):
            values["running"] = "yes"
        elif _DOWN.match(line):
            values["running"] = "no"
        elif _TOTAL_START.match(line):
            _total(line, index, values, output, reading)
        elif (match := _BUFFERS.match(line)) and (size := _number(match["value"])) is not None:
            values["buffer-cache-bytes"] = size
    if asm:
        values["type"] = "asm"
    if "sga-bytes" in values:
        values.setdefault("running", "yes")
    elif _STARTUP_COMMAND.match(output.command) and errors.by_code and "running" not in values:
        values["running"] = "yes" if _ALREADY_UP in errors.by_code else "no"
    reading.rows += errors.rows("", output)
    if len(values) > 1:
        reading.rows.append(Row("oracle-instance", values, output.whole))
    reading.rows += errors.system(output)
    reading.used = output.matching(_STARTED, _STATE, _SHUTDOWN, _TOTAL_START, _BUFFERS, ERROR, OS_ERROR)
    return reading


def _total(line: str, index: int, values: dict[str, Value | bool], output: Output, reading: Reading) -> None:
    match = _TOTAL.match(line)
    size = _number(match["value"]) if match else None
    if size is None:
        reading.refusals.append(Refusal(output.span(index), "no size that can be read"))
    else:
        values["sga-bytes"] = size


def _errors_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = _error_lines(lines, start)
    return (start, end) if end > start else None


def _errors(output: Output) -> Reading:
    errors = Errors()
    for index, line in enumerate(output.lines):
        errors.take(line, index)
    return Reading(errors.rows("", output) + errors.system(output), used=output.matching(ERROR, BARE_ERROR, OS_ERROR))


# v$memory_target_advice, which has rows under automatic memory management only

_ADVICE_HEAD = lazy(r"\s*MEMORY_SIZE\s+MEMORY_SIZE_FACTOR\b")
_ADVICE_ROW = lazy(r"\s*(?P<megabytes>\d{2,9})\s+(?P<factor>\d{0,2}\.?\d{0,6})\s+\d[\d\s.]*$")


def _advice(output: Output) -> Reading:
    reading = Reading()
    for index, match in output.matches(_ADVICE_ROW):
        if _number(match["factor"]) == 1:
            values: dict[str, Value | bool] = {"instance": "", "running": "yes"}
            values["memory-target-bytes"] = float(match["megabytes"]) * 1024**2
            reading.rows.append(Row("oracle-instance", values, output.span(index)))
    return reading


# banner and version

_SQLPLUS = lazy(
    r"\s*SQL\*Plus: Release (?P<version>\d+(?:\.\d+){3,4}) (?:- )?(?:Production|Beta)(?: on (?P<time>.(?:.*\S)?))?\s*$"
)
_VERSION = lazy(r"\s*Version (?P<version>\d+(?:\.\d+){3,4})\s*$")
_IDLE = lazy(r"\s*Connected to an idle instance\.?\s*$")
_BANNER_REST = lazy(
    r"\s*(?:Copyright \(c\)|Connected\.|Connected to:|Enter (?:user-name|password):|Last Successful login|With the "
    r"|and .*options?\s*$|(?:BANNER|PL/SQL Release|CORE\s|TNS for|NLSRTL)|ERROR:\s*$|Data Mining)"
)
_OF_BANNER = (_SQLPLUS, BANNER, _VERSION, _IDLE, _BANNER_REST, _RULE, _ROWS_SELECTED)


def _banner_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    line = lines[start]
    banner = BANNER.match(line) is not None and len(line) < 160 and "Production" in line
    if not (banner or _SQLPLUS.match(line) or _IDLE.match(line)):
        return None
    return start, run(lines, start, *_OF_BANNER, blanks=ANY, most=40)


def _banner(output: Output) -> Reading:
    client = server = ""
    idle = False
    time: float | None = None
    for line in output.lines:
        if match := _SQLPLUS.match(line):
            client, time = match["version"], clock(match["time"] or "")
        elif match := BANNER.match(line):
            server = match["version"]
        elif _IDLE.match(line):
            idle = True
        elif match := _VERSION.match(line):
            # from 18c on the second line names the release update
            server, client = (match["version"], client) if server else (server, match["version"])
    values: dict[str, Value | bool] = {"instance": ""}
    # with an idle instance the program and the instance are of one installation
    if version := server or (client if idle else ""):
        values.update(version_slots(version))
    if server or idle:
        values["running"] = "no" if idle else "yes"
    # since 18c the release in the banner names the major version only
    vague = server.endswith(".0.0.0.0") and not server.startswith(("8.", "9.", "10.", "11.", "12."))
    rows = [Row("oracle-instance", values, output.whole, time=time, inferred=vague)] if len(values) > 1 else []
    return Reading(rows, used=output.matching(_SQLPLUS, BANNER, _VERSION, _IDLE))


HINTS = (
    "SGA", "ORA-", "MEMORY_TARGET not", "MEMORY_SIZE_FACTOR",
    "Global Area", "SQL*Plus", "idle instance", "Oracle", "instance started", "shut down", "startup",
    "Fixed Size",
)  # fmt: skip
READERS = (
    Reader(
        "oracle-sgainfo",
        lazy(rf"\s*(?:(?:NAME|COMPONENT)\|?\s+\S|(?:{_NAMES})[\s|]+\d)"),
        _sgainfo_extent,
        _sgainfo,
        of_no_use=(("heading", _HEADER), ("foot", _ROWS_SELECTED)),
    ),
    Reader(
        "oracle-startup",
        lazy(
            r"\s*(?:(?:ORACLE|ASM) instance (?:started|shut down)|Total System Global Area"
            r"|Database (?:closed|dismounted))"
        ),
        _startup_extent,
        _startup,
        _STARTUP_COMMAND,
        of_no_use=(("part of the SGA", _PART), ("detail", _DETAIL)),
    ),
    Reader(
        "oracle-errors",
        lazy(rf"{PRINTED_BY}(?:ORA-\d{{3,5}}: |MEMORY_TARGET not supported)"),
        _errors_extent,
        _errors,
        of_no_use=(("detail", _DETAIL),),
    ),
    Reader(
        "oracle-memory-advice",
        _ADVICE_HEAD,
        extent_of(_ADVICE_ROW, _RULE, _ROWS_SELECTED, head=_ADVICE_HEAD),
        _advice,
        of_no_use=(
            ("heading", _ADVICE_HEAD),
            ("ruling", _RULE),
            ("another size", _ADVICE_ROW),
            ("foot", _ROWS_SELECTED),
        ),
    ),
    Reader(
        "sqlplus",
        lazy(r"\s*(?:SQL\*Plus: Release |Connected to an idle instance|(?:Disconnected from )?Oracle)"),
        _banner_extent,
        _banner,
        of_no_use=(("banner", _BANNER_REST), ("foot", _ROWS_SELECTED)),
    ),
)
