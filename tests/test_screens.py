"""How the main states of the terminal interface look, line for line; see ``tests/screens``."""

from __future__ import annotations

import asyncio

import pytest

from tests.kb.examples import every
from tests.screens.states import STATES, State
from tests.screens.texts import FOLDER, SIZES, path_of, text_of, texts_of


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_a_screen_looks_as_it_is_kept(state: State) -> None:
    """A terminal that grows to a size shows what it shows from the start."""
    for size, now in asyncio.run(texts_of(state, list(SIZES))).items():
        assert now == path_of(state, size).read_text(encoding="utf-8"), (
            f"{size}: python -m tests.screens.texts shows the difference, --accept keeps the new look"
        )


@pytest.mark.parametrize(
    ("state", "size"),
    every(4, [(state, size) for state in STATES for size in SIZES]),
    ids=lambda part: getattr(part, "name", part),
)
def test_a_screen_looks_as_it_is_kept_from_the_start(state: State, size: str) -> None:
    assert asyncio.run(text_of(state, size)) == path_of(state, size).read_text(encoding="utf-8")


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
