"""The field cases: scored, and what they said at the first try kept in their files for ever.

    python -m tests.accuracy field [--made-up] [--new] [--record] [--show NAME]...

Half of them are sealed: of those only the score is read, so that nothing is mended for their sake. The hosts that were
made up are in the same form, and none of them is sealed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date

from tests.accuracy.trials import (
    FIELD,
    MADE_UP,
    RIGHT,
    Answer,
    Trial,
    answer,
    counted,
    field_trials,
    forbidden,
    made_up_trials,
    score,
)


def answers(trials: Sequence[Trial]) -> list[Answer]:
    """What is said of each, by two processes."""
    with ProcessPoolExecutor(2) as pool:
        return list(pool.map(answer, trials, chunksize=4))


def record(trial: Trial, said: Answer) -> bool:
    """Write the first try into the file of a host, once; whether that was done."""
    if "first_try" in trial.about:
        return False
    lines = ["", "[first_try]", f"date = {date.today():%Y-%m-%d}", f'score = "{score(trial, said)}"']
    if wrong := forbidden(trial, said):
        lines.append(f"forbidden = {len(wrong)}")
    if not trial.is_sealed:
        lines.append(f"said = {json.dumps([f'{slug} {standing}' for slug, standing in said.diagnoses])}")
    path = next(path for folder in (FIELD, MADE_UP) if (path := folder / f"{trial.name}.toml").exists())
    path.write_text(path.read_text(encoding="utf-8").rstrip("\n") + "\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return True


def table(title: str, scored: Iterable[tuple[Trial, str]]) -> list[str]:
    """Right of all, and each score with its number."""
    scores = [one for _, one in scored]
    right = sum(one in RIGHT for one in scores)
    shown = ", ".join(f"{name} {number}" for name, number in counted(scores).items())
    return [f"{title}: {right} of {len(scores)} right ({shown})"] if scores else []


def main(arguments: Sequence[str]) -> int:
    """Score them all, and tell."""
    parser = argparse.ArgumentParser(prog="python -m tests.accuracy field", description=__doc__.partition("\n")[0])
    parser.add_argument("--made-up", action="store_true", help="the hosts that were made up, all of them open")
    parser.add_argument("--new", action="store_true", help="only those that have no first try yet")
    parser.add_argument("--record", action="store_true", help="write the first try into the files that have none")
    parser.add_argument("--show", action="append", default=[], metavar="NAME", help="what is said of an open case")
    options = parser.parse_args(arguments)
    trials = [
        t for t in (made_up_trials() if options.made_up else field_trials())
        if (not options.show or (t.name in options.show and not t.is_sealed))
        and not (options.new and "first_try" in t.about)
    ]  # fmt: skip
    said = answers(trials)
    scored = [(trial, score(trial, one)) for trial, one in zip(trials, said, strict=True)]
    for (trial, how), one in zip(scored, said, strict=True):
        if options.record:
            record(trial, one)
        sealed = trial.is_sealed and not options.made_up
        if not sealed and (how not in RIGHT or options.show or forbidden(trial, one)):
            named = ", ".join(f"{slug} {standing}" for slug, standing in one.diagnoses) or "nothing"
            sys.stdout.write(f"{how:7} {trial.name}: {trial.cause}; said {named}\n")
    for name, wanted in (("made up", None),) if options.made_up else (("open", False), ("sealed", True)):
        for what, ours in (("cause is a case", True), ("no case is right", False)):
            part = [(t, s) for t, s in scored if wanted in (None, t.is_sealed) and t.is_ours == ours]
            sys.stdout.write("".join(f"{line}\n" for line in table(f"{name}, {what}", part)))
    return 0
