"""`advisor kb graph`: the inference net as a picture, around one case or as a whole."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from advisor.authoring.memory import rules_behind
from advisor.inference.net import Pattern, Rule
from advisor.kbcheck.reachable import evidence_of
from advisor.knowledge import Knowledge

_ENGINE = ("finding", "quantity")


@dataclass(slots=True)
class Node:
    """One box: `kind` is row, finding, quantity, for, against or case; `layer` counts from the left."""

    id: str
    kind: str
    text: str
    note: str = ""
    layer: int = 0


@dataclass(slots=True)
class Graph:
    """Boxes and lines; a line has a kind: ``uses``, ``argues``, ``against``, ``causes`` or ``mimics``."""

    title: str
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: dict[tuple[str, str, str], None] = field(default_factory=dict)

    def add(self, kind: str, name: str, text: str, note: str = "") -> str:
        """Add a box once, and give its id."""
        key = f"{kind}:{name}"
        self.nodes.setdefault(key, Node(key, kind, text, note))
        return key


def draw(knowledge: Knowledge, case: str, format: str) -> str:
    """The picture of a case, or of all of them where none is named."""
    if format == "mermaid":
        return mermaid(around(knowledge, case) if case else relations(knowledge))
    if case:
        from advisor.authoring.drawing import layered

        return layered(around(knowledge, case))
    from advisor.authoring.overview import overview

    return overview(knowledge)


def around(knowledge: Knowledge, slug: str) -> Graph:
    """One case: rows, findings, arguments, the case, and the cases that it touches."""
    net, case = knowledge.net, knowledge.cases[slug]
    graph = Graph(f"{case.id} {case.title}")
    centre = graph.add("case", slug, slug, case.title)
    behind = set(rules_behind(net, slug))
    for rule in net.arguments(slug):
        sign = next(iter(evidence_of(rule)))
        factor = sign.worth
        kind = "for" if factor >= 0 else "against"
        name = rule.name.partition(".")[2]
        argument = graph.add(kind, rule.name, name, f"{factor:+.2f} {sign.stage}")
        graph.edges[argument, centre, "argues" if factor >= 0 else "against"] = None
        for pattern in rule.patterns:
            _pattern(knowledge, graph, behind, pattern, argument)
    for one, kind, other in links(knowledge):
        if slug in (one, other):
            graph.edges[graph.add("case", one, one), graph.add("case", other, other), kind] = None
    _set_layers(graph, centre)
    return graph


def _pattern(knowledge: Knowledge, graph: Graph, behind: set[str], pattern: Pattern, user: str) -> None:
    """The boxes that one pattern needs, down to the rows."""
    if pattern.template not in _ENGINE:
        if pattern.template not in ("read", "told"):
            graph.edges[graph.add("row", pattern.template, pattern.template), user, "uses"] = None
        return
    states = [str(s) for s in pattern.slots["state"].allowed] if "state" in pattern.slots else ["present"]
    for name in pattern.slots["name"].allowed if "name" in pattern.slots else ():
        absent = states == ["absent"] and pattern.template == "finding"
        text = f"{'no ' if absent else ''}{name}"
        known = f"{pattern.template}:{text}" in graph.nodes
        box = graph.add(pattern.template, text, text)
        graph.edges[box, user, "uses"] = None
        if not known:
            for rule in _makers(knowledge, pattern.template, str(name), states):
                if rule.name in behind:
                    for inner in rule.patterns:
                        _pattern(knowledge, graph, behind, inner, box)


def _makers(knowledge: Knowledge, template: str, name: str, states: list[str]) -> list[Rule]:
    if template == "quantity":
        return knowledge.net.computing(name)
    return [rule for state in states for rule in knowledge.net.producers(name, state)]


def _set_layers(graph: Graph, centre: str) -> None:
    """Rows first, then findings by what they rest on, arguments, the case, and the other cases."""
    depth: dict[str, int] = {}

    def deep(box: str, above: frozenset[str]) -> int:
        if box in depth or box in above:
            return depth.get(box, 0)
        below = [a for a, b, kind in graph.edges if b == box and kind == "uses"]
        depth[box] = 1 + max((deep(a, above | {box}) for a in below), default=-1)
        return depth[box]

    inner = [n for n in graph.nodes.values() if n.kind in (*_ENGINE, "row")]
    for node in inner:
        node.layer = deep(node.id, frozenset()) if node.kind == "row" else max(1, deep(node.id, frozenset()))
    last = max((node.layer for node in inner), default=0)
    for node in graph.nodes.values():
        if node.kind in ("for", "against"):
            node.layer = last + 1
        elif node.kind == "case":
            node.layer = last + 2 if node.id == centre else last + 3


def links(knowledge: Knowledge) -> list[tuple[str, str, str]]:
    """How cases touch: the cause first for ``causes``, each pair once for ``mimics``."""
    found: dict[tuple[str, str, str], None] = {}
    for rule in knowledge.net.rules.values():
        for action in rule.actions:
            named = {name: str(value) for name, value in action.slots.items()}
            if action.template == "caused-by":
                found[named["cause"], "causes", named["case"]] = None
            elif action.template == "contributes-to":
                found[named["case"], "causes", named["to"]] = None
    for slug, case in knowledge.cases.items():
        for mimic in case.mimics:
            if mimic.case in knowledge.cases and (mimic.case, "mimics", slug) not in found:
                found[slug, "mimics", mimic.case] = None
    return [link for link in found if link[0] in knowledge.cases and link[2] in knowledge.cases]


def relations(knowledge: Knowledge) -> Graph:
    """All cases and how they touch."""
    graph = Graph("All cases")
    for slug, case in knowledge.cases.items():
        graph.add("case", slug, slug, case.title)
    for one, kind, other in links(knowledge):
        graph.edges[f"case:{one}", f"case:{other}", kind] = None
    return graph


_ARROWS = {
    "uses": "-->",
    "argues": "==>",
    "against": "-. against .->",
    "causes": "-- causes -->",
    "mimics": "-. looks like .-",
}
_SHAPES = {
    "row": ("[(", ")]"),
    "finding": ("[", "]"),
    "quantity": ("[/", "/]"),
    "for": ("([", "])"),
    "against": ("([", "])"),
    "case": ("{{", "}}"),
}


def mermaid(graph: Graph) -> str:
    """The same as text for Mermaid."""
    lines = ["flowchart LR", f"  %% {_plain(graph.title)}"]
    names = {key: f"n{number}" for number, key in enumerate(graph.nodes)}
    for key, node in graph.nodes.items():
        left, right = _SHAPES[node.kind]
        text = f"{node.text} {node.note}" if node.kind in ("for", "against") else node.text
        lines.append(f'  {names[key]}{left}"{_plain(text)}"{right}')
    lines += [f"  {names[a]} {_ARROWS[kind]} {names[b]}" for a, b, kind in graph.edges]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return re.sub(r'["\\<>{}|]', " ", text)
