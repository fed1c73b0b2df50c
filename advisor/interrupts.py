"""Ctrl-C, heard where it does no harm: while somebody is waited for, or between two steps."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Self


class Interrupts:
    """Holds an interrupt back while a step is carried out; a second one is no longer held back.

    In the middle of an inference Python would raise it inside CLIPS's own clean-up, where it is printed and lost.
    """

    def __init__(self) -> None:
        """Change nothing yet; without `with`, interrupts come as they always do."""
        self._pending = self._free = False
        self._before: Any = None

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _heard(self, number: int, frame: FrameType | None) -> None:
        if self._free or self._pending:
            raise KeyboardInterrupt
        self._pending = True

    def check(self) -> None:
        """Between two steps.

        Raises:
            KeyboardInterrupt: one came meanwhile.
        """
        if self._pending:
            self._pending = False
            raise KeyboardInterrupt

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """While this lasts an interrupt comes at once."""
        self._free = True
        try:
            self.check()
            yield
        finally:
            self._free = False
