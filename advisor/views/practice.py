"""Exercises: recorded cases whose cause is to be found before the answer is shown."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.authoring.examples import Example, bundle_of, example_paths, read
from advisor.explanation.text import sure
from advisor.inference.diagnosis import Consultation
from advisor.inference.view import Hypothesis
from advisor.knowledge import Case, Knowledge
from advisor.session.session import Session
from advisor.views.keys import Key
from advisor.views.proofs import ProofNode, arguments, standing_now
from advisor.views.whynot import why_not
from facts.text import clean

NAME = "exercise, not kept"
"""The name of a session in which the proof of an exercise is shown."""
NO_CASE = ""
"""The choice that none of the known cases is the cause."""
_NO_CASE_TITLE = "None of the cases that the advisor knows; the captures show no cause"
_CHOICES = 5
"""So many cases can be chosen from, beside that it is none of them."""
_REASONS = 4
_MISSED = 2


class Exercise(NamedTuple):
    """One exercise as it stands in the list, with nothing that gives it away.

    Attributes:
        id: names it; it holds the answer and is not to be shown.
        number: in the list, from 1.
        complaint: what the user says, "" where nothing was said.
        outputs: the names of the captured files.
        lines: how many lines they have together.
        system: where it comes from, as far as the captures show it at a glance.
        area: what it is about, for those who ask for a hint.
    """

    id: str
    number: int
    complaint: str
    outputs: tuple[str, ...]
    lines: int
    system: str
    area: str


class Choice(NamedTuple):
    """One cause that can be chosen; `case` is `NO_CASE` where it is none of the known ones."""

    case: str
    title: str


class Opened(NamedTuple):
    """An exercise that was begun: what there is to look at, and what to choose from."""

    exercise: Exercise
    files: tuple[tuple[str, tuple[str, ...]], ...]
    choices: tuple[Choice, ...]


class Verdict(NamedTuple):
    """What came of a choice.

    Attributes:
        right: whether it is the cause. nearly: whether it is there too, and yet not the first cause.
        answer: the cause in words, with how sure it is.
        reasons: what decides, each the mechanism and the lines it rests on.
        apart: what tells the chosen case from the cause; "" where nothing is written of it.
        chosen_now: what is concluded of the chosen case, in words, "" where nothing is.
        mechanism: how the cause does what is seen. key: the conclusion, None where none is drawn.
        note: what the exercise is about, in the words of its author.
    """

    right: bool
    nearly: bool
    answer: str
    reasons: tuple[str, ...]
    apart: str
    chosen_now: str
    mechanism: str
    key: Key | None
    note: str


def exercises(knowledge: Knowledge) -> tuple[Exercise, ...]:
    """All exercises, in an order that does not tell which belong together."""
    found = example_paths(knowledge.root)
    random.Random(len(found)).shuffle(found)
    return tuple(_exercise(knowledge, read(path), number) for number, path in enumerate(found, 1))


def _exercise(knowledge: Knowledge, example: Example, number: int) -> Exercise:
    path = example.path
    return Exercise(
        f"{example.case}/{path.stem}", number, clean(" ".join(" ".join(example.tell).split())),
        tuple(clean(name) for name, _ in example.files), sum(text.strip("\n").count("\n") + 1 for _, text in example.files),
        _system(text for _, text in example.files), path.parents[2].name,
    )  # fmt: skip


def _system(texts: Iterable[str]) -> str:
    """The system, by words that only its outputs have."""
    text = "\n".join(texts)
    signs = (
        ("Solaris", ("SunOS", "extended device statistics", "/etc/system", "asvc_t")), ("FreeBSD", ("FreeBSD",)),
        ("Linux", ("Linux", "MemTotal", "vm.dirty", "kernel:", "HugePages", "/proc/", "sysctl", "/dev/sd")),
    )  # fmt: skip
    return next((name for name, words in signs if any(word in text for word in words)), "")


class Exercises:
    """Opens and judges exercises of one knowledge base; everything stays in memory."""

    def __init__(self, knowledge: Knowledge) -> None:
        """Take the examples of `knowledge`."""
        self.knowledge = knowledge
        self._sessions: dict[str, Session] = {}

    def all(self) -> tuple[Exercise, ...]:
        """Every exercise."""
        return exercises(self.knowledge)

    def session(self, exercise: Exercise) -> Session:
        """The session of an exercise: its complaint told, its captures read. The last one is remembered."""
        if exercise.id not in self._sessions:
            self._sessions = {exercise.id: _session(self.knowledge, self._example(exercise))}
        return self._sessions[exercise.id]

    def open(self, exercise: Exercise) -> Opened:
        """What there is to look at and to choose from."""
        example = self._example(exercise)
        files = tuple((clean(name), tuple(map(clean, text.strip("\n").split("\n")))) for name, text in example.files)
        return Opened(exercise, files, self._choices(exercise, example.case))

    def judge(self, exercise: Exercise, chosen: str) -> Verdict:
        """What a choice comes to.

        Args:
            exercise: the exercise.
            chosen: the slug of a case, or `NO_CASE`.
        """
        consultation = self.session(exercise).consultation
        current = _current(consultation)
        cause = current[0] if current else None
        slug = cause.case.slug if cause is not None else NO_CASE
        host = cause.host if cause is not None else ""
        now = standing_now(consultation, chosen, host) if chosen not in (slug, NO_CASE) else ""
        return Verdict(
            chosen == slug, chosen != slug and any(h.case.slug == chosen for h in current), _answer(consultation, cause),
            tuple(self._reasons(exercise, cause)), self._apart(slug, chosen), clean(now),
            cause.case.mechanism if cause is not None else "", cause.key if cause is not None else None,
            self._example(exercise).comment,
        )  # fmt: skip

    def _example(self, exercise: Exercise) -> Example:
        slug, _, stem = exercise.id.partition("/")
        return next(
            read(path)
            for path in example_paths(self.knowledge.root)
            if (path.parent.parent.name, path.stem) == (slug, stem)
        )

    def _choices(self, exercise: Exercise, tempting: str) -> tuple[Choice, ...]:
        """The cause, what looks like it, and others, in an order of no meaning."""
        current = _current(self.session(exercise).consultation)
        named = [current[0].case.slug] if current else []
        order = random.Random(exercise.id)
        others = sorted(set(self.knowledge.cases) - {h.case.slug for h in current})
        order.shuffle(others)
        near = [slug for start in (*named, tempting) for slug in (start, *self._look_alikes(start)) if slug in others]
        same_area = sorted(others, key=lambda slug: self.knowledge.cases[slug].area != exercise.area)
        chosen = list(dict.fromkeys([*named, *near, *same_area]))[:_CHOICES]
        order.shuffle(chosen)
        cases = tuple(Choice(slug, self.knowledge.cases[slug].title) for slug in chosen)
        return (*cases, Choice(NO_CASE, _NO_CASE_TITLE))

    def _look_alikes(self, slug: str) -> Iterator[str]:
        """Cases that one of the two names as looking like the other."""
        case = self.knowledge.cases[slug]
        yield from (mimic.case for mimic in case.mimics if mimic.case in self.knowledge.cases)
        yield from (c.slug for c in self.knowledge.cases.values() if any(m.case == slug for m in c.mimics))

    def _reasons(self, exercise: Exercise, cause: Hypothesis | None) -> Iterator[str]:
        """What decides: the arguments for the cause, or what speaks against the case that it looks like."""
        if cause is not None:
            for node in arguments(self.knowledge, cause):
                if node.kind == "argument-for" and node.counted:
                    yield _reason(node)
            return
        tempting = self.knowledge.cases[self._example(exercise).case]
        consultation = self.session(exercise).consultation
        now = standing_now(consultation, tempting.slug, "")
        if now:
            yield clean(f"{tempting.title}: {now}")
        missed = why_not(consultation, tempting.slug)
        yield from (clean(text) for text in missed.against if text not in now)
        for argument in missed.arguments[:_MISSED]:
            asked = "".join(f"\n  {clean(condition.text)}" for condition in argument.conditions)
            yield clean(f"What would speak for it is not there: {argument.text}") + asked

    def _apart(self, cause: str, chosen: str) -> str:
        """What tells two cases apart, as either of them says it."""
        if cause == chosen or not cause or not chosen:
            return ""
        cases = self.knowledge.cases
        return _told_apart(cases[cause], chosen) or _told_apart(cases[chosen], cause)


def _told_apart(case: Case, other: str) -> str:
    return next((f"{mimic.name}: {mimic.tell_apart}" for mimic in case.mimics if mimic.case == other), "")


def _current(consultation: Consultation) -> list[Hypothesis]:
    return [h for h in consultation.diagnoses if h.status == "current"]


def _answer(consultation: Consultation, cause: Hypothesis | None) -> str:
    if cause is not None:
        return f"{cause.case.title}: {cause.standing} ({sure(cause.certainty)})"
    risks = [h.case.title for h in consultation.risks]
    resolved = [h.case.title for h in consultation.diagnoses]
    if resolved:
        return f"No case stands now; it was once, and stands no more: {'; '.join(resolved)}"
    if risks:
        return f"No cause is found for the complaint. A risk is: {'; '.join(risks)}"
    return "None of the known cases is concluded"


def _reason(node: ProofNode) -> str:
    """The mechanism of an argument, and the places it rests on."""
    why = next((child.text for child in node.children if child.kind == "rule"), node.text)
    leaves = {leaf.place: leaf for leaf in node.walk() if leaf.kind == "leaf"}
    lines = [f"{leaf.place}  {leaf.text}" if leaf.path else leaf.place for leaf in leaves.values()]
    more = [f"and {len(lines) - _REASONS} more lines"] if len(lines) > _REASONS else []
    return clean(f"{node.cf:+.2f} {why}") + "".join(f"\n  {clean(line)}" for line in (*lines[:_REASONS], *more))


def _session(knowledge: Knowledge, example: Example) -> Session:
    session = Session(knowledge, name=NAME)
    session.begin()
    if example.files:
        bundle = bundle_of(example)
        session.capture(bundle)
    for text in example.tell:
        session.tell(text, complaint=True)
    session.given = {clean(name): [clean(line) for line in text.split("\n")] for name, text in example.files}
    return session
