"""Short exercises: what does this output say (against the clock), and what is wrong with this fix."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from advisor.knowledge import Knowledge
from advisor.training.exercise import Said
from advisor.training.notebook import Notebook, of_system_alone
from advisor.training.play import Play
from advisor.training.scenarios import Scenario, fill
from facts.text import clean

KINDS = ("drill", "flaw")
QUESTIONS = 5
_CHOICES = 4
_MOST_ALSO = 2
_SECONDS = 90.0
"""A drill that is answered within this time counts in full; after twice as long, by half."""
_LEAST_LINES, _MOST_LINES = 3, 24
_RIGHT = "It is right: it mends the cause."


class Question(NamedTuple):
    """One question with its choices.

    Attributes:
        text: what is shown.
        asks: what is asked about it.
        choices: what can be answered.
        right: the place of the right one.
        why: what is said afterwards.
        skills: what it trains.
        more: what else is worth knowing then.
    """

    text: str
    asks: str
    choices: tuple[str, ...]
    right: int
    why: str
    skills: tuple[str, ...]
    more: tuple[str, ...] = ()


class Judged(NamedTuple):
    """What came of an answer: whether it is right, and after how many seconds it came."""

    right: bool
    seconds: float


class Quiz:
    """Some questions, one after the other; it is used like an exercise.

    Attributes:
        over: whether all were answered.
        results: for each answered question, its skills and how well it was answered, 0 to 1.
    """

    prompt = "answer> "

    def __init__(
        self, questions: list[Question], clock: Callable[[], float] = time.monotonic, timed: bool = True
    ) -> None:
        """Take the questions."""
        self._questions, self._clock, self._timed = questions, clock, timed
        self._asked = 0.0
        self.over = not questions
        self.left = False
        self.results: list[tuple[tuple[str, ...], float]] = []

    def begin(self) -> list[Said]:
        """The first question."""
        if not self._questions:
            return [Said("error", "There is nothing to ask here.")]
        return [Said("info", "Answer by number; `:quit` ends."), self._next()]

    @property
    def count(self) -> int:
        """How many questions there are."""
        return len(self._questions)

    @property
    def timed(self) -> bool:
        """Whether time counts."""
        return self._timed

    @property
    def current(self) -> Question:
        """The question that is to be answered now."""
        return self._questions[len(self.results)]

    def ask(self) -> Question:
        """The question that is to be answered now; its time begins."""
        self._asked = self._clock()
        return self.current

    def answer(self, choice: int) -> Judged:
        """Answer the question with one of its choices, from 0."""
        question, seconds = self.current, self._clock() - self._asked
        right = choice == question.right
        quick = not self._timed or seconds <= _SECONDS
        self.results.append((question.skills, (1.0 if quick else 0.5) if right else 0.0))
        self.over = len(self.results) == len(self._questions)
        return Judged(right, seconds)

    def leave(self) -> None:
        """End, where it has not ended yet."""
        if not self.over:
            self.over = self.left = True

    def _next(self) -> Said:
        question = self.ask()
        rows = "\n".join(f"  {n}. {choice}" for n, choice in enumerate(question.choices, 1))
        head = f"Question {len(self.results) + 1} of {self.count}"
        return Said("output", f"{head}\n\n{question.text}\n\n{question.asks}\n\n{rows}")

    def say(self, line: str) -> list[Said]:
        """An answer."""
        line = clean(line[:200]).strip()
        if self.over or not line:
            return []
        if line in (":quit", ":done"):
            self.leave()
            return [Said("info", "Ended.")]
        question = self.current
        if not (line.isdecimal() and line.isascii() and 1 <= int(line) <= len(question.choices)):
            return [Said("error", f"Answer with a number from 1 to {len(question.choices)}.")]
        judged = self.answer(int(line) - 1)
        took = f" ({judged.seconds:.0f} s)" if self._timed else ""
        why = "\n".join([question.why, *question.more])
        said = [Said("tutor", f"{'Right' if judged.right else f'No: {question.right + 1}'}{took}. {why}")]
        if len(self.results) < self.count:
            return [*said, self._next()]
        return [*said, Said("info", f"{self.points} of 100 points.")]

    @property
    def points(self) -> int:
        """Of 100, by all its questions."""
        return round(100 * sum(share for _, share in self.results) / len(self._questions)) if self._questions else 0


def quiz_of(
    knowledge: Knowledge, scenarios: Mapping[str, Scenario], kind: str, seed: int, names: Sequence[str] = ()
) -> Quiz:
    """Questions of one of the `KINDS`, on some scenarios or on all."""
    asked = list(names or scenarios)
    if kind == "drill":
        return Quiz(drill(knowledge, scenarios, asked, seed))
    return Quiz(flaws(knowledge, scenarios, asked, seed), timed=False)


def drill(knowledge: Knowledge, scenarios: Mapping[str, Scenario], names: list[str], seed: int) -> list[Question]:
    """Questions on outputs of some scenarios: of four statements one follows from what is shown.

    Args:
        knowledge: whose rules read the outputs.
        scenarios: all of them; statements that do not follow are taken from others, too.
        names: those that are asked about.
        seed: the same gives the same questions.
    """
    chance = random.Random(f"drill {seed}")
    found: list[Question] = []
    for name in chance.sample(names, min(len(names), QUESTIONS)):
        found += _of_outputs(knowledge, scenarios[name], seed, chance)
    chance.shuffle(found)
    return found[:QUESTIONS]


def _statements(knowledge: Knowledge, notebook: Notebook) -> dict[str, set[str]]:
    """What the rules say of an output, each with what they would say of the contrary, which is surely false here."""
    found: dict[str, set[str]] = {}
    view = notebook.view
    for fact in view.inference.of("finding"):
        name, state = str(fact.slots["name"]), str(fact.slots["state"])
        other = "absent" if state == "present" else "present"
        proof = view.prover.best(fact.index)
        if proof is None or of_system_alone(proof):
            continue
        rule = knowledge.net.rules.get(proof.rule)
        if rule is not None and rule.comment and not view.findings(name, other):
            found[rule.comment] = {r.comment for r in knowledge.net.producers(name, other) if r.comment}
    return found


def _of_outputs(knowledge: Knowledge, scenario: Scenario, seed: int, chance: random.Random) -> Iterator[Question]:
    play = Play(scenario, seed)
    play.type(scenario.look)
    for prompt, ran in play.ran:
        lines = ran.printed.splitlines()
        if len(lines) < _LEAST_LINES:
            continue
        notebook = Notebook(knowledge, "")
        notebook.read(f"{prompt}{ran.line}\n{ran.printed}")
        said = _statements(knowledge, notebook)
        telling = [statement for statement, contrary in said.items() if contrary]
        if not telling:
            continue
        right = chance.choice(telling)
        others = sorted(set().union(*said.values()) - said.keys() - said[right])
        false = [chance.choice(sorted(said[right]))]
        choices = [right, *false, *chance.sample(others, min(len(others), _CHOICES - 2))]
        chance.shuffle(choices)
        half, left_out = _MOST_LINES // 2, len(lines) - _MOST_LINES
        shown = lines if left_out <= 0 else [*lines[:half], f"... ({left_out} lines left out)", *lines[-half:]]
        also = [f"It says too: {statement}" for statement in said if statement in telling and statement != right]
        yield Question(
            "\n".join([f"{prompt}{ran.line}", *shown]), "What follows from it?", tuple(choices), choices.index(right), right,
            scenario.skills, tuple(also[:_MOST_ALSO]),
        )  # fmt: skip


def flaws(knowledge: Knowledge, scenarios: Mapping[str, Scenario], names: list[str], seed: int) -> list[Question]:
    """Questions on proposed fixes: what is wrong with this one, or is it right."""
    chance = random.Random(f"flaw {seed}")
    whys = sorted({wrong.why for scenario in scenarios.values() for wrong in scenario.wrong})
    found = []
    for name in chance.sample(names, len(names)):
        scenario = scenarios[name]
        case = knowledge.cases.get(scenario.case)
        if case is None or not scenario.wrong:
            continue
        own = {wrong.why for wrong in scenario.wrong}
        others = [why for why in whys if why not in own]
        right_fix = chance.random() < 0.25
        wrong = chance.choice(scenario.wrong)
        lines = scenario.fix if right_fix else wrong.lines
        answer = _RIGHT if right_fix else wrong.why
        false = chance.sample(others, min(len(others), _CHOICES - 2)) + ([wrong.why] if right_fix else [_RIGHT])
        choices = [answer, *false]
        chance.shuffle(choices)
        names_of = scenario.begin(seed).names
        complaint = fill(scenario.complaint, names_of)
        typed = "\n".join(f"  {fill(line, names_of)}" for line in lines)
        text = f"{complaint}\n\nThe cause was found: {case.title}.\nSomebody proposes:\n{typed}"
        mends = "; ".join(fill(line, names_of) for line in scenario.fix)
        more = [case.mechanism, *([f"What mends it here: {mends}"] if mends and not right_fix else [])]
        found.append(
            Question(
                text, "What do you say?", tuple(choices), choices.index(answer), answer, scenario.skills, tuple(more)
            )
        )
    return found[:QUESTIONS]
