"""Scenarios: which machine, with which parameters, what is complained of, whom one can ask, and how an expert goes about it.

They are TOML files in ``kb/scenarios``, data only: texts are filled in with the names of the run by replacing ``{name}``, nothing
in them is evaluated.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from advisor.training.machines import build, defaults
from advisor.training.machines.machine import Drawn, Machine
from advisor.training.world import World


@dataclass(frozen=True, slots=True)
class Reply:
    """What one person says to a question with one of these words; `does` names an action of the machine."""

    words: tuple[str, ...]
    say: str
    does: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody to ask.

    Attributes:
        name: as one asks for them, such as ``dba``.
        about: who it is.
        replies: the first that fits is given.
        otherwise: what they say when none does.
    """

    name: str
    about: str
    replies: tuple[Reply, ...]
    otherwise: str


@dataclass(frozen=True, slots=True)
class WrongFix:
    """Something plausible that does not help, and why."""

    lines: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """One exercise on a simulated host.

    Attributes:
        name: its slug, the name of its file.
        title: what one sees in the list; it gives nothing away.
        model: the machine that it runs on.
        case: the slug of the cause; "" for a host on which nothing is wrong.
        also: cases that are there too, such as consequences.
        level: 1 to 4, from one output to several causes.
        skills: what it trains, keys of ``kb/scenarios/skills.toml``.
        begins: when the trouble is, at the place of the host.
        complaint: what is said at the beginning.
        draw: for each parameter one value, a list to choose from, or ``{from, to}``.
        people: whom one can ask.
        must_see: findings that an expert wants to know, present or absent, before saying what it is.
        look: what an expert types to see them; `fix` what mends it at once; `keep` what makes it last; `verify` what proves it.
        wrong: plausible fixes that do not help.
        minutes: simulated minutes that an expert needs, about.
    """

    name: str
    title: str
    model: str
    case: str
    also: tuple[str, ...]
    level: int
    skills: tuple[str, ...]
    begins: datetime
    complaint: str
    draw: Mapping[str, Any]
    people: tuple[Person, ...]
    must_see: tuple[str, ...]
    look: tuple[str, ...]
    fix: tuple[str, ...]
    keep: tuple[str, ...]
    verify: tuple[str, ...]
    wrong: tuple[WrongFix, ...]

    @property
    def expert(self) -> tuple[str, ...]:
        """All that an expert types, in order."""
        return (
            *self.look,
            f":conclude {self.case}" if self.case else ":conclude nothing",
            *self.fix,
            *self.keep,
            *self.verify,
            ":done",
        )

    def drawn(self, seed: int) -> Drawn:
        """The parameters of one run; the same seed draws the same."""
        chance = random.Random(f"{self.name} {seed} parameters")
        return {name: _one(value, chance) for name, value in self.draw.items()}

    def begin(self, seed: int) -> Machine:
        """The machine of one run, at the moment at which the learner logs in."""
        return build(self.model, World(self.begins, f"{self.name} {seed}"), self.drawn(seed))


def _one(value: Any, chance: random.Random) -> Any:
    if isinstance(value, list):
        return chance.choice(value)
    if isinstance(value, dict):
        low, high = value["from"], value["to"]
        whole = isinstance(low, int) and isinstance(high, int)
        return chance.randint(low, high) if whole else round(chance.uniform(low, high), 3)
    return value


def fill(text: str, names: Mapping[str, str]) -> str:
    """A text with the names of a run in it; whatever else stands in braces stays.

    >>> fill("vxtunefs -p {mount} {x}", {"mount": "/u01"})
    'vxtunefs -p /u01 {x}'
    """
    return re.sub(r"\{([a-z_]+)\}", lambda found: names.get(found[1], found[0]), text)


KEYS = frozenset((
    "title", "model", "case", "also", "level", "skills", "begins", "complaint", "draw", "people", "must_see", "expert", "wrong",
))  # fmt: skip


def load(root: Path) -> dict[str, Scenario]:
    """All scenarios below a knowledge base, by name, the easiest first.

    Raises:
        KeyError, TypeError, ValueError: a file is no scenario; the lint says it better.
    """
    found = [read(path) for path in sorted((root / "scenarios").glob("*.toml")) if path.stem != "skills"]
    return {scenario.name: scenario for scenario in sorted(found, key=lambda s: (s.level, s.name))}


def read(path: Path) -> Scenario:
    """One scenario.

    Raises:
        KeyError, TypeError, ValueError: a key is missing, unknown, or of another type.
    """
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    _only(data, KEYS)
    draw = data.get("draw", {})
    _only(draw, set(defaults(data["model"])))
    expert = data["expert"]
    _only(expert, {"look", "fix", "keep", "verify"})
    return Scenario(
        path.stem, data["title"], data["model"], data["case"], tuple(data.get("also", ())), int(data["level"]), tuple(data["skills"]),
        data["begins"], _paragraphs(data["complaint"]), draw, tuple(_person(*item) for item in data.get("people", {}).items()),
        tuple(data["must_see"]), tuple(expert["look"]), tuple(expert.get("fix", ())), tuple(expert.get("keep", ())),
        tuple(expert.get("verify", ())), tuple(WrongFix(tuple(wrong["lines"]), wrong["why"]) for wrong in data.get("wrong", ())),
    )  # fmt: skip


def _paragraphs(text: str) -> str:
    """A text whose paragraphs are one line each, so that it can be broken anywhere."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def _person(name: str, data: Mapping[str, Any]) -> Person:
    _only(data, {"about", "otherwise", "replies"})
    replies = tuple(Reply(tuple(r["words"]), r.get("say", ""), r.get("does", "")) for r in data.get("replies", ()))
    return Person(name, data["about"], replies, data["otherwise"])


def _only(data: Iterable[str], known: Iterable[str]) -> None:
    unknown = sorted(set(data) - set(known))
    if unknown:
        raise ValueError(f"unknown key `{unknown[0]}`")
