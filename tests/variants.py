"""Texts that a pattern matches, one for each way through it, with as little in them as can be.

Hypothesis draws from a pattern at random, and of a pattern with forty ways it tries ten. Here every alternative and every part
that may be missing is taken; what the pattern leaves open holds characters of which no word is made.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

_MOST = 3_000
_WAYS = 400
_FILLS = "~q0"
"""What stands where any character may: none of them begins or ends a word that somebody looks for."""


def variants(pattern: re.Pattern[str], most: int = _MOST) -> Iterator[str]:
    """Texts in which the pattern is found, without repeats; those that its conditions do not let pass are left out."""
    text, flags = pattern.pattern, getattr(pattern, "_flags", 0) or getattr(pattern, "flags", 0)
    compiled = re.compile(text, flags)
    parsed = import_module("re._parser").parse(text, flags)
    seen: set[str] = set()
    for fill in _FILLS:
        for found in _Ways(fill, bool(parsed.state.flags & re.I)).of(parsed)[:most]:
            for each in (found, f"{fill}{found}{fill}", found.swapcase() if parsed.state.flags & re.I else found):
                if each not in seen and compiled.search(each):
                    seen.add(each)
                    yield each


class _Ways:
    """The ways through a pattern, with one fill for what it leaves open."""

    def __init__(self, fill: str, any_case: bool) -> None:
        self._fill, self._any_case = fill, any_case
        self._chance = random.Random(7)
        self._groups: dict[int, list[str]] = {}

    def of(self, items: Any) -> list[str]:
        ways = [""]
        for operator, value in items:
            ways = self._some([way + part for way in ways for part in self._item(str(operator), value)])
        return ways

    def _some(self, ways: list[str]) -> list[str]:
        ways = list(dict.fromkeys(ways))
        return ways if len(ways) <= _WAYS else self._chance.sample(ways, _WAYS)

    def _item(self, operator: str, value: Any) -> list[str]:
        if operator == "LITERAL":
            return [chr(value)]
        if operator == "NOT_LITERAL":
            return [self._other(lambda char: ord(char) != value)]
        if operator == "ANY":
            return [self._fill]
        if operator == "IN":
            return self._set(value)
        if operator == "BRANCH":
            return [way for branch in value[1] for way in self.of(branch)]
        if operator == "SUBPATTERN":
            found = self.of(value[-1])
            if value[0] is not None:
                self._groups[value[0]] = found
            return found
        if operator == "ATOMIC_GROUP":
            return self.of(value)
        if operator == "GROUPREF":
            return self._groups.get(value, [""])
        if operator.endswith("_REPEAT"):
            return self._repeat(*value)
        return [""]  # a place or a condition: the search itself decides

    def _repeat(self, least: int, most: Any, inner: Any) -> list[str]:
        found = self.of(inner)
        ways = [way * least for way in found] if least else ["", *found]
        return ways + ([way * 2 for way in found] if least == 1 and int(most) > 1 else [])

    def _set(self, items: Any) -> list[str]:
        def holds(char: str) -> bool:
            found = any(_holds(str(operator), value, char) for operator, value in items if str(operator) != "NEGATE")
            return found != (str(items[0][0]) == "NEGATE")

        literals = [chr(value) for operator, value in items if str(operator) == "LITERAL"]
        if str(items[0][0]) != "NEGATE" and len(literals) == len(items) <= 4:
            return literals
        return [self._other(holds)]

    def _other(self, holds: Any) -> str:
        candidates = [self._fill, *"q0~ z_-/.:", *map(chr, range(32, 127)), "\n"]
        return next(str(char) for char in candidates if holds(char))


def _holds(operator: str, value: Any, char: str) -> bool:
    if operator == "LITERAL":
        return bool(ord(char) == value)
    if operator == "RANGE":
        return bool(value[0] <= ord(char) <= value[1])
    found = {"DIGIT": char.isdigit(), "SPACE": char.isspace(), "WORD": char.isalnum() or char == "_"}
    name = str(value).removeprefix("CATEGORY_")
    return not found[name.removeprefix("NOT_")] if name.startswith("NOT_") else found[name]
