"""``mdadm --detail``, ``--examine``, ``--query``: a Linux software RAID array, or the array that a disk is part of.

Known versions: metadata 0.90 and 1.x of mdadm 1 to 4; ``--examine`` also of containers (imsm) without a level. A member
that ``--detail`` calls ``faulty`` is a failed one, ``removed`` a missing one.

Sample::

    >>> from facts.readers import show
    >>> show('''/dev/md0:
    ...         Version : 0.90
    ...      Raid Level : raid1
    ...    Raid Devices : 2
    ...           State : clean, degraded
    ...  Active Devices : 1
    ...  Failed Devices : 1
    ...
    ...     Number   Major   Minor   RaidDevice State
    ...        0       8        1        0      active sync   /dev/sda1
    ...        1       0        0        1      removed
    ... ''')
    mdadm lines 1-11 read
      md-array: array=md0 failed-members=1 level=raid1 members=2 members-missing=1 state=active sync-action=none (1-11)
      part-of: part=sda1 relation=device-in-array whole=md0 (10-10)
      system: os=linux (1-1)

    >>> show('''/dev/md0: 99.00MiB raid1 2 devices, 1 spare. Use mdadm --detail for more detail.
    ... ''')
    mdadm lines 1-1 read
      md-array: array=md0 level=raid1 members=2 (1-1)
      system: os=linux (1-1)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import Values, account_fields, extent_of, names
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.states import Words, not_understood
from facts.units import integer, number

_INDENTED = lazy(" {6}")
_HEAD = lazy(r"\s*(?:mdadm: )?/dev/(?P<device>\S+?):\s*$")
_QUERY = lazy(
    r"\s*/dev/(?P<device>\S+): (?:(?P<size>[\d.]+ ?[KMGT]i?B) (?P<level>raid\d+|linear|multipath|faulty"
    r"|container) (?P<members>\d+) devices, (?P<spares>\d+) spares?\."
    r"|is not an md array|(?:No md super block found"
    r"|device (?P<slot>\d+) in (?P<of>\d+) device (?P<state>\S+) (?P<level2>raid\d+|linear|\S+) (?:array"
    r"|/dev/(?P<array>\S+?))\.?))"
)
_FIELD = lazy(r"\s*(?P<key>[A-Z][A-Za-z' ]{2,24}?) ?: ?(?P<value>.*)")
_TABLE = lazy(r"\s*Number\s+Major\s+Minor\s+RaidDevice(?:\s+State)?")
_MEMBER = lazy(
    r"\s*(?P<number>\d+|-)\s+\d+\s+\d+\s+(?P<slot>\d+|-)\s+(?P<state>(?:[a-z](?:.*?\S)??)?)(?:\s+/dev/(?P<device>\S+))?\s*$"
)
_THIS = lazy(r"\s*(?:this\s*)?\d+\s+\d+\s+\d+\s+\d+\s+(?:\d+\s*)?[a-z]")
_MARKS = lazy(r"(?<!\s)\s*+(?:(?<!\*)\*{2,}|<-.*)\s*$")
_NAME = lazy(r"(?:(?P<home>[^\s:]+):)?(?P<name>[^\s:]+)(?P<local>\s+\(local to host)?")
_VOLUME = lazy(r"\s*(?:\[[^\]]{1,32}\]:\s*$|Disk\d\d Serial : )")
_STATE_WORDS = r"(?:clean|active|degraded|recovering|resyncing|reshaping|checking|FAILED|read-auto|readonly|Not Started|inactive|dirty)"
_SURE = lazy(
    r"\s*(?:Raid Level : (?:raid\d|linear)|(?:Raid|Active|Working|Failed|Spare|Total) Devices : \d+\s*\Z|Used Dev Size : \d"
    r"|(?:Rebuild|Resync|Reshape|Check) Status : \d+% complete|Persistence : Superblock|Number +Major +Minor +RaidDevice"
    rf"|State : clean\s*\Z|State : {_STATE_WORDS}(?:\s?, {_STATE_WORDS}(?: \([A-Z]+\))?){{1,4}}\s*\Z)"
)
_SURE_MEMBER = lazy(
    r"\s*(?:\d+|-)\s+\d+\s+\d+\s+(?:\d+|-)\s+(?:(?:active sync|faulty|spare|writemostly)\b.{0,40}\s/dev/\w|removed\s*\Z)"
)
_OF_SUPERBLOCK = lazy(r"\s*(?:Magic|Feature Map|Avail Dev Size|Device Role|Array State|Device UUID|Array UUID) : ")
_ASKED = lazy(r"\bmdadm\b.*\s/dev/(?P<device>md\S{0,40})\s*(?:[|;]|\Z)")
_LEVELS = frozenset(("raid0", "raid1", "raid4", "raid5", "raid6", "raid10", "linear", "container"))
# what --detail joins with commas: the state of the array in sysfs, what it lacks, and what it synchronises
_STATES = Words(
    {
        "active": "active|clean|active-idle|write-pending|readonly|read-auto|dirty", "inactive": "inactive|clear|Not Started|broken",
        "recovery": "recovering", "resync": "resyncing", "reshape": "reshaping", "check": "checking",
    },
    silent="degraded|FAILED|no-errors|errors|suspended",
)  # fmt: skip
_DELAYED = lazy(r" \((?:DELAYED|PENDING|REMOTE)\)\Z", re.IGNORECASE)
_MEMBER_WORDS = frozenset(
    "faulty active sync removed writemostly write-mostly failfast journal spare rebuilding missing replacement bad".split()
)
_READ = names(
    """magic|raid level|raid devices|state|failed devices|active devices|resync status|rebuild status|reshape status|check status
    |recovery status|preferred minor|name|array state"""
)
_UNUSED = names(
    """version|feature map|creation time|array size|used dev size|device size|total devices|working devices|spare devices|persistence
    |intent bitmap|update time|layout|chunk size|rounding|consistency policy|uuid|array uuid|device uuid|events|number|avail dev size
    |data offset|super offset|unused space|internal bitmap|bad block log|checksum|device role|delta devices|new level|new layout
    |new chunksize|reshape pos'n|cluster name|container|member arrays|orig family|family|generation|attributes|mpb size|mpb sectors
    |disks|raid disks|flags|recovery offset|new offset|journal|policy|array slot|id|usable size|members|slots|failed disk|this slot
    |per dev size|sector size|sector offset|num stripes|reserved|migrate state|map state|dirty state|rwh policy|volume id|sub-array"""
)
_PROGRESS = {"rebuild": "recovery", "resync": "resync", "check": "check", "reshape": "reshape", "recovery": "recovery"}


def _is_field(line: str) -> bool:
    match = _FIELD.match(line)
    return match is not None and len(match["key"]) < 26


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if (query := _QUERY.match(lines[start])) is not None:
        end = start + 1
        while (
            end < len(lines) and (again := _QUERY.match(lines[end])) is not None and again["device"] == query["device"]
        ):
            end += 1
        return start, end
    if not _HEAD.match(lines[start]):
        return None
    following = next((line for line in lines[start + 1 : start + 4] if line.strip()), "")
    if (field := _FIELD.match(following)) is None or field["key"] not in ("Version", "Magic", "Raid Level"):
        return None
    return start, _end(lines, start + 1)


def _headless_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """A piece of ``--detail`` whose line with the array was cut off: only fields and members that no other tool prints."""
    end = _end(lines, start + 1)
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    told = any(_SURE.match(line) or _SURE_MEMBER.match(line) for line in lines[start:end])
    return (start, end) if told and not any(_OF_SUPERBLOCK.match(line) for line in lines[start:end]) else None


def _end(lines: Sequence[str], start: int) -> int:
    """Where the fields and the members from `start` on end."""
    end = index = start
    blanks = 0
    while index < len(lines):
        line = lines[index]
        if not line.strip():
            blanks += 1
        elif _is_field(line) or any(form.match(line) for form in (_VOLUME, _TABLE, _MEMBER, _THIS, _INDENTED)):
            if blanks > 2 or (blanks and _FIELD.match(line) and _foreign(line)):
                break
            end, blanks = index + 1, 0
        else:
            break
        index += 1
    return end


def _foreign(line: str) -> bool:
    """A field that no mdadm prints: some other output follows after an empty line."""
    match = _FIELD.match(line)
    return match is not None and re.match(
        r"\s*(?:Layout|Chunk|Consistency|Re|Name|UUID|Events|Number|Intent|Update|State|Active|Working|Failed|Spare"
        r"|Device|Array|Avail|Used"
        r"|Data|Super|Unused|Internal|Bad|Checksum|Delta|New|Check|Resync|Rebuild|Reshape|Raid|Total|Preferred"
        r"|Persistence|Version|Flags"
        r"|Member|Container|Cluster|Magic|Feature|Creation|MPB|Orig|Family|Generation|Attributes|Disk|Disks|RAID"
        r"|Migrate|Map|Dirty|Sector"
        r"|Slots|Slot|Id|Usable|Per|Failed disk|This|Num|Size|Policy|RWH|Volume)", line
    ) is None  # fmt: skip


def _fields(output: Output) -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for n, line in enumerate(output.lines):
        if _TABLE.match(line):
            break
        if (match := _FIELD.match(line)) and not _HEAD.match(line):
            found.setdefault(match["key"].strip(), (_MARKS.sub("", match["value"]).strip(), n))
    return found


def _read(output: Output) -> Reading:
    if _QUERY.match(output.lines[0]):
        return _query(output)
    reading = Reading()
    head = _HEAD.match(output.lines[0])
    assert head is not None
    fields = _fields(output)
    reading.rows = (
        _examined(output, head["device"], fields)
        if "Magic" in fields
        else _detailed(output, reading, head["device"], fields)
    )
    reading.used = [*output.matching(_HEAD, _MEMBER), *output.matching(_THIS)]
    account_fields(output, reading, _FIELD, _READ, _UNUSED)
    if not reading.rows and "Intel" not in fields.get("Magic", ("", 0))[0]:
        reading.refusals.append(Refusal(output.whole, "neither a level nor a state of an array is named"))
    reading.infer_system("linux", output.span(0))
    return reading


def _read_headless(output: Output) -> Reading:
    """A piece of ``--detail``; the array is that of the command above it, or of its name, or is not known."""
    reading = Reading()
    fields = _fields(output)
    array = ""
    if asked := _ASKED.search(output.command):
        array = asked["device"].rpartition("/")[2]
    elif "Name" in fields and (name := _NAME.match(fields["Name"][0])):
        array = f"md{name['name']}" if name["name"].isdecimal() else name["name"]
    row, *parts = _detailed(output, reading, array, fields, piece=True)
    values = dict(row.values)
    # less may be told than there is: only what is shown counts
    states = {
        name: [n for n, match in output.matches(_MEMBER) if name in match["state"]]
        for name in ("faulty", "removed", "rebuilding")
    }
    if states["rebuilding"]:
        values.setdefault("sync-action", "recovery")
    if states["faulty"]:
        values.setdefault("failed-members", len(states["faulty"]))
    if "members-missing" not in values and (states["removed"] or "degraded" in fields.get("State", ("", 0))[0]):
        values["members-missing"] = max(1, len(states["removed"]))
    if len(values) > 1:
        reading.rows.append(Row("md-array", values, output.whole))
    reading.rows += parts if array else []
    reading.used = output.matching(_MEMBER)
    account_fields(output, reading, _FIELD, _READ, _UNUSED)
    reading.infer_system("linux", output.span(0))
    return reading


_VERSION = lazy(r"\s*mdadm - v\d+\.\d[\w.-]{0,20} - (?:\d{4}-\d\d-\d\d|\d{1,2}\w{2} \w+ \d{4})(?: .{0,40})?\s*\Z")


def _read_version(output: Output) -> Reading:
    return Reading([Row("system", {"os": "linux"}, output.span(0), inferred=True)])


def _level(fields: dict[str, tuple[str, int]]) -> str:
    text = fields.get("Raid Level", ("", 0))[0].lower()
    return text if text in _LEVELS else ""


def _detailed(
    output: Output, reading: Reading, device: str, fields: dict[str, tuple[str, int]], piece: bool = False
) -> list[Row]:
    array = device.rpartition("/")[2]
    values: Values = {"array": array}
    if level := _level(fields):
        values["level"] = level
    if "State" in fields:
        values |= _states(output, reading, fields)
    elif "Raid Level" not in fields and not piece:
        return []
    for slot, name in (("members", "Raid Devices"), ("failed-members", "Failed Devices")):
        text, line = fields.get(name, ("", 0))
        if (count := integer(text)) is not None:
            values[slot] = count
        elif name in fields:
            reading.refusals.append(Refusal(output.span(line), f"{name}: `{text}` is not a number"))
    members, active = _members(output, reading)
    table = next((n for n, line in enumerate(output.lines) if _TABLE.match(line)), None)
    if isinstance(wanted := values.get("members"), int):
        said = integer(fields["Active Devices"][0]) if "Active Devices" in fields else None
        counted = table is not None and not reading.refusals
        present = said if said is not None else (active if counted else None)
        if present is not None:
            values["members-missing"] = max(0, wanted - present)
    for name, (text, line) in fields.items():
        if name.split()[0].lower() in _PROGRESS and name.endswith("Status"):
            percent = re.match(r"[\d.,]+", text)
            if percent is None or (value := number(percent[0])) is None:
                reading.refusals.append(Refusal(output.span(line), f"{name}: `{text}` is not a percentage"))
            else:
                values["sync-percent"] = value
                if piece:
                    values.setdefault("sync-action", _PROGRESS[name.split()[0].lower()])
    return [Row("md-array", values, output.whole), *(_part(output, name, array, n) for name, n in members)]


def _states(output: Output, reading: Reading, fields: dict[str, tuple[str, int]]) -> Values:
    """``clean, degraded, recovering``: whether the array runs, and what it synchronises; nothing beside a strange word."""
    text, line = fields["State"]
    said, before = [], len(reading.refusals)
    for word in text.split(","):
        said.append((_STATES.read(_DELAYED.sub("", word), output.span(line), reading.refusals), word))
    if len(reading.refusals) > before:
        return {}
    waits = re.search(r"DELAYED|PENDING", fields.get("Resync Status", ("", 0))[0]) is not None
    action = next(((state, word) for state, word in said if state in _PROGRESS.values()), None)
    states = {state for state, _ in said}
    values: Values = {"sync-action": "none"}
    if states & {"active", "inactive"}:
        values["state"] = "inactive" if "inactive" in states else "active"
    if action is not None:
        delayed = waits or re.search(r"\((?:delayed|pending)\)", action[1], re.IGNORECASE)
        values["sync-action"] = "pending" if delayed else action[0]
    return values


def _members(output: Output, reading: Reading) -> tuple[list[tuple[str, int]], int]:
    """Devices with their lines, and how many are in sync."""
    found, active, below = [], 0, _SURE_MEMBER.match(output.lines[0]) is not None
    for n, line in enumerate(output.lines):
        below = below or _TABLE.match(line) is not None
        match = _MEMBER.match(_MARKS.sub("", line)) if below else None
        if match is None:
            continue
        words = [word for word in match["state"].split() if not word.startswith("set-")]
        if strange := [word for word in words if word.lower() not in _MEMBER_WORDS]:
            reading.refusals.append(not_understood(" ".join(strange), output.span(n)))
        active += {"active", "sync"} <= set(words) and "faulty" not in words
        if match["device"]:
            found.append((match["device"].removeprefix("mapper/"), n))
    return found, active


def _part(output: Output, part: str, whole: str, line: int, inferred: bool = False) -> Row:
    values: Values = {"part": part, "whole": whole, "relation": "device-in-array"}
    return Row("part-of", values, output.span(line), inferred=inferred)


def _examined(output: Output, device: str, fields: dict[str, tuple[str, int]]) -> list[Row]:
    """What a member's superblock says: its array has no device name there, only a name or a minor number.

    A member that was removed still tells the past, so the running state of mdstat and ``--detail`` outweighs it. Under a name
    that mdstat does not use (``db1:data``, or that of another host) nothing could outweigh it: who is missing is left open there.
    """
    array, ours = "", True
    if "Preferred Minor" in fields and (minor := integer(fields["Preferred Minor"][0])) is not None:
        array = f"md{minor}"
    elif "Name" in fields and (match := _NAME.match(fields["Name"][0])):
        array = f"md{match['name']}" if match["name"].isdecimal() else match["name"]
        ours = match["name"].isdecimal() and bool(match["local"] or not match["home"])
    if not array:
        return []
    values: Values = {"array": array}
    if level := _level(fields):
        values["level"] = level
    if "Raid Devices" in fields and (members := integer(fields["Raid Devices"][0])) is not None:
        values["members"] = members
    if ours and "Array State" in fields and (state := re.match(r"[AR.]+", fields["Array State"][0])):
        values["members-missing"] = state[0].count(".")
    elif ours and "Failed Devices" in fields and (failed := integer(fields["Failed Devices"][0])) is not None:
        values["failed-members"] = failed
    return [Row("md-array", values, output.whole, inferred=True), _part(output, device, array, 0, inferred=True)]


def _query(output: Output) -> Reading:
    reading = Reading()
    for n, line in enumerate(output.lines):
        match = _QUERY.match(line)
        assert match is not None
        if match["members"]:
            values: Values = {
                "array": match["device"].rpartition("/")[2],
                "members": int(match["members"]),
            }
            if match["level"] in _LEVELS:
                values["level"] = match["level"]
            reading.rows.append(Row("md-array", values, output.span(n)))
        elif match["array"]:
            reading.rows.append(_part(output, match["device"], match["array"].rpartition("/")[2], n))
    reading.infer_system("linux", output.span(0))
    return reading


HINTS = (
    "Version :", "Magic :", "md array", "md super", "spares", "spare.", " device ", "Devices : ", "RaidDevice", "% complete",
    "State : ", "active sync", "rebuilding", "spare ", "faulty", "removed", "Raid Level : ", "Persistence : ", "Dev Size : ", "mdadm - v",
)  # fmt: skip
READERS = (
    Reader(
        "mdadm",
        lazy(
            r"\s*(?:mdadm: )?/dev/\S+:(?:\s*$| (?:[\d.]+ ?[KMGT]i?B (?:raid|linear|container)|is not an md|No md super"
            r"|device \d+ in))"
        ),
        _extent,
        _read,
        of_no_use=(
            ("heading", _TABLE),
            ("part of a container", _VOLUME),
            ("no array", lazy(r"\s*/dev/\S+: (?:is not an md array|No md super block found)")),
        ),
    ),
    Reader(
        "mdadm",
        lazy(
            rf"(?:{_SURE.pattern}|{_SURE_MEMBER.pattern}|\s*(?:Creation Time|Update Time|Array Size|Consistency Policy|Intent Bitmap"
            rf"|Preferred Minor) : \S"
            r"|\s*Version : (?:0?0?\.90|1\.[012])(?:\.\d+)?\s*\Z)"
        ),
        _headless_extent,
        _read_headless,
        of_no_use=(("heading", _TABLE),),
    ),
    Reader("mdadm", _VERSION, extent_of(_VERSION, most=1), _read_version, of_no_use=(("version", _VERSION),)),
)
