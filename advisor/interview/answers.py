"""What a reply in words comes to for a question: cells and signs, or one line that says what was expected."""

from __future__ import annotations

import re

from advisor.chat.words import fold
from advisor.inference.view import ToldSign
from advisor.interview.amounts import Misread, read_amount
from advisor.interview.questions import Question
from advisor.session.session import Reply
from facts.captures import TOLD, Origin
from facts.cells import Cell, Observed
from facts.schema import Value, templates
from facts.text import clean
from facts.units import version_code

__all__ = ["Misread", "is_number", "read_reply"]

_YES = frozenset("y yes yep yeah ja j jo doch true present there right correct stimmt genau so schon".split())
_NO = frozenset("n no nope nein ne nee false absent never nie keine kein not nicht".split())
_UNKNOWN = frozenset(
    fold(text) for text in (
        "don't know", "dont know", "do not know", "i do not know", "i don't know", "no idea", "unknown", "dunno", "dk", "idk", "weiß nicht",
        "weiss nicht", "keine ahnung", "weiß ich nicht", "weiss ich nicht", "das weiß ich nicht", "weiß ich auch nicht", "weiß es nicht",
        "kein plan", "keinen plan", "keine idee", "k. a.", "ich weiß nicht", "ich weiß es nicht", "unbekannt", "can't tell", "cannot tell",
        "not known", "kann ich nicht sagen", "can't say", "k.a.", "k.a", "ka", "unsicher", "not sure", "nicht sicher", "i'm not sure",
        "bin nicht sicher", "ich bin nicht sicher", "no clue", "keinen schimmer",
    )
)  # fmt: skip
_NOT_APPLICABLE = frozenset(
    fold(text) for text in (
        "n/a", "na", "n.a", "not applicable", "does not apply", "doesn't apply", "entfällt", "trifft nicht zu", "gibt es nicht",
        "there is none", "gibt es hier nicht", "haben wir nicht", "we don't have that", "not here",
    )
)  # fmt: skip
_UNSURE = re.compile(
    r"(?:[,;]|(?<!\s))\s*(?:(?:\(\s*)?(?:not sure|i think|maybe|perhaps|probably|i guess|unsure|nicht sicher|vielleicht|wahrscheinlich|"
    r"vermutlich|glaube ich|ich glaube|i believe)(?:\s*\))?|\?)\s*$|^(?:i think|maybe|perhaps|probably|i guess|i believe|"
    r"vielleicht|wahrscheinlich|vermutlich|ich glaube|wohl|eher)[,\s]+",
    re.IGNORECASE,
)
_VERSION = re.compile(r"\d{1,4}(?:\.\d{1,6}){0,4}[\w.+-]{0,40}")
_LONGEST = 200
_MOST = 600
"""Characters; what is longer is no short reply."""
_MOST_DIGITS = 6
_POINTS = " .,;:!?-+&/"
_NONE = (
    "none",
    "nothing",
    "nichts",
    "keines",
    "keins",
    "none of these",
    "none of them",
    "nichts davon",
    "keines davon",
)
_ARTICLES = ("a", "an", "the", "ein", "eine", "einen", "der", "die", "das")


def read_reply(text: str, question: Question, host: str, key: dict[str, str] | None = None) -> Reply | Misread | None:
    """What a short reply to a question comes to.

    Args:
        text: the reply, one line.
        question: the question; that for an output has no short answer but *don't know*.
        host: the host that is spoken of.
        key: for a value, the names of what it belongs to (pool, dataset, ...), as far as they are known.

    Returns:
        The reply; what was expected, where it looks like an answer and is none; or None for something else, such as a
        sentence.
    """
    if len(text) > _MOST:
        return None
    said = " ".join(clean(text).split())
    bare = fold(said).strip(" .!?")
    if (bare in _UNKNOWN or bare in _NOT_APPLICABLE) and bare not in map(fold, question.choices.values()):
        signs = _unused(question, said, host) if bare in _NOT_APPLICABLE else []
        return Reply(said, [], signs, unknown=not signs)
    text = said
    while unsure := _UNSURE.search(text):
        text = (text[: unsure.start()] + text[unsure.end() :]).strip()
    sure = text == said
    if not sure and not text.strip(_POINTS):
        return Reply(said, [], [], unknown=True) if said.strip(_POINTS) else None
    found: Reply | Misread | None = None
    if question.kind == "sign":
        found = _sign(text, question, host, sure)
    elif question.kind == "uses":
        found = _uses(text, question, host, sure)
    elif question.kind == "value":
        found = _value(text, question, host, key or {}, sure)
    return found._replace(text=said) if isinstance(found, Reply) else found


def _unused(question: Question, text: str, host: str) -> list[ToldSign]:
    """`Not applicable` means that the sign is not there, or that what it asks about is not in use."""
    names = [question.sign] if question.kind == "sign" else list(question.uses)
    origin = Origin(question=question.text, answer=text)
    return [ToldSign(names[0], "absent", text, host, origin=origin)] if len(names) == 1 else []


def _sign(text: str, question: Question, host: str, sure: bool) -> Reply | None:
    word = fold(text).strip(" .!,")
    if word not in _YES | _NO:
        return None
    state = "present" if word in _YES else "absent"
    origin = Origin(question=question.text, answer=text)
    return Reply(text, [], [ToldSign(question.sign, state, text, host, "", sure, origin)])


def _uses(text: str, question: Question, host: str, sure: bool) -> Reply | Misread | None:
    """Numbers or names of what is in use; the others are not."""
    names = list(question.choices)
    folded = fold(text).strip(_POINTS)
    if not folded:
        return None
    chosen: set[str] = set()
    if folded in _NO or folded in _NONE:
        parts: list[str] = []
    else:
        parts = [p for p in re.split(r"[,;/+&]|(?<!\s)\s+(?:(?:and|und)\s+|(?=\d))", folded) if p.strip()]
    for part in (p.strip() for p in parts):
        if is_number(part):
            if not 1 <= int(part) <= len(names):
                return Misread(f"`{part}` is not in the list: give numbers from 1 to {len(names)}, or `none`")
            chosen.add(names[int(part) - 1])
            continue
        fitting = [n for n, said in question.choices.items() if _names(part, said)]
        if len(fitting) != 1:
            return Misread(f"`{part}` may be {' or '.join(question.choices[n] for n in fitting)}") if fitting else None
        chosen.add(fitting[0])
    origin = Origin(question=question.text, answer=text)
    return Reply(text, [], [
        ToldSign(name, "present" if name in chosen else "absent", text, host, "", sure, origin) for name in names
    ])  # fmt: skip


def _names(part: str, said: str) -> bool:
    """Whether a few words mean one choice: each of them is a word of it, or the beginning of one."""
    words = re.findall(r"\w+", fold(said))
    parts = [p for p in re.findall(r"\w+", part) if p not in _ARTICLES]
    return bool(parts) and all(p in words or (len(p) > 3 and any(w.startswith(p) for w in words)) for p in parts)


def is_number(text: str) -> bool:
    """Whether a text is a number of a list: few digits, and no sign that only looks like one."""
    return text.isascii() and text.isdecimal() and len(text) < _MOST_DIGITS


def _value(text: str, question: Question, host: str, key: dict[str, str], sure: bool) -> Reply | Misread | None:
    found: Value | Misread | None
    if question.value == "choice":
        found = _choice(text, question)
    elif question.value == "version":
        found = text if _VERSION.fullmatch(text) else None
    elif question.value == "text":
        found = text[:_LONGEST] if text else None
    else:
        found = read_amount(text, question)
    if found is None or isinstance(found, Misread):
        return found
    template, _, slot = question.address.partition(".")
    schema = templates()[template]
    origin = Origin(question=question.text, answer=text)
    try:
        cells = {slot: Cell(schema.slots[slot].coerce(found), origin, TOLD, sure=sure)}
        for name, part in _key(question, key).items():
            cells[name] = Cell(schema.slots[name].coerce(part), origin, TOLD, sure=sure)
    except ValueError:
        return Misread(f"`{text}` is not what this asks for")
    if question.code and (code := _code(text, template, question.code)) is not None:
        cells[question.code] = Cell(code, origin, TOLD, sure=sure)
    return Reply(text, [Observed(template, host, cells)], [])


def _code(text: str, template: str, slot: str) -> Value | None:
    """A version as the number that rules compare."""
    if template == "oracle-instance":
        from facts.readers._oracle import version_slots

        return version_slots(text).get(slot) if re.fullmatch(r"\d+(?:\.\d+)*", text) else None
    return version_code(text)


def _key(question: Question, key: dict[str, str]) -> dict[str, Value]:
    """The key slots of the row: what is fixed, what is known, and a name that stands for the only one."""
    template = templates()[question.address.partition(".")[0]]
    found: dict[str, Value] = {name: part for name, part in question.key.items() if part != "?"}
    for name in template.key:
        if name != "host" and name not in found:
            known = key.get(name, "")
            found[name] = known or (1 if template.slots[name].numeric else _STANDS_FOR.get(name, ""))
    return found


_STANDS_FOR = {"pool": "pool", "dataset": "pool"}
"""What stands for the only pool, where nobody named it; chat does the same."""


def _choice(text: str, question: Question) -> str | Misread | None:
    symbols = list(question.choices)
    folded = fold(text).strip(" .!")
    if not folded:
        return None
    if is_number(folded):
        number = int(folded)
        if 1 <= number <= len(symbols):
            return symbols[number - 1]
        return Misread(f"give a number from 1 to {len(symbols)}")
    exact = [s for s in symbols if fold(s) == folded or fold(question.choices[s]) == folded]
    begun = exact or [s for s in symbols if fold(s).startswith(folded) or fold(question.choices[s]).startswith(folded)]
    return begun[0] if len(begun) == 1 else None
