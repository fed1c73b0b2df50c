"""Why a case was not concluded: the nearest miss of each argument, and the value that would flip it.

From an argument the search walks back through the findings it needs to the rows they are made of, with the bindings
flowing along, so that no flip is offered on another host or pool. A flip is only offered after it was tried: it is
written as a what-if, everything is inferred again, and the argument must fire.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from advisor.inference.diagnosis import Consultation, view
from advisor.inference.engine import Fact
from advisor.inference.looking import Looking
from advisor.inference.matching import WORDS, Bindings, evaluate, match, match_slot, show
from advisor.inference.net import Net, Pattern, Rule
from advisor.inference.openness import cf_of, stage_of
from advisor.inference.view import Hypothesis, ToldSign, View
from advisor.knowledge import Case, Knowledge
from facts.captures import Origin
from facts.cells import Cell, Observed, address
from facts.observations import Observations
from facts.schema import UNKNOWN, Value, templates
from facts.sexpr import Symbol

_DEPTH = 4
_TRIES = 24
_BESIDE = ("ground", "harm")
"""Stages that do not show the mechanism itself."""


class Write(NamedTuple):
    """One cell of a what-if."""

    template: str
    host: str
    key: tuple[tuple[str, Value], ...]
    slot: str
    value: Value

    @property
    def address(self) -> str:
        """``template[host,key].slot``."""
        return address(self.template, (self.host, *(str(v) for k, v in self.key if k != "host")), self.slot)


class Miss(NamedTuple):
    """One condition that is missing or contrary: what was asked, what was observed, and the write that would meet it."""

    condition: str
    observed: str
    write: Write | None
    threshold: str = ""
    finding: str = ""


class ArgumentMiss:
    """Why one argument did not fire; `flips` are misses whose writes, all together, were tried and made it fire."""

    def __init__(self, argument: str, cf: float, mechanism: str) -> None:
        """Take what it is made with; the rest comes later."""
        self.argument = argument
        self.cf = cf
        self.mechanism = mechanism
        self.misses: list[Miss] = []
        self.flips = False
        self.stage = ""


class WhyNot(NamedTuple):
    """The answer to *why not this case*."""

    case: Case
    concluded: str
    arguments: list[ArgumentMiss]
    against: list[str]
    needs: tuple[str, ...]
    nearest: Hypothesis | None = None
    """What comes closest to it, whose chain says where it breaks."""


def why_not(consultation: Consultation, case: Case) -> WhyNot:
    """Explain for each argument of `case` what is missing or contrary."""
    knowledge, now = consultation.knowledge, consultation.now
    concluded = [h for h in (*consultation.diagnoses, *consultation.risks) if h.case.slug == case.slug]
    fired = {a.name for h in now.hypotheses.values() if h.case.slug == case.slug for a in h.arguments}
    answers = []
    missing: list[tuple[str, str]] = []
    for rule in knowledge.net.arguments(case.slug):
        cf = cf_of(rule, case.slug)
        if cf <= 0 or rule.name.partition(".")[2] in fired:
            continue
        miss = Search(consultation).argument(rule, cf)
        miss.stage = stage_of(rule, case.slug)
        answers.append(miss)
        missing += [(m.finding, "present") for m in miss.misses if m.finding]
    answers.sort(key=lambda a: (not a.flips, len(a.misses), a.stage in _BESIDE, -a.cf))
    against = [
        knowledge.net.rules[a.rule].comment
        for h in now.hypotheses.values() if h.case.slug == case.slug for a in h.opposing
    ]  # fmt: skip
    needs = Looking(knowledge, now).for_findings(dict.fromkeys(missing))
    standing = f"{concluded[0].standing} ({concluded[0].certainty:.2f})" if concluded else ""
    of_case = (h for h in now.hypotheses.values() if h.case.slug == case.slug)
    nearest = max(of_case, key=lambda h: h.certainty, default=None)
    return WhyNot(case, standing, answers, list(dict.fromkeys(against)), needs, nearest)


class Search:
    """Walks back from a rule to what it lacks."""

    def __init__(self, consultation: Consultation, wants: Callable[[Miss], bool] | None = None) -> None:
        """Search over the current view of `consultation`, only for ways of misses that are wanted."""
        self.consultation = consultation
        self.wants = wants
        self.knowledge: Knowledge = consultation.knowledge
        self.net: Net = consultation.knowledge.net
        self.now: View = consultation.now

    def argument(self, rule: Rule, cf: float) -> ArgumentMiss:
        """The nearest way to make an argument fire, tried."""
        name = rule.name.partition(".")[2]
        ways_ = sorted(self._ways(rule, {}, 0), key=_cost)[:_TRIES]
        result = ArgumentMiss(name, cf, rule.comment)
        if not ways_:
            return result
        result.misses = ways_[0][0]
        for misses, _ in ways_:
            if self._fires(rule, misses):
                result.misses, result.flips = misses, True
                break
        return result

    def ways(self, rule: Rule, bindings: Bindings) -> list[list[Miss]]:
        """The sets of misses that stand between `rule` and its firing under `bindings`, nearest first."""
        return [misses for misses, _ in sorted(self._ways(rule, bindings, 0), key=_cost)]

    def _ways(self, rule: Rule, bindings: Bindings, depth: int) -> Iterator[tuple[list[Miss], Bindings]]:
        """Sets of misses that, mended, would let `rule` fire under `bindings`; an empty set means that it does."""
        states: list[tuple[list[Miss], Bindings]] = [([], bindings)]
        for pattern in rule.patterns:
            if pattern.negated:
                continue
            following: list[tuple[list[Miss], Bindings]] = []
            for misses, bound in states:
                for more, after in self._pattern(pattern, bound, depth):
                    if self.wants is None or all(map(self.wants, more)):
                        following.append((misses + more, after))
            states = sorted(following, key=_cost)[:_TRIES]
        yield from states

    def _pattern(self, pattern: Pattern, bindings: Bindings, depth: int) -> Iterator[tuple[list[Miss], Bindings]]:
        matched = False
        for fact in self._candidates(pattern, bindings, pattern.slots):
            if (after := match(self.net, pattern, fact.slots, bindings)) is not None:
                matched = True
                yield [], after
        if matched:
            return
        if pattern.template in ("finding", "quantity"):
            yield from self._derived(pattern, bindings, depth)
        elif pattern.template in templates():
            yield from self._row(pattern, bindings)

    def _candidates(self, pattern: Pattern, bindings: Bindings, slots: Iterable[str]) -> list[Fact]:
        """The facts that may match, by what one of some slots has to be: of a host with hundreds of disks a few."""
        inference = self.now.inference
        named = pattern.slots["name"].allowed if "name" in pattern.slots else ()
        found = inference.called(pattern.template, named[0]) if len(named) == 1 else inference.of(pattern.template)
        for slot in slots:
            bound = bindings.get(pattern.slots[slot].variable, UNKNOWN) if slot in pattern.slots else UNKNOWN
            if bound != UNKNOWN:
                found = min(found, inference.having(pattern.template, slot, bound), key=len)
        return found

    def _derived(self, pattern: Pattern, bindings: Bindings, depth: int) -> Iterator[tuple[list[Miss], Bindings]]:
        name = str(next(iter(pattern.slots["name"].allowed), ""))
        state = str(next(iter(pattern.slots["state"].allowed), "present")) if "state" in pattern.slots else ""
        producers = self.net.producers(name, state) if pattern.template == "finding" else self.net.computing(name)
        if depth < _DEPTH:
            for producer in producers:
                action = next(
                    a for a in producer.actions if a.template == pattern.template and a.slots.get("name") == name
                )
                inner: Bindings = {}
                for slot in ("host", "subject"):
                    outer = pattern.slots[slot].variable if slot in pattern.slots else ""
                    target = action.slots.get(slot)
                    if outer in bindings and isinstance(target, Symbol) and target.startswith("?"):
                        inner[str(target)] = bindings[outer]
                for misses, after in self._ways(producer, inner, depth + 1):
                    bound = dict(bindings)
                    for slot in ("host", "subject"):
                        outer = pattern.slots[slot].variable if slot in pattern.slots else ""
                        if outer and outer not in bound and slot in action.slots:
                            bound[outer] = evaluate(self.net, action.slots[slot], after)
                    tagged = [m._replace(finding=m.finding or name) for m in misses]
                    yield tagged, bound
        if pattern.template == "finding" and self._tellable(name):
            host = self._host(bindings, pattern)
            subject = str(bindings.get(pattern.slots["subject"].variable, host)) if "subject" in pattern.slots else host
            bound = {**bindings}
            for slot, value in (("host", host), ("subject", subject)):
                if slot in pattern.slots and pattern.slots[slot].variable:
                    bound.setdefault(pattern.slots[slot].variable, value)
            write = Write(
                "told", host, (("name", Symbol(name)), ("subject", subject)), "state", Symbol(state or "present")
            )
            contrary = self.now.findings(name, "absent" if state == "present" else "present")
            yield [Miss(f"{name} {state}", "told absent" if contrary else "not told", write, finding=name)], bound

    def _tellable(self, name: str) -> bool:
        return name in self.knowledge.symptoms or not self.net.producers(name, "present")

    def _host(self, bindings: Bindings, pattern: Pattern) -> str:
        variable = pattern.slots["host"].variable if "host" in pattern.slots else ""
        known = bindings.get(variable)
        if isinstance(known, str):
            return known
        hosts = sorted({row.host for row in self.now.merged.rows})
        return hosts[0] if hosts else "host"

    def _row(self, pattern: Pattern, bindings: Bindings) -> Iterator[tuple[list[Miss], Bindings]]:
        """For the closest row: each slot that does not meet its constraint."""
        template = templates()[pattern.template]
        candidates = self._candidates(pattern, bindings, template.key)
        best: list[tuple[int, list[Miss], Bindings]] = []
        for fact in candidates:
            if any(
                not match_slot(self.net, pattern.slots[k], fact.slots.get(k, ""), bindings)
                for k in template.key if k in pattern.slots
            ):  # fmt: skip
                continue
            key = tuple((k, fact.slots[k]) for k in template.key if k != "host" and k in fact.slots)
            misses, after = self._slots(pattern, fact.slots, bindings, str(fact.slots["host"]), key)
            best.append((len(misses), misses, after))
        for _, misses, after in sorted(best, key=lambda b: b[0])[:3]:
            yield misses, after
        if not best:
            host = self._host(bindings, pattern)
            key = tuple((k, self._key_value(pattern, k, bindings)) for k in template.key if k != "host")
            misses, after = self._slots(pattern, {"host": host, **dict(key)}, bindings, host, key)
            if not any(m.write for m in misses):
                misses.append(Miss(f"a row of {pattern.template}", "nothing read", None))
            yield misses, after

    def _key_value(self, pattern: Pattern, slot: str, bindings: Bindings) -> Value:
        constraint = pattern.slots.get(slot)
        if constraint is not None:
            if constraint.variable in bindings:
                return bindings[constraint.variable]
            if constraint.allowed:
                return constraint.allowed[0]
        kind = templates()[pattern.template].slots[slot]
        return 1 if kind.numeric else Symbol(sorted(kind.allowed - {UNKNOWN})[0]) if kind.type == "SYMBOL" else slot

    def _slots(
        self,
        pattern: Pattern,
        slots: dict[str, Value],
        bindings: Bindings,
        host: str,
        key: tuple[tuple[str, Value], ...],
    ) -> tuple[list[Miss], Bindings]:
        misses = []
        after = dict(bindings)
        for name, constraint in pattern.slots.items():
            value = slots.get(name, Symbol(UNKNOWN))
            wanted = value
            if not match_slot(self.net, constraint, value, after):
                wanted, text, threshold = self._wanted(pattern, name, after)
                write = None if wanted == UNKNOWN else Write(pattern.template, host, key, name, wanted)
                misses.append(Miss(f"{pattern.template} {name} {text}", show(value), write, threshold))
            if constraint.variable:
                after[constraint.variable] = wanted
        return misses, after

    def _wanted(self, pattern: Pattern, name: str, bindings: Bindings) -> tuple[Value, str, str]:
        """A value that meets a slot's constraint, in words, and the threshold it is measured by."""
        constraint = pattern.slots[name]
        kind = templates()[pattern.template].slots[name]
        if constraint.comparisons:
            bounds = [(c.op, evaluate(self.net, c.bound, bindings), c) for c in constraint.comparisons]
            if any(isinstance(b, str) for _, b, _ in bounds):
                return Symbol(UNKNOWN), "against a value that is not known", ""
            value = _between([(op, float(b)) for op, b, _ in bounds])
            words = " and ".join(f"{WORDS[op]} {show(b)}" for op, b, _ in bounds)
            globals_ = [str(c.bound) for _, _, c in bounds if isinstance(c.bound, Symbol) and c.bound.startswith("?*")]
            return (round(value) if kind.type == "INTEGER" else float(value)), words, ", ".join(globals_)
        if constraint.allowed:
            return constraint.allowed[0], " or ".join(str(a) for a in constraint.allowed), ""
        if constraint.variable in bindings:
            return bindings[constraint.variable], f"equal to {show(bindings[constraint.variable])}", ""
        choices = sorted(kind.allowed - {UNKNOWN} - {str(e) for e in constraint.excluded})
        if choices:
            return Symbol(choices[0]), "one of " + ", ".join(choices), ""
        return (1.0 if kind.type == "FLOAT" else 1 if kind.type == "INTEGER" else "something"), "known", ""

    def _fires(self, rule: Rule, misses: list[Miss]) -> bool:
        """Write the misses as a what-if, infer again, and see whether the argument is there."""
        writes = [m.write for m in misses]
        if any(w is None for w in writes):
            return False
        after = what_if(self.consultation, [w for w in writes if w is not None])
        before = sum(f.rule == rule.name for f in self.now.inference.firings)
        return sum(f.rule == rule.name for f in after.inference.firings) > before


def _cost(way: tuple[list[Miss], Bindings]) -> tuple[int, int]:
    misses, _ = way
    return sum(m.write is None for m in misses), len(misses)


def _between(bounds: list[tuple[str, float]]) -> float:
    """A number that meets every comparison, on the bound where it may stand there."""
    low = [b if op == "at-least" else b + max(1.0, abs(b) * 0.01) for op, b in bounds if op in ("at-least", "above")]
    high = [b if op == "at-most" else b - max(1.0, abs(b) * 0.01) for op, b in bounds if op in ("at-most", "below")]
    if low and high and max(low) > min(high):
        strict = [b for _, b in bounds]
        return (min(strict) + max(strict)) / 2
    return max(low) if low else min(high)


def what_if(consultation: Consultation, writes: list[Write]) -> View:
    """The view with some cells written over; the consultation itself stays as it is."""
    changed = Observations(consultation.observations.observed)
    told = list(consultation.told)
    origin = Origin(told="what if")
    for write in writes:
        if write.template == "told":
            key = dict(write.key)
            told.append(ToldSign(str(key["name"]), str(write.value), "what if", write.host, str(key["subject"])))
            continue
        kind = templates()[write.template]
        cells = {k: Cell(kind.slots[k].coerce(v), origin, 99) for k, v in write.key}
        cells[write.slot] = Cell(kind.slots[write.slot].coerce(write.value), origin, 99)
        _write(changed, Observed(write.template, write.host, cells), kind.kind == "event")
    return view(consultation.knowledge, changed, told)


def _write(observations: Observations, item: Observed, event: bool) -> None:
    """Events are not merged, so the written cells replace those of the event with the same key."""
    if event:
        key = {s for s in templates()[item.template].key if s in item.cells}
        for number, other in enumerate(observations.observed):
            if (
                other.template == item.template
                and other.host == item.host
                and all(s in other.cells and other.cells[s].value == item.cells[s].value for s in key)
            ):
                observations.observed[number] = Observed(other.template, other.host, {**other.cells, **item.cells})
                return
    observations.add(item)
