"""Scores with their reasons: diagnosis, path, safety, verification, and cost in simulated minutes.

Safety and cost count only as far as the cause was found: who does nothing is safe and cheap, and has learnt nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from advisor.training.moves import Move, Record
from advisor.training.scenarios import Scenario

DIAGNOSIS, PATH, SAFETY, VERIFICATION, COST = 30, 25, 20, 20, 5
PARTS = ("diagnosis", "path", "safety", "verification", "cost")
HINT_POINTS = {1: 1, 2: 3, 3: 6}
"""What a hint of each strength costs, of the points for the path."""
NO_REASON = 5
"""What it costs in an interview to give no reason, of the points for the path."""
_STANDING = {"confirmed": 1.0, "likely": 0.7, "possible": 0.35}
_RISKY = {"load": 0.4, "disruptive": 0.5, "destructive": 1.0}


class Part(NamedTuple):
    """One part of a score: points of at most so many, and why."""

    name: str
    points: float
    most: int
    reasons: tuple[str, ...]


class Score(NamedTuple):
    """All parts."""

    parts: tuple[Part, ...]

    @property
    def points(self) -> int:
        """Of 100."""
        return round(sum(part.points for part in self.parts))


def score(scenario: Scenario, record: Record, expert_minutes: float) -> Score:
    """Score a run.

    Args:
        scenario: what was to be found.
        record: what was done.
        expert_minutes: simulated minutes that the expert's way takes.
    """
    found, said = _diagnosis(scenario, record)
    path, why = _path(scenario, record, found)
    safety, risks = _safety(record)
    proof, proved = _verification(scenario, record)
    share = min(1.0, expert_minutes / record.minutes) if record.minutes else 0.0
    cost = f"{record.minutes:.0f} simulated minutes; an expert needs about {expert_minutes:.0f}"
    less = () if found in (0.0, 1.0) else (f"this part counts {100 * found:.0f} %, as the diagnosis does",)
    return Score((
        Part("diagnosis", DIAGNOSIS * found, DIAGNOSIS, said),
        Part("path", PATH * path, PATH, why),
        Part("safety", SAFETY * safety * found, SAFETY, risks + less),
        Part("verification", VERIFICATION * proof, VERIFICATION, proved),
        Part("cost", COST * share * found, COST, (cost, *less)),
    ))  # fmt: skip


def _diagnosis(scenario: Scenario, record: Record) -> tuple[float, tuple[str, ...]]:
    named = record.conclusions()
    if not named:
        return 0.0, ("no cause was named",)
    right = [number for number, move in enumerate(named) if move.case == scenario.case]
    if right:
        return (
            (1.0, ("the cause was named at once",))
            if right[0] == 0
            else (0.5, ("the cause was named at a later attempt",))
        )
    if any(move.case in scenario.also for move in named):
        return 0.4, ("what was named is there, but as a consequence or beside the cause",)
    return 0.0, ("what was named is not the cause",)


def _path(scenario: Scenario, record: Record, found: float) -> tuple[float, tuple[str, ...]]:
    """Half for what the rules could conclude at that moment, and was concluded; half for what an expert wants to have seen."""
    if record.standing is None:
        return 0.0, ("nothing was concluded",)
    wanted = len(scenario.must_see)
    seen = (wanted - len(record.missing)) / wanted if wanted else 1.0
    sure = (
        _STANDING.get(record.standing, 0.0) if scenario.case else seen
    )  # nothing is wrong: what was looked at says so
    reasons = []
    if not found and sure:
        sure = 0.0
        reasons.append(f"what you had seen made the cause {record.standing}, and you named another" if scenario.case else
                       "what you had seen shows nothing wrong, and you named a cause")  # fmt: skip
    elif sure < 1 and scenario.case:
        reasons.append("when you decided, what you had seen made the cause " + (record.standing or "not even possible"))
    reasons += [f"not looked at before that: {name.replace('-', ' ')}" for name in record.missing]
    lost = sum(HINT_POINTS[strength] for strength in record.hints) / PATH
    if record.hints:
        points = sum(HINT_POINTS[strength] for strength in record.hints)
        reasons.append(f"{len(record.hints)} hint{'s' * (len(record.hints) > 1)}: {points} point{'s' * (points > 1)}")
    if record.reasons_wanted and not any(m.why for m in record.moves if m.kind in ("suspect", "conclude")):
        lost += NO_REASON / PATH
        reasons.append(f"no reason was given: {NO_REASON} points")
    return max(0.0, (sure + seen) / 2 - lost), tuple(
        reasons or ["what tells the causes apart was seen before the decision"]
    )


def _safety(record: Record) -> tuple[float, tuple[str, ...]]:
    lost = list(_risks(record))
    return max(0.0, 1.0 - sum(weight for weight, _ in lost)), tuple(why for _, why in lost) or (
        "nothing was put at risk",
    )


def _risks(record: Record) -> Iterator[tuple[float, str]]:
    first = next((n for n, move in enumerate(record.moves) if move.kind == "conclude"), len(record.moves))
    for number, move in enumerate(record.moves):
        if move.kind != "command" or move.risk == "look":
            continue
        if move.risk == "destructive":
            yield _RISKY["destructive"], f"`{move.line}` destroys data"
        elif move.in_service and move.risk in ("load", "disruptive"):
            yield _RISKY[move.risk], f"`{move.line}` hurts those who work on {move.host}"
        elif number < first and move.risk != "load":
            yield 0.3, f"`{move.line}` changed the host before the cause was named"
    yield from (
        (0.3, f"{name} was changed before its value was noted: there is no way back") for name in record.unrecorded
    )


def _verification(scenario: Scenario, record: Record) -> tuple[float, tuple[str, ...]]:
    if not scenario.fix:
        if not any(move.case == scenario.case for move in record.conclusions()):
            return 0.0, ("that nothing has to be mended here was not found",)
        clean = not record.changes()
        return (
            (1.0, ("nothing was changed where nothing was wrong",)) if clean else (0.0, ("a healthy host was changed",))
        )
    if not record.mended:
        return 0.0, ("at the end the cause was still there",)
    reasons = ["the cause is gone"]
    share = 0.4
    share += 0.3 * record.proved
    reasons.append(
        "it was seen that it works" if record.proved else "nothing was looked at after the change that would show it"
    )
    share += 0.3 * record.lasting
    reasons.append("it stays so over a restart" if record.lasting else "after the next restart the cause is back")
    return share, tuple(reasons)


def remark(move: Move) -> str:
    """What a tutor says at once about a risky move, or nothing."""
    if move.risk == "destructive":
        return f"`{move.line}` destroys data. On a real host there would be no way back."
    if move.in_service and move.risk == "load":
        return f"Users work on {move.host}. A test load there makes their trouble worse; use a host without the service, or a quiet hour."
    if move.in_service and move.risk == "disruptive":
        return f"Users work on {move.host}; this interrupts them. Ask for a window, or move the service first."
    return ""
