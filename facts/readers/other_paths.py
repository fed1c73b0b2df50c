"""``lsmpio``, ``datapath query device``, ``esxcli storage core path list``, ``esxcfg-mpath``, ``nvme list-subsys``, ``vxdmpadm getsubpaths``.

What single paths are worth, to AIX, to IBM's SDD, to ESXi, to NVMe over fabrics on Linux, and to DMP of Veritas.

A path that is standby or not in use is not failed; a device of which a state is not understood gives nothing.

Samples::

    >>> from facts.readers import show
    >>> show('''name   path_id status  path_status     parent connection
    ... ===============================================================================
    ... hdisk4  0   Failed  Opt,Sel         fscsi0 500a098186a7d4ca,0008000000000000
    ... hdisk4  2   Enabled Opt,Sel         fscsi1 500a098186a7d4ca,0008000000000000
    ... ''')
    lsmpio lines 1-4 read
      multipath-map: active-paths=1 failed-paths=1 map=hdisk4 paths=2 (3-4)
      system: os=aix (1-1)

    >>> show('''DEV#:   4  DEVICE NAME: hdisk4  TYPE: 2145  ALGORITHM:  Load Balance
    ... SERIAL: 6005076801A0123450000000000012AB
    ... ==========================================================================
    ... Path#      Adapter/Path Name          State     Mode     Select     Errors
    ...    0           fscsi0/path0            DEAD   NORMAL     812212         12
    ...    1           fscsi1/path1            OPEN   NORMAL    1812212          0
    ... ''')
    sdd-datapath lines 1-6 read
      multipath-map: active-paths=1 failed-paths=1 map=hdisk4 paths=2 (1-6)

    >>> show('''   Runtime Name: vmhba2:C0:T0:L12
    ...    Device: naa.60060e8007c3a1b2
    ...    State: dead
    ...    Transport: fc
    ...    Runtime Name: vmhba3:C0:T0:L12
    ...    Device: naa.60060e8007c3a1b2
    ...    State: active
    ... ''')
    esxcli-paths lines 1-7 read
      multipath-map: active-paths=1 failed-paths=1 map=naa.60060e8007c3a1b2 paths=2 (1-7)

    >>> show('''naa.60060e8007c3a1b2 : HITACHI Fibre Channel Disk (naa.60060e8007c3a1b2)
    ...    vmhba2:C0:T0:L12 LUN:12 state:active fc Adapter: WWNN: 20:00:00:25:b5:01:0a:1f
    ...    vmhba3:C0:T0:L12 LUN:12 state:dead fc Adapter: Unavailable or path claimed by an unknown plugin
    ... ''')
    esxcfg-mpath lines 1-3 read
      multipath-map: active-paths=1 failed-paths=1 map=naa.60060e8007c3a1b2 paths=2 (1-3)

    >>> show('''nvme-subsys0 - NQN=nqn.1992-08.com.netapp:sn.0a1b2c:subsystem.db
    ...  +- nvme0 fc traddr=nn-0x20:pn-0x21,host_traddr=nn-0x20:pn-0x10 connecting
    ...  +- nvme1 fc traddr=nn-0x20:pn-0x22,host_traddr=nn-0x20:pn-0x11 live optimized
    ... ''')
    nvme-subsystems lines 1-3 read
      multipath-map: active-paths=1 failed-paths=1 map=nvme-subsys0 paths=2 (1-3)
      system: os=linux (1-1)

    >>> show('''NAME      STATE[A]   PATH-TYPE[M] DMPNODENAME  ENCLR-NAME   CTLR   ATTRS
    ... ================================================================================
    ... c2t50d0s2 DISABLED       -          emc0_01d0    emc0         c2        -
    ... c3t51d0s2 ENABLED(A)     -          emc0_01d0    emc0         c3        -
    ... ''')
    vxdmpadm-paths lines 1-4 read
      multipath-map: active-paths=1 failed-paths=1 map=emc0_01d0 paths=2 (3-4)
"""

from __future__ import annotations

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value


class Paths:
    """The paths of each device, and where they are listed."""

    def __init__(self) -> None:
        """Start with none."""
        self.states: dict[str, list[str]] = {}
        self.where: dict[str, list[int]] = {}

    def add(self, device: str, state: str, line: int) -> None:
        """Take one path of a device; `state` as `state_of` tells it."""
        self.states.setdefault(device, []).append(state)
        self.where.setdefault(device, []).append(line)

    def into(self, reading: Reading, output: Output, from_line: dict[str, int] | None = None) -> None:
        """A row for each device of which every state is known."""
        for device, states in self.states.items():
            known = [state for state in states if state != "idle"]
            if not known or "unknown" in known:
                continue
            working = known.count("works")
            first = (from_line or {}).get(device, self.where[device][0])
            values: dict[str, Value | bool] = {
                "map": device, "paths": len(known), "active-paths": working, "failed-paths": len(known) - working,
            }  # fmt: skip
            reading.rows.append(Row("multipath-map", values, output.span(first, self.where[device][-1])))


def state_of(word: str, works: str, failed: str, idle: str = "") -> str:
    """What a tool's word for a path means: works, failed, idle or unknown; each list holds words with blanks between."""
    for name, words in (("works", works), ("failed", failed), ("idle", idle)):
        if word in words.split():
            return name
    return "unknown"


_MPIO_HEAD = lazy(r"\s*name\s+path_id\s+status\s+path_status\s+parent\s+connection")
_RULE = lazy(r"\s*={10,}\s*$")
_MPIO = lazy(r"\s*(?P<disk>hdisk\d+)\s+\d+\s+(?P<state>[A-Z][a-z]+)\s")


def _mpio_read(output: Output) -> Reading:
    reading = Reading(complete=frozenset(("multipath-map",)), used=output.matching(_MPIO_HEAD, _MPIO))
    paths = Paths()
    for n, match in output.matches(_MPIO):
        paths.add(match["disk"], state_of(match["state"], "Enabled", "Failed Missing", "Disabled Defined"), n)
    paths.into(reading, output)
    reading.infer_system("aix", output.span(0))
    return reading


_SDD = lazy(r"\s*DEV#:\s*\d+\s+DEVICE NAME:\s*(?P<name>\S+)")
_SDD_LINE = lazy(r"\s*(?:SERIAL:|LUN (?:SERIAL|IDENTIFIER):|={10,}|Path#|POLICY:)")
_SDD_PATH = lazy(r"\s*\d+\*?\s+\S+\s+(?P<state>[A-Z_]{3,12})\s+(?P<mode>[A-Z]{3,10})\s+\d+\s+\d+\s*$")


def _sdd_read(output: Output) -> Reading:
    reading = Reading(complete=frozenset(("multipath-map",)), used=output.matching(_SDD, _SDD_PATH))
    paths = Paths()
    heads: dict[str, int] = {}
    for match, start, end in output.parts(_SDD):
        heads[match["name"]] = start
        for n in range(start + 1, end):
            if found := _SDD_PATH.match(output.lines[n]):
                state = (
                    "idle"
                    if found["mode"] == "OFFLINE"
                    else state_of(found["state"], "OPEN", "DEAD CLOSE_FAILED", "CLOSE CLOSED")
                )
                paths.add(match["name"], "failed" if found["state"] == "DEAD" else state, n)
    paths.into(reading, output, heads)
    return reading


_RUNTIME = lazy(r"\s+Runtime Name: vmhba\d")
_FIELD = lazy(
    r"\s+(?:Group State|Array Priority|Storage Array Type(?: Path Config| Device Config)?|Path Selection Policy(?: Path Config)?|UID"
    r"|Runtime Name|Device|Device Display Name|Adapter|Channel|Target|LUN|Plugin|State|Transport|"
    r"Adapter Identifier|Target Identifier|Adapter Transport Details|Target Transport Details|Maximum IO Size): ?"
)
_UID = lazy(r"(?:fc|iqn|sas|sata|usb|pcie|unknown|eui)[.:][\w.:,-]{10,300}$")
_DEVICE = lazy(r"\s+Device: (?P<name>\S+)\s*$")
# nmp path list tells the state of the group, core path list that of the path
_STATE = lazy(r"\s+(?:Group )?State: (?P<state>\w+)(?: unoptimized)?\s*$")


def _esx_read(output: Output) -> Reading:
    reading = Reading(complete=frozenset(("multipath-map",)), used=output.matching(_RUNTIME, _DEVICE, _STATE))
    paths = Paths()
    heads: dict[str, int] = {}
    for _, start, end in output.parts(_RUNTIME):
        device = state = ""
        for line in output.lines[start:end]:
            if match := _DEVICE.match(line):
                device = match["name"]
            elif match := _STATE.match(line):
                state = match["state"]
        if device and state and device != "No":
            heads.setdefault(device, start)
            paths.add(device, state_of(state, "active standby", "dead unavailable", "off disabled"), end - 1)
    paths.into(reading, output, heads)
    return reading


# esxcfg-mpath -b: the paths below each device; -L, and lists of paths that somebody made of it: a line each
_BRIEF_HEAD = lazy(r"\s*(?P<name>(?:naa|eui|t10|mpx|vml)\.[\w.:-]{4,200}) : \S.*$")
_BRIEF = lazy(
    r"\s*(?P<path>vmhba\d+:C\d+:T\d+:L\d+) (?:LUN:\d+ )?state:(?P<state>\w+) (?P<device>(?:naa|eui|t10|mpx|vml)\.[\w.:-]{4,200})?"
)


def _brief_read(output: Output) -> Reading:
    reading = Reading(complete=frozenset(("multipath-map",)), used=output.matching(_BRIEF_HEAD, _BRIEF))
    paths, heads, device = Paths(), dict[str, int](), ""
    for n, line in enumerate(output.lines):
        if head := _BRIEF_HEAD.match(line):
            device = head["name"]
            heads.setdefault(device, n)
        elif (match := _BRIEF.match(line)) and (match["device"] or device):
            state = state_of(match["state"], "active standby", "dead", "off disabled")
            paths.add(match["device"] or device, state, n)
    paths.into(reading, output, heads)
    return reading


_SUBSYSTEM = lazy(r"\s*(?P<name>nvme-subsys\d+) - NQN=")
_BRANCH = lazy(
    r"[\s|]*\+- (?P<path>nvme\d+) (?P<by>fc|tcp|rdma|loop|pcie) (?P<address>\S+) +(?P<state>[a-z]+)(?: [a-z-]+)?\s*\Z"
)
_TREE = lazy(r"\s*(?:\\|hostnqn ?=|iopolicy ?=|type ?=)[^|]{0,300}\Z")


def _nvme_read(output: Output) -> Reading:
    reading = Reading(complete=frozenset(("multipath-map",)), used=output.matching(_SUBSYSTEM, _BRANCH))
    paths = Paths()
    heads: dict[str, int] = {}
    for head, start, end in output.parts(_SUBSYSTEM):
        heads[head["name"]] = start
        for n in range(start + 1, end):
            if (match := _BRANCH.match(output.lines[n])) and match["by"] not in ("pcie", "loop"):
                paths.add(
                    head["name"], state_of(match["state"], "live", "connecting dead deleting", "new resetting"), n
                )
    paths.into(reading, output, heads)
    reading.infer_system("linux", output.span(0))
    return reading


_DMP_HEAD = lazy(r"\s*NAME\s+STATE(?:\[A\])?\s+PATH-TYPE(?:\[M\])?\s+(?:DMPNODENAME|DMPNODE|(?P<of_one>CTLR-NAME))\s")
_DMP = lazy(r"\s*\S{2,80}\s+(?P<state>ENABLED|DISABLED)(?P<mark>\([A-Z]\))?\s+\S+\s+(?P<node>\S{2,80})\s+\S+\s+\S+")


_DMP_ASKED = lazy(r".*?\bdmpnodename=(?P<node>\S{2,80})")


def _dmp_read(output: Output) -> Reading:
    reading = Reading(complete=frozenset(("multipath-map",)), used=output.matching(_DMP_HEAD, _DMP))
    paths = Paths()
    # the paths of one node stand with their controllers, and the command alone names the node
    of_one = any(head["of_one"] for _, head in output.matches(_DMP_HEAD))
    asked = _DMP_ASKED.match(output.command)
    one = asked["node"] if asked else "the node"
    for n, match in output.matches(_DMP):
        by_hand = match["state"] == "DISABLED" and match["mark"] == "(M)"
        paths.add(
            one if of_one else match["node"], "idle" if by_hand else state_of(match["state"], "ENABLED", "DISABLED"), n
        )
    paths.into(reading, output)
    return reading


HINTS = ("nvme-subsys", "PATH-TYPE", "path_status", "DEVICE NAME:", "Runtime Name: vmhba", " state:")
READERS = (
    Reader(
        "nvme-subsystems",
        _SUBSYSTEM,
        extent_of(_TREE, _BRANCH, _SUBSYSTEM, head=_SUBSYSTEM, tells=(_BRANCH,), blanks=1),
        _nvme_read,
        of_no_use=(("branch", _TREE),),
    ),
    Reader(
        "vxdmpadm-paths", _DMP_HEAD, extent_of(_RULE, _DMP, head=_DMP_HEAD), _dmp_read, of_no_use=(("rule", _RULE),)
    ),
    Reader("lsmpio", _MPIO_HEAD, extent_of(_RULE, _MPIO, head=_MPIO_HEAD), _mpio_read, of_no_use=(("rule", _RULE),)),
    Reader(
        "sdd-datapath",
        _SDD,
        extent_of(_SDD_LINE, _SDD_PATH, _SDD, head=_SDD, tells=(_SDD_PATH,), blanks=2),
        _sdd_read,
        of_no_use=(("heading", _SDD_LINE),),
    ),
    Reader(
        "esxcli-paths",
        _RUNTIME,
        extent_of(_FIELD, _UID, tells=(_STATE,), blanks=1),
        _esx_read,
        of_no_use=(("another field", _FIELD), ("name of the path", _UID)),
    ),
    Reader(
        "esxcfg-mpath",
        lazy(r"\s*(?:(?:naa|eui|t10|mpx|vml)\.[\w.:-]{4,200} : \S|vmhba\d+:C\d+:T\d+:L\d+ (?:LUN:\d+ )?state:)"),
        extent_of(_BRIEF_HEAD, _BRIEF, tells=(_BRIEF,), blanks=1),
        _brief_read,
    ),
)
