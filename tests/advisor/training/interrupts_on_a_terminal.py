"""Interrupts `advisor train` at random moments, and proves that no line of the exercise runs on the real host.

    python -m tests.advisor.training.interrupts_on_a_terminal --interrupts 1000

The exercise runs in a real shell on a pseudo-terminal. Keys, signals, half-typed lines, pasted blocks and random bytes go to
that terminal; most lines are commands that would make a file if the real shell ran them. Between two interrupts the program
must be the same one still; in the end `:quit` must lead out of it, with a line that says so, and no file may be there.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.advisor.training.real_shell import LEFT, PROMPT, RealShell

A_RUN = 100
"""Interrupts of one exercise: it ends by itself after 500 moves."""
_LINES = (
    "uptime",
    "vmstat 1 5",
    "cat /etc/fstab",
    "help",
    "ask users what is slow",
    ":time",
    ":note x",
    "exit",
    "logout",
)
_LONG = ("sleep 9999", "sleep 86400", "vmstat 1 600", "iostat 1 300", "sleep 500; sleep 500; sleep 500")
_KEYS = {"^C": b"\x03", "^D": b"\x04", "^Z": b"\x1a", "^\\": b"\x1c"}
_SIGNALS = (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGCONT)
_NEVER = (b":quit", b":done")


class Interrupting:
    """One exercise that is interrupted again and again.

    Attributes:
        kinds: how often each kind of interrupt was tried.
    """

    def __init__(self, shell: RealShell, process: int, draw: random.Random) -> None:
        """Take a program that shows its prompt."""
        self.shell, self.process, self.draw = shell, process, draw
        self.kinds: Counter[str] = Counter()
        self._number = 0

    def once(self) -> None:
        """Interrupt it in some way at some moment.

        Raises:
            AssertionError: the simulated host was left, or something was run on the real one.
        """
        kind = self.draw.choice(
            (self.key, self.half, self.running, self.paste, self.typed_ahead, self.signal, self.noise)
        )
        self.kinds[kind.__name__] += 1
        kind()
        time.sleep(self.draw.choice((0, 0, 0.002, 0.01, 0.03)))
        self.check(kind.__name__)

    def check(self, what: str) -> None:
        """Prove that it is still there, and that nothing was run."""
        assert self.shell.child() == self.process, f"after {what} the program is gone:\n{self.shell.shown[-2000:]}"
        assert not self.shell.leaks(), f"after {what} there are {self.shell.leaks()}:\n{self.shell.shown[-2000:]}"

    def key(self) -> None:
        """One key, or a burst of several."""
        keys = self.draw.choices(list(_KEYS.values()), k=self.draw.choice((1, 1, 2, 5, 20)))
        self.shell.send(b"".join(keys))

    def half(self) -> None:
        """A line half typed, then a key."""
        line = self._line()
        self.shell.send(line[: self.draw.randint(0, len(line))])
        self._pause()
        self.shell.send(self.draw.choice(list(_KEYS.values())))

    def running(self) -> None:
        """A command that takes long, and a key while it runs."""
        self.shell.send(self.draw.choice(_LONG) + "\r")
        self._pause()
        self.shell.send(self.draw.choice((b"\x03", b"\x03", b"\x1a", b"\x1c", b"\x03\x03", b"\x04")))

    def paste(self) -> None:
        """A pasted block, as terminals mark it; sometimes with its end cut off for a while."""
        block = "\r".join(self._line() for _ in range(self.draw.randint(2, 6)))
        self.shell.send(f"\x1b[200~{block}")
        self._pause()
        self.shell.send("\x1b[201~" + self.draw.choice(("\r", "\r", "\x03", "\x04")))

    def typed_ahead(self) -> None:
        """A pasted block of a terminal that marks nothing, with a key in it."""
        lines = [self._line() + "\r" for _ in range(self.draw.randint(2, 5))]
        lines.insert(self.draw.randrange(len(lines)), self.draw.choice(("\x03", "\x04", "\x1a", "\x1c", "\x03\x04")))
        self.shell.send("".join(lines))

    def signal(self) -> None:
        """A signal that no key sends."""
        os.kill(self.process, self.draw.choice(_SIGNALS))

    def noise(self) -> None:
        """Random bytes, then a new line."""
        data = bytes(self.draw.randrange(256) for _ in range(self.draw.randint(1, 12)))
        if not any(word in data for word in _NEVER):
            self.shell.send(data + self.draw.choice((b"\x03", b"\x11\r", b"")))

    def _line(self) -> str:
        self._number += 1
        return self.draw.choice(
            (f"touch leak-{self._number}", f"echo x > leak-{self._number}", self.draw.choice(_LINES))
        )

    def _pause(self) -> None:
        time.sleep(self.draw.choice((0, 0.001, 0.005, 0.02, 0.1)))

    def quit(self) -> None:
        """Leave by `:quit`, and prove that only now the real shell is there."""
        self.shell.send(b"\x11\x1b[201~")  # go on where output was stopped, end a paste that was begun
        time.sleep(0.5)
        after = len(self.shell.shown)  # before the key: the answer may be there at once
        self.shell.send(b"\x03")
        self.shell.wait_for(PROMPT, after)
        time.sleep(0.5)
        self.check("everything")
        self.shell.send("exit\r:quit\r")
        assert LEFT in self.shell.back(after)
        assert not self.shell.leaks()
        self.shell.run("touch proof")
        assert self.shell.leaks() == ["proof"], "the real shell runs what it gets"


def interrupt_many(count: int, seed: int, folder: Path) -> Counter[str]:
    """So many interrupts, in exercises of at most `A_RUN`; how many of each kind there were.

    Raises:
        AssertionError: the simulated host was left without `:quit`, or something was run on the real one.
    """
    kinds: Counter[str] = Counter()
    for number in range(0, count, A_RUN):
        draw = random.Random(f"{seed}/{number}")
        with RealShell(folder / str(number)) as shell:
            one = Interrupting(shell, shell.train(), draw)
            for _ in range(number, min(number + A_RUN, count)):
                one.once()
            one.quit()
            kinds += one.kinds
    return kinds


def main() -> None:
    """Interrupt, and print what was tried."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--interrupts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        kinds = interrupt_many(options.interrupts, options.seed, Path(folder))
    seconds = time.monotonic() - began
    print(f"{kinds.total()} interrupts in {seconds:.0f} s, seed {options.seed}: never on the real host before :quit")
    print("  " + ", ".join(f"{name} {number}" for name, number in kinds.most_common()))


if __name__ == "__main__":
    main()
