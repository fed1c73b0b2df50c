"""What became of each line of an output: read, of no use by a named rule, or not understood.

No reader says of itself that it understood everything: that follows from this count. A line is *read* where a value cites it
(`Row.slot_lines`, or the one line of a row) or the reader counts it (`Reading.used`). It is *of no use* where a rule of the
reader names it (`Reader.of_no_use`): a heading, a field that nobody asks for. Every other line is *not understood*. With
one such line nothing may be concluded from what the output does not show.

A line of a known form with a name that is not known (`Reading.unnamed`: a field of a later version, a word for a state) is not
understood either. But it can show nothing else, so what the other lines say stays whole.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from facts.patterns import lazy

Rules = tuple[tuple[str, re.Pattern[str]], ...]
"""What lines of no use look like, each with the name of the rule."""
MOST_SHOWN = 100
"""So many lines that were not understood are kept of one output; the others are counted."""
_RULING = lazy(r"[\s=_+|*`~:─━═┼-]*\Z")
_NUMBER = lazy(r"\d+(?:[.,:]\d+)*")
_BLANKS = lazy(r"\s+")


@dataclass(slots=True)
class Account:
    """How many lines of an output were read, of no use, and not understood.

    Attributes:
        read: lines that gave a value.
        of_no_use: the number of lines by the rule that names them.
        not_understood: the number of lines that nothing accounts for, those with unknown names among them.
        lost: whether one of them could have shown more than itself.
        shown: the first of them, each with its line in the file.
    """

    read: int = 0
    of_no_use: Counter[str] = field(default_factory=Counter)
    not_understood: int = 0
    lost: bool = False
    shown: list[tuple[int, str]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The account as an entry of a page or of a session."""
        return {
            "read": self.read, "of_no_use": dict(self.of_no_use), "not_understood": self.not_understood, "lost": self.lost,
            "shown": [{"line": number, "text": text} for number, text in self.shown],
        }  # fmt: skip

    @staticmethod
    def of_json(data: Mapping[str, Any]) -> Account:
        """An account from its entry."""
        shown = [(int(each["line"]), str(each["text"])) for each in data["shown"]]
        return Account(data["read"], Counter(data["of_no_use"]), data["not_understood"], data["lost"], shown)

    def miss(self, number: int, text: str) -> None:
        """Count a line that was not understood."""
        self.not_understood += 1
        if len(self.shown) < MOST_SHOWN:
            self.shown.append((number, text.strip()[:300]))

    def add(self, other: Account, times: int = 1) -> None:
        """Count the lines of another account so many times; those that were not understood stand behind these."""
        self.read += times * other.read
        for name, count in other.of_no_use.items():
            self.of_no_use[name] += times * count
            if not self.of_no_use[name]:
                del self.of_no_use[name]
        self.not_understood += times * other.not_understood
        self.lost = self.lost or other.lost
        self.shown += other.shown[: MOST_SHOWN - len(self.shown)]

    def move(self, left: int) -> None:
        """So many lines of those that seemed to be read could not be: they were counted alone."""
        self.read, self.not_understood = self.read - left, self.not_understood + left


def account_of(
    lines: Sequence[str],
    first: int,
    rules: Rules,
    cited: Iterable[tuple[int, int]],
    refused: Iterable[tuple[int, int]] = (),
    passed: Mapping[str, Iterable[tuple[int, int]]] | None = None,
    unnamed: Container[int] = (),
    walked: bool = False,
) -> Account:
    """The account of an output.

    Args:
        lines: its lines; ``lines[0]`` is line `first` of the file, as all further numbers of lines.
        first: see `lines`.
        rules: what lines of no use look like, by the name of the rule.
        cited: the stretches of lines that gave values.
        refused: the stretches that could not be read.
        passed: the stretches that say nothing we use, by the name of the rule.
        unnamed: the lines of a known form with a name that is not known.
        walked: whether the reader took each line by itself, so that what no rule names and nothing refused was read.

    >>> account = account_of(["A  B", "x  1", "y  !", "", "--"], 1, (("heading", re.compile("A ")),), [(2, 2)])
    >>> account.read, dict(account.of_no_use), account.not_understood, account.lost, account.shown
    (1, {'heading': 1, 'ruling': 1}, 1, True, [(3, 'y  !')])
    """
    marks = bytearray(len(lines))
    _mark(marks, first, refused, 2)
    _mark(marks, first, cited, 1)
    names = ["", "", "", *(passed or {})]
    for mark, name in enumerate(names[3:], 3):
        _mark(marks, first, (passed or {})[name], mark)
    account = Account()
    for number, (line, mark) in enumerate(zip(lines, marks, strict=True), first):
        if mark == 2 or number in unnamed:
            account.lost = account.lost or mark == 2
            account.miss(number, line)
        elif not line or line.isspace():
            continue  # an empty line inside a stretch needs no account
        elif mark == 1:
            account.read += 1
        elif mark:
            account.of_no_use[names[mark]] += 1
        elif name := _rule(rules, line):
            account.of_no_use[name] += 1
        elif walked:
            account.read += 1
        else:
            account.lost = True
            account.miss(number, line)
    return account


def _mark(marks: bytearray, first: int, spans: Iterable[tuple[int, int]], mark: int) -> None:
    for start, last in spans:
        for index in range(max(0, start - first), min(last + 1 - first, len(marks))):
            marks[index] = marks[index] or mark


def is_ruling(line: str) -> bool:
    """Whether a line is only drawn: dashes, dots, the corners of a box."""
    return _RULING.match(line) is not None


def _rule(rules: Rules, line: str) -> str:
    if is_ruling(line):
        return "ruling"
    return next((name for name, pattern in rules if pattern.match(line)), "")


def shape(text: str) -> str:
    """A line without what differs from one to the next like it: its numbers and the width of its blanks.

    >>> shape("  scan:   12 of 3.5T  done ")
    'scan: # of #T done'
    """
    return _BLANKS.sub(" ", _NUMBER.sub("#", text.strip()))


def shapes(accounts: Iterable[tuple[str, Account]]) -> list[tuple[str, str, int]]:
    """What was not understood, by kind of output: kind, shape and number of lines, the most frequent first."""
    counted: Counter[tuple[str, str]] = Counter()
    for kind, account in accounts:
        counted.update((kind, shape(text)) for _, text in account.shown)
    return [(kind, text, count) for (kind, text), count in counted.most_common()]
