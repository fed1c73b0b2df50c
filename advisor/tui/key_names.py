"""The names of keys, as textual gives them, known without loading it; a test compares the two."""

from __future__ import annotations

import unicodedata

MODIFIERS = ("alt", "ctrl", "hyper", "meta", "shift", "super")
"""In the order in which they stand before a key."""

NAMED = frozenset(
    [
        *"backspace delete down end enter escape home insert left menu pagedown pageup pause print_screen right space tab up".split(),
        *"add decimal divide equal kp_begin multiply separator subtract".split(),  # of the number pad
        *"lower_volume mute_volume raise_volume media_fast_forward media_pause media_play media_play_pause media_record".split(),
        *"media_reverse media_rewind media_stop media_track_next media_track_previous".split(),
        *(f"f{number}" for number in range(1, 36)),
    ]
)
"""Keys that no character stands for, and the space."""

_RENAMED = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}

_OTHER_NAMES = {
    "esc": "escape", "return": "enter", "cr": "enter", "del": "delete", "ins": "insert", "bs": "backspace",
    "pgup": "pageup", "pgdn": "pagedown", "pgdown": "pagedown", "page_up": "pageup", "page_down": "pagedown",
    "dot": "full_stop", "period": "full_stop", "hash": "number_sign", "question": "question_mark", "spc": "space",
    "control": "ctrl", "c": "ctrl", "m": "alt", "option": "alt", "s": "shift", "cmd": "super", "win": "super",
}  # fmt: skip

_SENT_AS = {"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+h": "backspace", "ctrl+left_square_bracket": "escape"}


class UnknownKey(ValueError):
    """A key that textual never reports.

    Attributes:
        help: what to write instead; "" where nothing is near.
    """

    def __init__(self, key: str, help: str) -> None:
        super().__init__(f"there is no key `{key}`")
        self.help = help


def character_name(character: str) -> str:
    """The name of the key that types a character: itself for a letter or a digit, such as ``slash`` for others.

    Raises:
        ValueError: no key types it.
    """
    if character.isalnum():
        return character
    name = unicodedata.name(character).lower().replace("-", "_").replace(" ", "_")
    return _RENAMED.get(name, name)


CHARACTERS = frozenset(character_name(chr(code)) for code in range(0x21, 0x7F))
"""The names of the characters that an American keyboard types, without the space."""


def is_typed(key: str) -> bool:
    """Whether a key, as `canonical` gives it, is a character in a text."""
    return key == "space" or key in CHARACTERS or (len(key) == 1 and key.isprintable())


def canonical(key: str) -> str:
    """The name under which textual reports a key: ``/`` is ``slash``, modifiers stand in order.

    Raises:
        UnknownKey: it never reports such a key.
    """
    *modifiers, last = _parts(key)
    if any(modifier not in MODIFIERS for modifier in modifiers):
        raise UnknownKey(key, _advice("+".join([*(_nearest(m, MODIFIERS) for m in modifiers), last]), key))
    if len(last) == 1 and last.isprintable():
        last = character_name(last)
    elif last not in NAMED and last not in CHARACTERS:
        nearest = _nearest(last, [*sorted(NAMED | CHARACTERS)])
        raise UnknownKey(key, _advice("+".join([*modifiers, nearest]), key))
    full = "+".join([*sorted(set(modifiers)), last])
    if full == "ctrl+at":
        return "ctrl+@"
    if full in _SENT_AS:
        raise UnknownKey(key, f"write `{_SENT_AS[full]}`: most terminals send the same for both")
    _refuse_shifted(key, modifiers, last)
    return full


def _parts(key: str) -> list[str]:
    if key.endswith("+"):  # the plus itself: `+`, `ctrl++`
        return [*key[:-1].rstrip("+").split("+"), "+"] if len(key) > 1 else ["+"]
    return key.split("+")


def _refuse_shifted(key: str, modifiers: list[str], last: str) -> None:
    """A terminal has no shift beside a character: it sends the other character."""
    if not is_typed(last) or last == "space":
        return
    if modifiers and len(last) == 1 and last != last.lower():
        raise UnknownKey(key, f"write `{'+'.join([*modifiers, last.lower()])}`")
    if modifiers == ["shift"]:
        upper = last.upper() if len(last) == 1 and last.upper() != last else ""
        raise UnknownKey(key, f"write `{upper}`" if upper else "write the character that shift gives")


def _nearest(word: str, choices: list[str] | tuple[str, ...]) -> str:
    import difflib

    if word in choices:
        return word
    lower = word.lower()
    if _OTHER_NAMES.get(lower) in choices:
        return _OTHER_NAMES[lower]
    return next(iter(difflib.get_close_matches(lower, choices, 1, 0.6)), word)


def _advice(instead: str, key: str) -> str:
    try:
        return f"did you mean `{instead}`?" if instead != key and canonical(instead) else ""
    except UnknownKey:
        return ""
