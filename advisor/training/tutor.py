"""The tutor: hints in three strengths, from a question back to the command, and what it says between the moves."""

from __future__ import annotations

from collections.abc import Callable

from advisor.interview.choice import Choice
from advisor.knowledge import Case, Knowledge
from advisor.remedies import general
from advisor.training.moves import Move, Record
from advisor.training.notebook import Notebook
from advisor.training.scenarios import Scenario, fill

STRENGTHS = (1, 2, 3)
_ASK_AFTER = 5
"""After so many commands without a suspicion the tutor asks for one."""


class Tutor:
    """Knows the scenario, and what the rules make of what was seen."""

    def __init__(self, knowledge: Knowledge, scenario: Scenario, notebook: Notebook, names: dict[str, str]) -> None:
        """Take the scenario and the notes of its run."""
        self.knowledge, self.scenario, self.notebook, self.names = knowledge, scenario, notebook, names

    def hint(self, record: Record, strength: int) -> str:
        """A hint for the next move."""
        if record.conclusions():
            return self._after(record, strength)
        best = self.notebook.best(self.scenario.case)
        about = self.notebook.about(self.scenario.case)
        missing = [name for name in self.scenario.must_see if not self.notebook.knows(name)]
        sure = about is not None and about.standing == "confirmed"
        if best is None or (sure and not missing):
            return "What you have seen should do. Name the cause: `:conclude CASE`; `:cases WORD` finds it."
        if sure:
            return self._nearly(record, best, missing, strength)
        return (self._question(best), self._what(best), self._command(record, best))[strength - 1]

    def _question(self, best: Choice) -> str:
        """A question back: what would tell two causes apart that are both still open."""
        slugs = [slug for slug in best.cases if slug in self.knowledge.cases]
        likely = {
            slug: belief.probability for slug, belief in self.notebook.interview.believed.items() if not belief.settled
        }
        slugs.sort(key=lambda slug: -likely.get(slug, 0.0))
        alike = [(slug, m) for slug in slugs for m in self.knowledge.cases[slug].mimics if m.case in likely]
        if alike:  # the pair that is likeliest by what was seen: others would lead away
            slug, mimic = max(alike, key=lambda pair: likely.get(pair[0], 0.0) + likely[pair[1].case])
            return f"Two causes look alike here: `{self.knowledge.cases[slug].title}` and `{mimic.name}`. What would tell them apart?"
        if slugs:
            return f"What would you expect to see if this were it: {self.knowledge.cases[slugs[0]].title}? And what if not?"
        return f"What do you not know yet? {best.question.why}"

    def _nearly(self, record: Record, best: Choice, missing: list[str], strength: int) -> str:
        """Hints when the cause is as good as certain, and something is left that an expert wants to have seen."""
        if strength == 1:
            return "What you have seen carries a cause already. Which one, and what else could look like that?"
        if strength == 2:
            words = ", ".join(name.replace("-", " ") for name in missing)
            return (
                f"It can be concluded already. An expert would want to know before: {words}; whether it is so or not."
            )
        return self._command(record, best)

    def _what(self, best: Choice) -> str:
        text = best.question.text
        return f"{text} {best.question.why}" if text.endswith("?") else f"Look at this: {text}. {best.question.why}"

    def _command(self, record: Record, best: Choice) -> str:
        """The expert's next command that was not typed yet, for the question where one fits."""
        typed = {move.line.strip() for move in record.moves}
        left = [line for line in self._filled(self.scenario.look) if line not in typed]
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
        typed = {move.line.strip() for move in record.moves}
        parts = (*self.scenario.fix, *self.scenario.keep, *self.scenario.verify)
        left = [line for line in self._filled(parts) if line not in typed]
        return f"Type: {left[0]}" if left else "Nothing is left to do: `:done` ends the exercise."

    def _filled(self, lines: tuple[str, ...]) -> list[str]:
        return [fill(line, self.names) for line in lines]

    def remarks(self, record: Record, move: Move, remark: Callable[[Move], str]) -> list[str]:
        """What there is to say after a move, in guided practice."""
        said = [remark(move)]
        if move.kind == "conclude" and len(record.conclusions()) == 1:
            missing = ", ".join(name.replace("-", " ") for name in record.missing)
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
