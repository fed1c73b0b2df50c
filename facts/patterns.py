"""Regular expressions that are compiled when they are first used.

The readers hold some hundreds of patterns, and one diagnosis uses a few dozen. Compiling them all at import would take
longer than everything else that a small diagnosis does.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _Lazy:
    """Stands for a compiled pattern, and becomes one at the first use of any of its methods."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self._flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        # Called only for names that the instance does not hold yet; afterwards the method is found at once.
        value = getattr(re.compile(self.pattern, self._flags), name)
        self.__dict__[name] = value
        return value


def lazy(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern as from ``re.compile``, compiled at its first use.

    >>> lazy(r"(?P<n>\\d+) kB").match("12 kB")["n"]
    '12'
    """
    return cast("re.Pattern[str]", _Lazy(pattern, flags))
