"""``netstat -i``, ``ip -s link``: packets and errors of each network interface since boot.

Known versions: net-tools on Linux (with and without the ``Met`` column), Solaris and illumos (also the IPv6 table),
AIX, HP-UX and the BSDs, where columns are counted from the right because the address may be missing; iproute2 of any
age. One row per interface; where a table lists an interface once per address, the first line counts. A counter that is
not printed (``-``, ``N/A``) stays unknown. With an interval Solaris and the BSDs print one line for each, of which the first
counts since boot.

Sample::

    >>> from facts.readers import show
    >>> show('''Kernel Interface table
    ... Iface       MTU Met    RX-OK RX-ERR RX-DRP RX-OVR    TX-OK TX-ERR TX-DRP TX-OVR Flg
    ... eth0       1500   0   972633     17     20    120   628711    217      0      0 BMRU
    ... ''')
    netstat-i lines 1-3 read
      network-interface: input-errors=17 input-packets=972633 interface=eth0 output-errors=217 \
output-packets=628711 (3-3)
      system: os=linux (2-2)

    >>> show('''2: eth1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP mode DEFAULT qlen 1000
    ...     link/ether 00:1b:21:aa:bb:cc brd ff:ff:ff:ff:ff:ff
    ...     RX: bytes  packets  errors  dropped overrun mcast
    ...     1817323    5421     2       0       0       0
    ...     TX: bytes  packets  errors  dropped carrier collsns
    ...     921834     4410     0       0       0       3
    ... ''')
    ip-link lines 1-6 read
      network-interface: collisions=3 input-errors=2 input-packets=5421 interface=eth1 link=up output-errors=0 \
output-packets=4410 (1-6)
      system: os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import extent_of
from facts.patterns import lazy, unnamed
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value
from facts.units import integer

_LINUX = lazy(r"\s*Iface\s+MTU\s+(?:Met\s+)?RX-OK\s+RX-ERR\b")
_UNIX = lazy(r"\s*Name\s+Mtu\s+(?:Network|Net/Dest|Destination)\s+Address\s.*?\b(?:Ipkts|IpktsOK)\s+Ierrs\b")
_BANNER = lazy(r"\s*Kernel Interface table\s*$")
_INTERFACE = lazy(r"\s*(?P<name>[A-Za-z][\w.:@-]*\*?)\s+(?P<mtu>\d+|none|N/A|-)\s+(?P<rest>.*)")
_MARKS = lazy(r"(?<!\s)\s*+(?:(?<!\*)\*{2,}|<-.*)\s*$")
_UNCOUNTED = lazy(r"\s*[A-Za-z][\w.:@-]*\s+.*\bno statistics\b")
_SLOTS = {
    "RX-ERR": "input-errors", "TX-ERR": "output-errors",
    "Ierrs": "input-errors", "Oerrs": "output-errors",
    "RX-OK": "input-packets", "TX-OK": "output-packets", "Ipkts": "input-packets", "IpktsOK": "input-packets",
    "Opkts": "output-packets", "OpktsOK": "output-packets",
    "Collis": "collisions", "Coll": "collisions", "Colls": "collisions",
}  # fmt: skip
_MISSING = frozenset(("-", "N/A", "n/a"))


def _is_header(line: str) -> bool:
    return _LINUX.match(line) is not None or _UNIX.match(line) is not None


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    index = start + 1 if _BANNER.match(lines[start]) and start + 1 < len(lines) else start
    if not _is_header(lines[index]):
        return None
    end = index = index + 1
    while index < len(lines):
        line = lines[index]
        if _INTERFACE.match(line) or _is_header(line) or _BANNER.match(line):
            end = index = index + 1
        elif (
            not line.strip()
            and index + 1 < len(lines)
            and (_is_header(lines[index + 1]) or _BANNER.match(lines[index + 1]))
        ):
            index += 1  # Solaris prints the IPv6 table below the other one
        else:
            break
    return start, end


def _read(output: Output) -> Reading:
    reading = Reading(complete=frozenset(("network-interface",)))
    header: list[str] = []
    header_line = 0
    seen: set[str] = set()
    for n, line in enumerate(output.lines):
        if _is_header(line):
            if line.split() == header:
                seen = set()  # another sample; other columns are the same interfaces' IPv6 addresses
            header, header_line = line.split(), n
            continue
        match = _INTERFACE.match(_MARKS.sub("", line))
        if match is None or _BANNER.match(line) or _UNCOUNTED.match(line):
            continue
        name = match["name"].rstrip("*")
        if name in seen:
            reading.pass_over("another address", output.span(n))
            continue
        values, bad = _counters(header, _MARKS.sub("", line).split())
        if bad:
            reading.refusals.append(Refusal(output.span(n), bad))
        elif values:
            seen.add(name)
            reading.rows.append(Row("network-interface", {"interface": name, **values}, output.span(n)))
        else:
            reading.pass_over("nothing counted", output.span(n))
    system = "linux" if "RX-OK" in header else "solaris" if "Net/Dest" in header else ""
    if system:
        reading.infer_system(system, output.span(header_line))
    return reading


def _counters(header: list[str], words: list[str]) -> tuple[dict[str, Value | bool], str]:
    """The error counters of one line, or why they cannot be read."""
    values: dict[str, Value | bool] = {}
    for position, column in enumerate(header):
        slot = _SLOTS.get(column)
        if slot is None:
            continue
        # the address column may be empty or hold blanks, so the other systems' columns are counted from the right
        at = position if "RX-OK" in header else len(words) - len(header) + position
        if not 2 <= at < len(words):
            return {}, f"the column {column} is missing"
        if words[at] in _MISSING:
            continue
        if (count := integer(words[at])) is None:
            return {}, f"{column}: `{words[at]}` is not a number"
        values[slot] = count
    return values, ""


_INDENTED = lazy(r"\s+\S")
_LINK = lazy(r"\s*\d+: (?P<name>[\w.:-]+)(?:@[\w.-]+)?: <(?P<flags>[A-Z0-9_,-]*)> mtu \d+")
_PORT = lazy(r"(?:en[opsx]\w+|eth\d+|em\d+|p\d+p\d+|ib\w+)\Z")
_ADDRESS = lazy(r"\s+inet \d")
_MASTER = lazy(r".*\bmaster (?P<bond>bond[\w.-]*|team[\w.-]*)\b")
_MORE = lazy(r"\s*RX errors: +length +crc +frame\b")
_COUNTERS = lazy(r"\s*(?P<direction>RX|TX): +bytes +packets +errors\b")
_ERRORS = lazy(r"\s*[RT]X errors: +\w")
_VALUES = lazy(r"\s+[\d-][\d \t-]*$")
_DETAIL = lazy(
    r"\s+(?:link/\w+|altname|alias|vf \d+|promiscuity|inet6?|valid_lft|(?:bond|bridge|team|vrf|openvswitch)(?:_slave)?|vlan|vxlan"
    r"|tun|macvlan|macvtap|ipvlan|ipvtap|veth|(?:ip6?)?gre(?:tap)?|ip6?tnl|ip6?ip6?|ipip|sit|vti6?|geneve|dummy|ifb|ipoib|xfrm|hsr"
    r"|wireguard|nlmon|vcan|can|netkit|prog/xdp|parentbus|permaddr|queue_id|spoof checking)\b"
)


def _link_read(output: Output) -> Reading:
    reading = Reading(complete=frozenset(("network-interface",)))
    for match, start, end in output.parts(_LINK):
        values = _state(match["flags"], output.lines[start])
        if values:
            reading.used.append(output.span(start))
        if values.get("link") == "down" and _PORT.match(match["name"]):
            addresses = output.matching(_ADDRESS)
            if any(start < span[0] - output.first < end for span in addresses):
                values["addressed"] = "yes"
        for n in range(start + 1, end):
            _figures(reading, output, n, output.lines[n + 1] if n + 1 < end else "", values)
        if values:
            reading.rows.append(
                Row("network-interface", {"interface": match["name"], **values}, output.span(start, end - 1))
            )
    reading.infer_system("linux", output.span(0))
    return reading


def _figures(reading: Reading, output: Output, n: int, below: str, values: dict[str, Value | bool]) -> None:
    """Take the counters of one direction, whose names stand on a line and whose values on the one below."""
    line, words = output.lines[n], below.split() if _VALUES.match(below) else []
    span = output.span(n, n + bool(words))
    if counters := _COUNTERS.match(line):
        if reason := _link_counters(line.split()[1:], words, counters["direction"], values):
            reading.refusals.append(Refusal(span, reason))
        else:
            reading.used.append(span)
    elif words and _MORE.match(line):
        _damaged(line.split()[2:], words, values)
        reading.used.append(span)
    elif words and _ERRORS.match(line):
        reading.pass_over("kinds of errors", span)


def _state(flags: str, line: str) -> dict[str, Value | bool]:
    """Whether the link is there, where the interface is in use at all, and what bond it is a part of."""
    values: dict[str, Value | bool] = {}
    told = set(flags.split(","))
    if "UP" in told and "LOOPBACK" not in told:
        values["link"] = "up" if "LOWER_UP" in told else "down"
    if match := _MASTER.match(line):
        values["bond"] = match["bond"]
    return values


def _damaged(columns: list[str], words: list[str], values: dict[str, Value | bool]) -> None:
    counts = dict(zip(columns, (integer(word) for word in words), strict=False))
    found = [count for name in ("crc", "frame") if (count := counts.get(name)) is not None]
    if found:
        values["damaged-frames"] = sum(found)


def _link_counters(columns: list[str], words: list[str], direction: str, values: dict[str, Value | bool]) -> str:
    way = "input" if direction == "RX" else "output"
    slots = {"errors": f"{way}-errors", "packets": f"{way}-packets", "collsns": "collisions"}
    for position, column in enumerate(columns):
        if column not in slots:
            continue
        if position >= len(words):
            return f"the column {column} is missing"
        if (count := integer(words[position])) is None:
            return f"{column}: `{words[position]}` is not a number"
        values[slots[column]] = count
    return ""


# --- netstat -i SECONDS of Solaris and the BSDs: one line for each interval, the first since boot

_INTERVAL_HEAD = lazy(r"\s*input +\(?(?P<name>[\w*.]+)\)? +output(?: +input +\(Total\) +output)?\s*$")
_INTERVAL_COLUMNS = lazy(r"\s*packets +errs(?: +\w+)* +packets +errs")
_INTERVAL_LINE = lazy(r"\s*\d+(?: +\d+){4,11}\s*$")
_INTERVALS = extent_of(_INTERVAL_LINE, _INTERVAL_HEAD, _INTERVAL_COLUMNS, least=4)


def _interval_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _INTERVAL_HEAD.match(lines[start]) or not _INTERVAL_COLUMNS.match("".join(lines[start + 1 : start + 2])):
        return None
    return _INTERVALS(lines, start, command)


def _interval_read(output: Output) -> Reading:
    head = _INTERVAL_HEAD.match(output.lines[0])
    assert head is not None
    columns = output.lines[1].split()
    second = columns.index("packets", 1)
    lines = [n for n, line in enumerate(output.lines) if _INTERVAL_LINE.match(line) and len(line.split()) > second + 1]
    if not lines:
        return Reading(refusals=[Refusal(output.span(0), "its lines have fewer numbers than the heading has names")])
    packets = errors = 0
    for n in lines[1:]:
        words = output.lines[n].split()
        packets += int(words[0]) + int(words[second])
        errors += int(words[1]) + int(words[second + 1])
    values: dict[str, Value | bool] = {
        "interface": head["name"], "output": output.label, "packets": packets, "errors": errors,
    }  # fmt: skip
    used = [output.span(n) for n in lines[1:]]
    rows = [Row("interface-growth", values, output.span(lines[0], lines[-1]))]
    return Reading(rows, used=used, passed={"since boot": [output.span(lines[0])]})


HINTS = ("RX-OK", "> mtu ", "Ipkts", " RX:", "\tRX:", "\nRX:", "packets errs", "packets  errs")
READERS = (
    Reader(
        "netstat-interval",
        unnamed(_INTERVAL_HEAD),
        _interval_extent,
        _interval_read,
        of_no_use=(("heading", _INTERVAL_HEAD), ("heading", _INTERVAL_COLUMNS)),
    ),
    Reader(
        "netstat-i",
        lazy(r"\s*(?:Kernel Interface table|Iface\s+MTU|Name\s+Mtu)"),
        _extent,
        _read,
        of_no_use=(("title", _BANNER), ("heading", _LINUX), ("heading", _UNIX), ("nothing counted", _UNCOUNTED)),
    ),
    Reader(
        "ip-link",
        lazy(r"\s*\d+: [\w.:@-]+: <"),
        extent_of(_LINK, _INDENTED, head=_LINK, tells=(_COUNTERS, _DETAIL)),
        _link_read,
        of_no_use=(("interface", _LINK), ("detail", _DETAIL)),
    ),
)
