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
      md-array: array=drbd0 connection=connected local-disk=up-to-date peer-disk=inconsistent sync-action=resync sync-kb-s=8696 \
sync-percent=55.1 (2-5)
      system: os=linux (1-1)

    >>> show('''r0 role:Primary
    ...   disk:UpToDate
    ...   db2 role:Secondary
    ...     replication:SyncSource peer-disk:Inconsistent done:45.23
    ... ''')
    drbd-status lines 1-4 read
      md-array: array=r0 connection=connected local-disk=up-to-date peer-disk=inconsistent sync-action=resync sync-percent=45.23 (1-4)
      system: os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from facts.kit import JSON_LINES, Pairs, Values, key, never, unused_keys, within
from facts.kit.pairs import Block
from facts.patterns import lazy
from facts.readers.json_text import at_their_words, json_extent, loaded
from facts.reading import Output, Reader, Reading, Refusal, Row, Span
from facts.states import Words
from facts.units import number, size

_ACTIONS = {"SyncSource": "resync", "SyncTarget": "resync", "VerifyS": "check", "VerifyT": "check"}
_ACTIONS |= {"PausedSyncS": "pending", "PausedSyncT": "pending", "Ahead": "pending", "Behind": "pending"}
_QUIET = ("Established", "Off", "WFBitMapS", "WFBitMapT")
# each list from the best state to the worst one, which counts where volumes or peers differ
_DISKS = Words(
    {
        "up-to-date": "UpToDate", "consistent": "Consistent", "outdated": "Outdated", "inconsistent": "Inconsistent",
        "diskless": "Diskless", "failed": "Failed",
    },
    silent="DUnknown|Attaching|Detaching|Negotiating",
)  # fmt: skip
_CONNECTIONS = Words(
    {
        "connected": "Connected|" + "|".join((*_ACTIONS, *_QUIET)),
        "connecting": "Connecting|WFConnection|WFReportParams|Unconnected",
        "broken": "Timeout|BrokenPipe|NetworkFailure|ProtocolError|TearDown",
        "standalone": "StandAlone|Disconnecting",
    },
    silent="Unconfigured",
)
_WORST_LAST = (*_DISKS.names, *_CONNECTIONS.names)
_SAID = lazy(
    r"\s*\d{1,4}: cs:(?P<connection>\w+)(?: (?:ro|st):\S+ ds:(?P<local>\w+)/(?P<peer>\w+))?"
    r"|.*?\b(?:(?P<peer2>(?<=peer-disk:)\w+)|(?P<local2>(?<!peer-)(?<=disk:)\w+)|(?P<connection2>(?<=connection:)\w+))"
)
_PERCENT = within(lazy(r"(?:.*\bdone:)?\s*([\d.]+)"), number)
_SPEED = within(lazy(r".*\bspeed: ([\d,]+)"), size)


class _States:
    """The states of one resource, the worst of each kind."""

    def __init__(self, refusals: list[Refusal]) -> None:
        self.values: Values = {}
        self._refusals, self._told = refusals, False

    def add(self, slot: str, word: str | None, span: Span) -> None:
        if not word:
            return
        self._told = self._told or slot == "connection"
        state = (_CONNECTIONS if slot == "connection" else _DISKS).read(word, span, self._refusals)
        if state and _WORST_LAST.index(state) >= _WORST_LAST.index(str(self.values.get(slot, state))):
            self.values[slot] = state

    def done(self) -> Values:
        """The states; DRBD 9 shows a connection only where it is not as it should be."""
        return (
            self.values if self._told or "peer-disk" not in self.values else {**self.values, "connection": "connected"}
        )


def _with_states(kind: Pairs) -> Callable[[Output], Reading]:
    def read(output: Output) -> Reading:
        reading = kind.read(output)
        for row in reading.rows:
            if row.template != "md-array":
                continue
            states = _States(reading.refusals)
            for index in range(row.lines[0] - output.first, row.lines[1] + 1 - output.first):
                span = output.span(index)
                for match in _SAID.finditer(output.lines[index]):
                    reading.used.append(span)
                    states.add("connection", match["connection"] or match["connection2"], span)
                    states.add("local-disk", match["local"] or match["local2"], span)
                    states.add("peer-disk", match["peer"] or match["peer2"], span)
            row.values = {**row.values, **states.done()}
        return reading

    return read


def _old(block: Block) -> Values:
    values = dict(block.values)
    state = str(values.pop("state"))
    values["array"] = f"drbd{values['array']}"
    return values if _CONNECTIONS.of(state) is None else {**values, "sync-action": _ACTIONS.get(state, "none")}


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
            reading.rows.append(Row("md-array", {**values, **_json_states(resource, output, reading)}, output.whole))
    reading.infer_system("linux", output.span(0))
    return reading


def _json_states(resource: Mapping[str, Any], output: Output, reading: Reading) -> Values:
    refusals: list[Refusal] = []
    states = _States(refusals)
    for device in resource.get("devices") or ():
        states.add("local-disk", str(device.get("disk-state", "")), output.whole)
    for connection in resource.get("connections") or ():
        states.add("connection", str(connection.get("connection-state", "")), output.whole)
    for peer in _peers(resource):
        states.add("peer-disk", str(peer.get("peer-disk-state", "")), output.whole)
    reading.refusals += at_their_words(output, refusals)
    return states.done()


def _peers(resource: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The volumes of a resource as each peer has them."""
    for connection in resource.get("connections") or ():
        if isinstance(connection, dict):
            yield from (peer for peer in connection.get("peer_devices") or () if isinstance(peer, dict))


# no slot holds the quorum, nor why a resource is held up
_LOST, _LOST_JSON = lazy(r"quorum:no\b|blocked:(?!no\b)\w"), lazy(r'"quorum": ?false')
HINTS = (" cs:", " role:", '"peer_devices"')
READERS = (
    *(pairs.reader()._replace(read=_with_states(pairs), faults=_LOST) for pairs in (_OLD, _NEW)),
    Reader("drbd-status-json", lazy(r"\s*\["), _json_extent, _read_json, of_no_use=JSON_LINES, faults=_LOST_JSON),
)  # fmt: skip
