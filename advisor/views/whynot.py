"""What is not concluded, and why: ruled out, not assessed, argument by argument; and where two sources disagree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from advisor.explanation.report import not_concluded
from advisor.explanation.text import miss_text, tried_text, value_text
from advisor.inference.diagnosis import Consultation, Excluded
from facts.text import clean


class MissedCondition(NamedTuple):
    """One condition that is not met; `address` and `flip_to` say what would meet it, "" where nothing is known to.

    `text` says all of it in one line.
    """

    asked: str
    observed: str
    threshold: str
    address: str
    flip_to: str
    text: str


class MissedArgument(NamedTuple):
    """An argument that did not fire; `flips` is whether the values that its conditions name were tried and do it."""

    name: str
    cf: float
    text: str
    conditions: tuple[MissedCondition, ...]
    flips: bool
    tried: str


class WhyNotAnswer(NamedTuple):
    """Why a case is not concluded; `concluded` is "", or its standing where it is concluded all the same.

    `needs` are the commands that would tell what is missing.
    """

    case: str
    title: str
    concluded: str
    against: tuple[str, ...]
    arguments: tuple[MissedArgument, ...]
    needs: tuple[str, ...]
    chain: tuple[tuple[str, str, str], ...] = ()
    """Of what comes closest to it: each stage, its state, and what is known of it."""


class Left(NamedTuple):
    """A case that is ruled out or was not assessed, and why; `needs` are the commands that would settle it."""

    case: str
    title: str
    host: str
    subject: str
    reason: str
    needs: tuple[str, ...]


def why_not(consultation: Consultation, case: str) -> WhyNotAnswer:
    """Why a case is not concluded; arguments that a change would make fire first.

    Raises:
        KeyError: there is no case of that slug.
    """
    known = consultation.knowledge.cases[case]
    entry = not_concluded(consultation, known)
    missed = tuple(
        MissedArgument(
            item["argument"], item["cf"], item["why"], tuple(_condition(m) for m in item["misses"]), item["flips"],
            tried_text(item["flips"]),
        )
        for item in entry["arguments"]
    )  # fmt: skip
    return WhyNotAnswer(
        case,
        known.title,
        entry["concluded"] or "",
        tuple(entry["against"]),
        missed,
        tuple(entry["needs"]),
        tuple((name, stage["state"], clean(stage["text"])) for name, stage in entry["chain"].items()),
    )


def _condition(miss: dict[str, Any]) -> MissedCondition:
    flip = value_text(miss["flip_to"]) if miss["address"] else ""
    return MissedCondition(
        clean(miss["condition"]), clean(value_text(miss["observed"])), miss["threshold"] or "",
        clean(miss["address"] or ""), clean(flip), clean(miss_text(miss)),
    )  # fmt: skip


def ruled_out(consultation: Consultation) -> tuple[Left, ...]:
    """The cases that something speaks against, or that were fully assessed and have too little for them."""
    return _left(consultation.ruled_out)


def not_assessed(consultation: Consultation) -> tuple[Left, ...]:
    """The cases that were not assessed with what is known."""
    return _left(consultation.not_assessed)


def _left(entries: Iterable[Excluded]) -> tuple[Left, ...]:
    return tuple(Left(e.case.slug, e.case.title, e.host, e.subject, clean(e.reason), e.needs) for e in entries)
