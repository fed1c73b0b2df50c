"""Hostile hosts, files and terminals, a store that fails, and somebody who hits every key."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from textual import events

from advisor.session import saving
from advisor.store import Store
from advisor.tui.actions import ACTIONS, PLACES
from advisor.tui.app import Options
from advisor.tui.desk import Work
from advisor.tui.widgets.chat_input import ChatInput
from advisor.tui.widgets.talk import Talk
from tests.advisor.tui.harness import SMALL, Driver, drive
from tests.kb.examples import every

HOSTILE = (
    "\x1b]0;title\x07\x1b[31m[bold]x[/bold] [/dev/sda] [@click=app.quit()]y[/] {{ 7 * 7 }} (assert (x)) $(reboot) \u202ecba\u202c "
    "e\u0301\u0301\u0301\u0301 \U0001f469\u200d\U0001f469\u200d\U0001f467 日本 \x00\x85\x9b31m"
)
ZPOOL = """\
root@db1:~# zpool status
  pool: [ta]nk
 state: DEGRADED
status: One or more devices has experienced an error [/bold] [link=http://x]y[/link]
config:

\tNAME                STATE     READ WRITE CKSUM
\t[ta]nk              DEGRADED     0     0     0
\t  mirror-0          DEGRADED     0     0     0
\t    [/dev]sda       ONLINE       0     0     0
\t    c0[@click=x]d0  FAULTED      3    12    99  too many errors

errors: No known data errors
root@db1:~# zpool list
NAME    SIZE  ALLOC   FREE  CKPOINT  EXPANDSZ   FRAG    CAP  DEDUP    HEALTH  ALTROOT
[ta]nk  1.81T  1.72T  90G        -         -    63%    95%  1.00x  DEGRADED  -
"""


def captures(folder: Path) -> Path:
    """Captures whose paths, names and lines are written by somebody who means harm."""
    inner = folder / "cap [red]tures[/]" / "[/bold] x"
    inner.mkdir(parents=True)
    (inner / "zpool [@click=app.quit()].txt").write_text(ZPOOL)
    (inner / "\u202egpj.txt").write_text("root@db1:~# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40\n")
    (inner / "hostile.log").write_text(
        f"{HOSTILE}\n" * 20 + "x" * 200_000 + "\n" + "日本e\u0301" * 20_000 + "\ra\rb\rc"
    )
    (inner / "bytes.dat").write_bytes(bytes(range(256)) * 20)
    return inner.parent


KEYS = {
    "space": " ", "question_mark": "?", "slash": "/", "minus": "-", "plus": "+", "comma": ",", "full_stop": ".",
    "left_square_bracket": "[", "right_square_bracket": "]", "less_than_sign": "<", "greater_than_sign": ">", "equals_sign": "=",
}  # fmt: skip
SAID = (
    HOSTILE, "undo", "redo", "evidence all", "fix", f"done 1 {HOSTILE}", "search [", "explain ]", "why not [/", "strike 1",
    "change 1", f"other {HOSTILE}", f"/save {HOSTILE}", "\r\n".join(["[/x] line"] * 30), "A" * 5_000, "~nobody-here/x",
)  # fmt: skip


def key(name: str) -> events.Key:
    return events.Key(name, KEYS.get(name, name if len(name) == 1 else None))


async def hit_keys(driver: Driver, chance: random.Random, place: str, count: int) -> None:
    """Keys, pastes and other sizes at random, without waiting for what came before."""
    app = driver.app
    own = {k for action in ACTIONS for k in action.keys}
    every = sorted((own | set("abcdefghijklmnopqrstuvwxyzAGNU0123456789") | {"backspace", "alt+z", "ctrl+y", "ctrl+k"})
                   - {"ctrl+q", "ctrl+p"})  # fmt: skip
    keys = {name: k for name, k, _ in PLACES}
    for number in range(count):
        drawn = chance.random()
        if drawn < 0.04:
            app.post_message(key(keys[place]))
        elif drawn < 0.08 and app.screen.focused is not None:
            app.screen.focused.post_message(events.Paste(chance.choice(SAID)))
        elif drawn < 0.09:
            await driver.pilot.resize_terminal(chance.choice([2, 20, 42, 80, 300]), chance.choice([2, 6, 24, 50]))
        else:
            app.post_message(key(chance.choice(every)))
            if number % 3:  # else what comes next is a sentence with it
                app.typed.elapse()
        if number % 4 == 0:
            await driver.pilot.pause()
        if number % 50 == 0:
            await driver.settled()
    await driver.settled()


@pytest.mark.parametrize(
    ("seed", "place"), every(6, list(enumerate(("advisor", "evidence", "fix", "sessions", "training", "diagnosis"))))
)
def test_any_keys_at_any_time_and_back_is_always_the_start(seed: int, place: str, tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await hit_keys(driver, random.Random(seed), place, 150)
        await driver.pilot.resize_terminal(120, 40)
        for _ in range(20):
            await driver.press("escape")
        assert driver.place == "start"
        assert len(driver.app.screen_stack) == 1
        assert "\x1b" not in driver.text
        await driver.pilot.press("ctrl+q")

    drive(tmp_path, act, options=Options(db=tmp_path / "sessions.db", paths=(str(captures(tmp_path)),)))


def test_back_is_never_far_from_the_start(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        for _ in range(10):
            await driver.press("f6", "f7")
        for _ in range(9):
            await driver.press("escape")
        assert driver.place == "start"
        await driver.press("f8", "f10", "f6", "escape")
        assert driver.place == "start"

    drive(tmp_path, act, SMALL)


@pytest.mark.parametrize("size", every(2, [(1, 1), (20, 6), (40, 10), (42, 24), (1000, 3)]))
def test_a_terminal_of_any_size(size: tuple[int, int], tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.write("the zfs pool is slow")
        for _, name, _ in PLACES:
            await driver.press(name)
        await driver.pilot.resize_terminal(120, 40)
        await driver.press("f2")
        assert "the zfs pool is slow" in driver.text

    drive(tmp_path, act, size)


# Keys that come faster than they are dealt with


def test_two_keys_at_once_in_jump_mode_close_it_once(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2", "ctrl+o")
        for name in "zz":
            driver.app.post_message(key(name))
        await driver.settled()
        assert driver.place == "advisor"
        assert len(driver.app.screen_stack) == 1

    drive(tmp_path, act)


def test_two_escapes_at_once_close_the_commands_once(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2", "ctrl+p")
        palette = driver.app.screen
        await palette.run_action("escape")
        await palette.run_action("escape")
        await driver.settled()
        assert driver.place == "advisor"
        assert len(driver.app.screen_stack) == 1

    drive(tmp_path, act)


def test_a_page_further_in_commands_that_are_not_drawn_yet(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        driver.app.action_command_palette()
        for name in ("x", "pagedown", "pageup", "pagedown"):
            driver.app.post_message(key(name))
        await driver.press("escape")
        assert driver.place == "start"

    drive(tmp_path, act)


def test_undo_in_the_box_when_it_loses_its_scroll_bar(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.paste("a\nb\nc\nd\ne\nf\ng\nh\ni\nj", enter=False)
        await driver.press("alt+z")
        assert driver.app.screen.query_one(ChatInput).text == ""
        await driver.press("ctrl+y")
        assert driver.app.screen.query_one(ChatInput).text.endswith("j")

    drive(tmp_path, act)


# Long and strange texts


@pytest.mark.parametrize("text", ["日本" * 100_000, "x[/b]" * 40_000, "\x1b[31m[x] line\r" * 5_000, "/a" * 100_000])
def test_a_very_long_paste_is_shown_in_part_and_can_be_brought_back(text: str, tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.paste(text)
        assert all(len(row.text) < 60_000 for row in driver.app.screen.query_one(Talk).rows)
        assert all(len(said.text) < 60_000 for said in driver.app.log_of_talk)
        await driver.press("ctrl+up")
        box = driver.app.screen.query_one(ChatInput)
        assert box.text == ""
        assert len(box.held) > 40_000

    drive(tmp_path, act)


def test_what_was_pasted_and_not_sent_is_not_lost_to_what_was_sent_before(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.write("it is slow")
        await driver.paste("a line\n" * 50, enter=False)
        await driver.press("ctrl+up")
        assert driver.app.screen.query_one(ChatInput).held.count("a line") == 50

    drive(tmp_path, act)


def test_more_than_fits_is_cut_at_a_line_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("advisor.tui.widgets.chat_input._MOST_CHARACTERS", 100)

    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.paste("1234567\n" * 20, enter=False)
        box = driver.app.screen.query_one(ChatInput)
        assert box.held == "1234567\n" * 12
        assert "only the first 12 lines are taken" in driver.text
        await driver.paste("1234567\n" * 20, enter=False)
        assert len(box.held) <= 100

    drive(tmp_path, act)


@pytest.mark.parametrize(
    "path", ["A" * 5_000 + "/x", "~nobody-of-this-name/x", "/tmp/" + "a/" * 3_000, "/dev/tty", "a\0b/"]
)
def test_a_path_that_cannot_be_one(path: str, tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        driver.app.open([path])
        await driver.settled()
        await driver.press("f2")
        assert any(said.kind == "error" for said in driver.app.log_of_talk)

    drive(tmp_path, act)


# A store that fails


def _read_only(work: Work) -> None:
    work.store._database.execute("PRAGMA query_only=1")


def _deleted_elsewhere(work: Work) -> None:
    assert work.store.path is not None
    with Store.open(work.store.path) as other:
        for header in other.headers():
            other.delete(header.id)


def _told(path: Path) -> list[str]:
    with Store.open(path) as store:
        return [str(e.data["text"]) for e in store.events(store.headers()[0].id) if e.kind == "told"]


@pytest.mark.parametrize("hurt", [_read_only, _deleted_elsewhere])
def test_a_store_that_fails_is_said_and_the_session_goes_on_in_memory(
    hurt: Callable[[Work], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "_FIRST_DELAY", 1000.0)
    monkeypatch.setattr("advisor.tui.app._SAVE_AGAIN_SECONDS", 1000.0)

    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.write("the database hangs at night")
        await driver.app.desk.run(hurt)
        await driver.write("writes stall")
        assert driver.app.log_of_talk[-1].text.startswith("Not saved: ")
        assert "NOT SAVED: 1 step" in driver.text
        for name in ("f8", "f10", "f6", "f4"):
            await driver.press(name)
            assert "NOT SAVED: 1 step" in driver.text
        await driver.press("ctrl+q")
        assert "1 unsaved step would be lost" in driver.text
        assert driver.app.is_running
        await driver.app._saved_again()
        await driver.settled()
        assert driver.app.log_of_talk[-1].text == "Saved again: 1 step that was in memory only."
        assert "NOT SAVED" not in driver.text

    drive(tmp_path, act)
    assert _told(tmp_path / "sessions.db") == ["the database hangs at night", "writes stall"]


def test_a_session_whose_store_was_deleted_is_written_anew_at_the_end(tmp_path: Path) -> None:
    ended = []

    async def act(driver: Driver) -> None:
        ended.append(driver.app)
        await driver.press("f2")
        await driver.write("the database hangs at night")
        for path in tmp_path.glob("sessions.db*"):
            path.unlink()

    drive(tmp_path, act)
    assert ended[0].ended == (True, "")
    assert _told(tmp_path / "sessions.db") == ["the database hangs at night"]


def test_a_damaged_store_is_said_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "sessions.db").write_bytes(b"no database at all " * 100)

    async def act(driver: Driver) -> None:
        assert "The sessions cannot be read: this file is no session store" in driver.text
        await driver.press("f2")
        await driver.write("it hangs")
        assert driver.app.log_of_talk[-1].kind == "error"
        for _, name, _ in PLACES:
            await driver.press(name)

    drive(tmp_path, act)


def test_a_fault_names_the_session_only_where_it_is_kept(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        assert driver.app.crash_session() == ""
        await driver.press("f2")
        await driver.write("it hangs")
        assert driver.app.board is not None
        assert driver.app.crash_session() == driver.app.board.session != ""
        await driver.app.desk.run(lambda work: work.practise(work.session.fork()))
        assert driver.app.crash_session() == ""

    drive(tmp_path, act)
