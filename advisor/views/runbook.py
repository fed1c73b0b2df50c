"""The runbook of a case: when it applies, what to rule out first, what to do, and where it comes from, as one page."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from advisor.arbitration import first_of_all
from advisor.explanation.report import diagnosis, general_fix
from advisor.explanation.text import (
    Page,
    about,
    by_source,
    put_sources,
    put_steps,
    source_text,
    sure,
)  # fmt: skip
from advisor.inference.diagnosis import Consultation
from advisor.inference.view import Hypothesis
from advisor.knowledge import Case, Knowledge
from advisor.views.keys import Key
from advisor.views.proofs import standing_now
from facts.text import clean

_STANDS = ("confirmed", "likely", "possible")
_UNWRAPPED = 100_000


class Runbook(NamedTuple):
    """A runbook as a page, not wrapped; `key` is the conclusion it is filled in from, None where it is the general one."""

    case: str
    title: str
    text: str
    key: Key | None


def runbook_of(consultation: Consultation, hypothesis: Hypothesis) -> Runbook:
    """The runbook of a conclusion, with the user's own names and numbers."""
    case, item = hypothesis.case, diagnosis(consultation, hypothesis)
    page = Page(_UNWRAPPED)
    page.put(case.title)
    resolved = "; resolved: for the record only" if hypothesis.status == "resolved" else ""
    page.put(f"{case.id}, {case.slug}; {about(item)}; {hypothesis.standing} ({sure(hypothesis.certainty)}){resolved}")
    _when(page, case)
    _first(page, case, lambda slug: standing_now(consultation, slug, hypothesis.host))
    if item["fix"]:
        _heading(page, "Steps")
        if first := first_of_all(consultation, case.slug, hypothesis.host):
            page.put(first, 2)
        put_steps(page, item["fix"], 2)
    _contested(page, case)
    put_sources(page, consultation.knowledge, item, 0, 2)
    return Runbook(case.slug, case.title, _cleaned(page), hypothesis.key)


def runbook_for(knowledge: Knowledge, case: Case, consultation: Consultation | None = None) -> Runbook:
    """The runbook of a case that is not concluded: ``<NAMES>`` stand for what is not known.

    Args:
        knowledge: that the case belongs to.
        case: the case.
        consultation: in which look-alikes may be concluded, or None.
    """
    page = Page(_UNWRAPPED)
    page.put(case.title)
    applies = ", ".join(case.systems) or "any system"
    page.put(
        f"{case.id}, {case.slug}; about a {case.subject_kind}; applies to {applies}; not concluded: names in <...> are to be filled in"
    )
    _when(page, case)
    _first(page, case, lambda slug: standing_now(consultation, slug, "") if consultation is not None else "")
    if steps := general_fix(case):
        _heading(page, "Steps")
        put_steps(page, steps, 2)
    _contested(page, case)
    _heading(page, "Sources")
    for key, places in by_source(case.sources).items():
        located = f" ({'; '.join(places)})" if places else ""
        page.put(f"[{key}] {source_text(knowledge, key)}{located}", 2, 2)
    return Runbook(case.slug, case.title, _cleaned(page), None)


def _heading(page: Page, text: str) -> None:
    page.gap()
    page.put(text)


def _when(page: Page, case: Case) -> None:
    _heading(page, "When to use it")
    page.put(case.impact, 2)
    page.put(case.mechanism, 2)


def _first(page: Page, case: Case, now: Callable[[str], str]) -> None:
    """What looks the same, with the check that tells it apart, and what is concluded of it."""
    if not case.mimics:
        return
    _heading(page, "Rule out first what looks the same")
    for mimic in case.mimics:
        concluded = now(mimic.case) if mimic.case else ""
        page.put(f"- {mimic.name}: {mimic.tell_apart}{_here(concluded)}", 2, 2)


def _here(concluded: str) -> str:
    """What is concluded here of a look-alike, to go behind what tells it apart."""
    if concluded.startswith(_STANDS):
        return f" (also found here, {concluded}: see its own fix)"
    return f" (here: {concluded})" if concluded else ""


def _contested(page: Page, case: Case) -> None:
    if case.contested:
        _heading(page, "Contested")
        for text in case.contested:
            page.put(f"- {text}", 2, 2)


def _cleaned(page: Page) -> str:
    return "\n".join(clean(line) for line in page.text().split("\n"))
