"""The rest of what somebody began to type at the prompt of a simulated host: commands, files, people, printed names, words with a colon."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable

from advisor.conversation.completion import Completion
from advisor.training.exercise import Exercise
from advisor.training.host import Host

WORDS = (":help", ":hint", ":suspect", ":conclude", ":cases", ":note", ":notes", ":time", ":done", ":quit")
"""What can be typed with a colon."""
_SHELL = ("exit", "help", "history", "logout", "ssh")
_LOGINS = frozenset(("ssh", "rsh", "rlogin"))
_NEXT_COMMAND = re.compile(r"[|;&]+")
_PRINTED = re.compile(r"[A-Za-z0-9][\w.:@/+-]{3,}")
_LEAST_SEEN = 2
_WITHIN_WORD = re.compile(r"[<>=]")


def complete(exercise: Exercise, line: str) -> Completion | None:
    """What goes on from a line up to the cursor; None where it ends in nothing that can be completed.

    What is sure is followed by a blank, so that the next word can be typed at once.
    """
    line = line.lstrip()
    if line.startswith(":"):
        return _colon(exercise, line)
    command = _NEXT_COMMAND.split(line)[-1].lstrip()
    before, _, word = command.rpartition(" ")
    first = before.split(" ")[0]
    if not first:
        people = ("ask",) if command == line else ()
        return _of([*exercise.shell.host.tools, *_SHELL, *people], word) if word else None
    if " " not in before:
        if first == "ask":
            return _of([person.name for person in exercise.scenario.people], word)
        if first == "man":
            return _of(exercise.shell.host.tools, word)
        if first in _LOGINS:
            return _of([name for name in exercise.shell.hosts if name != exercise.shell.host.name], word)
    word = _WITHIN_WORD.split(word)[-1]
    return _file(exercise.shell.host, word) if word.startswith("/") else _seen(exercise, word)


def _seen(exercise: Exercise, word: str) -> Completion | None:
    """A word that was printed or said before, such as the name of a device, which nobody wants to type."""
    if len(word) < _LEAST_SEEN:
        return None
    texts = (one.text for turn in exercise.transcript for one in turn.said if one.kind in ("output", "person"))
    found = {name.rstrip(".:") for text in texts for name in _PRINTED.findall(text)}
    return _of([name for name in found if len(name) > len(word)], word)


def _colon(exercise: Exercise, line: str) -> Completion | None:
    name, blank, rest = line.partition(" ")
    if not blank:
        return _of(WORDS, line)
    if name == ":hint" and exercise.mode == "guided":
        return _of(("1", "2", "3"), rest)
    if name in (":conclude", ":suspect") and " " not in rest:
        return _of([*exercise.knowledge.cases, "nothing"], rest)
    return None


def _of(names: Iterable[str], word: str) -> Completion:
    """Those of the names that begin with a word."""
    found = tuple(sorted({name for name in names if name.startswith(word)}))
    if len(found) == 1:
        return Completion(f"{found[0][len(word) :]} ", found)
    return Completion(posixpath.commonprefix(found)[len(word) :] if found else "", found)


def _file(host: Host, word: str) -> Completion:
    """A path on the host; there are no other ones than those from the root."""
    folder, _, stem = word.rpartition("/")
    paths = {name: posixpath.join(folder or "/", name) for name in host.files.inside(folder or "/")}
    names = [f"{name}/" if host.files.has_folder(path) else name for name, path in paths.items()]
    found = _of(names, stem)
    return Completion(found.added.rstrip(), found.names) if found.added.endswith("/ ") else found
