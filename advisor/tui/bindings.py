"""Textual's bindings, made from the table of actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual.binding import Binding, BindingType

from advisor.tui.actions import ACTIONS
from advisor.tui.key_names import is_typed

_NO_KEY = "no-key"
"""A name that no key has: an action without keys still has a binding, which a keymap may give one."""


def bindings(where: str, first: bool = False) -> list[BindingType]:
    """The bindings of one place.

    Args:
        where: `everywhere`, a screen or a widget, as in the table.
        first: whether their chords come before those of a widget that has the focus; letters never do.
    """
    found: list[BindingType] = []
    for action in ACTIONS:
        if action.where != where:
            continue
        chords, letters = split(action.keys)
        main = action.id if chords else letter_of(action.id)
        for name, keys, priority in ((action.id, chords, first), (letter_of(action.id), letters, False)):
            found.append(
                Binding(
                    ",".join(keys) or _NO_KEY, action.does, action.text, show=action.shown and name == main,
                    priority=priority, id=name,
                )
            )  # fmt: skip
    return found


def split(keys: Iterable[str]) -> tuple[list[str], list[str]]:
    """Keys that type nothing, and keys that type a letter or a sign."""
    every = list(keys)
    return [key for key in every if not is_typed(key)], [key for key in every if is_typed(key)]


def letter_of(action: str) -> str:
    """The name under which textual knows the letters of an action: they must not come before a text box."""
    return f"{action}.letter"


def action_of(binding: str) -> str:
    """The action whose binding has this name; "" for a binding that is not of the table."""
    return binding.removesuffix(".letter")


def keymap(keys: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Other keys for actions, as textual takes them."""
    found = {}
    for action, wanted in keys.items():
        chords, letters = split(wanted)
        found[action], found[letter_of(action)] = ",".join(chords) or _NO_KEY, ",".join(letters) or _NO_KEY
    return found
