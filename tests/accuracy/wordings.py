"""Complaints in words that were chosen without a look at the phrases: how many are understood, and what they change.

python -m tests.accuracy wordings
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from advisor.chat.tell import understand
from facts.observations import Observations
from tests.kb.examples import knowledge

_ENGLISH = 8
"""So many of each situation are English, the rest is German."""


class Situation(NamedTuple):
    """What people complain of: `sign` as the advisor calls it, "" where it has no name for it."""

    name: str
    sign: str
    says: tuple[str, ...]


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("wordings.toml").read_text(encoding="utf-8"))


def situations() -> list[Situation]:
    """All of them."""
    return [Situation(s["name"], s.get("sign", ""), tuple(s["says"])) for s in _data()["situation"]]


def noise() -> tuple[str, ...]:
    """Texts that tell of no trouble."""
    return tuple(_data()["noise"]["says"])


def signs_told(texts: Sequence[str]) -> set[str]:
    """What the advisor takes texts to tell, as present."""
    told = understand(knowledge(), list(texts), Observations([])).signs
    return {sign.name for sign in told if sign.state == "present"}


def idle_talk() -> tuple[str, ...]:
    """Texts that tell nothing at all, not even a size that would contradict what was measured."""
    return tuple(t for t in noise() if not understand(knowledge(), [t], Observations([])).cells)


@cache
def _by_sign() -> Mapping[str, list[str]]:
    """The texts of each sign, but for those that tell another one besides: these are other complaints."""
    found: dict[str, list[str]] = {}
    for situation in situations():
        alone = [t for t in situation.says if signs_told([t]) <= {situation.sign}]
        found.setdefault(situation.sign, []).extend(alone or situation.says)
    return found


def reworded(texts: Sequence[str], name: str, number: int) -> Iterator[tuple[str, ...]]:
    """The complaint in other words, where there are words for all that it tells: so many ways, chosen by the name of the trial."""
    by_sign = _by_sign()
    wanted = sorted(sign for sign in signs_told(texts) if not sign.endswith("-in-use"))
    for turn in range(number if wanted and by_sign.keys() >= set(wanted) else 0):
        yield tuple(by_sign[sign][crc32(f"{name} {sign} {turn}".encode()) % len(by_sign[sign])] for sign in wanted)


class Understood(NamedTuple):
    """How many complaints are understood as what they say, and in how many texts that complain of nothing something is heard."""

    asked: int
    right: int
    english: str
    german: str
    noise: int
    heard: int


def understood() -> Understood:
    """Try every text of a situation that has a sign."""
    hits = [[s.sign in signs_told([text]) for text in s.says] for s in situations() if s.sign]
    english = [hit for row in hits for hit in row[:_ENGLISH]]
    german = [hit for row in hits for hit in row[_ENGLISH:]]
    heard = sum(bool(signs_told([text])) for text in noise())
    return Understood(
        len(english) + len(german), sum(english) + sum(german), f"{sum(english)} of {len(english)}",
        f"{sum(german)} of {len(german)}", len(noise()), heard,
    )  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """Count what is understood, by situation."""
    for situation in situations():
        if situation.sign:
            hits = sum(situation.sign in signs_told([text]) for text in situation.says)
            sys.stdout.write(f"{hits:3} of {len(situation.says)} {situation.name}\n")
    words = understood()
    sys.stdout.write(f"English {words.english}, German {words.german}\n")
    sys.stdout.write(f"something is heard in {words.heard} of {words.noise} that tell nothing\n")
    return 0
