"""Measures the interview: from the complaint alone, answered from each confirming example's own captures.

For each example: how many questions were asked until it stopped, whether it ends at the same root cause as a diagnosis
of the whole bundle, and the two yardsticks: 2 log2 of the cases that were open after the complaint, and a fixed
questionnaire that asks everything that applies to the system.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from advisor.inference.diagnosis import Consultation  # noqa: E402
from advisor.interview.interview import Interview, Stop  # noqa: E402
from advisor.interview.respondent import Respondent  # noqa: E402
from advisor.session.session import Reply, Session  # noqa: E402
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
    slowest: float

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


def interview(path: Path, dont_know_every: int = 0) -> Run:
    """Interview one example; with `dont_know_every` each such question is answered with *don't know*."""
    example = read(path)
    session = Session(knowledge())
    session.begin()
    for text in example.tell:
        session.tell(text)
    talk = Interview(session)
    respondent = Respondent(knowledge(), bundle_of(example))
    open_before = len(talk.open_cases)
    questionnaire = len(talk.ranked())
    asked = answered = 0
    slowest = 0.0
    while True:
        start = time.perf_counter()
        step = talk.next()
        slowest = max(slowest, time.perf_counter() - start)
        if isinstance(step, Stop):
            break
        asked += 1
        if dont_know_every and asked % dont_know_every == 0:
            session.answer(step.question.id, Reply("don't know", [], [], unknown=True), step.about)
        else:
            answered += respondent.answer(session, step.question, step.about)
    right = root_cause(consultation_of(example)[0])
    name = f"{path.parent.parent.name}/{path.stem}"
    return Run(
        name, asked, answered, open_before, questionnaire, root_cause(session.consultation), right, step.reason, slowest
    )


def main() -> int:
    """Run every confirming example."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of an example's name")
    parser.add_argument("--dont-know-every", type=int, default=0)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    runs = []
    for path in PATHS:
        if path.name.startswith("confirms--") and options.only in str(path):
            run = interview(path, options.dont_know_every)
            runs.append(run)
            if options.verbose or run.found != run.right:
                mark = "ok  " if run.found == run.right else "MISS"
                print(f"{mark} {run.name}: {run.asked} asked, {run.answered} answered, {run.open} open, {run.found}"
                      f"{'' if run.found == run.right else f' instead of {run.right}'}; {run.stop}")  # fmt: skip
    wrong = [run for run in runs if run.found != run.right]
    asked = statistics.median(run.asked for run in runs)
    bound = statistics.median(run.bound for run in runs)
    form = statistics.median(run.questionnaire for run in runs)
    print(f"{len(runs)} examples, {len(wrong)} end elsewhere; questions: median {asked:.0f}, mean "
          f"{statistics.mean(r.asked for r in runs):.1f}, most {max(r.asked for r in runs)}")  # fmt: skip
    print(f"bound max(3, 2 log2 n): median {bound:.1f}; fixed questionnaire: median {form:.0f}; "
          f"next question: slowest {max(r.slowest for r in runs) * 1000:.0f} ms")  # fmt: skip
    print("stopped:", ", ".join(f"{n} {reason}" for reason, n in Counter(r.stop for r in runs).most_common()))
    return 0 if not wrong and asked <= bound and asked <= form / 4 else 1


if __name__ == "__main__":
    sys.exit(main())
