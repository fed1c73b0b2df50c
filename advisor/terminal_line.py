"""One line of a terminal that shows how far a command has got; nothing is shown elsewhere."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from facts.progress import Progress

AFTER = 1.0
"""Seconds until reading is worth a line."""
_EVERY = 0.1
"""Seconds between two lines."""


class TerminalLine:
    """The line, on the standard error; it is written over, and taken away at the end."""

    def __init__(self, after: float = 0.0) -> None:
        """Begin now; nothing is shown for the first `after` seconds."""
        self.seen = sys.stderr.isatty()
        self.began = time.monotonic()
        self._next = self.began + after
        self._shown = False

    def tell(self, text: str) -> None:
        """Show what is being done."""
        if self.seen:
            self._shown = True
            sys.stderr.write(f"\r\x1b[K{time.monotonic() - self.began:3.0f} s  {text[: _width() - 9]}")
            sys.stderr.flush()

    def reads(self, progress: Progress) -> None:
        """Show how far reading has got; a watch of `facts.bundle.load`."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + _EVERY
            self.tell(_of(progress))

    def ends(self) -> None:
        """Take the line away."""
        if self._shown:
            self._shown = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _of(progress: Progress) -> str:
    from facts.text import clean

    share = f"{progress.bytes_done / progress.bytes_total:4.0%}  " if progress.bytes_total else ""
    name = clean(progress.path).replace("\t", " ")
    room = max(20, _width() - 9 - len(share) - len(progress.what) - 2)
    return f"{share}{name if len(name) <= room else '…' + name[1 - room :]}: {progress.what}"


def _width() -> int:
    import shutil

    return shutil.get_terminal_size((80, 24)).columns
