"""How likely each case is taken to be while questions are chosen."""

from __future__ import annotations

import math

import pytest

from advisor.inference.openness import outlines_of
from advisor.interview.beliefs import Belief, beliefs, known_signs, weight
from advisor.session.session import Session
from tests.advisor.interview.walks import CONFIRMING, EVERY_CASE, begun, name_of, walked
from tests.kb.examples import every, knowledge

CASES = knowledge().cases


def believed(*texts: str, frequencies: dict[str, float] | None = None) -> dict[str, Belief]:
    session = Session(knowledge())
    session.begin(frequencies)
    for text in texts:
        session.tell(text)
    return beliefs(session.consultation, session.frequencies)


def test_weight_is_odd_and_grows_and_is_bounded() -> None:
    values = [weight(cf / 20) for cf in range(-20, 21)]
    assert values == sorted(values)
    assert all(weight(-cf / 20) == pytest.approx(-weight(cf / 20)) for cf in range(21))
    assert weight(5.0) == weight(0.95) < 4


def test_with_nothing_told_each_case_is_as_likely_as_it_is_common() -> None:
    for slug, belief in believed().items():
        assert belief.probability == pytest.approx(CASES[slug].frequency)
        assert not belief.settled
        assert belief.standing == ""


def test_the_frequencies_of_a_site_count_and_stay_between_bounds() -> None:
    found = believed(frequencies={"drive-failing": 0.5, "zfs-txg-log-contention": 1.0, "linux-writeback-stall": 0.0})
    assert found["drive-failing"].probability == pytest.approx(0.5)
    assert found["zfs-txg-log-contention"].probability == pytest.approx(0.9)
    assert found["linux-writeback-stall"].probability == pytest.approx(1e-4)


def test_a_told_sign_lifts_the_cases_that_know_it_over_the_others() -> None:
    before, after = believed(), believed("the host freezes for some seconds while a big file is written")
    net = knowledge().net
    signs = {
        slug: {*told, *(n for o in outlines_of(net, slug) for n, _ in o.needs)}
        for slug, told in known_signs(knowledge()).items()
    }
    lifted = {slug for slug in after if after[slug].log_odds > before[slug].log_odds}
    lowered = {slug for slug in after if after[slug].log_odds < before[slug].log_odds}
    assert lifted
    assert lowered
    assert all({"host-stalls", "stalls-during-bulk-writes", "bulk-write-running"} & signs[slug] for slug in lifted)


def test_a_sign_that_few_cases_know_lifts_them_more_than_one_that_many_know() -> None:
    signs = known_signs(knowledge())
    spread = {name: sum(name in known for known in signs.values()) for name in ("paths-suspected", "slow-io")}
    assert spread["paths-suspected"] < spread["slow-io"] / 3
    before = believed()["multipath-path-loss"].log_odds
    rare = believed("paths to the SAN have failed")["multipath-path-loss"].log_odds
    common = believed("the disks are slow")["multipath-path-loss"].log_odds
    assert before < common < rare


def test_words_alone_make_no_case_much_likelier_than_not() -> None:
    told = ("paths to the SAN have failed", "the disks are slow", "the host freezes", "writing is slow")
    assert all(belief.probability < 0.75 for belief in believed(*told).values())


def test_what_is_named_as_running_lifts_the_cases_about_it_and_lowers_none() -> None:
    before, after = believed(), believed("a Tomcat runs on the host")
    lifted = {slug for slug in after if after[slug].log_odds > before[slug].log_odds}
    assert lifted == {slug for slug, case in CASES.items() if "java-in-use" in case.uses}
    assert all(after[slug].log_odds >= before[slug].log_odds for slug in after)


def test_a_symptom_that_is_denied_lowers_its_cases() -> None:
    before, after = believed(), believed("the host does not freeze")
    lowered = {slug for slug in after if after[slug].log_odds < before[slug].log_odds - 1}
    assert lowered
    assert all("host-stalls" in CASES[slug].symptoms for slug in lowered)


def test_cases_of_another_system_and_of_unused_software_are_no_longer_believed() -> None:
    assert "zfs-txg-log-contention" in believed()
    assert "zfs-txg-log-contention" not in believed("there is no ZFS on this host")
    linux = believed("the host runs Linux")
    assert all(not CASES[slug].systems or "linux" in CASES[slug].systems for slug in linux)


@pytest.mark.parametrize("path", every(4, EVERY_CASE), ids=name_of)
def test_a_settled_case_is_confirmed_or_ruled_out_and_what_is_confirmed_is_likely(path) -> None:  # type: ignore[no-untyped-def]
    session = walked(path).session
    for belief in beliefs(session.consultation, session.frequencies).values():
        assert belief.settled is (belief.standing in ("confirmed", "ruled-out"))
        assert math.isfinite(belief.log_odds)
        assert 0 < belief.probability < 1
        if belief.standing == "confirmed":
            assert belief.log_odds > weight(0.3) + math.log(belief.case.frequency)


def test_every_case_knows_its_symptoms_and_the_signs_of_its_arguments() -> None:
    signs = known_signs(knowledge())
    assert signs.keys() == CASES.keys()
    for slug, case in CASES.items():
        assert set(case.symptoms) <= signs[slug]


def test_believing_leaves_the_session_as_it_is() -> None:
    session = begun(CONFIRMING[0])
    before = len(session.entries)
    beliefs(session.consultation, session.frequencies)
    assert len(session.entries) == before
