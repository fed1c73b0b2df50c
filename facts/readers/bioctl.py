"""``bioctl`` of OpenBSD and NetBSD: RAID sets of softraid, and of the controllers that the system knows.

A set of softraid is one of the kernel's own, as md is on Linux; any other stands behind a controller, which may tell how it caches
writes (``WB``, ``WT``). A set that is rebuilt, built or scrubbed shows how far it is.

Samples::

    >>> from facts.readers import show
    >>> show('''Volume      Status               Size Device
    ... softraid0 0 Rebuild     4000786726912 sd4     RAID1 17%
    ...           0 Rebuild     4000786726912 0:0.0   noencl <sd0a>
    ...           1 Online      4000786726912 0:1.0   noencl <sd1a>
    ... ''')
    bioctl lines 1-4 read
      md-array: array=sd4 level=raid1 members=2 members-missing=1 state=active sync-action=recovery sync-percent=17 (2-4)
      part-of: part=sd0 relation=device-in-array whole=sd4 (3-3)
      part-of: part=sd1 relation=device-in-array whole=sd4 (4-4)

    >>> show('''Volume      Status               Size Device
    ...  mfi0 0 Degraded     599550590976 sd0     RAID5 WT
    ...       0 Failed       299775295488 1:0.0   noencl <SEAGATE ST3300657SS ES64>
    ...       1 Online       299775295488 1:1.0   noencl <SEAGATE ST3300657SS ES64>
    ... ''')
    bioctl lines 1-4 read
      controller: name=mfi0 (2-2)
      controller-array: array=sd0 level=RAID5 state=degraded write-cache=off (2-4)
      controller-drive: drive=mfi0 1:0.0 model=SEAGATE ST3300657SS ES64 state=failed usage=sd0 (3-3)
      controller-drive: drive=mfi0 1:1.0 model=SEAGATE ST3300657SS ES64 state=ok usage=sd0 (4-4)
"""

from __future__ import annotations

import re

from facts.kit import Values, extent_of
from facts.patterns import lazy, unnamed
from facts.reading import Output, Reader, Reading, Row
from facts.states import Words

_HEAD = lazy(r"\s*Volume\s+Status\s+Size\s+Device(?:/Label)?\b.*\Z")
_SET = lazy(
    r"\s*(?P<card>[a-z]+\d{1,3})\s+(?P<number>\d{1,3})\s+(?P<status>Online|Offline|Degraded|Rebuild|Rebuilding|Building|Scrubbing|Invalid|Migrating)"
    r"(?: (?P<early>\d{1,3})%(?: done)?)?\s+\d[\d.]*[KMGTP]?\s+(?P<device>[a-z]+\d{1,4})\b(?P<rest>.*)\Z"
)
_MEMBER = lazy(
    r"\s+(?P<number>\d{1,3})\s+(?P<status>[A-Z][a-z]+(?: [a-z]+)?)(?: \d{1,3}%(?: done)?)?\s+\d[\d.]*[KMGTP]?\s+(?P<place>\d+:\d+\.\d+)\s+\S+"
    r"(?:\s+<(?P<name>[^>]{1,80})>)?.*\Z"
)
_LEVEL = lazy(r"\bRAID ?(?P<level>\d{1,2}C?)\b")
_PERCENT = lazy(r"(?P<percent>\d{1,3})%")
_SLICE = lazy(r"(?P<disk>[a-z]+\d{1,4})[a-p]?\Z")
_SETS = Words(
    {
        "normal": "Online", "degraded": "Degraded", "failed": "Offline", "rebuilding": "Rebuild|Rebuilding",
        "initializing": "Building", "checking": "Scrubbing", "migrating": "Migrating",
    },
    silent="Invalid",
)  # fmt: skip
_MEMBERS = Words(
    {
        "ok": "Online|Scrubbing|Building", "failed": "Offline|Failed|Invalid", "rebuilding": "Rebuild|Rebuilding",
        "spare": "Hot spare", "free": "Unused",
    },
    silent="",
)  # fmt: skip
_ACTIONS = {"rebuilding": "recovery", "initializing": "resync", "checking": "check", "migrating": "reshape"}


def _percent(head: re.Match[str]) -> float | None:
    if head["early"]:
        return float(head["early"])
    found = _PERCENT.search(head["rest"])
    return float(found["percent"]) if found is not None else None


def _read(output: Output) -> Reading:
    reading = Reading()
    for head, start, after in output.parts(_SET):
        span = output.span(start, after - 1)
        state = _SETS.read(head["status"], output.span(start), reading.refusals)
        level = _LEVEL.search(head["rest"])
        members = [(at, match) for at in range(start + 1, after) if (match := _MEMBER.match(output.lines[at]))]
        if head["card"].startswith("softraid"):
            _kernels(output, reading, head, state, level, members, start)
        else:
            _cards(output, reading, head, state, level, members, start)
        reading.used += [span, *(output.span(at) for at, _ in members)]
    return reading


def _kernels(
    output: Output,
    reading: Reading,
    head: re.Match[str],
    state: str,
    level: re.Match[str] | None,
    members: list[tuple[int, re.Match[str]]],
    start: int,
) -> None:
    """A set of softraid: the kernel itself mirrors and rebuilds it."""
    spare = [match for _, match in members if match["status"] in ("Hot spare", "Unused")]
    lacking = [
        match for _, match in members if match["status"] in ("Offline", "Failed", "Invalid", "Rebuild", "Rebuilding")
    ]
    missing = len(lacking) or int(state in ("degraded", "rebuilding"))
    values: Values = {"array": head["device"], "state": "active", "sync-action": _ACTIONS.get(state, "none")}
    if members:
        values |= {"members": len(members) - len(spare), "members-missing": missing}
    if level is not None and level["level"] in ("0", "1", "5"):
        values["level"] = f"raid{level['level']}"
    if (percent := _percent(head)) is not None and state in _ACTIONS:
        values["sync-percent"] = percent
    reading.rows.append(Row("md-array", values, output.span(start, members[-1][0] if members else start)))
    for at, match in members:
        if disk := _SLICE.match(match["name"] or ""):
            part: Values = {"part": disk["disk"], "whole": head["device"], "relation": "device-in-array"}
            reading.rows.append(Row("part-of", part, output.span(at)))


def _cards(
    output: Output,
    reading: Reading,
    head: re.Match[str],
    state: str,
    level: re.Match[str] | None,
    members: list[tuple[int, re.Match[str]]],
    start: int,
) -> None:
    """A set behind a controller."""
    reading.rows.append(Row("controller", {"name": head["card"]}, output.span(start)))
    values: Values = {"array": head["device"]}
    if state:
        values["state"] = state
    if level is not None:
        values["level"] = f"RAID{level['level']}"
    if (percent := _percent(head)) is not None:
        values["progress-percent"] = percent
    words = head["rest"].split()
    if "WB" in words or "WT" in words:
        values["write-cache"] = "on" if "WB" in words else "off"
    reading.rows.append(Row("controller-array", values, output.span(start, members[-1][0] if members else start)))
    for at, match in members:
        drive: Values = {"drive": f"{head['card']} {match['place']}", "usage": head["device"]}
        if match["name"]:
            drive["model"] = match["name"]
        if known := _MEMBERS.read(match["status"], output.span(at), reading.refusals):
            drive["state"] = known
        reading.rows.append(Row("controller-drive", drive, output.span(at)))


HINTS = ("Volume      Status", "Volume  Status", "Volume Status", "softraid")
READERS = (
    Reader(
        "bioctl", lazy(rf"(?:{unnamed(_HEAD).pattern}|{unnamed(_SET).pattern})"),
        extent_of(_HEAD, _SET, _MEMBER, tells=(_SET,), blanks=0), _read, of_no_use=(("heading", _HEAD),),
    ),
)  # fmt: skip
