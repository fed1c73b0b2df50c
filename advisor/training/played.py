"""A run in a plain terminal or from a script."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from textwrap import wrap

from advisor.training.exercise import Exercise, Said
from advisor.training.quiz import Quiz

WIDTH = 78


def play(
    exercise: Exercise | Quiz,
    lines: Iterator[str] | None,
    echo: bool,
    shown: bool,
    say: Callable[[str], list[Said]] | None = None,
    notes: Iterable[str] = (),
) -> list[tuple[str, list[Said]]]:
    """Play until it is over or nothing more is typed; every line with what was said to it.

    Args:
        exercise: what is played; one that has begun goes on, and what was typed and said is shown first.
        lines: what is typed; None where a person types.
        echo: whether lines that nobody typed are shown.
        shown: whether anything is shown; what is asked of a person is shown in any case.
        say: what hears the lines in place of the exercise.
        notes: what is said before the first line is typed.
    """
    say = say or exercise.say
    if isinstance(exercise, Exercise) and exercise.transcript:
        played: list[tuple[str, list[Said]]] = []
        if shown:
            show_past(exercise)
    else:
        played = [("", exercise.begin())]
        if shown:
            _show(played[0][1])
    _show(Said("info", text) for text in notes)
    while not exercise.over:
        prompt = exercise.prompt
        line = _typed(prompt) if lines is None else next(lines, None)
        if line is None:
            break
        if echo:
            sys.stdout.write(f"{prompt}{line}\n")
        played.append((line, say(line)))
        if shown:
            _show(played[-1][1])
    return played


def show_past(exercise: Exercise) -> None:
    """Show what was typed and said until now; `Up` brings the lines back."""
    for turn in exercise.transcript:
        if turn.line:
            sys.stdout.write(f"{turn.prompt}{turn.line}\n")
        _show(turn.said)
    if sys.stdin.isatty():
        import readline

        for turn in exercise.transcript[1:]:
            readline.add_history(turn.line)


def wrapped(text: str) -> str:
    """Text in lines that a terminal of 80 columns holds; indents stay."""
    lines = []
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        lines += wrap(line, WIDTH, subsequent_indent=indent) if len(line) > WIDTH else [line]
    return "\n".join(lines)


def _typed(prompt: str) -> str | None:
    if sys.stdin.isatty():
        import readline  # noqa: F401  (history and editing of input)
    try:
        return input(prompt)
    except EOFError:
        sys.stdout.write("\n")
        return None


_MARKS = {"tutor": "tutor: ", "error": "! ", "complaint": "", "person": "", "output": "", "info": ""}


def _show(said: Iterable[Said]) -> None:
    for one in said:
        text = f"{_MARKS[one.kind]}{one.text}"
        if one.kind != "output":
            text = wrapped(text)
        sys.stdout.write(f"\n{text}\n\n" if one.kind in ("complaint", "tutor") else f"{text}\n")
    sys.stdout.flush()
