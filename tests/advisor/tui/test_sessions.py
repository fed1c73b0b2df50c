"""Sessions: resume, rename, delete."""

from __future__ import annotations

import asyncio
from pathlib import Path

from textual import events

from advisor.store import Store
from tests.advisor.tui.harness import SMALL, Driver, drive

HOSTILE = "[/bold] \u202etxt e\u0301 [@click=app.quit()]"


def keep(folder: Path, *names: str) -> None:
    """Sessions with one event each, the last one used last."""
    with Store.open(folder / "sessions.db") as store:
        for name in names:
            header = store.create(name)
            store.append(header.id, "told", {"text": f"{name} hangs", "signs": [], "rows": []})


def names(folder: Path) -> list[str]:
    with Store.open(folder / "sessions.db") as store:
        return [header.name for header in store.headers()]


def test_empty_list_says_what_to_do(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f8")
        assert "No session is kept yet" in driver.text
        await driver.press("delete", "e")
        assert "mark a session first" in driver.text

    drive(tmp_path, act, SMALL)


def test_delete_asks_first_and_keeps_by_default(tmp_path: Path) -> None:
    keep(tmp_path, "one", "two", "three")

    async def act(driver: Driver) -> None:
        await driver.press("f8", "down", "delete")
        assert "Delete the session two?" in driver.text
        await driver.press("delete", "enter")
        assert "two is kept" in driver.text
        await driver.press("delete", "escape")
        assert names(tmp_path) == ["three", "two", "one"]
        await driver.press("delete", "2")
        assert names(tmp_path) == ["three", "one"]

    drive(tmp_path, act)


def test_delete_that_is_held_down_deletes_nothing(tmp_path: Path) -> None:
    keep(tmp_path, "one", "two")

    async def act(driver: Driver) -> None:
        await driver.press("f8")
        for key in ["delete"] * 20 + ["enter", "2", "down", "enter"]:
            driver.app.post_message(events.Key(key, "2" if key == "2" else None))
        await asyncio.sleep(0.6)
        await driver.settled()
        assert names(tmp_path) == ["two", "one"]

    drive(tmp_path, act)


def test_open_session_cannot_be_deleted_and_can_be_renamed(tmp_path: Path) -> None:
    keep(tmp_path, "one")

    async def act(driver: Driver) -> None:
        await driver.press("f8", "enter")
        assert driver.place == "advisor"
        await driver.press("f8", "delete", "delete")
        assert "this session is open" in driver.text
        await driver.press("e")
        await driver.write("night of stalls")
        assert names(tmp_path) == ["night of stalls"]
        assert driver.app.board is not None
        assert driver.app.board.session == "night of stalls"

    drive(tmp_path, act)


def test_rename_of_another_session_says_what_is_taken(tmp_path: Path) -> None:
    keep(tmp_path, "one", "two")

    async def act(driver: Driver) -> None:
        await driver.press("f8", "e")
        await driver.write("one")
        assert "there is a session `one` already" in driver.text
        await driver.press("e")
        await driver.write("three", enter=False)
        await driver.press("escape")
        assert names(tmp_path) == ["two", "one"]
        await driver.press("e")
        await driver.write("three")
        assert names(tmp_path) == ["three", "one"]
        assert "three" in driver.text

    drive(tmp_path, act, SMALL)


def test_hostile_names_and_texts_are_shown_as_they_are(tmp_path: Path) -> None:
    keep(tmp_path, HOSTILE)

    async def act(driver: Driver) -> None:
        await driver.press("f8")
        assert "[/bold]" in driver.text
        assert "[@click=app.quit()]" in driver.text
        await driver.press("delete", "2")
        assert names(tmp_path) == []

    drive(tmp_path, act)
