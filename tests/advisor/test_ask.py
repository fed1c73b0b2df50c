"""The width of the conversation on terminals that do not know theirs."""

from __future__ import annotations

import io
import os

import pytest

from advisor.ask import width_of


class _Console(io.StringIO):
    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 2


@pytest.mark.parametrize(("columns", "width"), [(0, 80), (20, 40), (100, 100), (400, 120)])
def test_a_console_without_a_width_has_eighty_columns(
    monkeypatch: pytest.MonkeyPatch, columns: int, width: int
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((columns, 0)))
    assert width_of(_Console()) == width


def test_what_is_no_terminal_has_a_fixed_width() -> None:
    assert width_of(io.StringIO()) == 100
