"""Keys as they stand on a keyboard: ``ctrl+p`` is ``Ctrl+P``, ``question_mark`` is ``?``."""

from __future__ import annotations

from collections.abc import Iterable

from advisor.tui.key_names import MODIFIERS, character_name

_SIGNS = {character_name(chr(code)): chr(code) for code in range(0x21, 0x7F) if not chr(code).isalnum()}
_WORDS = {"pageup": "Page Up", "pagedown": "Page Down", "escape": "Esc"}


def readable(key: str) -> str:
    """One key in words.

    >>> readable("ctrl+p"), readable("question_mark"), readable("G"), readable("alt+u"), readable("shift+tab")
    ('Ctrl+P', '?', 'G', 'Alt+U', 'Shift+Tab')
    """
    *modifiers, last = key.split("+")
    if not last:
        return key
    with_modifier = any(modifier in MODIFIERS for modifier in modifiers)
    return "+".join([*(modifier.capitalize() for modifier in modifiers), _named(last, with_modifier)])


def _named(name: str, with_modifier: bool) -> str:
    if name in _SIGNS:
        return _SIGNS[name]
    if len(name) == 1:
        return name.upper() if with_modifier else name
    return _WORDS.get(name, name.replace("_", " ").capitalize())


def all_readable(keys: Iterable[str]) -> str:
    """Every key of an action; ``no key`` where it has none.

    >>> all_readable(["down", "j"]), all_readable([])
    ('Down  j', 'no key')
    """
    return "  ".join(readable(key) for key in keys if key) or "no key"
