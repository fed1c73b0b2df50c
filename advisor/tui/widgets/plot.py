"""One metric over time, in dots: its axis, thresholds, episodes and cursor, and the finding in words."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from advisor.tui.braille import BLANK, ascii_of, draw
from advisor.tui.widgets.plot_words import notes, packed, wrapped
from advisor.tui.window import Window
from advisor.views.figures import exact, rounded, short
from advisor.views.limits import Limit
from advisor.views.plots import Panel

_AXIS = 7
"""Cells of the labels at the left, with the line behind them."""

WIDE = 100
"""From this width on the words stand beside the plot."""

_BESIDE = 38
_GAP = 2
_LEAST_ROWS, _USUAL_ROWS, _MOST_ROWS = 3, 4, 12
_LINES_AROUND, _LINES_AROUND_WIDE = 7, 3
"""What a plot takes beside its curve: title, marks, the line below it, and words that stand below."""
_LOW = 18
_FAR = 2.0
"""A threshold further above the data than this many times its height is not drawn, or it would flatten the data."""

_NEAR_ZERO = 0.5
"""Where the lowest value is above this part of the highest, the axis does not begin at 0."""


class Glyphs(NamedTuple):
    """The signs of a plot."""

    blank: str
    limit: str
    episode: str
    cursor: str
    axis: str
    active: str


_GLYPHS = Glyphs(BLANK, "╌", "▲", "│", "┤", "▸")
_ASCII_GLYPHS = Glyphs(" ", "-", "^", "|", "|", ">")


class _Drawn(NamedTuple):
    """A body as it was last drawn: its rows, the row of each limit in it, the marks below, and the ends of the axis."""

    key: object
    rows: list[str]
    limits: dict[int, Limit]
    marks: str
    low: float
    high: float


class Plot(Widget):
    """Draws one panel; the window and its cursor are shared with the other plots."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "plot--title", "plot--device", "plot--value", "plot--axis", "plot--line", "plot--limit", "plot--episode",
        "plot--cursor", "plot--found", "plot--note",
    }  # fmt: skip
    DEFAULT_CSS = """
    Plot {
        height: auto;
        width: 1fr;
        margin-bottom: 1;
        & > .plot--title { text-style: bold; }
        & > .plot--device { color: $text-muted; }
        & > .plot--value { text-style: bold; }
        & > .plot--axis { color: $text-muted; }
        & > .plot--line { color: $primary; }
        & > .plot--limit { color: $warning; }
        & > .plot--episode { color: $warning; text-style: bold; }
        & > .plot--cursor { text-style: reverse; }
        & > .plot--found { text-style: none; }
        & > .plot--note { color: $text-muted; }
    }
    """

    class Pointed(Message):
        """Somebody clicked into a plot: `column` of `columns` cells of its body."""

        def __init__(self, plot: Plot, column: int, columns: int) -> None:
            super().__init__()
            self.plot, self.column, self.columns = plot, column, columns

    def __init__(self, panel: Panel, window: Window, *, among: int = 1, ascii: bool = False) -> None:
        """Draw a panel.

        Args:
            panel: what to draw.
            window: which part of it, and where the cursor is.
            among: how many plots share the height of what holds them: few take the room that there is.
            ascii: whether to draw with ASCII only, for terminals without braille.
        """
        super().__init__()
        self.panel, self.shared = panel, window
        self.among = among
        self.rows = _USUAL_ROWS
        self.ascii = ascii
        self.glyphs = _ASCII_GLYPHS if ascii else _GLYPHS
        self.active = False
        self._styles: dict[str, Style] = {}
        self._drawn = _Drawn(None, [], {}, "", 0.0, 1.0)
        self._words: tuple[int, list[str]] = (0, [])
        self._found_lines = 0

    # --- measures

    def set_active(self, active: bool) -> None:
        """Whether keys are meant for this plot."""
        if active != self.active:
            self.active = active
            self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Title, curve, marks, and the words where they stand below."""
        words = self._worded(width)
        self.rows = self._rows_in(container)
        own = 1 + self.rows + self._marked
        return max(own, len(words) + 1) if width >= WIDE else own + len(words)

    def _rows_in(self, container: Size) -> int:
        """Cells that the curve is high: found with the layout, so that no second one can be missed."""
        around = _LINES_AROUND_WIDE if container.width >= WIDE else _LINES_AROUND
        each = container.height // self.among - around
        return max(_LEAST_ROWS if container.height < _LOW else _USUAL_ROWS, min(_MOST_ROWS, each))

    @property
    def _marked(self) -> int:
        return 1 if self.panel.episodes else 0

    def columns(self, width: int | None = None) -> int:
        """Cells that the curve is wide."""
        width = self.size.width if width is None else width
        beside = _BESIDE + _GAP if width >= WIDE else 0
        return max(1, width - _AXIS - beside)

    def _worded(self, width: int) -> list[str]:
        """The words under or beside the curve, broken into lines."""
        if self._words[0] != width:
            room = _BESIDE if width >= WIDE else max(10, width - 2)
            found = wrapped(self.panel.sentence, room)
            self._found_lines = len(found)
            self._words = (width, found + packed(notes(self.panel, self.glyphs), room))
        return self._words[1]

    # --- painting

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        width = self.size.width
        words = self._worded(width)
        below = width < WIDE
        columns = self.columns()
        plot_height = self.size.height - (len(words) if below else 0)
        rows = max(1, min(self.rows, plot_height - 1 - self._marked))
        room = width if below else width - _BESIDE - _GAP
        if y == 0:
            strip = self._title(room)
        elif y <= rows:
            strip = self._body(y - 1, rows, columns)
        elif y == rows + 1 and self._marked:
            strip = self._marks(rows, columns)
        elif below and 0 <= y - rows - 1 - self._marked < len(words):
            strip = self._word_line(y - rows - 1 - self._marked, words, width, 2)
        else:
            strip = Strip([])
        if below:
            return strip.adjust_cell_length(width).apply_style(self._style(""))
        side = self._word_line(y - 1, words, _BESIDE, 0) if 0 < y <= len(words) else Strip([])
        gap = Strip([Segment(" " * _GAP)])
        return Strip.join([strip.adjust_cell_length(room), gap, side]).adjust_cell_length(width).apply_style(
            self._style("")
        )  # fmt: skip

    def _word_line(self, index: int, words: list[str], width: int, indent: int) -> Strip:
        found = index < self._found_lines and self.panel.found
        style = self._style("found" if found else "note")
        text = set_cell_size(" " * indent + words[index], width)
        return Strip([Segment(text, style)], width)

    def notify_style_update(self) -> None:
        """Colours changed: those that were looked up hold no more."""
        self._styles.clear()
        super().notify_style_update()

    def _style(self, part: str) -> Style:
        """The style of a part, of the whole for ""; looking one up costs as much as drawing a row."""
        style = self._styles.get(part)
        if style is None:
            style = self.get_component_rich_style(f"plot--{part}") if part else self.rich_style
            self._styles[part] = style
        return style

    def _title(self, width: int) -> Strip:
        """Name, unit and device at the left, what the cursor stands on at the right."""
        panel = self.panel
        value = self._readout(width)
        marker = f"{self.glyphs.active if self.active else ' '} "
        name = f"{panel.name} {panel.unit}".rstrip()
        room = max(0, width - cell_len(value) - len(marker) - 1)
        shown_name = _fitted(name, room)
        device = _fitted(f"  {panel.device}" if panel.device else "", room - cell_len(shown_name))
        padding = " " * max(1, width - len(marker) - cell_len(shown_name) - cell_len(device) - cell_len(value))
        return Strip([
            Segment(marker, self._style("title")), Segment(shown_name, self._style("title")),
            Segment(device, self._style("device")), Segment(padding), Segment(value, self._style("value")),
        ])  # fmt: skip

    def _readout(self, width: int) -> str:
        """The value under the cursor; where a cell holds several samples, their range too."""
        panel, cursor, columns = self.panel, self.shared.cursor, self.columns()
        value = exact(panel.values[cursor], panel.unit)
        line = panel.lines[cursor]
        at = self.shared.column_of(cursor, columns)
        texts = [f"{value}  line {line:,}" if line else value]
        if at is not None:
            first, last = self.shared.span_of(at, columns)
            low, high = panel.extremes.between(first, last)
            if last - first > 1 and low < high:
                texts.insert(0, f"{texts[0]}  ({rounded(low)} to {rounded(high)} in {last - first} samples)")
        texts.append(value)
        wanted = width - cell_len(panel.name) - cell_len(panel.unit) - min(12, cell_len(panel.device)) - 6
        return next((text for text in texts if cell_len(text) <= wanted), _fitted(texts[-1], max(0, width - 4)))

    def _body(self, row: int, rows: int, columns: int) -> Strip:
        drawn = self._draw(rows, columns)
        label = ""
        if row == 0:
            label = short(drawn.high)
        elif row == rows - 1:
            label = short(drawn.low)
        text, limit = drawn.rows[row], drawn.limits.get(row)
        # dots may cover the rule of a threshold, so the axis bears its sign as well
        axis = [Segment(f"{label[: _AXIS - 1]:>{_AXIS - 1}}", self._style("axis"))]
        axis.append(
            Segment(self.glyphs.limit, self._style("limit")) if limit else Segment(self.glyphs.axis, axis[0].style)
        )
        runs = list(self._runs(text, limit))
        return Strip([*axis, *self._with_cursor(runs, columns)])

    def _runs(self, text: str, limit: Limit | None) -> Iterator[tuple[str, bool]]:
        """The row in pieces, each with whether it belongs to the threshold: its rule runs where there are no dots."""
        if limit is None:
            yield text, False
            return
        blank = self.glyphs.blank
        words = f" {limit.name} {rounded(limit.value, self.panel.unit)} "
        free = text.rfind(blank * (len(words) + 2))
        at = 0
        while at < len(text):
            end = at
            empty = text[at] == blank
            while end < len(text) and (text[end] == blank) is empty:
                end += 1
            piece = text[at:end]
            if empty:
                piece = self.glyphs.limit * (end - at)
                if free >= 0 and at <= free < end:
                    start = free - at + 1
                    piece = piece[:start] + words + piece[start + len(words) :]
            yield piece, empty
            at = end

    def _with_cursor(self, runs: list[tuple[str, bool]], columns: int) -> list[Segment]:
        line, limit, blank = self._style("line"), self._style("limit"), self.glyphs.blank
        at = self.shared.column_of(self.shared.cursor, columns)
        segments, left = [], 0
        for text, of_limit in runs:
            style = limit if of_limit else line
            if at is None or not left <= at < left + len(text):
                segments.append(Segment(text, style))
            else:
                under = text[at - left]
                sign = self.glyphs.cursor if under in (blank, self.glyphs.limit, " ") else under
                cursor = self._style("cursor") if sign == under else self._style("value")
                segments.append(Segment(text[: at - left], style))
                segments.append(Segment(sign, style + cursor))
                segments.append(Segment(text[at - left + 1 :], style))
            left += len(text)
        return segments

    def _marks(self, rows: int, columns: int) -> Strip:
        drawn = self._draw(rows, columns)
        return Strip([Segment(" " * _AXIS), Segment(drawn.marks, self._style("episode"))])

    def _draw(self, rows: int, columns: int) -> _Drawn:
        window = self.shared
        key = (window.begin, window.end, rows, columns)
        if self._drawn.key != key:
            between = self.panel.extremes.between
            extents = [between(first, last) for first, last in window.ranges(columns * 2)]
            low, high = self._scale(extents)
            text = draw(extents, rows, low, high)
            if self.ascii:
                text = [ascii_of(row) for row in text]
            limits = {}
            for limit in reversed(self.panel.limits):
                if low <= limit.value <= high:
                    dot = round((limit.value - low) / (high - low) * (rows * 4 - 1))
                    limits[rows - 1 - dot // 4] = limit
            self._drawn = _Drawn(key, text, limits, self._episode_row(columns), low, high)
        return self._drawn

    def _scale(self, extents: list[tuple[float, float]]) -> tuple[float, float]:
        """Values at the bottom and the top: all that is seen, and thresholds that are not far above it."""
        low = min((low for low, _ in extents), default=inf)
        high = max((high for _, high in extents), default=-inf)
        if low > high:
            return 0.0, 1.0
        for limit in self.panel.limits:
            if high < limit.value <= _FAR * high:
                high = limit.value
        if 0 < low <= _NEAR_ZERO * high or (low > 0 and low == high):
            low = 0.0
        return (low, high) if high > low else (low - 1.0 if low < 0 else low, high + 1.0)

    def _episode_row(self, columns: int) -> str:
        row = [" "] * columns
        window = self.shared
        for episode in self.panel.episodes:
            begin, end = window.times[episode.first], window.times[episode.last] + window.step
            if end <= window.begin or begin >= window.end:
                continue
            per_cell = columns / (window.end - window.begin)
            first = max(0, int((begin - window.begin) * per_cell + 1e-9))
            last = min(columns - 1, max(first, int((end - window.begin) * per_cell - 1e-9)))
            row[first : last + 1] = self.glyphs.episode * (last - first + 1)
        return "".join(row)

    def on_click(self, event: events.Click) -> None:
        """The cursor goes where somebody clicks."""
        column = event.get_content_offset_capture(self).x - _AXIS
        if 0 <= column < self.columns():
            self.post_message(self.Pointed(self, column, self.columns()))


def _fitted(text: str, room: int) -> str:
    """The text, cut where it is wider than `room` cells."""
    return text if cell_len(text) <= room else set_cell_size(text, max(0, room))
