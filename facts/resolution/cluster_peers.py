"""Which of the captured hosts are, or may be, nodes of one cluster.

What one host's log says counts for another one only where both belong together: a reboot elsewhere in the same hour is no
takeover. Sure is who is *named*: by the other's cluster log or list of members, or with it by a third one's. Logs that only
number their nodes name nobody; a few hosts that run cluster software, of which nothing says that they belong to different
clusters, may be one, and are taken for it (*unopposed*). Against it speaks a log or a list that names its nodes, and the
other is none of them. Of just two captured hosts the other may be the second node even where none of its captures shows a
cluster; that counts only where somebody told of a cluster (*beside*).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from facts.captures import INFERRED
from facts.cells import Cell, Observed
from facts.hosts import DEFAULT
from facts.patterns import lazy
from facts.schema import UNKNOWN, Value
from facts.sexpr import Symbol

NAMED, UNOPPOSED, BESIDE = "named-in-a-cluster-log", "cluster-software-on-both", "no-third-host-captured"
FEW = 4
"""So many hosts of which nothing says to which cluster they belong may be one; of more nobody knows which."""
_ROLE = lazy(r"(?:[a-z]|[a-z]?\d{1,2}|(?:node|host|server|srv|system|sys|box|machine|db|n)[-_]?(?:\d{1,2}|[a-d])?|first|second|one|two"
             r"|left|right|primary|secondary|standby|active|passive|master|slave|old|new|survivor|failed|peer|partner|host)\Z")  # fmt: skip
"""Names of folders that say what part a host plays; it may be called otherwise."""
MOST = 32
"""More hosts than a cluster has nodes: that so many are named together says nothing."""
_OF_ANY_KERNEL = ("panic", "clock-jump", UNKNOWN)
_PROGRAMS = frozenset(
    """heartbeat corosync pacemakerd crmd pacemaker-controld had hashadow lltd gab ocssd ocssd.bin crsd.bin cssdagent
    cssdmonitor rgmd rgmd_starter clexecd cmmd sbd""".split()
)


_OF_A_LINK = lazy(r"-(?:priv|hb|ic|int)\d{0,2}\Z")
"""What is added to a node's name to call its end of a private network."""


class _Member:
    """One host with cluster software, or one that a cluster's log names: what its own log or list names, and the line of each."""

    def __init__(self) -> None:
        self.software: Cell | None = None
        self.named: dict[str, Cell] = {}
        # A log's lines say who wrote them, or a list marks its own node, or holds one with the name of the host: so the host
        # is known by the name that other nodes call it.
        self.certain = False
        # What its own lists call it, where that is not the name of the host.
        self.called: dict[str, None] = {}


def _value(item: Observed, slot: str) -> Value:
    cell = item.cells.get(slot)
    return UNKNOWN if cell is None else cell.value


def _members(observed: Iterable[Observed]) -> dict[str, _Member]:
    """The hosts that run cluster software, by their logs and lists of processes."""
    found: dict[str, _Member] = {}
    for item in observed:
        if item.template == "cluster-node":
            member = found.setdefault(item.host, _Member())
            cell = item.cells["node"]
            member.software = member.software or cell
            name = _OF_A_LINK.sub("", str(cell.value))
            if item.host in (name, cell.value):
                member.certain = True
            elif _value(item, "own") == "yes":
                member.certain, member.called[name] = True, None
            else:
                member.named.setdefault(name, cell._replace(value=name))
        elif item.template == "ha-event" and _value(item, "kind") not in _OF_ANY_KERNEL:
            member = found.setdefault(item.host, _Member())
            member.software = member.software or item.cells["kind"]
        elif item.template == "read" and _value(item, "template") == "cluster-node":
            member = found.setdefault(item.host, _Member())
            member.software = member.software or item.cells["template"]
        elif item.template in ("process", "process-load") and str(_value(item, "name")) in _PROGRAMS:
            member = found.setdefault(item.host, _Member())
            member.software = member.software or item.cells["name"]
    return found


class _Groups:
    """Names that belong together, each with those that it was joined with."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def of(self, name: str) -> str:
        """What stands for the group of a name."""
        top = name
        while (above := self._above.get(top, top)) != top:
            top = above
        while name != top:
            self._above[name], name = top, self._above.get(name, name)
        return top

    def join(self, name: str, other: str) -> None:
        """Two names are of one group."""
        self._above[self.of(name)] = self.of(other)


def _together(hosts: Iterable[str], groups: _Groups) -> list[list[str]]:
    found: dict[str, list[str]] = {}
    for host in hosts:
        found.setdefault(groups.of(host), []).append(host)
    return list(found.values())


def _apart(host: str, other: str, members: dict[str, _Member]) -> bool:
    """Whether a log or a list says that two hosts, of which none is named with the other, belong to different clusters.

    It names its nodes, and the other is none of them; but for one that we may not know by its name.
    """
    for one, two in ((host, other), (other, host)):
        member = members.get(one, _Member())
        known = _Member() if two not in members else members[two]
        called = known.certain or two in known.named or not _ROLE.match(two)
        if called and any(name != one and name not in member.called for name in member.named):
            return True
    return False


def cluster_peers(observed: Sequence[Observed], notes: list[str]) -> list[Observed]:
    """Two rows for each pair of hosts that belong, or may belong, to one cluster, seen from either side."""
    members = _members(observed)
    if not members:
        return []
    hosts = list(dict.fromkeys(item.host for item in observed))
    groups = _Groups()
    for host, member in members.items():
        for name in (*member.named, *member.called):
            groups.join(host, name)
    found: list[Observed] = []
    alone: list[str] = []
    for group in _together(hosts, groups):
        if len(group) == 1:
            alone += group
        elif len(group) <= MOST:
            found.extend(_rows(group, NAMED, members))
        else:
            notes.append(
                f"{len(group)} hosts are named together by cluster logs or lists; which of them are one cluster is not known"
            )
    found.extend(_perhaps([host for host in alone if host in members], UNOPPOSED, members, notes))
    labelled = [host for host in hosts if host != DEFAULT]
    pair = labelled if len(labelled) == 2 else hosts
    if len(pair) == 2 and not found and not all(host in members for host in pair):
        found.extend(_perhaps(pair, BESIDE, members, notes))
    return found


def _perhaps(alone: Sequence[str], basis: str, members: dict[str, _Member], notes: list[str]) -> Iterator[Observed]:
    """The rows of the pairs among a few hosts that nothing names together, and nothing sets apart."""
    if len(alone) > FEW:
        notes.append(f"{len(alone)} hosts run cluster software, and nothing says which of them are one cluster")
        return
    for at, host in enumerate(alone):
        for other in alone[at + 1 :]:
            if not _apart(host, other, members):
                yield from _rows((host, other), basis, members)


def _rows(group: Sequence[str], basis: str, members: dict[str, _Member]) -> Iterator[Observed]:
    for host in group:
        for peer in group:
            if host != peer and (cell := _source(host, peer, group, members)) is not None:
                values: dict[str, Value] = {"peer": peer, "basis": Symbol(basis)}
                cells = {slot: Cell(value, cell.origin, INFERRED, cell.time) for slot, value in values.items()}
                yield Observed("cluster-peer", host, cells)


def _naming(member: _Member, host: str, members: dict[str, _Member]) -> Cell | None:
    """The line in which one host's log or list names another one, by whatever that is called."""
    called = members[host].called if host in members else {}
    return next((member.named[name] for name in (host, *called) if name in member.named), None)


def _source(host: str, peer: str, group: Sequence[str], members: dict[str, _Member]) -> Cell | None:
    """The line that says it: the one in which a log or list names the other, else that by which its software is known."""
    for one, other in ((peer, host), (host, peer)):
        if one in members and (cell := _naming(members[one], other, members)) is not None:
            return cell
    naming = (_naming(members[one], peer, members) for one in group if one in members)
    by_third = next((cell for cell in naming if cell is not None), None)
    if by_third is not None:
        return by_third
    return next((members[one].software for one in (peer, host) if one in members), None)
