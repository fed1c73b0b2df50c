"""A small Textual app in place of the real one: it shows what it hears."""

from __future__ import annotations

import io
import os

from textual.app import App, ComposeResult
from textual.events import Key, Paste, Resize
from textual.widgets import Static


class Tiny(App[None]):
    """Shows its size, what of its environment it knows, and the last key or paste; `q` ends it, `d` delivers a file."""

    ENABLE_COMMAND_PALETTE = False

    def compose(self) -> ComposeResult:
        known = [name for name in ("HOME", "PGPASSWORD") if name in os.environ]
        yield Static(f"tiny knows {' '.join(known)}.", markup=False)
        yield Static("", id="size", markup=False)
        yield Static("heard nothing", id="heard", markup=False)

    def on_resize(self, event: Resize) -> None:
        self.query_one("#size", Static).update(f"size {event.size.width} {event.size.height}")

    def on_key(self, event: Key) -> None:
        if event.key == "q":
            self.exit()
        if event.key == "d":
            self.deliver_text(
                io.StringIO("<script>run</script>"), save_filename='a"\nb\u2028.html', open_method="browser"
            )
        self.query_one("#heard", Static).update(f"heard {event.key}")

    def on_paste(self, event: Paste) -> None:
        self.query_one("#heard", Static).update(f"pasted {len(event.text)}")


if __name__ == "__main__":
    Tiny().run()
