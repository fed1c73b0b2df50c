'''``vmkernel.log`` of ESXi: commands to a disk that failed, by the drive's sense data or the adapter's status.

Sample::

    >>> from facts.readers import show
    >>> show("""2022-10-12T20:03:14.424Z cpu5:2098330)ScsiDeviceIO: 4325: Cmd(0x45be) 0x28, CmdSN 0xd6 from world 0 to dev \
"naa.5000c500a1b2c3d7" failed H:0x0 D:0x2 P:0x0 Valid sense data: 0x3 0x11 0x0
    ... 2022-10-12T20:46:00.107Z cpu8:2098331)ScsiDeviceIO: 4277: Cmd(0x45de) 0x28, CmdSN 0xd7 from world 0 to dev \
"naa.5000c500a1b2c3d7" failed H:0x0 D:0x2 P:0x0 Valid sense data: 0x3 0x11 0x0
    ... """)
    vmkernel lines 1-2 read
      disk-error: count=2 device=naa.5000c500a1b2c3d7 first-time=1665604994 kind=medium-error last-time=1665607560 (1-2)
      platform: hypervisor=vmware (1-1)
'''

from __future__ import annotations

from datetime import datetime
from re import Match

from facts.kit import Values, extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row

_STAMP = r"(?P<stamp>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z?"
_LINE = lazy(rf"\s*{_STAMP} (?:\w+\(\d+\) \w+: )?cpu\d+:\d+(?: opID=\w+)?\)")
_FAILED = lazy(
    rf"\s*{_STAMP} .*?\bdev(?:ice)? \"?(?P<device>(?:naa|eui|t10|mpx)\.[^\s\"]+)\"?(?: on path \"[^\"]+\")? [Ff]ailed:?"
    r" H:0x(?P<host>[0-9a-f]+) D:0x(?P<status>[0-9a-f]+) P:0x[0-9a-f]+(?:(?:.*?) sense data: 0x(?P<key>[0-9a-f]+) 0x(?P<asc>[0-9a-f]+))?"
)
_SENSES = {3: "medium-error", 4: "hardware-error", 2: "not-ready", 11: "link-error"}
# of an aborted command, the parity and CRC errors of its transfer
_TRANSFER = (0x47, 0x4B)
_HOST = {1: "not-ready", 3: "timeout", 5: "timeout", 8: "reset"}


def _kind(match: Match[str]) -> str:
    """What failed, or "" for what is no fault: a busy or reserved disk, a command that it does not know."""
    if host := int(match["host"], 16):
        return _HOST.get(host, "")
    if match["status"] != "2" or match["key"] is None:
        return ""
    key = int(match["key"], 16)
    return "" if key == 11 and int(match["asc"], 16) not in _TRANSFER else _SENSES.get(key, "")


def _read(output: Output) -> Reading:
    reading = Reading()
    found: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for index, match in output.matches(_FAILED):
        if kind := _kind(match):
            when = datetime.fromisoformat(f"{match['stamp']}+00:00").timestamp()
            found.setdefault((match["device"], kind), []).append((index, when))
            reading.used.append(output.span(index))
    for (device, kind), events in found.items():
        values: Values = {"device": device, "kind": kind, "count": len(events)}
        values |= {"first-time": events[0][1], "last-time": events[-1][1]}
        reading.rows.append(Row("disk-error", values, output.span(events[0][0], events[-1][0])))
    if found:
        reading.rows.append(Row("platform", {"hypervisor": "vmware"}, output.span(0), inferred=True))
    return reading


HINTS = (" H:0x",)
READERS = (
    Reader("vmkernel", _FAILED, extent_of(_LINE, head=_FAILED, least=0), _read, of_no_use=(("message", _LINE),)),
)
