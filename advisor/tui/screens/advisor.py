"""The advisor: the conversation, and beside it what follows from it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from advisor.tui.bindings import bindings
from advisor.tui.screens.place import Place
from advisor.tui.typed import UNSEEN_SECONDS
from advisor.tui.widgets.card import AnswerCard
from advisor.tui.widgets.chat_input import ChatInput
from advisor.tui.widgets.differential_list import DifferentialList
from advisor.tui.widgets.known_list import KnownList
from advisor.tui.widgets.lines import Line
from advisor.tui.widgets.question_card import QuestionCard
from advisor.tui.widgets.rows import Rows
from advisor.tui.widgets.talk import Talk
from advisor.views.board import Board

if TYPE_CHECKING:
    from advisor.explanation.answer import Answer
    from advisor.tui.desk import Work
    from advisor.views.plots import Panel, Plots

_MOST_NAMES = 200
_WIDE = 150
"""From so many columns on a plot stands beside the answer."""
_REACTION_SECONDS = 0.2
"""Nobody begins an answer sooner after its question came up."""


class AdvisorPlace(Place):
    """The answer, pinned above the conversation; differential and known facts beside it, or after it where the screen is narrow."""

    NAME = "advisor"
    BINDINGS = bindings("advisor", first=True)
    DEFAULT_CSS = """
    AdvisorPlace #talk-side { width: 1fr; }
    AdvisorPlace #talk { height: 1fr; padding: 0 1 0 0; }
    AdvisorPlace #beside { width: 40%; max-width: 70; min-width: 38; border-left: solid $border-blurred; }
    AdvisorPlace #differential, AdvisorPlace #known { height: 1fr; border-top: solid $border-blurred; border-title-color: $quiet; }
    AdvisorPlace #differential:focus, AdvisorPlace #known:focus { border-top: solid $accent; border-title-color: $accent; }
    AdvisorPlace #decisive { height: auto; max-height: 50%; display: none; padding: 0 1; }
    AdvisorPlace.-wide #decisive.-drawn { display: block; }
    AdvisorPlace.-low.-pinned QuestionCard { max-height: 5; }
    AdvisorPlace.-low.-pinned ChatInput { max-height: 6; }
    AdvisorPlace.-narrow #beside { display: none; width: 100%; max-width: 100%; border-left: none; }
    AdvisorPlace.-narrow.-beside #beside { display: block; }
    AdvisorPlace.-narrow.-beside #talk-side { display: none; }
    """

    def body(self) -> ComposeResult:
        """Two columns."""
        with Horizontal():
            with Vertical(id="talk-side"):
                yield AnswerCard(id="card")
                yield Talk(id="talk")
                yield QuestionCard(id="question")
                yield ChatInput(id="input")
            with Vertical(id="beside"):
                yield Vertical(id="decisive")
                yield DifferentialList(id="differential")
                yield KnownList(id="known")

    def parts(self) -> Sequence[Widget]:
        """The box first."""
        return [self.query_one(f"#{name}") for name in ("input", "question", "card", "talk", "differential", "known")]

    def reachable(self, part: Widget) -> bool:
        """Also what is beside a narrow screen: it comes up when it is gone to."""
        return part.display if part.id in ("question", "card") else True

    def enter(self, part: Widget) -> None:
        """Put the focus on a part; on a narrow screen it comes up for it."""
        self.set_class(part.id in ("differential", "known"), "-beside")
        part.focus()

    async def show(self, board: Board | None) -> None:
        """Show how things stand."""
        app = self.advisor
        self.query_one(Talk).show(app.log_of_talk)
        self.query_one(QuestionCard).show(board)
        self.query_one(ChatInput).placeholder = _wanted(board)
        if board is not None:
            self.query_one(DifferentialList).show(board.differential, board.begun)
            self.query_one(KnownList).show(board.known, board.disagreements)
        await self._pin(board)

    async def _pin(self, board: Board | None) -> None:
        """Show the answer."""
        begun = board is not None and board.begun
        found, data = await self.advisor.desk.run(_answered) if begun else (None, {})
        card, question = self.query_one(AnswerCard), self.query_one(QuestionCard)
        card.scant = question.display and not question.brief
        card.show(found, data)
        self.set_class(card.concluded, "-pinned")
        self.refresh_bindings()
        self.query_one("#decisive").remove_class("-drawn")
        self._draw_where_wide()

    def on_resize(self, event: events.Resize) -> None:
        """There may be room for the plot now."""
        if not self.query_one("#decisive").has_class("-drawn"):
            self._draw_where_wide()

    def _draw_where_wide(self) -> None:
        """Draw the metric that the leading diagnosis rests on where there is room for it beside the answer."""
        found = self.query_one(AnswerCard).found
        if found is not None and found.cards and self.app.size.width >= _WIDE:
            self.beside(partial(self._draw, found.cards[0].item), "decisive")

    async def _draw(self, item: dict[str, Any]) -> None:
        decisive = await self.advisor.desk.run(lambda work: _decisive(work, item))
        if decisive is None:
            return
        from advisor.tui.widgets.plot import Plot
        from advisor.tui.widgets.plot_panels import first_of_interest
        from advisor.tui.window import Window

        plots, panel = decisive
        window = Window(plots.times, plots.interval_s or 1.0)
        window.cursor = first_of_interest(panel)
        place = self.query_one("#decisive")
        await place.remove_children()
        await place.mount(Plot(panel, window))
        place.add_class("-drawn")

    def action_go(self, place: str) -> None:
        """The key of this screen goes to the answer, which then takes what room there is, and back to the box."""
        card = self.query_one(AnswerCard)
        if place == self.NAME and card.display:
            self.enter(self.query_one(ChatInput) if card.has_focus else card)
        else:
            super().action_go(place)

    def also_shown(self) -> Mapping[str, str]:
        """The ways from the answer."""
        concluded = any(card.concluded for card in self.query(AnswerCard))
        return {"go.fix": "Fix", "go.diagnosis": "Why", "advisor.doubt": "Doubt"} if concluded else {}

    def action_doubt(self) -> None:
        """What else it could be, or the chain again."""
        if (card := self.query_one(AnswerCard)).concluded:
            card.turn()
        else:
            self.said(Content("nothing is concluded yet, so there is nothing to doubt"))

    def on_chat_input_sent(self, message: ChatInput.Sent) -> None:
        """Somebody wrote something."""
        app = self.advisor
        if app.busy:
            self.said(Content(f"still {app.busy}; what you wrote stays in the box"))
            return
        card = self.query_one(QuestionCard)
        begun, sent = message.begun - card.since, message.at - card.since
        if card.question is not None and begun < _REACTION_SECONDS and sent < UNSEEN_SECONDS:
            self.said(Content("a question has just come up, so nothing was sent: Enter sends what is in the box"))
            return
        self.query_one(ChatInput).accepted(message.text)
        if self._shown != app.revision:  # the step before has only just ended: the number is meant for what it led to
            card.show(app.board)
        if not card.digit(message.text.strip()):
            app.hear(message.text)

    def on_chat_input_scrolled(self, message: ChatInput.Scrolled) -> None:
        """Show more of what was said, while somebody writes on."""
        talk = self.query_one(Talk)
        talk.scroll_relative(y=message.by * max(talk.size.height - 1, 1), animate=False, immediate=True)

    def on_key(self, event: events.Key) -> None:
        """The number of an answer chooses it."""
        box, card = self.query_one(ChatInput), self.query_one(QuestionCard)
        late = self.focused is box  # the box keeps its own keys: this one was on its way when the box got the focus
        if late and event.key in self.advisor.keys_of("input.send"):
            event.stop()
            box.action_send()
        elif event.character is None or not event.is_printable:
            return
        elif late:
            event.stop()
            box.insert(event.character)
        elif event.character.isdecimal() and card.brief and card.has_digit(event.character):
            event.stop()
            self.enter(card)  # nobody means an answer that is out of sight
        elif event.character.isdecimal() and card.press_digit(event.character):
            event.stop()
            if card.question is not None and card.question.several:
                self.enter(card)

    def writes_to(self) -> Widget | None:
        """The box."""
        return next(iter(self.query(ChatInput)), None)

    def answers_to(self, character: str) -> bool:
        """The number of an answer, or of what can be done when nothing is asked."""
        return character.isdecimal() and self.query_one(QuestionCard).has_digit(character)

    @property
    def asked_since(self) -> float:
        """When the present question came up, by the clock of the keys."""
        return self.query_one(QuestionCard).since

    def take_draft(self) -> Widget | None:
        """Write what was typed on another screen into the box."""
        box = next(iter(self.query(ChatInput)), None)
        typed = self.advisor.typed
        if box is not None and typed.draft:
            apart = " " if box.text and not box.text[-1].isspace() and not typed.continues else ""
            box.move_cursor(box.document.end)
            box.insert(apart + typed.draft)
            typed.draft, typed.continues = "", True
            self.enter(box)
            self.set_focus(box)  # at once: the next key may be here already
            self.call_after_refresh(self.said, Content("what you typed is in the box and not sent: Enter sends it"))
        return box

    def unsent(self) -> bool:
        """Whether something stands in the box."""
        return any(box.text.strip() or box.held for box in self.query(ChatInput))

    def on_mount(self) -> None:
        """Something may have been typed already."""
        self.take_draft()

    def on_screen_resume(self) -> None:
        """Likewise."""
        super().on_screen_resume()
        self.take_draft()

    def action_next_part(self, by: int) -> None:
        """In the box, complete a path first."""
        box = self.query_one(ChatInput)
        if by > 0 and box.has_focus and (line := box.before_cursor).strip():
            self.beside(partial(self._complete, line), "complete")
        else:
            super().action_next_part(by)

    async def _complete(self, line: str) -> None:
        from advisor.conversation.completion import complete

        found = await asyncio.to_thread(complete, line)  # a folder may be on a disk that is in trouble
        box = self.query_one(ChatInput)
        if not box.has_focus or box.before_cursor != line:
            return
        if found is None:
            super().action_next_part(1)
        elif not found.names:
            self.said(Content("no path begins so; Esc leaves the box"))
        else:
            box.insert(found.added)
            several = f"{len(found.names)} paths begin so: {'  '.join(found.names[:_MOST_NAMES])}"
            self.said(Content(several if len(found.names) > 1 else "Enter opens it"))

    async def arrive(self, target: object) -> None:
        """Say what is wanted where captures are to be opened."""
        if target == "open":
            self.query_one(ChatInput).advise("a file, folder or archive; Tab completes")

    def on_chat_input_left(self) -> None:
        """Up from the empty box: to the question, or to what was said."""
        card = self.query_one(QuestionCard)
        self.enter(card if card.display else self.query_one(Talk))

    def on_question_card_answered(self, message: QuestionCard.Answered) -> None:
        """An answer was chosen."""
        self.advisor.say(message.says, then=f"answered; {self.advisor.key_words('session.undo')} takes it back")
        self.query_one(ChatInput).focus()

    def on_question_card_wanted(self, message: QuestionCard.Wanted) -> None:
        """Something else about the question."""
        if message.what == "copy":
            self.action_copy()
        elif message.what == "write":
            self.action_write()
        else:
            self.advisor.go(message.what)

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Go where the chosen line leads."""
        key = message.row.key
        if isinstance(message.rows, DifferentialList) and isinstance(key, tuple):
            aside = len(key) == 3 and isinstance(key[1], int)
            self.advisor.go("diagnosis", str(key[2]) if aside else key)
        elif isinstance(message.rows, AnswerCard):
            self._follow(message.rows.line)
        elif isinstance(message.rows, KnownList) and (fact := message.rows.fact) is not None:
            if fact.path:
                self.advisor.go("evidence", (fact.path, fact.line))
            else:
                self.action_change()

    def _follow(self, line: Line | None) -> None:
        """Go where a line of the answer leads."""
        if line is not None and line.lead is not None:
            if line.lead.to == "copy":
                self.advisor.copy(str(line.lead.target))
            else:
                self.advisor.go(line.lead.to, line.lead.target)

    def action_back(self) -> None:
        """Leave the box first, so that letters are commands; then go back."""
        box = self.query_one(ChatInput)
        if self.has_class("-beside"):
            self.enter(box)
        elif box.drop_held():
            again = self.advisor.key_words("input.undo-typing")
            self.said(Content(f"the pasted lines were dropped; {again} in the box brings them back"))
        elif box.has_focus and self.advisor.log_of_talk and not self.advisor.desk.loading:
            self.query_one(Talk).focus()
        else:
            super().action_back()

    def action_write(self) -> None:
        """Go to the box."""
        self.enter(self.query_one(ChatInput))

    def action_ask_why(self) -> None:
        """Why the question is asked."""
        self.advisor.say("why")

    def action_skip(self) -> None:
        """Don't know."""
        if self.query_one(QuestionCard).question is not None:
            self.advisor.say("don't know")

    def action_strike(self) -> None:
        """Strike the marked fact."""
        fact = self.query_one(KnownList).fact
        if fact is None or not self.query_one(KnownList).has_focus:
            self.said(Content("mark a fact first: Tab goes to the known facts"))
        else:
            self.advisor.strike(fact)

    def action_change(self) -> None:
        """Ask the question of the marked fact again, or begin a sentence that tells it otherwise."""
        fact = self.query_one(KnownList).fact
        if fact is None or not self.query_one(KnownList).has_focus:
            self.said(Content("mark a fact first: Tab goes to the known facts"))
        elif fact.question:
            self.advisor.ask_again(fact.question)
            self.action_write()
        elif (box := self.query_one(ChatInput)).text.strip():
            self.said(Content("send or delete what is in the box first"))
        else:
            box.text = fact.sentence
            self.action_write()
            box.move_cursor(box.document.end)
            self.said(Content("say how it is instead; the later sentence counts, and x strikes the fact"))

    def to_copy(self) -> str:
        """The marked message, or the command of the question."""
        talk = self.query_one(Talk)
        if talk.has_focus and talk.row is not None:
            return talk.row.text.plain
        card = self.query_one(AnswerCard)
        if card.has_focus:
            return card.to_copy()
        return self.query_one(QuestionCard).command


def _wanted(board: Board | None) -> str:
    """What the box is for at the moment."""
    question = board.question if board is not None else None
    if question is None:
        return "Describe the trouble, paste an output, or name a file"
    if question.kind == "output":
        return "Paste the output, drop a file, or name it"
    return "Write your answer, or press Up to choose one" if question.choices else "Write your answer"


def _answered(work: Work) -> tuple[Answer | None, dict[str, Any]]:
    """The answer, and the report that it is made from."""
    from advisor.explanation.answer import answer
    from advisor.explanation.report import report

    def make() -> tuple[Answer, dict[str, Any]]:
        data = report(work.session.consultation, work.session.bundle, [])
        return answer(data), data

    return work.cached("answer", make)


def _decisive(work: Work, item: dict[str, Any]) -> tuple[Plots, Panel] | None:
    from advisor.incident.figures import decisive

    return work.cached("decisive", lambda: decisive(item, work.session))
