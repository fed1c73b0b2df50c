"""A layered drawing in SVG, for light and dark: columns of boxes, the lines between them crossing as little as may be."""

from __future__ import annotations

from html import escape

from advisor.authoring.graph import Graph, Node

ROW, GAP, MARGIN, TOP = 30, 74, 24, 84
_CHARACTER = 6.7
_SWEEPS = 12
HEADS = {"row": "rows", "finding": "findings", "argument": "arguments", "case": "case", "others": "other cases"}

STYLE = """
:root { color-scheme: light dark; }
svg { --paper: #fbfaf7; --ink: #23262b; --soft: #6d737c; --line: #b9bec6; --box: #ffffff;
  --row: #6b7280; --finding: #1f6fb2; --quantity: #7a5bb0; --for: #0f7b6c; --against: #b4521e; --case: #23262b;
  --causes: #b4521e; --mimics: #8a7a1f; background: var(--paper); font-family: "Inter", "Helvetica Neue", Arial, sans-serif; }
@media (prefers-color-scheme: dark) { svg { --paper: #14171c; --ink: #e6e8eb; --soft: #9aa1ab; --line: #434a55; --box: #1d2128;
  --row: #9aa1ab; --finding: #6cb2ee; --quantity: #b79bee; --for: #4fc3ae; --against: #ee9a64; --case: #f2f3f5;
  --causes: #ee9a64; --mimics: #d6c661; } }
.paper { fill: var(--paper); }
text { fill: var(--ink); font-size: 12px; dominant-baseline: central; }
.title { font-size: 17px; font-weight: 600; }
.head { fill: var(--soft); font-size: 11px; letter-spacing: .08em; text-transform: uppercase; }
.area { fill: var(--finding); font-size: 11px; font-weight: 600; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
.note { fill: var(--soft); font-size: 11px; text-anchor: end; font-variant-numeric: tabular-nums; }
.box { fill: var(--box); stroke-width: 1.2; }
.row .box { stroke: var(--row); } .finding .box { stroke: var(--finding); } .quantity .box { stroke: var(--quantity); stroke-dasharray: 5 3; }
.for .box { stroke: var(--for); } .against .box { stroke: var(--against); } .case .box { stroke: var(--case); stroke-width: 1.6; }
.for .mark { fill: var(--for); } .against .mark { fill: var(--against); } .row .mark { fill: var(--row); }
.finding .mark { fill: var(--finding); } .quantity .mark { fill: var(--quantity); } .case .mark { fill: var(--case); }
.centre .box { fill: var(--case); } .centre text { fill: var(--paper); font-weight: 600; }
.link { fill: none; stroke: var(--line); stroke-width: 1.1; }
.argues { stroke: var(--for); stroke-width: 1.4; opacity: .75; } .against-link { stroke: var(--against); stroke-width: 1.4; opacity: .75; }
.causes { stroke: var(--causes); stroke-width: 2; } .mimics { stroke: var(--mimics); stroke-dasharray: 2 4; stroke-width: 1.5;
  stroke-linecap: round; }
.causes-head { fill: var(--causes); } .argues-head { fill: var(--for); } .against-head { fill: var(--against); }
""".strip()


def document(width: float, height: float, title: str, body: list[str]) -> str:
    """An SVG document with the style and the arrow heads."""
    heads = "".join(
        f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path class="{name}-head" d="M0 0 L8 4 L0 8 z"/></marker>'
        for name in ("causes", "argues", "against")
    )
    size = f'width="{width:.0f}" height="{height:.0f}"'
    view = f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(title)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view}>',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        f"<defs>{heads}</defs>",
        f'<rect class="paper" {size}/>',
    ]
    return "\n".join([*lines, *body, "</svg>", ""])


def layered(graph: Graph) -> str:
    """The drawing of a graph whose boxes have layers."""
    columns = _columns(graph)
    widths = [max(_width(node) for node in column) for column in columns]
    lefts = [MARGIN + sum(widths[:n]) + GAP * n for n in range(len(columns))]
    tallest = max(len(column) for column in columns) * ROW
    places: dict[str, tuple[float, float, float]] = {}
    for column, left, width in zip(columns, lefts, widths, strict=True):
        _place(graph, column, left, width, tallest, places)
    body = [f'<text class="title" x="{MARGIN}" y="32">{escape(graph.title)}</text>']
    for column, left in zip(columns, lefts, strict=True):
        body.append(f'<text class="head" x="{left}" y="{TOP - 22}">{_head(columns, column)}</text>')
    body += [_link(places[a], places[b], kind) for a, b, kind in graph.edges]
    centre = next((a for a, _, kind in ((b, a, k) for a, b, k in graph.edges) if kind in ("argues", "against")), "")
    body += [_box(node, places[node.id], node.id == centre) for column in columns for node in column]
    return document(lefts[-1] + widths[-1] + MARGIN, TOP + tallest + MARGIN, graph.title, body)


def _columns(graph: Graph) -> list[list[Node]]:
    """The boxes of each layer, ordered by where their neighbours stand."""
    layers = sorted({node.layer for node in graph.nodes.values()})
    columns = [[n for n in graph.nodes.values() if n.layer == layer] for layer in layers]
    near: dict[str, list[str]] = {key: [] for key in graph.nodes}
    for a, b, _ in graph.edges:
        near[a].append(b)
        near[b].append(a)
    for column in columns:
        if column[0].kind in ("for", "against"):
            column.sort(key=lambda n: (n.kind == "against", -abs(float(n.note.split()[0])), n.text))
    fixed = [column[0].kind in ("for", "against") for column in columns]
    for sweep in range(_SWEEPS):
        order = range(len(columns)) if sweep % 2 else range(len(columns) - 1, -1, -1)
        at = {n.id: (i + 0.5) / len(column) for column in columns for i, n in enumerate(column)}
        for number in order:
            if not fixed[number]:
                columns[number].sort(key=lambda n: (_mean([at[m] for m in near[n.id]], at[n.id]), n.text))
                at |= {n.id: (i + 0.5) / len(columns[number]) for i, n in enumerate(columns[number])}
    return columns


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _place(
    graph: Graph,
    column: list[Node],
    left: float,
    width: float,
    tallest: float,
    places: dict[str, tuple[float, float, float]],
) -> None:
    """Boxes of a column, spread over its height where they are fewer."""
    step = max(ROW, min(tallest / len(column), 2.2 * ROW))
    start = TOP + (tallest - step * len(column)) / 2 + step / 2
    for number, node in enumerate(column):
        places[node.id] = (left, start + number * step, width)


def _width(node: Node) -> float:
    note = len(node.note) + 2 if node.kind in ("for", "against") else 0
    return (len(node.text) + note) * _CHARACTER + 30


def _head(columns: list[list[Node]], column: list[Node]) -> str:
    kind = column[0].kind
    if kind == "case":
        return HEADS[
            "others" if column is columns[-1] and len(columns) > 1 and columns[-2][0].kind == "case" else "case"
        ]
    name = "argument" if kind in ("for", "against") else "row" if kind == "row" else "finding"
    first = next(
        c for c in columns if c[0].kind == kind or (name == "finding" and c[0].kind in ("finding", "quantity"))
    )
    return HEADS[name] if first is column or name != "finding" else "from other findings"


def _link(start: tuple[float, float, float], end: tuple[float, float, float], kind: str) -> str:
    x1, y1 = start[0] + start[2], start[1]
    x2, y2 = end[0], end[1]
    marker = {"argues": "argues", "against": "against", "causes": "causes"}.get(kind, "")
    if x2 <= x1:  # back to the left: a cause that stands in the last column
        x1, x2 = start[0], end[0] + end[2]
    bend = max(24.0, abs(x2 - x1) / 2) * (1 if x2 > x1 else -1)
    path = f"M{x1:.1f} {y1:.1f} C{x1 + bend:.1f} {y1:.1f} {x2 - bend:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"
    classes = f"link {'against-link' if kind == 'against' else kind}"
    return f'<path class="{classes}" d="{path}"' + (f' marker-end="url(#{marker})"/>' if marker else "/>")


def _box(node: Node, place: tuple[float, float, float], centre: bool) -> str:
    left, middle, width = place
    height = ROW - 7
    tip = f"<title>{escape(node.note or node.text)}</title>"
    note = (
        f'<text class="note" x="{left + width - 9:.1f}" y="{middle:.1f}">{escape(node.note)}</text>'
        if node.kind in ("for", "against")
        else ""
    )
    return (
        f'<g class="{node.kind}{" centre" if centre else ""}">{tip}'
        f'<rect class="box" x="{left:.1f}" y="{middle - height / 2:.1f}" width="{width:.1f}" height="{height}" rx="5"/>'
        f'<rect class="mark" x="{left:.1f}" y="{middle - height / 2:.1f}" width="4" height="{height}" rx="2"/>'
        f'<text x="{left + 12:.1f}" y="{middle:.1f}">{escape(node.text)}</text>{note}</g>'
    )
