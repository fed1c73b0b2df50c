"""What the rules allow that they should not, read off the rules as a graph.

    python -m tests.accuracy audits [--list]

Each audit gives a list of entries that stay the same while the rules do. `known/audits.toml` holds those that are known; a test lets
that list only become shorter.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from advisor.chat.phrases import load as load_phrases
from advisor.inference.diagnosis import conclude
from advisor.inference.net import Net, Rule
from advisor.inference.verdict import SHOWN, Sign, judge
from advisor.inference.view import ToldSign
from facts.observations import Observations
from tests.accuracy.trials import RIGHT, SURE, answer, example_of, example_trials, field_trials, made_up_trials, score
from tests.kb.examples import knowledge

ACTS = ("act", "event")
Need = tuple[str, str]
"""Name and state of a finding."""


class Argument(NamedTuple):
    """An entry of a chain, and the findings that it needs; a decisive one shows or breaks the chain by itself."""

    rule: Rule
    cf: float
    stage: str
    needs: frozenset[Need]

    @property
    def decisive(self) -> bool:
        """Whether it shows the act by itself, or breaks the ground or act."""
        return (self.cf >= SHOWN and self.stage in ACTS) or (self.cf <= -SHOWN and self.stage in (*ACTS, "ground"))


@cache
def arguments(case: str) -> tuple[Argument, ...]:
    """Every argument of a case."""
    found = []
    for rule in knowledge().net.arguments(case):
        slots = rule.actions[0].slots
        needs = frozenset(
            (str(pattern.slots["name"].allowed[0]), str((pattern.slots["state"].allowed or ("present",))[0]))
            for pattern in rule.patterns
            if pattern.template == "finding" and pattern.slots["name"].allowed
        )
        found.append(Argument(rule, float(str(slots["cf"])), str(slots["stage"]), needs))
    return tuple(found)


def _measured(net: Net, need: Need) -> bool:
    """Whether some row shows it, not words alone."""
    return any(
        pattern.template not in ("told", "finding") or (pattern.template == "finding" and _by_rows(net, rule))
        for rule in net.producers(*need)
        for pattern in rule.patterns
    )


def _by_rows(net: Net, rule: Rule) -> bool:
    return any(pattern.template not in ("told", "finding") for pattern in rule.patterns)


def _opposed(one: frozenset[Need], other: frozenset[Need]) -> bool:
    """Whether two arguments need the same finding present and absent."""
    turned = {(name, "absent" if state == "present" else "present") for name, state in one}
    return bool(turned & other)


def _settled_against(case: str) -> Iterator[str]:
    """What breaks the ground beside what shows the act: within one stage both are weighed, but between stages one must be wrong."""
    strong = [a for a in arguments(case) if a.decisive]
    for against in strong:
        if against.cf < 0 and against.stage == "ground":
            beside = [
                a.rule.name.partition(".")[2] for a in strong if a.cf > 0 and not _opposed(a.needs, against.needs)
            ]
            if beside:
                yield f"{against.rule.name} beside {len(beside)} decisive for it"


def _against_on_one_absence(case: str) -> Iterator[str]:
    """Decisive against on one finding that is absent: nothing says what would have shown it."""
    for argument in arguments(case):
        if argument.decisive and argument.cf < 0 and len(argument.needs) == 1:
            ((name, state),) = argument.needs
            if state == "absent":
                yield f"{argument.rule.name}: {name} absent"


def _told_alone(case: str) -> Iterator[str]:
    """No argument for it from what is measured alone."""
    net = knowledge().net
    for argument in arguments(case):
        if argument.cf > 0 and all(_measured(net, need) for need in argument.needs):
            return
    yield case


@cache
def _told_signs() -> tuple[str, ...]:
    """The findings that a sentence can tell."""
    return tuple(sorted(load_phrases(knowledge().root / "phrases").signs))


def _by_one_word(case: str) -> Iterator[str]:
    """From nothing to likely by one told sign."""
    for sign, named in _named_by_sign().items():
        if case in named:
            yield f"{case}: {sign}"


@cache
def _named_by_sign() -> dict[str, frozenset[str]]:
    found = {}
    for sign in _told_signs():
        told = [ToldSign(sign, "present", sign)]
        result = conclude(knowledge(), Observations([]), told)
        found[sign] = frozenset(d.case.slug for d in (*result.diagnoses, *result.risks) if d.standing in SURE)
    return found


def _told_lifts(case: str) -> Iterator[str]:
    """A measured sign and a told one that together, and not without the word, make the case likely."""
    net = knowledge().net
    grounded = knowledge().cases[case].premises.grounded
    for measured, told in product(arguments(case), repeat=2):
        if measured.cf <= 0 or told.cf <= 0 or measured is told or told.needs & measured.needs:
            continue
        if any(_measured(net, need) for need in told.needs) or not all(_measured(net, need) for need in measured.needs):
            continue
        signs = [Sign(measured.stage, "a", measured.cf, told=False), Sign(told.stage, "b", told.cf, told=True)]
        alone, both = (judge(some, [], grounded=grounded).standing for some in (signs[:1], signs))
        if both in SURE and alone not in SURE:
            yield f"{measured.rule.name} and the word of {told.rule.name.partition('.')[2]}"


def _word_confirms(case: str) -> Iterator[str]:
    """A decisive argument for it that needs a told word beside what is measured."""
    net = knowledge().net
    for argument in arguments(case):
        told = sorted(name for name, state in argument.needs if not _measured(net, (name, state)))
        if argument.decisive and argument.cf > 0 and told and len(told) < len(argument.needs):
            yield f"{argument.rule.name}: {', '.join(told)}"


SAME: dict[str, tuple[str, ...]] = {
    "host-stalls": ("writes-pause", "samples-missing", "cpus-stood-still", "guest-stopped", "pool-io-stands-still", "device-hung"),
    "host-hangs": ("writes-pause", "device-hung", "tasks-in-dirty-throttle"),
    "periodic-stalls": ("device-spikes-periodic", "writes-burst", "stalls-at-flush-period", "large-writes-in-spikes"),
    "slow-io": ("device-slow", "pool-devices-slow", "pool-device-busy", "reads-wait-in-queue", "queue-at-limit", "device-busy-writing"),
    "slow-writes": ("device-slow", "nfs-writes-slow", "writes-slow-reads-quick", "device-writes-stall", "write-rate-collapses"),
    "slow-commits": ("log-writes-wait", "fsync-takes-seconds", "file-sync-slow", "tasks-wait-for-zfs-log", "fsync-waits-for-ext3-journal"),
    "memory-short": ("memory-available-short", "memory-pressed", "memory-stalled", "swapping", "swap-largely-used", "swap-thrashing"),
    "memory-vanished": ("page-tables-large", "page-tables-huge", "huge-pages-idle", "arc-large", "page-cache-large"),
    "drive-suspected": ("smart-failing", "failure-predicted", "medium-errors", "disk-errors", "pending-sectors"),
    "files-unreadable": ("medium-errors", "disk-errors", "uncorrected-reads", "pool-data-damaged"),
    "pool-said-faulty": ("pool-degraded", "pool-unusable", "pool-has-faults", "pool-errors-counted", "pool-fault-open"),
    "paths-suspected": ("paths-lost", "path-down", "paths-flapping", "no-path-left"),
    "network-unreliable": ("link-lost", "link-flapping", "frames-damaged", "interface-errors-growing", "network-errors"),
    "write-rate-collapses": ("device-write-knee", "device-rate-flat"),
    "stalls-at-checkpoint-interval": ("checkpoint-sync-slow", "file-sync-slow"),
    "node-panicked": ("panic-before-failover", "panic-after-failover"),
    "failover-without-fault": ("failover-logged", "declared-dead"),
    "container-stalls-alone": ("tasks-in-group-reclaim", "cgroup-waits-for-io", "cgroup-cpu-throttled"),
    "cache-battery-suspected": ("cache-battery-failed", "cache-battery-absent"),
    "lost-at-power-cut": ("write-cache-lost",),
}  # fmt: skip
"""A sign, and what tools show of the same thing: the one is no second witness of the other."""


def _word_restates(case: str) -> Iterator[str]:
    """A told sign and a measurement of the same thing, both counted in one stage of a case."""
    stages = {
        name: "act" if a.stage in ACTS else a.stage
        for a in arguments(case) if a.cf > 0 for name, state in a.needs if state == "present"
    }  # fmt: skip
    for sign, measured in SAME.items():
        if sign in stages and stages[sign] != "harm":  # a told harm is something felt
            for finding in measured:
                if stages.get(finding) == stages[sign]:
                    yield f"{case}: {sign} restates {finding}"


def _untried_evidence(case: str) -> Iterator[str]:
    """A kind of row that its arguments can rest on, and that no confirming example of it has, nor a host that it is named on."""
    net = knowledge().net
    wanted = {
        template
        for argument in arguments(case)
        if argument.cf > 0
        for need in argument.needs
        for rule in net.producers(*need)
        for template in (pattern.template for pattern in rule.patterns)
        if template not in ("finding", "told", "read", "system", "quantity")
    }
    for template in sorted(wanted - _tried().get(case, frozenset())):
        yield f"{case}: {template}"


@cache
def _tried() -> dict[str, frozenset[str]]:
    from advisor.authoring.examples import bundle_of

    found: dict[str, set[str]] = {}
    hosts = (*made_up_trials(), *(trial for trial in field_trials() if not trial.is_sealed))
    named = (trial for trial in hosts if trial.is_ours and score(trial, answer(trial)) in RIGHT)
    for trial in (*example_trials(), *named):
        found.setdefault(trial.cause, set()).update(row.template for row in bundle_of(example_of(trial)).observed)
    return {case: frozenset(templates) for case, templates in found.items()}


AUDITS: dict[str, Callable[[str], Iterator[str]]] = {
    "decisive both ways": _settled_against,
    "decisive on one absence": _against_on_one_absence,
    "never from measurements alone": _told_alone,
    "likely by one told sign": _by_one_word,
    "a word as second witness": _told_lifts,
    "a word confirms": _word_confirms,
    "a word restates a measurement": _word_restates,
    "evidence that no example shows": _untried_evidence,
}


def audited() -> dict[str, list[str]]:
    """The entries of each audit, over all cases."""
    cases = sorted(knowledge().cases)
    return {name: sorted(entry for case in cases for entry in audit(case)) for name, audit in AUDITS.items()}


def main(arguments: Sequence[str]) -> int:
    """Count the entries."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.accuracy audits", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--list", action="store_true", help="each entry")
    options = parser.parse_args(arguments)
    for name, entries in audited().items():
        sys.stdout.write(f"{len(entries):5} {name}\n")
        if options.list:
            sys.stdout.write("".join(f"        {entry}\n" for entry in entries))
    return 0
