"""`advisor kb mutate`: which changes of the rules no example notices.

A mutant is killed when an expectation of some example fails with it. The row-level examples of the rule are tried first:
that is a matter of seconds for all rules. What is left is tried on the captures. To replay every one for every mutant would
take hours; instead the changed rule is matched in Python over the facts that the example is known to derive. Where it fires
exactly as before, nothing can come out otherwise: the facts are still the least set that the rules are content with. Only
the other examples are inferred by CLIPS, with the changed construct compiled in.
"""

from __future__ import annotations

import copy
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from advisor.authoring.examples import Example, differences, example_paths, outcome_of, read
from advisor.authoring.knowledge_base import compiled
from advisor.authoring.memory import Identity, Memory, Trial, firings, identity, needs_others, prepare, rules_behind
from advisor.authoring.mutants import Mutant, of_rule, of_threshold
from advisor.authoring.rows import Trying, faults, load, notices
from advisor.inference.engine import Engine, InferenceError
from advisor.inference.matching import asserted
from advisor.inference.net import Net, Rule
from advisor.inference.workbench import Workbench
from advisor.kbcheck.thresholds import thresholds_of
from advisor.knowledge import Knowledge
from facts.schema import Value

_MOST_FIRINGS = 20_000
_SECONDS = 10
_MOST_ADDED = 200
_UNIT = 4
"""How many rules or thresholds a process takes at a time."""


ROWS = "rows"
_Fired = dict[tuple[tuple[int, ...], tuple[Identity, ...]], list[tuple[str, dict[str, Value]]]]
"""Firings: the facts of the basis and what is asserted, with the facts that are asserted."""


class Verdict(NamedTuple):
    """What became of one mutant.

    `killed_by` is the example (`ROWS` for a row-level one), "" where none noticed, None where it did not load.

    `touched` counts the examples in which the changed rules fire otherwise.
    """

    id: str
    where: str
    killed_by: str | None
    touched: int


@dataclass(slots=True)
class Result:
    """All verdicts of a run."""

    verdicts: list[Verdict] = field(default_factory=list)

    @property
    def survivors(self) -> list[Verdict]:
        """Mutants that no example notices."""
        return [v for v in self.verdicts if v.killed_by == ""]

    @property
    def killed(self) -> int:
        """How many some example notices."""
        return sum(bool(v.killed_by) for v in self.verdicts)

    @property
    def by_rows(self) -> int:
        """How many of these a row-level example notices."""
        return sum(v.killed_by == ROWS for v in self.verdicts)


class Laboratory:
    """The examples, prepared once, and the means to try a mutant on them."""

    def __init__(self, knowledge: Knowledge, *, rows: bool = True, more: Sequence[Example] = ()) -> None:
        """Read the row-level examples, unless captures alone are to be tried; `more` are tried beside those of the cases."""
        self.knowledge = knowledge
        self.more = more
        self.failing: list[str] = []
        self._trials: list[Trial] | None = None
        self._rows: dict[str, list[Trying]] = {}
        for rule_name, example in (load(knowledge) if rows else {}).items():
            if faults(knowledge.net, example):
                self.failing.append(f"the row-level example of {rule_name}")  # it could notice nothing
            else:
                self._rows[rule_name] = list(example.tries())
        self._bench: Workbench | None = None
        self.symptoms = {name for case in knowledge.cases.values() for name in case.symptoms}
        self._consumers: dict[tuple[str, str], list[Rule]] = {}
        for rule in knowledge.net.rules.values():
            for pattern in rule.patterns:
                if pattern.template in ("finding", "quantity"):
                    names = pattern.slots["name"].allowed if "name" in pattern.slots else ()
                    for name in names:
                        self._consumers.setdefault((pattern.template, str(name)), []).append(rule)

    @property
    def trials(self) -> list[Trial]:
        """Every example that passes, prepared when it is first asked for; one that fails already could kill nothing."""
        if self._trials is None:
            self._trials = []
            with compiled(self.knowledge):
                for example in chain(map(read, example_paths(self.knowledge.root)), self.more):
                    trial, result = prepare(self.knowledge, example)
                    if differences(example.expect, outcome_of(result)):
                        self.failing.append(example.name)
                    else:
                        self._trials.append(trial)
        return self._trials

    def noticed_by_rows(self, mutant: Mutant) -> bool:
        """Whether a row-level example of a rule that the mutant changes comes out otherwise."""
        net = self.knowledge.net
        changed = mutant.apply(net) if mutant.threshold is not None else net
        return any(
            notices(changed, mutant.rule or net.rules[name], self._rows[name])
            for name in mutant.rules
            if name in self._rows
        )

    def mutants_of(self, name: str) -> list[Mutant]:
        """The mutants of a rule or of a threshold (``?*name*``)."""
        net = self.knowledge.net
        return list(of_threshold(net, name) if name.startswith("?*") else of_rule(net.rules[name]))

    def verdicts(self, name: str) -> Iterator[Verdict]:
        """What becomes of each mutant of a rule or threshold."""
        for mutant in self.mutants_of(name):
            if self.noticed_by_rows(mutant):
                yield Verdict(mutant.id, mutant.where, ROWS, 0)
                continue
            touched, telling = 0, []
            for trial in self.trials:
                differs, matters = self._touches(mutant, trial)
                touched += differs
                telling += [trial] if matters else []
            yield Verdict(mutant.id, mutant.where, self._killer(mutant, telling) if telling else "", touched)

    def _touches(self, mutant: Mutant, trial: Trial) -> tuple[bool, bool]:
        """Whether some changed rule fires otherwise at some moment of the example, and whether that can matter."""
        net = self.knowledge.net
        changed = mutant.apply(net) if mutant.threshold is not None else net
        touched = False
        for name in mutant.rules:
            before, after = net.rules[name], mutant.rule or net.rules[name]
            for memory in trial.memories:
                if mutant.rule is not None and _fires_alike(net, before, mutant, memory):
                    continue
                old, new = _fired(net, before, memory), _fired(changed, after, memory)
                if old.keys() == new.keys():
                    continue
                if self._matters(after, old, new, memory, trial):
                    return True, True
                touched = True
        return touched, False

    def _matters(self, rule: Rule, old: _Fired, new: _Fired, memory: Memory, trial: Trial) -> bool:
        """Whether other firings may change a conclusion; no only where it is certain."""
        if rule.module == "CASES" or not trial.all_sure or self._loses(old, new):
            return True
        facts = [fact for products in new.values() for fact in products if not memory.knows(*fact)]
        return bool(facts) and self._leads_to_conclusions(facts, memory, trial)

    @staticmethod
    def _loses(old: _Fired, new: _Fired) -> bool:
        """Whether a fact that was asserted is asserted no more; the basis of a dropped pattern is no matter."""
        return not {fact for _, facts in old for fact in facts} <= {fact for _, facts in new for fact in facts}

    def _leads_to_conclusions(self, facts: list[tuple[str, dict[str, Value]]], memory: Memory, trial: Trial) -> bool:
        """Whether facts that come in addition lead to more than findings which no conclusion asks for."""
        net, told = self.knowledge.net, {sign.name for sign in trial.told}
        added: dict[Identity, tuple[str, dict[str, Value]]] = {}
        todo = facts
        while todo:
            added.update((identity(*fact), fact) for fact in todo)
            if len(added) > _MOST_ADDED:
                return True
            for template, slots in todo:
                name = str(slots.get("name"))
                if template not in ("finding", "quantity") or name in told or name in self.symptoms:
                    return True
            more = memory.with_facts(added.values())
            rules = {
                rule.name: rule
                for template, slots in todo
                for rule in self._consumers.get((template, str(slots["name"])), ())
            }
            todo = [
                fact
                for rule in rules.values()
                for _, bindings in firings(net, rule, more)
                for fact in asserted(net, rule, bindings)
                if identity(*fact) not in added and not memory.knows(*fact)
            ]
        return False

    def _killer(self, mutant: Mutant, touched: Sequence[Trial]) -> str | None:
        """The first example whose expectation fails; those of the rule's own case first."""
        group = mutant.rules[0].partition(".")[0]
        with TemporaryDirectory() as folder:
            image = Path(folder) / "mutant"
            try:
                if self._bench is None:
                    self._bench = Workbench(self.knowledge.engine)
                self._bench.compile(*mutant.constructs(self.knowledge.net), image)
            except InferenceError:
                return None
            changed = self._changed(mutant, image)
            for trial in sorted(touched, key=lambda t: t.example.case != group):
                try:
                    with _time_limit():
                        found = outcome_of(trial.conclude(changed))
                except InferenceError:
                    return trial.example.name
                if differences(trial.example.expect, found):
                    return trial.example.name
        return ""

    def _changed(self, mutant: Mutant, image: Path) -> Knowledge:
        changed = copy.copy(self.knowledge)
        changed.__dict__ = dict(self.knowledge.__dict__)
        net = mutant.apply(self.knowledge.net)
        engine = Engine(net, list, image)
        engine.most_firings = _MOST_FIRINGS
        changed.__dict__.update(net=net, engine=engine)
        return changed


def _fires_alike(net: Net, before: Rule, mutant: Mutant, memory: Memory) -> bool:
    """Whether it can be told cheaply that a dropped condition changes nothing: each pattern looked at by itself."""
    number = mutant.pattern
    for n, pattern in enumerate(before.patterns):
        if n != number and not pattern.negated and not memory.alone(net, pattern):
            return True  # another pattern has no fact at all, with the change as without it
    assert mutant.rule is not None
    if len(mutant.rule.patterns) < len(before.patterns):
        return before.patterns[number].negated and not memory.alone(net, before.patterns[number])
    pattern, loosened = before.patterns[number], mutant.rule.patterns[number]
    if any(needs_others(constraint) for constraint in pattern.slots.values()):
        return False
    if any(pattern.slots[slot].variable != loosened.slots[slot].variable for slot in pattern.slots):
        return False  # a join is seen only beside other patterns
    return memory.alone(net, pattern) == memory.alone(net, loosened)


def _fired(net: Net, rule: Rule, memory: Memory) -> _Fired:
    """Each firing by its basis and what it asserts."""
    found: _Fired = {}
    for basis, bindings in firings(net, rule, memory):
        facts = asserted(net, rule, bindings)
        shown = tuple(index for index in basis if index is not None)
        found[shown, tuple(identity(*fact) for fact in facts)] = facts
    return found


def names_to_try(knowledge: Knowledge, case: str = "") -> list[str]:
    """The rules and thresholds of a case and of the findings behind it, or all of them."""
    net = knowledge.net
    rules = rules_behind(net, case) if case else [name for name in net.rules if name != "told.sign"]
    used = {name for rule in rules for name in thresholds_of(net.rules[rule])}
    rules.sort(key=lambda name: bool(case) and net.rules[name].group != case)  # its own first
    return [*rules, *(name for name in net.thresholds if name in used)]


@contextmanager
def _time_limit() -> Iterator[None]:
    """A changed rule may rest on its own conclusions, and be proved in more ways than can be counted: that ends it."""

    def give_up(*_: object) -> None:
        raise InferenceError(f"no end after {_SECONDS} seconds of computing")

    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, _SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


_laboratory: Laboratory | None = None


def _work(names: list[str]) -> tuple[int, list[Verdict]]:
    assert _laboratory is not None
    return len(names), [verdict for name in names for verdict in _laboratory.verdicts(name)]


def run(
    laboratory: Laboratory, names: Sequence[str], jobs: int = 1, progress: Callable[[str], None] = lambda _: None
) -> Result:
    """Try every mutant of the rules and thresholds.

    Args:
        laboratory: the prepared examples.
        names: of rules and thresholds.
        jobs: how many processes share the work.
        progress: is told from time to time how far it is.
    """
    global _laboratory
    _laboratory = laboratory
    result, done = Result(), 0
    left = []
    for name in names:
        mutants = laboratory.mutants_of(name)
        if all(laboratory.noticed_by_rows(mutant) for mutant in mutants):
            result.verdicts += [Verdict(mutant.id, mutant.where, ROWS, 0) for mutant in mutants]
        else:
            left.append(name)
    done = len(names) - len(left)
    if left:
        progress(f"{len(result.verdicts)} mutants noticed by row-level examples; the captures are prepared")
        assert laboratory.trials is not None  # before the processes part
    units = [left[i : i + _UNIT] for i in range(0, len(left), _UNIT)]
    for count, verdicts in _results(units, jobs):
        done += count
        result.verdicts += verdicts
        progress(
            f"{done} of {len(names)} rules and thresholds, {len(result.verdicts)} mutants, {len(result.survivors)} survive"
        )
    order = {name: number for number, name in enumerate(names)}
    result.verdicts.sort(key=lambda v: order.get(v.id.partition(":")[0], order.get(v.id.rpartition(" ")[0], 0)))
    return result


def _results(units: list[list[str]], jobs: int) -> Iterable[tuple[int, list[Verdict]]]:
    if jobs < 2 or len(units) < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(_work, units)
        return
    # A fork shares the prepared examples; each process makes its own environments.
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        yield from pool.imap_unordered(_work, units)
