"""Signs, values and events of a consultation in words, for echoes and lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from advisor.explanation.report import unit_of
from advisor.inference.matching import show
from facts.hosts import DEFAULT
from facts.schema import UNKNOWN, Value, templates
from facts.text import clean
from facts.units import UNLIMITED

if TYPE_CHECKING:
    from advisor.chat.tell import Understood
    from advisor.inference.view import ToldSign
    from advisor.interview.questions import Question
    from facts.cells import Observed

_SIZES = (("TB", 1 << 40), ("GB", 1 << 30), ("MB", 1 << 20), ("kB", 1 << 10))
_UNITS = ("bytes", "bytes-s", "percent", "seconds", "ms", "kb-s", "pages-s", "code")
"""Endings of slot names that the value says by its unit."""
_SHOWN = 100


def short(text: str, most: int = _SHOWN) -> str:
    """A text on one line, cut where it is long."""
    text = " ".join(clean(text).split())
    return text if len(text) <= most else text[: most - 1] + "…"


def size_text(value: float) -> str:
    """A number of bytes for people.

    >>> size_text(262144), size_text(8370728960.0), size_text(0), size_text(1000)
    ('256 kB', '7.796 GB', '0 B', '1,000 B')
    """
    for unit, size in _SIZES:
        if abs(value) >= size:
            return f"{show(value / size)} {unit}"
    return f"{show(value)} B"


def value_text(slot: str, value: Value) -> str:
    """A value of a slot with its unit.

    >>> value_text("dirty-ratio-percent", 40.0), value_text("recordsize-bytes", 8192.0), value_text("sync", "standard")
    ('40 %', '8 kB', 'standard')
    """
    if not isinstance(value, (int, float)):
        return short(str(value))
    unit = unit_of(slot)
    if value == UNLIMITED:
        return show(value)
    if slot.endswith("bytes-s"):
        return f"{size_text(value)}/s"
    if unit == "B":
        return size_text(value)
    return f"{show(value)} {unit}".rstrip()


def slot_text(slot: str) -> str:
    """The name of a slot in words, without its unit.

    >>> slot_text("dirty-ratio-percent"), slot_text("has-log-device"), slot_text("scan-rate-max-pages-s")
    ('dirty ratio', 'has log device', 'scan rate max')
    """
    for unit in _UNITS:
        slot = slot.removesuffix(f"-{unit}")
    return slot.replace("-", " ")


_NO_NAME = ("", "told")
"""Parts of a key that name nothing: what is told of a thing without a name is kept under this word."""


def cell_text(template: str, key: Iterable[str], slot: str, value: Value) -> str:
    """What is known at an address, in words."""
    named = [part for part in list(key)[1:] if part not in _NO_NAME]
    return f"{' '.join([template.replace('-', ' '), *named])}: {slot_text(slot)} {value_text(slot, value)}"


def told_cells(row: Observed) -> Iterator[tuple[str, Value, bool]]:
    """The slots of a row that say something beside its key and the numbers that stand for versions."""
    key = templates()[row.template].key
    for slot, cell in row.cells.items():
        if slot not in key and not slot.endswith("-code") and cell.value != UNKNOWN:
            yield slot, cell.value, cell.sure


def row_lines(row: Observed, only: str = "") -> list[str]:
    """What a told row says, a line for each slot, or for one."""
    names = templates()[row.template].key
    key = [row.host if name == "host" else str(row.cells[name].value) if name in row.cells else "" for name in names]
    return [
        cell_text(row.template, key, slot, value) + ("" if sure else " (not sure)")
        for slot, value, sure in told_cells(row)
        if only in ("", slot)
    ]


def signs_text(signs: Iterable[ToldSign]) -> str:
    """Signs in words: what is so, then what is not.

    A host is named only where it was said.
    """
    named: dict[str, list[str]] = {"present": [], "absent": []}
    for sign in signs:
        where = f" on {sign.host}" if sign.host not in ("", DEFAULT) else ""
        named[sign.state].append(sign.name.replace("-", " ") + where + ("" if sign.sure else " (not sure)"))
    parts = [", ".join(named["present"])] if named["present"] else []
    if named["absent"]:
        parts.append(f"not so: {', '.join(named['absent'])}")
    return "; ".join(parts)


def heard(understood: Understood) -> list[str]:
    """What was taken from sentences, a line for the signs and one for each row."""
    lines = [text] if (text := signs_text(s._replace(host="") for s in understood.signs)) else []
    lines += [line for row in understood.cells for line in row_lines(row)]
    lines += [
        f'"{wrong}" read as "{right}"' for pairs in understood.corrections.values() for wrong, right in pairs if lines
    ]
    return lines


def asked_text(question: Question | None, name: str) -> str:
    """A question in the middle of a sentence."""
    if question is None:
        return name
    return question.text if question.kind == "output" else f"“{question.text}”"


def event_text(kind: str, data: Mapping[str, Any], questions: Mapping[str, Question]) -> str:
    """One event of the log in words, to say what was taken back or holds again."""
    name = str(data.get("question") or "")
    about = asked_text(questions.get(name), name) if name else ""
    if kind == "answered":
        return f'your answer "{short(str(data.get("text")))}" to {about}'
    if kind == "captured":
        kinds = ", ".join(dict.fromkeys(str(item["kind"]) for item in data.get("inputs", ()))) or "command lines"
        return f"what was read last ({short(kinds)}){f', for {about}' if about else ''}"
    if kind == "skipped":
        return f"that you skipped {about}"
    if kind == "told":
        return f'what you said: "{short(str(data.get("text")))}"'
    if kind == "struck":
        return "that a fact was struck"
    if kind == "fixed":
        result = {"skipped": "left out", "open": "opened again"}.get(str(data.get("result")), data.get("result"))
        if data.get("result") == "open" and data.get("observed"):
            result = "seen to be not in force"
        return f"that step {data.get('step')} of the fix for {short(str(data.get('case')))} was {result}"
    if kind == "accepted":
        return f"that {short(str(data.get('record', {}).get('case')))} is known and accepted"
    return f"what came of it: {data.get('result') or kind}"
