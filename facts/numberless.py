"""Texts and patterns without their numbers: what can be said of a line whatever its digits are.

A log says few things, thousands of times, with other numbers. `shape` makes one text of all of those; `numberless` makes of a
pattern one that is found in the shape of whatever the pattern is found in. So a look at one shape tells of a million lines
that the pattern is found in none of them. (It may be found in a shape although it is in none of its lines: in `sct 0` for
`sct 2`. Those lines are looked at one by one.)

>>> shape("sd 2:0:1:0: [sdb] tag#12")
'sd 0:0:0:0: [sdb] tag#00'
>>> numberless("3w-[x-z]+: [2-4a]{2}(?!7)")
'0w\\\\-[x-z]{1,}:\\\\ [2-4a0]{2,2}'
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

_DIGITS = range(ord("0"), ord("9") + 1)
_TO_ZERO = dict.fromkeys(_DIGITS, "0")
_BYTES_TO_ZERO = bytes(ord("0") if n in _DIGITS else n for n in range(256))
_AT = {
    "AT_BEGINNING": "^", "AT_BEGINNING_STRING": r"\A", "AT_BOUNDARY": r"\b", "AT_NON_BOUNDARY": r"\B", "AT_END": "$",
    "AT_END_STRING": r"\Z",
}  # fmt: skip
_CATEGORIES = {
    "CATEGORY_DIGIT": r"\d", "CATEGORY_NOT_DIGIT": r"\D", "CATEGORY_SPACE": r"\s", "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w", "CATEGORY_NOT_WORD": r"\W",
}  # fmt: skip
_OF_DIGITS = frozenset(("CATEGORY_DIGIT", "CATEGORY_NOT_SPACE", "CATEGORY_WORD"))


def shape(text: str) -> str:
    """The text with each digit as 0; all its places stay where they are."""
    if text.isascii():
        return text.translate(_TO_ZERO)
    return text.encode("utf-8", "surrogatepass").translate(_BYTES_TO_ZERO).decode("utf-8", "surrogatepass")


def numberless(pattern: str, flags: int = 0) -> str:
    """A pattern that matches the shape of every text that `pattern` matches.

    Raises:
        ValueError: it refers back to what it has found, which has no such form.
    """
    parsed, letters = taken_apart(pattern, flags)
    return letters + sequence(parsed)


def taken_apart(pattern: str, flags: int = 0) -> tuple[Any, str]:
    """A pattern as Python's own parser takes it apart, and the flags that are set within it, as they are written."""
    parsed = import_module("re._parser").parse(pattern, flags)
    set_within = parsed.state.flags & (re.IGNORECASE | re.DOTALL | re.MULTILINE | re.ASCII) & ~flags
    letters = "".join(
        letter for letter, flag in (("i", re.I), ("s", re.S), ("m", re.M), ("a", re.A)) if set_within & flag
    )
    return parsed, f"(?{letters})" if letters else ""


def sequence(items: Any) -> str:
    """The numberless form of a pattern, or of a part of one, that was taken apart."""
    return "".join(_item(str(operator), value) for operator, value in items)


def _item(operator: str, value: Any) -> str:
    if operator == "LITERAL":
        return "0" if value in _DIGITS else re.escape(chr(value))
    if operator == "NOT_LITERAL":
        return r"[\s\S]" if value in _DIGITS else f"[^{_escaped(value)}]"
    if operator == "ANY":
        return "."
    if operator == "IN":
        return _set(value)
    if operator == "BRANCH":
        return "(?:" + "|".join(sequence(branch) for branch in value[1]) + ")"
    if operator == "SUBPATTERN":
        _, added, removed, inner = value
        if (added | removed) & ~re.IGNORECASE:
            raise ValueError("flags within a pattern")
        flags = ("i" if added else "") + ("-i" if removed else "")
        return f"(?{flags}:{sequence(inner)})"
    if operator == "ATOMIC_GROUP":
        return f"(?:{sequence(value)})"
    if operator.endswith("_REPEAT"):
        return _repeat(operator, *value)
    if operator == "AT":
        return _AT[str(value)]
    if operator == "ASSERT":
        return f"(?{'=' if value[0] > 0 else '<='}{sequence(value[1])})"
    if operator == "ASSERT_NOT":
        # Only what treats all digits alike says the same of a shape.
        return f"(?{'!' if value[0] > 0 else '<!'}{sequence(value[1])})" if _is_blind(value[1]) else ""
    raise ValueError(f"{operator} in a pattern")


def _repeat(operator: str, least: int, most: Any, inner: Any) -> str:
    text = sequence(inner)
    if len(inner) != 1 or str(inner[0][0]) not in ("LITERAL", "IN", "ANY", "BRANCH", "SUBPATTERN"):
        text = f"(?:{text})"
    times = f"{least}," if str(most) == "MAXREPEAT" else f"{least},{most}"
    if operator.startswith("MIN"):
        return f"{text}{{{times}}}?"
    # A run of characters ends in the shape where it ends in the text, if the digits are all among them, or none is.
    whole = operator.startswith("POSSESSIVE") and [str(name) for name, _ in inner] == ["IN"] and _is_blind(inner)
    return f"{text}{{{times}}}" + ("+" if whole else "")


def _escaped(character: int) -> str:
    return re.escape(chr(character)) if chr(character) not in "^]" else "\\" + chr(character)


def _set(items: Any) -> str:
    """A set of characters; of its digits it has all or none."""
    negated = str(items[0][0]) == "NEGATE"
    items = items[1:] if negated else items
    held = {digit for digit in _DIGITS if any(_holds(str(operator), value, digit) for operator, value in items)}
    parts = [_part(str(operator), value, without_zero=negated and len(held) < 10) for operator, value in items]
    if held and not negated:
        parts.append("0" if ord("0") not in held else "")
    text = "".join(parts)
    if not text:
        return r"[\s\S]"
    return f"[{'^' if negated else ''}{text}]"


def _holds(operator: str, value: Any, digit: int) -> bool:
    if operator == "LITERAL":
        return bool(value == digit)
    if operator == "RANGE":
        return bool(value[0] <= digit <= value[1])
    return str(value) in _OF_DIGITS


def _part(operator: str, value: Any, without_zero: bool) -> str:
    zero = ord("0")
    if operator == "LITERAL":
        return "" if without_zero and value == zero else _escaped(value)
    if operator == "RANGE":
        low, high = value
        if without_zero and low <= zero <= high:
            below = f"{_escaped(low)}-{_escaped(zero - 1)}" if low < zero else ""
            return below + (f"{_escaped(zero + 1)}-{_escaped(high)}" if high > zero else "")
        return f"{_escaped(low)}-{_escaped(high)}"
    return _CATEGORIES[str(value)]


def _is_blind(items: Any) -> bool:
    """Whether a pattern treats all digits alike."""
    for operator, value in items:
        name = str(operator)
        if name in ("LITERAL", "NOT_LITERAL"):
            if value in _DIGITS:
                return False
        elif name == "IN":
            held = {d for d in _DIGITS if any(_holds(str(o), v, d) for o, v in value if str(o) != "NEGATE")}
            if 0 < len(held) < 10:
                return False
        elif name == "BRANCH":
            if not all(_is_blind(branch) for branch in value[1]):
                return False
        elif name == "SUBPATTERN" or name.endswith("_REPEAT"):
            if not _is_blind(value[-1]):
                return False
        elif name in ("ASSERT", "ASSERT_NOT"):
            if not _is_blind(value[1]):
                return False
        elif name not in ("ANY", "AT"):
            return False
    return True
