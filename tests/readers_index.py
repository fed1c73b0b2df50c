"""The index of the readers, made from their own files: ``HINTS``; ``BEFORE``, the rivals that a reader precedes; ``PLACES``.

``python -m tests.readers_index`` writes it anew.
"""

from __future__ import annotations

import json
from heapq import heapify, heappop, heappush
from importlib import import_module
from pkgutil import iter_modules

import facts.readers
from tests.tree import ROOT

INDEX = ROOT / "facts" / "readers" / "index.py"
_HEAD = '''"""Which reader a text could be for: the modules in the order in which they are tried, each with its hints.

`python -m tests.write_docs` writes this from `HINTS`, `BEFORE` and `PLACES` of each module. A hint is a literal string; one of
them stands in every text that holds such an output, or in the command above it. A place is a pattern of the end of a path, and
the command that it stands for.
"""

# ruff: noqa: E501
# fmt: off
from __future__ import annotations

MODULES: tuple[tuple[str, tuple[str, ...]], ...] = (
'''
_PLACES = """)

PLACES: tuple[tuple[str, str], ...] = (
"""


def index_of_readers() -> str:
    """The text of the index.

    Raises:
        ValueError: readers precede each other in a circle, or one names a module that is no reader.
    """
    modules = {each.name: import_module(f"facts.readers.{each.name}") for each in iter_modules(facts.readers.__path__)}
    hints = {name: module.HINTS for name, module in modules.items() if hasattr(module, "HINTS")}
    before = {name: tuple(getattr(modules[name], "BEFORE", ())) for name in hints}
    order = _ordered(before)
    rows = [f"    ({_text(name)}, ({' '.join(_text(hint) + ',' for hint in hints[name])})),\n" for name in order]
    places = [
        f"    ({_text(place.pattern)}, {_text(place.command)}),\n"
        for name in order
        for place in getattr(modules[name], "PLACES", ())
    ]
    return "".join([_HEAD, *rows, _PLACES, *places, ")\n"])


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _ordered(before: dict[str, tuple[str, ...]]) -> list[str]:
    """By name, but that a module stands before its rivals."""
    waits = dict.fromkeys(before, 0)
    for name, rivals in before.items():
        for rival in rivals:
            if rival not in waits:
                raise ValueError(f"{name} is to stand before {rival}, which is no reader")
            waits[rival] += 1
    ready = [name for name, count in waits.items() if not count]
    heapify(ready)
    order = []
    while ready:
        order.append(name := heappop(ready))
        for rival in before[name]:
            waits[rival] -= 1
            if not waits[rival]:
                heappush(ready, rival)
    if len(order) < len(before):
        raise ValueError(f"readers precede each other in a circle: {', '.join(sorted(set(before) - set(order)))}")
    return order


if __name__ == "__main__":
    INDEX.write_text(index_of_readers(), encoding="utf-8")
