"""``/proc/swaps``, ``swapon -s``, ``swapon --show``, and ``swap -l`` and ``swap -s`` of Solaris: where memory is swapped to.

``/proc/swaps`` counts in kB, ``swapon --show`` writes units, ``swap -l`` counts blocks of 512 bytes unless ``-h`` or ``-k``
says otherwise. ``swap -s`` tells of virtual memory as a whole, so that no device follows from it: it is recognised, and gives
no row.

Samples::

    >>> from facts.readers import show
    >>> show('''Filename                                Type            Size    Used    Priority
    ... /dev/dm-1                               partition       8388604 5704252 -2
    ... /dev/zram0                              partition       4194300 102332  100
    ... ''')
    swaps lines 1-3 read
      swap-device: device=/dev/dm-1 total-bytes=8589930496 type=disk used-bytes=5841154048 (2-2)
      swap-device: device=/dev/zram0 total-bytes=4294963200 type=zram used-bytes=104787968 (3-3)
      system: os=linux (1-1)

    >>> show('''swapfile             dev  swaplo blocks   free
    ... /dev/dsk/c0t0d0s1   32,1      16 16780208 9120332
    ... ''')
    swap-solaris lines 1-2 read
      swap-device: device=/dev/dsk/c0t0d0s1 total-bytes=8591466496 type=disk used-bytes=3921856512 (2-2)
      system: os=solaris (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.units import number

_POWERS = {"": 1.0, "B": 1.0, "K": 1024.0, "M": 1024.0**2, "G": 1024.0**3, "T": 1024.0**4}
_HEAD = lazy(r"\s*(?:Filename\s+Type\s+Size\s+Used\s+Priority|NAME\s+TYPE\s+SIZE\s+USED\s+PRIO)")
_ROW = lazy(r"\s*(?P<name>/\S(?:.*?\S)??)\s+(?P<type>partition|file)\s+(?P<size>\S+)\s+(?P<used>\S+)(?:\s+-?\d.*)?\s*$")
_SOLARIS_HEAD = lazy(r"\s*swapfile\s+dev\s+swaplo\s+blocks\s+free")
_SOLARIS_ROW = lazy(
    r"\s*(?P<name>\S+)\s+(?:\d+,\d+|-)\s+(?P<low>\S+)\s+(?P<size>[\d.]+)(?P<unit>[KMGT]?)\s+(?P<free>[\d.]+)(?P<unit2>[KMGT]?)"
    r"(?:\s+\S+)?\s*$"
)
_SUMMARY = lazy(
    r"\s*total: [\d.]+[kKMG]? bytes allocated \+ [\d.]+[kKMG]? reserved = [\d.]+[kKMG]? used, [\d.]+[kKMG]? available"
)
_BLOCK = 512.0


def _bytes(text: str, base: float) -> float | None:
    """A size with or without a unit; without one it counts in units of `base`."""
    unit = text[-1:] if text[-1:] in "BKMGT" else ""
    value = number(text.removesuffix(unit))
    return None if value is None else value * (_POWERS[unit] if unit else base)


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _HEAD.match(lines[start]):
        return None
    end = start + 1
    while end < len(lines) and _ROW.match(lines[end]):
        end += 1
    return start, end


def _read(output: Output) -> Reading:
    reading = Reading()
    base = 1.0 if "--bytes" in output.command else 1024.0
    for index, line in enumerate(output.lines):
        if (match := _ROW.match(line)) is None:
            continue
        total, used = _bytes(match["size"], base), _bytes(match["used"], base)
        if total is None or used is None:
            reading.refusals.append(Refusal(output.span(index), "no size that can be read"))
            continue
        kind = "zram" if "/zram" in match["name"] else "file" if match["type"] == "file" else "disk"
        values = {"device": match["name"].replace("\\040", " "), "type": kind, "total-bytes": total, "used-bytes": used}
        reading.rows.append(Row("swap-device", values, output.span(index)))
    if not reading.refusals:
        reading.complete = frozenset({"swap-device"})
    reading.rows.append(Row("system", {"os": "linux"}, output.span(0), inferred=True))
    return reading


def _solaris_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _SUMMARY.match(lines[start]):
        return start, start + 1
    if not _SOLARIS_HEAD.match(lines[start]):
        return None
    end = start + 1
    while end < len(lines) and _SOLARIS_ROW.match(lines[end]):
        end += 1
    return (start, end) if end > start + 1 else None


def _read_solaris(output: Output) -> Reading:
    reading = Reading()
    base = 1024.0 if " -k" in output.command or "lk" in output.command else _BLOCK
    for index, line in enumerate(output.lines):
        if (match := _SOLARIS_ROW.match(line)) is None:
            continue
        total, free = _bytes(match["size"] + match["unit"], base), _bytes(match["free"] + match["unit2"], base)
        if total is None or free is None:
            reading.refusals.append(Refusal(output.span(index), "no size that can be read"))
            continue
        kind = "disk" if match["name"].startswith("/dev/") else "file"
        values = {"device": match["name"], "type": kind, "total-bytes": total, "used-bytes": max(0.0, total - free)}
        reading.rows.append(Row("swap-device", values, output.span(index)))
    if reading.rows:
        reading.complete = frozenset() if reading.refusals else frozenset({"swap-device"})
        reading.rows.append(Row("system", {"os": "solaris"}, output.span(0), inferred=True))
    return reading


READERS = (
    Reader("swaps", lazy(r"\s*(?:Filename\s+Type\s|NAME\s+TYPE\s+SIZE\s+USED\s)"), _extent, _read),
    Reader("swap-solaris", lazy(r"\s*(?:swapfile\s+dev\s|total: [\d.]+[kKMG]? bytes allocated)"), _solaris_extent, _read_solaris),
)  # fmt: skip
