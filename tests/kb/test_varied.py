"""Examples whose captures come in another guise lead to the same: a sample of `tests.vary_examples`, which does all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.examples import PATHS, ROOT
from tests.variations import VARIATIONS
from tests.vary_examples import changed

# whose captures follow each other, or count something
OF_READINGS = [path for path in PATHS if "-failing" in str(path) or "resync" in str(path) or "link-errors" in str(path)]


@pytest.mark.parametrize(
    "path", [*PATHS[::9], *OF_READINGS[::3]], ids=lambda path: str(path.relative_to(ROOT / "kb" / "cases"))
)
def test_another_guise_changes_nothing(path: Path) -> None:
    assert changed(path, tuple(VARIATIONS)) == []
