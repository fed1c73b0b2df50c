'''``diskutil info DISK`` of macOS: the drive's own verdict in a word.

Sample::

    >>> from facts.readers import show
    >>> show("""   Device Identifier:        disk0
    ...    Device / Media Name:      APPLE HDD ST1000DM003
    ...    SMART Status:             Failing
    ... """)
    diskutil lines 1-3 read
      smart: access= device=disk0 health=failed logical-volume=no model=APPLE HDD ST1000DM003 unreadable=no (1-3)
'''

from __future__ import annotations

from facts.kit import Pairs, Values, key, never
from facts.kit.pairs import Block
from facts.patterns import lazy
from facts.readers.smart_signs import of_model

_HEALTH = {"Failing": "failed", "Verified": "passed"}


def _drive(block: Block) -> Values | str:
    health = _HEALTH.get(str(block.values.get("health", "")))
    if health is None:
        return "no verdict of a drive"
    values: Values = {"device": block.values["device"], "access": "", "health": health, "unreadable": False}
    return {**of_model(str(block.values.get("model", ""))), **values}


_INFO = Pairs(
    "diskutil", "smart", row=_drive, covers=never,
    head=lazy(r"\s*Device Identifier:\s+(?P<device>disk\d+)\s*\Z"),
    keys=(key("model", "Device / Media Name"), key("health", "SMART Status")),
    of_no_use=(("another field", lazy(r"\s*[A-Z][\w /()-]{2,40}: ")),),
)  # fmt: skip
HINTS = ("Device Identifier:",)
READERS = (_INFO.reader(),)
