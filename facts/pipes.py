"""A named pipe as input: read when somebody writes to it, and never waited for when nobody does."""

from __future__ import annotations

import io
import os
import time
from pathlib import Path
from typing import Any

PATIENCE_SECONDS = 5.0
"""A writer has so long to open the pipe; how slowly it writes then is its own affair."""


class NobodyWritesError(OSError):
    """No program has the pipe open for writing."""


class _Begun(io.RawIOBase):
    """The bytes that were read to see whether there is a writer, and all others behind them."""

    def __init__(self, first: bytes, descriptor: int) -> None:
        self._first, self._descriptor = first, descriptor

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        data, self._first = self._first[: len(buffer)], self._first[len(buffer) :]
        data = data or os.read(self._descriptor, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            os.close(self._descriptor)
        super().close()


def opened(path: Path) -> io.BufferedReader:
    """A pipe that is being written to.

    Raises:
        NobodyWritesError: no writer came in time.
        OSError: it cannot be opened.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        first = _first(descriptor)
        os.set_blocking(descriptor, True)
    except BaseException:
        os.close(descriptor)
        raise
    return io.BufferedReader(_Begun(first, descriptor))


def _first(descriptor: int) -> bytes:
    """What a writer wrote first; nothing where it has the pipe open and is still silent."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        try:
            if data := os.read(descriptor, 65536):
                return data
        except BlockingIOError:
            return b""
        time.sleep(0.05)
    raise NobodyWritesError(0, "it is a pipe, and no program writes to it")
