"""``vmware.log``, ``vzdump`` and migrations of Proxmox, libvirt, QEMU: for how long a hypervisor stopped a virtual machine.

``vmware.log`` says for how many microseconds the virtual machine was stopped (``Checkpoint_Unstun``). Known forms: ESX 4
and 5 (``vcpu-0|``), 5.5 and later (``vcpu-0| I120:``), 7 and later (``In(05) vcpu-0 -``); also without a stamp, or as grep found them.

Sample::

    >>> from facts.readers import show
    >>> show('''2015-10-27T22:01:39.876Z| vmx| I120: SnapshotVMX_TakeSnapshot start: 'Backup', quiesced=1
    ... 2015-10-27T22:01:52.149Z| vcpu-0| I120: Checkpoint_Unstun: vm stopped for 12188405 us
    ... ''')
    vmware-log lines 1-2 read
      guest-event: count=1 first-time=1445983300 kind=snapshot last-time=1445983300 output=input:1 \
text=SnapshotVMX_TakeSnapshot start: 'Backup', quiesced=1 (1-1)
      guest-event: count=1 first-time=1445983312 kind=stopped last-time=1445983312 longest-seconds=12.1884 output=input:1 \
text=Checkpoint_Unstun: vm stopped for 12188405 us (2-2)
      platform: hypervisor=vmware virtual=yes (1-1)

    >>> show('''INFO: Starting Backup of VM 105 (qemu)
    ... INFO: backup mode: suspend
    ... INFO: guest is online again after 2472 seconds
    ... ''')
    vzdump lines 1-3 read
      guest-event: count=1 kind=stopped longest-seconds=2472 output=input:1 text=guest is online again after 2472 seconds (3-3)

    >>> show('2022-08-12 10:09:58 average migration speed: 281.2 MiB/s - downtime 41204 ms')
    migration-downtime lines 1-1 read
      guest-event: count=1 kind=stopped longest-seconds=41.204 output=input:1 \
text=average migration speed: 281.2 MiB/s - downtime 41204 ms (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from facts.kit import extent_of
from facts.patterns import lazy, unnamed
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_LINE = lazy(
    r"\s*(?:\S*vmware(?:(?!vmware)[\w.-])*\.log:)?(?:(?P<stamp>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(?P<zone>Z|[+-]\d\d:?\d\d)?"
    r"|(?P<old>[A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d\.\d+)|(?=(?:vmx|vcpu-\d+)(?:\|| -)))"
    r"(?:\||:|| (?:In|Wa|Er|No|Cr|Db|Al|Em)\(\d+\)) ?(?P<thread>[\w.-]+)"
    r"(?:\|| -)(?: [A-Z]\d{2,3}[:+])? ?(?P<message>.*)"
)
_STOPPED = lazy(r"(?:Checkpoint_Unstun: vm stopped|CPT: vm was stunned) for (?P<us>\d{1,12}) us")
_KINDS = (
    ("snapshot", lazy(r"SnapshotVMX_(?:TakeSnapshot|Consolidate)|Snapshot(?:(?!Snapshot).)*?[Cc]onsolidat|ToolsBackup:")),
    ("migrated", lazy(r"Migrate_Open|MigrateVMXdrToSpec|Migrate: VM successfully stunned|VMotion(?:(?!VMotion).)*?(?:start|complete)"
                      r"|Migrate(?:(?!Migrate).)*?Initiating")),
    ("suspended", lazy(r"(?:Suspend|Checkpoint): .*[Ss]uspend|SUSPEND: ")),
)  # fmt: skip


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _LINE.match(lines[start]):
        return None
    end = index = start + 1
    while index < len(lines) and index - end < 2:
        index += 1
        if _LINE.match(lines[index - 1]):
            end = index
    return start, end


def _time(text: str | None, zone: str | None) -> float | None:
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text + ("+00:00" if zone in (None, "Z") else zone or "")).timestamp()
    except ValueError:
        return None


def _read(output: Output) -> Reading:
    found: dict[str, list[tuple[int, float, str, float | None]]] = {}
    for n, match in output.matches(_LINE):
        message, when = match["message"].strip(), _time(match["stamp"], match["zone"])
        if stopped := _STOPPED.match(message):
            found.setdefault("stopped", []).append((n, int(stopped["us"]) / 1e6, message, when))
            continue
        kind = next((kind for kind, pattern in _KINDS if pattern.search(message)), "")
        if kind:
            found.setdefault(kind, []).append((n, 0.0, message, when))
    rows, used = [], []
    for kind, events in found.items():
        worst = max(events, key=lambda event: event[1])
        values: dict[str, Value | bool] = {
            "kind": kind,
            "output": output.label,
            "count": len(events),
            "text": worst[2][:200],
        }
        if worst[1]:
            values["longest-seconds"] = worst[1]
        if known := [when for *_, when in events if when is not None]:
            values["first-time"], values["last-time"] = min(known), max(known)
        rows.append(Row("guest-event", values, output.span(events[0][0], events[-1][0])))
        used += [output.span(event[0]) for event in events]
    if rows:
        rows.append(Row("platform", {"virtual": True, "hypervisor": "vmware"}, output.span(0), inferred=True))
    return Reading(rows, used=used, complete=frozenset(("guest-event",)))


_VZDUMP = lazy(
    r"\s*(?:\d+: )?(?:[A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d |\d{4}-\d\d-\d\d \d\d:\d\d:\d\d )?(?:INFO|WARN|ERROR): (?P<message>.*)"
)
_ONLINE = lazy(r"(?:vm|VM|guest|CT|container) is online again after (?P<s>\d{1,7}) seconds?")
_BACKUP = lazy(
    r"(?:Starting Backup of (?:VM|CT) \d|backup mode: |starting new backup job: vzdump|(?:vm|guest) is online again)"
)


def _read_vzdump(output: Output) -> Reading:
    """How long each guest was away for its backup, by the clock of the host that made it."""
    found = [
        (n, int(online["s"]), match["message"])
        for n, match in output.matches(_VZDUMP)
        if (online := _ONLINE.match(match["message"]))
    ]
    if not found:
        return Reading()
    longest = max(found, key=lambda event: event[1])
    values: dict[str, Value | bool] = {
        "kind": "stopped", "output": output.label, "count": len(found), "text": longest[2][:200],
        "longest-seconds": float(longest[1]),
    }  # fmt: skip
    return Reading([Row("guest-event", values, output.span(found[0][0], found[-1][0]))])


_DOWNTIME = lazy(
    r"\s*(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d )?(?P<message>(?:(?:average )?migration speed: [^-]{1,40}- |(?:Total )?)[Dd]owntime:?\s+"
    r"(?P<ms>\d{1,9})\s+(?:ms|milliseconds))\s*\Z"
)


def _read_downtime(output: Output) -> Reading:
    """How long a guest stood still at the end of its migration."""
    n, match = next(output.matches(_DOWNTIME))
    values: dict[str, Value | bool] = {
        "kind": "stopped", "output": output.label, "count": 1, "text": match["message"], "longest-seconds": int(match["ms"]) / 1000,
    }  # fmt: skip
    return Reading([Row("guest-event", values, output.span(n))])


HINTS = ("vcpu-", "vmx|", "vmx -", "vzdump", "Starting Backup of", "online again", "owntime")
READERS = (
    Reader("vmware-log", unnamed(_LINE), _extent, _read, of_no_use=(("message", _LINE),)),
    Reader(
        "vzdump",
        lazy(_VZDUMP.pattern.replace("(?P<message>.*)", _BACKUP.pattern)),
        extent_of(_VZDUMP),
        _read_vzdump,
        of_no_use=(("message", _VZDUMP),),
    ),
    Reader("migration-downtime", unnamed(_DOWNTIME), lambda lines, start, command: (start, start + 1), _read_downtime),
)
