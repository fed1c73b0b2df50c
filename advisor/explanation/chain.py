"""The chain of a diagnosis as it was found: what is shown of each stage, by what, and what shows the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.explanation.names import plain
from advisor.inference.chain import FELT
from advisor.inference.chaining import complaints
from advisor.inference.looking import Looking
from advisor.inference.openness import outlines_of
from advisor.inference.proof import Leaf, Node, only_told
from advisor.inference.view import Argument, Hypothesis
from advisor.knowledge import Knowledge

STAGES = ("ground", "act", "harm", FELT)
"""As they are shown; an event is an act."""
MARKS = {"shown": "x", "hinted": "~", "refuted": "!", "unknown": "?"}
"""What a stage has for a mark in text."""
_MOST_LOOKS = 2
_MOST_NAMED = 4


class Link(NamedTuple):
    """One finding of a stage: its name, ``present`` or ``absent``, whether it speaks for the case, and what shows it."""

    finding: str
    state: str
    speaks: bool
    told: bool
    leaves: tuple[Leaf, ...]

    @property
    def words(self) -> str:
        """The finding as people write it."""
        return ("no " if self.state == "absent" else "") + plain(self.finding)


class Stage(NamedTuple):
    """One stage: ``shown``, ``hinted``, ``refuted`` or ``unknown``, the findings, and the commands that show more."""

    name: str
    state: str
    links: tuple[Link, ...]
    look_at: tuple[str, ...]

    @property
    def mark(self) -> str:
        """Its mark in text."""
        return MARKS[self.state]

    @property
    def text(self) -> str:
        """What is known of it, in a line."""
        said = [link.words for link in self.links if link.speaks][:_MOST_NAMED]
        against = [link.words for link in self.links if not link.speaks][:_MOST_NAMED]
        parts = [", ".join(said), f"against it: {', '.join(against)}" if against else ""]
        if not any(parts):
            looks = " or ".join(self.look_at)
            return f"not looked at: {looks}" if looks else "not told" if self.name == FELT else "not known"
        return "; ".join(part for part in parts if part)


def picture(knowledge: Knowledge, hypothesis: Hypothesis) -> tuple[Stage, ...]:
    """The stages of a conclusion in their order; none of what was not judged."""
    if hypothesis.verdict is None or hypothesis.view is None:
        return ()
    by_stage: dict[str, list[Argument]] = {}
    for argument in (*hypothesis.supporting, *hypothesis.opposing):
        if argument.counted:
            name = "act" if argument.stage == "event" else argument.stage
            by_stage.setdefault(name, []).append(argument)
    stages = []
    for name in STAGES:
        links = tuple(_felt(hypothesis) if name == FELT else map(_link, by_stage.get(name, ())))
        state = hypothesis.verdict.stages[name].state
        if name == FELT and links:
            state = "shown"
        elif state == "unknown" and any(link.speaks for link in links):
            state = "hinted"
        looks = () if state in ("shown", "refuted") or name == FELT else _looks(knowledge, hypothesis, name)
        stages.append(Stage(name, state, links, looks))
    return tuple(stages)


def _link(argument: Argument) -> Link:
    node = next((child for child in argument.proof.children if child.fact.template == "finding"), argument.proof)
    return _of(node, argument.cf > 0, only_told(argument.proof))


def _of(node: Node, speaks: bool, told: bool) -> Link:
    slots = node.fact.slots
    return Link(str(slots.get("name", "")), str(slots.get("state", "present")), speaks, told, tuple(node.all_leaves()))


def _felt(hypothesis: Hypothesis) -> Iterator[Link]:
    view = hypothesis.view
    assert view is not None
    for name, _ in complaints(hypothesis.case, view):
        node = view.prover.best(view.findings(name)[0].index)
        if node is not None:
            yield _of(node, True, only_told(node))


def _looks(knowledge: Knowledge, hypothesis: Hypothesis, stage: str) -> tuple[str, ...]:
    """The commands that could show a stage, those of the strongest signs first."""
    assert hypothesis.view is not None
    looking = Looking(knowledge, hypothesis.view)
    found = hypothesis.view.found()
    stages: Sequence[str] = ("act", "event") if stage == "act" else (stage,)
    commands: dict[str, None] = {}
    outlines = (o for o in outlines_of(knowledge.net, hypothesis.case.slug) if o.stage in stages and o.cf > 0)
    for outline in sorted(outlines, key=lambda o: -o.cf):
        if not any((name, state) in found for name, _ in outline.needs for state in ("present", "absent")):
            commands.update(dict.fromkeys(looking.for_findings(outline.needs)))
    return tuple(commands)[:_MOST_LOOKS]
