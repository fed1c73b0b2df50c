"""An exercise on a simulated host: its terminal, and beside it the tutor's words and the notebook."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from advisor.training.exercise import Said
from advisor.tui.bindings import bindings
from advisor.tui.key_words import readable
from advisor.tui.screens.place import Place
from advisor.tui.widgets.host_text import Entry, HostText
from advisor.tui.widgets.notebook_list import NotebookList
from advisor.tui.widgets.prompt_line import PromptInput, PromptLine
from advisor.tui.widgets.rows import Rows
from advisor.tui.widgets.standing_line import StandingLine
from advisor.tui.widgets.tutor_list import TutorList
from advisor.views.board import Board
from advisor.views.simulated import Abandoned, Answer, Practice, Resumed, Sight

if TYPE_CHECKING:
    from advisor.training.progress import Unfinished
    from advisor.tui.desk import Work

Result = TypeVar("Result")
_LONG_SECONDS = 0.4
_LONG_REPEAT_SECONDS = 1.0
"""A command that takes longer is named below the prompt."""
_SECOND_PRESS_SECONDS = 5.0
_HINTS = {1: "a question back", 2: "what to look at", 3: "the command to type"}
_MODES = {"guided": "guided", "exam": "exam", "interview": "interview"}


class ExercisePlace(Place):
    """The exercise. It lies above the list of exercises and stays there until it is over."""

    NAME = "training"
    ALSO_DOES = ("exercise",)
    BINDINGS = bindings("exercise", first=True)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-middle"), (150, "-wide")]
    DEFAULT_CSS = """
    ExercisePlace #host-side { width: 1fr; }
    ExercisePlace.-middle #host-side { width: 81; }
    ExercisePlace #host { height: 1fr; }
    ExercisePlace #beside { width: 1fr; border-left: solid $border-blurred; }
    ExercisePlace.-wide #beside { width: 40%; max-width: 80; }
    ExercisePlace #tutor { height: 1fr; }
    ExercisePlace #notebook { height: 2fr; }
    ExercisePlace #tutor, ExercisePlace #notebook { border-top: solid $border-blurred; border-title-color: $quiet; }
    ExercisePlace #tutor:focus, ExercisePlace #notebook:focus { border-top: solid $accent; border-title-color: $accent; }
    ExercisePlace.-no-tutor #tutor { display: none; }
    ExercisePlace.-narrow #beside { display: none; width: 100%; border-left: none; }
    ExercisePlace.-narrow.-beside #beside { display: block; }
    ExercisePlace.-narrow.-beside #host-side { display: none; }
    """

    def __init__(
        self, name: str, seed: int, mode: str, ended: Callable[[Sight], None], kept: Unfinished | None = None
    ) -> None:
        """An exercise that begins when the screen comes up.

        Args:
            name: of the scenario.
            seed: of the run.
            mode: ``guided``, ``exam`` or ``interview``.
            ended: told once it is over.
            kept: what was typed of it before the program ended; None for a new one.
        """
        super().__init__(id="place-exercise")
        self.run_of = (name, seed, mode)
        self.sight: Sight | None = None
        self._ended, self._kept_lines = ended, kept
        self._stop = threading.Event()
        self._repeated = 0
        self._practice: Practice | None = None
        self._typed: deque[str] = deque()
        self._number = 0
        self._doing = ""
        self._leaves = False

    def body(self) -> ComposeResult:
        """Two columns."""
        with Horizontal():
            with Vertical(id="host-side"):
                yield HostText(id="host")
                yield PromptLine(id="line")
            with Vertical(id="beside"):
                tutor = TutorList(empty="What the tutor says stands here, too.", id="tutor")
                tutor.border_title = "Tutor"
                yield tutor
                notebook = NotebookList(id="notebook")
                notebook.border_title = "Notebook"
                yield notebook

    def parts(self) -> Sequence[Widget]:
        """The prompt first."""
        return [self._prompt, self._host, self.query_one("#tutor"), self.query_one("#notebook")]

    @property
    def _prompt(self) -> PromptInput:
        return self.query_one(PromptInput)

    @property
    def _host(self) -> HostText:
        return self.query_one(HostText)

    def reachable(self, part: Widget) -> bool:
        """Also what is beside a narrow screen: it comes up when it is gone to."""
        over = self.sight is not None and self.sight.over
        return part.display and not (part is self._prompt and over)

    def enter(self, part: Widget) -> None:
        """Put the focus on a part; on a narrow screen it comes up for it."""
        self.set_class(part.id in ("tutor", "notebook"), "-beside")
        part.focus()

    # What is done by the desk's thread

    async def show(self, board: Board | None) -> None:
        """Begin, when the screen comes up first."""
        if self._practice is not None or self.sight is not None:
            return
        self.query_one(StandingLine).instead = "starting the simulated hosts ..."
        if self._kept_lines is None:
            self._took(await self._ask(lambda practice: practice.begin()))
        else:
            await self._go_on(self._kept_lines)
        self._run_typed()

    async def _go_on(self, kept: Unfinished) -> None:
        """Repeat what was typed; it can be left meanwhile."""
        began = time.monotonic()

        def tell() -> None:
            if time.monotonic() - began > _LONG_REPEAT_SECONDS:
                key = readable(self.advisor.keys_of("go.back")[0])
                self.said(Content(f"going on: line {self._repeated} of {len(kept.lines)}; {key} leaves it for later"))

        def watch(done: int) -> bool:
            self._repeated = done
            return not self._stop.is_set()

        timer = self.set_interval(_LONG_SECONDS, tell)
        try:
            resumed = await self._ask(lambda practice: practice.go_on(kept, watch))
        except Abandoned:
            return
        finally:
            timer.stop()
        self.said(Content(""))
        self._took_up(resumed)

    def _took_up(self, resumed: Resumed) -> None:
        """Show everything as it was, and give back the line that was not run."""
        for number, turn in enumerate(resumed.turns):
            if number:
                self._host.append([Entry("typed", turn.line, number, turn.prompt)])
            self._host.append(Entry(one.kind, one.text, number) for one in turn.said)
            self.query_one(TutorList).say((number, one.text) for one in turn.said if one.kind == "tutor")
        self._number = len(resumed.turns) - 1
        self._prompt.remember(turn.line for turn in resumed.turns[1:])
        self._took(Answer("", tuple(Said("info", text) for text in resumed.notes), resumed.sight))
        if resumed.pending and not self._prompt.value:
            self._prompt.write(resumed.pending)

    async def _ask(self, question: Callable[[Practice], Result]) -> Result:
        return await self.advisor.desk.run(lambda work: question(self._open(work)))

    def _open(self, work: Work) -> Practice:
        """The exercise; only the desk's thread comes here."""
        if self._practice is None:
            self._practice = Practice(work.knowledge, *self.run_of, work.progress)
        return self._practice

    def say(self, line: str) -> None:
        """Type a line; it is run when those before it are done."""
        if (self.sight is not None and self.sight.over) or not line.strip():
            return
        self._typed.append(line)
        self._run_typed()

    def _run_typed(self) -> None:
        """Run what was typed, unless the exercise has not begun yet: then it waits for that."""
        if self._typed and self.sight is not None and not self._doing:
            self._doing = self._typed[0]
            self.beside(self._run, "exercise", instead=False)

    async def _run(self) -> None:
        try:
            while self._typed and self.sight is not None and not self.sight.over:
                await self._one(self._typed.popleft())
        finally:
            self._doing = ""
            self.query_one(PromptLine).remove_class("-running")
        if self._typed:
            self.said(Content(f"the exercise is over; not run any more: {'; '.join(self._typed)}"))
            self._typed.clear()

    async def _one(self, line: str) -> None:
        assert self.sight is not None
        self._doing = line
        self._number += 1
        self.query_one(PromptLine).add_class("-running")
        self._host.add([Entry("typed", line, self._number, self.sight.prompt)])
        if self._practice is not None:
            self._practice.ready()
        timer = self.set_timer(_LONG_SECONDS, partial(self._tell_running, line))
        answer = await self._ask(lambda practice: practice.say(line))
        told = await self.advisor.desk.run(self._kept) if answer.sight.over else ()
        timer.stop()
        self._tell_waiting()
        self._took(answer)
        self._host.append(Entry("info", text, self._number) for text in told)
        if told:
            self.said(Content("; ".join(told)))

    def _kept(self, work: Work) -> tuple[str, ...]:
        """Keep what was ended; what is to be said of that."""
        from advisor.views.learner import keep

        practice = self._open(work)
        return keep(work.knowledge, work.progress, practice.exercise, practice.keeper.holder)

    def _tell_running(self, line: str) -> None:
        key = readable(self.advisor.keys_of("prompt.interrupt")[0])
        self.said(Content.assemble((f"still running; {key} interrupts: ", "$quiet"), line))

    def _took(self, answer: Answer) -> None:
        """Show what came of a line."""
        sight, was_over = answer.sight, self.sight is not None and self.sight.over
        self.sight = sight
        self.advisor.unkept = "the exercise" if sight.unkept and not sight.over else ""
        self.advisor.simulating = not sight.over
        first = len(self._host.entries)
        self._host.add(Entry(one.kind, one.text, self._number) for one in answer.said)
        self.query_one(TutorList).say((self._number, one.text) for one in answer.said if one.kind == "tutor")
        self.query_one(NotebookList).show(sight)
        self.set_class(not sight.hints and not self.query_one(TutorList).rows, "-no-tutor")
        self.query_one(StandingLine).instead = _standing(sight)
        self.query_one(PromptLine).show(
            "The exercise is over. Esc goes back to the list." if sight.over else sight.prompt, sight.over
        )
        self.refresh_bindings()
        if sight.over and not was_over:
            self._over(sight, first)

    def _over(self, sight: Sight, first: int) -> None:
        """Show the debriefing from its beginning."""
        self._ended(sight)
        self.enter(self._host)
        if sight.points is not None:
            self._host.show_from(first)

    # What is typed

    def on_prompt_input_sent(self, message: PromptInput.Sent) -> None:
        """A line was typed."""
        self._host.follow()
        self.say(message.text)

    def on_prompt_input_waiting(self) -> None:
        """Several lines were pasted."""
        self._tell_waiting()

    def _tell_waiting(self) -> None:
        count = len(self._prompt.waiting)
        more = f"{count} more pasted line{'s' * (count != 1)} wait{'s' * (count == 1)}"
        self.said(Content(f"{more}: Enter runs one after the other, Esc drops them" if count else ""))

    def on_prompt_input_interrupted(self) -> None:
        """Interrupt what is running, and drop what was typed for later."""
        self._typed.clear()
        if self._doing and self._practice is not None:
            self._practice.interrupt()
        elif not self._doing:
            self.said(Content(""))

    def on_prompt_input_scrolled(self, message: PromptInput.Scrolled) -> None:
        """Show more of what was printed, while somebody types on."""
        act = self._host.action_sideways if message.sideways else self._host.action_page
        act(message.by)

    def on_key(self, event: events.Key) -> None:
        """What is typed beside the prompt and is no command goes to the prompt, so that nothing typed is lost."""
        box = self._prompt
        if event.character is None or not event.is_printable or (self.sight is not None and self.sight.over):
            return
        if self.focused is box:  # the box keeps its own keys: this one was on its way when the box got the focus
            event.stop()
            box.insert_text_at_cursor(event.character)
        elif event.key not in self.active_bindings:
            event.stop()
            self.enter(box)
            self.set_focus(box)  # at once: the next key may be here already
            box.insert_text_at_cursor(event.character)

    def on_paste(self, event: events.Paste) -> None:
        """So does what is pasted."""
        if not self._prompt.has_focus and not (self.sight is not None and self.sight.over):
            event.stop()
            self.enter(self._prompt)
            self._prompt.post_message(events.Paste(event.text))

    def writes_to(self) -> Widget | None:
        """The prompt, until the exercise is over."""
        return None if self.sight is not None and self.sight.over else self._prompt

    def suspended_words(self) -> str:
        """The next prompt is not the simulated one."""
        return "advisor is suspended. This is the real shell of this machine, not the simulated host."

    def action_next_part(self, by: int) -> None:
        """At the prompt, complete what was begun first."""
        if by > 0 and self._prompt.has_focus and (line := self._prompt.before_cursor).strip():
            self.beside(partial(self._complete, line), "complete")
        else:
            super().action_next_part(by)

    async def _complete(self, line: str) -> None:
        if self._doing:
            self.said(Content("Tab completes when the command that runs is done"))
            return
        found = await self._ask(lambda practice: practice.complete(line))
        if self._prompt.before_cursor != line:
            return
        if found is None or not found.names:
            self.said(
                Content(
                    "nothing begins so; commands, files from / on, people after ask, printed names, and words with : are completed"
                )
            )
            return
        if found.added:
            self._prompt.insert_text_at_cursor(found.added)
        self.said(Content(f"{len(found.names)} begin so: {'  '.join(found.names)}" if len(found.names) > 1 else ""))

    # What is done by a key

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hints only where there are any, and no causes when it is over."""
        sight = self.sight
        if action == "hint":
            return sight is not None and bool(sight.hints) and not sight.over
        if action == "name":
            return sight is not None and not sight.over
        return True

    def action_hint(self) -> None:
        """Ask how strong a hint is to be."""
        sight = self.sight
        if sight is None:
            return
        from advisor.tui.screens.choose_one import ChooseOne, Option

        options = [Option(str(n), _HINTS[n].capitalize(), f"costs {_points(cost)}") for n, cost in sight.hints]
        self.app.push_screen(ChooseOne("Which hint?", "", options), self._hinted)

    def _hinted(self, strength: str | None) -> None:
        if strength:
            self.say(f":hint {strength}")

    def action_name(self, kind: str) -> None:
        """Ask for the cause."""
        if self.sight is not None and not self.sight.over:
            self.beside(partial(self._ask_cause, kind), "name")

    async def _ask_cause(self, kind: str) -> None:
        from advisor.tui.screens.name_cause import NameCause

        cases = await self._ask(lambda practice: practice.cases())
        if self.is_current and self.sight is not None:
            title = "What is the cause?" if kind == "conclude" else "What do you suspect?"
            self.app.push_screen(NameCause(title, cases, self.sight.mode == "interview"), partial(self._named, kind))

    def _named(self, kind: str, named: tuple[str, str] | None) -> None:
        if named is not None and named[0]:
            slug, why = named
            self.say(f":{kind} {slug} because {why}" if why else f":{kind} {slug}")

    def action_beside(self) -> None:
        """Show what is beside a narrow screen, or go there."""
        inside = self.query_one("#beside").has_focus_within
        self.enter(self._back_to() if inside else self.query_one(NotebookList))

    def _back_to(self) -> Widget:
        return self._host if self.sight is not None and self.sight.over else self._prompt

    def action_end(self) -> None:
        """Ask how to end it."""
        if self.sight is None:
            return
        if self.sight.over:
            self.dismiss()
            return
        from advisor.tui.screens.choose_one import ChooseOne, Option

        options = (
            Option(
                ":done",
                "Done: scores and debriefing",
                "the cause should be named, and mended where there is something to mend",
            ),
            Option(":quit", "End without a score", "nothing is kept of it"),
            Option("", "Go on"),
        )
        self.app.push_screen(ChooseOne("End the exercise?", "", options), self._end)

    def _end(self, line: str | None) -> None:
        if not line:
            return
        self._typed.clear()
        if self._doing and self._practice is not None:
            self._practice.interrupt()
        self.say(line)

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """From the notebook and the tutor's words to the line that they are about."""
        key = message.row.key
        at = self._host.entry_of(int(key[-1])) if isinstance(key, tuple) else None
        if at is not None:
            self.enter(self._host)
            self._host.show_from(at)

    def action_back(self) -> None:
        """From the notebook to the prompt, from there to what was printed, then to the place before; the exercise waits."""
        sight = self.sight
        if self.query_one("#beside").has_focus_within or self.has_class("-beside"):
            self.enter(self._back_to())
        elif self._prompt.drop_waiting():
            self.said(Content("the pasted lines that waited were dropped"))
        elif sight is None and self._kept_lines is not None:
            self._stop.set()
            self.dismiss()
        elif sight is not None and sight.over:
            self.dismiss()
        elif self._prompt.has_focus:
            self._host.focus()
        else:
            super().action_back()
            if sight is not None and self.advisor.place is not self:
                key = readable(self.advisor.keys_of("go.training")[0])
                self.advisor.tell(
                    Content(f"you left the simulated host, and the exercise waits: {key} goes back to it")
                )

    def may_leave(self) -> bool:
        """Only at the second press: behind the program is the real host, and further typing would go there."""
        if not self.advisor.simulating or self.advisor.unkept or self._leaves:
            return True
        self._leaves = True
        self.set_timer(_SECOND_PRESS_SECONDS, self._stay)
        self.said(Content("press the key again to leave for the REAL host; the exercise is kept"))
        return False

    def _stay(self) -> None:
        self._leaves = False
        self.said(Content(""))

    def action_undo(self) -> None:
        """A host has no undo."""
        self.said(Content("a host has no undo: what was changed is changed back by a command"))

    action_redo = action_undo

    def on_unmount(self) -> None:
        """Let nothing run on."""
        self._stop.set()
        self.advisor.unkept = ""
        if self._practice is not None:
            self._practice.interrupt()

    def to_copy(self) -> str:
        """What was printed last."""
        entries = self._host.entries
        last = entries[-1].number if entries else 0
        return "\n".join(_copied(entry for entry in entries if entry.number == last))


def _copied(entries: Iterator[Entry]) -> Iterator[str]:
    return (f"{entry.prompt}{entry.text}" for entry in entries)


def _points(count: int) -> str:
    return f"{count} point{'s' * (count != 1)} of those for the path"


def _standing(sight: Sight) -> str:
    """The line above: where, when, and which run."""
    ended = "over" if sight.points is None else f"{sight.points} of 100"
    state = f"{ended} · " if sight.over else ""
    return f"{state}{sight.host} · {sight.clock} · {sight.minutes:.0f} min of work · {_MODES[sight.mode]} · run {sight.seed} · {sight.title}"
