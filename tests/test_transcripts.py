"""Whole consultations, word for word as in ``tests/transcripts``, and what each of them comes to.

What the program says otherwise is shown, and taken over, by ``python -m tests.transcripts.write [--accept]``.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from advisor.conversation.conversation import Conversation
from tests.transcripts import play

_LONGEST = 20
"""More questions than this nobody answers at night."""


class End(NamedTuple):
    """The root causes that stand at the end, what is resolved, and what follows or stands beside, with its role."""

    root: tuple[str, ...] = ()
    resolved: tuple[str, ...] = ()
    beside: tuple[tuple[str, str], ...] = ()


ENDS = {
    "areca-failing-disk": End(("drive-failing", "raid-hides-smart")),
    "linux-writeback-stall": End(("linux-writeback-stall",)),
    "oracle-hugepages": End(("oracle-hugepages-shortage",)),
    "verified-fix-english": End(resolved=("linux-writeback-stall",)),
    "verifizierte-behebung": End(resolved=("zfs-txg-log-contention",)),
    "virtualbox-module": End(("virtualbox-module-mismatch",)),
    "vxfs-cached-writes": End(
        ("vxfs-buffered-bulk-writes",),
        beside=(("ha-heartbeat-starvation", "consequence"), ("swap-thrash", "consequence")),
    ),
    "zfs-log-spikes": End(("zfs-txg-log-contention",)),
    "zfs-oracle-zerstueckelt": End(
        ("zfs-pool-fragmentation",),
        beside=(("zfs-logbias-double-write", "alternative"), ("zfs-recordsize-mismatch", "alternative")),
    ),
}


@pytest.fixture(scope="module")
def played() -> dict[str, tuple[str, Conversation]]:
    return {name: play.play(play.parse(play.text_of(name))) for name in play.names()}


Played = dict[str, tuple[str, Conversation]]


@pytest.mark.parametrize("name", play.names())
def test_every_word_is_as_it_is_kept(name: str, played: Played) -> None:
    assert played[name][0] == play.text_of(name)


def test_every_transcript_has_an_end_that_is_asserted() -> None:
    assert set(play.names()) == set(ENDS)


@pytest.mark.parametrize("name", ENDS)
def test_it_comes_to_the_right_case(name: str, played: Played) -> None:
    found = played[name][1].session.consultation.diagnoses
    current = [h for h in found if h.status == "current"]
    assert End(
        tuple(h.case.slug for h in current if h.role == "root-cause"),
        tuple(h.case.slug for h in found if h.status == "resolved"),
        tuple((h.case.slug, h.role) for h in current if h.role != "root-cause"),
    ) == ENDS[name]  # fmt: skip


@pytest.mark.parametrize("name", ENDS)
def test_the_first_cause_is_likely_or_mended(name: str, played: Played) -> None:
    conversation = played[name][1]
    first = conversation.session.consultation.diagnoses[0]
    assert first.status == "resolved" or first.standing in ("confirmed", "likely")


@pytest.mark.parametrize("name", ["verified-fix-english", "verifizierte-behebung"])
def test_a_verified_fix_is_kept_with_its_case(name: str, played: Played) -> None:
    outcomes = played[name][1].session.standing.outcomes
    assert [(e.data["result"], e.data["case"]) for e in outcomes] == [("worked", ENDS[name].resolved[0])]


@pytest.mark.parametrize("name", play.names())
def test_few_questions_are_asked(name: str, played: Played) -> None:
    assert len(played[name][1].session.standing.asked) <= _LONGEST


@pytest.mark.parametrize("name", play.names())
def test_lines_are_no_wider_than_a_terminal(name: str, played: Played) -> None:
    """Only what must not be broken is wider: commands, and names without blanks."""
    wide = []
    for line in played[name][0].splitlines():
        said = line.startswith((">", "#"))
        command = line.startswith("    ")
        if len(line) > play.WIDTH and not said and not command:
            wide.append(line)
    assert wide == []


def test_a_block_without_an_end_is_refused() -> None:
    with pytest.raises(ValueError, match="does not end"):
        play.parse(">> uname -a\n> next\n")
