"""Stores that are set aside: what is said, what stays, and kills in between."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from advisor.store import Store, StoreError, recovery, swap
from tests.advisor.store.common import filled, raised


def truncated(path: Path, pages: int = 12) -> None:
    path.write_bytes(path.read_bytes()[: pages * 4096])


def test_sound_sessions_keep_their_ids_and_a_damaged_one_gets_another(path: Path) -> None:
    session = filled(path, 3)
    with Store.open(path) as store:
        store.append(store.create("noon").id, "told", {"text": "fine"})
        whole = store.find("noon")
        last = store.append(session, "told", {"text": "x" * 9000}).seq
    data = bytearray(path.read_bytes())
    data[data.rfind(b"x" * 50)] = ord("?")
    path.write_bytes(data)
    found = recovery.repair(path)
    with found.store as store:
        assert store.find("noon") == whole
        night = store.find("night")
        assert night.id != session
        assert [event.kind for event in store.events(night.id)] == ["told"] * 3 + ["lost"]
        assert store.events(night.id)[-1].data["first"] == last == 4
        assert store.append(night.id, "told", {}).seq == 5
    assert found.aside is not None
    assert found.aside.read_bytes() == bytes(data)


def test_a_store_that_is_gone_is_said_once(path: Path) -> None:
    filled(path)
    path.unlink()
    error = raised(lambda: Store.open(path))
    assert str(error) == "the session store is damaged: the file is gone; it held `night`"
    found = recovery.repair(path)
    found.store.close()
    assert found.lines() == ["recovered: 0 sessions with 0 of 3 events", "lost: all 3 events of session `night`"]
    with Store.open(path) as store:
        assert store.headers() == []


def test_a_deleted_session_is_not_missed_and_does_not_come_back(path: Path) -> None:
    session = filled(path)
    with Store.open(path) as store:
        store.create("noon")
        store.delete(session)
    with Store.open(path) as store:
        assert [header.name for header in store.headers()] == ["noon"]
    assert b"night" not in Path(f"{path}-seen").read_bytes()
    data = path.read_bytes()
    path.write_bytes(data[:-4096] + b"\xff" * 4096)
    with recovery.repair(path).store as store:
        assert "night" not in [header.name for header in store.headers()]


@pytest.mark.parametrize("step", ["_fill", "_set_aside", "put"])
def test_a_program_that_ends_within_a_repair_leaves_it_to_the_next(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    filled(path, 600)
    truncated(path)
    damaged = path.read_bytes()

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        target = swap if step == "put" else recovery
        real = getattr(target, step)
        calls: list[object] = []

        def first_fine(*given: object) -> object:
            calls.append(given)
            if len(calls) > 1:
                raise KeyboardInterrupt
            return real(*given)

        patched.setattr(target, step, first_fine if step == "put" else killed)
        with pytest.raises(KeyboardInterrupt):
            recovery.repair(path)
    try:
        Store.open(path).close()
    except StoreError:
        recovery.repair(path).store.close()
    with Store.open(path) as store:
        store.check()
        assert any(event.kind == "told" for event in store.events(store.find("night").id))
    assert [one.read_bytes() for one in path.parent.glob("*.damaged-*-1")] == [damaged]
    names = {one.name.removeprefix(path.name) for one in path.parent.iterdir()}
    assert {name for name in names if ".damaged" not in name} <= {"", "-seen", "-repair"}


def test_a_store_moved_with_its_folder_is_the_same(path: Path) -> None:
    filled(path)
    moved = path.parent.with_name("elsewhere")
    shutil.move(path.parent, moved)
    with Store.open(moved / path.name) as store:
        assert store.find("night").events == 3
