"""The record of a run for a trainer: what was typed and said, and the scores with their reasons; as data, Markdown or text."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Any

from advisor.explanation.document import fence
from advisor.training.exercise import Exercise, Said
from advisor.training.played import wrapped

if TYPE_CHECKING:
    from advisor.training.moves import Move
    from advisor.training.quiz import Quiz

FORMATS = ("text", "markdown", "json")
FOLDER = "interviews"
"""Where interviews are kept, beside the progress."""
_SUFFIXES = {".json": "json", ".txt": "text"}
_MODES = {"guided": "Guided practice", "exam": "Exam", "interview": "Interview"}


def as_json(exercise: Exercise) -> dict[str, Any]:
    """A run as data: what was typed and said, and the score where it was ended with one."""
    record, scenario = exercise.record, exercise.scenario
    case = exercise.knowledge.cases.get(scenario.case)
    data: dict[str, Any] = {
        "scenario": scenario.name, "title": scenario.title, "level": scenario.level, "skills": list(scenario.skills),
        "seed": exercise.seed, "mode": exercise.mode, "complaint": exercise.complaint,
        "transcript": [
            {"prompt": turn.prompt, "clock": turn.clock, "typed": turn.line, "said": [one._asdict() for one in turn.said]}
            for turn in exercise.transcript
        ],
        "moves": [_move(move) for move in record.moves], "score": None,
    }  # fmt: skip
    if exercise.over and not exercise.left:
        scored = exercise.scored()
        parts = [
            {**part._asdict(), "points": round(part.points, 1), "reasons": list(part.reasons)} for part in scored.parts
        ]
        data["cause"] = {"case": scenario.case, "title": case.title if case is not None else "nothing is wrong"}
        data["score"] = {"points": scored.points, "of": 100, "parts": parts, "minutes": round(record.minutes, 1)}
    return data


def quiz_json(quiz: Quiz, said: list[tuple[str, list[Said]]]) -> dict[str, Any]:
    """A drill as data."""
    whole = quiz.over and not quiz.left
    return {
        "transcript": [{"typed": line, "said": [one._asdict() for one in texts]} for line, texts in said],
        "results": [{"skills": list(names), "shown": share} for names, share in quiz.results],
        "score": {"points": quiz.points, "of": 100} if whole else None,
    }


def _move(move: Move) -> dict[str, Any]:
    return {
        "line": move.line, "kind": move.kind, "host": move.host, "at_seconds": round(move.at), "seconds": round(move.seconds),
        "risk": move.risk, "case": move.case, "why": move.why, "news": list(move.seen.news) if move.seen else [],
        "bits": round(move.seen.bits, 3) if move.seen else 0, "best_bits": round(move.seen.best_bits, 3) if move.seen else 0,
    }  # fmt: skip


def rendered(exercise: Exercise, form: str) -> str:
    """The record in one of the `FORMATS`."""
    if form == "json":
        return json.dumps(as_json(exercise), indent=1, ensure_ascii=False) + "\n"
    lines = _document(exercise, form == "markdown")
    return "\n".join(lines).rstrip() + "\n"


def form_of(path: Path) -> str:
    """The format that the name of a file asks for."""
    return _SUFFIXES.get(path.suffix.lower(), "markdown")


def keep_interview(folder: Path, exercise: Exercise, at: datetime) -> tuple[str, ...]:
    """Write an interview that was ended, as Markdown and as data; the paths, or why it could not be written.

    Args:
        folder: the state directory, or where else the work is kept.
        exercise: the run; of other ones, and of those that were left, nothing is written.
        at: when it ended.
    """
    if exercise.mode != "interview" or not exercise.over or exercise.left:
        return ()
    stem = folder / FOLDER / f"{at:%Y-%m-%d-%H%M%S}-{exercise.scenario.name}-{exercise.seed}"
    try:
        stem.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        for suffix, form in ((".md", "markdown"), (".json", "json")):
            write(stem.with_name(stem.name + suffix), rendered(exercise, form))
    except OSError as error:
        return (f"the transcript is not kept: `{error.filename}`: {error.strerror}",)
    return (f"transcript and rubric: {stem}.md, .json",)


def write(path: Path, text: str) -> None:
    """Write a record, which only this user may read: it says how somebody did."""
    with os.fdopen(
        os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8", newline="\n"
    ) as file:
        file.write(text)


# As a document


def _document(exercise: Exercise, marked: bool) -> Iterator[str]:
    scenario, record = exercise.scenario, exercise.record
    yield f"{'# ' if marked else ''}{_MODES[exercise.mode]}: {scenario.title}"
    yield ""
    facts = [
        f"`{scenario.name}`, run {exercise.seed}, level {scenario.level}",
        f"{len(record.moves)} moves, {record.minutes:.0f} simulated minutes",
        f"trains: {', '.join(skill.replace('-', ' ') for skill in scenario.skills)}",
    ]
    yield from (f"- {fact}" for fact in facts)
    yield ""
    for title, lines in (
        ("Rubric", _rubric(exercise, marked)),
        ("Suspicions and conclusions", _named(exercise)),
        ("Transcript", _turns(exercise, marked)),
    ):
        yield f"{'## ' if marked else ''}{title}"
        yield ""
        yield from lines
        yield ""


def _rubric(exercise: Exercise, marked: bool) -> Iterator[str]:
    if not exercise.over or exercise.left:
        yield "It was not ended with a score."
        return
    scored = exercise.scored()
    case = exercise.knowledge.cases.get(exercise.scenario.case)
    strong = "**" if marked else ""
    yield f"{strong}{scored.points} of 100 points{strong}. The cause: {case.title if case else 'nothing was wrong'}."
    yield ""
    if marked:
        yield "| part | points | of | reasons |"
        yield "|---|---|---|---|"
        for part in scored.parts:
            yield f"| {part.name} | {part.points:.1f} | {part.most} | {_cell('; '.join(part.reasons))} |"
        return
    for part in scored.parts:
        yield f"{part.name:<13}{part.points:5.1f} of {part.most}"
        yield from (line for reason in part.reasons for line in wrapped(f"    {reason}").split("\n"))


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


def _named(exercise: Exercise) -> Iterator[str]:
    named = [move for move in exercise.record.moves if move.kind in ("suspect", "conclude")]
    for move in named:
        case = exercise.knowledge.cases.get(move.case)
        word = "Concluded" if move.kind == "conclude" else "Suspected"
        why = f"; because: {_cell(move.why)}" if move.why else "; no reason given"
        yield f"- after {move.at / 60:.0f} min: {word}: {case.title if case else 'nothing is wrong'}{why}"
    if not named:
        yield "No cause was named."


_LEADS = {"tutor": "examiner: ", "error": "! "}


def _turns(exercise: Exercise, marked: bool) -> Iterator[str]:
    # What is said to `:done` is the debriefing, which holds the rubric once more; it is kept whole all the same.
    text = "\n".join(
        line for turn in exercise.transcript for line in _turn(turn.prompt, turn.line, turn.said, exercise.mode)
    )
    if marked:
        mark = fence(text)
        yield f"{mark}text\n{text}\n{mark}"
    else:
        yield indent(text, "  ")


def _turn(prompt: str, line: str, said: tuple[Said, ...], mode: str) -> Iterator[str]:
    if line:
        yield f"{prompt}{line}"
    for one in said:
        lead = "tutor: " if one.kind == "tutor" and mode != "interview" else _LEADS.get(one.kind, "")
        yield f"{lead}{one.text}" if one.kind == "output" else wrapped(f"{lead}{one.text}")
    yield ""
