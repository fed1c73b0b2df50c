"""What follows what: a paste goes on after a failure, and a program that reads the terminal swallows the lines behind it.

- A change comes behind another one, and behind what prepares it, only with ``&&``.
- A program that reads the terminal is the last of a text, or has another input.
- ``cd``, ``set``, ``exit`` and ``exec`` stay within brackets, for the shell belongs to the person who pastes.
- What expands in the arguments of a change is quoted.
- A mark that is not filled in stops the command: it stands outside of quotes and not at the end of a file that ``>`` opens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from advisor.kbcheck.pasting import paths
from advisor.kbcheck.pasting.paths import tests
from advisor.kbcheck.pasting.programs import CLEANS_UP, READS_THE_TERMINAL, REFUSES_MARKS, changes, inner, is_program
from advisor.kbcheck.pasting.writes import Problem, written
from advisor.shell.reading import unmarked
from advisor.shell.tree import (
    MARK_CLOSES,
    MARK_OPENS,
    Arithmetic,
    Command,
    Item,
    Literal,
    Parameter,
    Script,
    Simple,
    Substitution,
    Word,
    inner_scripts,
)
from advisor.shell.walk import Run, runs, walk_scripts
from advisor.templates import VALUE_SIGN

_OF_THE_SHELL = frozenset("cd set exit exec ulimit umask trap alias unset".split())
_WRITES_TEXT = frozenset("echo printf".split())
_CANNOT_FAIL = ("date", "uname")
_MARK = re.compile(f"{MARK_OPENS}[^{MARK_CLOSES}]*{MARK_CLOSES}")
_SHELL_SETTINGS = ("/proc/", "/sys/")


def problems(script: Script, found: Sequence[Run]) -> Iterator[Problem]:
    """What is wrong with the order of one text."""
    yield from _apart(script)
    yield from _swallowed(script)
    for run in found:
        yield from _of_a_command(run)


def _is_change(command: Command) -> bool:
    """Whether a command, or one within it, changes the host or a file."""
    if isinstance(command, Simple):
        return changes(command) or any(
            write.how != "append" or not _is_record(write.file)
            for write in written(command)
            if not _harmless(write.file)
        )
    return any(_changes(item) for script in inner_scripts(command) for item in script) or any(
        r.writes and not _is_record(r.target) and not _harmless(r.target) for r in command.redirects
    )


def _harmless(word: Word) -> bool:
    return word.shape == "/dev/null"


def _is_record(word: Word) -> bool:
    return paths.kind(word, {}) == paths.RECORD


def _changes(item: Item) -> bool:
    return any(_is_change(command) for command in item.pipeline.commands)


def _prepares(item: Item) -> bool:
    """Whether what comes behind may build on it: a variable from a command, a directory that is entered."""
    return any(
        isinstance(c, Simple) and ((c.assignments and not c.words) or c.name == "cd") for c in item.pipeline.commands
    )


def _cleans_up(item: Item) -> bool:
    return all(isinstance(c, Simple) and c.name in CLEANS_UP for c in item.pipeline.commands)


def _apart(script: Script) -> Iterator[Problem]:
    """Changes that are run although what goes before them has failed."""
    for part in walk_scripts(script):
        before = False
        for chain in _chains(part):
            late = next((item for item in chain if _changes(item) and not _cleans_up(item)), None)
            if before and late is not None:
                yield (
                    "goes on",
                    f"`{_said(late)}` is run although what stands before it may have failed: join them with &&",
                )
                break
            before = before or any((_changes(item) and not item.background) or _prepares(item) for item in chain)


def _chains(script: Script) -> Iterator[list[Item]]:
    """The parts of a list between ``;``."""
    chain: list[Item] = []
    for item in script:
        if item.joined == ";" and chain:
            yield chain
            chain = []
        chain.append(item)
    if chain:
        yield chain


def _swallowed(script: Script) -> Iterator[Problem]:
    for number, item in enumerate(script[:-1]):
        for run in runs((item,)):
            command = inner(run.simple)
            if not run.fed and not run.inside and is_program(command, READS_THE_TERMINAL):
                rest = script[number + 1 :]
                yield "swallows", f"`{command.name}` reads the lines that are pasted behind it: `{_said(rest[0])}`"
                break


def _of_a_command(run: Run) -> Iterator[Problem]:
    simple = run.simple
    yield from _escaped(simple)
    if not run.sealed and simple.name in _OF_THE_SHELL:
        yield "shell", f"`{simple.name}` changes the shell of the person who pastes: put it between brackets"
    files = list(written(simple))
    if changes(simple) or files:
        for word in [*simple.words[1:], *(r.target for r in simple.redirects)]:
            loose = [p for p in word.parts if isinstance(p, Parameter | Substitution | Arithmetic) and not p.quoted]
            numbers = [p for p in loose if isinstance(p, Arithmetic) or (isinstance(p, Parameter) and p.name in "!?#$")]
            if len(loose) > len(numbers):
                yield "unquoted", f"`{unmarked(word.shape)}` is split and taken for a pattern: quote it"
    if changes(simple):
        yield from _unasked(simple)
        yield from _quoted_marks(run)
    for redirect in simple.redirects:
        shape = redirect.target.shape
        if (
            redirect.writes
            and MARK_OPENS in shape
            and not shape.startswith(MARK_OPENS)
            and not shape.startswith(_SHELL_SETTINGS)
        ):
            yield "mark", f"`{unmarked(shape)}` is opened up to its mark where that is not filled in"
    if simple.name in _WRITES_TEXT and any(r.writes for r in simple.redirects):
        for word in simple.words[1:]:
            if any(isinstance(p, Literal) and p.quoted and MARK_OPENS in p.text for p in word.parts):
                yield (
                    "mark",
                    f"`{unmarked(word.shape)}` is written as it stands where its mark is not filled in: no quotes around it",
                )


def _unasked(simple: Simple) -> Iterator[Problem]:
    """What a change takes from another program without asking how that ended."""
    for word in simple.words[1:]:
        for part in word.parts:
            if isinstance(part, Substitution) and part.source.split(" ")[0] not in _CANNOT_FAIL:
                yield (
                    "unasked",
                    f"`{simple.name}` is run although `{unmarked(part.source)}` may have failed: x=$(...) && first",
                )


def _quoted_marks(run: Run) -> Iterator[Problem]:
    """Marks within quotes or a here-document, which do not stop the command where they are not filled in."""
    words = [*run.simple.words[1:], *(r.document for r in run.simple.redirects if r.document is not None)]
    texts = [part.text for word in words for part in word.parts if isinstance(part, Literal) and part.quoted]
    asked = " ".join(tests(run))
    if run.simple.name in REFUSES_MARKS and not any(re.search(r"(?i)^create ", text, re.MULTILINE) for text in texts):
        return
    for mark in dict.fromkeys(mark for text in texts for mark in _MARK.findall(text)):
        if mark not in asked:
            yield (
                "mark",
                f"{unmarked(mark)} is passed on within quotes where it is not filled in: [ -n {unmarked(mark)} ] && first",
            )


def _escaped(simple: Simple) -> Iterator[Problem]:
    """A value that closes the quotes around it, or that has none."""
    words = [*simple.words, *(word for _, word in simple.assignments), *(r.target for r in simple.redirects)]
    words += [r.document for r in simple.redirects if r.document is not None]
    for word in words:
        if any(isinstance(p, Literal) and VALUE_SIGN in p.text and not p.quoted for p in word.parts) or any(
            VALUE_SIGN not in word.shape and name in word.shape for name in ("reboot", "halt")
        ):
            yield (
                "value",
                f"a value stands within quotes of the step, and its own quotes close them: `{unmarked(word.shape)}`",
            )


def _said(item: Item) -> str:
    last = item.pipeline.commands[0]
    return " ".join(unmarked(word.shape) for word in last.words) if isinstance(last, Simple) and last.words else "..."
