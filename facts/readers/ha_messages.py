"""What cluster software logs when a node, a heartbeat or a network is lost: patterns, and the rows that come of them.

Not a reader itself: the readers of cluster logs and of kernel logs use it, for in syslog both stand in one file.
Heartbeat, Corosync and Pacemaker, Oracle Clusterware (CSS), Sun Cluster, Veritas Cluster Server with LLT and GAB, OCFS2,
keepalived, etcd, ZooKeeper, Patroni, DRBD, Ceph, the high availability of Proxmox, Serviceguard, PowerHA, Spectrum Scale,
Consul, RabbitMQ, MongoDB, Redis Sentinel.

>>> events = HaEvents()
>>> events.feed(0, "LLT INFO V-14-1-10205 link 0 (hme0) node 1 in trouble")
True
>>> events.found[0].kind, events.found[0].network
('heartbeat-late', 'hme0')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from facts.patterns import lazy
from facts.readers import ha_names
from facts.readers.log_lines import Dull
from facts.readers.log_shapes import Tells, may_hold
from facts.reading import Output, Row
from facts.schema import Value

PROGRAMS = frozenset(
    """heartbeat corosync openais aisexec pacemakerd pacemaker pacemaker-controld pacemaker-fenced pacemaker-schedulerd
    pacemaker-attrd pacemaker-based pacemaker-execd crmd pengine cib attrd lrmd stonith-ng stonithd fenced dlm_controld
    ccm ipfail cman openais cl_runtime llt gab vxfen had hashadow vcs cssd ocssd crsd evmd logger.oprocd oprocd sbd
    CMM clcomm rgmd ResourceManager mach_down IPaddr IPaddr2 harc hangcheck""".split()
)
ERROR = lazy(
    r"\b(?:error|ERROR|Error|crit|CRIT|CRITICAL|critical|emerg|fatal|FATAL)\b|non-primary component|dumped core"
    r"|failed (?:start|stop|monitor|promote) of|Failed to receive the leave message"
)
"""What programs of a cluster say of faults that no event stands for."""


def _p(kind: str, pattern: str) -> tuple[str, re.Pattern[str]]:
    return kind, lazy(pattern)


# The first that is found in a message says what it is.
_MESSAGES: tuple[tuple[str, re.Pattern[str]], ...] = (
    # Heartbeat
    _p("heartbeat-late", r"[Ll]ate heartbeat: Node \S+ interval"),
    _p("node-dead", r"node (?P<node>\S+?):? is dead$"),
    _p("node-dead", r"(?:WARN|ERROR|CRIT): (?:(?!(?:WARN|ERROR|CRIT): ).)*[Nn]ode (?P<node>\S+?):? (?:is dead|has died)"),
    _p("not-scheduled", r"Gmain_timeout_dispatch: Dispatch function for .*(?:took too long to execute|was delayed)"),
    _p("not-scheduled", r"G_\w{1,64}_dispatch: Dispatch function for .*took too long to execute"),
    _p("link-down", r"Link \S[^\s:]*:(?P<network>\S+) dead"),
    _p("takeover", r"Resources being acquired from|mach_down takeover complete|Taking over resource group"
       r"|Initiating takeover"),
    _p("split-brain", r"Cluster node \S+ returning after partition"),
    _p("clock-jump", r"[Cc]lock (?:jumped|skew)|jumped backwards(?!, rotating)"),
    _p("panic", r"EMERG: Rebooting system|Emergency Shutdown"),
    # Corosync, Pacemaker, cman
    _p("not-scheduled", r"Corosync main process was not scheduled"),
    _p("not-scheduled", r"Process pause detected for \d+ ms"),
    _p("heartbeat-lost", r"A processor failed, forming new configuration"),
    _p("heartbeat-lost", r"FAILED TO RECEIVE|The token was lost in the OPERATIONAL state"),
    _p("heartbeat-late", r"Token has not been received in"),
    _p("all-links-down", r"host: \d+ has no active links"),
    _p("link-down", r"link: host: \d+ (?P<network>link: \d+) is down"),
    _p("link-down", r"(?:Marking (?:ringid|seqid) \d(?:(?!Marking ).)* interface (?P<network>[\d.:a-fA-F]+)"
       r"|Marking ring(?:id)? \d+ (?:(?!Marking ).)*(?<![\d.])(?P<network2>[\d.]{7,})) (?:(?!Marking ).)*FAULTY"),
    _p("node-dead", r"Members left: ?\d"),
    _p("node-dead", r"[Nn]ode (?P<node>\S+) (?:state )?(?:is|- state is) now lost"),
    _p("fenced", r"(?:Cluster node|Node|node) (?P<node>\S+) (?:will be fenced|is unclean)"
       r"|Peer (?P<node2>\S+) was (?:not )?terminated \("),
    _p("fenced", r"[Ff]encing node \"|fence \S+ (?:success|dev)|Scheduling [Nn]ode \S+ for (?:STONITH|fencing)"
       r"|Resetting node \S+ with"),
    _p("quorum-lost", r"non-primary component and will NOT provide|[Qq]uorum lost|quorum dissolved|lost quorum"),
    _p("takeover", r"\b(?:Move|Recover)\s+\S+\s+\(.*->"),
    _p("heartbeat-late", r"Latency: (?:\d+ exceeded threshold|No liveness for \d+ ?s exceeds)"),
    # Oracle Clusterware
    _p("heartbeat-late", r"node (?P<node>\S+) (?:\(\d+\) )?at \d+% heartbeat fatal"),
    _p("heartbeat-late", r"CRS-161[012]: ?[Nn](?:etwork communication with node|ode) (?P<node>\S+)"),
    _p("not-scheduled", r"not scheduled for \d+ msecs|AlarmHandler: timeout\(|timer not called for \d+ ticks"),
    _p("heartbeat-lost", r"clssnmPollingThread: (?:node \S+ \(\d+\) missed|Removal started)"
       r"|clssnmvDHBValidateNCopy.*no network HB"),
    _p("fenced", r"CRS-1607: ?Node (?P<node>\S+) is being evicted"),
    _p("fenced", r"CRS-16(?:07|08|09): ?|CRS-1632: ?Node|clssnm(?:Do)?Evict\w*: |clssnmCheckDskInfo: Evict"
       r"|clssnmvDiskKillCheck: .*[Ee]victed"),
    _p("split-brain", r"(?:Aborting local node to avoid|to avoid|prevent) splitbrain"),
    _p("panic", r"CRS-1656|Oracle CSSD failure|Rebooting for cluster integrity|[Hh]angcheck is restarting the machine"),
    _p("not-scheduled", r"[Hh]angcheck value past margin"),
    _p("quorum-lost", r"CRS-1606|less than the minimum required.* voting"),
    # Sun Cluster
    _p("not-scheduled", r"pm_tick delay of \d+ ms exceeds"),
    _p("link-down", r"clcomm: Path \S[^\s:]*:(?P<network>\S+) - \S+ (?:errors during|being drained|being cleaned up)"),
    _p("heartbeat-lost", r"clcomm: Path \S[^\s:]*:(?P<network>\S+) - \S+ (?:timed out|has been disabled)"),
    _p("node-dead", r"CMM: Node (?P<node>\S+) (?:\(nodeid ?[:=] ?\d+(?:, incarnation.*)?\) )?(?:with votecount = \d+ )"
       r"?(?:is )?(?:down|dead)\b"),
    _p("node-dead", r"CMM: Cluster members: .*; node\(s\) \S+ (?:left|died)"),
    _p("quorum-lost", r"lost operational quorum"),
    _p("takeover", r"resource group \S+ state on node \S+ change(?:d)? to RG_PENDING_ONLINE"),
    _p("panic", r"Failfast: (?:Aborting|Timeout)|reservation conflict.*panic|Reservation Conflict$"),
    # VCS, LLT, GAB
    _p("heartbeat-late", r"V-14-1-10205 link \d+ \((?P<network>[^()]+)\) node \d+ in trouble"
       r"|link \d+ \((?P<network2>[^()]+)\) node \d+ in trouble"),
    _p("heartbeat-late", r"link \d+ \((?P<network>[^()]+)\) node \d+ inactive \d+"),
    _p("link-down", r"link \d+ \((?P<network>[^()]+)\) node \d+ expired|(?:GAB|LLT) (?:(?!GAB |LLT ).)*?[Jj]eopardy ;"),
    _p("not-scheduled", r"Port h process \d+:? ?(?:inactive|heartbeat (?:failed|timeout))"
       r"|GAB (?:(?!GAB ).)*?[Pp]ort h process(?:(?![Pp]ort h process).)*?inactive"),
    _p("not-scheduled", r"Port h:? (?:attempting to kill process due to|isolated due to)? ?client process failure"
       r"|Port h process \d+: heart beat failed|Excessive delay between successive calls to GAB heartbeat"),
    _p("panic", r"Port \w halting system due to"),
    _p("node-dead", r"[Ss]ystem (?P<node>\S+)(?: \(Node '\d+'\))? (?:has faulted|is in (?:Down|Faulted) State"
       r"|changed state from RUNNING to FAULTED|left unexpectedly)"),
    _p("takeover", r"VCS (?:(?!VCS ).)*?(?:[Ff]ailing over|Failover|V-16-1-10301 Initiating Online)"),
    _p("split-brain", r"RACER.*lost|ejected from cluster to prevent potential data corruption"),
    # OCFS2 with its own cluster stack
    _p("heartbeat-lost", r"[Hh]eartbeat write timeout to device"),
    _p("heartbeat-late", r"[Cc]onnection to node \S+ .*has been idle for \d|no longer connected to node"),
    _p("panic", r"ocfs2 is very sorry to be fencing this system"),
    _p("fenced", r"o2quo(?:_\w{1,40})?:?.{0,80} fencing this node because"),
    _p("node-dead", r"o2dlm has evicted node (?P<node>\d+)"),
    # keepalived; its health checks wait for others and are no heartbeat
    _p("not-scheduled", r"(?<!healthcheckers: )A thread timer expired \d{1,6}\.\d{1,6} seconds ago"),
    _p("heartbeat-lost", r"Receive advertisement timeout"),
    _p("split-brain", r"Received advert from \S+ with lower priority \d+, ours \d+, forcing new election"),
    # etcd and ZooKeeper: raft and sessions
    _p("sent-late", r"failed to send out heartbeat on time"),
    _p("log-write-slow", r"wal: sync duration of |slow fdatasync"
       r"|heartbeat_map (?:is_healthy|reset_timeout) '\S+ thread 0x[\da-f]+' had timed out after"
       r"|fsync-ing the write ahead log in \w+(?::\d+)? took \d+ ?ms"),
    _p("heartbeat-lost", r"raft(?:\.node)?: [\da-f]{8,16} lost leader [\da-f]{8,16}|Expiring session 0x[\da-f]+, timeout of \d+ms exceeded"
       r"|Client session timed out, have not heard from server in \d+ms|Unable to reconnect to ZooKeeper service, session 0x"),
    # Patroni
    _p("heartbeat-lost", r"failed to update leader lock$"
       r"|demot(?:ed|ing) self because (?:failed to update leader lock|DCS is not accessible)"),
    _p("takeover", r"promoted self to leader by acquiring session lock"),
    _p("sent-late", r"WARNING: Loop time exceeded, rescheduling immediately|loop take too long \(\d+ seconds\)"),
    # Galera: longer than the five seconds after which its peers suspect a node; a second or two are everyday
    _p("not-scheduled", r"WSREP: last inactive check more than PT\S+ ago "
       r"\(PT(?:\d+[HM]\S*|[5-9]|[5-9]\.\d+|\d{2,}(?:\.\d+)?)S?\), skipping check"),
    _p("heartbeat-lost", r"WSREP: .{0,120}turning message relay requesting on, nonlive peers: \S"),
    # DRBD, Ceph
    _p("heartbeat-lost", r"\bdrbd\b.*PingAck did not arrive in time|drbd\d+: PingAck did not arrive in time|heartbeat_check: no reply from "),
    _p("called-dead", r"(?:marked osd\.\d+ down, but it is still running|map e\d+ wrongly marked me down)"),
    # Oracle's instances watch their own processes
    _p("not-scheduled", r"\bLM(?:ON|HB|S\w|D\d|CK\d?) \(ospid: \d+\) (?:has not called a wait for|has no heartbeats for) \d+ sec"),
    # Serviceguard, PowerHA, Spectrum Scale, watchdog of Proxmox
    _p("not-scheduled", r"cmcld (?:process )?was unable to run for the last \d|Late in sending heartbeat|CRS-1661"),
    _p("heartbeat-late", r"seems unhealthy, not receiving heartbeats from it|lease renewal is overdue"),
    _p("node-dead", r"Timed out node (?P<node>\S+?)\. It may have failed"),
    _p("fenced", r"The node (?P<node>\S+?)(?: \(.{1,80}\))? is being expelled because of an expired lease"),
    _p("panic", r"Halting \S+ to preserve data integrity|client watchdog expired - disable watchdog updates"),
    # raft of Consul, Nomad and Vault, RabbitMQ, MongoDB, Redis Sentinel, whose timer was late when it enters tilt mode
    _p("not-scheduled", r"\+tilt #tilt mode entered"),
    _p("takeover", r"\+switch-master \S"),
    _p("heartbeat-lost", r"\+[so]down master \S"),
    _p("heartbeat-lost", r"eartbeat timeout (?:from \S+ )?reached, starting election|Node rabbit@\S+ not responding"
       r"|Starting an election, since we've seen no PRIMARY in election timeout period"),
    _p("split-brain", r"inconsistent_database, ?running_partitioned_network"),
    # Pacemaker counts who waits for a processor
    _p("overloaded", r"(?:throttle_\w+: +|notice: ?)High CPU load detected: \d"),
    # any
    _p("split-brain", r"[Ss]plit[- ]?[Bb]rain (?:detected|condition|alert)|both nodes (?:are|were) (?:active|master)"),
)  # fmt: skip
_HUNG = lazy(r"due to client process failure")
"""A panic with this means as well that the cluster's process on this node did not run for too long."""
_CLOCK = r"(?:(?P<h>\d{1,4})h)?(?:(?P<m>\d{1,2})m(?!s))?(?:(?P<s>\d{1,6}(?:\.\d{1,9})?)(?P<unit>ms|s|[uµμ]s))?"
_GO = lazy(
    r"(?:(?:deadline exceeded|exceeded the \w{1,12} timeout) for |\"exceeded-duration\": ?\"|sync duration of |\"took\": ?\")"
    rf"{_CLOCK}"
)
"""A time as programs in Go print it: ``1m2.5s``."""
_EXPIRED = lazy(r"timer expired (?P<s>\d{1,6}\.\d{1,6}) seconds")
_DELAY = lazy(
    r"(?:scheduled (?:\(@\d+\) )?for|pause detected for|interval|execute:|delayed|received in|tick delay of"
    r"|heard from server in|\w took) (?P<ms>\d{1,9}(?:\.\d+)?) ?ms|(?:a wait|heartbeats) for (?P<s>\d{1,6}) sec"
    r"|(?:ago \(PT|timed out after |unable to run for the last )(?P<s2>\d{1,6}(?:\.\d{1,9})?) ?[Ss]"
)
INTERESTING = lazy(
    r"eartbeat|[Nn]ode|Dispatch|Link|cquired|takeover|akeover|partition|lock|EMERG|Emergency|scheduled|pause"
    r"|processor failed|FAILED TO"
    r"|[Tt]oken|links|link|FAULTY|left|fenc|Fenc|Peer|STONITH|uorum|Move|Recover|Latency|CRS-|clss|splitbrain|CSSD"
    r"|ebooting|angcheck"
    r"|pm_tick|Path|CMM|RG_PEND|Failfast|eservation|eopardy|Port|ystem|VCS|RACER|ejected|plit|both nodes|ticks"
    r"|AlarmHandler|Taking over|jumped|component|minimum required|[Pp]ort h process"
    r"|timer expired|advert|heartbeat_map|sync duration|fdatasync|fsync-ing|leader|session 0x|session timed|Loop time|loop take|PingAck"
    r"|still running|wrongly marked|ospid: |CPU load|demot|inactive check|nonlive"
    r"|unable to run|lease|Timed out|preserve data|watchdog|rabbit@|no PRIMARY|partitioned|\+(?:[so]down|tilt|switch)"
)
TELLS = (Tells(within=(*(pattern for _, pattern in _MESSAGES), *ha_names.IN_PEACE), needles=INTERESTING),)
_OF_ANY_KERNEL = frozenset(("panic", "clock-jump"))
"""What a host without a cluster says as well."""


class Event:
    """One message: what it says, where, and the network and the node that it names.

    Several messages may speak of one and the same event; `source` separates them, so that it is counted once.
    """

    def __init__(
        self,
        kind: str,
        source: str,
        at: int,
        last: int,
        text: str,
        network: str = "",
        weight: int = 1,
        node: str = "",
        seconds: float | None = None,
    ) -> None:
        """Take what it is made with; the rest comes later."""
        self.kind = kind
        self.source = source
        self.at = at
        self.last = last
        self.text = text
        self.network = network
        self.weight = weight
        self.node = node
        self.seconds = seconds


def _seconds(message: str) -> float | None:
    """The delay that a message names.

    >>> _seconds("failed to send out heartbeat on time (exceeded the 100ms timeout for 1m2.5s, to 417c9cd34ec2ca5)")
    62.5
    >>> _seconds("A thread timer expired 4.437445 seconds ago"), _seconds("sync duration of 191.1µs, expected less than 1s")
    (4.437445, 0.0001911)
    """
    if match := _DELAY.search(message):
        return float(match["ms"]) / 1000 if match["ms"] else float(match["s"] or match["s2"])
    if match := _EXPIRED.search(message):
        return float(match["s"])
    match = _GO.search(message)
    if match is None or not (match["h"] or match["m"] or match["s"]):
        return None
    part = float(match["s"] or 0) * {"ms": 1e-3, "s": 1.0, None: 1.0}.get(match["unit"], 1e-6)
    return round(3600 * int(match["h"] or 0) + 60 * int(match["m"] or 0) + part, 9)


def _is_interesting(message: str) -> bool:
    return may_hold(INTERESTING, message) and INTERESTING.search(message) is not None


def classify(message: str) -> tuple[str, str, str, str] | None:
    """What a message of cluster software says, which message it is, the network and the node that it names; or None.

    >>> classify("WARN: node db2.example.com: is dead")[::3]
    ('node-dead', 'db2')
    """
    if not _is_interesting(message):
        return None
    for number, (kind, pattern) in enumerate(_MESSAGES):
        if match := pattern.search(message):
            groups = match.groupdict()
            network = groups.get("network") or groups.get("network2") or ""
            node = groups.get("node") or groups.get("node2") or ""
            # some stacks number the nodes, and a number names no host
            return kind, str(number), network, ha_names.plain(node)
    return None


class HaEvents:
    """Fed with the messages of a log in order; `rows` gives one row per kind."""

    def __init__(self) -> None:
        """Start with an empty log."""
        self.found: list[Event] = []
        self._named: dict[str, int] = {}
        self._dull = Dull()

    def feed(self, at: int, message: str, weight: int = 1) -> bool:
        """Take one message; whether it was one of a cluster's."""
        if self._dull.knows(message):
            return False
        if (known := classify(message)) is None:
            if nodes := _is_interesting(message) and ha_names.names_in_peace(message):
                self._name(at, nodes)
            else:
                self._dull.add(message)
            return False
        self._name(at, ha_names.names(message))
        kind, source, network, node = known
        text = message.strip()[:200]
        self.found.append(Event(kind, source, at, at, text, network, weight, node, _seconds(message)))
        if kind == "panic" and _HUNG.search(message):
            self.found.append(Event("not-scheduled", source, at, at, text, network, weight, node))
        return True

    def _name(self, at: int, nodes: Iterable[str]) -> None:
        for node in nodes:
            if len(self._named) < ha_names.MOST:
                self._named.setdefault(node, at)

    def nodes(self, output: Output, where: Sequence[int], own: str | None) -> list[Row]:
        """One row for each node that the log names, and one for the host that wrote it, where its lines name it."""
        named = dict(self._named)
        mine = ha_names.plain(own or "")
        rows = [
            Row("cluster-node", {"node": node, "own": "no"}, output.span(where[at]))
            for node, at in named.items()
            if node != mine
        ]
        spoke = [event.at for event in self.found if event.kind not in _OF_ANY_KERNEL]
        if mine and (spoke or named):
            at = named[mine] if mine in named else min([*spoke, *named.values()])
            rows.append(Row("cluster-node", {"node": mine, "own": "yes"}, output.span(where[at])))
        return rows

    def add(self, kind: str, source: str, at: int, text: str) -> None:
        """Add an event that another reader recognised (a kernel's panic)."""
        self.found.append(Event(kind, source, at, at, text.strip()[:200]))

    def repeat(self, at: int, times: int) -> None:
        """The message at position `at` came again so many times."""
        for event in self.found:
            if event.at == at:
                event.weight += times
                event.last = at + 1

    def rows(
        self,
        output: Output,
        where: Sequence[int],
        times: Sequence[float | None],
        within_years: Sequence[float | None],
    ) -> list[Row]:
        """One row per kind; the sequences tell the line in the output and the times of each position."""
        kinds: dict[str, list[Event]] = {}
        for event in self.found:
            kinds.setdefault(event.kind, []).append(event)
        rows = []
        for kind, events in kinds.items():
            row = _row(output, kind, events, where, times)
            first = next((t for e in events if (t := within_years[e.at]) is not None), None)
            if first is not None:
                row = replace(row, values={**row.values, "first-within-year-seconds": first})
            rows.append(row)
        return rows


def _row(output: Output, kind: str, events: list[Event], where: Sequence[int], times: Sequence[float | None]) -> Row:
    counts: dict[str, int] = {}
    for event in events:
        counts[event.source] = counts.get(event.source, 0) + event.weight
    values: dict[str, Value | bool] = {"kind": kind, "count": max(counts.values()), "text": events[0].text}
    if networks := {event.network for event in events if event.network}:
        values["networks"] = len(networks)
    if len(nodes := {event.node for event in events if event.node}) == 1:
        values["node"] = nodes.pop()
    if delays := [event.seconds for event in events if event.seconds is not None]:
        values["longest-seconds"] = max(delays)
    known = [t for e in events if (t := times[e.at]) is not None]
    if known:
        values["first-time"], values["last-time"] = min(known), max(known)
    span = output.span(where[events[0].at], where[events[-1].last])
    return Row("ha-event", values, span, time=max(known) if known else None)
