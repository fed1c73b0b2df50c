"""Lists of a cluster's nodes as its own commands print them: who is a member and in which state, and what resources failed.

Veritas ``hastatus -sum``, ``hasys -list`` and ``-state``, ``lltstat -n`` and ``-nvv``; Pacemaker ``crm_mon -1``, ``pcs status``,
``crm status``, ``crm_node -l``; ``corosync-quorumtool``, ``corosync-cmapctl``; ``clustat`` and ``cman_tool nodes`` of Red Hat's
cluster before it; Oracle ``olsnodes`` and ``crsctl check cluster -all``; ``scstat -n`` and ``clnode status`` of Sun Cluster.
``gabconfig -a`` only numbers its nodes: it tells that cluster software runs. Remote and guest nodes of Pacemaker are no members.

Samples::

    >>> from facts.readers import show
    >>> show('''LLT node information:
    ...     Node                 State    Links
    ...    * 0 web1              OPEN        2
    ...      1 web2              OPEN        2
    ... ''')
    lltstat lines 1-4 read
      cluster-node: node=web1 own=yes (3-3)
      cluster-node: node=web2 own=no (4-4)

    >>> show('''# olsnodes -n
    ... rac1\\t1
    ... rac2\\t2
    ... ''')
    olsnodes lines 2-3 read
      cluster-node: node=rac1 (2-2)
      cluster-node: node=rac2 (3-3)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from facts.kit import extent_of, run
from facts.patterns import lazy, unnamed
from facts.readers.cluster_names import BEFORE_ROWS, CUT, Members, ends, headed, listed
from facts.readers.cluster_resources import of_pacemaker, of_red_hat, of_veritas
from facts.reading import Output, Place, Reader, Reading

_MEMBERSHIP = r"\s*+Port \w gen\s+[0-9a-f]+ membership [\d ;]*+$"
_GAB_HEAD, _PORT = lazy(r"\s*+GAB Port Memberships\s*+$"), lazy(rf"{_MEMBERSHIP}|\s*+=+\s*+$|\s*+Port \w gen\b")
_MEMBERS = lazy(_MEMBERSHIP)


def _gab_read(output: Output) -> Reading:
    """No node has a name here; that there is a membership tells that the software runs."""
    runs = [output.span(at) for at, line in enumerate(output.lines) if _MEMBERS.match(line)]
    return Reading(complete=frozenset(("cluster-node",)) if runs else frozenset(), used=runs)


_OLSNODES = lazy(r"(?:^|[\s/;|&'\"(])olsnodes\b(?P<options>(?: +-[a-z]+)*+)")
_OLSNODES_FIELD = lazy(
    r"(?:\d+|<none>|Active|Inactive|Pinned|Unpinned|\d{1,3}(?:\.\d{1,3}){3}|[\w.]*+(?:-[\w.]*+)*(?<=vip))\Z"
)


def _olsnodes_row(line: str) -> str:
    """The node of a line, or ""."""
    words = line.split()
    plausible = 0 < len(words) <= 6 and len(line) < 400 and any(letter.isalpha() for letter in words[0])
    return words[0] if plausible and all(_OLSNODES_FIELD.match(word) for word in words[1:]) else ""


def _olsnodes_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    asked = _OLSNODES.search(command)
    if asked is None or "c" in asked["options"]:  # -c prints the name of the cluster
        return None
    end = start
    while end < len(lines) and _olsnodes_row(lines[end]) and not ends(lines[end]):
        end += 1
    return (start, end) if end > start else None


def _olsnodes_read(output: Output) -> Reading:
    asked = _OLSNODES.search(output.command)
    own = asked is not None and "l" in asked["options"]
    members = Members(output)
    for at, line in enumerate(output.lines):
        members.add(at, _olsnodes_row(line), own)
    return members.reading(not own)


_KEY = lazy(r"[a-z_][\w.-]{1,200} \([a-z]\w{1,4}\) = ")
_NODE_KEY = lazy(r"nodelist\.node\.(?P<at>\d{1,4})\.(?P<key>name|ring0_addr) \(str\) = (?P<name>\S*+)")
_KEYS = extent_of(_KEY, tells=(_NODE_KEY,))
_LOCAL = lazy(r"nodelist\.local_node_pos \(u32\) = (?P<at>\d{1,4})\s*+$")


def _cmap_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if start and _KEY.match(lines[start - 1]):
        return None  # the whole run was looked at when it began
    return _KEYS(lines, start, command)


def _cmap_read(output: Output) -> Reading:
    members, names, local = Members(output), {}, ""
    for at, line in enumerate(output.lines):
        if match := _LOCAL.match(line):
            local = match["at"]
        elif (match := _NODE_KEY.match(line)) and (match["key"] == "name" or match["at"] not in names):
            names[match["at"]] = (at, match["name"])
    for position, (at, name) in names.items():
        members.add(at, name, position == local)
    return members.reading()


_CLNODE_HEAD, _CLNODE_RULE = lazy(r"\s*+Node Name\s+Status\s*+$"), lazy(r"\s*+-{5,}\s+-{5,}\s*+$")
_CLNODE_ROW = lazy(r"\s*+(?P<name>\S++)\s++(?P<state>Online|Offline)\s*+$")


def _clnode_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    head = next((n for n in range(start, min(start + 10, len(lines))) if _CLNODE_HEAD.match(lines[n])), None)
    if head is None or head + 1 >= len(lines) or not _CLNODE_RULE.match(lines[head + 1]):
        return None
    end = run(lines, head + 2, _CLNODE_ROW)
    return (start, end) if end > head + 2 else None


def _nodes_of(row: re.Pattern[str], output: Output) -> Reading:
    members = Members(output)
    for at, match in output.matches(row):
        members.add(at, match["name"], state=match.groupdict().get("state") or "")
    return members.reading()


_CRS_STARS, _CRS_NODE = lazy(r"\s*+\*{20,}\s*+$"), lazy(r"\s*+(?!CRS-)(?P<name>[^\s:*]++):\s*+$")
_CRS_MESSAGE = lazy(r"\s*+CRS-\d{4,5}:")


def _crs_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start
    while (
        end + 2 < len(lines)
        and _CRS_STARS.match(lines[end])
        and _CRS_NODE.match(lines[end + 1])
        and _CRS_MESSAGE.match(lines[end + 2])
    ):
        end = run(lines, end + 3, _CRS_MESSAGE)
    if end == start:
        return None
    return start, end + (end < len(lines) and _CRS_STARS.match(lines[end]) is not None)


_STATUS_LIST = lazy(r"\s*+(?:\* )?(?P<state>Online|OFFLINE): \[(?P<names>[^\]]*+)(?P<closed>\])?")
_STATUS_NODE = lazy(
    r"\s*+(?:\* )?Node:? (?P<name>[^\s:@]++)(?: \([^)]{1,80}\))?: "
    r"(?P<state>online|OFFLINE|UNCLEAN|standby|pending|maintenance)\b"
)
_STATUS_HEAD = lazy(r"(?:Cluster name:|Cluster Summary:|Stack: |Last updated: |Current DC: |Node List:|={10,}\s*+$)")
_AGENT = r"[\w.:-]++\s++\((?:ocf|stonith|lsb|systemd|service|upstart|heartbeat)\b"
_SET = r"(?:Clone Set|Resource Group|Master/Slave Set|Container bundle|Docker container)\b"
_STATUS_LINE = lazy(
    r"(?:Full|Active|Inactive|No (?:active |inactive )?resources|Node|Migration|Operations|Failed|Fencing|Pending|Tickets"
    r"|PCSD|Daemon|Negative|Cluster|Stack|Current DC|Version|Last|WARNINGS?|Online|OFFLINE|RemoteOnline|RemoteOFFLINE"
    rf"|GuestOnline|Containers|={{10,}}|\* |\d+ (?i:nodes?|resources?)\b|{_AGENT}|{_SET})"
)
_STATUS_INDENTED = lazy(rf"\s++(?:\* |\*\*\*|{_AGENT}|{_SET})")
_STATUS_FAULT = lazy(
    r"\bWITHOUT quorum|\(blocked\)|\bof \S+ failed: | on \S+ returned '(?!ok\b)| on \S+ '(?!ok\b)\w.*call=|\bcall=\d.*(?:rc=[1-9]|error)"
    r"|: Offline\s*$|^\s+\w+: (?:failed/|inactive/enabled)|Resource management is DISABLED|\bORPHANED\b"
)
_STATUS_ROW = lazy(rf"{unnamed(_STATUS_LIST).pattern}|{unnamed(_STATUS_NODE).pattern}")
_STATUS_ABOVE = lazy(rf"{_STATUS_LINE.pattern}|\s++(?:\* |\*\*\*)")
_STATUS_TELLS = ("Current DC", "Node List:", "nline: [", "OFFLINE: [")


def _status_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    begin = headed(lines, start, _STATUS_HEAD, _STATUS_ROW, (_STATUS_ABOVE,))
    if begin is None:
        return None
    end, blank, nodes = start + 1, 0, False
    for index in range(start, len(lines)):
        line = lines[index]
        if not line.strip():
            blank += 1
            if blank > 3:
                break
            continue
        indented = line[0].isspace() and (not blank or _STATUS_INDENTED.match(line))
        if not (indented or _STATUS_LINE.match(line)) or ends(line):
            break
        nodes = nodes or _STATUS_ROW.match(line) is not None
        end, blank = index + 1, 0
        if not nodes and index - start > BEFORE_ROWS:
            break
    tells = nodes and any(tell in line for line in lines[begin:end] for tell in _STATUS_TELLS)
    return (begin, end) if tells else None


def _status_read(output: Output) -> Reading:
    members = Members(output)
    for at, line in enumerate(output.lines):
        if (match := _STATUS_LIST.match(line)) and match["closed"] is None:
            members.refuse(at, CUT)
        elif match:
            for word in match["names"].split():
                # of a guest there is its host or its container too, and the number of a node stands in brackets
                if not word.startswith("(") and "@" not in word and ":" not in word:
                    members.add(at, word, state=match["state"])
        elif match := _STATUS_NODE.match(line):
            members.add(at, match["name"], state=match["state"])
    return members.reading(resources=of_pacemaker)


HINTS = (
    "-- SYSTEM STATE", "SysState", "hasys", "LLT node information", "OPEN", "CONNWAIT", "GAB Port Memberships",
    "nline: [", "OFFLINE: [", "Node List:", "Current DC", "crm_node", "Nodeid", "Membership information",
    "Quorum information", "nodelist.node.", "Member Name", "Member Status: ", "Sts ", "olsnodes", "CRS-45",
    "Cluster node:", "clnode", "cluster status",
)  # fmt: skip
_LLT_NODE = lazy(r"\s*\*?\s*\d{1,3}\s+(?P<name>(?!(?:OPEN|CONNWAIT|LISTEN|DOWN)\b)\S+\s+[A-Z]{3,}\b)?")
_LLT_LINK = lazy(r"\s+(?!\d+\s)\S+\s+(?P<state>UP|DOWN)\b")


def _links_down(lines: Sequence[str]) -> Iterator[int]:
    """Links that are down; those of numbers for which there is no node do not count."""
    there = False
    for index, line in enumerate(lines):
        if link := _LLT_LINK.match(line):
            if there and link["state"] == "DOWN":
                yield index
        elif node := _LLT_NODE.match(line):
            there = node["name"] is not None


_OPTIONS = r"(?P<options>(?:_-?[a-z]{1,6})*)(?:\.log)?"
PLACES = (
    Place(
        rf"(?P<tool>olsnodes|hasys|clnode){_OPTIONS}", "{tool} {options}",
        ("rac1/olsnodes_-n_-s.txt", "hasys_-list", "clnode_status.out"),
    ),
    Place(rf"crm_node{_OPTIONS}", "crm_node {options}", ("web1/crm_node_-l",)),
)  # fmt: skip
READERS = (
    listed(
        "hastatus", r"-- SYSTEM STATE\s*+$", r"A\s++(?P<name>\S++)\s++(?P<state>[A-Z]\w*+)\s++\d+\s*+$", rough=r"A\s",
        inside=r"-- [A-Z]|[B-Z]\s{1,4}\S", resources=of_veritas, faults=r"\A[C-G]\s{1,4}\S",
    ),
    listed(
        "hasys", r"#System\s+Attribute\s+Value\s*+$", r"(?P<name>\S++)\s++SysState\s++(?P<state>[A-Z]\w*+)", rough=r"\S++\s++SysState\b",
        inside=r"\S++\s++[A-Z]\w*+(?:\s|$)", all_of_them=False,
    ),
    listed("hasys-list", "", r"(?P<name>[\w.-]++)\s*+$", commands=r"\bhasys\s+-?list\s*+$"),
    listed(
        "lltstat", r"\s*+(?:LLT node information:|Node\s+State\s+Links?\b)",
        r"\s*+(?P<own>\*)?\s*+\d{1,3}\s++(?!(?:OPEN|CONNWAIT|LISTEN|DOWN)\b)(?P<name>\S++)\s++[A-Z]{3,}\b",
        rough=r"\s*+\*?\s*+\d{1,3}\s++(?!(?:OPEN|CONNWAIT|LISTEN|DOWN)\b)",
        inside=r"\s*+\d{1,3}\s++(?:OPEN|CONNWAIT|LISTEN|DOWN)\b|\s++\S++\s++(?:UP|DOWN)\b",
        own=lambda match: match["own"] is not None, faults=r"\A\s*\*?\s*\d+\s+(?!(?:CONNWAIT|DOWN)\b)\S+\s+(?:CONNWAIT|DOWN)\b",
    )._replace(together=_links_down),
    Reader("gabconfig", _GAB_HEAD, extent_of(_PORT, head=_GAB_HEAD, least=0), _gab_read, of_no_use=(("heading", _GAB_HEAD),)),
    Reader("pacemaker-status", _STATUS_HEAD, _status_extent, _status_read, of_no_use=(
        ("heading, or a resource", lazy(rf"{_STATUS_LINE.pattern}|{_STATUS_INDENTED.pattern}")),
        ("where a resource runs", lazy(r"\s++(?:Started|Stopped|Masters|Slaves|Promoted|Unpromoted): \[")),
        ("state of pcsd", lazy(r"\s++[\w.-]++: Online\s*+$")),
        ("state of a daemon", lazy(r"\s++\w++: (?:active|inactive|failed|unknown)/(?:enabled|disabled|unknown)\s*+$")),
        ("failed action", lazy(r"\s++(?:last-(?:failed|successful|rc-change)|exit-?reason|status|completed|queued|exec)=[^=]")),
        ("failed action", lazy(r"\s++[\w:.-]++(?: on \S++ '| \(node=|\W.*\bcall=\d)")),
    ), faults=_STATUS_FAULT),
    listed(
        "crm-node", "", r"\s*+\d+ (?P<name>\S++) (?P<state>member|lost)\s*+$", rough=r"\s*+\d+\s",
        commands=r"\bcrm_node\s+(?:-l|--list)\b",
    ),
    listed(
        "corosync-quorumtool", r"(?:Quorum information|Membership information)\s*+$|\s*+Nodeid\s+(?:Votes\s+)?(?:Qdevice\s+)?Name\s*+$",
        # number 0 is the quorum device
        r"\s*+(?:0x(?!0+\s)[0-9a-f]{4,8}|(?!0\s)\d+)\s++(?:\d+\s++)?(?:(?:N?A,N?V,N?MW|NR)\s++)?(?P<name>[^\s,]++)"
        r"(?:,.*|(?P<local>\s\(local\))|\s\[.*)?\s*+$",
        rough=r"\s*+(?:0x(?!0+\s)[0-9a-f]|(?!0\s)\d)",
        inside=r"-{5,}|\s*+0(?:x0+)?\s|Votequorum information|(?:Date|Quorum|Nodes|Node ID|Node state|Ring ID|Quorate|Expected votes"
        r"|Highest expected|Total votes|Flags|Node votes|Quorum provider|Quorum type|Version)\b *:",
        own=lambda match: match["local"] is not None, faults=r"Quorate:\s+No|Activity blocked",
    ),
    Reader("corosync-cmapctl", _KEY, _cmap_extent, _cmap_read, of_no_use=(("another key", _KEY),)),
    listed(
        "clustat", r"\s*+(?:Cluster Status for \S.{0,80} @ |Member Status: |Member Name\s+(?:ID\s+)?Status\s*+$)",
        r"\s*+(?!/)(?P<name>\S++)\s++(?:\d+\s++)?(?P<state>(?:Online|Offline)\b.*)",
        rough=r"\s*+(?!/)\S++\s++\d+\s*+$",
        inside=r"\s*+/\S++\s++\d+\s|\s*+-{4,}\s|\s*+Service Name\s|\s++\w\S*+\s++\(?[\w.-]++\)?\s++[a-z]++[\w ()]*+$",
        own=lambda match: ", Local" in match["state"], resources=of_red_hat, faults=r"\bInquorate\b",
    ),
    listed(
        "cman-nodes", r"Node  (?:Sts   Inc   Joined|Votes Exp Sts)\s+Name\s*+$",
        r"\s*+\d+\s++(?:(?P<state>[A-Za-z])\s++\d+\s++(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s++)?|\d+\s++\d+\s++(?P<state2>[A-Z])\s++)"
        r"(?P<name>[^\s/\d]\S*+|\d+[A-Za-z]\S*+)\s*+$",
        rough=r"\s*+\d+\s(?!.*\s/)", inside=r"\s*+\d+\s.*\s/|\s++Addresses:|\s++Ports Bound|\s++Last fenced:",
    ),
    Reader("olsnodes", None, _olsnodes_extent, _olsnodes_read, _OLSNODES, of_no_use=(), faults=lazy(r"\sInactive\b")),
    Reader("crsctl-check", _CRS_STARS, _crs_extent, partial(_nodes_of, _CRS_NODE), of_no_use=(
        ("rule of stars", _CRS_STARS), ("message of a service", _CRS_MESSAGE)),
        faults=lazy(r"CRS-(?!4(?:537|529|533|638)\b)\d{4,5}:")),
    listed(
        "scstat", r"\s*+(?:-- Cluster Nodes --|Cluster node:)", r"\s*+Cluster node:\s++(?P<name>\S++)\s++(?P<state>[A-Z]\w*+)",
        rough=r"\s*+Cluster node:", inside=r"\s*+Node name\s+Status|\s*+-{5,}\s+-{5,}\s*+$",
    ),
    Reader("clnode", None, _clnode_extent, partial(_nodes_of, _CLNODE_ROW), lazy(r"\bcl(?:node|uster)\s+status\b"), of_no_use=(
        ("heading", lazy(rf"\s*+(?:={{3}}|-{{3}}) [A-Z][\w ]+ (?:={{3}}|-{{3}})\s*+$|{_CLNODE_HEAD.pattern}")),)),
)  # fmt: skip
