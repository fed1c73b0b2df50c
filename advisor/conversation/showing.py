"""How messages stand on a plain terminal: a mark before each kind, later lines set in below the first."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from advisor.conversation.conversation import Message

_MARKS = {"understood": "  understood: ", "not-understood": "  ", "changed": "  -> ", "error": "  ! "}
_APART = ("question", "stop", "answer")
"""What an empty line stands before; their lines are wrapped already, since they hold commands."""
_NARROWEST = 40


def lines_of(messages: Iterable[Message], width: int) -> Iterator[str]:
    """The lines of messages, without line ends, at most `width` characters wide where there are blanks to break at."""
    for message in messages:
        if message.kind in _APART:
            yield ""
        if message.kind == "progress":
            yield f"[{message.text}]"
        elif mark := _MARKS.get(message.kind, ""):
            yield from _marked(message.text, mark, width)
        else:
            yield from (line.rstrip() for line in message.text.split("\n"))


def _marked(text: str, mark: str, width: int) -> Iterator[str]:
    inner = max(_NARROWEST, width - len(mark))
    for number, line in enumerate(text.split("\n")):
        wrapped = textwrap.wrap(
            line, inner, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        )  # fmt: skip
        for part, shown in enumerate(wrapped):
            yield (mark if number == part == 0 else " " * len(mark)) + shown
