"""The box that one writes into: sentences, answers, pasted outputs, dropped paths."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual import events
from textual.geometry import Offset
from textual.message import Message
from textual.timer import Timer
from textual.widgets import TextArea

from advisor.tui.bindings import bindings
from advisor.tui.plain import plain

if TYPE_CHECKING:
    from textual.widgets.text_area import Edit, EditResult

    from advisor.tui.app import AdvisorApp

_BURST_SECONDS = 0.03
"""Keys that come this soon after Enter were pasted by a terminal that does not say so, and Enter is a line end."""
_LARGE_LINES, _LARGE_CHARACTERS = 12, 4_000
"""A paste of more than this is not shown in the box, but named."""
_MOST_CHARACTERS = 16_000_000
_MOST_SENT = 100


class ChatInput(TextArea):
    """A text box that grows with what is in it, up to a few lines."""

    BINDINGS = bindings("input")
    DEFAULT_CSS = """
    ChatInput { height: auto; min-height: 3; max-height: 8; min-width: 8; background: $background; padding: 0 1; }
    ChatInput { border: round $border-blurred; border-title-color: $quiet; }
    ChatInput .text-area--placeholder { color: $quiet; text-style: none; }
    ChatInput:focus { border: round $accent; background: $background; border-title-color: $accent; }
    ChatInput.-holding { border: round $accent; }
    """

    class Sent(Message):
        """Somebody sent a text."""

        def __init__(self, text: str, begun: float = float("inf"), at: float = float("inf")) -> None:
            """Say which, when its first key came, and when Enter was pressed, by the clock of the keys."""
            super().__init__()
            self.text, self.begun, self.at = text, begun, at

    class Left(Message):
        """Somebody went up out of the empty box."""

    class Scrolled(Message):
        """Somebody wants to see what was said before or after, and goes on writing."""

        def __init__(self, by: int) -> None:
            """Say by how many screenfuls."""
            super().__init__()
            self.by = by

    def __init__(self, *, id: str | None = None) -> None:
        """An empty box."""
        super().__init__(
            soft_wrap=True, show_line_numbers=False, highlight_cursor_line=False, compact=False, tab_behavior="focus",
            placeholder="Describe the trouble, paste an output, or name a file", id=id,
        )  # fmt: skip
        self.cursor_blink = False  # over ssh each blink is traffic
        self.held = self._dropped = ""
        self._draft = ""
        self.hint = ""
        self._sent: list[str] = []
        self._at = 0
        self._enter: Timer | None = None
        self.begun = self.entered = 0.0

    def action_send(self) -> None:
        """Send, unless more keys follow at once: then Enter was the end of a pasted line."""
        if self._enter is not None:
            self._end_line()
        self.entered = cast("AdvisorApp", self.app).typed.now()
        self._enter = self.set_timer(_BURST_SECONDS, self._send)

    @property
    def sending(self) -> bool:
        """Whether Enter was pressed, and it is not known yet whether more keys follow."""
        return self._enter is not None

    def _end_line(self) -> None:
        if self._enter is not None:
            self._enter.stop()
            self._enter = None
            self.insert("\n")

    def _send(self) -> None:
        self._enter = None
        text = self.held + ("\n" if self.held and self.text.strip() else "") + self.text
        if text.strip():
            self.post_message(self.Sent(text, self.begun, self.entered))

    def accepted(self, text: str) -> None:
        """What was sent was taken: the box is empty again, and what was sent can be brought back."""
        # Of long pastes only the last one can be brought back: memory is bounded.
        self._sent = [*(sent for sent in self._sent[-_MOST_SENT:] if not _is_large(sent)), text]
        self._at = len(self._sent)
        self.hint = self._draft = ""
        self.drop_held()
        self._dropped = ""
        self.text = ""

    def watch_has_focus(self, focused: bool) -> None:
        """The title says whether what is typed goes here."""
        super().watch_has_focus(focused)
        self._entitle()

    def advise(self, hint: str) -> None:
        """Say above the box what is wanted, until something is sent."""
        self.hint = hint
        self._entitle()

    def away(self) -> str:
        """What stands above the box while the focus is elsewhere."""
        from advisor.tui.key_words import readable

        return f"{readable(cast('AdvisorApp', self.app).keys_of('advisor.write')[0])}: write here"

    def _entitle(self) -> None:
        """The title: the lines that wait, or what is wanted, or how to get here."""
        if not self.held:
            self.border_title = self.hint if self.has_focus else self.away()

    async def _on_key(self, event: events.Key) -> None:
        """Keys are taken in the order in which they come: a binding would overtake the letters before it."""
        if event.key in cast("AdvisorApp", self.app).keys_of("input.send"):
            event.stop()
            event.prevent_default()
            self.action_send()
            return
        if event.key == "up" and not self.text:
            event.stop()
            event.prevent_default()
            self.post_message(self.Left())
            return
        if event.is_printable:
            self._end_line()
        await super()._on_key(event)

    def edit(self, edit: Edit) -> EditResult:
        """Change the text; a text begins with its first character."""
        if not self.text:
            self.begun = cast("AdvisorApp", self.app).typed.now()
        return super().edit(edit)

    def action_newline(self) -> None:
        """Begin a new line."""
        self.insert("\n")

    async def _on_paste(self, event: events.Paste) -> None:
        event.text = text = plain(event.text.replace("\r\n", "\n").replace("\r", "\n"))
        if not _is_large(text):
            return
        event.stop()
        event.prevent_default()
        self.hold(text)

    def hold(self, text: str) -> None:
        """Keep a long paste beside the box until it is sent."""
        room = _MOST_CHARACTERS - len(self.held)
        left_out = len(text) > room
        if left_out:  # at the end of a line: half a line would be read as another one
            text = text[: text.rfind("\n", 0, room) + 1]
        self.held += text if not self.held or self.held.endswith("\n") else "\n" + text
        lines = self.held.rstrip("\n").count("\n") + 1
        what = (
            f"only the first {lines:,} lines are taken; name the file instead"
            if left_out
            else f"{lines:,} lines pasted"
        )
        self.border_title = f"{what}: Enter sends them, Esc drops them"
        self.add_class("-holding")

    def drop_held(self) -> bool:
        """Drop a long paste; whether there was one."""
        had = bool(self.held)
        self._dropped, self.held, self.border_title = self.held or self._dropped, "", ""
        self.remove_class("-holding")
        self._entitle()
        return had

    def action_undo(self) -> None:
        """Bring back pasted lines that were dropped, or take back what was typed last."""
        if self._dropped and not self.held:
            self.hold(self._dropped)
            self._dropped = ""
        else:
            super().action_undo()

    def action_scroll_talk(self, by: int) -> None:
        """Show what was said before or after."""
        self.post_message(self.Scrolled(by))

    @property
    def before_cursor(self) -> str:
        """What stands in the line of the cursor before it; "" where something is marked or stands behind it."""
        row, column = self.cursor_location
        line = self.document.get_line(row)
        return line[:column] if self.selection.is_empty and not line[column:].strip() else ""

    def action_history(self, by: int) -> None:
        """Bring back what was sent before or after, at last what was being typed; lines that were pasted and not sent yet stay."""
        at = self._at + by
        if not 0 <= at <= len(self._sent) or (self.held and self._at == len(self._sent)):
            return
        if self._at == len(self._sent):
            self._draft = self.text
        self._at = at
        self.drop_held()
        text = self._sent[at] if at < len(self._sent) else self._draft
        self.text = "" if _is_large(text) else text
        if _is_large(text):
            self.hold(text)
        self.move_cursor(self.document.end)

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Textual comes here in the middle of an undo, when the cursor still stands below the last line."""
        if self.cursor_location[0] >= self.document.line_count:
            return Offset()
        return super().scroll_cursor_visible(center, animate)


def _is_large(text: str) -> bool:
    return text.count("\n") >= _LARGE_LINES or len(text) >= _LARGE_CHARACTERS
