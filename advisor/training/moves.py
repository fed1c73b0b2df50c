"""What a learner did, move by move: the record from which tutor, scores and debriefing are made."""

from __future__ import annotations

from dataclasses import dataclass, field

from advisor.training.notebook import Seen


@dataclass(frozen=True, slots=True)
class Move:
    """One line that was typed, and what came of it.

    Attributes:
        line: as typed.
        kind: ``command``, ``ask``, ``suspect``, ``conclude``, ``hint``, ``note`` or ``done``.
        host: where the prompt was.
        at: simulated seconds since the exercise began, when it was typed.
        seconds: simulated time that it took.
        printed: what the screen showed.
        risk: what it did to the host, as in `tools.tool.RISKS`.
        changed: the settings that it changed.
        in_service: whether users depended on that host then.
        seen: what the output brought; None where nothing was printed.
        case: of a conclusion or a suspicion, the slug.
        why: the reason that was given with it.
    """

    line: str
    kind: str
    host: str
    at: float
    seconds: float = 0.0
    printed: str = ""
    risk: str = "look"
    changed: tuple[str, ...] = ()
    in_service: bool = False
    seen: Seen | None = None
    case: str = ""
    why: str = ""


@dataclass(slots=True)
class Record:
    """All moves of one run, with what was true at the moments that count.

    Attributes:
        moves: in order.
        standing: how sure the rules were of the scenario's case when the learner first concluded or changed something.
        missing: findings of `must_see` that were not known then.
        hints: the strength of each hint that was given: 1 to 3.
        unrecorded: settings that were changed before their value had been looked at.
        mended, lasting: whether the fault was gone at the end, and would have stayed so over a restart.
        mended_from: how many moves there were when the fault was gone; None while it is there.
        reasons_wanted: whether an examiner wants to hear why.
        proved: whether something was looked at after the last change that shows that it worked.
    """

    moves: list[Move] = field(default_factory=list)
    standing: str | None = None
    missing: tuple[str, ...] = ()
    hints: list[int] = field(default_factory=list)
    unrecorded: list[str] = field(default_factory=list)
    mended: bool = False
    lasting: bool = False
    mended_from: int | None = None
    proved: bool = False
    reasons_wanted: bool = False

    @property
    def minutes(self) -> float:
        """Simulated minutes that all moves took together; reading and typing count half a minute each."""
        return sum(move.seconds / 60 + 0.5 for move in self.moves if move.kind in ("command", "ask"))

    def conclusions(self) -> list[Move]:
        """What was concluded, in order."""
        return [move for move in self.moves if move.kind == "conclude"]

    def changes(self) -> list[Move]:
        """The moves that changed or disturbed something."""
        return [move for move in self.moves if move.kind == "command" and move.risk not in ("look", "load")]
