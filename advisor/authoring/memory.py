"""Working memory of an example, and the firings of a rule over it, in Python.

CLIPS decides what follows; this tells, without replaying it, whether a changed rule would fire otherwise over facts that
are known, and which of a rule's conditions an example tries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from advisor.authoring.examples import Example, observed
from advisor.inference.diagnosis import Consultation, conclude, view
from advisor.inference.engine import Inference
from advisor.inference.matching import Bindings, holds, match, same
from advisor.inference.net import Constraint, Expression, Net, Pattern, Rule
from advisor.inference.view import ToldSign
from advisor.knowledge import Knowledge
from facts.moments import Cut
from facts.observations import Merged, Observations
from facts.schema import UNKNOWN, Value
from facts.sexpr import Form, Symbol

NAMED = ("finding", "quantity", "told")
"""Templates that are looked up by name."""


class Item(NamedTuple):
    """One fact: its number and its slots."""

    number: int
    slots: dict[str, Value]


Identity = tuple[str, tuple[tuple[str, Value], ...]]


def identity(template: str, slots: dict[str, Value]) -> Identity:
    """What makes a derived fact the same fact."""
    return template, tuple(sorted(slots.items()))


class Memory:
    """The facts of one inference, by template and by name."""

    def __init__(self, inference: Inference) -> None:
        """Sort the facts."""
        self._of: dict[str, list[Item]] = {}
        self._named: dict[tuple[str, str], list[Item]] = {}
        self._known: set[Identity] | None = None
        for fact in inference.facts.values():
            self._put(fact.template, Item(fact.index, fact.slots))

    def _put(self, template: str, item: Item) -> None:
        self._of.setdefault(template, []).append(item)
        if template in NAMED:
            self._named.setdefault((template, str(item.slots["name"])), []).append(item)

    def knows(self, template: str, slots: dict[str, Value]) -> bool:
        """Whether a fact stands already."""
        if self._known is None:
            self._known = {identity(name, item.slots) for name, items in self._of.items() for item in items}
        return identity(template, slots) in self._known

    def all_slots(self) -> list[tuple[str, list[tuple[str, str, Value]]]]:
        """Every fact, so that two memories can be compared."""
        return sorted(
            (name, sorted((s, type(v).__name__, v) for s, v in item.slots.items()))
            for name, items in self._of.items()
            for item in items
        )

    def with_facts(self, facts: Iterable[tuple[str, dict[str, Value]]]) -> Memory:
        """The same facts and more."""
        more = Memory(Inference())
        more._of = {name: list(items) for name, items in self._of.items()}
        more._named = {name: list(items) for name, items in self._named.items()}
        for number, (template, slots) in enumerate(facts, 1):
            more._put(template, Item(-number, slots))
        return more

    def candidates(self, pattern: Pattern) -> Sequence[Item]:
        """The facts that a pattern could match, by template and name."""
        if pattern.template in NAMED and (names := pattern.slots.get("name")) is not None and names.allowed:
            if len(names.allowed) == 1:
                return self._named.get((pattern.template, str(names.allowed[0])), ())
            return [i for name in names.allowed for i in self._named.get((pattern.template, str(name)), ())]
        return self._of.get(pattern.template, ())

    def alone(self, net: Net, pattern: Pattern) -> list[int]:
        """The facts that meet every condition of a pattern which needs no other pattern."""
        return [item.number for item in self.candidates(pattern) if _meets_alone(net, pattern, item.slots)]


def _meets_alone(net: Net, pattern: Pattern, slots: dict[str, Value]) -> bool:
    for name, constraint in pattern.slots.items():
        value = slots.get(name, Symbol(UNKNOWN))
        if constraint.allowed and not any(same(a, value) for a in constraint.allowed):
            return False
        if any(same(e, value) for e in constraint.excluded):
            return False
        if not all(holds(net, c, value, {}) for c in constraint.comparisons if is_constant(c.bound)):
            return False
    return True


def is_constant(bound: Expression) -> bool:
    """Whether a bound holds no variable of the rule."""
    if isinstance(bound, Form):
        return all(is_constant(part) for part in bound.items[1:])
    return not (isinstance(bound, Symbol) and bound.startswith("?") and not bound.startswith("?*"))


def needs_others(constraint: Constraint) -> bool:
    """Whether a constraint compares with what another pattern binds."""
    return bool(constraint.excluded_variables) or not all(is_constant(c.bound) for c in constraint.comparisons)


def firings(net: Net, rule: Rule, memory: Memory) -> Iterator[tuple[tuple[int | None, ...], Bindings]]:
    """Every way in which a rule fires over the facts: the basis in pattern order, and the bindings."""
    yield from _fire(net, rule.patterns, 0, memory, (), {})


def _fire(
    net: Net, patterns: list[Pattern], number: int, memory: Memory, basis: tuple[int | None, ...], bindings: Bindings
) -> Iterator[tuple[tuple[int | None, ...], Bindings]]:
    if number == len(patterns):
        yield basis, bindings
        return
    pattern = patterns[number]
    found = ((item.number, match(net, pattern, item.slots, bindings)) for item in memory.candidates(pattern))
    if pattern.negated:
        if not any(after is not None for _, after in found):
            yield from _fire(net, patterns, number + 1, memory, (*basis, None), bindings)
        return
    for index, after in found:
        if after is not None:
            yield from _fire(net, patterns, number + 1, memory, (*basis, index), after)


class KeptObservations(Observations):
    """Observations whose rows are merged once: which rules look at them changes nothing in them."""

    def __init__(self, observations: Observations) -> None:
        """Take over what was observed."""
        super().__init__(observations.observed)
        self._merged: dict[tuple[Cut | None, bool], Merged] = {}
        self._cuts: list[Cut] | None = None

    def merge(self, cut: Cut | None = None, with_past: bool = False) -> Merged:
        """The current rows, or those just before a moment; `with_past` adds events that are over."""
        if (cut, with_past) not in self._merged:
            self._merged[cut, with_past] = super().merge(cut, with_past)
        return self._merged[cut, with_past]

    def cuts(self, most: int = 8) -> list[Cut]:
        """The moments at which something changed."""
        if self._cuts is None:
            self._cuts = super().cuts(most)
        return self._cuts


@dataclass(slots=True)
class Trial:
    """One example with everything that is the same whatever the rules say, and the facts that these rules derive.

    `memories` has one for the present, then one for each moment before a change.
    """

    example: Example
    observations: KeptObservations
    told: list[ToldSign]
    memories: list[Memory] = field(default_factory=list)

    @property
    def all_sure(self) -> bool:
        """Whether nothing of it was said with doubt: then it is no matter by which of several ways a fact is derived."""
        cells = (cell for row in self.observations.observed for cell in row.cells.values())
        return all(sign.sure for sign in self.told) and all(cell.sure for cell in cells)

    def conclude(self, knowledge: Knowledge) -> Consultation:
        """What the rules of a knowledge base lead to."""
        return conclude(knowledge, self.observations, self.told)


def prepare(knowledge: Knowledge, example: Example) -> tuple[Trial, Consultation]:
    """Read an example once, and derive what it leads to at each moment."""
    observations, told, _ = observed(knowledge, example)
    trial = Trial(example, KeptObservations(observations), told)
    result = trial.conclude(knowledge)
    moments = [view(knowledge, trial.observations, result.told, cut) for cut in trial.observations.cuts()]
    trial.memories = [Memory(state.inference) for state in (result.now, *moments)]
    return trial, result


def rules_behind(net: Net, case: str) -> list[str]:
    """The arguments of a case and the rules that its findings and quantities come from, in the order of the files."""
    wanted: dict[str, None] = {}
    todo = [rule for rule in net.rules.values() if rule.group == case and rule.module == "CASES"]
    while todo:
        rule = todo.pop()
        if rule.name in wanted:
            continue
        wanted[rule.name] = None
        for pattern in rule.patterns:
            names = pattern.slots["name"].allowed if pattern.template in NAMED and "name" in pattern.slots else ()
            for name in names:
                todo += net.computing(str(name)) if pattern.template == "quantity" else (
                    net.producers(str(name), "present") + net.producers(str(name), "absent"))  # fmt: skip
    return [name for name in net.rules if name in wanted]
