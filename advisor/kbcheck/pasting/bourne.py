"""What the Bourne shell of Solaris 10 does not know, in steps for Solaris: root pastes into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from advisor.kbcheck.pasting.writes import Problem
from advisor.shell.reading import unmarked
from advisor.shell.tree import Arithmetic, Parameter, Script, Substitution
from advisor.shell.walk import Run, walk_scripts

_LACKING = {
    "grep": ("-q", "-E", "-r", "-s"),
    "awk": ("-v",),
    "[": ("-e",),
    "test": ("-e",),
    "dd": ("conv=excl", "oflag=direct"),
    "date": ("+%s",),
    "rm": ("--",),
}
"""Options that the programs of /usr/bin lack there."""


def problems(script: Script, runs: Sequence[Run]) -> Iterator[Problem]:
    """What of a text a Bourne shell, or a program beside it, does not take."""
    for part in walk_scripts(script):
        if any(item.pipeline.negated for item in part):
            yield "bourne", "`!` before a command is not known to the /bin/sh of Solaris 10"
    for run in runs:
        words = [
            *run.simple.words,
            *(word for _, word in run.simple.assignments),
            *(r.target for r in run.simple.redirects),
        ]
        for piece in (piece for word in words for piece in word.parts):
            if isinstance(piece, Substitution) and not piece.backquoted:
                yield (
                    "bourne",
                    f"`$({unmarked(piece.source)})` is not known to the /bin/sh of Solaris 10: write it in backquotes",
                )
            if isinstance(piece, Arithmetic) or (isinstance(piece, Parameter) and piece.how[:1] in ("#", "%")):
                yield "bourne", "arithmetic and ${#} or ${%} are not known to the /bin/sh of Solaris 10"
        for word in run.simple.words[1:]:
            if word.literal in _LACKING.get(run.simple.name, ()):
                yield "bourne", f"`{run.simple.name}` of Solaris has no {word.literal}"
