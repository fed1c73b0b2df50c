"""Rows over which a rule fires, found from its patterns: each number at its threshold, everything else as plain as can be."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from advisor.authoring.memory import is_constant
from advisor.authoring.rows import THING, Row, default, new_row, slots_of
from advisor.inference.matching import Bindings, evaluate, holds, match, same
from advisor.inference.net import Comparison, Constraint, Net, Pattern, Rule
from facts.schema import UNKNOWN, Slot, Value
from facts.sexpr import Symbol

SHARE = 0.05
"""How far beyond a threshold a near miss stands: within a tenth, so that a threshold moved by a tenth passes it."""
_SEEDS = (1000, 100, 10, 1, 1_000_000, 1_000_000_000, 10_000_000_000_000, 0, 50, 2)


class Plan(NamedTuple):
    """How rows are chosen.

    Attributes:
        seed: a number that nothing demands anything of.
        edge: ``low`` or ``high``: which end of what is allowed a number takes.
        tight: pattern and slot that alone take that end, the others stand well within; None for all.
        spread: how many tens the next such number is larger than the one before.
    """

    seed: int = _SEEDS[0]
    edge: str = "low"
    tight: tuple[int, str] | None = None
    spread: int = 0

    def free(self, count: int) -> float:
        """A number that nothing demands anything of, after so many others."""
        return self.seed * 10.0 ** (self.spread * count)

    def edge_at(self, number: int, slot: str) -> str:
        """The end to take at one place."""
        return self.edge if self.tight in (None, (number, slot)) else "far"


def plans(tight: tuple[int, str] | None = None) -> Iterator[Plan]:
    """All ways to choose, the plainest first."""
    for spread in (0, 1, -1):
        for seed in _SEEDS:
            for edge in ("low", "high"):
                yield Plan(seed, edge, None, spread)
                if tight is not None:
                    yield Plan(seed, edge, tight, spread)


def solve(net: Net, rule: Rule, plan: Plan) -> tuple[list[Row], Bindings] | None:
    """A row for each pattern that is no `not`, with what they bind; None where this plan finds none."""
    bindings: Bindings = {}
    rows: list[Row] = []
    wanted = _everywhere(rule)
    for number, pattern in enumerate(rule.patterns):
        if pattern.negated:
            continue
        row = _row(net, pattern, number, bindings, plan, wanted)
        after = match(net, pattern, row.slots, bindings) if row is not None else None
        if row is None or after is None:
            return None
        bindings = after
        rows.append(row)
    return rows, bindings


def _everywhere(rule: Rule) -> dict[str, Constraint]:
    """What all patterns together demand of each variable, as far as it does not depend on others."""
    found: dict[str, Constraint] = {}
    for pattern in rule.patterns:
        if pattern.negated:
            continue
        for constraint in pattern.slots.values():
            if constraint.variable:
                one = found.setdefault(constraint.variable, Constraint(constraint.variable))
                one.allowed = one.allowed or constraint.allowed
                one.excluded += constraint.excluded
                one.comparisons += tuple(c for c in constraint.comparisons if is_constant(c.bound))
    return found


def _row(
    net: Net, pattern: Pattern, number: int, bindings: Bindings, plan: Plan, wanted: dict[str, Constraint]
) -> Row | None:
    slots: dict[str, Value] = {}
    seen = dict(bindings)
    for name, constraint in pattern.slots.items():
        slot = slots_of(pattern.template)[name]
        if constraint.variable in seen:
            value: Value | None = seen[constraint.variable]
        else:
            whole = constraint
            if constraint.variable in wanted:
                other = wanted[constraint.variable]
                whole = Constraint(constraint.variable, constraint.allowed or other.allowed, other.excluded,
                                   constraint.comparisons + other.comparisons, constraint.excluded_variables)  # fmt: skip
            value = _value(net, pattern.template, slot, whole, seen, plan, plan.edge_at(number, name))
        if value is None:
            return None
        slots[name] = value
        if constraint.variable:
            seen[constraint.variable] = value
    return new_row(pattern.template, slots)


def _value(
    net: Net, template: str, slot: Slot, constraint: Constraint, seen: Bindings, plan: Plan, edge: str
) -> Value | None:
    """The plainest value that meets a constraint."""
    not_these = [*constraint.excluded, *(seen[v] for v in constraint.excluded_variables if v in seen)]
    if constraint.allowed:
        free = [v for v in constraint.allowed if not any(same(v, e) for e in not_these)]
        return next((v for v in free if all(holds(net, c, v, seen) for c in constraint.comparisons)), None)
    if constraint.comparisons:
        return _number(net, slot, constraint.comparisons, seen, edge, plan)
    plain = [default(template, slot)]
    if slot.numeric or slot.type == "NUMBER":
        if constraint.variable or constraint.excluded:
            plain = [typed(slot, n) for n in (plan.free(_numbers(seen)), 7, 8)]
    elif constraint.variable or constraint.excluded:
        plain = [v for v in plain if v != UNKNOWN] + ([THING] if slot.type == "STRING" else []) + others(slot)
    return next((v for v in plain if not any(same(v, e) for e in not_these)), None)


def others(slot: Slot) -> list[Value]:
    """Values that a slot without numbers could hold, the plainest first."""
    if slot.type == "STRING":
        return ["other", THING, "third"]
    return [Symbol(v) for v in sorted(slot.allowed - {UNKNOWN}) or ["other", THING, "third"]]


def typed(slot: Slot, number: float) -> Value:
    """A number as the slot holds it."""
    if slot.type == "INTEGER":
        return int(number)
    if slot.type == "FLOAT":
        return float(number)
    return int(number) if number == int(number) else number


def _number(
    net: Net, slot: Slot, comparisons: tuple[Comparison, ...], seen: Bindings, edge: str, plan: Plan
) -> Value | None:
    lows: list[float] = []
    highs: list[float] = []
    for comparison in comparisons:
        bound = evaluate(net, comparison.bound, seen)
        if isinstance(bound, str) or not math.isfinite(bound):
            return None
        met = just_met(slot, comparison.op, bound)
        (lows if comparison.op in ("at-least", "above") else highs).append(met)
    low, high = max(lows, default=None), min(highs, default=None)
    if edge == "high":
        chosen = high if high is not None else low
    elif edge == "far":
        chosen = _middle(low, high, plan.free(_numbers(seen)))
    else:
        chosen = low if low is not None else high
    return None if chosen is None else typed(slot, chosen)


def _numbers(seen: Bindings) -> int:
    return sum(isinstance(value, (int, float)) for value in seen.values())


def _middle(low: float | None, high: float | None, free: float) -> float | None:
    if low is not None and high is not None:
        return (low + high) / 2
    if low is not None:
        return max(low * 10, free)
    return high / 10 if high is not None and high > 0 else high


def just_met(slot: Slot, op: str, bound: float) -> float:
    """The value nearest to a bound that meets a comparison: the bound itself, or a twentieth inside where it is excluded."""
    if slot.type == "INTEGER":
        whole = {"at-least": math.ceil(bound), "at-most": math.floor(bound)}
        return whole[op] if op in whole else _beside(slot, bound, 1 if op == "above" else -1)
    if op in ("at-least", "at-most"):
        return bound
    return _beside(slot, bound, 1 if op == "above" else -1)


def just_missed(slot: Slot, op: str, bound: float) -> float:
    """The value nearest to a bound that misses a comparison: the bound itself, or a twentieth beyond."""
    if op in ("above", "below"):
        if slot.type == "INTEGER":
            return math.floor(bound) if op == "above" else math.ceil(bound)
        return bound
    return _beside(slot, bound, -1 if op == "at-least" else 1)


def _beside(slot: Slot, bound: float, way: int) -> float:
    """A twentieth to one side, in few digits; a whole number by one at least."""
    moved = bound + way * (abs(bound) * SHARE or 1)
    if slot.type == "INTEGER":
        return math.ceil(moved) if way < 0 and math.ceil(moved) < bound else math.floor(moved) if way < 0 else (
            math.floor(moved) if math.floor(moved) > bound else math.ceil(moved))  # fmt: skip
    short = float(f"{moved:.3g}")
    return short if (short - bound) * way > 0 else moved
