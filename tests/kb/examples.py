"""The examples of the cases, and what they lead to."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from advisor import image
from advisor.authoring.examples import Example, bundle_of, read
from advisor.authoring.examples import consultation_of as diagnosed
from advisor.inference.diagnosis import Consultation
from advisor.knowledge import Knowledge
from facts.inputs import Bundle

__all__ = ["PATHS", "ROOT", "Example", "bundle_of", "consultation_of", "every", "knowledge", "read"]

T = TypeVar("T")

ROOT = Path(__file__).parents[2]
PATHS = sorted((ROOT / "kb" / "cases").glob("*/*/examples/*.toml"))


def every(number: int, items: Sequence[T]) -> Sequence[T]:
    """Each so-many-th of items that are all asked the same; with ADVISOR_TEST_ALL=1 all of them, which takes some minutes."""
    return items if os.environ.get("ADVISOR_TEST_ALL") else items[::number]


_load = image.load


@cache
def knowledge() -> Knowledge:
    """The knowledge base, once."""
    return _load()


def consultation_of(example: Example) -> tuple[Consultation, Bundle]:
    """Diagnose the example as the command line would."""
    return diagnosed(knowledge(), example)
