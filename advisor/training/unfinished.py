"""An exercise that outlives the program: each line is kept before its answer is shown, and typed again when somebody goes on.

A run is fully determined by its scenario, its seed, its mode, the lines that were typed, and where each was interrupted.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from advisor import __version__
from advisor.knowledge import Knowledge
from advisor.training.exercise import MODES, MOST_LINE, Exercise, Said
from advisor.training.progress import NotKept, Progress, Typed, Unfinished, look_at, open_progress
from advisor.training.scenarios import Scenario
from facts.text import clean

_FIRST_DELAY, _LONGEST_DELAY = 0.5, 15.0
"""Seconds from one attempt to keep it to the next; each failure doubles them."""
_ELSEWHERE = "another one is kept, or somebody goes on with it elsewhere"


class Keeper:
    """Keeps an exercise until it is over. What it cannot keep it says once, and the exercise goes on in memory.

    Each further line tries again, and the whole exercise is kept as soon as that works.

    Attributes:
        exercise: which one.
        holder: a name for this keeper, so that no two write to one exercise.
        problem: why it is not kept now, or "".
    """

    def __init__(self, path: Path, exercise: Exercise) -> None:
        """Keep an exercise that begins; nothing is written before something was typed.

        Args:
            path: of the progress.
            exercise: the exercise.
        """
        self.exercise = exercise
        exercise.survives = True
        self.holder = secrets.token_hex(8)
        self.problem = ""
        self._path = path
        self._lines: list[Typed] = []
        self._there = False
        self._given_up = False
        self._delay, self._again_at = _FIRST_DELAY, 0.0

    @property
    def keeps(self) -> bool:
        """Whether something of the exercise is kept, and all of it."""
        return self._there and not self.problem

    def say(self, line: str) -> list[Said]:
        """A line that was typed; it is kept before it is answered, and the answer's digest before it is shown."""
        line = clean(line[:MOST_LINE]).strip().encode(errors="replace").decode()
        exercise, world = self.exercise, self.exercise.machine.world
        if not line or exercise.over:
            return exercise.say(line)
        well = not self.problem
        self._write(lambda progress: self._begins(progress, line))
        steps, interruptions = world.steps, len(world.interruptions)
        said = exercise.say(line)
        interrupted = tuple(at - steps for at in world.interruptions[interruptions:])
        if exercise.left:
            self._write(lambda progress: progress.drop(self.holder))
        elif not exercise.over:  # where it is over it goes together with what is kept of its result
            self._lines.append(Typed(line, interrupted, digest(said)))
            self._write(self._is_answered)
        if well and self.problem:
            return [
                *said,
                Said(
                    "error", f"From here on this exercise is not kept: {clean(self.problem)}. It continues in memory."
                ),
            ]
        if not well and not self.problem and not exercise.left:
            return [*said, Said("error", "The whole exercise is kept again.")]
        return said

    def take_back(self) -> None:
        """Take back the line that is being answered: the exercise is again as it was before, in an object of its own."""
        old = self.exercise
        self.exercise = Exercise(old.knowledge, old.scenario, old.seed, old.mode)
        self.exercise.survives = True
        self.exercise.begin()
        for _ in repeated(self.exercise, self._lines):
            pass
        if self._there:
            self._write(lambda progress: progress.asked(self.holder, ""))

    def _begins(self, progress: Progress, line: str) -> bool:
        if self.problem:
            self._there = progress.keep_whole(self._run(), self.holder, line)
            return self._there
        if self._there:
            return progress.asked(self.holder, line)
        self._there = progress.begin_keeping(self._run(), self.holder, line)
        return self._there

    def _is_answered(self, progress: Progress) -> bool:
        if self.problem:
            self._there = progress.keep_whole(self._run(), self.holder, "")
            return self._there
        return progress.answered(self.holder, len(self._lines), self._lines[-1])

    def _run(self) -> Unfinished:
        exercise = self.exercise
        run = (exercise.scenario.name, exercise.seed, exercise.mode, exercise.knowledge.digest, __version__)
        return Unfinished(*run, tuple(self._lines))

    def _write(self, act: Callable[[Progress], bool]) -> None:
        """After a problem the whole is written: lines behind a gap would tell of another run."""
        if self._given_up or (self.problem and time.monotonic() < self._again_at):
            return
        try:
            with open_progress(self._path) as progress:
                if act(progress):
                    self.problem, self._delay = "", _FIRST_DELAY
                else:
                    self.problem, self._given_up = _ELSEWHERE, True
        except (NotKept, sqlite3.Error) as error:
            self.problem = str(error)
            self._again_at = time.monotonic() + self._delay
            self._delay = min(2 * self._delay, _LONGEST_DELAY)

    def went_on(self, answers: Sequence[Typed]) -> None:
        """Keep an exercise whose lines were all repeated, with the answers of now."""
        self._lines, self._there = list(answers), True
        self._write(lambda progress: progress.take(self.holder, self._run()))
        self._given_up = bool(self.problem)  # the file still names the holder of before


def digest(said: Sequence[Said]) -> str:
    """A digest of an answer."""
    return hashlib.sha256("\0".join(f"{one.kind}\0{one.text}" for one in said).encode(errors="replace")).hexdigest()


def unfinished(path: Path) -> Unfinished | None:
    """The exercise that is not ended yet.

    Raises:
        NotKept: it cannot be read.
    """
    try:
        with look_at(path) as progress:
            found = progress.unfinished()
    except sqlite3.Error as error:
        raise NotKept(f"`{path}`: {error}") from None
    if found is not None and found.mode not in MODES:
        raise NotKept(f"`{path}`: there is no mode `{found.mode}`")
    return found


def drop(path: Path) -> None:
    """Keep the unfinished exercise no more.

    Raises:
        NotKept: that cannot be written.
    """
    try:
        with open_progress(path) as progress:
            progress.drop()
    except sqlite3.Error as error:
        raise NotKept(f"`{path}`: {error}") from None


def described(kept: Unfinished, scenarios: Mapping[str, Scenario]) -> str:
    """An unfinished exercise in words."""
    count = len(kept.lines)
    scenario = scenarios.get(kept.scenario)
    title = scenario.title if scenario is not None else kept.scenario
    return clean(f"{title} ({kept.mode}, run {kept.seed}, {count} line{'s' * (count != 1)})")


def gone(kept: Unfinished) -> str:
    """What is said where there is no such scenario any more."""
    return clean(f"there is no scenario `{kept.scenario}` any more; the exercise cannot go on")


def repeated(exercise: Exercise, lines: Sequence[Typed]) -> Iterator[Typed]:
    """Type lines again, into an exercise that was begun; each as it is answered now."""
    world = exercise.machine.world
    for typed in lines:
        world.to_interrupt = [world.steps + at for at in typed.interrupted]
        said = exercise.say(typed.line)
        world.to_interrupt = []
        yield typed._replace(said=digest(said))


def notes(keeper: Keeper, kept: Unfinished, answers: Sequence[Typed]) -> tuple[str, ...]:
    """What is to be said once an exercise goes on."""
    unkept = f"From here on it is not kept: {clean(keeper.problem)}" if keeper.problem else ""
    said = (*changes(keeper.exercise.knowledge, kept, answers), unkept, not_answered(kept))
    return tuple(text for text in said if text)


def changes(knowledge: Knowledge, kept: Unfinished, answers: Sequence[Typed]) -> list[str]:
    """What is other now than it was, in words."""
    said = []
    if kept.knowledge != knowledge.digest:
        said.append("The knowledge base has changed since.")
    if kept.version != __version__:
        said.append(clean(f"Until now it ran with advisor {kept.version}; this is {__version__}."))
    other = next((n for n, (then, now) in enumerate(zip(kept.lines, answers, strict=False), 1) if then != now), None)
    if other is not None:
        said.append(
            f"From line {other} on not everything is answered as it was then; what you see is the answer of now."
        )
    elif said:
        said.append("All lines are answered as they were.")
    return said


def not_answered(kept: Unfinished) -> str:
    """What is said of a line that was typed, but not answered; "" where there is none."""
    return f"Not answered when the program ended, and not run: {clean(kept.pending)}" if kept.pending else ""


def exercise_of(knowledge: Knowledge, scenarios: Mapping[str, Scenario], kept: Unfinished) -> Exercise:
    """The exercise as it began.

    Raises:
        KeyError: there is no such scenario any more.
    """
    exercise = Exercise(knowledge, scenarios[kept.scenario], kept.seed, kept.mode)
    exercise.survives = True
    exercise.begin()
    return exercise
