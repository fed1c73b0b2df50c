"""The prompt of a simulated host: one line to type, with what was typed before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from advisor.tui.bindings import bindings
from advisor.tui.plain import plain

if TYPE_CHECKING:
    from advisor.tui.app import AdvisorApp

_MOST_CHARACTERS = 2_000
_MOST_WAITING = 200


class PromptInput(Input):
    """What is typed. Keys are taken in the order in which they come: a binding would overtake the letters before it."""

    BINDINGS = bindings("prompt")
    DEFAULT_CSS = """
    PromptInput { width: 1fr; height: 1; border: none; padding: 0; background: $background; color: $strong; }
    PromptInput:focus { border: none; background: $background; }
    PromptInput > .input--placeholder { color: $quiet; }
    """

    class Sent(Message):
        """A line was sent."""

        def __init__(self, text: str) -> None:
            """Say which."""
            super().__init__()
            self.text = text

    class Waiting(Message):
        """Several lines were pasted: all but the first one wait."""

    class Interrupted(Message):
        """Somebody interrupts what is running."""

    class Scrolled(Message):
        """Somebody looks at what was printed, and goes on typing: screenfuls down, or to the right where `sideways` is set."""

        def __init__(self, by: int, sideways: bool = False) -> None:
            """Say by how much."""
            super().__init__()
            self.by, self.sideways = by, sideways

    def __init__(self) -> None:
        """Nothing was typed yet."""
        super().__init__(
            select_on_focus=False, compact=True, max_length=_MOST_CHARACTERS, placeholder="type a command; :help"
        )
        self.cursor_blink = False  # over ssh each blink is traffic
        self.waiting: list[str] = []
        self._sent: list[str] = []
        self._at = 0
        self._draft = ""

    @property
    def before_cursor(self) -> str:
        """What stands before the cursor; "" where something is marked or stands behind it."""
        behind = self.value[self.cursor_position :].strip()
        return self.value[: self.cursor_position] if self.selection.is_empty and not behind else ""

    def write(self, text: str) -> None:
        """Put a text into the line, the cursor behind it."""
        self.value = text
        self.cursor_position = len(text)

    async def _on_key(self, event: events.Key) -> None:
        keys_of = cast("AdvisorApp", self.app).keys_of
        for action, act in (
            ("prompt.send", self.action_send), ("prompt.older", lambda: self.action_history(-1)),
            ("prompt.newer", lambda: self.action_history(1)), ("prompt.interrupt", self.action_interrupt),
        ):  # fmt: skip
            if event.key in keys_of(action):
                event.stop()
                event.prevent_default()
                act()
                return
        await super()._on_key(event)

    def action_send(self) -> None:
        """Send the line; of pasted lines the next one comes up."""
        text = self.value
        if text.strip() and (not self._sent or self._sent[-1] != text):
            self._sent.append(text)
        self._at, self._draft = len(self._sent), ""
        self.write(self.waiting.pop(0) if self.waiting else "")
        self.post_message(self.Sent(text))
        if self.value:
            self.post_message(self.Waiting())

    def remember(self, lines: Iterable[str]) -> None:
        """Let `Up` bring these back."""
        self._sent.extend(lines)
        self._at = len(self._sent)

    def action_history(self, by: int) -> None:
        """What was sent before, or after; what was being typed comes back at the end."""
        at = self._at + by
        if not 0 <= at <= len(self._sent):
            return
        if self._at == len(self._sent):
            self._draft = self.value
        self._at = at
        self.write(self._sent[at] if at < len(self._sent) else self._draft)

    def action_interrupt(self) -> None:
        """Copy what is marked; else drop the line, as a shell does, and interrupt what runs."""
        marked = self.screen.get_selected_text() or self.selected_text
        if marked:
            cast("AdvisorApp", self.app).copy(marked)
            return
        if self.value.strip():
            self._sent.append(self.value)  # Up brings it back
        self._at, self._draft = len(self._sent), ""
        self.drop_waiting()
        self.write("")
        self.post_message(self.Interrupted())

    def drop_waiting(self) -> bool:
        """Drop pasted lines that were not sent; whether there were any."""
        had = bool(self.waiting)
        self.waiting = []
        return had

    def action_scroll_host(self, by: int) -> None:
        """Show what was printed before, or after."""
        self.post_message(self.Scrolled(by))

    def action_sideways(self, by: int) -> None:
        """Show what is further right or left."""
        self.post_message(self.Scrolled(by, sideways=True))

    def _on_paste(self, event: events.Paste) -> None:
        """Of several lines the first one comes into the line, and the others wait: nothing is run that was not seen."""
        event.stop()
        event.prevent_default()
        lines = [
            line for line in plain(event.text.replace("\r\n", "\n").replace("\r", "\n")).split("\n") if line.strip()
        ]
        if not lines:
            return
        start, end = sorted(self.selection)
        self.replace(lines[0].replace("\t", " "), start, end)
        self.waiting = [line.replace("\t", " ") for line in lines[1 : _MOST_WAITING + 1]] + self.waiting
        if self.waiting:
            self.post_message(self.Waiting())


class PromptLine(Horizontal):
    """The prompt and what is typed at it."""

    DEFAULT_CSS = """
    PromptLine { height: 1; background: $background; }
    PromptLine > Static { width: auto; max-width: 50%; height: 1; color: $accent; text-style: bold; }
    PromptLine.-running > Static { color: $quiet; }
    PromptLine.-over > PromptInput { display: none; }
    PromptLine.-over > Static { width: 1fr; max-width: 100%; }
    """

    def compose(self) -> ComposeResult:
        """Two parts."""
        yield Static("", markup=False, id="prompt")
        yield PromptInput()

    def show(self, prompt: str, over: bool) -> None:
        """Show a prompt; where the exercise is over, a text in its place."""
        self.set_class(over, "-over")
        self.query_one("#prompt", Static).update(Content(plain(prompt)))
