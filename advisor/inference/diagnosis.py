"""From evidence to diagnoses: certainty, standing, role, order; what is a risk, ruled out, resolved or not assessed."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from advisor.inference.accepted import Acknowledged, Record, set_aside
from advisor.inference.chaining import needed_by, weigh_chain
from advisor.inference.doubt import Doubt
from advisor.inference.engine import Fact, Inference
from advisor.inference.looking import Looking
from advisor.inference.openness import of_another_system, still_open
from advisor.inference.proof import Prover, sureness
from advisor.inference.verdict import SHOWN
from advisor.inference.view import UNNAMED, Argument, Hypothesis, ToldSign, View
from advisor.knowledge import Case, Knowledge
from facts.captures import TOLD, Origin
from facts.cells import Cell, Conflict, CurrentRow, outweighs
from facts.faults import Fault, Faults
from facts.moments import Cut
from facts.observations import Merged, Observations
from facts.schema import UNKNOWN, Value, templates
from facts.sexpr import Symbol

STANDINGS = ("confirmed", "likely", "possible")
_RIVAL_MARGIN = 0.2
"""By how much a rival must be surer, for a case that is only possible to be its alternative."""


class Excluded(NamedTuple):
    """A case that is ruled out or not assessed, and why; `needs` is what would settle it."""

    case: Case
    host: str
    subject: str
    reason: str
    needs: tuple[str, ...] = ()
    hypothesis: Hypothesis | None = None


class Consultation:
    """Everything that one set of observations leads to."""

    def __init__(self, knowledge: Knowledge, observations: Observations, told: list[ToldSign], now: View) -> None:
        """Take what it is made with; the rest comes later."""
        self.knowledge = knowledge
        self.observations = observations
        self.told = told
        self.now = now
        self.diagnoses: list[Hypothesis] = []
        self.risks: list[Hypothesis] = []
        self.ruled_out: list[Excluded] = []
        self.not_assessed: list[Excluded] = []
        self.conflicts: list[Conflict] = []
        self.acknowledged: list[Acknowledged] = []
        self.grown: dict[tuple[str, str, str], list[str]] = {}
        # What failed in deriving it.
        self.faults = now.faults
        # What `advisor.arbitration` found, once it was asked.
        self.ruled: list[Any] | None = None


def consult(
    knowledge: Knowledge,
    observations: Observations,
    told: Iterable[ToldSign] = (),
    accepted: Iterable[Record] = (),
    faults: Sequence[Fault] = (),
) -> Consultation:
    """Derive everything from the observations and what was told.

    Args:
        knowledge: the knowledge base.
        observations: every cell, from captures, sentences and answers.
        told: signs told in words, in order; a later one about the same thing replaces an earlier one.
        accepted: conclusions that are known and accepted; they are set aside while they have not grown.
        faults: what failed in reading the captures: no case is ruled out for which they could hide something.
    """
    result = conclude(knowledge, observations, told, accepted)
    _add_excluded(result, Doubt(knowledge.net, [*faults, *result.faults], result.now.inference.failed))
    return result


def conclude(
    knowledge: Knowledge,
    observations: Observations,
    told: Iterable[ToldSign] = (),
    accepted: Iterable[Record] = (),
) -> Consultation:
    """The diagnoses and risks alone, without what is ruled out or not assessed: half of the work, for who asks often."""
    signs = list({(s.name, s.host, s.subject): s for s in told}.values())
    if any(s.name in knowledge.symptoms and s.state == "present" for s in signs):
        signs = [s for s in signs if s.name != UNNAMED]
    now = view(knowledge, observations, signs)
    result = Consultation(knowledge, observations, signs, now)
    faults = Faults(result.faults)
    result.conflicts = [*now.merged.conflicts, *now.told_conflicts]
    confirmed = {h.key[:2] for h in now.hypotheses.values() if h.standing == "confirmed"}
    for hypothesis in now.hypotheses.values():
        if hypothesis.standing in STANDINGS:
            risk = hypothesis.verdict is not None and hypothesis.verdict.risk
            (result.risks if risk or _is_explained(hypothesis, confirmed) else result.diagnoses).append(hypothesis)
    with faults.part("looking for what is resolved"):
        _add_resolved(result)
    with faults.part("telling causes from consequences"):
        _add_roles(result)
    with faults.part("setting aside what is accepted"):
        result.acknowledged, result.grown = set_aside(result.diagnoses, result.risks, accepted)
    result.diagnoses.sort(key=_order)
    result.risks.sort(key=_order)
    return result


def view(
    knowledge: Knowledge,
    observations: Observations,
    told: list[ToldSign],
    cut: Cut | None = None,
    with_past: bool = False,
) -> View:
    """One inference over the rows as they are, or as they were before a cut; `with_past` adds events that are over."""
    with _collector_at_rest():
        return _view(knowledge, observations, told, cut, with_past)


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Keep Python from looking for circles meanwhile: a view makes many objects and drops few, so all looks are in vain."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _view(
    knowledge: Knowledge, observations: Observations, told: list[ToldSign], cut: Cut | None, with_past: bool
) -> View:
    merged = observations.merge(cut, with_past)
    faults = Faults(merged.faults)
    rows: list[tuple[str, Mapping[str, Value]]] = [(row.template, row_slots(row)) for row in merged.rows]
    hosts = sorted({row.host for row in merged.rows}) or ["host"]
    rows = _of_clusters(rows, told, hosts)
    run = knowledge.engine.start(rows)
    numbered = {row.number: row for row in merged.rows}
    facts: list[Mapping[str, Value]] = []
    conflicts: list[Conflict] = []
    if told:
        with faults.part("what was told"):
            facts, conflicts = _told_facts(knowledge, told, run.result, hosts, numbered, merged)
    run.finish(facts)
    inference = run.result
    result = View(merged, inference, Prover(knowledge.net, inference, numbered))
    result.told_conflicts = conflicts
    result.faults = [*merged.faults, *inference.faults]
    complaints = knowledge.symptoms | {UNNAMED}
    result.complaints = tuple(s.name for s in told if s.state == "present" and s.name in complaints)
    result.hypotheses = _hypotheses(knowledge, result)
    return result


_OF_A_CLUSTER = ("failover-without-fault", "cluster-in-use")


def _of_clusters(
    rows: list[tuple[str, Mapping[str, Value]]], told: list[ToldSign], hosts: list[str]
) -> list[tuple[str, Mapping[str, Value]]]:
    """The rows, with each host as a member of its own cluster; and without what only somebody's word makes one.

    What a host's own log says is of its own cluster: no row of a capture, so that no proof shows it.
    """
    if not any(sign.name in _OF_A_CLUSTER and sign.state == "present" for sign in told):
        rows = [row for row in rows if row[0] != "cluster-peer" or row[1].get("basis") != "no-third-host-captured"]
    named = dict.fromkeys((*hosts, *(sign.host for sign in told if sign.host)))
    return [*rows, *(("cluster-peer", {"host": host, "peer": host, "basis": Symbol(UNKNOWN)}) for host in named)]


def row_slots(row: CurrentRow) -> dict[str, Value]:
    """The slots of a current row as inference asserts them."""
    slots: dict[str, Value] = {"row": row.number, "host": row.host}
    template = templates()[row.template]
    for name, part in zip(template.key, row.key, strict=True):
        kind = template.slots[name]
        if name != "host" and not kind.numeric:
            slots[name] = Symbol(part) if kind.type == "SYMBOL" else part
    slots.update({name: cell.value for name, cell in row.cells.items()})
    return slots


def _told_facts(
    knowledge: Knowledge,
    told: list[ToldSign],
    measured: Inference,
    hosts: list[str],
    numbered: dict[int, CurrentRow],
    merged: Merged,
) -> tuple[list[Mapping[str, Value]], list[Conflict]]:
    """Facts for told signs; one that a measured finding contradicts is a conflict, and the measurement stands."""
    facts: list[Mapping[str, Value]] = []
    conflicts = []
    number = max(numbered, default=0)
    prover = Prover(knowledge.net, measured, {row.number: row for row in merged.rows})
    for sign in told:
        origin = sign.origin or Origin(told=sign.text)
        cell = Cell(Symbol(sign.state), origin, TOLD, sure=sign.sure)
        against: dict[str, list[Fact]] = {}
        same = False
        for fact in measured.called("finding", Symbol(sign.name)):
            if fact.slots["state"] == sign.state:
                same = True
            elif sign.subject in ("", fact.slots["subject"]):
                against.setdefault(str(fact.slots["host"]), []).append(fact)
        for host in [sign.host] if sign.host else hosts:
            contrary = against.get(host, [])
            if contrary and not same:
                other = Cell(contrary[0].slots["state"], _finding_origin(prover, contrary[0]))
                conflicts.append(Conflict(f"finding[{host}].{sign.name}", (other, cell), other, outweighs(other, cell)))
                continue
            number += 1
            subject = sign.subject or host
            name = Cell(Symbol(sign.name), origin, TOLD, sure=sign.sure)
            numbered[number] = CurrentRow(number, "told", (host, sign.name, subject), {"name": name, "state": cell})
            facts.append({"row": number, "name": Symbol(sign.name), "host": host, "subject": subject,
                          "state": Symbol(sign.state)})  # fmt: skip
    return facts, conflicts


def _finding_origin(prover: Prover, fact: Fact) -> Origin:
    proof = prover.best(fact.index)
    leaves = proof.all_leaves() if proof else []
    return leaves[0].cell.origin if leaves else Origin()


def _hypotheses(knowledge: Knowledge, state: View) -> dict[tuple[str, str, str], Hypothesis]:
    found: dict[tuple[str, str, str], Hypothesis] = {}
    faults = Faults(state.faults)
    for fact in state.inference.of("evidence"):
        case = knowledge.cases.get(str(fact.slots["case"]))
        if case is None:
            continue
        key = (case.slug, str(fact.slots["host"]), str(fact.slots["subject"]))
        hypothesis = found.setdefault(key, Hypothesis(case, key[1], key[2], view=state))
        argument = faults.attempt(f"proof of {case.slug}", partial(_argument, state, fact), None)
        if argument is not None:
            hypothesis.arguments.append(argument)
    _share_host_wide(found)
    subjects: dict[tuple[str, str], set[str]] = {}
    for slug, host, subject in found:
        subjects.setdefault((slug, host), set()).add(subject)
    needed = {key: needed_by(knowledge.cases[key[0]], state, key[1], beside) for key, beside in subjects.items()}
    for (slug, host, _), hypothesis in found.items():
        weigh_chain(hypothesis, needed[slug, host])
    return found


def _argument(state: View, fact: Fact) -> Argument | None:
    proof = state.prover.best(fact.index)
    if proof is None:
        return None
    cf = float(fact.slots["cf"]) * sureness(proof)
    findings = frozenset(node.fact.index for node in proof.children)
    name, strength, stage = (str(fact.slots.get(slot, "")) for slot in ("argument", "strength", "stage"))
    return Argument(name, proof.rule, cf, strength, proof, findings, stage)


def _share_host_wide(found: dict[tuple[str, str, str], Hypothesis]) -> None:
    """An argument about the host as a whole counts for each smaller subject that the same case is about there.

    Where it is known of which subject it is, it is not one of the others. A subject of which nothing but the contrary is known
    takes none of it: that one volume is clean says nothing about the one that is rebuilt.
    """
    by_host: dict[tuple[str, str], list[Hypothesis]] = {}
    for (case, host, subject), hypothesis in found.items():
        if subject != host and any(a.cf > 0 for a in hypothesis.arguments):
            by_host.setdefault((case, host), []).append(hypothesis)
    for key in [k for k in found if k[2] == k[1]]:
        special = by_host.get(key[:2], [])
        if special:
            general = found.pop(key)
            placed = {a.name for hypothesis in special for a in hypothesis.arguments}
            for hypothesis in special:
                hypothesis.arguments.extend(a for a in general.arguments if a.name not in placed)


def _is_explained(hypothesis: Hypothesis, confirmed: set[tuple[str, str]]) -> bool:
    """Whether what is complained of is explained by another subject of the same case, and nothing shows this one at work."""
    at_work = hypothesis.verdict is not None and hypothesis.verdict.stages["act"].value >= SHOWN
    return hypothesis.standing != "confirmed" and not at_work and hypothesis.key[:2] in confirmed


def _add_resolved(result: Consultation) -> None:
    """What stood at an earlier moment of the captures and stands no more, as it stood when it was surest.

    What an earlier moment could say of the host only is left out where a smaller subject of it is known.
    """
    current = {h.key for h in (*result.diagnoses, *result.risks)}
    surest: dict[tuple[str, str, str], Hypothesis] = {}
    moments: list[Cut | None] = [*result.observations.cuts()]
    if result.observations.past():
        moments.append(None)  # as it is, with the events that were not seen again for long
    faults = Faults(result.faults)
    for cut in moments:
        earlier = view(result.knowledge, result.observations, result.told, cut, with_past=True)
        for fault in earlier.faults:
            faults.add(fault)
        for key, hypothesis in earlier.hypotheses.items():
            hypothesis.over = cut is None
            # What was mended must have been a trouble; a mere guess is not enough.
            if key in current or hypothesis.standing not in ("confirmed", "likely"):
                continue
            if key not in surest or hypothesis.certainty >= surest[key].certainty:
                surest[key] = hypothesis
    smaller = {key[:2] for key in (*surest, *current) if key[2] != key[1]}
    for key, hypothesis in surest.items():
        if key[2] != key[1] or key[:2] not in smaller:
            hypothesis.status = "resolved"
            result.diagnoses.append(hypothesis)


def _add_roles(result: Consultation) -> None:
    everything = [*result.diagnoses, *result.risks]
    standing_keys = {h.key: h for h in everything}
    troubles = {h.key for h in result.diagnoses}
    for hypothesis in everything:
        state = hypothesis.view
        if state is None:
            continue
        for fact in state.links("caused-by").get(hypothesis.key, ()):
            cause = str(fact.slots["cause"]), str(fact.slots["cause-host"]), str(fact.slots["cause-subject"])
            known = standing_keys.get(cause)
            if known is None or cause in hypothesis.caused_by or not _nearly_as_sure(known, hypothesis):
                continue
            if cause in troubles or hypothesis.key not in troubles:  # what troubles nobody causes no trouble
                hypothesis.caused_by.append(cause)
        for fact in state.links("contributes-to").get(hypothesis.key, ()):
            target = tuple(str(fact.slots[s]) for s in ("to", "to-host", "to-subject"))
            if target in standing_keys:
                hypothesis.contributes_to.append(target)
        if hypothesis.caused_by:
            hypothesis.role = "consequence"
            surest = max((standing_keys[key] for key in hypothesis.caused_by), key=lambda cause: cause.certainty)
            hypothesis.behind = not surest.case.hardware
        elif any(_as_sure(standing_keys[target], hypothesis) for target in hypothesis.contributes_to):
            hypothesis.role = "contributing"
    surer: dict[str, list[Hypothesis]] = {}
    for hypothesis in result.diagnoses:
        if hypothesis.standing in ("likely", "confirmed"):
            surer.setdefault(hypothesis.host, []).append(hypothesis)
    for hypothesis in result.diagnoses:
        if hypothesis.role == "root-cause" and hypothesis.standing == "possible":
            rivals = (other for other in surer.get(hypothesis.host, ()) if hypothesis.key not in other.caused_by)
            if any(_outshines(rival, hypothesis) for rival in rivals):
                hypothesis.role = "alternative"


def _nearly_as_sure(cause: Hypothesis, effect: Hypothesis) -> bool:
    """Whether a cause stands within one standing of its effect: a mere guess explains nothing that is confirmed."""
    return STANDINGS.index(cause.standing) <= STANDINGS.index(effect.standing) + 1


def _as_sure(target: Hypothesis, hypothesis: Hypothesis) -> bool:
    """Whether what a case makes worse stands as surely as the case: beside a mere guess the case itself is the root."""
    return STANDINGS.index(target.standing) <= STANDINGS.index(hypothesis.standing)


def _outshines(rival: Hypothesis, hypothesis: Hypothesis) -> bool:
    """Whether a surer conclusion about the same host explains a symptom that a possible one would explain."""
    view_ = hypothesis.view
    return (
        rival.status == hypothesis.status
        and rival.case.slug != hypothesis.case.slug
        and rival.certainty >= hypothesis.certainty + _RIVAL_MARGIN
        and view_ is not None
        and any(view_.findings(name) for name in {*rival.case.symptoms} & {*hypothesis.case.symptoms})
    )


_ROLES = ("root-cause", "contributing", "consequence", "alternative")


def _order(hypothesis: Hypothesis) -> tuple[object, ...]:
    return (
        hypothesis.status == "resolved",
        not hypothesis.on_hardware or hypothesis.behind or hypothesis.role == "alternative",
        _ROLES.index(hypothesis.role),
        -round(hypothesis.certainty, 6),
        hypothesis.case.slug,
        hypothesis.host,
        hypothesis.subject,
    )


def _add_excluded(result: Consultation, doubt: Doubt) -> None:
    shown = (*result.diagnoses, *result.risks, *(a.hypothesis for a in result.acknowledged))
    named = {h.case.slug for h in shown}
    looking, faults = Looking(result.knowledge, result.now), Faults(result.faults)
    ruled_out: dict[str, list[Hypothesis]] = {}
    for hypothesis in result.now.hypotheses.values():
        if hypothesis.standing == "ruled-out":
            ruled_out.setdefault(hypothesis.case.slug, []).append(hypothesis)
    for slug, case in result.knowledge.cases.items():
        excluded = ruled_out.get(slug, [])
        verdict = None if excluded else faults.attempt(f"assessing {slug}", partial(still_open, looking, case), None)
        fault = doubt.about(slug) if doubt and not of_another_system(case, result.now) else None
        if fault is not None and slug not in named and (excluded or verdict is None or not verdict.open):
            result.not_assessed.append(Excluded(case, "", "", f"cannot be ruled out: {fault.line()}"))
            continue
        for hypothesis in excluded:
            reason = _against(hypothesis)
            result.ruled_out.append(Excluded(case, hypothesis.host, hypothesis.subject, reason, (), hypothesis))
        if slug in named or excluded:
            continue
        if verdict is None:
            result.not_assessed.append(Excluded(case, "", "", result.faults[-1].reason))
            continue
        entry = Excluded(case, verdict.host, "", verdict.reason, verdict.needs)
        (result.not_assessed if verdict.open else result.ruled_out).append(entry)


def _against(hypothesis: Hypothesis) -> str:
    """Why a hypothesis is ruled out: the mechanism of its strongest argument against."""
    strongest = next(iter(hypothesis.opposing), None)
    if strongest is None or hypothesis.view is None:
        return "fully assessed, and too little speaks for it"
    return hypothesis.view.prover.net.rules[strongest.rule].comment
