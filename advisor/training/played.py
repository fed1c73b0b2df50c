"""A run in a plain terminal or from a script, and as data."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from advisor.training.exercise import Exercise, Said
from advisor.training.quiz import Quiz

if TYPE_CHECKING:
    from advisor.training.moves import Move

WIDTH = 78


def play(
    exercise: Exercise | Quiz, lines: Iterator[str] | None, echo: bool, shown: bool
) -> list[tuple[str, list[Said]]]:
    """Play until it is over or nothing more is typed; every line with what was said to it."""
    played = [("", exercise.begin())]
    if shown:
        _show(played[0][1])
    while not exercise.over:
        prompt = exercise.prompt
        line = _typed(prompt) if lines is None else next(lines, None)
        if line is None:
            break
        if echo:
            sys.stdout.write(f"{prompt}{line}\n")
        played.append((line, exercise.say(line)))
        if shown:
            _show(played[-1][1])
    return played


def wrapped(text: str) -> str:
    """Text in lines that a terminal of 80 columns holds; indents stay."""
    lines = []
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        lines += wrap(line, WIDTH, subsequent_indent=indent) if len(line) > WIDTH else [line]
    return "\n".join(lines)


def _typed(prompt: str) -> str | None:
    if sys.stdin.isatty():
        import readline  # noqa: F401  (history and editing of input)
    try:
        return input(prompt)
    except EOFError:
        sys.stdout.write("\n")
        return None


_MARKS = {"tutor": "tutor: ", "error": "! ", "complaint": "", "person": "", "output": "", "info": ""}


def _show(said: Iterable[Said]) -> None:
    for one in said:
        text = f"{_MARKS[one.kind]}{one.text}"
        if one.kind != "output":
            text = wrapped(text)
        sys.stdout.write(f"\n{text}\n\n" if one.kind in ("complaint", "tutor") else f"{text}\n")
    sys.stdout.flush()


def as_json(exercise: Exercise | Quiz, played: list[tuple[str, list[Said]]]) -> dict[str, Any]:
    """A run as data: what was typed and said, and the score where it was ended with one."""
    transcript = [{"typed": line, "said": [one._asdict() for one in said]} for line, said in played]
    if isinstance(exercise, Quiz):
        results = [{"skills": list(names), "shown": share} for names, share in exercise.results]
        whole = exercise.over and not exercise.left
        return {
            "transcript": transcript,
            "results": results,
            "score": {"points": exercise.points, "of": 100} if whole else None,
        }
    record = exercise.record
    data: dict[str, Any] = {
        "scenario": exercise.scenario.name, "seed": exercise.seed, "mode": exercise.mode, "complaint": exercise.complaint,
        "transcript": transcript, "moves": [_move(move) for move in record.moves], "score": None,
    }  # fmt: skip
    if exercise.over and not exercise.left:
        scored = exercise.scored()
        parts = [
            {**part._asdict(), "points": round(part.points, 1), "reasons": list(part.reasons)} for part in scored.parts
        ]
        data["score"] = {"points": scored.points, "of": 100, "parts": parts, "minutes": round(record.minutes, 1)}
    return data


def _move(move: Move) -> dict[str, Any]:
    return {
        "line": move.line, "kind": move.kind, "host": move.host, "at_seconds": round(move.at), "seconds": round(move.seconds),
        "risk": move.risk, "case": move.case, "why": move.why, "news": list(move.seen.news) if move.seen else [],
        "bits": round(move.seen.bits, 3) if move.seen else 0, "best_bits": round(move.seen.best_bits, 3) if move.seen else 0,
    }  # fmt: skip
