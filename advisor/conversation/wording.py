"""How questions and conclusions are put into words in a consultation."""

from __future__ import annotations

from advisor.conversation.commands import HELP
from advisor.explanation.text import Page, sure
from advisor.inference.diagnosis import Consultation
from advisor.inference.view import Hypothesis
from advisor.interview.amounts import example_of
from advisor.interview.questions import Question
from advisor.knowledge import Knowledge

_UNIT_HINTS = {
    "bytes": "a size", "percent": "a share", "seconds": "a time", "milliseconds": "a time", "rate": "a rate",
}  # fmt: skip
_HINTS = {"count": "a number", "version": "a version", "text": "a few words"}


def _hint(question: Question) -> str:
    """What an answer looks like."""
    kind = question.value
    return f"{_UNIT_HINTS[kind]}, such as {example_of(question)}" if kind in _UNIT_HINTS else _HINTS.get(kind, "")


SYSTEMS = {
    "linux": "Linux", "solaris": "Solaris", "freebsd": "FreeBSD", "hp-ux": "HP-UX", "aix": "AIX", "netbsd": "NetBSD",
    "openbsd": "OpenBSD",
}  # fmt: skip
_SHORT = 60


def question_text(question: Question, systems: set[str], names: list[str], width: int = 100) -> str:
    """A question with the answers that it takes; `names` are the things that it may be about, where there are several."""
    page = Page(width)
    if question.kind == "output":
        _output(page, question, systems)
        return page.text().rstrip("\n")
    page.put(question.text)
    if names:
        page.put(f"Of {', '.join(names)}; begin the answer with the name, such as `{names[0]}: ...`.", 2, 2)
    for number, choice in enumerate(answers_of(question), 1):
        page.put(f"{number}) {choice}", 2, 3)
    if question.kind == "uses":
        page.put("Give several numbers, or `none`; or say don't know.", 2)
    elif question.kind == "value" and question.value != "choice":
        page.put(f"{_value_hint(question, systems)}; or say don't know.", 2, 2)
    return page.text().rstrip("\n")


def _value_hint(question: Question, systems: set[str]) -> str:
    command = question.command(systems)
    hint = _hint_of(question)
    return f"{hint[0].upper()}{hint[1:]}{f'; shown by `{command}`' if command else ''}"


def _hint_of(question: Question) -> str:
    """What an amount looks like, and the unit that a bare number is taken in."""
    hint = _hint(question)
    bare = question.bare if question.value == "bytes" and question.bare not in ("", "GB") else ""
    return f"{hint}; a number alone is in {bare}" if bare else hint


def expected(question: Question, systems: set[str]) -> str:
    """What could be said to a question, in half a sentence."""
    answers = answers_of(question)
    if question.kind == "output":
        command = question.command(systems)
        shown = f"what `{command}` prints" if command and len(command) <= _SHORT else "the output"
        return f"paste {shown}, name a file, or say don't know"
    if question.kind == "sign":
        return "say yes, no or don't know"
    if question.kind == "uses":
        return f"give numbers from 1 to {len(answers)}, or `none`; or say don't know"
    if question.value == "choice":
        return f"give a number from 1 to {len(answers)}"
    return f"give {_hint_of(question)}; or say don't know"


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
    fitting = {s: c for s, c in question.commands.items() if not systems or s in systems}
    for command in dict.fromkeys(fitting.values()):
        named = ", ".join(SYSTEMS.get(s, s) for s, c in fitting.items() if c == command)
        if len(set(fitting.values())) > 1:
            page.put(f"{named}:", 2)
        page.verbatim(command, 4)
    if question.note:
        page.put(question.note, 2)
    page.put("Paste it and end with a dot on a line, name a file, or say don't know.", 2)


def still_asked(question: Question, systems: set[str], width: int = 100) -> str:
    """An output that was asked for just before, in short."""
    page = Page(width)
    page.put(f"Still asked for: {question.text}.")
    if command := question.command(systems):
        page.verbatim(command, 4)
    return page.text().rstrip("\n")


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
            page.put("On the host:")
            page.verbatim(command, 4)
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
    if hypothesis.over:
        return f"{case.title} ({case.slug}): {where}; past: old logs show it, newer ones do not"
    if hypothesis.status == "resolved":
        return f"{case.title} ({case.slug}): {where}; resolved: it stood earlier and stands no more"
    return f"{case.title} ({case.slug}): {where}; {hypothesis.standing} ({sure(hypothesis.certainty)})"


def conclusions_text(consultation: Consultation, width: int = 100) -> str:
    """The diagnoses and risks, a line each."""
    page = Page(width)
    for number, hypothesis in enumerate(consultation.diagnoses, 1):
        role = f", {hypothesis.role.replace('-', ' ')}" if hypothesis.status == "current" else ""
        page.put(f"{number}. {headline(hypothesis)}{role}", 0, 3)
    for hypothesis in consultation.risks:
        page.put(f"risk: {headline(hypothesis)}", 0, 3)
    for item in consultation.acknowledged:
        page.put(f"known and accepted: {headline(item.hypothesis)}", 0, 3)
    if not page.lines:
        page.put("No conclusion yet.")
    return page.text().rstrip("\n")


def help_text(width: int = 100) -> str:
    """What can be said."""
    page = Page(width)
    page.put("Answer in words or by number; say `don't know`, or add `not sure`. Tell more in a sentence at any time.")
    page.put("English and German are understood. Paste outputs, or name files. Commands, in words or with a slash:")
    for name, text in HELP.items():
        page.put(f"{name}: {text}", 2, 4)
    return page.text().rstrip("\n")
