"""The time below the plots: where what is shown begins and ends, and where the cursor stands."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from advisor.tui.window import Window
from advisor.views.figures import moment
from advisor.views.plots import Plots


class TimeAxis(Widget):
    """One line."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"time-axis--end", "time-axis--cursor"}
    DEFAULT_CSS = """
    TimeAxis {
        height: 1;
        & > .time-axis--end { color: $text-muted; }
        & > .time-axis--cursor { text-style: bold; }
    }
    """

    def __init__(self, *, ascii: bool = False) -> None:
        """Begin empty; `ascii` draws with ASCII only."""
        super().__init__()
        self.arrow = "^" if ascii else "▴"
        self.plots: Plots | None = None
        self.shared: Window | None = None

    def show(self, plots: Plots | None, window: Window) -> None:
        """Show the time of other plots."""
        self.plots, self.shared = plots, window
        self.refresh()

    def texts(self) -> tuple[str, str, str]:
        """Begin, cursor and end in words."""
        plots, window = self.plots, self.shared
        if plots is None or window is None:
            return "", "", ""
        counted = plots.interval_s is None and plots.began is None

        def at(seconds: float, dated: bool) -> str:
            return moment(seconds, plots.began, dated, counted)

        end = max(window.begin, window.end - (window.step if counted else 0.0))
        return at(window.begin, plots.dated), at(window.times[window.cursor], False), at(end, False)

    def render_line(self, y: int) -> Strip:
        """The line, the cursor's time in the middle, or alone where there is no room."""
        width = self.size.width
        begin, cursor, end = self.texts()
        if not begin:
            return Strip.blank(width)
        middle = f"{self.arrow} {cursor}"
        if len(begin) + len(middle) + len(end) + 4 > width:
            begin, end = begin.rpartition(" ")[2], end
        if len(begin) + len(middle) + len(end) + 4 > width:
            return Strip([Segment(middle[:width], self.get_component_rich_style("time-axis--cursor"))]).adjust_cell_length(
                width, self.rich_style
            )  # fmt: skip
        free = width - len(begin) - len(middle) - len(end)
        ends, marked = (
            self.get_component_rich_style("time-axis--end"),
            self.get_component_rich_style("time-axis--cursor"),
        )
        return Strip([
            Segment(begin, ends), Segment(" " * (free // 2)), Segment(middle, marked),
            Segment(" " * (free - free // 2)), Segment(end, ends),
        ], width).apply_style(self.rich_style)  # fmt: skip
