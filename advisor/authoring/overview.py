"""The whole knowledge base as one picture: areas as cards with their cases, and which cause or resemble each other.

The areas stand in a ring and their cases face inwards, so that every line runs through the open middle.
"""

from __future__ import annotations

import math
from html import escape

from advisor.authoring.drawing import document
from advisor.authoring.graph import links
from advisor.knowledge import Knowledge

_STEP = 25
_GAP = 1.1
_LABEL = 270
_CHARACTER = 6.4
_LEGEND = (("causes", "causes or makes worse"), ("mimics", "looks like"))


def overview(knowledge: Knowledge) -> str:
    """All cases in a ring, area by area."""
    areas: dict[str, list[str]] = {}
    for slug, case in knowledge.cases.items():
        areas.setdefault(case.area, []).append(slug)
    steps = sum(len(slugs) + _GAP for slugs in areas.values())
    radius = max(230.0, steps * _STEP / (2 * math.pi))
    centre = radius + _LABEL + 40
    angles: dict[str, float] = {}
    spans: list[tuple[str, float, float]] = []
    position = 0.0
    for area, slugs in sorted(areas.items()):
        begin = position
        for slug in sorted(slugs):
            angles[slug] = 2 * math.pi * position / steps - math.pi / 2
            position += 1
        spans.append(
            (
                area,
                2 * math.pi * (begin - 0.45) / steps - math.pi / 2,
                2 * math.pi * (position - 0.55) / steps - math.pi / 2,
            )
        )
        position += _GAP
    lines = sorted(links(knowledge), key=lambda link: link[1] == "causes")
    body = [f'<text class="title" x="24" y="34">{len(knowledge.cases)} cases and how they touch</text>', *_legend()]
    body += [_chord(angles[a], angles[b], kind, centre, radius, f"{a} {kind} {b}") for a, kind, b in lines]
    body += [_arc(area, begin, end, centre, radius, max(map(len, areas[area]))) for area, begin, end in spans]
    body += [_label(knowledge, slug, angle, centre, radius) for slug, angle in angles.items()]
    return document(2 * centre, 2 * centre, "All cases", body)


def _legend() -> list[str]:
    lines = []
    for number, (kind, words) in enumerate(_LEGEND):
        y = 62 + 20 * number
        lines.append(f'<path class="link {kind}" d="M24 {y} L64 {y}"/><text x="74" y="{y}">{words}</text>')
    return lines


def _at(angle: float, centre: float, radius: float) -> tuple[float, float]:
    return centre + radius * math.cos(angle), centre + radius * math.sin(angle)


def _chord(start: float, end: float, kind: str, centre: float, radius: float, words: str) -> str:
    """A line through the middle, bent the more the nearer its ends are."""
    x1, y1 = _at(start, centre, radius - 9)
    x2, y2 = _at(end, centre, radius - (14 if kind == "causes" else 9))
    apart = abs(math.remainder(start - end, 2 * math.pi)) / math.pi
    inner = radius * (0.78 - 0.7 * apart)
    cx1, cy1 = _at(start, centre, inner)
    cx2, cy2 = _at(end, centre, inner)
    marker = ' marker-end="url(#causes)"' if kind == "causes" else ""
    path = f"M{x1:.1f} {y1:.1f} C{cx1:.1f} {cy1:.1f} {cx2:.1f} {cy2:.1f} {x2:.1f} {y2:.1f}"
    return f'<path class="link {kind}" d="{path}"{marker}><title>{escape(words)}</title></path>'


def _arc(area: str, begin: float, end: float, centre: float, radius: float, longest: int) -> str:
    x1, y1 = _at(begin, centre, radius)
    x2, y2 = _at(end, centre, radius)
    large = int(end - begin > math.pi)
    x, y = _at((begin + end) / 2, centre, radius + 34 + _CHARACTER * longest)
    return (
        f'<path class="link" style="stroke: var(--finding); stroke-width: 5; stroke-linecap: round" '
        f'd="M{x1:.1f} {y1:.1f} A{radius:.1f} {radius:.1f} 0 {large} 1 {x2:.1f} {y2:.1f}"><title>{escape(area)}</title></path>'
        f'<text class="area" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(area)}</text>'
    )


def _label(knowledge: Knowledge, slug: str, angle: float, centre: float, radius: float) -> str:
    """The name of a case, outwards from its place, always readable from left to right."""
    case = knowledge.cases[slug]
    x, y = _at(angle, centre, radius + 14)
    turned = math.cos(angle) < -1e-9
    degrees = math.degrees(angle) + (180 if turned else 0)
    anchor = "end" if turned else "start"
    dot_x, dot_y = _at(angle, centre, radius)
    return (
        f"<g><title>{escape(f'{case.id} {case.title}')}</title>"
        f'<circle cx="{dot_x:.1f}" cy="{dot_y:.1f}" r="4.5" style="fill: var(--paper); stroke: var(--case); stroke-width: 1.6"/>'
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" transform="rotate({degrees:.2f} {x:.1f} {y:.1f})">'
        f"{escape(slug)}</text></g>"
    )
