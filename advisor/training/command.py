"""`advisor train`: practice on a simulated host in a plain terminal, or from a script."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from advisor.errors import Problem, complain, did_you_mean
from advisor.training import going_on, quiz
from advisor.training.exercise import MODES, Exercise
from advisor.training.played import Played, piped
from advisor.training.quiz import Quiz
from advisor.training.scenarios import Scenario, load
from advisor.training.transcript import FORMATS, form_of, keep_interview, quiz_json, rendered, write

if TYPE_CHECKING:
    from advisor.knowledge import Knowledge
    from advisor.training.progress import Progress
    from advisor.training.skills import Skill
    from advisor.training.terminal import Terminal
    from advisor.training.unfinished import Keeper

_MOST_SCRIPT = 1 << 20
_TABLES = ("csv", "csv-runs")


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
        "--progress", action="store_true",
        help="what was practised, and what is due; for a trainer with --format json, csv (skills) or csv-runs",
    )  # fmt: skip
    parser.add_argument("--resume", action="store_true", help="go on with the exercise that was not ended")
    parser.add_argument(
        "--drop", action="store_true", help="drop the exercise that was not ended; with SCENARIO another one begins"
    )
    parser.add_argument("--db", metavar="PATH", help="where sessions are kept; progress lies beside them")
    parser.add_argument("--script", metavar="FILE", help="lines to type, one each; `-` for standard input")
    parser.add_argument(
        "--format", choices=(*FORMATS, *_TABLES),
        help="text, markdown or json; of a run that is its record, with the scores and their reasons",
    )  # fmt: skip
    parser.add_argument(
        "-o", dest="output", default="", metavar="FILE",
        help="write the record of the run there: as data where it ends in .json, as text in .txt, else as Markdown",
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Practise; the result is the exit status."""
    if not _at_terminal(options):
        return _run(options, None)
    from advisor.training.terminal import Terminal

    with Terminal() as terminal:
        return _run(options, terminal) or terminal.status


def _at_terminal(options: argparse.Namespace) -> bool:
    """Whether somebody types the lines of an exercise."""
    if options.script is not None or options.list or options.progress or not sys.stdin.isatty():
        return False
    return bool(options.scenario or options.next or options.resume or options.mode in quiz.KINDS)


def _run(options: argparse.Namespace, terminal: Terminal | None) -> int:
    from advisor import image

    knowledge = image.load()
    if options.progress:
        return _progress(knowledge, _path(options), options.format or "text")
    if problem := _unfit(options):
        return complain([problem])
    scenarios = load(knowledge.root)
    if options.seed is not None and not 0 <= options.seed < 10**9:
        return complain([Problem("usage", "--seed is not a number from 0 to 999999999")])
    if options.next and not options.scenario:
        options.scenario = _next(knowledge, _path(options), scenarios)
    if options.scenario and options.scenario not in scenarios:
        advice = did_you_mean(options.scenario, sorted(scenarios)) or "`advisor train --list` names them"
        return complain([Problem("no-such-scenario", f"there is no scenario `{options.scenario}`", help=advice)])
    if options.drop and (status := going_on.drop_at(_path(options), scenarios)):
        return status
    if not options.resume and (options.list or not (options.scenario or options.mode in quiz.KINDS)):
        return 0 if options.drop and not options.list else _list(scenarios, options)
    try:
        lines = _lines(options.script)
    except OSError as error:
        return complain([Problem("script-not-readable", f"`{options.script}` cannot be read: {error.strerror}")])
    ready = _ready(knowledge, scenarios, options, terminal)
    if isinstance(ready, int):
        return ready
    return _played(knowledge, ready, lines, options, terminal)


class _Ready(NamedTuple):
    """What is played, and what keeps it meanwhile."""

    exercise: Exercise | Quiz
    keeper: Keeper | None = None
    notes: tuple[str, ...] = ()


def _ready(
    knowledge: Knowledge, scenarios: Mapping[str, Scenario], options: argparse.Namespace, terminal: Terminal | None
) -> _Ready | int:
    """What is asked for; an exit status where it cannot be had, or is not wanted any more."""
    from advisor.training.unfinished import Keeper

    path = _path(options)
    if not options.resume and (options.mode in quiz.KINDS or options.script is not None):
        return _Ready(_exercise(knowledge, scenarios, options))  # five questions, or lines that stand in a file
    wanted = going_on.CHOSEN if options.resume else going_on.ask(path, scenarios, terminal)
    if wanted == going_on.CHOSEN:
        resumed = going_on.resume(knowledge, scenarios, path, terminal)
        return resumed if isinstance(resumed, int) else _Ready(resumed[0].exercise, *resumed)
    if isinstance(wanted, int):
        return wanted
    exercise = _exercise(knowledge, scenarios, options)
    assert isinstance(exercise, Exercise)
    return _Ready(exercise, Keeper(path, exercise))


def _played(
    knowledge: Knowledge, ready: _Ready, lines: Iterator[str] | None, options: argparse.Namespace,
    terminal: Terminal | None,
) -> int:  # fmt: skip
    """Play to the end, and keep what came of it."""
    exercise, keeper, notes = ready
    live = bool(options.output) or options.format in (None, "text")
    played = Played(exercise, keeper, live)
    notes = notes if live else ()
    try:
        if terminal is not None:
            played.at(terminal, notes)
        elif lines is None:
            played.lines(piped, False, notes)
        else:
            played.lines(lambda _: next(lines, None), live, notes)
    except KeyboardInterrupt:
        sys.stderr.write(going_on.how_to(keeper, "\n"))
        raise
    exercise = played.exercise
    sys.stderr.write(going_on.how_to(keeper))
    now = datetime.now(UTC)
    from advisor.training.results import keep_at

    holder = keeper.holder if keeper is not None else ""
    if unkept := keep_at(_path(options), knowledge, exercise, now, holder):
        sys.stderr.write(f"warning: {unkept}\n")
    if isinstance(exercise, Quiz):
        if options.format == "json":
            sys.stdout.write(json.dumps(quiz_json(exercise, played.said), indent=1, ensure_ascii=False) + "\n")
        return 0
    return _recorded(exercise, options, now)


def _path(options: argparse.Namespace) -> Path:
    """Where progress is kept."""
    from advisor.training.progress import beside

    return beside(Path(options.db) if options.db else None)


def _unfit(options: argparse.Namespace) -> Problem | None:
    """What of the options does not go together."""
    if options.format in _TABLES:
        return Problem("usage", f"`--format {options.format}` is for `--progress`")
    if options.resume and (
        options.scenario or options.next or options.list or options.drop or options.seed is not None
    ):
        return Problem(
            "usage", "--resume goes on with what was begun; it takes no scenario, no --seed, --next, --list or --drop"
        )
    quiz_only = options.mode in quiz.KINDS
    if options.resume and options.mode != "guided":
        return Problem("usage", "--resume goes on in the mode in which the exercise was begun; it takes no --mode")
    if quiz_only and (options.output or options.format == "markdown"):
        return Problem("usage", f"of `--mode {options.mode}` there is no record but `--format json`")
    typed = bool(options.scenario or options.next or options.resume or quiz_only) and not (
        options.script or options.list
    )
    if typed and options.format in ("markdown", "json") and not options.output:
        help = "name a file with -o, or the lines with --script"
        return Problem("usage", f"with `--format {options.format}` nothing is shown while somebody types", help=help)
    return None


def _recorded(exercise: Exercise, options: argparse.Namespace, now: datetime) -> int:
    """Write the record of a run where it is asked for; of an interview in any case."""
    if options.output:
        path = Path(options.output)
        try:
            write(path, rendered(exercise, options.format or form_of(path)))
        except OSError as error:
            return complain([Problem("not-written", f"`{path}` cannot be written: {error.strerror}")])
        sys.stderr.write(f"written: {path}\n")
        return 0
    if options.format in ("markdown", "json"):
        sys.stdout.write(rendered(exercise, options.format))
        return 0
    for line in keep_interview(_path(options).parent, exercise, now):
        sys.stderr.write(f"{line}\n")
    return 0


def _exercise(knowledge: Knowledge, scenarios: Mapping[str, Scenario], options: argparse.Namespace) -> Exercise | Quiz:
    seed = secrets.randbelow(100_000) if options.seed is None else options.seed
    if options.mode not in quiz.KINDS:
        return Exercise(knowledge, scenarios[options.scenario], seed, options.mode)
    names = [options.scenario] if options.scenario else []
    return quiz.quiz_of(knowledge, scenarios, options.mode, seed, names)


def _list(scenarios: Mapping[str, Scenario], options: argparse.Namespace) -> int:
    rows = [
        {"scenario": s.name, "title": s.title, "level": s.level, "skills": list(s.skills)} for s in scenarios.values()
    ]
    if options.format == "json":
        sys.stdout.write(json.dumps(rows, indent=1) + "\n")
        return 0
    for row in rows:
        sys.stdout.write(f"{row['level']}  {row['scenario']}\n   {row['title']}\n")
    sys.stdout.write("\nadvisor train SCENARIO begins; the number is how hard it is, from 1 to 4.\n")
    sys.stdout.write(going_on.reminder(_path(options), scenarios))
    return 0


def _lines(script: str | None) -> Iterator[str] | None:
    """The lines of a script; None where a person types."""
    if script is None:
        return None
    if script == "-":
        text = sys.stdin.read(_MOST_SCRIPT)
    else:
        with Path(script).open(encoding="utf-8", errors="replace") as stream:
            text = stream.read(_MOST_SCRIPT)
    return iter([line for line in text.splitlines() if line.strip()])


def _opened(path: Path) -> tuple[Progress | None, str]:
    """The progress that is kept, or why it is not."""
    from advisor.training.progress import NotKept, open_progress

    try:
        return open_progress(path), ""
    except NotKept as error:
        return None, f"progress is not kept: {error}"


def _next(knowledge: Knowledge, path: Path, scenarios: Mapping[str, Scenario]) -> str:
    from advisor.training import skills
    from advisor.training.progress import NotKept, recommended

    progress, problem = _opened(path)
    if progress is None:
        sys.stderr.write(f"warning: {problem}\n")
        return next(iter(scenarios))
    try:
        with progress:
            found = recommended(progress, scenarios.values(), skills.load(knowledge.root), datetime.now(UTC))
    except NotKept as error:
        sys.stderr.write(f"warning: {error}\n")
        return next(iter(scenarios))
    if found is None:
        sys.stderr.write("every scenario is solved, and nothing is due; this is the last one again\n")
        return list(scenarios)[-1]
    sys.stderr.write(f"{found[0].name} ({found[1]})\n")
    return found[0].name


def _progress(knowledge: Knowledge, path: Path, form: str) -> int:
    from advisor.training import skills
    from advisor.training.progress import NotKept

    progress, problem = _opened(path)
    if progress is None:
        return complain([Problem("no-progress", problem)])
    try:
        with progress:
            text = _progress_in(progress, skills.load(knowledge.root), form, datetime.now(UTC))
    except NotKept as error:
        return complain([Problem("no-progress", str(error))])
    sys.stdout.write(text)
    return 0


def _progress_in(progress: Progress, known: Mapping[str, Skill], form: str, now: datetime) -> str:
    from advisor.training import standings

    if form == "json":
        return json.dumps(progress.export(known.values(), now), indent=1) + "\n"
    if form == "csv":
        return standings.skills_table(progress, known.values(), now)
    if form == "csv-runs":
        return standings.runs_table(progress)
    head, runs = standings.run_lines(progress)
    skills = [f"  {title}: {how}" for title, how, _ in standings.skill_lines(progress, known.values(), now)]
    return "\n".join([*skills, "", head, *(f"  {run}" for run in runs)]) + "\n"
