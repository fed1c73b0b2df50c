"""``vmkernel.log``, ``vobd.log``, events of vCenter: paths and links that an ESXi host lost and got back.

What the host's own correlators say (``[vob.scsi.scsipath.pathstate.dead]``, ``[esx.problem.storage.redundancy.lost]``) and the
sentences that vCenter makes of it, with or without a stamp. Adapters name their link by driver. A volume whose heartbeat timed out
("Lost access to volume") may be slow as well as out of reach: it tells nothing of paths.

Samples::

    >>> from facts.readers import show
    >>> show('''2024-02-11T02:14:07.113Z: [scsiCorrelator] 172us: [vob.scsi.scsipath.pathstate.dead] scsiPath vmhba2:C0:T1:L4 changed state from on
    ... 2024-02-11T02:14:37.020Z: [esx.problem.storage.redundancy.lost] Lost path redundancy to storage device naa.60002ac0. Path vmhba2:C0:T1:L4 is down.
    ... ''')
    esx-log lines 1-2 read
      path-history: failures=1 first-time=1707617647 hung-tasks=0 last=failed last-time=1707617677 output=input:1 quiet-seconds=0 \
restorations=0 transport=unknown (1-2)

    >>> show('''In(182) vmkernel: cpu93:2098107)nfnic: <1>: INFO: fnic_fdls_link_status_change: 98: fnic1: FDLS link status change link up:0, usefip:0
    ... In(182) vmkernel: cpu93:2098107)nfnic: <1>: INFO: fnic_handle_link: 1068: fnic1: link up
    ... ''')
    esx-log lines 1-2 read
      path-history: failures=1 hung-tasks=0 last=restored output=input:1 restorations=1 transport=fibre-channel (1-2)

    >>> show('''Path redundancy to storage device naa.60060e8007c3a1b2 degraded. Path vmhba35:C0:T1:L7 is down. Affected datastores: "prod_02".
    ... ''')
    esx-log lines 1-1 read
      path-history: failures=1 hung-tasks=0 last=failed output=input:1 restorations=0 transport=unknown (1-1)
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from facts.patterns import lazy
from facts.readers.outages import LinkHistory, PathHistory
from facts.reading import Output, Reader, Reading, Span

_STAMP = lazy(r"\s*(?P<stamp>\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?)Z?\b")
_OF_ESX = lazy(
    r".{0,80}?(?:\bcpu\d+:\d+(?: opID=\w+)?\)|\[(?:scsi|apd|vmfs|net|cmmds|iscsi|esx|vob)\w*Correlator\]|\[(?:vob|esx)\.[a-z]+\."
    r"|\b(?:vmkernel|vobd|vmkwarning): |scsiPath vmhba)"
)
_DEVICE = r"storage device '?(?P<device>(?:naa|eui|t10|mpx)\.[\w.:-]{3,200}?)'?"
_PATH_DOWN = lazy(
    r"scsiPath (?P<path>vmhba\S+) changed state from (?:on|active)\b|\bPath (?P<named>vmhba[\w:]+) is down\b"
)
_PATH_UP = lazy(
    r"scsiPath (?P<path>vmhba\S+) changed state from (?:dead|off)\b|\bPath (?P<named>vmhba[\w:]+) is active again\b"
)
_DEAD = lazy(r"pathstate\.dead")
_NO_PATH = lazy(
    rf"\b(?:Lost connectivity to {_DEVICE}(?:\.| )"
    rf"|[Dd]evice or filesystem with identifier '?\[?(?P<id>[\w.:-]{{8,200}})\]?'? has entered the All Paths Down"
    r"|Could not select path for device \W?(?P<unreachable>[\w.:-]{8,200}))"
)
_PATH_AGAIN = lazy(
    rf"\bConnectivity to {_DEVICE}.{{0,200}}? restored\b"
    rf"|[Dd]evice or filesystem with identifier '?\[?(?P<id>[\w.:-]{{8,200}})\]?'? has exited the All Paths Down"
)
_ADAPTER_DOWN = lazy(
    r"(?P<adapter>fnic\d+|vmhba\d+|lpfc\d*|qlnativefc|qfle3f\w*|brcmfcoe\d*|bnx2fc\w*)\b.{0,60}?"
    r"(?:link status change link up:0|link down\b|LOOP DOWN|Link Down Event|link is down\b)",
    re.IGNORECASE,
)
_ADAPTER_UP = lazy(
    r"(?P<adapter>fnic\d+|vmhba\d+|lpfc\d*|qlnativefc|qfle3f\w*|brcmfcoe\d*|bnx2fc\w*)\b.{0,60}?"
    r"(?:link status change link up:1|link up\b(?!:)|LOOP UP|Link Up Event|link is up\b)",
    re.IGNORECASE,
)
_NIC_DOWN = lazy(
    r"vmnic (?P<nic>vmnic\d+) linkstate down|Physical NIC (?P<named>vmnic\d+) (?:linkstate )?is down\b"
    r"|(?P<driver>vmnic\d+).{0,40}? NIC Link is Down",
)
_NIC_UP = lazy(
    r"vmnic (?P<nic>vmnic\d+) linkstate up|Physical NIC (?P<named>vmnic\d+) (?:linkstate )?is up\b"
    r"|(?P<driver>vmnic\d+).{0,40}? NIC Link is Up",
)
_TELLING = (_PATH_DOWN, _PATH_UP, _NO_PATH, _PATH_AGAIN, _ADAPTER_DOWN, _ADAPTER_UP, _NIC_DOWN, _NIC_UP)


def _said(line: str) -> bool:
    """Whether a line tells of a path or link of an ESXi host."""
    if _OF_ESX.match(line):
        return True
    return "vmhba" in line and (_PATH_DOWN.search(line) or _PATH_UP.search(line)) is not None


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    if not _said(lines[start]):
        return None
    end = index = start + 1
    while index < len(lines) and index - end < 2:
        index += 1
        if _said(lines[index - 1]) or (_STAMP.match(lines[index - 1]) and _OF_ESX.match(lines[index - 1])):
            end = index
    told = any(pattern.search(line) for line in lines[start:end] for pattern in _TELLING)
    return (start, end) if told else None


def _time(line: str) -> float | None:
    match = _STAMP.match(line)
    if match is None:
        return None
    try:
        return datetime.fromisoformat(match["stamp"].replace(" ", "T") + "+00:00").timestamp()
    except ValueError:
        return None


def _name(match: re.Match[str]) -> str:
    return next((text for text in match.groups() if text), "")


def _read(output: Output) -> Reading:
    paths, links = PathHistory(), LinkHistory()
    used: list[Span] = []
    for at, line in enumerate(output.lines):
        before = len(used)
        if match := _PATH_DOWN.search(line):
            paths.failed(at, _name(match), "checker")
            used.append(output.span(at))
        elif match := _PATH_UP.search(line):
            paths.restored(at, _name(match), "checker")
            used.append(output.span(at))
        elif _DEAD.search(line) and (match := re.search(r"vmhba[\w:]+", line)):
            paths.failed(at, match[0], "checker")
            used.append(output.span(at))
        elif match := _ADAPTER_DOWN.search(line):
            paths.failed(at, match["adapter"], "hba")
            used.append(output.span(at))
        elif match := _ADAPTER_UP.search(line):
            paths.restored(at, match["adapter"], "hba")
            used.append(output.span(at))
        elif match := _NIC_DOWN.search(line) or _NIC_UP.search(line):
            links.said(at, _name(match), up=_NIC_DOWN.search(line) is None)
            used.append(output.span(at))
        if match := _NO_PATH.search(line):
            paths.remaining(at, _name(match), 0)
        elif match := _PATH_AGAIN.search(line):
            paths.remaining(at, _name(match), 1)
        else:
            continue
        if len(used) == before:
            used.append(output.span(at))
    times = [_time(line) for line in output.lines]
    known = [time for time in times if time is not None]
    latest = times[paths.latest] if times else None
    ends = max(known) - latest if known and latest is not None else None
    where = range(len(output.lines))
    rows = [*paths.rows(output, where, times, ends), *links.rows(output, where, times, times)]
    return Reading(rows, used=used)


HINTS = ("vmhba", "fnic", "vmnic", "qlnativefc", "All Paths Down", "lpfc", "Correlator]")
READERS = (
    Reader(
        "esx-log",
        lazy(rf"(?:{_OF_ESX.pattern}|.{{0,240}}?\bPath vmhba[\w:]+ is (?:down|active again)\b)"),
        _extent,
        _read,
        of_no_use=(("message", _OF_ESX),),
    ),
)
