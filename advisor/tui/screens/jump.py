"""Jump mode: a letter on every part of the screen, and the letter goes there."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Offset
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static

from advisor.tui.actions import PLACES

_LETTERS = "asdfghjklqwertzuiop"


class Jump(ModalScreen[Widget | str | None]):
    """The letters; any other key ends it, so nobody is caught in it."""

    DEFAULT_CSS = """
    Jump { background: $background 40%; }
    Jump .letter { width: 3; height: 1; background: $accent; color: $background; text-style: bold; position: absolute; }
    Jump #places { dock: bottom; height: auto; width: 100%; background: $panel; color: $foreground; padding: 0 1; }
    """

    def __init__(self, below: Screen[None], targets: Sequence[Widget]) -> None:
        """Letters for the parts of the screen below, digits for the screens."""
        super().__init__()
        self.targets: dict[str, Widget] = dict(zip(_LETTERS, targets, strict=False))
        self.places = {str((n + 1) % 10): name for n, (name, _, _) in enumerate(PLACES)}

    def compose(self) -> ComposeResult:
        """A letter on each part."""
        for letter, part in self.targets.items():
            label = Static(f" {letter} ", classes="letter", markup=False)
            label.styles.offset = Offset(part.region.x, part.region.y)
            yield label
        titles = {name: title for name, _, title in PLACES}
        text = "   ".join(f"{digit} {titles[name]}" for digit, name in self.places.items())
        yield Static(
            Content.assemble(("a letter goes to that part, a digit to that screen:  ", "$quiet"), text), id="places"
        )

    def on_key(self, event: events.Key) -> None:
        """Go there."""
        event.stop()
        event.prevent_default()
        key = event.character or event.key
        self._end(self.targets.get(key) or self.places.get(key))

    def answers_to(self, character: str) -> bool:
        """Every letter and digit that stands on the screen."""
        return character in self.targets or character in self.places

    def give_way(self) -> None:
        """End: somebody writes a sentence."""
        self._end(None)

    def on_click(self) -> None:
        """A click ends it."""
        self._end(None)

    def _end(self, chosen: Widget | str | None) -> None:
        if self.is_current:  # a second key that was pressed before this one had its effect
            self.dismiss(chosen)
