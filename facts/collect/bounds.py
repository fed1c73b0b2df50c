"""What a whole capture may take: seconds and bytes."""

from __future__ import annotations

import threading
import time

SECONDS = 300.0
"""After this a capture begins nothing more."""
BYTES = 256 << 20
"""A bundle holds no more than this before it is packed."""
NOT_REACHED = "not reached before the deadline"
FULL = "left out: the bundle is full"


class Bounds:
    """The deadline of one capture, and the bytes that it may still keep."""

    def __init__(self, seconds: float = SECONDS, size: int = BYTES) -> None:
        """Begin now."""
        self._ends = time.monotonic() + seconds
        self._room = size
        self._lock = threading.Lock()

    def within(self, most: float) -> float:
        """Return `most` seconds, or what is left until the deadline where that is less; never below 0."""
        return max(0.0, min(most, self._ends - time.monotonic()))

    def over(self) -> bool:
        """Whether the deadline has passed."""
        return time.monotonic() >= self._ends

    def takes(self, size: int) -> bool:
        """Take so many bytes of what is left; False, and nothing is taken, where they do not fit."""
        with self._lock:
            if size > self._room:
                return False
            self._room -= size
            return True
