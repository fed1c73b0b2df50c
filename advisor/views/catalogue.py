"""The knowledge base to read: cases by area, words and sources, what a search finds, and the page of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from advisor.chat.lookup import Hit, Lookup
from advisor.explanation import case_page
from advisor.explanation.text import Page
from advisor.knowledge import Case, Knowledge, Source
from facts.text import clean

MOST = 60
"""So many places are shown of what a search finds."""
_UNWRAPPED = 100_000
_GROUPS = {"case": "Cases", "term": "Words", "source": "Sources"}


class Entry(NamedTuple):
    """One thing that can be read: `kind` is ``case``, ``term`` or ``source``; `note` says more of it in a line."""

    kind: str
    key: str
    title: str
    note: str


class Group(NamedTuple):
    """Entries that belong together."""

    title: str
    entries: tuple[Entry, ...]


class Catalogue:
    """All of one knowledge base, indexed when it is first searched."""

    def __init__(self, knowledge: Knowledge) -> None:
        """Look into `knowledge`."""
        self.knowledge = knowledge

    @cached_property
    def _lookup(self) -> Lookup:
        return Lookup(self.knowledge)

    def everything(self) -> tuple[Group, ...]:
        """All cases by area, then the words, then the sources."""
        areas: dict[str, list[Entry]] = {}
        for case in self.knowledge.cases.values():
            areas.setdefault(case.area, []).append(self._entry("case", case.slug, ""))
        terms = [self._entry("term", key, "") for key in self.knowledge.terms]
        sources = [self._entry("source", key, "") for key in self.knowledge.sources]
        return (
            *(Group(f"Cases: {area}", tuple(entries)) for area, entries in sorted(areas.items())),
            Group("Words", _sorted(terms)), Group("Sources", _sorted(sources)),
        )  # fmt: skip

    def search(self, words: str) -> tuple[Group, ...]:
        """What speaks of these words: a word of this very name, then cases, words and sources, the best first in each."""
        hits: dict[str, list[Entry]] = {kind: [] for kind in _GROUPS}
        for hit in self._lookup.search(words, MOST):
            hits[hit.kind].append(self._found(hit))
        named = self._named(words)
        hits["term"] = [entry for entry in hits["term"] if named is None or entry.key != named.key]
        first = (Group("This word", (named,)),) if named is not None else ()
        return (*first, *(Group(_GROUPS[kind], tuple(entries)) for kind, entries in hits.items() if entries))

    def _named(self, name: str) -> Entry | None:
        """The word of a name, or of another name for it, as it is typed."""
        wanted = " ".join(name.casefold().split())
        for term in self.knowledge.terms.values():
            if wanted in (other.casefold() for other in (term.name, term.key, *term.also)):
                return self._entry("term", term.key, "")
        return None

    def nearest(self, words: str) -> list[str]:
        """Names that may have been meant where nothing is found."""
        return self._lookup.nearest(words)

    def entry(self, name: str) -> Entry | None:
        """The entry of a slug, an id, a term or the key of a source; None where there is none."""
        if name in self.knowledge.sources:
            return self._entry("source", name, "")
        meant = self._lookup.explain(name)
        if meant is None:
            return None
        return self._entry("case", meant.slug, "") if isinstance(meant, Case) else self._entry("term", meant.key, "")

    def page(self, kind: str, key: str) -> str:
        """The page of an entry as text, not wrapped; "" for what is not known."""
        known = self.knowledge
        if kind == "case" and key in known.cases:
            return case_page.render(known, known.cases[key], _UNWRAPPED)
        if kind == "term" and key in known.terms:
            return self._lookup.text_of(known.terms[key], _UNWRAPPED)
        return self._source_page(known.sources[key]) if kind == "source" and key in known.sources else ""

    def _found(self, hit: Hit) -> Entry:
        return self._entry(hit.kind, hit.key, hit.excerpt)

    def _entry(self, kind: str, key: str, excerpt: str) -> Entry:
        known = self.knowledge
        if kind == "case":
            case = known.cases[key]
            return Entry(kind, key, case.title, clean(excerpt) or f"{case.id} {case.slug}")
        if kind == "term":
            term = known.terms[key]
            return Entry(kind, key, term.name, clean(excerpt) or ", ".join(term.also))
        source = known.sources[key]
        return Entry(kind, key, source.title, f"{source.author}, {source.date}")

    def _source_page(self, source: Source) -> str:
        page = Page(_UNWRAPPED)
        page.put(source.title)
        page.put(", ".join(part for part in (source.author, source.publisher, source.date) if part))
        page.gap()
        if source.locator:
            page.put("Where it is")
            page.put(source.locator, 2)
            page.gap()
        for heading, lines in (("Cases that cite it", self._cases_citing(source.key)),
                               ("Words that cite it", self._terms_citing(source.key))):  # fmt: skip
            found = list(lines)
            if found:
                page.put(heading)
                for line in found:
                    page.put(line, 2, 2)
                page.gap()
        return page.text()

    def _cases_citing(self, key: str) -> Iterator[str]:
        for case in self.knowledge.cases.values():
            behind = (c for argument in case.arguments.values() for c in argument)
            steps = (c for step in case.steps for c in step.sources)
            places = dict.fromkeys(c.locator for c in (*case.sources, *behind, *steps) if c.key == key)
            if places:
                yield f"{case.slug}: {case.title} ({'; '.join(place for place in places if place)})"

    def _terms_citing(self, key: str) -> Iterator[str]:
        for term in self.knowledge.terms.values():
            places = [c.locator for c in term.sources if c.key == key]
            if places:
                yield f"{term.name} ({'; '.join(place for place in places if place)})"


def _sorted(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: entry.title.lower()))
