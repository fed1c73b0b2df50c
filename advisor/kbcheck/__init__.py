"""The lints of the knowledge base: `advisor kb check`. One lint is one module, whose text says what it finds and why.

A lint has ``problems(material)``. Problems that are right as they are can be accepted with a reason (`accepted.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

LOADING = "constructs"
"""What does not load is reported alone: the other lints need a knowledge base that does."""
UNREADABLE = ("kb-toml", "kb-syntax")
"""What hides the rest of a file."""
UNFILLED = "kb-unfilled"
STATIC = (
    "unfilled", "identity", "keys", "names", "findings", "dead_rules", "reachable", "arguments", "sources", "thresholds", "shares",
    "joins", "mixed", "values", "steps", "branches", "marks", "undo", "first_thing", "paste", "procedures", "hazards", "knobs",
    "mimics", "texts", "terms", "telling", "askable", "examples", "row_examples", "scenarios",
)  # fmt: skip
"""What is read from the files."""
SLOW = ("fixed_point", "stale_docs")
"""What infers over the examples, or makes pages."""


def lint(name: str) -> Callable[[Material], Iterator[Found]]:
    """The lint of a module."""
    found: Callable[[Material], Iterator[Found]] = import_module(f"advisor.kbcheck.{name}").problems
    return found


def check(material: Material, *, quick: bool = False) -> list[Found]:
    """Every problem of the knowledge base, in the order of the lints.

    Args:
        material: the knowledge base.
        quick: leave out what has to infer over the examples.
    """
    refused = list(lint(LOADING)(material))
    names = STATIC if quick or refused else (*STATIC, *SLOW)
    return _written([*refused, *(problem for name in names for problem in lint(name)(material))])


def _written(found: list[Found]) -> list[Found]:
    """Without what is wrong with placeholders: of a file that is not filled in yet, nothing else is worth reading."""
    unfilled = {problem.where.partition(":")[0] for problem in found if problem.code == UNFILLED}
    return [p for p in found if p.code in (UNFILLED, *UNREADABLE) or p.where.partition(":")[0] not in unfilled]
