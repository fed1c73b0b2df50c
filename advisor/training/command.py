"""`advisor train`: practice on a simulated host in a plain terminal, or from a script."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from advisor.errors import Problem, complain, did_you_mean
from advisor.training import quiz
from advisor.training.exercise import MODES, Exercise
from advisor.training.played import as_json, play
from advisor.training.quiz import Quiz
from advisor.training.scenarios import Scenario, load

if TYPE_CHECKING:
    from advisor.knowledge import Knowledge
    from advisor.training.progress import Progress

_MOST_SCRIPT = 1 << 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `advisor train`."""
    parser.add_argument("scenario", nargs="?", default="", metavar="SCENARIO", help="one of --list")
    parser.add_argument("--list", action="store_true", help="the scenarios, the easiest first")
    parser.add_argument("--seed", type=int, metavar="N", help="the same number gives the same host again")
    parser.add_argument(
        "--mode", choices=(*MODES, *quiz.KINDS), default="guided",
        help="guided; exam, without hints; interview, with reasons; drill: what does this output say; flaw: what is wrong with this fix",
    )  # fmt: skip
    parser.add_argument(
        "--next", action="store_true", help="take the exercise that is due, or the next of the curriculum"
    )
    parser.add_argument(
        "--progress", action="store_true", help="what was practised, and what is due; with --format json for a trainer"
    )
    parser.add_argument("--script", metavar="FILE", help="lines to type, one each; `-` for standard input")
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(options: argparse.Namespace) -> int:
    """Practise; the result is the exit status."""
    from advisor import image

    knowledge = image.load()
    if options.progress:
        return _progress(knowledge, options.format)
    scenarios = load(knowledge.root)
    if options.seed is not None and not 0 <= options.seed < 10**9:
        return complain([Problem("usage", "--seed is not a number from 0 to 999999999")])
    if options.next and not options.scenario:
        options.scenario = _next(knowledge, scenarios)
    if options.scenario and options.scenario not in scenarios:
        advice = did_you_mean(options.scenario, sorted(scenarios)) or "`advisor train --list` names them"
        return complain([Problem("no-such-scenario", f"there is no scenario `{options.scenario}`", help=advice)])
    if options.list or not (options.scenario or options.mode in quiz.KINDS):
        return _list(scenarios.values(), options.format)
    try:
        lines = _lines(options.script)
    except OSError as error:
        return complain([Problem("script-not-readable", f"`{options.script}` cannot be read: {error.strerror}")])
    exercise = _exercise(knowledge, scenarios, options)
    text = options.format == "text"
    said = play(exercise, lines, echo=options.script is not None and text, shown=text)
    if problem := _kept(knowledge, exercise):
        sys.stderr.write(f"warning: {problem}\n")
    if not text:
        sys.stdout.write(json.dumps(as_json(exercise, said), indent=1, ensure_ascii=False) + "\n")
    return 0


def _exercise(knowledge: Knowledge, scenarios: Mapping[str, Scenario], options: argparse.Namespace) -> Exercise | Quiz:
    seed = secrets.randbelow(100_000) if options.seed is None else options.seed
    if options.mode not in quiz.KINDS:
        return Exercise(knowledge, scenarios[options.scenario], seed, options.mode)
    names = [options.scenario] if options.scenario else list(scenarios)
    if options.mode == "drill":
        return Quiz(quiz.drill(knowledge, scenarios, names, seed))
    return Quiz(quiz.flaws(knowledge, scenarios, names, seed), timed=False)


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


def _opened() -> tuple[Progress | None, str]:
    """Where progress is kept, or why it is not."""
    from advisor.training.progress import NotKept, open_progress

    try:
        return open_progress(), ""
    except NotKept as error:
        return None, f"progress is not kept: {error}"


def _kept(knowledge: Knowledge, exercise: Exercise | Quiz) -> str:
    """Keep the result of what was ended; why that was not possible, or nothing."""
    from advisor.training import results

    if not exercise.over or (exercise.left and isinstance(exercise, Exercise)):
        return ""
    progress, problem = _opened()
    if progress is not None:
        with progress:
            results.keep(progress, knowledge, exercise, datetime.now(UTC))
    return problem


def _next(knowledge: Knowledge, scenarios: Mapping[str, Scenario]) -> str:
    from advisor.training import skills
    from advisor.training.progress import recommended

    progress, problem = _opened()
    if progress is None:
        sys.stderr.write(f"warning: {problem}\n")
        return next(iter(scenarios))
    with progress:
        found = recommended(progress, scenarios.values(), skills.load(knowledge.root), datetime.now(UTC))
    if found is None:
        sys.stderr.write("every scenario is solved, and nothing is due; this is the last one again\n")
        return list(scenarios)[-1]
    sys.stderr.write(f"{found[0].name} ({found[1]})\n")
    return found[0].name


def _progress(knowledge: Knowledge, form: str) -> int:
    from advisor.training import skills

    progress, problem = _opened()
    if progress is None:
        return complain([Problem("no-progress", problem)])
    with progress:
        now = datetime.now(UTC)
        known = skills.load(knowledge.root)
        if form == "json":
            sys.stdout.write(json.dumps(progress.export(known.values(), now), indent=1) + "\n")
            return 0
        for standing in progress.standings(known.values(), now):
            done = (
                f"{100 * standing.shown:3.0f} %, tried {standing.tried} time{'s' * (standing.tried > 1)}"
                if standing.tried
                else "not tried yet"
            )
            due = (
                "" if standing.due is None else ", due now" if standing.due <= now else f", due {standing.due:%Y-%m-%d}"
            )
            sys.stdout.write(f"  {standing.skill.title}: {done}{due}\n")
        runs = list(progress.runs())
        sys.stdout.write(f"\n{len(runs)} run{'s' * (len(runs) != 1)}; the newest:\n" if runs else "\nno run yet\n")
        for one in runs[-10:]:
            sys.stdout.write(f"  {one['at'][:16]}  {one['points']:3} points  {one['scenario']} ({one['mode']})\n")
    return 0
