"""The explained terms: cited, short, and each name meaning one thing."""

import re
from collections import defaultdict

import pytest

from advisor.chat.lookup import Lookup, same_name
from advisor.inference.net import KnowledgeError
from advisor.knowledge import Knowledge, Term
from tests.each import each
from tests.kb.examples import knowledge

LONGEST = 600
TERMS = sorted(knowledge().terms.values())
ALIKE = {"writeback": {"writeback", "write-back"}}
"""Names that differ in a hyphen only, and in what they mean."""


def names(term: Term) -> tuple[str, ...]:
    return (term.name, *term.also)


def test_there_are_terms() -> None:
    assert len(TERMS) >= 70


@each(TERMS)
def test_a_term_is_cited_short_and_found_by_its_names(term: Term) -> None:
    assert term.sources
    assert {c.key for c in term.sources} <= set(knowledge().sources)
    assert all(c.locator for c in term.sources)
    assert set(term.cases) <= set(knowledge().cases)
    assert len(term.cases) == len(set(term.cases))
    assert len(term.text) <= LONGEST
    assert term.text.endswith(".")
    assert "!" not in term.text
    sentences = re.split(r"(?<=[.;:])\s+(?=[A-Z`])", term.text)
    assert 1 <= len(sentences) <= 6
    # case, accents, spaces and hyphens make no other name
    compared = [same_name(name) for name in names(term)]
    assert all(compared), "a name must hold a letter, a digit or %"
    assert len(compared) == len(set(compared))
    lookup = Lookup(knowledge())
    assert {name: lookup.explain(name) for name in names(term)} == dict.fromkeys(names(term), term)


def test_each_name_means_one_term() -> None:
    meant = defaultdict(set)
    for term in TERMS:
        for name in names(term):
            meant[same_name(name)].add(term.key)
    several = {name: keys for name, keys in meant.items() if len(keys) > 1}
    assert several == ALIKE


def test_no_term_is_named_like_a_case() -> None:
    taken = {same_name(name) for case in knowledge().cases.values() for name in (case.slug, case.id, case.title)}
    assert not [name for term in TERMS for name in (term.key, *names(term)) if same_name(name) in taken]


def test_settings_and_errors_in_the_prose_of_cases_are_explained() -> None:
    """What a title, mechanism or impact names with an underscore or as an Oracle error is a term."""
    lookup = Lookup(knowledge())
    used = defaultdict(set)
    for case in knowledge().cases.values():
        prose = " ".join((case.title, case.mechanism, case.impact))
        for word in re.findall(r"\bORA-\d+|\b[A-Za-z]\w*_\w+", prose):
            used[word].add(case.slug)
    assert used
    assert {word: slugs for word, slugs in used.items() if lookup.explain(word) is None} == {}


def test_terms_are_not_read_before_they_are_asked_for() -> None:
    fresh = Knowledge()
    assert fresh.cases
    assert fresh.sources
    assert "terms" not in vars(fresh)
    assert fresh.terms["slog"].name == "slog"


def test_a_term_without_its_text_is_named(tmp_path_factory: pytest.TempPathFactory) -> None:
    root = tmp_path_factory.mktemp("kb")
    (root / "terms").mkdir()
    (root / "terms" / "zfs.toml").write_text('[terms.slog]\nname = "slog"\nsources = []\n', encoding="utf-8")
    with pytest.raises(KnowledgeError, match="term `slog` lacks 'text'") as caught:
        _ = Knowledge(root).terms
    assert caught.value.where == "kb/terms/zfs.toml"
