"""The first line: where one can go, and where one is."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from advisor.tui.actions import PLACES

_SHORT = {
    "help": "Help", "advisor": "Ask", "evidence": "Evid", "diagnosis": "Diag", "fix": "Fix", "runbook": "Run",
    "cases": "Cases", "sessions": "Sess", "training": "Train", "start": "Start",
}  # fmt: skip
_WIDE = 118


class NavBar(Widget):
    """The names of the screens with their keys; a click goes there."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    NavBar { height: 1; background: $panel; color: $quiet; }
    """

    class Wanted(Message):
        """Somebody wants to go to a screen."""

        def __init__(self, place: str) -> None:
            """Say which."""
            super().__init__()
            self.place = place

    def __init__(self, here: str, keys: dict[str, str]) -> None:
        """The bar of the screen `here`; `keys` maps the places to their keys."""
        super().__init__()
        self.here, self.keys = here, keys

    def _parts(self) -> list[tuple[str, str]]:
        wide = self.size.width >= _WIDE
        places = PLACES if wide else [p for p in PLACES if p[0] != "start"]
        return [
            (name, f"{self.keys.get(name, '').upper()} {title if wide else _SHORT[name]}".strip())
            for name, _, title in places
        ]

    def render(self) -> Content:
        """Each name with its key; the present one stands out."""
        pieces: list[Content | str | tuple[str, str]] = []
        gap = "  " if self.size.width >= _WIDE else " "
        for name, text in self._parts():
            here = name == self.here
            pieces.append((f"[{text}]" if here else text, "$strong bold" if here else ""))
            pieces.append(gap)
        return Content.assemble(*pieces).truncate(max(self.size.width, 1))

    def on_click(self, event: events.Click) -> None:
        """Go to the name that was clicked."""
        gap = 2 if self.size.width >= _WIDE else 1
        at = 0
        for name, text in self._parts():
            width = len(text) + (2 if name == self.here else 0)
            if at <= event.x < at + width:
                self.post_message(self.Wanted(name))
                return
            at += width + gap
