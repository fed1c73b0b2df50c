"""``/proc/swaps``, ``swapon -s``, ``swapon --show``, ``swap -l`` and ``-s`` of Solaris, ``swapinfo``, ``lsps``: where swap lies.

``swapinfo`` is of FreeBSD, ``lsps`` of AIX. ``/proc/swaps`` counts in kB, ``swapon --show`` writes units, ``swap -l``
counts blocks of 512 bytes unless ``-h`` or ``-k`` says otherwise. ``swap -s`` tells of virtual memory as a whole, so that
no device follows from it: it is recognised, and gives no row.

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

    >>> show('''Page Space      Physical Volume   Volume Group    Size %Used   Active    Auto    Type   Chksum
    ... hd6             hdisk0            rootvg        8192MB    91     yes     yes      lv       0
    ... ''')
    lsps lines 1-2 read
      swap-device: device=hd6 total-bytes=8589934592 type=disk used-bytes=7816840479 (2-2)
      system: os=aix (1-1)

    >>> show('''Device              Size     Used    Avail Capacity
    ... /dev/ada0p2         4.0G     3.8G     200M    95%
    ... ''')
    swapinfo lines 1-2 read
      swap-device: device=/dev/ada0p2 total-bytes=4294967296 type=disk used-bytes=4080218931 (2-2)
"""

from __future__ import annotations

from functools import partial

from facts.kit import Line, Lines, Table, Values, column, unused
from facts.patterns import lazy
from facts.units import number, size

_KILOBYTES = partial(size, bare=1024)
_BLOCKS = partial(size, bare=512)


def _linux(line: Line) -> Values:
    values = dict(line.values)
    if "--bytes" in line.command:
        values |= {slot: value / 1024 for slot, value in values.items() if isinstance(value, float)}
    device = str(values["device"]).replace("\\040", " ")
    return {**values, "device": device, "type": "zram" if "/zram" in device else values.get("type", "disk")}


def _solaris(line: Line) -> Values:
    low = line.values
    values: Values = {"device": low["device"], "type": "disk" if str(low["device"]).startswith("/dev/") else "file"}
    total, free = low.get("total-bytes"), low.get("used-bytes")
    factor = 2 if "k" in line.command.partition("swap -")[2].partition(" ")[0] or " -k" in line.command else 1
    if isinstance(total, float) and isinstance(free, float):
        values |= {"total-bytes": total * factor, "used-bytes": max(0.0, total - free) * factor}
    return values


_LINUX = Table(
    "swaps", "swap-device",
    columns=(
        column("device", "Filename", "NAME"),
        column("type", "Type", "TYPE", parse={"partition": "disk", "file": "file"}.get),
        column("total-bytes", "Size", "SIZE", parse=_KILOBYTES),
        column("used-bytes", "Used", "USED", parse=_KILOBYTES),
        unused("Priority", "PRIO"),
    ),
    needs=("type", "used-bytes"), empty=True, row=_linux, system="linux",
)  # fmt: skip
_SOLARIS = Table(
    "swap-solaris", "swap-device",
    columns=(
        column("device", "swapfile"),
        column("total-bytes", "blocks", parse=_BLOCKS),
        column("used-bytes", "free", parse=_BLOCKS),
        unused("dev", "swaplo", "encrypted"),
    ),
    needs=("used-bytes",), row=_solaris, system="solaris",
)  # fmt: skip


def _aix(line: Line) -> Values:
    low = line.values
    values: Values = {"device": low["device"], "type": "disk"}
    total, used = low.get("total-bytes"), low.get("used-bytes")
    if isinstance(total, float) and isinstance(used, float):
        values |= {"total-bytes": total, "used-bytes": total * used / 100}
    return values


_AIX = Table(
    "lsps", "swap-device",
    columns=(
        column("device", "Page Space"),
        column("total-bytes", "Size", parse=size),
        column("used-bytes", "%Used", parse=number),
        unused("Physical Volume", "Volume Group", "Active", "Auto", "Type", "Chksum", "Encryption"),
    ),
    needs=("total-bytes", "used-bytes"), row=_aix, system="aix",
)  # fmt: skip
_BSD_BLOCKS = {"Size": 1, "512-blocks": 512, "1K-blocks": 1 << 10, "1M-blocks": 1 << 20, "1G-blocks": 1 << 30}


def _bsd(line: Line) -> Values | str | None:
    device = str(line.values["device"])
    if device == "Total":
        return "sum of the devices"
    return {**line.values, "type": "disk"} if device.startswith("/") else None


def _bsd_table(blocks: str, unit: int) -> Table:
    return Table(
        "swapinfo", "swap-device",
        columns=(
            column("device", "Device"),
            column("total-bytes", blocks, parse=partial(size, bare=unit)),
            column("used-bytes", "Used", parse=partial(size, bare=unit)),
            unused("Avail", "Capacity", "Priority"),
        ),
        needs=("total-bytes", "used-bytes"), row=_bsd,
    )  # fmt: skip


_SUMMARY = Lines(
    "swap-solaris", "",
    lazy(r"\s*total: [\d.]+[kKMG]? bytes allocated \+ [\d.]+[kKMG]? reserved = [\d.]+[kKMG]? used, [\d.]+[kKMG]? available"),
)  # fmt: skip

HINTS = ("Filename", "swapfile", "PRIO", "bytes allocated", "-blocks", "Capacity", "Page Space")
READERS = (
    _LINUX.reader(), _SOLARIS.reader(), _AIX.reader(), _SUMMARY.reader(), *(_bsd_table(*how).reader() for how in _BSD_BLOCKS.items())
)  # fmt: skip
