"""The differential: every hypothesis with its certainty and how it moved, roots before their consequences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from advisor.inference.diagnosis import Consultation, Excluded
from advisor.inference.view import Hypothesis
from advisor.interview.interview import Interview

Key = tuple[str, str, str]
_MOST_CONSIDERED = 6


class Row(NamedTuple):
    """One hypothesis.

    Attributes:
        key: case, host and subject.
        title: the case's title.
        about: what it is about: ``pool tank on db1``.
        certainty: from 0 to 1. before: what it was before the last step, or None where it was not there.
        standing: ``confirmed``, ``likely`` or ``possible``. role: as in the report. status: ``current`` or ``resolved``.
        severity: of the case.
        depth: 0, or 1 and more below the cause that it follows from.
    """

    key: Key
    title: str
    about: str
    certainty: float
    before: float | None
    standing: str
    role: str
    status: str
    severity: str
    depth: int


class Aside(NamedTuple):
    """A case that is not concluded, and why: ``reason``, and what would settle it."""

    case: str
    title: str
    about: str
    reason: str
    needs: tuple[str, ...]


class Differential(NamedTuple):
    """All that could be wrong.

    Attributes:
        diagnoses: what is concluded, in the report's order, consequences below their roots.
        risks: conditions that hold without a complaint.
        considered: titles of the cases that are asked about, the likeliest first.
        acknowledged: what is known and accepted, and has not grown.
        ruled_out, not_assessed: the rest.
    """

    diagnoses: tuple[Row, ...]
    risks: tuple[Row, ...]
    considered: tuple[Aside, ...]
    acknowledged: tuple[Aside, ...]
    ruled_out: tuple[Aside, ...]
    not_assessed: tuple[Aside, ...]


def differential(consultation: Consultation, before: Consultation | None, interview: Interview | None) -> Differential:
    """The differential now, with what it was before the last step.

    Args:
        consultation: as it is.
        before: as it was before the last step, or None.
        interview: says which cases are still asked about; None where nothing is asked.
    """
    was = {h.key: h.certainty for h in (*before.diagnoses, *before.risks)} if before is not None else {}
    concluded = {h.case.slug for h in (*consultation.diagnoses, *consultation.risks)}
    considered: list[Aside] = []
    if interview is not None:
        cases = consultation.knowledge.cases
        considered = [
            Aside(slug, cases[slug].title, "", "", ()) for slug in interview.open_cases if slug not in concluded
        ][:_MOST_CONSIDERED]
    return Differential(
        tuple(_row(h, depth, was) for h, depth in _indented(consultation.diagnoses)),
        tuple(_row(h, 0, was) for h in consultation.risks),
        tuple(considered),
        tuple(_accepted(item.hypothesis) for item in consultation.acknowledged),
        tuple(_aside(item) for item in consultation.ruled_out),
        tuple(_aside(item) for item in consultation.not_assessed),
    )


def about(hypothesis: Hypothesis) -> str:
    """What a hypothesis is about: ``pool tank on db1``, or the host alone."""
    if hypothesis.subject in ("", hypothesis.host):
        return hypothesis.host
    return f"{hypothesis.case.subject_kind} {hypothesis.subject} on {hypothesis.host}"


def _indented(hypotheses: Sequence[Hypothesis]) -> Iterator[tuple[Hypothesis, int]]:
    """Each hypothesis once, below the first of its causes that stands here."""
    known = {h.key: h for h in hypotheses}
    below: dict[Key, list[Hypothesis]] = {}
    roots = []
    for hypothesis in hypotheses:
        cause = next((key for key in hypothesis.caused_by if key in known and key != hypothesis.key), None)
        if cause is None:
            roots.append(hypothesis)
        else:
            below.setdefault(cause, []).append(hypothesis)
    shown: set[Key] = set()

    def walk(hypothesis: Hypothesis, depth: int) -> Iterator[tuple[Hypothesis, int]]:
        if hypothesis.key in shown:
            return
        shown.add(hypothesis.key)
        yield hypothesis, depth
        for other in below.get(hypothesis.key, ()):
            yield from walk(other, depth + 1)

    for root in roots:
        yield from walk(root, 0)
    for hypothesis in hypotheses:  # causes that go in a circle have no root
        yield from walk(hypothesis, 0)


def _row(hypothesis: Hypothesis, depth: int, was: Mapping[Key, float]) -> Row:
    return Row(
        hypothesis.key, hypothesis.case.title, about(hypothesis), hypothesis.certainty, was.get(hypothesis.key),
        hypothesis.standing, hypothesis.role, hypothesis.status, hypothesis.case.severity, depth,
    )  # fmt: skip


def _accepted(hypothesis: Hypothesis) -> Aside:
    reason = f"{hypothesis.standing}, and not grown since it was accepted"
    return Aside(hypothesis.case.slug, hypothesis.case.title, about(hypothesis), reason, ())


def _aside(item: Excluded) -> Aside:
    where = " on ".join(part for part in dict.fromkeys((item.subject, item.host)) if part)
    return Aside(item.case.slug, item.case.title, where, item.reason, item.needs)
