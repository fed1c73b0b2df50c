"""The ladder from the symptom to the cause as SVG that stands in a page: it takes its colours, and prints in one column."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from html import escape

from advisor.runbook.tree import Rung, Tree

_WIDTH, _ASK, _LEAD, _GAP = 720, 440, 220, 60
_LINE, _PAD, _SPACE = 17, 10, 26
_ASK_CHARACTERS, _LEAD_CHARACTERS = 60, 28

_STYLE = """
.ladder text { font: 13px system-ui, sans-serif; fill: var(--ink, #1c1f24); } .ladder .s { font-size: 11.5px; fill: var(--soft, #575e68); }
.ladder .b { fill: var(--paper, #fff); stroke: var(--line, #c9ced6); } .ladder .top { fill: var(--shade, #f3f4f6); }
.ladder .x { stroke: var(--disruptive, #9a4a00); } .ladder .y { stroke: var(--look, #2c6e49); stroke-width: 2; }
.ladder path { fill: none; stroke: var(--soft, #575e68); } .ladder .head { fill: var(--soft, #575e68); stroke: none; }
""".strip().replace("\n", " ")


def drawing(tree: Tree, title: str, titles: Mapping[str, str], links: Mapping[str, str] | None = None) -> str:
    """The ladder of one case.

    Args:
        tree: the questions.
        title: the case.
        titles: the title of each case that a rung may lead to.
        links: where each of them is to be found, None for a page that stands alone.
    """
    seen = _lines(f"You see: {', '.join(tree.symptoms)}", _ASK_CHARACTERS)
    height = _height(seen)
    body = [_box(0, 0, _ASK, height, seen, "b top")]
    top = height
    for number, rung in enumerate(tree.rungs, 1):
        body += _rung(number, rung, top, titles, links or {})
        top += _SPACE + _rung_height(rung, titles)
    ends = _lines(
        "Not concluded: capture more, and let the advisor infer. An answer that is not known is no answer.",
        _ASK_CHARACTERS,
    )
    body += [_arrow(top), _box(0, top + _SPACE, _ASK, _height(ends), ends, "b top")]
    total = top + _SPACE + _height(ends) + 2
    label = escape(f"Decision ladder for {title}, {len(tree.rungs)} questions")
    return (
        f'<svg class="ladder" xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {_WIDTH + 2} {total + 2}" '
        f'width="{_WIDTH}" role="img" aria-label="{label}"><style>{_STYLE}</style>{"".join(body)}</svg>'
    )


def _rung(number: int, rung: Rung, top: int, titles: Mapping[str, str], links: Mapping[str, str]) -> list[str]:
    ask, lead = _asked(number, rung), _led(rung, titles)
    height = _rung_height(rung, titles)
    y = top + _SPACE
    middle = y + height / 2
    kind = "b x" if rung.leads == "excluded" else "b y"
    box = _box(_ASK + _GAP, y, _LEAD, height, lead, kind)
    if rung.to in links:
        box = f'<a href="{escape(links[rung.to])}">{box}</a>'
    way = (
        f'<path d="M{_ASK} {middle} H{_ASK + _GAP - 7}"/>'
        f'<path class="head" d="M{_ASK + _GAP - 8} {middle - 4} l8 4 l-8 4 z"/>'
        f'<text class="s" x="{_ASK + 14}" y="{middle - 6}">yes</text>'
    )
    return [_arrow(top, "no" if number > 1 else ""), _box(0, y, _ASK, height, ask, "b"), way, box]


def _asked(number: int, rung: Rung) -> list[str]:
    return [
        *_lines(f"{number}. {rung.ask}", _ASK_CHARACTERS),
        *(f"\x00{line}" for line in _lines(", ".join(rung.signs), 68)),
    ]


def _led(rung: Rung, titles: Mapping[str, str]) -> list[str]:
    if rung.leads != "excluded":
        return _lines(f"{rung.leads} by this alone ({rung.certainty:.2f})", _LEAD_CHARACTERS)
    rather = f"; rather: {titles[rung.to]}" if rung.to in titles else ""
    return _lines(f"not this{rather}", _LEAD_CHARACTERS)


def _rung_height(rung: Rung, titles: Mapping[str, str]) -> int:
    return max(_height(_asked(1, rung)), _height(_led(rung, titles)))


def _lines(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width) or [""]


def _height(lines: list[str]) -> int:
    return len(lines) * _LINE + 2 * _PAD - 3


def _box(x: int, y: int, width: int, height: int, lines: list[str], kind: str) -> str:
    """A box with its lines; those that begin with a NUL are small."""
    texts = "".join(
        f'<text x="{x + _PAD}" y="{y + _PAD + 11 + n * _LINE}"{" class=" + chr(34) + "s" + chr(34) if line[:1] == chr(0) else ""}>'
        f"{escape(line.lstrip(chr(0)))}</text>"
        for n, line in enumerate(lines)
    )
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="4"/>{texts}'


def _arrow(top: int, said: str = "") -> str:
    x = 30
    text = f'<text class="s" x="{x + 10}" y="{top + 17}">{said}</text>' if said else ""
    return (
        f'<path d="M{x} {top} V{top + _SPACE - 7}"/>'
        f'<path class="head" d="M{x - 4} {top + _SPACE - 8} l4 8 l4 -8 z"/>{text}'
    )
