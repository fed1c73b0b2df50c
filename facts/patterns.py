"""Regular expressions that are compiled when they are first used, or taken ready from an earlier run.

The readers hold some hundreds of patterns, and one diagnosis uses a few dozen. Compiling them all at import would take
longer than everything else that a small diagnosis does; and compiling a few dozen is still a third of a small one. So a
program that keeps a cache may store the compiled forms (`compiled_forms`) and hand them back at its next start
(`adopt`). Their form belongs to one release of Python: where it is another, or a form is not accepted, the pattern is
compiled as usual.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, cast

Forms = dict[str, bytes]
"""Compiled patterns, each marshalled: its code, flags, number of groups, and names of groups. What they are found by is `_key`."""

_forms: Forms = {}
_later: list[Callable[[], Forms]] = []
_made: list[_Lazy] = []


class _Lazy:
    """Stands for a compiled pattern, and becomes one at the first use of any of its methods."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self._flags = pattern, flags
        _made.append(self)

    def __getattr__(self, name: str) -> Any:
        # Called only for names that the instance does not hold yet; afterwards the method is found at once.
        if name.startswith("__"):
            raise AttributeError(name)  # somebody looks what this is (`__wrapped__`); that is no use of the pattern
        value = getattr(_ready(self.pattern, self._flags), name)
        self.__dict__[name] = value
        return value


def lazy(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern as from ``re.compile``, compiled at its first use.

    >>> lazy(r"(?P<n>\\d+) kB").match("12 kB")["n"]
    '12'
    """
    return cast("re.Pattern[str]", _Lazy(pattern, flags))


def numberless_of(patterns: Iterable[re.Pattern[str]]) -> re.Pattern[str] | None:
    """One pattern that is found in the shape of every text in which any of these is found; None of none.

    It is made, and compiled, at its first use, or taken ready as others are.

    >>> found = numberless_of([lazy(r"(?P<n>\\d+) kB"), lazy("EXT[34]")])
    >>> found is not None and [bool(found.match(text)) for text in ("00 kB", "EXT0", "EXT")]
    [True, True, False]
    """
    joined = "|".join(f"(?:{pattern.pattern})" for pattern in patterns)
    return lazy(_NUMBERLESS + joined) if joined else None


def begun_of(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """One that matches the shape of the first characters, however many, of each text that a pattern matches.

    >>> [bool(begun_of(lazy(r"(?P<n>\\d+) kB")).match(text)) for text in ("0", "000 k", "00 kB", "kB")]
    [True, True, True, False]
    """
    return lazy(_BEGUN + pattern.pattern, cast("_Lazy", pattern)._flags)


_DERIVED = "\0"
_NUMBERLESS = f"{_DERIVED}numberless "
_BEGUN = f"{_DERIVED}begun "
"""Stand before patterns of which others are to be made: no pattern begins so."""


def _text_of(pattern: str, flags: int = 0) -> str:
    if not pattern.startswith(_DERIVED):
        return pattern
    plain = GROUP_NAME.sub("(?:", pattern.partition(" ")[2])
    if pattern.startswith(_BEGUN):
        from facts.beginnings import begun  # only long texts need it

        return begun(plain, flags)
    from facts.numberless import numberless  # only where none is stored

    return numberless(plain)


GROUP_NAME = lazy(r"\(\?P<\w+>")
"""What names a group: no name may stand twice in patterns that are joined."""


def unnamed(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """The same pattern without names of groups, as patterns must be that are joined with others.

    >>> unnamed(lazy(r"(?P<n>\\d+) kB")).pattern
    '(?:\\\\d+) kB'
    """
    return lazy(GROUP_NAME.sub("(?:", pattern.pattern))


def _key(pattern: str, flags: int) -> str:
    # one string: thousands of pairs take longer to unpickle
    return f"{int(flags)} {pattern}"


def _ready(pattern: str, flags: int) -> re.Pattern[str]:
    if _later and pattern.startswith(_BEGUN):
        _forms.update(_later.pop()())
    key = _key(pattern, flags)
    form = _forms.get(key)
    if form is not None:
        try:
            code, all_flags, groups, names = marshal.loads(form)
            indexes: list[str | None] = [None] * (groups + 1)
            for name, index in names.items():
                indexes[index] = name
            numbers = memoryview(code).cast("I").tolist()
            made = import_module("_sre").compile(pattern, all_flags, numbers, groups, names, tuple(indexes))
            return cast("re.Pattern[str]", made)
        except (ImportError, AttributeError, TypeError, ValueError, RuntimeError, EOFError):
            _forms.pop(key)
    return re.compile(_text_of(pattern, flags), flags)


def compiled_forms(begun: bool | None = None) -> Forms:
    """The compiled form of every lazy pattern of the modules imported so far, for `adopt`; empty where there is none.

    Args:
        begun: those of `begun_of`, or all others, alone; None takes all.
    """
    try:
        compiler, parser = import_module("re._compiler"), import_module("re._parser")
        wanted = [p for p in _made if begun in (None, p.pattern.startswith(_BEGUN))]
        return {_key(p.pattern, p._flags): _form(p, compiler, parser) for p in wanted}
    except (ImportError, AttributeError, TypeError):
        return {}


def _form(lazy_: _Lazy, compiler: Any, parser: Any) -> bytes:
    from array import array  # only where forms are made

    parsed = parser.parse(_text_of(lazy_.pattern, lazy_._flags), lazy_._flags)
    code = array("I", compiler._code(parsed, lazy_._flags)).tobytes()
    flags = int(lazy_._flags | parsed.state.flags)
    return marshal.dumps((code, flags, parsed.state.groups - 1, dict(parsed.state.groupdict)))


def adopt(forms: Forms, later: Callable[[], Forms] | None = None) -> None:
    """Take the compiled forms that an earlier run of this very release of Python stored.

    Args:
        forms: those of patterns.
        later: gives those of `begun_of`, which only long texts need; it is asked when the first of them is used.
    """
    _forms.update(forms)
    _later[:] = [] if later is None else [later]
