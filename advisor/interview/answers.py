"""What a reply in words comes to for a question: cells and signs, or one line that says what was expected."""

from __future__ import annotations

import re
from typing import NamedTuple

from advisor.chat.numbers import PERCENT, SECONDS, SIZES
from advisor.chat.phrases import fold
from advisor.inference.view import ToldSign
from advisor.interview.questions import Question
from advisor.session.session import Reply
from facts.captures import TOLD, Origin
from facts.observations import Cell, Observed
from facts.schema import Value, templates
from facts.text import clean
from facts.units import version_code

_YES = frozenset("y yes yep yeah ja j jo doch true present there right correct stimmt genau".split())
_NO = frozenset("n no nope nein ne nee false absent never nie keine kein not".split())
_UNKNOWN = frozenset(
    fold(text) for text in (
        "don't know", "dont know", "do not know", "i don't know", "no idea", "unknown", "dunno", "dk", "idk", "weiß nicht",
        "weiss nicht", "keine ahnung", "ich weiß nicht", "ich weiß es nicht", "unbekannt", "can't tell", "cannot tell",
        "not known", "kann ich nicht sagen", "can't say", "k.a.", "ka",
    )
)  # fmt: skip
_NOT_APPLICABLE = frozenset(
    fold(text) for text in (
        "n/a", "na", "not applicable", "does not apply", "doesn't apply", "entfällt", "trifft nicht zu", "gibt es nicht",
        "there is none", "gibt es hier nicht", "haben wir nicht", "we don't have that", "not here",
    )
)  # fmt: skip
_UNSURE = re.compile(
    r"[,;]?\s*(?:\(?\s*(?:not sure|i think|maybe|perhaps|probably|i guess|unsure|nicht sicher|vielleicht|wahrscheinlich|"
    r"vermutlich|glaube ich|ich glaube|i believe)\s*\)?|\?)\s*$|^(?:i think|maybe|perhaps|probably|i guess|i believe|"
    r"vielleicht|wahrscheinlich|vermutlich|ich glaube|wohl)[,\s]+",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"(?:about|around|roughly|approximately|some|ca\.?|circa|etwa|ungefähr|rund|~|=)?\s*"
    r"(?P<number>\d{1,15}(?:[.,'’ ]\d{3})*(?:[.,]\d{1,9})?)\s*(?P<unit>%|[A-Za-zµ]{1,12})?"
    r"(?P<rest>(?:\s*(?:/\s*|per |pro )?(?:s|sec|second|sekunde|pages?|seiten?)){0,3})[.]?",
    re.IGNORECASE,
)
_MARKED = re.compile(r"(\d{1,3})(?:([.,'’ ])\d{3})+([.,]\d+)?")
_UNIT_WORDS = {
    "bytes": "64 GB",
    "percent": "92 %",
    "seconds": "20 s",
    "milliseconds": "8 ms",
    "rate": "2,000",
    "count": "800",
}
_VERSION = re.compile(r"\d{1,4}(?:\.\d{1,6}){0,4}[\w.+-]{0,40}")
_LONGEST = 200


class Misread(NamedTuple):
    """A reply that is none to this question, and the line that says what would be."""

    text: str


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
    text = " ".join(clean(text).split())
    bare = fold(text).strip(" .!")
    if bare in _UNKNOWN or bare in _NOT_APPLICABLE:
        signs = _unused(question, text, host) if bare in _NOT_APPLICABLE else []
        return Reply(text, [], signs, unknown=not signs)
    sure = True
    if unsure := _UNSURE.search(text):
        sure, text = False, (text[: unsure.start()] + text[unsure.end() :]).strip()
    if question.kind == "sign":
        return _sign(text, question, host, sure)
    if question.kind == "uses":
        return _uses(text, question, host, sure)
    if question.kind == "value":
        return _value(text, question, host, key or {}, sure)
    return None


def _unused(question: Question, text: str, host: str) -> list[ToldSign]:
    """`Not applicable` to whether a sign is there means that it is not."""
    return [ToldSign(question.sign, "absent", text, host)] if question.kind == "sign" else []


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
    folded = fold(text).strip(" .!")
    chosen: set[str] = set()
    if folded in _NO or folded in ("none", "nothing", "nichts", "keines", "none of these", "nichts davon"):
        parts: list[str] = []
    else:
        parts = [p for p in re.split(r"[,;/+&]|\s+and\s+|\s+und\s+|\s+(?=\d)", folded) if p.strip()]
    for part in (p.strip() for p in parts):
        if part.isdigit() and 1 <= int(part) <= len(names):
            chosen.add(names[int(part) - 1])
            continue
        fitting = [n for n, said in question.choices.items() if part == fold(said) or part in fold(said).split()]
        if len(fitting) != 1:
            return (
                Misread(f"`{part}` is not in the list: give numbers from 1 to {len(names)}, or `none`")
                if part.isdigit()
                else None
            )
        chosen.add(fitting[0])
    origin = Origin(question=question.text, answer=text)
    return Reply(text, [], [
        ToldSign(name, "present" if name in chosen else "absent", text, host, "", sure, origin) for name in names
    ])  # fmt: skip


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
    if folded.isdigit():
        number = int(folded)
        if 1 <= number <= len(symbols):
            return symbols[number - 1]
        return Misread(f"give a number from 1 to {len(symbols)}")
    exact = [s for s in symbols if fold(s) == folded or fold(question.choices[s]) == folded]
    begun = exact or [s for s in symbols if fold(s).startswith(folded) or fold(question.choices[s]).startswith(folded)]
    return begun[0] if len(begun) == 1 else None


def read_amount(text: str, question: Question) -> float | Misread | None:
    """A number with the unit that a question asks for, in the unit of its slot; None where the text is no number."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        return None
    number, unit = _decimal(match["number"], question.value), (match["unit"] or "").lower()
    kind = question.value
    example = _UNIT_WORDS.get(kind, "")
    if unit in ("pages", "page", "seiten", "seite") and kind in ("rate", "count"):
        unit = ""
    unit = unit or question.bare.lower()
    value: float | None = None
    if kind == "bytes" and unit in SIZES:
        value = number * 1024.0 ** SIZES[unit]
    elif kind == "percent" and unit in ("", *PERCENT):
        value = number
    elif kind in ("seconds", "milliseconds") and unit in SECONDS:
        value = number * SECONDS[unit] * (1000 if kind == "milliseconds" else 1)
    elif kind in ("count", "rate") and unit in ("", "k"):
        value = number * (1000 if unit == "k" else 1)
    if value is None:
        missing = "has no unit" if not unit else f"has the unit `{match['unit'] or question.bare}`"
        return Misread(f"`{text}` {missing}; this asks for something like `{example}`")
    if not question.least <= value <= question.most:
        return Misread(
            f"`{text}` cannot be: the value lies between {_shown(question.least, kind)} and {_shown(question.most, kind)}"
        )
    return value


def _decimal(text: str, kind: str) -> float:
    """A number as people write it: marks between groups of three are none of a decimal fraction.

    >>> _decimal("2,000", "count"), _decimal("1,5", "bytes"), _decimal("2.000", "rate"), _decimal("1.500", "bytes")
    (2000.0, 1.5, 2000.0, 1.5)
    """
    marked = _MARKED.fullmatch(text)
    if marked and (marked[2] != "." or kind in ("count", "rate") or marked[3]):
        whole = text[: len(text) - len(marked[3] or "")]
        return float(re.sub(r"\D", "", whole) + (marked[3] or "").replace(",", "."))
    return float(text.replace(",", "."))


def _shown(value: float, kind: str) -> str:
    if kind != "bytes" or not 0 < value < 1e18:
        return f"{value:,.6g}"
    for unit, size in (("TB", 1 << 40), ("GB", 1 << 30), ("MB", 1 << 20), ("kB", 1 << 10)):
        if value >= size:
            return f"{value / size:,.6g} {unit}"
    return f"{value:,.6g} B"
