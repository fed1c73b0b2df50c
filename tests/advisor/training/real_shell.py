"""A real shell on a terminal of its own, in which `advisor train` runs: what leaks out of the exercise, this shell would run."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from tests import tree
from tests.state import seeded

NAME = "slow-since-this-morning"
PROMPT = "(simulated) "
LEFT = "Commands now run on the REAL host"
WITHIN = 30.0
"""Seconds that anything may take before it counts as hung."""
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
_REAL = "REAL> "


class RealShell:
    """bash on a pseudo-terminal, with folders that show everything that is written.

    Attributes:
        folder: where it runs; `leaks` looks here. state: of the advisor.
        shell: its process.
    """

    def __init__(self, folder: Path, columns: int = 200) -> None:
        """Start it, without anybody's own settings."""
        self.folder, self.state = folder / "home", seeded(folder / "state")
        for made in (self.folder, folder / "tmp"):
            made.mkdir(parents=True, exist_ok=True)
        self.temporary = folder / "tmp"
        self._master, slave = os.openpty()
        termios.tcsetwinsize(slave, (50, columns))
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
        environment = {
            **kept, "ADVISOR_STATE": str(self.state), "HOME": str(self.folder), "TMPDIR": str(self.temporary),
            "TERM": "xterm-256color", "PS1": "REAL> ", "PYTHONPATH": str(tree.ROOT), "PYTHONDONTWRITEBYTECODE": "1",
            "HISTFILE": "",
        }  # fmt: skip
        self.shell = subprocess.Popen(
            ["bash", "--norc", "--noprofile", "-i"], stdin=slave, stdout=slave, stderr=slave, cwd=self.folder,
            env=environment, start_new_session=True, preexec_fn=_take_terminal,
        )  # fmt: skip
        os.close(slave)
        self._shown = ""
        self._lock = threading.Lock()
        self._open = True
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.wait_for(_REAL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def shown(self) -> str:
        """All that the terminal showed, without colours and modes."""
        with self._lock:
            return _ESCAPES.sub("", self._shown).replace("\r", "")

    def _read(self) -> None:
        while self._open:
            try:
                if not select.select([self._master], [], [], 0.05)[0]:
                    continue
                part = os.read(self._master, 65536)
            except (OSError, ValueError):
                return
            with self._lock:
                self._shown += part.decode("utf-8", "replace")

    def send(self, text: str | bytes) -> None:
        """Type something; keys that are signals become signals. Like a terminal, it waits where nobody reads."""
        data = text.encode() if isinstance(text, str) else text
        ends = time.monotonic() + WITHIN
        while data:
            assert time.monotonic() < ends, "nothing that is typed is taken any more"
            if select.select([], [self._master], [], 0.5)[1]:
                data = data[os.write(self._master, data[:256]) :]

    def wait_for(self, text: str, after: int = 0) -> int:
        """Wait until something is shown behind a place; where it ends."""
        ends = time.monotonic() + WITHIN
        while time.monotonic() < ends:
            shown = self.shown
            if (at := shown.find(text, after)) >= 0:
                return at + len(text)
            time.sleep(0.01)
        raise AssertionError(f"`{text}` is not shown:\n{self.shown[after:][-3000:]}")

    def start(self, *arguments: str) -> int:
        """Start `advisor train`; where what it shows begins."""
        after = len(self.shown)
        self.send(f"{sys.executable} -m advisor train {' '.join(arguments or (NAME, '--seed', '3'))}\r")
        return after

    def train(self, *arguments: str) -> int:
        """Start `advisor train`, and wait for its prompt; its process."""
        after = self.start(*arguments)
        ends = time.monotonic() + WITHIN
        while not self.asks(after):  # not only a prompt of the past that a continued exercise shows again
            assert time.monotonic() < ends, f"no prompt:\n{self.shown[after:][-3000:]}"
            time.sleep(0.02)
        process = self.child()
        assert process is not None
        return process

    def asks(self, after: int) -> bool:
        """Whether the last line that was shown behind a place is an empty prompt of the simulated host."""
        last = self.shown[after:].rpartition("\n")[2]
        return last.startswith(PROMPT) and last.endswith("# ")

    def child(self) -> int | None:
        """The process that the shell waits for."""
        path = Path(f"/proc/{self.shell.pid}/task/{self.shell.pid}/children")
        found = path.read_text(encoding="ascii").split()
        return int(found[0]) if found else None

    def back(self, after: int = 0) -> str:
        """Wait until the real shell has the terminal again; what was shown behind a place."""
        ends = time.monotonic() + WITHIN
        while self.child() is not None:
            assert time.monotonic() < ends, f"the program does not end:\n{self.shown[-3000:]}"
            time.sleep(0.02)
        self.wait_for(_REAL, after)
        return self.shown[after:]

    def run(self, command: str) -> str:
        """Run a command in the real shell; what it prints."""
        after = len(self.shown)
        self.send(f"{command}; echo do''ne\r")
        self.wait_for("done", after)
        return self.shown[after:]

    def leaks(self) -> list[str]:
        """The files that a line of the exercise made on the real host."""
        return sorted(path.name for place in (self.folder, self.temporary) for path in place.iterdir())

    def hang_up(self) -> None:
        """Close the terminal's other side, as a broken connection does."""
        self._open = False
        self._reader.join()
        os.close(self._master)
        self._master = -1

    def close(self) -> None:
        """End everything that runs on it."""
        if self._master >= 0:
            process = self.child()
            if process is not None:
                os.kill(process, signal.SIGKILL)
            self.hang_up()
        self.shell.kill()
        self.shell.wait(WITHIN)


def _take_terminal() -> None:
    """As a login does, so that keys become signals of what runs on it; one that hangs up counts, also below `nohup`."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
