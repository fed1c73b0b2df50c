'''``MegaCli -AdpEventLog``, ``-FwTermLog``, ``storcli /c0 show events``, ``tw_cli /c0 show alarms``: a controller's log.

Blocks of ``seqNum``, ``Time`` and ``Event Description`` (MegaCli and storcli), lines with ``EVT#`` (the firmware's
terminal log), or a table of alarms (3ware). Only what is about the battery, the write cache, patrol reads, checks and
rebuilds gives rows; an event that a later one took back says so.

Samples::

    >>> from facts.readers import show
    >>> show("""seqNum: 0x00016bef
    ... Time: Fri Apr 28 05:08:02 2017
    ...
    ... Code: 0x000000c3
    ... Class: 1
    ... Locale: 0x08
    ... Event Description: BBU disabled; changing WB virtual disks to WT
    ... Event Data:
    ... ===========
    ... None
    ... """)
    megacli-events lines 1-10 read
      controller: family=megaraid name=adapter 0 (1-1)
      controller-event: count=1 event=cache-write-through first-time=1493356082 last-time=1493356082 latest=yes \
name=adapter 0 text=BBU disabled; changing WB virtual disks to WT (7-7)

    >>> show("""Ctl  Date                        Severity  AEN Message
    ... ------------------------------------------------------------------------------
    ... c0   [Fri Jul 18 2008 12:26:46]  INFO      Verify started: unit=0
    ... """)
    tw-cli-alarms lines 1-3 read
      controller: family=3ware name=c0 (1-1)
      controller-event: count=1 event=check-started first-time=1216384006 last-time=1216384006 latest=yes name=c0 \
text=Verify started: unit=0 (3-3)
'''

from __future__ import annotations

import re
from calendar import timegm
from collections.abc import Sequence
from time import strptime

from facts.kit import ANY, Values, account_fields, names, run
from facts.patterns import lazy
from facts.readers.controller_log import SERVER_ADMINISTRATOR, ControllerEvents, event_of
from facts.readers.smart_signs import clock
from facts.reading import Output, Reader, Reading, Row
from facts.stamps import stamp_at

_SEQUENCE = lazy(r"\s*seqNum: ?0x[0-9a-f]+\s*\Z", re.IGNORECASE)
_TIME = lazy(r"\s*Time: +(?P<time>\w{3} +\w{3} +\d.*\d{4})\s*\Z")
_DESCRIPTION = lazy(r"\s*Event Description: +(?P<text>\S.*)")
_BLOCK = lazy(
    r"\s*+(?:seqNum:|Time:|Seconds since last reboot:|Code:|Class:|Locale:|Event Description:|Event Data:|={5,}|None\s*\Z"
    r"|[A-Za-z][\w /.#()-]{1,40}: ?\S|[0-9a-fx ,]+\Z|Success in AdpEventLog|Exit Code|Total number of)"
)
_TERMINAL = lazy(
    r"\s*(?:T\d+: |\S{0,8} ?)?(?:\d\d/\d\d/\d\d +\d{1,2}:\d\d:\d\d: )?EVT#\d+-(?P<time>\d\d/\d\d/\d\d +\d{1,2}:\d\d:\d\d"
    r"|T\d+): +\d+=(?P<text>\S.*)"
)
_FIELD = lazy(r"\s*(?P<key>[A-Za-z][\w /.#()-]{1,40}):(?! *\d\d:\d\d)")
_UNUSED = names(
    """seqNum|Code|Class|Locale|Event Data|Seconds since last reboot|Device ID|Enclosure Index|Enclosure Device ID|Enclosure|Slot Number
    |Slot|Target Id|VD|VD Target Id|CDB Length|CDB Data|Sense Length|Sense Data|Previous State|New State|Error|Path|SAS Address|Status
    |Battery Temperature|Relative State of Charge|Exit Code|Total number of events"""
)
_ALARMS = lazy(r"\s*Ctl\s+Date\s+Severity\s+(?:AEN|Alarm) Message\s*\Z")
_ALARM = lazy(
    r"\s*(?P<name>c\d+)\s+\[?(?P<time>\w{3} \w{3} +\d{1,2} (?:\d{4} )?\d\d:\d\d:\d\d(?: \d{4})?)\]?\s+[A-Z]+\s+(?P<text>\S.*)"
)
# mfiutil show events: the number, the time with locale and class, the message
_MFI = lazy(r"\s*\d+ \((?P<time>[^()/]{8,40})/[A-Z]{2,10}/\w{4,10}\) - (?P<text>\S.*)")
# Dell's Server Administrator in a system log
_OMSA = lazy(rf".{{0,60}}?\b{SERVER_ADMINISTRATOR}", re.IGNORECASE)


# what the log says of single drives: 3ware names the port, MegaRAID the number by which smartctl asks as well
_PD = r".*?\bPD (?P<pd>[0-9a-f]{2})\(e0x[0-9a-f]+/s\d+\)"
_OF_DRIVES = (
    ("media-errors", lazy(r"Drive ECC error (?:reported|detected)\b.*?\bport=(?P<port>\d{1,3})")),
    ("media-errors", lazy(rf"Unexpected sense:{_PD}.*\bSense: 3/11/")),
    ("media-errors", lazy(rf"(?:Unrecoverable|Uncorrectable|Puncturing bad|Corrected) medium error\b{_PD}")),
    ("timeouts", lazy(r"Drive time(?:d )?out (?:detected|reported)\b.*?\bport=(?P<port>\d{1,3})")),
    ("timeouts", lazy(rf"Command timeout on\b{_PD}")),
    ("smart-alert", lazy(r"SMART threshold exceeded\b.*?\bport=(?P<port>\d{1,3})")),
    ("smart-alert", lazy(rf"Predictive failure:{_PD}")),
)
# one may be the retry of a drive that was spun down
_LEAST = 2


def _drive_of(text: str) -> tuple[str, str] | None:
    """Which drive a message is about, and the slot that counts it."""
    for slot, pattern in _OF_DRIVES:
        if match := pattern.match(text):
            groups = match.groupdict()
            port = groups.get("port")
            return (f"3ware,{port}" if port else f"megaraid,{int(groups['pd'], 16)}"), slot
    return None


def _drives(output: Output, found: Sequence[tuple[int, float | None, str, str]], reading: Reading) -> None:
    """A row for each drive that the log blames more than once, or that predicts its own failure."""
    counts: dict[str, dict[str, list[int]]] = {}
    for index, _, _, text in found:
        if blamed := _drive_of(text):
            counts.setdefault(blamed[0], {}).setdefault(blamed[1], []).append(index)
    for drive, slots in counts.items():
        values: Values = {"drive": drive}
        lines = [index for indices in slots.values() for index in indices]
        for slot, indices in slots.items():
            if slot == "smart-alert":
                values[slot] = True
            elif len(indices) >= _LEAST:
                values[slot] = len(indices)
        if len(values) > 1:
            reading.rows.append(Row("controller-drive", values, output.span(min(lines), max(lines))))
            reading.used += [output.span(index) for index in lines]


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _OMSA.match(lines[start]):
        return start, run(lines, start + 1, _OMSA)
    if _MFI.match(lines[start]):
        return start, run(lines, start + 1, _MFI)
    if _ALARMS.match(lines[start]) or _ALARM.match(lines[start]):
        return start, run(lines, start + 1, _ALARM, lazy(r"\s*-{10,}\s*\Z"), blanks=ANY)
    if _TERMINAL.match(lines[start]):
        return start, run(lines, start + 1, lazy(r"\s*(?:T\d+:|\d\d/\d\d/\d\d|EVT#)"), blanks=ANY)
    end = run(lines, start + 1, _BLOCK, blanks=ANY)
    return (start, end) if any(_DESCRIPTION.match(text) for text in lines[start : start + 8]) else None


def _adapter(command: str) -> str:
    """The controller that was asked for; the first one where the command does not tell."""
    match = re.search(r"(?i:-a)(\d{1,2})\b|/c(\d{1,2})\b", command)
    return f"adapter {(match[1] or match[2]) if match else 0}"


def _terminal_time(text: str) -> float | None:
    try:
        return float(timegm(strptime(" ".join(text.split()), "%m/%d/%y %H:%M:%S")))
    except ValueError:
        return None


def _read(output: Output) -> Reading:
    found: list[tuple[int, float | None, str, str]] = []
    name, at = _adapter(output.command), None
    for index, line in enumerate(output.lines):
        if _SEQUENCE.match(line):
            at = None
        elif match := _TIME.match(line):
            at = clock(match["time"])
        elif match := _DESCRIPTION.match(line):
            found.append((index, at, name, match["text"]))
        elif match := _TERMINAL.match(line):
            found.append((index, _terminal_time(match["time"]), name, match["text"]))
        elif match := _MFI.match(line):
            stamp = stamp_at(match["time"])
            found.append((index, stamp[0] if stamp else None, "adapter 0", match["text"]))
        elif match := _OMSA.match(line):
            found.append((index, None, "adapter 0", match["text"]))
        elif match := _ALARM.match(line):
            stamp = stamp_at(match["time"])
            found.append((index, stamp[0] if stamp else None, match["name"], match["text"]))
    # the newest may stand first: in the order of time, where all of it is known
    stamps = [time for _, time, _, _ in found if time is not None]
    if len(stamps) == len(found) and len(stamps) > 1 and stamps[0] > stamps[-1]:
        found.reverse()
    events = ControllerEvents()
    for position, (_, _, whose, text) in enumerate(found):
        events.add(position, whose, text)
    rows = events.rows(output, [index for index, *_ in found], [time for _, time, *_ in found])
    rows = [_ordered(row) for row in rows]
    family = "3ware" if _ALARMS.match(output.lines[0]) or _ALARM.match(output.lines[0]) else "megaraid"
    named: Values = {"name": found[0][2] if found else name, "family": family}
    told_until = max(stamps, default=None)  # also by events of other things: what came before them may be over
    reading = Reading(
        [Row("controller", named, output.span(0), inferred=True, time=told_until), *rows],
        complete=frozenset(("controller-event",)),
        used=output.matching(_TIME),
    )
    _drives(output, found, reading)
    for index, _, _, text in found:
        if event_of(text):
            reading.used.append(output.span(index))
        elif output.span(index) not in reading.used:
            reading.pass_over("event of something else", output.span(index))
    account_fields(output, reading, _FIELD, frozenset(), _UNUSED)
    return reading


def _ordered(row: Row) -> Row:
    """The lines of a row in rising order, where the log runs backwards."""
    first, last = row.lines
    return Row(row.template, row.values, (min(first, last), max(first, last)), time=row.time)


HINTS = (
    "seqNum",
    "EVT#",
    "AEN Message",
    "Alarm Message",
    ") - ",
    "Storage Service EventID",
    "]  WARNING ",
    "]  ERROR ",
)
READERS = (
    Reader(
        "megacli-events",
        lazy(
            r"\s*(?:[Ss]eq[Nn]um: ?0x[0-9a-f]+\s*\Z|\d+ \([^()/]{8,40}/[A-Z]{2,10}/\w{4,10}\) - "
            r"|\S{0,8} ?(?:\d\d/\d\d/\d\d +\d{1,2}:\d\d:\d\d: )?EVT#\d+-|.{0,60}?\bStorage Service EventID: \d+ )"
        ),
        _extent,
        _read,
        of_no_use=(
            ("data of an event", lazy(r"\s*(?:None|[0-9a-f]{2}(?:[ ,]+[0-9a-f]{2})*|0x[0-9a-f]+)\s*\Z")),
            ("report of success", lazy(r"\s*Success in AdpEventLog")),
            ("the firmware's own trace", lazy(r"\s*(?:T\d+: |\d\d/\d\d/\d\d +\d{1,2}:\d\d:\d\d: )")),
        ),
    ),
    Reader(
        "tw-cli-alarms",
        lazy(rf"{_ALARMS.pattern}|\s*c\d+\s+\[\w{{3}} \w{{3}} +\d{{1,2}} .{{8,16}}\]\s+[A-Z]+\s"),
        _extent,
        _read,
        of_no_use=(("heading", _ALARMS),),
    ),
)
