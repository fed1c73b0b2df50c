"""The README names every case and no other. What it shows is run by `tests/test_docs.py`."""

from __future__ import annotations

import re

from tests.kb.examples import ROOT, knowledge

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_of_cases_is_complete() -> None:
    named = set(re.findall(r"^\| `([a-z0-9-]+)` \|", README, re.MULTILINE))
    assert named == set(knowledge().cases)
