"""A run in a plain terminal or from a script."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from textwrap import wrap
from typing import TYPE_CHECKING

from advisor.training.exercise import Exercise, Said
from advisor.training.quiz import Quiz

if TYPE_CHECKING:
    from advisor.training.terminal import Terminal
    from advisor.training.unfinished import Keeper

WIDTH = 78
SIMULATED = "(simulated) "
"""Stands before the prompt of a simulated host where a person types, so that it is not taken for a real one."""
_LATER = [":quit", "later"]
_HUNG_SECONDS = 1.0
"""A command that goes on for so long after Ctrl-C does not hear of it; the next Ctrl-C gives it up."""


class GivenUp(BaseException):
    """A command that did not end at Ctrl-C is given up."""


class Played:
    """A run in a terminal or from a script, from its first line to its last.

    Attributes:
        exercise: what is played; another object of the same run where a command was given up.
        said: every line that was typed, with what was said to it.
    """

    def __init__(self, exercise: Exercise | Quiz, keeper: Keeper | None = None, shown: bool = True) -> None:
        """Play an exercise; one that has begun goes on.

        Args:
            exercise: what is played.
            keeper: keeps it meanwhile, None where nothing is kept.
            shown: whether anything is shown; what is asked of a person is shown in any case.
        """
        self.exercise, self._keeper, self._shown = exercise, keeper, shown
        self.said: list[tuple[str, list[Said]]] = []

    def lines(self, read: Callable[[str], str | None], echo: bool, notes: Iterable[str] = ()) -> None:
        """Play lines that nobody types, until it is over or none is left.

        Args:
            read: gives the next line after a prompt; None at the end.
            echo: whether the lines are shown.
            notes: what is said before the first line.
        """
        self._begin(notes)
        while not self.exercise.over and (line := read(self.exercise.prompt)) is not None:
            if echo:
                sys.stdout.write(f"{self.exercise.prompt}{line}\n")
            self._answer(line)

    def at(self, terminal: Terminal, notes: Iterable[str] = ()) -> None:
        """Play at a terminal until it is over, `:quit later` is typed, or the terminal or the program ends."""
        marked = SIMULATED if isinstance(self.exercise, Exercise) else ""
        self._begin(notes, marked)
        terminal.begun = True
        terminal.or_else = f", or {' '.join(_LATER)} to keep it" if self._keeper is not None else ""
        terminal.on_interrupt = self._interrupt
        while not self.exercise.over:
            self._not_interrupted()
            line = terminal.read(f"{marked}{self.exercise.prompt}", self._at_end())
            if line is None or (line.split() == _LATER and self._may_wait()):
                break
            try:
                self._answer(line)
            except GivenUp:
                self._take_back(line)
        terminal.on_interrupt = None

    def _begin(self, notes: Iterable[str], marked: str = "") -> None:
        exercise = self.exercise
        if isinstance(exercise, Exercise) and exercise.transcript:
            if self._shown:
                show_past(exercise, marked)
        else:
            self.said.append(("", exercise.begin()))
            if self._shown:
                _show(self.said[0][1])
        _show(Said("info", text) for text in notes)

    def _answer(self, line: str) -> None:
        exercise = self.exercise
        said = exercise.say(line) if self._keeper is None else self._keeper.say(line)
        self.said.append((line, said))
        if self._shown:
            _show(said)

    # At a terminal

    def _at_end(self) -> str | None:
        """What Ctrl-D types: it ends a login to another host."""
        exercise = self.exercise
        return "exit" if isinstance(exercise, Exercise) and len(exercise.shell.here) > 1 else None

    def _may_wait(self) -> bool:
        """Whether the exercise is kept for later; where it cannot be, that is said."""
        keeper = self._keeper
        if keeper is None:
            _show([Said("error", "This is not kept for later; `:quit` ends it.")])
            return False
        if keeper.problem:
            _show([Said("error", f"This exercise cannot be kept for later: {keeper.problem}. `:quit` ends it.")])
            return False
        return True

    def _interrupt(self, since: float) -> None:
        """Ctrl-C while a line is answered."""
        exercise = self.exercise
        if isinstance(exercise, Exercise):
            exercise.machine.world.interrupted = True
            if since > _HUNG_SECONDS and exercise.running and self._keeper is not None:
                raise GivenUp

    def _not_interrupted(self) -> None:
        """An interruption that came after the end of a command does not hit the next one."""
        if isinstance(self.exercise, Exercise):
            self.exercise.machine.world.interrupted = False

    def _take_back(self, line: str) -> None:
        assert self._keeper is not None
        self._keeper.take_back()
        self.exercise = self._keeper.exercise
        _show([Said("output", "^C"), Said("error", f"Given up, and taken back as if it had not been typed: {line}")])


def show_past(exercise: Exercise, marked: str = "") -> None:
    """Show what was typed and said until now; `Up` brings the lines back."""
    for turn in exercise.transcript:
        if turn.line:
            sys.stdout.write(f"{marked}{turn.prompt}{turn.line}\n")
        _show(turn.said)
    if sys.stdin.isatty():
        import readline

        for turn in exercise.transcript[1:]:
            readline.add_history(turn.line)


def piped(prompt: str) -> str | None:
    """The next line of standard input where that is no terminal; None at its end."""
    try:
        return input(prompt)
    except EOFError:
        sys.stdout.write("\n")
        return None


def wrapped(text: str) -> str:
    """Text in lines that a terminal of 80 columns holds; indents stay."""
    lines = []
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        lines += wrap(line, WIDTH, subsequent_indent=indent) if len(line) > WIDTH else [line]
    return "\n".join(lines)


_MARKS = {"tutor": "tutor: ", "error": "! ", "complaint": "", "person": "", "output": "", "info": ""}


def _show(said: Iterable[Said]) -> None:
    for one in said:
        text = f"{_MARKS[one.kind]}{one.text}"
        if one.kind != "output":
            text = wrapped(text)
        sys.stdout.write(f"\n{text}\n\n" if one.kind in ("complaint", "tutor") else f"{text}\n")
    sys.stdout.flush()
