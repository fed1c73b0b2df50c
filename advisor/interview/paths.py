"""Which questions could show which findings, read from the inference net once for each knowledge base."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from advisor.inference.net import Net, Rule
from advisor.inference.openness import cf_of
from advisor.knowledge import Knowledge

_INNER = ("read", "told", "evidence")
_OPPOSITE = {"present": "absent", "absent": "present"}


class Need(NamedTuple):
    """One finding that an argument needs: any of the names, in this state; the contrary state speaks against it."""

    names: frozenset[str]
    state: str
    contrary: str


class Path(NamedTuple):
    """One argument of a case: its rule, its certainty factor and what it needs."""

    rule: str
    cf: float
    needs: tuple[Need, ...]


@dataclass(slots=True)
class Paths:
    """The arguments of every case, and what shows the findings that they need.

    Attributes:
        arguments: by case.
        shown: for a template the findings that its rows could show, present or absent.
        read: for a slot (``template.slot``) the findings whose rules look at it.
    """

    arguments: dict[str, tuple[Path, ...]] = field(default_factory=dict)
    shown: dict[str, set[str]] = field(default_factory=dict)
    read: dict[str, set[str]] = field(default_factory=dict)


def needs_of(rule: Rule) -> tuple[Need, ...]:
    """The findings that a rule needs."""
    found = []
    for pattern in rule.patterns:
        if pattern.template == "finding" and not pattern.negated and "name" in pattern.slots:
            names = frozenset(str(name) for name in pattern.slots["name"].allowed)
            allowed = pattern.slots["state"].allowed if "state" in pattern.slots else ()
            state = str(allowed[0]) if allowed else "present"
            if names:
                found.append(Need(names, state, _OPPOSITE[state]))
    return tuple(found)


@cache
def paths_of(knowledge: Knowledge) -> Paths:
    """The paths of one knowledge base."""
    net = knowledge.net
    found = Paths()
    for slug in knowledge.cases:
        found.arguments[slug] = tuple(
            Path(rule.name, cf_of(rule, slug), needs_of(rule)) for rule in net.arguments(slug) if cf_of(rule, slug)
        )
    for name in net.findings:
        slots: set[str] = set()
        for template in _templates(net, name, frozenset(), slots):
            found.shown.setdefault(template, set()).add(name)
        for slot in slots:
            found.read.setdefault(slot, set()).add(name)
    return found


def _templates(net: Net, name: str, seen: frozenset[str], slots: set[str]) -> set[str]:
    """The templates that could show a finding in either state, and into `slots` the slots that matter."""
    found: set[str] = set()
    for rule in (*net.producers(name, "present"), *net.producers(name, "absent")):
        found |= _rows(net, rule, seen | {name}, slots)
    return found


def _rows(net: Net, rule: Rule, seen: frozenset[str], slots: set[str]) -> set[str]:
    """The templates whose rows a rule needs, itself or through findings and quantities that it needs."""
    found: set[str] = set()
    for pattern in rule.patterns:
        names = [str(n) for n in pattern.slots["name"].allowed] if "name" in pattern.slots else []
        fresh = [name for name in names if name not in seen]
        if pattern.template == "finding":
            for name in fresh:
                found |= _templates(net, name, seen, slots)
        elif pattern.template == "quantity":
            for name in fresh:
                for computing in net.computing(name):
                    found |= _rows(net, computing, seen | {name}, slots)
        elif pattern.template not in _INNER:
            found.add(pattern.template)
            slots.update(f"{pattern.template}.{slot}" for slot in pattern.slots)
    return found
