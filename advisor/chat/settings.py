"""Settings that are told by their own name: `dirty_ratio is 40`, `use_large_pages=only`, `count=1000` of a dd."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from facts.schema import templates

if TYPE_CHECKING:
    from advisor.chat.cells import Cells, Sentence
    from advisor.chat.lore import Setting
    from advisor.chat.numbers import Number
    from advisor.chat.polarity import Clause
    from advisor.chat.words import Word

_UNLIMITED = 9.2e18


def take_settings(cells: Cells, part: Clause, numbers: list[Number], state: Sentence) -> None:
    """Take every setting of a clause that stands with its value."""
    words = part.words
    for setting, spot in cells.lore.settings.find(cells.phrases, words):
        at = max(spot) + 1
        between = state.text[words[max(spot)].end : words[at].start] if at < len(words) else ""
        if setting.equals and "=" not in between:
            continue
        while at < len(words) and _links(cells, setting.address, words[at]):
            at += 1
        at = changed_to(words, at)
        if at < len(words):
            _set(cells, setting, part, at, numbers, state)
    for position, word in enumerate(words):
        if word.text == "count" and "dd" in (w.text for w in words):
            _blocks(cells, part, position + 1, numbers, state)
        if word.text in cells.lore.postgres:
            _postgres(cells, part, position, numbers, state)


def _blocks(cells: Cells, part: Clause, at: int, numbers: list[Number], state: Sentence) -> None:
    """`count=` of a dd command: the total, where its block size is told too."""
    number = next((n for n in numbers if n.first == at and "count" in n.values), None)
    row = next((r for r in reversed(cells.rows) if r.template == "bulk-write" and "request-bytes" in r.cells), None)
    if number is None or row is None or row.cells["request-bytes"].origin.told != state.text:
        return
    total = float(row.cells["request-bytes"].value) * number.values["count"]
    cells.put(state, "bulk-write.total-bytes", total, part.sure, **cells.key("bulk-write.total-bytes", part, state))
    state.used.add(part.words[at].start)


def _links(cells: Cells, address: str, word: Word) -> bool:
    return word.text in cells.lore.links and not _symbol(address, word)


def _symbol(address: str, word: Word) -> str:
    """The symbol that a word is for a slot, or ""."""
    template, slot = address.split(".")
    allowed = templates()[template].slots[slot].allowed
    text = word.text.replace("_", "-")
    return text if text in allowed and text != "unknown" else ""


def _set(cells: Cells, setting: Setting, part: Clause, at: int, numbers: list[Number], state: Sentence) -> None:
    words = part.words
    key = cells.key(setting.address, part, state, setting.source)
    slot = templates()[setting.address.split(".")[0]].slots[setting.address.split(".")[1]]
    if words[at].text in setting.words:
        cells.put(state, setting.address, setting.words[words[at].text], part.sure, **key)
        return
    if not slot.numeric:
        if symbol := _symbol(setting.address, words[_changed_symbol(setting.address, words, at)]):
            cells.put(state, setting.address, symbol, part.sure, **key)
        return
    if words[at].text in ("unlimited", "infinity") and setting.source:
        cells.put(state, setting.address, _UNLIMITED, part.sure, **key)
        return
    number = next((n for n in numbers if n.first == at), None)
    if number is None:
        return
    kind = _kind_of(slot.name)
    plain = number.values.get("count")
    value = number.values.get(kind, plain * setting.scale if plain is not None else None)
    if value is not None and cells.put(state, setting.address, value, part.sure, **key):
        state.used.add(words[number.first].start)


def _postgres(cells: Cells, part: Clause, at: int, numbers: list[Number], state: Sentence) -> None:
    name = part.words[at].text
    at += 1
    while at < len(part.words) and part.words[at].text in cells.lore.links - {"on"}:
        at += 1
    number = next((n for n in numbers if n.first == changed_to(part.words, at)), None)
    if number is None:
        text = part.words[at].text if at < len(part.words) else ""
        if text in ("on", "off", "try", "minimal", "replica", "logical"):
            cells.put(state, "postgres-setting.text", text, part.sure, name=name)
        return
    values = {"bytes": "bytes", "seconds": "milliseconds", "count": "none", "percent": "none"}
    kind = next((k for k in ("bytes", "seconds", "count", "percent") if k in number.values), "")
    if kind:
        value = number.values[kind] * (1000 if kind == "seconds" else 1)
        for slot, cell in (("number", value), ("unit", values[kind]), ("text", number.text)):
            cells.put(state, f"postgres-setting.{slot}", cell, part.sure, name=name)
        state.used.add(part.words[number.first].start)


def _kind_of(slot: str) -> str:
    for kind in ("bytes", "percent", "seconds"):
        if slot.endswith(f"-{kind}"):
            return kind
    return "count"


def _changed_symbol(address: str, words: Sequence[Word], at: int) -> int:
    """Where the symbol stands that holds: of `from latency to throughput`, the second."""
    for position in range(at + 1, min(at + 4, len(words) - 1)):
        if words[position].text in ("to", "auf", "nach") and _symbol(address, words[position + 1]):
            return position + 1
    return at


def changed_to(words: Sequence[Word], at: int) -> int:
    """Where the value stands that holds: of `from 40 to 10`, the 10."""
    for position in range(at + 1, min(at + 4, len(words) - 1)):
        follows = words[position + 1].text
        if words[position].text in ("to", "auf", "nach") and follows[:1].isdecimal() and words[at].text[:1].isdecimal():
            return position + 1
    return at
