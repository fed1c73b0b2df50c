"""The examples of the cases, and what they lead to."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from advisor import image
from advisor.authoring.examples import Example, bundle_of, read
from advisor.authoring.examples import consultation_of as diagnosed
from advisor.inference.diagnosis import Consultation
from advisor.knowledge import Knowledge
from facts.bundle import Bundle

__all__ = ["PATHS", "ROOT", "Example", "bundle_of", "consultation_of", "knowledge", "read"]

ROOT = Path(__file__).parents[2]
PATHS = sorted((ROOT / "kb" / "cases").glob("*/*/examples/*.toml"))


@cache
def knowledge() -> Knowledge:
    """The knowledge base, once."""
    return image.load()


def consultation_of(example: Example) -> tuple[Consultation, Bundle]:
    """Diagnose the example as the command line would."""
    return diagnosed(knowledge(), example)
