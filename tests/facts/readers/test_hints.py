"""Which readers are tried on a text: of a long one the same as of a short one."""

from __future__ import annotations

import pytest

from facts import readers
from facts.readers import readers_for
from facts.readers.hints import MODULES

HINTS = sorted({hint for _, hints in MODULES for hint in hints})


@pytest.mark.parametrize("text", ["7 words 12.5\nbefore {} after\n\n99", "{}\n1 2 3\n", "1 2 3\n{}", "12{}34"])
def test_a_hint_is_found_in_a_long_text_as_in_a_short_one(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [text.replace("{}", hint) for hint in HINTS]
    as_short = [readers_for(text) for text in texts]
    monkeypatch.setattr(readers, "_LONG", 1)
    assert [readers_for(text) for text in texts] == as_short


def test_each_table_of_sar_is_found_alone() -> None:
    """Tables are captured one by one too: whatever the reader knows as a header has a hint of its own."""
    from facts.series.sar_tables import _KNOWN

    (hints,) = [hints for name, hints in MODULES if name == "sar"]
    for names in _KNOWN:
        assert any(hint.strip() in name for hint in hints for name in names), names
