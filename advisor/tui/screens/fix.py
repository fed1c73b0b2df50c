"""The fix: what to do about a conclusion, step by step, ticked off with what was seen. Nothing is ever run from here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from advisor.tui import signs
from advisor.tui.bindings import bindings
from advisor.tui.screens.place import Place
from advisor.tui.widgets.chat_input import ChatInput
from advisor.tui.widgets.result_box import ResultBox
from advisor.tui.widgets.rows import Rows
from advisor.tui.widgets.step_list import Result, StepList
from advisor.views.keys import renamed
from facts.text import clean

if TYPE_CHECKING:
    from textual.worker import Worker

    from advisor.conversation.conversation import Message
    from advisor.tui.desk import Turn, Work
    from advisor.views.board import Board
    from advisor.views.differential import Row as Conclusion
    from advisor.views.keys import Key
    from advisor.views.outcome import Outcome
    from advisor.views.remedy import Remedy, StepView

_RUNS_NOTHING = "advisor never runs anything: copy a command, run it, then tick the step."
_NOTHING_YET = f"""\
Nothing is concluded yet, so there is nothing to mend.
Describe the trouble or paste outputs on the Advisor screen. Once something is concluded, its fix stands here step by \
step: what it risks, the exact command, how to check it and how to undo it.
{_RUNS_NOTHING}"""


_ROLES = {
    "root-cause": "the cause", "consequence": "follows from it", "contributing": "contributes",
    "alternative": "may be the cause instead",
}  # fmt: skip
_MOST_NAMED = 4
_NOT_CONCLUDED = ("ruled-out", "not-assessed", "")
_RESOLVED = "✓ Resolved: it stood earlier and stands no more."
_GONE = "✓ It stands no more: what is known now speaks against it, or no longer for it."
_FOR_THE_RECORD = " The steps are for the record; say below them what came of it."


class Found(NamedTuple):
    """What the screen shows of a conclusion."""

    remedy: Remedy
    certainty: float
    about: str
    outcome: Outcome | None


class FixPlace(Place):
    """The steps of one conclusion's fix, with a box that comes up to ask what was seen."""

    NAME = "fix"
    BINDINGS = bindings("fix", first=True)
    DEFAULT_CSS = """
    FixPlace #head { height: auto; max-height: 40%; padding: 0 1; background: $background; color: $foreground; }
    FixPlace #steps { height: 1fr; max-width: 140; border-top: solid $border-blurred; border-title-color: $quiet; }
    FixPlace #steps:focus { border-top: solid $accent; border-title-color: $accent; }
    FixPlace ResultBox { max-height: 40%; }
    """

    def __init__(self) -> None:
        """No conclusion is chosen."""
        super().__init__()
        self._key: Key | None = None
        self._shown_key: Key | None = None
        self._asked: StepView | Result | None = None
        self._ticked = ""
        self._board: Board | None = None

    def also_shown(self) -> Mapping[str, str]:
        """A step is copied."""
        return {"session.copy.letter": "Copy"}

    def body(self) -> ComposeResult:
        """The head above the steps above the box."""
        with Vertical():
            yield Static(id="head", markup=False)
            steps = StepList(id="steps")
            steps.border_title = "Steps"
            yield steps
            yield ResultBox(id="result")

    def parts(self) -> Sequence[Widget]:
        """The steps first."""
        return [self._steps, self._box]

    @property
    def _steps(self) -> StepList:
        return self.query_one(StepList)

    @property
    def _box(self) -> ResultBox:
        return self.query_one(ResultBox)

    async def show(self, board: Board | None) -> None:
        """Show the fix of the chosen conclusion, or of the first one."""
        self._board = board
        keys = [row.key for row in self._conclusions()]
        if self._key is None:
            self._key = keys[0] if keys else None
        elif self._key not in keys:
            self._key = renamed(self._key, keys) or self._key
        await self._show_key()

    def _conclusions(self) -> tuple[Conclusion, ...]:
        differential = self._board.differential if self._board is not None else None
        return (*differential.diagnoses, *differential.risks) if differential is not None else ()

    async def _show_key(self) -> None:
        key = self._key
        found = await self.advisor.desk.run(lambda work: _found(work, key)) if key is not None else None
        if found is None:
            self._show_none(key)
            return
        remedy = found.remedy
        self.query_one("#head", Static).update(self._head(found))
        self._steps.border_title = _progress(remedy.steps)
        self._steps.show(remedy.steps, found.outcome, remedy.status == "resolved", self._shown_key != key, self._ticked)
        self._ticked = ""
        if self._shown_key != key:
            self._close_box()
        self._shown_key = key

    def _show_none(self, key: Key | None) -> None:
        self._shown_key = None
        self._steps.border_title = "Steps"
        self.query_one("#head", Static).update(Content(""))
        self._close_box()
        if key is None:
            self._steps.tell(_NOTHING_YET.splitlines())
        else:
            more = "> shows the fix of what is concluded now." if self._conclusions() else "Nothing is concluded now."
            self._steps.tell([f"{clean(key[0])} stands no more: nothing speaks for it now.", more])

    def _head(self, found: Found) -> Content:
        """Which conclusion, how it stands, and what comes first."""
        remedy = found.remedy
        differential = self._board.differential if self._board is not None else None
        risks = frozenset(row.key for row in differential.risks) if differential is not None else frozenset()
        at = _among(remedy.key, self._conclusions(), risks)
        resolved, gone = remedy.status == "resolved", remedy.standing in _NOT_CONCLUDED
        standing = "resolved" if resolved else remedy.standing
        text = Content.assemble(
            (remedy.title, "bold $strong"), (at, "$quiet"), "\n", signs.standing(standing),
            "" if resolved or gone else f" {signs.certainty(found.certainty)}", (f"  {clean(found.about)}", "$quiet"),
        )  # fmt: skip
        if resolved or gone:
            text += Content.assemble("\n", (_RESOLVED if resolved else _GONE, "$good bold"), _FOR_THE_RECORD)
        if remedy.first:
            text += Content.assemble("\n", ("▲ ", "$bad bold"), (remedy.first, "$bad bold"))
        return text + Content.assemble("\n", (_RUNS_NOTHING, "$quiet"))

    async def arrive(self, target: object) -> None:
        """Show the fix of a conclusion."""
        if isinstance(target, tuple) and len(target) == 3:
            self._key = (str(target[0]), str(target[1]), str(target[2]))
            await self._show_key()
            self._steps.focus()

    def writes_to(self) -> Widget | None:
        """The box, while it asks something."""
        return self._box if self._box.asking else None

    def unsent(self) -> bool:
        """Whether something stands in the box."""
        return any(box.asking and (box.text.strip() or box.held) for box in self.query(ResultBox))

    # Ticking

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Ask what was seen, or what it was."""
        step, key = self._steps.step, message.row.key
        if step is not None:
            self._asked = step
            title = f"Step {step.label}: what was seen? Enter alone: done, nothing noted. Esc leaves it open."
            if step.state == "done":
                title = f"Step {step.label} is done already: what was seen? Esc leaves it."
            self._box.ask(title, "Say it in a few words, or paste the output: outputs are read")
        elif isinstance(key, Result) and key.result == "worked":
            self._keep_outcome(key.result, "")
        elif isinstance(key, Result):
            self._asked = key
            asked = "What was it?" if key.result == "something else" else "What is it like now?"
            self._box.ask(f"{asked} Enter alone keeps only the outcome. Esc keeps nothing.", "A few words")

    def on_step_list_skipped(self, message: StepList.Skipped) -> None:
        """Leave a step out, or take that back; the mark stays, so that a second press is for the same step."""
        step, key = self._steps.step, self._shown_key
        if step is None or key is None:
            return
        self._close_box()

        def act(work: Work) -> Turn:
            from advisor.conversation.fixing import leave_out

            return work.step(lambda: list(leave_out(work.conversation, key, step)))

        self.advisor.do("keeping the step", act)

    def on_chat_input_sent(self, message: ChatInput.Sent) -> None:
        """Keep what was written."""
        if self.advisor.busy:
            self.said(Content(f"still {self.advisor.busy}; what you wrote stays in the box"))
            return
        asked = self._asked
        self._close_box()
        self._steps.focus()
        if isinstance(asked, Result):
            self._keep_outcome(asked.result, " ".join(message.text.split()))
        elif asked is not None:
            self._tick(asked, message.text)

    def _tick(self, step: StepView, seen: str) -> None:
        key = self._shown_key
        if key is None:
            return
        self._ticked = step.label

        def messages(work: Work) -> list[Message]:
            from advisor.conversation.fixing import tick

            return list(tick(work.conversation, key, step, seen))

        self.advisor.do("keeping the step", lambda work: work.step(lambda: messages(work)))

    def _keep_outcome(self, result: str, note: str) -> None:
        key = self._shown_key
        if key is None:
            return

        def act(work: Work) -> Turn:
            from advisor.conversation.fixing import came_out

            return work.step(lambda: list(came_out(work.conversation, key, result, note)))

        undo = self.advisor.key_words("session.undo")
        self.advisor.do("keeping the outcome", act, then=f"kept: {result}; {undo} takes it back")

    def _close_box(self) -> None:
        self._asked = None
        if self._box.asking:
            self._box.close()

    def action_back(self) -> None:
        """Close the box first."""
        if self._box.asking and not self.advisor.desk.loading:
            self._asked = None
            more = "; what you typed is there again when it is asked again" if self._box.leave() else ""
            self._steps.focus()
            self.said(Content(f"nothing was kept{more}"))
        else:
            super().action_back()

    # Other keys

    def action_other(self, by: int) -> None:
        """The fix of another conclusion."""
        keys = [row.key for row in self._conclusions()]
        if not keys:
            self.said(Content("nothing is concluded yet"))
            return
        at = keys.index(self._key) if self._key in keys else (-1 if by > 0 else 0)
        self._key = keys[(at + by) % len(keys)]
        if len(keys) == 1:
            self.said(Content("this is the only conclusion"))
        self._changing: Worker[None] = self.run_worker(self._show_key, group="fix", exclusive=True)

    def action_diagnosis(self) -> None:
        """The proof of it."""
        self.advisor.go("diagnosis", self._shown_key)

    def action_copy_verify(self) -> None:
        """Copy the command that checks the marked step."""
        step = self._steps.step
        if step is None or not step.verify_command:
            self.said(Content("this step has no command to check it" if step is not None else "mark a step first"))
        else:
            self.advisor.copy(step.verify_command.rstrip())

    def action_copy_undo(self) -> None:
        """Copy the command that undoes the marked step."""
        step = self._steps.step
        undo = (step.note or step.undo).rstrip() if step is not None else ""
        if not undo:
            self.said(Content("this step has nothing to undo it" if step is not None else "mark a step first"))
        else:
            self.advisor.copy(undo)

    def to_copy(self) -> str:
        """The command of the marked step, or what to do where it has none; without a line end, which would run it when pasted."""
        step = self._steps.step
        return (step.command.rstrip() or step.do) if step is not None else ""


def _stands_as(row: Conclusion, risk: bool) -> str:
    if row.status != "current":
        return "resolved"
    return "a risk" if risk else _ROLES.get(row.role, row.role)


def _among(key: Key, conclusions: Sequence[Conclusion], risks: frozenset[Key]) -> str:
    """Which of the fixes this is, and how the others stand to it, so that it is seen which comes first."""
    at = next((n for n, row in enumerate(conclusions, 1) if row.key == key), 0)
    if not at or len(conclusions) < 2:
        return ""
    words = [_stands_as(row, row.key in risks) for row in conclusions]
    others = [f"{n} {word}" for n, word in enumerate(words, 1) if n != at][:_MOST_NAMED]
    return f"  {at} of {len(words)}: {'; '.join([words[at - 1], *others])}; < > for the others"


def _progress(steps: Sequence[StepView]) -> str:
    done = sum(step.state == "done" for step in steps)
    skipped = sum(step.state == "skipped" for step in steps)
    return f"Steps: {done} of {len(steps)} done{f', {skipped} left out' if skipped else ''}"


def _found(work: Work, key: Key) -> Found | None:
    from advisor.views.differential import about
    from advisor.views.keys import conclusion
    from advisor.views.outcome import outcome
    from advisor.views.remedy import remedy

    hypothesis = conclusion(work.session.consultation, key)
    if hypothesis is None:
        return None
    return Found(remedy(work.session, hypothesis), hypothesis.certainty, about(hypothesis), outcome(work.session, key))
