r"""``multipath -ll``, ``multipathd show maps``: the LUNs that are reached over several paths, and their paths.

Known versions: 0.4.x of 2006 (``\_ 2:0:0:6 sdb 8:16 [active][ready]``), 0.4.9 and later (tree of ``|`` and ``-``, ``active
ready running``), also with ``-v3`` noise around it; ``multipathd show paths`` with its default columns and ``show maps
status``. A standby path (``ghost``) can carry I/O.

Samples::

    >>> from facts.readers import show
    >>> show('''mpatha (360a98000572d4275685a666a614c6d76) dm-2 NETAPP,LUN
    ... size=250G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
    ... |-+- policy='service-time 0' prio=0 status=enabled
    ... | `- 1:0:0:0 sdb 8:16 failed faulty running
    ... `-+- policy='service-time 0' prio=10 status=active
    ...   `- 2:0:0:0 sdc 8:32 active ready running
    ... ''')
    multipath lines 1-6 read
      multipath-map: active-paths=1 failed-paths=1 map=mpatha paths=2 queueing=yes (1-6)
      system: os=linux (1-1)

    >>> show('''# multipathd show paths
    ... hcil    dev dev_t pri dm_st  chk_st dev_st  next_check
    ... 1:0:0:0 sdb 8:16  1   active ready  running XXXX...... 8/20
    ... 2:0:0:0 sdc 8:32  1   failed faulty running X......... 2/20
    ... ''')
    multipathd-paths lines 2-4 read
      multipath-map: active-paths=1 failed-paths=1 map=all paths=2 (2-4)
      system: os=linux (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from facts.patterns import lazy, unnamed
from facts.reading import Extent, Output, Reader, Reading, Refusal, Row
from facts.schema import Value

_NOISE = r"(?:\w{3} \d\d \d\d:\d\d:\d\d \| )?"
_HEAD = lazy(
    rf"\s*{_NOISE}(?:(?:create|reload|undef|switchpg|rename|resize|reject|unchanged): )?"
    r"(?P<name>[A-Za-z0-9][\w.:+-]{0,127})(?: ?\((?P<wwid>[0-9A-Za-z._:+-]{6,160})\))?"
    r"(?: +(?P<dm>dm-\d+)(?: +(?P<vendor>\S.{0,60}))?| *)$"
)
_FEATURES = lazy(r"\s*\[?size=[^\n]{0,40}?\[?features=(?P<features>'[^']*'|\"[^\"]*\"|[^\]]*)")
_GROUP = lazy(r"[\s|`]*(?:-\+- policy=|\\_ [a-z-]+ \d)")
_PATH = lazy(
    r"[\s|`]*(?:[|`]-|\\_) (?P<address>\d+:\d+:\d+:\d+|#:#:#:#) +(?P<device>\S+) +(?P<number>\d+:\d+|-+:-+|#:#) +(?P<state>.*)"
)
_OLD_HEAD_WORDS = frozenset(("Name", "name", "error", "Usage", "reject"))
_FAILED = frozenset(("failed", "faulty", "shaky", "offline", "removed", "timeout", "undef", "wild", "down"))
_MOST_PATHS = 4096


@dataclass(slots=True)
class _Map:
    name: str
    start: int
    end: int
    queueing: bool | None = None
    paths: list[bool] = field(default_factory=list)


def _is_head(lines: Sequence[str], index: int) -> bool:
    match = _HEAD.match(lines[index])
    if match is None or match["name"] in _OLD_HEAD_WORDS:
        return False
    if match["dm"] is None and match["wwid"] is None and not re.fullmatch(r"[0-9a-f]{17,}", match["name"]):
        return index + 1 < len(lines) and re.match(r"\s*\[size=", lines[index + 1]) is not None
    return index + 1 < len(lines) and _FEATURES.match(lines[index + 1]) is not None


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _is_head(lines, start):
        return None
    end = index = start + 1
    while index < len(lines):
        line = lines[index]
        if _FEATURES.match(line) or _GROUP.match(line) or _PATH.match(line) or _is_head(lines, index):
            end = index = index + 1
        elif (
            index - end < 2
            and (not line.strip() or re.match(_NOISE + r".{0,200}$", line))
            and _goes_on(lines, index + 1)
        ):
            index += 1
        else:
            break
    return start, end


def _goes_on(lines: Sequence[str], index: int) -> bool:
    """Whether another map or path follows within a line or two: messages may stand between them."""
    ahead = range(index, min(index + 2, len(lines)))
    return any(_is_head(lines, n) or _PATH.match(lines[n]) or _GROUP.match(lines[n]) for n in ahead)


def _works(state: str) -> bool | None:
    """Whether a path can carry I/O, by all the words that the tool has for it; None where it says none."""
    words = set(re.findall(r"[a-z]+", state.lower()))
    if words & _FAILED:
        return False
    return True if words & {"active", "ready", "ghost"} else None


def _maps(lines: Sequence[str]) -> list[_Map]:
    found: list[_Map] = []
    for index, line in enumerate(lines):
        if _is_head(lines, index):
            match = _HEAD.match(line)
            assert match is not None
            found.append(_Map(match["name"], index, index))
        elif not found:
            continue
        elif match := _FEATURES.match(line):
            found[-1].queueing, found[-1].end = "queue_if_no_path" in match["features"], index
        elif (match := _PATH.match(line)) and len(found[-1].paths) < _MOST_PATHS:
            works = _works(match["state"])
            if works is not None:
                found[-1].paths.append(works)
            found[-1].end = index
    return found


def _read(output: Output) -> Reading:
    reading = Reading(complete=frozenset(("multipath-map",)))
    for item in _maps(output.lines):
        if not item.paths and item.queueing is None:
            # with its features and no path: the devices of its paths are gone
            reading.refusals.append(Refusal(output.span(item.start, item.end), "a map without its paths"))
            continue
        failed = sum(not works for works in item.paths)
        values: dict[str, Value | bool] = {
            "map": item.name, "paths": len(item.paths), "failed-paths": failed,
            "active-paths": len(item.paths) - failed,
        }  # fmt: skip
        if item.queueing is not None:
            values["queueing"] = item.queueing
        reading.rows.append(Row("multipath-map", values, output.span(item.start, item.end)))
    if reading.rows:
        reading.rows.append(Row("system", {"os": "linux"}, output.span(0), inferred=True))
    if reading.refusals or re.search(r"\b(?:grep|head|tail)\b", output.command):
        reading.complete = frozenset()
    return reading


# --- multipathd show paths, show maps status

_PATHS_HEAD = lazy(r"\s*(?:hcil|uuid +hcil)\s+dev\s+dev_t\s+pri\s+dm_st\s+chk_st")
_PATHS_LINE = lazy(
    r"\s*(?:\S+ +)?(?P<address>\d+:\d+:\d+:\d+|#:#:#:#) +(?P<device>\S+) +(?P<number>\d+:\d+|-+) +\S+ +"
    r"(?P<state>\[?[a-z]+\]? *\[?[a-z]+\]?(?: +[a-z]+)?)"
)
_STATUS_HEAD = lazy(r"\s*name\s+failback\s+queueing\s+paths\s+dm-st")
_STATUS_LINE = lazy(
    r"\s*(?P<name>\S+) +\S+ +(?P<queueing>on|off|-|\d+ (?:sec|chk)) +(?P<paths>\d+) +(?P<state>active|suspend\w*)"
)


def _table_extent(head: re.Pattern[str], row: re.Pattern[str]) -> Extent:
    def extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
        if not head.match(lines[start]):
            return None
        end = start + 1
        while end < len(lines) and row.match(lines[end]):
            end += 1
        return (start, end) if end > start + 1 else None

    return extent


def _paths_read(output: Output) -> Reading:
    states = []
    for line in output.lines[1:]:
        match = _PATHS_LINE.match(line)
        if match is not None and "orphan" not in line:
            states.append(_works(match["state"]))
    known = [works for works in states if works is not None]
    if not known:
        return Reading()
    failed = sum(not works for works in known)
    values: dict[str, Value | bool] = {
        "map": "all", "paths": len(known), "failed-paths": failed, "active-paths": len(known) - failed,
    }  # fmt: skip
    rows = [Row("multipath-map", values, output.whole)]
    return Reading([*rows, Row("system", {"os": "linux"}, output.span(0), inferred=True)])


def _status_read(output: Output) -> Reading:
    rows = []
    for index, line in enumerate(output.lines[1:], 1):
        match = _STATUS_LINE.match(line)
        assert match is not None
        active = int(match["paths"])
        values: dict[str, Value | bool] = {"map": match["name"], "active-paths": active}
        if active == 0:
            values["paths"] = 0
        if match["queueing"] not in ("-",):
            values["queueing"] = match["queueing"] != "off"
        rows.append(Row("multipath-map", values, output.span(index)))
    return Reading([*rows, Row("system", {"os": "linux"}, output.span(0), inferred=True)])


HINTS = ("size=", "dm_st", "dm-st")
READERS = (
    Reader(
        "multipath",
        lazy(rf"\s*{_NOISE}(?:\w+: )?[A-Za-z0-9][\w.:+-]*(?: ?\([^)]+\))?(?: +dm-\d+.*| *)$"),
        _extent,
        _read,
    ),
    Reader("multipathd-paths", unnamed(_PATHS_HEAD), _table_extent(_PATHS_HEAD, _PATHS_LINE), _paths_read),
    Reader("multipathd-maps", unnamed(_STATUS_HEAD), _table_extent(_STATUS_HEAD, _STATUS_LINE), _status_read),
)
