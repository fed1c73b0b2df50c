"""`advisor train` in a real shell: no key, signal, paste or end of an exercise lets a line of it run on the real host."""

from __future__ import annotations

import io
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from advisor import leaving
from advisor.training import terminal as at
from advisor.training import unfinished
from advisor.training.exercise import Exercise
from advisor.training.played import Played
from advisor.training.terminal import Terminal
from advisor.training.tools.tool import Call, Tool
from tests.advisor.training.interrupts_on_a_terminal import interrupt_many
from tests.advisor.training.kill_exercises import kill_many
from tests.advisor.training.real_shell import LEFT, PROMPT, WITHIN, RealShell
from tests.advisor.training.runs import SCENARIOS
from tests.kb.examples import knowledge

TWO_HOSTS = "commits-stop-every-half-minute"
NAME = "slow-since-this-morning"


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[RealShell]:
    with RealShell(tmp_path) as shell:
        yield shell


def lines_kept(shell: RealShell) -> list[str]:
    kept = unfinished.unfinished(shell.state / "training.db")
    return [typed.line for typed in kept.lines] if kept is not None else []


def test_random_interrupts_never_leave_the_simulated_host(tmp_path: Path) -> None:
    assert interrupt_many(40, 7, tmp_path).total() == 40


def test_a_half_typed_line_and_a_running_command_are_dropped_and_the_next_line_stays_inside(shell: RealShell) -> None:
    process = shell.train()
    seen = len(shell.shown)
    shell.send("touch half-")
    seen = shell.wait_for("touch half-", seen)
    shell.send("\x03touch one\r")
    seen = shell.wait_for("touch: one: No such file", seen)
    shell.send("sleep 86400\r")
    time.sleep(0.05)
    shell.send("\x03")
    seen = shell.wait_for("interrupted", seen)
    shell.send("touch t\x04\x1a")  # Ctrl-D in a line deletes; Ctrl-Z drops nothing of it
    seen = shell.wait_for("Ctrl-Z does nothing here", seen)
    shell.send("wo\r\x04")
    seen = shell.wait_for("Ctrl-D does not leave", seen)
    shell.send("\x04\x04\x1cexit\rlogout\rquit\r")
    for command in ("exit", "logout"):
        seen = shell.wait_for(f"{command}: this is the first login of the exercise; only :quit leaves", seen)
    seen = shell.wait_for("quit: not a command of this host", seen)
    assert shell.child() == process
    shell.send(":quit\r")
    assert LEFT in shell.back(seen)
    assert shell.leaks() == []


def test_the_rest_of_a_paste_does_not_outlive_the_exercise(shell: RealShell) -> None:
    shell.train()
    seen = len(shell.shown)
    shell.send("uptime\r:quit later\rtouch a\r")  # as a terminal sends it that marks nothing
    for number in range(4):  # and as a slow line brings it, while the program ends and after
        time.sleep(0.15)
        shell.send(f"touch b{number}\r")
    shown = shell.back(seen)
    assert shown.index("dropped 5 lines") < shown.index(LEFT)
    assert lines_kept(shell) == ["uptime"]
    shell.train("--resume")
    seen = len(shell.shown)
    shell.send("\x1b[200~uptime\r:done\rtouch c\rtouch d\x1b[201~\r")
    shown = shell.back(seen)
    assert shown.count("load average") == 1
    assert shown.index("dropped 2 lines") < shown.index(LEFT)
    assert lines_kept(shell) == []
    assert shell.leaks() == []


def test_a_signal_that_ends_it_keeps_the_exercise_and_drops_what_is_typed(shell: RealShell) -> None:
    process = shell.train()
    seen = len(shell.shown)
    shell.send("uptime\r")
    shell.wait_for(PROMPT, shell.wait_for("load average", seen))
    shell.send("touch half-")
    shell.wait_for("touch half-", seen)
    os.kill(process, signal.SIGTERM)
    shell.send("typed\rtouch next\r")
    shown = shell.back(seen)
    assert "advisor train --resume" in shown
    assert LEFT in shown
    assert f"={128 + signal.SIGTERM}" in shell.run("echo =$?")
    assert lines_kept(shell) == ["uptime"]
    process = shell.train("--resume")
    seen = len(shell.shown)
    shell.send("sleep 86400\r")
    time.sleep(0.05)
    os.kill(process, signal.SIGHUP)
    shell.send("touch later\r")
    assert LEFT in shell.back(seen)
    assert f"={128 + signal.SIGHUP}" in shell.run("echo =$?")
    assert shell.leaks() == []


def test_a_killed_one_goes_on_and_a_terminal_that_hangs_up_ends_it(shell: RealShell) -> None:
    process = shell.train()
    seen = len(shell.shown)
    shell.send("uptime\r")
    shell.wait_for(PROMPT, shell.wait_for("load average", seen))
    os.kill(process, signal.SIGKILL)
    assert LEFT not in shell.back(seen), "a program that is killed can say nothing"
    process = shell.train("--resume")
    shell.hang_up()
    ends = time.monotonic() + WITHIN
    while Path(f"/proc/{process}/stat").exists() and "Z" not in Path(f"/proc/{process}/stat").read_text().split()[2]:
        assert time.monotonic() < ends, "it goes on without a terminal"
        time.sleep(0.05)
    assert lines_kept(shell) == ["uptime"]


def test_random_kills_lose_no_acknowledged_line_and_leave_no_file(tmp_path: Path) -> None:
    assert len(kill_many(2, 5, tmp_path)) == 2


def test_it_is_as_safe_where_a_copy_of_what_is_shown_is_kept(shell: RealShell) -> None:
    shell.train(NAME, "--seed", "3", "|", "cat")
    seen = len(shell.shown)
    shell.send("touch one\r")
    seen = shell.wait_for("touch: one: No such file", seen)
    shell.send("\x04")
    seen = shell.wait_for("Ctrl-D does not leave", seen)
    shell.send("touch half\x03")  # it ends `cat`, too, and then nobody sees the exercise any more
    time.sleep(0.05)
    shell.send("touch two\r")
    assert LEFT in shell.back(seen)
    assert shell.leaks() == []


# Without a terminal of its own


class Typing:
    """A terminal at which these lines are typed; None is Ctrl-D, which types what it is said to."""

    def __init__(self, *lines: str | None) -> None:
        self.lines = list(lines)
        self.begun = False
        self.or_else = ""
        self.on_interrupt = None

    def read(self, prompt: str, at_end: str | None = None) -> str | None:
        if not self.lines:
            return None
        line = self.lines.pop(0)
        return line if line is not None else at_end


def played(path: Path, *lines: str | None, name: str = NAME) -> Played:
    keeper = unfinished.Keeper(path / "training.db", Exercise(knowledge(), SCENARIOS[name], 3))
    played = Played(keeper.exercise, keeper)
    played.at(Typing(*lines))  # type: ignore[arg-type]
    return played


def test_ctrl_d_ends_a_login_to_another_simulated_host(tmp_path: Path) -> None:
    exercise = played(tmp_path, name=TWO_HOSTS).exercise
    assert isinstance(exercise, Exercise)
    first, other = exercise.machine.first, next(n for n in exercise.machine.hosts if n != exercise.machine.first)
    exercise = played(tmp_path, f"ssh {other}", "hostname", None, "hostname", name=TWO_HOSTS).exercise
    assert isinstance(exercise, Exercise)
    assert [turn.line for turn in exercise.transcript[1:]] == [f"ssh {other}", "hostname", "exit", "hostname"]
    assert [turn.said[0].text for turn in exercise.transcript if turn.line == "hostname"] == [other, first]


def test_a_fault_of_a_simulated_tool_is_one_line_and_the_exercise_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(call: Call) -> str:
        raise KeyError("/u01/secret")

    keeper = unfinished.Keeper(tmp_path / "training.db", Exercise(knowledge(), SCENARIOS[NAME], 3))
    host = keeper.exercise.shell.host
    monkeypatch.setitem(host.tools, "free", Tool("free", fail, ""))
    run = Played(keeper.exercise, keeper)
    run.at(Typing("free -m", "uptime"))  # type: ignore[arg-type]
    shown = " ".join(capsys.readouterr().out.split())
    assert "Report it with this code" in shown
    assert "`KeyError at" in shown
    assert "secret" not in shown
    assert "load average" in shown
    kept = unfinished.unfinished(tmp_path / "training.db")
    assert kept is not None
    assert [typed.line for typed in kept.lines] == ["free -m", "uptime"]


def test_what_does_not_end_at_ctrl_c_is_given_up_and_taken_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    exercise = Exercise(knowledge(), SCENARIOS[NAME], 3)
    keeper = unfinished.Keeper(tmp_path / "training.db", exercise)
    run = Played(exercise, keeper)

    def hang(call: Call) -> str:
        call.host.files.write("/tmp/left", "x", False)
        run._interrupt(0.0)  # the first Ctrl-C only asks
        run._interrupt(9.0)
        raise AssertionError("it goes on")

    monkeypatch.setitem(exercise.shell.host.tools, "free", Tool("free", hang, ""))
    run.at(Typing("uptime", "free -m", "cat /tmp/left"))  # type: ignore[arg-type]
    shown = capsys.readouterr().out
    assert "Given up, and taken back as if it had not been typed: free -m" in shown
    assert "cat: /tmp/left" in shown
    assert run.exercise is keeper.exercise
    kept = unfinished.unfinished(tmp_path / "training.db")
    assert kept is not None
    assert ([typed.line for typed in kept.lines], kept.pending) == (["uptime", "cat /tmp/left"], "")


def test_an_interrupt_between_two_commands_hits_neither(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exercise = Exercise(knowledge(), SCENARIOS[NAME], 3)
    run = Played(exercise, unfinished.Keeper(tmp_path / "training.db", exercise))

    class Late(Typing):
        def read(self, prompt: str, at_end: str | None = None) -> str | None:
            line = super().read(prompt, at_end)
            if self.lines:
                run._interrupt(0.0)
                run._not_interrupted()
            return line

    run.at(Late("sleep 5", "sleep 5"))  # type: ignore[arg-type]
    assert "interrupted" not in capsys.readouterr().out


def test_an_input_that_ended_is_left_once_and_cleanly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    with Terminal() as terminal:
        assert terminal.read("# ") is None

    def hung_up(_: str = "") -> str:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("builtins.input", hung_up)
    with Terminal() as terminal:
        assert terminal.read("# ") is None
    assert terminal.status == 0


def test_signals_are_given_back_and_one_that_ends_is_kept_until_a_line_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGTSTP)]
    monkeypatch.setattr("builtins.input", lambda _="": "never read")
    with Terminal() as terminal:
        states = []
        signal.raise_signal(signal.SIGINT)
        states.append(terminal.interrupted)
        assert terminal.read("# ") == "never read"
        states.append(terminal.interrupted)
        assert states == [True, False]
        signal.raise_signal(signal.SIGTERM)
        assert terminal.read("# ") is None
        assert terminal.status == 128 + signal.SIGTERM
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGTSTP)] == before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_a_fault_of_ours_ends_with_the_line_and_its_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    left: list[bool] = []
    monkeypatch.setattr(leaving, "leave", lambda _, begun, unrun=0: left.append(begun))

    def fail() -> None:
        with Terminal() as terminal:
            terminal.begun = True
            raise KeyError("x")

    with pytest.raises(SystemExit) as ended:
        fail()
    assert ended.value.code == at.FAULT
    assert left == [True]
    assert "KeyError" in capsys.readouterr().err


def test_only_lines_that_can_be_seen_are_counted() -> None:
    assert leaving.count_lines(b"") == 0
    assert leaving.count_lines(b"\r\n\x03\x04 \r") == 0
    assert leaving.count_lines(b"\x1b[200~mkfs /dev/sda\rreboot\x1b[201~") == 2
    assert leaving.not_run(1).count("1 line ") == 1
