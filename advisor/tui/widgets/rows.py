"""A list of texts with a mark on one of them: wrapped, indented and foldable, and quick with thousands of them.

Only what is seen is drawn, so it serves for a conversation as well as for a proof. A row's text is `Content`, which is never
read as markup.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style

from advisor.tui.bindings import bindings
from advisor.tui.plain import drawable, plain

_LEAD = re.compile(r"\s*(?:(?:[-•›→!✓·]|\d{1,3}[.)]|\[\d{1,4}\])\s+)?")
_CODE_LEAD = re.compile(r"\s*(?:[a-z ]+: )?(?:\$ )?")
_GOES_ON = "… "
_STEP = 2
_NARROWEST = 12


@dataclass(frozen=True, slots=True)
class Row:
    """One text of the list.

    Attributes:
        key: what it stands for; keeps the mark and the folds when the list is filled anew.
        text: of one or more lines, each wrapped by itself.
        depth: how far it is set in.
        fold: whether rows of greater depth that follow can be hidden below it.
        folded: whether they are at first.
        mark: one or two cells before the text.
        style: of the whole row.
        still: whether the mark passes over it, as over a heading.
        code: the lines of `text`, from 0, that are commands: where one is wrapped, that is to be seen.
    """

    key: object
    text: Content
    depth: int = 0
    fold: bool = False
    folded: bool = False
    mark: str = ""
    style: str = ""
    still: bool = False
    code: frozenset[int] = frozenset()


class Rows(ScrollView, can_focus=True):
    """The list.

    Subclasses or screens hear of `Marked` when the mark moves and of `Chosen` when a row is chosen.
    """

    BINDINGS = bindings("list")
    FOLLOWS_END: ClassVar[bool] = False
    """Whether the end stays in sight when the size changes, as in a conversation."""
    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows--marked", "rows--marked-blurred"}
    DEFAULT_CSS = """
    Rows {
        background: $background;
        color: $foreground;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        scrollbar-size-horizontal: 0;
        scrollbar-gutter: stable;
    }
    Rows > .rows--marked { background: $mark; color: $strong; }
    Rows > .rows--marked-blurred { background: $surface; }
    """

    class Marked(Message):
        """The mark stands on another row."""

        def __init__(self, rows: Rows, row: Row) -> None:
            """Say which."""
            super().__init__()
            self.rows, self.row = rows, row

        @property
        def control(self) -> Rows:
            """The list, so that a handler can say which one it means."""
            return self.rows

    class Chosen(Marked):
        """A row was chosen."""

    def __init__(
        self,
        rows: Iterable[Row] = (),
        *,
        empty: str = "",
        id: str | None = None,
        classes: str = "",
        steered: bool = False,
    ) -> None:
        """A list of rows.

        Args:
            rows: those at first.
            empty: what is said where there are none.
            id: as of every widget.
            classes: likewise.
            steered: whether the mark is moved from a box that has the focus, so that it must be as plain as with it.
        """
        super().__init__(id=id, classes=classes)
        self.empty, self._steered = empty, steered
        self._rows: list[Row] = list(rows)
        self._folds: dict[object, bool] = {}
        self._seen: list[int] = []
        self._wrapped: dict[int, list[Content]] = {}
        self._lines: list[tuple[int, int]] = []
        self._first: dict[int, int] = {}
        self._width = 0
        self._drawn: dict[tuple[int, int], Strip] = {}
        self.marked = -1
        self._moved = False
        self._at_end = True

    # What is in it

    @property
    def rows(self) -> Sequence[Row]:
        """Every row, also those that are hidden."""
        return self._rows

    @property
    def row(self) -> Row | None:
        """The marked row."""
        return self._rows[self.marked] if 0 <= self.marked < len(self._rows) else None

    def fill(self, rows: Iterable[Row], mark: object = None) -> None:
        """Show other rows; the mark stays on the row of the same key, or goes to the one of `mark`."""
        wanted = mark if mark is not None else (self.row.key if self.row and self._moved else None)
        self._rows = list(rows)
        self._wrapped.clear()
        at = next((n for n, row in enumerate(self._rows) if row.key == wanted and not row.still), -1)
        if at < 0 and self._rows:
            at = self._nearest(min(max(self.marked, 0), len(self._rows) - 1) if self._moved else 0)
        self.marked = at
        self._arrange()

    def add(self, rows: Iterable[Row]) -> None:
        """Add rows at the end, and go there if the end was in sight."""
        at_end = self.scroll_offset.y >= self.max_scroll_y - 1
        self._rows.extend(rows)
        self._arrange()
        if at_end:
            self.call_after_refresh(self.scroll_end, animate=False)

    def go_to(self, key: object) -> bool:
        """Put the mark on the row of a key, unfolding what hides it; whether there is one."""
        at = next((n for n, row in enumerate(self._rows) if row.key == key), -1)
        if at < 0:
            return False
        depth = self._rows[at].depth
        for number in range(at - 1, -1, -1):
            if self._rows[number].depth < depth:
                self._folds[self._rows[number].key] = False
                depth = self._rows[number].depth
        self._arrange()
        self._mark(at)
        return True

    def folded(self, row: Row) -> bool:
        """Whether what is below a row is hidden."""
        return row.fold and self._folds.get(row.key, row.folded)

    # How it is laid out

    def _arrange(self) -> None:
        width = self.scrollable_content_region.width
        if not width:  # not seen: nothing is drawn before it has a size
            self._seen, self._lines, self._first = [], [], {}
            self._drawn.clear()
            return
        if width != self._width:
            self._width = width
            self._wrapped.clear()
        self._seen = list(self._unfolded())
        self._lines, self._first = [], {}
        for number in self._seen:
            if number not in self._wrapped:
                self._wrapped[number] = self._wrap(self._rows[number])
            self._first[number] = len(self._lines)
            self._lines.extend((number, part) for part in range(len(self._wrapped[number])))
        self._drawn.clear()
        self.virtual_size = Size(width, max(len(self._lines), 1))
        self.refresh()

    def _unfolded(self) -> Iterable[int]:
        hidden: int | None = None
        for number, row in enumerate(self._rows):
            if hidden is not None and row.depth > hidden:
                continue
            hidden = row.depth if self.folded(row) else None
            yield number

    def _wrap(self, row: Row) -> list[Content]:
        sign = ("▸ " if self.folded(row) else "▾ ") if row.fold else ""
        lead = " " * (row.depth * _STEP) + sign + row.mark
        space = max(self._width - Content(lead).cell_length - 1, _NARROWEST)
        lines: list[Content] = []
        for number, line in enumerate(drawable(row.text).split("\n", allow_blank=True)):
            lines.extend(hung(line, space, number in row.code))
        inner = " " * Content(lead).cell_length
        return [Content(lead if n == 0 else inner) + line for n, line in enumerate(lines or [Content("")])]

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Remember whether the end is in sight."""
        super().watch_scroll_y(old_value, new_value)
        self._at_end = new_value >= self.max_scroll_y - 1

    def on_resize(self, event: events.Resize) -> None:
        """Wrap anew."""
        at_end = self.FOLLOWS_END and self._at_end  # as it was before it had this size
        self._arrange()
        if at_end and self.max_scroll_y:
            self.scroll_end(animate=False)

    def notify_style_update(self) -> None:
        """Draw anew: the colours are others."""
        self._drawn.clear()
        super().notify_style_update()

    # How it is drawn

    def render_line(self, y: int) -> Strip:
        """One line of what is in sight."""
        at = y + self.scroll_offset.y
        width = self.size.width
        base = self.visual_style
        if at >= len(self._lines):
            said = self._empty_lines(width) if not self._rows else []
            return Strip([Segment(said[at] if at < len(said) else "", base.rich_style)]).adjust_cell_length(
                width, base.rich_style
            )
        number, part = self._lines[at]
        strip = self._drawn.get((number, part))
        if strip is None or self.text_selection is not None:
            strip = self._draw(number, part, at, base)
            if self.text_selection is None:
                self._drawn[(number, part)] = strip
        return strip

    def _empty_lines(self, width: int) -> list[str]:
        """What is said where there are no rows, wrapped."""
        return [line.plain for line in Content(plain(self.empty)).wrap(max(width - 1, 1))]

    def _draw(self, number: int, part: int, at: int, base: Style) -> Strip:
        row, content = self._rows[number], self._wrapped[number][part]
        if row.style:
            content = content.stylize_before(row.style)
        style = base
        if number == self.marked and not row.still:
            plain_mark = self.has_focus or self._steered
            name = "rows--marked" if plain_mark else "rows--marked-blurred"
            marked = self.get_visual_style(name)
            style = base + marked
            content = Content("▌" if plain_mark else " ") + content
        else:
            content = Content(" ") + content
        if (selection := self.text_selection) is not None and (span := selection.get_span(at)) is not None:
            start, end = span
            chosen = self.screen.get_visual_style("screen--selection")
            content = content.stylize(chosen, start, len(content.plain) if end == -1 else end)
        segments = [
            Segment(text, one.rich_style) for text, one in content.render(style, end="", parse_style=self._parsed)
        ]
        strip = Strip(segments).adjust_cell_length(self.size.width, style.rich_style)
        return strip.apply_offsets(0, at)

    def _parsed(self, style: str | Style) -> Style:
        return style if isinstance(style, Style) else self._get_style(style)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The text that was marked with the mouse."""
        text = "\n".join(f" {self._wrapped[number][part].plain}" for number, part in self._lines)
        return selection.extract(text), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Show it."""
        self._drawn.clear()
        self.refresh()

    def on_focus(self) -> None:
        """The mark is shown otherwise."""
        if self.marked < 0 and self._rows:
            self.marked = self._nearest(0)
        self._drawn.clear()
        self.refresh()

    def on_blur(self) -> None:
        """The mark is shown otherwise."""
        self._drawn.clear()
        self.refresh()

    def bookmark(self) -> Callable[[], None]:
        """Remember the mark and the folds; the result puts them back."""
        marked, moved, folds, top = self.marked, self._moved, dict(self._folds), self.scroll_offset.y

        def restore() -> None:
            if folds != self._folds:
                self._folds = folds
                self._wrapped.clear()
                self._arrange()
            self._mark(marked, show=False)
            self._moved = moved
            self.scroll_to(y=top, animate=False, force=True, immediate=True)

        return restore

    # How the mark moves

    def _nearest(self, at: int) -> int:
        """The row at a place or after it that the mark may stand on, or else the last one before it."""
        after = (n for n in range(at, len(self._rows)) if not self._rows[n].still)
        return next(after, next((n for n in range(at - 1, -1, -1) if not self._rows[n].still), -1))

    def _mark(self, number: int, show: bool = True) -> None:
        if not 0 <= number < len(self._rows):
            return
        before, self.marked, self._moved = self.marked, number, True
        for one in (before, number):
            for part in range(len(self._wrapped.get(one, ()))):
                self._drawn.pop((one, part), None)
        if show:
            self._show_marked()
        self.refresh()
        if before != number:
            self.post_message(self.Marked(self, self._rows[number]))

    def _show_marked(self) -> None:
        first = self._first.get(self.marked)
        if first is not None:
            height = min(len(self._wrapped[self.marked]), self.size.height)
            self.scroll_to_region(Region(0, first, self._width, height), animate=False, force=True)

    def action_move(self, by: int) -> None:
        """Put the mark on the next or the one before, or scroll within a row that is higher than the list."""
        if self._within(by):
            return
        places = [n for n in self._seen if not self._rows[n].still]
        if not places:
            self.scroll_relative(y=by, animate=False)
            return
        at = places.index(self.marked) if self.marked in places else -1
        target = min(max(at + by, 0), len(places) - 1)
        if places[target] == self.marked:
            self.scroll_relative(y=by, animate=False)
        self._mark(places[target])

    def _within(self, by: int) -> bool:
        """Scroll inside the marked row where it reaches out of sight in that direction."""
        first = self._first.get(self.marked)
        if first is None:
            return False
        last = first + len(self._wrapped[self.marked]) - 1
        top, height = self.scroll_offset.y, self.size.height
        if by > 0 and top <= last and last >= top + height and first < top + height:
            self.scroll_relative(y=1, animate=False)
            return True
        if by < 0 and first < top <= last:
            self.scroll_relative(y=-1, animate=False)
            return True
        return False

    def action_page(self, by: int) -> None:
        """A screenful on or back, also within a row that is higher than the list; the mark goes to a row in sight."""
        if not self._lines:
            return
        before = self.scroll_offset.y
        top = min(max(before + by * max(self.size.height - 1, 1), 0), self.max_scroll_y)
        if top == before:  # nothing is left in that direction but the outermost row
            self.action_last() if by > 0 else self.action_first()
            return
        # At once: the next key counts from here.
        self.scroll_to(y=top, animate=False, force=True, immediate=True)
        self._mark(self._in_sight(top, self._first.get(self.marked, before) + top - before), show=False)

    def _in_sight(self, top: int, wanted: int) -> int:
        """Of the rows in sight the one that begins nearest to a line, or else one that reaches into sight; -1 for none."""
        shown = range(top, min(top + self.size.height, len(self._lines)))
        marks = [at for at in shown if not self._rows[self._lines[at][0]].still]
        at = min(marks, key=lambda at: (self._lines[at][1] > 0, abs(at - wanted)), default=-1)
        return self._lines[at][0] if at >= 0 else -1

    def action_first(self) -> None:
        """The first row."""
        self._mark(self._nearest(0))
        self.scroll_home(animate=False)

    def action_last(self) -> None:
        """The last row."""
        places = [n for n in self._seen if not self._rows[n].still]
        if places:
            self._mark(places[-1])
        self.scroll_end(animate=False)

    def action_choose(self) -> None:
        """Choose the marked row; one that folds is folded or unfolded."""
        if self.row is not None:
            if self.row.fold:
                self._turn(self.row, not self.folded(self.row))
            self.post_message(self.Chosen(self, self.row))

    def action_unfold(self) -> None:
        """Show what is below the marked row."""
        if self.row is not None and self.row.fold:
            self._turn(self.row, False)

    def action_fold(self) -> None:
        """Hide what is below the marked row, or go up to the row that it is below."""
        row = self.row
        if row is None:
            return
        if row.fold and not self.folded(row):
            self._turn(row, True)
            return
        above = (
            n for n in range(self.marked - 1, -1, -1) if self._rows[n].depth < row.depth and not self._rows[n].still
        )
        self._mark(next(above, self.marked))

    def _turn(self, row: Row, folded: bool) -> None:
        self._folds[row.key] = folded
        self._wrapped.pop(self.marked, None)
        self._arrange()
        self._show_marked()

    def on_click(self, event: events.Click) -> None:
        """A click marks a row, and chooses the one that is marked already."""
        at = event.y + self.scroll_offset.y
        if at < len(self._lines):
            number = self._lines[at][0]
            if self._rows[number].still:
                return
            if number == self.marked or self._rows[number].fold:
                self._mark(number)
                self.action_choose()
            else:
                self._mark(number)


def hung(line: Content, width: int, code: bool = False) -> list[Content]:
    """A line wrapped so that its later parts stand below its first word, after blanks, a number or a dash.

    Those of a command are set in deeper, behind a sign: they must not look like commands of their own.
    """
    line = line.expand_tabs(8)
    if line.cell_length <= width:
        return [line]
    match = (_CODE_LEAD if code else _LEAD).match(line.plain)
    hang = min(match.end() if match else 0, width // 2)
    lead, rest = line[:hang], line[hang:]
    sign = _GOES_ON if code else ""
    parts = rest.wrap(max(width - lead.cell_length - len(sign), 1))
    return [lead + parts[0], *(Content(" " * lead.cell_length + sign) + part for part in parts[1:])]
