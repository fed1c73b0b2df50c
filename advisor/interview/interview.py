"""The interview: the next question, how far it has got, and why it stops."""

from __future__ import annotations

from typing import NamedTuple

from advisor.inference.diagnosis import Consultation
from advisor.interview.beliefs import Belief, beliefs
from advisor.interview.choice import Choice, rank
from advisor.interview.questions import Question, load_questions
from advisor.session.session import Session

_LEAST_BITS = {"": 0.005, "possible": 0.015, "likely": 0.04, "confirmed": 0.12}
"""Below this much expected information for each glance a question is not worth asking, by the standing of the best
diagnosis: the surer it is, the less a further question can change."""
_DOUBT = 4
"""So many answers are taken for given before the first: who could not give most of them will hardly give the next."""
_FEW = 3
_IN_A_ROW, _MOST_UNKNOWN = 5, 7
"""So many answers of *don't know* one after the other end the interview; so many in all, while nothing is likely."""
_WITHOUT_CAPTURES = 2
"""The same times so much where captures are given one by one, or none is."""
_MOST = {"": 10, "possible": 15}
"""Where all were given at once, so many questions end it, too, by the standing of the best diagnosis."""


class Stop(NamedTuple):
    """Why there is no further question, and in words.

    `settled`, `left-open` (an answer that was not known might change the outcome), `nothing-to-ask` or `too-little-known`.
    """

    reason: str
    text: str


class Interview:
    """Chooses questions for a session."""

    def __init__(self, session: Session) -> None:
        """Begin or go on with a session's interview."""
        self.session = session
        self.questions = load_questions(session.knowledge.root / "questions")
        self.patient = False  # whether to ask on, for whatever an answer may tell
        self._ranked: tuple[Consultation, list[Choice]] | None = None

    @property
    def believed(self) -> dict[str, Belief]:
        """The cases that can be on these hosts, with how likely each is by now."""
        return beliefs(self.session.consultation, self.session.frequencies)

    @property
    def open_cases(self) -> list[str]:
        """The cases that are neither confirmed nor ruled out, the likeliest first."""
        found = [b for b in self.believed.values() if not b.settled]
        return [b.case.slug for b in sorted(found, key=lambda b: -b.log_odds)]

    def ranked(self) -> list[Choice]:
        """Every question that could be asked now, the best first."""
        consultation = self.session.consultation
        if self._ranked is None or self._ranked[0] is not consultation:
            asked = self.session.standing.asked
            ranked = rank(consultation, self.believed, self.questions, asked, self.session.standing.unknown)
            self._ranked = (consultation, ranked)
        return self._ranked[1]

    def next(self) -> Choice | Stop:
        """The next question, or why there is none."""
        best = self._standing()
        ranked = self.ranked()
        if ranked and self.patient:
            return ranked[0]
        if ranked and ranked[0].question.anything:
            return ranked[0]
        if not self.patient and best != "confirmed" and (why := self._in_vain(best)):
            return Stop("too-little-known", why)
        if ranked and ranked[0].worth * self._hope() >= _LEAST_BITS[best]:
            return ranked[0]
        left = len(self.session.standing.unknown)
        if best == "confirmed":
            open_ = len(self._left_open())
            if not open_:
                return Stop("settled", "nothing that could still be asked would change the outcome")
            said = "an answer that was not known" if open_ == 1 else f"{open_} answers that were not known"
            return Stop("left-open", f"nothing else that could be asked would change the outcome, but {said} might")
        if left:
            return Stop(
                "nothing-to-ask",
                f"nothing else that could be asked would tell more; {_count(left, 'question')} stayed open",
            )
        return Stop("nothing-to-ask", "nothing else that could be asked would tell more")

    def progress(self) -> str:
        """How far it has got, in a short line."""
        best = self._standing()
        worth = sum(1 for c in self.ranked() if c.worth * self._hope() >= _LEAST_BITS[best])
        cases = len(self.open_cases)
        if worth == 0:
            return f"{_count(cases, 'cause')} not excluded; no question left that would tell more"
        most = "several questions could tell more" if worth > _FEW else f"{_count(worth, 'question')} would settle it"
        return f"{_count(cases, 'cause')} still open; {most}"

    def would_settle(self, most: int = _FEW) -> list[Question]:
        """What was answered with *don't know* and would tell most now."""
        return [choice.question for choice in self._left_open(0.0)][:most]

    def again(self) -> Choice | None:
        """The question that was answered with *don't know* and would tell most now."""
        return next(iter(self._left_open(0.0)), None)

    def _left_open(self, least: float | None = None) -> list[Choice]:
        """The questions that were answered with *don't know*, the best first, if they are worth at least so much."""
        least = _LEAST_BITS[self._standing()] if least is None else least
        unknown = self.session.standing.unknown
        asked = {k for k in self.session.standing.asked if k not in unknown}
        again = rank(self.session.consultation, self.believed, self.questions, asked)
        return [c for c in again if c.question.id in unknown and c.worth >= least]

    def _hope(self) -> float:
        """How likely the next answer is to be known, by those so far: 0 to 1."""
        asked, unknown = len(self.session.standing.asked), len(self.session.standing.unknown)
        return (asked - unknown + _DOUBT) / (asked + _DOUBT)

    def _in_vain(self, best: str) -> str:
        """Why further questions would hardly help, or "": too few answers were known."""
        asked, unknown = len(self.session.standing.asked), len(self.session.standing.unknown)
        times = 1 if self._has_given_all() else _WITHOUT_CAPTURES
        if (row := self._unknown_in_a_row()) >= _IN_A_ROW * times:
            return f"the last {row} answers were not known, so further questions would hardly help"
        if best != "likely" and unknown >= _MOST_UNKNOWN * times:
            return f"{unknown} answers were not known, so further questions would hardly help"
        if times == 1 and asked >= _MOST.get(best, asked + 1):
            return f"{asked} questions made no cause likely, so further ones would hardly help"
        return ""

    def _has_given_all(self) -> bool:
        """Whether what was captured was given as a whole, and not output by output."""
        if any(q.anything and q.id in self.session.standing.unknown for q in self.questions.values()):
            return False
        return any(cell.origin.lines for row in self.session.observations.observed for cell in row.cells.values())

    def _unknown_in_a_row(self) -> int:
        unknown = self.session.standing.unknown
        count = 0
        for question in reversed(self.session.standing.asked):
            if question not in unknown:
                break
            count += 1
        return count

    def _standing(self) -> str:
        """The standing of the best current diagnosis; a consequence settles nothing while its cause is less sure."""
        current = [h for h in self.session.consultation.diagnoses if h.status == "current"]
        current = [h for h in current if h.role != "consequence"] or current
        return next((s for s in ("confirmed", "likely", "possible") if any(h.standing == s for h in current)), "")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
