"""How a chain is judged: what is measured decides, words rank.

The entries of a stage add up as independent signs do (noisy-or), those for and those against it apart; a finding counts once.
What was only told is worth half and is capped, a told harm is something felt. An act that is shown is a diagnosis with or
without a complaint; a ground alone is none, and neither are words alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from advisor.inference.certainty import CONFIRMED, LIKELY, POSSIBLE

SHOWN, HINTED = 0.6, 0.3
"""From this value on a stage is shown, from this on it is hinted at; below the negative of the first it is refuted.

An entry worth the first shows its stage, or breaks it, by itself.
"""
_TOLD_WORTH, _MOST_TOLD, _MOST_TOLD_AGAINST = 0.5, 0.45, 0.3
SYMPTOM, COMPLAINT = 0.5, 0.25
"""What a symptom is worth that somebody complains of, and a complaint of which no symptom was understood."""
_HARM_ABSENT = -0.5
_REFUTES = -0.9


class Sign(NamedTuple):
    """What one argument says: the stage, its finding with its state, its worth from -1 to 1, and whether it was only told."""

    stage: str
    finding: str
    worth: float
    told: bool


class Stage(NamedTuple):
    """What a stage comes to, from -1 to 1: with what was told, and by what was measured alone."""

    value: float = 0.0
    measured: float = 0.0

    @property
    def state(self) -> str:
        """``shown``, ``hinted``, ``refuted`` or ``unknown``."""
        if self.value <= -SHOWN:
            return "refuted"
        return "shown" if self.value >= SHOWN else "hinted" if self.value >= HINTED else "unknown"


class Verdict(NamedTuple):
    """What a chain comes to; `risk` says why it troubles nobody, "" where it is a diagnosis."""

    standing: str
    certainty: float
    stages: dict[str, Stage]
    risk: str = ""


def judge(
    signs: Sequence[Sign], felt: Iterable[float], *, grounded: bool, needed: bool = True, used: bool = True
) -> Verdict:
    """Judge one chain.

    Args:
        signs: what its arguments say.
        felt: the worth of each complaint that the case explains.
        grounded: whether the chain has a ground at all.
        needed: whether something of what it needs is present.
        used: whether what the case is about was seen; an explicit failure of it, once measured, shows that by itself.
    """
    stages = _stages(signs, felt)
    standing = _standing(stages, grounded) if needed else ""
    strength = _strength(stages)
    standing = _capped(standing, stages, used or stages["event"].measured >= SHOWN)
    risk = _risk(standing, stages)
    if not standing and needed and stages["ground"].measured >= SHOWN - 0.1 and stages["act"].value >= 0:
        standing, risk = "possible", "nothing shows that it is at work"
    return Verdict(standing, _within(strength, standing), stages, risk)


def _stages(signs: Sequence[Sign], felt: Iterable[float]) -> dict[str, Stage]:
    by_stage: dict[str, list[Sign]] = {"ground": [], "act": [], "event": [], "harm": []}
    complaints = [*felt]
    for sign in signs:
        if sign.stage == "harm" and sign.told and sign.worth > 0:
            complaints.append(sign.worth)
        else:
            by_stage.setdefault(sign.stage, []).append(sign)
    event = by_stage["event"]
    return {
        "ground": _stage(by_stage["ground"]),
        "act": _stage([*by_stage["act"], *event]),
        "event": _stage(event),
        "harm": _stage(by_stage["harm"]),
        "felt": Stage(_any(complaints)),
    }


def _any(worths: Iterable[float]) -> float:
    """How sure it is that one of some independent signs is right."""
    rest = 1.0
    for worth in worths:
        rest *= 1 - worth
    return 1 - rest


def _stage(signs: Sequence[Sign]) -> Stage:
    if not signs:
        return Stage()
    # Against what refutes a stage no number of hints counts, only what shows it.
    least = SHOWN if any(s.worth <= _REFUTES and not s.told for s in signs) else 0.0
    speaking = against = told = told_against = 1.0  # how likely it is that no sign of them is right
    for _, _, worth, only_told in signs:
        if only_told:
            if worth > 0:
                told *= 1 - _TOLD_WORTH * worth
            else:
                told_against *= 1 + _TOLD_WORTH * worth
        elif worth < 0:
            against *= 1 + worth
        elif worth >= least:
            speaking *= 1 - worth
    told, told_against = max(told, 1 - _MOST_TOLD), max(told_against, 1 - _MOST_TOLD_AGAINST)
    return Stage(_balance(1 - speaking * told, 1 - against * told_against), _balance(1 - speaking, 1 - against))


def _balance(speaking: float, against: float) -> float:
    if not speaking or not against:
        return speaking - against
    least = min(speaking, against)
    return 0.0 if least >= 1 else round((speaking - against) / (1 - least), 9)  # 0.9 against 0.75 is 0.6


def _strength(stages: dict[str, Stage]) -> float:
    ground, act, harm, felt = (stages[name].value for name in ("ground", "act", "harm", "felt"))
    missing = (1 - max(act, 0)) * (1 - 0.5 * max(ground, 0)) * (1 - 0.5 * max(harm, 0)) * (1 - 0.3 * felt)
    return (1 - missing) * (1 - 0.7 * max(-ground, 0)) * (1 - 0.7 * max(-act, 0))


def _standing(stages: dict[str, Stage], grounded: bool) -> str:
    ground, act, harm, felt = (stages[name].value for name in ("ground", "act", "harm", "felt"))
    strength, fails = _strength(stages), stages["event"].measured >= SHOWN
    hurts = harm >= HINTED or felt > COMPLAINT
    if ground <= -SHOWN or act <= -SHOWN:
        return "ruled-out"
    if act >= SHOWN:
        sure = stages["act"].measured >= SHOWN and strength >= CONFIRMED and (fails or hurts)
        return "confirmed" if sure else "likely"
    if act >= HINTED and (harm >= 0.5 or (ground >= 0.5 and hurts)) and strength >= LIKELY and ground >= 0:
        return "likely"
    if ground >= 0.5 and harm >= 0.5 and strength >= 0.5:
        return "likely"
    hinted = act >= HINTED and (ground >= HINTED or harm >= HINTED or not grounded)
    half_seen = act >= 0.4 and ground >= 0 and harm > -HINTED
    in_part = half_seen or (act >= 0 and ((ground >= 0.5 and hurts) or (ground >= HINTED and harm >= 0.5)))
    return "possible" if hinted or in_part else ""


def _capped(standing: str, stages: dict[str, Stage], used: bool) -> str:
    if standing == "possible" and not used and stages["act"].value < HINTED:
        return ""
    if standing in ("confirmed", "likely"):
        measured = any(stages[name].measured > 0 for name in ("ground", "act", "harm"))
        if not used or not measured:
            return "possible"
    if standing == "confirmed" and stages["harm"].value <= _HARM_ABSENT and stages["event"].measured < SHOWN:
        return "likely"
    return standing


def _risk(standing: str, stages: dict[str, Stage]) -> str:
    """Why what stands so troubles nobody."""
    if standing in ("", "ruled-out") or stages["event"].measured >= SHOWN:
        return ""
    unfelt = stages["felt"].value <= COMPLAINT
    if stages["harm"].measured <= (-HINTED if unfelt else _HARM_ABSENT):
        return "it is at work, and nothing waits for it" if stages["act"].value >= SHOWN else "nothing waits for it"
    if stages["act"].measured >= SHOWN or stages["harm"].measured >= HINTED or stages["felt"].value > 0:
        return ""
    return "nothing shows that it hurts"


_BANDS = {"confirmed": (CONFIRMED, 0.99), "likely": (LIKELY, CONFIRMED - 0.01), "possible": (POSSIBLE, LIKELY - 0.01)}


def _within(strength: float, standing: str) -> float:
    """The certainty that belongs to a standing: the strength of the chain, within the bounds of that standing."""
    if standing == "ruled-out":
        return -0.95
    low, high = _BANDS.get(standing, (0.0, POSSIBLE - 0.01))
    return min(max(strength, low), high)
