"""What each command of a conversation does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from advisor.conversation.commands import NAMES
from advisor.conversation.conversation import Conversation, Message, help_text
from advisor.conversation.wording import conclusions_text
from advisor.explanation.report import report
from advisor.explanation.text import Page, put_arguments, put_diagnosis, put_fix, put_sources, put_why_not
from advisor.inference.view import Hypothesis
from advisor.interview.choice import Choice
from advisor.interview.interview import Stop
from advisor.knowledge import Case
from facts.observations import address
from facts.schema import templates

if TYPE_CHECKING:
    from advisor.chat.lookup import Lookup

_MOST_QUESTIONS = 30


def handlers(conversation: Conversation) -> dict[str, Callable[[str], Iterable[Message]]]:
    """The commands of one conversation, by name."""
    own = _Handlers(conversation)
    return {
        "why": own.why, "how": own.how, "why-not": own.why_not, "what-if": own.what_if, "changed": own.changed,
        "explain": own.explain, "search": own.search, "evidence": own.evidence, "sources": own.sources,
        "undo": own.undo, "redo": own.redo, "change": own.change, "strike": own.strike, "skip": own.skip,
        "questions": own.questions, "open": own.open, "paste": own.paste, "fix": own.fix, "runbook": own.runbook,
        "worked": own.worked, "no-help": own.no_help, "other": own.other, "status": own.status, "more": own.more,
        "save": own.save, "quit": own.quit, "help": own.help, "unknown": own.unknown,
    }  # fmt: skip


class _Handlers:
    """Answers to commands. Each takes the rest of its line."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.session = conversation.session

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
        return found if isinstance(found, Case) else None

    def _no_case(self, words: str) -> Message:
        near = [name for name in self.lookup.nearest(words) if name in self.session.knowledge.cases]
        hint = f"; did you mean {' or '.join(near)}?" if near else "; `search` finds cases by their words"
        return Message(
            "error", f"there is no case `{words}`{hint}" if words else "which case? For example: why not drive-failing"
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
        page = self._page()
        data = report(self.session.consultation, self.session.bundle, [case])
        put_why_not(page, data["why_not"])
        yield self._answer(page)

    def what_if(self, words: str) -> Iterator[Message]:
        from advisor.chat.tell import InputError

        fork = self.session.fork()
        try:
            understood = fork.tell(words)
        except InputError as error:
            yield Message("error", str(error))
            return
        if not understood.signs and not understood.cells:
            yield Message("not-understood", f"not understood: {words}")
            return
        for line in understood.echo():
            yield Message("understood", "if " + line.partition(": ")[2])
        said = list(_differences(self.conversation, fork))
        yield from said or [Message("answer", "No conclusion would change.")]

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

    def evidence(self, _: str) -> Iterator[Message]:
        page = self._page()
        consultation = self.session.consultation
        for entry in self.session.standing.contributions:
            if entry.kind != "captured":
                self._told(page, entry.seq, entry.data)
        for row in consultation.now.merged.rows:
            if row.template in ("told", "read"):
                continue
            for slot, cell in row.cells.items():
                captured = cell.origin.lines is not None
                if captured and slot not in templates()[row.template].key and str(cell.value) != "unknown":
                    page.put(f"{address(row.template, row.key, slot)} = {cell.value}   {cell.origin.place()}", 2, 4)
        yield self._answer(page) if page.lines else Message("answer", "Nothing is known yet.")

    def _told(self, page: Page, seq: int, data: dict[str, object]) -> None:
        struck = self.session.standing.struck.get(seq, set())
        said = str(data["text"])
        for item, records in (("sign", data["signs"]), ("row", data["rows"])):
            assert isinstance(records, list)
            for number, record in enumerate(records):
                if (item, number) in struck:
                    continue
                what = f"{record['name']} {record['state']}" if item == "sign" else _row_text(record)
                page.put(f'[{seq}.{item[0]}{number}] {what}   told: "{said[:80]}"', 2, 4)

    def strike(self, words: str) -> Iterator[Message]:
        seq, _, item = words.strip("[] ").partition(".")
        kinds = {"s": "sign", "r": "row"}
        entry = next((e for e in self.session.standing.contributions if str(e.seq) == seq), None)
        if entry is None or item[:1] not in kinds or not item[1:].isdigit():
            yield Message("error", f"there is no fact `{words}`; `evidence` shows them as [3.s0]")
            return
        kind, number = kinds[item[0]], int(item[1:])
        if number >= len(entry.data["signs" if kind == "sign" else "rows"]):
            yield Message("error", f"there is no fact `{words}`; `evidence` shows them as [3.s0]")
            return
        before = self.session.consultation
        self.session.strike(entry.seq, kind, number)
        yield Message("understood", f"struck [{words.strip('[] ')}]")
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
        yield Message("understood", f"taken back: {_entry_text(entry.kind, entry.data)}")
        yield from self.conversation.after(before)

    def redo(self, _: str) -> Iterator[Message]:
        before = self.session.consultation
        entry = self.session.redo()
        if entry is None:
            yield Message("answer", "Nothing was taken back.")
            return
        yield Message("understood", f"holds again: {_entry_text(entry.kind, entry.data)}")
        yield from self.conversation.after(before)

    def change(self, words: str) -> Iterator[Message]:
        from rapidfuzz import fuzz

        asked = {q: self.conversation.interview.questions[q] for q in self.session.standing.asked
                 if q in self.conversation.interview.questions}  # fmt: skip
        rated = sorted(
            (
                (fuzz.partial_ratio(words.lower(), f"{q} {item.text}".lower().replace("-", " ")), q)
                for q, item in asked.items()
            ),
            reverse=True,
        )
        if not words or not rated or rated[0][0] < 60:
            names = "; ".join(item.text for item in list(asked.values())[-8:])
            yield Message(
                "error", f"which answer? Answered so far: {names}" if names else "no question was answered yet"
            )
            return
        question = asked[rated[0][1]]
        entry = self.session.standing.asked[question.id]
        self.conversation.current = Choice(question, 0.0, tuple(entry.data.get("about", ())))
        yield Message("answer", f"your answer was: {entry.data.get('text') or 'an output'}")
        yield from self.conversation.say("")

    def skip(self, _: str) -> Iterator[Message]:
        if self.conversation.current is None:
            yield from self.conversation.ask()
            return
        self.session.skip(self.conversation.current.question.id)
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
        yield from self.conversation.opened([words])

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
        data = report(consultation, self.session.bundle, [])
        items = [*data["diagnoses"], *data["risks"]]
        index = self._hypotheses().index(chosen[0])
        page.put(f"{items[index]['title']} ({items[index]['case']}), {items[index]['standing']}")
        put_fix(page, items[index], consultation)
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

    def _outcome(self, result: str, note: str) -> Iterator[Message]:
        named = next(iter(self.session.consultation.diagnoses), None)
        self.session.record("outcome", {
            "result": result, "note": note, "case": named.case.slug if named else "", "host": named.host if named else "",
            "subject": named.subject if named else "",
        })  # fmt: skip
        about = f" for {named.case.slug}" if named else ""
        yield Message("understood", f"kept: {result}{about}{f', {note}' if note else ''}")

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
        self.conversation.further = True
        if isinstance(self.conversation.interview.next(), Stop) and not self.conversation.interview.ranked():
            yield Message("answer", "There is nothing left to ask.")
            return
        yield from self.conversation.ask()

    def save(self, words: str) -> Iterator[Message]:
        yield Message("answer", self.session.keep(words))

    def quit(self, _: str) -> Iterator[Message]:
        self.conversation.ended = True
        yield Message("bye", conclusions_text(self.session.consultation, self.conversation.width))

    def unknown(self, word: str) -> Iterator[Message]:
        from advisor.errors import did_you_mean

        hint = did_you_mean(word.lower(), sorted(NAMES)) or "`help` lists what can be said"
        yield Message("error", f"there is no command `/{word}`; {hint}")

    def help(self, _: str) -> Iterator[Message]:
        yield Message("answer", help_text(self.conversation.width))


def _differences(conversation: Conversation, other: object) -> Iterator[Message]:
    from advisor.session.changes import changes
    from advisor.session.session import Session

    assert isinstance(other, Session)
    page = Page(conversation.width)
    for change in changes(conversation.session.consultation, other.consultation):
        page.put(change.text(), 0, 2)
    if page.lines:
        yield Message("changed", page.text().rstrip("\n"))


def _row_text(record: dict[str, object]) -> str:
    cells = record["cells"]
    assert isinstance(cells, dict)
    key = templates()[str(record["template"])].key
    values = [f"{slot} = {cell['value']}" for slot, cell in cells.items() if slot not in key]
    return f"{record['template']} {', '.join(values)}"


def _entry_text(kind: str, data: dict[str, object]) -> str:
    if kind == "captured":
        return "the outputs that were read last"
    return str(data.get("text") or data.get("question") or data.get("result") or kind)[:100]
