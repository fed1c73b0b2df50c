"""``ifconfig``: the error counters of each network interface since boot.

Known versions: the old net-tools (``eth0      Link encap:Ethernet``, ``RX packets:1 errors:0``), the new ones (``eth0:
flags=4163<UP,...>  mtu 1500``, ``RX errors 0  dropped 0``), and the BSDs', which print no counters, and tell how the link runs.

Samples::

    >>> from facts.readers import show
    >>> show('''eth1      Link encap:Ethernet  HWaddr 00:1B:21:AA:BB:CC
    ...           UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1
    ...           RX packets:5421 errors:12 dropped:0 overruns:0 frame:12
    ...           TX packets:4410 errors:3 dropped:0 overruns:0 carrier:3
    ...           collisions:7 txqueuelen:1000
    ... ''')
    ifconfig lines 1-5 read
      network-interface: collisions=7 damaged-frames=12 input-errors=12 input-packets=5421 interface=eth1 \
output-errors=3 output-packets=4410 (1-5)
      system: os=linux (1-1)

    >>> show('''bge0: flags=8843<UP,BROADCAST,RUNNING,SIMPLEX,MULTICAST> metric 0 mtu 1500
    ...     ether 00:1c:c4:5e:12:aa
    ...     media: Ethernet autoselect (100baseTX <half-duplex>)
    ...     status: active
    ... ''')
    ifconfig-media lines 1-4 read
      network-interface: able-mbit=1000 duplex=half interface=bge0 link=up speed-mbit=100 (1-4)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import ANY, Values, extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.units import integer

_HEAD = lazy(r"(?P<name>[A-Za-z][\w.:-]*?)(?:\s+Link encap:|: flags=\w+<)")
_DETAIL = lazy(r"\s+\S")
_PACKETS = lazy(r"\s*[RT]X packets[: ]?\d+")
_OLD = lazy(r"\s*(?P<direction>[RT]X) packets:(?P<packets>\S+) errors:(?P<errors>\S+)")
_NEW = lazy(r"\s*(?P<direction>[RT]X) errors (?P<errors>\S+)")
_NEW_PACKETS = lazy(r"\s*(?P<direction>[RT]X) packets (?P<packets>\d+)\b")
_FRAME = lazy(r".*\bframe[: ](?P<count>\d+)\b")
_COLLISIONS = lazy(r".*\bcollisions[: ](?P<count>\S+)")


def figures(lines: Sequence[str]) -> tuple[Values, list[int], list[int]]:
    """The counters of one interface, the lines that tell them, and those whose counter is no number."""
    values: Values = {}
    bad, read = [], []
    for index, line in enumerate(lines):
        found = []
        if match := _OLD.match(line) or _NEW.match(line):
            found.append(("input-errors" if match["direction"] == "RX" else "output-errors", match["errors"]))
            if (packets := match.groupdict().get("packets")) is not None:
                found.append((_packets(match["direction"]), packets))
        elif match := _NEW_PACKETS.match(line):
            found.append((_packets(match["direction"]), match["packets"]))
        if match := _FRAME.match(line):
            found.append(("damaged-frames", match["count"]))
        if match := _COLLISIONS.match(line):
            found.append(("collisions", match["count"]))
        if found:
            read.append(index)
        for slot, word in found:
            if (count := integer(word)) is None:
                bad.append(index)
            else:
                values[slot] = count
    return values, read, bad


def _packets(direction: str) -> str:
    return "input-packets" if direction == "RX" else "output-packets"


def _read(output: Output) -> Reading:
    reading = Reading()
    for match, start, end in output.parts(_HEAD):
        values, read, bad = figures(output.lines[start:end])
        reading.used += [output.span(start + n) for n in read if n not in bad]
        reading.refusals += [Refusal(output.span(start + n), "a counter that is no number") for n in bad]
        if values:
            lines = output.span(start, end - 1)
            reading.rows.append(Row("network-interface", {"interface": match["name"], **values}, lines))
    reading.infer_system("linux", output.span(0))
    return reading


_MEDIA = lazy(r"\s+media: .{0,80}\b(?P<number>\d{1,5})(?P<giga>G?)[bB]ase[\w-]*(?: <(?P<options>[^>]{1,80})>)?")
_DUPLEX = lazy(r".*?\b(?P<mode>full|half)-duplex\b")
_STATUS = lazy(r"\s+status: (?P<status>active|no carrier)\s*\Z")
_GIGABIT_DRIVER = lazy(r"(?:em|igb|igc|ix|ixl|bge|bce|bnxt|bxe|msk|nge|cxgbe?|cxl|mlxen|mce)\d")
"""Drivers of the BSDs whose cards all do 1000 Mbit/s or more."""


def _media_read(output: Output) -> Reading:
    """How each link runs, by what the BSDs print: speed, duplex, and whether there is a carrier."""
    reading = Reading(used=output.matching(_MEDIA, _STATUS))
    for match, start, end in output.parts(_HEAD):
        values: Values = {}
        for line in output.lines[start:end]:
            if found := _MEDIA.match(line):
                values["speed-mbit"] = int(found["number"]) * (1000 if found["giga"] else 1)
                if duplex := _DUPLEX.match(found["options"] or ""):
                    values["duplex"] = duplex["mode"]
            elif found := _STATUS.match(line):
                values["link"] = "up" if found["status"] == "active" else "down"
        if values.get("link") == "down":
            values = {"link": "down"}
        elif int(values.get("speed-mbit", 1000)) < 1000 and _GIGABIT_DRIVER.match(match["name"]):
            values["able-mbit"] = 1000
        if values:
            row = Row("network-interface", {"interface": match["name"], **values}, output.span(start, end - 1))
            reading.rows.append(row)
    return reading


HINTS = ("RX packets", "RX errors", "media: ")
_OF_NO_USE = (
    ("interface", _HEAD),
    (
        "detail",
        lazy(
            r"\s+(?:inet6?|ether|loop|unspec|infiniband|tunnel|sit|ppp|wlan|UP|DOWN|[A-Z]+(?: [A-Z]+)*\s+MTU:|device|Interrupt:|Memory:"
            r"|Base address:|Media:|media:|HWaddr|options=|nd6|status:|groups?:|txqueuelen|[RT]X bytes:|ipx|ec1|ASYMMTU)"
        ),
    ),
)
_EXTENT = extent_of(_DETAIL, _HEAD, _PACKETS, head=_HEAD, tells=(_PACKETS,), blanks=ANY)
READERS = (
    Reader("ifconfig", lazy(r"[A-Za-z][\w.:-]*(?:\s+Link encap:|: flags=)"), _EXTENT, _read, of_no_use=_OF_NO_USE),
    Reader(
        "ifconfig-media",
        lazy(r"[a-z][\w.:-]*: flags=\w+<"),
        extent_of(_DETAIL, _HEAD, head=_HEAD, tells=(_MEDIA, _STATUS)),
        _media_read,
        of_no_use=_OF_NO_USE,
    ),
)
