"""The application: which screen is up, what the session's state is, and what is being done for it."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen

from advisor.tui.actions import ACTIONS, PLACES
from advisor.tui.bindings import keymap
from advisor.tui.desk import Cancelled, Desk, Ended, Turn, Work
from advisor.tui.guard import GuardedApp
from advisor.tui.plain import shortened
from advisor.tui.themes import NAMES, THEMES, fitting
from advisor.tui.typed import UNSEEN_SECONDS, Typed

if TYPE_CHECKING:
    from advisor.errors import Problem
    from advisor.tui.screens.place import Place
    from advisor.views.board import Board
    from advisor.views.known import KnownFact
    from facts.progress import Progress


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says.

    Attributes:
        db: where sessions are kept, None for the usual place.
        session: the session to open at once, or "".
        paths: captures to open at once.
        theme: a name of `themes.NAMES`, or "" for one that fits the terminal.
        keys: for an action, the keys that a keymap file gives it.
        problems: what is wrong in the keymap file.
        keymap: where the keymap file is, or would be.
    """

    db: Path | None = None
    session: str = ""
    paths: tuple[str, ...] = ()
    theme: str = ""
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    keymap: Path | None = None


_SHOWN_OTHERWISE = ("question", "progress", "next")
"""Messages for which the screen has a place of its own."""
_PLACE_OF = {"help": "help", "fix": "fix", "runbook": "runbook"}
"""Commands of the conversation for which there is a screen."""


_SECOND_PRESS_SECONDS = 5.0
_SAVE_AGAIN_SECONDS = 5.0
"""While steps are in memory only, the store is tried again this often."""
_MOST_BACK = 8
"""So many screens one can go back; then comes the start."""


class Said(NamedTuple):
    """One text of the conversation: a message of it, what somebody sent (``you``), or a note (``note``)."""

    kind: str
    text: str


def _shown(path: str) -> str:
    """A path as short as it can be said: from the folder that one works in."""
    here = Path.cwd()
    named = Path(path)
    return str(named.relative_to(here)) if named.is_absolute() and named.is_relative_to(here) else path


def _screens() -> dict[str, str | Callable[[], Screen[Any]]]:
    """Each screen is imported when it is first gone to."""
    from importlib import import_module

    def factory(name: str) -> Callable[[], Screen[None]]:
        def make() -> Screen[None]:
            module = import_module(f"advisor.tui.screens.{name}")
            screen: Screen[None] = getattr(module, f"{name.capitalize()}Place")()
            return screen

        return make

    return {name: factory(name) for name, _, _ in PLACES}


class AdvisorApp(GuardedApp):
    """The terminal interface.

    Attributes:
        desk: the thread that owns the session.
        board: how the session stands, None before there is one.
        revision: rises whenever the session changes.
        log_of_talk: what was said so far.
        busy: what is being done, "" where nothing is.
        ended: after the end, whether the session is kept.
        unkept: what would be lost by leaving now, "" where everything is kept.
        typed: looks at every key before the screens do.
        simulating: whether an exercise on a simulated host is open, so that its end has to be told.
    """

    TITLE = "advisor"
    MODES = _screens()
    DEFAULT_MODE = "start"
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "f20"  # the table of actions has its key
    BINDINGS: ClassVar = []
    CSS = """
    Screen { background: $background; color: $foreground; }
    """

    def __init__(self, options: Options | None = None) -> None:
        """Nothing is opened before the first screen is seen."""
        super().__init__()
        self.options = options or Options()
        self.desk = Desk(self.options.db)
        self.board: Board | None = None
        self.revision = 0
        self.log_of_talk: list[Said] = []
        self.busy = ""
        self.ended = Ended(False, "")
        self.unkept = ""
        self.typed = Typed(self)
        self._leaving: float | None = None
        self._left_session = ""
        self._then = ""
        self.simulating = False
        self._target: object = None
        self._trail: list[str] = []
        for theme in THEMES:
            self.register_theme(theme)
        self.set_reactive(App.theme, self.options.theme or fitting(os.environ))
        # Before anything is drawn with it, so that the style sheets are read once and not for textual's own theme first.
        self.stylesheet.set_variables(self.get_css_variables())
        self.set_keymap(keymap(self.options.keys))

    def keys_of(self, action: str) -> tuple[str, ...]:
        """The keys of an action, as they are in force."""
        if action in self.options.keys:
            return self.options.keys[action]
        return next((a.keys for a in ACTIONS if a.id == action), ("",))

    def on_mount(self) -> None:
        """Open what the command line names, once the first screen is seen."""
        self.call_after_refresh(self._begin)
        self.set_interval(_SAVE_AGAIN_SECONDS, self._save_again)
        if self.is_web:
            self._end_with(os.getppid())

    def _end_with(self, parent: int) -> None:
        """In a browser, end when the server is gone: nobody could see this application any more."""
        self.set_interval(2.0, lambda: self.leave() if os.getppid() != parent else None)

    def _begin(self) -> None:
        for problem in self.options.problems:
            self.notify(problem.block(), title="keymap", severity="warning", markup=False, timeout=20)
        if self.options.session:
            self.resume(self.options.session, new=True)
        if self.options.paths:
            self.open(list(self.options.paths))
        if self.options.session or self.options.paths:
            self.go("advisor")

    # Keys

    async def on_event(self, event: events.Event) -> None:
        """Let what is typed be looked at first: it may be a sentence."""
        if isinstance(event, events.Key) and event.key in self.keys_of("app.suspend"):
            self.action_suspend()  # here, so that it works over a question, too
        elif (
            not isinstance(event, (events.Key, events.Paste)) or event.is_forwarded or not await self.typed.takes(event)
        ):
            await super().on_event(event)

    async def pass_on(self, event: events.Event) -> None:
        """Do what a key stands for."""
        await super().on_event(event)

    def action_suspend(self) -> None:
        """Give the terminal back to the shell until `fg`."""
        from advisor.tui.suspend import suspend

        place = self.place
        if not suspend(self, place.suspended_words() if place is not None else ""):
            self.tell(Content("this program cannot be suspended here"))

    # Screens

    @property
    def place(self) -> Place | None:
        """The screen of the advisor that is up or lies below what is up."""
        from advisor.tui.screens.place import Place

        return next((s for s in reversed(self.screen_stack) if isinstance(s, Place)), None)

    def go(self, name: str, target: object = None) -> None:
        """Go to a screen; `back` comes back.

        Args:
            name: the screen.
            target: what to show there: a conclusion's key, a capture's path and line, a case or a source.
        """
        here = self.place
        self._target = target
        if here is None:
            return
        if name != here.NAME:
            # Nothing lies before the start, and nobody wants to go back through everything.
            self._trail = [] if name == "start" else [*self._trail, here.NAME][-_MOST_BACK:]
            self.switch_mode(name)
        elif target is not None:
            here.changed()
        elif name == "help":
            self.back()

    def take_target(self) -> object:
        """What the screen that came up is to show, once."""
        target, self._target = self._target, None
        return target

    def back(self) -> None:
        """Go back to the screen before, or to the first one."""
        here = self.place
        name = self._trail.pop() if self._trail else "start"
        if here is not None and name != here.NAME:
            self.switch_mode(name)

    @property
    def came_from(self) -> str:
        """The screen that `back` goes to."""
        return self._trail[-1] if self._trail else "start"

    def next_theme(self) -> None:
        """Take the next set of colours."""
        self.theme = NAMES[(NAMES.index(self.theme) + 1) % len(NAMES)] if self.theme in NAMES else NAMES[0]

    # The session

    def say(self, text: str, echo: bool = True, then: str = "") -> None:
        """Say something in the conversation, as if it had been written there.

        Args:
            text: the sentence.
            echo: whether it stands in the conversation.
            then: said in the line above the last one once it is done.
        """
        if self.busy:
            self.tell(Content(f"still {self.busy}"))
            return
        asked = self.board.question.text if self.board is not None and self.board.question is not None else ""
        if echo:
            self.log_of_talk += [*([Said("asked", asked)] if asked else []), Said("you", shortened(text))]
        self.do("thinking", lambda work: work.say(text), then=then)

    def hear(self, text: str) -> None:
        """Take what somebody wrote or pasted: files that it names are read beside everything else."""
        from advisor.conversation.commands import read_command
        from advisor.conversation.completion import missing_path
        from advisor.conversation.paths import named_paths

        paths = named_paths(text)
        command = read_command(text.strip()) if "\n" not in text.strip() else None
        if command is not None and command.name == "open" and command.argument:
            paths = named_paths(command.argument) or [command.argument]
        if paths:
            self.open(paths)
        elif missing := missing_path(text):
            self._not_there(text, missing)
        elif command is not None and command.name in _PLACE_OF and not command.argument:
            self.go(_PLACE_OF[command.name])
        else:
            self.say(text)

    def _not_there(self, text: str, path: str) -> None:
        """Say that nothing is where a path leads, and what may have been meant."""
        from advisor.conversation.completion import nearest_path

        near = nearest_path(path)
        self.log_of_talk.append(Said("you", shortened(text)))
        self.fail(FileNotFoundError(f"no such file{f'; did you mean {near}?' if near else f' or folder: {path}'}"))

    def strike(self, fact: KnownFact) -> None:
        """Take back a fact."""

        def act(work: Work) -> Turn:
            from advisor.conversation.acts import strike

            return work.step(lambda: list(strike(work.conversation, fact.text, fact.strikes)))

        self.do("striking", act, then=f"struck: {fact.text}; {self.key_words('session.undo')} brings it back")

    def ask_again(self, question: str) -> None:
        """Ask a question again that was answered."""

        def act(work: Work) -> Turn:
            from advisor.conversation.acts import ask_again

            return work.step(lambda: list(ask_again(work.conversation, question)))

        self.do("asking", act)

    def resume(self, name: str, new: bool = False) -> None:
        """Go on with a session; one that is not there yet is begun where `new` says so."""

        def act(work: Work) -> Turn:
            from advisor.store import StoreError
            from advisor.views.history import history

            try:
                turn = work.resume(name)
            except StoreError as error:
                if not new or error.code != "no-such-session":
                    raise
                return work.begin(name)
            past = history(work.session, work.conversation.interview.questions)
            return Turn([*past, *turn.messages], turn.board)

        self._afresh("opening the session", act)

    def begin(self) -> None:
        """Begin a new session."""
        self._afresh("beginning", lambda work: work.begin())

    def ask_to_begin(self, target: object = None) -> None:
        """Go to where a session begins; where something is said in the present one already, ask first.

        Args:
            target: what the Advisor screen is to show.
        """
        board = self.board
        if board is None or not board.begun:
            self.go("advisor", target)
            return
        from advisor.tui.screens.choose_one import ChooseOne, Option

        name = board.session or "the present session"
        options = (
            Option("stay", f"Stay in {name}"),
            Option("begin", "Begin a new session", "the present one is kept" if board.session else ""),
        )

        def chosen(choice: str | None) -> None:
            if choice == "stay":
                self.go("advisor")
            elif choice == "begin":
                self._begin_after(board.session, target)

        self.push_screen(ChooseOne("Begin a new session?", "", options), chosen)

    def _begin_after(self, name: str, target: object) -> None:
        self._left_session = name if self.desk.keeps else ""
        back = f"; {self.key_words('session.undo')} goes back to {name}" if self._left_session else ""
        self._afresh("beginning", lambda work: work.begin(), f"began a new session{back}")
        self.go("advisor", target)

    def undo(self) -> None:
        """Take back the last step; in a new session without any, go back to the session before it."""
        if self._left_session and self.board is not None and not self.board.begun:
            name, self._left_session = self._left_session, ""
            self.resume(name)
        else:
            self.say("undo")

    def key_words(self, action: str) -> str:
        """The first key of an action as it stands on a keyboard."""
        from advisor.tui.key_words import readable

        return readable(next(iter(self.keys_of(action)), ""))

    def _afresh(self, doing: str, act: Callable[[Work], Turn], then: str = "") -> None:
        def clear(turn: Turn) -> None:
            self.log_of_talk = []

        self.do(doing, act, clear, then)

    def do(
        self, doing: str, act: Callable[[Work], Turn], first: Callable[[Turn], None] | None = None, then: str = ""
    ) -> None:
        """Let the desk do something that may change the session, then show how things stand.

        Args:
            doing: what is being done, in a word or two.
            act: what the desk does.
            first: what is done with the result before it is shown.
            then: said in the line above the last one once it is done.
        """
        if self.busy:
            self.tell(Content(f"still {self.busy}"))
            return
        self.busy, self._then = doing, then
        self.run_worker(self._done(act, first), group="desk")

    async def _done(self, act: Callable[[Work], Turn], first: Callable[[Turn], None] | None) -> None:
        try:
            turn = await self.desk.run(act)
        except ValueError as error:
            if not hasattr(error, "code"):
                raise
            self.busy = ""
            self.fail(error)
            return
        self.busy = ""
        if first is not None:
            first(turn)
        self._took(turn)

    def _took(self, turn: Turn) -> None:
        self.log_of_talk += self._said(turn)
        self.board = turn.board
        self.revision += 1
        if self.place is not None:
            self.place.changed()
            self._say_briefly(turn)
        if any(m.kind == "bye" for m in turn.messages):
            self._leave_asked()

    @staticmethod
    def _said(turn: Turn) -> Iterator[Said]:
        """What a turn adds to the conversation; what it changed is said in sentences here, since there is room for them."""
        for message in turn.messages:
            if message.kind == "changed" and not message.text.startswith("then "):
                yield from (Said("changed", text) for text in turn.board.changed)
            elif message.kind not in _SHOWN_OTHERWISE:
                yield Said(message.kind, message.text)

    def _say_briefly(self, turn: Turn) -> None:
        """On other screens than the conversation, the last line says what came of a step."""
        wanted = ("error", "not-understood", "changed", "understood", "note")  # of several, what matters most
        found = {m.kind: m for m in reversed(turn.messages)}
        kind = next((kind for kind in wanted if kind in found), "")
        here = self.place is not None and self.place.NAME == "advisor"
        then, self._then = self._then, ""
        self.tell(Content(then if then and kind != "error" else found[kind].text if kind and not here else ""))

    def fail(self, error: Exception) -> None:
        """Say that something could not be done."""
        help_text = str(getattr(error, "help", ""))
        text = f"{error}{f'; {help_text}' if help_text else ''}"
        self.log_of_talk.append(Said("error", text))
        self.tell(Content.assemble(("! ", "$bad bold"), text))
        if self.place is not None:
            self.revision += 1
            self.place.changed()

    def tell(self, text: Content) -> None:
        """Say something in the line above the last one."""
        if self.place is not None:
            self.place.said(text)

    def _save_again(self) -> None:
        """While steps are in memory only, try to save them, also if nobody says anything."""
        if self.board is not None and self.board.unsaved and not self.busy:
            self.run_worker(self._saved_again(), group="save", exclusive=True)

    async def _saved_again(self) -> None:
        turn = await self.desk.run(lambda work: work.save_again())
        if turn is not None:
            self._took(turn)

    # Files

    def open(self, paths: list[str]) -> None:
        """Read captures, beside everything else, and take what was read into the session."""
        if self.desk.loading:
            self.tell(Content("still reading; Esc stops it"))
            return
        self.run_worker(self._open(paths), group="load")

    async def _open(self, paths: list[str]) -> None:
        from advisor.conversation.paths import at_home

        named = [str(at_home(path).absolute()) for path in paths]

        def watch(progress: Progress) -> None:
            self.call_from_thread(self._progress, progress)

        said = ", ".join(_shown(path) for path in paths)
        self.tell(Content(f"reading {said}; Esc stops it"))
        try:
            bundle, errors = await self.desk.load(named, watch)
        except Cancelled:
            self.log_of_talk.append(Said("note", f"reading {said} was stopped; nothing of it was taken"))
            self.tell(Content("stopped; nothing of it was taken"))
            self._refreshed()
            return
        while self.busy:  # somebody said something meanwhile; what was read comes after it
            await asyncio.sleep(0.02)
        self.log_of_talk.append(Said("you", f"open {said}"))
        self.busy = "reading"
        await self._done(lambda work: work.take(bundle, errors, named), None)
        # What was read lives as long as the session: the collector need not look through it while somebody types.
        gc.freeze()

    def _refreshed(self) -> None:
        self.revision += 1
        if self.place is not None:
            self.place.changed()

    def _progress(self, progress: Progress) -> None:
        share = f"{100 * progress.bytes_done // progress.bytes_total} % " if progress.bytes_total else ""
        size = f"{progress.bytes_done / 1e6:.1f} MB"
        self.tell(Content(f"reading {share}({size}, {progress.files_done} files) {progress.path}; Esc stops it"))

    def cancel_work(self) -> bool:
        """Stop reading files; whether any were read."""
        return self.desk.cancel_loading()

    # The rest

    def get_key_display(self, binding: Binding) -> str:
        """Keys as they stand on a keyboard, the same on every screen."""
        from advisor.tui.key_words import readable

        return readable(binding.key)

    def copy(self, text: str) -> None:
        """Copy a text, also over ssh and in tmux, and say how it went."""
        from advisor.tui.clipboard import copy_from, to_fill_in

        async def act() -> None:
            said = await copy_from(self, text)
            if said.startswith("copied") and (names := to_fill_in(text)):
                said = f"copied; fill in {', '.join(names)} first"
            self.tell(Content(said))

        self.run_worker(act(), group="copy")

    async def action_quit(self) -> None:
        """Leave; what would be lost by it is said first, and then it takes a second press."""
        self._leave_asked()

    def _leave_asked(self) -> None:
        lost = self._lost_by_leaving()
        asked, now = self._leaving, self.typed.now()
        if not lost or (asked is not None and now - asked > UNSEEN_SECONDS):
            self.leave()
        elif asked is None:  # else the key is held down: nobody has read the question yet
            self._leaving = now
            self.set_timer(_SECOND_PRESS_SECONDS, self._stay)
            how = "; `/export FILE` writes a copy to another disk" if self._unsaved and not self.unkept else ""
            self.tell(Content(f"{' and '.join(lost)} would be lost{how}; to leave anyway, do the same again"))

    @property
    def _unsaved(self) -> int:
        return self.board.unsaved if self.board is not None else 0

    def _lost_by_leaving(self) -> list[str]:
        """What would be lost by leaving now, in words."""
        place = next((p for p in self._places() if p.unsent()), None)
        lost = [self.unkept] if self.unkept else []
        if self._unsaved and not self.unkept:
            lost.append(f"{self._unsaved} unsaved step{'s' * (self._unsaved != 1)}")
        if self.typed.draft or place is not None:
            lost.append("the text that is not sent")
        return [*lost, *(["the captures being read"] if self.desk.loading else [])]

    def _places(self) -> Iterator[Place]:
        from advisor.tui.screens.place import Place

        return (screen for stack in self._screen_stacks.values() for screen in stack if isinstance(screen, Place))

    def _stay(self) -> None:
        self._leaving = None
        self.tell(Content(""))

    def leave(self) -> None:
        """Leave, unless the screen that is up wants it asked for once more; the session is kept already."""
        if self.place is not None and not self.place.may_leave():
            return
        self.exit(return_code=0)

    async def on_unmount(self) -> None:
        """Let the desk finish what it does."""
        self.ended = self.desk.close()

    # What a report of a fault says

    async def run_action(self, action: Any, *arguments: Any, **named: Any) -> bool:
        """Remember what was done last, for the report of a fault."""
        self.note_action(action if isinstance(action, str) else str(action[1]))
        return await super().run_action(action, *arguments, **named)

    def crash_context(self) -> dict[str, str]:
        """Where the fault was seen."""
        place = self.place
        return {"place": place.NAME if place is not None else "none", "doing": self.busy}

    def crash_names(self) -> Iterable[str]:
        """The hosts that are spoken of."""
        return self.board.hosts if self.board is not None else ()

    def crash_session(self) -> str:
        """The session's name, where it is kept."""
        board = self.board
        return board.session if board is not None and board.begun and self.desk.keeps else ""

    def action_command_palette(self) -> None:
        """Find a command by its words."""
        from advisor.tui.screens.palette import Palette

        if not Palette.is_open(cast("App[object]", self)):
            self.push_screen(Palette(id="--command-palette"))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The commands of the palette: every action that can be done here, and what can be said."""
        from advisor.tui.palette import commands

        return commands(self)
