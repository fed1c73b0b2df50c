"""The terminal of somebody who practises: what is typed there goes to the simulated host, whatever key is pressed.

Ctrl-C drops a line or interrupts a command, Ctrl-D says how to leave, Ctrl-Z and Ctrl-\\ do nothing else than that. When the
exercise ends, for whatever reason, the rest of a pasted block is dropped before the real shell could read it.
"""

from __future__ import annotations

import os
import signal
import sys
import termios
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Self

from advisor import leaving
from advisor.interrupts import ENDING, KEYS, Pressed, Signals

FAULT = 70
"""The exit status at a fault of ours, as the terminal interface has it: EX_SOFTWARE of sysexits.h."""
_SECONDS_TO_END = 5.0
"""After SIGTERM or SIGHUP, a program that does not end by itself is ended."""
_STAYS = "Ctrl-D does not leave. Type :quit to leave"
_NO_STOP = "Ctrl-Z does nothing here. Type :quit to leave the simulated host."
_CONTINUED = "Continued. You are on the simulated host."
_AT_SIGNALS = {signal.SIGTSTP: _NO_STOP, signal.SIGCONT: _CONTINUED}
_STOP = "\x1a"
_ENDS_LINE = ("\x03", "\x1c", _STOP)
"""Ctrl-C, Ctrl-\\ and Ctrl-Z at the prompt are no signals but characters that end the line, so none of them comes at an odd moment."""
_BINDINGS = (
    # Readline's own way of asking for marked pastes prints an empty line after each line that follows a Ctrl-D.
    "set enable-bracketed-paste off",
    '"\\e[200~": bracketed-paste-begin',
    '"\\e[9991~": end-of-line',
    '"\\e[9992~": quoted-insert',
    '"\\e[9993~": accept-line',
    *(f'"\\{octal}": "\\e[9991~\\e[9992~\\{octal}\\e[9993~"' for octal in ("003", "034", "032")),
)


class Terminal:
    """Reads lines from a terminal, and keeps it until the exercise is over.

    Attributes:
        begun: whether somebody was shown a simulated host, and has to be told where commands run afterwards.
        status: the exit status that a signal asks for, 0 for none.
        or_else: how else one can leave, said after Ctrl-D.
        on_interrupt: told of Ctrl-C while nothing is read, with the seconds since the first one of this line.
    """

    def __init__(self) -> None:
        """Change nothing yet."""
        self.begun = False
        self.or_else = ""
        self.on_interrupt: Callable[[float], None] | None = None
        self._signals = Signals(self._heard)
        self._input = _descriptor()
        self._before: list[int | list[bytes | int]] | None = None
        self._edits = self._marks = False
        self._block: deque[str] = deque()
        self._ends_in_row = 0
        self._interrupted_at: float | None = None
        self._noted: int | None = None

    @property
    def status(self) -> int:
        """128 and the signal that ended it; 0 where none did."""
        return 128 + self._signals.ending if self._signals.ending else 0

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C came since the last line was read."""
        return self._interrupted_at is not None

    def __enter__(self) -> Self:
        self._signals.__enter__()
        if leaving.in_front(self._input):
            self._before = termios.tcgetattr(self._input)
            self._edits = sys.stdout.isatty() and _editing()
            self._marks = self._edits and os.environ.get("TERM", "") not in ("", "dumb")
        self._quiet()
        self._mark_pastes()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        gone = isinstance(error, OSError) and not leaving.in_front(self._input)
        fault = isinstance(error, Exception) and not (
            gone or isinstance(error, BrokenPipeError) or hasattr(error, "code")
        )
        if fault and kind is not None and error is not None:
            with suppress(OSError):
                sys.excepthook(kind, error, at)
        self._leave()
        self._signals.__exit__(kind, error, at)
        if gone:
            _let_go()  # the terminal went while something was written to it: nobody is there to be told
            raise SystemExit(self.status or 128 + signal.SIGHUP)
        if fault:
            raise SystemExit(FAULT)

    def _leave(self) -> None:
        """Give the terminal back as it was."""
        leaving.leave(self._input, self.begun, len(self._block))
        self._restore()
        leaving.flush(self._input)

    # Reading

    def read(self, prompt: str, at_end: str | None = None) -> str | None:
        """The next line; None where there is none any more: the terminal is gone, or a signal ends the program.

        Args:
            prompt: what stands before it.
            at_end: what Ctrl-D types; None where it types nothing, and it is said how to leave.
        """
        self._drop_block()
        kept = ""
        while True:
            self._tell_noted()
            if self._block:
                line = self._block.popleft()
                sys.stdout.write(f"{prompt}{line}\n")
                return line
            self._interrupted_at = None
            try:
                text = self._line(prompt, kept)
            except Pressed as pressed:
                if pressed.number in ENDING:
                    return None
                self._pressed(pressed.number)
            except EOFError:
                sys.stdout.write("\n")
                if not leaving.in_front(self._input):
                    return None
                if at_end is not None:
                    return at_end
                self._stay()
                kept = ""
            except OSError:  # a terminal that hung up
                return None
            else:
                self._ends_in_row = 0
                if text.endswith(_ENDS_LINE):
                    kept = self._ended(text)
                    continue
                if "\n" not in text:
                    return text
                self._block.extend(line for line in text.split("\n")[1:] if line.strip())
                return text.split("\n")[0]

    def _line(self, prompt: str, kept: str) -> str:
        """What is typed after a prompt; several lines where a block was pasted.

        Raises:
            Pressed: a signal came instead.
            EOFError: Ctrl-D, or the terminal is gone.
        """
        if not self._edits:
            sys.stdout.write(prompt)
            sys.stdout.flush()  # `input` would hide that nobody reads it any more, as where Ctrl-C ended a `tee`
            return self._signals.read(lambda: input(), (*KEYS, *ENDING))
        import readline

        def act() -> str:
            self._set(echo=True)  # without echo it would show nothing
            return input(prompt)

        def ready() -> None:
            self._no_signals()
            if kept:
                readline.insert_text(kept)

        readline.set_startup_hook(ready)
        try:
            return self._signals.read(act, (signal.SIGCONT, *ENDING))
        finally:
            self._quiet()

    def _ended(self, text: str) -> str:
        """Answer a line that a key ended; what the next prompt begins with."""
        import readline

        line, key = text[:-1], text[-1]
        last = readline.get_current_history_length()
        if last and readline.get_history_item(last) == text:
            readline.remove_history_item(last - 1)
        if key != _STOP:
            return ""
        sys.stdout.write(f"{_NO_STOP}\n")
        return line if "\n" not in line else ""

    def _pressed(self, number: int) -> None:
        """Answer a signal that came instead of a line."""
        said = _AT_SIGNALS.get(signal.Signals(number), "")
        sys.stdout.write(f"\n{said}\n" if said else "\n")
        self._mark_pastes()  # whoever had the terminal meanwhile may have taken that back

    def _stay(self) -> None:
        """Say once how to leave; who leans on the key is asked again without a word."""
        self._ends_in_row += 1
        if self._ends_in_row == 1:
            sys.stdout.write(f"{_STAYS}{self.or_else}.\n")
        else:
            time.sleep(0.02)

    def _drop_block(self) -> None:
        """Ctrl-C while a block runs drops the rest of it, as a shell does."""
        if self._block and self.interrupted:
            sys.stdout.write(f"{leaving.not_run(len(self._block))}\n")
            self._block.clear()

    # Signals

    def _heard(self, number: int) -> None:
        if number in ENDING:
            signal.signal(signal.SIGALRM, self._end_at_once)
            signal.setitimer(signal.ITIMER_REAL, _SECONDS_TO_END)
        elif number in _AT_SIGNALS:
            self._noted = number
            return
        now = time.monotonic()
        if self._interrupted_at is None:
            self._interrupted_at = now
        if self.on_interrupt is not None:
            self.on_interrupt(now - self._interrupted_at)

    def _tell_noted(self) -> None:
        """Say what is to be said of a signal that came while no line was read."""
        if self._noted is not None:
            self._mark_pastes()
            number, self._noted = self._noted, None
            sys.stdout.write(f"{_AT_SIGNALS[signal.Signals(number)]}\n")

    def _end_at_once(self, number: int, frame: FrameType | None) -> None:
        """What was typed is kept already, line by line."""
        self._leave()
        os._exit(self.status)

    # The terminal's settings

    def _quiet(self) -> None:
        """Between two lines: keep what is typed ahead as it is, unseen; the prompt shows it. Ctrl-C is heard."""
        self._set(echo=False)

    def _mark_pastes(self) -> None:
        if self._marks:
            self._write(leaving.PASTES_MARKED)

    def _no_signals(self) -> None:
        """Have keys arrive as characters; readline has just made signals of them."""
        with suppress(termios.error, OSError):
            attributes = termios.tcgetattr(self._input)
            termios.tcsetattr(self._input, termios.TCSANOW, leaving.raw(attributes, signals=False))

    def _set(self, echo: bool) -> None:
        if self._before is None or not self._edits or not leaving.in_front(self._input):
            return
        wanted = leaving.raw(self._before, signals=True)
        local = wanted[3]
        assert isinstance(local, int)
        wanted[3] = local | (termios.ECHO if echo else 0)
        with suppress(termios.error, OSError):
            termios.tcsetattr(self._input, termios.TCSANOW, wanted)

    def _restore(self) -> None:
        if self._before is not None and leaving.in_front(self._input):
            with suppress(termios.error, OSError):
                termios.tcsetattr(self._input, termios.TCSANOW, self._before)
            if self._marks:
                self._write(leaving.PASTES_PLAIN)

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            sys.stdout.write(text)
            sys.stdout.flush()


def _descriptor() -> int:
    """The descriptor of standard input; -1 where there is none."""
    try:
        return sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):
        return -1


def _editing() -> bool:
    """Have lines edited, with pasted blocks in one piece; whether that can be done.

    Of the real host's files nothing is offered: without a completer of ours readline would complete their names.
    """
    try:
        import readline
    except ImportError:
        return False
    if "libedit" in (readline.__doc__ or ""):
        return False
    readline.set_completer(lambda text, state: None)
    for binding in _BINDINGS:
        readline.parse_and_bind(binding)
    return True


def _let_go() -> None:
    """Let what is still written go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None:
            with suppress(OSError, ValueError):
                os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
