"""A consultation as a conversation: lines of a person in, messages out. It prints nothing and knows no terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from advisor.conversation.captured import found_text, holds_answer
from advisor.conversation.commands import Command, read_command
from advisor.conversation.disagreements import new_disagreements
from advisor.conversation.paths import at_home, named_paths
from advisor.conversation.phrasing import heard, row_lines, short, signs_text
from advisor.conversation.replies import Answer, fitted, hosts_of, read_answer, subjects_of, unavailable
from advisor.conversation.wording import conclusions_text, expected, question_text, still_asked, why_text
from advisor.explanation.text import Page
from advisor.inference.diagnosis import Consultation
from advisor.interview.answers import Misread, read_reply
from advisor.interview.choice import Choice
from advisor.interview.interview import Interview, Stop
from advisor.interview.questions import Question
from advisor.session.changes import changes
from advisor.session.records import signs_of
from advisor.session.session import Reply, Session
from facts.bundle import load
from facts.hosts import DEFAULT
from facts.inputs import Bundle
from facts.observations import Observations
from facts.reading import prompt_of
from facts.text import clean

if TYPE_CHECKING:
    from facts.blobs import InputError

_COLUMNS = re.compile(r"\S(?:\t| {2,})\S|^\s*[-=*#]{3,}|\w[:=] *\d|^\S[^\s.]*\.\S+ = ")
"""What outputs have and sentences have not: columns, rules, and values after names."""
_MOST_CHANGES = 6


class Message(NamedTuple):
    """Something said to the person.

    Attributes:
        kind: ``question``, ``understood``, ``not-understood``, ``changed``, ``progress``, ``stop``, ``next`` (what can be said
            then), ``answer`` (to a command), ``error`` or ``bye``.
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
        self._before: Consultation | None = None
        self._progress = self._stop_text = ""
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
            yield Message("question", "What is wrong? Say it in a sentence, paste an output, or name a file.")
            return
        yield from self.ask()

    def ask(self) -> Iterator[Message]:
        """Ask the next question, or say why there is none."""
        step = self.interview.next()
        if isinstance(step, Stop):
            self.current = None
            self.stopped = True
            text = self.stop_text(step)
            again, self._stop_text = text == self._stop_text, text
            yield Message("stop", "Still no more questions." if again else text)
            if not again:
                yield Message("next", self.next_text())
            return
        previous = self.current.question.id if self.current is not None else ""
        self.current = self._fitted(step)
        progress = self.interview.progress()
        if progress != self._progress:
            yield Message("progress", progress)
        self._progress = progress
        question = self.current.question
        if question.id == previous and question.kind == "output":
            systems = self.session.consultation.now.systems()
            yield Message("question", still_asked(question, systems, self.width))
        else:
            yield Message("question", self._question(self.current))

    def put(self, choice: Choice) -> Iterator[Message]:
        """Ask one question, also one that was asked before."""
        self.current = self._fitted(choice)
        self.stopped = False
        yield Message("question", self._question(self.current))

    def _fitted(self, choice: Choice) -> Choice:
        question = fitted(choice.question, self.session.consultation, self.interview.questions)
        return choice._replace(question=question)

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
        if command is not None and command.name == "unknown" and (paths := named_paths(line)):
            yield from self.opened(paths)
        elif command is not None and not (command.name == "explain" and self._tells(line)):
            yield from self._command(command)
        elif self.current is not None and (answer := self._reply(line)) is not None:
            yield from self._answered(answer, self.current)
        elif paths := named_paths(line):
            yield from self.opened(paths)
        else:
            yield from self._free(lines[0].strip() if prompt_of(lines[0]) else line)

    def _tells(self, line: str) -> bool:
        """Whether a line that looks like a question for a word tells something: `what is slow is the database`."""
        if line.startswith(("/", ":")) or line.endswith("?"):
            return False
        from advisor.chat.tell import InputError, understand

        try:
            understood = understand(self.session.knowledge, [line], Observations())
        except InputError:
            return False
        return bool(understood.signs)

    def _again(self) -> Iterator[Message]:
        if self.current is not None:
            yield Message("question", self._question(self.current))

    def _expected(self) -> str:
        """What could be said now, for somebody who was not understood."""
        if self.current is None:
            return "say it in other words, or `help`"
        return expected(self.current.question, self.session.consultation.now.systems())

    def _command(self, command: Command) -> Iterator[Message]:
        yield from self._handlers[command.name](command.argument)

    def _reply(self, line: str) -> Answer | None:
        """What a line is for the current question, if it is an answer to it."""
        assert self.current is not None
        question = self.current.question
        return read_answer(line, question, self.session.consultation, self.interview.questions[question.id])

    def _question(self, choice: Choice) -> str:
        consultation = self.session.consultation
        names = list(subjects_of(choice.question, consultation))
        return question_text(choice.question, consultation.now.systems(), names if len(names) > 1 else [], self.width)

    def why(self) -> str:
        """Why the current question is asked."""
        assert self.current is not None
        systems = self.session.consultation.now.systems()
        return why_text(self.current.question, self.current.cases, self.session.knowledge, systems, self.width)

    def _answered(self, answer: Answer, choice: Choice) -> Iterator[Message]:
        reply = answer.reply
        if isinstance(reply, Misread):
            yield Message("error", reply.text)
            return
        before = self.session.consultation
        self.session.answer(choice.question.id, reply, choice.about)
        yield from self._echo(answer, choice.question)
        if answer.rest:
            yield from (m for m in self._tell(answer.rest) if m.kind == "understood")
        yield from self.after(before)

    def _echo(self, answer: Answer, question: Question) -> Iterator[Message]:
        """What an answer was taken for, where that is not plain from the answer."""
        reply = answer.reply
        assert isinstance(reply, Reply)
        hosts = hosts_of(self.session.consultation)
        where = f" (on {answer.host})" if answer.host else f" (on every host: {', '.join(hosts)})"
        where = where if len(hosts) > 1 else ""
        if reply.unknown and question.kind == "output" and not isinstance(read_reply(reply.text, question, ""), Reply):
            nothing = "nothing yet, so single outputs are asked for"
            yield Message("understood", nothing if question.anything else "it cannot be shown; taken as don't know")
        slot = question.address.partition(".")[2]
        for line in (line for row in reply.rows for line in row_lines(row, slot)):
            yield Message("understood", line + where)
        if question.kind == "uses" and reply.signs:
            choices = self.interview.questions[question.id].choices
            used = [choices[s.name] for s in reply.signs if s.state == "present"]
            yield Message("understood", f"in use: {'; '.join(used) or 'none of these'}{where}")
        elif reply.signs and (where or not reply.signs[0].sure):
            sign = reply.signs[0]
            said = "yes" if sign.state == "present" else "no"
            yield Message("understood", f"{said}{'' if sign.sure else ', not sure'}{where}")

    def after(self, before: Consultation) -> Iterator[Message]:
        """Say what a step changed, and go on."""
        self._before = before
        self.stopped = False
        if contrary := list(new_disagreements(before, self.session.consultation)):
            more = len(contrary) - _MOST_CHANGES
            left = [f"and {more} more; `evidence` lists them"] if more > 0 else []
            yield Message("changed", "\n".join(f"values differ: {text}" for text in contrary[:_MOST_CHANGES] + left))
        yield from self.changed_since(before)
        gone = {h.key for h in before.diagnoses if h.status == "current"}
        if any(h.status == "resolved" and h.key in gone for h in self.session.consultation.diagnoses):
            yield Message("answer", "Is the trouble gone? Say `worked` or `no-help` when you know.")
        yield from self.ask()

    def changed_since(self, before: Consultation | None) -> Iterator[Message]:
        """What is concluded otherwise than before."""
        found = changes(before, self.session.consultation) if before is not None else []
        lines = [change.text() for change in found[:_MOST_CHANGES]]
        if len(found) > _MOST_CHANGES:
            lines.append(f"and {len(found) - _MOST_CHANGES} more")
        if lines:
            yield Message("changed", "\n".join(lines))

    def what_changed(self) -> Iterator[Message]:
        """What the last step changed."""
        said = list(self.changed_since(self._before))
        yield from said or [Message("answer", "The last step changed no conclusion.")]

    def pasted(self, text: str) -> Iterator[Message]:
        """Read outputs that were pasted, or a complaint of several lines."""
        before = self.session.consultation
        trial = self.session.fork().paste(text)
        if not trial.inputs and not trial.labelled:
            yield from self._prose(text, trial, before)
            return
        question, about = self._open_output(trial)
        bundle = self.session.paste(text, question, about)
        yield from self._took(bundle, question)
        yield from self.after(before)

    def opened(self, paths: list[str]) -> Iterator[Message]:
        """Read files, folders or archives."""
        expanded = [str(at_home(p)) for p in paths]
        bundle, errors = load(expanded)
        yield from self.take(bundle, errors, expanded)

    def take(self, bundle: Bundle, errors: Iterable[InputError], sources: Sequence[str] = ()) -> Iterator[Message]:
        """Take what was read of files, folders or archives, wherever that was done.

        Args:
            bundle: what was read.
            errors: what could not be.
            sources: the paths that were given to be read, all of them.
        """
        before = self.session.consultation
        for error in errors:
            yield Message("error", str(error))
        if not (bundle.inputs or bundle.labelled or bundle.prose):
            if bundle.unrecognised:
                yield Message("not-understood", found_text(bundle))
            return
        question, about = self._open_output(bundle)
        self.session.capture(bundle, question, about, sources=sources)
        yield from self._took(bundle, question)
        yield from self.after(before)

    def _open_output(self, trial: Bundle) -> tuple[str, list[str]]:
        """The question that captures answer, with the cases it was asked for; "" where they answer none."""
        choice = self.current
        if choice is None or choice.question.kind != "output" or not holds_answer(choice.question, trial):
            return "", []
        return choice.question.id, choice.about

    def _took(self, bundle: Bundle, question: str) -> Iterator[Message]:
        """What was read, whether it was what was asked for, and whose it is."""
        yield Message("understood", found_text(bundle))
        entry = self.session.entries[-1]
        if entry.kind == "captured" and entry.data["signs"]:
            yield Message("understood", f"from the text beside it: {signs_text(signs_of(entry.data['signs']))}")
        current = self.current
        if current is not None and current.question.kind == "output" and not question:
            yield Message("not-understood", "what was asked for is not in it; it is kept all the same")
        hosts = hosts_of(self.session.consultation)
        if DEFAULT not in hosts and len(hosts) > 1 and any(row.host == DEFAULT for row in bundle.labelled):
            yield Message(
                "error",
                f"this output does not name its host, and there are several ({', '.join(hosts)}): say `undo` and paste it "
                f"again below a prompt with the command, such as `{hosts[0]}# COMMAND`",
            )

    def _prose(self, text: str, trial: Bundle, before: Consultation) -> Iterator[Message]:
        """Several lines in which there is no output: a complaint, or an output of something unknown."""
        told = list(self._tell(text))
        if any(m.kind == "understood" for m in told):
            yield from told
            yield from self.after(before)
            return
        reasons = dict.fromkeys(left.reason for left in trial.unrecognised)
        why = f" ({'; '.join(list(reasons)[:2])})" if reasons else ""
        yield Message(
            "not-understood", f"nothing in these {len(text.splitlines())} lines was understood{why}; {self._expected()}"
        )

    def _free(self, line: str) -> Iterator[Message]:
        """A sentence, or one line of output."""
        trial = self.session.fork().paste(line)
        if any(item.outcome != "refused" for item in trial.inputs):
            yield from self.pasted(line)
            return
        before = self.session.consultation
        told = list(self._tell(line))
        if any(m.kind == "understood" for m in told):
            yield from told
            yield from self.after(before)
            return
        if self.current is not None and (answer := unavailable(line, self.current.question)) is not None:
            yield from self._answered(answer, self.current)
            return
        yield from (m for m in told if m.kind == "error")
        if not any(m.kind == "error" for m in told):
            yield Message("not-understood", f'not understood: "{short(line)}"; {self._expected()}')

    def _tell(self, text: str) -> Iterator[Message]:
        from advisor.chat.tell import InputError

        try:
            complaint = self.current is None
            understood = self.session.tell(text, complaint)
        except InputError as error:
            yield Message("error", f"{error}; {error.help}")
            return
        if not (understood.signs or understood.cells or (complaint and understood.unnamed)):
            self.session.record("noted", {"text": text})
        for line in heard(understood):
            yield Message("understood", line)
        for past in understood.past:
            yield Message("not-understood", f'taken as over, and not counted: "{short(past)}"')
        for left in understood.not_understood:
            yield Message("not-understood", f"not understood: {_quoted(left)}")

    def looks_like_output(self, line: str) -> bool:
        """Whether a line begins a pasted output, and is no command, path, answer or sentence."""
        if read_command(line.strip()) is not None or named_paths(line.strip()):
            return False
        answer = self._reply(line.strip()) if self.current is not None else None
        if answer is not None and isinstance(answer.reply, Reply):
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
        return page.text().rstrip("\n")

    def next_text(self) -> str:
        """What can be said when nothing is asked."""
        page = Page(self.width)
        if self.session.consultation.diagnoses or self.session.consultation.risks:
            page.put(
                "Say `fix` for what to do, `how` for the derivation, `why not CASE`, `more` to go on asking, or `quit`."
            )
        else:
            page.put("Tell more in a sentence, paste an output, say `more` to go on asking, or `quit`.")
        return page.text().rstrip("\n")


def _quoted(text: str) -> str:
    """A sentence in quotes; what names its place already has them."""
    return short(text) if text.startswith('"') else f'"{short(text)}"'
