"""The generated hosts of the fixed sample: scored, and what was said of each kind at the first try kept for ever.

python -m tests.accuracy made [--record]
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from tests.accuracy.field import answers
from tests.accuracy.sources import SEEDS, generated_trials
from tests.accuracy.trials import RIGHT, Trial, counted, score

FIRST = Path(__file__).with_name("first_tries.toml")


def first_tries() -> Mapping[str, Mapping[str, int]]:
    """How often each score was given at the first try, by kind."""
    data = tomllib.loads(FIRST.read_text(encoding="utf-8")) if FIRST.is_file() else {}
    return {kind: {name: int(number) for name, number in row.items()} for kind, row in data.get("kinds", {}).items()}


def by_kind(scored: Sequence[tuple[Trial, str]]) -> dict[str, dict[str, int]]:
    """The same of a run."""
    kinds: dict[str, list[str]] = {}
    for trial, how in scored:
        kinds.setdefault(str(trial.about["kind"]), []).append(how)
    return {kind: counted(hows) for kind, hows in kinds.items()}


def record(now: Mapping[str, Mapping[str, int]]) -> None:
    """Keep the first try of kinds that have none."""
    kept = {**now, **first_tries()}
    text = (
        FIRST.read_text(encoding="utf-8")
        if FIRST.is_file()
        else f"date = {date.today():%Y-%m-%d}\nseeds = {SEEDS}\n\n[kinds]\n"
    )
    known = first_tries()
    for kind in sorted(kept.keys() - known.keys()):
        text += f"{kind} = {{ {', '.join(f'{name} = {number}' for name, number in kept[kind].items())} }}\n"
    FIRST.write_text(text, encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Score them all, and tell by kind."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.accuracy made", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--record", action="store_true", help="keep the first try of kinds that have none")
    options = parser.parse_args(arguments)
    trials = generated_trials()
    scored = [(trial, score(trial, said)) for trial, said in zip(trials, answers(trials), strict=True)]
    now = by_kind(scored)
    if options.record:
        record(now)
    for kind, row in now.items():
        sys.stdout.write(f"{kind:34} {', '.join(f'{name} {number}' for name, number in row.items())}\n")
    right = sum(how in RIGHT for _, how in scored)
    sys.stdout.write(f"{right} of {len(scored)} right\n")
    return 0
