"""CLIPS's working memory and agenda through clipspy's own C layer: no fact is wrapped, and a firing costs microseconds.

clipspy's objects retain the facts that they wrap and never release them, and its routers are asked in Python about each
word that CLIPS prints. Here facts go in through clipspy's fact builder, and the next activation is printed into its string
builder before the routers in Python are asked. What is used of the layer stands in this file alone; clipspy is pinned, and
a test goes through each function.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

import clips
from clips._clips import ffi, lib
from clips.common import environment_builder
from clips.routers import Router

from facts.schema import Value
from facts.sexpr import Symbol

_LAST = -10
"""Priority of the router: below that of the string builder, so that Python is not asked about each word printed there."""
_OTHERS = (b"python-error-router", b"fileio")
"""Routers that would take what is said before it."""
_MOST = 2**63
_AS_READ = "surrogateescape"
"""Bytes of a capture that are no UTF-8 are read so."""


Basis = tuple[int | None, ...]
"""The indexes of the facts that a firing rests on."""


class Refused(ValueError):
    """CLIPS does not take a value, or a fact."""


class Native:
    """Working memory and agenda of one environment, for one thread at a time."""

    def __init__(self, env: clips.Environment, router: Router) -> None:
        """Take an environment with its constructs, and the router that keeps what CLIPS says."""
        self.env = env
        self._raw = env._env
        self._builder = environment_builder(self._raw, "fact")
        self._text = environment_builder(self._raw, "string")
        self._value = ffi.new("CLIPSValue *")
        self._activation: Any = None
        for other in _OTHERS:
            lib.DeactivateRouter(self._raw, other)
        router.delete()
        router._priority = _LAST
        env.add_router(router)

    def put(self, template: str, slots: Mapping[str, Value]) -> int:
        """Assert a fact; the index that CLIPS gives it.

        Raises:
            Refused: there is no such template or slot, the slot does not take the value, or the fact stands already.
        """
        raw, builder, value = self._raw, self._builder, self._value
        if lib.FBSetDeftemplate(builder, template.encode()) != lib.FBE_NO_ERROR:
            raise Refused("there is no such template")
        for slot, given in slots.items():
            kind = type(given)
            if kind is Symbol:
                value.lexemeValue = lib.CreateSymbol(raw, given.encode("utf-8", _AS_READ))  # type: ignore[union-attr]
            elif kind is str:
                value.lexemeValue = lib.CreateString(raw, given.encode("utf-8", _AS_READ))  # type: ignore[union-attr]
            elif kind is float and isfinite(given):  # type: ignore[arg-type]
                value.floatValue = lib.CreateFloat(raw, given)
            elif kind is int and -_MOST <= given < _MOST:  # type: ignore[operator]
                value.integerValue = lib.CreateInteger(raw, given)
            else:
                lib.FBAbort(builder)
                raise Refused(f"slot `{slot}` does not take {given!r}")
            if lib.FBPutSlot(builder, slot.encode(), value) != lib.PSE_NO_ERROR:
                lib.FBAbort(builder)
                raise Refused(f"slot `{slot}` does not take {given!r}")
        fact = lib.FBAssert(builder)
        if not fact:
            raise Refused("the fact cannot be asserted")
        return int(lib.FactIndex(fact))

    def focus(self, module: str) -> None:
        """Turn to the agenda of one module."""
        lib.Focus(lib.FindDefmodule(self._raw, module.encode()))

    def activations(self, module: str) -> Iterator[bytes]:
        """What is on the agenda of one module until nothing is: each activation as CLIPS prints it, to be fired or dropped."""
        self.focus(module)
        raw, text, none, string = self._raw, self._text, ffi.NULL, ffi.string
        following, clear, printed = lib.GetNextActivation, lib.SBReset, lib.ActivationPPForm
        while activation := following(raw, none):
            clear(text)
            printed(activation, text)
            self._activation = activation
            yield string(text.contents)

    def fire(self) -> None:
        """Run the activation that `activations` gave last."""
        lib.Run(self._raw, 1)

    def drop(self) -> None:
        """Take the activation that `activations` gave last off the agenda."""
        lib.DeleteActivation(self._activation)

    def retract_after(self, index: int) -> int:
        """Retract every fact that is newer than the one of this index; the newest index that there was."""
        raw, newest, later = self._raw, index, []
        fact = lib.GetNextFact(raw, ffi.NULL)
        while fact:
            if (found := int(lib.FactIndex(fact))) > index:
                newest = max(newest, found)
                later.append(fact)
            fact = lib.GetNextFact(raw, fact)
        for fact in later:
            lib.Retract(fact)
        return newest

    def reset(self) -> None:
        """Forget every fact; the constructs stay, and facts are numbered from 1 again."""
        self.env.reset()


def activation_of(shown: bytes) -> tuple[bytes, Basis]:
    """Rule and basis of an activation as CLIPS prints it; None stands for a negated pattern, which names no fact.

    >>> activation_of(b"0      pool.full: f-4,*,f-3")
    (b'pool.full', (4, None, 3))
    """
    head, _, basis = shown.partition(b": ")
    rule = head.rpartition(b" ")[2]
    if b"," not in basis and basis != b"*":
        return rule, (int(basis[2:]),)
    numbers = basis.replace(b"f-", b"").split(b",")
    if b"*" in numbers:
        return rule, tuple([None if number == b"*" else int(number) for number in numbers])
    return rule, tuple(map(int, numbers))
