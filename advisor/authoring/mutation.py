"""`advisor kb mutate`: which changes of the rules no example notices.

A mutant is killed when an expectation of some example fails with it. To replay every example for every mutant would take
hours; instead the changed rule is matched in Python over the facts that the example is known to derive. Where it fires
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
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from advisor.authoring.examples import differences, example_paths, outcome_of, read
from advisor.authoring.knowledge_base import compiled
from advisor.authoring.memory import Memory, Trial, firings, needs_others, prepare, rules_behind
from advisor.authoring.mutants import Mutant, of_rule, of_threshold
from advisor.inference.engine import Engine, InferenceError
from advisor.inference.matching import asserted
from advisor.inference.net import Net, Rule
from advisor.inference.workbench import Workbench
from advisor.kbcheck.thresholds import thresholds_of
from advisor.knowledge import Knowledge

_MOST_FIRINGS = 20_000
_SECONDS = 10
_UNIT = 8
"""How many rules or thresholds a process takes at a time."""


class Verdict(NamedTuple):
    """What became of one mutant: `killed_by` is the example, "" where none noticed, None where it did not load.

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


class Laboratory:
    """The examples, prepared once, and the means to try a mutant on them."""

    def __init__(self, knowledge: Knowledge) -> None:
        """Prepare every example that passes; one that fails already could kill nothing."""
        self.knowledge = knowledge
        self.trials: list[Trial] = []
        self.failing: list[str] = []
        with compiled(knowledge):
            for path in example_paths(knowledge.root):
                example = read(path)
                trial, result = prepare(knowledge, example)
                if differences(example.expect, outcome_of(result)):
                    self.failing.append(example.name)
                else:
                    self.trials.append(trial)
        self._bench: Workbench | None = None

    def mutants_of(self, name: str) -> list[Mutant]:
        """The mutants of a rule or of a threshold (``?*name*``)."""
        net = self.knowledge.net
        return list(of_threshold(net, name) if name.startswith("?*") else of_rule(net.rules[name]))

    def verdicts(self, name: str) -> Iterator[Verdict]:
        """What becomes of each mutant of a rule or threshold."""
        for mutant in self.mutants_of(name):
            touched = [trial for trial in self.trials if self._differs(mutant, trial)]
            if not touched:
                yield Verdict(mutant.id, mutant.where, "", 0)
                continue
            yield Verdict(mutant.id, mutant.where, self._killer(mutant, touched), len(touched))

    def _differs(self, mutant: Mutant, trial: Trial) -> bool:
        """Whether some changed rule fires otherwise at some moment of the example."""
        net = self.knowledge.net
        changed = mutant.apply(net) if mutant.threshold is not None else net
        for name in mutant.rules:
            before, after = net.rules[name], mutant.rule or net.rules[name]
            for memory in trial.memories:
                if mutant.rule is not None and _fires_alike(net, before, mutant, memory):
                    continue
                if _fired(net, before, memory) != _fired(changed, after, memory):
                    return True
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
        engine = Engine(net, lambda: [], image)
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
    return memory.alone(net, pattern) == memory.alone(net, loosened)


def _fired(net: Net, rule: Rule, memory: Memory) -> set[tuple[object, ...]]:
    found = set()
    for basis, bindings in firings(net, rule, memory):
        shown = tuple(index for index in basis if index is not None)
        found.add((shown, *(tuple(sorted(slots.items())) for _, slots in asserted(net, rule, bindings))))
    return found


def names_to_try(knowledge: Knowledge, case: str = "") -> list[str]:
    """The rules and thresholds of a case and of the findings behind it, or all of them."""
    net = knowledge.net
    rules = rules_behind(net, case) if case else [name for name in net.rules if name != "told.sign"]
    used = {name for rule in rules for name in thresholds_of(net.rules[rule])}
    return [*rules, *(name for name in net.thresholds if name in used)]


@contextmanager
def _time_limit() -> Iterator[None]:
    """A changed rule may rest on its own conclusions, and be proved in more ways than can be counted: that ends it."""

    def give_up(*_: object) -> None:
        raise InferenceError(f"no end after {_SECONDS} seconds")

    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, _SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


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
    units = [list(names[i : i + _UNIT]) for i in range(0, len(names), _UNIT)]
    result, done = Result(), 0
    for count, verdicts in _results(units, jobs):
        done += count
        result.verdicts += verdicts
        progress(f"{done} of {len(names)} rules and thresholds, {len(result.verdicts)} mutants, {len(result.survivors)} survive")
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
