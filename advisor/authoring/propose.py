"""`advisor kb propose`: row-level examples and near misses for what no example notices.

A proposal is made from the rule as it is. It cannot tell whether the rule is right: that is for whoever reads it, and for
captures. It holds the rule in place once it was read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from advisor.authoring.coverage import Point, conditions, tried_by
from advisor.authoring.memory import Memory
from advisor.authoring.mutants import Mutant, of_rule, of_threshold, without_pivots
from advisor.authoring.rows import (
    Row,
    RowExample,
    Trying,
    changed,
    default,
    faults,
    memory_of,
    new_row,
    notices,
    outcome,
    parse_row,
    slots_of,
    value_text,
)
from advisor.authoring.solving import Plan, just_met, just_missed, others, plans, solve, typed
from advisor.inference.matching import Bindings, evaluate
from advisor.inference.net import Constraint, Net, Pattern, Rule
from advisor.kbcheck.thresholds import names_in, thresholds_of
from facts.schema import UNKNOWN, Slot, Value
from facts.sexpr import Symbol


def mutants_about(net: Net, rule: Rule) -> list[Mutant]:
    """All changes that concern a rule: its own, and those of the thresholds that it uses."""
    moved = [m for name in net.thresholds if name in thresholds_of(rule) for m in of_threshold(net, name)]
    return [*of_rule(rule), *moved]


class _Draft:
    """An example in the making."""

    def __init__(self, net: Net, rule: Rule, example: RowExample) -> None:
        self.net, self.rule, self.example = net, rule, example
        self.rows = [parse_row(text) for text in example.rows]
        self.tries = list(example.tries())

    def notices(self, mutant: Mutant) -> bool:
        """Whether some try comes out otherwise with a mutant."""
        return notices(_changed(self.net, mutant), mutant.rule or self.rule, self.tries)

    def take_telling(self, rows: list[Row], mutant: Mutant) -> bool:
        """Add rows where they tell a mutant."""
        net, rule = _changed(self.net, mutant), mutant.rule or self.rule
        return self.take(rows, lambda memory, found: notices(net, rule, [Trying("", memory, found)]))

    def take_trying(self, rows: list[Row], point: Point) -> bool:
        """Add rows where they try a condition."""
        return self.take(rows, lambda memory, _: point in tried_by(self.net, self.rule, memory))

    def take(self, rows: list[Row], serves: Callable[[Memory, frozenset[str]], bool]) -> bool:
        """Add rows as a change of the example, where they serve: the facts, and what follows from them."""
        memory = memory_of(rows)
        try:
            found = outcome(self.net, self.rule, memory)
        except OverflowError:  # a share of nothing, which no reader gives
            return False
        if not serves(memory, found):
            return False
        words = _difference(self.rows, rows)
        try:
            if not words or memory_of(changed(self.rows, words)).all_slots() != memory.all_slots():
                return False
        except ValueError:  # a value that the slot cannot hold
            return False
        if not found:
            self.example.near.append(words)
        else:
            other = "" if found == frozenset(self.example.gives) else f" -> {', '.join(sorted(found))}"
            self.example.also.append(words + other)
        self.tries = list(self.example.tries())
        return True


def _changed(net: Net, mutant: Mutant) -> Net:
    return mutant.apply(net) if mutant.threshold is not None else net


def _difference(base: list[Row], rows: list[Row]) -> str:
    """What makes other rows of the example's, in its words; "" where that cannot be said."""
    if len(rows) == len(base) - 1:
        gone = [n for n in range(len(base)) if base[:n] + base[n + 1 :] == rows]
        return f"-{gone[0] + 1}" if gone else ""
    parts = []
    for number, (before, after) in enumerate(zip(base, rows, strict=False), 1):
        if before.template != after.template:
            return ""
        words = [
            f"{n}={value_text(v)}"
            for n, v in after.slots.items()
            if (v, type(v)) != (before.slots[n], type(before.slots[n]))
        ]
        parts += [f"{number} {' '.join(words)}"] if words else []
    return "; ".join(parts + [f"+ {row.text()}" for row in rows[len(base) :]])


def propose(
    net: Net, rule: Rule, kept: RowExample | None = None, untried: Collection[Point] = ()
) -> tuple[RowExample | None, list[Mutant]]:
    """An example for a rule, and the mutants that it does not notice.

    Args:
        net: the knowledge.
        rule: the rule.
        kept: an example that holds, and is only to be completed.
        untried: conditions of the rule that no example tries.

    Returns:
        None where no rows were found over which the rule fires.
    """
    rule = without_pivots(rule)
    example = _copy(kept) if kept is not None and not faults(net, kept) else _first(net, rule)
    if example is None:
        return None, mutants_about(net, rule)
    draft = _Draft(net, rule, example)
    _alternatives(draft)
    left = []
    for mutant in mutants_about(net, rule):
        if not draft.notices(mutant) and not any(
            draft.take_telling(rows, mutant) for rows in _candidates(net, rule, mutant, draft.rows)
        ):
            left.append(mutant)
    for number, slot, point in conditions(rule):
        if point in untried and not any(point in tried_by(net, rule, t.memory) for t in draft.tries):
            any(draft.take_trying(rows, point) for rows in _trying(net, rule, number, slot, draft.rows))
    return draft.example, left


def _copy(example: RowExample) -> RowExample:
    return replace(example, also=list(example.also), near=list(example.near))


def _first(net: Net, rule: Rule) -> RowExample | None:
    for plan in plans():
        solved = _solved(net, rule, plan)
        if solved is None:
            continue
        try:
            found = outcome(net, rule, memory_of(solved[0]))
        except OverflowError:
            continue
        example = RowExample(rule.name, [row.text() for row in solved[0]], sorted(found))
        if found and not faults(net, example):  # a value that its slot cannot hold would not be read again
            return example
    return None


def _solved(net: Net, rule: Rule, plan: Plan) -> tuple[list[Row], Bindings] | None:
    try:
        return solve(net, rule, plan)
    except OverflowError:
        return None


def _alternatives(draft: _Draft) -> None:
    """Each further value that a slot may have, which is no mutant of its own."""
    positive = [p for p in draft.rule.patterns if not p.negated]
    for number, pattern in enumerate(positive[: len(draft.rows)]):
        for slot, constraint in pattern.slots.items():
            for value in constraint.allowed[1:] if constraint.allowed else ():
                rows = _with(draft.rows, number, slot, value)
                words = _difference(draft.rows, rows)
                if words and not any(words == w.partition(" -> ")[0] for w in draft.example.also):
                    draft.take(rows, lambda _, found: bool(found))


def _with(rows: list[Row], number: int, slot: str, value: Value) -> list[Row]:
    after = list(rows)
    after[number] = Row(rows[number].template, {**rows[number].slots, slot: value})
    return after


def _candidates(net: Net, rule: Rule, mutant: Mutant, rows: list[Row]) -> Iterator[list[Row]]:
    """Rows that may tell a mutant: those of the example changed, then others over which the rule fires."""
    places = [(mutant.pattern, mutant.slot)] if mutant.threshold is None else list(_places(rule, mutant.threshold.name))
    places = places or [(0, "")]
    for number, slot in places:
        yield from _around(net, rule, number, slot, rows, {})
        tight = (number, slot) if slot else (-1, "")
        for plan in plans(tight):
            solved = _solved(net, rule, plan)
            if solved is not None and not _negative(solved[0]):
                yield solved[0]
                yield from _around(net, rule, number, slot, solved[0], solved[1])
    changed_net = _changed(net, mutant)
    for plan in plans():
        solved = _solved(changed_net, mutant.rule or rule, plan)
        if solved is not None and len(solved[0]) == len(rows) and not _negative(solved[0]):
            yield solved[0]


def _trying(net: Net, rule: Rule, number: int, slot: str, rows: list[Row]) -> Iterator[list[Row]]:
    """Rows that may try one condition: those of the example changed at its place, then others."""
    bases: list[tuple[list[Row], Bindings]] = [(rows, {})]
    for plan in plans((number, slot)):
        solved = _solved(net, rule, plan)
        if solved is not None and len(solved[0]) == len(rows) and not _negative(solved[0]):
            bases.append(solved)
    for base, bound in bases:
        yield from _around(net, rule, number, slot, base, bound)


def _negative(rows: list[Row]) -> bool:
    """Whether a row holds a count or a measurement below nothing."""
    values = (v for row in rows if row.template != "quantity" for v in row.slots.values())
    return any(isinstance(v, (int, float)) and v < 0 for v in values)


def _places(rule: Rule, threshold: str) -> Iterator[tuple[int, str]]:
    for number, pattern in enumerate(rule.patterns):
        for slot, constraint in pattern.slots.items():
            if any(threshold in names_in(c.bound) for c in constraint.comparisons):
                yield number, slot


def _around(net: Net, rule: Rule, number: int, slot: str, rows: list[Row], bound: Bindings) -> Iterator[list[Row]]:
    """Changes of rows at one pattern and slot."""
    pattern = rule.patterns[number]
    place = sum(not p.negated for p in rule.patterns[:number])
    bound = bound or _bindings(rule, rows)
    if pattern.negated:
        yield from _beside_a_not(net, pattern, slot, rows, bound)
        return
    if place >= len(rows):
        return
    if slot:
        constraint = pattern.slots[slot]
        for value in _beyond(net, slots_of(pattern.template)[slot], constraint, bound):
            yield _with(rows, place, slot, value)
            if constraint.variable:
                yield _everywhere_with(rule, rows, constraint.variable, value)
        return
    yield rows[:place] + rows[place + 1 :]
    names = net.findings if pattern.template == "finding" else net.quantities
    asked = {str(a) for p in rule.patterns for a in p.slots.get("name", Constraint()).allowed}
    other = next((n for n in names if n not in asked), None)
    if "name" in pattern.slots and other is not None:
        yield _with(rows, place, "name", Symbol(other))


def _bindings(rule: Rule, rows: list[Row]) -> Bindings:
    """What rows in the order of the patterns bind."""
    found: Bindings = {}
    for pattern, row in zip((p for p in rule.patterns if not p.negated), rows, strict=False):
        for slot, constraint in pattern.slots.items():
            if constraint.variable:
                found.setdefault(constraint.variable, row.slots.get(slot, Symbol(UNKNOWN)))
    return found


def _everywhere_with(rule: Rule, rows: list[Row], variable: str, value: Value) -> list[Row]:
    """The rows with one value wherever a variable stands."""
    after = list(rows)
    for place, pattern in enumerate([p for p in rule.patterns if not p.negated][: len(rows)]):
        for slot, constraint in pattern.slots.items():
            if constraint.variable == variable:
                after = _with(after, place, slot, value)
    return after


def _beyond(net: Net, slot: Slot, constraint: Constraint, bound: Bindings) -> Iterator[Value]:
    """Values that a demand of a slot keeps out, and those just within."""
    for comparison in constraint.comparisons:
        limit = evaluate(net, comparison.bound, bound)
        if not isinstance(limit, str) and math.isfinite(limit):
            beside = (just_missed(slot, comparison.op, limit), just_met(slot, comparison.op, limit))
            # What is counted or measured is never negative; a difference, which is computed, may be.
            yield from (typed(slot, n) for n in beside if n >= 0 or limit < 0 or slot.type == "NUMBER")
    yield from constraint.excluded
    yield from (bound[v] for v in constraint.excluded_variables if v in bound)
    kept = [v for v in constraint.allowed if isinstance(v, (int, float))]
    if slot.numeric or slot.type == "NUMBER":
        yield from (typed(slot, (kept[0] if kept else 0) + n) for n in (1, 1000))
    else:
        likely = [v for v in others(slot) if v not in constraint.allowed]
        yield from likely[:-1] if slot.type == "STRING" and len(likely) > 2 else likely[:6]
    if slot.optional:
        yield Symbol(UNKNOWN)


def _beside_a_not(net: Net, pattern: Pattern, slot: str, rows: list[Row], bound: Bindings) -> Iterator[list[Row]]:
    """One row more: one that the `not` excludes, or with one slot that it does not ask for."""
    for edge_value in (False, True):
        slots: dict[str, Value] = {}
        seen = dict(bound)
        for name, constraint in pattern.slots.items():
            kind = slots_of(pattern.template)[name]
            value = _excluded_value(net, pattern.template, kind, constraint, seen, edge_value)
            if value is not None:
                slots[name] = value
                if constraint.variable:
                    seen[constraint.variable] = value
        row = new_row(pattern.template, slots)
        yield [*rows, row]
        if slot:
            for value in pattern.slots[slot].allowed[1:-1]:
                yield [*rows, Row(row.template, {**row.slots, slot: value})]
            kind = slots_of(pattern.template)[slot]
            for value in _beyond(net, kind, pattern.slots[slot], seen):
                yield [*rows, Row(row.template, {**row.slots, slot: value})]
            if pattern.slots[slot].variable:
                yield [*rows, Row(row.template, {**row.slots, slot: "other"})]


def _excluded_value(
    net: Net, template: str, slot: Slot, constraint: Constraint, bound: Bindings, last: bool
) -> Value | None:
    if constraint.variable in bound:
        return bound[constraint.variable]
    if constraint.allowed:
        return constraint.allowed[-1 if last else 0]
    for comparison in constraint.comparisons:
        limit = evaluate(net, comparison.bound, bound)
        if not isinstance(limit, str) and math.isfinite(limit):
            return typed(slot, just_met(slot, comparison.op, limit))
    banned = [*constraint.excluded, *(bound[v] for v in constraint.excluded_variables if v in bound)]
    plain: Iterable[Value] = [default(template, slot)]
    if slot.numeric and (constraint.variable or constraint.excluded):
        plain = [typed(slot, 1), typed(slot, 2)]
    elif banned:
        plain = others(slot)
    return next((v for v in plain if v not in banned), None)
