"""The real program in a real terminal (tmux, 80x24): from a complaint to a fix by keys, left and come back to."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.state import seeded
from tests.tree import ROOT

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed (Debian's package tmux)")
_PATIENCE_SECONDS = 60.0
_MOST_QUESTIONS = 12


class Terminal:
    """A tmux server of its own, with one window."""

    def __init__(self, folder: Path, width: int = 80, height: int = 24) -> None:
        self.socket = str(folder / "tmux")
        self.folder = folder
        state = {
            "ADVISOR_STATE": str(seeded(folder / "state")),
            "ADVISOR_CONFIG": str(folder / "config"),
            "LANG": "C.UTF-8",
        }
        environment = {**os.environ, **state, "PYTHONPATH": str(ROOT)}
        environment.pop("TMUX", None)
        subprocess.run(
            ["tmux", "-u", "-f", "/dev/null", "-S", self.socket, "new-session", "-d", "-x", str(width), "-y", str(height),
             "-c", str(ROOT), "sh"],
            env=environment, check=True,
        )  # fmt: skip

    def tmux(self, *arguments: str) -> str:
        done = subprocess.run(["tmux", "-S", self.socket, *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    def press(self, *keys: str) -> None:
        for key in keys:
            self.tmux("send-keys", key)
            time.sleep(0.2)

    def write(self, text: str) -> None:
        time.sleep(0.5)  # nobody answers a question sooner
        self.tmux("send-keys", "-l", text)
        time.sleep(0.3)
        self.press("Enter")

    @property
    def screen(self) -> str:
        return self.tmux("capture-pane", "-p")

    def until(self, *wanted: str) -> str:
        """The screen, once all of some texts stand on it."""
        end = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < end:
            screen = self.screen
            if all(text in screen for text in wanted):
                return screen
            time.sleep(0.1)
        raise AssertionError(f"{wanted} not seen:\n{self.screen}")

    def skip_to(self, wanted: str) -> None:
        """Every question is skipped, until a text stands on the screen."""
        for _ in range(_MOST_QUESTIONS):
            if wanted in self.until("Enter"):
                return
            self.write("skip")
            time.sleep(1.0)
        self.until(wanted)

    def close(self) -> None:
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], check=False, capture_output=True)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    found = Terminal(tmp_path)
    yield found
    found.close()


def test_from_a_complaint_to_a_fix_and_back_another_time(terminal: Terminal) -> None:
    command = f"{shlex.quote(sys.executable)} -m advisor"
    terminal.write(
        f"stty -a > {terminal.folder}/before; {command}; stty -a > {terminal.folder}/after; echo all is $((1 + 1))"
    )
    terminal.until("Describe the trouble", "None yet")
    terminal.press("Enter")
    terminal.until("What is wrong?")
    terminal.write("The cluster failed over while a tablespace was created, and nothing was broken")
    terminal.until("failover without fault")
    terminal.write("examples/vxfs-ha-cluster")
    terminal.until("confirmed")
    terminal.skip_to("No more questions. What now?")
    terminal.press("Up")  # from the empty box to what can be done
    terminal.press("1")
    terminal.until("[F5 Fix]", "[ ] 1.", "vxtunefs -p /u01/oradata")
    terminal.press("Space")
    terminal.until("Step 1")
    time.sleep(0.5)  # sooner, nobody can have read the question
    terminal.press("Enter")
    terminal.until("1 of 6 done")
    terminal.press("F4")
    terminal.until("[F4 Diag]", "VxFS caches bulk writes")
    terminal.press("C-q")
    left = terminal.until("go on with: advisor --session")
    assert "Traceback" not in left
    name = left.partition("--session ")[2].split()[0]
    terminal.until("all is 2")
    assert (terminal.folder / "before").read_text() == (terminal.folder / "after").read_text()
    terminal.write(f"clear; {command} --session {name}")
    terminal.until("confirmed", "VxFS caches bulk writes")
    terminal.press("F5")
    terminal.until("1 of 6 done")
    terminal.press("C-q")


def suspended(terminal: Terminal) -> None:
    """Suspend, look at the shell and its terminal, and go back."""
    terminal.press("C-z")
    terminal.write("clear; stty -a > now; echo the shell says $((1 + 1))")
    terminal.until("the shell says 2")
    assert (terminal.folder / "now").read_text() == (terminal.folder / "before").read_text()
    terminal.write("fg")


def test_suspended_anywhere_and_continued(terminal: Terminal) -> None:
    terminal.write(f"cd {terminal.folder}; stty -a > before; {shlex.quote(sys.executable)} -m advisor")
    terminal.until("Describe the trouble")
    suspended(terminal)
    terminal.until("Describe the trouble")
    terminal.press("Enter")
    terminal.until("What is wrong?")
    terminal.tmux("send-keys", "-l", "half a sentence")
    suspended(terminal)
    terminal.until("half a sentence", "Alt+W Why asked")
    terminal.press("F9")
    terminal.until("Simulated hosts")
    terminal.tmux("send-keys", "/")
    terminal.until("Which simulated host?")
    terminal.write("takeover")
    terminal.until("[F9 Train]", "takeover")
    terminal.press("Enter")
    terminal.until("Guided")
    time.sleep(0.5)
    terminal.press("1")
    terminal.until("type a command")
    terminal.press("C-z")
    terminal.until("This is the real shell of this machine")
    terminal.write("fg")
    terminal.until("type a command")
