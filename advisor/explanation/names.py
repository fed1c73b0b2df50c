"""Names of signs as people write them."""

from __future__ import annotations

_WRITTEN = {
    word.lower(): word
    for word in "AMM ARC ASMM BBU CRC GC HA InnoDB JVM LUN NFS NUMA NVMe OOM RAID SGA SMART SMR THP VxFS WAL ZFS ZIL".split()
} | {"io": "I/O"}


def plain(name: str) -> str:
    """The name of a sign as people write it.

    >>> plain("gc-pauses-long")
    'GC pauses long'
    """
    return " ".join(_WRITTEN.get(word, word) for word in name.split("-"))
