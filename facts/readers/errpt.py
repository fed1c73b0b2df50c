"""``errpt -a`` and ``errpt`` of AIX, and a stack of its kernel debugger.

The error log of AIX has an entry for each fault: a label, a class (H hardware, S software, O operator, U undetermined), a type (PERM
permanent, PEND, PERF, TEMP that went away, INFO) and the resource. What a cluster wrote into an entry gives the row that its
log would give. A disk that failed or repeated an operation counts as one with errors: of those that went away (TEMP) the driver says
that the medium or the drive is to blame. Of other entries no slot tells: the label of one that is permanent, pending or not determined is shown as not
understood.

Samples::

    >>> from facts.readers import show
    >>> show('''---------------------------------------------------------------------------
    ... LABEL:          KERNEL_PANIC
    ... IDENTIFIER:     225E3B63
    ...
    ... Date/Time:       Mon Nov  3 12:13:10 2008
    ... Sequence Number: 1074016
    ... Machine Id:      00344C0C4C00
    ... Node Id:         db1
    ... Class:           S
    ... Type:            TEMP
    ... Resource Name:   PANIC
    ...
    ... Description
    ... SOFTWARE PROGRAM ABNORMALLY TERMINATED
    ...
    ... Detail Data
    ... PANIC STRING
    ... GAB: Port h halting system due to client process failure
    ... ''')
    errpt lines 1-18 read
      ha-event: count=1 first-time=1225714390 kind=panic last-time=1225714390 text=GAB: Port h halting system due to client process failure (18-18)
      ha-event: count=1 first-time=1225714390 kind=not-scheduled last-time=1225714390 text=GAB: Port h halting system due to client process failure (18-18)
      system: os=aix (2-2)

    >>> show('''IDENTIFIER TIMESTAMP  T C RESOURCE_NAME  DESCRIPTION
    ... DCB47997   0312101421 T H hdisk1         DISK OPERATION ERROR
    ... DCB47997   0312101321 T H hdisk1         DISK OPERATION ERROR
    ... ''')
    errpt lines 1-3 read
      disk-error: count=2 device=hdisk1 kind=hardware-error (2-3)
      system: os=aix (1-1)

    >>> show('''IDENTIFIER TIMESTAMP  T C RESOURCE_NAME  DESCRIPTION
    ... 225E3B63   1103121308 T S PANIC          SOFTWARE PROGRAM ABNORMALLY TERMINATED
    ... DE3B8540   1103120908 P H hdisk4         PATH HAS FAILED
    ... ''')
    errpt lines 1-3 read
      path-history: failures=1 hung-tasks=0 last=failed output=input:1 restorations=0 transport=unknown (3-3)
      system: os=aix (1-1)

    >>> show('''IDENTIFIER TIMESTAMP  T C RESOURCE_NAME  DESCRIPTION
    ... 97D0A1F3   0311040516 P S topsvcs        Late in sending heartbeat
    ... ''')
    errpt lines 1-2 read
      ha-event: count=1 kind=not-scheduled text=Late in sending heartbeat (2-2)
      system: os=aix (1-1)
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from facts.kit import extent_of
from facts.patterns import lazy
from facts.readers.controller_log import ControllerEvents
from facts.readers.ha_messages import HaEvents
from facts.readers.outages import PathHistory
from facts.reading import Output, Reader, Reading, Row, prompt_of

_LABEL = lazy(r"\s*LABEL:\s+(?P<label>[A-Z0-9_]{2,40})\s*\Z")
_IDENTIFIER = lazy(r"\s*IDENTIFIER:\s+[0-9A-F]{8}\s*\Z")
_RULE = lazy(r"\s*-{20,}\s*\Z")
_DATE = lazy(
    r"\s*Date/Time:\s+[A-Z][a-z]{2} (?P<month>[A-Z][a-z]{2}) {1,2}(?P<day>\d{1,2}) (?P<clock>\d\d:\d\d:\d\d)"
    r" (?:\w{3,5} )?(?P<year>\d{4})\s*\Z"
)
_NODE = lazy(r"\s*Node Id:\s+(?P<host>[A-Za-z][\w.-]{0,62})\s*\Z")
_TYPE = lazy(r"\s*Type:\s+(?P<type>[A-Z]{3,5})\s*\Z")
_FIELD = lazy(
    r"\s*(?:Date/Time|Sequence Number|Machine Id|Node Id|Class|Type|WPAR|Resource Name|Resource Class|Resource Type|Location|VPD):"
)
_HEADING = lazy(
    r"\s*(?:Description|(?:Probable|User|Install|Failure) Causes|\s*Recommended Actions|Detail Data|Duplicates|Number of duplicates"
    r"|Time of (?:first|last) duplicate)\s*\Z"
)
# the words of the catalogue are in capitals; data of a device are in hexadecimal
_TEXT = lazy(r"\s*(?:[A-Z][A-Z0-9 ,.:/()#'&_+-]{1,120}|(?:[0-9A-Fa-f]{4} ?){1,40}|\d{1,12})\s*\Z")
_RESOURCE = lazy(r"\s*Resource Name:\s+(?P<resource>hdisk\d{1,4})\s*\Z")
_DISK_FAILED = "DISK OPERATION ERROR"
_GRAVE = frozenset(("PERM", "PEND", "PERF", "UNKN"))
_LIST_HEAD = lazy(r"\s*IDENTIFIER +TIMESTAMP +T +C +RESOURCE_NAME +DESCRIPTION\s*\Z")
_LISTED = lazy(
    r"\s*[0-9A-F]{8} +\d{10} (?P<type>[PTIU]) (?P<class>[HSOU]) (?P<resource>\S{1,16}) +(?P<text>[A-Z]\S.{0,80}?)\s*\Z"
)
_GRAVE_LETTERS = frozenset("PU")
_MOST_LINES = 20_000
_MOST_OF_AN_ENTRY = 400
_STACK_HEAD = lazy(r"\s*pvthread\+[0-9A-F]{3,12} STACK:\s*\Z|\s*\(\d{1,3}\)>\s?f\b.{0,20}\Z")
_STACK = lazy(r"\s*\[[0-9A-Fa-f]{8,16}\]\.?[\w.$]{1,80}\+[0-9A-Fa-f]{6,8} ?\([^()]{0,200}\)\s*\Z")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """Whole entries, each from its label, or the rule above it, to the next one or to a prompt."""
    first = start + 1 if _RULE.match(lines[start]) else start
    if first + 1 >= len(lines) or not (_LABEL.match(lines[first]) and _IDENTIFIER.match(lines[first + 1])):
        return None
    end, label = first + 1, first
    for index in range(first + 1, min(len(lines), start + _MOST_LINES)):
        line = lines[index]
        if _LABEL.match(line):
            label = index
        elif prompt_of(line) is not None or index - label > _MOST_OF_AN_ENTRY:
            break
        if line.strip():
            end = index + 1
        if _RULE.match(line) and not (index + 1 < len(lines) and _LABEL.match(lines[index + 1])):
            break
    return start, end


def _time(match_date: str, clock: str, year: str, month: str) -> float | None:
    try:
        told = datetime.strptime(f"{year} {month} {match_date} {clock}", "%Y %b %d %H:%M:%S")
    except ValueError:
        return None
    return told.replace(tzinfo=UTC).timestamp()


class _Disks:
    """Operations that disks failed (P) or did when they were repeated (T)."""

    def __init__(self) -> None:
        self.lines: dict[tuple[str, str], list[int]] = {}

    def tell(self, index: int, disk: str, kind: str) -> None:
        self.lines.setdefault((disk, "hardware-error" if kind.startswith("T") else "io-error"), []).append(index)

    def rows(self, output: Output) -> list[Row]:
        return [
            Row("disk-error", {"device": disk, "kind": kind, "count": len(at)}, output.span(min(at), max(at)))
            for (disk, kind), at in self.lines.items()
        ]


def _read(output: Output) -> Reading:
    """The entries; each line of one that no row cites belongs to its label."""
    reading = Reading()
    starts = [index for index, _ in output.matches(_LABEL)]
    events, disks = HaEvents(), _Disks()
    times: list[float | None] = [None] * len(output.lines)
    heard: list[int] = []
    for start, end in zip(starts, [*starts[1:], len(output.lines)], strict=True):
        time, grave, told, disk, kind = None, False, False, "", ""
        for index in range(start, end):
            line = output.lines[index]
            if match := _DATE.match(line):
                time = _time(match["day"], match["clock"], match["year"], match["month"])
            elif match := _NODE.match(line):
                named = match["host"].split(".")[0]
                reading.host = reading.host or (named if named.strip("xX") else None)  # the name may be crossed out
            elif match := _TYPE.match(line):
                kind = match["type"]
                grave = kind in _GRAVE
            elif match := _RESOURCE.match(line):
                disk = match["resource"]
            elif disk and kind and line.strip() == _DISK_FAILED:
                disks.tell(index, disk, kind)
                heard.append(index)
                told = True
            if not _FIELD.match(line) and events.feed(index, line.strip()):
                heard.append(index)
                told = True
        times[start:end] = [time] * (end - start)
        if grave and not told:
            reading.unnamed.append(output.first + start)
        elif not told:
            reading.pass_over("entry of a fault that went away, or of none", output.span(start))
    reading.used = [output.span(index) for index in heard]
    where = range(len(output.lines))
    reading.rows = [*disks.rows(output), *events.rows(output, where, times, [None] * len(output.lines))]
    reading.rows.append(Row("system", {"os": "aix"}, output.span(starts[0]), inferred=True))
    return reading


def _read_list(output: Output) -> Reading:
    reading, paths, cards, events, disks = Reading(), PathHistory(), ControllerEvents(), HaEvents(), _Disks()
    # the newest stands first
    for index, match in reversed(list(output.matches(_LISTED))):
        if events.feed(index, match["text"]) or _outage(
            index, match["resource"], match["text"], match["type"], paths, cards
        ):
            reading.used.append(output.span(index))
        elif match["text"] == _DISK_FAILED and match["resource"].startswith("hdisk"):
            disks.tell(index, match["resource"], match["type"])
            reading.used.append(output.span(index))
        elif match["type"] in _GRAVE_LETTERS:
            reading.unnamed.append(output.first + index)
        else:
            reading.pass_over("entry of a fault that went away, or of none", output.span(index))
    where, times = range(len(output.lines)), [None] * len(output.lines)
    rows = [
        *disks.rows(output),
        *paths.rows(output, where, times, None),
        *cards.rows(output, where, times),
        *events.rows(output, where, times, times),
    ]
    reading.rows = [Row(row.template, row.values, (min(row.lines), max(row.lines))) for row in rows]
    reading.rows.append(Row("system", {"os": "aix"}, output.span(0), inferred=True))
    return reading


def _outage(index: int, resource: str, text: str, kind: str, paths: PathHistory, cards: ControllerEvents) -> bool:
    """Whether an entry is about a path or the battery of a cache; it is noted then."""
    if text.startswith("PATH HAS FAILED"):
        paths.failed(index, resource, "checker")
    elif text.startswith("PATH HAS RECOVERED"):
        paths.restored(index, resource, "checker")
    elif text.startswith("LINK ERROR") and resource.startswith(("fcs", "fscsi")) and kind == "P":
        paths.failed(index, resource, "hba")
    elif text.startswith("CACHE BATTERY PACK FAILURE"):
        cards.tell(index, resource, "battery-failed", text)
    else:
        return False
    return True


def _read_stack(output: Output) -> Reading:
    return Reading()


HINTS = ("LABEL:", "RESOURCE_NAME", "STACK:", ")>f", ")> f")
READERS = (
    Reader(
        "errpt",
        lazy(rf"(?:{_LABEL.pattern}|{_RULE.pattern})"),
        _extent,
        _read,
        of_no_use=(
            ("field of an entry", lazy(rf"(?:{_FIELD.pattern}|{_IDENTIFIER.pattern}|{_LABEL.pattern})")),
            ("heading", _HEADING),
            ("text of an entry", _TEXT),
        ),
    ),
    Reader("errpt", _LIST_HEAD, extent_of(_LISTED, head=_LIST_HEAD), _read_list, of_no_use=(("heading", _LIST_HEAD),)),
    Reader(
        "kdb-stack",
        _STACK_HEAD,
        extent_of(_STACK_HEAD, _STACK, tells=(_STACK,)),
        _read_stack,
        of_no_use=(("heading", _STACK_HEAD), ("function of a stack", _STACK)),
    ),
)
