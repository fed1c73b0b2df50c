"""``zramctl``: swap that is compressed memory.

Only a device that is swapped to gives a row; what it holds uncompressed is what was swapped out.

Sample::

    >>> from facts.readers import show
    >>> show('''NAME       ALGORITHM DISKSIZE  DATA COMPR TOTAL STREAMS MOUNTPOINT
    ... /dev/zram0 lzo-rle         4G  512M  128M  140M       4 [SWAP]
    ... /dev/zram1 zstd            1G    4K   74B   12K       4 /var/log (overlay)
    ... ''')
    zramctl lines 1-3 read
      swap-device: device=/dev/zram0 total-bytes=4294967296 type=zram used-bytes=536870912 (2-2)
      system: os=linux (1-1)
"""

from __future__ import annotations

from facts.kit import Line, Table, Values, column, never, unused
from facts.units import size


def _swap(line: Line) -> Values | str:
    values = {**line.values, "type": "zram"}
    return values if values.pop("mount", "") == "[SWAP]" else "no swap"


_ZRAM = Table(
    "zramctl", "swap-device",
    columns=(
        column("device", "NAME"), column("total-bytes", "DISKSIZE", parse=size), column("used-bytes", "DATA", parse=size),
        column("mount", "MOUNTPOINT"),
        unused("ALGORITHM", "COMPR", "TOTAL", "STREAMS", "MEM-LIMIT", "MEM-USED", "MIGRATED", "COMP-RATIO", "ZERO-PAGES"),
    ),
    needs=("total-bytes", "mount"), align=True, row=_swap, system="linux", covers=never,
)  # fmt: skip

HINTS = ("DISKSIZE",)
READERS = (_ZRAM.reader(),)
