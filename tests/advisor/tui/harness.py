"""The application driven by keys, without a terminal."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from unittest import mock

from textual import _wait, events
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.widget import Widget

from advisor import image
from advisor.tui.app import AdvisorApp, Options
from advisor.tui.widgets.chat_input import ChatInput
from tests.kb.examples import knowledge

NORMAL = (120, 40)
SMALL = (80, 24)
WIDE = (200, 60)
_PATIENCE_SECONDS = 60.0
_FRAME_SECONDS = 0.02


class Driver:
    """Somebody at the keyboard.

    Attributes:
        app: the application. pilot: textual's own driver.
    """

    def __init__(self, app: AdvisorApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until everything that they began is done."""
        self.app.typed.elapse()
        for key in keys:
            await self.pilot.press(key)
            for _ in range(2):  # time passes before the key acts, since together they would be a sentence, and after it
                self.app.typed.elapse()
                await self.pilot.pause()
        await self.settled()

    async def type(self, text: str, gap: float = 0.0) -> None:
        """Type on whatever has the focus, with so many seconds between the keys, and wait for what comes of it."""
        for character in text:
            self.app.post_message(events.Key(_KEYS.get(character, character), character))
            if gap:
                await asyncio.sleep(gap)
        await self.pilot.pause()
        await self.settled()

    async def write(self, text: str, enter: bool = True) -> None:
        """Write into what has the focus, key after key; textual's own way waits after each of them."""
        for character in text:
            self.app.post_message(events.Key(_KEYS.get(character, character), character))
        await self.pilot.pause()
        if enter:
            self.app.typed.elapse()
            await self.pilot.press("enter")
        await self.settled()

    async def paste(self, text: str, enter: bool = True) -> None:
        """Paste into what has the focus."""
        assert self.app.screen.focused is not None, "nothing has the focus"
        self.app.post_message(events.Paste(text))
        await self.pilot.pause()
        if enter:
            await self.press("enter")
        await self.settled()

    async def settled(self) -> None:
        """Wait until the desk and the screens have nothing to do."""
        for turn in range(int(_PATIENCE_SECONDS / 0.02)):
            await self.pilot.pause()
            if self.app.typed.waiting or not turn:
                self.app.typed.elapse()
                await self.pilot.pause()
            running = [w for w in self.app.workers if not w.is_finished]
            filling = self.app.place is not None and self.app.place.filling
            if not (self.app.busy or self.app.desk.loading or running or filling or self._sending()):
                await asyncio.sleep(_FRAME_SECONDS)  # what waits for the screen to be drawn anew
                await self.pilot.pause()
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"still {self.app.busy or 'working'} after {_PATIENCE_SECONDS} s")

    def _sending(self) -> bool:
        """Whether Enter was pressed in a text box that still waits whether more keys follow."""
        return any(box.sending for box in self.app.screen.query(ChatInput))

    @property
    def text(self) -> str:
        """What stands on the screen, line by line."""
        return screen_text(self.app)

    @property
    def place(self) -> str:
        """The screen that is up."""
        assert self.app.place is not None
        return self.app.place.NAME


_KEYS = {
    " ": "space", "\n": "enter", ".": "full_stop", ",": "comma", "/": "slash", "-": "minus", "_": "underscore", "?": "question_mark",
    "'": "apostrophe", '"': "quotation_mark", ":": "colon", ";": "semicolon", "(": "left_parenthesis", ")": "right_parenthesis",
    "%": "percent_sign", "=": "equals_sign", "+": "plus", "*": "asterisk", "@": "at", "#": "number_sign", "$": "dollar_sign",
    "[": "left_square_bracket", "]": "right_square_bracket", "<": "less_than_sign", ">": "greater_than_sign", "!": "exclamation_mark",
    "&": "ampersand", "|": "vertical_line", "\\": "backslash", "~": "tilde", "`": "grave_accent", "^": "circumflex_accent",
    "{": "left_curly_bracket", "}": "right_curly_bracket",
}  # fmt: skip


_parse = Stylesheet._parse_rules
_parsed: dict[object, list[RuleSet]] = {}


def _parsed_once(self: Stylesheet, css: str, *named: object, **more: object) -> list[RuleSet]:
    """The rules of a style sheet, which are the same in every application of a theme."""
    key = css, named, tuple(more.items()), tuple(self._variables.items())
    if key not in _parsed:
        _parsed[key] = _parse(self, css, *named, **more)  # type: ignore[arg-type]
    return _parsed[key]


@contextmanager
def at_small_cost() -> Iterator[None]:
    """What each start of the application would make anew, and keep for good, is made once: the knowledge and the styles.

    What a session reads stays garbage that is collected, and waiting takes a quarter of the steps that textual's own does.
    """
    with (
        mock.patch.object(image, "load", knowledge),
        mock.patch.object(Stylesheet, "_parse_rules", _parsed_once),
        mock.patch.object(gc, "freeze", return_value=None),
        mock.patch.object(_wait, "SLEEP_GRANULARITY", _wait.SLEEP_GRANULARITY / 4),
    ):
        yield


@asynccontextmanager
async def running(
    folder: Path, size: tuple[int, int] = NORMAL, options: Options | None = None
) -> AsyncIterator[Driver]:
    """The application at a size, with its sessions in a folder."""
    with at_small_cost():
        app = AdvisorApp(options or Options(db=folder / "sessions.db"))
        async with app.run_test(size=size, notifications=True) as pilot:
            driver = Driver(app, pilot)
            await driver.settled()
            yield driver


def drive(
    folder: Path,
    act: Callable[[Driver], Awaitable[None]],
    size: tuple[int, int] = NORMAL,
    options: Options | None = None,
) -> None:
    """Run an application, and let `act` press its keys."""

    async def main() -> None:
        async with running(folder, size, options) as driver:
            await act(driver)

    asyncio.run(main())


def screen_text(app: AdvisorApp) -> str:
    """What stands on the screen as plain text, blanks at line ends dropped."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    lines = ["".join(segment.text for segment in strip) for strip in strips[:height]]
    return "\n".join(line[: width * 2].rstrip() for line in lines).rstrip() + "\n"


def widget_lines(widget: Widget) -> Iterable[str]:
    """What a widget of the line kind draws."""
    return ("".join(segment.text for segment in widget.render_line(y)) for y in range(widget.size.height))
