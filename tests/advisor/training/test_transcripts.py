"""The exercises in the documentation are what the program says."""

from __future__ import annotations

import pytest

from tests.advisor.training.transcripts import LEARNERS, page
from tests.tree import ROOT


@pytest.mark.parametrize("name", LEARNERS)
def test_the_page_is_fresh(name: str) -> None:
    kept = ROOT / "docs" / "training" / f"{name}.md"
    text = page(name)
    assert kept.read_text(encoding="utf-8") == text, "`make docs` writes it"
    assert "Score:" in text
    assert "not known on this host" not in text


def test_no_page_is_left_over() -> None:
    assert {path.stem for path in (ROOT / "docs" / "training").glob("*.md")} == set(LEARNERS)
