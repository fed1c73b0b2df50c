"""Numbers with a unit and a noun that says what they measure, and settings, versions and names, as cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from advisor.chat.phrases import Phrases, Word
    from advisor.chat.polarity import Clause
    from facts.observations import Observations, Observed


@dataclass(slots=True)
class Taken:
    """What one sentence gave: whether anything, and the quantities whose noun is unclear."""

    any: bool = False
    unclear: list[str] = field(default_factory=list)


class Cells:
    """The cells told so far."""

    def __init__(self, phrases: Phrases, observations: Observations) -> None:
        self.phrases = phrases
        self.observations = observations

    def named_host(self, found: Sequence[Word]) -> str:
        """The host that a sentence names, or ""."""
        hosts = {o.host for o in self.observations.observed}
        named = {h for h in hosts if any(w.text == h.lower() for w in found)}
        return named.pop() if len(named) == 1 and len(hosts) > 1 else ""

    def read(self, sentence: str, parts: Sequence[Clause], signs: frozenset[str], host: str) -> Taken:
        """Take the cells of one sentence."""
        return Taken()

    def finish(self) -> list[Observed]:
        """Add the cells to the observations."""
        return []
