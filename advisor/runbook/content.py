"""What stands in a runbook, as data: every format is made from this and from nothing else.

The general runbook of a case holds placeholders; that of a conclusion holds the host's own names and numbers. Texts are
plain: each format escapes them its own way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from advisor import __version__
from advisor.explanation.names import plain
from advisor.explanation.text import by_source, source_text
from advisor.inference.matching import show
from advisor.inference.openness import cf_of
from advisor.inference.view import Hypothesis
from advisor.knowledge import Case, Citation, Knowledge
from advisor.remedies import Rendered, Values, general, render, words
from advisor.runbook.summary import Avoid, Related, Stop, avoided, related, stops
from advisor.runbook.tools import tools_of
from advisor.runbook.tree import Rung, Tree, tree_of
from advisor.templates import placeholder
from facts.schema import Value
from facts.text import clean

NO_UNDO = "none: "
"""How a step begins its `undo` where there is none, with the reason behind it."""


@dataclass(frozen=True, slots=True)
class LookAlike:
    """What looks the same, the check that tells it apart, and its case where it is one of ours."""

    name: str
    case: str
    check: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """A line of the record sheet: a name of the commands, what it is, and what it is here ("" where it is to be read)."""

    name: str
    what: str
    value: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step, or one branch of it.

    `undo` holds commands; where nothing can be undone, `undo_reason` says why. A branch has a `label` such as ``2b`` and says
    in `when` what it is for; `do` begins with that.
    """

    number: int
    label: str
    when: str
    do: str
    command: str
    expect: str
    differs: str
    risk: str
    takes: str
    needs: str
    applies: str
    verify_command: str
    verify_expect: str
    undo: str
    undo_reason: str
    persists: bool
    persists_how: str
    warning: str
    placeholders: tuple[str, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """Something to look at after minutes, hours or days."""

    after: str
    look: str
    command: str
    expect: str


@dataclass(frozen=True, slots=True)
class Monitoring:
    """Something to keep an eye on from then on."""

    what: str
    how: str
    threshold: str
    why: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """An argument for or against the case."""

    certainty: float
    text: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A source and the places in it that are cited."""

    key: str
    text: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """Of a runbook for one host: what it is about, and how sure that is."""

    host: str
    subject: str
    standing: str
    certainty: float


@dataclass(frozen=True, slots=True)
class Runbook:
    """One runbook."""

    case: str
    id: str
    title: str
    area: str
    severity: str
    maturity: str
    program: str
    edition: str
    date: str
    kb: str
    systems: tuple[str, ...]
    versions: str
    subject_kind: str
    about: Subject | None
    impact: str
    urgency: str
    symptoms: tuple[str, ...]
    look_alikes: tuple[LookAlike, ...]
    privileges: tuple[str, ...]
    tools: tuple[str, ...]
    window: str
    people: tuple[str, ...]
    tree: Tree
    record: tuple[Recorded, ...]
    steps: tuple[Step, ...]
    watch: tuple[Look, ...]
    monitors: tuple[Monitoring, ...]
    avoid: tuple[Avoid, ...]
    stops: tuple[Stop, ...]
    related: tuple[Related, ...]
    mechanism: str
    reasons_for: tuple[Reason, ...]
    reasons_against: tuple[Reason, ...]
    contested: tuple[str, ...]
    sources: tuple[SourceLine, ...]
    terms: tuple[str, ...] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """The structure of ``docs/runbook.schema.json``."""
        return {"format": 1, **asdict(self)}

    @property
    def permanent(self) -> tuple[Step, ...]:
        """The steps that say how long they hold."""
        return tuple(step for step in self.steps if step.persists_how and step.risk != "look")

    @property
    def changes(self) -> tuple[Step, ...]:
        """The steps that change something."""
        return tuple(step for step in self.steps if step.risk != "look")

    @property
    def risky(self) -> tuple[Step, ...]:
        """The steps that interrupt or destroy something, of those with branches the first."""
        risky = (step for step in self.steps if step.risk in ("disruptive", "destructive"))
        return tuple({step.number: step for step in reversed(list(risky))}.values())[::-1]

    @property
    def surest(self) -> Rung | None:
        """The observation that speaks for the case most."""
        return next((rung for rung in self.tree.rungs if rung.leads != "excluded"), None)


def for_case(knowledge: Knowledge, case: Case) -> Runbook:
    """The general runbook of a case: what is not known stands as ``<NAME>``."""
    names: dict[str, Value] = {name: placeholder(name) for name in case.values}
    return _made(knowledge, case, general(case), names, None)


def for_conclusion(knowledge: Knowledge, hypothesis: Hypothesis, systems: set[str]) -> Runbook:
    """The runbook of a conclusion, with the names and numbers of its host."""
    case = hypothesis.case
    names: dict[str, Value] = {}
    if hypothesis.view is not None:
        values = Values(hypothesis, hypothesis.view)
        names = {name: values.resolve(name, address) for name, address in case.values.items()}
    about = Subject(clean(hypothesis.host), clean(hypothesis.subject), hypothesis.standing, hypothesis.certainty)
    return _made(knowledge, case, render(hypothesis, systems), names, about)


def _made(
    knowledge: Knowledge, case: Case, rendered: Iterable[Rendered], names: Mapping[str, Value], about: Subject | None
) -> Runbook:
    steps = tuple(_step(step, case) for step in rendered)
    edition = knowledge.edition
    reasons = sorted(_reasons(knowledge, case), key=lambda reason: -abs(reason.certainty))
    return Runbook(
        case=case.slug, id=case.id, title=case.title, area=case.area, severity=case.severity, maturity=case.maturity,
        program=f"advisor {__version__}", edition=edition.name, date=edition.date, kb=knowledge.digest,
        systems=case.systems, versions=case.versions, subject_kind=case.subject_kind, about=about,
        impact=case.impact, urgency=case.procedure.urgency,
        symptoms=tuple(plain(name) for name in case.symptoms),
        look_alikes=tuple(LookAlike(m.name, m.case, m.tell_apart) for m in case.mimics),
        privileges=_privileges(steps),
        tools=tools_of(steps), window=case.procedure.window, people=case.procedure.people,
        tree=tree_of(knowledge, case), record=_record(case, steps, names), steps=steps,
        watch=tuple(
            Look(w.after, words(w.look, names), words(w.command, names, command=True), words(w.expect, names))
            for w in case.procedure.watch
        ),
        monitors=tuple(Monitoring(m.what, m.how, m.threshold, m.why, _cited(m.sources)) for m in case.procedure.monitors),
        avoid=avoided(case, steps), stops=stops(case, steps), related=related(knowledge, case),
        mechanism=case.mechanism,
        reasons_for=tuple(reason for reason in reasons if reason.certainty > 0),
        reasons_against=tuple(reason for reason in reasons if reason.certainty < 0),
        contested=case.contested,
        sources=_sources(knowledge, case),
        terms=tuple(term.key for term in knowledge.terms.values() if case.slug in term.cases),
    )  # fmt: skip


def _step(step: Rendered, case: Case) -> Step:
    undo, reason = (step.undo, "") if not step.undo.startswith(NO_UNDO) else ("", step.undo.removeprefix(NO_UNDO))
    if not undo and not reason:
        reason = "nothing is changed" if step.risk == "look" else step.persists_how
    return Step(
        number=step.step, label=step.label, when=step.when, do=step.do, command=step.command,
        expect=step.expect, differs=step.differs, risk=step.risk, takes=step.takes, needs=step.needs,
        applies=step.applies, verify_command=step.verify_command,
        verify_expect=step.verify_expect, undo=undo, undo_reason=reason, persists=step.persists,
        persists_how=step.persists_how, warning=step.warning, placeholders=tuple(step.placeholders),
        sources=_cited(step.sources),
    )  # fmt: skip


def _privileges(steps: Iterable[Step]) -> tuple[str, ...]:
    """What the steps need, each once, with the numbers of the steps."""
    needed: dict[str, dict[str, None]] = {}
    for step in steps:
        if step.needs:
            needed.setdefault(step.needs, {})[str(step.number)] = None
    return tuple(
        f"{needs} (step{'s' if len(numbers) > 1 else ''} {', '.join(numbers)})" for needs, numbers in needed.items()
    )


def _cited(citations: Iterable[Citation]) -> tuple[str, ...]:
    return tuple(f"{citation.key}: {citation.locator}" for citation in citations)


def _record(case: Case, steps: Iterable[Step], names: Mapping[str, Value]) -> tuple[Recorded, ...]:
    """Every name that stands in a step, explained, with its present value where that is known."""
    explained = dict(case.procedure.names)
    shown = [name for step in steps for name in step.placeholders]
    lines = []
    for name, what in explained.items():
        value = names.get(name)
        known = value is not None and not re.fullmatch(r"<[A-Z][A-Z0-9-]*>", str(value))
        if known or str(placeholder(name)) in shown:
            lines.append(Recorded(str(placeholder(name)).strip("<>"), what, _present(value) if known else ""))
    return tuple(lines)


def _present(value: Value | None) -> str:
    return show(value) if isinstance(value, (int, float)) else clean(str(value))


def _reasons(knowledge: Knowledge, case: Case) -> Iterable[Reason]:
    for rule in knowledge.net.arguments(case.slug):
        yield Reason(cf_of(rule, case.slug), rule.comment, _cited(knowledge.citations(rule.name)))


def _sources(knowledge: Knowledge, case: Case) -> tuple[SourceLine, ...]:
    """Every source that the page cites, in the order of the case, the steps and the arguments."""
    cited = [
        *case.sources, *(c for step in case.steps for c in step.sources),
        *(c for monitor in case.procedure.monitors for c in monitor.sources),
        *(c for bad in case.procedure.avoid for c in bad.sources),
        *(c for rule in knowledge.net.arguments(case.slug) for c in knowledge.citations(rule.name)),
    ]  # fmt: skip
    return tuple(
        SourceLine(key, source_text(knowledge, key), tuple(places)) for key, places in by_source(cited).items()
    )
