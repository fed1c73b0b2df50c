"""What the command palette offers: the actions of the screen, and what can be said in the conversation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.app import SystemCommand

from advisor.tui.actions import ACTIONS, EVERYWHERE, PLACES
from advisor.tui.key_words import all_readable

if TYPE_CHECKING:
    from advisor.tui.app import AdvisorApp
    from advisor.tui.screens.place import Place

_NEEDS_WORDS = frozenset(
    {"explain", "search", "what-if", "open", "strike", "why-not", "change", "paste", "quit", "help", "save", "export"}
)
"""Commands of the conversation that need more words than their name, or are actions of the screen."""
_NOT_HERE = frozenset({"app.palette", "app.next-part", "app.previous-part"})


def commands(app: AdvisorApp) -> Iterator[SystemCommand]:
    """The screens, then what can be done here, then what can be said."""
    place = app.place
    if place is None:
        return
    for name, _, title in PLACES:
        yield SystemCommand(title, f"goes to {title}   {_keys(app, f'go.{name}')}", partial(app.go, name))
    here = (EVERYWHERE, place.NAME, *place.ALSO_DOES)
    for action in ACTIONS:
        if action.where in here and not action.id.startswith("go.") and action.id not in _NOT_HERE:
            said = f"{action.help or action.text}   {_keys(app, action.id)}"
            yield SystemCommand(action.text, said, partial(_run, app, place, action.does))
    yield SystemCommand("New session", "begins a new session, after asking; the present one is kept", app.ask_to_begin)
    yield from _said(app)


def _said(app: AdvisorApp) -> Iterator[SystemCommand]:
    from advisor.conversation.commands import HELP

    for name, text in HELP.items():
        if name.split()[0] not in _NEEDS_WORDS:
            yield SystemCommand(f"say: {name}", text, partial(_say, app, name.split()[0]))


def _say(app: AdvisorApp, text: str) -> None:
    app.go("advisor")
    app.say(text)


async def _run(app: AdvisorApp, place: Place, action: str) -> None:
    await app.run_action(action, default_namespace=place)


def _keys(app: AdvisorApp, action: str) -> str:
    return all_readable(app.keys_of(action))
