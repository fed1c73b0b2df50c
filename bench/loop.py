"""Measures the loop of whoever changes something: collecting the tests, and the tests that one changed file can touch.

    python bench/loop.py [--whole]

Seconds are those of the clock, since that is what somebody waits for: measure on a quiet machine. `--whole` runs all tests too.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.measure import Row, show

ROOT = Path(__file__).parents[1]
COLLECTED, QUICK, WHOLE = 5.0, 30.0, 360.0
"""Seconds that are promised."""
CHANGES = (
    "facts/readers/ipcs.py",
    "kb/cases/zfs/zfs-pool-fragmentation/rules.clp",
    "kb/phrases/speed.toml",
    "advisor/interview/choice.py",
)


def _timed(*command: str) -> float:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", *command], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def rows(*, whole: bool) -> list[Row]:
    """Each part of the loop against what is promised."""
    _timed("pytest", "--collect-only", "-q", "-n", "0")  # compiles what has changed
    measured = [("collecting all tests", _timed("pytest", "--collect-only", "-q", "-n", "0"), COLLECTED)]
    measured += [(f"`make quick` of `{path}`", _timed("tests.quick", path), QUICK) for path in CHANGES]
    if whole:
        measured.append(("all tests, three workers", _timed("pytest", "-q", "-n", "3", "--dist", "worksteal"), WHOLE))
    return [
        Row(what, seconds / promised, 1.0, f"{seconds:.1f} s of {promised:.0f}") for what, seconds, promised in measured
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--whole", action="store_true", help="run all tests as well")
    sys.exit(show("The loop of a change", rows(whole=parser.parse_args().whole)))
