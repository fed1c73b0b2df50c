"""The plots of one output below each other, with one time axis, one cursor and one set of keys."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from advisor.tui.bindings import bindings
from advisor.tui.widgets.plot import Plot
from advisor.tui.widgets.time_axis import TimeAxis
from advisor.tui.window import Window
from advisor.views.plots import Panel, Plots

_FAST = 0.25
_ZOOM = 0.5


class PlotPanels(Vertical, can_focus=True):
    """Small multiples of one output; `show` gives it something to draw."""

    DEFAULT_CSS = """
    PlotPanels {
        & > .heading { height: 1; color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
        & > VerticalScroll { height: 1fr; scrollbar-gutter: stable; }
        & > TimeAxis { height: 1; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("plot")

    class SampleChosen(Message):
        """The line of the sample under the cursor is to be shown: `line` is that of its file."""

        def __init__(self, panels: PlotPanels, line: int) -> None:
            super().__init__()
            self.panels, self.line = panels, line

        @property
        def control(self) -> PlotPanels:
            """The widget that sent it."""
            return self.panels

    def __init__(self, *, ascii: bool = False, id: str | None = None, classes: str | None = None) -> None:
        """Begin empty.

        Args:
            ascii: whether to draw with ASCII only.
            id: the widget's id.
            classes: its classes.
        """
        super().__init__(id=id, classes=classes)
        self.ascii = ascii
        self.plots: Plots | None = None
        self.shared = Window([0.0], 1.0)
        self.shown: list[Plot] = []
        self.active = 0
        self.everything = False

    def compose(self) -> ComposeResult:
        """A heading, the plots, the time below them."""
        yield Static(classes="heading", markup=False)
        yield VerticalScroll(can_focus=False)
        yield TimeAxis(ascii=self.ascii)

    def on_mount(self) -> None:
        """Draw what was given before there was a screen."""
        self._rebuild()

    # --- what others call

    def show(self, plots: Plots | None) -> None:
        """Draw the plots of another output, all of its time; None empties the widget."""
        self.plots = plots
        self.everything = False
        self.active = 0
        if plots is not None:
            self.shared = Window(plots.times, plots.interval_s or 1.0)
            self.shared.cursor = first_of_interest(plots.panels[0]) if plots.panels else 0
        self._rebuild()

    def go_to_line(self, line: int) -> bool:
        """Put the cursor on the sample that stands on a line of the file, or the last one above it.

        Returns:
            Whether there is one.
        """
        panels = self.plots.panels if self.plots is not None else ()
        standing: dict[int, tuple[int, int, int]] = {}  # one search for all columns of a device
        for number, panel in enumerate(panels):
            if id(panel.lines) not in standing:
                sample = _last_at(panel.lines, line)
                standing[id(panel.lines)] = (panel.lines[sample] if sample is not None else 0, -number, sample or 0)
        found, first, sample = max(standing.values(), default=(0, 0, 0))
        if not found:
            return False
        same = self.active < len(panels) and panels[self.active].lines[sample] == found
        number = self.active if same else -first
        self.shared.move_to(sample)
        if number >= len(self._wanted()):
            self.everything = True
            self.active = number
            self._rebuild()
        else:
            self._activate(number)
        self._repaint()
        return True

    # --- building

    def _wanted(self) -> list[Panel]:
        if self.plots is None:
            return []
        return [panel for panel in self.plots.panels if self.everything or panel.leading]

    def _rebuild(self) -> None:
        if not self.is_mounted:
            return
        stack = self.query_one(VerticalScroll)
        stack.remove_children()
        wanted = self._wanted()
        self.shown = [Plot(panel, self.shared, among=len(wanted), ascii=self.ascii) for panel in wanted]
        stack.mount_all(self.shown)
        heading = "No samples to draw."
        if self.plots is not None:
            count = len(self.plots.panels)
            some = f"{len(wanted)} of {count} metrics" if len(wanted) < count else f"{count} metrics"
            heading = f"{self.plots.title}; {some}"
        self.query_one(".heading", Static).update(Content(heading))
        axis = self.query_one(TimeAxis)
        axis.show(self.plots, self.shared)
        self._activate(min(self.active, max(0, len(self.shown) - 1)))

    def _activate(self, number: int) -> None:
        self.active = number
        for at, plot in enumerate(self.shown):
            plot.set_active(at == number)
        if number < len(self.shown):
            plot = self.shown[number]
            self.call_after_refresh(plot.scroll_visible, animate=False)

    def _repaint(self) -> None:
        for plot in self.shown:
            plot.refresh()
        if self.is_mounted:
            self.query_one(TimeAxis).refresh()

    # --- actions

    def bookmark(self) -> Callable[[], None]:
        """Remember the cursor and what is shown; the result puts them back."""
        window, active, everything = self.shared, self.active, self.everything
        begin, end, cursor = window.begin, window.end, window.cursor

        def restore() -> None:
            if self.shared is window:
                window.begin, window.end, window.cursor = begin, end, cursor
                if everything != self.everything:
                    self.action_all_metrics()
                self._activate(min(active, max(len(self.shown) - 1, 0)))
                self._repaint()

        return restore

    @property
    def _active(self) -> Plot | None:
        return self.shown[self.active] if self.active < len(self.shown) else None

    def _to_column(self, plot: Plot, column: int, columns: int) -> None:
        """The cursor goes to the highest sample of a column, so that no spike is stepped over."""
        first, last = self.shared.span_of(column, columns)
        values = plot.panel.values
        known = [at for at in range(first, last) if values[at] == values[at]]
        self.shared.move_to(max(known, key=values.__getitem__, default=first))
        self._repaint()

    def action_step(self, direction: int) -> None:
        """Move the cursor by one cell, or by one sample where a sample is wider than that."""
        plot = self._active
        if plot is None:
            return
        window, columns = self.shared, plot.columns()
        at = window.column_of(window.cursor, columns)
        if at is None:
            window.move_to(window.cursor)
            at = window.column_of(window.cursor, columns) or 0
        first, last = window.span_of(at, columns)
        beyond = last if direction > 0 else first - 1
        if not 0 <= beyond < len(window.times):
            return
        window.move_to(beyond)
        column = window.column_of(beyond, columns)
        if column is None:
            self._repaint()
        else:
            self._to_column(plot, column, columns)

    def action_pan(self, direction: int) -> None:
        """Move a quarter of what is shown, with the cursor."""
        plot = self._active
        if plot is None:
            return
        window = self.shared
        span = window.end - window.begin
        target = window.sample_at(window.times[window.cursor] + direction * _FAST * span)
        window.pan(direction * _FAST)
        window.move_to(target)
        self._repaint()

    def action_end_of_time(self, direction: int) -> None:
        """Go to the first or the last sample."""
        self.shared.move_to(0 if direction < 0 else len(self.shared.times) - 1)
        self._repaint()

    def action_zoom(self, direction: int) -> None:
        """Show half as much around the cursor, or twice as much."""
        self.shared.zoom(_ZOOM if direction > 0 else 1 / _ZOOM)
        self._repaint()

    def action_whole(self) -> None:
        """Show all samples."""
        self.shared.all()
        self._repaint()

    def action_choose(self, direction: int) -> None:
        """Go to the plot above or below."""
        if self.shown:
            self._activate(min(max(0, self.active + direction), len(self.shown) - 1))
            self._repaint()

    def action_episode(self, direction: int) -> None:
        """Go to the worst sample of the next or the previous episode of this plot."""
        plot = self._active
        if plot is None:
            return
        found = [e for e in plot.panel.episodes if (e.first > self.shared.cursor if direction > 0
                                                    else e.last < self.shared.cursor)]  # fmt: skip
        if not found:
            self.notify("There is no further episode here." if plot.panel.episodes else "No episode was found here.")
            return
        episode = found[0] if direction > 0 else found[-1]
        values = plot.panel.values
        known = [at for at in range(episode.first, episode.last + 1) if values[at] == values[at]]
        self.shared.move_to(max(known, key=values.__getitem__, default=episode.first))
        self._repaint()

    def action_all_metrics(self) -> None:
        """Show every metric, or only those that matter first."""
        if self.plots is not None:
            self.everything = not self.everything
            self._rebuild()

    def action_sample_line(self) -> None:
        """Ask for the line of the sample under the cursor."""
        plot = self._active
        if plot is not None and (line := plot.panel.lines[self.shared.cursor]):
            self.post_message(self.SampleChosen(self, line))

    def on_plot_pointed(self, message: Plot.Pointed) -> None:
        """A click puts the cursor there, and makes that plot the active one."""
        message.stop()
        if message.plot in self.shown:
            self._activate(self.shown.index(message.plot))
            self._to_column(message.plot, message.column, message.columns)
        self.focus()


def _last_at(lines: array[int], line: int) -> int | None:
    """The sample that stands on a line or, of those above it, closest to it; None where there is none."""
    if 0 not in lines:
        return bisect_right(lines, line) - 1 if lines and lines[0] <= line else None
    return max((at for at, number in enumerate(lines) if 0 < number <= line), key=lines.__getitem__, default=None)


def first_of_interest(panel: Panel) -> int:
    """The highest sample of the first episode of a panel, or of all of it."""
    first, last = (panel.episodes[0].first, panel.episodes[0].last) if panel.episodes else (0, len(panel.values) - 1)
    known = [at for at in range(first, last + 1) if panel.values[at] == panel.values[at]]
    return max(known, key=panel.values.__getitem__, default=0)
