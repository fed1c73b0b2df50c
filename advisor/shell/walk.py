"""The commands of a shell text in the order in which they are run, each with what must have gone before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from advisor.shell.tree import (
    Case,
    Command,
    For,
    Function,
    Group,
    If,
    Item,
    Loop,
    Parameter,
    Pipeline,
    Redirect,
    Script,
    Simple,
    Substitution,
    Word,
    inner_scripts,
)  # fmt: skip


class Guard(NamedTuple):
    """A pipeline that ended well before a command is run, or, where `held` is not set, that ended ill."""

    pipeline: Pipeline
    held: bool

    @property
    def last(self) -> Command:
        """The command whose end decides."""
        return self.pipeline.commands[-1]


class Run(NamedTuple):
    """One simple command, or the redirections of a compound one (a `Simple` without words).

    Attributes:
        simple: the command.
        guards: what was asked on the way to it, in order.
        sealed: whether it runs in a shell of its own: in brackets, in ``$( )`` or in a pipeline of several commands.
        fed: whether its input is not the terminal.
        inside: whether its output goes into ``$( )`` or another command.
    """

    simple: Simple
    guards: tuple[Guard, ...]
    sealed: bool = False
    fed: bool = False
    inside: bool = False


def runs(script: Script) -> tuple[Run, ...]:
    """Every command of a text, those within substitutions too."""
    walker = _Walker()
    walker.script(script, (), Run(Simple((), ()), ()))
    return tuple(walker.found)


class _Walker:
    def __init__(self) -> None:
        self.found: list[Run] = []

    def script(self, script: Script, before: tuple[Guard, ...], place: Run) -> tuple[Guard, ...]:
        """Walk through a list; returns what is known to have ended well where the list has."""
        known: tuple[Guard, ...] = ()
        previous: Pipeline | None = None
        for item in script:
            if item.joined == "&&":
                known += self.pipeline(item, before + known, place)
            elif item.joined == "||" and previous is not None:
                self.pipeline(item, (*before, Guard(previous, held=False)), place)
                known = ()
            else:
                known = self.pipeline(item, before, place)
            previous = item.pipeline
        return known

    def pipeline(self, item: Item, before: tuple[Guard, ...], place: Run) -> tuple[Guard, ...]:
        pipeline = item.pipeline
        several = len(pipeline.commands) > 1
        within: tuple[Guard, ...] = ()
        for number, command in enumerate(pipeline.commands):
            here = place._replace(
                sealed=place.sealed or several,
                fed=place.fed or number > 0 or item.background,
                inside=place.inside or number + 1 < len(pipeline.commands),
            )
            within = self.command(command, before, here)
        if pipeline.negated or item.background:
            return () if item.background else (Guard(pipeline, held=True),)
        return (*within, Guard(pipeline, held=True))

    def command(self, command: Command, before: tuple[Guard, ...], place: Run) -> tuple[Guard, ...]:
        for word in _words(command):
            self._substitutions(word, before, place)
        fed = place.fed or any(
            r.operator in ("<", "<<", "<<-", "<>") for r in command.redirects if not isinstance(command, Function)
        )
        if isinstance(command, Simple):
            self.found.append(place._replace(simple=command, guards=before, fed=fed))
            return ()
        if command.redirects:
            self.found.append(place._replace(simple=Simple((), (), command.redirects), guards=before))
        return self._inside(command, before, place._replace(fed=fed))

    def _inside(self, command: Command, before: tuple[Guard, ...], place: Run) -> tuple[Guard, ...]:
        match command:
            case Group(body, subshell, _):
                return self.script(body, before, place._replace(sealed=place.sealed or subshell))
            case If(branches, otherwise, _):
                for condition, body in branches:
                    self.script(body, before + self.script(condition, before, place), place)
                self.script(otherwise, before, place)
            case Loop(until, condition, body, _):
                known = self.script(condition, before, place)
                self.script(body, before if until else before + known, place)
            case _:
                for body in inner_scripts(command):
                    self.script(body, before, place)
        return ()

    def _substitutions(self, word: Word, before: tuple[Guard, ...], place: Run) -> None:
        for part in word.parts:
            if isinstance(part, Substitution):
                self.script(part.script, before, place._replace(sealed=True, inside=True))


def _words(command: Command) -> Iterator[Word]:
    """The words of a command itself, not of those within it."""
    for redirect in command.redirects:
        yield redirect.target
        if redirect.document is not None:
            yield redirect.document
    match command:
        case Simple(assignments, words, _):
            yield from (word for _, word in assignments)
            yield from words
        case For(_, words, _, _):
            yield from words
        case Case(word, _, _):
            yield word
        case _:
            return


def parameters(word: Word) -> Iterator[Parameter]:
    """The variables that a word names."""
    yield from (part for part in word.parts if isinstance(part, Parameter))


def redirects(run: Run, *operators: str) -> Iterator[Redirect]:
    """The redirections of a command with one of these operators."""
    yield from (redirect for redirect in run.simple.redirects if redirect.operator in operators)


def walk_scripts(script: Script) -> Iterator[Script]:
    """A list and every list within it."""
    yield script
    for item in script:
        for command in item.pipeline.commands:
            for inner in inner_scripts(command):
                yield from walk_scripts(inner)
            for word in _words(command):
                for part in word.parts:
                    if isinstance(part, Substitution):
                        yield from walk_scripts(part.script)
