"""Caches and batteries of controllers of further makers: ``sissasraidmgr``, ``iprconfig``, ``cellcli``, ``SMcli``.

IBM's SAS controllers on AIX and Linux tell the state of the battery pack. A cell server of Exadata prints for each LUN how it caches
now. SANtricity prints what is set for a volume, and behind it that this is suspended.

Samples::

    >>> from facts.readers import show
    >>> show('''Battery type........................... Lithium Ion (LiIon)
    ... Battery state.......................... Error
    ... Power on time (days)................... 1412
    ... ''')
    sas-battery lines 1-3 read
      controller: battery=failed name=adapter 0 (2-2)

    >>> show('''CellCLI> list lun attributes name, lunWriteCacheMode
    ...      0_0     "WriteThrough, ReadAheadNone, Direct, No Write Cache if Bad BBU"
    ...      0_1     "WriteBack, ReadAheadNone, Direct, No Write Cache if Bad BBU"
    ... ''')
    cellcli-luns lines 2-3 read
      controller-array: array=0_0 write-cache=off (2-2)
      controller-array: array=0_1 write-cache=on (3-3)

    >>> show('''   LOGICAL DRIVE NAME: data1
    ...       RAID level: 5
    ...       Write cache:                          Enabled (currently suspended)
    ... ''')
    smcli-volumes lines 1-3 read
      controller-array: array=data1 write-cache=off write-cache-default=on (1-3)
"""

from __future__ import annotations

import re

from facts.kit import Values, extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row

_BATTERY = lazy(r"\s*Battery [Ss]tate[ .]*[.:]+ *(?P<state>[A-Z][\w /]{2,60}?)\s*\Z")
_PACK = lazy(
    r"\s*(?:Battery type|Physical location|Power[ -]on [Tt]ime|Adjusted [Pp]ower[ -]on [Tt]ime"
    r"|Estimated [Tt]ime to \w+|Concurrently maintainable"
    r"|Battery pack can|Battery [Tt]ype|Error state|Battery [Rr]e\w+)\b.*\Z"
)


def _battery_read(output: Output) -> Reading:
    reading = Reading(used=output.matching(_BATTERY))
    for at, match in output.matches(_BATTERY):
        state = match["state"].lower()
        value = "ok" if state.startswith("no ") else "failed" if "error" in state else ""
        if value:
            reading.rows.append(Row("controller", {"name": "adapter 0", "battery": value}, output.span(at)))
    return reading


_LUN = lazy(r"\s*(?P<lun>\d+_\d+)\s+\"(?P<mode>Write(?:Through|Back)), Read[^\"]*\"\s*\Z")


def _lun_read(output: Output) -> Reading:
    reading = Reading(used=output.matching(_LUN))
    for at, match in output.matches(_LUN):
        values: Values = {"array": match["lun"], "write-cache": "off" if match["mode"] == "WriteThrough" else "on"}
        reading.rows.append(Row("controller-array", values, output.span(at)))
    return reading


_VOLUME = lazy(
    r"\s*(?:LOGICAL DRIVE|VIRTUAL DISK|(?:STANDARD |THIN )?VOLUME) NAME: *(?P<name>\S.*?)\s*\Z", re.IGNORECASE
)
_CACHE = lazy(r"\s*Write cache: +(?P<meant>Enabled|Disabled)(?P<gone> \(currently suspended\))?\s*\Z")
_FIELD = lazy(r"\s*[A-Z][\w /()-]{2,60}: *.*\Z")


def _volume_read(output: Output) -> Reading:
    reading = Reading(used=output.matching(_VOLUME, _CACHE))
    for head, start, end in output.parts(_VOLUME):
        for at in range(start + 1, end):
            if match := _CACHE.match(output.lines[at]):
                meant = "on" if match["meant"] == "Enabled" else "off"
                now = "off" if match["gone"] else meant
                values: Values = {"array": head["name"], "write-cache": now, "write-cache-default": meant}
                reading.rows.append(Row("controller-array", values, output.span(start, at)))
                break
    return reading


HINTS = (
    "Battery state",
    "Battery State",
    "Battery type",
    '"WriteThrough, ',
    '"WriteBack, ',
    " NAME:",
    "Volume name:",
    "Write cache:",
)
READERS = (
    Reader(
        "sas-battery", lazy(r"\s*(?:Battery type\.{2,}"
            r"|Battery [Ss]tate\.{2,})"), extent_of(_BATTERY, _PACK, tells=(_BATTERY,)), _battery_read,
        of_no_use=(("another field", _PACK),),
    ),
    Reader("cellcli-luns", _LUN, extent_of(_LUN), _lun_read, of_no_use=()),
    Reader(
        "smcli-volumes", _VOLUME, extent_of(_VOLUME, _CACHE, _FIELD, tells=(_CACHE,), blanks=1), _volume_read,
        of_no_use=(("another field", _FIELD),)
    ),
)  # fmt: skip
