"""What the stages of a chain come to: measurement decides, words rank."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.inference.chain import LEVELS, STAGES
from advisor.inference.verdict import COMPLAINT, SYMPTOM, Sign, Verdict, judge

SHOWS, SUGGESTS, HINTS, REFUTES = (LEVELS[name] for name in ("shows", "suggests", "hints", "refutes"))
ORDER = ("ruled-out", "", "possible", "likely", "confirmed")


def sign(stage: str, worth: float, told: bool = False) -> Sign:
    return Sign(stage, f"{stage}-{worth}-{told}", worth, told)


def verdict(*signs: Sign, felt: int = 0, used: bool = True, needed: bool = True) -> Verdict:
    return judge(signs, [SYMPTOM] * felt, grounded=True, used=used, needed=needed)


@pytest.mark.parametrize(
    ("signs", "felt", "standing"),
    [
        ([sign("act", SHOWS)], 0, "likely"),
        ([sign("act", SHOWS), sign("harm", SUGGESTS)], 0, "likely"),
        ([sign("act", SHOWS), sign("act", SUGGESTS), sign("harm", SUGGESTS)], 0, "confirmed"),
        ([sign("act", SHOWS), sign("ground", SHOWS)], 1, "confirmed"),
        ([sign("event", LEVELS["proves"])], 0, "confirmed"),
        ([sign("act", SUGGESTS)], 1, "possible"),
        ([sign("ground", SHOWS), sign("harm", SUGGESTS)], 0, "likely"),
        ([sign("ground", SHOWS)], 1, "possible"),
        ([sign("harm", SHOWS)], 3, ""),
        ([], 3, ""),
    ],
)  # fmt: skip
def test_standing(signs: list[Sign], felt: int, standing: str) -> None:
    assert verdict(*signs, felt=felt).standing == standing


def test_a_measured_act_is_a_diagnosis_without_a_complaint() -> None:
    assert verdict(sign("act", SHOWS)).risk == ""


def test_a_ground_alone_is_a_risk() -> None:
    alone = verdict(sign("ground", SHOWS))
    assert (alone.standing, bool(alone.risk)) == ("possible", True)
    assert verdict(sign("ground", SHOWS), felt=1).risk == ""


def test_a_complaint_that_was_not_understood_makes_a_risk_a_diagnosis_and_no_more() -> None:
    signs = [sign("ground", SUGGESTS), sign("act", SUGGESTS)]
    alone, told = (judge(signs, felt, grounded=True) for felt in ([], [COMPLAINT]))
    assert (alone.standing, alone.risk != "") == ("possible", True)
    assert (told.standing, told.risk) == ("possible", "")
    assert judge(signs, [SYMPTOM], grounded=True).standing == "likely"


def test_an_act_that_nobody_waits_for_is_a_risk_with_its_reason() -> None:
    calm = verdict(sign("act", SHOWS), sign("act", SHOWS), sign("harm", LEVELS["contradicts"]), felt=1)
    assert calm.standing == "likely"
    assert "nothing waits" in calm.risk


def test_doubt_of_its_harm_makes_a_risk_of_an_act_of_which_nobody_complains() -> None:
    signs = (sign("act", SHOWS), sign("harm", LEVELS["doubts"]))
    assert "nothing waits" in verdict(*signs).risk
    assert verdict(*signs, felt=1).risk == ""
    assert "nothing waits" in judge(signs, [COMPLAINT], grounded=True).risk


@pytest.mark.parametrize("stage", ["ground", "act"])
def test_a_chain_that_breaks_is_ruled_out(stage: str) -> None:
    assert verdict(sign("act", SUGGESTS), sign(stage, REFUTES), felt=2).standing == "ruled-out"


def test_a_told_absence_rules_nothing_out() -> None:
    told = [sign("act", REFUTES, told=True), sign("ground", REFUTES, told=True)]
    assert verdict(sign("act", SHOWS), *told, felt=1).standing != "ruled-out"


def test_where_what_it_is_about_was_not_seen_possible_is_the_end() -> None:
    everything = [sign(stage, LEVELS["proves"]) for stage in STAGES if stage != "event"]
    assert verdict(*everything, felt=1, used=False).standing == "possible"
    failure = sign("event", LEVELS["proves"])
    assert verdict(*everything, failure, felt=1, used=False).standing == "confirmed", (
        "its failure shows that it is there"
    )
    assert verdict(*everything, failure._replace(told=True), felt=1, used=False).standing == "possible"
    assert verdict(*everything, felt=1, needed=False).standing == ""


SIGNS = st.lists(
    st.builds(sign, st.sampled_from(STAGES), st.sampled_from(sorted(LEVELS.values())), st.booleans()), max_size=8
)


@given(SIGNS, st.integers(0, 4))
def test_words_alone_confirm_nothing(signs: list[Sign], felt: int) -> None:
    told = [s._replace(told=True) for s in signs]
    assert ORDER.index(verdict(*told, felt=felt).standing) <= ORDER.index("possible")


@given(SIGNS, st.integers(0, 4), st.sampled_from(STAGES), st.sampled_from([HINTS, SUGGESTS, SHOWS]))
def test_what_speaks_for_it_never_lowers_it(signs: list[Sign], felt: int, stage: str, worth: float) -> None:
    before, after = verdict(*signs, felt=felt), verdict(*signs, sign(stage, worth), felt=felt)
    assert ORDER.index(after.standing) >= ORDER.index(before.standing)


@given(SIGNS, st.integers(0, 4))
def test_a_complaint_never_makes_a_case_out_of_nothing_measured(signs: list[Sign], felt: int) -> None:
    measured = [s for s in signs if not s.told and s.worth > 0]
    if not measured:
        assert verdict(*signs, felt=felt).standing not in ("likely", "confirmed")


@given(SIGNS, st.integers(0, 4))
def test_certainty_lies_within_its_standing(signs: list[Sign], felt: int) -> None:
    found = verdict(*signs, felt=felt)
    bounds = {"confirmed": (0.8, 0.99), "likely": (0.6, 0.8), "possible": (0.2, 0.6), "": (0.0, 0.2)}
    if found.standing != "ruled-out":
        low, high = bounds[found.standing]
        assert low <= found.certainty < high or found.certainty == high == 0.99
