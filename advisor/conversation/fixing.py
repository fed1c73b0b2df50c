"""What is kept of a fix as it is carried out: steps that are done or left out, what was seen, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from advisor.conversation.captured import holds_answer
from advisor.conversation.conversation import Message
from advisor.conversation.expected import Compared, compare
from advisor.remedies import told_by
from facts.cells import Observed
from facts.hosts import DEFAULT
from facts.inputs import Bundle

if TYPE_CHECKING:
    from advisor.conversation.conversation import Conversation
    from advisor.session.log import Entry
    from advisor.session.session import Session
    from advisor.views.keys import Key
    from advisor.views.remedy import StepView

_HOST = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def tick(conversation: Conversation, key: Key, step: StepView, seen: str) -> Iterator[Message]:
    """Keep that a step of a fix is done; what was seen is read where it is an output.

    How to undo the step is kept with it: once the new value is read, the value that was there before is no longer known.

    Args:
        conversation: in which the fix was shown.
        key: the conclusion whose fix it is.
        step: the step.
        seen: what was seen afterwards, as entered, or "".
    """
    session, text = conversation.session, seen.strip("\n")
    compared = compared_with(step, text)
    kept = "done" if compared is None or compared.same else "open"
    observed = text.strip() or (step.observed if step.state == "open" else "")
    before = session.consultation
    told = _told(session, key, step) if kept == "done" else []
    changed = kept == "done" and step.risk != "look"
    session.fixed(*key, step.number, step.command, kept, step.note or step.undo, observed, changed=changed, told=told)
    yield from _judged(key, step, compared, bool(text.strip()))
    if not text.strip():
        if told:
            yield from conversation.after(before)
        return
    found = _transcript(session, key[1], step, text)
    if found is not None:
        transcript, bundle = found
        current = conversation.current
        if current is not None and current.question.kind == "output" and not holds_answer(current.question, bundle):
            conversation.current = None  # it is not what was asked for, nor meant to be
        yield from conversation.pasted(transcript)
    elif "\n" in text.strip():
        yield Message(
            "not-understood", f"step {step.number} is done; what was seen is kept, but no known output is in it"
        )


def _told(session: Session, key: Key, step: StepView) -> list[Observed]:
    """What is known by the tick alone."""
    hypothesis = next((h for h in (*session.consultation.diagnoses, *session.consultation.risks) if h.key == key), None)
    return [] if hypothesis is None else told_by(hypothesis, session.consultation.now.systems(), step.number)


def _judged(key: Key, step: StepView, compared: Compared | None, seen: bool) -> Iterator[Message]:
    """Say whether the step is done, and what the comparison with its expectation comes to."""
    named = f"step {step.number} of the fix for {key[0]}"
    if compared is not None and not compared.same:
        yield Message(
            "not-understood",
            f"step {step.number}: {compared.text}; it stays open, send it empty to tick it all the same",
        )
    elif compared is not None:
        yield Message("understood", f"{named} is done; {compared.text}")
    elif seen and step.verify_expect:
        yield Message("understood", f"{named} is done; compare it yourself with: {step.verify_expect}")
    else:
        yield Message("understood", f"{named} is done")


def compared_with(step: StepView, seen: str) -> Compared | None:
    """What was seen beside what the step was to show; None where they cannot be compared."""
    return compare(step.verify_expect, seen, (step.verify_command, step.command))


def leave_out(conversation: Conversation, key: Key, step: StepView) -> Iterator[Message]:
    """Keep that a step of a fix is left out, or that it no longer is; what was seen of it stays with it."""
    taken_back = step.state == "skipped"
    result = "open" if taken_back else "skipped"
    conversation.session.fixed(*key, step.number, step.command, result, step.note, step.observed)
    said = "is open again" if taken_back else "is left out"
    yield Message("understood", f"step {step.number} of the fix for {key[0]} {said}")


def still_so(session: Session, entry: Entry) -> str:
    """How the step of a fix stands after one event was taken back, to go on the sentence that says so; or ""."""
    if entry.kind == "captured":
        before = next((e for e in reversed(session.standing.fixed) if e.seq == entry.seq - 1), None)
        return f"; step {before.data.get('step')} stays {_standing(before)}" if before is not None else ""
    if entry.kind != "fixed":
        return ""
    step = [entry.data.get(name) for name in ("case", "host", "subject", "step")]
    same = [e for e in session.standing.fixed if [e.data.get(n) for n in ("case", "host", "subject", "step")] == step]
    number = entry.data.get("step")
    if not same:
        return f"; step {number} is open"
    return f"; step {number} {'stays' if _standing(same[-1]) == _standing(entry) else 'is'} {_standing(same[-1])}"


def _standing(entry: Entry) -> str:
    return {"skipped": "left out"}.get(str(entry.data.get("result")), str(entry.data.get("result")))


def came_out(conversation: Conversation, key: Key, result: str, note: str) -> Iterator[Message]:
    """Keep what came of a fix: ``worked``, ``did not help`` or ``something else``."""
    case, host, subject = key
    conversation.session.record(
        "outcome", {"result": result, "note": note, "case": case, "host": host, "subject": subject}
    )
    yield Message("understood", f"{result} for {case}{f', {note}' if note else ''}; kept for this site's statistics")


def _transcript(session: Session, host: str, step: StepView, text: str) -> tuple[str, Bundle] | None:
    """What was seen as it can be read, and what is in it; None where it is no output.

    Words are never taken for the output of the step's command: almost anything would pass for a log. Only what can be
    compared with what is expected is, and an output that is known anyway but does not say which host it is of.
    """
    trial = session.fork().paste(text)
    kinds = _kinds(trial)
    prompt = f"{host}# " if host != DEFAULT and _HOST.fullmatch(host) else "# "
    one_line = [c for c in (step.verify_command, step.command) if c and "\n" not in c]
    if not kinds and "\n" not in text.strip() and compared_with(step, text) is not None:
        transcript = f"{prompt}{step.verify_command}\n{text.strip()}"
        value = session.fork().paste(transcript) if step.verify_command in one_line else Bundle()
        return (transcript, value) if any(item.rows for item in value.inputs) else None
    if any(row.host == DEFAULT for row in trial.labelled) and prompt != "# ":
        for command in one_line:
            below = session.fork().paste(f"{prompt}{command}\n{text}")
            if _kinds(below) == kinds:
                return f"{prompt}{command}\n{text}", below
    return (text, trial) if kinds else None


def _kinds(bundle: Bundle) -> set[str]:
    return {item.kind for item in bundle.inputs if item.outcome != "refused"}
