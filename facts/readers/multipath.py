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

from facts.kit import Line, Table, Values, column, extent_of, never, one_of, text, unused, within
from facts.patterns import lazy, unnamed
from facts.reading import Output, Reader, Reading, Refusal, Row, Span, prompt_of
from facts.states import Words, not_understood
from facts.units import integer

_NOISE = r"(?:\w{3} \d\d \d\d:\d\d:\d\d \| )?"
_HEAD = lazy(
    rf"\s*{_NOISE}(?:(?:create|reload|undef|switchpg|rename|resize|reject|unchanged): )?"
    # an iSCSI target's own name may have blanks in it, and stand alone
    r"(?P<name>[A-Za-z0-9][\w.:+-]{0,127}(?: {3,9}[\w.:+-]{1,40}(?= +dm-))?)(?: ?\((?P<wwid>[0-9A-Za-z._:+-][0-9A-Za-z ._:+-]{5,159})\))?"
    r"(?: +(?P<dm>dm-\d+)(?: +(?P<vendor>\S.{0,60}))?| *)$"
)
_GLUED = lazy(r"(.*\b[0-9a-f]{17,})(dm-\d+ )")
_OF_NO_USE = (
    ("group of paths", lazy(r"[\s|`]*(?:-\+- policy=|\\_ [a-z-]+ \d)")),
    (
        "message",
        lazy(r"\s*(?:\w{3} \d\d \d\d:\d\d:\d\d \| |params = |status = |\*word = |sd\w+: |process \d+ |forked \d+)"),
    ),
)
_FEATURES = lazy(r"\s*\[?size=[^\n]{0,40}?\[?features=(?P<features>'[^']*'|\"[^\"]*\"|[^\]]*)")
_GROUP = lazy(r"[\s|`]*(?:-\+- policy=|\\_ [a-z-]+ \d)")
_PATH = lazy(
    r"[\s|`]*(?:[|`]-|\\_) (?P<address>\d+:\d+:\d+:\d+|#:#:#:#) +(?P<device>\S+) +(?P<number>\d+:\d+|-+:-+|#:#) +(?P<state>.*)"
)
_OLD_HEAD_WORDS = frozenset(("Name", "name", "error", "Usage", "reject"))
# of the kernel's device mapper, of the path checker and of the SCSI device, as libmultipath prints them
_MAPPED = Words({"works": "active", "failed": "failed"}, silent="undef")
_CHECKED = Words(
    {"works": "ready|ghost", "failed": "faulty|shaky|i/o timeout|disconnected"}, silent="undef|i/o pending|delayed"
)
_DEVICE = Words({"failed": "offline"}, silent="running|unknown")
_STATES = lazy(
    r"\[?(?P<mapped>[^\s\[\]]{1,40})\]?\s*\[?(?P<checked>i/o [a-z]{1,20}|[^\s\[\]]{1,40})\]?(?: +(?P<device>[^\s\[\]]{1,40}))?"
)
_MOST_PATHS = 4096


@dataclass(slots=True)
class _Map:
    name: str
    wwid: str
    start: int
    end: int
    queueing: bool | None = None
    paths: list[bool | None] = field(default_factory=list)  # None for one whose state no list has


class _Names:
    """The names of maps; the same alias with another WWID is another map, of a host that nothing tells."""

    def __init__(self) -> None:
        """Start with no map seen."""
        self._seen: dict[str, str] = {}

    def of(self, item: _Map) -> str:
        """The alias, with the WWID where the alias alone could hide another map."""
        first = self._seen.setdefault(item.name, item.wwid)
        return item.name if item.wwid == first else f"{item.name} ({item.wwid})"


def _head(line: str) -> re.Match[str] | None:
    """The head of a map; 0.4.9 prints no blank behind a long name."""
    return _HEAD.match(_GLUED.sub(r"\1 \2", line) if "dm-" in line else line)


def _is_head(lines: Sequence[str], index: int) -> bool:
    match = _head(lines[index])
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
        if prompt_of(line) is not None:
            break
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


def _works(state: str, span: Span, refusals: list[Refusal], device: bool = True) -> tuple[bool | None, ...]:
    """Whether a path can carry I/O: of one path nothing where the tool tells none, (None,) where it is not understood.

    A path in no map has no state in the device mapper; then the checker alone tells. `device` is False where another
    column follows those two.
    """
    match = _STATES.match(state.strip())
    if match is None:
        refusals.append(not_understood(state, span))
        return (None,)
    before = len(refusals)
    said = {_MAPPED.read(match["mapped"], span, refusals), _CHECKED.read(match["checked"], span, refusals)}
    if device and match["device"]:
        said.add(_DEVICE.read(match["device"], span, refusals))
    if "failed" in said:
        return (False,)
    if len(refusals) > before:
        return (None,)
    return (True,) if "works" in said else ()


def _counts(paths: Sequence[bool | None]) -> Values:
    """How many paths work; a count is left out where a path that is not understood could change it from 0."""
    values: Values = {"paths": len(paths)}
    for slot, works in (("failed-paths", False), ("active-paths", True)):
        if (count := sum(path is works for path in paths)) or None not in paths:
            values[slot] = count
    return values


def _maps(output: Output, refusals: list[Refusal], used: list[Span]) -> list[_Map]:
    lines = output.lines
    found: list[_Map] = []
    for index, line in enumerate(lines):
        if _is_head(lines, index):
            match = _head(line)
            assert match is not None
            found.append(_Map(match["name"], match["wwid"] or "", index, index))
            used.append(output.span(index))
        elif not found:
            continue
        elif match := _FEATURES.match(line):
            found[-1].queueing, found[-1].end = "queue_if_no_path" in match["features"], index
            used.append(output.span(index))
        elif (match := _PATH.match(line)) and len(found[-1].paths) < _MOST_PATHS:
            found[-1].paths.extend(_works(match["state"], output.span(index), refusals))
            found[-1].end = index
            used.append(output.span(index))
    return found


def _read(output: Output) -> Reading:
    reading, names = Reading(complete=frozenset(("multipath-map",))), _Names()
    for item in _maps(output, reading.refusals, reading.used):
        if not item.paths and item.queueing is None:
            # with its features and no path: the devices of its paths are gone
            reading.refusals.append(Refusal(output.span(item.start, item.end), "a map without its paths"))
            continue
        values: Values = {"map": names.of(item), **_counts(item.paths)}
        if item.queueing is not None:
            values["queueing"] = item.queueing
        reading.rows.append(Row("multipath-map", values, output.span(item.start, item.end)))
    reading.infer_system("linux", output.span(0))
    if re.search(r"\b(?:grep|head|tail)\b", output.command):
        reading.complete = frozenset()
    return reading


# lines of paths that grep left of the maps: what failed is told, and not what is left
_PICKED = lazy(r"[\s|`]*(?:[|`]-|\\_) (?:\d+:\d+:\d+:\d+|#:#:#:#) +\S+ +(?:\d+:\d+|-+:-+|#:#) +\[?failed\b")


def _picked_read(output: Output) -> Reading:
    reading, failed = Reading(), 0
    for index, match in output.matches(_PATH):
        failed += _works(match["state"], output.span(index), reading.refusals) == (False,)
        reading.used.append(output.span(index))
    if failed:
        reading.rows.append(Row("multipath-map", {"map": "picked lines", "failed-paths": failed}, output.whole))
    reading.infer_system("linux", output.span(0))
    return reading


# --- multipathd show paths, show maps status

_PATHS_HEAD = lazy(r"\s*(?:hcil|uuid +hcil)\s+dev\s+dev_t\s+pri\s+dm_st\s+chk_st")
_QUEUEING = lazy(r"(?:on|off|\d+ (?:sec|chk))\Z")
_PATHS_LINE = lazy(
    r"\s*(?:\S+ +)?(?P<address>\d+:\d+:\d+:\d+|#:#:#:#) +(?P<device>\S+) +(?P<number>\d+:\d+|-+) +\S+ +"
    r"(?P<state>\S.*)"
)


def _paths_read(output: Output) -> Reading:
    reading = Reading()
    paths: list[bool | None] = []
    device = re.search(r"chk_st\s+dev_st", output.lines[0]) is not None
    for index, line in enumerate(output.lines[1:], 1):
        match = _PATHS_LINE.match(line)
        if match is not None and "orphan" in line:
            reading.pass_over("path of no map", output.span(index))
        elif match is not None:
            paths.extend(_works(match["state"], output.span(index), reading.refusals, device))
            reading.used.append(output.span(index))
    if paths:
        reading.rows.append(Row("multipath-map", {"map": "all", **_counts(paths)}, output.whole))
        reading.rows.append(Row("system", {"os": "linux"}, output.span(0), inferred=True))
    return reading


def _queueing(cell: str) -> bool | None:
    """``on``, ``off``, or how long it goes on: ``5 chk``."""
    return cell != "off" if _QUEUEING.match(cell) else None


def _status(line: Line) -> Values | None:
    if "active-paths" not in line.values:
        return None
    values = {slot: value for slot, value in line.values.items() if slot != "state"}
    if values.get("active-paths") == 0:
        values["paths"] = 0
    return values


_STATUS = Table(
    "multipathd-maps", "multipath-map", align=True, needs=("active-paths",), row=_status, covers=never, system="linux",
    columns=(
        column("map", "name"),
        column("active-paths", "paths", parse=integer),
        column("queueing", "queueing", parse=_queueing),
        column("state", "dm-st", parse=one_of({word: word for word in ("active", "suspend", "suspended")})),
        unused("failback", "write_prot", "uuid", "vend/prod/rev", "path_faults"),
    ),
)  # fmt: skip
# counters since the daemon started, and what the maps are called
_OTHERS = (
    Table(
        "multipathd-maps", "", system="linux",
        columns=(column("map", "name"), column("node", "sysfs", parse=within(lazy(r"(dm-\d+)\Z"), text)), unused("uuid")),
    ),
    Table(
        "multipathd-maps", "", system="linux",
        columns=(
            column("map", "name"),
            column("faults", "path_faults", parse=integer),
            unused("switch_grp", "map_loads", "total_q_time", "q_timeouts", "map_failures"),
        ),
    ),
)  # fmt: skip

HINTS = ("size=", "failed", "dm_st", "dm-st", "sysfs", "path_faults")
READERS = (
    Reader(
        "multipath",
        lazy(
            rf"\s*{_NOISE}(?:\w+: )?[A-Za-z0-9][\w.:+-]*(?: {{3,9}}[\w.:+-]+)?(?: ?\([^)]+\))?"
            r"(?: +dm-\d+.*|(?:(?<=dm-\d)|(?<=dm-\d\d)) +\S.*| *)$"
        ),
        _extent,
        _read,
        of_no_use=_OF_NO_USE,
    ),
    Reader(
        "multipathd-paths",
        unnamed(_PATHS_HEAD),
        extent_of(_PATHS_LINE, head=_PATHS_HEAD),
        _paths_read,
        of_no_use=(("heading", _PATHS_HEAD),),
    ),
    Reader("multipath-lines", _PICKED, extent_of(_PATH, head=_PATH), _picked_read),
    _STATUS.reader(),
    *(table.reader() for table in _OTHERS),
)
