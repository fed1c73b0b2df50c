"""Files that say which hosts form a cluster: who is to be a member, whether it runs or not.

``corosync.conf`` (its ``nodelist``), ``cluster.conf`` of Red Hat's cluster before it, Heartbeat's ``ha.cf``, and of Veritas
``main.cf``, ``/etc/llthosts`` and ``/etc/llttab``, which names the host itself. ``llthosts`` and ``ha.cf`` have nothing that tells
them from other texts and are read where the command or the place says what they are.

Samples::

    >>> from facts.readers import show
    >>> show('''totem {
    ...     version: 2
    ... }
    ... nodelist {
    ...     node {
    ...         ring0_addr: 10.0.0.1
    ...         name: db1
    ...     }
    ...     node {
    ...         ring0_addr: db2.example.com
    ...     }
    ... }
    ... ''')
    corosync-conf lines 1-12 read
      cluster-node: node=db1 (7-7)
      cluster-node: node=db2 (10-10)

    >>> show('''# cat /etc/llthosts
    ... 0 web1
    ... 1 web2
    ... ''')
    llthosts lines 2-3 read
      cluster-node: node=web1 (2-2)
      cluster-node: node=web2 (3-3)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facts.kit import ANY, extent_of
from facts.patterns import lazy
from facts.readers.cluster_names import CUT, Members, ends, listed
from facts.reading import Output, Reader, Reading

_OPEN = lazy(r"\s*+(?P<section>[a-z_]++)\s*+\{\s*+$")
_CLOSE = lazy(r"\s*+\}\s*+$")
_SETTING = lazy(r"\s*+(?P<key>[\w.]++)\s*+:\s*+(?P<value>.*+)")
_REMARK = lazy(r"\s*+#")
_OF_COROSYNC = frozenset(("totem", "nodelist"))
_COROSYNC_TOP = frozenset(
    "totem nodelist quorum logging system resources nozzle amf aisexec service event uidgid".split()
)


def _corosync_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """From the first section on as long as sections follow one another; None where none of them is corosync's alone."""
    end, depth, settings, own = start, 0, False, False
    for index in range(start, len(lines)):
        line = lines[index]
        if not line.strip():
            continue
        if _REMARK.match(line):
            if ends(line):
                break
            continue
        if match := _OPEN.match(line):
            if not depth and match["section"] not in _COROSYNC_TOP:
                break
            if match["section"] in _OF_COROSYNC:
                if depth or (own and not settings):  # the next one may be the beginning
                    break
                own = True
            depth += 1
        elif _CLOSE.match(line) and depth:
            depth -= 1
        elif (match := _SETTING.match(line)) and (depth or match["key"] == "compatibility"):
            settings = settings or depth > 0
        else:
            break
        end = index + 1
        if not settings and index - start > 60:
            break
    return (start, end) if settings and own else None


def _corosync_read(output: Output) -> Reading:
    members = Members(output)
    within: list[str] = []
    told: dict[str, tuple[int, str]] = {}
    for at, line in enumerate(output.lines):
        if _REMARK.match(line):
            continue
        if match := _OPEN.match(line):
            within.append(match["section"])
            told = {}
        elif _CLOSE.match(line) and within:
            if within == ["nodelist", "node"]:
                _corosync_node(members, at, told)
            within.pop()
        elif (match := _SETTING.match(line)) and within == ["nodelist", "node"]:
            told[match["key"]] = (at, match["value"].strip())
    if within:
        members.refuse(len(output.lines) - 1, "it ends within a section")
    return members.reading()


def _corosync_node(members: Members, at: int, told: dict[str, tuple[int, str]]) -> None:
    found = told.get("name") or told.get("ring0_addr")
    if found is None:
        members.refuse(at, "a node without a name or an address")
    else:
        members.add(*found)


_CLUSTER, _CLUSTER_END = lazy(r"\s*+<cluster[\s>]"), "</cluster>"
_XML = lazy(r"\s*+<\?xml\s")
_TAGGED = lazy(r"\s*+(?:<|/?>|[\w:.-]++\s*+=\s*+[\"'])")
_NODE_TAG = lazy(r"<clusternode(?=[\s/>])(?P<attributes>[^<>]*+)")
_NAME = lazy(r"(?<![\w:-])name\s*+=\s*+(?:\"(?P<name>[^\"]*+)\"|'(?P<name2>[^']*+)')")
_NODE_WITHIN = 100
"""In so many lines from the beginning on a node is named; other files have such a tag too."""


def _cluster_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    first = start + 1 if _XML.match(lines[start]) else start
    if first >= len(lines) or not _CLUSTER.match(lines[first]):
        return None
    if not any("<clusternode" in lines[n] for n in range(first, min(first + _NODE_WITHIN, len(lines)))):
        return None
    end, remark = first, False
    for index in range(first, len(lines)):
        line = lines[index]
        if line.strip() and not (remark or _TAGGED.match(line)):
            break
        remark = _in_remark(line, remark)
        end = index + 1
        if not remark and _CLUSTER_END in line:
            break
    return start, end


def _in_remark(line: str, before: bool) -> bool:
    """Whether a remark is open at the end of a line."""
    opened, closed = line.rfind("<!--"), line.rfind("-->")
    return opened > closed or (before and closed < 0)


def _without_remarks(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    within = False
    for at, line in enumerate(lines):
        kept, rest = [], line
        while rest:
            if within:
                _, mark, rest = rest.partition("-->")
                within = not mark
            else:
                before, mark, rest = rest.partition("<!--")
                kept.append(before)
                within = bool(mark)
        yield at, " ".join(kept)


def _cluster_read(output: Output) -> Reading:
    members, ended = Members(output), False
    for at, line in _without_remarks(output.lines):
        ended = ended or _CLUSTER_END in line
        for tag in _NODE_TAG.finditer(line):
            if name := _NAME.search(tag["attributes"]):
                members.add(at, name["name"] or name["name2"] or "")
            else:
                members.refuse(at, "a node without a name")
    if not ended:
        members.refuse(len(output.lines) - 1, f"it ends before {_CLUSTER_END}")
    return members.reading()


_DIRECTIVE = lazy(r"\s*+(?:#|[a-z_]++(?:[ \t]|$))")
_OTHER_DIRECTIVE = lazy(
    r"\s*+(?:apiauth|auto_failback|autojoin|baud|bcast|cluster|compression\w*|conn_logd_time|coredumps|crm|dead(?:ping|time)|debug\w*"
    r"|hbaping|hbgenmethod|hopfudge|initdead|keepalive|log(?:facility|file)|max_rexmit_delay|mcast|memreserve|msgfmt"
    r"|nice_failback|pacemaker|ping\w*|realtime|respawn|rtprio|serial|stonith\w*|traditional_compression|ucast|udpport|use_logd"
    r"|uuidfrom|warntime|watchdog)(?:\s|$)"
)
_HA_NODE = lazy(r"\s*+node(?:[ \t]++(?P<names>[^#]*+))?(?:$|#)")


def _ha_read(output: Output) -> Reading:
    members = Members(output)
    for at, match in output.matches(_HA_NODE):
        names = (match["names"] or "").split()
        for name in names:
            members.add(at, name)
        if not names:
            members.refuse(at, CUT)
    return members.reading()


_SET_NODE = lazy(r"\s*+set-node(?:\s++(?P<name>\S++))?\s*+$")
_LLTTAB = lazy(r"\s*+(?:set-[a-z]++|link(?:-lowpri)?+|start|exclude|include|#|//)(?:\s|$)|\s*+#")


def _llttab_read(output: Output) -> Reading:
    members = Members(output)
    for at, match in output.matches(_SET_NODE):
        if match["name"] is None:
            members.refuse(at, CUT)
        elif not match["name"].startswith("/"):  # else a file holds the name
            members.add(at, match["name"], own=True)
    return members.reading(all_of_them=False)


HINTS = ("llthosts", "set-node", "llttab", '.cf"', "system ", "nodelist", "totem", "<clusternode", "ha.cf")
READERS = (
    listed("llthosts", "", r"\s*+\d{1,3}\s++(?P<name>\S++)\s*+$", rough=r"\s*+\d", inside=r"\s*+#", commands=r"\bllthosts\b"),
    Reader("llttab", lazy(r"\s*+set-node\s"), extent_of(_LLTTAB, tells=(_SET_NODE,), blanks=ANY), _llttab_read, lazy(r"\bllttab\b"),
        of_no_use=(("another directive", _LLTTAB),)),
    listed(
        "vcs-main-cf", r"include \"[\w./-]+\.cf\"\s*+$|cluster \"?[\w.-]++\"? \(\s*+$",
        r"system (?P<quoted>\")?(?P<name>[^\s\"(]++)\"? ?\(", rough=r"system\b",
        inside=r"\s*+(?:\)|//|[{}]|\"[^\"]*+\",?+\s*+[})]?+|[\w@.-]++ \+?= ?\S.*|[\w.-]++ [\"\w.-]++ ?\(|[\w.-]++ requires )"
        r"|(?:group|remotecluster|heartbeat|include|cluster|requires)\b",
    ),
    Reader("corosync-conf", lazy(r"\s*+(?:totem|nodelist)\s*+\{\s*+$"), _corosync_extent, _corosync_read, lazy(r"\bcorosync\.conf\b"),
        of_no_use=(("another setting", _SETTING), ("section", _OPEN), ("end of a section", _CLOSE), ("remark", _REMARK))),
    Reader("cluster-conf", lazy(r"\s*+<(?:\?xml\s|cluster[\s>])"), _cluster_extent, _cluster_read,
        of_no_use=(("another tag", _TAGGED), ("end of a remark", lazy(r"\s*+-->")))),
    Reader("ha-cf", None, extent_of(_DIRECTIVE, tells=(_HA_NODE,), blanks=ANY), _ha_read, lazy(r"\bha\.cf\b"),
        of_no_use=(("remark", _REMARK), ("another directive", _OTHER_DIRECTIVE))),
)  # fmt: skip
