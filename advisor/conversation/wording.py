"""How questions and conclusions are put into words in a consultation."""

from __future__ import annotations

from advisor.explanation.text import Page, sure
from advisor.inference.diagnosis import Consultation
from advisor.inference.view import Hypothesis
from advisor.interview.questions import Question
from advisor.knowledge import Knowledge

_UNIT_HINTS = {
    "bytes": "a size, such as 64 GB", "percent": "in percent, such as 92 %", "seconds": "a time, such as 20 s",
    "milliseconds": "a time, such as 8 ms", "rate": "a rate, such as 2,000", "count": "a number", "version": "a version",
    "text": "a few words",
}  # fmt: skip


def question_text(question: Question, systems: set[str], names: list[str], width: int = 100) -> str:
    """A question with the answers that it takes; `names` are the things that it may be about, where there are several."""
    page = Page(width)
    if question.kind == "output":
        _output(page, question, systems)
        return page.text().rstrip("\n")
    page.put(question.text)
    if names:
        page.put(f"(of {', '.join(names)}: begin the answer with the name, such as `{names[0]}: ...`)", 2, 2)
    for number, choice in enumerate(answers_of(question), 1):
        page.put(f"{number}) {choice}", 2, 3)
    if question.kind == "uses":
        page.put("several numbers, or `none`; or say don't know", 2)
    elif question.kind == "value" and question.value != "choice":
        command = question.command(systems)
        page.put(
            f"{_UNIT_HINTS.get(question.value, '')}{f'; from `{command}`' if command else ''}; or don't know", 2, 2
        )
    return page.text().rstrip("\n")


def answers_of(question: Question) -> list[str]:
    """The numbered answers of a question, the last one *don't know*; none where an answer is a value or an output."""
    if question.kind == "sign":
        return ["yes", "no", "don't know"]
    if question.kind == "uses":
        return list(question.choices.values())
    if question.kind == "value" and question.value == "choice":
        return [*question.choices.values(), "don't know"]
    return []


def _output(page: Page, question: Question, systems: set[str]) -> None:
    when = f", {question.when}" if question.when else ""
    page.put(f"Please show {question.text}{when}:")
    shown = {question.command(systems)} if systems else dict.fromkeys(question.commands.values())
    for command in shown:
        named = (
            ""
            if systems or len(shown) == 1
            else f"   # {', '.join(s for s, c in question.commands.items() if c == command)}"
        )
        page.verbatim(f"{command}{named}", 4)
    if question.note:
        page.put(question.note, 2, 2)
    page.put("Paste what it prints and end with a line that is a single dot, or name a file; or say don't know.", 2, 2)


def why_text(
    question: Question, cases: tuple[str, ...], knowledge: Knowledge, systems: set[str], width: int = 100
) -> str:
    """Why a question is asked, for which cases, and how to find out."""
    page = Page(width)
    page.put(f"Why: {question.why}", 0, 2)
    named = [knowledge.cases[slug].title for slug in cases[:3] if slug in knowledge.cases]
    if named:
        page.put(f"It tells most about: {'; '.join(named)}.", 0, 2)
    if question.how:
        page.put(f"How to find out: {question.how}", 0, 2)
    if question.commands and question.kind != "output":
        command = question.command(systems)
        if command:
            page.put(f"On the host: {command}", 0, 2)
    page.put(f"What it costs: {question.cost}.", 0, 2)
    return page.text().rstrip("\n")


def headline(hypothesis: Hypothesis) -> str:
    """A conclusion in one line."""
    case, subject = hypothesis.case, hypothesis.subject
    where = (
        f"{case.subject_kind} {subject} on {hypothesis.host}"
        if subject not in ("", hypothesis.host)
        else hypothesis.host
    )
    status = ", resolved" if hypothesis.status == "resolved" else ""
    role = hypothesis.role.replace("-", " ")
    return f"{case.title} ({case.slug}): {where}; {hypothesis.standing} ({sure(hypothesis.certainty)}), {role}{status}"


def conclusions_text(consultation: Consultation, width: int = 100) -> str:
    """The diagnoses and risks, a line each."""
    page = Page(width)
    for number, hypothesis in enumerate(consultation.diagnoses, 1):
        page.put(f"{number}. {headline(hypothesis)}", 0, 3)
    for hypothesis in consultation.risks:
        page.put(f"risk: {headline(hypothesis)}", 0, 3)
    if not page.lines:
        page.put("No conclusion yet.")
    return page.text().rstrip("\n")
