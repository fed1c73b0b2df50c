"""``zfs version``, ``zpool --version``: that ZFS is OpenZFS; other implementations have no such command.

Since OpenZFS 0.8: the version of the tools, then that of the kernel module. ``/sys/module/zfs/version`` holds the
latter alone.

Sample::

    >>> from facts.readers import show
    >>> show('''zfs-2.2.2-0ubuntu9
    ... zfs-kmod-2.2.2-0ubuntu9
    ... ''')
    zfs-version lines 1-2 read
      system: zfs-era=openzfs (1-2)
"""

from __future__ import annotations

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row

_LINE = lazy(r"\s*zfs-(?:kmod-)?v?\d+\.\d[\w.+~-]*+\s*\Z")
_MODULE = lazy(r"\s*v?(?:0\.[678]|[23])\.\d[\w.+~-]*+\s*\Z")


def _read(output: Output) -> Reading:
    return Reading([Row("system", {"zfs-era": "openzfs"}, output.whole)], used=[output.whole])


HINTS = ("zfs-kmod-", "zfs-0.", "zfs-2.", "zfs-3.", "module/zfs/version")
BEFORE = ("uname",)
READERS = (
    Reader("zfs-version", _LINE, extent_of(_LINE, most=2), _read),
    Reader("zfs-version", None, extent_of(_MODULE, most=1), _read, commands=lazy(r"/sys/module/zfs/version\b")),
)
