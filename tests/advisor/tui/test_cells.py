"""Parts of lines of any script stand where they should."""

from __future__ import annotations

import random

import pytest
from rich.cells import cell_len

from advisor.tui.cells import SIGN, Line, shown, width

LINES = (
    "", "plain", "a\tb\tc", "日本\tok", "e\u0301e\u0301x", "[/b] [sda] \\", "שלום sda عربي", "a\x1b[31mred\x07", "\x00nul",
    "x" * 2000, "日" * 1500 + "y", "\u0301\u0301lead", "👩‍👩‍👧 family", "soft\xadhyphen", "mixed 日\t本 \u200b end",
)  # fmt: skip


@pytest.mark.parametrize("text", LINES)
def test_the_width_is_what_is_drawn(text: str) -> None:
    assert width(text) == cell_len(shown(text))
    assert shown(text).isprintable()


@pytest.mark.parametrize("text", LINES)
@pytest.mark.parametrize("cells", [1, 2, 7, 40])
def test_parts_are_as_wide_as_asked(text: str, cells: int) -> None:
    line, whole = Line(text), width(text)
    for start in [*range(min(whole + 3, 60)), max(whole - 5, 0), whole]:
        part = line.part(start, cells)
        assert cell_len(part) == min(cells, max(whole - start, 0))
        assert line.longer_than(start) == (start < whole)


@pytest.mark.parametrize("text", LINES)
@pytest.mark.parametrize("cells", [2, 3, 7, 40])
def test_rows_of_a_wrapped_line_hold_every_character_once(text: str, cells: int) -> None:
    line = Line(text)
    rows = [line.part(start, cells, spill=True) for start in range(0, max(width(text), 1), cells)]
    assert all(cell_len(row) <= cells + 1 for row in rows)
    # a blank stands for the half of a wide character that spilled out of the row before
    assert "".join(rows).replace(" ", "") == shown(text).replace(" ", "")


def test_a_part_is_the_same_wherever_somebody_looked_before() -> None:
    chooser = random.Random(7)
    text = "".join(chooser.choice("ab日本\u0301 語é") for _ in range(5000))
    used = Line(text)
    for _ in range(200):
        start = chooser.randrange(width(text) + 20)
        assert used.part(start, 50) == Line(text).part(start, 50)


def test_combining_characters_do_not_pile_up() -> None:
    assert len(Line("e" + "\u0301" * 10_000 + "f").part(0, 10)) < 10


def test_what_cannot_be_shown_is_seen_to_be_there() -> None:
    assert shown("a\x1b]0;title\x07b") == f"a{SIGN}]0;title{SIGN}b"
    assert "\u202e" not in shown("日 \u202eevil")
