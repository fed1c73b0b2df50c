"""A list pages through rows that are higher than it is, and what it says when it is empty is wrapped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.pilot import Pilot

from advisor.tui.themes import DARK, THEMES
from advisor.tui.widgets.rows import Row, Rows
from tests.advisor.tui.harness import widget_lines


class _Listing(App[None]):
    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self.rows = rows
        for theme in THEMES:
            self.register_theme(theme)
        self.set_reactive(App.theme, DARK)
        self.stylesheet.set_variables(self.get_css_variables())

    def compose(self) -> ComposeResult:
        yield self.rows


def _show(rows: Rows, act: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = (30, 10)) -> None:
    async def main() -> None:
        async with _Listing(rows).run_test(size=size) as pilot:
            await pilot.pause()
            await act(pilot)

    asyncio.run(main())


def _tall(number: int, lines: int) -> Row:
    return Row(number, Content("\n".join(f"row {number} line {line}" for line in range(lines))))


@pytest.mark.parametrize("heights", [(40,), (3, 35, 2), (1, 1, 60), (25, 25, 25), (1,) * 30])
def test_every_line_is_seen_by_paging_down_and_again_by_paging_up(heights: tuple[int, ...]) -> None:
    rows = Rows(_tall(number, lines) for number, lines in enumerate(heights))
    every = {f"row {number} line {line}" for number, lines in enumerate(heights) for line in range(lines)}

    async def act(pilot: Pilot[None]) -> None:
        rows.focus()
        for key, edge in (("pagedown", rows.max_scroll_y), ("pageup", 0)):
            seen = {line.strip("▌ ").strip() for line in widget_lines(rows)}
            for _ in range(sum(heights)):
                before = rows.scroll_offset.y
                await pilot.press(key)
                assert rows.row is not None
                seen |= {line.strip("▌ ").strip() for line in widget_lines(rows)}
                assert any(line.startswith("▌") for line in widget_lines(rows)), "the mark is out of sight"
                if rows.scroll_offset.y == before:
                    break
            assert rows.scroll_offset.y == edge
            assert every <= seen
        assert rows.marked == 0

    _show(rows, act)


def test_keys_that_come_at_once_page_each() -> None:
    rows = Rows([_tall(0, 100)])

    async def act(pilot: Pilot[None]) -> None:
        rows.focus()
        rows.action_page(1)
        rows.action_page(1)
        await pilot.pause()
        assert rows.scroll_offset.y == 2 * (rows.size.height - 1)

    _show(rows, act)


def test_paging_puts_no_mark_on_a_heading() -> None:
    rows = Rows(Row(number, Content(f"row {number}"), still=number % 5 == 0) for number in range(60))

    async def act(pilot: Pilot[None]) -> None:
        rows.focus()
        for _ in range(10):
            await pilot.press("pagedown")
            assert rows.row is not None
            assert not rows.row.still
        assert rows.marked == 59

    _show(rows, act)


def test_what_an_empty_list_says_is_wrapped() -> None:
    said = "None yet: this is the first time. Press Enter to describe the trouble [bold] 日本語."
    rows = Rows(empty=said)

    async def act(pilot: Pilot[None]) -> None:
        drawn = list(widget_lines(rows))
        assert " ".join(" ".join(drawn).split()) == said

    _show(rows, act)
