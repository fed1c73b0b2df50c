"""Rules that are unpacked one by one, when they are first asked for.

A small diagnosis asks for the few dozen rules that fired; unpacking a thousand takes longer than everything else.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, MutableMapping

from advisor.inference.net import Rule


class PackedRules(MutableMapping[str, Rule]):
    """The rules of a net by name, in their order, each packed until it is asked for."""

    __slots__ = ("_made", "_packed")

    def __init__(self, rules: Mapping[str, Rule]) -> None:
        """Pack every rule."""
        self._packed: dict[str, bytes] = {name: pickle.dumps(rule, 5) for name, rule in rules.items()}
        self._made: dict[str, Rule] = {}

    def __getitem__(self, name: str) -> Rule:
        rule = self._made.get(name)
        if rule is None:
            # It comes from the image, which only this user may write.
            rule = self._made[name] = pickle.loads(self._packed[name])
        return rule

    def __setitem__(self, name: str, rule: Rule) -> None:
        self._packed[name] = pickle.dumps(rule, 5)
        self._made[name] = rule

    def __delitem__(self, name: str) -> None:
        del self._packed[name]
        self._made.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)

    def __getstate__(self) -> dict[str, bytes]:
        return self._packed

    def __setstate__(self, packed: dict[str, bytes]) -> None:
        self._packed, self._made = packed, {}
