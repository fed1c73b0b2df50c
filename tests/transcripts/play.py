"""Transcripts: what a person says, a line each, and what the program says to it.

A line that begins with ``> `` is said. Lines that begin with ``>>`` are one pasted block, up to ``>> .``. The first
lines may be comments, which begin with ``#``. Everything else is said by the program.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from advisor.conversation.conversation import Conversation
from advisor.conversation.showing import lines_of
from advisor.session.session import Session
from tests.kb.examples import knowledge

FOLDER = Path(__file__).parent
WIDTH = 80
_END = ">> ."


class Turn(NamedTuple):
    """What is said at once, the lines as they stand in the file, and the text itself."""

    shown: tuple[str, ...]
    text: str


class Transcript(NamedTuple):
    """The comments at the beginning, and what the person says, in order."""

    comments: tuple[str, ...]
    turns: tuple[Turn, ...]


def names() -> list[str]:
    """The transcripts that there are."""
    found = sorted(path.stem for path in FOLDER.glob("*.txt"))
    assert found, f"no transcripts in {FOLDER}"
    return found


def text_of(name: str) -> str:
    """A transcript as it is kept."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def parse(text: str) -> Transcript:
    """The comments and the person's turns of a transcript.

    Raises:
        ValueError: a pasted block does not end.
    """
    lines = text.splitlines()
    comments: list[str] = []
    while len(comments) < len(lines) and lines[len(comments)].startswith("#"):
        comments.append(lines[len(comments)])
    return Transcript(tuple(comments), tuple(_turns(lines[len(comments) :])))


def _turns(lines: list[str]) -> Iterator[Turn]:
    block: list[str] = []
    for line in lines:
        if line.startswith(">>"):
            block.append(line)
            if line == _END:
                yield Turn(tuple(block), "".join(f"{part[3:]}\n" for part in block[:-1]))
                block = []
        elif block:
            raise ValueError(f"a pasted block does not end with `{_END}`: {block[0]}")
        elif line == ">" or line.startswith("> "):
            yield Turn((line,), line[2:])
    if block:
        raise ValueError(f"a pasted block does not end with `{_END}`: {block[0]}")


def play(transcript: Transcript) -> tuple[str, Conversation]:
    """Say everything anew, from the root of the checkout: the transcript as it would read now, and the conversation."""
    session = Session(knowledge())
    session.begin()
    conversation = Conversation(session, WIDTH)
    lines = [*transcript.comments, *lines_of(conversation.begin(), WIDTH)]
    with contextlib.chdir(FOLDER.parent.parent):
        for turn in transcript.turns:
            assert not conversation.ended, f"said after the end: {turn.text}"
            lines += ["", *turn.shown]
            lines += lines_of(conversation.say(turn.text), WIDTH)
    return "\n".join(lines) + "\n", conversation
