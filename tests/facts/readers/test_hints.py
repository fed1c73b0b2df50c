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
