"""Plots on a screen: what is painted, and what keys do to cursor, time and choice."""

from __future__ import annotations

import asyncio
import random
from array import array
from collections.abc import Awaitable, Callable

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from advisor.tui.widgets.plot import Plot
from advisor.tui.widgets.plot_panels import PlotPanels
from advisor.tui.widgets.time_axis import TimeAxis
from advisor.views.episodes import Episode
from advisor.views.extremes import Extremes
from advisor.views.limits import Limit
from advisor.views.plots import Panel, Plots

NAN = float("nan")


def panel(
    values: list[float], name: str = "asvc_t", device: str = "c1t0d0", *, leading: bool = True,
    episodes: tuple[Episode, ...] = (), limits: tuple[Limit, ...] = (), unit: str = "ms", first_line: int = 3,
) -> Panel:  # fmt: skip
    """A panel whose samples stand on every third line."""
    numbers = array("d", values)
    lines = array("L", [first_line + 3 * at for at in range(len(values))])
    return Panel(
        name, device, unit, numbers, lines, Extremes(numbers), limits, episodes, "Said of it.", True, leading
    )  # fmt: skip


def plots(*panels: Panel, step: float | None = 1.0, began: float | None = None) -> Plots:
    """Panels over one time axis."""
    times = array("d", [at * (step or 1.0) for at in range(len(panels[0].values))])
    return Plots("iostat-xn", times, step, began, began is not None, panels)


class Shown(App[None]):
    """The widget alone on a screen."""

    CSS = "PlotPanels { height: 1fr; }"

    def __init__(self, shown: Plots, ascii: bool = False) -> None:
        super().__init__()
        self.shown, self.ascii = shown, ascii
        self.lines: list[int] = []

    def compose(self) -> ComposeResult:
        yield PlotPanels(ascii=self.ascii)

    def on_mount(self) -> None:
        self.panels.show(self.shown)
        self.panels.focus()

    @property
    def panels(self) -> PlotPanels:
        return self.query_one(PlotPanels)

    def on_plot_panels_sample_chosen(self, message: PlotPanels.SampleChosen) -> None:
        self.lines.append(message.line)


def drive(
    shown: Plots, body: Callable[[Shown, Pilot[None]], Awaitable[None]], size: tuple[int, int] = (80, 24),
    ascii: bool = False,
) -> None:  # fmt: skip
    """Run a coroutine against the widget on a screen of that size."""

    async def run() -> None:
        app = Shown(shown, ascii)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await body(app, pilot)

    asyncio.run(run())


def painted(plot: Plot) -> list[str]:
    """The lines of a plot as they are painted."""
    return [plot.render_line(y).text for y in range(plot.size.height)]


@pytest.mark.parametrize("seed", range(5))
def test_a_spike_of_one_sample_is_seen_in_a_day(seed: int) -> None:
    chance = random.Random(seed)
    values = [chance.uniform(0.1, 0.3) for _ in range(86_400)]
    at = chance.randrange(len(values))
    values[at] = 135.0

    async def body(app: Shown, pilot: Pilot[None]) -> None:
        plot = app.panels.shown[0]
        top = painted(plot)[1]
        columns = plot.columns()
        column = at * columns // len(values)
        dots = [cell for cell, sign in enumerate(top[7 : 7 + columns]) if 0x2800 < ord(sign) <= 0x28FF]
        assert dots == [column]

    drive(plots(panel(values)), body, (chance.choice([40, 80, 120, 200]), 30))


def test_the_cursor_reads_values_and_never_steps_over_a_spike() -> None:
    values = [1.0] * 1000
    values[500] = 99.0

    async def body(app: Shown, pilot: Pilot[None]) -> None:
        panels = app.panels
        assert panels.shared.cursor == 500
        assert "99 ms" in painted(panels.shown[0])[0]
        await pilot.press("home")
        assert panels.shared.cursor == 0
        for _ in range(60):
            await pilot.press("right")
            if panels.shared.cursor >= 500:
                break
        assert panels.shared.cursor == 500
        await pilot.press("right", "left")
        assert panels.shared.cursor == 500
        await pilot.press("end")
        assert panels.shared.cursor == 999

    drive(plots(panel(values)), body)


def test_zoom_shows_less_time_around_the_cursor_and_all_of_it_again() -> None:
    async def body(app: Shown, pilot: Pilot[None]) -> None:
        panels = app.panels
        window = panels.shared
        panels.go_to_line(3 + 3 * 600)
        await pilot.press("plus", "plus", "plus")
        assert window.end - window.begin == 125.0
        assert window.begin < 600 < window.end
        await pilot.press("shift+right")
        assert window.begin < window.times[window.cursor] < window.end
        assert window.cursor == 631
        await pilot.press("minus")
        assert window.end - window.begin == 250.0
        await pilot.press("0")
        assert (window.begin, window.end) == (0.0, 1000.0)

    drive(plots(panel([float(at) for at in range(1000)])), body)


def test_a_single_sample_is_stepped_over_one_by_one_when_zoomed_in() -> None:
    async def body(app: Shown, pilot: Pilot[None]) -> None:
        panels = app.panels
        panels.go_to_line(3 + 3 * 50)
        for _ in range(6):
            await pilot.press("plus")
        await pilot.press("right")
        assert panels.shared.cursor == 51
        await pilot.press("left", "left")
        assert panels.shared.cursor == 49

    drive(plots(panel([float(at) for at in range(100)])), body)


def test_enter_asks_for_the_line_of_the_active_device() -> None:
    one, other = panel([1.0, 9.0, 1.0]), panel([2.0, 2.0, 8.0], device="c1t1d0", first_line=4)

    async def body(app: Shown, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.press("down", "end", "enter")
        await pilot.press("up", "enter")
        assert app.lines == [6, 10, 9]
        assert app.panels.shown[0].active
        assert not app.panels.shown[1].active

    drive(plots(one, other), body)


def test_a_line_leads_to_its_sample_and_its_device() -> None:
    one, other = panel([1.0, 9.0, 1.0]), panel([2.0, 2.0, 8.0], "kw/s", "c1t1d0", first_line=4, leading=False)

    async def body(app: Shown, pilot: Pilot[None]) -> None:
        panels = app.panels
        assert panels.go_to_line(9)
        assert (panels.active, panels.shared.cursor) == (0, 2)
        assert panels.go_to_line(7)
        await pilot.pause()
        assert len(panels.shown) == 2  # it was behind all metrics
        assert (panels.active, panels.shared.cursor) == (1, 1)
        assert panels.go_to_line(8)  # a header: the sample above it
        assert (panels.active, panels.shared.cursor) == (1, 1)
        assert not panels.go_to_line(2)

    drive(plots(one, other), body)


def test_keys_go_from_episode_to_episode() -> None:
    values = [5.0 if at % 20 in (3, 4) else 1.0 for at in range(60)]
    values[24] = 7.0
    episodes = tuple(Episode(at, at + 1, "latency spike") for at in (3, 23, 43))

    async def body(app: Shown, pilot: Pilot[None]) -> None:
        panels = app.panels
        assert panels.shared.cursor == 3
        await pilot.press("full_stop")
        assert panels.shared.cursor == 24
        await pilot.press("full_stop", "full_stop")
        assert panels.shared.cursor == 43
        await pilot.press("comma")
        assert panels.shared.cursor == 24

    drive(plots(panel(values, episodes=episodes)), body)


def test_episodes_and_thresholds_are_drawn_and_named() -> None:
    values = [100.0 if at in (30, 31) else 1.0 for at in range(60)]
    limit = Limit(50.0, "spike latency", "at least", "why", "someone-2012: page 3", True)
    shown = plots(panel(values, episodes=(Episode(30, 31, "latency spike"),), limits=(limit,)))

    async def body(app: Shown, pilot: Pilot[None]) -> None:
        text = "\n".join(painted(app.panels.shown[0]))
        assert "╌ spike latency 50 ms ╌" in text
        assert "╌ spike latency: at least 50 ms [someone-2012: page 3]" in text
        (marks,) = (line for line in text.splitlines() if set(line) == {" ", "▲"})
        columns = app.panels.shown[0].columns()
        assert marks.index("▲") - 7 == 30 * columns // 60
        assert "Said of it." in text

    drive(shown, body)


def test_ascii_draws_without_anything_else() -> None:
    values = [100.0 if at in (30, 31) else 1.0 for at in range(60)]
    limit = Limit(50.0, "spike latency", "at least", "why", "someone-2012: page 3", True)
    shown = plots(panel(values, episodes=(Episode(30, 31, "latency spike"),), limits=(limit,)))

    async def body(app: Shown, pilot: Pilot[None]) -> None:
        lines = [*painted(app.panels.shown[0]), app.query_one(TimeAxis).render_line(0).text]
        assert all(line.isascii() for line in lines)
        assert any("- spike latency 50 ms -" in line for line in lines)

    drive(shown, body, ascii=True)


ODD = {
    "one": [1.0], "zeros": [0.0] * 50, "constant": [7.0] * 50, "unknown": [NAN] * 50,
    "gaps": [NAN, 1.0, NAN, NAN, 3.0, NAN], "negative": [-5.0, -1.0, -3.0], "huge": [1e15, 1e15 + 1],
}  # fmt: skip


@pytest.mark.parametrize("size", [(20, 4), (21, 9), (80, 24), (99, 24), (100, 24), (200, 60)])
def test_every_line_is_as_wide_as_the_screen(size: tuple[int, int]) -> None:
    device = "[/bold][red]c1t0d0 \u4e16\u754c e\u0301 \u05d0\u05d1" + "x" * 300

    async def body(app: Shown, pilot: Pilot[None]) -> None:
        panels = app.panels
        for name, values in ODD.items():
            panels.show(plots(panel(values, device=device, episodes=(Episode(0, 0, "[b]spike"),))))
            await pilot.pause()
            acts: list[Callable[[], object]] = [
                lambda: None, lambda: panels.action_zoom(1), lambda: panels.action_end_of_time(1),
                lambda: panels.action_step(-1), lambda: panels.action_pan(1), panels.action_whole,
            ]  # fmt: skip
            for act in acts:
                act()
                assert 0 <= panels.shared.cursor < len(values), name
                plot = panels.shown[0]
                assert all(plot.render_line(y).cell_length == plot.size.width for y in range(plot.size.height)), name

    drive(plots(panel([1.0])), body, size)


def test_what_is_not_known_is_a_gap() -> None:
    async def body(app: Shown, pilot: Pilot[None]) -> None:
        plot = app.panels.shown[0]
        columns = plot.columns()
        curve = [line[7 : 7 + columns] for line in painted(plot)[1 : 1 + plot.rows]]
        filled = [any(0x2800 < ord(row[cell]) <= 0x28FF for row in curve) for cell in range(columns)]
        unknown = range(columns // 3 + 1, 2 * columns // 3 - 1)
        assert not any(filled[cell] for cell in unknown)
        assert all(filled[cell] for cell in range(columns // 3 - 1))

    drive(plots(panel([5.0] * 30 + [NAN] * 30 + [6.0] * 30)), body)


def test_the_time_is_the_hosts_clock_where_it_is_known() -> None:
    async def body(app: Shown, pilot: Pilot[None]) -> None:
        await pilot.press("end")
        text = app.query_one(TimeAxis).render_line(0).text
        assert text.startswith("2012-11-28 04:03:36")
        assert "▴ 04:03:45" in text
        assert text.rstrip().endswith("04:03:46")

    drive(plots(panel([1.0] * 10), began=1354075416.0), body)


def test_samples_are_counted_where_nothing_tells_the_time() -> None:
    async def body(app: Shown, pilot: Pilot[None]) -> None:
        await pilot.press("end")
        assert app.query_one(TimeAxis).texts() == ("sample 1", "sample 10", "sample 10")

    drive(plots(panel([1.0] * 10), step=None), body)


def test_a_click_puts_the_cursor_there() -> None:
    one, other = panel([float(at) for at in range(200)]), panel([1.0] * 200, device="c1t1d0", first_line=4)

    async def body(app: Shown, pilot: Pilot[None]) -> None:
        plot = app.panels.shown[1]
        await pilot.click(plot, offset=(7 + plot.columns() // 2, 2))
        assert app.panels.active == 1
        assert 98 <= app.panels.shared.cursor <= 102

    drive(plots(one, other), body, (80, 40))


def test_nothing_to_draw_is_said() -> None:
    async def body(app: Shown, pilot: Pilot[None]) -> None:
        app.panels.show(None)
        await pilot.pause()
        assert not app.panels.query(Plot)
        await pilot.press("right", "plus", "full_stop", "a", "enter", "end", "0")
        assert not app.panels.go_to_line(3)
        assert app.lines == []

    drive(plots(panel([1.0])), body)
