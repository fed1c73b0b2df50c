"""The way from a simulated host back to the real one: nothing typed ahead runs there, and one line says where commands run now.

A learner who believes to be on a simulated host types commands that destroy a real one. So whatever ends an exercise, the
rest of a pasted block must not reach the shell that comes up behind it.
"""

from __future__ import annotations

import errno
import os
import platform
import select
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from facts.text import clean

_QUIET, _QUIET_AFTER_PASTE, _LONGEST = 0.2, 1.0, 15.0
"""Seconds without input after which nothing more is expected; once something came, a slow line may bring more of it."""
_PASTE_BEGINS, _PASTE_ENDS = b"\x1b[200~", b"\x1b[201~"
PASTES_MARKED, PASTES_PLAIN = "\x1b[?2004h", "\x1b[?2004l"
"""Ask the terminal to mark what is pasted, or not to. A terminal that cannot do it ignores both."""


def in_front(terminal: int) -> bool:
    """Whether a descriptor is a terminal that still works, and this program is the one in front on it.

    A background program that changes a terminal is stopped, and one that reads from it gets nothing for ever.
    """
    try:
        termios.tcgetattr(terminal)
    except (termios.error, OSError, ValueError):
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError as error:
        return error.errno == errno.ENOTTY  # a terminal that controls nobody, as some containers give one


def drain(terminal: int) -> bytes:
    """Read away what was typed or pasted ahead, until the terminal is quiet; what it was.

    Args:
        terminal: the descriptor of a terminal; nothing is done where this program is not in front on it.
    """
    if not in_front(terminal):
        return b""
    with _unechoed(terminal):
        found = b"".join(_arriving(terminal))
    flush(terminal)
    return found


def flush(terminal: int) -> None:
    """Drop what arrived and was not read yet."""
    if in_front(terminal):
        with suppress(termios.error, OSError):
            termios.tcflush(terminal, termios.TCIFLUSH)


def raw(attributes: list[int | list[bytes | int]], signals: bool) -> list[int | list[bytes | int]]:
    """The settings of a terminal in which every character arrives at once, none is echoed, and none stops the output.

    Args:
        attributes: the settings as `termios.tcgetattr` gives them.
        signals: whether Ctrl-C, Ctrl-Z and Ctrl-\\ are signals, or characters like all others.
    """
    changed = list(attributes)
    inputs, local, characters = changed[0], changed[3], changed[6]
    assert isinstance(inputs, int)
    assert isinstance(local, int)
    assert isinstance(characters, list)
    off = termios.ICANON | termios.ECHO | (0 if signals else termios.ISIG)
    changed[0] = inputs & ~termios.IXON
    changed[3] = local & ~off
    characters = list(characters)
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    changed[6] = characters
    return changed


@contextmanager
def _unechoed(terminal: int) -> Iterator[None]:
    before = termios.tcgetattr(terminal)
    # Now, not when all output is written: a terminal that Ctrl-S stopped would be waited for without an end.
    termios.tcsetattr(terminal, termios.TCSANOW, raw(before, signals=False))
    try:
        yield
    finally:
        with suppress(termios.error, OSError):
            termios.tcsetattr(terminal, termios.TCSANOW, before)


def _arriving(terminal: int) -> Iterator[bytes]:
    """What arrives until it is quiet; a marked paste is waited for to its end."""
    ends = time.monotonic() + _LONGEST
    tail, quiet, inside = b"", _QUIET, False
    while (left := ends - time.monotonic()) > 0:
        if not select.select([terminal], [], [], min(left, _LONGEST if inside else quiet))[0]:
            return
        try:
            part = os.read(terminal, 65536)
        except OSError:
            return
        if not part:
            return
        yield part
        tail = (tail + part)[-65536:]
        inside = tail.rfind(_PASTE_BEGINS) > tail.rfind(_PASTE_ENDS)
        quiet = _QUIET_AFTER_PASTE


def count_lines(typed: bytes) -> int:
    """How many lines are in what was read away, the last one without its end; 0 where nothing in it can be seen."""
    text = typed.replace(_PASTE_BEGINS, b"").replace(_PASTE_ENDS, b"").replace(b"\r", b"\n")
    return sum(any(byte > 32 and byte != 127 for byte in line) for line in text.split(b"\n"))


def not_run(count: int) -> str:
    """What is said of lines that were typed or pasted ahead and are dropped."""
    lines = f"{count} line{'s' * (count != 1)}"
    return f"--- advisor: dropped {lines} typed or pasted ahead; nothing of it ran ---"


def real_host() -> str:
    """The line that says where commands run now; no simulated host prints it."""
    return f"--- advisor: simulation over. Commands now run on the REAL host {clean(platform.node()) or '?'} ---"


def leave(terminal: int, begun: bool, unrun: int = 0) -> None:
    """Drop what was typed ahead, and say where commands run now. Everything else must have been printed before.

    Args:
        terminal: the descriptor that was read from.
        begun: whether somebody was on the simulated host; otherwise only what was dropped is said.
        unrun: how many lines were read already and are not run.
    """
    count = unrun + count_lines(drain(terminal))
    lines = [*([not_run(count)] if count else []), *([real_host()] if begun else [])]
    if lines:
        _tell("".join(f"{line}\n" for line in lines), terminal)
    flush(terminal)


def _tell(text: str, terminal: int) -> None:
    """Print on the terminal, wherever it is; nothing where there is none any more."""
    for stream in (sys.stderr, sys.stdout):
        with suppress(OSError, ValueError):
            stream.flush()
    for stream in (sys.stderr, sys.stdout):
        if _is_terminal(stream):
            with suppress(OSError, ValueError):
                stream.write(text)
                stream.flush()
                return
    if not in_front(terminal):
        return
    with suppress(OSError):  # both go into a file or a pipe
        handle = os.open("/dev/tty", os.O_WRONLY | os.O_NOCTTY)
        try:
            os.write(handle, text.encode(errors="replace"))
        finally:
            os.close(handle)


def _is_terminal(stream: IO[str] | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False
