"""What a screen does in a conversation by pointing at something, where a person on a plain terminal says it in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from advisor.conversation.conversation import Message
from advisor.interview.choice import Choice

if TYPE_CHECKING:
    from advisor.conversation.conversation import Conversation


def strike(conversation: Conversation, text: str, items: Iterable[tuple[int, str, int]]) -> Iterator[Message]:
    """Take back a fact.

    Args:
        conversation: in which it was said.
        text: the fact in words.
        items: what it rests on: an event, ``sign`` or ``row``, and its number in the event.
    """
    session = conversation.session
    before = session.consultation
    for seq, item, number in items:
        session.strike(seq, item, number)
    yield Message("understood", f"struck: {text}")
    yield from conversation.after(before)


def ask_again(conversation: Conversation, question: str) -> Iterator[Message]:
    """Ask a question again that was answered; the answer stands until there is another one."""
    known = conversation.interview.questions.get(question)
    entry = conversation.session.standing.asked.get(question)
    if known is None or entry is None:
        yield Message("error", "this question was not answered yet")
        return
    if entry.data.get("text"):
        yield Message("answer", f'Your answer was: "{entry.data["text"]}"')
    yield from conversation.put(Choice(known, 0.0, tuple(entry.data.get("about", ()))))
