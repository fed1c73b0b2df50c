"""What was observed for one conclusion, each line once and numbered, and its arguments that refer to the numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from facts.schema import templates

Json = dict[str, Any]


@dataclass(slots=True, frozen=True)
class Seen:
    """One observation: a row as one place shows it.

    Attributes:
        number: counted from 1, in the order in which the arguments need it.
        row: the address of the row.
        values: slot, value and unit of what matters of it; a name that the address holds already only where nothing else is.
        origin: where it was seen, as in the report.
        text: the line, or what was said.
    """

    number: int
    row: str
    values: tuple[tuple[str, Any, str], ...]
    origin: Json
    text: str


@dataclass(slots=True, frozen=True)
class Reason:
    """One argument as in the report, and the numbers of what it rests on."""

    evidence: Json
    numbers: tuple[int, ...]


def seen(item: Json) -> tuple[tuple[Seen, ...], tuple[Reason, ...]]:
    """The observations of a diagnosis or risk of the report, and its arguments, those that count first."""
    rows: dict[tuple[str, ...], dict[str, Json]] = {}
    needed = []
    for evidence in item["evidence"]:
        keys = []
        for fact in evidence["facts"]:
            row, _, slot = fact["address"].rpartition(".")
            key = (row, str(fact["origin"]), fact["text"])
            rows.setdefault(key, {}).setdefault(slot, fact)
            keys.append(key)
        needed.append((evidence, dict.fromkeys(keys)))
    kept = [key for key in rows if _says_more(key[0], rows[key]) or not _elsewhere(key[0], key, rows)]
    numbers = {key: number for number, key in enumerate(kept, 1)}
    found = tuple(_seen(numbers[key], key[0], rows[key]) for key in kept)
    reasons = [Reason(e, tuple(sorted(numbers[key] for key in keys if key in numbers))) for e, keys in needed]
    return found, tuple(sorted(reasons, key=lambda reason: not reason.evidence["counted"]))


def _names(row: str) -> tuple[str, ...]:
    """The slots that name a row; a sign that was told is no captured row, and has none."""
    known = templates()
    template = row.partition("[")[0]
    return tuple(known[template].key) if template in known else ()


def _says_more(row: str, facts: dict[str, Json]) -> bool:
    """Whether there is a value that the address does not hold already."""
    return any(slot not in _names(row) for slot in facts)


def _elsewhere(row: str, key: tuple[str, ...], rows: dict[tuple[str, ...], dict[str, Json]]) -> bool:
    """Whether the same row is seen with a value at another place."""
    return any(other != key and other[0] == row and _says_more(row, facts) for other, facts in rows.items())


def _seen(number: int, row: str, facts: dict[str, Json]) -> Seen:
    wanted = {slot: fact for slot, fact in facts.items() if slot not in _names(row)} or facts
    first = next(iter(facts.values()))
    values = tuple((slot, fact["value"], fact["unit"]) for slot, fact in wanted.items())
    return Seen(number, row, values, first["origin"], first["text"])
