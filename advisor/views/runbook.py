"""The runbook of a case as one page of text: when it applies, what to rule out first, what to do, and what to watch."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from advisor.arbitration import first_of_all
from advisor.explanation.text import Page, sure
from advisor.inference.diagnosis import Consultation
from advisor.inference.view import Hypothesis
from advisor.knowledge import Case, Knowledge
from advisor.runbook.content import Runbook, Step, for_case, for_conclusion
from advisor.views.keys import Key
from advisor.views.proofs import standing_now
from facts.text import clean

_STANDS = ("confirmed", "likely", "possible")
_UNWRAPPED = 100_000


class RunbookPage(NamedTuple):
    """A runbook as a page, not wrapped; `key` is the conclusion it is filled in from, None where it is the general one."""

    case: str
    title: str
    text: str
    key: Key | None


def runbook_of(consultation: Consultation, hypothesis: Hypothesis) -> RunbookPage:
    """The runbook of a conclusion, with the user's own names and numbers."""
    case = hypothesis.case
    systems = hypothesis.view.systems() if hypothesis.view is not None else set()
    runbook = for_conclusion(consultation.knowledge, hypothesis, systems)
    about = f"{case.subject_kind} {hypothesis.subject} on {hypothesis.host}"
    if hypothesis.subject in ("", hypothesis.host):
        about = f"host {hypothesis.host}"
    resolved = "; resolved: for the record only" if hypothesis.status == "resolved" else ""
    heading = f"{case.id}, {case.slug}; {about}; {hypothesis.standing} ({sure(hypothesis.certainty)}){resolved}"
    text = _page(
        runbook, heading, lambda slug: standing_now(consultation, slug, hypothesis.host),
        first_of_all(consultation, case.slug, hypothesis.host),
    )  # fmt: skip
    return RunbookPage(case.slug, case.title, text, hypothesis.key)


def runbook_for(knowledge: Knowledge, case: Case, consultation: Consultation | None = None) -> RunbookPage:
    """The runbook of a case that is not concluded: ``<NAMES>`` stand for what is not known.

    Args:
        knowledge: that the case belongs to.
        case: the case.
        consultation: in which look-alikes may be concluded, or None.
    """
    applies = ", ".join(case.systems) or "any system"
    heading = f"{case.id}, {case.slug}; about a {case.subject_kind}; applies to {applies}; not concluded: names in <...> are to be filled in"
    now = (lambda slug: standing_now(consultation, slug, "")) if consultation is not None else (lambda _: "")
    return RunbookPage(case.slug, case.title, _page(for_case(knowledge, case), heading, now, ""), None)


def _page(runbook: Runbook, heading: str, now: Callable[[str], str], first: str) -> str:
    page = Page(_UNWRAPPED)
    page.put(runbook.title)
    page.put(heading)
    _in_short(page, runbook)
    _heading(page, "When to use it")
    for text in (runbook.impact, runbook.mechanism):
        page.put(text, 2)
    _first(page, runbook, now)
    _needs(page, runbook)
    if runbook.steps:
        _heading(page, "Steps")
        page.put(first, 2)
        for step in runbook.steps:
            _step(page, step)
    _after(page, runbook)
    if runbook.contested:
        _heading(page, "Contested")
        for text in runbook.contested:
            page.put(f"- {text}", 2, 2)
    _heading(page, "Sources")
    for source in runbook.sources:
        located = f" ({'; '.join(source.places)})" if source.places else ""
        page.put(f"[{source.key}] {source.text}{located}", 2, 2)
    return "\n".join(clean(line) for line in page.text().split("\n"))


def _heading(page: Page, text: str) -> None:
    page.gap()
    page.put(text)


def _in_short(page: Page, runbook: Runbook) -> None:
    """For somebody who has half a minute."""
    _heading(page, "In short")
    if runbook.urgency:
        page.put(f"- How soon: {runbook.urgency}", 2, 2)
    for bad in runbook.avoid:
        page.put(f"- {bad.what}{f' ({bad.why})' if bad.why else ''}", 2, 2)
    for stop in runbook.stops:
        page.put(f"- Stop and call somebody: {stop.when}", 2, 2)


def _first(page: Page, runbook: Runbook, now: Callable[[str], str]) -> None:
    """What looks the same, with the check that tells it apart, and what is concluded of it."""
    if not runbook.look_alikes:
        return
    _heading(page, "Rule out first what looks the same")
    for mimic in runbook.look_alikes:
        concluded = now(mimic.case) if mimic.case else ""
        page.put(f"- {mimic.name}: {mimic.check}{_here(concluded)}", 2, 2)


def _here(concluded: str) -> str:
    """What is concluded here of a look-alike, to go behind what tells it apart."""
    if concluded.startswith(_STANDS):
        return f" (also found here, {concluded}: see its own fix)"
    return f" (here: {concluded})" if concluded else ""


def _needs(page: Page, runbook: Runbook) -> None:
    lines = [f"Window: {runbook.window}"] if runbook.window else []
    lines += [f"Tell: {who}" for who in runbook.people]
    lines += [f"<{v.name}>: {v.what}{f'; here {v.value}' if v.value else ''}" for v in runbook.record]
    if lines:
        _heading(page, "What you need")
        for line in lines:
            page.put(f"- {line}", 2, 2)


def _step(page: Page, step: Step) -> None:
    page.put(f"{step.label}. [{step.risk}] {step.do}", 2, 3)
    if step.warning:
        page.put(f"WARNING: {step.warning}", 5, 2)
    if step.command:
        page.verbatim(step.command, 7)
    lasts = "" if not step.command or step.risk == "look" else "yes" if step.persists else step.persists_how or "no"
    details = (
        ("takes", step.takes), ("applies to", step.applies), ("needs", step.needs), ("expect", step.expect),
        ("otherwise", step.differs),
        ("verify", " -> ".join(t for t in (step.verify_command, step.verify_expect) if t)),
        ("undo", step.undo or (f"none: {step.undo_reason}" if step.risk != "look" and step.undo_reason else "")),
        ("persists", lasts), ("fill in", ", ".join(step.placeholders)),
    )  # fmt: skip
    for name, text in details:
        for number, line in enumerate(text.split("\n") if text else []):
            page.put(f"{name}: {line}" if number == 0 else line, 5 if number == 0 else 7, 2)


def _after(page: Page, runbook: Runbook) -> None:
    if runbook.watch:
        _heading(page, "Did it help?")
    for watch in runbook.watch:
        page.put(f"- after {watch.after}: {watch.look}", 2, 2)
        if watch.command:
            page.verbatim(watch.command, 7)
        page.put(f"expect: {watch.expect}", 5, 2)
    if runbook.monitors:
        _heading(page, "Monitor from then on")
    for monitor in runbook.monitors:
        page.put(f"- {monitor.what}: {monitor.how}; alert at {monitor.threshold}. {monitor.why}", 2, 2)
