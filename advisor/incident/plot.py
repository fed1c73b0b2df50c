"""A plot of one metric as SVG that stands in a page: the range of each stretch, its limits, and where episodes are."""

from __future__ import annotations

from html import escape

from advisor.views.figures import rounded
from advisor.views.limits import Limit
from advisor.views.plots import Panel, Plots

_WIDTH, _HEIGHT, _LEFT, _TOP, _FOOT = 720, 120, 84, 18, 20
_STYLE = (
    ".plot text{font:11px system-ui,sans-serif;fill:var(--soft,#575e68)}"
    ".plot .n{stroke:var(--paper,#fff);stroke-width:3px;paint-order:stroke}"
    ".plot .v{fill:none;stroke:var(--accent,#0b5c9c);"
    "stroke-width:1.3}.plot .e{fill:var(--mark,#fff3c4)}.plot .l{stroke:var(--destructive,#a3122b);stroke-dasharray:4 3}"
    ".plot .a{stroke:var(--line,#c9ced6)}"
)


def drawing(plots: Plots, panel: Panel) -> str:
    """One metric over the time of its output."""
    width = _WIDTH - _LEFT - 8
    top = (
        max(
            [panel.extremes.between(0, len(panel.values))[1], *(limit.value for limit in panel.limits if limit.met)],
            default=0,
        )
        or 1
    )
    name = f"{panel.name}{' of ' + panel.device if panel.device else ''}, {panel.unit}"
    body = [f'<text x="{_LEFT}" y="12">{escape(name)}</text>']
    count = max(1, len(panel.values))
    for episode in panel.episodes:
        x, end = (_LEFT + width * at / count for at in (episode.first, episode.last + 1))
        body.append(
            f'<rect class="e" x="{x:.1f}" y="{_TOP}" width="{max(1.5, end - x):.1f}" height="{_HEIGHT}">'
            f"<title>{escape(episode.words)}</title></rect>"
        )
    body += [_tick(top, top, panel.unit), _tick(0, top, panel.unit)]
    body.append(f'<path class="v" d="{_path(panel, width, top)}"/>')
    body += _limits(panel, top)
    body.append(f'<text x="{_LEFT}" y="{_TOP + _HEIGHT + 14}">{escape(_span(plots))}</text>')
    label = escape(f"{name}. {panel.sentence}")
    return (
        f'<svg class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_TOP + _HEIGHT + _FOOT}" width="{_WIDTH}" '
        f'role="img" aria-label="{label}"><style>{_STYLE}</style>{"".join(body)}</svg>'
    )


def _limits(panel: Panel, top: float) -> list[str]:
    """The limits that are within the plot, the lowest first; a name that would stand on another one goes above it."""
    found, free = [], float(_TOP + _HEIGHT)
    for limit in sorted((limit for limit in panel.limits if 0 < limit.value <= top), key=lambda limit: limit.value):
        at = min(_y(limit.value, top) - 3, free)
        found.append(_limit(limit, panel.unit, top, max(at, _TOP + 9)))
        free = at - 12
    return found


def _limit(limit: Limit, unit: str, top: float, at: float) -> str:
    y = _y(limit.value, top)
    said = escape(f"{limit.name}: {limit.op} {rounded(limit.value, unit)}")
    return (
        f'<line class="l" x1="{_LEFT}" x2="{_WIDTH - 8}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text class="n" x="{_LEFT + 4}" y="{at:.1f}">{said}</text>'
    )


def _path(panel: Panel, width: float, top: float) -> str:
    """Up and down through the lowest and highest value of each pixel, so that no spike is lost."""
    count, columns = len(panel.values), int(width)
    parts: list[str] = []
    for column in range(min(columns, count)):
        first, last = column * count // min(columns, count), (column + 1) * count // min(columns, count)
        low, high = panel.extremes.between(first, max(last, first + 1))
        if low != low:
            continue
        x = _LEFT + width * (first + 0.5) / count
        step = "M" if not parts else "L"
        parts.append(f"{step}{x:.1f} {_y(high, top):.1f}" + (f"L{x:.1f} {_y(low, top):.1f}" if low != high else ""))
    return "".join(parts)


def _y(value: float, top: float) -> float:
    return _TOP + _HEIGHT * (1 - min(1.0, max(0.0, value / top)))


def _tick(value: float, top: float, unit: str) -> str:
    y = _y(value, top)
    said = escape(rounded(value, unit)) if value else "0"
    return (
        f'<line class="a" x1="{_LEFT}" x2="{_WIDTH - 8}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text x="{_LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{said}</text>'
    )


def _span(plots: Plots) -> str:
    every = f", one every {rounded(plots.interval_s, 's')}" if plots.interval_s else ""
    return f"{len(plots.times):,} samples{every}"
