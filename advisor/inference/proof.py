"""How a conclusion came about: the tree of firings from an argument down to the lines and answers it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from advisor.inference.certainty import UNSURE
from advisor.inference.engine import Fact, Firing, Inference
from advisor.inference.matching import arithmetic
from advisor.inference.net import Net, Pattern
from advisor.inference.products import Sources, bindings_of, sources_of
from facts.captures import TOLD
from facts.cells import Cell, CurrentRow, address
from facts.schema import UNKNOWN, Value
from facts.sexpr import Form


class Leaf(NamedTuple):
    """One observed value that a proof rests on; `demand` is what the rule asked of it, "" where any value served."""

    address: str
    slot: str
    value: Value
    cell: Cell
    demand: str = ""


class Computed(NamedTuple):
    """One quantity with its arithmetic: ``short by = 21,312 - 800 = 20,512``."""

    name: str
    value: float | int
    arithmetic: str


class Node:
    """One derived fact, the rule that derived it, and what that rule rested on."""

    __slots__ = ("_below", "children", "computed", "fact", "leaves", "rule")

    def __init__(self, fact: Fact, rule: str) -> None:
        """Take what it is made with; the rest comes later."""
        self.fact = fact
        self.rule = rule
        self.leaves: list[Leaf] = []
        self.children: list[Node] = []
        self.computed: Computed | None = None
        self._below: list[Leaf] | None = None

    def walk(self) -> Iterator[Node]:
        """This node and all below it, outermost first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all_leaves(self) -> list[Leaf]:
        """Every leaf below, once each, in order; asked for only when the node is whole."""
        if self._below is None:
            below: dict[str, Leaf] = {}
            for leaf in self.leaves:
                below.setdefault(leaf.address, leaf)
            for child in self.children:
                for leaf in child.all_leaves():
                    below.setdefault(leaf.address, leaf)
            self._below = list(below.values())
        return self._below


class Prover:
    """Builds proofs from one inference; what several of them rest on is proved once."""

    def __init__(self, net: Net, inference: Inference, rows: dict[int, CurrentRow]) -> None:
        """Take the net, what was inferred, and the rows by their number."""
        self.net, self.inference, self.rows = net, inference, rows
        self._proved: dict[int, Node] = {}
        self._sources: dict[str, Sources] = {}
        self._circles = 0
        """How often a fact was left unproved because its own proof led to it."""

    def proofs(self, index: int) -> list[Node]:
        """One tree for each firing that derived the fact, the best supported first."""
        trees = [self._node(index, firing, frozenset({index})) for firing in self.inference.supports.get(index, [])]
        return sorted(trees, key=lambda node: (-sureness(node), len(node.all_leaves()) == 0, only_told(node)))

    def best(self, index: int) -> Node | None:
        """The proof whose leaves are surest."""
        return next(iter(self.proofs(index)), None)

    def _node(self, index: int, firing: Firing, above: frozenset[int]) -> Node:
        rule = self.net.rules[firing.rule]
        facts = [self.inference.facts[i] if i is not None else None for i in firing.basis]
        sources = self._sources.get(rule.name)
        if sources is None:
            sources = self._sources[rule.name] = sources_of(rule)
        bindings = bindings_of(sources, [f.slots if f else None for f in facts])
        node = Node(self.inference.facts[index], firing.rule)
        node.computed = self._computed(node.fact, firing, bindings)
        for pattern, fact in zip(rule.patterns, facts, strict=True):
            if fact is None:
                continue
            if fact.index in self.inference.supports and fact.index not in above:
                node.children.append(self._child(fact.index, above))
            else:
                self._circles += fact.index in above
                node.leaves.extend(self._leaves(pattern, fact, bindings))
        return node

    def _child(self, index: int, above: frozenset[int]) -> Node:
        """The best proof of a fact that others rest on; it is the same below each, unless one of them is needed for it."""
        if index in self._proved:
            return self._proved[index]
        before = self._circles
        tries = (self._node(index, firing, above | {index}) for firing in self.inference.supports[index])
        best = max(tries, key=lambda tried: (sureness(tried), not only_told(tried)))
        if self._circles == before:
            self._proved[index] = best
        return best

    def _computed(self, fact: Fact, firing: Firing, bindings: dict[str, Value]) -> Computed | None:
        if fact.template != "quantity":
            return None
        name, value = str(fact.slots["name"]), fact.slots["value"]
        for action in self.net.rules[firing.rule].actions:
            expression = action.slots.get("value")
            if action.template == "quantity" and action.slots.get("name") == name and expression is not None:
                shown = arithmetic(self.net, expression, bindings) if isinstance(expression, Form) else ""
                return Computed(name, value, shown)  # type: ignore[arg-type]
        return None

    def _leaves(self, pattern: Pattern, fact: Fact, bindings: dict[str, Value]) -> Iterator[Leaf]:
        row = self.rows.get(int(fact.slots.get("row", 0)))
        if row is None:
            return
        told = fact.template == "told"
        for slot, constraint in pattern.slots.items():
            cell = row.cells.get(slot)
            if slot in ("host", "row") or cell is None or (cell.value == UNKNOWN):
                continue
            if told and slot != "name":
                continue
            demand = "; ".join(
                f"{c.op.replace('-', ' ')} {arithmetic(self.net, c.bound, bindings)}" for c in constraint.comparisons
            )
            yield Leaf(address(row.template, row.key, slot), slot, fact.slots[slot], cell, demand)


def sureness(node: Node) -> float:
    """The least certainty of the leaves below: 1, or less where an answer was "not sure"."""
    leaves = node.all_leaves()
    return min((1.0 if leaf.cell.sure else UNSURE for leaf in leaves), default=1.0)


def only_told(node: Node) -> bool:
    """Whether all of it is hearsay: nothing was captured, no question was answered, and no figure was named.

    What the prose of a file tells may be about another day or host: one word of it makes all that rests on it hearsay.

    Whoever names a figure has read it off something; that a pool is degraded, a monitoring may have said last week.
    """
    leaves = node.all_leaves()
    return bool(leaves) and (
        all(map(_hearsay, leaves)) or any(_hearsay(leaf) and leaf.cell.origin.lines for leaf in leaves)
    )


def _hearsay(leaf: Leaf) -> bool:
    said = leaf.cell.rank == TOLD and not leaf.cell.origin.question
    return said and not isinstance(leaf.value, (int, float))
