"""Help: what can be done on the screen that one came from, with the keys in force."""

from __future__ import annotations

from pathlib import Path

from advisor.tui.actions import ACTIONS
from advisor.tui.app import Options
from advisor.tui.screens.help import HelpPlace
from advisor.tui.widgets.rows import Rows
from tests.advisor.tui.harness import SMALL, Driver, drive


def test_the_screen_one_came_from_stands_first(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f8", "f1")
        first = driver.text.splitlines()[2:7]
        assert "On the screen Sessions" in first[0]
        assert any("Begins a new session" in line and line.split()[0] == "n" for line in first)
        await driver.press("escape")
        assert driver.place == "sessions"
        await driver.press("f9", "question_mark")
        assert "On the screen Training" in driver.text.splitlines()[2]

    drive(tmp_path, act, SMALL)


def test_every_action_is_listed_with_the_keys_in_force(tmp_path: Path) -> None:
    options = Options(db=tmp_path / "s.db", keys={"app.jump": ("ctrl+g",), "app.theme": ()})

    async def act(driver: Driver) -> None:
        await driver.press("f1")
        place = driver.app.place
        assert isinstance(place, HelpPlace)
        rows = place.query_one(Rows).rows
        listed = {row.key[1] for row in rows if isinstance(row.key, tuple)}
        assert {action.id for action in ACTIONS} <= listed
        marks = {row.key[1]: row.mark for row in rows if isinstance(row.key, tuple) and row.mark}
        assert marks["app.jump"].strip() == "Ctrl+G"
        assert marks["app.theme"].strip() == "no key"
        assert "^o" not in driver.text

    drive(tmp_path, act, options=options)
