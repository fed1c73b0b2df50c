"""What was said in a session so far, for somebody who goes on with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from advisor.conversation.conversation import Message
from advisor.conversation.phrasing import short
from advisor.interview.questions import Question
from advisor.session.log import Entry
from advisor.session.session import Session


def history(session: Session, questions: Mapping[str, Question]) -> list[Message]:
    """The steps that still hold, in order: kind ``you`` for what was said, ``asked`` for what it answers."""
    gone = set(session.standing.undone)
    return [m for entry in session.entries if entry.seq not in gone for m in _of(entry, questions)]


def _of(entry: Entry, questions: Mapping[str, Question]) -> Iterator[Message]:
    data = entry.data
    name = str(data.get("question") or "")
    if name in questions and entry.kind in ("answered", "captured", "skipped"):
        question = questions[name]
        yield Message("asked", f"Please show {question.text}" if question.kind == "output" else question.text)
    if entry.kind in ("told", "noted", "answered"):
        yield Message("you", str(data.get("text", "")))
    elif entry.kind == "skipped":
        yield Message("you", "skip")
    elif entry.kind == "captured":
        kinds = ", ".join(dict.fromkeys(str(item["kind"]) for item in data.get("inputs", ()))) or "command lines"
        yield Message("understood", f"read: {short(kinds)}")
    elif entry.kind == "fixed":
        result = str(data.get("result"))
        said = {"skipped": "left out", "open": "not in force" if data.get("observed") else "open again"}.get(
            result, result
        )
        yield Message("understood", f"step {data.get('step')} of {data.get('case')}: {said}")
    elif entry.kind == "accepted":
        yield Message("understood", f"{data.get('record', {}).get('case')}: known and accepted")
    elif entry.kind == "outcome":
        yield Message(
            "understood", f"{data.get('result')}{' for ' if data.get('case') else ''}{data.get('case') or ''}"
        )
