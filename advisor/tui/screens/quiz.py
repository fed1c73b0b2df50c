"""Short exercises: an output or a proposed fix, and below it what could be said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from advisor.tui.bindings import bindings
from advisor.tui.plain import plain
from advisor.tui.screens.place import Place
from advisor.tui.widgets.host_text import Entry, HostText
from advisor.tui.widgets.rows import Row, Rows
from advisor.tui.widgets.standing_line import StandingLine
from advisor.views.board import Board
from advisor.views.quizzes import KINDS, Answered, Asked, Questions

if TYPE_CHECKING:
    from advisor.tui.desk import Work


class QuizPlace(Place):
    """One question after the other. It lies above the list of exercises and stays there until it is over."""

    NAME = "training"
    ALSO_DOES = ("quiz",)
    BINDINGS = bindings("quiz", first=True)
    DEFAULT_CSS = """
    QuizPlace #shown { height: 1fr; }
    QuizPlace #choices { height: auto; max-height: 60%; border-top: solid $accent; }
    """

    def __init__(self, kind: str, seed: int, ended: Callable[[Questions], None], names: Sequence[str] = ()) -> None:
        """Questions that are made when the screen comes up.

        Args:
            kind: ``drill`` or ``flaw``.
            seed: the same gives the same questions.
            ended: told once it is over, unless nothing was answered.
            names: the scenarios that they are about; all where it is empty.
        """
        super().__init__(id="place-quiz")
        self.run_of, self.names = (kind, seed), names
        self.questions: Questions | None = None
        self._ended = ended
        self._asked: Asked | None = None
        self._answered: Answered | None = None
        self._moved = False
        self.asked_since = float("-inf")

    def body(self) -> ComposeResult:
        """What is asked about, then the choices."""
        shown = HostText(id="shown", further="Page Down shows them")
        shown.can_focus = False  # it is moved from the choices: nothing else is done in it
        yield shown
        yield Rows(empty="making the questions ...", id="choices")

    def parts(self) -> Sequence[Widget]:
        """The choices."""
        return [self._choices]

    @property
    def _choices(self) -> Rows:
        return self.query_one("#choices", Rows)

    @property
    def _exhibit(self) -> HostText:
        return self.query_one(HostText)

    async def show(self, board: Board | None) -> None:
        """Begin, when the screen comes up first."""
        title, _ = KINDS[self.run_of[0]]
        self.query_one(StandingLine).instead = f"{title} · run {self.run_of[1]}"
        if self.questions is None:
            self.questions = await self.advisor.desk.run(self._made)
            self._next()

    def _made(self, work: Work) -> Questions:
        return Questions(work.knowledge, *self.run_of, self.names)

    # One question

    def _next(self) -> None:
        assert self.questions is not None
        self._answered, self._moved = None, False
        self.asked_since = self.advisor.typed.now()
        self._asked = self.questions.ask()
        if self._asked is None:
            self._sum_up()
            return
        asked, (title, _) = self._asked, KINDS[self.run_of[0]]
        self.query_one(StandingLine).instead = f"{title} · question {asked.number} of {asked.of} · run {self.run_of[1]}"
        self._exhibit.clear()
        self._exhibit.add([Entry("output" if asked.exact else "info", asked.text)])
        self._exhibit.show_from(0)
        choices = [Row(("choice", n), Content(plain(c)), mark=f"{n} ") for n, c in enumerate(asked.choices, 1)]
        asks = Row("asks", Content.assemble((asked.asks, "$accent bold")), still=True)
        self._choices.fill([asks, *choices], mark=choices[0].key)
        self._choices.scroll_home(animate=False)
        self.said(Content(f"1 to {len(choices)} answers; Esc ends, and what was answered counts"))

    def _answer(self, choice: int) -> None:
        if self.questions is None or self._asked is None or self._answered is not None:
            return
        self._answered = answered = self.questions.answer(choice)
        self.advisor.unkept = "" if answered.last else "the exercise"
        self._choices.fill(self._judged(self._asked, answered, choice), mark="verdict")
        self._choices.scroll_home(animate=False)
        self.said(Content(f"Enter: {'the result' if answered.last else 'the next question'}"))

    def _judged(self, asked: Asked, answered: Answered, choice: int) -> Iterator[Row]:
        took = f" after {answered.took}" if answered.took else ""
        text = f"✓ Right{took}" if answered.right else f"✗ No{took}: {answered.answer + 1} is right"
        yield Row("verdict", Content.assemble((text, "$good bold" if answered.right else "$bad bold")))
        for at, title in enumerate(asked.choices):
            sign = "✓" if at == answered.answer else "✗" if at == choice else " "
            style = "$strong bold" if at == answered.answer else "" if at == choice else "$quiet"
            yield Row(("choice", at + 1), Content(plain(title)), mark=f"{sign} {at + 1} ", style=style)
        for number, text in enumerate(answered.told):
            yield Row(("told", number), Content(plain(text)), mark="- ")

    def _sum_up(self) -> None:
        assert self.questions is not None
        shares = self.questions.shares
        self._exhibit.clear()
        self.query_one(StandingLine).instead = f"{KINDS[self.run_of[0]][0]} · over"
        words = {1.0: "✓ right", 0.5: "✓ right, but late", 0.0: "✗ not right"}
        rows = [Row(("question", n), Content(f"Question {n}: {words[share]}")) for n, share in enumerate(shares, 1)]
        head = Row("points", Content.assemble((f"{self.questions.points} of 100 points", "$strong bold")))
        self._choices.fill([head, *rows], mark="points")
        self.said(Content("Enter or Esc: back to the list"))

    # What is done by a key

    def answers_to(self, character: str) -> bool:
        """The number of a choice."""
        asked = self._asked if self._answered is None else None
        return asked is not None and character in "123456789"[: len(asked.choices)]

    def on_key(self, event: events.Key) -> None:
        """A digit answers."""
        if event.character is not None and self._asked is not None and self._answered is None:
            choices = "123456789"[: len(self._asked.choices)]
            if event.character in choices:
                event.stop()
                self._answer(choices.index(event.character))

    def on_rows_marked(self, message: Rows.Marked) -> None:
        """Somebody looks at the choices."""
        self._moved = True

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Go on, or answer with the marked choice, unless nobody has chosen it yet: Enter may be there from the question before."""
        key = message.row.key
        if self.questions is None:
            return
        if self._asked is None:
            self._leave()
        elif self._answered is not None:
            self._next()
        elif self._moved and isinstance(key, tuple):
            self._answer(int(key[1]) - 1)
        else:
            self.said(Content(f"press 1 to {len(self._asked.choices)}, or choose with Up and Down first"))

    def action_scroll_shown(self, by: int) -> None:
        """A screenful of what is asked about."""
        self._exhibit.action_page(by)

    def action_sideways(self, by: int) -> None:
        """What is further right or left in it."""
        self._exhibit.action_sideways(by)

    def action_back(self) -> None:
        """End it; what was answered counts."""
        self._leave()

    def _leave(self) -> None:
        questions = self.questions
        self.dismiss()
        if questions is not None and questions.shares:
            questions.leave()
            self._ended(questions)

    def action_undo(self) -> None:
        """An answer is an answer."""
        self.said(Content("an answer cannot be taken back"))

    action_redo = action_undo

    def on_unmount(self) -> None:
        """Nothing is lost any more."""
        self.advisor.unkept = ""

    def to_copy(self) -> str:
        """What is asked about."""
        return self._asked.text if self._asked is not None else ""
