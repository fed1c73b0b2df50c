"""Sessions: resume, rename, delete."""

from __future__ import annotations

from pathlib import Path

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


def test_delete_needs_two_presses_on_the_same_row(tmp_path: Path) -> None:
    keep(tmp_path, "one", "two", "three")

    async def act(driver: Driver) -> None:
        await driver.press("f8", "down", "delete")
        assert "press Delete again to delete two for good" in driver.text
        await driver.press("up", "delete")
        assert names(tmp_path) == ["three", "two", "one"]
        await driver.press("escape", "delete")
        assert names(tmp_path) == ["three", "two", "one"]
        await driver.press("delete")
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
        await driver.press("delete", "delete")
        assert names(tmp_path) == []

    drive(tmp_path, act)
