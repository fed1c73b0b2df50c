"""Counters of Fibre Channel ports: ``esxcli storage san fc stats get``, ``fcinfo hba-port -l``, ``fcstat``, ``/sys/class/fc_host``.

What a port counted since its driver was loaded: how often it lost its link, and frames whose checksum was wrong. Words that could
not be told from noise while a link comes up (invalid transmission words, losses of sync) are left out.

Samples::

    >>> from facts.readers import show
    >>> show('''   Adapter: vmhba64
    ...    Error Frames: 0
    ...    Link Failure Count: 2100
    ...    Invalid CRC Count: 0
    ... ''')
    fc-port-counters lines 1-4 read
      fc-port: damaged-frames=0 link-failures=2100 port=vmhba64 (1-4)

    >>> show('''HBA Port WWN: 210000e08b8fe1b5
    ...         State: online
    ...         Link Error Statistics:
    ...                 Link Failure Count: 3
    ...                 Loss of Sync Count: 18
    ...                 Invalid CRC Count: 51021
    ... ''')
    fc-port-counters lines 1-6 read
      fc-port: damaged-frames=51021 link=up link-failures=3 port=210000e08b8fe1b5 (1-6)

    >>> show('''/sys/class/fc_host/host3/port_state:Linkdown
    ... /sys/class/fc_host/host3/statistics/invalid_crc_count:0x2
    ... /sys/class/fc_host/host3/statistics/link_failure_count:0x834
    ... ''')
    fc-host-statistics lines 1-3 read
      fc-port: damaged-frames=2 link=down link-failures=2100 port=host3 (1-3)
      system: os=linux (1-1)
"""

from __future__ import annotations

import re

from facts.kit import Values, extent_of
from facts.patterns import lazy, unnamed
from facts.reading import Output, Reader, Reading, Row

_HEAD = lazy(
    r"\s*(?:Adapter: (?P<adapter>vmhba\d+)|HBA Port WWN: (?P<wwn>[0-9a-f]{16})|FIBRE CHANNEL STATISTICS REPORT: (?P<fcs>fcs\d+)"
    r"|(?:Adapter|HBA|Port)? ?(?:Name|Port): (?P<port>fcs\d+|host\d+))\s*\Z"
)
_COUNT = lazy(r"\s*(?P<key>Link Failure Count|Invalid CRC Count):\s*(?P<count>\d{1,18})\.?\s*\Z")
_FIELD = lazy(
    r"\s*(?:[A-Z][A-Za-z]*(?: [A-Za-z()/]+){0,5}(?: \(WWN\))?\s*:(?:\s.*)?|(?:(?:Transmit"
    r"|Receive) Statistics\s*){1,2}|(?:-{5,}\s*){1,2})\s*\Z|\s*\.{3}\s*\Z"
)
_STATE = lazy(r"\s*State: (?P<link>online|offline)\s*\Z")
_LINKS = {"online": "up", "offline": "down", "Online": "up", "Linkdown": "down"}
_SYS_STATE = lazy(r"\s*/sys/class/fc_host/(?P<port>host\d+)/port_state:(?P<link>Online|Linkdown)\s*\Z")
_SYS_OTHER = lazy(r"\s*/sys/class/fc_host/host\d+/(?:statistics/)?[a-z_]+:.*\Z")
_SYS = lazy(
    r"\s*/sys/class/fc_host/(?P<port>host\d+)/statistics/(?P<key>[a-z_]+):(?P<count>0x[0-9a-f]{1,16}|\d{1,18})\s*\Z"
)
_SLOTS = {
    "Link Failure Count": "link-failures", "Invalid CRC Count": "damaged-frames",
    "link_failure_count": "link-failures", "invalid_crc_count": "damaged-frames",
}  # fmt: skip
_NONE = 0xFFFFFFFFFFFFFFFF
"""What a driver gives that does not count."""


def _number(text: str) -> int | None:
    value = int(text, 16 if text.startswith("0x") else 10)
    return None if value in (_NONE, _NONE >> 1, 0xFFFFFFFF) else value


def _read(output: Output) -> Reading:
    reading = Reading()
    heads = [(at, match) for at, line in enumerate(output.lines) if (match := _HEAD.match(line))]
    parts: list[tuple[int, re.Match[str] | None]] = [*heads] or [(0, None)]
    asked = re.search(r"\bvmhba\d+|\bfcs\d+", output.command)
    for nth, (start, head) in enumerate(parts):
        end = parts[nth + 1][0] if nth + 1 < len(parts) else len(output.lines)
        told = next((text for text in head.groups() if text), "") if head is not None else asked[0] if asked else ""
        values: Values = {"port": told or f"unnamed ({output.label})"}
        for at in range(start, end):
            if (match := _COUNT.match(output.lines[at])) and (count := _number(match["count"])) is not None:
                values[_SLOTS[match["key"]]] = count
                reading.used.append(output.span(at))
            elif match := _STATE.match(output.lines[at]):
                values["link"] = _LINKS[match["link"]]
                reading.used.append(output.span(at))
        if len(values) > 1:
            reading.rows.append(Row("fc-port", values, output.span(start, end - 1)))
            reading.used += [output.span(start)] if head is not None else []
    return reading


def _sys_read(output: Output) -> Reading:
    reading = Reading()
    ports: dict[str, tuple[Values, list[int]]] = {}
    for at, match in output.matches(_SYS):
        values, where = ports.setdefault(match["port"], ({"port": match["port"]}, []))
        if (slot := _SLOTS.get(match["key"])) and (count := _number(match["count"])) is not None:
            values[slot] = count
            where.append(at)
    for at, match in output.matches(_SYS_STATE):
        values, where = ports.setdefault(match["port"], ({"port": match["port"]}, []))
        values["link"] = _LINKS[match["link"]]
        where.append(at)
    for values, where in ports.values():
        if where:
            reading.rows.append(Row("fc-port", values, output.span(min(where), max(where))))
            reading.used += [output.span(at) for at in where]
    reading.infer_system("linux", output.span(0))
    return reading


HINTS = ("Link Failure Count", "/sys/class/fc_host/")
READERS = (
    Reader(
        "fc-port-counters", lazy(rf"(?:{unnamed(_HEAD).pattern}|{unnamed(_COUNT).pattern})"),
        extent_of(_HEAD, _COUNT, _FIELD, tells=(lazy(r"\s*Link Failure Count: *\d"),), blanks=2), _read,
        of_no_use=(("heading", _HEAD), ("another field", _FIELD)),
    ),
    Reader(
        "fc-host-statistics", _SYS_OTHER, extent_of(_SYS_OTHER, tells=(_SYS, _SYS_STATE)), _sys_read,
        of_no_use=(("another field", _SYS_OTHER),),
    ),
)  # fmt: skip
