"""The knowledge base to read."""

from __future__ import annotations

import pytest

from advisor.views.catalogue import Catalogue
from tests.kb.examples import knowledge


def test_every_entry_has_a_page_without_template_signs() -> None:
    catalogue = Catalogue(knowledge())
    entries = [entry for group in catalogue.everything() for entry in group.entries]
    assert {entry.kind for entry in entries} == {"case", "term", "source"}
    for entry in entries:
        page = catalogue.page(entry.kind, entry.key)
        assert entry.title in page
        assert "{{" not in page
        assert "{%" not in page


def test_cases_come_before_words_and_sources() -> None:
    titles = [group.title for group in Catalogue(knowledge()).search("hugepages memory")]
    assert titles == ["Cases", "Words", "Sources"]


@pytest.mark.parametrize("typed", ["swap", "Auslagerung", "  SWAP "])
def test_a_word_that_is_typed_exactly_comes_first_and_once(typed: str) -> None:
    groups = Catalogue(knowledge()).search(typed)
    assert [entry.key for entry in groups[0].entries] == ["swap"]
    assert [entry.key for group in groups for entry in group.entries if entry.kind == "term"].count("swap") == 1


@pytest.mark.parametrize(
    ("name", "kind"),
    [("ZFS-010", "case"), ("drive-failing", "case"), ("huge page", "term"), ("closson-2010", "source")],
)
def test_entry_by_name(name: str, kind: str) -> None:
    entry = Catalogue(knowledge()).entry(name)
    assert entry is not None
    assert entry.kind == kind


def test_unknown_name_has_no_entry() -> None:
    assert Catalogue(knowledge()).entry("no such thing at all") is None
