'''``event info``: the event log of an Areca RAID card, newest first.

Areca's command line (``cli32``, ``cli64``, or its ``CLI>`` prompt), firmware 1.3x (2006) to 1.5x. Drives go by channel
number on the older cards and by enclosure and slot on the newer; what is no drive's event (log-ins, power-ons) gives no
row.

Sample::

    >>> from facts.readers import show
    >>> show("""CLI> event info
    ... Date-Time            Device           Event Type
    ... ===============================================================================
    ... 2008-08-24 05:44:24  IDE Channel #02  Reading Error
    ... 2008-08-24 05:44:16  IDE Channel #02  Reading Error
    ... 2008-08-24 05:37:12  Proxy Or Inband  HTTP Log In
    ... """)
    areca-events lines 2-6 read
      areca-event: count=2 drive=2 event=reading-error first-time=1219556656 last-time=1219556664 (4-5)
'''

from __future__ import annotations

import re

from facts.kit import ANY, Values, extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.stamps import stamp_at

_RULE = lazy(r"\s*={20,}\s*$")
_END = lazy(r"\s*(?:GuiErrMsg|ErrMsg)")
SUCCESS = ("answer of the card", lazy(r"\s*(?:Gui)?ErrMsg(?:<0x0+>)?: *Success"))
"""Stands below each list."""
_EVENTS_HEADER = r"\s*Date-Time\s+Device\s+Event Type"
_EVENT = lazy(r"\s*(?P<date>\d{4}-\d\d-\d\d)\s+(?P<time>\d\d:\d\d:\d\d)\s+(?P<rest>\S.*)$")
_EVENT_ALONE = (
    r"\s*\d{4}-\d\d-\d\d\s+\d\d:\d\d:\d\d\s+(?:IDE Channel|Enc#\s?\d|H/W MONITOR|SATA Ch|Proxy Or Inband"
    r"|RS232 Terminal|ARC-\d|Raid Set #|RaidSet)"
)
_STARTS, _LEFT_OUT = lazy(f"{_EVENTS_HEADER}|{_EVENT_ALONE}"), lazy(r"\s*\.\.\.\s*\Z")
_KINDS: tuple[tuple[str, str], ...] = (
    ("reading-error", r"Reading Error"),
    ("writing-error", r"Writing Error"),
    ("time-out-error", r"Time ?Out Error"),
    ("device-failed", r"Device Failed(?:\(SMART\))?"),
    ("device-removed", r"Device Removed"),
    ("volume-degraded", r"(?:Volume|Raid ?Set) (?:Degraded|Failed)"),
    ("volume-rebuilding", r"Start Rebuild\w*|Rebuilding"),
    ("battery", r"(?:BBU|Battery)\b.*"),
    (
        "other",
        r"ATA Ecc Error|Device Inserted|Change ATA Mode|PCI Parity Error|DRAM (?:Fatal|1-Bit) Error|SMART Fail\w*",
    ),
)
_KIND = lazy("|".join(f"(?P<k{i}>{pattern})" for i, (_, pattern) in enumerate(_KINDS)))
_CHANNEL = lazy(r"(?:IDE|SATA|SAS)?\s*Ch(?:annel)?\s*+(?:#\s*+)?0*(?P<channel>\d+)", re.IGNORECASE)
_SLOT = lazy(
    r"Enc[A-Za-z]{0,12}\s*+(?:#\s*+)?0{0,6}(?P<enclosure>\d{1,6})\s+Slot\s*+(?:#\s*+)?0{0,6}(?P<slot>\d{1,6})",
    re.IGNORECASE,
)


def drive_name(device: str) -> str:
    """``2`` of ``IDE Channel #02``, ``E2S1`` of ``Enc#2 SLOT 01`` as the card itself says; else the name."""
    if match := _SLOT.search(device):
        return f"E{match['enclosure']}S{match['slot']}"
    match = _CHANNEL.match(device.strip())
    return match["channel"] if match else " ".join(device.split())


def _read_events(output: Output) -> Reading:
    found: dict[tuple[str, str], list[tuple[int, float]]] = {}
    reading = Reading()
    for index, match in output.matches(_EVENT):
        if (kind := _KIND.search(match["rest"])) is None:
            reading.pass_over("event of no drive", output.span(index))  # a log-in, a power-on
            continue
        if (stamp := stamp_at(f"{match['date']} {match['time']}")) is None:
            reason = f"no such time: {match['date']} {match['time']}"
            reading.refusals.append(Refusal(output.span(index), reason))
            continue
        name = _KINDS[int((kind.lastgroup or "k0")[1:])][0]
        found.setdefault((drive_name(match["rest"][: kind.start()]), name), []).append((index, stamp[0]))
        reading.used.append(output.span(index))
    for (drive, name), seen in found.items():
        times = [seconds for _, seconds in seen]
        values: Values = {
            "drive": drive, "event": name, "count": len(seen), "first-time": min(times), "last-time": max(times),
        }  # fmt: skip
        reading.rows.append(Row("areca-event", values, output.span(seen[0][0], seen[-1][0]), time=max(times)))
    if not output.matching(_LEFT_OUT):
        reading.complete = frozenset(("areca-event",))
    return reading


HINTS = ("Date-Time", "IDE Channel", "Enc#", "H/W MONITOR", "Raid Set #", "ARC-", "Proxy Or Inband")
_EXTENT = extent_of(_EVENT, _RULE, _LEFT_OUT, _END, head=_STARTS, blanks=ANY, least=0)
READERS = (Reader("areca-events", _STARTS, _EXTENT, _read_events, of_no_use=(
        ("heading", lazy(_EVENTS_HEADER)), ("left out", _LEFT_OUT), SUCCESS)),)  # fmt: skip
