"""Whole exercises as a learner sees them, for the documentation: ``make docs`` writes them to docs/training."""

from __future__ import annotations

from advisor.explanation.document import fence
from advisor.training.exercise import Exercise, Said
from advisor.training.played import wrapped
from advisor.training.scenarios import fill, load
from tests.kb.examples import knowledge
from tests.tree import ROOT

LEARNERS = {path.stem: path for path in sorted((ROOT / "tests" / "advisor" / "training" / "learners").glob("*.txt"))}
"""What was typed: a line with scenario, seed and mode, then a line for each."""
_MOST_LINES = 40


def page(name: str) -> str:
    """One exercise as a page."""
    first, *lines = LEARNERS[name].read_text(encoding="utf-8").splitlines()
    words = first.split()
    given = dict(zip(words[::2], words[1::2], strict=True))
    exercise = Exercise(knowledge(), load(knowledge().root)[given["scenario"]], int(given["seed"]), given["mode"])
    command = f"advisor train {given['scenario']} --seed {given['seed']} --mode {given['mode']}"
    shown = _shown(exercise.begin())
    for line in lines:
        typed = fill(line, exercise.machine.names)
        shown += f"{exercise.prompt}{typed}\n{_shown(exercise.say(typed))}"
    mark = fence(shown)
    return (
        f"# {exercise.scenario.title}\n\nAn exercise from its beginning to its end, as `{command}` shows it. What the learner typed stands "
        f"behind the prompt; of long outputs the middle is left out here.\n\n{mark}text\n{shown}{mark}\n"
    )


def _shown(said: list[Said]) -> str:
    return "".join(f"{'tutor: ' if one.kind == 'tutor' else ''}{_cut(one)}\n" for one in said)


def _cut(one: Said) -> str:
    lines = [line.rstrip() for line in (one.text if one.kind == "output" else wrapped(one.text)).splitlines()]
    if one.kind == "output" and len(lines) > _MOST_LINES:
        half = _MOST_LINES // 2
        lines = [*lines[:half], f"... ({len(lines) - 2 * half} lines)", *lines[-half:]]
    return "\n".join(lines)
