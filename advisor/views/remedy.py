"""The fix of a conclusion as steps, each with what is known of its having been carried out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.arbitration import first_of_all
from advisor.conversation.expected import compare
from advisor.explanation.text import persists_text
from advisor.inference.view import Hypothesis
from advisor.remedies import Rendered, render
from advisor.session.log import Entry
from advisor.session.session import Session
from advisor.views.keys import Key
from facts.hosts import DEFAULT
from facts.text import clean

_STATES = {"skipped": "skipped", "open": "open"}
"""How a step stands by what was kept of it last; by anything else it is done."""


class StepView(NamedTuple):
    """One step.

    Attributes:
        number: from 1, among the steps that apply to the host's system.
        label: the number, with a letter for each branch of a step: ``2b``.
        do: what to do. command: the exact text for the shell, or "".
        risk: ``look``, ``safe``, ``disruptive`` or ``destructive``.
        needs, undo, applies, warning: texts, or "".
        verify_command, verify_expect: how to see that it worked, or "".
        persists: ``yes``, ``no`` or how to make it; "" for a step that changes nothing.
        placeholders: the names in the texts that the user must fill in.
        state: ``open``, ``done`` or ``skipped``.
        observed: what was seen afterwards, as entered; in an open step it is not what was expected. note: what else was said of it.
        when: when it was carried out or skipped, in seconds since 1970 UTC, or None. event: its number in the log, or 0.
        carried_out: the command as it was carried out, where that is not the one shown; else "".
        compared: what comparing what was seen with what was expected comes to, "" where only a person can do that.
    """

    number: int
    label: str
    do: str
    command: str
    risk: str
    needs: str
    verify_command: str
    verify_expect: str
    undo: str
    persists: str
    applies: str
    warning: str
    placeholders: tuple[str, ...]
    state: str = "open"
    observed: str = ""
    note: str = ""
    when: float | None = None
    event: int = 0
    carried_out: str = ""
    compared: str = ""


class Remedy(NamedTuple):
    """The fix of a conclusion; `first` says what goes before it, failing hardware or another fix for the same setting, or "".

    One whose `status` is ``resolved`` is for the record only.
    """

    key: Key
    title: str
    standing: str
    status: str
    first: str
    steps: tuple[StepView, ...]


def remedy(session: Session, hypothesis: Hypothesis) -> Remedy:
    """The steps that apply, with what of them is done or skipped as the log stands now."""
    consultation, case = session.consultation, hypothesis.case
    rendered = render(hypothesis, consultation.now.systems())
    events = dict(_latest(session.standing.fixed, hypothesis, rendered))
    return Remedy(
        hypothesis.key, case.title, hypothesis.standing, hypothesis.status,
        first_of_all(consultation, case.slug, hypothesis.host),
        tuple(_step(step, events.get(step.step)) for step in rendered),
    )  # fmt: skip


def _latest(fixed: Iterable[Entry], hypothesis: Hypothesis, steps: list[Rendered]) -> Iterator[tuple[int, Entry]]:
    """The number of the step that each event is about, the last event last."""
    for entry in fixed:
        if _is_about(entry, hypothesis):
            yield _number(entry, steps), entry


def _is_about(entry: Entry, hypothesis: Hypothesis) -> bool:
    """Whether an event belongs to a conclusion, also where its host had no name at that time."""
    case, host, subject = (str(entry.data.get(name, "")) for name in ("case", "host", "subject"))
    same_host = host in (hypothesis.host, DEFAULT)
    same_subject = subject == hypothesis.subject or (subject == host and hypothesis.subject == hypothesis.host)
    return case == hypothesis.case.slug and same_host and same_subject


def _number(entry: Entry, steps: list[Rendered]) -> int:
    """The step that an event is about: steps are counted anew where more is known of the system, the command stays."""
    number, command = int(entry.data.get("step", 0)), str(entry.data.get("command", ""))
    same = [step.step for step in steps if command and step.command == command]
    return same[0] if len(same) == 1 else number


def _step(step: Rendered, entry: Entry | None) -> StepView:
    view = StepView(
        step.step, step.label, step.do, step.command, step.risk, step.needs, step.verify_command, step.verify_expect, step.undo,
        persists_text(step.command, step.risk, step.persists, step.persists_how), step.applies, step.warning,
        tuple(step.placeholders),
    )  # fmt: skip
    if entry is None:
        return view
    command, observed = _lines(entry.data.get("command", "")), _lines(entry.data.get("observed", ""))
    compared = compare(step.verify_expect, observed, (step.verify_command, step.command))
    return view._replace(
        state=_STATES.get(str(entry.data.get("result")), "done"),
        observed=observed, note=_lines(entry.data.get("note", "")), when=entry.time,
        event=entry.seq, carried_out="" if command == step.command else command, compared=compared.text if compared is not None else "",
    )  # fmt: skip


def _lines(text: object) -> str:
    return "\n".join(clean(line) for line in str(text).split("\n"))
