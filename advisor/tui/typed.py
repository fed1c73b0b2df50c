"""Tell a sentence from a command: what is typed outside a text box, before any screen sees it.

Letters are commands outside a text box. Two letters within `GRACE_SECONDS` are a sentence instead: no command runs, and all of it,
with the first letter, goes to the text box. So a letter that does more than move waits that long before it acts, while one that only
moves acts at once and is taken back where a sentence follows. Every key and paste of every screen passes through here once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from textual import events
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

from advisor.tui.actions import effect_of
from advisor.tui.bindings import action_of
from advisor.tui.key_words import readable

if TYPE_CHECKING:
    from textual.widgets import Input, TextArea

    from advisor.tui.app import AdvisorApp

GRACE_SECONDS = 0.28
"""Letters closer together than this are a sentence. Fluent typists need 0.1 to 0.2 s a letter."""
STRAY_SECONDS = 1.5
"""A letter without a command starts a sentence if another letter follows within this."""
UNSEEN_SECONDS = 0.5
"""Nobody has read a question that came up less than this ago: a key is no answer to it."""
_CALM_SECONDS = 0.5
"""After this pause the person has seen the box, and Enter sends again."""
_PASTED_SECONDS = 0.03
"""Keys closer together than this come from a terminal that pastes as keys."""
_WITH_LETTERS_SECONDS = 0.1
"""Enter this soon after a letter was not pressed for what the letter led to."""
_STALE_SECONDS = 2.0
"""A command typed this long before its screen was ready is not run: the screen is not what the person saw."""
_AGAIN_SECONDS = 0.01
_KEPT = "what you typed is in the box and not sent: Enter sends it, Esc leaves the box"


def is_text_box(widget: Widget | None) -> bool:
    """Whether letters are typed into a widget. By name: a screen without a box need not import the classes."""
    return any(kind.__name__ in ("TextArea", "Input") for kind in type(widget).__mro__)


def _kind(event: events.Key) -> str:
    if event.key in ("enter", "backspace"):
        return event.key
    return "text" if event.character is not None and event.is_printable else "other"


class Typed:
    """Holds back what may become a sentence.

    Attributes:
        draft: text for the chat box that waits until its screen is there.
        continues: whether the draft goes on with what was written into the box last.
    """

    def __init__(self, app: AdvisorApp) -> None:
        """Nothing was typed yet."""
        self._app = app
        self.draft = ""
        self.continues = False
        self._held: list[events.Key] = []
        self._held_at = 0.0
        self._early = False
        self._moved: list[events.Key] = []
        self._back: Callable[[], None] | None = None
        self._screen: Screen[object] | None = None
        self._timer: Timer | None = None
        self._last = float("-inf")
        self._flowing = False
        self._box: Widget | None = None
        self._line_end = False
        self._skipped = 0.0

    def now(self) -> float:
        """The clock that keys and questions are compared by, in seconds."""
        return time.monotonic() + self._skipped

    @property
    def waiting(self) -> bool:
        """Whether a key was typed that has had no effect yet."""
        return bool(self._held)

    def elapse(self) -> None:
        """Let everything stand as if nobody had typed for a while; for tests, which need not wait."""
        self._skipped += STRAY_SECONDS
        self._app.call_later(self._elapse)

    async def _elapse(self) -> None:
        self._moved.clear()
        self._end_flow()
        if self._may_fire:
            await self._fire()

    # What comes in

    async def takes(self, event: events.Key | events.Paste) -> bool:
        """Look at a key or a paste first; whether it goes no further."""
        if isinstance(event, events.Paste):
            return self._pasted(event)
        kind = _kind(event)
        if self._flowing and self._flows(event, kind):
            return True
        if is_text_box(self._app.focused):
            return await self._written(event, kind)
        if kind == "text":
            return await self._letter(event)
        if kind == "enter":
            return await self._enter(event)
        return await self._other(event)

    def _pasted(self, event: events.Paste) -> bool:
        """A paste is text, wherever the focus is."""
        if is_text_box(self._app.focused) and not self._held:
            return False
        self._begin([*self._moved, *self._held])
        box = self._box
        if box is not None and is_text_box(box):
            self._end_flow()
            box._forward_event(event)
        else:
            self._put(event.text)
        return True

    async def _written(self, event: events.Key, kind: str) -> bool:
        """A key in a text box. In a box of one line, Enter waits for a moment: it may be the line end of pasted keys."""
        gap = event.time - self._last
        if self._held and kind == "text":
            if self._held[-1].key != "enter":  # typed on the list that had the focus until now
                self._begin([*self._moved, *self._held, event])
                return True
            if gap <= _PASTED_SECONDS:
                self._drop()
                # The way of the letters before it, which it must not overtake.
                await self._app.pass_on(events.Key("space", " "))
            else:
                await self._fire()
        elif self._held:
            await self._fire()
        single = not any(k.__name__ in ("TextArea", "PromptInput") for k in type(self._app.focused).__mro__)
        if kind == "enter" and single and gap <= _PASTED_SECONDS:
            self._hold(event, _PASTED_SECONDS)
            return True
        self._last = event.time
        return False

    async def _letter(self, event: events.Key) -> bool:
        gap, effect = event.time - self._last, self.effect(event)
        if gap > GRACE_SECONDS:
            self._moved.clear()
        if self._held and self._is_late(gap):
            await self._fire()
        if self._held:
            if {k.key for k in self._held} == {event.key} and effect != "none":  # a key held down is pressed once
                self._hold(event, GRACE_SECONDS)
            else:
                self._begin([*self._moved, *self._held, event])
            return True
        if effect == "moves":
            if not self._moved:
                self._back = self._app.place.bookmark() if self._app.place is not None else None
            self._moved.append(event)
            self._last = event.time
            return False
        if effect == "none" and (self._moved or self._own_box() is not None):
            self._begin([*self._moved, event])
        else:
            self._hold(event, STRAY_SECONDS if effect == "none" else GRACE_SECONDS)
        return True

    def _is_late(self, gap: float) -> bool:
        """Whether what is held would have acted before the key that came now, had there been no delay."""
        if self._held[0].key == "enter":
            return gap > _PASTED_SECONDS
        wait = STRAY_SECONDS if self.effect(self._held[0]) == "none" else GRACE_SECONDS
        return gap > wait and self._ready

    async def _enter(self, event: events.Key) -> bool:
        gap = event.time - self._last
        if self._held and (self._held[0].key == "enter" or self._is_late(gap)):
            await self._fire()
        if self._held:
            self._begin([*self._moved, *self._held, event])
        elif self._moved and gap <= _WITH_LETTERS_SECONDS:
            self._app.tell(Content("Enter came together with letters and did nothing: press it again"))
        else:
            self._moved.clear()
            self._hold(event, _PASTED_SECONDS)
        return True

    async def _other(self, event: events.Key) -> bool:
        """A key that types nothing: what was typed before it comes first; Esc and Backspace take that back."""
        self._moved.clear()
        if self._held and event.key in ("escape", "backspace") and self._held[0].key != "enter":
            dropped = self.effect(self._held[0]) != "none"
            self._drop()
            return dropped
        await self._fire()
        return False

    # A key that waits

    def effect(self, event: events.Key) -> str:
        """What a typed key does where it is typed: ``moves``, ``opens``, ``changes``, or ``none``."""
        screen = self._app.screen
        active = screen.active_bindings.get(event.key)
        if active is not None:
            return effect_of(action_of(active.binding.id or ""))
        answers: Callable[[str], bool] | None = getattr(screen, "answers_to", None)
        return "changes" if answers is not None and answers(event.character or "") else "none"

    def _hold(self, event: events.Key, seconds: float) -> None:
        if not self._held:
            self._held_at = event.time + self._skipped
            self._early = event.key != "enter" and not self._ready
        self._held.append(event)
        self._screen = self._app.screen
        self._last = event.time
        self._wait(seconds)

    def _wait(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._app.set_timer(seconds, self._waited)

    async def _waited(self) -> None:
        if not self._held:
            return
        # Keys that were typed in time may stand in the queue behind this timer.
        if self._app.message_queue_size or not self._may_fire:
            self._wait(_AGAIN_SECONDS)
        else:
            await self._fire()

    def _drop(self) -> None:
        self._held = []
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    async def _fire(self) -> None:
        """Do what the key that waited stands for, unless the person cannot have meant what it would do now."""
        if not self._held:
            return
        event = self._held[0]
        self._drop()
        app = self._app
        effect = self.effect(event) if event.key != "enter" else ""
        unseen = self._asked_since() > self._held_at - UNSEEN_SECONDS
        waited = time.monotonic() - event.time
        late = app.screen is not self._screen or (self._early and waited > _STALE_SECONDS)
        if effect == "none":
            keys = readable(app.keys_of("app.keys")[0])
            app.tell(Content(f"{event.character} does nothing here; {keys} shows the keys"))
        elif event.key == "enter" and unseen:
            app.tell(Content("Enter was pressed before this question came up and did nothing: press it again"))
        elif effect == "changes" and (unseen or app.busy):
            self._begin([event])
        elif late and not is_text_box(app.focused):
            app.tell(Content(f"{readable(event.key)} came before this screen was ready: press it again"))
        else:
            await app.pass_on(event)

    @property
    def _ready(self) -> bool:
        """Whether the screen that is up shows what it is about."""
        return bool(getattr(self._app.screen, "ready", True))

    @property
    def _may_fire(self) -> bool:
        """Whether what is held can act. Enter is for the lines that can be seen now, not for those that come."""
        return self._ready or (bool(self._held) and self._held[0].key == "enter")

    def _asked_since(self) -> float:
        return float(getattr(self._app.screen, "asked_since", float("-inf")))

    # A sentence

    def _begin(self, keys: list[events.Key]) -> None:
        """These keys are text: undo what they did, and put them into the box; so does what follows at once."""
        if self._moved and self._back is not None:
            self._back()
        self._drop()
        self._moved, self._back = [], None
        self._box, self._line_end = self._go_to_box(), False
        self._flowing, self.continues = True, False
        for key in keys:
            self._flows(key, _kind(key), first=True)

    def _flows(self, event: events.Key, kind: str, first: bool = False) -> bool:
        """Take one more key into the sentence; False where the key is none of it."""
        if kind == "other" or (not first and event.time - self._last > _CALM_SECONDS):
            self._end_flow()
            return False
        self._last = event.time
        if kind == "enter":
            self._line_end = True
            self._app.tell(Content(_KEPT))
        elif kind == "backspace":
            self._take_back()
        else:
            if self._line_end:
                self._put("\n")
                self._line_end = False
            self._put(event.character or "")
        return True

    def _end_flow(self) -> None:
        self._flowing, self._line_end = False, False

    def _own_box(self) -> Widget | None:
        place = self._app.place
        return place.writes_to() if place is not None and place is self._app.screen else None

    def _go_to_box(self) -> Widget | None:
        """The box that the sentence goes to; None for the chat box of a screen that is not up yet."""
        app = self._app
        if is_text_box(app.focused):
            return app.focused
        gives_way: Callable[[], None] | None = getattr(app.screen, "give_way", None)
        if gives_way is not None:
            gives_way()
        place = app.place
        box = place.writes_to() if place is not None else None
        if place is not None and box is not None:
            if place is app.screen or gives_way is not None:
                place.enter(box)
                place.set_focus(box)  # at once: the next key may be here already
            return box
        if place is app.screen or gives_way is not None:
            app.go("advisor")
        else:
            app.tell(Content("what you typed is in the box of the Advisor screen; a number or Enter answers here"))
        return None

    def _put(self, text: str) -> None:
        """Write into the box, or keep the text until the box is there."""
        if self._box is None or not self._box.is_attached:
            self.draft += text
            if self._app.place is not None:
                self._box = self._app.place.take_draft()
        elif hasattr(self._box, "insert_text_at_cursor"):
            box = cast("Input", self._box)
            box.insert_text_at_cursor(text.replace("\n", " "))
            at_end = box.cursor_position
            box.call_later(lambda: setattr(box, "cursor_position", max(at_end, box.cursor_position)))
        else:
            cast("TextArea", self._box).insert(text)

    def _take_back(self) -> None:
        if self._line_end:
            self._line_end = False
        elif self._box is None:
            self.draft = self.draft[:-1]
        else:
            cast("Input | TextArea", self._box).action_delete_left()
