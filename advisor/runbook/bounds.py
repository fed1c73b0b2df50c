"""Bounds of what a site's template may take: time and memory. Where the system can't bound them, it is the site's own loss.

The sandbox keeps a template from files and from Python; it does not keep it from a loop within loops or from doubling a text
forty times.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

SECONDS = 10.0
BYTES = 512 * 1024 * 1024


class TookTooLong(Exception):
    """A template ran longer than `SECONDS`."""


@contextmanager
def bounded() -> Iterator[None]:
    """Bound what runs inside: `TookTooLong` after the seconds, `MemoryError` where it takes `BYTES` more than before."""
    with _time(SECONDS), _memory():
        yield


@contextmanager
def _time(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _memory() -> Iterator[None]:
    size = Path("/proc/self/statm")
    if sys.platform != "linux" or not size.exists():
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = int(size.read_text().split()[0]) * resource.getpagesize() + BYTES
    most = wanted if soft == resource.RLIM_INFINITY else min(wanted, soft)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
