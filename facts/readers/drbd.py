"""``/proc/drbd`` of DRBD 8 and ``drbdadm status`` or ``drbdsetup status`` of DRBD 9 (also ``--json``): what is synchronised or verified.

Samples::

    >>> from facts.readers import show
    >>> show('''version: 8.4.10-1 (api:1/proto:86-101)
    ...  0: cs:SyncSource ro:Primary/Secondary ds:UpToDate/Inconsistent C r-----
    ...     ns:3757056 nr:0 dw:0 dr:3759178 al:8 bm:0 lo:0 pe:1 ua:0 ap:0 ep:1 wo:f oos:3079892
    ...     [==========>.........] sync'ed: 55.1% (3004/6672)M
    ...     finish: 0:05:53 speed: 8,696 (9,180) K/sec
    ... ''')
    drbd lines 1-5 read
      md-array: array=drbd0 sync-action=resync sync-kb-s=8696 sync-percent=55.1 (2-5)
      system: os=linux (1-1)

    >>> show('''r0 role:Primary
    ...   disk:UpToDate
    ...   db2 role:Secondary
    ...     replication:SyncSource peer-disk:Inconsistent done:45.23
    ... ''')
    drbd-status lines 1-4 read
      md-array: array=r0 sync-action=resync sync-percent=45.23 (1-4)
      system: os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from facts.kit import JSON_LINES, Pairs, Values, key, never, unused_keys, within
from facts.kit.pairs import Block
from facts.patterns import lazy
from facts.readers.json_text import json_extent, loaded
from facts.reading import Output, Reader, Reading, Row, Span
from facts.units import number, size

_ACTIONS = {"SyncSource": "resync", "SyncTarget": "resync", "VerifyS": "check", "VerifyT": "check"}
_ACTIONS |= {"PausedSyncS": "pending", "PausedSyncT": "pending", "Ahead": "pending", "Behind": "pending"}
_QUIET = ("Established", "Off", "WFBitMapS", "WFBitMapT")
_PERCENT = within(lazy(r"(?:.*\bdone:)?\s*([\d.]+)"), number)
_SPEED = within(lazy(r".*\bspeed: ([\d,]+)"), size)


def _old(block: Block) -> Values:
    values = dict(block.values)
    state = str(values.pop("state"))
    return {**values, "array": f"drbd{values['array']}", "sync-action": _ACTIONS.get(state, "none")}


def _new(block: Block) -> Values:
    actions = [_ACTIONS[state] for name in block.fields if (state := name.split()[0].rpartition(":")[2]) in _ACTIONS]
    return {**block.values, "sync-action": actions[0] if actions else "none"}


_OLD = Pairs(
    "drbd", "md-array", head=lazy(r"\s*(?P<array>\d{1,4}): cs:(?P<state>\w+)"),
    line=lazy(r"\s*(?:\d+: |\[[=>.…]*\]\s*)?(?P<key>cs|ns|sync'ed|verified|finish|resync|act_log)\s*:\s*(?P<value>.*)"),
    keys=(
        key("sync-percent", "sync'ed", "verified", parse=_PERCENT), key("sync-kb-s", "finish", parse=_SPEED),
        unused_keys("cs", "ns", "resync", "act_log"),
    ),
    row=_old, system="linux", covers=never,
    of_no_use=(("version", lazy(r"\s*(?:version: \d\S* \(api|GIT-hash: |srcversion: |Transports |\d+% \d+/\d+)")),),
)  # fmt: skip
_VOLUME = r"(?:volume:\d+ )?(?:minor:\d+ )?"
_NEW = Pairs(
    "drbd-status", "md-array", head=lazy(r"(?P<array>[\w.-]+) (?:node-id:\d+ )?role:(?:Primary|Secondary|Unknown)\b"),
    line=lazy(
        rf"(?P<name>\s+(?:[\w.-]+ )?(?:node-id:\d+ )?|[\w.-]+ (?:node-id:\d+ )?(?=role)){_VOLUME}"
        r"(?P<key>replication:\w+(?: peer-disk(?!.*\bdone:))?"
        r"|disk|peer-disk|role|connection|write-ordering|size|received|al-suspended)[: ]?(?P<value>.*)"
    ),
    keys=(
        key("sync-percent", *(f"replication:{state}" for state, action in _ACTIONS.items() if action != "pending"), parse=_PERCENT),
        unused_keys("disk", "peer-disk", "role", "connection", "write-ordering", "size", "received", "al-suspended"),
        unused_keys(*(f"replication:{state}" for state, action in _ACTIONS.items() if action == "pending")),
        unused_keys(*(f"replication:{state}" for state in _QUIET)),
        unused_keys(*(f"replication:{state} peer-disk" for state in (*_ACTIONS, *_QUIET))),
    ),
    row=_new, system="linux", covers=never,
)  # fmt: skip


def _json_extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    return json_extent(lines, start, ('"peer_devices"',))


def _read_json(output: Output) -> Reading:
    document, refusal = loaded(output)
    if refusal is not None or not isinstance(document, list):
        return Reading(refusals=[refusal] if refusal else [])
    reading = Reading()
    for resource in document:
        if isinstance(resource, dict) and isinstance(name := resource.get("name"), str):
            values: Values = {"array": name, "sync-action": "none"}
            for peer in _peers(resource):
                if action := _ACTIONS.get(str(peer.get("replication-state"))):
                    values["sync-action"] = action
                    done = peer.get("percent-in-sync")
                    if action != "pending" and isinstance(done, int | float):
                        values["sync-percent"] = float(done)
            reading.rows.append(Row("md-array", values, output.whole))
    if reading.rows:
        reading.rows.append(Row("system", {"os": "linux"}, output.span(0), inferred=True))
    return reading


def _peers(resource: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The volumes of a resource as each peer has them."""
    for connection in resource.get("connections") or ():
        if isinstance(connection, dict):
            yield from (peer for peer in connection.get("peer_devices") or () if isinstance(peer, dict))


# states of the connection, the quorum and the disks that no slot holds; while it synchronises, one disk is inconsistent
_LOST = lazy(
    r"\A(?!.*(?:cs|replication):(?:Sync|PausedSync|Ahead|Behind))(?:.*\b(?:cs|connection):(?:StandAlone|Disconnecting|Unconnected|Timeout|BrokenPipe|NetworkFailure|ProtocolError|TearDown|WFConnection"
    r"|Connecting)\b|.*\b(?:ds|disk|peer-disk):(?:\w+/)?(?:Failed|Diskless(?!.*client:yes)|Inconsistent|Outdated|DUnknown)\b"
    r"|.*\bds:(?:Failed|Diskless|Inconsistent|Outdated|DUnknown)/|.*quorum:no\b|.*blocked:(?!no\b)\w)"
)
_LOST_JSON = lazy(
    r'"(?:connection|disk|peer-disk)-state": ?"(?:StandAlone|Disconnecting|Unconnected|Timeout|BrokenPipe|NetworkFailure|ProtocolError'
    r'|TearDown|Connecting|Failed|Inconsistent|Outdated|DUnknown)"|"quorum": ?false'
)
HINTS = (" cs:", " role:", '"peer_devices"')
READERS = (
    *(pairs.reader()._replace(faults=_LOST) for pairs in (_OLD, _NEW)),
    Reader("drbd-status-json", lazy(r"\s*\["), _json_extent, _read_json, of_no_use=JSON_LINES, faults=_LOST_JSON),
)  # fmt: skip
