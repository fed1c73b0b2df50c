r"""``mpathadm list lu``, ``mpathadm show lu``, ``powermt display``, ``lspath``: multipathing that is not Linux's own.

Solaris and illumos (MPxIO), EMC PowerPath on any system, AIX. The subject of a row is the LUN as the tool names it,
without its directory.

Samples::

    >>> from facts.readers import show
    >>> show('''/dev/rdsk/c4t60060160B5681200B2CE5AD37981DB11d0s2
    ...         Total Path Count: 4
    ...         Operational Path Count: 2
    ... ''')
    mpathadm lines 1-3 read
      multipath-map: active-paths=2 failed-paths=2 map=c4t60060160B5681200B2CE5AD37981DB11d0s2 paths=4 (1-3)
      system: os=solaris (1-1)

    >>> show('''Failed  hdisk4 fscsi0
    ... Enabled hdisk4 fscsi1
    ... ''')
    lspath lines 1-2 read
      multipath-map: active-paths=1 failed-paths=1 map=hdisk4 paths=2 (1-2)
      system: os=aix (1-1)

    >>> show('''Pseudo name=emcpowera
    ... Symmetrix ID=000190103266
    ... Logical device ID=0129
    ... state=alive; policy=SymmOpt; priority=0; queued-IOs=0
    ... ==============================================================================
    ... ### HW Path               I/O Paths   Interf.   Mode    State  Q-IOs Errors
    ... ==============================================================================
    ...    1 qla2xxx                 sdc       FA 10aB   active  alive      0      0
    ...    2 qla2xxx                 sdg       FA  7aA   active  dead       0      3
    ... ''')
    powermt lines 1-9 read
      multipath-map: active-paths=1 failed-paths=1 map=emcpowera paths=2 (1-9)

    >>> show('''----- Host Bus Adapters ---------  ------ I/O Paths -----  ------ Stats ------
    ... ###  HW Path                       Summary   Total   Dead  IO/Sec Q-IOs Errors
    ... ==============================================================================
    ...    1 lpfc                          optimal      48      0       -    31      0
    ...    2 lpfc                          failed       48     48       -     0     96
    ... ''')
    powermt-adapters lines 2-5 read
      multipath-map: active-paths=48 failed-paths=48 map=all of PowerPath paths=96 (4-5)
"""

from __future__ import annotations

from facts.kit import Values, extent_of
from facts.patterns import lazy, unnamed
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.states import Words
from facts.units import integer

_UNIT = lazy(r"\s*(?:Logical Unit: +)?(?:/dev/rdsk/|/scsi_vhci/)(?P<name>[\w@,:.-]+)\s*$")
_TOTAL = lazy(r"\s*Total Path Count: *(?P<count>\S+)")
_OPERATIONAL = lazy(r"\s*Operational Path Count: *(?P<count>\S+)")
_PATH_STATE = lazy(r"\s*Path State: *(?P<state>\S(?:.*\S)?)")
# as mpathadm's source has them
_PATH_STATES = Words(
    {"works": "OK", "failed": "path error|LU error|unavailable|invalid closed|error"},
    silent="unknown|reserved|transitioning|operational but closed|NA",
)
_SHOW_FIELD = lazy(
    r"\s*(?:mpath-support|Vendor|Product|Revision|Name Type|Name|Asymmetric|Current Load Balance|Logical Unit Group ID|Auto "
    r"Failback|Auto Probing|Paths|Initiator Port Name|Target Port Name|Override Path|Path State|Disabled|Target Ports?"
    r"|Target Port Groups|ID|Explicit Failover|Access State|Relative ID|Total Path Count|Operational Path Count)\s*:"
)


def _read(output: Output) -> Reading:
    reading = Reading(complete=frozenset(("multipath-map",)))
    for match, start, end in output.parts(_UNIT):
        counts: dict[str, int | None] = {}
        states: list[str] = []
        before = len(reading.refusals)
        for n in range(start + 1, end):
            line = output.lines[n]
            for slot, pattern in (("total", _TOTAL), ("working", _OPERATIONAL)):
                if found := pattern.match(line):
                    counts[slot] = integer(found["count"])
                    if counts[slot] is None:
                        reading.refusals.append(Refusal(output.span(n), f"`{found['count']}` is not a number"))
            if found := _PATH_STATE.match(line):
                states.append(_PATH_STATES.read(found["state"], output.span(n), reading.refusals))
        total, working = counts.get("total"), counts.get("working")
        if states:
            # what a path that is not understood could be is not counted
            total = len([state for state in states if state])
            working = None if len(reading.refusals) > before else states.count("works")
        if total is not None and working is not None:
            values = _values(match["name"], total, working)
            reading.rows.append(Row("multipath-map", values, output.span(start, end - 1)))
    reading.used = output.matching(_UNIT, _TOTAL, _OPERATIONAL, _PATH_STATE)
    reading.infer_system("solaris", output.span(0))
    return reading


def _values(name: str, total: int, working: int) -> Values:
    working = min(working, total)
    return {"map": name, "paths": total, "active-paths": working, "failed-paths": total - working}


_LSPATH = lazy(r"\s*(?P<state>[A-Z][a-z]{1,30}) +(?P<disk>hdisk\d+) +(?P<parent>\w+\d+)")
_LSPATH_STATES = Words({"works": "Enabled", "failed": "Disabled|Failed|Missing|Unavailable"}, silent="Defined|Detected")


def _lspath_read(output: Output) -> Reading:
    reading = Reading(complete=frozenset(("multipath-map",)), used=output.matching(_LSPATH))
    disks: dict[str, list[str]] = {}
    where: dict[str, list[int]] = {}
    unknown: set[str] = set()
    for n, line in enumerate(output.lines):
        match = _LSPATH.match(line)
        assert match is not None
        before = len(reading.refusals)
        state = _LSPATH_STATES.read(match["state"], output.span(n), reading.refusals)
        if len(reading.refusals) > before:
            unknown.add(match["disk"])
        elif state:
            disks.setdefault(match["disk"], []).append(state)
            where.setdefault(match["disk"], []).append(n)
    for disk, states in disks.items():
        if disk not in unknown:
            # where no path of any disk works, those that work were left out: `lspath -s missing`, `grep -v Enabled`
            only_failed = not any("works" in others for others in disks.values())
            values = _values(disk, len(states), states.count("works"))
            values = {"map": disk, "failed-paths": len(states)} if only_failed else values
            reading.rows.append(Row("multipath-map", values, output.span(where[disk][0], where[disk][-1])))
    reading.infer_system("aix", output.span(0))
    return reading


_PSEUDO = lazy(r"\s*Pseudo name=(?P<name>\S+)")
_POWER_PATH = lazy(r"\s*\d+ \S.*? (?P<mode>[a-z():]{1,20}) +(?P<state>[a-z]{1,20})(?: +\d+ +\d+)?\s*$")
_POWER_STATES = Words({"works": "alive", "failed": "dead"}, silent="unlic|unknown")
_POWER_LINE = lazy(r"\s*+(?:(?:[\w/-][\w /-]*|(?<= ))=|={5,}|[-–—]{5}|#+ |\d+ \S|Owner:|Host )")


_OF_POWERMT = (
    ("heading", lazy(r"\s*(?:[-–—]{3,} Host |#+ +HW Path|Host )")),
    ("another field", lazy(r"\s*(?:[A-Z][\w /-]* (?:ID|WWN|UID)=|state=|type=|Owner:)")),
)


def _powermt_read(output: Output) -> Reading:
    reading = Reading(complete=frozenset(("multipath-map",)), used=output.matching(_PSEUDO, _POWER_PATH))
    for match, start, end in output.parts(_PSEUDO):
        before = len(reading.refusals)
        states = [
            _POWER_STATES.read(path["state"], output.span(n), reading.refusals)
            for n in range(start, end) if (path := _POWER_PATH.match(output.lines[n]))
        ]  # fmt: skip
        known = [state for state in states if state]
        if known and len(reading.refusals) == before:
            values = _values(match["name"], len(known), known.count("works"))
            reading.rows.append(Row("multipath-map", values, output.span(start, end - 1)))
    return reading


_ADAPTER_HEAD = lazy(r"\s*#{2,} +HW Path +Summary +Total +Dead\b")
_ADAPTER = lazy(
    r"\s*\d+ \S.{0,80}? +(?:optimal|degraded|failed) +(?P<total>\d{1,6}) +(?P<dead>\d{1,6})(?: +(?:\d+|-)){3}\s*$"
)
_ADAPTER_RULE = lazy(r"\s*={10,}\s*$")


def _adapters_read(output: Output) -> Reading:
    """All paths together: an adapter without one leaves each unit those over the others."""
    found = list(output.matches(_ADAPTER))
    total, dead = (sum(int(match[name]) for _, match in found) for name in ("total", "dead"))
    reading = Reading(complete=frozenset(("multipath-map",)), used=output.matching(_ADAPTER))
    if total:
        span = output.span(found[0][0], found[-1][0])
        reading.rows.append(Row("multipath-map", _values("all of PowerPath", total, total - dead), span))
    return reading


HINTS = ("Path Count:", "Path State:", "hdisk", "Pseudo name=", "HW Path")
_EXTENT = extent_of(_SHOW_FIELD, _UNIT, head=_UNIT, tells=(_TOTAL, _PATH_STATE), blanks=2)
_POWERMT = extent_of(_POWER_LINE, _PSEUDO, head=_PSEUDO, tells=(_POWER_PATH,), blanks=2)
READERS = (
    Reader("mpathadm", unnamed(_UNIT), _EXTENT, _read, of_no_use=(("another field", _SHOW_FIELD),)),
    Reader("lspath", unnamed(_LSPATH), extent_of(_LSPATH), _lspath_read, of_no_use=()),
    Reader("powermt", unnamed(_PSEUDO), _POWERMT, _powermt_read, of_no_use=_OF_POWERMT),
    Reader(
        "powermt-adapters", _ADAPTER_HEAD, extent_of(_ADAPTER, _ADAPTER_RULE, head=_ADAPTER_HEAD, tells=(_ADAPTER,)), _adapters_read,
        of_no_use=(("heading", lazy(rf"(?:{_ADAPTER_HEAD.pattern}|{_ADAPTER_RULE.pattern})")),),
    ),
)  # fmt: skip
