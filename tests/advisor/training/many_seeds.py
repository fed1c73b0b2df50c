"""Every scenario with many seeds.

``python -m tests.advisor.training.many_seeds [--seeds 50] [--jobs 2] [SCENARIO]...``

What the tests ask of one seed is asked of each here: the captures are diagnosed rightly, after the right fix and its
verification they are clean, no wrong fix mends anything, and the physics adds up. Ends with 1 where something fails.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.advisor.training.runs import SCENARIOS, diagnosed, played


def failures(name: str, seed: int) -> list[str]:
    """What does not hold of one run; empty where all does."""
    with TemporaryDirectory() as folder:
        return [*_seen_and_mended(name, seed, Path(folder)), *_wrong(name, seed, Path(folder))]


def _seen_and_mended(name: str, seed: int, folder: Path) -> list[str]:
    scenario = SCENARIOS[name]
    play = played(scenario, seed, scenario.look)
    found = diagnosed(play, folder / "look")
    failed = []
    causes = [
        h
        for h in found.consultation.diagnoses
        if h.status == "current" and h.role in ("root-cause", "contributing", "alternative")
    ]
    if scenario.case and (
        not causes or causes[0].case.slug != scenario.case or causes[0].standing not in ("confirmed", "likely")
    ):
        failed.append(f"the first cause is {causes[0].case.slug + ', ' + causes[0].standing if causes else 'none'}")
    allowed = {scenario.case, *scenario.also} if scenario.case else set()
    sure = {h.case.slug for h in causes if h.standing == "confirmed"} if scenario.case else set(found.current())
    failed += [f"{slug} is found too" for slug in sorted(sure - allowed)]
    if play.machine.mended() is bool(scenario.case):
        failed.append("it is mended before anything was done" if scenario.case else "a healthy host is not mended")
    play.type((*scenario.fix, *scenario.keep))
    ran, said = len(play.ran), len(play.said)
    play.type(scenario.verify)
    if not play.machine.mended() or not play.machine.lasting():
        failed.append("the right fix does not mend it" if not play.machine.mended() else "the right fix does not last")
    if scenario.case in diagnosed(play, folder / "all").current():
        failed.append("after the right fix, with what was seen before, it is not clean")
    play.ran, play.said = play.ran[ran:], play.said[said:]
    if scenario.case in diagnosed(play, folder / "after").current():
        failed.append("after the right fix the captures are not clean")
    return failed + play.machine.problems()


def _wrong(name: str, seed: int, folder: Path) -> list[str]:
    scenario = SCENARIOS[name]
    failed = []
    for number, wrong in enumerate(scenario.wrong):
        play = played(scenario, seed, scenario.look, wrong.lines)
        if play.machine.mended():
            failed.append(f"wrong fix {number + 1} mends it")
        if scenario.case and scenario.case not in diagnosed(play, folder / f"wrong{number}").current():
            failed.append(f"after wrong fix {number + 1} it is not found any more")
        failed += play.machine.problems()
    return failed


def _timed(name: str, seed: int) -> tuple[str, int, list[str], float]:
    began = time.perf_counter()
    try:
        return name, seed, failures(name, seed), time.perf_counter() - began
    except Exception as error:  # one that breaks must not end the others
        return name, seed, [f"{type(error).__name__}: {error}"], time.perf_counter() - began


def main(words: list[str] | None = None) -> int:
    """Ask all, and print a line for each scenario and each failure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("scenarios", nargs="*", default=list(SCENARIOS), metavar="SCENARIO")
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(words)
    runs = [(name, seed) for name in given.scenarios for seed in range(given.seeds)]
    bad: dict[str, int] = defaultdict(int)
    spent: dict[str, float] = defaultdict(float)
    left = dict.fromkeys(given.scenarios, given.seeds)
    with ProcessPoolExecutor(given.jobs) as pool:
        for name, seed, failed, seconds in pool.map(_timed, *zip(*runs, strict=True)):
            bad[name] += bool(failed)
            spent[name] += seconds
            left[name] -= 1
            for words_of_it in failed:
                print(f"  {name} {seed}: {words_of_it}", flush=True)
            if not left[name]:
                print(
                    f"{given.seeds - bad[name]:3} of {given.seeds}  {spent[name] / given.seeds:5.1f} s each  {name}",
                    flush=True,
                )
    return 1 if any(bad.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
