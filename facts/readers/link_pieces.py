"""What is pasted of a network link when its heading is left out: counters of ``ifconfig``, picks of ``ethtool``, a switch's port.

Counters below no name are of one interface, whichever it is. ``mii-tool`` gives speed, duplex and link in one line. A port of
a switch (IOS, NX-OS, EOS) counts at the other end what this end sends. `kstat -p` of Solaris has a line for each counter.

Samples::

    >>> from facts.readers import show
    >>> show('''          RX packets:5421200 errors:41200 dropped:0 overruns:0 frame:41002
    ...           TX packets:4410000 errors:3 dropped:0 overruns:0 carrier:3
    ...           collisions:7 txqueuelen:1000
    ... ''')
    link-counters lines 1-3 read
      network-interface: collisions=7 damaged-frames=41002 input-errors=41200 input-packets=5421200 \
interface=unnamed (input:1) output-errors=3 output-packets=4410000 (1-3)
      system: os=linux (1-1)

    >>> show('''$ ethtool eno1 | grep -E 'Speed|Duplex'
    ...     Speed: 100Mb/s
    ...     Duplex: Half
    ... ''')
    ethtool-picked lines 2-3 read
      network-interface: duplex=half interface=eno1 speed-mbit=100 (2-3)
      system: os=linux (2-2)

    >>> show('''eth0: negotiated 100baseTx-HD, link ok
    ... ''')
    mii-tool lines 1-1 read
      network-interface: duplex=half interface=eth0 link=up speed-mbit=100 (1-1)
      system: os=linux (1-1)

    >>> show('''nxge:0:mac:fcs_errors      811902
    ... nxge:0:mac:ierrors 812044
    ... nxge:0:mac:ipackets64      91204411
    ... ''')
    kstat-links lines 1-3 read
      network-interface: damaged-frames=811902 input-errors=812044 input-packets=91204411 interface=nxge0 (1-3)
      system: os=solaris (1-1)

    >>> show('''GigabitEthernet1/0/14 is up, line protocol is up (connected)
    ...      918223 packets input, 81223344551 bytes, 0 no buffer
    ...      8122 input errors, 8122 CRC, 0 frame, 0 overrun, 0 ignored
    ... ''')
    switch-port lines 1-3 read
      network-interface: damaged-frames=8122 input-errors=8122 input-packets=918223 interface=GigabitEthernet1/0/14 (1-3)
"""

from __future__ import annotations

from facts.kit import Values, extent_of
from facts.patterns import lazy
from facts.readers.ifconfig import figures
from facts.reading import Output, Reader, Reading, Row

_PIECE = lazy(r"\s*RX packets[: ]\d")
_COUNTER = lazy(r"\s*(?:[RT]X (?:packets|errors|bytes)|collisions)[: ]\s*\d")


def _counters_read(output: Output) -> Reading:
    values, read, _ = figures(output.lines)
    reading = Reading(used=[output.span(n) for n in read])
    if values:
        named: Values = {"interface": f"unnamed ({output.label})", **values}
        reading.rows.append(Row("network-interface", named, output.whole))
    reading.infer_system("linux", output.span(0))
    return reading


_SPEED = lazy(r"\s*Speed: (?P<mbit>\d{1,7})Mb/s\s*$")
_DUPLEX = lazy(r"\s*Duplex: (?P<duplex>Half|Full)\s*$")
_LINK = lazy(r"\s*Link detected: (?P<link>yes|no)\b")
_OTHER = lazy(r"\s*(?:Auto-negotiation|Port|Transceiver|PHYAD|MDI-X): \S")
_OF = lazy(r"\bethtool\s+(?P<name>[A-Za-z][\w.:@-]*)")


def _picked_read(output: Output) -> Reading:
    command = _OF.search(output.command)
    values: Values = {}
    for line in output.lines:
        if match := _SPEED.match(line):
            values["speed-mbit"] = int(match["mbit"])
        elif match := _DUPLEX.match(line):
            values["duplex"] = match["duplex"].lower()
        elif match := _LINK.match(line):
            values["link"] = "up" if match["link"] == "yes" else "down"
    interface = command["name"] if command else f"unnamed ({output.label})"
    reading = Reading([Row("network-interface", {"interface": interface, **values}, output.whole)])
    reading.infer_system("linux", output.span(0))
    return reading


_MII = lazy(
    r"\s*(?P<name>[a-z][\w.-]{1,15}): (?:negotiated (?P<speed>\d+)base\w+-(?P<mode>[FH])D|(?P<mbit>\d+) Mbit, (?P<duplex>full|half) duplex)"
    r"[^,]{0,40}, link ok"
)


def _mii_read(output: Output) -> Reading:
    reading = Reading()
    for n, match in output.matches(_MII):
        half = match["mode"] == "H" or match["duplex"] == "half"
        values: Values = {
            "interface": match["name"], "speed-mbit": int(match["speed"] or match["mbit"]),
            "duplex": "half" if half else "full", "link": "up",
        }  # fmt: skip
        reading.rows.append(Row("network-interface", values, output.span(n)))
    reading.infer_system("linux", output.span(0))
    return reading


_PORT = lazy(
    r"\s*(?P<name>(?:(?:Ten|Forty|Hundred|TwentyFive|Fast|Two)?(?:Gig\w*)?Ethernet|[Pp]ort-[Cc]hannel)\s?[\d/.]+)"
    r" is (?:up|down|administratively down)\b"
)
_PORT_LINE = lazy(
    r"\s+(?:Hardware (?:is|:)|Description:|Internet |MTU |BW |Ethernet MTU|Encapsulation|Keepalive|(?:Full|Half|Auto)-[dD]uplex|reliability|"
    r"Last |Active members|Fallback mode|Up \d|ARP |Input queue|Queueing|Output queue|input flow|Received |Sent |Member|Port mode|Beacon|"
    r"admin state|Dedicated|\.\.\. |\d+ |(?:\d+ (?:second|minute|seconds|minutes) )?(?:input|output) rate|RX$|TX$|Load-Interval|"
    r"auto-mdix|EtherType|Switchport|Rate mode|address)"
)
_IN = lazy(r"\s+(?P<count>\d+) (?:packets input|input packets)\b")
_OUT = lazy(r"\s+(?P<count>\d+) (?:packets output|output packets)\b")
_IN_ERRORS = lazy(r".*?\b(?P<count>\d+) input errors?\b")
_OUT_ERRORS = lazy(r".*?\b(?P<count>\d+) output errors?\b")
_CRC = lazy(r".*?\b(?P<count>\d+) CRC(?:/FCS)?\b")
_LATE = lazy(r".*?\b(?P<count>\d+) late collisions?\b")
_COLLISIONS = lazy(r".*?\b(?P<count>\d+) collisions?\b")
_PORT_COUNTS = (
    ("input-packets", _IN), ("output-packets", _OUT), ("input-errors", _IN_ERRORS), ("output-errors", _OUT_ERRORS),
    ("damaged-frames", _CRC), ("late-collisions", _LATE), ("collisions", _COLLISIONS),
)  # fmt: skip


def _port_read(output: Output) -> Reading:
    reading = Reading()
    for match, start, end in output.parts(_PORT):
        values: Values = {"interface": match["name"]}
        for n in range(start + 1, end):
            found = {slot: int(m["count"]) for slot, form in _PORT_COUNTS if (m := form.match(output.lines[n]))}
            if found:
                values |= found
                reading.used.append(output.span(n))
        if len(values) > 1:
            reading.rows.append(Row("network-interface", values, output.span(start, end - 1)))
    return reading


# kstat -p of Solaris: one figure a line
_KSTAT = lazy(
    r"\s*(?P<module>[a-z][a-z0-9]*?):(?P<number>\d+):\w+:(?P<key>ierrors|oerrors|ipackets|opackets|ipackets64|opackets64|collisions"
    r"|fcs_errors|align_errors|ex_collisions|tx_late_collisions|macrcv_errors|macxmt_errors|norcvbuf|noxmtbuf)\s+(?P<count>\d{1,19})\s*$"
)
_KSTAT_SLOTS = {
    "ierrors": "input-errors", "oerrors": "output-errors", "ipackets": "input-packets", "opackets": "output-packets",
    "ipackets64": "input-packets", "opackets64": "output-packets", "collisions": "collisions", "tx_late_collisions": "late-collisions",
    "fcs_errors": "damaged-frames", "align_errors": "damaged-frames",
}  # fmt: skip


def _kstat_read(output: Output) -> Reading:
    reading = Reading()
    found: dict[str, tuple[dict[str, int], list[int]]] = {}
    for n, match in output.matches(_KSTAT):
        counts, lines = found.setdefault(match["module"] + match["number"], ({}, []))
        lines.append(n)
        if slot := _KSTAT_SLOTS.get(match["key"]):
            # a port of 32 bits and one of 64 count the same
            known, count = counts.get(slot, 0), int(match["count"])
            counts[slot] = known + count if slot == "damaged-frames" else max(known, count)
            reading.used.append(output.span(n))
    for name, (counts, lines) in found.items():
        if counts:
            reading.rows.append(
                Row("network-interface", {"interface": name, **counts}, output.span(lines[0], lines[-1]))
            )
    reading.infer_system("solaris", output.span(0))
    return reading


HINTS = ("RX packets", "Speed: ", "link ok", "line protocol is", "Ethernet", "ierrors", "_errors\t", "ipackets")
READERS = (
    Reader("link-counters", _PIECE, extent_of(_COUNTER, head=_PIECE), _counters_read, of_no_use=(("bytes", _COUNTER),)),
    Reader(
        "ethtool-picked",
        _SPEED,
        extent_of(_SPEED, _DUPLEX, _LINK, _OTHER, tells=(_DUPLEX, _LINK)),
        _picked_read,
        of_no_use=(("other settings", _OTHER),),
    ),
    Reader("mii-tool", _MII, extent_of(_MII), _mii_read),
    Reader("kstat-links", _KSTAT, extent_of(_KSTAT), _kstat_read, of_no_use=(("another counter", _KSTAT),)),
    Reader(
        "switch-port",
        _PORT,
        extent_of(_PORT_LINE, _PORT, head=_PORT, tells=(_IN, _IN_ERRORS, _CRC)),
        _port_read,
        of_no_use=(("other lines", _PORT_LINE),),
    ),
)
