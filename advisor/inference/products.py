"""What a firing asserts, computed from the facts it rests on.

CLIPS has matched the rule already. So where each variable gets its value, a place in the basis and a slot there, is found
once for a rule, and a firing only fetches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from operator import itemgetter
from typing import NamedTuple

from advisor.inference.matching import apply, evaluate, is_number
from advisor.inference.net import Action, Expression, Net, Rule
from facts.schema import UNKNOWN, Value
from facts.sexpr import Form, Symbol

Slots = dict[str, Value]
Sources = Mapping[str, tuple[int, str]]
"""The place in the basis, and the slot there, that each variable has its value from."""
Basis = Sequence[Mapping[str, Value] | None]
Identity = tuple[object, ...]

_UNKNOWN = Symbol(UNKNOWN)


class Product(NamedTuple):
    """One fact that a rule asserts: what is the same in each firing, and how the rest is got.

    Attributes:
        template: of the fact.
        slots: their names, in the order of the rule.
        values: of the slots; those that differ from firing to firing are unknown here.
        fetched: which slots take a value of the basis: from which fact of it, and which slot there.
        computed: which slots are the value of an expression, and that.
        sorted: the names of the slots in the order of the alphabet, and what puts their values into it.
    """

    template: str
    slots: tuple[str, ...]
    values: tuple[Value, ...]
    fetched: tuple[tuple[int, int, str], ...]
    computed: tuple[tuple[int, Callable[[Basis], Value]], ...]
    sorted: tuple[tuple[str, ...], Callable[[list[Value]], tuple[Value, ...]]]

    def made(self, basis: Basis) -> tuple[list[Value], Identity]:
        """The values of the slots in a firing with this basis, and what makes it the same fact as another."""
        _, _, constant, fetched, computed, (names, sort) = self
        values = list(constant)
        for slot, place, name in fetched:
            values[slot] = basis[place].get(name, _UNKNOWN)  # type: ignore[union-attr]
        for slot, value in computed:
            values[slot] = value(basis)
        ordered = sort(values)
        return values, (names, ordered, *map(type, ordered))


def sources_of(rule: Rule) -> Sources:
    """Where each variable of a rule has its value from."""
    return {
        constraint.variable: (place, name)
        for place, pattern in enumerate(rule.patterns) if not pattern.negated
        for name, constraint in pattern.slots.items() if constraint.variable
    }  # fmt: skip


def bindings_of(sources: Sources, basis: Basis) -> dict[str, Value]:
    """The bindings of a firing with this basis."""
    return {name: basis[place].get(slot, _UNKNOWN) for name, (place, slot) in sources.items()}  # type: ignore[union-attr]


def products_of(net: Net, rule: Rule) -> tuple[Product, ...]:
    """The facts that a rule asserts, in order."""
    sources = sources_of(rule)
    return tuple(_product(net, action, sources) for action in rule.actions)


def _product(net: Net, action: Action, sources: Sources) -> Product:
    values: list[Value] = []
    fetched, computed = [], []
    for number, expression in enumerate(action.slots.values()):
        values.append(_UNKNOWN)
        if isinstance(expression, Form):
            computed.append((number, _computed(net, expression, sources)))
        elif isinstance(expression, Symbol) and expression in sources:
            fetched.append((number, *sources[expression]))
        else:
            values[number] = evaluate(net, expression, {})
    names = tuple(action.slots)
    return Product(action.template, names, tuple(values), tuple(fetched), tuple(computed), _sorting(names))


def _sorting(names: tuple[str, ...]) -> tuple[tuple[str, ...], Callable[[list[Value]], tuple[Value, ...]]]:
    places = sorted(range(len(names)), key=names.__getitem__)
    # of one place alone, itemgetter would give the bare value
    return tuple(names[n] for n in places), itemgetter(*places) if len(places) > 1 else tuple


def _computed(net: Net, expression: Expression, sources: Sources) -> Callable[[Basis], Value]:
    """What computes an expression: the same as `evaluate`, with all that is known of the rule found beforehand."""
    if isinstance(expression, Form):
        head = expression.head
        parts = [_computed(net, part, sources) for part in expression.items[1:]]

        def compute(basis: Basis) -> Value:
            values = [part(basis) for part in parts]
            for value in values:
                if not is_number(value):
                    return _UNKNOWN
            return held(head, values)  # type: ignore[arg-type]

        return compute
    if isinstance(expression, Symbol) and expression in sources:
        place, slot = sources[expression]
        return lambda basis: basis[place].get(slot, _UNKNOWN)  # type: ignore[union-attr]
    value = evaluate(net, expression, {})
    return lambda basis: value


_MOST = 2**63


def held(head: str, values: Sequence[float | int]) -> float | int:
    """What an operation gives, where CLIPS gives the same.

    Raises:
        ArithmeticError: it is not finite, or a whole number of more than 64 bits, or would be so on the way.
    """
    if head == "/" and 0 in values[1:]:
        raise ZeroDivisionError("division by zero")
    # CLIPS reckons from left to right, and a whole number that is too large begins anew from below
    for count in range(2, len(values)) if head in "+-*" else ():
        _fits(apply(head, list(values[:count])))
    return _fits(apply(head, list(values)))


def _fits(value: float | int) -> float | int:
    if not (-_MOST <= value < _MOST if isinstance(value, int) else isfinite(value)):
        raise OverflowError("a number that is too large")
    return value


def identity(slots: Mapping[str, Value]) -> Identity:
    """What makes a fact of a template the same fact: to CLIPS 1 is not 1.0, and a symbol is no string."""
    names = tuple(sorted(slots))
    values = tuple([slots[name] for name in names])
    return (names, values, *map(type, values))
