"""The lines of a capture: marks, search, wrapping, and texts that somebody made to break them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from advisor.tui.cells import widths
from advisor.tui.themes import THEMES
from advisor.tui.widgets.raw_text import Numbered, RawText
from advisor.views.captures import Citation, Cited
from tests.advisor.tui.harness import widget_lines

HOSTILE = [
    "[/b] [@click=app.quit]x[/] [sda]", "\x1b[2J\x1b[31mred\x1b]0;t\x07", "日本" * 100, "e" + "\u0301" * 5000, "שלום \u202e evil",
    "a\tb\t" * 40, "", "x" * 1_000_000, "\ud800 lone",
]  # fmt: skip


class Shown(App[None]):
    def __init__(self, lines: Sequence[str], numbers: Sequence[int] = (), citations: Sequence[Citation] = ()) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name
        self.given, self.numbers, self.citations = lines, numbers or range(1, len(lines) + 1), citations
        self.heard: list[tuple[str, int]] = []

    def compose(self) -> ComposeResult:
        yield RawText()

    def on_mount(self) -> None:
        text = self.query_one(RawText)
        text.show(Numbered(self.given, self.numbers, widths(self.given)), self.citations)
        text.focus()

    def on_raw_text_marked(self, message: RawText.Marked) -> None:
        self.heard.append(("marked", message.line))

    def on_raw_text_chosen(self, message: RawText.Chosen) -> None:
        self.heard.append(("chosen", message.line))


Act = Callable[[Shown, RawText, Pilot[None]], Awaitable[None]]


def look(app: Shown, act: Act, size: tuple[int, int] = (60, 12)) -> None:
    async def main() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(app, app.query_one(RawText), pilot)

    asyncio.run(main())


def cited(first: int, last: int, *cases: str) -> Citation:
    return Citation("x", (first, last), "", tuple(Cited(case, "", "", "a", 0.5, "f", "n") for case in cases))


def drawn(text: RawText) -> list[str]:
    return [line.rstrip() for line in widget_lines(text)]


@pytest.mark.parametrize("size", [(60, 12), (20, 4), (120, 40)])
@pytest.mark.parametrize("wrap", [False, True])
def test_hostile_lines_are_drawn_in_their_place(size: tuple[int, int], wrap: bool) -> None:
    async def act(app: Shown, text: RawText, pilot: Pilot[None]) -> None:
        text.wrap = wrap
        await pilot.pause()
        for keys in (
            ["end"],
            ["home"],
            ["right"] * 3,
            ["ctrl+right"],
            ["shift+left"],
            ["pagedown"] * 3,
            ["pageup"] * 2,
        ):
            await pilot.press(*keys)
            for line in widget_lines(text):
                assert cell_len(line) == text.scrollable_content_region.width
                assert line.isprintable()

    look(Shown(HOSTILE), act, size)


def test_numbers_marks_and_how_many_conclusions_cite_a_line() -> None:
    async def act(app: Shown, text: RawText, pilot: Pilot[None]) -> None:
        assert drawn(text)[:5] == [
            "▌ 7    one",
            "  9  ● two",
            " 12  │ three",
            " 13 2● four",
            " 14    five",
        ]

    citations = [cited(9, 12, "a"), cited(13, 13, "a", "b")]
    look(Shown(["one", "two", "three", "four", "five"], [7, 9, 12, 13, 14], citations), act)


def test_going_to_a_line_that_is_not_kept_goes_to_the_next_one() -> None:
    async def act(app: Shown, text: RawText, pilot: Pilot[None]) -> None:
        assert text.go_to(12)
        assert text.line == 12
        assert not text.go_to(8)
        assert text.line == 9
        assert not text.go_to(99)
        assert text.line == 12
        await pilot.press("enter")
        assert app.heard[-1] == ("chosen", 12)

    look(Shown(["one", "two", "three"], [7, 9, 12]), act)


def test_a_line_that_is_gone_to_is_in_sight() -> None:
    async def act(app: Shown, text: RawText, pilot: Pilot[None]) -> None:
        for wrap in (False, True):
            text.wrap = wrap
            await pilot.pause()
            for line in (500, 1, 1000, 3, 998, 500):
                text.go_to(line)
                await pilot.pause()
                assert any(row.startswith(f"▌{line:>4} ") for row in widget_lines(text)), (wrap, line)

    look(Shown(["word " * (n % 40) for n in range(1000)]), act)


def test_paging_passes_every_line_once_down_and_up() -> None:
    async def act(app: Shown, text: RawText, pilot: Pilot[None]) -> None:
        seen: set[int] = set()
        for _ in range(30):
            seen |= {int(row[1:5]) for row in widget_lines(text) if row[1:5].strip()}
            await pilot.press("pagedown")
        assert seen == set(range(1, 201))
        assert text.line == 200
        for _ in range(30):
            await pilot.press("pageup")
        assert text.line == 1

    look(Shown([f"line {n}" for n in range(200)]), act)


def test_a_line_higher_than_the_screen_can_be_read_to_its_end() -> None:
    async def act(app: Shown, text: RawText, pilot: Pilot[None]) -> None:
        text.wrap = True
        await pilot.pause()
        seen = ""
        for _ in range(40):
            seen += "".join(widget_lines(text))
            await pilot.press("down")
        assert "BEGIN" in seen
        assert "END" in seen
        assert text.line == 2

    look(Shown(["BEGIN" + "x" * 1000 + "END", "next"]), act)


def test_lines_go_on_to_the_right() -> None:
    async def act(app: Shown, text: RawText, pilot: Pilot[None]) -> None:
        assert drawn(text)[0].endswith(">")
        assert not drawn(text)[1].endswith(">")
        await pilot.press("ctrl+right")
        assert drawn(text)[0].endswith("END")
        assert "<" in drawn(text)[0]
        await pilot.press("right", "right")
        assert "END" in drawn(text)[0]
        await pilot.press("ctrl+left")
        assert "BEGIN" in drawn(text)[0]

    look(Shown(["BEGIN" + "x" * 300 + "END", "short"]), act)


def search(text: RawText, by: int) -> tuple[int, int] | None:
    found = next((match for match in text.matches(by) if match is not None), None)
    if found is not None:
        text.go_to_match(found)
    return found


def test_a_search_comes_to_every_match_and_around() -> None:
    async def act(app: Shown, text: RawText, pilot: Pilot[None]) -> None:
        text.look_for("sda")
        down = [search(text, 1) for _ in range(5)]
        assert down == [(1, 0), (1, 9), (3, 2), (1, 0), (1, 9)]
        assert [search(text, -1) for _ in range(3)] == [(1, 0), (3, 2), (1, 9)]
        text.look_for("SDA")
        assert search(text, 1) == (3, 2)
        text.look_for("[x")
        assert search(text, 1) is None

    look(Shown(["none", "sda is a sda", "", "x SDA", "end"]), act)


def test_a_match_far_to_the_right_comes_into_sight() -> None:
    async def act(app: Shown, text: RawText, pilot: Pilot[None]) -> None:
        for wrap in (False, True):
            text.wrap = wrap
            await pilot.pause()
            text.look_for("needle")
            search(text, 1)
            await pilot.pause()
            assert "needle" in "".join(row[7:].rstrip() for row in widget_lines(text)), wrap

    look(Shown(["a"] * 50 + ["\t日" * 30_000 + "needle" + "z" * 900_000]), act)


def test_text_marked_with_the_mouse_is_what_stands_there() -> None:
    async def act(app: Shown, text: RawText, pilot: Pilot[None]) -> None:
        lead = 6
        await pilot.mouse_down(RawText, offset=(lead + 2, 0))
        await pilot.hover(RawText, offset=(lead + 3, 2))
        await pilot.mouse_up(RawText, offset=(lead + 3, 2))
        assert app.screen.get_selected_text() == "cdef\nsecond\nthir"

    look(Shown(["abcdef", "second", "third"]), act)


def test_nothing_to_show_takes_any_key() -> None:
    async def act(app: Shown, text: RawText, pilot: Pilot[None]) -> None:
        await pilot.press("down", "up", "pagedown", "pageup", "home", "end", "right", "ctrl+right", "enter")
        assert text.line == 0
        assert not text.go_to(3)
        assert not app.heard

    look(Shown([]), act)
