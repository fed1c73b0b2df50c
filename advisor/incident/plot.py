"""A plot of one metric over its time: as SVG that fits any width, and as text.

Everything across is in percent of the width, so that letters keep their size on a phone, a desk and paper. Only the curve
is stretched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from math import ceil, floor, log10

from advisor.views.extremes import NOTHING
from advisor.views.figures import moment, rounded, short
from advisor.views.limits import Limit
from advisor.views.plots import Panel, Plots, numbers_of

_HEIGHT, _ACROSS, _TEXT_ACROSS = 120, 1000, 60
_BARS = "▁▂▃▄▅▆▇█"
_MOST_LIMITS, _MOST_DOTS = 2, 40

Link = Callable[[int], str]
"""The anchor of a line of the capture, "" where it has none."""


def name_of(panel: Panel) -> str:
    """The metric, its device and its unit."""
    return f"{panel.name}{f' of {panel.device}' if panel.device else ''}{f', {panel.unit}' if panel.unit else ''}"


def shown_limits(panel: Panel) -> tuple[Limit, ...]:
    """The limits that the samples met, those exceeded first, without those that would be drawn on one another."""
    high = panel.extremes.between(0, len(panel.values))[1]
    shown: list[Limit] = []
    for limit in sorted(panel.limits, key=lambda limit: limit.op not in ("at least", "above")):
        near = max(high, limit.value) / 20
        if limit.met and limit.value > 0 and all(abs(limit.value - other.value) > near for other in shown):
            shown.append(limit)
    return tuple(shown[:_MOST_LIMITS])


def sentence_of(panel: Panel) -> str:
    """What the samples show, or else their numbers; the findings stand in the chain."""
    said = panel.sentence.partition("Found: ")[0].strip()
    return said or numbers_of(panel.values).words(panel.unit)


def cited_samples(panel: Panel, cited: set[int]) -> list[int]:
    """The samples that stand on cited lines."""
    return [at for at, line in enumerate(panel.lines) if line in cited][:_MOST_DOTS]


def drawing(plots: Plots, panel: Panel, cited: set[int], link: Link = lambda _: "") -> str:
    """One metric over the time of its output, as SVG for a page that has the style of reports.

    Args:
        plots: the output.
        panel: the metric.
        cited: lines of the capture whose samples are marked.
        link: where these lines stand on the page.
    """
    top = _top(panel)
    body = [
        f'<rect class="e" x="{_at(plots, e.first - 0.5):.2f}%" y="0" height="{_HEIGHT}" '
        f'width="{max(0.4, _at(plots, e.last + 0.5) - _at(plots, e.first - 0.5)):.2f}%"><title>{escape(e.words)}</title></rect>'
        for e in panel.episodes
    ]
    for value in (0.0, top / 2, top):
        body.append(f'<line class="a" x1="0" x2="100%" y1="{_y(value, top):.1f}" y2="{_y(value, top):.1f}"/>')
        body.append(f'<text x="-6" y="{_y(value, top) + 4:.1f}" text-anchor="end">{escape(short(value))}</text>')
    body.append(f'<text x="-6" y="-10" text-anchor="end">{escape(panel.unit)}</text>')
    body.append(
        f'<svg width="100%" height="{_HEIGHT}" viewBox="0 0 {_ACROSS} {_HEIGHT}" preserveAspectRatio="none">'
        f'<path class="v" d="{_path(plots, panel, top)}"/></svg>'
    )
    body += [
        f'<line class="l" x1="0" x2="100%" y1="{_y(limit.value, top):.1f}" y2="{_y(limit.value, top):.1f}"/>'
        for limit in shown_limits(panel)
    ]
    body += [_dot(plots, panel, at, top, link) for at in cited_samples(panel, cited)]
    body += [
        f'<text x="{x}" y="{_HEIGHT + 15}" text-anchor="{anchor}">{escape(said)}</text>'
        for x, anchor, said in zip(("0", "50%", "100%"), ("start", "middle", "end"), _moments(plots), strict=True)
    ]
    label = escape(f"{name_of(panel)}. {sentence_of(panel)}")
    return f'<svg class="plot" role="img" aria-label="{label}">{"".join(body)}</svg>'


def text_drawing(plots: Plots, panel: Panel, cited: set[int]) -> str:
    """The same as lines of text: one bar for each stretch of samples, and below it what is marked."""
    count, top = len(panel.values), _top(panel)
    columns = min(_TEXT_ACROSS, count)
    bars, marks = [], [" "] * columns
    for column in range(columns):
        low, high = panel.extremes.between(column * count // columns, max((column + 1) * count // columns, 1))
        bars.append(" " if (low, high) == NOTHING else _BARS[min(7, max(0, int(8 * high / top)))])
    for episode in panel.episodes:
        for column in range(episode.first * columns // count, episode.last * columns // count + 1):
            marks[column] = "-"
    for at in cited_samples(panel, cited):
        marks[at * columns // count] = "^"
    lines = [f"0 to {short(top)} {panel.unit}", "".join(bars), "".join(marks), "  ".join(_moments(plots))]
    return "\n".join(line.rstrip() for line in lines)


def legend(panel: Panel, cited: set[int]) -> Iterator[tuple[str, str]]:
    """What the signs of a plot mean: ``e`` an episode, ``l`` a limit, ``c`` a cited sample, each in words."""
    kinds: dict[str, int] = {}
    for episode in panel.episodes:
        kinds[episode.words] = kinds.get(episode.words, 0) + 1
    for words, times in kinds.items():
        yield "e", f"{words}, {times:,} times" if times > 1 else words
    for limit in shown_limits(panel):
        yield "l", f"{limit.name}: {limit.op} {rounded(limit.value, panel.unit)}"
    if cited_samples(panel, cited):
        yield "c", "cited"


def _top(panel: Panel) -> float:
    """The upper end of the axis: a round number that no value and no limit exceeds."""
    low, high = panel.extremes.between(0, len(panel.values))
    most = max(0.0 if (low, high) == NOTHING else high, *(limit.value for limit in shown_limits(panel)), 0.0)
    if most <= 0:
        return 1.0
    if panel.unit == "%" and most <= 100:
        return 100.0
    size = 10.0 ** floor(log10(most))
    return next(step * size for step in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if step * size >= most * 0.999999)


def _y(value: float, top: float) -> float:
    return _HEIGHT * (1 - min(1.0, max(0.0, value / top)))


def _at(plots: Plots, sample: float) -> float:
    """Where a sample stands, in percent of the width."""
    times, last = plots.times, len(plots.times) - 1
    if last < 1 or times[-1] <= times[0]:
        return 50.0
    near = min(max(sample, 0.0), float(last))
    low, high = times[floor(near)], times[ceil(near)]
    return 100 * (low + (high - low) * (near - floor(near)) - times[0]) / (times[-1] - times[0])


def _path(plots: Plots, panel: Panel, top: float) -> str:
    """Up and down through the lowest and highest value of each column, so that no spike is lost; open where nothing is known."""
    count = len(panel.values)
    columns = min(_ACROSS, count)
    parts: list[str] = []
    step = "M"
    for column in range(columns):
        first, last = column * count // columns, (column + 1) * count // columns
        low, high = panel.extremes.between(first, max(last, first + 1))
        if (low, high) == NOTHING:
            step = "M"
            continue
        x = _ACROSS / 100 * _at(plots, (first + last - 1) / 2)
        parts.append(f"{step}{x:.1f} {_y(high, top):.1f}" + (f"L{x:.1f} {_y(low, top):.1f}" if low != high else ""))
        step = "L"
    return "".join(parts)


def _dot(plots: Plots, panel: Panel, at: int, top: float, link: Link) -> str:
    value = panel.values[at]
    dot = f'<circle class="c" cx="{_at(plots, at):.2f}%" cy="{_y(value if value == value else 0.0, top):.1f}" r="4"/>'
    anchor = link(panel.lines[at])
    if not anchor:
        return dot
    return f'<a href="#{escape(anchor)}" aria-label="line {panel.lines[at]}">{dot}</a>'


def _moments(plots: Plots) -> tuple[str, str, str]:
    """The clock at the first sample, in the middle and at the last; the day in the middle, where it is one."""
    times, counted = plots.times, plots.interval_s is None
    half = times[0] + (times[-1] - times[0]) / 2
    begin, middle, end = (moment(time, plots.began, plots.dated, counted) for time in (times[0], half, times[-1]))
    if plots.dated and plots.began is not None and begin[:10] == end[:10]:
        begin, middle, end = begin[11:], begin[:10], end[11:]
    return begin, middle, end
