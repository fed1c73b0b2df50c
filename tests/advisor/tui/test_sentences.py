"""A sentence typed where no text box has the focus changes nothing and is not lost: on every screen that the program has."""

from __future__ import annotations

import asyncio
import importlib
import os
import pkgutil
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.screen import Screen
from textual.widgets import Input, TextArea

import advisor.tui.screens
from advisor.tui.actions import PLACES
from advisor.tui.app import AdvisorApp
from advisor.tui.screens.choose_one import ChooseOne, Option
from advisor.tui.screens.name_cause import NameCause
from advisor.tui.screens.training import TrainingPlace
from advisor.tui.typed import is_text_box
from tests.advisor.tui.harness import Driver, drive
from tests.advisor.tui.test_sessions import keep
from tests.tree import ROOT

SENTENCES = (
    "dont know", "quit complaining no", "new disk was added", "why not", "x", "2", "42", "3 disks failed", "über größe ändern",
    "NO NOT THIS", "hjkl gG then delete", "delete it\nyes\n2\n", "/var/log/messages", "e2fsck -y", "no",
)  # fmt: skip
SLOWER = {"dont know": 0.08, "no": 0.2}
"""Seconds between the letters of a typist; the others come as from a terminal that pastes as keys."""
EACH = 1 if os.environ.get("ADVISOR_TEST_ALL") else 14
"""A screen gets the first sentence and each so-many-th of the others, in turn; `tests.fuzz_sentences` tries many on all."""


def _training(act: Callable[[TrainingPlace], object]) -> Callable[[Driver], Awaitable[None]]:
    async def reach(driver: Driver) -> None:
        await driver.press("f9")
        while not isinstance(place := driver.app.place, TrainingPlace):
            assert place is not None
            place.dismiss()  # what was begun there before
            await driver.settled()
        act(place)
        await driver.settled()

    return reach


def _pressed(*keys: str) -> Callable[[Driver], Awaitable[None]]:
    async def reach(driver: Driver) -> None:
        await driver.press(*keys)

    return reach


async def _asked_one(driver: Driver) -> None:
    options = (Option("keep", "Keep it"), Option("delete", "Delete it"))
    driver.app.push_screen(ChooseOne("Delete it?", "", options), lambda choice: driver.app.exit() if choice else None)
    await driver.pilot.pause()


async def _asked_cause(driver: Driver) -> None:
    driver.app.push_screen(NameCause("What is it?", [("a", "A cause")], False))
    await driver.pilot.pause()


REACH = {
    **{f"{name.capitalize()}Place": _pressed(key) for name, key, _ in PLACES if name != "start"},
    "StartPlace": _pressed("f2", "f10"),
    "QuizPlace": _training(lambda place: place.begin_short("flaw", 5, ["cluster-takeover-at-night"])),
    "ExercisePlace": _training(lambda place: place.begin_host("cluster-takeover-at-night", 3, "guided")),
    "ChooseOne": _asked_one,
    "NameCause": _asked_cause,
    "ChooseCase": _pressed("f4", "w"),
    "Jump": _pressed("f8", "ctrl+o"),
    "Learnt": _pressed("f9", "p"),
    "Palette": _pressed("ctrl+p"),
}  # fmt: skip
"""How each kind of screen is reached."""


def kinds() -> set[str]:
    """Every kind of screen that the program has."""
    found = set()
    for module in pkgutil.iter_modules(advisor.tui.screens.__path__):
        for kind in vars(importlib.import_module(f"advisor.tui.screens.{module.name}")).values():
            if isinstance(kind, type) and issubclass(kind, Screen) and kind.__module__.endswith(f".{module.name}"):
                found.add(kind.__name__)
    return found - {"Place"}


def test_every_screen_is_typed_on() -> None:
    assert set(REACH) == kinds()


def kept(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything that is kept, but for when a session was used last."""
    found = {}
    with sqlite3.connect(folder / "sessions.db") as db:
        for (table,) in db.execute("select name from sqlite_master where type = 'table'").fetchall():
            columns = [row[1] for row in db.execute(f"pragma table_info({table})") if row[1] != "changed"]
            found[table] = db.execute(f"select {', '.join(columns)} from {table} order by rowid").fetchall()
    found["files"] = [(p.name, p.read_bytes()) for p in sorted(folder.glob("*.json*"))]
    return found


def boxes(app: AdvisorApp) -> list[str]:
    """What stands in every text box of every screen, with blanks as one."""
    found = [app.typed.draft]
    for screen in [s for stack in app._screen_stacks.values() for s in stack]:
        if screen.is_mounted:
            found += [box.value for box in screen.query(Input)] + [box.text for box in screen.query(TextArea)]
    return [" ".join(text.split()) for text in found]


def empty(app: AdvisorApp) -> None:
    """Nothing stands in any box."""
    app.typed.draft = ""
    for screen in [s for stack in app._screen_stacks.values() for s in stack]:
        if screen.is_mounted:
            for line in screen.query(Input):
                line.value = ""
            for area in screen.query(TextArea):
                area.text = ""


async def home(driver: Driver) -> None:
    """Back to the start, with no question open."""
    while driver.app.screen is not driver.app.place:
        driver.app.screen.dismiss()
        await driver.pilot.pause()
    await driver.press("f10")


async def consult(driver: Driver) -> None:
    """A session with facts, captures and an open question."""
    await driver.press("f2")
    await driver.write("The application stalls every few minutes while the database writes to its ZFS pool")
    driver.app.open([str(ROOT / "examples" / "zfs-log-spikes")])
    await driver.settled()
    assert driver.app.board is not None
    assert driver.app.board.question is not None


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_a_sentence_changes_nothing_and_is_in_the_box(kind: str, tmp_path: Path) -> None:
    keep(tmp_path, "one", "two")
    number = sorted(kinds()).index(kind)

    async def act(driver: Driver) -> None:
        app = driver.app
        await consult(driver)
        assert app.board is not None
        session, question = app.board.session, app.board.question
        for one in (SENTENCES[0], *SENTENCES[1 + number % EACH :: EACH]):
            sentence = one
            if "\n" in sentence and kind == "ExercisePlace":
                continue  # at the prompt, a line end runs the line that can be seen
            await home(driver)
            await REACH[kind](driver)
            for _ in range(100):  # on a busy machine, a screen may come up after the key seems done
                if type(app.screen).__name__ != kind:
                    await asyncio.sleep(0.05)
            assert type(app.screen).__name__ == kind
            empty(app)
            before = kept(tmp_path)
            if is_text_box(app.focused):  # there, Enter sends what can be seen
                sentence = sentence.rstrip("\n")
            await driver.type(sentence, SLOWER.get(sentence, 0.0))
            assert kept(tmp_path) == before, sentence
            assert app.is_running, sentence
            assert (app.board.session, app.board.question) == (session, question), sentence
            text = " ".join(sentence.split())
            if len(text) > 2:  # one or two letters may be commands of their own, which ask before they change anything
                assert any(text in box for box in boxes(app)), (sentence, boxes(app))

    drive(tmp_path, act)
