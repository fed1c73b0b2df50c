"""What is said of a step: which conclusions came, went, rose and fell, and because of what."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from advisor.inference.diagnosis import Consultation
from advisor.session.changes import Change, changes
from tests.advisor.interview.walks import EVERY_CASE, name_of, walked
from tests.kb.examples import every


def hosts(consultation: Consultation) -> set[str]:
    return {row.host for row in consultation.now.merged.rows}


def test_a_change_in_words() -> None:
    came = Change("came", "drive-failing", "db1", "sda", ("", 0.0), ("likely", 0.7), ("+0.70 pending-sectors",))
    assert came.text() == "drive-failing (sda on db1) is likely (0.70) now; because of +0.70 pending-sectors"
    went = Change("went", "drive-failing", "db1", "db1", ("confirmed", 0.999), ("", 0.0), ())
    assert went.text() == "drive-failing (on db1) was confirmed (0.99), and stands no more"
    rose = Change(
        "rose",
        "drive-failing",
        "db1",
        "",
        ("possible", 0.3),
        ("likely", 0.65),
        ("+0.80 short", "no longer -0.50 enough"),
    )
    assert rose.text() == (
        "drive-failing (on db1) rose: from possible (0.30) to likely (0.65); because of +0.80 short; without -0.50 enough"
    )


@pytest.mark.parametrize("path", every(6, EVERY_CASE), ids=name_of)
def test_changes_there_and_back_are_each_other(path: Path) -> None:
    """Over every step of an interview: what came one way goes the other way, and the arguments account for it."""
    walk = walked(path)
    moments = [consultation for _, consultation in walk.steps] + [walk.session.consultation]
    for before, after in pairwise(moments):
        if hosts(before) != hosts(after):
            continue  # what had no name has one now, and is the same conclusion
        there = {c[1:4]: c for c in changes(before, after)}
        back = {c[1:4]: c for c in changes(after, before)}
        assert there.keys() == back.keys()
        opposite = {"came": "went", "went": "came", "rose": "fell", "fell": "rose", "became": "became"}
        for key, change in there.items():
            assert opposite[change.how] == back[key].how
            assert (change.before, change.after) == (back[key].after, back[key].before)
            if change.how in ("came", "rose", "went", "fell"):
                assert change.before[1] != change.after[1]
    assert changes(walk.session.consultation, walk.session.consultation) == []


@pytest.mark.parametrize("path", every(3, EVERY_CASE), ids=name_of)
def test_from_nothing_to_the_end_everything_that_stands_came(path: Path) -> None:
    walk = walked(path)
    end = walk.session.consultation
    moments = [consultation for _, consultation in walk.steps] + [end]
    first = next(consultation for consultation in moments if hosts(consultation) == hosts(end))
    old = {h.key for h in (*first.diagnoses, *first.risks)}
    new = {h.key for h in (*end.diagnoses, *end.risks)}
    found = changes(first, end)
    assert {c[1:4] for c in found if c.how == "came"} == new - old
    assert {c[1:4] for c in found if c.how == "went"} == old - new
    assert all(c.because for c in found if c.how == "came")
