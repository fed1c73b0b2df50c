"""``entstat`` of AIX, ``teamdctl state``, ``networkctl``, ``perfquery``, ``ibqueryerrors``, ``corosync-cfgtool -s``, ``iperf3``.

What further tools tell of links and of what gets lost on them. A ring of corosync and a port of a team belong to a whole that is
made to bear the loss of one; InfiniBand's counters stop at their largest value. What iperf3 sent anew is a part of its packets.

Samples::

    >>> from facts.readers import show
    >>> show('''ETHERNET STATISTICS (en0) :
    ... Packets: 812233444                            Packets: 912233441
    ... Transmit Errors: 0                            Receive Errors: 812233
    ... No Carrier Sense: 0                           CRC Errors: 812120
    ... Lost CTS Errors: 0                            Alignment Errors: 113
    ... Media Speed Running: 1000 Mbps Full Duplex
    ... ''')
    entstat lines 1-6 read
      network-interface: damaged-frames=812233 duplex=full input-errors=812233 input-packets=912233441 interface=en0 output-errors=0 \
output-packets=812233444 speed-mbit=1000 (1-6)
      system: os=aix (1-1)

    >>> show('''setup:
    ...   runner: lacp
    ... ports:
    ...   eno2
    ...     link watches:
    ...       link summary: down
    ...       instance[link_watch_0]:
    ...         down count: 41
    ... runner:
    ...   active: yes
    ... ''')
    teamdctl lines 1-10 read
      network-interface: bond=team interface=eno2 link=down link-failures=41 (4-8)
      system: os=linux (1-1)

    >>> show('''# Port counters: Lid 21 port 1 (CapMask: 0x5300)
    ... SymbolErrorCounter:..............65535
    ... LinkDownedCounter:...............44
    ... PortRcvErrors:...................8812
    ... ''')
    ib-port-counters lines 1-4 read
      network-interface: damaged-frames=74347 interface=Lid 21 port 1 link-failures=44 (1-4)

    >>> show('''RING ID 1
    ...     id      = 10.0.1.11
    ...     status  = Marking ringid 1 interface 10.0.1.11 FAULTY
    ... ''')
    corosync-rings lines 1-3 read
      network-interface: bond=corosync interface=10.0.1.11 link=down (1-3)

    >>> show('''Connecting to host 10.1.2.20, port 5201
    ... [ ID] Interval           Transfer     Bitrate         Retr
    ... [  5]   0.00-3.00   sec  32.9 MBytes  92.0 Mbits/sec  1201             sender
    ... [  5]   0.00-3.00   sec  32.1 MBytes  89.8 Mbits/sec                  receiver
    ... ''')
    iperf3 lines 1-4 read
      packet-loss: lost=1201 lost-percent=5.041 output=input:1 sent=23825 target=10.1.2.20 (3-3)
"""

from __future__ import annotations

from facts.kit import Values, extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row

_ENT_HEAD = lazy(r"\s*ETHERNET STATISTICS \((?P<name>(?:en|ent)\d+)\) ?:\s*\Z")
_ENT = lazy(
    r"\s*(?:(?P<left>Packets|Transmit Errors|No Carrier Sense|Lost CTS Errors): +(?P<sent>\d+) +)?"
    r"(?P<right>Packets|Receive Errors|CRC Errors|Alignment Errors): +(?P<received>\d+)\s*\Z"
)
_ENT_SPEED = lazy(r"\s*Media Speed Running: +(?P<speed>\d+) Mbps (?P<duplex>Full|Half) Duplex\s*\Z")
_ENT_OTHER = lazy(
    r"\s*(?:[A-Z][\w/+ ,().-]{2,50}:.*|-{10,}[- ]*|(?:Simplex|64BitSupport|ChecksumOffload|LargeSend|DataRateSet"
    r"|Limbo|Up|Running|Broadcast).*)\Z"
)


def _ent_read(output: Output) -> Reading:
    reading = Reading(used=output.matching(_ENT_HEAD, _ENT, _ENT_SPEED))
    for head, start, end in output.parts(_ENT_HEAD):
        values: Values = {"interface": head["name"]}
        damaged = None
        for line in output.lines[start + 1 : end]:
            if match := _ENT.match(line):
                received = int(match["received"])
                if match["right"] == "Packets" and match["left"] == "Packets":
                    values |= {"output-packets": int(match["sent"]), "input-packets": received}
                elif match["right"] == "Receive Errors":
                    values["input-errors"] = received
                    if match["left"] == "Transmit Errors":
                        values["output-errors"] = int(match["sent"])
                elif match["right"] != "Packets":
                    damaged = (damaged or 0) + received
            elif match := _ENT_SPEED.match(line):
                values |= {"speed-mbit": int(match["speed"]), "duplex": match["duplex"].lower()}
        if damaged is not None:
            values["damaged-frames"] = damaged
        if len(values) > 1:
            reading.rows.append(Row("network-interface", values, output.span(start, end - 1)))
    reading.infer_system("aix", output.span(0))
    return reading


_TEAM_HEAD = lazy(r"setup:\s*\Z")
_TEAM_PORT = lazy(r"  (?P<name>[\w.:-]{2,40})\s*\Z")
_TEAM_LINK = lazy(r"\s+link summary: (?P<link>up|down)\s*\Z")
_TEAM_COUNT = lazy(r"\s+down count: (?P<count>\d{1,9})\s*\Z")
_TEAM_OTHER = lazy(r"\s*(?:[\w\[\] ]{2,40}:(?: .*)?)\Z")


def _team_read(output: Output) -> Reading:
    reading = Reading(used=output.matching(_TEAM_PORT, _TEAM_LINK, _TEAM_COUNT))
    ports = [(at, match) for at, line in enumerate(output.lines) if (match := _TEAM_PORT.match(line))]
    ends = [*(at for at, _ in ports[1:]), len(output.lines)]
    for (start, port), end in zip(ports, ends, strict=True):
        values: Values = {"interface": port["name"], "bond": "team"}
        last = start
        for at in range(start, end):
            if match := _TEAM_LINK.match(output.lines[at]):
                values["link"], last = match["link"], at
            elif match := _TEAM_COUNT.match(output.lines[at]):
                values["link-failures"], last = int(match["count"]), at
        if "link" in values:
            reading.rows.append(Row("network-interface", values, output.span(start, last)))
    reading.infer_system("linux", output.span(0))
    return reading


_CTL_HEAD = lazy(r"\s*IDX LINK\s+TYPE\s+OPERATIONAL\s+SETUP\s*\Z")
_CTL = lazy(r"\s*\d+ (?P<name>\S+)\s+(?P<type>\w+)\s+(?P<state>[a-z-]+)\s+(?P<setup>[a-z]+)\s*\Z")
_CTL_COUNT = lazy(r"\s*\d+ links listed\.\s*\Z")


def _ctl_read(output: Output) -> Reading:
    """A link without carrier counts where a bond says that it lacks one: elsewhere nothing may be plugged in."""
    reading = Reading(used=output.matching(_CTL))
    found = list(output.matches(_CTL))
    bond = next(
        (match["name"] for _, match in found if match["type"] == "bond" and match["state"] == "degraded-carrier"), ""
    )
    for at, match in found:
        if bond and match["type"] == "ether" and match["state"] == "no-carrier" and match["setup"] != "unmanaged":
            values: Values = {"interface": match["name"], "bond": bond, "link": "down"}
            reading.rows.append(Row("network-interface", values, output.span(at)))
    reading.infer_system("linux", output.span(0))
    return reading


_IB_HEAD = lazy(r"\s*# Port (?:extended )?counters: (?P<port>Lid \d+ port \d+)\b.*\Z")
_IB = lazy(r"\s*(?P<key>\w{4,40}):\.{2,}(?P<value>\S+)\s*\Z")
_IB_ERRORS = lazy(r"\s*GUID (?P<guid>0x[0-9a-f]+) port (?P<port>\d+):(?P<counters>(?:\s*\[\w+ == \d+\])+)\s*\Z")
_IB_COUNTER = lazy(r"\[(?P<key>\w+) == (?P<value>\d+)\]")
_IB_OTHER = lazy(r"\s*(?:Errors for (?:0x)?\S+ .*|## .*|Suppressed:.*|Link info: .*)\Z")
_DAMAGED = ("SymbolErrorCounter", "PortRcvErrors")


def _ib_row(name: str, counters: dict[str, str], output: Output, first: int, last: int) -> Row | None:
    known = {key: int(value) for key, value in counters.items() if value.isdecimal()}
    values: Values = {"interface": name}
    if any(key in known for key in _DAMAGED):
        values["damaged-frames"] = sum(known.get(key, 0) for key in _DAMAGED)
    if "LinkDownedCounter" in known:
        values["link-failures"] = known["LinkDownedCounter"]
    return Row("network-interface", values, output.span(first, last)) if len(values) > 1 else None


def _ib_read(output: Output) -> Reading:
    reading = Reading(used=output.matching(_IB_HEAD, _IB_ERRORS))
    for head, start, end in output.parts(_IB_HEAD):
        lines = [(at, match) for at in range(start, end) if (match := _IB.match(output.lines[at]))]
        counters = {match["key"]: match["value"] for _, match in lines}
        if lines and (row := _ib_row(head["port"], counters, output, start, lines[-1][0])):
            reading.rows.append(row)
            reading.used += [output.span(at) for at, match in lines if match["key"] in (*_DAMAGED, "LinkDownedCounter")]
    for at, match in output.matches(_IB_ERRORS):
        counters = {counter["key"]: counter["value"] for counter in _IB_COUNTER.finditer(match["counters"])}
        if row := _ib_row(f"{match['guid']} port {match['port']}", counters, output, at, at):
            reading.rows.append(row)
    return reading


_RING = lazy(r"\s*RING ID (?P<ring>\d+)\s*\Z")
_RING_ID = lazy(r"\s*id\s+= (?P<address>[\w.:]+)\s*\Z")
_RING_STATUS = lazy(r"\s*status\s+= (?P<status>\S.*?)\s*\Z")
_RING_OTHER = lazy(r"\s*(?:Printing (?:ring|link) status\.?|Local node ID \d+.*)\s*\Z")


def _ring_read(output: Output) -> Reading:
    reading = Reading(used=output.matching(_RING, _RING_ID, _RING_STATUS))
    for _, start, end in output.parts(_RING):
        address = status = ""
        for line in output.lines[start:end]:
            if match := _RING_ID.match(line):
                address = match["address"]
            elif match := _RING_STATUS.match(line):
                status = match["status"]
        if address and status:
            link = "down" if status.endswith("FAULTY") else "up" if "no faults" in status else ""
            if link:
                values: Values = {"interface": address, "bond": "corosync", "link": link}
                reading.rows.append(Row("network-interface", values, output.span(start, end - 1)))
    return reading


_IPERF_HEAD = lazy(r"\s*Connecting to host (?P<target>[\w.:-]{1,80}), port \d+\s*\Z")
_IPERF_SENT = lazy(
    r"\s*\[ *(?P<who>\d+"
    r"|SUM)\] +0\.00-\d+\.\d+ +sec +(?P<amount>\d+(?:\.\d+)?) (?P<unit>[KMGT]?)Bytes +\S+ [KMGT]?bits/sec +(?P<again>\d+) +sender\s*\Z"
)
_IPERF_OTHER = lazy(r"\s*(?:\[ *(?:\d+|ID|SUM)\].*|(?:- ){5,}-?|iperf Done\.|Reverse mode, .*|-{10,})\s*\Z")
_UNITS = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3, "T": 1024**4}
_SEGMENT = 1448
"""Bytes of data in a full packet of TCP over Ethernet."""


def _iperf_read(output: Output) -> Reading:
    reading = Reading(used=output.matching(_IPERF_HEAD, _IPERF_SENT))
    head = _IPERF_HEAD.match(output.lines[0])
    sums = [(at, match) for at, match in output.matches(_IPERF_SENT)]
    chosen = [pair for pair in sums if pair[1]["who"] == "SUM"] or sums[:1]
    for at, match in chosen[:1]:
        sent = round(float(match["amount"]) * _UNITS[match["unit"]] / _SEGMENT)
        lost = int(match["again"])
        if sent:
            values: Values = {
                "target": head["target"] if head is not None else "", "output": output.label, "sent": sent, "lost": lost,
                "lost-percent": round(100.0 * lost / sent, 3),
            }  # fmt: skip
            reading.rows.append(Row("packet-loss", values, output.span(at)))
    return reading


HINTS = (
    "ETHERNET STATISTICS",
    "link watches",
    "IDX LINK",
    "Port counters",
    "[SymbolErrorCounter",
    "[PortRcvErrors",
    "RING ID",
    " sender",
    "LinkDownedCounter",
)
READERS = (
    Reader(
        "entstat", _ENT_HEAD, extent_of(_ENT_HEAD, _ENT, _ENT_SPEED, _ENT_OTHER, tells=(_ENT,), blanks=2), _ent_read,
        of_no_use=(("another field", _ENT_OTHER),),
    ),
    Reader(
        "teamdctl", _TEAM_HEAD, extent_of(_TEAM_HEAD, _TEAM_PORT, _TEAM_LINK, _TEAM_COUNT, _TEAM_OTHER, tells=(_TEAM_LINK,)), _team_read,
        of_no_use=(("another field", _TEAM_OTHER),),
    ),
    Reader(
        "networkctl", _CTL_HEAD, extent_of(_CTL, _CTL_COUNT, head=_CTL_HEAD), _ctl_read,
        of_no_use=(("heading", _CTL_HEAD), ("count", _CTL_COUNT)),
    ),
    Reader(
        "ib-port-counters", lazy(r"\s*(?:# Port (?:extended )?counters: Lid \d|GUID 0x[0-9a-f]+ port \d+:\s*\["
            r"|Errors for (?:0x)?[0-9a-f]{8,16} )"),
        extent_of(_IB_HEAD, _IB, _IB_ERRORS, _IB_OTHER, tells=(_IB, _IB_ERRORS), blanks=1), _ib_read,
        of_no_use=(("another counter", _IB), ("heading", _IB_OTHER)),
    ),
    Reader(
        "corosync-rings", lazy(r"\s*(?:RING ID \d+\s*\Z|Printing ring status)"),
        extent_of(_RING, _RING_ID, _RING_STATUS, _RING_OTHER, tells=(_RING_STATUS,)), _ring_read, of_no_use=(("heading", _RING_OTHER),),
    ),
    Reader(
        "iperf3", _IPERF_HEAD, extent_of(_IPERF_OTHER, head=_IPERF_HEAD, tells=(_IPERF_SENT,), blanks=1), _iperf_read,
        of_no_use=(("interval", _IPERF_OTHER),),
    ),
)  # fmt: skip
