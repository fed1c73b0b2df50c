"""Reads the lines of captures on the desk, and remembers those of the last ones."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from advisor.session.originals import Original, Originals
from advisor.tui.cells import widths
from advisor.tui.desk import Cancelled, Desk, Work
from advisor.tui.widgets.raw_text import Numbered
from facts.progress import Progress

_SOON_SECONDS = 0.15
"""What takes longer is said to be under way, and how far it is as often."""
_MOST_LINES = 1_500_000
"""So many lines are remembered, and always those of the last capture."""


class ReadCapture(NamedTuple):
    """The lines of a capture, as they are known and as they are shown."""

    original: Original
    shown: Numbered


class CaptureReader:
    """Reads one capture at a time."""

    def __init__(self, desk: Desk, say: Callable[[str, Progress | None], None]) -> None:
        """Read on `desk`; `say` is told which capture is read and how far it is, where that takes a while."""
        self._desk, self._say = desk, say
        self._kept: dict[str, ReadCapture] = {}
        self._stop: threading.Event | None = None

    def get(self, path: str) -> ReadCapture | None:
        """A capture that was read already."""
        return self._kept.get(path)

    def forget(self) -> None:
        """Other captures may have these names now."""
        self._kept.clear()

    def stop(self) -> bool:
        """Stop reading; whether anything was being read."""
        if self._stop is None:
            return False
        self._stop.set()
        return True

    async def read(self, path: str) -> ReadCapture:
        """The lines of a capture.

        Raises:
            Cancelled: `stop` was called.
        """
        if path not in self._kept:
            self._kept[path] = await self._find(path)
            while len(self._kept) > 1 and sum(len(c.original.lines) for c in self._kept.values()) > _MOST_LINES:
                del self._kept[next(iter(self._kept))]
        return self._kept[path]

    async def _find(self, path: str) -> ReadCapture:
        stop = self._stop = threading.Event()
        loop, said = asyncio.get_running_loop(), monotonic()

        def say(progress: Progress | None) -> None:
            if not stop.is_set():
                self._say(path, progress)

        def watch(progress: Progress) -> None:
            nonlocal said
            if stop.is_set():
                raise Cancelled
            if monotonic() - said > _SOON_SECONDS:
                said = monotonic()
                loop.call_soon_threadsafe(say, progress)

        def act(work: Work) -> ReadCapture:
            original = Originals(work.session).find(path, watch)
            return ReadCapture(original, Numbered(original.lines, original.numbers, widths(original.lines)))

        task = asyncio.ensure_future(self._desk.run(act))
        try:
            done, _ = await asyncio.wait({task}, timeout=_SOON_SECONDS)
            if not done:
                say(None)
            return await task
        finally:
            stop.set()
            task.cancel()
            if self._stop is stop:
                self._stop = None
