"""CLIPS's working memory and agenda through clipspy's own C layer: no fact is wrapped, and a firing costs microseconds.

clipspy's objects retain the facts that they wrap and never release them, and its routers are asked in Python about each
word that CLIPS prints. Here facts go in through clipspy's fact builder, and the next activation is printed into its string
builder past the routers. What is used of the layer stands in this file alone; clipspy is pinned, and a test goes through
each function.
"""

from __future__ import annotations

from collections.abc import Mapping

import clips
from clips._clips import ffi, lib
from clips.common import environment_builder

from facts.schema import Value
from facts.sexpr import Symbol

_CLIPSPYS = b"python-error-router"
_NONE = ffi.NULL
_AS_READ = "surrogateescape"
"""Bytes of a capture that are no UTF-8 are read so."""


Basis = tuple[int | None, ...]
"""The indexes of the facts that a firing rests on."""


class Refused(ValueError):
    """CLIPS does not take a value, or a fact."""


class Native:
    """Working memory and agenda of one environment, for one thread at a time."""

    def __init__(self, env: clips.Environment, router: str) -> None:
        """Take an environment with its constructs, and the name of the router that keeps what CLIPS says."""
        self.env = env
        self._raw = env._env
        self._router = router.encode()
        self._builder = environment_builder(self._raw, "fact")
        self._text = environment_builder(self._raw, "string")
        self._value = ffi.new("CLIPSValue *")
        lib.DeactivateRouter(self._raw, _CLIPSPYS)  # the other router hears the same

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
            elif kind is float:
                value.floatValue = lib.CreateFloat(raw, given)
            elif kind is int:
                value.integerValue = lib.CreateInteger(raw, given)
            else:
                lib.FBAbort(builder)
                raise Refused(f"slot `{slot}` does not take {given!r}")
            if lib.FBPutSlot(builder, slot.encode(), value) != lib.PSE_NO_ERROR:
                lib.FBAbort(builder)
                raise Refused(f"slot `{slot}` does not take {given!r}")
        fact = lib.FBAssert(builder)
        if fact == _NONE:
            raise Refused("the fact cannot be asserted")
        return int(lib.FactIndex(fact))

    def focus(self, module: str) -> None:
        """Turn to the agenda of one module."""
        lib.Focus(lib.FindDefmodule(self._raw, module.encode()))

    def next(self) -> bytes:
        """The activation that is next to fire, as CLIPS prints it; nothing where there is none."""
        raw, text = self._raw, self._text
        activation = lib.GetNextActivation(raw, _NONE)
        if activation == _NONE:
            return b""
        lib.SBReset(text)
        lib.DeactivateRouter(raw, self._router)
        lib.ActivationPPForm(activation, text)
        lib.ActivateRouter(raw, self._router)
        shown: bytes = ffi.string(text.contents)
        return shown

    def fire(self) -> None:
        """Fire that activation."""
        lib.Run(self._raw, 1)

    def reset(self) -> None:
        """Forget every fact; the constructs stay, and facts are numbered from 1 again."""
        self.env.reset()


def activation_of(shown: bytes) -> tuple[bytes, Basis]:
    """Rule and basis of an activation as CLIPS prints it; None stands for a negated pattern, which names no fact.

    >>> activation_of(b"0      pool.full: f-4,*,f-3")
    (b'pool.full', (4, None, 3))
    """
    head, _, basis = shown.partition(b": ")
    numbers = basis.replace(b"f-", b"").split(b",")
    rule = head.rpartition(b" ")[2]
    if b"*" in numbers:
        return rule, tuple([None if number == b"*" else int(number) for number in numbers])
    return rule, tuple(map(int, numbers))
