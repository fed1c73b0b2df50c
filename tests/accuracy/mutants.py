"""Which changes of the rules are noticed by captures: those of the examples, of field cases and of generated hosts.

    python -m tests.accuracy mutants [--every N]

Row-level examples do not count: they were made from the rules. A host of which the advisor is wrong as it is notices nothing.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace

from advisor.authoring.examples import Example
from advisor.authoring.knowledge_base import open_knowledge
from advisor.authoring.mutation import Laboratory, Result, names_to_try, run
from tests.accuracy.field import answers
from tests.accuracy.sources import SOURCES
from tests.accuracy.trials import RIGHT, example_of, score
from tests.kb.examples import ROOT


def witnesses() -> list[Example]:
    """Every host beside the examples of which the advisor is right."""
    found = []
    for name, trials in SOURCES.items():
        if name != "examples":
            every = trials()
            for trial, said in zip(every, answers(every), strict=True):
                if score(trial, said) in RIGHT:
                    right = [trial.cause, *trial.also] if trial.is_ours else []
                    found.append(replace(example_of(trial), expect={"leads": right}))
    return found


def measured(every: int) -> Result:
    """Try the mutants of one in so many rules and thresholds."""
    knowledge = open_knowledge(str(ROOT / "kb"))  # of an image, no other could be saved
    laboratory = Laboratory(knowledge, rows=False, more=witnesses())
    names = names_to_try(knowledge)[::every]
    return run(laboratory, names, os.cpu_count() or 1, lambda text: print(text, file=sys.stderr, end="\r"))


def main(arguments: Sequence[str]) -> int:
    """Count them."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.accuracy mutants", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--every", type=int, default=1, help="one rule or threshold in so many")
    options = parser.parse_args(arguments)
    result = measured(options.every)
    number = len(result.verdicts)
    sys.stdout.write(
        f"\n{result.killed} of {number} changes are noticed ({100 * result.killed / max(1, number):.0f} %)\n"
    )
    return 0
