"""What somebody with half a minute needs of a runbook, and when to stop: made from the case, its steps and its rules.

A warning of a step that begins a sentence with *Do not* or *Never* is a known bad fix; a sentence of `differs` that says
*stop* is a reason to stop. Both are shown with the number of their step, for they are written for it. What belongs to no
step stands in ``runbook.toml`` as `avoid` and `stop`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from advisor.knowledge import Case, Knowledge

if TYPE_CHECKING:
    from advisor.runbook.content import Step

_SENTENCE = re.compile(r"(?<=[.]) +(?=[A-Z`'<])")
_AVOID = re.compile(r"(?:Do not|Never|Replace, never)\b")
_STOP = re.compile(r"(?:^|[:;,] | and )stop(?= here| and | at once| as |[,.;])")
_LINKS = ("caused-by", "contributes-to")


@dataclass(frozen=True, slots=True)
class Avoid:
    """A bad fix that is known: `step` is the one whose warning says so, 0 where it belongs to none."""

    what: str
    why: str
    step: int
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """When to stop and call somebody; `step` as in `Avoid`."""

    when: str
    step: int


@dataclass(frozen=True, slots=True)
class Related:
    """Another case that a rule links: `kind` is ``cause`` where it may be behind this one, ``effect`` the other way."""

    case: str
    title: str
    kind: str
    why: str


def sentences(text: str) -> list[str]:
    """The sentences of a text.

    >>> sentences("Never pull it by its letter. `in use`: stop and compare.")
    ['Never pull it by its letter.', '`in use`: stop and compare.']
    """
    return [part for part in _SENTENCE.split(" ".join(text.split())) if part]


def avoided(case: Case, steps: Iterable[Step]) -> tuple[Avoid, ...]:
    """What not to do: first what belongs to no step."""
    own = [Avoid(a.what, a.why, 0, tuple(f"{c.key}: {c.locator}" for c in a.sources)) for a in case.procedure.avoid]
    warned = [
        Avoid(sentence, "", step.number, step.sources)
        for step in steps
        for sentence in sentences(step.warning)
        if _AVOID.match(sentence)
    ]
    return tuple(dict.fromkeys((*own, *warned)))


def stops(case: Case, steps: Iterable[Step]) -> tuple[Stop, ...]:
    """When to stop: first what belongs to no step."""
    own = [Stop(when, 0) for when in case.procedure.stop]
    said = [
        Stop(sentence, step.number)
        for step in steps
        for sentence in sentences(step.differs)
        if _STOP.search(sentence)
    ]  # fmt: skip
    return tuple(dict.fromkeys((*own, *said)))


def related(knowledge: Knowledge, case: Case) -> tuple[Related, ...]:
    """The cases that rules link with this one, causes first, each once a kind."""
    found: dict[tuple[str, str], Related] = {}
    for effect, cause, why in _links(knowledge):
        for here, there, kind in ((effect, cause, "cause"), (cause, effect, "effect")):
            if here == case.slug and there != case.slug:
                found.setdefault((kind, there), Related(there, knowledge.cases[there].title, kind, why))
    return tuple(sorted(found.values(), key=lambda link: (link.kind, link.title)))


def _links(knowledge: Knowledge) -> Iterator[tuple[str, str, str]]:
    """Effect, cause and the reason of each link between two cases; a rule with several links gives none its reason."""
    for rule in knowledge.net.rules.values():
        links = [action for action in rule.actions if action.template in _LINKS]
        for action in links:
            effect, cause = str(action.slots.get("case")), str(action.slots.get("cause"))
            if effect in knowledge.cases and cause in knowledge.cases:
                yield effect, cause, rule.comment if len(links) == 1 else ""
