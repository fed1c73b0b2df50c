"""``zpool events -v``: what the ZFS module of Linux, FreeBSD or illumos reported of its devices since it was loaded.

The heading ``TIME  CLASS``, then a line for each event and, with ``-v``, its payload. Pool and device stand only in the
payload, so the short list gives no rows. Events of one kind on one device are one row with their number. Pools and
devices that are imported, scrubbed or configured are no errors and are left out.

Sample::

    >>> from facts.readers import show
    >>> show('''TIME                           CLASS
    ... Nov 21 2026 03:12:44.123456789 ereport.fs.zfs.checksum
    ...         class = "ereport.fs.zfs.checksum"
    ...         ena = 0x2f6a1b30c4b01001
    ...         detector = (embedded nvlist)
    ...                 scheme = "zfs"
    ...                 pool = 0x5b1c8c0d2a3f4e11
    ...         (end detector)
    ...         pool = "tank"
    ...         vdev_path = "/dev/sdc1"
    ...         time = 0x6740a1cc 0x75bcd15
    ...         eid = 0x21
    ... ''')
    zpool-events lines 1-12 read
      pool-event: count=1 device=/dev/sdc1 first-time=1795230764 kind=checksum last-time=1795230764 pool=tank (2-12)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from facts.kit import ANY, run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.stamps import stamp_at

_HEADING = lazy(r"\s*TIME\s{5,}CLASS\s*\Z")
_EVENT = lazy(
    r"\s*(?P<month>[A-Z][a-z]{2}) +(?P<day>\d{1,2}) (?P<year>\d{4}) (?P<clock>\d\d:\d\d:\d\d)(?:\.\d+)?\s+"
    r"(?P<class>(?:ereport|resource|sysevent|misc)\.fs\.zfs\.[\w.]+)\s*\Z"
)
_PAYLOAD = lazy(r"\s+(?P<name>[a-z]\w*) = (?P<value>.*\S)\s*\Z")
_END = lazy(r"\s+\(end \w+\)\s*\Z")
_KINDS = {
    "ereport.fs.zfs.io": "io",
    "ereport.fs.zfs.checksum": "checksum",
    "ereport.fs.zfs.data": "data",
    "ereport.fs.zfs.delay": "delay",
    "ereport.fs.zfs.deadman": "deadman",
    "ereport.fs.zfs.probe_failure": "probe-failure",
    "ereport.fs.zfs.io_failure": "io-failure",
    "ereport.fs.zfs.vdev.open_failed": "open-failed",
    "ereport.fs.zfs.vdev.no_replicas": "open-failed",
    "resource.fs.zfs.removed": "removed",
}
_GIVEN_UP = frozenset(("probe-failure", "io-failure", "removed"))
"""What the short list tells of a device or pool without its name."""
_NO_ERROR = lazy(
    r"sysevent\.|misc\.|resource\.fs\.zfs\.(?:statechange|autoreplace)\Z|ereport\.fs\.zfs\.(?:config|log_replay)"
)
_STATES = {"FAULTED": "faulted", "DEGRADED": "degraded", "REMOVED": "removed", "UNAVAIL": "open-failed"}


@dataclass(slots=True)
class _Event:
    """One event: where it stands, and what its payload says at its own level."""

    start: int
    end: int
    kind: str
    time: float | None
    payload: dict[str, str]


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    index = start + 1 if _HEADING.match(lines[start]) else start
    if index == start and not _EVENT.match(lines[start]):
        return None
    end = run(lines, index, _EVENT, _PAYLOAD, _END, blanks=ANY)
    return (start, end) if any(map(_EVENT.match, lines[index:end])) else None


def _payload(lines: Sequence[str], start: int, end: int) -> dict[str, str]:
    """The names and values of one event, without those of the lists within it."""
    found: dict[str, str] = {}
    depth = 0
    for line in lines[start:end]:
        if _END.match(line):
            depth = max(0, depth - 1)
        elif match := _PAYLOAD.match(line):
            if match["value"].startswith("(embedded nvlist"):
                depth += 1
            elif not depth:
                found[match["name"]] = match["value"].strip('"')
    return found


def _events(output: Output) -> list[_Event]:
    starts = [i for i, line in enumerate(output.lines) if _EVENT.match(line)]
    events = []
    for start, end in zip(starts, [*starts[1:], len(output.lines)], strict=True):
        match = _EVENT.match(output.lines[start])
        assert match is not None  # chosen above
        stamp = stamp_at(f"{match['month']} {match['day']} {match['clock']} {match['year']}")
        while end > start + 1 and not output.lines[end - 1].strip():
            end -= 1
        payload = _payload(output.lines, start + 1, end)
        events.append(_Event(start, end - 1, match["class"], stamp[0] if stamp else None, payload))
    return events


def _kind(event: _Event) -> str | None:
    if event.kind == "resource.fs.zfs.statechange":
        return _STATES.get(event.payload.get("vdev_state", "").split(" ")[0].strip('"'))
    return _KINDS.get(event.kind)


def _read(output: Output) -> Reading:
    grouped: dict[tuple[str, str, str], list[_Event]] = {}
    reading = Reading()
    for event in _events(output):
        if not _NO_ERROR.match(event.kind) and event.kind not in _KINDS:
            reading.unnamed.append(output.first + event.start)
        kind, pool = _kind(event), event.payload.get("pool", event.payload.get("pool_name", ""))
        if not event.payload and kind in _GIVEN_UP:
            shown = output.lines[event.start].strip()
            row: dict[str, Value | bool] = {"kind": "zfs-io-failure", "subject": event.kind, "count": 1, "text": shown}
            reading.rows.append(Row("kernel-event", row, output.span(event.start), time=event.time))
            reading.used.append(output.span(event.start))
        if kind is not None and pool:
            device = event.payload.get("vdev_path", pool)
            grouped.setdefault((pool, device, kind), []).append(event)
    for (pool, device, kind), events in grouped.items():
        values: dict[str, Value | bool] = {"pool": pool, "device": device, "kind": kind, "count": len(events)}
        times = [event.time for event in events if event.time is not None]
        if times:
            values |= {"first-time": min(times), "last-time": max(times)}
        reading.rows.append(Row("pool-event", values, output.span(events[0].start, events[-1].end)))
        reading.used += [output.span(event.start, event.end) for event in events]
    return reading


HINTS = (".fs.zfs.",)
_STARTS = lazy(r"\s*(?:TIME\s{5,}CLASS|[A-Z][a-z]{2} +\d{1,2} \d{4} \d)")
_OF_NO_USE = (("heading", _HEADING), ("event", _EVENT), ("payload", _PAYLOAD), ("payload", _END))
READERS = (Reader("zpool-events", _STARTS, _extent, _read, of_no_use=_OF_NO_USE),)
