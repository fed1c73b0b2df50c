"""Finds every output in a text with the readers that could be meant, then names the tools that have no reader."""

from __future__ import annotations

from collections.abc import Sequence

from facts.long_text import LongLines
from facts.readers import named_only, named_only_for, readers_for, readers_for_long
from facts.segments import UNKNOWN, Segments, Unread, segment
from facts.tool_names import tool_of


def text_of(lines: Sequence[str]) -> str:
    """Lines joined, each behind a line end: a hint may begin with one."""
    return "\n".join(["", *lines])


def recognise(lines: Sequence[str], path: str = "", command: str = "", text: str | None = None) -> Segments:
    """Every output in `lines`, and what is left with the reason.

    Args:
        lines: cleaned lines of one file.
        path: for messages.
        command: the command that the place of the file stands for, or "".
        text: the lines as `text_of` joins them, where somebody has done that.
    """
    if isinstance(lines, LongLines):
        text, readers = "", readers_for_long(command, lines)
    else:
        text = text_of(lines) if text is None else text
        readers = readers_for(text, command)
    segments = segment(lines, readers, path, command)
    if not segments.unread:
        return segments
    named = named_only_for(text, command) if text else named_only()
    unread: list[Unread] = []
    before: Sequence[str] = lines if isinstance(lines, LongLines) else list(lines)
    for left in reversed(segments.unread):
        # Only what no reader took is tried: recognising a tool by name must never take lines from a reader.
        begin, end = left.lines
        if isinstance(before, list):
            del before[end:]  # shorter each time: a copy for each of many stretches would take the square of the file
        else:
            before = lines[:end]
        inner = segment(before, named, path, "", begin - 1)
        segments.found.extend(inner.found)
        unread.extend(reversed(inner.unread))
    segments.unread = [left if isinstance(lines, LongLines) else _named(lines, left) for left in reversed(unread)]
    segments.found.sort(key=lambda found: found.output.first)
    return segments


def _named(lines: Sequence[str], left: Unread) -> Unread:
    """A stretch that nothing reads, with the name of its tool where its first lines tell."""
    if left.reason != UNKNOWN:
        return left
    begin, end = left.lines
    name = tool_of(lines[begin - 1 : end])
    return Unread(left.lines, f"no reader: {name}") if name else left
