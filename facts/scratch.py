"""Room outside of memory for what reading a long log has to keep: temporary files without a name.

They lie where `keep_in` says, and are gone with the process, however it ends. Where nobody said, or nothing can be
written there, they are kept in memory.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

_place: Callable[[], Path] | None = None


def keep_in(place: Callable[[], Path] | None) -> None:
    """Say which folder temporary files are made in; it is asked for, and made, when the first one is needed."""
    global _place
    _place = place


def _file() -> IO[bytes]:
    if _place is None:
        return io.BytesIO()
    import tempfile

    try:
        folder = _place()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return tempfile.TemporaryFile(dir=folder, buffering=0)
    except OSError:
        return io.BytesIO()


class Scratch:
    """Bytes that are appended, and read again from anywhere."""

    def __init__(self) -> None:
        """Empty; the file is made with the first bytes."""
        self._stream: IO[bytes] | None = None
        self._end = 0

    def __del__(self) -> None:
        """The file goes with it."""
        if self._stream is not None:
            self._stream.close()

    def append(self, data: bytes | memoryview) -> int:
        """Put bytes at the end; where they begin.

        Raises:
            OSError: there is no room left.
        """
        if self._stream is None:
            self._stream = _file()
        begin, size = self._end, len(data)
        if isinstance(self._stream, io.BytesIO):
            self._stream.seek(begin)
            self._stream.write(data)
        else:
            done, whole = 0, memoryview(data)
            while done < size:
                done += os.pwrite(self._stream.fileno(), whole[done:], begin + done)
        self._end = begin + size
        return begin

    def read(self, begin: int, size: int) -> bytes:
        """So many bytes from a place on."""
        if self._stream is None:
            return b""
        if isinstance(self._stream, io.BytesIO):
            return bytes(self._stream.getbuffer()[begin : begin + size])
        return os.pread(self._stream.fileno(), size, begin)

    @property
    def end(self) -> int:
        """How many bytes there are."""
        return self._end

    def cut(self, end: int) -> None:
        """Forget what stands from here on; the room is used again."""
        self._end = end
