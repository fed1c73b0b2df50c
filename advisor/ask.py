"""``advisor ask``: the interview line by line, for any terminal, serial console, screen reader or pipe.

What is said goes to standard error and the result to standard output, so that a report can be written to a file while
somebody answers. Off a terminal the answers are read line by line; the end of input means *don't know* from there on.
"""

from __future__ import annotations

import os
import select
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from advisor.conversation.commands import read_command
from advisor.conversation.conversation import Conversation, Message
from advisor.conversation.showing import lines_of
from advisor.errors import Problem
from advisor.explanation.report import report
from advisor.interrupts import Interrupts
from advisor.interview.interview import Stop
from advisor.interview.respondent import DONT_KNOW, Respondent
from advisor.session.saving import StoreLog, steps
from advisor.session.session import Reply, Session
from advisor.store import StoreError

_IDLE_SECONDS = 0.4
"""A paste is over when nothing more comes for this long."""
_MOST_PASTED = 4_000_000


def answer_from(
    session: Session, conversation: Conversation, respondent: Respondent, out: TextIO, interrupts: Interrupts
) -> None:
    """Let a bundle answer every question."""
    while True:
        interrupts.check()
        step = conversation.interview.next()
        if isinstance(step, Stop):
            out.write(f"stopped: {step.text}\n")
            return
        known = respondent.answer(session, step.question, step.about)
        answer = session.standing.asked[step.question.id].data.get("text") or "the output"
        out.write(f"{step.question.text if step.question.kind != 'output' else 'show ' + step.question.text}: "
                  f"{answer if known else DONT_KNOW}\n")  # fmt: skip
        _tell_news(session, out, conversation.width)


def _tell_news(session: Session, out: TextIO, width: int) -> None:
    """Say that steps are not saved, or are again."""
    for line in lines_of([Message("error", text) for text in session.log.news()], width):
        out.write(f"{line}\n")


def end_saving(session: Session, lines: TextIO, out: TextIO) -> bool:
    """Save what is in memory only, at the end; whether all is saved.

    Where that fails it is said. On a terminal a file can be named that takes the session.
    """
    log = session.log
    if not isinstance(log, StoreLog) or log.save(patient=True):
        _tell_news(session, out, width_of(out))
        return True
    for text in log.news()[1:]:  # the first one says that steps will be saved later
        out.write(f"{text}\n")
    trouble = log.trouble
    asked = lines.isatty()
    help = "" if asked else "/export FILE at the prompt writes the session to another disk"
    if trouble is not None:
        fate = "not saved" if asked else "will be lost"
        message = f"{steps(log.unsaved)} of session `{log.name}` {fate}: {trouble}"
        help = "; ".join(part for part in (trouble.help, help) if part)
        out.write(Problem("not-saved", message, trouble.where, help, "warning").block() + "\n")
    return asked and _saved_elsewhere(log, lines, out)


def _saved_elsewhere(log: StoreLog, lines: TextIO, out: TextIO) -> bool:
    """Ask for a file until one takes the session, or nobody wants one; always False: the store has nothing of it."""
    from advisor.conversation.paths import at_home
    from advisor.session.stored import write_export

    while True:
        out.write("file for a copy of the session (Enter tries the store again, `none` leaves without a copy): ")
        out.flush()
        name = lines.readline()
        if not name or name.strip() == "none":
            return False
        try:
            if not name.strip():
                if log.save(patient=True):
                    out.write("saved\n")
                    return True
                out.write(f"still not saved: {log.trouble}\n")
                continue
            out.write(write_export(log.exported(), str(at_home(name.strip()))))
            out.write(f"later: advisor sessions import {name.strip()}\n")
            return False
        except StoreError as error:
            out.write(f"{error}\n")


class Terminal:
    """Lines in, messages out."""

    def __init__(
        self, conversation: Conversation, lines: TextIO, out: TextIO, interrupts: Interrupts | None = None
    ) -> None:
        """Read from `lines`; whether it is a terminal decides how a paste ends."""
        self.interrupts = interrupts or Interrupts()
        self.conversation = conversation
        self.lines, self.out = lines, out
        self.interactive = lines.isatty()

    def run(self, told: Iterable[str]) -> None:
        """The whole conversation, until there is nothing to ask, or the person leaves or the input ends."""
        self._show(self.conversation.begin(told))
        while not self.conversation.ended:
            text = self._read()
            if text is None:
                self._end_of_input()
                return
            self._show(self.conversation.say(text))

    def _end_of_input(self) -> None:
        """The rest is not known."""
        if self.interactive:
            self.out.write("\n")
            return
        conversation = self.conversation
        while not isinstance(step := conversation.interview.next(), Stop):
            self.interrupts.check()
            conversation.session.answer(step.question.id, Reply(DONT_KNOW, [], [], unknown=True), step.about)
            _tell_news(conversation.session, self.out, conversation.width)
        self._show([Message("stop", conversation.stop_text(step)), Message("next", conversation.next_text())])

    def _read(self) -> str | None:
        """One line, or the lines of a paste; None at the end of input."""
        if self.interactive:
            self.out.write("[not saved] > " if self.conversation.session.log.unsaved else "> ")
            self.out.flush()
        line = self._line()
        if not line:
            return None
        command = read_command(line.strip())
        pasting = command is not None and command.name == "paste"
        if pasting or self._begins_a_paste(line):
            return "".join([] if pasting else [line]) + "".join(self._rest_of_paste(wait=pasting))
        return line.rstrip("\n")

    def _line(self) -> str:
        """The next line; only while it is waited for does Ctrl-C end the conversation at once."""
        with self.interrupts.waiting():
            return self.lines.readline()

    def _begins_a_paste(self, line: str) -> bool:
        if self.interactive:
            return self._waiting(0.05)
        current = self.conversation.current
        if current is None or current.question.kind != "output" or not line.strip():
            return False
        return self.conversation.looks_like_output(line)

    def _rest_of_paste(self, wait: bool) -> Iterator[str]:
        """The lines up to a single dot, the end of input, or, on a terminal, a pause."""
        size = 0
        while size < _MOST_PASTED:
            if self.interactive and not wait and not self._waiting(_IDLE_SECONDS):
                return
            line = self._line()
            if not line or line.strip() == ".":
                return
            size += len(line)
            yield line

    def _waiting(self, seconds: float) -> bool:
        """Whether more input is there already, or comes within some time."""
        try:
            return bool(select.select([self.lines], [], [], seconds)[0])
        except (OSError, ValueError):
            return False

    def _show(self, messages: Iterable[Message]) -> None:
        session, width = self.conversation.session, self.conversation.width
        for message in messages:
            # Before anything is said that somebody may take as the acknowledgement of a step.
            _tell_news(session, self.out, width)
            for line in lines_of([message], width):
                self.out.write(f"{line}\n")
        _tell_news(session, self.out, width)
        self.out.flush()


def as_json(session: Session, conversation: Conversation) -> dict[str, Any]:
    """The report with what was asked."""
    data = report(session.consultation, session.bundle, [])
    questions = conversation.interview.questions
    asked = []
    for question, entry in session.standing.asked.items():
        known = questions.get(question)
        if known is None:
            continue
        answer = entry.data.get("text") or ("skipped" if entry.kind == "skipped" else "output")
        origin = {"question": known.text, "answer": answer}
        asked.append({"question": known.text, "why": known.why, "answer": answer, "origin": origin})
    return {**data, "asked": asked}


def width_of(out: TextIO) -> int:
    """How wide lines may be."""
    try:
        if not out.isatty():
            return 100
        # A serial console does not know its width and says 0.
        columns = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size(out.fileno()).columns or 80
        return min(max(columns, 40), 120)
    except (OSError, ValueError):
        return 80
