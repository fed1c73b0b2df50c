"""Texts of hosts and persons made safe to draw."""

from __future__ import annotations

import re

from textual.content import Content

from facts.text import clean

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_MOST_LINES, _FIRST_LINES = 12, 3
_MOST_CHARACTERS = 2_000


def plain(text: str) -> str:
    """A text without terminal escapes and control characters; its lines stay lines.

    >>> plain("a\\x1b[31mred\\r\\nb\\x07")
    'ared\\nb'
    """
    if not _CONTROLS.search(text):
        return text
    return "\n".join(clean(line) for line in text.split("\n"))


def shortened(text: str) -> str:
    """What is shown of a text that was written or pasted: of many lines the first ones, of a very long line its beginning.

    >>> shortened("a" * 3_000)[1_999:]
    'a… 1,000 more characters'
    """
    lines = text.count("\n") + 1
    if lines > _MOST_LINES:
        first = "\n".join(text.split("\n", _FIRST_LINES)[:_FIRST_LINES])
        return f"{shortened(first)}\n… {lines - _FIRST_LINES:,} more lines"
    if len(text) > _MOST_CHARACTERS:
        return f"{text[:_MOST_CHARACTERS]}… {len(text) - _MOST_CHARACTERS:,} more characters"
    return text


def drawable(content: Content) -> Content:
    """The last guard before the terminal: each control character that is left becomes one visible dot, so that styles fit."""
    if not _CONTROLS.search(content.plain):
        return content
    return Content(_CONTROLS.sub("·", content.plain), list(content.spans))
