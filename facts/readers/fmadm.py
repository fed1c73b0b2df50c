"""``fmadm faulty`` and ``fmdump``: what the fault manager of Solaris and illumos has diagnosed.

Known versions: the two columns of Solaris 10 6/06 (``STATE RESOURCE / UUID``); a heading and a block for each fault
(Solaris 10 since 10/08, illumos); the block with ``Problem Status`` and ``Suspect 1 of 1`` (Solaris 11); only the table,
as ``fmadm faulty -s`` prints it. Of ``fmdump`` the list, in which a repair is a line of its own.

Samples::

    >>> from facts.readers import show
    >>> show('''--------------- ------------------------------------  -------------- ---------
    ... TIME            EVENT-ID                              MSG-ID         SEVERITY
    ... --------------- ------------------------------------  -------------- ---------
    ... Feb 24 17:23:46 63aee993-bf52-459a-97b7-4ed9f56b754f  ZFS-8000-FD    Major
    ...
    ... Host        : stor1
    ... Fault class : fault.fs.zfs.vdev.io
    ... Affects     : zfs://pool=tank/vdev=b5daa0465584427e
    ...                   faulted and taken out of service
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    fmadm-faulty lines 1-9 read
      fault-report: about=zfs-device class=fault.fs.zfs.vdev.io event=63aee993-bf52-459a-97b7-4ed9f56b754f
        message=ZFS-8000-FD open=yes pool=tank severity=major (4-9)

    >>> show('''TIME                 UUID                                 SUNW-MSG-ID
    ... Aug 18 18:32:48.1940 940422d6-03fb-4ea0-b012-aec91b8dafd3 ZFS-8000-D3
    ... Aug 18 18:42:06.4701 940422d6-03fb-4ea0-b012-aec91b8dafd3 FMD-8000-4M Repaired
    ... ''')
    fmdump lines 1-3 read
      fault-report: about=zfs-device event=940422d6-03fb-4ea0-b012-aec91b8dafd3 message=ZFS-8000-D3 open=no (2-3)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import Values, account_fields, extent_of, names
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.states import Words

_UUID = r"(?P<event>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"
_HEADING = lazy(r"\s*TIME\s+(?:CACHE\s+)?EVENT-ID\s+MSG-ID\s+SEVERITY\s*\Z")
_RULE = lazy(r"\s*-{9,}(?:\s+-{5,})+\s*\Z")
_ENTRY = lazy(
    rf"\s*\w{{3}} +\d+ \d\d:\d\d:\d\d\s+{_UUID}\s+(?P<message>[A-Z][\w-]+)(?:\s*(?P<severity>[A-Z][a-z]+))?\s*\Z"
)
_FIELD = lazy(
    r"\s*(?P<key>Host|Platform|Product_sn|Problem [Ss]tatus|Diag Engine|System|Manufacturer|Name|Part_Number"
    r"|Serial_Number|Host_ID|System Component|Suspect \d+ of \d+|Fault class|Problem class|Certainty|Affects|Status"
    r"|FRU|FRU Location|Problem in|Description|Response|Impact|Action|Location|Revision|Chassis)\s*:\s*(?P<value>.*)\Z"
)
# A heading within a block, without a value of its own.
_PART = lazy(r"\s*(?:-{9,}|System(?: Component)?|FRU|Suspect \d+ of \d+ :)\s*\Z")
_CONTINUED = lazy(r"\s{10,}\S")
_READ = names("Problem Status|Fault class|Problem class|Affects|FRU|FRU Location")
_UNUSED = names(
    """Host|Platform|Product_sn|Diag Engine|System|Manufacturer|Name|Part_Number|Serial_Number|Host_ID|System Component|Certainty|Status
    |Problem in|Description|Response|Impact|Action|Location|Revision|Chassis|Suspect # of #"""
)
_OLD_HEADING = lazy(r"\s*STATE\s+RESOURCE / UUID\s*\Z")
_OLD_STATE = lazy(r"\s*(?P<state>faulted|degraded|unknown|ok)\s+(?P<resource>\w+:\S+)\s*\Z")
_OLD_UUID = lazy(rf"\s*{_UUID}\s*\Z")
_EXTENT_OLD = extent_of(_OLD_STATE, _OLD_UUID, lazy(r"[\s-]*-{5,}"), head=_OLD_HEADING, least=2)
_DUMP_HEADING = lazy(r"\s*TIME\s+UUID\s+SUNW-MSG-ID(?:\s+EVENT)?\s*\Z")
_DUMP = lazy(rf"\s*\w{{3}} +\d+ [\d:.]+\s+{_UUID}\s+(?P<message>[A-Z][\w-]+)(?:\s+(?P<what>[A-Z]\w+))?\s*\Z")
_RESOURCE = lazy(r"zfs://(?P<rest>\S+)")
_LABEL = lazy(r'"(?P<label>[^"]{1,60})" ?\(hc:')
"""What is written on the bay of a part that can be replaced."""
_GUID = lazy(r"[0-9a-f]{12,16}\Z")
_DEVICE_MESSAGES = (
    "ZFS-8000-FD",
    "ZFS-8000-GH",
    "ZFS-8000-D3",
    "ZFS-8000-NX",
    "ZFS-8000-FT",
    "ZFS-8000-LR",
    "ZFS-8000-QJ",
)
_POOL_MESSAGES = ("ZFS-8000-CS", "ZFS-8000-HC", "ZFS-8000-JQ", "ZFS-8000-K4")
_STATUS = Words({"open": "open|isolated|solved|faulty", "over": "repaired|resolved|acquitted|closed|replaced"})
_STEPS = Words({"over": "Repaired|Resolved"}, silent="|Diagnosed|Updated|Isolated|Solved|Replaced|Acquitted")
_LONGEST_BLOCK = 60


def _about(message: str, kind: str) -> str:
    """What a fault is about, by its class, else by its message."""
    if kind.startswith("fault.fs.zfs.") or message.startswith("ZFS-"):
        if kind.startswith(("fault.fs.zfs.vdev", "fault.fs.zfs.device")) or message in _DEVICE_MESSAGES:
            return "zfs-device"
        pool = kind in ("fault.fs.zfs.pool", "fault.fs.zfs.io_failure_wait", "fault.fs.zfs.io_failure_continue")
        return "zfs-pool" if pool or message in _POOL_MESSAGES else "zfs-other"
    return "disk" if kind.startswith("fault.io.disk") or message.startswith("DISK-") else "other"


def _names(resource: str) -> Values:
    """Pool and device of ``zfs://pool=tank/vdev=...``; bare numbers are no names."""
    match = _RESOURCE.match(resource.strip())
    if match is None:
        return {}
    parts = dict(part.split("=", 1) for part in re.split(r"/(?=\w+=)", match["rest"].rstrip("/")) if "=" in part)
    pool, device = parts.get("pool_name", parts.get("pool", "")), parts.get("vdev_name", "")
    found: Values = {}
    if pool and not _GUID.match(pool):
        found["pool"] = pool
    if device and not device.startswith("id1,"):
        found["device"] = device
    return found


def _block_end(lines: Sequence[str], index: int) -> int:
    """The line after the block of one fault that begins at ``lines[index]``: its fields and their second lines."""
    end, blank = index + 1, False
    for at in range(index + 1, min(len(lines), index + _LONGEST_BLOCK)):
        line = lines[at]
        if not line.strip():
            blank = True
            continue
        if _RULE.match(line) or _ENTRY.match(line) or _HEADING.match(line) or prompt_of(line) is not None:
            break
        if not (_FIELD.match(line) or _PART.match(line) or (line[:1].isspace() and not blank)):
            break
        end, blank = at + 1, False
    return end


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    head = lines[start : start + 3]
    if not any(_HEADING.match(line) for line in head):
        return _EXTENT_OLD(lines, start, command)
    index, end = start, start
    entries = 0
    while index < len(lines):
        line = lines[index]
        if _ENTRY.match(line):
            entries += 1
            index = end = _block_end(lines, index)
        elif _RULE.match(line) or _HEADING.match(line):
            index = end = index + 1
        elif not line.strip() and index < end + 3:
            index += 1
        else:
            break
    return (start, end) if entries else None


def _fault(output: Output, start: int, end: int, refusals: list[Refusal]) -> Row:
    """One fault of the table and the block below it."""
    match = _ENTRY.match(output.lines[start])
    assert match is not None, "called on such lines only"
    fields: dict[str, str] = {}
    for line in output.lines[start + 1 : end]:
        if field := _FIELD.match(line):
            fields.setdefault(field["key"].lower(), field["value"].strip())
    kind = fields.get("fault class", fields.get("problem class", "")).split(" ")[0]
    values: Values = {
        "event": match["event"],
        "message": match["message"],
        "about": _about(match["message"], kind),
        **_names(fields.get("affects", "")),
    }
    if values["about"] == "disk" and (part := _LABEL.match(fields.get("fru", fields.get("fru location", "")))):
        values["device"] = part["label"]
    # what `fmadm faulty` lists without a word is open
    said = fields.get("problem status", "open").partition(" (")[0]
    status = _STATUS.read(said, output.span(start, end - 1), refusals)
    if status:
        values["open"] = status == "open"
    if kind:
        values["class"] = kind
    if (severity := (match["severity"] or "").lower()) in ("minor", "major", "critical"):
        values["severity"] = severity
    last = end - 1
    while last > start and not output.lines[last].strip():
        last -= 1
    return Row("fault-report", values, output.span(start, last))


def _read_old(output: Output) -> Reading:
    reading = Reading()
    found: tuple[int, str, str] | None = None
    for index, line in enumerate(output.lines):
        if state := _OLD_STATE.match(line):
            found = index, state["state"], state["resource"]
        elif (uuid := _OLD_UUID.match(line)) and found is not None:
            names = _names(found[2])
            about = ("zfs-device" if "vdev=" in found[2] else "zfs-pool") if found[2].startswith("zfs:") else "other"
            values: Values = {
                "event": uuid["event"],
                "about": about,
                "open": found[1] != "ok",
                **names,
            }
            reading.rows.append(Row("fault-report", values, output.span(found[0], index)))
            reading.used += [output.span(found[0]), output.span(index)]
            found = None
    return reading


def _read(output: Output) -> Reading:
    if _OLD_HEADING.match(output.lines[0]):
        return _read_old(output)
    starts = [i for i, line in enumerate(output.lines) if _ENTRY.match(line)]
    reading = Reading()
    for start in starts:
        end = _block_end(output.lines, start)
        reading.rows.append(_fault(output, start, end, reading.refusals))
        reading.used.append(output.span(start))
        for index in range(start + 1, end):
            if _CONTINUED.match(output.lines[index]) and not _FIELD.match(output.lines[index]):
                reading.pass_over("field goes on", output.span(index))
    account_fields(output, reading, _FIELD, _READ, _UNUSED)
    reading.complete = frozenset({"fault-report"})
    return reading


def _read_dump(output: Output) -> Reading:
    reading = Reading()
    faults: dict[str, tuple[int, int, str, bool]] = {}
    for index, line in enumerate(output.lines[1:], 1):
        match = _DUMP.match(line)
        if match is None:
            reading.refusals.append(Refusal(output.span(index), "line of the list that cannot be read"))
            continue
        event, over = match["event"], _STEPS.read(match["what"] or "", output.span(index), reading.refusals) == "over"
        reading.used.append(output.span(index))
        first, _, message, closed = faults.get(event, (index, index, match["message"], False))
        faults[event] = (first, index, message, closed or over)
    for event, (first, last, message, closed) in faults.items():
        values: Values = {"event": event, "message": message, "about": _about(message, "")}
        if closed:
            values["open"] = False  # without a line of its repair it may be open or not
        reading.rows.append(Row("fault-report", values, output.span(first, last)))
    return reading


HINTS = ("EVENT-ID", "RESOURCE / UUID", "SUNW-MSG-ID")
READERS = (
    Reader("fmadm-faulty", lazy(r"\s*(?:-{15} +-{30,}|TIME\s+(?:CACHE\s+)?EVENT-ID|STATE\s+RESOURCE)"), _extent, _read, of_no_use=(
        ("heading", _HEADING), ("heading", _OLD_HEADING), ("heading", _PART))),
    Reader("fmdump", lazy(r"\s*TIME\s+UUID\s+SUNW-MSG-ID"), extent_of(lazy(r"\s*\w{3} +\d"), head=_DUMP_HEADING, least=0),
        _read_dump, of_no_use=(("heading", _DUMP_HEADING),)),
)  # fmt: skip
