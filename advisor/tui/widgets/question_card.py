"""The present question: what is asked, the answers to choose, how to find out, and the ways around it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, cast

from textual import events
from textual.content import Content
from textual.message import Message

from advisor.tui.widgets.rows import Row, Rows
from advisor.views.board import Board
from advisor.views.question import QuestionView

if TYPE_CHECKING:
    from advisor.tui.app import AdvisorApp

_MOST_ROWS = 14


class QuestionCard(Rows):
    """The question; its numbered answers can be chosen with the arrow keys or by their numbers."""

    DEFAULT_CSS = """
    QuestionCard { height: auto; max-height: 60%; border-left: outer $accent; padding: 0 0 0 1; background: $surface; display: none; }
    QuestionCard.-asked { display: block; }
    """

    class Answered(Message):
        """An answer was chosen."""

        def __init__(self, says: str) -> None:
            """Say what it says."""
            super().__init__()
            self.says = says

    class Wanted(Message):
        """Something else is wanted: ``write``, ``copy``, or a screen."""

        def __init__(self, what: str) -> None:
            """Say what."""
            super().__init__()
            self.what = what

    def __init__(self, *, id: str | None = None) -> None:
        """No question."""
        super().__init__(id=id)
        self.question: QuestionView | None = None
        self.since = float("-inf")
        self._ticked: set[str] = set()
        self._then: list[Row] = []
        self._brief = ""

    def show(self, board: Board | None) -> None:
        """Show the question, or what can be done when there is none; below an answer in one line until it is gone to."""
        question = board.question if board is not None else None
        self._then = _what_now(board) if board is not None and question is None and board.stopped else []
        if question is None or self.question is None or question.id != self.question.id:
            self.since = cast("AdvisorApp", self.app).typed.now()
            self.marked = -1
            self._ticked.clear()
        self.question = question
        self._brief = _brief(board) if board is not None else ""
        self.set_class(question is not None or bool(self._then), "-asked")
        self._fill()
        self.scroll_home(animate=False)

    @property
    def brief(self) -> bool:
        """Whether it is one line, so that no number can be meant for its answers."""
        return bool(self._brief) and not self.has_focus

    def _fill(self) -> None:
        rows = _rows(self.question, self._ticked) if self.question is not None else self._then
        if self.brief:
            more = Content.assemble((self._brief, "$quiet"), rows[0].text) if rows else Content("")
            rows = [Row("brief", more, still=True)]
        self.fill(rows)
        self.refresh(layout=True)  # its height goes by its lines

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show its answers while it has the focus."""
        super().watch_has_focus(has_focus)
        if self._brief:
            self.marked = -1
            self._fill()

    def _wrap(self, row: Row) -> list[Content]:
        """In one line while it is folded."""
        lines = super()._wrap(row)
        if row.key != "brief" or len(lines) < 2:
            return lines
        return [lines[0].truncate(max(self._width - 5, 1)).rstrip() + Content(" ...")]

    def _wrapped_for(self, row: Row, width: int) -> list[Content]:
        self._width = max(width, 1)
        return self._wrap(row)

    @property
    def command(self) -> str:
        """The command of the marked line, or the first one of the question."""
        if self.row is not None and isinstance(self.row.key, tuple) and self.row.key[0] == "command":
            return str(self.row.key[1])
        return self.question.commands[0].command if self.question is not None and self.question.commands else ""

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Answer, or do what the line says."""
        message.stop()
        key = message.row.key
        if not isinstance(key, tuple):
            return
        if key[0] == "tick":
            self._ticked ^= {str(key[1])}
            self._fill()
        elif key[0] == "says":
            self.post_message(self.Answered(str(key[1])))
        else:
            self.post_message(self.Wanted("copy" if key[0] == "command" else str(key[1])))

    def action_move(self, by: int) -> None:
        """Down from the last line is the box."""
        if by > 0 and self.rows and self.marked == len(self.rows) - 1:
            self.post_message(self.Wanted("write"))
        else:
            super().action_move(by)

    def has_digit(self, digit: str) -> bool:
        """Whether a number stands before an answer, or before what can be done when nothing is asked."""
        if self.question is None:
            return any(row.mark.strip() == digit for row in self._then)
        return any(choice.says == digit for choice in self.question.choices)

    def digit(self, digit: str) -> bool:
        """Choose what stands under a digit when nothing is asked; whether there is such a line."""
        chosen = next((row for row in self._then if row.mark.strip() == digit), None)
        if chosen is None or self.question is not None:
            return False
        self.go_to(chosen.key)
        self.action_choose()
        return True

    def press_digit(self, digit: str) -> bool:
        """Choose the answer of a number, or what stands under it when nothing is asked; whether there is such a line."""
        if self.question is None:
            return self.digit(digit)
        if not self.go_to(("tick" if self.question.several else "says", digit)):
            return False
        self.action_choose()
        return True

    def on_key(self, event: events.Key) -> None:
        """A digit chooses the answer of that number."""
        if event.character is not None and event.character.isdecimal() and self.press_digit(event.character):
            event.stop()


def _brief(board: Board) -> str:
    """What stands before a question in one line, "" where nothing is concluded."""
    current = [row.standing for row in board.differential.diagnoses if row.status == "current"]
    if not current:
        return ""
    return "optional: " if current[0] == "confirmed" and board.question is not None else "next: "


def _rows(question: QuestionView, ticked: Collection[str]) -> list[Row]:
    when = f", {question.when}" if question.when else ""
    rows = [Row("text", Content.assemble((question.text + when, "bold $strong")), still=True)]
    if question.names:
        names = f"Of {', '.join(question.names)}; begin the answer with the name, such as {question.names[0]}: ..."
        rows.append(Row("names", Content(names), style="$quiet", still=True))
    for choice in question.choices:
        box = ("[x] " if choice.says in ticked else "[ ] ") if question.several else ""
        rows.append(Row(("tick" if box else "says", choice.says), Content(f"{box}{choice.says}) {choice.text}")))
    if question.several:
        chosen = [choice for choice in question.choices if choice.says in ticked]
        says = " ".join(choice.says for choice in chosen) or "none"
        sends = f"Enter here answers: {'; '.join(choice.text for choice in chosen) or 'none of these'}"
        rows.append(Row(("says", says), Content(sends), mark="= "))
    for command in question.commands:
        lead = f"{command.systems}: " if command.systems else ""
        text = Content.assemble((lead, "$quiet"), (command.command, "$accent"), ("   Enter copies it", "$quiet"))
        rows.append(Row(("command", command.command), text, mark="$ "))
    if question.note:
        rows.append(Row("note", Content(question.note), style="$quiet", still=True))
    rows += _ways_around(question)
    return rows


def _ways_around(question: QuestionView) -> list[Row]:
    if question.kind == "output":
        other = "paste the output, drop the file here, or name it"
    elif question.several:
        other = "or write their numbers in the box, such as 1 3; or none"
    elif question.choices:
        other = "other: write it"
    else:
        other = question.expected
    rows = [Row(("do", "write"), Content(other), style="$quiet", mark="· ")]
    if not any(choice.text == "don't know" for choice in question.choices):
        rows.append(Row(("says", "don't know"), Content("don't know"), style="$quiet", mark="· "))
    rows.append(Row(("says", "why"), Content("why do you ask?"), style="$quiet", mark="· "))
    rows.append(Row(("says", "skip"), Content("skip it for now"), style="$quiet", mark="· "))
    return rows


def _what_now(board: Board) -> list[Row]:
    """What can be done when nothing is left to ask."""
    rows = [Row("text", Content.assemble(("No more questions. What now?", "bold $strong")), still=True)]
    found = board.differential
    if found.diagnoses or found.risks:
        rows.append(Row(("do", "fix"), Content("see what to do about it, step by step"), mark="1 "))
        rows.append(
            Row(("do", "diagnosis"), Content("see why: the proof, line by line, and what else it could be"), mark="2 ")
        )
    else:
        rows.append(
            Row(("do", "diagnosis"), Content("see what was ruled out, and what could not be assessed"), mark="1 ")
        )
        rows.append(Row(("do", "evidence"), Content("see what was read"), mark="2 "))
    rows.append(Row(("do", "write"), Content("tell more, or paste another output"), mark="· ", style="$quiet"))
    rows.append(Row(("says", "more"), Content("go on asking all the same"), mark="· ", style="$quiet"))
    return rows
