"""The summary of a fleet as one self-contained page, with a small picture of all hosts for each case."""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib import resources
from itertools import pairwise
from typing import Any, NamedTuple

from advisor.explanation.document import prose
from advisor.fleet.text import certainty, common_lines, counted, headline, moment, standing_line

Json = dict[str, Any]

_MOST_CELLS = 400
_MOST_PLACES = 50
_MOST_LISTED = 200
_ACROSS = 40
_STEP = 10
_BINS = 40
_STRENGTH = ("none", "out", "possible", "likely", "confirmed")
_SIDE = {"none": 1, "out": 2, "possible": 8, "likely": 8, "confirmed": 8}


class Picture(NamedTuple):
    """All hosts as squares, in the same order for each case, and below them when the evidence begins.

    Attributes:
        height: of the squares.
        shapes: how some squares are drawn, and their outlines as one path.
        bars: place and height of each bar.
        per_cell: hosts for which one square stands.
    """

    height: int
    shapes: list[tuple[str, str]]
    bars: list[tuple[float, float]]
    per_cell: int


def page(summary: Json) -> str:
    """The page; everything from a capture is escaped."""
    import jinja2

    own = resources.files("advisor.fleet").joinpath("pages")
    shared = resources.files("advisor.explanation").joinpath("pages")
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: (shared if name == "page.css" else own).joinpath(name).read_text("utf-8")),
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.filters.update(
        prose=prose, standing=standing_line, common=common_lines, certainty=certainty, moment=moment
    )
    span = _span(summary)
    pictures = {case["case"]: picture(summary["hosts"], case, span) for case in summary["cases"]}
    return environment.get_template("fleet.html").render(
        summary=summary, headline=headline(summary), pictures=pictures, span=span, width=_ACROSS * _STEP,
        most=_MOST_PLACES, listed=_MOST_LISTED, counted=counted,
    )  # fmt: skip


def _firsts(case: Json) -> list[float]:
    return [e["first"] for e in case["where"] if e["first"] is not None and e["status"] == "current"]


def _span(summary: Json) -> tuple[float, float] | None:
    """From the first to the last evidence of the whole fleet: one axis for all pictures."""
    times = [time for case in summary["cases"] for time in _firsts(case)]
    return (min(times), max(times)) if times and max(times) > min(times) else None


def picture(hosts: Sequence[Json], case: Json, span: tuple[float, float] | None) -> Picture:
    """One case over all hosts.

    Of a large fleet a square stands for several hosts: its kind is the most certain of them, its area the share of those affected.
    """
    kinds = {(e["bundle"], e["host"]): "out" for e in case["ruled_out"]}
    for entry in case["where"]:
        place = entry["bundle"], entry["host"]
        if entry["status"] == "current":
            kinds[place] = max(kinds.get(place, "none"), entry["standing"], key=_STRENGTH.index)
    row = [kinds.get((host["bundle"], host["host"]), "none") for host in hosts]
    each = max(1, -(-len(row) // _MOST_CELLS))
    shapes: dict[str, list[str]] = {}
    for n, start in enumerate(range(0, len(row), each)):
        group = row[start : start + each]
        kind = max(group, key=_STRENGTH.index)
        shapes.setdefault(kind, []).append(_square(n, _side(kind, group)))
    height = -(-math.ceil(len(row) / each) // _ACROSS) * _STEP
    return Picture(height, [(kind, "".join(shapes[kind])) for kind in sorted(shapes)], _bars(_firsts(case), span), each)


def _side(kind: str, group: Sequence[str]) -> float:
    """The side of a square: by the share of the affected where it stands for several hosts and any is.

    >>> _side("out", ["out", "none"]), _side("likely", ["likely"]), _side("likely", ["none", "likely", "out", "none"])
    (2, 8.0, 4.0)
    """
    affected = sum(_SIDE[item] == _SIDE["confirmed"] for item in group)
    return max(2.5, _SIDE[kind] * math.sqrt(affected / len(group))) if affected else _SIDE[kind]


def _square(n: int, side: float) -> str:
    x, y = (place * _STEP + (_STEP - side) / 2 for place in (n % _ACROSS, n // _ACROSS))
    return f"M{x:.3g} {y:.3g}h{side:.2g}v{side:.2g}h-{side:.2g}z"


def _bars(times: Sequence[float], span: tuple[float, float] | None) -> list[tuple[float, float]]:
    """Place and height (at most 20) of each bar: how many hosts' evidence begins in that part of the span."""
    if span is None or not times:
        return []
    edges = [span[0] + (span[1] - span[0]) * n / _BINS for n in range(_BINS)] + [float("inf")]
    counts = [sum(low <= time < high for time in times) for low, high in pairwise(edges)]
    return [(n * _ACROSS * _STEP / _BINS, 20 * count / max(counts)) for n, count in enumerate(counts) if count]
