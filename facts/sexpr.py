"""CLIPS source text to nested Python values, with line numbers and comments.

The templates (this package) and the inference net (advisor) are parsed from the constructs themselves, so that
nothing repeats by hand what a template or a rule already says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from facts.patterns import lazy


class Symbol(str):
    """A bare word of CLIPS source, told apart from a quoted string (a plain ``str``)."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str.__str__(self)


Atom = Symbol | str | int | float


@dataclass(slots=True)
class Form:
    """A parenthesised list.

    Attributes:
        items: atoms and forms in order.
        line: 1-based line of the opening parenthesis.
        trailing: the comment that follows the closing parenthesis on its line, without the semicolon, or "".
    """

    items: list[Atom | Form] = field(default_factory=list)
    line: int = 0
    trailing: str = ""

    @property
    def head(self) -> str:
        """The first item as text, "" where the form is empty or starts with another form."""
        return str(self.items[0]) if self.items and not isinstance(self.items[0], Form) else ""

    def forms(self, head: str) -> list[Form]:
        """The direct subforms that start with `head`."""
        return [item for item in self.items if isinstance(item, Form) and item.head == head]

    def form(self, head: str) -> Form | None:
        """The first direct subform that starts with `head`, or None."""
        return next(iter(self.forms(head)), None)


class SexprError(ValueError):
    """Unbalanced or unreadable CLIPS source; the message names the line."""


_TOKEN = lazy(r'\s*(?:(;[^\n]*)|(")|([()])|([^\s()";]+))')
_STRING = lazy(r'((?:[^"\\]|\\.)*)"', re.DOTALL)
_MOST_DIGITS = 20
"""The engine holds no longer one; and Python reads none of some thousands of digits."""
_INT = lazy(r"[-+]?\d+\Z")
_FLOAT = lazy(r"[-+]?(\d+\.\d*|\.\d+|\d+)([eE][-+]?\d+)?\Z")


def _atom(word: str) -> Atom:
    if _INT.match(word):
        if len(word) > _MOST_DIGITS:
            raise SexprError(f"a number of {len(word)} digits")
        return int(word)
    if _FLOAT.match(word):
        return float(word)
    return Symbol(word)


def parse(text: str) -> list[Form]:
    """Parse all top-level forms of CLIPS source.

    Args:
        text: the source of one file.

    Returns:
        The top-level forms, each with its line and the comment behind it.

    Raises:
        SexprError: a parenthesis or string is not closed, or something stands outside of a form.
    """
    top: list[Form] = []
    stack: list[Form] = []
    last: Form | None = None
    last_end_line = 0
    position = 0
    line = 1
    counted = 0
    while match := _TOKEN.match(text, position):
        start = match.start(match.lastindex or 0)
        line += text.count("\n", counted, start)
        counted = start
        position = match.end()
        comment, quote, paren, word = match.groups()
        if comment is not None:
            if last is not None and line == last_end_line:
                last.trailing = comment.lstrip("; ").strip()
        elif quote is not None:
            body = _STRING.match(text, position)
            if body is None:
                raise SexprError(f"line {line}: string is not closed")
            position = body.end()
            if not stack:
                raise SexprError(f"line {line}: text outside of a form")
            stack[-1].items.append(re.sub(r"\\(.)", r"\1", body.group(1)))
        elif paren == "(":
            form = Form(line=line)
            if stack:
                stack[-1].items.append(form)
            stack.append(form)
        elif paren == ")":
            if not stack:
                raise SexprError(f"line {line}: `)` closes nothing")
            last, last_end_line = stack.pop(), line
            if not stack:
                top.append(last)
        else:
            if not stack:
                raise SexprError(f"line {line}: `{word}` outside of a form")
            stack[-1].items.append(_atom(word))
    if stack:
        raise SexprError(f"line {stack[-1].line}: `(` is not closed")
    return top
