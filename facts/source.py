"""The bytes of a file that is too long to be held in memory, read from anywhere."""

from __future__ import annotations

import os
from typing import IO

from facts.scratch import Scratch


class Source:
    """Bytes at places; of an open file, of a scratch file, or in memory."""

    def __init__(self, kept: bytes | IO[bytes] | Scratch, size: int | None = None) -> None:
        """`size` is needed where `kept` is an open file; that must stay open."""
        self._kept = kept
        if size is None:
            assert not hasattr(kept, "fileno")
            size = kept.end if isinstance(kept, Scratch) else len(kept)
        self.size = size

    def read(self, begin: int, count: int) -> bytes:
        """The bytes from `begin` on, fewer at the end."""
        kept = self._kept
        if isinstance(kept, bytes):
            return kept[begin : begin + count]
        count = max(0, min(count, self.size - begin))
        if isinstance(kept, Scratch):
            return kept.read(begin, count)
        return os.pread(kept.fileno(), count, begin)

    def whole(self) -> bytes:
        """All of it."""
        return self._kept if isinstance(self._kept, bytes) else self.read(0, self.size)
