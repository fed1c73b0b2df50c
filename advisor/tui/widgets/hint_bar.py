"""The last line: what can be done here, by which keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from advisor.tui.key_names import is_typed
from advisor.tui.typed import is_text_box

_GAP = 2


class _Hint(NamedTuple):
    key: str
    text: str
    action: str
    enabled: bool

    @property
    def width(self) -> int:
        return Content(f"{self.key} {self.text}").cell_length


def _is_general(binding: Binding) -> bool:
    return (binding.id or "").startswith(("app.", "go."))


class HintBar(Widget):
    """Keys with what they do, those of the focus first; what does not fit is left out, for `?` shows all.

    One widget that draws a line: the usual footer is a widget for each key, made anew whenever the focus moves.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    HintBar { height: 1; background: $panel; color: $foreground; padding: 0 1; }
    """

    class Wanted(Message):
        """A hint was clicked."""

        def __init__(self, action: str) -> None:
            """Say which action it stands for."""
            super().__init__()
            self.action = action

    def on_mount(self) -> None:
        """Hear of other bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._other)

    def _other(self, screen: Screen[object]) -> None:
        if self.is_attached and screen is self.screen:
            self.refresh()

    def _hints(self) -> Iterator[_Hint]:
        left = self.size.width
        also: Mapping[str, str] = getattr(self.screen, "also_shown", dict)()
        typing = is_text_box(self.screen.focused)
        bindings = [
            item for item in self.screen.active_bindings.values()
            if (item.binding.show or item.binding.id in also) and not (typing and is_typed(item.binding.key))
        ]  # fmt: skip
        seen: set[str] = set()
        first = list(also)

        def order(item: Any) -> tuple[bool, bool, int]:
            """What the focus can do, then what the screen can, then what can be done everywhere."""
            own = item.binding.id in also
            return (
                item.node is self.screen,
                _is_general(item.binding) and not own,
                first.index(item.binding.id or "") if own else len(first),
            )

        for item in sorted(bindings, key=order):
            binding: Binding = item.binding
            text = also.get(binding.id or "", binding.description)
            hint = _Hint(self.app.get_key_display(binding), text, binding.action, item.enabled)
            if binding.action in seen or hint.width > left:
                continue
            seen.add(binding.action)
            left -= hint.width + _GAP
            yield hint

    def render(self) -> Content:
        """The line."""
        pieces: list[str | tuple[str, str]] = []
        for hint in self._hints():
            pieces += [(hint.key, "$footer-key-foreground bold"), f" {hint.text}", " " * _GAP]
        return Content.assemble(*pieces)

    def on_click(self, event: events.Click) -> None:
        """Do what was clicked."""
        at = self.styles.padding.left
        for hint in self._hints():
            if at <= event.x < at + hint.width and hint.enabled:
                self.post_message(self.Wanted(hint.action))
                return
            at += hint.width + _GAP
