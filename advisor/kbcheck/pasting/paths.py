"""What a word names when it is a file: where it lies, and whether it can be there already."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from advisor.shell.tree import MARK_OPENS, Literal, Parameter, Part, Simple, Substitution, Word
from advisor.shell.walk import Guard, Run
from advisor.templates import VALUE_SIGN

FRESH, DATED, KERNEL, NULL, DEVICE, RECORD, SETTING, NAMED, RELATIVE = (
    "fresh", "dated", "kernel", "null", "device", "record", "setting", "named", "relative",
)  # fmt: skip
"""Made by mktemp; named by the second; a setting of the running kernel; /dev/null; a device; a record of ours; a file of the
system; a file that a person or a value names; a file of wherever the shell happens to be."""
_RECORDS = ("/root/", "/var/tmp/", "/tmp/", "/run/")
_SECONDS = re.compile(r"date \+['\"]?%Y%m%d-%H%M%S['\"]?\Z")

Variables = Mapping[str, Word]


def variables(run: Run) -> dict[str, Word]:
    """The variables that are certainly set where a command runs: assigned by commands that ended well before it."""
    found: dict[str, Word] = {}
    for guard in run.guards:
        _assign(guard, found)
    return found


def _assign(guard: Guard, known: dict[str, Word]) -> None:
    last = guard.last
    if guard.held and not guard.pipeline.negated and isinstance(last, Simple) and not last.words:
        for name, word in last.assignments:
            known[name] = _expanded(word, known)


def _expanded(word: Word, known: Variables) -> Word:
    parts: list[Part] = []
    for part in word.parts:
        if isinstance(part, Parameter) and not part.how and part.name in known and not _is_made_anew(known[part.name]):
            parts += known[part.name].parts
        else:
            parts.append(part)
    return Word(tuple(parts))


def _is_made_anew(word: Word) -> bool:
    return any(isinstance(part, Substitution) and part.source.startswith("mktemp") for part in word.parts)


def expanded(word: Word, known: Variables) -> Word:
    """The word with the variables that are known put into it; one that mktemp set stays, for its name is not known."""
    return _expanded(word, known)


def kind(word: Word, known: Variables) -> str:
    """Which file a word names, one of the names above."""
    whole = expanded(word, known)
    first = whole.parts[0] if whole.parts else Literal("", False)
    if isinstance(first, Parameter):
        made = first.name in known and _is_made_anew(known[first.name])
        return FRESH if made else DATED if _is_dated(whole) else NAMED
    if isinstance(first, Substitution):
        return FRESH if first.source.startswith("mktemp") else DATED if _is_dated(whole) else NAMED
    shape = whole.shape
    if _is_dated(whole):
        return DATED
    if shape == "/dev/null":
        return NULL
    if shape.startswith(("/proc/", "/sys/")):
        return KERNEL
    if shape.startswith("/dev/"):
        return DEVICE
    if shape.startswith((MARK_OPENS, VALUE_SIGN)):
        return NAMED
    if shape.startswith(_RECORDS):
        return RECORD
    return SETTING if shape.startswith("/") else RELATIVE


def _is_dated(word: Word) -> bool:
    return any(isinstance(part, Substitution) and _SECONDS.match(part.source) for part in word.parts)


def tests(run: Run) -> Iterator[str]:
    """The commands that ended well before a command, in one spelling, each with the variables that it knew put in."""
    known: dict[str, Word] = {}
    for guard in run.guards:
        last = guard.last
        if guard.held and not guard.pipeline.negated and isinstance(last, Simple):
            yield " ".join(expanded(word, known).shape for word in last.words)
        _assign(guard, known)


def made(run: Run) -> frozenset[str]:
    """The directories that mkdir has made before a command; without -p it refuses what is there."""
    return frozenset(
        text.removeprefix("mkdir ") for text in tests(run) if text.startswith("mkdir ") and " -p " not in text
    )
