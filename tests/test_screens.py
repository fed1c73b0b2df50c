"""How the main states of the terminal interface look, line for line; see ``tests/screens``."""

from __future__ import annotations

import asyncio

import pytest

from tests.screens.states import STATES, State
from tests.screens.texts import FOLDER, SIZES, path_of, text_of


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_a_screen_looks_as_it_is_kept(state: State, size: str) -> None:
    now = asyncio.run(text_of(state, size))
    assert now == path_of(state, size).read_text(encoding="utf-8"), (
        "python -m tests.screens.texts shows the difference, --accept keeps the new look"
    )


def test_no_screen_is_kept_that_is_not_looked_at() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {path_of(s, size).name for s in STATES for size in SIZES}


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_screen(size: str) -> None:
    from rich.cells import cell_len

    wide = [
        (state.name, line)
        for state in STATES
        for line in path_of(state, size).read_text(encoding="utf-8").splitlines()
        if cell_len(line) > SIZES[size][0]
    ]
    assert wide == []
