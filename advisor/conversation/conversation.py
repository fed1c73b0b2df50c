"""A consultation as a conversation: lines of a person in, messages out. It prints nothing and knows no terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from advisor.conversation.commands import HELP, Command, read_command
from advisor.conversation.wording import answers_of, conclusions_text, question_text, why_text
from advisor.explanation.text import Page
from advisor.inference.diagnosis import Consultation
from advisor.interview.answers import Misread, read_reply
from advisor.interview.choice import Choice
from advisor.interview.interview import Interview, Stop
from advisor.session.changes import changes
from advisor.session.session import Reply, Session
from facts.bundle import Bundle
from facts.hosts import DEFAULT
from facts.reading import prompt_of
from facts.schema import templates
from facts.text import clean

_COLUMNS = re.compile(r"\S(?:\t| {2,})\S|^\s*[-=*#]{3,}|\w[:=] *\d|^\S+\.\S+ = ")
"""What outputs have and sentences have not: columns, rules, and values after names."""
_MOST_CHANGES = 6


class Message(NamedTuple):
    """Something said to the person.

    Attributes:
        kind: ``question``, ``understood``, ``not-understood``, ``changed``, ``progress``, ``stop``, ``answer`` (to a
            command), ``error`` or ``bye``.
        text: one or more lines.
    """

    kind: str
    text: str


class Conversation:
    """One consultation with a person.

    Attributes:
        session: what it stands on.
        interview: what chooses the questions.
        current: the question that waits for an answer, or None.
        ended: whether the person has had enough.
    """

    def __init__(self, session: Session, width: int = 100) -> None:
        """Begin, or go on with a session."""
        self.session = session
        self.interview = Interview(session)
        self.width = width
        self.current: Choice | None = None
        self.ended = False
        self.stopped = False
        self.further = False
        self._before: Consultation | None = None
        self._handlers: dict[str, Callable[[str], Iterable[Message]]] = {}
        from advisor.conversation.handlers import handlers

        self._handlers.update(handlers(self))

    @property
    def host(self) -> str:
        """The host that is spoken of, where there is only one."""
        hosts = {row.host for row in self.session.consultation.now.merged.rows}
        return hosts.pop() if len(hosts) == 1 else DEFAULT

    def begin(self, told: Iterable[str] = ()) -> Iterator[Message]:
        """Take the complaint, if there is one, and ask the first question."""
        for text in told:
            yield from self._tell(text)
        if not self.session.standing.contributions:
            yield Message(
                "progress", "What is wrong? Say it in a sentence, paste an output, or name a file of captures."
            )
            return
        yield from self.ask()

    def ask(self) -> Iterator[Message]:
        """Ask the next question, or say why there is none."""
        step = self._next()
        if isinstance(step, Stop):
            self.current = None
            self.stopped = True
            yield Message("stop", self.stop_text(step))
            return
        self.current = step
        yield Message("progress", self.interview.progress())
        yield Message("question", self._question(step))

    def _next(self) -> Choice | Stop:
        step = self.interview.next()
        if isinstance(step, Stop) and self.further and self.interview.ranked():
            return self.interview.ranked()[0]
        return step

    def say(self, text: str) -> Iterator[Message]:
        """Hear one line, or a text of several lines."""
        lines = [line for line in text.splitlines() if line.strip()]
        if not lines:
            yield from self.ask() if self.current is None and not self.stopped else self._again()
            return
        if len(lines) > 1:
            yield from self.pasted(text)
            return
        line = clean(lines[0]).strip()
        command = read_command(line)
        if command is not None:
            yield from self._command(command)
        elif self.current is not None and (reply := self._reply(line)) is not None:
            yield from self._answered(reply, self.current)
        elif self._is_path(line):
            yield from self.opened([line])
        else:
            yield from self._free(line)

    def _again(self) -> Iterator[Message]:
        if self.current is not None:
            yield Message("question", self._question(self.current))

    def _command(self, command: Command) -> Iterator[Message]:
        yield from self._handlers[command.name](command.argument)

    def _is_path(self, line: str) -> bool:
        try:
            return ("/" in line or "." in line) and " " not in line and Path(line).expanduser().exists()
        except OSError:
            return False

    def _reply(self, line: str) -> Reply | Misread | None:
        """What a line is for the current question, if it is an answer to it."""
        assert self.current is not None
        question = self.current.question
        key, rest = self._named(line)
        choices = answers_of(question)
        if rest.isdigit() and question.kind in ("sign", "value") and choices:
            number = int(rest)
            if not 1 <= number <= len(choices):
                return Misread(f"give a number from 1 to {len(choices)}")
            rest = rest if question.kind == "value" and number < len(choices) else choices[number - 1]
        return read_reply(rest, question, self.host, key)

    def _named(self, line: str) -> tuple[dict[str, str], str]:
        """The thing that an answer is about (`tank/redo: 8k`), and the answer."""
        assert self.current is not None
        known = self._subjects()
        name, colon, rest = line.partition(":")
        if colon and name.strip() in known:
            return known[name.strip()], rest.strip()
        return (next(iter(known.values())) if len(known) == 1 else {}), line

    def _subjects(self) -> dict[str, dict[str, str]]:
        """The things that the current question may be about, by name, with their key slots."""
        assert self.current is not None
        question = self.current.question
        if question.kind != "value":
            return {}
        name = question.address.partition(".")[0]
        keys = [slot for slot in templates()[name].key if slot != "host"]
        found: dict[str, dict[str, str]] = {}
        for row in self.session.consultation.now.merged.rows:
            fits = all(w == "?" or k not in row.cells or str(row.cells[k].value) == w for k, w in question.key.items())
            if row.template == name and keys and fits:
                parts = dict(zip(keys, row.key[1:], strict=False))
                if shown := next((p for p in parts.values() if p), ""):
                    found[shown] = parts
        return found

    def _question(self, choice: Choice) -> str:
        systems = self.session.consultation.now.systems()
        previous, self.current = self.current, choice
        names = list(self._subjects())
        self.current = previous
        return question_text(choice.question, systems, names if len(names) > 1 else [], self.width)

    def why(self) -> str:
        """Why the current question is asked."""
        assert self.current is not None
        systems = self.session.consultation.now.systems()
        return why_text(self.current.question, self.current.cases, self.session.knowledge, systems, self.width)

    def _answered(self, reply: Reply | Misread, choice: Choice) -> Iterator[Message]:
        if isinstance(reply, Misread):
            yield Message("error", reply.text)
            yield from self._again()
            return
        before = self.session.consultation
        self.session.answer(choice.question.id, reply, choice.about)
        for row in reply.rows:
            for slot, cell in row.cells.items():
                if slot not in templates()[row.template].key:
                    yield Message(
                        "understood", f"{row.template}.{slot} = {cell.value}{'' if cell.sure else ' (not sure)'}"
                    )
        yield from self.after(before)

    def after(self, before: Consultation) -> Iterator[Message]:
        """Say what a step changed, and go on."""
        self._before = before
        self.stopped = False
        yield from self.changed_since(before)
        yield from self.ask()

    def changed_since(self, before: Consultation | None) -> Iterator[Message]:
        """What is concluded otherwise than before."""
        found = changes(before, self.session.consultation) if before is not None else []
        lines = [change.text() for change in found[:_MOST_CHANGES]]
        if len(found) > _MOST_CHANGES:
            lines.append(f"and {len(found) - _MOST_CHANGES} more")
        if lines:
            page = Page(self.width)
            for line in lines:
                page.put(line, 0, 2)
            yield Message("changed", page.text().rstrip("\n"))

    def what_changed(self) -> Iterator[Message]:
        """What the last step changed."""
        said = list(self.changed_since(self._before))
        yield from said or [Message("answer", "The last step changed no conclusion.")]

    def pasted(self, text: str) -> Iterator[Message]:
        """Read outputs that were pasted, or a complaint of several lines."""
        before = self.session.consultation
        question = (
            self.current.question.id if self.current is not None and self.current.question.kind == "output" else ""
        )
        about = self.current.about if self.current is not None else []
        trial = self.session.fork().paste(text)
        if not trial.inputs and not trial.labelled:
            yield from self._tell(text)
        else:
            bundle = self.session.paste(text, question, about)
            yield Message("understood", _read_text(bundle))
        yield from self.after(before)

    def opened(self, paths: list[str]) -> Iterator[Message]:
        """Read files, folders or archives."""
        before = self.session.consultation
        question = (
            self.current.question.id if self.current is not None and self.current.question.kind == "output" else ""
        )
        about = self.current.about if self.current is not None else []
        bundle, errors = self.session.open([str(Path(p).expanduser()) for p in paths], question, about)
        for error in errors:
            yield Message("error", str(error))
        if bundle.inputs or bundle.labelled or bundle.prose or bundle.unrecognised:
            yield Message("understood", _read_text(bundle))
        yield from self.after(before) if bundle.inputs or bundle.labelled or bundle.prose else self._again()

    def _free(self, line: str) -> Iterator[Message]:
        """A sentence, or one line of output."""
        before = self.session.consultation
        trial = self.session.fork().paste(line)
        if trial.inputs:
            yield from self.pasted(line)
            return
        told = list(self._tell(line))
        yield from told
        yield from self.after(before) if any(m.kind == "understood" for m in told) else self._again()

    def _tell(self, text: str) -> Iterator[Message]:
        from advisor.chat.tell import InputError

        try:
            understood = self.session.tell(text)
        except InputError as error:
            yield Message("error", str(error))
            return
        for line in understood.echo():
            kind, _, rest = line.partition(": ")
            yield Message(
                "understood" if kind == "understood" else "not-understood", rest if kind == "understood" else line
            )

    def looks_like_output(self, line: str) -> bool:
        """Whether a line begins a pasted output, and is no command, path, answer or sentence."""
        if read_command(line.strip()) is not None or self._is_path(line.strip()):
            return False
        if self.current is not None and isinstance(self._reply(line.strip()), Reply):
            return False
        return prompt_of(line) is not None or _COLUMNS.search(line) is not None

    def stop_text(self, stop: Stop) -> str:
        """Why there is no further question, what is concluded, and what would tell more."""
        page = Page(self.width)
        page.put(f"No more questions: {stop.text}.")
        page.verbatim(conclusions_text(self.session.consultation, self.width), 0)
        wanted = self.interview.would_settle()
        systems = self.session.consultation.now.systems()
        if wanted and stop.reason != "settled":
            page.put("What was not known and would tell most:")
            for question in wanted:
                page.put(f"- {question.command(systems) or question.text}", 2, 2)
        page.put(
            "Say `fix` for what to do, `how` for the derivation, `why not CASE`, `more` to go on asking, or `quit`."
        )
        return page.text().rstrip("\n")


def _read_text(bundle: Bundle) -> str:
    """What was found in captures, in a few lines."""
    lines = [
        f"read {item.kind}{f' of {item.host}' if item.host != DEFAULT else ''}, {item.rows} row{'s' if item.rows != 1 else ''}"
        f"{'' if item.outcome == 'read' else f', {item.outcome}'}"
        + "".join(f"; {refusal.reason}" for refusal in item.refusals[:2])
        for item in bundle.inputs[:12]
    ]
    if len(bundle.inputs) > len(lines):
        lines.append(f"and {len(bundle.inputs) - len(lines)} more outputs")
    if not bundle.inputs and bundle.labelled:
        lines.append("read command lines")
    lines += [
        f"not read: {left.path}{f':{left.lines[0]}' if left.lines else ''}, {left.reason}"
        for left in bundle.unrecognised[:3]
    ]
    return "\n".join(lines)


def help_text(width: int = 100) -> str:
    """What can be said."""
    page = Page(width)
    page.put("Answer in words or by number; say `don't know`, or add `not sure`. Tell more in a sentence at any time.")
    page.put("English and German are understood. Paste outputs, or name files. Commands, in words or with a slash:")
    for name, text in HELP.items():
        page.put(f"{name}: {text}", 2, 4)
    return page.text().rstrip("\n")
