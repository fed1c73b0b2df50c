"""`advisor train`: practice on a simulated host in a plain terminal, or from a script."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from advisor.errors import Problem, complain, did_you_mean
from advisor.training.exercise import MODES, Exercise, Said
from advisor.training.scenarios import Scenario, load

_MOST_SCRIPT = 1 << 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `advisor train`."""
    parser.add_argument("scenario", nargs="?", default="", metavar="SCENARIO", help="one of --list")
    parser.add_argument("--list", action="store_true", help="the scenarios, the easiest first")
    parser.add_argument("--seed", type=int, metavar="N", help="the same number gives the same host again")
    parser.add_argument(
        "--mode", choices=MODES, default="guided", help="guided, exam without hints, or interview with reasons"
    )
    parser.add_argument("--script", metavar="FILE", help="lines to type, one each; `-` for standard input")
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(options: argparse.Namespace) -> int:
    """Practise; the result is the exit status."""
    from advisor import image

    knowledge = image.load()
    scenarios = load(knowledge.root)
    if options.list or not options.scenario:
        return _list(scenarios.values(), options.format)
    scenario = scenarios.get(options.scenario)
    if scenario is None:
        known = sorted(scenarios)
        advice = did_you_mean(options.scenario, known) or "`advisor train --list` names them"
        return complain([Problem("no-such-scenario", f"there is no scenario `{options.scenario}`", help=advice)])
    if options.seed is not None and not 0 <= options.seed < 10**9:
        return complain([Problem("usage", "--seed is not a number from 0 to 999999999")])
    try:
        lines = _lines(options.script)
    except OSError as error:
        return complain([Problem("script-not-readable", f"`{options.script}` cannot be read: {error.strerror}")])
    exercise = Exercise(
        knowledge, scenario, secrets.randbelow(100_000) if options.seed is None else options.seed, options.mode
    )
    said = _played(
        exercise, lines, echo=options.script is not None and options.format == "text", shown=options.format == "text"
    )
    if options.format == "json":
        sys.stdout.write(json.dumps(as_json(exercise, said), indent=1, ensure_ascii=False) + "\n")
    return 0


def _list(scenarios: Iterable[Scenario], form: str) -> int:
    rows = [{"scenario": s.name, "title": s.title, "level": s.level, "skills": list(s.skills)} for s in scenarios]
    if form == "json":
        sys.stdout.write(json.dumps(rows, indent=1) + "\n")
        return 0
    for row in rows:
        sys.stdout.write(f"{row['level']}  {row['scenario']}\n   {row['title']}\n")
    sys.stdout.write("\nadvisor train SCENARIO begins; the number is how hard it is, from 1 to 4.\n")
    return 0


def _lines(script: str | None) -> Iterator[str] | None:
    """The lines of a script; None where a person types."""
    if script is None:
        return None
    text = sys.stdin.read(_MOST_SCRIPT) if script == "-" else Path(script).read_text("utf-8", "replace")[:_MOST_SCRIPT]
    return iter([line for line in text.splitlines() if line.strip()])


def _played(exercise: Exercise, lines: Iterator[str] | None, echo: bool, shown: bool) -> list[tuple[str, list[Said]]]:
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
        sys.stdout.write(f"\n{text}\n\n" if one.kind in ("complaint", "tutor") else f"{text}\n")
    sys.stdout.flush()


def as_json(exercise: Exercise, played: list[tuple[str, list[Said]]]) -> dict[str, Any]:
    """A run as data: what was typed and said, and the score where it was ended with one."""
    record = exercise.record
    data: dict[str, Any] = {
        "scenario": exercise.scenario.name, "seed": exercise.seed, "mode": exercise.mode, "complaint": exercise.complaint,
        "transcript": [{"typed": line, "said": [one._asdict() for one in said]} for line, said in played],
        "moves": [
            {"line": m.line, "kind": m.kind, "host": m.host, "at_seconds": round(m.at), "seconds": round(m.seconds), "risk": m.risk,
             "case": m.case, "why": m.why, "news": list(m.seen.news) if m.seen else [],
             "bits": round(m.seen.bits, 3) if m.seen else 0, "best_bits": round(m.seen.best_bits, 3) if m.seen else 0}
            for m in record.moves
        ],
        "score": None,
    }  # fmt: skip
    if exercise.over and not exercise.left:
        scored = exercise.scored()
        parts = [
            {**part._asdict(), "points": round(part.points, 1), "reasons": list(part.reasons)} for part in scored.parts
        ]
        data["score"] = {"points": scored.points, "of": 100, "parts": parts, "minutes": round(record.minutes, 1)}
    return data
