"""``lsattr -El`` of AIX: the attributes of a device, and of the system itself its memory.

Sample::

    >>> from facts.readers import show
    >>> show('''# lsattr -El sys0
    ... keylock         normal       State of system keylock at boot time             False
    ... realmem         33554432     Amount of usable physical memory in Kbytes       False
    ... ''')
    lsattr-aix lines 2-3 read
      system: os=aix ram-bytes=34359738368 (3-3)
"""

from __future__ import annotations

from facts.kit import Lines, Values
from facts.patterns import lazy
from facts.units import integer


def _memory(values: Values, command: str) -> Values | str:
    if values["name"] == "realmem" and (kilobytes := integer(str(values.get("value")))) is not None:
        return {"os": "aix", "ram-bytes": kilobytes * 1024.0}
    return "another attribute"


_LSATTR = Lines(
    "lsattr-aix", "system",
    line=lazy(
        r"(?=realmem +\d+ +Amount of usable|.* {2,}(?:True\+?|False)\s*\Z)(?P<name>[A-Za-z]\w*) +(?:(?P<value>\S+) +)?\S.*"
        r" (?:True\+?|False)\s*\Z"
    ),
    row=_memory, of_no_use=(("heading", lazy(r"attribute +value +description +user_settable\s*\Z")),),
)  # fmt: skip

HINTS = (" True", " False")
READERS = (_LSATTR.reader(),)
