"""Sessions in the store: resumed by other knowledge, what a site has had, and stores that cannot be written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from advisor.session import kept
from advisor.session.session import Session, conclusions
from advisor.store import Store, StoreError
from tests.kb.examples import knowledge

COMPLAINT = "the host freezes for some seconds while a big file is written"
FACTS = (
    "root@db1# sysctl vm.dirty_ratio vm.dirty_background_ratio\nvm.dirty_ratio = 40\nvm.dirty_background_ratio = 10\n"
)


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.in_memory() as opened:
        yield opened


def begun(store: Store, name: str = "") -> Session:
    session = kept.begin(knowledge(), store, name).session
    session.tell(COMPLAINT)
    session.paste(FACTS)
    session.paste(
        "root@db1# cat /proc/meminfo\nMemTotal: 197670736 kB\nMemFree: 412332 kB\nDirty: 70000000 kB\nWriteback: 0 kB\n"
    )
    assert conclusions(session.consultation)
    return session


def had(store: Store, case: str, result: str = "worked", times: int = 1) -> list[Session]:
    sessions = []
    for _ in range(times):
        session = kept.begin(knowledge(), store).session
        session.record("outcome", {"result": result, "case": case, "note": ""})
        sessions.append(session)
    return sessions


def test_a_resumed_session_concludes_the_same_and_goes_on(store: Store) -> None:
    first = begun(store, "night")
    again = kept.resume(knowledge(), store, "night")
    assert conclusions(again.consultation) == conclusions(first.consultation)
    again.tell("there is no swapping")
    third = kept.resume(knowledge(), store, "night")
    assert [e.seq for e in third.entries] == list(range(1, len(first.entries) + 2))


def test_a_session_has_one_name(store: Store) -> None:
    begun(store, "night")
    with pytest.raises(StoreError, match="there is a session `night` already"):
        kept.begin(knowledge(), store, "night")
    session = kept.resume(knowledge(), store, "night")
    assert session.keep("morning") == "Every step is kept already; the session's name is `morning`."
    assert store.find("morning").events == len(session.entries)


def test_the_same_knowledge_has_nothing_to_say(store: Store) -> None:
    session = begun(store, "night")
    assert kept.changed_knowledge(session) == []
    kept.note_conclusions(session)
    assert kept.changed_knowledge(kept.resume(knowledge(), store, "night")) == []


def test_conclusions_are_kept_once(store: Store) -> None:
    session = begun(store, "night")
    kept.note_conclusions(session)
    kept.note_conclusions(kept.resume(knowledge(), store, "night"))
    assert [e.kind for e in store.events(store.find("night").id)].count("concluded") == 1
    session.tell("there is no swapping")
    session.undo()
    kept.note_conclusions(session)
    assert [e.kind for e in session.entries].count("concluded") == 1


def test_other_knowledge_with_the_same_conclusions_says_so(store: Store) -> None:
    session = begun(store, "night")
    session.record("concluded", {"kb": "sha256:other", "conclusions": conclusions(session.consultation)})
    assert kept.changed_knowledge(kept.resume(knowledge(), store, "night")) == [
        "the knowledge base has changed since this session was left", "the same conclusions follow",
    ]  # fmt: skip


def test_other_knowledge_is_said_with_what_comes_out_differently(store: Store) -> None:
    session = begun(store, "night")
    now = conclusions(session.consultation)
    kind, case, host, subject, standing, certainty, *rest = now[0]
    then = [
        [kind, case, host, subject, "possible", 0.25, *rest],
        ["risk", "drive-failing", "db1", "sda", "likely", 0.7, "", ""],
    ]
    session.record("concluded", {"kb": "sha256:other", "conclusions": [*then, *now[1:]]})
    assert kept.changed_knowledge(kept.resume(knowledge(), store, "night")) == [
        "the knowledge base has changed since this session was left",
        f"{case} ({subject} on {host}): possible (0.25) then, {standing} ({certainty}) now",
        "drive-failing (sda on db1): likely (0.7) then, not concluded now",
    ]
    kept.note_conclusions(session)
    assert kept.changed_knowledge(session) == []


# What a site has had


def test_without_outcomes_the_frequencies_are_those_of_the_knowledge(store: Store) -> None:
    session = kept.begin(knowledge(), store).session
    assert kept.site_frequencies(knowledge(), kept.outcomes(store)) == {}
    assert session.frequencies == {slug: case.frequency for slug, case in knowledge().cases.items()}


def test_what_worked_makes_its_case_more_common_and_the_others_less(store: Store) -> None:
    had(store, "drive-failing", times=5)
    here = kept.site_frequencies(knowledge(), kept.outcomes(store))
    for slug, case in knowledge().cases.items():
        expected = (case.frequency * 20 + (5 if slug == "drive-failing" else 0)) / 25
        assert here[slug] == pytest.approx(expected)
    begun = kept.begin(knowledge(), store)
    assert begun.session.frequencies == pytest.approx(here)
    assert begun.note.startswith("5 outcomes of this site weigh in")


@pytest.mark.parametrize("result", ["did not help", "something else"])
def test_only_what_worked_counts(store: Store, result: str) -> None:
    had(store, "drive-failing", result)
    assert kept.site_frequencies(knowledge(), kept.outcomes(store)) == {}


def test_deleting_a_session_or_undoing_its_outcome_takes_its_share_back(store: Store) -> None:
    first, second = had(store, "drive-failing", times=2)
    with_both = kept.site_frequencies(knowledge(), kept.outcomes(store))["drive-failing"]
    first.undo()
    with_one = kept.site_frequencies(knowledge(), kept.outcomes(store))["drive-failing"]
    first.redo()
    assert kept.site_frequencies(knowledge(), kept.outcomes(store))["drive-failing"] == with_both > with_one
    store.delete(store.find(first.name).id)
    assert kept.site_frequencies(knowledge(), kept.outcomes(store))["drive-failing"] == with_one
    store.delete(store.find(second.name).id)
    assert kept.site_frequencies(knowledge(), kept.outcomes(store)) == {}


def test_a_session_keeps_the_frequencies_that_it_began_with(store: Store) -> None:
    session = kept.begin(knowledge(), store, "night").session
    before = session.frequencies
    had(store, "drive-failing", times=5)
    assert kept.resume(knowledge(), store, "night").frequencies == before


def test_statistics_count_every_outcome_and_survive_a_case_that_is_gone(store: Store) -> None:
    had(store, "drive-failing", times=2)
    had(store, "drive-failing", "did not help")
    had(store, "a-case-that-was-retired")
    had(store, "")
    rows = {row["case"]: row for row in kept.statistics(knowledge(), kept.outcomes(store))}
    assert set(rows) == {"drive-failing", "a-case-that-was-retired"}
    assert (
        rows["drive-failing"]["sessions"],
        rows["drive-failing"]["worked"],
        rows["drive-failing"]["did not help"],
    ) == (3, 2, 1)
    assert rows["a-case-that-was-retired"]["frequency"] == 0


# Stores that cannot be written


def test_where_nothing_can_be_written_the_session_lives_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ADVISOR_STATE", str(tmp_path / "file" / "state"))
    opened = kept.open_store(None)
    assert opened.store.path is None
    assert opened.note.startswith("not saved for now: cannot write the session store: ")
    kept.begin(knowledge(), opened.store).session.tell(COMPLAINT)


def test_a_store_that_the_user_named_must_be_usable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as caught:
        kept.open_store(tmp_path / "file" / "sessions.sqlite3")
    assert caught.value.code == "store-unwritable"


def test_a_store_that_can_only_be_read_is_gone_on_with_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sessions.sqlite3"
    with Store.open(path) as store:
        begun(store, "night")
        kept.begin(knowledge(), store, "later")
    before = path.read_bytes()
    real = Store.open.__func__  # type: ignore[attr-defined]

    def read_only(cls: type[Store], given: Path | None = None, /, **named: bool) -> Store:
        found: Store = real(cls, given or path, **named)
        found.read_only = True
        return found

    monkeypatch.setattr(Store, "open", classmethod(read_only))
    opened = kept.open_store(None)
    assert opened.note == "not saved for now: the session store can only be read"
    assert {h.name for h in opened.store.headers()} == {"night", "later"}
    session = kept.resume(knowledge(), opened.store, "night")
    session.tell("there is no swapping")
    assert kept.open_store(None, to_write=False).note == ""
    assert path.read_bytes() == before


def test_outcomes_are_plain(store: Store) -> None:
    had(store, "drive-failing")
    (outcome,) = kept.outcomes(store)
    assert outcome._asdict() == {"session": outcome.session, "result": "worked", "case": "drive-failing", "note": ""}
