"""The inference net: rules, thresholds and vocabulary parsed from the constructs themselves.

A left side is one ``(logical ...)`` of patterns; a right side only asserts. This restriction (held by `parse_rules`)
is what makes why-not, the arithmetic of quantities and the choice of questions possible without repeating by hand what
the rules say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass, field
from typing import NamedTuple

from advisor.inference.divisors import FUNCTIONS, expressions, unbounded, unknown_functions
from facts.patterns import lazy
from facts.schema import Value
from facts.sexpr import Form, SexprError, Symbol, parse

COMPARISONS = ("at-least", "at-most", "above", "below")
Expression = Value | Form
"""A literal, a ``?variable``, a ``?*global*``, or a form of arithmetic over them."""


class KnowledgeError(ValueError):
    """A construct that the knowledge base may not hold; `where` is ``file:line``, `code` names the kind."""

    def __init__(self, code: str, message: str, where: str, help: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.where, self.help = code, message, where, help


class Comparison(NamedTuple):
    """``(at-least ?v BOUND)`` on the value of the slot that it stands in."""

    op: str
    bound: Expression


@dataclass(slots=True, eq=False, repr=False)
class Constraint:
    """What a pattern demands of one slot."""

    variable: str = ""
    allowed: tuple[Value, ...] = ()
    excluded: tuple[Value, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    excluded_variables: tuple[str, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class Pattern:
    """One pattern of a left side; `negated` only in FINDINGS, over rows that were read completely."""

    template: str
    slots: dict[str, Constraint]
    negated: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Action:
    """One asserted fact of a right side: slot to expression."""

    template: str
    slots: dict[str, Expression]


@dataclass(slots=True, eq=False, repr=False)
class Rule:
    """One rule; `name` is ``case.argument`` or ``finding.variant``, `comment` its mechanism in a sentence.

    `sources` are the ``key: locator`` cited at the end of the comment; an argument's stand in its case's ``case.toml``.
    """

    name: str
    module: str
    comment: str
    patterns: list[Pattern]
    actions: list[Action]
    where: str
    sources: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        """The part of the name before the dot: the case or finding."""
        return self.name.partition(".")[0]


class Threshold(NamedTuple):
    """One defglobal: its unit, the reason for the value, and the source with its locator."""

    name: str
    value: float | int
    unit: str
    reason: str
    source: str
    locator: str
    where: str


class Outline(NamedTuple):
    """An argument in short: its rule, its certainty factor, name and state of each finding that it needs, its stage."""

    rule: str
    cf: float
    needs: tuple[tuple[str, str], ...]
    stage: str = ""


@dataclass(slots=True, eq=False, repr=False)
class Net:
    """Everything that the constructs say.

    `outlines` (the arguments of each case) and `shown_by` (the templates that could show a finding) say in short what the
    rules say; they are made when they are first asked for, or all at once for an image.
    """

    rules: MutableMapping[str, Rule] = field(default_factory=dict)
    thresholds: MutableMapping[str, Threshold] = field(default_factory=dict)
    findings: tuple[str, ...] = ()
    quantities: tuple[str, ...] = ()
    outlines: dict[str, tuple[Outline, ...]] = field(default_factory=dict)
    shown_by: MutableMapping[str, tuple[tuple[str, frozenset[str]], ...]] = field(default_factory=dict)
    _asserting: dict[tuple[str, str, str], list[str]] = field(default_factory=dict)

    def producers(self, finding: str, state: str) -> list[Rule]:
        """Rules that assert `finding` in `state` (the general rule for what was told is left out)."""
        return self._asserted_by("finding", finding, state)

    def arguments(self, case: str) -> list[Rule]:
        """Rules that assert evidence for or against `case`."""
        return self._asserted_by("evidence", case, "")

    def computing(self, quantity: str) -> list[Rule]:
        """Rules that assert `quantity`."""
        return self._asserted_by("quantity", quantity, "")

    def _asserted_by(self, template: str, name: str, state: str) -> list[Rule]:
        return [self.rules[rule] for rule in self.index().get((template, name, state), ())]

    def index(self) -> dict[tuple[str, str, str], list[str]]:
        """Names of rules by what they assert, made once: explanation asks for them again and again."""
        if not self._asserting:
            for rule in self.rules.values():
                for action in rule.actions:
                    named = action.slots.get("case" if action.template == "evidence" else "name")
                    state = action.slots.get("state") if action.template == "finding" else ""
                    if isinstance(named, str) and isinstance(state, str):
                        rules = self._asserting.setdefault((action.template, str(named), str(state)), [])
                        if not rules or rules[-1] != rule.name:
                            rules.append(rule.name)
        return self._asserting


_CITED = lazy(r"(?<!\s)\s*+\[[\w-]+: [^\]]+\]\Z")
_THRESHOLD_COMMENT = lazy(
    r"(?P<unit>[^|]+)\|(?P<reason>.+)\[(?P<source>[\w-]+)(?::\s*(?P<locator>[^\]\s][^\]]*))?\]\s*\Z"
)


def _atoms(items: list[object]) -> Iterator[object]:
    """The parts of a slot's constraint between the connectives ``&``."""
    for item in items:
        if isinstance(item, Symbol):
            for part in re.split(r"&", str(item)):
                if part and part != ":":
                    yield Symbol(part.removesuffix(":"))
        else:
            yield item


def _value(part: object) -> Value:
    assert isinstance(part, (str, int, float))
    return part


def _literal(text: str) -> Value:
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r"-?\d*\.\d+", text):
        return float(text)
    return Symbol(text)


def _constraint(items: list[object], where: str) -> Constraint:
    constraint = Constraint()
    negated = False
    for part in _atoms(items):
        if isinstance(part, Symbol) and part and set(part) <= {"|", "~"}:
            negated = part.endswith("~")  # a connective that stands before a string
        elif isinstance(part, Form):
            if part.head not in COMPARISONS or len(part.items) != 3:
                raise KnowledgeError("kb-left-side", f"`{part.head}` may not stand on a left side", where,
                                     f"use one of {', '.join(COMPARISONS)}")  # fmt: skip
            bound = part.items[2]
            constraint.comparisons += (Comparison(part.head, bound),)
        elif not isinstance(part, Symbol):
            if negated:
                constraint.excluded += (_value(part),)
            else:
                constraint.allowed += (_value(part),)
            negated = False
        elif part.startswith("?") and not part.startswith("?*"):
            constraint.variable = part
        elif part.startswith("~?"):
            constraint.excluded_variables += (part[1:],)
        elif part.startswith("~"):
            constraint.excluded += (_literal(part[1:]),)
        else:
            constraint.allowed += tuple(_literal(p) for p in part.split("|"))
    return constraint


def _pattern(form: Form, where: str, negated: bool = False) -> Pattern:
    if form.head == "not":
        inner = form.items[1]
        if not isinstance(inner, Form):
            raise KnowledgeError("kb-left-side", "`not` without a pattern", where)
        return _pattern(inner, where, negated=True)
    if form.head in ("or", "and", "test", "exists", "forall", "logical"):
        raise KnowledgeError("kb-left-side", f"`{form.head}` may not stand on a left side", where,
                             "write two rules, or a comparison in the pattern")  # fmt: skip
    slots = {}
    for slot in form.items[1:]:
        if not isinstance(slot, Form):
            raise KnowledgeError("kb-left-side", f"`{slot}` is no slot of {form.head}", where)
        slots[slot.head] = _constraint(list(slot.items[1:]), where)
    return Pattern(form.head, slots, negated)


def _actions(items: list[object], where: str) -> list[Action]:
    actions = []
    for item in items:
        if not isinstance(item, Form) or item.head != "assert":
            raise KnowledgeError("kb-right-side", "a right side only asserts", where)
        for fact in item.items[1:]:
            if not isinstance(fact, Form):
                raise KnowledgeError("kb-right-side", "assert takes facts", where)
            slots = {slot.head: slot.items[1] for slot in fact.items[1:] if isinstance(slot, Form)}
            actions.append(Action(fact.head, slots))
    return actions


def _rule(form: Form, source: str) -> Rule:
    where = f"{source}:{form.line}"
    module, _, name = str(form.items[1]).partition("::")
    if not name or "." not in name:
        raise KnowledgeError("kb-rule-name", f"rule `{form.items[1]}`: a name is MODULE::group.variant", where)
    comment = form.items[2]
    if isinstance(comment, (Form, Symbol)) or not isinstance(comment, str) or not comment.strip():
        raise KnowledgeError("kb-rule-comment", f"rule `{name}` has no comment that says its mechanism", where)
    arrow = next((i for i, item in enumerate(form.items) if item == "=>"), 0)
    left = form.items[3:arrow]
    if len(left) != 1 or not isinstance(left[0], Form) or left[0].head != "logical":
        raise KnowledgeError("kb-left-side", f"rule `{name}`: the left side is one (logical ...)", where)
    patterns = [_pattern(p, where) for p in left[0].items[1:] if isinstance(p, Form)]
    if module == "CASES" and any(p.negated for p in patterns):
        raise KnowledgeError("kb-left-side", f"rule `{name}`: no `not` among the cases", where,
                             "let a finding say the absence")  # fmt: skip
    text = " ".join(comment.split())
    sources = tuple(text[match.start() :].strip(" []").split("; ")) if (match := _CITED.search(text)) else ()
    actions = _actions(list(form.items[arrow + 1 :]), where)
    return Rule(name, module, _CITED.sub("", text).strip(), patterns, actions, where, sources)


def _threshold(form: Form, source: str) -> Threshold:
    where = f"{source}:{form.line}"
    names = [str(i) for i in form.items[1:] if str(i).startswith("?*")]
    value = form.items[-1]
    match = _THRESHOLD_COMMENT.match(form.trailing)
    if len(names) != 1 or not isinstance(value, (int, float)):
        raise KnowledgeError("kb-threshold", "a defglobal holds one number", where)
    if match is None:
        raise KnowledgeError("kb-threshold", f"threshold `{names[0]}` lacks its comment", where,
                             "write `; unit | reason [source-key: locator]` behind it")  # fmt: skip
    return Threshold(names[0], value, match["unit"].strip(), match["reason"].strip(), match["source"],
                     (match["locator"] or "").strip(), where)  # fmt: skip


def _names(form: Form, slot: str) -> tuple[str, ...]:
    for item in form.forms("slot"):
        if len(item.items) > 1 and item.items[1] == slot and (allowed := item.form("allowed-symbols")):
            return tuple(str(a) for a in allowed.items[1:])
    return ()


def parse_net(sources: dict[str, str], refused: list[KnowledgeError] | None = None) -> Net:
    """Parse every construct of the knowledge base.

    Args:
        sources: file name to CLIPS text, vocabulary first.
        refused: takes every construct that is refused, and the rest is parsed; without it the first one is raised.

    Raises:
        KnowledgeError: a construct that the restrictions do not allow, or a duplicate name.
    """
    net = Net()
    for source, text in sources.items():
        for form in _forms(source, text, refused):
            try:
                _take(net, form, source)
            except KnowledgeError as error:
                if refused is None:
                    raise
                refused.append(error)
    for rule in net.rules.values():
        for problem in _reckons_wrongly(rule, net):
            if refused is None:
                raise problem
            refused.append(problem)
    return net


def _reckons_wrongly(rule: Rule, net: Net) -> Iterator[KnowledgeError]:
    """What a rule reckons with that could fail on a capture."""
    for expression in expressions(rule):
        for name in unknown_functions(expression):
            yield KnowledgeError("kb-function", f"rule `{rule.name}`: there is no function `{name}`", rule.where,
                                 f"the functions are {', '.join(FUNCTIONS)}")  # fmt: skip
    for divisor in unbounded(rule, net.thresholds):
        shown = f"`{divisor}`" if isinstance(divisor, (Symbol, int, float)) else "an expression"
        yield KnowledgeError(
            "kb-divisor", f"rule `{rule.name}` divides by {shown}, which could be 0", rule.where,
            "bound it in the left side: `(slot ?x&:(above ?x 0))`",
        )  # fmt: skip


def _forms(source: str, text: str, refused: list[KnowledgeError] | None) -> list[Form]:
    try:
        return parse(text)
    except SexprError as error:
        line, _, message = str(error).removeprefix("line ").partition(": ")
        problem = KnowledgeError(
            "kb-syntax", message, f"{source}:{line}", "count the parentheses and quotes from there"
        )
        if refused is None:
            raise problem from error
        refused.append(problem)
        return []


def _heads(form: Form) -> Iterator[str]:
    """Everything that is called in a form."""
    yield form.head
    for part in form.items:
        if isinstance(part, Form):
            yield from _heads(part)


def _take(net: Net, form: Form, source: str) -> None:
    """Add one construct to the net."""
    if form.head == "defrule":
        rule = _rule(form, source)
        if rule.name in net.rules:
            raise KnowledgeError("kb-duplicate-rule", f"rule `{rule.name}` stands twice", rule.where,
                                 f"the other one is at {net.rules[rule.name].where}")  # fmt: skip
        net.rules[rule.name] = rule
    elif form.head == "defglobal":
        threshold = _threshold(form, source)
        if threshold.name in net.thresholds:
            raise KnowledgeError("kb-duplicate-threshold", f"`{threshold.name}` stands twice", threshold.where,
                                 f"the other one is at {net.thresholds[threshold.name].where}")  # fmt: skip
        net.thresholds[threshold.name] = threshold
    elif form.head == "deffunction" and (names := sorted({"/", "div", "mod"} & set(_heads(form)))):
        raise KnowledgeError("kb-divisor", f"function `{form.items[1]}` divides (`{names[0]}`)", f"{source}:{form.line}",
                             "divide in the rule, whose left side can bound the divisor")  # fmt: skip
    elif form.head == "deftemplate" and str(form.items[1]) == "MAIN::finding":
        net.findings = _names(form, "name")
    elif form.head == "deftemplate" and str(form.items[1]) == "MAIN::quantity":
        net.quantities = _names(form, "name")
