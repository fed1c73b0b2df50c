r"""``ethtool``, ``ethtool -S``, ``/proc/net/bonding``, ``/proc/net/dev``, ``dladm``: what single links are worth.

``ethtool eth0`` gives speed, duplex and link; ``ethtool -S`` the driver's own counters, of which those of damaged frames
and late collisions are added up, whatever the driver calls them. A bonding file gives a row for each member. ``dladm`` of
Solaris and illumos: ``show-dev`` of Solaris 10, ``show-phys`` and ``show-link -s``.

Samples::

    >>> from facts.readers import show
    >>> show('''Settings for eth1:
    ...     Supported ports: [ TP ]
    ...     Speed: 100Mb/s
    ...     Duplex: Half
    ...     Auto-negotiation: off
    ...     Link detected: yes
    ... ''')
    ethtool lines 1-6 read
      network-interface: duplex=half interface=eth1 link=up speed-mbit=100 (1-6)
      system: os=linux (1-1)

    >>> show('''# ethtool -S eth2
    ... NIC statistics:
    ...      rx_packets: 90121300
    ...      tx_packets: 80121300
    ...      rx_crc_errors: 41002
    ...      tx_abort_late_coll: 0
    ... ''')
    ethtool-S lines 2-6 read
      network-interface: damaged-frames=41002 input-packets=90121300 interface=eth2 late-collisions=0 output-packets=80121300 (2-6)
      system: os=linux (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy, unnamed
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value
from facts.units import integer

_SETTINGS = lazy(r"\s*Settings for (?P<name>[\w.:@-]+):\s*$")
_FIELD = lazy(r"\s+(?P<key>[A-Z][\w -]{1,40}?): *(?P<value>.*)")
_INDENTED = lazy(r"\s+\S")


def _linux(rows: list[Row], output: Output) -> Reading:
    if rows:
        rows.append(Row("system", {"os": "linux"}, output.span(0), inferred=True))
    return Reading(rows)


def _mode(values: dict[str, Value | bool], key: str, text: str) -> None:
    """Take one setting of a link, as ethtool and the bonding driver call it."""
    if key == "Speed" and (match := re.match(r"(\d{1,7}) ?Mb", text)):
        values["speed-mbit"] = int(match[1])
    elif key == "Duplex" and text.lower()[:4] in ("full", "half"):
        values["duplex"] = text.lower()[:4]
    elif key == "Link detected" and text[:3].strip() in ("yes", "no"):
        values["link"] = "up" if text.startswith("yes") else "down"
    elif key == "MII Status" and text[:4].strip() in ("up", "down"):
        values["link"] = text[:4].strip()
    elif key == "Link Failure Count" and (count := integer(text.strip())) is not None:
        values["link-failures"] = count


def _settings_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _SETTINGS.match(lines[start]):
        return None
    end = start + 1
    while end < len(lines) and (_INDENTED.match(lines[end]) or _SETTINGS.match(lines[end])):
        end += 1
    return (start, end) if end > start + 1 else None


def _settings_read(output: Output) -> Reading:
    rows = []
    for match, start, end in output.parts(_SETTINGS):
        values: dict[str, Value | bool] = {}
        for line in output.lines[start + 1 : end]:
            if field := _FIELD.match(line):
                _mode(values, field["key"], field["value"].strip())
        if values.get("link") == "down":
            values.pop("speed-mbit", None), values.pop("duplex", None)
        if values:
            rows.append(Row("network-interface", {"interface": match["name"], **values}, output.span(start, end - 1)))
    return _linux(rows, output)


_STATISTICS = lazy(r"\s*NIC statistics:\s*$")
_STATISTIC = lazy(r"\s+(?P<name>\[?[\w.\- \[\]]{1,60}?\]?): *(?P<count>\S+)\s*$")
_OF_COMMAND = lazy(r"\bethtool\s+(?:-S|--statistics)\s+(?P<name>[\w.:@-]+)")
_OF_PATH = lazy(r"ethtool[_-]*S[_-]+(?P<name>[a-z][a-z0-9@:-]*\d[a-z0-9]*)")
_DAMAGED = lazy(
    r"(?:rx_)?(?:crc_errors(?:_phy)?|align_errors|frame_errors|fcs_errors|crc_err|symbol_err(?:ors?_phy)?|rx_crc_align_errors"
    r"|symbol_errors|in_range_len_errors_phy|rx_error_bytes_crc)(?:\.nic)?$|(?:port\.)?rx_crc(?:_errors|_align_errors)?$"
)
_LATE = lazy(r"(?:tx_)?(?:abort_late_coll|late_collisions?|late_col|collision_late|window_errors)$")
_COUNTED = {
    "rx_packets": "input-packets",
    "tx_packets": "output-packets",
    "rx_errors": "input-errors",
    "tx_errors": "output-errors",
}


# a line that `ethtool -S eth0 | grep -i crc` leaves; only that command tells what it counts
_PICKED = lazy(r"\s{2,}\[?[\w.\-\[\]]*(?:crc|err|drop|coll|disc|miss|packets)[\w.]*: \d{1,20}\s*$")
_PICKS = lazy(r"\bethtool\s+(?:-S|--statistics)\s+[\w.:@-]+\s*\|\s*(?:e?grep|awk|sed)\b")
_STARTS = lazy(rf"(?:{_STATISTICS.pattern}|{_PICKED.pattern})")


def _statistics_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    picked = _PICKS.search(command) is not None and _PICKED.match(lines[start]) is not None
    if not picked and not _STATISTICS.match(lines[start]):
        return None
    end = start if picked else start + 1
    while end < len(lines) and _STATISTIC.match(lines[end]):
        end += 1
    return (start, end) if picked or end > start + 1 else None


def _statistics_read(output: Output) -> Reading:
    command = _OF_COMMAND.search(output.command) or _OF_PATH.search(output.path)
    if command is None:
        return Reading(refusals=[Refusal(output.whole, "which interface is counted is not told")])
    values: dict[str, Value | bool] = {"interface": command["name"]}
    bad: list[Refusal] = []
    for n, line in enumerate(output.lines):
        match = _STATISTIC.match(line)
        if match is None:
            continue
        name = match["name"]
        slot = _COUNTED.get(name) or (
            "damaged-frames" if _DAMAGED.match(name) else "late-collisions" if _LATE.match(name) else ""
        )
        if not slot:
            continue
        if (count := integer(match["count"])) is None:
            bad.append(Refusal(output.span(n), f"{name}: `{match['count'][:40]}` is not a number"))
            continue
        # a driver counts one damaged frame under several names: the largest of them is taken, not the sum
        before = values.get(slot)
        values[slot] = max(before, count) if isinstance(before, int) and not isinstance(before, bool) else count
    reading = _linux([Row("network-interface", values, output.whole)] if len(values) > 1 else [], output)
    reading.refusals = bad
    return reading


_BONDING = lazy(r"\s*Ethernet Channel Bonding Driver: ")
_MEMBER = lazy(r"\s*Slave Interface: (?P<name>\S+)")
_BONDING_LINE = lazy(r"\s*[\w ()\[\]/.'-]{2,60}:|\s*$|\s*details ")
_BOND_NAME = lazy(r"bonding/(?P<name>[\w.-]+)")


def _bonding_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _BONDING.match(lines[start]):
        return None
    end = index = start + 1
    while index < len(lines) and _BONDING_LINE.match(lines[index]) and not _BONDING.match(lines[index]):
        index += 1
        if lines[index - 1].strip():
            end = index
    return start, end


def _bonding_read(output: Output) -> Reading:
    named = _BOND_NAME.search(output.command) or _BOND_NAME.search(output.path)
    rows = []
    for match, start, end in output.parts(_MEMBER):
        values: dict[str, Value | bool] = {"interface": match["name"], "bond": named["name"] if named else "bond"}
        for line in output.lines[start + 1 : end]:
            if field := re.match(r"\s*+(\w[\w ]*): *(.*)", line):
                _mode(values, field[1], field[2].strip())
        rows.append(Row("network-interface", values, output.span(start, end - 1)))
    return _linux(rows, output)


_DEV_HEAD = lazy(r"\s*Inter-\|\s+Receive\s+\|\s+Transmit")
_DEV_LINE = lazy(r"\s*(?P<name>[\w.@-]+): *(?P<counts>\d+(?: +\d+){15})\s*$")


def _dev_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _DEV_HEAD.match(lines[start]):
        return None
    end = start + 2
    while end < len(lines) and _DEV_LINE.match(lines[end]):
        end += 1
    return (start, end) if end > start + 2 else None


def _dev_read(output: Output) -> Reading:
    rows = []
    for n, line in enumerate(output.lines):
        if match := _DEV_LINE.match(line):
            # receive: bytes packets errs drop fifo frame compressed multicast; transmit: the same, colls and carrier
            counts = [int(word) for word in match["counts"].split()]
            values: dict[str, Value | bool] = {
                "interface": match["name"], "input-packets": counts[1], "input-errors": counts[2], "damaged-frames": counts[5],
                "output-packets": counts[9], "output-errors": counts[10], "collisions": counts[13],
            }  # fmt: skip
            rows.append(Row("network-interface", values, output.span(n)))
    reading = _linux(rows, output)
    reading.complete = frozenset(("network-interface",))
    return reading


_OLD_DEVICE = lazy(
    r"\s*(?P<name>[a-z]\w*\d)\s+link: (?P<link>up|down|unknown)\s+speed: (?P<speed>\d+)\s*Mbps\s+duplex: (?P<duplex>full|half|unknown)"
)
_PHYS_HEAD = lazy(r"\s*LINK\s+MEDIA\s+STATE\s+SPEED\s+DUPLEX\s+DEVICE")
_PHYS = lazy(
    r"\s*(?P<name>\w+)\s+(?:Ethernet|Infiniband)\s+(?P<link>up|down|unknown)\s+(?P<speed>\d+)\s+(?P<duplex>full|half|unknown)\s+\w+"
)
_COUNT_HEAD = lazy(
    r"\s*+(?:LINK\s*+)?(?:ipackets|IPACKETS)\s+(?:rbytes|RBYTES)\s+(?:ierrors|IERRORS)\s+(?:opackets|OPACKETS)"
)
_COUNT = lazy(r"\s*(?P<name>[a-z]\w*\d)\s+(?P<counts>\d+(?: +\d+){5})\s*$")


def _dladm_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    head = _PHYS_HEAD.match(lines[start]) or _COUNT_HEAD.match(lines[start])
    if head is None and not _OLD_DEVICE.match(lines[start]):
        return None
    end = start + 1
    while end < len(lines) and any(p.match(lines[end]) for p in (_OLD_DEVICE, _PHYS, _COUNT, _PHYS_HEAD, _COUNT_HEAD)):
        end += 1
    return (start, end) if head is None or end > start + 1 else None


def _dladm_read(output: Output) -> Reading:
    rows = []
    for n, line in enumerate(output.lines):
        values: dict[str, Value | bool] = {}
        if match := _OLD_DEVICE.match(line) or _PHYS.match(line):
            if match["link"] != "unknown":
                values["link"] = match["link"]
            if match["link"] == "up":
                values |= {"speed-mbit": int(match["speed"])} if int(match["speed"]) else {}
                values |= {"duplex": match["duplex"]} if match["duplex"] != "unknown" else {}
        elif match := _COUNT.match(line):
            counts = [int(word) for word in match["counts"].split()]
            values = {
                "input-packets": counts[0], "input-errors": counts[2], "output-packets": counts[3], "output-errors": counts[5],
            }  # fmt: skip
        if match and values:
            rows.append(Row("network-interface", {"interface": match["name"], **values}, output.span(n)))
    if rows:
        rows.append(Row("system", {"os": "solaris"}, output.span(0), inferred=True))
    return Reading(rows)


HINTS = (
    "Settings for ", "NIC statistics:", "ethtool -S", "Channel Bonding Driver", "Inter-|", "link: ", "DUPLEX",
    "IPACKETS", "ipackets",
)  # fmt: skip
READERS = (
    Reader("ethtool", unnamed(_SETTINGS), _settings_extent, _settings_read),
    Reader("ethtool-S", _STARTS, _statistics_extent, _statistics_read),
    Reader("bonding", unnamed(_BONDING), _bonding_extent, _bonding_read),
    Reader("proc-net-dev", unnamed(_DEV_HEAD), _dev_extent, _dev_read),
    Reader(
        "dladm",
        lazy(r"\s*+(?:LINK\s+MEDIA\s+STATE|LINK\s+IPACKETS|(?<=\s)ipackets\s|[a-z]\w*\d\s+link: )"),
        _dladm_extent,
        _dladm_read,
        of_no_use=(
            ("heading", _PHYS_HEAD),
            ("heading", _COUNT_HEAD),
            ("nothing known", _OLD_DEVICE),
            ("nothing known", _PHYS),
        ),
    ),
)
