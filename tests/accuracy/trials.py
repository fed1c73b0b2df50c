"""A host whose cause is known, what the advisor says of it, and how good that is.

A trial's cause is known from outside of the rules: somebody mended the host, or a model had the mechanism switched on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from advisor.authoring.examples import Example, consultation_of, read
from advisor.inference.diagnosis import Consultation
from tests.kb.examples import PATHS, ROOT, knowledge

FIELD, MADE_UP = ROOT / "tests" / "field", ROOT / "tests" / "made_up"
SURE = ("confirmed", "likely")
"""Standings at which a cause is named; below them it is one to look at."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A host, and what is known of it.

    Attributes:
        name: of its file, or kind and seed.
        cause: the slug of a case, of one that there is not yet, `other` or `nothing`.
        also: slugs that are right as well.
        must_not: slugs that are wrong here, as a careless reader might name them.
        tell: the complaint.
        files: path and text of each capture.
        hurts: whether anybody suffers from it; else its condition is there, and no more.
        decisive: whether an expert could name the cause from these files.
    """

    name: str
    cause: str
    also: frozenset[str]
    must_not: frozenset[str]
    tell: tuple[str, ...]
    files: tuple[tuple[str, str], ...]
    about: Mapping[str, Any] = field(default_factory=dict, compare=False)
    hurts: bool = True
    decisive: bool = True

    @property
    def is_ours(self) -> bool:
        """Whether there is a case for its cause."""
        return self.cause in knowledge().cases

    @property
    def is_sealed(self) -> bool:
        """Whether only its score is ever read: of what was drawn, what nobody has `opened` since."""
        return self.is_drawn and not self.about.get("opened")

    @property
    def is_drawn(self) -> bool:
        """Whether its name drew it for the half of the field cases that are sealed."""
        return sha256(self.name.encode()).digest()[0] % 2 == 1


@dataclass(frozen=True, slots=True)
class Answer:
    """What the advisor says of a host.

    Attributes:
        diagnoses: case and standing of each current one, the root cause first.
        risks: cases whose condition is there, and of which nothing is felt.
        excluded: cases that are ruled out.
    """

    diagnoses: tuple[tuple[str, str], ...]
    risks: frozenset[str]
    excluded: frozenset[str]

    @property
    def named(self) -> tuple[str, ...]:
        """The cases that are named as a cause, in order."""
        return tuple(slug for slug, standing in self.diagnoses if standing in SURE)

    def standing(self, slug: str) -> str:
        """The standing of a case; `risk` where it is one, and "" where it is not spoken of."""
        return dict(reversed(self.diagnoses)).get(slug, "risk" if slug in self.risks else "")


RIGHT = ("first", "quiet")
"""Scores at which an answer is right."""
SCORES = {
    "first": "the right cause leads, confirmed or likely",
    "weak": "the right cause leads, and is only possible",
    "named": "another cause leads, and the right one is among the diagnoses",
    "risk": "the right cause is among the risks only",
    "silent": "nothing is named",
    "wrong": "another cause leads, confirmed or likely, and the right one is not named",
    "quiet": "no case is right, and none is named",
    "alarm": "no case is right, and one is named",
}


def answered(consultation: Consultation) -> Answer:
    """What a consultation says."""
    current = [d for d in consultation.diagnoses if d.status == "current"]
    return Answer(
        tuple((d.case.slug, d.standing) for d in current),
        frozenset(h.case.slug for h in consultation.risks),
        frozenset(e.case.slug for e in consultation.ruled_out) - {h.case.slug for h in (*current, *consultation.risks)},
    )


def answer(trial: Trial) -> Answer:
    """What the advisor says of a trial, as the command line would."""
    return answered(consultation_of(knowledge(), example_of(trial))[0])


def example_of(trial: Trial) -> Example:
    """The trial as the machinery of examples takes it."""
    return Example(Path(trial.name), list(trial.tell), list(trial.files), {})


FAILURES = frozenset(
    """drive-failing disk-link-errors zfs-pool-degraded multipath-path-loss network-link-loss raid-battery-write-through
    volatile-write-cache inode-exhaustion virtualbox-module-mismatch raid-hides-smart inconclusive-bad-block-scan
    change-misattribution oracle-hugepages-shortage oracle-memlock-limit oracle-amm-without-hugepages""".split()
)
"""Cases that are failures by themselves: to name them is right though nobody suffers yet."""


def score(trial: Trial, said: Answer) -> str:
    """How good an answer is, one of `SCORES`."""
    right = {trial.cause, *trial.also}
    if not trial.is_ours or not trial.hurts:
        allowed = right if not trial.is_ours or trial.cause in FAILURES else trial.also
        return "alarm" if any(slug not in allowed for slug in said.named) else "quiet"
    if not trial.decisive and not said.named:
        return "quiet"
    first, standing = said.diagnoses[0] if said.diagnoses else ("", "")
    if first in right:
        return "first" if standing in SURE else "weak"
    if trial.cause in dict(said.diagnoses):
        return "named"
    if said.named:
        return "wrong"
    return "risk" if trial.cause in said.risks else "silent"


def forbidden(trial: Trial, said: Answer) -> list[str]:
    """The cases that are named though they must not be."""
    return [slug for slug in dict.fromkeys(said.named) if slug in trial.must_not]


# where trials come from -----------------------------------------------------------------------------------------------


def field_paths() -> list[Path]:
    """Every field case."""
    return sorted(FIELD.glob("*.toml"))


def read_field(path: Path) -> Trial:
    """Read one field case, or a host that was made up in its form.

    Raises:
        KeyError: it lacks a table or key.
        tomllib.TOMLDecodeError: it is no TOML.
    """
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    expect = data["expect"]
    return Trial(
        path.stem, expect["cause"], frozenset(expect.get("also", ())), frozenset(expect.get("must_not", ())),
        tuple(data.get("tell", ())), tuple((f["path"], f["text"]) for f in data["files"]), data,
    )  # fmt: skip


@cache
def field_trials() -> tuple[Trial, ...]:
    """Every field case, read."""
    return tuple(map(read_field, field_paths()))


@cache
def made_up_trials() -> tuple[Trial, ...]:
    """Every host that somebody made up who knew the domain and no rule."""
    return tuple(map(read_field, sorted(MADE_UP.glob("*.toml"))))


@cache
def example_trials() -> tuple[Trial, ...]:
    """The confirming examples of the cases that have captures."""
    examples = [read(path) for path in PATHS]
    return tuple(
        Trial(e.name, e.case, frozenset(e.expect.get("diagnoses", ())), frozenset(e.expect.get("not", ())), tuple(e.tell), tuple(e.files))
        for e in examples if e.confirms and e.files
    )  # fmt: skip


def counted(scores: Iterable[str]) -> dict[str, int]:
    """How many of each score there are, in the order of `SCORES`."""
    found = list(scores)
    return {name: found.count(name) for name in SCORES if name in found}
