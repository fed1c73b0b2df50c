"""What every screen has: the lines around it, the way to the others, and how it hears that the session changed."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import WorkType

from advisor.tui.actions import PLACES
from advisor.tui.bindings import bindings
from advisor.tui.widgets.hint_bar import HintBar
from advisor.tui.widgets.nav_bar import NavBar
from advisor.tui.widgets.standing_line import StandingLine
from advisor.tui.widgets.work_bar import WorkBar

if TYPE_CHECKING:
    from advisor.tui.app import AdvisorApp
    from advisor.views.board import Board


class Place(Screen[None]):
    """A screen of the advisor.

    Subclasses give `NAME`, `body` and `parts`, and fill themselves in `show`, which is called when the screen comes up
    after the session changed, and whenever it changes while the screen is up.
    """

    NAME: ClassVar[str] = ""
    BINDINGS = bindings("everywhere", first=True)
    ALSO_DOES: ClassVar[tuple[str, ...]] = ()
    """Where else, beside everywhere and this screen, stand actions in the table that can be done here; for the commands."""
    AUTO_FOCUS = ""
    """The screen says itself where the focus begins: textual would take a box that is not shown, and typed keys would be lost in it."""
    DEFAULT_CSS = """
    Place > .head { dock: top; height: 2; }
    Place > .foot { dock: bottom; height: auto; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-middle"), (150, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]

    def __init__(self, id: str = "") -> None:
        """Nothing is shown yet."""
        super().__init__(id=id or f"place-{self.NAME}")
        self._shown = -1
        self.filling = False

    @property
    def advisor(self) -> AdvisorApp:
        """The application."""
        return cast("AdvisorApp", self.app)

    def compose(self) -> ComposeResult:
        """The lines around the body."""
        keys = {name: self.advisor.keys_of(f"go.{name}")[0] for name, _, _ in PLACES}
        with Vertical(classes="head"):
            yield NavBar(self.NAME, keys)
            yield StandingLine()
        yield from self.body()
        with Vertical(classes="foot"):
            yield WorkBar()
            yield HintBar()

    def body(self) -> ComposeResult:
        """What is between the lines."""
        raise NotImplementedError

    def parts(self) -> Sequence[Widget]:
        """What Tab goes through, in order; the first one has the focus when the screen comes up first."""
        return ()

    async def show(self, board: Board | None) -> None:
        """Fill the screen."""

    async def arrive(self, target: object) -> None:
        """Show one thing in particular: a conclusion's key, a capture's path and line, a case or a source."""

    def also_shown(self) -> Mapping[str, str]:
        """Names of bindings that stand first in the last line of this screen at the moment, and what they are called there."""
        return {}

    def said(self, text: Content) -> None:
        """Say something in the line above the last one."""
        for bar in self.query(WorkBar):  # none yet where the screen is only just coming up
            bar.text = text

    def on_mount(self) -> None:
        """Put the focus where work begins."""
        for part in self.parts()[:1]:
            part.focus()

    def on_screen_resume(self) -> None:
        """The screen is seen again."""
        self.changed()

    def changed(self) -> None:
        """Show how things stand, unless that is what is shown."""
        if not self.is_mounted:
            return  # it is shown once the screen is there
        app = self.advisor
        self.query_one(StandingLine).board = app.board
        if not self.filling:
            self.filling = True
            # Drawn first, filled then: a screen that comes up is seen at once.
            self.call_after_refresh(self.run_worker, self._fill, group="show")

    async def _fill(self) -> None:
        """Show how things stand until nothing changed meanwhile; one at a time, so that no two fill the same lists."""
        app = self.advisor
        try:
            while self._shown != app.revision:
                revision = app.revision
                await self.show(app.board)
                self._shown = revision
            if (target := app.take_target()) is not None:
                await self.arrive(target)
        finally:
            self.filling = False

    def beside(self, act: Callable[[], Coroutine[Any, Any, None]], group: str, instead: bool = True) -> None:
        """Do something while the screen goes on.

        Args:
            act: what to do; it is not begun where something else takes its place first.
            group: names what it is about.
            instead: whether it takes the place of what is still being done in the group.
        """
        work: WorkType[None] = act
        self.run_worker(work, group=group, exclusive=instead)

    # What is typed

    @property
    def ready(self) -> bool:
        """Whether the screen shows what it is about, so that a key is meant for what can be seen."""
        return self.is_mounted and self._shown >= 0

    def writes_to(self) -> Widget | None:
        """The text box of this screen that a sentence goes to; None for the one of the Advisor screen."""
        return None

    def answers_to(self, character: str) -> bool:
        """Whether a character without an action does something here, such as the number of an answer."""
        return False

    def bookmark(self) -> Callable[[], None]:
        """Remember where the mark stands; the result puts it back."""
        focused = self.focused
        back: Callable[[], Callable[[], None]] | None = getattr(focused, "bookmark", None)
        return back() if back is not None else lambda: None

    def take_draft(self) -> Widget | None:
        """Write what waits for the chat box into it, and return the box; None where this screen has none."""
        return None

    def unsent(self) -> bool:
        """Whether a box of this screen holds text that was not sent."""
        return False

    def suspended_words(self) -> str:
        """What is said on the terminal while the program is suspended."""
        return ""

    # What can be done everywhere

    def action_go(self, place: str) -> None:
        """Go to another screen."""
        self.advisor.go(place)

    def on_nav_bar_wanted(self, message: NavBar.Wanted) -> None:
        """Go to another screen."""
        self.advisor.go(message.place)

    async def on_hint_bar_wanted(self, message: HintBar.Wanted) -> None:
        """Do what was clicked in the last line, where the focus is."""
        await self.app.run_action(message.action, default_namespace=self.focused or self)

    def action_back(self) -> None:
        """Stop reading files, or else go back."""
        if not self.advisor.cancel_work():
            self.advisor.back()

    async def action_quit(self) -> None:
        """Leave."""
        await self.advisor.action_quit()

    def may_leave(self) -> bool:
        """Whether the program may end now; a screen that says no says why."""
        return True

    def action_cancel_work(self) -> None:
        """Stop reading files."""
        self.advisor.cancel_work()

    def action_command_palette(self) -> None:
        """Find a command by its words."""
        self.app.action_command_palette()

    def action_jump(self) -> None:
        """Put a letter on every part of the screen."""
        from advisor.tui.screens.jump import Jump

        targets = [part for part in self.parts() if part.display and part.region.area]
        self.app.push_screen(Jump(self, targets), self._jumped)

    def _jumped(self, target: Widget | str | None) -> None:
        if isinstance(target, Widget):
            target.focus()
        elif target:
            self.advisor.go(target)

    def action_next_part(self, by: int) -> None:
        """Put the focus on the next part of the screen or the one before."""
        parts = [part for part in self.parts() if self.reachable(part)]
        if not parts:
            return
        here = next((n for n, part in enumerate(parts) if part.has_focus or part.has_focus_within), -1 if by > 0 else 0)
        self.enter(parts[(here + by) % len(parts)])

    def reachable(self, part: Widget) -> bool:
        """Whether Tab goes to a part."""
        return part.display

    def enter(self, part: Widget) -> None:
        """Put the focus on a part."""
        part.focus()

    def action_next_theme(self) -> None:
        """Take the next set of colours."""
        self.advisor.next_theme()

    def action_suspend(self) -> None:
        """Give the terminal back to the shell until `fg`."""
        self.advisor.action_suspend()

    def action_undo(self) -> None:
        """Take back the last step."""
        self.advisor.undo()

    def action_redo(self) -> None:
        """Let what was taken back hold again."""
        self.advisor.say("redo")

    def action_copy(self) -> None:
        """Copy what is marked with the mouse, or else what the screen offers."""
        text = self.get_selected_text() or self.to_copy()
        if text:
            self.advisor.copy(text)
        else:
            self.said(Content("there is nothing to copy here"))

    def to_copy(self) -> str:
        """The command, or the text, that `copy` copies here."""
        return ""
