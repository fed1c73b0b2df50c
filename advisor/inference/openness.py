"""Whether a case could still come out: what is unknown and could lift it, and how to learn it.

A missing capture is not health. A case counts as assessed only where, for every argument for it, a finding that the
argument needs was looked at and is absent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from advisor.inference.certainty import POSSIBLE
from advisor.inference.chaining import verdict_with
from advisor.inference.looking import Looking, row_needs
from advisor.inference.net import Action, Net, Outline, Rule
from advisor.inference.verdict import Sign
from advisor.inference.view import Hypothesis, View
from advisor.knowledge import Case

_OPPOSITE = {"present": "absent", "absent": "present"}


class Verdict(NamedTuple):
    """Whether the case is still open, why, and what would settle it."""

    open: bool
    reason: str
    needs: tuple[str, ...] = ()
    host: str = ""


def cf_of(rule: Rule, case: str) -> float:
    """The certainty factor that a rule gives to a case, 0 where it gives none."""
    evidence = _evidence_of(rule, case)
    return float(evidence.slots["cf"]) if evidence else 0.0  # type: ignore[arg-type]


def stage_of(rule: Rule, case: str) -> str:
    """The stage of the case's chain that a rule speaks of; "" where the case is none."""
    evidence = _evidence_of(rule, case)
    return str(evidence.slots.get("stage", "")) if evidence else ""


def _evidence_of(rule: Rule, case: str) -> Action | None:
    return next((a for a in rule.actions if a.template == "evidence" and a.slots.get("case") == case), None)


def finding_needs(rule: Rule) -> list[tuple[str, str]]:
    """Name and state of each finding that a rule needs."""
    needs = []
    for pattern in rule.patterns:
        if pattern.template == "finding" and not pattern.negated:
            name = pattern.slots["name"].allowed
            state = pattern.slots["state"].allowed if "state" in pattern.slots else ()
            if name and state:
                needs.append((str(name[0]), str(state[0])))
    return needs


def outlines_of(net: Net, case: str) -> tuple[Outline, ...]:
    """The arguments of a case in short, those for it and those against it."""
    if case not in net.outlines:
        net.outlines[case] = tuple(
            Outline(rule.name, cf_of(rule, case), tuple(finding_needs(rule)), stage_of(rule, case))
            for rule in net.arguments(case)
        )
    return net.outlines[case]


def outline(net: Net, cases: Iterable[str]) -> None:
    """Make all that says in short what the rules say, so that a diagnosis need not look at every rule."""
    net.index()
    for case in cases:
        outlines_of(net, case)
    for name in net.findings:
        for state in ("present", "absent"):
            row_needs(net, name, state)


_LATER = {"ground": 1, "harm": 1}
"""Stages that are asked for after the mechanism itself."""


def _could_stand(case: Case, view: View, arguments: Iterable[Outline]) -> bool:
    """Whether a chain could stand if all that is open came out for it."""
    signs = [Sign(a.stage, a.rule.partition(".")[2], a.cf, told=False) for a in arguments]
    known = view.of_case(case.slug) or [Hypothesis(case, "", "", view=view)]
    return any(verdict_with(h, signs).standing not in ("", "ruled-out") for h in known)


def not_here(case: Case, view: View) -> str:
    """Why a case cannot be on these hosts: another system, or what it is about is not in use; "" where it can."""
    if other := of_another_system(case, view):
        return other
    unused = [name for name in case.uses if view.findings(name, "absent") and not view.findings(name)]
    if case.uses and len(unused) == len(case.uses):
        return f"{unused[0]} is absent"
    return ""


def of_another_system(case: Case, view: View) -> str:
    """Why a case cannot be on these hosts for their systems; "" where it can."""
    systems = view.systems()
    if case.systems and systems and not systems & set(case.systems):
        return f"applies to {', '.join(case.systems)}; this is {', '.join(sorted(systems))}"
    return ""


def still_open(looking: Looking, case: Case) -> Verdict:
    """Judge a case that did not reach `possible`."""
    view = looking.view
    if reason := not_here(case, view):
        return Verdict(False, reason)
    found = view.found()
    blocked: list[str] = []
    open_arguments: list[tuple[Outline, list[tuple[str, str]]]] = []
    for argument in outlines_of(looking.knowledge.net, case.slug):
        if argument.cf < POSSIBLE:
            continue
        missing = []
        for need in argument.needs:
            if need not in found:
                other = need[0], _OPPOSITE[need[1]]
                if other in found:
                    blocked.append(f"{other[0]} is {other[1]}")
                    break
                missing.append(need)
        else:
            open_arguments.append((argument, missing))
    if not open_arguments or not _could_stand(case, view, [argument for argument, _ in open_arguments]):
        return Verdict(False, "; ".join(dict.fromkeys(blocked)) or "nothing could speak for it")
    open_arguments.sort(key=lambda item: (_LATER.get(item[0].stage, 0), len(item[1]), -item[0].cf))
    missing = open_arguments[0][1]
    reason = "not known: " + ", ".join(name for name, _ in missing) if missing else "too little speaks for it"
    return Verdict(True, reason, looking.for_findings(missing))
