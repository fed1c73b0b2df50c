"""What a line may be by its first characters: on most lines of a long text no output begins, and a few letters tell that.

`begun` makes of a pattern one that matches the first characters of whatever the pattern matches, with each digit as 0. What
it does not match, no such line begins with. The lines of a text have few different beginnings, and each is looked at once.
Only long texts need this module.

>>> [bool(re.match(begun(r"(?:zpool|zfs) list\\d"), text)) for text in ("zpoo", "zfs list0", "zfs 0", "zfsl")]
[True, True, False, False]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from facts.numberless import sequence, shape, taken_apart
from facts.patterns import begun_of
from facts.reading import OF_PROMPT, PROMPTS, Reader

_LENGTHS = (8, 12, 16)
"""So many first characters are looked at, and the more of them only where fewer do not tell; an indentation is not counted."""
_STEPS = (1, 2, 4, 8, 12)
"""Few readers are left after a look at one character, fewer after two."""
_SHARED = 4
"""So many characters are as those of many other texts."""
_MOST_INDENT = 80
_VAST = 1_000
"""A pattern of so many characters has some hundred words, of which the first letters are enough."""
_MOST = 3_000
_SMALL, _MOST_TEXTS = 500, 500
_OF_PROMPT = OF_PROMPT.pattern.strip("[]")


def begun(pattern: str, flags: int = 0) -> str:
    """A pattern that matches the shape of the first characters, however many, of each text that `pattern` matches."""
    try:
        parsed, letters = taken_apart(pattern, flags)
        return letters + _begun(_blind(parsed), _LENGTHS[-1] if len(pattern) < _VAST else 4)
    except ValueError:  # it has no such form: it may begin with anything
        return ""


@cache
def _matcher(pattern: re.Pattern[str]) -> Callable[[str], object]:
    return begun_of(pattern).match


def _begun(items: list[Any], left: int) -> str:
    if not items or left <= 0:
        return ""
    rest = _begun(items[1:], left - _least(*items[0]))
    return f"(?:{_cut(items[0], left)}\\Z|{sequence(items[:1])}{rest})"


def _cut_off(items: list[Any], left: int) -> str:
    """What matches that which some of the items match, cut off anywhere."""
    if not items:
        return ""
    if left <= 0:
        return r"[\s\S]*"
    cut, rest = _cut(items[0], left), _cut_off(items[1:], left - _least(*items[0]))
    return f"(?:{cut}|{sequence(items[:1])}{rest})" if len(items) > 1 else cut


def _any_cut_off(branches: Iterable[list[Any]], left: int) -> str:
    """The same of any of some sequences; those that begin with the same letter, as hundreds of words do, are looked at together."""
    by_letter: dict[str, list[list[Any]]] = {}
    found: dict[str, None] = {}
    for items in branches:
        if items and left > 0 and str(items[0][0]) == "LITERAL":
            by_letter.setdefault(sequence(items[:1]), []).append(items[1:])
        else:
            found[_cut_off(items, left)] = None
    letters = [letter + _any_cut_off(rests, left - 1) for letter, rests in by_letter.items()]
    return "(?:" + "|".join([*letters, *found, *([""] if letters and "" not in found else [])]) + ")"


def _cut(item: tuple[object, Any], left: int) -> str:
    """The same of one item."""
    operator, value = item
    name = str(operator)
    if name == "BRANCH":
        return _any_cut_off(value[1], left)
    if name == "SUBPATTERN":
        _, added, removed, inner = value
        return f"(?{'i' if added else ''}{'-i' if removed else ''}:{_cut_off(inner, left)})"
    if name == "ATOMIC_GROUP":
        return _cut_off(value, left)
    if name.endswith("_REPEAT"):
        return sequence([(operator, (0, *value[1:]))]) + _cut_off(value[2], left)
    return ""


def _blind(items: Any) -> list[Any]:
    """The items without those that look ahead or back: they would see where the text is cut off."""
    found = []
    for operator, value in items:
        name = str(operator)
        if name == "BRANCH":
            value = (value[0], [_blind(branch) for branch in value[1]])
        elif name in ("SUBPATTERN", "MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            value = (*value[:-1], _blind(value[-1]))
        elif name == "ATOMIC_GROUP":
            value = _blind(value)
        elif name in ("ASSERT", "ASSERT_NOT", "AT"):
            continue
        found.append((operator, value))
    return found


def _least(operator: object, value: Any) -> int:
    """How many characters an item takes at least."""
    name = str(operator)
    if name == "BRANCH":
        return min([sum([_least(*item) for item in branch]) for branch in value[1]])
    if name.endswith("_REPEAT"):
        return int(value[0]) * sum([_least(*item) for item in value[2]])
    if name in ("SUBPATTERN", "ATOMIC_GROUP"):
        return sum([_least(*item) for item in (value[-1] if name == "SUBPATTERN" else value)])
    return 1


def _may_begin(reader: Reader, start: str) -> bool:
    """Whether an output of a reader may begin with a line that begins so."""
    known = _openings.get(id(reader.starts))
    if known is None:
        assert reader.starts is not None
        known = _openings[id(reader.starts)] = (_matcher(reader.starts), {})
    begins, seen = known
    if len(start) > _SHARED:
        return begins(start) is not None
    may = seen.get(start)
    if may is None:
        if len(seen) >= _MOST:
            seen.clear()
        may = seen[start] = begins(start) is not None
    return may


_openings: dict[int, tuple[Callable[[str], object], dict[str, bool]]] = {}
"""By the pattern of a reader, the pattern of its beginnings, and what is known of the shortest: other texts begin so too."""


@lru_cache(maxsize=_MOST)
def _may_prompt(start: str) -> bool:
    """Whether a prompt may stand on a line that begins so."""
    return any(_matcher(prompt)(start) for prompt in PROMPTS)


class Kind(NamedTuple):
    """What may stand on a line that begins in some way: an output of these readers, a prompt."""

    readers: tuple[Reader, ...]
    prompt: bool


class Beginnings(dict[str, Kind | None]):
    """By the beginnings of lines, what may stand there; None where nothing may."""

    def __init__(self, readers: tuple[Reader, ...]) -> None:
        """`readers` are those that may take a line for what it says, in order."""
        super().__init__()
        self._readers = tuple([reader for reader in readers if reader.starts is not None])
        self._fewer: dict[str, tuple[Reader, ...]] = {}
        self._length, *self._longer = _LENGTHS
        self._texts: dict[tuple[str, int], list[tuple[int, Kind]]] = {}

    def __missing__(self, start: str) -> Kind | None:
        kind: Kind | None = None
        if start:  # of a blank line, more than these blanks
            readers = self._that_may_begin(start)
            prompt = _may_prompt(start)
            kind = Kind(readers, prompt) if readers or prompt else None
        if len(self) >= _MOST:
            # Names or numbers without order: fewer characters tell less, and are looked at less often.
            self.clear()
            if self._longer:
                self._longer.pop()
            else:
                self._length = max(2, self._length // 2)
        self[start] = kind
        return kind

    def _that_may_begin(self, start: str) -> tuple[Reader, ...]:
        """The readers whose output may begin with a line that begins so: some of those of fewer of its characters."""
        size = len(start)
        if size <= _STEPS[0]:
            return tuple([reader for reader in self._readers if _may_begin(reader, start)])
        fewer = start[: next(step for step in reversed(_STEPS) if step < size)]
        readers = self._fewer.get(fewer)
        if readers is None:
            if len(self._fewer) >= _MOST:
                self._fewer.clear()
            readers = self._fewer[fewer] = self._that_may_begin(fewer)
        return tuple([reader for reader in readers if _may_begin(reader, start)])

    def among(self, lines: Sequence[str]) -> list[tuple[int, Kind]]:
        """The lines on which anything may stand, by their places, and what; of a prompt nothing is said where none can be."""
        text = "\n".join(lines)
        prompts = any(character in text for character in _OF_PROMPT)
        if not prompts and not self._readers:
            return []
        text = shape(text)
        if len(text) > _SMALL:
            return self._among(text.split("\n"), len(lines), prompts)
        # A report has thousands of small files, many of which differ in their numbers only.
        key = (text, len(lines))
        found = self._texts.get(key)
        if found is None:
            found = self._among(text.split("\n"), len(lines), prompts)
            if len(self._texts) < _MOST_TEXTS:
                self._texts[key] = found
        return found

    def _among(self, shapes: list[str], count: int, prompts: bool) -> list[tuple[int, Kind]]:
        if len(shapes) != count:
            return [(at, Kind(self._readers, prompt=True)) for at in range(count)]
        kinds = map(self.__getitem__, [line[: self._length] for line in shapes])
        found = [(at, kind) for at, kind in enumerate(kinds) if kind is not None and (prompts or kind.readers)]
        for longer in tuple(self._longer):
            found = self._looked_at(longer, found, shapes, prompts)
        return found

    def _looked_at(
        self, length: int, may: list[tuple[int, Kind]], shapes: list[str], prompts: bool
    ) -> list[tuple[int, Kind]]:
        """Those of the lines on which something may stand by this many characters too."""
        found = []
        for at, kind in may:
            line = shapes[at]
            start = line[:length]
            longer: Kind | None = kind
            if start[:1].isspace():
                indent = len(line) - len(line.lstrip())
                # of a long run of blanks the patterns of what may stand behind it take the square
                start = line[: indent + length] if indent <= _MOST_INDENT else ""
            if start and length in self._longer:
                longer = self[start]
            if longer is not None and (prompts or longer.readers):
                found.append((at, longer))
        return found


def prepare(readers: Iterable[Reader]) -> None:
    """Make the patterns of all that may begin, so that their compiled forms can be stored."""
    for prompt in PROMPTS:
        _matcher(prompt)
    for reader in readers:
        if reader.starts is not None:
            _matcher(reader.starts)
