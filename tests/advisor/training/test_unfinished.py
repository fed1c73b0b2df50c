"""An exercise that is not ended when the program ends goes on exactly as it was."""

from __future__ import annotations

import io
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from advisor.cli import main
from advisor.training import progress as kept_file
from advisor.training import results, unfinished
from advisor.training.exercise import Exercise
from advisor.training.progress import NotKept, open_progress
from advisor.training.scenarios import fill
from advisor.training.transcript import as_json
from advisor.training.unfinished import Keeper
from tests.advisor.training.runs import SCENARIOS
from tests.kb.examples import knowledge
from tests.state import seeded

NAME = "memory-almost-full-alarm"
NIGHT = "cluster-takeover-at-night"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ADVISOR_STATE", str(seeded(tmp_path)))
    return tmp_path / "training.db"


def begun(path: Path, name: str = NAME, seed: int = 3, mode: str = "guided") -> Keeper:
    exercise = Exercise(knowledge(), SCENARIOS[name], seed, mode)
    exercise.begin()
    return Keeper(path, exercise)


def gone_on(path: Path) -> tuple[Keeper, tuple[str, ...]]:
    kept = unfinished.unfinished(path)
    assert kept is not None
    exercise = unfinished.exercise_of(knowledge(), SCENARIOS, kept)
    answers = list(unfinished.repeated(exercise, kept.lines))
    keeper = Keeper(path, exercise)
    keeper.went_on(answers)
    return keeper, unfinished.notes(keeper, kept, answers)


def heard(keeper: Keeper) -> list[tuple[str, object]]:
    """What the notebook rests on, without the times of this machine."""
    return [(one.kind, one.data) for one in keeper.exercise.notebook.session.standing.contributions]


@pytest.mark.parametrize(
    ("name", "mode"), [(NIGHT, "guided"), (NAME, "interview"), ("unreadable-archive", "exam")]
)  # fmt: skip
def test_an_exercise_goes_on_as_if_it_had_never_been_left(name: str, mode: str, path: Path) -> None:
    scenario = SCENARIOS[name]
    once = begun(path.with_name("other.db"), name, 5, mode)
    lines = [
        ":note one",
        ":hint 2",
        "no-such-command",
        *(fill(line, once.exercise.machine.names) for line in scenario.expert),
    ]
    for line in lines:
        once.say(line)
    left = begun(path, name, 5, mode)
    for number, line in enumerate(lines):
        if number in (1, len(lines) // 2):
            left, notes = gone_on(path)
            assert notes == ()
        left.say(line)
    assert left.exercise.over
    assert not left.problem
    assert as_json(left.exercise) == as_json(once.exercise)
    assert left.exercise.notes == once.exercise.notes
    assert heard(left) == heard(once)


def test_what_was_interrupted_is_interrupted_again_at_the_same_second(path: Path) -> None:
    keeper = begun(path, NIGHT)
    world = keeper.exercise.machine.world

    class Impatient:
        seconds = 0.0

        def step(self, seconds: float) -> None:
            self.seconds += seconds
            if self.seconds == 7:
                thread = threading.Thread(target=lambda: setattr(world, "interrupted", True))
                thread.start()
                thread.join()

    keeper.say("uname -a")
    world.parts.append(Impatient())
    assert "^C" in keeper.say("vmstat 1 40")[0].text
    world.parts.pop()
    keeper.say("vmstat 1 3")
    again, notes = gone_on(path)
    assert notes == ()
    assert again.exercise.transcript == keeper.exercise.transcript
    assert again.exercise.clock == keeper.exercise.clock
    assert [again.say("vmstat 1 2")] == [keeper.exercise.say("vmstat 1 2")]


def test_it_goes_when_the_exercise_ends_and_counts_once(path: Path) -> None:
    keeper = begun(path)
    keeper.say("free -m")
    keeper.say(":done")
    kept = unfinished.unfinished(path)  # its result is not kept yet
    assert kept is not None
    assert (kept.pending, len(kept.lines)) == (":done", 1)
    assert results.keep_at(path, knowledge(), keeper.exercise, datetime.now(UTC), keeper.holder) == ""
    assert unfinished.unfinished(path) is None
    left = begun(path)
    left.say("free -m")
    left.say(":quit")
    assert unfinished.unfinished(path) is None
    with open_progress(path) as progress:
        assert len(list(progress.runs())) == 1


def test_a_disk_that_fills_ends_no_exercise_and_the_whole_is_kept_when_there_is_room(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "_FIRST_DELAY", 0.0)
    keeper = begun(path)
    keeper.say("free -m")
    with monkeypatch.context() as full:

        def refuse(_: Path) -> None:
            raise NotKept("database or disk is full")

        full.setattr(unfinished, "open_progress", refuse)
        said = keeper.say("uname -a")
        assert (
            said[-1].text == "From here on this exercise is not kept: database or disk is full. It continues in memory."
        )
        assert len(keeper.say("uptime")) > 0
        assert keeper.say("vmstat 1 3")[-1].kind != "error", "it is said once"
        assert keeper.problem == "database or disk is full"
    assert keeper.say("df -h")[-1].text == "The whole exercise is kept again."
    assert keeper.keeps
    assert keeper.say("swapon -s")[-1].kind != "error"
    kept = unfinished.unfinished(path)
    assert kept is not None
    assert [typed.line for typed in kept.lines] == ["free -m", "uname -a", "uptime", "vmstat 1 3", "df -h", "swapon -s"]


def test_two_never_write_to_one_exercise(path: Path) -> None:
    first, second = begun(path), begun(path, NIGHT)
    first.say("free -m")
    assert "not kept" in second.say("uname -a")[-1].text
    again, _ = gone_on(path)
    assert "elsewhere" in first.say("uptime")[-1].text
    assert len(first.say("uptime")) == len(again.say("uptime"))  # it is said once
    kept = unfinished.unfinished(path)
    assert kept is not None
    assert [typed.line for typed in kept.lines] == ["free -m", "uptime"]


def test_what_changed_since_is_said_and_it_goes_on(path: Path) -> None:
    begun(path).say("free -m")
    with sqlite3.connect(path) as database:
        database.execute("update unfinished set knowledge = 'sha256:other', version = '0.0.9'")
        database.execute("update typed set said = 'other'")
    database.close()
    _, notes = gone_on(path)
    assert notes[0] == "The knowledge base has changed since."
    assert "0.0.9" in notes[1]
    assert "From line 1 on" in notes[2]
    assert gone_on(path)[1] == ()


def test_a_line_that_is_no_text_and_a_long_one_are_kept_as_they_are_answered(path: Path) -> None:
    keeper = begun(path)
    for line in ("echo \udc80\x00\x1b[31mx", "echo " + "y" * 5000, "   ", ":note ä'\";--"):
        keeper.say(line)
    again, notes = gone_on(path)
    assert notes == ()
    assert again.exercise.transcript == keeper.exercise.transcript


def test_a_file_of_before_is_kept_and_can_hold_one(path: Path) -> None:
    with sqlite3.connect(path) as database:
        for statement in kept_file._TABLES[0].split(";"):
            database.execute(statement)
        database.execute("insert into runs values (1, '2026-01-05', 'x', 1, 'exam', 70, 9.0, '{}')")
        database.execute("pragma user_version = 1")
    database.close()
    begun(path).say("free -m")
    assert unfinished.unfinished(path) is not None
    with open_progress(path) as progress:
        assert progress.best() == {"x": 70}


def test_a_damaged_file_is_said_and_hinders_nothing(path: Path) -> None:
    path.write_bytes(b"no database at all" * 100)
    keeper = begun(path)
    said = keeper.say("free -m")
    assert "not a database" in said[-1].text
    assert len(keeper.say("uptime")) < len(said) + 1
    path.unlink()
    keeper = begun(path)
    for _ in range(3):
        keeper.say("free -m")
    with sqlite3.connect(path) as database:
        database.execute("delete from typed where number = 2")
    database.close()
    with pytest.raises(NotKept, match="damaged"):
        unfinished.unfinished(path)
    unfinished.drop(path)
    assert unfinished.unfinished(path) is None


def started(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "advisor", "train", *arguments]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    )


def test_a_killed_run_goes_on_in_a_plain_terminal(path: Path) -> None:
    program = started(NAME, "--seed", "3", "--mode", "exam")
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write("free -m\nuptime\n")
    program.stdin.flush()
    shown = ""
    while "load average" not in shown:
        shown += (read := program.stdout.readline())
        assert read
    program.send_signal(signal.SIGKILL)
    program.communicate()
    again = started("--resume")
    out, err = again.communicate("date\n")
    assert "run 3" in out.replace("\n", " ")
    assert "Mem:" in out
    assert "load average" in out
    assert "advisor train --resume" in err
    whole = started(NAME, "--seed", "3", "--mode", "exam", "--db", str(path.parent / "other" / "work.db"))
    other, _ = whole.communicate("free -m\nuptime\ndate\n")
    assert out.split("# ")[-2].strip() == other.split("# ")[-2].strip()


def test_what_is_said_where_one_is_not_ended(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(path).say("free -m")
    assert main(["train", "--list"]) == 0
    assert "(guided, run 3, 1 line); `advisor train --resume`" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["train", NIGHT]) == 2
    assert "--drop drops it" in capsys.readouterr().err

    def answering(*lines: str) -> None:
        answers = iter(lines)
        monkeypatch.setattr("builtins.input", lambda _="": next(answers))

    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    answering("x", "")
    assert main(["train", NIGHT]) == 0
    assert "Only one is kept." in capsys.readouterr().out
    answering("1", "free -m", ":quit")
    assert main(["train", NIGHT]) == 0
    assert capsys.readouterr().out.count("Mem:") == 2
    begun(path).say("free -m")
    answering("2", "uname -a", ":quit")
    assert main(["train", NIGHT]) == 0
    assert "SunOS" in capsys.readouterr().out
    assert unfinished.unfinished(path) is None


def test_a_scenario_that_is_gone_can_be_dropped(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun(path).say("free -m")
    with sqlite3.connect(path) as database:
        database.execute("update unfinished set scenario = 'gone'")
    database.close()
    assert main(["train", "--resume"]) == 2
    assert "--drop" in capsys.readouterr().err
    assert main(["train", "--drop"]) == 0
    assert "dropped: gone" in capsys.readouterr().err
    assert main(["train", "--resume"]) == 2
    assert main(["train", "--resume", NAME]) == 2
    assert "takes no scenario" in capsys.readouterr().err
