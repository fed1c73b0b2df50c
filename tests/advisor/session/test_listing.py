"""Kept sessions in words."""

from __future__ import annotations

import pytest

from advisor.session.listing import event_text, list_text, statistics_text, when
from advisor.session.log import Json, Kept
from advisor.store import Header


def line(kind: str, data: Json) -> str:
    return event_text(Kept(7, 86400.0, kind, data)).partition(kind)[2].strip()


def test_times_are_utc() -> None:
    assert when(0) == "1970-01-01 00:00"
    assert when(1_700_000_000.9) == "2023-11-14 22:13"


def test_the_list_has_a_line_for_each_session() -> None:
    text = list_text([Header("a" * 16, "night", 0.0, 60.0, 12), Header("b" * 16, "x" * 60, 0.0, 0.0, 0)])
    lines = text.split("\n")
    assert len(lines) == 3
    assert lines[1].split() == ["night", "1970-01-01", "00:01", "12", "events", "a" * 16]
    assert list_text([]) == "No session is kept."


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        ("started", {"kb": "sha256:0123456789abcdef"}, "with knowledge sha256:0123456789ab"),
        ("told", {"text": "it  freezes\nagain"}, '"it freezes again"'),
        ("answered", {"question": "value.os", "text": "linux"}, "value.os: linux"),
        ("captured", {"inputs": [{"kind": "iostat-xn"}], "question": "output.iostat"}, "iostat-xn for output.iostat"),
        ("captured", {"inputs": [{"kind": str(n)} for n in range(9)]}, "0, 1, 2, 3, 4, 5 and 3 more"),
        ("captured", {"inputs": []}, "command lines"),
        ("undone", {"of": 3}, "event 3"), ("redone", {"of": 3}, "event 3"),
        ("concluded", {"conclusions": [["risk", "drive-failing", "db1", "sda", "likely", 0.7]]}, "drive-failing likely (0.7)"),
        ("concluded", {"conclusions": []}, "nothing"),
        ("outcome", {"result": "worked", "case": "drive-failing", "note": ""}, "worked, drive-failing"),
        ("fixed", {"case": "drive-failing", "step": 2, "result": "done", "command": "zpool replace tank sda", "observed": "ok",
                   "note": ""}, "drive-failing step 2 done: zpool replace tank sda: ok"),
        ("fixed", {"case": "drive-failing", "step": 1, "result": "skipped", "command": ""}, "drive-failing step 1 skipped"),
        ("skipped", {"question": "value.os"}, "value.os"),
        ("something-new", {"x": 1}, ""),
    ],
)  # fmt: skip
def test_an_event_is_one_line(kind: str, data: Json, said: str) -> None:
    assert line(kind, data) == said


def test_text_of_users_is_clean_and_short() -> None:
    said = line("told", {"text": "\x1b[31m\x00" + "x" * 5000})
    assert "\x1b" not in said
    assert len(said) == 120
    assert said.endswith("…")


def test_statistics_in_words() -> None:
    text = statistics_text([{"case": "drive-failing", "sessions": 3, "worked": 2, "did not help": 1,
                             "frequency": 0.05, "frequency_here": 0.136}])  # fmt: skip
    assert text.startswith("drive-failing: 3 (2 worked, 1 did not help); taken to be 0.136 of all cases here, 0.050 by")
    assert text.endswith("takes its share back.")
    assert statistics_text([]).startswith("No outcome is kept yet.")
