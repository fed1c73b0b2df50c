"""What each command of a conversation does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from advisor.conversation.commands import NAMES
from advisor.conversation.conversation import Conversation, Message
from advisor.conversation.evidence import evidence_page, fact_meant, standing_facts
from advisor.conversation.fixing import still_so, tick
from advisor.conversation.paths import named_paths
from advisor.conversation.phrasing import event_text, heard, short
from advisor.conversation.wording import conclusions_text, help_text
from advisor.explanation.report import diagnosis, not_concluded, report
from advisor.explanation.text import Page, put_arguments, put_diagnosis, put_fix, put_sources, put_why_not
from advisor.inference.view import Hypothesis
from advisor.interview.choice import Choice
from advisor.interview.interview import Stop
from advisor.interview.questions import Question
from advisor.knowledge import Case
from advisor.views.remedy import remedy

if TYPE_CHECKING:
    from advisor.chat.lookup import Lookup
    from advisor.session.session import Session

_MOST_QUESTIONS = 12
_MOST_NAMED = 8
_MOST_ARGUMENTS = 3
_MOST_DIGITS = 4
_COMMON = frozenset(
    "my the answer to about for of is it what which how does and die das der zu auf meine antwort".split()
)


def handlers(conversation: Conversation) -> dict[str, Callable[[str], Iterable[Message]]]:
    """The commands of one conversation, by name."""
    own = _Handlers(conversation)
    return {
        "why": own.why, "how": own.how, "why-not": own.why_not, "what-if": own.what_if, "changed": own.changed,
        "explain": own.explain, "search": own.search, "evidence": own.evidence, "sources": own.sources,
        "undo": own.undo, "redo": own.redo, "change": own.change, "strike": own.strike, "skip": own.skip,
        "questions": own.questions, "open": own.open, "paste": own.paste, "fix": own.fix, "done": own.done,
        "accept": own.accept, "runbook": own.runbook,
        "worked": own.worked, "no-help": own.no_help, "other": own.other, "status": own.status, "more": own.more,
        "save": own.save, "export": own.export, "quit": own.quit, "help": own.help, "unknown": own.unknown,
    }  # fmt: skip


class _Handlers:
    """Answers to commands. Each takes the rest of its line."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.session = conversation.session
        self.mending: tuple[str, str, str] | None = None  # the conclusion whose fix was shown last

    @cached_property
    def lookup(self) -> Lookup:
        from advisor.chat.lookup import Lookup

        return Lookup(self.session.knowledge)

    def _page(self) -> Page:
        return Page(self.conversation.width)

    def _answer(self, page: Page) -> Message:
        return Message("answer", page.text().rstrip("\n"))

    def _case(self, words: str) -> Case | None:
        found = self.lookup.explain(words)
        if isinstance(found, Case):
            return found
        near = self._near(words)
        return self.session.knowledge.cases[near[0]] if len(near) == 1 else None

    def _near(self, words: str) -> list[str]:
        return [name for name in self.lookup.nearest(words) if name in self.session.knowledge.cases]

    def _no_case(self, words: str) -> Message:
        near = self._near(words)
        hint = f"; did you mean {' or '.join(near)}?" if near else "; `search` finds cases by their words"
        return Message(
            "error",
            f"there is no case `{short(words)}`{hint}" if words else "which case? For example: why not drive-failing",
        )

    def why(self, _: str) -> Iterator[Message]:
        if self.conversation.current is None:
            yield Message("answer", "No question is open. `how` says how the conclusions come about.")
            return
        yield Message("answer", self.conversation.why())

    def _hypotheses(self) -> list[Hypothesis]:
        consultation = self.session.consultation
        return [*consultation.diagnoses, *consultation.risks]

    def how(self, words: str) -> Iterator[Message]:
        consultation = self.session.consultation
        if not self._hypotheses():
            yield Message("answer", "Nothing is concluded yet.")
            return
        page = self._page()
        shown: set[int] = set()
        for hypothesis in self._hypotheses()[:3]:
            page.gap()
            page.put(f"{hypothesis.case.title} ({hypothesis.case.slug}), {hypothesis.standing}")
            put_arguments(page, consultation.knowledge, [*hypothesis.supporting, *hypothesis.opposing], shown)
        yield self._answer(page)

    def why_not(self, words: str) -> Iterator[Message]:
        case = self._case(words)
        if case is None:
            yield self._no_case(words)
            return
        entry = not_concluded(self.session.consultation, case)
        nearest = {name: entry[name][:_MOST_ARGUMENTS] for name in ("arguments", "needs")}
        left = len(entry["arguments"]) - _MOST_ARGUMENTS
        page = self._page()
        put_why_not(page, [{**entry, **nearest}])
        if left > 0:
            page.put(f"and {left} arguments that are further away; `explain {case.slug}` lists all", 2, 2)
        yield self._answer(page)

    def what_if(self, words: str) -> Iterator[Message]:
        from advisor.chat.tell import InputError

        fork = self.session.fork()
        try:
            understood = fork.suppose(words)
        except InputError as error:
            yield Message("error", str(error))
            return
        if not understood.signs and not understood.cells:
            example = "say a sign or a setting, such as `what if vm.dirty_ratio is 5`"
            yield Message("not-understood", f'not understood: "{short(words)}"; {example}' if words else example)
            return
        for line in heard(understood):
            yield Message("understood", f"if {line}")
        said = list(_differences(self.conversation, fork))
        yield from said or [self._same_conclusions(fork)]

    def _same_conclusions(self, fork: Session) -> Message:
        """That nothing would be concluded otherwise, and which arguments would be others all the same."""
        from advisor.session.changes import other_arguments

        page = self._page()
        page.put("No conclusion would change.")
        others = other_arguments(self.session.consultation, fork.consultation)
        if others:
            page.put(f"Only arguments would be others: {'; '.join(others[:_MOST_NAMED])}.", 0, 2)
        return self._answer(page)

    def changed(self, _: str) -> Iterator[Message]:
        yield from self.conversation.what_changed()

    def explain(self, words: str) -> Iterator[Message]:
        from advisor.explanation.case_page import render

        found = self.lookup.explain(words)
        if isinstance(found, Case):
            yield Message("answer", render(self.session.knowledge, found, self.conversation.width).rstrip("\n"))
        elif found is not None:
            yield Message("answer", self.lookup.text_of(found, self.conversation.width).rstrip("\n"))
        else:
            yield from self.search(words)

    def search(self, words: str) -> Iterator[Message]:
        hits = self.lookup.search(words)
        if not hits:
            near = self.lookup.nearest(words)
            yield Message(
                "answer", f"nothing is known of `{words}`" + (f"; did you mean {' or '.join(near)}?" if near else "")
            )
            return
        page = self._page()
        page.put(f"`{words}` is found in:")
        for hit in hits:
            page.put(f"- {hit.kind} {hit.key}: {hit.title}. {hit.excerpt}", 2, 4)
        page.put("`explain NAME` shows one of them.")
        yield self._answer(page)

    def evidence(self, words: str) -> Iterator[Message]:
        questions, width = self.conversation.interview.questions, self.conversation.width
        page = evidence_page(self.session, questions, width, words.strip().lower() in ("all", "alle", "alles"))
        if not page.lines:
            yield Message("answer", "Nothing is known yet.")
            return
        page.put("`strike NUMBER` takes back what was wrongly understood; `evidence all` leaves out nothing.")
        yield self._answer(page)

    def strike(self, words: str) -> Iterator[Message]:
        fact = fact_meant(words, self.session)
        if fact is None:
            facts = "; ".join(f"[{f.number}] {f.text}" for f in standing_facts(self.session)[-_MOST_NAMED:])
            said = f"there is no fact `{short(words)}`" if words else "which fact?"
            yield Message(
                "error", f"{said}; it is one of: {facts}" if facts else "nothing was said that could be struck"
            )
            return
        before = self.session.consultation
        self.session.strike(fact.entry.seq, fact.item, fact.position)
        yield Message("understood", f"struck: {fact.text}")
        yield from self.conversation.after(before)

    def sources(self, _: str) -> Iterator[Message]:
        if not self._hypotheses():
            yield Message("answer", "Nothing is concluded yet.")
            return
        page = self._page()
        data = report(self.session.consultation, self.session.bundle, [])
        for item in [*data["diagnoses"], *data["risks"]][:3]:
            page.gap()
            page.put(f"{item['title']} ({item['case']})")
            put_sources(page, self.session.knowledge, item)
        yield self._answer(page)

    def undo(self, _: str) -> Iterator[Message]:
        before = self.session.consultation
        entry = self.session.undo()
        if entry is None:
            yield Message("answer", "There is nothing to take back.")
            return
        text = event_text(entry.kind, entry.data, self.conversation.interview.questions)
        yield Message("understood", f"taken back: {text}{still_so(self.session, entry)}")
        yield from self.conversation.after(before)

    def redo(self, _: str) -> Iterator[Message]:
        before = self.session.consultation
        entry = self.session.redo()
        if entry is None:
            yield Message("answer", "Nothing was taken back.")
            return
        yield Message(
            "understood", f"holds again: {event_text(entry.kind, entry.data, self.conversation.interview.questions)}"
        )
        yield from self.conversation.after(before)

    def change(self, words: str) -> Iterator[Message]:
        known = self.conversation.interview.questions
        asked = [known[q] for q in self.session.standing.asked if q in known]
        question = _asked(words, asked)
        if question is None:
            page = self._page()
            page.put(f"Which answer? Say `change NUMBER`{'' if not words else f'; `{short(words)}` fits none'}:")
            for number, item in enumerate(asked, 1):
                page.put(f"{number}) {item.text}: {self._answer_to(item)}", 2, 3)
            yield self._answer(page) if asked else Message("error", "no question was answered yet")
            return
        about = tuple(self.session.standing.asked[question.id].data.get("about", ()))
        self.conversation.current = Choice(question, 0.0, about)
        yield Message("answer", f"Your answer was: {self._answer_to(question)}")
        yield from self.conversation.say("")

    def _answer_to(self, question: Question) -> str:
        entry = self.session.standing.asked[question.id]
        if entry.kind == "captured":
            return ", ".join(dict.fromkeys(str(item["kind"]) for item in entry.data["inputs"])) or "command lines"
        return f'"{short(str(entry.data["text"]))}"' if entry.data.get("text") else "skipped"

    def skip(self, _: str) -> Iterator[Message]:
        if self.conversation.current is None:
            yield from self.conversation.ask()
            return
        question = self.conversation.current.question
        self.session.skip(question.id)
        yield Message("understood", f"skipped; `change {_handle(question)}` comes back to it")
        yield from self.conversation.ask()

    def questions(self, _: str) -> Iterator[Message]:
        ranked = self.conversation.interview.ranked()
        page = self._page()
        for choice in ranked[:_MOST_QUESTIONS]:
            text = choice.question.text if choice.question.kind != "output" else f"Please show {choice.question.text}"
            page.put(f"- {text} ({choice.question.cost}; {choice.bits:.2f} bits)", 0, 2)
        if len(ranked) > _MOST_QUESTIONS:
            page.put(f"and {len(ranked) - _MOST_QUESTIONS} that would tell less")
        yield self._answer(page) if ranked else Message("answer", "There is nothing left to ask.")

    def open(self, words: str) -> Iterator[Message]:
        if not words:
            yield Message("error", "which file? For example: open /tmp/captures.tar.gz")
            return
        yield from self.conversation.opened(named_paths(words) or [words])

    def paste(self, _: str) -> Iterator[Message]:
        yield Message("answer", "Paste now, and end with a line that is a single dot.")

    def fix(self, words: str) -> Iterator[Message]:
        consultation = self.session.consultation
        case = self._case(words) if words else None
        chosen = [h for h in self._hypotheses() if case is None or h.case is case]
        if not chosen:
            yield Message("answer", "Nothing is concluded yet, so there is nothing to mend.")
            return
        page = self._page()
        item = diagnosis(consultation, chosen[0])
        page.put(f"{item['title']} ({item['case']}), {item['standing']}")
        put_fix(page, item, consultation)
        self.mending = chosen[0].key
        if steps := [s for s in remedy(self.session, chosen[0]).steps if s.state != "open"]:
            page.put(f"Of this: {', '.join(f'step {step.number} {step.state}' for step in steps)}.", 3)
        yield self._answer(page)

    def done(self, words: str) -> Iterator[Message]:
        """Keep that a step of the fix that was shown last is done; what was seen may be an output, and is read then."""
        hypothesis = next((h for h in self._hypotheses() if h.key == self.mending), None) or next(
            iter(self._hypotheses()), None
        )
        if hypothesis is None:
            yield Message("answer", "Nothing is concluded yet, so there is nothing to mend.")
            return
        steps = remedy(self.session, hypothesis).steps
        number, _, seen = words.strip().partition(" ")
        step = next((step for step in steps if step.label == number.rstrip(".:,")), None)
        if not steps:
            yield Message("answer", f"The fix for {hypothesis.case.slug} has no steps for this system.")
            return
        if step is None:
            named = f"there is no step `{short(number)}`" if number else "which step?"
            yield Message(
                "error",
                f"{named}; the fix for {hypothesis.case.slug} has steps {steps[0].label} to {steps[-1].label}: done 1",
            )
            return
        yield from tick(self.conversation, hypothesis.key, step, seen)
        if step.verify_command and self.session.entries[-1].kind == "fixed":
            page = self._page()
            page.put("To see whether it worked:")
            page.verbatim(step.verify_command, 4)
            page.put(step.verify_expect, 2)
            yield self._answer(page)

    def runbook(self, words: str) -> Iterator[Message]:
        consultation = self.session.consultation
        if not consultation.diagnoses:
            yield Message("answer", "Nothing is concluded yet.")
            return
        page = self._page()
        data = report(consultation, self.session.bundle, [])
        put_diagnosis(page, consultation, consultation.diagnoses[0], data["diagnoses"][0], 1)
        yield self._answer(page)

    def accept(self, words: str) -> Iterator[Message]:
        """Take a conclusion as known: it is not repeated while it does not grow."""
        names = words.split()
        case = self._case(names[0]) if names else None
        chosen = [h for h in self._hypotheses() if case is not None and h.case is case and h.status == "current"]
        if len(names) > 1:
            chosen = [h for h in chosen if h.subject in names[1:] or h.host in names[1:]]
        if not chosen:
            concluded = ", ".join(dict.fromkeys(h.case.slug for h in self._hypotheses() if h.status == "current"))
            said = f"`{short(words)}` is no current conclusion" if words else "which conclusion?"
            yield Message("error", f"{said}; these are: {concluded}" if concluded else "nothing is concluded yet")
            return
        before = self.session.consultation
        for hypothesis in chosen:
            self.session.accept(hypothesis)
            named = "" if hypothesis.subject == hypothesis.host else f" ({hypothesis.subject})"
            yield Message(
                "understood", f"{hypothesis.case.slug}{named} is known and accepted; it comes back when it grows"
            )
        yield from self.conversation.after(before)

    def _outcome(self, result: str, note: str) -> Iterator[Message]:
        mended = [h for h in self.session.consultation.diagnoses if h.status == "resolved"]
        named = next(iter([*mended, *self.session.consultation.diagnoses]), None)
        self.session.record("outcome", {
            "result": result, "note": note, "case": named.case.slug if named else "", "host": named.host if named else "",
            "subject": named.subject if named else "",
        })  # fmt: skip
        about = f" for {named.case.slug}" if named else ""
        yield Message("understood", f"{result}{about}{f', {note}' if note else ''}; kept for this site's statistics")

    def worked(self, words: str) -> Iterator[Message]:
        yield from self._outcome("worked", words)

    def no_help(self, words: str) -> Iterator[Message]:
        yield from self._outcome("did not help", words)

    def other(self, words: str) -> Iterator[Message]:
        yield from self._outcome("something else", words)

    def status(self, _: str) -> Iterator[Message]:
        width = self.conversation.width
        yield Message(
            "answer", f"{conclusions_text(self.session.consultation, width)}\n{self.conversation.interview.progress()}"
        )

    def more(self, _: str) -> Iterator[Message]:
        self.conversation.interview.patient = True
        if not isinstance(self.conversation.interview.next(), Stop):
            yield from self.conversation.ask()
            return
        again = self.conversation.interview.again()
        if again is None:
            yield Message("answer", "There is nothing left to ask.")
            return
        yield Message("answer", "What was not known before would still tell something:")
        yield from self.conversation.put(again)

    def save(self, words: str) -> Iterator[Message]:
        from advisor.store import StoreError

        try:
            yield Message("answer", self.session.keep(words))
        except StoreError as error:
            yield Message("error", f"{error}{f'; {error.help}' if error.help else ''}")

    def export(self, words: str) -> Iterator[Message]:
        from advisor.conversation.paths import at_home, written_path
        from advisor.session.stored import write_export
        from advisor.store import StoreError

        exported = getattr(self.session.log, "exported", None)
        if exported is None or not words:
            message = "this session cannot be exported" if exported is None else "name a file: /export FILE"
            yield Message("error", message)
            return
        try:
            yield Message("answer", write_export(exported(), str(at_home(written_path(words) or words))).rstrip("\n"))
        except StoreError as error:
            yield Message("error", str(error))

    def quit(self, _: str) -> Iterator[Message]:
        self.conversation.ended = True
        yield Message("bye", conclusions_text(self.session.consultation, self.conversation.width))

    def unknown(self, word: str) -> Iterator[Message]:
        from advisor.errors import did_you_mean

        hint = did_you_mean(word.lower(), sorted(NAMES)) or "`help` lists what can be said"
        yield Message("error", f"there is no command `/{short(word)}`; {hint}")

    def help(self, _: str) -> Iterator[Message]:
        yield Message("answer", help_text(self.conversation.width))


def _differences(conversation: Conversation, other: Session) -> Iterator[Message]:
    from advisor.session.changes import changes

    lines = [f"then {change.text()}" for change in changes(conversation.session.consultation, other.consultation)]
    if lines:
        yield Message("changed", "\n".join(lines))


def _asked(words: str, asked: list[Question]) -> Question | None:
    """The answered question that is meant by a number of the list, or by some of its words."""
    words = words.strip("[]#. ").lower()
    if words.isascii() and words.isdecimal() and len(words) < _MOST_DIGITS:
        return asked[int(words) - 1] if 1 <= int(words) <= len(asked) else None
    wanted = {w for w in re.findall(r"[a-zäöüß0-9]{2,}", words.replace("_", " ")) if w not in _COMMON}
    rated = [(sum(_says(item, word) for word in wanted), n) for n, item in enumerate(asked)]
    best = max(rated, default=(0, 0))
    return asked[best[1]] if best[0] > len(wanted) / 2 else None


def _says(question: Question, word: str) -> bool:
    """Whether a word stands in a question, or one is the beginning of the other."""
    said = re.findall(
        r"[a-zäöüß0-9]{2,}", f"{question.id} {question.text} {question.address}".lower().replace("_", " ")
    )
    return any(other.startswith(word) or (len(other) > 2 and word.startswith(other)) for other in said)


def _handle(question: Question) -> str:
    """A few words by which `change` finds a question."""
    return question.id.rpartition(".")[2].replace("-", " ")
