"""Wrapped commands in a list: a later part of one never looks like the next one."""

from __future__ import annotations

import pytest
from textual.content import Content

from advisor.tui.widgets.rows import hung


@pytest.mark.parametrize("lead", ["$ ", "  ", "to check it: $ ", "     "])
def test_a_wrapped_command_goes_on_behind_a_sign_and_deeper_than_the_next_one(lead: str) -> None:
    command = "sysctl vm.dirty_ratio vm.dirty_background_ratio vm.dirty_bytes vm.dirty_background_bytes"
    first, *rest = [line.plain for line in hung(Content(lead + command), 50, code=True)]
    assert first.startswith(f"{lead}sysctl")
    assert rest
    assert all(line.startswith(" " * len(lead) + "… ") and len(line) <= 50 for line in rest)
    parts = [first[len(lead) :], *(line.strip().removeprefix("… ") for line in rest)]
    assert " ".join(part.strip() for part in parts) == command
