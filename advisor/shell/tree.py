"""The parts of a shell text, as POSIX names them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

MARK_OPENS, MARK_CLOSES = "\ue000", "\ue001"
"""Stand for the angle brackets of a mark such as ``<DEVICE>``, which a shell would read as redirections."""


class Literal(NamedTuple):
    """Text that stands for itself; `quoted` where it is neither split nor taken for a pattern."""

    text: str
    quoted: bool


class Parameter(NamedTuple):
    """``$name`` or ``${name:?word}``: `how` is the operator with its colon, "" where there is none."""

    name: str
    quoted: bool
    how: str = ""
    word: Word | None = None


class Substitution(NamedTuple):
    """``$(script)``, or the same `backquoted`."""

    script: Script
    quoted: bool
    source: str
    backquoted: bool = False


class Arithmetic(NamedTuple):
    """``$((text))``."""

    text: str
    quoted: bool


Part = Literal | Parameter | Substitution | Arithmetic


class Word(NamedTuple):
    """One word of a command."""

    parts: tuple[Part, ...]

    @property
    def literal(self) -> str | None:
        """The text of the word, None where an expansion is in it."""
        texts = [part.text for part in self.parts if isinstance(part, Literal)]
        return "".join(texts) if len(texts) == len(self.parts) else None

    @property
    def shape(self) -> str:
        """The word in one spelling, whichever quotes it has: equal words have equal shapes."""
        return "".join(_shape(part) for part in self.parts)

    @property
    def plain(self) -> bool:
        """Whether nothing of it is quoted or expanded, so that it may be a reserved word, or `*` in it stand for names."""
        return all(isinstance(part, Literal) and not part.quoted for part in self.parts)


def _shape(part: Part) -> str:
    match part:
        case Literal(text, _):
            return text
        case Parameter(name, _, how, word):
            return f"${{{name}{how}{word.shape if word else ''}}}"
        case Substitution(_, _, source):
            return f"$({source})"
        case Arithmetic(text, _):
            return f"$(({text}))"


class Redirect(NamedTuple):
    """A redirection; `document` is the text of ``<<END``, whose `target` is the word END."""

    descriptor: int | None
    operator: str
    target: Word
    document: Word | None = None

    @property
    def writes(self) -> bool:
        """Whether it opens a file to write to it."""
        return self.operator in (">", ">>", ">|", "<>", "&>", "&>>")


class Simple(NamedTuple):
    """Assignments, words and redirections."""

    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...] = ()

    @property
    def name(self) -> str:
        """The program without its folder, "" where it is not a literal or there is none."""
        return (self.words[0].literal or "").rpartition("/")[2] if self.words else ""


class Group(NamedTuple):
    """``{ body; }`` or ``( body )``."""

    body: Script
    subshell: bool
    redirects: tuple[Redirect, ...] = ()


class If(NamedTuple):
    """Conditions with what is run where one holds, then what is run where none does."""

    branches: tuple[tuple[Script, Script], ...]
    otherwise: Script
    redirects: tuple[Redirect, ...] = ()


class Loop(NamedTuple):
    """``while`` or, `until`, its opposite."""

    until: bool
    condition: Script
    body: Script
    redirects: tuple[Redirect, ...] = ()


class For(NamedTuple):
    """``for name in words``."""

    name: str
    words: tuple[Word, ...]
    body: Script
    redirects: tuple[Redirect, ...] = ()


class Case(NamedTuple):
    """``case word in``, then the patterns of each branch with what it runs."""

    word: Word
    branches: tuple[tuple[tuple[Word, ...], Script], ...]
    redirects: tuple[Redirect, ...] = ()


class Function(NamedTuple):
    """``name() body``."""

    name: str
    body: Command
    redirects: tuple[Redirect, ...] = ()


Command = Simple | Group | If | Loop | For | Case | Function


class Pipeline(NamedTuple):
    """Commands whose output feeds the next; `negated` by ``!``."""

    commands: tuple[Command, ...]
    negated: bool = False


class Item(NamedTuple):
    """A pipeline of a list; `joined` is what stands before it: ``;`` (also for a new line), ``&&`` or ``||``."""

    joined: str
    pipeline: Pipeline
    background: bool = False


Script = tuple[Item, ...]


def inner_scripts(command: Command) -> Iterator[Script]:
    """The lists of commands within a compound command, in the order in which they are run."""
    match command:
        case Simple():
            return
        case Group(body, _, _) | For(_, _, body, _):
            yield body
        case If(branches, otherwise, _):
            for condition, body in branches:
                yield from (condition, body)
            yield otherwise
        case Loop(_, condition, body, _):
            yield from (condition, body)
        case Case(_, cases, _):
            yield from (body for _, body in cases)
        case Function(_, body, _):
            yield (Item(";", Pipeline((body,))),)
