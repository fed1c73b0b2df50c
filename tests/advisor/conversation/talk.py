"""A conversation for tests: in memory, 80 columns wide."""

from __future__ import annotations

from collections.abc import Iterable

from advisor.conversation.conversation import Conversation, Message
from advisor.session.session import Session
from tests.kb.examples import knowledge

MEMINFO = """{prompt}cat /proc/meminfo
MemTotal:      8174540 kB
MemFree:         62076 kB
Cached:        6158912 kB
Dirty:            6640 kB
Writeback:     3230792 kB
"""
STALL = "The whole server freezes for twenty seconds when something writes a lot."


class Talk:
    """One conversation, with everything that was said to it."""

    def __init__(self, *told: str) -> None:
        """Begin, and say some lines."""
        session = Session(knowledge())
        session.begin()
        self.conversation = Conversation(session, 80)
        self.session = session
        self.messages: list[Message] = list(self.conversation.begin())
        for text in told:
            self.say(text)

    def say(self, text: str) -> list[Message]:
        """Say a line or several; what is said to it."""
        found = list(self.conversation.say(text))
        self.messages += found
        return found

    def at(self, question: str) -> Talk:
        """Let a question be the open one, whatever would be asked next."""
        from advisor.interview.choice import Choice

        self.conversation.current = Choice(self.conversation.interview.questions[question], 0.0, ())
        return self

    def known(self, address: str) -> object:
        """The value at an address of any host: ``template.slot``."""
        template, _, slot = address.partition(".")
        rows = self.session.consultation.now.merged.rows
        return next((row.cells[slot].value for row in rows if row.template == template and slot in row.cells), None)

    def signs(self) -> dict[str, str]:
        """What was told of signs, with their state."""
        return {sign.name: sign.state for sign in self.session.consultation.told}


def kinds(messages: Iterable[Message]) -> list[str]:
    """The kinds of messages."""
    return [message.kind for message in messages]


def texts(messages: Iterable[Message], kind: str) -> str:
    """The texts of one kind, line by line."""
    return "\n".join(message.text for message in messages if message.kind == kind)
