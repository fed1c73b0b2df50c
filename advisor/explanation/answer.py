"""The answer of a report in few words, as data: what a terminal, a page and Markdown show of it are the same words.

It is made from the JSON form alone. Nothing here knows a width or a markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from advisor.explanation.text import ROLES, about, alike_before
from facts.own_reports import KIND

Json = dict[str, Any]

COLLECT = "advisor collect -o HOST.tar.gz, on the host itself: all that is looked at, read-only"
LABELS = {"consequence": "led to", "alternative": "or else"}
"""How another diagnosis is introduced, by its role; ``also`` otherwise."""
_STAGES = {"ground": "possible", "act": "happening", "harm": "harm", "felt": "felt"}
"""What makes it possible, that it is seen happening, what is harmed, what people feel."""
_SPOKEN = {
    "ground": "what makes it possible",
    "act": "the mechanism at work",
    "harm": "the harm",
    "felt": "the complaint",
}
_STATES = {"shown": "shown", "hinted": "indicated", "refuted": "refuted", "unknown": "not looked at"}
_LOOKS = "a look only"
"""What a step says of its persistence that watches at a price."""
_MOST_OTHERS, _MOST_ALIKE = 4, 2
_SAID = 240
"""Characters of a complaint."""
_WHOLE = 100
"""From here on a figure needs no decimals."""


class Stage(NamedTuple):
    """One stage of a chain.

    Attributes:
        label: ``possible``, ``happening``, ``harm`` or ``felt``.
        state: ``shown``, ``hinted``, ``refuted`` or ``unknown``.
        text: the sentence of its strongest argument, or what was said; "not looked at" where nothing was.
        looks: the commands that would show it, where nothing did.
        fact: what shows it, from a capture.
    """

    label: str
    state: str
    text: str
    looks: tuple[str, ...] = ()
    fact: Json | None = None


class Other(NamedTuple):
    """Another diagnosis beside the leading one: how it is introduced, its number, and itself."""

    label: str
    number: int
    item: Json

    @property
    def text(self) -> str:
        """It in one line."""
        return f"{self.number}. {self.item['title']}: {about(self.item)}; {self.item['standing']}"


class LookAlike(NamedTuple):
    """What looks the same and is neither diagnosed nor ruled out: its name, and what tells it apart."""

    name: str
    tell_apart: str


@dataclass(slots=True, frozen=True)
class Card:
    """One diagnosis in few words.

    Attributes:
        number: counted from 1 among all diagnoses of the report.
        item: the diagnosis in its JSON form.
        role: "" for a root cause.
        sure: how sure it is, and why, in one sentence.
        notes: how old the evidence is, where that matters, and how it has grown.
        stages: the chain.
        steps: what to begin with, and the first step that changes anything: ``now`` or ``then``, and the step.
        capture: what the most telling capture that is missing could do, and its command; None where it is confirmed.
        causes, effects: other diagnoses that this one follows from or leads to, by number and title.
        alike: what else it could be.
    """

    number: int
    item: Json
    role: str
    sure: str
    notes: tuple[str, ...]
    stages: tuple[Stage, ...]
    steps: tuple[tuple[str, Json], ...]
    capture: tuple[str, str] | None
    causes: tuple[tuple[int, str], ...]
    effects: tuple[tuple[int, str], ...]
    alike: tuple[LookAlike, ...]


@dataclass(slots=True, frozen=True)
class Answer:
    """The answer of a whole report.

    Attributes:
        cards: the leading diagnosis and what stands beside it; of many alike only the first.
        others: what stands beside the leading one, in a line each. more: how many are left out.
        headline: what is said where nothing is concluded, "" otherwise. verdict: the same in two words.
        counts: what was assessed then.
        past: what only old captures or logs show, where nothing is concluded.
        cut: what was not read in full, and could be.
    """

    cards: tuple[Card, ...]
    others: tuple[Other, ...]
    more: int
    headline: str
    verdict: str
    counts: str
    past: tuple[str, ...]
    cut: tuple[str, ...]


def answer(data: Json) -> Answer:
    """The answer of `data`, the JSON form of ``diagnose``."""
    current = [(n, item) for n, item in enumerate(data["diagnoses"], 1) if item["status"] == "current"]
    others = _others(current)
    shown = [*current[:1], *((other.number, other.item) for other in others)]
    headline, verdict, counts = ("", "", "") if current else _nothing(data)
    return Answer(
        tuple(_card(number, item, current, data) for number, item in shown),
        others,
        max(0, len(current) - len(shown)),
        headline,
        verdict,
        counts,
        () if current else tuple(_past(item) for item in data["diagnoses"]),
        tuple(f"{u['path']}: {u['reason']}" for u in data["unrecognised"] if "--limit" in u["reason"]),
    )


def _others(current: Sequence[tuple[int, Json]]) -> tuple[Other, ...]:
    """The other diagnoses; many alike are one."""
    alike = alike_before([item for _, item in current])
    found = [
        Other(LABELS.get(item["role"], "also"), number, item)
        for at, (number, item) in enumerate(current)
        if at and not alike[at]
    ]
    return tuple(found[:_MOST_OTHERS])


def _card(number: int, item: Json, current: Sequence[tuple[int, Json]], data: Json) -> Card:
    return Card(
        number,
        item,
        "" if item["role"] == "root-cause" else ROLES[item["role"]],
        how_sure(item),
        tuple(_notes(item)),
        tuple(_stages(item)),
        tuple(_steps(item["fix"])),
        _capture(item),
        tuple((n, other["title"]) for n, other in current if _follows(item, other)),
        tuple((n, other["title"]) for n, other in current if _follows(other, item)),
        tuple(_look_alikes(item, data)),
    )


def how_sure(item: Json) -> str:
    """How sure a diagnosis is, and why.

    >>> how_sure({"standing": "confirmed", "chain": {"act": {"state": "shown"}, "harm": {"state": "unknown"}, "felt": {"state": "shown"}}})
    'Confirmed: the mechanism at work and the complaint are shown; the harm was not looked at.'
    """
    by_state: dict[str, list[str]] = {}
    for name, stage in item["chain"].items():
        if stage["state"] != "unknown" or stage.get("look_at", True):
            by_state.setdefault(stage["state"], []).append(_SPOKEN[name])
    said = []
    for state, names in by_state.items():
        many = "were" if state == "unknown" else "are"
        one = "was" if state == "unknown" else "is"
        listed = " and ".join([", ".join(names[:-1]), names[-1]]) if names[1:] else names[0]
        said.append(f"{listed} {many if names[1:] else one} {_STATES[state]}")
    return f"{item['standing'].capitalize()}: {'; '.join(said)}." if said else f"{item['standing'].capitalize()}."


def _notes(item: Json) -> Iterator[str]:
    if item["grown"]:
        yield f"Accepted earlier, and it has grown: {'; '.join(item['grown'])}."
    if item["age"] and item["age"]["text"]:
        yield str(item["age"]["text"])


def _follows(item: Json, other: Json) -> bool:
    """Whether a diagnosis follows from another one."""
    return any(
        link["relation"] == "caused-by"
        and (link["case"], link["host"], link["subject"]) == (other["case"], other["host"], other["subject"])
        for link in item["links"]
    )


def _look_alikes(item: Json, data: Json) -> Iterator[LookAlike]:
    """What else it could be, as far as nothing rules it out on this host; what stands beside it is no other cause."""
    out = {entry["case"] for entry in data["ruled_out"] if entry["host"] in ("", item["host"])}
    known = out | {entry["case"] for entry in data["diagnoses"]}
    open_ones = [m for m in item["look_alikes"] if m["case"] not in known]
    for other in open_ones[:_MOST_ALIKE]:
        yield LookAlike(other["name"], other["tell_apart"])


def _stages(item: Json) -> Iterator[Stage]:
    shown: set[str] = set()
    for name, stage in item["chain"].items():
        if stage["state"] != "unknown" or stage["look_at"]:
            yield _stage(item, name, stage, shown)


def _stage(item: Json, name: str, stage: Json, shown: set[str]) -> Stage:
    """One stage: the sentence of its strongest argument, and a line that shows it, one that is not `shown` yet."""
    label, state = _STAGES[name], stage["state"]
    if name == "felt" and (said := _said(stage)):
        return Stage(label, state, said)
    stages = ("act", "event") if name == "act" else (name,)
    arguments = [
        a for a in item["evidence"]
        if a["stage"] in stages and a["counted"] and (a["cf"] < 0) == (state == "refuted")
    ]  # fmt: skip
    if not arguments:
        looks = tuple(stage["look_at"])
        return Stage(label, state, "not looked at" if looks and state == "unknown" else stage["text"], looks)
    argument = max(arguments, key=lambda a: abs(a["cf"]))
    fact = _telling(argument["facts"], shown)
    if fact is not None:
        shown.add(fact["address"])
    return Stage(label, state, argument["why"], (), fact)


def _said(stage: Json) -> str:
    """What was said of it, in the words of whoever said it, its first sentences where it is long."""
    facts = [fact for entry in stage["entries"] for fact in entry["facts"] if fact["address"].startswith("told")]
    words = next((f["origin"].get("told") or f["origin"].get("answer") or f["text"] for f in facts), "")
    return f'"{first_sentences(" ".join(words.split()), _SAID)}"' if words else str(stage["text"])


def _telling(facts: Sequence[Json], shown: set[str]) -> Json | None:
    """The fact that tells most of an argument: one that was compared with a limit, has a unit, and is not `shown` above."""
    captured = [fact for fact in facts if "path" in fact["origin"]]
    return max(
        captured, key=lambda f: 2 * (f["address"] not in shown) + bool(f["demand"]) + bool(f["unit"]), default=None
    )


def _steps(steps: Sequence[Json]) -> Iterator[tuple[str, Json]]:
    """What to begin with, and the first step that changes anything; their labels tell that others stand between them."""
    if steps:
        yield "now", steps[0]
    change = next((step for step in steps[1:] if step["risk"] != "look" and step["persists_how"] != _LOOKS), None)
    if change is not None:
        yield "then", change


def harmless(step: Json) -> bool:
    """Whether the command of a step may stand alone; what disrupts is only given with its check and its undo."""
    return bool(step["command"]) and step["risk"] in ("look", "safe") and not step["warning"]


def _capture(item: Json) -> tuple[str, str] | None:
    if item["standing"] == "confirmed" or not item["missing"]:
        return None
    nearest = item["missing"][0]
    effect = "could confirm it" if nearest["would"].startswith("raise") else "could rule it out"
    return effect, nearest["how"]


def _nothing(data: Json) -> tuple[str, str, str]:
    """What is said where no case is concluded, the same in two words, and what was assessed."""
    read = sum(i["outcome"] in ("read", "partial", "nothing") and i["kind"] != KIND for i in data["inputs"])
    if not read and not data["diagnoses"] and not data["risks"]:
        return "Nothing was read, so nothing was assessed.", "", ""
    out, open_cases = len({i["case"] for i in data["ruled_out"]}), len(data["not_assessed"])
    counts = f"Ruled out: {out} known causes. Not assessed for lack of captures: {open_cases}."
    outputs = f"{read} {'output' if read == 1 else 'outputs'}"
    if data["acknowledged"]:
        return f"Nothing in {outputs} but what is known and accepted", "NOTHING NEW", counts
    return f"No known cause found in {outputs}", "NOT DIAGNOSED", counts


def _past(item: Json) -> str:
    age = f" {item['age']['text']}" if item["age"] else ""
    return f"Past, by old captures or logs: {item['title']}: {about(item)}.{age}"


def first_sentences(text: str, room: int) -> str:
    """As many whole sentences as fit, and at least one."""
    shown, *rest = [sentence for sentence in text.replace(". ", ".\0").split("\0") if sentence] or [""]
    for sentence in rest:
        if len(shown) + 1 + len(sentence) > room:
            break
        shown += f" {sentence}"
    return shown


def figure_of(fact: Json) -> str:
    """The figure of a fact with its unit, "" where it has none or the line of the capture says it."""
    return "" if not fact["unit"] or _stands_in(fact) else figure(fact["value"], fact["unit"])


def _stands_in(fact: Json) -> bool:
    printed = re.findall(r"[\d.]+", (fact["text"] or "").replace(",", ""))
    return any(
        f"{fact['value'] / size:.15g}" in printed for size in ((1, 1024, 1 << 20) if fact["unit"] == "B" else (1,))
    )


def quote_of(fact: Json) -> str:
    """The line of the capture in one line, "" where it is the heading above a figure."""
    text = " ".join((fact["text"] or "").split())
    return "" if figure_of(fact) and not re.search(r"[\dA-Z]", text) else text


_SIZES = (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3))


def figure(value: float, unit: str) -> str:
    """A figure as short as a person says it.

    >>> figure(3315130368.0, "B"), figure(78348484.3, "B/s"), figure(126.38, "ms"), figure(4.012, "kB")
    ('3.32 GB', '78.3 MB/s', '126 ms', '4.01 kB')
    """
    if unit in ("B", "B/s"):
        size, one = next(((name, one) for name, one in _SIZES if abs(value) >= one), ("B", 1.0))
        value, unit = value / one, f"{size}/s" if unit.endswith("/s") else size
    return f"{f'{value:,.0f}' if abs(value) >= _WHOLE else f'{value:.3g}'} {unit}"
