"""Signals, heard where they do no harm: while somebody is waited for, or between two steps."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
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


class Pressed(BaseException):
    """A signal that came while a line was read; no fault, so nothing that catches faults takes it."""

    def __init__(self, number: int) -> None:
        """Keep which signal it was."""
        super().__init__(number)
        self.number = number


KEYS = (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGCONT)
ENDING = (signal.SIGTERM, signal.SIGHUP)


class Signals:
    """Takes the signals of a terminal and those that end a program, so that none of them ends it at any odd moment.

    While a line is read, a signal ends the reading, if it is one of those named then. At any other moment it is only
    reported, and nothing is torn apart.

    Attributes:
        ending: the signal that asked the program to end, 0 for none.
    """

    def __init__(self, heard: Callable[[int], None]) -> None:
        """Change nothing yet.

        Args:
            heard: is told of a signal that comes while nothing is read; it must be quick.
        """
        self.ending = 0
        self._heard = heard
        self._armed: tuple[int, ...] = ()
        self._raised = 0
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in (*KEYS, *ENDING):
                if signal.getsignal(number) is not signal.SIG_IGN:  # `nohup`, or a job of a script: that is wanted
                    self._before[number] = signal.signal(number, self._came)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _came(self, number: int, frame: FrameType | None) -> None:
        if number in ENDING:
            self.ending = self.ending or number
            self._heard(number)  # in any case: what is raised below can be lost in a hook of readline
        if number in self._armed:
            self._armed = ()  # once: whoever catches it is not hit by a second one on the way
            self._raised = number
            raise Pressed(number)
        if number not in ENDING:
            self._heard(number)

    def read(self, act: Callable[[], str], ended_by: tuple[int, ...]) -> str:
        """What `act` reads.

        Args:
            act: reads a line.
            ended_by: the signals that end it.

        Raises:
            Pressed: one of them came meanwhile, or the program is to end; what was read is dropped.
        """
        self._raised = 0
        try:
            self._armed = ended_by
            if self.ending:
                raise Pressed(self.ending)
            return act()
        except SystemError:
            # `input` lets a second signal be heard while it passes on the error of the first, which CPython takes for a fault.
            if not self._raised:
                raise
            raise Pressed(self._raised) from None
        finally:
            self._armed = ()
