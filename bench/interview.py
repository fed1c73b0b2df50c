"""Measures the interview: from the complaint alone, answered from each confirming example's own captures.

All that was captured is not given at once, but what is asked for singly. For each example: how many questions were asked until it
stopped, whether it ends at the same root cause as a diagnosis of the whole bundle, and the two yardsticks: 2 log2 of the cases that
were open after the complaint, and a fixed questionnaire that asks everything that applies to the system. And how long it takes from
an answer to the next question: to keep the answer on disk, to infer and to choose.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from advisor.inference.diagnosis import Consultation  # noqa: E402
from advisor.interview.interview import Interview, Stop  # noqa: E402
from advisor.interview.respondent import Respondent  # noqa: E402
from advisor.knowledge import Knowledge  # noqa: E402
from advisor.session.kept import begin  # noqa: E402
from advisor.session.session import Reply, Session  # noqa: E402
from advisor.store import Store  # noqa: E402
from bench.larger import larger  # noqa: E402
from tests.kb.examples import PATHS, bundle_of, consultation_of, knowledge, read  # noqa: E402


class Run(NamedTuple):
    """One interview: questions asked and answered, the cases open before it, its root cause and the right one."""

    name: str
    asked: int
    answered: int
    open: int
    questionnaire: int
    found: str
    right: str
    stop: str
    times: list[float]

    @property
    def bound(self) -> float:
        """The most questions that the median may have."""
        return max(3.0, 2 * math.log2(max(self.open, 2)))


def root_cause(consultation: Consultation) -> str:
    """The first current diagnosis, else the first risk, else what was mended."""
    current = (
        [h for h in consultation.diagnoses if h.status == "current"] or consultation.risks or consultation.diagnoses
    )
    return current[0].case.slug if current else "-"


class Respondents:
    """Who answers, from each example's own captures, and where the sessions are kept."""

    def __init__(self, base: Knowledge, store: Store, dont_know_every: int = 0) -> None:
        """With `dont_know_every` each such question is answered with *don't know*."""
        self.base, self.store, self.dont_know_every = base, store, dont_know_every

    def session(self, name: str) -> Session:
        """A new session, kept as every session is."""
        return begin(self.base, self.store, name).session


def interview(path: Path, by: Respondents) -> Run:
    """Interview one example."""
    example = read(path)
    name = f"{path.parent.parent.name}/{path.stem}"
    session = by.session(name)
    for text in example.tell:
        session.tell(text)
    talk = Interview(session)
    respondent = Respondent(by.base, bundle_of(example))
    open_before = len(talk.open_cases)
    questionnaire = len(talk.ranked())
    asked = answered = 0
    times = []
    step = talk.next()
    while not isinstance(step, Stop):
        asked += 1
        start = time.perf_counter()
        if step.question.anything or (by.dont_know_every and asked % by.dont_know_every == 0):
            session.answer(step.question.id, Reply("don't know", [], [], unknown=True), step.about)
        else:
            answered += respondent.answer(session, step.question, step.about)
        step = talk.next()
        times.append(time.perf_counter() - start)
    right = root_cause(consultation_of(example)[0])
    found = root_cause(session.consultation)
    return Run(name, asked, answered, open_before, questionnaire, found, right, step.reason, times)


def main() -> int:
    """Run every confirming example."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of an example's name")
    parser.add_argument("--dont-know-every", type=int, default=0)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument(
        "--larger", type=int, default=1, metavar="N", help="with every case N times; only the times count"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "sessions.sqlite3") as store:
        base = knowledge() if options.larger == 1 else larger(options.larger, Path(folder))
        runs = interviews(Respondents(base, store, options.dont_know_every), options.only, options.verbose)
    print_times(runs)
    return print_outcomes(runs) if options.larger == 1 else 0


def interviews(by: Respondents, only: str = "", verbose: bool = False) -> list[Run]:
    """Interview every confirming example whose path holds `only`; those that end elsewhere are printed."""
    runs = []
    for path in PATHS:
        if path.name.startswith("confirms--") and only in str(path):
            run = interview(path, by)
            runs.append(run)
            if verbose or (run.found != run.right and by.base is knowledge()):
                mark = "ok  " if run.found == run.right else "MISS"
                print(f"{mark} {run.name}: {run.asked} asked, {run.answered} answered, {run.open} open, {run.found}"
                      f"{'' if run.found == run.right else f' instead of {run.right}'}; {run.stop}")  # fmt: skip
    return runs


def print_times(runs: list[Run]) -> None:
    """From an answer to the next question."""
    times = sorted(t * 1000 for run in runs for t in run.times)
    print(f"from answer to next question: median {statistics.median(times):.0f} ms, worst {times[-1]:.0f} ms, "
          f"of {len(times)}")  # fmt: skip


def print_outcomes(runs: list[Run]) -> int:
    """How many questions, and whether they lead to the right end; 0 where all yardsticks are kept."""
    wrong = [run for run in runs if run.found != run.right]
    asked = statistics.median(run.asked for run in runs)
    bound = statistics.median(run.bound for run in runs)
    form = statistics.median(run.questionnaire for run in runs)
    print(f"{len(runs)} examples, {len(wrong)} end elsewhere; questions: median {asked:.0f}, mean "
          f"{statistics.mean(r.asked for r in runs):.1f}, most {max(r.asked for r in runs)}")  # fmt: skip
    print(f"bound max(3, 2 log2 n): median {bound:.1f}; fixed questionnaire: median {form:.0f}")
    print("stopped:", ", ".join(f"{n} {reason}" for reason, n in Counter(r.stop for r in runs).most_common()))
    return 0 if not wrong and asked <= bound and asked <= form / 4 else 1


if __name__ == "__main__":
    sys.exit(main())
