"""Practice on simulated hosts, as plain data: the list of scenarios, and how one exercise stands after each line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from advisor.conversation.completion import Completion
from advisor.knowledge import Knowledge
from advisor.training import unfinished
from advisor.training.exercise import Exercise, Said, Turn
from advisor.training.moves import Move
from advisor.training.progress import Unfinished
from advisor.training.scenarios import Scenario, load
from advisor.training.scoring import HINT_POINTS
from advisor.views.host_words import complete
from advisor.views.learner import Learner
from facts.text import clean


class HostExercise(NamedTuple):
    """A scenario as it stands in the list, with nothing that gives it away.

    Attributes:
        name: of the scenario. title: in words. level: from 1, the easiest, to 4.
        trains: the skills that it is for, in words.
        wanted: why it is the one to do next; "" for every other one.
        last: the last score, in words, or "".
    """

    name: str
    title: str
    level: int
    trains: tuple[str, ...]
    wanted: str = ""
    last: str = ""


class Noted(NamedTuple):
    """One entry of the notebook.

    Attributes:
        kind: ``seen`` for what follows from an output, ``note`` for what the learner wrote, ``named`` for a cause.
        number: of the line that was typed, from 1.
        clock: simulated time of day. text: the line, the note, or the cause. news: what newly follows, or why.
    """

    kind: str
    number: int
    clock: str
    text: str
    news: tuple[str, ...] = ()


class Sight(NamedTuple):
    """How an exercise stands.

    Attributes:
        title, mode, seed: of the run.
        host: where the prompt is. prompt: as it is shown. clock: simulated time of day. minutes: of work, simulated.
        over: whether it has ended. points: of 100, once it has ended with a score.
        people: whom one can ask: name, and who it is.
        hints: what a hint of each strength costs; none where there are no hints.
        noted: the notebook.
        unkept: why what is typed is not kept, or "".
    """

    title: str
    mode: str
    seed: int
    host: str
    prompt: str
    clock: str
    minutes: float
    over: bool
    points: int | None
    people: tuple[tuple[str, str], ...]
    hints: tuple[tuple[int, int], ...]
    noted: tuple[Noted, ...]
    unkept: str = ""


class Answer(NamedTuple):
    """What came of a line: the prompt that it was typed at, what was said, and how everything stands then."""

    prompt: str
    said: tuple[Said, ...]
    sight: Sight


class Resumed(NamedTuple):
    """An exercise that goes on: all that was typed and said, how it stands, what else is to be said, and a line that was not run."""

    turns: tuple[Turn, ...]
    sight: Sight
    notes: tuple[str, ...]
    pending: str


class Abandoned(Exception):
    """Somebody does not want to wait until all lines are repeated."""


def host_exercises(knowledge: Knowledge, learner: Learner) -> tuple[HostExercise, ...]:
    """Every scenario, the easiest first, with what the learner did of it and what is next."""
    return tuple(_listed(scenario, learner) for scenario in load(knowledge.root).values())


def _listed(scenario: Scenario, learner: Learner) -> HostExercise:
    trains = tuple(skill.replace("-", " ") for skill in scenario.skills)
    wanted = learner.why if scenario.name == learner.wanted else ""
    last = learner.last.get(scenario.name, "")
    return HostExercise(scenario.name, clean(scenario.title), scenario.level, trains, wanted, last)


class Practice:
    """One exercise on a simulated host. It belongs to the thread that made it; only `interrupt` and `ready` may be called by others."""

    def __init__(self, knowledge: Knowledge, name: str, seed: int, mode: str, path: Path) -> None:
        """Make the hosts of a run.

        Args:
            knowledge: whose scenario it is.
            name: of the scenario.
            seed: of the run.
            mode: as in `advisor.training.exercise.MODES`.
            path: where progress is kept, and the exercise until it is over.

        Raises:
            KeyError: there is no such scenario.
        """
        self.exercise = Exercise(knowledge, load(knowledge.root)[name], seed, mode)
        self.keeper = unfinished.Keeper(path, self.exercise)
        self._lines = 0
        self._log: list[Noted] = []

    def begin(self) -> Answer:
        """What is said at the beginning."""
        return Answer("", tuple(self.exercise.begin()), self.sight())

    def say(self, line: str) -> Answer:
        """One line that was typed."""
        prompt, moves, notes = self._now
        said = tuple(self.keeper.say(line))
        self._note(moves, notes)
        return Answer(prompt, said, self.sight())

    def go_on(self, kept: Unfinished, watch: Callable[[int], bool]) -> Resumed:
        """Type again what was typed before the program ended.

        Args:
            kept: what was typed.
            watch: is told how many lines are done, and says whether to go on.

        Raises:
            Abandoned: it says no; what is kept stays as it was.
        """
        exercise, answers = self.exercise, []
        exercise.begin()
        _, moves, notes = self._now
        for typed in unfinished.repeated(exercise, kept.lines):
            answers.append(typed)
            self._note(moves, notes)
            _, moves, notes = self._now
            if not watch(len(answers)):
                raise Abandoned
        self.keeper.went_on(answers)
        told = tuple(clean(text) for text in unfinished.notes(self.keeper, kept, answers))
        return Resumed(tuple(exercise.transcript), self.sight(), told, kept.pending)

    @property
    def _now(self) -> tuple[str, int, int]:
        """The prompt, and how many moves and notes there are."""
        exercise = self.exercise
        return exercise.prompt, len(exercise.record.moves), len(exercise.notes)

    def _note(self, moves: int, notes: int) -> None:
        """Note what came of one line; so many moves and notes there were before."""
        exercise = self.exercise
        self._lines += 1
        self._log += [entry for move in exercise.record.moves[moves:] for entry in self._entry(move)]
        for note in exercise.notes[notes:]:
            clock, _, text = note.partition("  ")
            self._log.append(Noted("note", self._lines, clock, text))

    def _entry(self, move: Move) -> Iterator[Noted]:
        clock = f"{self.exercise.machine.world.begins + timedelta(seconds=move.at):%a %H:%M:%S}"
        if move.kind in ("conclude", "suspect"):
            case = self.exercise.knowledge.cases.get(move.case)
            cause = case.title if case is not None else "nothing is wrong"
            text = f"{'Concluded' if move.kind == 'conclude' else 'Suspected'}: {cause}"
            yield Noted("named", self._lines, clock, text, (move.why,) if move.why else ())
        elif move.seen is not None and move.seen.news:
            yield Noted("seen", self._lines, clock, move.line, move.seen.news)

    def sight(self) -> Sight:
        """How it stands."""
        exercise = self.exercise
        guided = exercise.mode == "guided"
        open_book = guided or exercise.over  # what follows from an output is a hint where there are none
        return Sight(
            clean(exercise.scenario.title), exercise.mode, exercise.seed, exercise.shell.host.name, exercise.prompt, exercise.clock,
            exercise.record.minutes, exercise.over, exercise.scored().points if exercise.over and not exercise.left else None,
            tuple((person.name, person.about) for person in exercise.scenario.people),
            tuple(HINT_POINTS.items()) if guided else (),
            tuple(entry for entry in self._log if open_book or entry.kind != "seen"), self.keeper.problem,
        )  # fmt: skip

    def complete(self, line: str) -> Completion | None:
        """What goes on from the beginning of a line; None where nothing can be completed."""
        return complete(self.exercise, line)

    def cases(self) -> tuple[tuple[str, str], ...]:
        """The causes that can be named: slug and title of each."""
        cases = sorted(self.exercise.knowledge.cases.values(), key=lambda case: case.title)
        return (*((case.slug, clean(case.title)) for case in cases), ("nothing", "Nothing is wrong with this host"))

    def ready(self) -> None:
        """Forget an interruption of what had ended already; any thread may say so before it lets a line be run."""
        self.exercise.machine.world.interrupted = False

    def interrupt(self) -> None:
        """End the command that is running, or is about to; any thread may say so."""
        self.exercise.machine.world.interrupted = True
