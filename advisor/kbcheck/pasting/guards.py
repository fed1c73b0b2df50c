"""Guards fail closed: where the program that is asked is missing or fails, what depends on it is not run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from advisor.kbcheck.pasting.programs import FALLS_BACK, changes, inner
from advisor.kbcheck.pasting.writes import Problem, written
from advisor.shell.reading import unmarked
from advisor.shell.tree import Command, Literal, Pipeline, Simple, Substitution, Word
from advisor.shell.walk import Guard, Run

_TESTS = ("[", "test", "[[")
_FILTERS = frozenset("grep egrep fgrep cmp diff".split())
_CANNOT_FAIL = frozenset("echo printf date sleep".split())


def problems(runs: Sequence[Run]) -> Iterator[Problem]:
    """Guards of changes that a missing or failing program lets pass."""
    for run in runs:
        if not (changes(run.simple) or any(True for _ in written(run.simple))):
            continue
        name = run.simple.name or "the redirection"
        for guard in run.guards:
            found = _open(guard)
            if found:
                yield "open guard", f"`{found}` lets `{name}` pass where its program is missing or fails"
        if run.guards and not run.guards[-1].held and not _falls_back(run.guards[-1]):
            asked = _said(run.guards[-1].pipeline)
            yield "open guard", f"`{asked} ||` lets `{name}` pass where its program is missing or fails"


def _open(guard: Guard) -> str:
    """What of a guard passes where its program is missing, "" where nothing does."""
    pipeline = guard.pipeline
    last = guard.last
    if not guard.held or not isinstance(last, Simple):
        return ""
    if pipeline.negated:
        return "" if last.name in _TESTS and not _substituted(last) and len(pipeline.commands) == 1 else _said(pipeline)
    if last.name in _TESTS and (_passes_on_nothing(last)):
        return _said(pipeline)
    if len(pipeline.commands) > 1 and last.name not in _FILTERS and any(_can_fail(c) for c in pipeline.commands[:-1]):
        return _said(pipeline)
    return ""


def _falls_back(guard: Guard) -> bool:
    """Whether the failure of a pipeline is the failure of one way, and what follows is another way, or a test of the shell."""
    last = guard.last
    if isinstance(last, Simple) and last.name in _TESTS and not _substituted(last):
        return True
    return isinstance(last, Simple) and (changes(last) or inner(last).name in FALLS_BACK) and not guard.pipeline.negated


def _can_fail(command: Command) -> bool:
    return not (isinstance(command, Simple) and command.name in _CANNOT_FAIL)


def _substituted(simple: Simple) -> bool:
    return any(isinstance(part, Substitution) for word in simple.words for part in word.parts)


def _passes_on_nothing(simple: Simple) -> bool:
    """Whether a test with ``$( )`` in it holds where that prints nothing."""
    words = simple.words[1:]
    texts = [word.literal for word in words]
    if not _substituted(simple):
        return False
    if "-z" in texts or "!=" in texts or "!" in texts or all(_from_command(word) for word in (*words[:1], *words[2:3])):
        return True
    return any(_is_empty(word) for word in words if not _from_command(word))


def _is_empty(word: Word) -> bool:
    return all(isinstance(part, Literal) and not part.text for part in word.parts)


def _from_command(word: Word) -> bool:
    return any(isinstance(part, Substitution) for part in word.parts)


def _said(pipeline: Pipeline) -> str:
    words = [
        " ".join(unmarked(word.shape) for word in command.words) if isinstance(command, Simple) else "..."
        for command in pipeline.commands
    ]
    return ("! " if pipeline.negated else "") + " | ".join(words)
