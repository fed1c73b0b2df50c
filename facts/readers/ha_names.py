"""The nodes that messages of cluster software name, and so what its log says of who belongs to the cluster.

Not a reader itself: the readers of cluster logs and of kernel logs use it. Node numbers and addresses name no host.

>>> names("clcomm: Path phys-a:qfe1 - phys-b.example.com:qfe1 errors during initiation")
['phys-a', 'phys-b']
>>> names("LLT INFO V-14-1-10205 link 0 (qfe0) node 0 in trouble")
[]
"""

from __future__ import annotations

import re

from facts.patterns import lazy

_NODE = r"([A-Za-z][\w.-]{0,63}?)"
_END = r"(?![\w.-])"
_IN_EVENTS = tuple(
    lazy(pattern)
    for pattern in (
        # Heartbeat
        rf"[Ll]ate heartbeat: Node {_NODE}:? interval",
        rf"[Nn]ode {_NODE}:? (?:is dead|has died)",
        rf"Link {_NODE}:\S{{1,64}} dead",
        rf"Resources being acquired from {_NODE}\.?(?![\w-])",
        rf"Cluster node {_NODE} returning after",
        rf"Resetting node {_NODE} with",
        # Corosync, Pacemaker
        rf"[Nn]ode {_NODE} (?:state )?(?:is|- state is) now lost",
        rf"[Nn]ode {_NODE} (?:will be fenced|is unclean)",
        rf"Peer {_NODE} was (?:not )?terminated \([^)]{{1,40}}\) by {_NODE} ",
        rf"Scheduling [Nn]ode {_NODE} for ",
        rf"[Ff]encing node \"{_NODE}\"",
        rf"\b(?:Move|Recover)\s+\S{{1,64}}\s+\((?:\w+ )? ?{_NODE} -> {_NODE} ?\)",
        # Oracle Clusterware
        rf"[Nn]ode {_NODE} \(\d+\)",
        rf"CRS-16(?:07|32): ?Node {_NODE}{_END}",
        # Sun Cluster
        rf"clcomm: Path {_NODE}:\S{{1,64}} - {_NODE}:",
        rf"resource group \S{{1,64}} state on node {_NODE}{_END}",
        # VCS
        rf"[Ss]ystem {_NODE} (?:has faulted|is in |changed state|left unexpectedly)",
        rf" on System {_NODE}{_END}",
    )
)
IN_PEACE = tuple(
    lazy(pattern)
    for pattern in (
        rf"Link {_NODE}:\S{{1,64}} up\.",
        rf"Status update for node {_NODE}:? status",
        rf"[Nn]ode {_NODE} state is now member",
        r"CRS-1601: ?CSSD Reconfiguration complete\. Active nodes are ([A-Za-z][\w.-]{0,63}(?: [A-Za-z][\w.-]{0,63}){0,63}) ?\.",
        rf"CMM: Node {_NODE} \(nodeid",
        rf"[Ss]ystem {_NODE} \(Node '\d+'\)",
    )
)
"""Messages of which no event follows, and that name nodes all the same."""
_NO_NAMES = frozenset(("is", "the", "this", "with", "name", "localhost", "unknown", "none", "null"))
MOST = 64
"""How many nodes of one log are told: more than any cluster of these has."""


def plain(name: str) -> str:
    """A node's name as a host is called: without its domain, in small letters; "" for a number or an address.

    >>> plain("DB2.example.com:"), plain("2"), plain("10.0.0.2")
    ('db2', '', '')
    """
    name = name.strip("'\"(),:.").split(".")[0].lower()
    return "" if name in _NO_NAMES or not name[:1].isalpha() else name


def _found(patterns: tuple[re.Pattern[str], ...], message: str) -> list[str]:
    told = (
        word for p in patterns for match in p.finditer(message) for group in match.groups() for word in group.split()
    )
    return list(dict.fromkeys(name for word in told if (name := plain(word))))


def names(message: str) -> list[str]:
    """The nodes that a message of an event names, and those of one that is no event."""
    return _found((*_IN_EVENTS, *IN_PEACE), message)


def names_in_peace(message: str) -> list[str]:
    """The nodes that a message names of which no event follows."""
    return _found(IN_PEACE, message)
