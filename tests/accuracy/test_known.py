"""Nothing is wrong that is not known to be wrong, and every field case keeps what it said at the first try."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import pytest

from tests.accuracy.audits import AUDITS, audited
from tests.accuracy.known import known, more_than_known, shown
from tests.accuracy.relations import open_trials, violations
from tests.accuracy.sources import SOURCES
from tests.accuracy.trials import SCORES, Trial, field_paths, field_trials
from tests.accuracy.wordings import situations

_SHARE = {"examples": 24, "field": 8, "made up": 12, "generated": 180}
"""Of so many trials one is tried here; `python -m tests.accuracy known`, or ADVISOR_TEST_ALL=1 here, tries all."""


def _drawn(source: str) -> Sequence[Trial]:
    share = 1 if os.environ.get("ADVISOR_TEST_ALL") else _SHARE[source]
    return [trial for trial in open_trials(source) if crc32(trial.name.encode()) % share == 0]


def test_no_audit_has_an_entry_more_than_is_known() -> None:
    found = audited()
    assert {name: more_than_known(found[name], known("audits").get(name, ())) for name in AUDITS} == {
        name: [] for name in AUDITS
    }


@pytest.mark.parametrize("source", sorted(SOURCES))
def test_no_relation_is_broken_more_than_is_known(source: str) -> None:
    drawn = _drawn(source)
    assert drawn
    found = [shown(violation) for trial in drawn for violation in violations(trial)[1]]
    assert more_than_known(found, known("violations").get(source, ())) == []


@pytest.mark.parametrize("path", field_paths(), ids=lambda path: path.stem)
def test_a_field_case_says_where_it_is_from_and_what_was_said_first(path: Path) -> None:
    trial = next(trial for trial in field_trials() if trial.name == path.stem)
    source = trial.about["source"]
    assert source["truth"] in ("mended", "named", "read")
    assert all(source[key] for key in ("url", "title", "year", "why"))
    assert trial.tell
    assert all(path and text.strip() for path, text in trial.files)
    assert set(trial.about["expect"].get("must_not_because", ())) >= trial.must_not
    assert trial.about["first_try"]["score"] in SCORES
    assert ("said" in trial.about["first_try"]) != trial.is_drawn


def test_each_situation_is_told_in_words_of_its_own() -> None:
    every = [text for situation in situations() for text in situation.says]
    assert len(every) == len(set(every)) == 12 * len(situations())
