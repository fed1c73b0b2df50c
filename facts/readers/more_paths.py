"""``gmultipath status``, ``dlnkmgr view -path``, ``upadmin show path``, ``sanlun lun show -p``, ``luxadm display``, ``ioscan -P health``.

Paths as FreeBSD, Hitachi's and Huawei's drivers, NetApp's host utilities, Solaris and HP-UX list them, and the nodes of Veritas DMP
with their counts of paths (``vxdmpadm getdmpnode``).

Samples::

    >>> from facts.readers import show
    >>> show('''              Name    Status  Components
    ...  multipath/disk02  DEGRADED  da1 (ACTIVE)
    ...                             da25 (FAIL)
    ... ''')
    gmultipath lines 1-3 read
      multipath-map: active-paths=1 failed-paths=1 map=multipath/disk02 paths=2 (2-3)
      system: os=freebsd (1-1)

    >>> show('''PathID PathName                        DskName                 iLU      ChaPort Status     Type IO-Count   IO-Errors  DNum HDevName
    ... 000000 0001.0000.0000000000000000.0000 HITACHI .OPEN-V  .10044 0010     CL1A    Online     Own    15612331          0    - sddlmaa
    ... 000001 0002.0000.0000000000000000.0000 HITACHI .OPEN-V  .10044 0010     CL2A    Offline(E) Own     8123341         12    - sddlmaa
    ... ''')
    dlnkmgr lines 1-3 read
      multipath-map: active-paths=1 failed-paths=1 map=sddlmaa paths=2 (2-3)

    >>> show('''  Path ID  Initiator Port    Array Name  Controller  Target Port       Path State  Check State  Port Type
    ...     0     21000024ff3b8c1a  Stor01      0A          2028d0d04b9c3f11  Normal      --           FC
    ...     1     21000024ff3b8c1b  Stor01      0B          2038d0d04b9c3f11  Fault       --           FC
    ... ''')
    upadmin-paths lines 1-3 read
      multipath-map: active-paths=1 failed-paths=1 map=Stor01 paths=2 (2-3)

    >>> show('''                   Host Device: mpathb(3600a098038304437415d4b6a59685973)
    ... up        primary    sdc     host3        fc_lif1
    ... failed    primary    sdg     host4        fc_lif2
    ... ''')
    sanlun-paths lines 1-3 read
      multipath-map: active-paths=1 failed-paths=1 map=mpathb paths=2 (1-3)

    >>> show('''DEVICE PROPERTIES for disk: /dev/rdsk/c3t50002AC000A60172d0s2
    ...     Device Address              20340002ac000172,1f
    ...     Class                       primary
    ...     State                       OFFLINE
    ...     Device Address              21340002ac000172,1f
    ...     Class                       primary
    ...     State                       ONLINE
    ... ''')
    luxadm-paths lines 1-7 read
      multipath-map: active-paths=1 failed-paths=1 map=c3t50002AC000A60172d0s2 paths=2 (1-7)
      system: os=solaris (1-1)

    >>> show('''Class     I  H/W Path  health
    ... disk      7  64000/0xfa00/0x4    limited
    ... ''')
    ioscan-health lines 1-2 read
      multipath-map: failed-paths=1 map=disk7 (2-2)
      system: os=hp-ux (1-1)

    >>> show('''NAME         STATE   ENCLR-TYPE   PATHS  ENBL  DSBL  ENCLR-NAME
    ... emc0_01d0    ENABLED   EMC          4     2     2     emc0
    ... ''')
    vxdmpadm-nodes lines 1-2 read
      multipath-map: active-paths=2 failed-paths=2 map=emc0_01d0 paths=4 (2-2)
"""  # noqa: E501

from __future__ import annotations

import re

from facts.kit import extent_of
from facts.patterns import lazy
from facts.readers.other_paths import Paths, state_of
from facts.reading import Output, Reader, Reading, Row

_ALL = frozenset(("multipath-map",))

_GEOM_HEAD = lazy(r"\s*Name\s+Status\s+Components\s*\Z")
_GEOM = lazy(r"\s*(?P<name>multipath/\S+)\s+(?P<status>OPTIMAL|DEGRADED|BROKEN)\s+(?P<rest>\S.*)\Z")
_COMPONENT = lazy(r"\s*[\w/.-]+ \((?P<state>[A-Z]+)\)\s*\Z")


def _geom_read(output: Output) -> Reading:
    reading = Reading(complete=_ALL, used=output.matching(_GEOM, _COMPONENT))
    paths, name = Paths(), ""
    for n, line in enumerate(output.lines):
        head = _GEOM.match(line)
        if head is not None:
            name = head["name"]
        if name and (match := _COMPONENT.match(head["rest"] if head is not None else line)):
            paths.add(name, state_of(match["state"], "ACTIVE PASSIVE READ", "FAIL", "NEW LOST"), n)
    paths.into(reading, output)
    reading.infer_system("freebsd", output.span(0))
    return reading


_HDLM_HEAD = lazy(r"\s*PathID\s+PathName\s+DskName\s.*\bStatus\b.*\Z")
_HDLM = lazy(
    r"\s*\d{6}\s+\S{8,60}\s+\S.{4,60}?\s(?P<status>Online|Offline)(?:\((?P<why>[CEP])\))?\s+(?:Own|Non|-)\s+\d+\s+\d+\s+\S+\s+(?P<device>\S+)\s*\Z"
)


def _hdlm_read(output: Output) -> Reading:
    reading = Reading(complete=_ALL, used=output.matching(_HDLM))
    paths = Paths()
    for n, match in output.matches(_HDLM):
        by_hand = match["status"] == "Offline" and match["why"] == "C"
        works = match["status"] == "Online" and match["why"] is None
        paths.add(match["device"], "idle" if by_hand else "works" if works else "failed", n)
    paths.into(reading, output)
    return reading


_UP_HEAD = lazy(r"\s*Path ID\s+Initiator Port\s+Array Name\s.*\bPath State\b.*\Z")
_UP = lazy(
    r"\s*\d{1,4}\s+(?:[0-9a-f]{16}|iqn\.\S+|\S+)\s+(?P<array>\S+)\s+\S+\s+\S+\s+(?P<state>Normal|Fault|Disabled|Degraded|Unknown)\s+\S+\s+\S+.*\Z"
)
_UP_RULE = lazy(r"\s*-{20,}\s*\Z")


def _up_read(output: Output) -> Reading:
    reading = Reading(complete=_ALL, used=output.matching(_UP))
    paths = Paths()
    for n, match in output.matches(_UP):
        paths.add(match["array"], state_of(match["state"], "Normal", "Fault", "Disabled"), n)
    paths.into(reading, output)
    return reading


_SANLUN_HEAD = lazy(r"\s*Host Device: (?P<name>[\w.-]+)(?:\([0-9a-f]+\))?\s*\Z")
_SANLUN = lazy(
    r"\s*(?P<state>up|failed|down|disabled)\s+(?:primary|secondary|active/\S+)\s+sd[a-z]{1,3}\s+host\d+\s.*\Z"
)
_SANLUN_OTHER = lazy(
    r"\s*(?:Multipath (?:Policy|Provider)|LUN(?: Size)?|Product|Mode|ONTAP Path): .*\Z|\s*-{5,}[- ]+\Z|\s*(?:host|path|state)\s+\S.*\Z"
)


def _sanlun_read(output: Output) -> Reading:
    return _below_heads(output, _SANLUN_HEAD, _SANLUN, ("up", "failed down", "disabled"))


def _below_heads(output: Output, head: re.Pattern[str], path: re.Pattern[str], words: tuple[str, ...]) -> Reading:
    """The paths of each device, whose name stands in a line above them; `words` are those of `state_of`."""
    reading = Reading(complete=_ALL, used=output.matching(head, path))
    paths, heads = Paths(), dict[str, int]()
    for device, start, end in output.parts(head):
        heads[device["name"]] = start
        for n in range(start + 1, end):
            if match := path.match(output.lines[n]):
                paths.add(device["name"], state_of(match["state"], *words), n)
    paths.into(reading, output, heads)
    return reading


_LUX_HEAD = lazy(r"\s*DEVICE PROPERTIES for \w+: (?:/dev/rdsk/)?(?P<name>\S+)\s*\Z")
_LUX_CLASS = lazy(r"\s*Class\s+(?:primary|secondary)\s*\Z")
_LUX_STATE = lazy(r"\s*State\s+(?P<state>ONLINE|OFFLINE|STANDBY)\s*\Z")
_LUX_OTHER = lazy(
    r"\s*(?:Vendor|Product ID|Revision|Serial Num|Unformatted capacity|Write Cache|Read Cache|Minimum prefetch|Maximum prefetch|Device Type"
    r"|Host controller port WWN|Device Address|Controller)\b.*\Z|\s*(?:Path\(s\):|/dev(?:ices)?/\S+)\s*\Z"
)


def _lux_read(output: Output) -> Reading:
    reading = _below_heads(output, _LUX_HEAD, _LUX_STATE, ("ONLINE STANDBY", "OFFLINE"))
    reading.infer_system("solaris", output.span(0))
    return reading


_IOSCAN_HEAD = lazy(r"\s*Class\s+I\s+H/W Path\s+health\s*\Z")
_IOSCAN = lazy(
    r"\s*(?P<class>disk|lunpath|tgtpath|fc|\w{2,10})\s+(?P<number>\d+)\s+[\dxa-f/.]+\s+(?P<health>online|limited|offline|disabled|unusable|standby)\s*\Z"
)


def _ioscan_read(output: Output) -> Reading:
    """A LUN that is limited has lost some of its paths, how many it does not tell; one that is offline has lost all."""
    reading = Reading(used=output.matching(_IOSCAN))
    for n, match in output.matches(_IOSCAN):
        if match["class"] != "disk" or match["health"] not in ("limited", "offline"):
            continue
        left = {"failed-paths": 1} if match["health"] == "limited" else {"active-paths": 0}
        reading.rows.append(Row("multipath-map", {"map": f"disk{match['number']}", **left}, output.span(n)))
    reading.infer_system("hp-ux", output.span(0))
    return reading


_NODE_HEAD = lazy(r"\s*NAME\s+STATE\s+ENCLR-TYPE\s+PATHS\s+ENBL\s+DSBL\s+ENCLR-NAME\s*\Z")
_NODE = lazy(
    r"\s*(?P<node>\S{2,80})\s+(?:ENABLED|DISABLED)\s+\S+\s+(?P<paths>\d{1,4})\s+(?P<enabled>\d{1,4})\s+(?P<disabled>\d{1,4})\s+\S+\s*\Z"
)


def _node_read(output: Output) -> Reading:
    reading = Reading(complete=_ALL, used=output.matching(_NODE))
    for n, match in output.matches(_NODE):
        values: dict[str, str | int | float | bool] = {
            "map": match["node"], "paths": int(match["paths"]), "active-paths": int(match["enabled"]),
            "failed-paths": int(match["disabled"]),
        }  # fmt: skip
        reading.rows.append(Row("multipath-map", values, output.span(n)))
    return reading


_BAR = lazy(r"\s*={10,}\s*\Z")
HINTS = ("multipath/", "PathName", "Initiator Port", "Host Device: ", "DEVICE PROPERTIES", "H/W Path", "ENCLR-TYPE")
READERS = (
    Reader(
        "gmultipath", lazy(r"\s*(?:Name\s+Status\s+Components\s*\Z|multipath/\S+\s+(?:OPTIMAL|DEGRADED|BROKEN)\s)"),
        extent_of(_GEOM_HEAD, _GEOM, _COMPONENT, tells=(_GEOM,)), _geom_read, of_no_use=(("heading", _GEOM_HEAD),),
    ),
    Reader("dlnkmgr", _HDLM_HEAD, extent_of(_HDLM, head=_HDLM_HEAD), _hdlm_read, of_no_use=(("heading", _HDLM_HEAD),)),
    Reader(
        "upadmin-paths", _UP_HEAD, extent_of(_UP, _UP_RULE, head=_UP_HEAD, tells=(_UP,)), _up_read,
        of_no_use=(("heading", lazy(rf"(?:{_UP_HEAD.pattern}|{_UP_RULE.pattern})")),),
    ),
    Reader(
        "sanlun-paths", _SANLUN_HEAD, extent_of(_SANLUN_HEAD, _SANLUN, _SANLUN_OTHER, tells=(_SANLUN,), blanks=1), _sanlun_read,
        of_no_use=(("another field", _SANLUN_OTHER),),
    ),
    Reader(
        "luxadm-paths", _LUX_HEAD, extent_of(_LUX_HEAD, _LUX_STATE, _LUX_CLASS, _LUX_OTHER, tells=(_LUX_STATE,), blanks=2), _lux_read,
        of_no_use=(("another property", _LUX_OTHER), ("class of a path", _LUX_CLASS)),
    ),
    Reader(
        "ioscan-health", _IOSCAN_HEAD, extent_of(_IOSCAN, _BAR, head=_IOSCAN_HEAD, tells=(_IOSCAN,)), _ioscan_read,
        of_no_use=(("heading", lazy(rf"(?:{_IOSCAN_HEAD.pattern}|{_BAR.pattern})")),),
    ),
    Reader(
        "vxdmpadm-nodes", _NODE_HEAD, extent_of(_NODE, _BAR, head=_NODE_HEAD, tells=(_NODE,)), _node_read,
        of_no_use=(("heading", lazy(rf"(?:{_NODE_HEAD.pattern}|{_BAR.pattern})")),),
    ),
)  # fmt: skip
