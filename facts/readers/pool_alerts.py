"""What watches pools and sends mail: the notices of zed, the alerts of FreeNAS and TrueNAS.

Known forms: the mails of zed's ``statechange``, ``io``, ``checksum`` and ``data`` scripts (OpenZFS 0.7 to 2.3), whole or from any
field on; ``Pool tank state is DEGRADED: ...`` of TrueNAS, ``The volume tank (ZFS) state is DEGRADED`` of FreeNAS, with the list of disks
that are not healthy; the line of a monitoring plugin, ``CRITICAL: pool tank is DEGRADED``. What zed sends with a copy of ``zpool
status`` is read by that reader.

Samples::

    >>> from facts.readers import show
    >>> show('''The number of I/O errors associated with a ZFS device exceeded
    ... acceptable levels. ZFS has marked the device as faulted.
    ...
    ...  impact: Fault tolerance of the pool may be compromised.
    ...     eid: 41
    ...   class: statechange
    ...   state: FAULTED
    ...    host: pve1
    ...    time: 2020-07-30 23:45:12-0600
    ...   vpath: /dev/sdc1
    ...    pool: tank (0x1234ABCD1234ABCD)
    ... ''')
    zed-notice lines 1-11 read
      pool-event: count=1 device=/dev/sdc1 kind=faulted pool=tank (1-11)

    >>> show('''Pool tank state is DEGRADED: One or more devices has experienced an unrecoverable error.
    ... ''')
    pool-alert lines 1-1 read
      zpool-status: condition=device-errors pool=tank state=degraded (1-1)

    >>> show('''ZFS CRITICAL - zpool 'tank' health: FAULTED
    ... ''')
    pool-alert lines 1-1 read
      zpool-status: pool=tank state=faulted (1-1)

    >>> show('''Space usage for pool "tank" is 92%. Optimal pool performance requires used space remain below 80%.
    ... ''')
    pool-fill-alert lines 1-1 read
      zpool-list: capacity-percent=92 pool=tank (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.pool_messages import condition_of
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_SAID = lazy(
    r"\s*(?:The number of (?:I/O|checksum|slow I/O)s?(?: errors)? associated with a ZFS device\b|exceeded\s*\Z"
    r"|(?:exceeded )?acceptable levels\. ZFS has marked|degraded\.\s*\Z|faulted\.\s*\Z"
    r"|ZFS has (?:detected (?:that a device was removed|an? (?:io|I/O|checksum|data|delay) error)|marked the device as)"
    r"|Subject: ZFS .*(?:fault|error|state|pool))"
)
_FIELD = lazy(
    r"\s*(?P<name>impact|eid|class|state|host|time|vtype|vpath|vphys|vguid|vdevpath|devid|pool|error|objset|obj|cksum|read|write)"
    r": +(?P<value>\S.*?)\s*\Z"
)
_EID = lazy(r"\s*eid: +\d+\s*\Z")
_POOL = lazy(r"(?P<pool>[A-Za-z][\w.:-]*)(?: \(0x[0-9A-Fa-f]+\))?\Z")
_KINDS = {"FAULTED": "faulted", "DEGRADED": "degraded", "REMOVED": "removed", "UNAVAIL": "open-failed"}
_CLASSES = {"io": "io", "checksum": "checksum", "data": "data", "delay": "delay"}
_MOST_ABOVE = 6


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run(lines, start, _SAID, _FIELD, blanks=1)
    return (start, end) if any(map(_EID.match, lines[start:end])) else None


def _read(output: Output) -> Reading:
    reading = Reading()
    fields = {match["name"]: match["value"] for _, match in output.matches(_FIELD)}
    kind = _KINDS.get(fields.get("state", "")) or _CLASSES.get(fields.get("class", ""))
    pool = _POOL.match(fields.get("pool", ""))
    reading.used += [output.span(index) for index, _ in output.matches(_FIELD)]
    if kind is None or pool is None:
        return reading
    device = fields.get("vpath", pool["pool"])
    values: dict[str, Value | bool] = {"pool": pool["pool"], "device": device, "kind": kind, "count": 1}
    reading.rows.append(Row("pool-event", values, output.whole))
    return reading


_ALERT = lazy(
    r"\s*(?:[*\-•]\s*)?(?:(?:ZFS |ZPOOL )?(?:CRITICAL|WARNING|CRIT|WARN)\s?[:-]\s)?(?:The |New alert: )?"
    r"(?:(?:[Vv]olume|(?:ZFS )?[Zz]?[Pp]ool) '?(?P<pool>[A-Za-z][\w.:-]*)'?(?: \(ZFS\))?|(?P<boot>[Bb]oot) (?:[Vv]olume|[Pp]ool)) "
    r"(?:(?:(?:state|status|health) )?is |(?:state|status|health): )(?P<state>[A-Z]{6,9})\b:?\s*(?P<text>.*)\Z"
)
_UNHEALTHY = lazy(
    r"\s*(?:The following devices are not healthy:|(?:[*\-•]\s*)?Disk .*\S is (?:DEGRADED|FAULTED|UNAVAIL|REMOVED|OFFLINE)\b)"
)
_STATES = frozenset("ONLINE DEGRADED FAULTED UNAVAIL SUSPENDED".split())


def _extent_alert(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    match = _ALERT.match(lines[start])
    if match is None or match["state"] not in _STATES:
        return None
    return start, run(lines, start + 1, _UNHEALTHY, blanks=1)


def _read_alert(output: Output) -> Reading:
    reading = Reading(used=[output.span(0)])
    match = _ALERT.match(output.lines[0])
    assert match is not None  # it begins the output
    pool = match["pool"] or "boot-pool"
    values: dict[str, Value | bool] = {"pool": pool, "state": match["state"].lower()}
    if condition := condition_of(match["text"]):
        values["condition"] = condition
    reading.rows.append(Row("zpool-status", values, output.span(0)))
    return reading


_FILL = lazy(
    r"\s*(?:[*\-•]\s*)?(?:CRITICAL: |WARNING: )?(?:New alert: )?(?:Space usage for pool [\"'](?P<pool>[A-Za-z][\w.:-]*)[\"'] is"
    r"|The capacity for the (?:volume|pool) '(?P<volume>[A-Za-z][\w.:-]*)' is currently at) (?P<percent>\d{1,3})%"
)


def _extent_fill(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return (start, start + 1) if _FILL.match(lines[start]) else None


def _read_fill(output: Output) -> Reading:
    match = _FILL.match(output.lines[0])
    assert match is not None  # it begins the output
    values: dict[str, Value | bool] = {
        "pool": match["pool"] or match["volume"],
        "capacity-percent": float(match["percent"]),
    }
    return Reading(rows=[Row("zpool-list", values, output.span(0))])


HINTS = (
    "Space usage for pool", "The capacity for the", "eid: ", "ZFS device", "ZFS has ", " state is ", " status is ",
    "DEGRADED", "FAULTED", "UNAVAIL", "SUSPENDED",
)  # fmt: skip
READERS = (
    Reader(
        "zed-notice",
        lazy(rf"{_SAID.pattern}|\s*(?:impact|eid): "),
        _extent,
        _read,
        of_no_use=(("what zed says", _SAID), ("field", _FIELD)),
    ),
    Reader(
        "pool-alert",
        _ALERT,
        _extent_alert,
        _read_alert,
        of_no_use=(("device that is not healthy", _UNHEALTHY),),
    ),
    Reader("pool-fill-alert", _FILL, _extent_fill, _read_fill),
)
