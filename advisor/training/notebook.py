"""What follows by the rules from what a learner has seen so far: the tutor's own notes, kept beside the exercise."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from advisor.inference.openness import outlines_of
from advisor.inference.proof import Node
from advisor.inference.view import Hypothesis, View
from advisor.interview.choice import Choice
from advisor.interview.interview import Interview
from advisor.interview.questions import Question
from advisor.knowledge import Knowledge
from advisor.session.session import Session

_OF_THE_SYSTEM = "system-without-"
"""Findings that only say what cannot be on such a system: no news to whoever sits there."""
_KIND_OF_SYSTEM = "system["
"""Where an address begins that is of nothing but the kind of system."""
_IN_QUESTION = 0.25
"""So likely a case is one that somebody would think of."""
_MOST_NAMED = 3


class Seen(NamedTuple):
    """What one output brought.

    Attributes:
        news: what newly follows, in the words of the rules, those nearest to a conclusion last.
        bits: how much the rules expected to learn from the questions that it answered.
        best_bits: how much from the best question that was open, at the price that it has.
        best: that question; None where none was open.
    """

    news: tuple[str, ...]
    bits: float
    best_bits: float
    best: Choice | None


class Notebook:
    """A session that reads what the learner reads."""

    def __init__(self, knowledge: Knowledge, complaint: str, tools: Collection[str] = ()) -> None:
        """Begin with the complaint.

        Args:
            knowledge: whose rules follow.
            complaint: what was said at the beginning.
            tools: the commands that there are; questions that need others are nobody's next move. Empty for any.
        """
        self.knowledge = knowledge
        self.tools = tools
        self.session = Session(knowledge)
        self.session.begin()
        self.session.tell(complaint, complaint=True)
        self.interview = Interview(self.session)

    def read(self, text: str) -> Seen:
        """Read what the screen showed, with the prompt and the command above it."""
        before = {choice.question.id: choice for choice in self.interview.ranked()}
        best = self.best()
        known = self._findings()
        self.session.paste(text)
        after = {choice.question.id for choice in self.interview.ranked()}
        answered = [choice for name, choice in before.items() if name not in after]
        fresh = [key for key in self._findings() if key not in known]
        return Seen(self._words(fresh), max((c.bits for c in answered), default=0.0), best.bits if best else 0.0, best)

    def note(self, text: str) -> None:
        """Keep what somebody said."""
        self.session.tell(text)

    def best(self, about: str = "") -> Choice | None:
        """The question that an expert would have answered next, with what there is to look with.

        Args:
            about: a case; where questions bear on it, the best of these, so that nobody is led away from it.
        """
        systems = self.view.systems()
        fitting = [c for c in self.interview.ranked() if self._can_be_answered(c.question, systems)]
        return next((c for c in fitting if about in c.about), fitting[0] if fitting else None)

    def _can_be_answered(self, question: Question, systems: set[str]) -> bool:
        if question.kind == "uses":
            return False
        words = question.command(systems).split()
        return not self.tools or not words or words[0].rpartition("/")[2] in self.tools

    def knows(self, finding: str) -> bool:
        """Whether a finding is known, present or absent."""
        return bool(self.view.findings(finding) or self.view.findings(finding, "absent"))

    def about(self, case: str) -> Hypothesis | None:
        """What the rules say of a case now, the strongest of its subjects; None where nothing speaks for it."""
        found = [h for h in self.session.consultation.diagnoses if h.case.slug == case]
        return found[0] if found else None

    @property
    def view(self) -> View:
        """What holds now."""
        return self.session.consultation.now

    def _findings(self) -> dict[tuple[str, str, str, str], int]:
        keys = ("name", "state", "host", "subject")
        return {
            tuple(str(fact.slots.get(k, "")) for k in keys): fact.index  # type: ignore[misc]
            for fact in self.view.inference.of("finding")
        }

    def _words(self, fresh: list[tuple[str, str, str, str]]) -> tuple[str, ...]:
        found = self._findings()
        subjects: dict[tuple[str, str], list[str]] = {}
        smaller = {(name, state) for name, state, host, subject in fresh if subject != host}
        for name, state, host, subject in fresh:
            if name.startswith(_OF_THE_SYSTEM) or (subject == host and (name, state) in smaller):
                continue  # what is said of a pool or a device says it better
            proof = self.view.prover.best(found[name, state, host, subject])
            if proof is None or proof.rule.startswith("told.") or proof.rule not in self.knowledge.net.rules:
                continue
            comment = self.knowledge.net.rules[proof.rule].comment
            if comment and self._matters(name, state, proof):
                lead = f"Absent: {name.replace('-', ' ')}" if state == "absent" else ""
                subjects.setdefault((lead, comment), []).append("" if subject == host else subject)
        return tuple(_told(lead, about, comment) for (lead, comment), about in subjects.items())

    def _matters(self, finding: str, state: str, proof: Node) -> bool:
        """Whether a finding is worth a word: what is absent is, where a case that can be needs it.

        What follows from the kind of system alone is only where a case in question needs it; otherwise `uname` on any Solaris
        would bring news of huge pages, and on any Linux news of KVM.
        """
        alone = of_system_alone(proof)
        if state == "present" and not alone:
            return True
        least = _IN_QUESTION if alone else 0.0
        cases = [slug for slug, belief in self.interview.believed.items() if belief.probability >= least]
        outlines = (outline for case in cases for outline in outlines_of(self.knowledge.net, case))
        return any(name == finding for outline in outlines for name, _ in outline.needs)


def of_system_alone(proof: Node) -> bool:
    """Whether something follows from nothing but which system it is."""
    return all(leaf.address.startswith(_KIND_OF_SYSTEM) for leaf in proof.all_leaves())


def _told(lead: str, subjects: list[str], comment: str) -> str:
    """What follows, about which of several things it does; the comment of what is absent does not always say what that is."""
    named = [subject for subject in dict.fromkeys(subjects) if subject]
    more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
    about = ", ".join(named[:_MOST_NAMED]) + more
    if lead:
        return f"{lead}{f' ({about})' if about else ''}. {comment}"
    return f"{about}: {comment}" if about else comment
