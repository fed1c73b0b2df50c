r"""``ethtool``, ``ethtool -S``, ``/proc/net/bonding``, ``/proc/net/dev``, ``dladm``: what single links are worth.

``ethtool eth0`` gives speed, duplex and link; ``ethtool -S`` the driver's own counters, of which those of damaged frames
and late collisions are added up, whatever the driver calls them. A bonding file gives a row for each member. ``dladm`` of
Solaris and illumos: ``show-dev`` of Solaris 10, ``show-phys`` and ``show-link -s``.

Samples::

    >>> from facts.readers import show
    >>> show('''Settings for eth1:
    ...     Supported ports: [ TP ]
    ...     Speed: 100Mb/s
    ...     Duplex: Half
    ...     Auto-negotiation: off
    ...     Link detected: yes
    ... ''')
    ethtool lines 1-6 read
      network-interface: duplex=half interface=eth1 link=up speed-mbit=100 (1-6)
      system: os=linux (1-1)

    >>> show('''Settings for eno1:
    ...     Advertised link modes:  100baseT/Half 100baseT/Full
    ...                             1000baseT/Full
    ...     Link partner advertised link modes:  100baseT/Full
    ...                                          1000baseT/Full
    ...     Speed: 100Mb/s
    ...     Duplex: Full
    ...     Link detected: yes
    ... ''')
    ethtool lines 1-8 read
      network-interface: duplex=full interface=eno1 link=up offered-mbit=1000 speed-mbit=100 (1-8)
      system: os=linux (1-1)

    >>> show('''# ethtool -S eth2
    ... NIC statistics:
    ...      rx_packets: 90121300
    ...      tx_packets: 80121300
    ...      rx_crc_errors: 41002
    ...      tx_abort_late_coll: 0
    ... ''')
    ethtool-S lines 2-6 read
      network-interface: damaged-frames=41002 input-packets=90121300 interface=eth2 late-collisions=0 output-packets=80121300 (2-6)
      system: os=linux (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import Pairs, Values, extent_of, key, never, one_of, run, unused_keys, within
from facts.kit.pairs import Block
from facts.patterns import lazy, unnamed
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.units import integer


def _speed(cell: str) -> int | str | None:
    """Mbit/s, "" where the link has none; None for anything else."""
    if match := re.match(r"(\d{1,7}) ?Mb", cell):
        return int(match[1])
    return "" if cell.startswith("Unknown") else None


_DUPLEX = one_of({"full": "full", "half": "half", "Unknown": "", "Unknown! (255)": "", "Unknown! (-1)": ""})


def _link(block: Block) -> Values | str:
    """The slots of a link; one that is down has neither speed nor duplex."""
    none = {"speed-mbit", "duplex"} if block.values.get("link") == "down" else set()
    values = {slot: value for slot, value in block.values.items() if value != "" and slot not in none}
    return values if len(values) > 1 else "nothing told"


_SETTINGS = lazy(r"\s*Settings for (?P<interface>[\w.:@-]+):\s*$")
_INDENTED = lazy(r"\s+\S")
_NOT_TOLD = lazy(r"(?:Cannot get \S.* (?:settings|status|level|info)|netlink error): \S|No data available\s*$")
_LINK = Pairs(
    "ethtool", "network-interface", head=_SETTINGS, covers=never, system="linux", row=_link,
    keys=(
        key("speed-mbit", "Speed", parse=_speed), key("duplex", "Duplex", parse=_DUPLEX),
        key("link", "Link detected", parse=within(lazy(r"(yes|no)(?: \(|$)"), one_of({"yes": "up", "no": "down"}))),
        unused_keys(
            "Supported ports", "Supported link modes", "Supported pause frame use", "Supports auto-negotiation",
            "Supported FEC modes", "Advertised link modes", "Advertised pause frame use", "Advertised auto-negotiation",
            "Advertised FEC modes", "Link partner advertised link modes", "Link partner advertised pause frame use",
            "Link partner advertised auto-negotiation", "Link partner advertised FEC modes", "Lanes", "Port", "PHYAD",
            "Transceiver", "Auto-negotiation", "MDI-X", "Supports Wake-on", "Wake-on", "SecureOn password",
            "Current message level", "SQI", "master-slave cfg", "master-slave status", "Link Down Events",
        ),
    ),
    of_no_use=(
        ("not told", _NOT_TOLD),
        ("further modes", lazy(r"\s+(?:\d+base\w+(?:/\w+)?\s*|Not reported\s*)+\Z")),
        ("levels of messages", lazy(r"\s+(?:drv|probe|link|timer|if(?:down|up)|[rt]x_err|tx_queued|intr|tx_done|rx_status|pktdata|hw)\b")),
    ),
)  # fmt: skip


_ABLE_MODES = lazy(r"\s*Supported link modes:")
_OWN_MODES = lazy(r"\s*Advertised link modes:")
_PARTNERS_MODES = lazy(r"\s*Link partner advertised link modes:")
_MODES_ON = lazy(r"\s+(?:\d+base\w+(?:/\w+)?\s*)+$")
_MODE = re.compile(r"\b(\d+)base")


def _fastest(lines: Sequence[str], head: re.Pattern[str]) -> int:
    """Mbit/s of the fastest mode in a list of several lines; 0 where there is none."""
    for n, line in enumerate(lines):
        if head.match(line):
            end = run(lines, n + 1, _MODES_ON)
            return max((int(mbit) for text in lines[n:end] for mbit in _MODE.findall(text)), default=0)
    return 0


def _link_read(output: Output) -> Reading:
    reading = _LINK.read(output)
    rows = [row for row in reading.rows if row.template == "network-interface"]
    offered = min(_fastest(output.lines, _OWN_MODES), _fastest(output.lines, _PARTNERS_MODES))
    able = _fastest(output.lines, _ABLE_MODES)
    more: Values = {slot: mbit for slot, mbit in (("offered-mbit", offered), ("able-mbit", able)) if mbit}
    if not rows and offered and (head := _SETTINGS.match(output.lines[0])):
        # cut off above its speed
        reading.rows.append(Row("network-interface", {"interface": head["interface"], **more}, output.whole))
    elif len(rows) == 1 and rows[0].values.get("link") != "down":
        rows[0].values = {**rows[0].values, **more}
    return reading


_STATISTICS = lazy(r"\s*NIC statistics(?: for (?P<nic>vmnic\d+))?:?\s*$")
# some drivers name the queue in front: `[0]: rx_bytes`, `rxq0: rx_bytes`
_STATISTIC = lazy(r"\s+(?P<name>(?:\[?\w[\w.-]{0,20}\]?: )?[^\s:][^:]{0,60}?) *: *(?P<count>\S+)\s*$")
_OTHER = lazy(r"\s+[^\s:].{0,70}?: *-?\d+\s*$")
_OF_COMMAND = lazy(r"\bethtool\s+(?:-S|--statistics)\s+(?P<name>[\w.:@-]+)")
_OF_PATH = lazy(r"ethtool[_-]*S[_-]+(?P<name>[a-z][a-z0-9@:-]*\d[a-z0-9]*)")
_DAMAGED = lazy(
    r"(?:rx_)?(?:crc_errors(?:_phy)?|align_errors|frame_errors|fcs(?:_errors|_err_frames)?|align_err_frames|RxFCSErrors|crc_err"
    r"|symbol_err(?:ors?)?(?:_phy)?|rx_crc_align_errors"
    r"|symbol_errors"
    r"|in_range_len_errors_phy|rx_error_bytes_crc|Receive CRC errors|(?:in_|In)[Ff][Cc][Ss]_?[Ee]rr(?:or)?s?"
    r"|RxFcsErr|RxAlignErr)(?:\.nic)?$|(?:port\.)?rx_crc(?:_errors|_align_errors)?$"
)
_LATE = lazy(r"(?:tx_)?(?:abort_late_coll|late_collisions?|late_col|collision_late|window_errors)$")
_COUNTED = {
    "rx_packets": "input-packets",
    "tx_packets": "output-packets",
    "rx_ucast_packets": "input-packets",
    "rx_errors": "input-errors",
    "tx_errors": "output-errors",
    # esxcli network nic stats get
    "Packets received": "input-packets",
    "Packets sent": "output-packets",
    "Total receive errors": "input-errors",
    "Total transmit errors": "output-errors",
}


# a line that `ethtool -S eth0 | grep -i crc` leaves; only that command tells what it counts
_PICKED = lazy(r"\s{2,}\[?[\w.\-\[\]]*(?:crc|err|drop|coll|disc|miss|packets)[\w.]*: \d{1,20}\s*$")
_PICKS = lazy(r"\bethtool\s+(?:-S|--statistics)\s+[\w.:@-]+\s*\|\s*(?:e?grep|awk|sed)\b")
_STARTS = lazy(rf"(?:{_STATISTICS.pattern}|{_PICKED.pattern})")


def _statistics_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    picked = _PICKS.search(command) is not None and _PICKED.match(lines[start]) is not None
    if not picked and not _STATISTICS.match(lines[start]):
        return None
    end = run(lines, start if picked else start + 1, _STATISTIC)
    return (start, end) if picked or end > start + 1 else None


def _statistics_read(output: Output) -> Reading:
    command = _OF_COMMAND.search(output.command) or _OF_PATH.search(output.path)
    # Where nothing tells which interface is counted, each output is one of its own.
    esx = next((match["nic"] for _, match in output.matches(_STATISTICS)), None)
    values: Values = {"interface": esx or (command["name"] if command else f"unnamed ({output.label})")}
    reading = Reading()
    for n, match in output.matches(_STATISTIC):
        # what a single queue counts, the whole counts too
        name = match["name"].rpartition(": ")[2] if match["name"].startswith("[") else match["name"]
        slot = _COUNTED.get(name) or (
            "damaged-frames" if _DAMAGED.match(name) else "late-collisions" if _LATE.match(name) else ""
        )
        if not slot:
            continue
        if (count := integer(match["count"])) is None:
            reading.refusals.append(Refusal(output.span(n), f"{name}: `{match['count'][:40]}` is not a number"))
            continue
        reading.used.append(output.span(n))
        # a driver counts one damaged frame under several names: the largest of them is taken, not the sum
        before = values.get(slot)
        values[slot] = max(before, count) if isinstance(before, int) and not isinstance(before, bool) else count
    if len(values) > 1:
        reading.rows.append(Row("network-interface", values, output.whole))
    if esx is None:
        reading.infer_system("linux", output.span(0))
    return reading


_BOND_NAME = lazy(r"bonding/(?P<name>[\w.-]+)")
_MEMBERS = Pairs(
    "bonding", "network-interface", covers=never, system="linux",
    head=lazy(r"\s*(?:Ethernet Channel Bonding Driver: |Slave Interface: (?P<interface>\S+))"),
    row=lambda block: {slot: value for slot, value in block.values.items() if value != ""} if "interface" in block.values else "bond",
    keys=(
        key("link", "MII Status", parse=one_of({"up": "up", "down": "down", "going down": "", "going back": ""})),
        key("speed-mbit", "Speed", parse=_speed), key("duplex", "Duplex", parse=_DUPLEX),
        key("link-failures", "Link Failure Count", parse=integer),
        unused_keys(
            "802.3ad info", "Bonding Mode", "Transmit Hash Policy", "MII Polling Interval (ms)", "Up Delay (ms)", "Down Delay (ms)",
            "Peer Notification Delay (ms)", "Primary Slave", "Currently Active Slave", "LACP rate", "LACP active", "Min links",
            "Aggregator selection policy (ad_select)", "System priority", "System MAC address", "Active Aggregator Info",
            "Aggregator ID", "Number of ports", "Actor Key", "Partner Key", "Partner Mac Address", "Permanent HW addr",
            "Slave queue ID", "Actor Churn State", "Partner Churn State", "Actor Churned Count", "Partner Churned Count",
            "details actor lacp pdu", "details partner lacp pdu", "system priority", "system mac address", "port key",
            "port priority", "port number", "port state", "oper key", "ARP Polling Interval (ms)", "ARP Missed Max",
            "ARP IP target/s (n.n.n.n form)", "NS IPv6 target/s (xx::xx form)",
        ),
    ),
    line=lazy(r"\s*(?P<key>802\.3ad info(?=\s*$)|[A-Za-z][^:]{0,60}(?=:))(?::\s*(?P<value>.*))?\s*$"),
)  # fmt: skip


def _bonding_read(output: Output) -> Reading:
    named = _BOND_NAME.search(output.command) or _BOND_NAME.search(output.path)
    reading = _MEMBERS.read(output)
    for row in reading.rows:
        if row.template == "network-interface":
            row.values = {**row.values, "bond": named["name"] if named else "bond"}
    return reading


_DEV_HEAD = lazy(r"\s*Inter-\|\s+Receive\s+\|\s+Transmit")
_DEV_NAMES = lazy(r"\s*face \|bytes ")
_DEV_LINE = lazy(r"\s*(?P<name>[\w.@-]+): *(?P<counts>\d+(?: +\d+){15})\s*$")


def _dev_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _DEV_HEAD.match(lines[start]):
        return None
    end = run(lines, start + 2, _DEV_LINE)
    return (start, end) if end > start + 2 else None


def _dev_read(output: Output) -> Reading:
    reading = Reading(complete=frozenset(("network-interface",)))
    for n, match in output.matches(_DEV_LINE):
        # receive: bytes packets errs drop fifo frame compressed multicast; transmit: the same, colls and carrier
        counts = [int(word) for word in match["counts"].split()]
        values: Values = {
            "interface": match["name"], "input-packets": counts[1], "input-errors": counts[2], "damaged-frames": counts[5],
            "output-packets": counts[9], "output-errors": counts[10], "collisions": counts[13],
        }  # fmt: skip
        reading.rows.append(Row("network-interface", values, output.span(n)))
    reading.infer_system("linux", output.span(0))
    return reading


_OLD_DEVICE = lazy(
    r"\s*(?P<name>[a-z]\w*\d)\s+link: (?P<link>up|down|unknown)\s+speed: (?P<speed>\d+)\s*Mbps\s+duplex: (?P<duplex>full|half|unknown)"
)
_PHYS_HEAD = lazy(r"\s*LINK\s+MEDIA\s+STATE\s+SPEED\s+DUPLEX\s+DEVICE")
_PHYS = lazy(
    r"\s*(?P<name>\w+)\s+(?:Ethernet|Infiniband)\s+(?P<link>up|down|unknown)\s+(?P<speed>\d+)\s+(?P<duplex>full|half|unknown)\s+(?P<device>\w+)"
)
_GIGABIT_DRIVER = lazy(r"(?:e1000g|igb|ixgbe|i40e|nxge|bge|nge)\d")
"""Drivers of Solaris whose cards all do 1000 Mbit/s or more; that of a port without a gigabit is another one."""
_AGGR_HEAD = lazy(r"\s*LINK\s+PORT\s+SPEED\s+DUPLEX\s+STATE\s+ADDRESS\s+PORTSTATE")
_AGGR = lazy(
    r"\s*(?:(?P<bond>[a-z]\w*\d)\s+--|(?P<name>[a-z]\w*\d))\s+(?P<speed>\d+)Mb\s+(?P<duplex>full|half|unknown)\s+(?P<link>up|down)\b"
)
_COUNT_HEAD = lazy(
    r"\s*+(?:LINK\s*+)?(?:ipackets|IPACKETS)\s+(?:rbytes|RBYTES)\s+(?:ierrors|IERRORS)\s+(?:opackets|OPACKETS)"
)
_COUNT = lazy(r"\s*(?P<name>[a-z]\w*\d)\s+(?P<counts>\d+(?: +\d+){5})\s*$")


def _dladm_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    head = _PHYS_HEAD.match(lines[start]) or _COUNT_HEAD.match(lines[start]) or _AGGR_HEAD.match(lines[start])
    if head is None and not _OLD_DEVICE.match(lines[start]):
        return None
    end = run(lines, start + 1, _OLD_DEVICE, _PHYS, _COUNT, _AGGR, _PHYS_HEAD, _COUNT_HEAD)
    return (start, end) if head is None or end > start + 1 else None


def _dladm_read(output: Output) -> Reading:
    reading, bond = Reading(), ""
    for n, line in enumerate(output.lines):
        values: Values = {}
        if (match := _AGGR.match(line)) and match["bond"]:
            bond = match["bond"]
            reading.used.append(output.span(n))
            continue
        if match and bond:
            values = {"bond": bond, "link": match["link"]}
        elif match := _OLD_DEVICE.match(line) or _PHYS.match(line):
            if match["link"] != "unknown":
                values["link"] = match["link"]
            if match["link"] == "up":
                values |= {"speed-mbit": int(match["speed"])} if int(match["speed"]) else {}
                values |= {"duplex": match["duplex"]} if match["duplex"] != "unknown" else {}
                driver = match.groupdict().get("device") or match["name"]
                if int(match["speed"]) < 1000 and _GIGABIT_DRIVER.match(driver):
                    values["able-mbit"] = 1000
        elif match := _COUNT.match(line):
            counts = [int(word) for word in match["counts"].split()]
            values = {
                "input-packets": counts[0], "input-errors": counts[2], "output-packets": counts[3], "output-errors": counts[5],
            }  # fmt: skip
        if match and values:
            reading.rows.append(Row("network-interface", {"interface": match["name"], **values}, output.span(n)))
    reading.infer_system("solaris", output.span(0))
    return reading


HINTS = (
    "Settings for ", "NIC statistics", "ethtool -S", "Channel Bonding Driver", "Slave Interface:", "Inter-|", "link: ", "DUPLEX",
    "IPACKETS", "ipackets", "PORTSTATE",
)  # fmt: skip
READERS = (
    _LINK.reader()._replace(read=_link_read, extent=extent_of(_INDENTED, _SETTINGS, _NOT_TOLD, head=_SETTINGS)),
    Reader(
        "ethtool-S",
        _STARTS,
        _statistics_extent,
        _statistics_read,
        of_no_use=(("heading", _STATISTICS), ("another counter", _OTHER)),
    ),
    _MEMBERS.reader()._replace(read=_bonding_read),
    Reader(
        "proc-net-dev",
        unnamed(_DEV_HEAD),
        _dev_extent,
        _dev_read,
        of_no_use=(("heading", _DEV_HEAD), ("heading", _DEV_NAMES)),
    ),
    Reader(
        "dladm",
        lazy(r"\s*+(?:LINK\s+MEDIA\s+STATE|LINK\s+PORT\s+SPEED|LINK\s+IPACKETS|(?<=\s)ipackets\s|[a-z]\w*\d\s+link: )"),
        _dladm_extent,
        _dladm_read,
        of_no_use=(
            ("heading", _PHYS_HEAD),
            ("heading", _AGGR_HEAD),
            ("heading", _COUNT_HEAD),
            ("nothing known", _OLD_DEVICE),
            ("nothing known", _PHYS),
        ),
    ),
)
