"""How a screen names a conclusion: its key outlives the consultation that it was concluded in."""

from __future__ import annotations

from collections.abc import Iterable

from advisor.inference.diagnosis import Consultation
from advisor.inference.view import Hypothesis
from facts.hosts import DEFAULT

Key = tuple[str, str, str]
"""Case, host and subject."""


def conclusion(consultation: Consultation, key: Key) -> Hypothesis | None:
    """The diagnosis or risk of a key, else what is known of it without being concluded; None where there is nothing."""
    concluded = (h for h in (*consultation.diagnoses, *consultation.risks) if h.key == key)
    return next(concluded, None) or consultation.now.hypotheses.get(key)


def conclusions(consultation: Consultation) -> list[Hypothesis]:
    """The diagnoses, then the risks, in their order."""
    return [*consultation.diagnoses, *consultation.risks]


def renamed(key: Key, keys: Iterable[Key]) -> Key | None:
    """The key of the same conclusion once the host without a name is known by one; None where there is none, or several."""
    case, host, subject = key
    if host != DEFAULT:
        return None
    same = [other for other in keys if other[0] == case and (other[2] == subject or subject == host)]
    return same[0] if len(same) == 1 else None
