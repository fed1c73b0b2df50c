"""The bench itself: scores, relations, dates and names, on answers that are made up."""

from __future__ import annotations

import doctest
from dataclasses import replace
from types import ModuleType

import pytest

from advisor.authoring.examples import bundle_of
from facts.schema import templates
from facts.sexpr import Symbol
from tests.accuracy import dates, known, page, renaming, trials
from tests.accuracy.relations import tells_more, violated
from tests.accuracy.trials import Answer, Trial, example_of, example_trials, forbidden, made_up_trials, score

OURS = "zfs-pool-fragmentation"


def trial(cause: str = OURS, *, also: tuple[str, ...] = (), hurts: bool = True, decisive: bool = True) -> Trial:
    return Trial("x", cause, frozenset(also), frozenset({"drive-failing"}), (), (), {}, hurts, decisive)


def said(*diagnoses: str, risks: tuple[str, ...] = (), excluded: tuple[str, ...] = ()) -> Answer:
    pairs = tuple((slug, standing) for slug, _, standing in (one.partition(" ") for one in diagnoses))
    return Answer(pairs, frozenset(risks), frozenset(excluded))


@pytest.mark.parametrize(
    ("host", "answer", "how"),
    [
        (trial(), said(f"{OURS} confirmed"), "first"),
        (trial(), said(f"{OURS} possible"), "weak"),
        (trial(), said("swap-thrash likely", f"{OURS} confirmed"), "named"),
        (trial(also=("swap-thrash",)), said("swap-thrash likely", f"{OURS} confirmed"), "first"),
        (trial(), said("swap-thrash likely"), "wrong"),
        (trial(), said("swap-thrash possible"), "silent"),
        (trial(), said(risks=(OURS,)), "risk"),
        (trial(), said(), "silent"),
        (trial("filesystem-not-a-case"), said(), "quiet"),
        (trial("nothing"), said("swap-thrash possible"), "quiet"),
        (trial("nothing"), said("swap-thrash likely"), "alarm"),
        (trial("other", also=("swap-thrash",)), said("swap-thrash likely"), "quiet"),
        (trial(hurts=False), said(risks=(OURS,)), "quiet"),
        (trial(hurts=False), said(f"{OURS} confirmed"), "alarm"),
        (trial("drive-failing", hurts=False), said("drive-failing confirmed"), "quiet"),
        (trial(decisive=False), said(f"{OURS} possible"), "quiet"),
        (trial(decisive=False), said("swap-thrash likely"), "wrong"),
    ],
)
def test_an_answer_is_scored_by_what_it_names(host: Trial, answer: Answer, how: str) -> None:
    assert score(host, answer) == how


def test_what_must_not_be_named_is_told() -> None:
    assert forbidden(trial(), said("drive-failing likely", "swap-thrash likely")) == ["drive-failing"]
    assert forbidden(trial(), said("drive-failing possible")) == []


@pytest.mark.parametrize(
    ("relation", "before", "after", "broken"),
    [
        ("other names", said(f"{OURS} likely"), said(f"{OURS} possible"), ""),
        ("other names", said(f"{OURS} likely"), said(), f"{OURS} is no longer named"),
        ("other names", said(f"{OURS} likely"), said(risks=(OURS,)), f"{OURS} is risk"),
        ("other names", said(f"{OURS} likely"), said("swap-thrash likely"), f"{OURS} becomes swap-thrash"),
        ("other names", said(f"{OURS} likely"), said(excluded=(OURS,)), f"{OURS} is ruled out"),
        ("other names", said(), said("swap-thrash likely"), "nothing becomes swap-thrash"),
        ("other names", said(), said(f"{OURS} likely"), ""),
        ("one file less", said(f"{OURS} likely"), said(), ""),
        (
            "one file less",
            said(f"{OURS} likely"),
            said(f"{OURS} confirmed"),
            f"{OURS} is confirmed with less, likely with more",
        ),
    ],
)
def test_a_relation_is_broken_by_another_root(relation: str, before: Answer, after: Answer, broken: str) -> None:
    assert violated(relation, trial(), before, after) == broken


def test_other_words_may_cost_what_only_they_held() -> None:
    plain, figures = (replace(trial(), tell=(text,)) for text in ("The database is slow.", "HugePages_Free is 9999."))
    assert [tells_more(host) for host in (plain, figures)] == [False, True]
    before, after = said(f"{OURS} likely"), said()
    assert violated("a vague complaint", plain, before, after) == f"{OURS} is no longer named"
    assert violated("a vague complaint", figures, before, after) == ""
    assert violated("a vague complaint", figures, before, said(excluded=(OURS,))) == f"{OURS} is ruled out"


def test_with_a_file_less_what_the_cause_led_to_may_lead() -> None:
    before, after = said(f"{OURS} likely", "swap-thrash likely"), said("swap-thrash likely")
    assert violated("one file less", trial(), before, after) == ""
    assert violated("other names", trial(), before, after) == f"{OURS} becomes swap-thrash"


def test_what_is_there_more_often_than_known_is_told() -> None:
    assert known.more_than_known(["a", "a", "b"], ["a", "c"]) == ["a", "b"]


@pytest.mark.parametrize("module", [dates, renaming, page, trials], ids=lambda module: module.__name__)
def test_samples_in_the_documentation_hold(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


def test_every_word_of_a_closed_list_is_a_symbol() -> None:
    """Else CLIPS refuses the row where it was loaded from the sources, and takes it for a string where from the image."""
    wrong = {
        (row.template, slot, str(cell.value))
        for trial in (*made_up_trials(), *example_trials())
        for row in bundle_of(example_of(trial)).observed
        for slot, cell in row.cells.items()
        if templates()[row.template].slots[slot].type == "SYMBOL" and not isinstance(cell.value, Symbol)
    }
    assert wrong == set()
