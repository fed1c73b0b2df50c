"""The debriefing: scores with reasons, the expert's way beside the learner's, what each output should have meant, what to read."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from advisor.explanation.text import by_source
from advisor.knowledge import Knowledge
from advisor.training.moves import Move
from advisor.training.scenarios import Scenario, fill

if TYPE_CHECKING:
    from advisor.training.exercise import Exercise

_WIDTH = 78
_MOST_NEWS = 3


def debriefing(exercise: Exercise) -> str:
    """The whole text."""
    parts = (
        _scores(exercise),
        _cause(exercise),
        _moves(exercise),
        _expert(exercise),
        _reading(exercise.knowledge, exercise.scenario),
    )
    return "\n\n".join("\n".join(part) for part in map(list, parts) if part)


def _scores(exercise: Exercise) -> Iterator[str]:
    scored = exercise.scored()
    yield f"Score: {scored.points} of 100"
    for part in scored.parts:
        yield f"  {part.name:<13}{part.points:5.1f} of {part.most:<3}"
        for reason in part.reasons:
            yield from _hung(f"- {reason}", 4)


def _cause(exercise: Exercise) -> Iterator[str]:
    case = exercise.knowledge.cases.get(exercise.scenario.case)
    if case is None:
        yield "Nothing was wrong with this host."
        return
    yield f"It was: {case.title} ({case.slug})"
    yield from _hung(case.mechanism, 2)


def _moves(exercise: Exercise) -> Iterator[str]:
    yield "Your way, and what each output meant"
    for number, move in enumerate(
        (m for m in exercise.record.moves if m.kind in ("command", "ask", "conclude", "suspect")), 1
    ):
        yield f"  {number:2}. {move.line}"
        yield from _meant(move)


def _meant(move: Move) -> Iterator[str]:
    for text in move.seen.news[-_MOST_NEWS:] if move.seen else ():
        yield from _hung(f"- {text}", 6)


def _expert(exercise: Exercise) -> Iterator[str]:
    yield "An expert's way"
    names = exercise.machine.names
    scenario = exercise.scenario
    for heading, lines in (
        ("see", scenario.look),
        ("mend", scenario.fix),
        ("make it last", scenario.keep),
        ("prove", scenario.verify),
    ):
        if lines:
            yield f"  to {heading}:"
            yield from (f"    {fill(line, names)}" for line in lines)
    for wrong in scenario.wrong:
        yield from _hung(f"Not: {'; '.join(fill(line, names) for line in wrong.lines)}. {wrong.why}", 2)


def _reading(knowledge: Knowledge, scenario: Scenario) -> Iterator[str]:
    case = knowledge.cases.get(scenario.case)
    if case is not None:
        yield "To read"
        yield f"  advisor explain {case.slug}"
        for key, places in by_source(case.sources).items():
            source = knowledge.sources[key]
            yield from _hung(f"- {source.author}: {source.title}, {source.date} ({'; '.join(places)})", 2)


def _hung(text: str, indent: int) -> list[str]:
    hang = indent + 2 * text.startswith("- ")
    return wrap(text, _WIDTH, initial_indent=" " * indent, subsequent_indent=" " * hang) or [""]
