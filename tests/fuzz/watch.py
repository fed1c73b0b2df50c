"""Runs an entry on one input, within bounds of time and memory, and keeps count."""

from __future__ import annotations

import resource
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

SECONDS = 2.0
BYTES = 2 << 30


class TooSlow(BaseException):
    """An input took longer than `SECONDS`; no handler of errors may catch it."""


class Broken(Exception):
    """An entry found something wrong in what came out."""


@dataclass(slots=True)
class Count:
    """What came of the inputs of one entry."""

    inputs: int = 0
    slowest: float = 0.0
    slowest_input: bytes = b""
    failures: dict[str, bytes] = field(default_factory=dict)
    """The shortest input of each failure, by its name."""

    def add(self, data: bytes, seconds: float, failure: str) -> None:
        """One input more."""
        self.inputs += 1
        if seconds > self.slowest:
            self.slowest, self.slowest_input = seconds, data
        if failure and len(data) < len(self.failures.get(failure, data + b"x")):
            self.failures[failure] = data


def bound_memory() -> None:
    """Let no input take more memory than `BYTES` above what is in use at the start."""
    with open("/proc/self/statm") as stream:  # noqa: PTH123 - a file of the kernel
        used = int(stream.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))


def peak_mib() -> float:
    """The most memory that this process has had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@contextmanager
def within(seconds: float = SECONDS) -> Iterator[None]:
    """Raise `TooSlow` in what takes longer: seconds of the processor, or ten times as many on the clock where it waits."""

    def late(*_: object) -> None:
        raise TooSlow

    timers = ((signal.SIGPROF, signal.ITIMER_PROF, seconds), (signal.SIGALRM, signal.ITIMER_REAL, 10 * seconds))
    before = [signal.signal(number, late) for number, _, _ in timers]
    for _, timer, after in timers:
        signal.setitimer(timer, after)
    try:
        yield
    finally:
        for (number, timer, _), handler in zip(timers, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)


def tried(run: Callable[[bytes], None], data: bytes, seconds: float = SECONDS) -> tuple[float, str]:
    """The time that an input took, and the name of its failure or ""."""
    begun = time.process_time()
    try:
        with within(seconds):
            run(data)
        failure = ""
    except TooSlow as error:
        failure = f"slow: {_place(error)}"
    except MemoryError as error:
        failure = f"memory: {_place(error)}"
    except (Exception, SystemExit) as error:
        failure = f"{type(error).__name__}: {_place(error)}"
    return time.process_time() - begun, failure


def _place(error: BaseException) -> str:
    """The innermost line of the program at which it was raised."""
    place, at = "?", error.__traceback__
    while at is not None:
        name = at.tb_frame.f_code.co_filename
        if ("/advisor/" in name or "/facts/" in name) and "site-packages" not in name:
            place = f"{name.rpartition('/')[2]}:{at.tb_lineno}"
        elif isinstance(error, Broken) and "/fuzz/" in name:
            place = str(error)[:80]
        at = at.tb_next
    return place


def smaller(run: Callable[[bytes], None], data: bytes, failure: str, most: int = 2000) -> bytes:
    """The same failure with less input: halves, lines and bytes are left out while it stays."""
    tries = 0

    def same(candidate: bytes) -> bool:
        nonlocal tries
        tries += 1
        return tries <= most and tried(run, candidate)[1] == failure

    for parts in (lambda d: d.splitlines(keepends=True), lambda d: [d[i : i + 1] for i in range(len(d))]):
        pieces: list[bytes] = parts(data)
        step = max(1, len(pieces) // 2)
        while step and tries < most:
            at = 0
            while at < len(pieces) and tries < most:
                fewer = pieces[:at] + pieces[at + step :]
                if same(b"".join(fewer)):
                    pieces = fewer
                else:
                    at += step
            step //= 2
        data = b"".join(pieces)
    return data
