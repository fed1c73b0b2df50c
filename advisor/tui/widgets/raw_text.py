"""The lines of a capture with their numbers, those that are cited marked; as quick with a million lines as with ten.

Only what is in sight is drawn. The text itself is never copied: it is a list of lines that somebody else holds.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from advisor.tui.bindings import bindings
from advisor.tui.cells import Line, width
from advisor.tui.cited_lines import CitedLines
from advisor.tui.wrapping import Place, Wrapping
from advisor.views.captures import Citation

_ABOVE = 3
"""A line that is gone to stands a third of the height below the top."""
_SIDEWAYS = 8
_LEAST_ROOM = 8
_REMEMBERED = 96
_MOST_COUNTED = 9


class Numbered(NamedTuple):
    """Lines with their numbers in the file and their widths in cells."""

    lines: Sequence[str]
    numbers: Sequence[int]
    widths: array[int]


_NOTHING = Numbered((), (), array("L"))


class RawText(ScrollView, can_focus=True):
    """Shows lines; the mark stands on one of them."""

    BINDINGS = bindings("text")
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "raw-text--number", "raw-text--sign", "raw-text--cited", "raw-text--marked", "raw-text--marked-blurred",
        "raw-text--match", "raw-text--more",
    }  # fmt: skip
    DEFAULT_CSS = """
    RawText {
        background: $background;
        color: $foreground;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        & > .raw-text--number { color: $quiet; }
        & > .raw-text--sign { color: $accent; text-style: bold; }
        & > .raw-text--cited { color: $strong; text-style: bold; }
        & > .raw-text--marked { background: $mark; }
        & > .raw-text--marked-blurred { background: $panel; }
        & > .raw-text--match { text-style: reverse; }
        & > .raw-text--more { color: $quiet; }
    }
    """

    wrap: reactive[bool] = reactive(False)

    class Marked(Message):
        """The mark stands on another line: `line` is its number in the file."""

        def __init__(self, text: RawText, line: int) -> None:
            """Say which."""
            super().__init__()
            self.text, self.line = text, line

        @property
        def control(self) -> RawText:
            """The widget that sent it."""
            return self.text

    class Chosen(Marked):
        """Somebody wants to know what rests on the marked line."""

    def __init__(self, *, id: str | None = None) -> None:
        """Nothing is shown."""
        super().__init__(id=id)
        self.shown = _NOTHING
        self.cited = CitedLines()
        self.marked = 0
        self.left = 0
        self.pattern: re.Pattern[str] | None = None
        self._found: tuple[int, int] | None = None
        self._wrapping = Wrapping((), None)
        self._styles: dict[str, Style] = {}
        self._line = lru_cache(_REMEMBERED)(self._drawn)

    # --- what others call

    def show(self, shown: Numbered, citations: Iterable[Citation] = ()) -> None:
        """Show other lines, from the first on."""
        self.shown = shown
        self.cited = CitedLines(citations)
        self.marked = self.left = 0
        self._found = None
        self._line.cache_clear()
        self._arrange()
        self.scroll_to(0, 0, animate=False, force=True)

    def cite(self, citations: Iterable[Citation]) -> None:
        """Other citations of the same lines."""
        self.cited = CitedLines(citations)
        self.refresh()

    @property
    def line(self) -> int:
        """The number of the marked line; 0 where nothing is shown."""
        return self.shown.numbers[self.marked] if self.shown.lines else 0

    @property
    def text_of_line(self) -> str:
        """The marked line as it stands in the file."""
        return self.shown.lines[self.marked] if self.shown.lines else ""

    def go_to(self, line: int) -> bool:
        """Put the mark on a line of the file, or the next one that is kept; whether it is that line."""
        if not self.shown.lines:
            return False
        at = min(bisect_left(self.shown.numbers, line), len(self.shown.lines) - 1)
        self._mark(at, around=True)
        return self.shown.numbers[at] == line

    def look_for(self, text: str) -> None:
        """What to search for; capitals count only where there are any in it. "" ends the search."""
        flags = re.IGNORECASE if text == text.lower() else re.NOFLAG
        self.pattern = re.compile(re.escape(text), flags) if text else None
        self._found = None
        self.refresh()

    def matches(self, by: int) -> Iterator[tuple[int, int] | None]:
        """Lines with a match from the mark on, each as index and column, `None` for those without one.

        The mark's own line comes first, from behind the match that it was put on, and at the end once more.
        """
        pattern, lines = self.pattern, self.shown.lines
        if pattern is None or not lines:
            return
        count, start = len(lines), self.marked
        column = self._found[1] if self._found is not None and self._found[0] == start else None
        yield _match_in(pattern, lines, start, column, by)
        for away in range(1, count + 1):
            yield _match_in(pattern, lines, (start + by * away) % count, None, by)

    def go_to_match(self, found: tuple[int, int]) -> None:
        """Put the mark on a match."""
        self._found = found
        at, column = found
        before = width(self.shown.lines[at][:column])
        if not self.wrap and not self.left <= before < self.left + self._room - 1:
            self.left = max(before - self._room // 2, 0) if before >= self._room else 0
        self._mark(at, around=True, part=before // self._room if self.wrap else 0)

    # --- layout

    @property
    def _digits(self) -> int:
        return len(str(self.shown.numbers[-1])) if self.shown.lines else 1

    @property
    def _gutter(self) -> int:
        """Mark, number, blank, count and sign, blank."""
        return self._digits + 5

    @property
    def _room(self) -> int:
        """Cells of text in a row; one is kept free for the sign that a line goes on."""
        return max(self.scrollable_content_region.width - self._gutter - 1, _LEAST_ROOM)

    def _arrange(self) -> None:
        size = self.scrollable_content_region.size
        if not size.width:
            return
        self._wrapping = Wrapping(self.shown.widths, self._room if self.wrap else None)
        self.virtual_size = Size(size.width, max(self._wrapping.height, 1))
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Lay out anew; the mark stays in sight."""
        self._arrange()
        self.call_after_refresh(self._into_sight)

    def watch_wrap(self) -> None:
        """Lay out anew; the mark stays in sight."""
        self.left = 0
        self._arrange()
        self._into_sight(around=True)

    def _into_sight(self, around: bool = False, part: int = 0) -> None:
        if not self.shown.lines:
            return
        row, height = self._wrapping.row_of(self.marked) + part, max(self.size.height, 1)
        top = self.scroll_offset.y
        bottom = row + min(self._wrapping.parts_of(self.marked) - part, height) - 1
        if around and not top <= row <= bottom < top + height:
            top = row - height // _ABOVE
        elif row < top:
            top = row
        elif bottom >= top + height:
            top = bottom - height + 1
        self.scroll_to(y=max(top, 0), animate=False, force=True)

    # --- drawing

    def notify_style_update(self) -> None:
        """Colours changed: those that were looked up hold no more."""
        self._styles.clear()
        super().notify_style_update()

    def _style(self, part: str) -> Style:
        style = self._styles.get(part)
        if style is None:
            style = self.get_component_rich_style(f"raw-text--{part}", partial=True) if part else self.rich_style
            self._styles[part] = style
        return style

    def _drawn(self, at: int) -> Line:
        return Line(self.shown.lines[at])

    def _piece(self, place: Place) -> str:
        """The text in a row."""
        line, room = self._line(place.line), self._room
        return line.part(place.part * room, room, spill=True) if self.wrap else line.part(self.left, room)

    def render_line(self, y: int) -> Strip:
        """One row of what is in sight."""
        row, cells, base = y + self.scroll_offset.y, self.scrollable_content_region.width, self._style("")
        if row >= self._wrapping.height:
            return Strip.blank(cells, base)
        place = self._wrapping.at(row)
        number = self.shown.numbers[place.line]
        marked = place.line == self.marked
        style = base
        if marked:
            style += self._style("marked" if self.has_focus else "marked-blurred")
        text = style + self._style("cited") if self.cited.at(number) else style
        pieces = self._pieces(self._piece(place), text, row)
        strip = Strip([*self._lead(place, number, marked, style), *pieces])
        more = ">" if not self.wrap and self._line(place.line).longer_than(self.left + self._room) else " "
        strip = strip.adjust_cell_length(cells - 1, style)
        return Strip([*strip, Segment(more, style + self._style("more"))], cells)

    def _lead(self, place: Place, number: int, marked: bool, style: Style) -> Iterator[Segment]:
        """Mark, number, how many conclusions cite the line, and a sign for it."""
        bar = "▌" if marked else " "
        label = str(number) if place.part == 0 else ""
        yield Segment(f"{bar}{label:>{self._digits}} ", style + self._style("number"))
        sign = "  "
        if self.cited.at(number):
            count = self.cited.conclusions(number)
            several = "+" if count > _MOST_COUNTED else str(count) if count > 1 else " "
            first = self.cited.begins(number) and place.part == 0
            sign = f"{several}●" if first else " │"
        yield Segment(sign, style + self._style("sign"))
        yield Segment("<" if self.left else " ", style + self._style("more"))

    def _pieces(self, piece: str, style: Style, row: int) -> Iterator[Segment]:
        """The text with what was searched for and what is marked with the mouse."""
        spans = [match.span() for match in self.pattern.finditer(piece)] if self.pattern is not None else []
        match, at = style + self._style("match"), 0
        if (selection := self.text_selection) is not None and (span := selection.get_span(row)) is not None:
            spans = [(span[0], len(piece) if span[1] < 0 else span[1])]
            match = style + self.screen.get_component_rich_style("screen--selection", partial=True)
        for first, last in spans:
            yield from self._offset(piece, at, first, style, row)
            yield from self._offset(piece, first, last, match, row)
            at = last
        yield from self._offset(piece, at, len(piece), style, row)

    @staticmethod
    def _offset(piece: str, first: int, last: int, style: Style, row: int) -> Iterator[Segment]:
        """A stretch of a row that knows its place, so that it can be marked with the mouse."""
        if first < last:
            yield from Strip([Segment(piece[first:last], style)]).apply_offsets(first, row)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The text that was marked with the mouse."""
        if not self.shown.lines:
            return None
        last_row = self._wrapping.height - 1
        first, last = selection.start, selection.end
        rows = range(first.y if first else 0, min(last.y if last else last_row, last_row) + 1)
        pieces = []
        for row in rows:
            piece = self._piece(self._wrapping.at(row))
            begin, end = selection.get_span(row) or (0, 0)
            pieces.append(piece[begin:] if end < 0 else piece[begin:end])
        return "\n".join(pieces), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Show it."""
        self.refresh()

    def on_focus(self) -> None:
        """The mark is shown otherwise."""
        self.refresh()

    def on_blur(self) -> None:
        """The mark is shown otherwise."""
        self.refresh()

    # --- moving

    def bookmark(self) -> Callable[[], None]:
        """Remember the mark and what is in sight; the result puts them back."""
        marked, left, wrap, top, shown = self.marked, self.left, self.wrap, self.scroll_offset.y, self.shown

        def restore() -> None:
            if self.shown is shown:
                self.wrap = wrap
                self.left = left
                self._mark(marked)
                self.scroll_to(y=top, animate=False, force=True)

        return restore

    def _mark(self, at: int, around: bool = False, part: int = 0) -> None:
        before, self.marked = self.marked, at
        self._into_sight(around, part)
        self.refresh()
        if before != at or around:
            self.post_message(self.Marked(self, self.line))

    def action_move(self, by: int) -> None:
        """The next line or the one before; within a line that is higher than the screen, the next row."""
        if not self.shown.lines:
            return
        row, parts = self._wrapping.row_of(self.marked), self._wrapping.parts_of(self.marked)
        top, height = self.scroll_offset.y, self.size.height
        if parts > height and (row + parts > top + height if by > 0 else row < top):
            self.scroll_to(y=top + by, animate=False, force=True)
            return
        self._mark(min(max(self.marked + by, 0), len(self.shown.lines) - 1))

    def action_page(self, by: int) -> None:
        """A screenful on or back; the text goes along."""
        if not self.shown.lines:
            return
        step = max(self.size.height - 1, 1)
        row = self._wrapping.row_of(self.marked)
        top = self.scroll_offset.y
        target = min(max(max(row, top) + by * step, 0), self._wrapping.height - 1)
        place = self._wrapping.at(target)
        self.scroll_to(
            y=max(min(top + by * step, self._wrapping.height - self.size.height), 0), animate=False, force=True
        )
        if place.line != self.marked:
            if self._wrapping.parts_of(place.line) > step:
                self.marked = place.line
                self.refresh()
                self.post_message(self.Marked(self, self.line))
            else:
                self._mark(place.line)

    def action_first(self) -> None:
        """The first line."""
        if self.shown.lines:
            self._mark(0)

    def action_last(self) -> None:
        """The last line."""
        if self.shown.lines:
            self._mark(len(self.shown.lines) - 1)

    def action_sideways(self, by: int) -> None:
        """Show what is further right or left: 1 for a few cells, 2 for a screenful, 3 for the end or the beginning."""
        if self.wrap or not self.shown.lines:
            return
        longest = max(self.shown.widths[at] for at in self._in_sight())
        end = max(longest - self._room, 0)
        amount = {1: _SIDEWAYS, 2: max(self._room - 1, 1), 3: end + self.left}[abs(by)]
        self.left = min(max(self.left + (amount if by > 0 else -amount), 0), max(end, self.left if by < 0 else 0))
        self.refresh()

    def _in_sight(self) -> range:
        """The lines that are drawn."""
        top = min(self.scroll_offset.y, self._wrapping.height - 1)
        bottom = min(top + max(self.size.height, 1), self._wrapping.height) - 1
        return range(self._wrapping.at(top).line, self._wrapping.at(bottom).line + 1)

    def action_turn_wrap(self) -> None:
        """Break long lines, or show them in one row each."""
        self.wrap = not self.wrap

    def action_choose(self) -> None:
        """Ask what rests on the marked line."""
        if self.shown.lines:
            self.post_message(self.Chosen(self, self.line))

    def on_click(self, event: events.Click) -> None:
        """A click marks a line; on the marked one it asks what rests on it."""
        row = event.y + self.scroll_offset.y
        if row < self._wrapping.height and self.shown.lines:
            at = self._wrapping.at(row).line
            if at == self.marked and event.chain > 1:
                self.action_choose()
            else:
                self._mark(at)

    def _on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        event.stop()
        self.action_sideways(1)

    def _on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        event.stop()
        self.action_sideways(-1)


def _match_in(
    pattern: re.Pattern[str], lines: Sequence[str], at: int, column: int | None, by: int
) -> tuple[int, int] | None:
    """The first match in a line, or the last one where the search goes up; beyond `column` where one is given."""
    line = lines[at]
    if by > 0:
        match = pattern.search(line, 0 if column is None else column + 1)
        return (at, match.start()) if match is not None else None
    last = None
    for match in pattern.finditer(line, 0, len(line) if column is None else column):
        last = match.start()
    return (at, last) if last is not None else None
