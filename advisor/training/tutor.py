"""The tutor: hints in three strengths, from a question back to the command, and what it says between the moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from advisor.inference.looking import Looking
from advisor.interview.choice import Choice
from advisor.knowledge import Case, Knowledge
from advisor.remedies import general
from advisor.training.moves import Move, Record
from advisor.training.notebook import Notebook
from advisor.training.scenarios import Scenario, fill

STRENGTHS = (1, 2, 3)
_ASK_AFTER = 5
"""After so many commands without a suspicion the tutor asks for one."""
_ENOUGH = "What you have seen should do. Name the cause: `:conclude CASE`; `:cases WORD` finds it."


class Tutor:
    """Knows the scenario, and what the rules make of what was seen."""

    def __init__(self, knowledge: Knowledge, scenario: Scenario, notebook: Notebook, names: dict[str, str]) -> None:
        """Take the scenario and the notes of its run."""
        self.knowledge, self.scenario, self.notebook, self.names = knowledge, scenario, notebook, names

    def hint(self, record: Record, strength: int) -> str:
        """A hint for the next move."""
        if any(move.case == self.scenario.case for move in record.conclusions()):
            return self._after(record, strength)
        missing = [name for name in self.scenario.must_see if not self.notebook.knows(name)]
        about = self.notebook.about(self.scenario.case)
        if about is not None and about.standing in ("confirmed", "likely"):
            return self._settled(record, strength, missing)
        best = self.notebook.best(self.scenario.case)
        if best is None:
            return _ENOUGH
        return (self._question(record, best), self._what(best), self._command(record, best))[strength - 1]

    def _settled(self, record: Record, strength: int, missing: list[str]) -> str:
        """Hints where what was seen carries the cause: what else would have to show, seen from another side."""
        if not missing:
            return _ENOUGH
        if strength == 1 and record.conclusions():
            return "What you have seen speaks clearly for one cause, and not for the one that you named. Which is it, and what else shows it?"
        if strength == 1:
            return "What you have seen speaks clearly for one cause. If it is so, who or what else would have to know of it?"
        if strength == 2:
            return f"Nobody has looked at this yet: {self._named(missing[:1])}."
        left = self._left(record, self.scenario.look)
        wanted = Looking(self.knowledge, self.notebook.view).for_finding(missing[0], "present").split()
        fitting = next((line for n in (2, 1) for line in left if wanted and line.split()[:n] == wanted[:n]), "")
        return f"Type: {fitting or left[0]}" if left else self._settled(record, 2, missing)

    def _named(self, findings: Iterable[str]) -> str:
        """Findings in words, with the command that shows each on this host."""
        looking = Looking(self.knowledge, self.notebook.view)
        named = []
        for name in findings:
            command = looking.for_finding(name, "present")
            words = name.replace("-", " ")
            named.append(f"{words} (`{command}`)" if command else words)
        return ", ".join(named)

    def _question(self, record: Record, best: Choice) -> str:
        """A question back: what would tell two causes apart that are both still open."""
        slugs = [slug for slug in best.cases if slug in self.knowledge.cases]
        pairs = [(slug, mimic) for slug in slugs for mimic in self.knowledge.cases[slug].mimics if mimic.case in slugs]
        if pairs:
            slug, mimic = max(pairs, key=lambda pair: self._fits(record, {pair[0], pair[1].case}))
            return f"Two causes look alike here: `{self.knowledge.cases[slug].title}` and `{mimic.name}`. What would tell them apart?"
        if slugs:
            return f"What would you expect to see if this were it: {self.knowledge.cases[slugs[0]].title}? And what if not?"
        return f"What do you not know yet? {best.question.why}"

    def _fits(self, record: Record, both: set[str]) -> tuple[bool, bool, float]:
        """How well two causes fit a question: one is there, one was named, they are likely by what was seen; others lead away."""
        there = {self.scenario.case, *self.scenario.also}
        named = next((move.case for move in reversed(record.moves) if move.case), "")
        believed = self.notebook.interview.believed
        return bool(both & there), named in both, sum(believed[slug].probability for slug in both & set(believed))

    def _what(self, best: Choice) -> str:
        text = best.question.text
        return f"{text} {best.question.why}" if text.endswith("?") else f"Look at this: {text}. {best.question.why}"

    def _command(self, record: Record, best: Choice) -> str:
        """The expert's next command that was not typed yet, for the question where one fits."""
        left = self._left(record, self.scenario.look)
        wanted = best.question.command(self.notebook.view.systems()).split(" ")[0]
        fitting = [line for line in left if wanted and line.split(" ")[0] == wanted]
        if fitting or left:
            return f"Type: {(fitting or left)[0]}"
        return f"Type: {best.question.command(self.notebook.view.systems())}" if wanted else self._what(best)

    def _after(self, record: Record, strength: int) -> str:
        """Hints for the fix, once the cause was named."""
        case = self.knowledge.cases.get(self.scenario.case)
        if case is None:
            return "Is there anything to mend? `:done` ends the exercise."
        if strength == 1:
            return "What changes it at once, what makes it last over a restart, and what would show you that it worked?"
        if strength == 2:
            return f"The runbook of this case says: {_first_change(case)}"
        left = self._left(record, (*self.scenario.fix, *self.scenario.keep, *self.scenario.verify))
        return f"Type: {left[0]}" if left else "Nothing is left to do: `:done` ends the exercise."

    def _left(self, record: Record, lines: tuple[str, ...]) -> list[str]:
        """The expert's lines that were not typed yet."""
        typed = {move.line.strip() for move in record.moves}
        return [line for line in (fill(line, self.names) for line in lines) if line not in typed]

    def remarks(self, record: Record, move: Move, remark: Callable[[Move], str]) -> list[str]:
        """What there is to say after a move, in guided practice."""
        said = [remark(move)]
        if move.kind == "conclude" and move.case != self.scenario.case:
            said.append(self._doubt(move.case))
        elif move.kind == "conclude" and len(record.conclusions()) == 1:
            missing = self._named(record.missing)
            if record.standing not in ("confirmed", "likely") and self.scenario.case:
                said.append(
                    "That is early: what you have looked at so far does not carry it yet. What else would look the same, "
                    "and how would you tell?"
                )
            elif missing:
                said.append(f"It can be concluded. An expert would have looked at more before: {missing}.")
        if move.kind == "command" and move.changed and not record.conclusions():
            said.append(
                "You change something before you have named a cause. What do you expect to see if you are right?"
            )
        return [text for text in (*said, *self.questions(record)) if text]

    def _doubt(self, named: str) -> str:
        """What to ask about a conclusion that is not the one: what it rests on, or what is behind it."""
        if not named:
            return "Somebody has a reason to complain. What would show it, and have you looked while it shows?"
        about = self.notebook.about(named)
        standing = about.standing if about is not None and about.status == "current" else ""
        if standing in ("confirmed", "likely"):
            return "That is there. Does it begin with that, or does that come of something else?"
        title = self.knowledge.cases[named].title
        by_that = f"by it, `{title}` is {standing or 'not even possible'}"
        return (
            f"What you have seen does not carry that: {by_that}. What would have to show if it were so, and what else would look "
            "the same? You can look further, and conclude anew."
        )

    def questions(self, record: Record) -> list[str]:
        """What an examiner asks, too: for a suspicion and its reason, when none was named for a while."""
        if self._silent_for(record) != _ASK_AFTER:
            return []
        return ["What do you take it for by now, and what speaks against it? Say it: `:suspect CASE because ...`."]

    @staticmethod
    def _silent_for(record: Record) -> int:
        """How many commands were typed since a suspicion was named; 0 once something was concluded, or after another move."""
        if record.conclusions() or not record.moves or record.moves[-1].kind != "command":
            return 0
        last = max((n for n, move in enumerate(record.moves) if move.kind == "suspect"), default=-1)
        return sum(move.kind == "command" for move in record.moves[last + 1 :])


def _first_change(case: Case) -> str:
    step = next((s for s in general(case) if s.risk != "look"), None)
    return step.do if step else case.mechanism
