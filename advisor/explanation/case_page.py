"""One case as a page: what it is, evidence for and against, look-alikes, fix, sources."""

from __future__ import annotations

from advisor.explanation.text import Page
from advisor.inference.openness import cf_of
from advisor.knowledge import Case, Knowledge
from advisor.remedies import general


def render(knowledge: Knowledge, case: Case, width: int = 100) -> str:
    """The case in text."""
    page = Page(width)
    page.put(case.title)
    applies = ", ".join(case.systems) or "any system"
    page.put(f"{case.id}; {case.slug}; about a {case.subject_kind}; {case.severity}; {case.maturity}; applies to {applies}"
             f"{f' ({case.versions})' if case.versions else ''}")  # fmt: skip
    for heading, text in (("Mechanism", case.mechanism), ("Impact", case.impact)):
        page.gap()
        page.put(heading)
        page.put(text, 2)
    rules = knowledge.net.arguments(case.slug)
    for heading, sign in (("Evidence for", 1), ("Evidence against", -1)):
        page.gap()
        page.put(heading)
        chosen = [r for r in rules if cf_of(r, case.slug) * sign > 0]
        for rule in sorted(chosen, key=lambda r: -abs(cf_of(r, case.slug))):
            cites = ", ".join(f"{c.key}: {c.locator}" for c in knowledge.citations(rule.name))
            page.put(f"{cf_of(rule, case.slug):+.2f} {rule.name.partition('.')[2]}: {rule.comment} [{cites}]", 2, 6)
    if case.mimics:
        page.gap()
        page.put("What looks the same, and what tells it apart")
        for mimic in case.mimics:
            page.put(f"- {mimic.name}: {mimic.tell_apart}", 2, 2)
    if case.contested:
        page.gap()
        page.put("Contested")
        for text in case.contested:
            page.put(f"- {text}", 2, 2)
    page.gap()
    page.put("Fix (values are filled in from a diagnosis)")
    for step in general(case):
        page.put(f"{step.label}. [{step.risk}] {step.do}", 2, 3)
        if step.command:
            page.verbatim(step.command, 7)
    page.gap()
    page.put("Sources")
    for citation in case.sources:
        source = knowledge.sources.get(citation.key)
        described = f"{source.author}: {source.title}, {source.date}" if source else ""
        page.put(f"[{citation.key}] {described} ({citation.locator})", 2, 2)
    return page.text()
