"""The complaint in a ticket: what running text among the captures tells, with its lines.

A ticket holds the complaint, and a report what was set. But a number in prose may be anybody's: a default, an example,
another host. So it counts as not sure, stands back behind every capture of the same thing, and where prose disagrees
with itself about a size or a version, it says nothing. Only a setting may change in the course of a story.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from advisor import image
from advisor.chat.lore import lore
from advisor.chat.tell import InputError, Understood, understand
from advisor.inference.view import ToldSign
from advisor.knowledge import Knowledge
from facts.captures import Origin
from facts.cells import Observed, key_of
from facts.inputs import Bundle
from facts.observations import Observations
from facts.patterns import lazy
from facts.prose import Prose
from facts.reading import Span
from facts.schema import UNKNOWN, Value, templates

_SUPPOSED = lazy(
    r"\b(?:for (?:instance|example)|e\.g\.|if|suppose|imagine|would|zum beispiel|z\. ?b\.|wenn|falls|angenommen|würde|could|könnte)\b",
    re.IGNORECASE,
)
"""In a sentence that supposes something, a number is an example."""


def hear(knowledge: Knowledge, bundle: Bundle, observations: Observations) -> list[ToldSign]:
    """Take what the prose of a bundle tells, each sign and cell with its file and lines.

    Only present signs are taken: what a story says was not so may be about another day.

    Args:
        knowledge: the knowledge base, for its phrases.
        bundle: what was read.
        observations: what is known so far; the cells told are added to it.
    """
    signs: dict[tuple[str, str, str], ToldSign] = {}
    rows: list[Observed] = []
    hosts = {o.host for o in bundle.observed}
    for prose, understood in _understood(knowledge, bundle):
        places = _Places(prose)
        for sign in understood.signs:
            if sign.state == "present":
                origin = places.origin(sign.text, sign.host or "host")
                signs.setdefault((sign.name, sign.host, sign.subject), sign._replace(origin=origin))
        if len(hosts) < 2:
            placed = (places.placed(row) for row in understood.cells)
            rows.extend(row for row in placed if row.cells)
    settings = lore(image.phrases(knowledge)).setting_addresses if rows else frozenset()
    for row in _usable(rows, bundle.observed, settings):
        observations.add(row)
    return list(signs.values())


def _understood(knowledge: Knowledge, bundle: Bundle) -> Iterator[tuple[Prose, Understood]]:
    for prose in bundle.prose:
        try:
            yield prose, understand(knowledge, [prose.text], Observations(bundle.observed))
        except InputError:
            continue


class _Places:
    """Where the sentences of one stretch of prose stand."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose

    def lines(self, sentence: str) -> Span:
        """The lines of a sentence; a sentence may have been wrapped."""
        match = re.search(r"\s+".join(map(re.escape, sentence.split())), self.prose.text)
        if match is None:
            return self.prose.lines
        first = self.prose.lines[0] + self.prose.text.count("\n", 0, match.start())
        return first, first + match[0].count("\n")

    def origin(self, sentence: str, host: str) -> Origin:
        return Origin(self.prose.path, self.lines(sentence), host, text=" ".join(sentence.split())[:300])

    def placed(self, row: Observed) -> Observed:
        """A told row as one that a file tells, and not for sure."""
        cells = {
            slot: cell._replace(origin=self.origin(cell.origin.told, row.host), sure=False)
            for slot, cell in row.cells.items()
            if not _SUPPOSED.search(cell.origin.told)
        }
        return Observed(row.template, row.host, cells)


def _key(row: Observed) -> tuple[str, ...]:
    return key_of(templates()[row.template], {s: c.value for s, c in row.cells.items()}, row.host)


def _usable(rows: list[Observed], captured: Iterable[Observed], settings: frozenset[str]) -> Iterator[Observed]:
    """The rows without what was captured of the same thing, and without sizes and versions told in two ways."""
    known: dict[str, dict[tuple[str, ...], set[str]]] = defaultdict(lambda: defaultdict(set))
    roles: set[Value] = set()
    for row in captured:
        known[row.template][_key(row)].update(s for s, c in row.cells.items() if c.value != UNKNOWN)
        roles.update(c.value for s, c in row.cells.items() if s == "role")
    values: dict[tuple[str, tuple[str, ...], str], set[Value]] = defaultdict(set)
    for row in rows:
        for slot, cell in row.cells.items():
            values[row.template, _key(row), slot].add(cell.value)
    for row in rows:
        template, key = templates()[row.template], _key(row)
        of_another = "role" in row.cells and row.cells["role"].value not in roles
        if row.template in known and not of_another and (key not in known[row.template] or template.kind == "event"):
            continue
        taken = known[row.template].get(key, set()) if row.template in known else set()
        clear = {
            slot: cell
            for slot, cell in row.cells.items()
            if slot in template.key
            or (
                slot not in taken
                and (f"{row.template}.{slot}" in settings or len(values[row.template, key, slot]) == 1)
            )
        }
        if not clear.keys() <= set(template.key):
            yield Observed(row.template, row.host, clear)
