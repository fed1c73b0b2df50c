"""No pattern takes a hostile line for long: those that once did, and some of those that meet every line.

`python -m tests.fuzz.patterns` tries every one.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from io import BytesIO

import pytest

from facts.bundle import load
from facts.readers import all_readers
from tests.fuzz.patterns import (
    CHARACTERS,
    SAFE,
    SECONDS,
    Used,
    _of,
    grows,
    named,
    of_collect,
    slowest,
    used_at_once,
    words,
)
from tests.fuzz.watch import TooSlow, within
from tests.kb.examples import every

MENDED = {
    "facts.reading._HEADING": "match",
    "facts.readers.processes._HEADER": "match",
    "facts.readers.vxtunefs._TAB": "match",
    "facts.readers._psql._FIELD": "match",
    "facts.readers.areca_events._SLOT": "search",
    "facts.readers.bitesize._BUCKET": "match",
    "facts.readers.cgroup._INSIDE": "match",
    "facts.readers.pg_settings._BARE_SHOW": "search",
    "facts.readers.pg_version._GREETING": "match",
    "facts.readers.oracle_sgainfo._HEADER": "match",
    "facts.readers.fsync_times._SUMMARY_LINE": "match",
    "facts.readers.package_history._DNF": "match",
    "facts.readers.smartctl_extent._LABEL": "match",
    "facts.readers.sysctl._MARK": "search",
    "facts.readers.txgs._HEADER": "match",
    "facts.readers.uname._RELEASE": "match",
    "facts.readers.zpool_history._WHO": "search",
    "facts.readers.metastat._BELONGS": "match",
    "facts.readers.metastat._ONE": "search",
    "facts.readers.zpool_iostat._WITHOUT_HEADER": "search",
    "facts.readers.answers._ASKS_FOLDER": "search",
    "facts.readers.answers._ASKS_PACKAGE": "search",
    "facts.readers.devshm._LIST_COMMAND": "search",
    "facts.readers.devshm._COUNT_COMMAND": "search",
    "facts.readers.arc_summary._PART": "match",
    "facts.readers.mount._SOME": "match",
    "facts.readers.oracle_parameters._FILE": "match",
    "facts.readers.postgres_log._SYNC": "search",
    "facts.readers.sysctl._BARE": "search",
}
"""And how each is used."""
TABLES = (
    "facts.readers.ha_messages._MESSAGES",
    "facts.readers.guest_events.HYPERVISORS",
    "facts.readers.vmware_log._KINDS",
)
"""Tables of patterns that are searched in messages."""


def _named(where: str, way: str) -> Used:
    module, _, name = where.rpartition(".")
    pattern = getattr(import_module(module), name)
    return Used(pattern.pattern, _of(pattern), (way,), where, lines=False)


@pytest.mark.parametrize(("where", "way"), MENDED.items())
def test_a_mended_pattern_stays_so(where: str, way: str) -> None:
    assert not grows(_named(where, way))


@pytest.mark.parametrize("table", TABLES)
def test_no_pattern_of_a_table_grows_faster_than_a_line(table: str) -> None:
    found = [*named((table.rpartition(".")[0],))]
    assert not _growing([used._replace(lines=False) for used in found if used.where == table])


def test_patterns_of_places_and_those_without_a_name_grow_no_faster_than_a_line() -> None:
    assert not _growing([*named(("facts.place",)), *every(8, [*used_at_once()])])


def _growing(found: list[Used]) -> list[tuple[str, str]]:
    assert found
    met = [used for used in found if not used.where.startswith(tuple(SAFE))]
    return [(used.pattern, how) for used in met if (how := grows(used))]


def test_what_starts_an_output_takes_no_hostile_line_for_long() -> None:
    """Every line of every capture is held against these."""
    starts = [reader.starts for reader in all_readers() if reader.starts is not None]
    assert not _growing([Used(p.pattern, _of(p), ("match",), "facts", lines=False) for p in starts[::12]])


def test_commands_of_readers_take_no_hostile_line_for_long() -> None:
    commands = [reader.commands for reader in all_readers() if reader.commands is not None]
    assert not _growing([Used(p.pattern, _of(p), ("search",), "facts", lines=False) for p in commands[::3]])


@pytest.mark.parametrize("pattern", [r"GAB .*(?:lost|dead)", r"a .*:\s+\S.*(?:%|B)\Z", r"link \d+ \(([^)]+)\) node"])
def test_a_quadratic_pattern_is_told(pattern: str) -> None:
    assert grows(Used(pattern, 0, ("search",), "", lines=False), enough=0.01)


def test_a_pattern_that_takes_too_long_is_told_however_it_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz.patterns.TOO_LONG", 0.001)
    assert grows(Used("[ab].{0,300}?z", 0, ("search",), "", lines=False), enough=0.001)


def test_a_slow_linear_pattern_is_not_taken_for_a_quadratic_one() -> None:
    assert not grows(Used("[ab].{0,300}?z", 0, ("search",), "", lines=False), enough=0.001)


def test_what_backtracks_without_end_is_seen() -> None:
    assert slowest(Used(r"(?:a+)+b", 0, ("match",), ""), 600, 0.2)[0] > 0.2


def test_repeated_words_are_tried() -> None:
    """From each of many words this looks to the end of the line; one repeated character is quick."""
    pattern = "user .*password"
    assert ("", "user ") in words(pattern, 0)
    assert slowest(Used(pattern, 0, ("search",), ""), 30_000, SECONDS)[0] > SECONDS


def test_secrets_are_told_from_a_hostile_line_in_no_time() -> None:
    assert not _growing([*every(2, [*of_collect()])])


def test_patterns_of_chat_and_search_take_no_hostile_line_for_long() -> None:
    found = [*named(("advisor.chat.", "advisor.runbook.search", "advisor.conversation."))]
    assert len(found) > 20
    assert not _growing(found[::8])


def test_no_line_of_one_or_two_characters_takes_long() -> None:
    """Through all of reading; runs of one character, or of blanks, are cut before any pattern sees them."""
    slow = []
    for one in CHARACTERS:
        for other in CHARACTERS:
            for end in ("", "x") if one == other else ("",):
                data = f"{(one + other) * 4000}{end}\n".encode()
                # the second time nothing is left to be compiled
                if not _is_quick(data) and not _is_quick(data):
                    slow.append(one + other + end)
    assert not slow


def _is_quick(data: bytes) -> bool:
    with suppress(TooSlow), within(0.2):
        load(["-"], BytesIO(data))
        return True
    return False
