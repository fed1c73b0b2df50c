"""What a terminal shows while captures are read: after a second, on one line, and taken away at the end."""

from __future__ import annotations

import io
import sys

import pytest

from advisor import terminal_line
from advisor.cli import main
from advisor.terminal_line import TerminalLine
from facts.progress import Progress
from tests.tree import ROOT

EXAMPLE = str(ROOT / "examples" / "linux-writeback-stall")


class Terminal(io.StringIO):
    """A terminal that keeps what was written."""

    def isatty(self) -> bool:
        return True


def on_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """From now on the standard error; a fixture would be undone by the runner before the test begins."""
    made = Terminal()
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setenv("COLUMNS", "60")
    return made


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


def test_nothing_is_shown_in_the_first_second(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    terminal = on_terminal(monkeypatch)
    line = TerminalLine(1.0)
    clock[0] += 0.9
    line.reads(Progress("a", 0, 10, 100, "opening"))
    line.ends()
    assert terminal.getvalue() == ""
    clock[0] += 0.2
    line.reads(Progress("a", 0, 10, 100, "opening"))
    assert terminal.getvalue().endswith("  1 s   10%  a: opening")
    line.reads(Progress("a", 0, 20, 100, "opening"))  # not ten times as often as anybody can read
    assert "20%" not in terminal.getvalue()
    line.ends()
    assert terminal.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize("name", ["x" * 500, "a\x1b[31m\n\tb", "logs/" + "d/" * 100 + "messages", ""])
def test_the_line_fits_whatever_the_name_and_is_clean(
    name: str, monkeypatch: pytest.MonkeyPatch, clock: list[float]
) -> None:
    terminal = on_terminal(monkeypatch)
    line = TerminalLine()
    line.reads(Progress(name, 0, 5, None, "looking for outputs"))
    shown = terminal.getvalue().removeprefix("\r\x1b[K")
    assert len(shown) < 60
    assert shown.isprintable()
    assert shown.endswith(": looking for outputs")


def test_a_diagnosis_on_a_terminal_shows_it_and_takes_it_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = on_terminal(monkeypatch)
    monkeypatch.setattr(terminal_line, "AFTER", 0.0)
    assert main(["diagnose", EXAMPLE]) == 0
    assert "%  " in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")
    watched = capsys.readouterr().out
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert main(["diagnose", EXAMPLE]) == 0
    assert capsys.readouterr().out == watched


def test_who_interrupts_gets_a_clean_line(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)

    def interrupted(self: TerminalLine, progress: Progress) -> None:
        self.tell("half")
        raise KeyboardInterrupt

    monkeypatch.setattr(TerminalLine, "reads", interrupted)
    assert main(["diagnose", EXAMPLE]) == 130
    assert terminal.getvalue().endswith("half\r\x1b[K\n")
