"""What a word means, and where in the knowledge base something is said: for `explain` and `search` in the chat."""

from __future__ import annotations

import re
import sqlite3
import weakref
from collections.abc import Iterable, Iterator
from functools import cached_property
from textwrap import shorten
from typing import NamedTuple

from advisor.chat.words import fold
from advisor.knowledge import Case, Knowledge, Source, Term
from facts.text import clean

_MOST_CHARACTERS = 200
_MOST_WORDS = 12
_SHORTEST_NEAR = 5
"""A shorter word is one letter away from too many others: SGA and PGA."""
_NEAR, _GAP = 0.82, 0.06
_SUGGESTED = 0.6
_EXCERPT = 160
_WEIGHTS = "0, 0, 10, 6, 1, 0.5"
"""Of kind, key, title, names, body, linked in the order of hits."""
_ARTICLES = frozenset("the a an der die das den dem des ein eine einen einem einer eines".split())
_COMMON = _ARTICLES | frozenset(
    "and are at can do does for from how i in is it my not of on or our that there this to was what when where which why with "
    "am auf aus bei bin es für fuer hat ich im ist kann man mein meine mit nicht oder sind sie und unser vom von was "
    "wenn wer wie wir wird wo zu zum zur warum".split()
)
_WORD = re.compile(r"[a-z0-9%]+")
_TOKEN = re.compile(r"[^\W_]+")
_ZEROS = re.compile(r"(?<=[a-z])0+(?=\d)")
_PLACEHOLDER = re.compile(r"\{\{\s*(\w++)[^}]*+\}\}")
_CONDITION = re.compile(r"\{%[^%]*%\}")


class Hit(NamedTuple):
    """One place that a search found; `kind` is ``case``, ``term`` or ``source`` and `key` its slug or key."""

    kind: str
    key: str
    title: str
    excerpt: str


class _Page(NamedTuple):
    """One thing that can be found: what the columns of the index hold."""

    kind: str
    key: str
    title: str
    names: str
    body: str
    linked: str = ""


def same_name(words: str) -> str:
    """What is left of a name for comparing: without case, accents, spaces, hyphens, and zeros before a number.

    >>> same_name("Log-Gerät"), same_name("ORA-00845"), same_name("dirty_ratio"), same_name("%b")
    ('loggeraet', 'ora845', 'dirtyratio', '%b')
    """
    return _ZEROS.sub("", "".join(_words(words)))


def _words(text: str) -> list[str]:
    """The folded words of a name, at most as many as a name may have."""
    return _WORD.findall(fold(clean(text[:_MOST_CHARACTERS])))


def _named(words: str) -> list[str]:
    """The words of what a user asked for, without leading articles."""
    found = _words(words)
    while len(found) > 1 and found[0] in _ARTICLES:
        found = found[1:]
    return found


def _digits(key: str) -> str:
    return "".join(c for c in key if c.isdecimal())


class Lookup:
    """The names and texts of one knowledge base. Nothing is read or indexed before it is asked for."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def explain(self, words: str) -> Case | Term | None:
        """The case or term that is meant by a name, alias, slug or id; None where none is, or several may be.

        A name need not be exact: a plural is taken, and a unique name that starts with these words or is misspelt a
        little. A number in a name must be right, since ORA-27103 is no misspelt ORA-27102.
        """
        asked = _named(words)
        return self._called(asked) or self._begun(asked) or self._misspelt(same_name(" ".join(asked)))

    def nearest(self, words: str) -> list[str]:
        """Up to three names that may have been meant, best first: slugs of cases, names of terms."""
        from rapidfuzz.distance import OSA

        asked = [w for w in _named(words) if w not in _COMMON]
        key = same_name(" ".join(asked))
        if not key:
            return []
        best: dict[str, float] = {}
        for spelt, (shown, parts) in self._spellings.items():
            score = max(OSA.normalized_similarity(key, spelt), _shared(set(asked), parts))
            best[shown] = max(score, best.get(shown, 0.0))
        ranked = sorted((-score, shown) for shown, score in best.items() if score >= _SUGGESTED)
        return [shown for _, shown in ranked[:3]]

    def search(self, words: str, limit: int = 8) -> list[Hit]:
        """Where the knowledge base speaks of these words, best first.

        What is named exactly comes first, then what holds all words, then what holds some. Words are taken as words: no
        sign in them is an operator.
        """
        meant = self._called(_named(words))
        found = [_exact(meant)] if meant else []
        parts = [_query(token) for token in _tokens(words)]
        for joint in (" AND ", " OR ") if parts else ():
            for hit in self._matches(joint.join(parts), limit + 1):
                if all((hit.kind, hit.key) != (other.kind, other.key) for other in found):
                    found.append(hit)
            if len(found) >= limit:
                break
        return found[: max(limit, 0)]

    def text_of(self, term: Term, width: int = 100) -> str:
        """A term with the cases that it matters for and its sources, as plain text."""
        from advisor.explanation.text import Page

        page = Page(width)
        page.put(term.name)
        if term.also:
            page.put(f"also: {', '.join(term.also)}", 2, 2)
        page.gap()
        page.put(term.text)
        for heading, lines in (("Cases", self._cases_of(term)), ("Sources", self._sources_of(term))):
            if lines:
                page.gap()
                page.put(heading)
                for line in lines:
                    page.put(line, 2, 2)
        return page.text()

    def _cases_of(self, term: Term) -> list[str]:
        return [f"{slug}: {self.knowledge.cases[slug].title}" for slug in term.cases if slug in self.knowledge.cases]

    def _sources_of(self, term: Term) -> list[str]:
        known = self.knowledge.sources
        described = {c.key: f"{s.author}: {s.title}, {s.date}" for c in term.sources if (s := known.get(c.key))}
        return [f"[{c.key}] {described.get(c.key, '')} ({c.locator})" for c in term.sources]

    def _everything(self) -> Iterator[tuple[Case | Term, tuple[str, ...]]]:
        """Each case and term with its names; cases first, so that they win where one is named like a term."""
        for case in self.knowledge.cases.values():
            yield case, (case.slug, case.id, case.title)
        for term in self.knowledge.terms.values():
            yield term, (term.name, term.key, *term.also)

    @cached_property
    def _spaced(self) -> dict[str, Case | Term]:
        """What each name means, by its words with a space between them."""
        found: dict[str, Case | Term] = {}
        for thing, names in self._everything():
            for name in names:
                found.setdefault(" ".join(_words(name)), thing)
        return found

    @cached_property
    def _names(self) -> dict[str, Case | Term]:
        """What each name means, by its compared form; a name that is written so wins over one that is joined to it."""
        found = {name: thing for name, thing in self._spaced.items() if " " not in name}
        for name, thing in self._spaced.items():
            found.setdefault(same_name(name), thing)
        return found

    @cached_property
    def _spellings(self) -> dict[str, tuple[str, frozenset[str]]]:
        """Each name in its compared form: what to show for it, and its words."""
        found: dict[str, tuple[str, frozenset[str]]] = {}
        for thing, names in self._everything():
            shown = thing.slug if isinstance(thing, Case) else thing.name
            for name in names:
                found.setdefault(same_name(name), (shown, frozenset(_words(name)) - _COMMON))
        return found

    def _called(self, asked: list[str]) -> Case | Term | None:
        """What has exactly this name, or this name in the singular."""
        spaced, key = " ".join(asked), same_name(" ".join(asked))
        singular = key[:-1] if len(key) > 3 and key.endswith("s") else key
        return self._spaced.get(spaced) or self._names.get(key) or self._names.get(singular)

    def _begun(self, asked: list[str]) -> Case | Term | None:
        """The one thing with a name that begins with these words; a single word begins too much."""
        if len(asked) < 2:
            return None
        start = " ".join(asked) + " "
        meant = [thing for name, thing in self._spaced.items() if name.startswith(start)]
        return meant[0] if meant and all(thing is meant[0] for thing in meant) else None

    def _misspelt(self, key: str) -> Case | Term | None:
        """The one thing whose name is very near, with the next nearest thing clearly farther."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        if len(key) < _SHORTEST_NEAR:
            return None
        near = process.extract(
            key, list(self._names), scorer=OSA.normalized_similarity, score_cutoff=_NEAR - _GAP, limit=12
        )
        rated = [(score, self._names[name]) for name, score, _ in near if _digits(name) == _digits(key)]
        if not rated or rated[0][0] < _NEAR:
            return None
        best, meant = rated[0]
        return None if any(best - score < _GAP for score, other in rated if other is not meant) else meant

    @cached_property
    def _index(self) -> sqlite3.Connection:
        """A full-text index of everything, in memory; read-only once built, so any thread may ask it."""
        index = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, index.close)
        index.execute(
            "CREATE VIRTUAL TABLE pages USING fts5(kind UNINDEXED, key UNINDEXED, title, names, body, linked, "
            "tokenize = 'unicode61 remove_diacritics 2')"
        )
        index.executemany("INSERT INTO pages VALUES (?, ?, ?, ?, ?, ?)", self._pages())
        return index

    def _matches(self, query: str, limit: int) -> list[Hit]:
        rows = self._index.execute(
            "SELECT kind, key, title, snippet(pages, 4, '', '', ' ... ', 24) FROM pages WHERE pages MATCH ? "
            f"ORDER BY bm25(pages, {_WEIGHTS}), kind, key LIMIT ?",
            (query, max(limit, 1)),
        )
        return [Hit(kind, key, title, excerpt.strip()) for kind, key, title, excerpt in rows]

    def _pages(self) -> Iterator[_Page]:
        linked: dict[str, list[str]] = {}
        for term in self.knowledge.terms.values():
            names = _both((term.name, *term.also))
            for slug in term.cases:
                linked.setdefault(slug, []).append(names)
            yield _Page("term", term.key, term.name, names, term.text)
        comments = self._comments()
        for case in self.knowledge.cases.values():
            body = " ".join((*_said(case), *comments.get(case.slug, ())))
            names = f"{case.slug} {case.id}"
            yield _Page("case", case.slug, case.title, names, body, " ".join(linked.get(case.slug, ())))
        for source in self.knowledge.sources.values():
            yield _Page("source", source.key, source.title, source.key, _printed(source))

    def _comments(self) -> dict[str, list[str]]:
        """Why each argument of a case counts, by slug."""
        found: dict[str, list[str]] = {}
        for rule in self.knowledge.net.rules.values():
            if rule.module == "CASES":
                found.setdefault(rule.group, []).append(rule.comment)
        return found


def _said(case: Case) -> Iterator[str]:
    """What a case says in prose."""
    yield case.mechanism
    yield case.impact
    yield from (symptom.replace("-", " ") + "." for symptom in case.symptoms)
    yield from (f"{mimic.name}: {mimic.tell_apart}." for mimic in case.mimics)
    yield from case.contested
    yield from (_CONDITION.sub("", _PLACEHOLDER.sub(lambda m: f"<{m[1].upper()}>", step.do)) for step in case.steps)


def _printed(source: Source) -> str:
    return ", ".join(part for part in (source.author, source.publisher, source.date) if part)


def _exact(meant: Case | Term) -> Hit:
    """The hit for what was asked for by its name."""
    if isinstance(meant, Case):
        return Hit("case", meant.slug, meant.title, shorten(meant.mechanism, _EXCERPT, placeholder=" ..."))
    return Hit("term", meant.key, meant.name, shorten(meant.text, _EXCERPT, placeholder=" ..."))


def _both(names: Iterable[str]) -> str:
    """Names as they are written, and folded where that differs: who types `Loggeraet` finds `Log-Gerät`."""
    return " ".join(dict.fromkeys(form for name in names for form in (name, fold(name), same_name(name))))


def _tokens(words: str) -> list[str]:
    """The words to search for, without those that stand everywhere."""
    found = dict.fromkeys(_TOKEN.findall(clean(words[:_MOST_CHARACTERS]).lower()))
    return [token for token in found if token not in _COMMON][:_MOST_WORDS]


def _query(token: str) -> str:
    """One word in the language of the index, quoted, in both spellings and as the beginning of a longer word."""
    plural = len(token) > 4 and token.endswith("s") and not token.endswith("ss")
    stem = token[:-1] if plural else token
    forms = dict.fromkeys((stem, *_TOKEN.findall(fold(stem))))
    quoted = (f'"{form}"' + ("*" if len(form) > 2 else "") for form in forms)
    return f"({' OR '.join(quoted)})"


def _shared(asked: set[str], name: frozenset[str]) -> float:
    """How much two names share of their words where one has all words of the other: 0 to 1."""
    if not asked or not name or not (asked <= name or name <= asked):
        return 0.0
    return 0.6 + 0.4 * len(asked & name) / max(len(asked), len(name))
