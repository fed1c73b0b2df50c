"""The words by which a tool tells a state, as lists: a word on no list is unknown, neither a fault nor health.

A word is compared as a whole, whatever its case and spacing, and without the progress that a tool prints behind it:

>>> drives = Words({"ok": "Online|Online, Spun Up", "failed": "Failed", "rebuilding": "Rebuild"}, silent="Unknown")
>>> drives.of("ONLINE, spun  up"), drives.of("Rebuild, 26% complete"), drives.of("Unknown"), drives.of("Failover")
('ok', 'rebuilding', '', None)
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from facts.patterns import lazy
from facts.reading import Refusal, Span

_PROGRESS = lazy(r"[\s,(]*+(?<![\d.])\d{1,3}(?:\.\d{1,6})? ?%(?: complete(?:d)?)?\)?\Z", re.IGNORECASE)
_LONGEST = 60


class Words:
    """What one tool's words for one thing mean.

    Attributes:
        states: our state to the tool's words for it, separated by ``|``.
        names: our states, in the order in which they were given.
        silent: words that the tool prints where it knows nothing, or that tell neither health nor a fault.
    """

    def __init__(self, states: Mapping[str, str], silent: str = "") -> None:
        """Lists of words; no word may stand for two states.

        Raises:
            ValueError: for a word that stands for two states.
        """
        self.names = tuple(states)
        self._states: dict[str, str] = {}
        for state, words in (*states.items(), ("", silent)):
            for word in words.split("|") if words else ():
                if self._states.setdefault(_plain(word), state) != state:
                    raise ValueError(f"`{word}` stands for two states")

    def of(self, text: str) -> str | None:
        """Return our state for the tool's words, "" where they tell none, None where no list has them."""
        plain = _plain(text)
        found = self._states.get(plain)
        return self._states.get(_PROGRESS.sub("", plain).strip()) if found is None else found

    def read(self, text: str, span: Span, refusals: list[Refusal]) -> str:
        """Return the same, but refuse the lines `span` for words that no list has, and return "" for them."""
        state = self.of(text)
        if state is None:
            refusals.append(not_understood(text, span))
        return state or ""


def not_understood(text: str, span: Span) -> Refusal:
    """The refusal of lines with a state that no list has; it names the word as it was seen."""
    return Refusal(span, f"not understood: state `{' '.join(text.split())[:_LONGEST]}`")


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
