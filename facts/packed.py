"""Things by name that are unpacked one by one, when they are first asked for.

A small diagnosis asks for the few dozen rules that fired and the few templates that were read; unpacking all of them takes
longer than everything else.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Generic, TypeVar

T = TypeVar("T")


class Packed(MutableMapping[str, T], Generic[T]):
    """Things by name, in their order, each packed until it is asked for."""

    __slots__ = ("_made", "_packed")

    def __init__(self, things: Mapping[str, T]) -> None:
        """Pack everything."""
        self._packed: dict[str, bytes] = {name: pickle.dumps(thing, 5) for name, thing in things.items()}
        self._made: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        thing = self._made.get(name)
        if thing is None:
            # It comes from the image, which only this user may write.
            thing = self._made[name] = pickle.loads(self._packed[name])
        return thing

    def __setitem__(self, name: str, thing: T) -> None:
        self._packed[name] = pickle.dumps(thing, 5)
        self._made[name] = thing

    def __delitem__(self, name: str) -> None:
        del self._packed[name]
        self._made.pop(name, None)

    def __contains__(self, name: object) -> bool:
        return name in self._packed

    def __iter__(self) -> Iterator[str]:
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)

    def __getstate__(self) -> dict[str, bytes]:
        return self._packed

    def __setstate__(self, packed: dict[str, bytes]) -> None:
        self._packed, self._made = packed, {}
