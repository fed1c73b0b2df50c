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


_TOKEN = lazy(r'\s*(?:;([^\n]*)|"((?:[^"\\]|\\.)*+)"|([()])|([^\s()";]+)|("))', re.DOTALL)
_COMMENT, _STRING, _PAREN, _WORD, _OPEN = range(1, 6)
_MOST_DIGITS = 20
"""The engine holds no longer one; and Python reads none of some thousands of digits."""
_INT = lazy(r"[-+]?\d+\Z")
_FLOAT = lazy(r"[-+]?(\d+\.\d*|\.\d+|\d+)([eE][-+]?\d+)?\Z")


def _atom(word: str) -> Atom:
    if word[0] not in "+-.0123456789":
        return Symbol(word)
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
    line = 1
    counted = 0
    for match in _TOKEN.finditer(text):
        kind = match.lastindex or 0
        start = match.start(kind)
        line += text.count("\n", counted, start)
        counted = start
        if kind == _PAREN:
            if match[kind] == "(":
                form = Form(line=line)
                if stack:
                    stack[-1].items.append(form)
                stack.append(form)
            elif not stack:
                raise SexprError(f"line {line}: `)` closes nothing")
            else:
                last, last_end_line = stack.pop(), line
                if not stack:
                    top.append(last)
        elif kind == _COMMENT:
            if last is not None and line == last_end_line:
                last.trailing = match[kind].lstrip("; ").strip()
        elif kind == _OPEN:
            raise SexprError(f"line {line}: string is not closed")
        elif not stack:
            what = f"`{match[kind]}`" if kind == _WORD else "text"
            raise SexprError(f"line {line}: {what} outside of a form")
        else:
            stack[-1].items.append(_atom(match[kind]) if kind == _WORD else re.sub(r"\\(.)", r"\1", match[kind]))
    if stack:
        raise SexprError(f"line {stack[-1].line}: `(` is not closed")
    return top
