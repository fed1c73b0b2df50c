"""The exercise that is not ended yet, in a plain terminal: going on with it, dropping it, or choosing between it and another."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from advisor.errors import Problem, complain
from advisor.knowledge import Knowledge
from advisor.training import unfinished
from advisor.training.exercise import Exercise
from advisor.training.progress import NotKept, Typed, Unfinished
from advisor.training.scenarios import Scenario
from advisor.training.unfinished import Keeper

if TYPE_CHECKING:
    from advisor.training.terminal import Terminal

CHOSEN, NEW = "go on", "new"
_GO_ON = "`advisor train --resume` goes on with it"
_LONG_SECONDS = 1.0


def _found(path: Path) -> Unfinished | None:
    """The unfinished exercise; where that cannot be read, it is said, and there is none."""
    try:
        return unfinished.unfinished(path)
    except NotKept as error:
        sys.stderr.write(f"warning: the exercise that was not ended cannot be read: {error}\n")
        return None


def reminder(path: Path, scenarios: Mapping[str, Scenario]) -> str:
    """A line for the end of the list; "" where nothing is unfinished."""
    kept = _found(path)
    return f"\nNot ended: {unfinished.described(kept, scenarios)}; {_GO_ON}.\n" if kept is not None else ""


def how_to(keeper: Keeper | None, lead: str = "") -> str:
    """What is said to somebody who leaves an exercise that is not over."""
    if keeper is None or keeper.exercise.over or not keeper.keeps:
        return ""
    return f"{lead}the exercise is kept: {_GO_ON}\n"


def drop_at(path: Path, scenarios: Mapping[str, Scenario]) -> int:
    """Drop the unfinished exercise; the exit status."""
    try:
        kept = _found(path)
        unfinished.drop(path)
    except NotKept as error:
        return complain([Problem("not-dropped", f"it cannot be dropped: {error}")])
    what = f"dropped: {unfinished.described(kept, scenarios)}" if kept is not None else "there was nothing to drop"
    sys.stderr.write(f"{what}\n")
    return 0


def ask(path: Path, scenarios: Mapping[str, Scenario], terminal: Terminal | None) -> str | int:
    """Before another exercise begins: what is to become of the one that is not ended yet; an exit status to begin none.

    Args:
        path: where progress is kept.
        scenarios: those that there are.
        terminal: where somebody can answer, None where nobody can.
    """
    kept = _found(path)
    if kept is None:
        return NEW
    what = f"not ended: {unfinished.described(kept, scenarios)}"
    there = kept.scenario in scenarios
    if terminal is None:
        help = f"{_GO_ON}, and --drop drops it" if there else "--drop drops it"
        return complain(
            [Problem("unfinished-exercise", what if there else f"{what}; {unfinished.gone(kept)}", help=help)]
        )
    sys.stdout.write(f"{what}\n" if there else f"{what}; {unfinished.gone(kept)}\n")
    sys.stdout.write(
        "Only one is kept. " + ("1 goes on with it, " if there else "") + "2 drops it and begins the new one.\n"
    )
    while True:
        question = "1 or 2? (Enter leaves it as it is) " if there else "2? (Enter leaves it as it is) "
        answer = (terminal.read(question, at_end="") or "").strip()
        if answer == "1" and there:
            return CHOSEN
        if answer == "2":
            return drop_at(path, scenarios) or NEW
        if not answer:
            return 0


def resume(
    knowledge: Knowledge, scenarios: Mapping[str, Scenario], path: Path, terminal: Terminal | None = None
) -> tuple[Keeper, tuple[str, ...]] | int:
    """Go on with the unfinished exercise: its keeper, with what is to be said of that; or an exit status.

    Args:
        knowledge: what answers.
        scenarios: those that there are.
        path: where progress is kept.
        terminal: where somebody can ask for leaving it as it was.
    """
    try:
        kept = unfinished.unfinished(path)
    except NotKept as error:
        return complain([Problem("no-unfinished-exercise", f"the exercise that was not ended cannot be read: {error}")])
    if kept is None:
        return complain([Problem("no-unfinished-exercise", "there is no exercise that was not ended")])
    if kept.scenario not in scenarios:
        return complain([Problem("no-such-scenario", unfinished.gone(kept), help="`advisor train --drop` drops it")])
    exercise = unfinished.exercise_of(knowledge, scenarios, kept)
    answers = _repeated(exercise, kept, terminal)
    if answers is None:
        sys.stderr.write(f"left as it was: {_GO_ON}\n")
        return terminal.status if terminal is not None else 0
    resumed = Keeper(path, exercise)
    resumed.went_on(answers)
    return resumed, unfinished.notes(resumed, kept, answers)


def _repeated(exercise: Exercise, kept: Unfinished, terminal: Terminal | None) -> list[Typed] | None:
    """Type every line again; where it takes long, say how far it is. None where somebody leaves it as it was."""
    began, answers = time.monotonic(), []
    told = False
    for typed in unfinished.repeated(exercise, kept.lines):
        answers.append(typed)
        if sys.stderr.isatty() and time.monotonic() - began > _LONG_SECONDS:
            told = True
            sys.stderr.write(f"\rgoing on: line {len(answers)} of {len(kept.lines)} ")
            sys.stderr.flush()
        if terminal is not None and (terminal.status or (terminal.interrupted and _leaves(terminal))):
            return None
    if told:
        sys.stderr.write("\r\x1b[K")
    return answers


def _leaves(terminal: Terminal) -> bool:
    """After Ctrl-C, whether to leave: who types a command here believes to be on the simulated host already."""
    sys.stderr.write("\n")
    line = terminal.read("Not ready yet. Enter continues; :quit leaves the exercise as it was: ")
    return line is None or line.strip() == ":quit"
