"""Where an output ends that is irregular to read, and whose lines have known forms.

>>> head, row = re.compile("Name +Size"), re.compile(r"\\w+ +\\d+$")
>>> extent = extent_of(row, head=head)
>>> extent(["Name Size", "a 1", "b 2", "", "c 3"], 0, ""), extent(["Name Size", "a few of them"], 0, "")
((0, 3), None)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from facts.reading import Extent, Span, prompt_of

ANY = 200_000
"""As `blanks`: however many empty lines."""
_MOST_LINES = 10_000_000


def run_while(lines: Sequence[str], start: int, fits: Callable[[str], object], blanks: int = 0) -> int:
    """Return the line after the last one that fits, where no pattern tells; unlike `run` it leaves prompts to `fits`.

    >>> run_while(["1", "", "2", "", "", "3"], 0, str.isdecimal, blanks=1)
    3
    """
    end = start
    for index in range(start, min(len(lines), start + _MOST_LINES)):
        if lines[index].strip() and fits(lines[index]):
            end = index + 1
        elif index - end >= blanks or lines[index].strip():
            break
    return end


def run(
    lines: Sequence[str],
    start: int,
    *forms: re.Pattern[str],
    blanks: int = 0,
    last: re.Pattern[str] | None = None,
    most: int = _MOST_LINES,
) -> int:
    """Return the line after the last one of these forms, of those that follow one another from `start` on.

    Args:
        lines: those of a text.
        start: the first that may belong.
        forms: what they look like; a prompt never belongs to them.
        blanks: how many empty lines may stand between two of them.
        last: with such a line they end.
        most: how many there may be.

    >>> run(["a 1", "", "a 2", "", "", "a 3"], 0, re.compile("a"), blanks=1), run(["a# df", "b"], 0, re.compile("a"))
    (3, 0)
    """
    end = start
    for index in range(start, min(len(lines), start + most)):
        line = lines[index]
        if not line or line.isspace():
            if index - end >= blanks:
                break
            continue
        for form in forms:  # no generator: a trace of calls has many thousand lines
            if form.match(line):
                break
        else:
            break
        if prompt_of(line) is not None:
            break
        end = index + 1
        if last is not None and last.match(line):
            break
    return end


def extent_of(
    *forms: re.Pattern[str],
    head: re.Pattern[str] | None = None,
    least: int = 1,
    tells: Sequence[re.Pattern[str]] = (),
    blanks: int = 0,
    last: re.Pattern[str] | None = None,
    most: int = _MOST_LINES,
    command: re.Pattern[str] | None = None,
) -> Extent:
    """An extent over lines of certain forms; see `run`.

    Args:
        forms: what they look like.
        head: the line above them with which it begins.
        least: how many lines there must be below `head`.
        tells: of lines like these one must be below `head`, where other tools print the others as well.
        blanks: how many empty lines may stand between two of them.
        last: with such a line they end.
        most: how many there may be.
        command: below such a command one line is enough.
    """

    def extent(lines: Sequence[str], start: int, above: str) -> Span | None:
        first = start if head is None else start + 1
        if head is not None and not head.match(lines[start]):
            return None
        end = run(lines, first, *forms, blanks=blanks, last=last, most=most)
        told = not tells or any(sign.match(line) for line in lines[first:end] for sign in tells)
        enough = 1 if command is not None and command.search(above) else least
        return (start, end) if end - first >= enough and told else None

    return extent
