"""What a simulated host has printed, as on its terminal: outputs in their exact columns, everything else wrapped.

Only what is in sight is drawn. Nothing in it is ever read as markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from advisor.tui.bindings import bindings
from advisor.tui.cells import Line, width
from advisor.tui.plain import drawable, plain
from advisor.tui.widgets.rows import hung

_SIDEWAYS = 8
_WIDEST_PROSE = 100
_LEAST_ROOM = 8
_LEADS = {"tutor": "tutor: ", "error": "! "}
_APART = frozenset(("complaint", "tutor"))
"""Blank lines stand around these."""


class Entry(NamedTuple):
    """One text: what was typed, or what was said to it.

    Attributes:
        kind: ``typed``, or as in `advisor.training.exercise.Said`.
        number: of the line that was typed, from 1; 0 before the first one.
        prompt: of what was typed.
    """

    kind: str
    text: str
    number: int = 0
    prompt: str = ""


class _Row(NamedTuple):
    """One row of the screen, or one line of an output, of which a row shows a part.

    Attributes:
        kind: of its entry. text: as it is drawn. lead: so many characters at its beginning stand out.
        entry: which one, from 0. line: which of its lines, from 0; -1 for the blank one before it.
    """

    kind: str
    text: str
    lead: int
    entry: int
    line: int


class HostText(ScrollView, can_focus=True):
    """The texts, the newest below."""

    BINDINGS = bindings("host")
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "host-text--typed", "host-text--lead", "host-text--bad", "host-text--more", "host-text--complaint",
    }  # fmt: skip
    DEFAULT_CSS = """
    HostText {
        background: $background;
        color: $foreground;
        overflow-x: hidden;
        scrollbar-size-vertical: 0;
        & > .host-text--typed { color: $strong; text-style: bold; }
        & > .host-text--lead { color: $accent; text-style: bold; }
        & > .host-text--bad { color: $bad; text-style: bold; }
        & > .host-text--complaint { color: $strong; }
        & > .host-text--more { color: $accent; background: $panel; text-style: bold; }
    }
    """

    def __init__(self, *, id: str | None = None, further: str = "End goes there") -> None:
        """Nothing was printed yet; `further` says how to get to what is below."""
        super().__init__(id=id)
        self.further = further
        self.entries: list[Entry] = []
        self.left = 0
        self._rows: list[_Row] = []
        self._laid = 0
        self._following = True
        self._top = (0, 0)
        self._styles: dict[str, Style] = {}

    # What is in it

    def add(self, entries: Iterable[Entry]) -> None:
        """Add texts at the end, and go there."""
        self.left = 0
        self.append(entries)
        self.follow()

    def append(self, entries: Iterable[Entry]) -> None:
        """Add texts at the end; what is in sight stays in sight."""
        first = len(self.entries)
        self.entries.extend(entries)
        if self._laid:
            for number in range(first, len(self.entries)):
                self._rows.extend(self._laid_out(number))
            self._measure()

    def clear(self) -> None:
        """Show nothing any more."""
        self.entries.clear()
        self._rows.clear()
        self.left = 0
        self.follow()
        self._measure()

    def follow(self) -> None:
        """Go to the end, and stay there when more is added."""
        self._following = True
        self._settle()

    def show_from(self, entry: int) -> None:
        """Show a text from its beginning on."""
        self._following = False
        self._top = (entry, 0)
        self._settle()

    def entry_of(self, number: int) -> int | None:
        """The text of a line that was typed, by its number."""
        return next((at for at, entry in enumerate(self.entries) if entry.number == number), None)

    # How it is laid out

    @property
    def _room(self) -> int:
        """Cells of text in a row; one is kept free for the sign that a line goes on."""
        return max(self._laid - 1, _LEAST_ROOM)

    def _laid_out(self, number: int) -> Iterator[_Row]:
        entry, apart = self.entries[number], self.entries[number].kind in _APART
        if apart and number and self.entries[number - 1].kind not in _APART:
            yield _Row("", "", 0, number, -1)
        if entry.kind == "typed":
            yield from self._typed(entry, number)
        else:
            lead = _LEADS.get(entry.kind, "")
            text = plain(entry.text)
            if entry.kind == "complaint":  # its lines end where its author's did
                text = "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))
            for at, line in enumerate(f"{lead}{text}".split("\n")):
                lines = [line] if entry.kind == "output" else self._wrapped(line)
                for part, text in enumerate(lines):
                    yield _Row(entry.kind, text, len(lead) if at == part == 0 else 0, number, at)
        if apart:
            yield _Row("", "", 0, number, entry.text.count("\n"))

    def _typed(self, entry: Entry, number: int) -> Iterator[_Row]:
        """A line as terminals break it: at the edge."""
        line, room = Line(f"{entry.prompt}{plain(entry.text)}"), self._room
        yield _Row("typed", line.part(0, room), len(entry.prompt), number, 0)
        at = room
        while line.longer_than(at):
            yield _Row("typed", line.part(at, room), 0, number, 0)
            at += room

    def _wrapped(self, line: str) -> list[str]:
        return [part.plain for part in hung(drawable(Content(line)), min(self._room, _WIDEST_PROSE))]

    def _arrange(self) -> None:
        self._laid = self.scrollable_content_region.width
        self._rows = (
            [row for number in range(len(self.entries)) for row in self._laid_out(number)] if self._laid else []
        )
        self._measure()

    def _measure(self) -> None:
        self.virtual_size = Size(self._laid, max(len(self._rows), 1))
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Lay out anew; what was in sight stays in sight."""
        if self.scrollable_content_region.width != self._laid:
            self._arrange()
        self._settle()
        self.left = min(self.left, self._most_left())

    def _settle(self) -> None:
        """Go to where one was: the end, or the row that was the first one in sight."""
        if not self._laid:
            return  # not seen: there is no place in it yet
        place = self._top
        top = len(self._rows) if self._following else self._row_of(place)
        self.scroll_to(y=min(top, self._last_top), animate=False, force=True, immediate=True)
        if not self._following:
            self._top = (
                place  # also where it cannot be the first one in sight at this size: the next size may be another
            )

    def _row_of(self, place: tuple[int, int]) -> int:
        return next((n for n, row in enumerate(self._rows) if (row.entry, row.line) >= place), len(self._rows))

    @property
    def _last_top(self) -> int:
        return max(len(self._rows) - self.size.height, 0)

    def watch_scroll_y(self, old: float, new: float) -> None:
        """Remember what is in sight, unless all of it is, or the size has just changed and nothing is laid out for it yet."""
        super().watch_scroll_y(old, new)
        if self._last_top and self.scrollable_content_region.width == self._laid:
            at = min(max(round(new), 0), len(self._rows) - 1)
            self._top = (self._rows[at].entry, self._rows[at].line)

    # How it is drawn

    def notify_style_update(self) -> None:
        """Colours changed: those that were looked up hold no more."""
        self._styles.clear()
        super().notify_style_update()

    def _style(self, part: str) -> Style:
        if part not in self._styles:
            found = self.get_component_rich_style(f"host-text--{part}", partial=True) if part else self.rich_style
            self._styles[part] = found
        return self._styles[part]

    def render_line(self, y: int) -> Strip:
        """One row of what is in sight."""
        top, cells, base = self.scroll_offset.y, self.size.width, self._style("")
        at, height = y + top, self.size.height
        if at >= len(self._rows):
            return Strip.blank(cells, base)
        below = len(self._rows) - (top + height)
        if below > 0 and y == height - 1 and height > 2:
            text = f" ↓ {below + 1} more lines below; {self.further}"
            return Strip([Segment(text, base + self._style("more"))]).adjust_cell_length(
                cells, base + self._style("more")
            )
        row = self._rows[at]
        text, cut_left, cut_right = self._piece(row)
        strip = Strip([*self._pieces(row, text, at, cut_left)]).adjust_cell_length(cells - 1, base)
        return Strip(
            [*strip, Segment(">" if cut_right else " ", base + self._style("more" if cut_right else ""))], cells
        )

    def _piece(self, row: _Row) -> tuple[str, bool, bool]:
        """The part of a line that is shown, and whether there is more of it at the left and at the right."""
        if row.kind != "output":
            return row.text, False, False
        line, room = Line(row.text), self._room
        return line.part(self.left, room), self.left > 0 and bool(row.text), line.longer_than(self.left + room)

    def _pieces(self, row: _Row, text: str, at: int, cut_left: bool) -> Iterator[Segment]:
        style = self._style("") + self._style(row.kind if row.kind in ("typed", "complaint") else "")
        lead = self._style("") + self._style("bad" if row.kind == "error" else "lead")
        spans = [(0, row.lead, lead), (row.lead, len(text), style)]
        if cut_left:
            spans = [(0, 1, self._style("") + self._style("more")), (1, len(text), style)]
            text = "<" + text[1:]
        if (selection := self.text_selection) is not None and (chosen := selection.get_span(at)) is not None:
            begin, end = chosen[0], len(text) if chosen[1] < 0 else chosen[1]
            mark = style + self.screen.get_component_rich_style("screen--selection", partial=True)
            spans = [(0, begin, style), (begin, end, mark), (end, len(text), style)]
        for first, last, one in spans:
            if first < last:
                yield from Strip([Segment(text[first:last], one)]).apply_offsets(first, at)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The text that was marked with the mouse."""
        return selection.extract("\n".join(self._piece(row)[0] for row in self._rows)), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Show it."""
        self.refresh()

    # How one moves in it

    def _go(self, top: int) -> None:
        top = min(max(top, 0), self._last_top)
        self._following = top == self._last_top
        self.scroll_to(y=top, animate=False, force=True, immediate=True)

    def action_move(self, by: int) -> None:
        """A line on or back."""
        self._go(self.scroll_offset.y + by)

    def action_page(self, by: int) -> None:
        """A screenful on or back; two lines stay, for the last one may say how much is below."""
        self._go(self.scroll_offset.y + by * max(self.size.height - 2, 1))

    def action_first(self) -> None:
        """The beginning."""
        self._go(0)

    def action_last(self) -> None:
        """The end."""
        self._go(self._last_top)

    def action_sideways(self, by: int) -> None:
        """Show what is further right or left in outputs: 1 for a few cells, 2 for a screenful."""
        end = self._most_left()
        amount = (_SIDEWAYS if abs(by) == 1 else max(self._room - 1, 1)) * (1 if by > 0 else -1)
        self.left = min(max(self.left + amount, 0), max(end, self.left if by < 0 else 0))
        self.refresh()

    def _most_left(self) -> int:
        """How far right the outputs in sight go."""
        top = self.scroll_offset.y
        shown = (row.text for row in self._rows[top : top + self.size.height] if row.kind == "output")
        return max(max(map(width, shown), default=0) - self._room, 0)

    def _on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        event.prevent_default()  # what it does in every other list
        self.action_move(3)

    def _on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        event.prevent_default()  # what it does in every other list
        self.action_move(-3)

    def _on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        event.stop()
        event.prevent_default()  # what it does in every other list
        self.action_sideways(1)

    def _on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        event.stop()
        event.prevent_default()  # what it does in every other list
        self.action_sideways(-1)
