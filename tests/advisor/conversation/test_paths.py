"""Paths as terminals write them when something is dropped on them; and lines that are none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from advisor.conversation.conversation import Message
from advisor.conversation.paths import named_paths
from tests.advisor.conversation.talk import STALL, Talk, kinds


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "a.txt",
        "two words.txt",
        "it's.txt",
        'say "hi".txt',
        "back\\slash.txt",
        "ü %41.txt",
        "$HOME.txt",
        "*.txt",
        "yes",
    ):
        (tmp_path / name).write_text("")
    (tmp_path / "folder").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("{}/a.txt", ["a.txt"]),
        ("a.txt", ["a.txt"]),
        ("~/a.txt", ["a.txt"]),
        ("  {}/folder/ ", ["folder"]),
        ("'{}/a.txt'", ["a.txt"]),
        ("'{}/two words.txt'", ["two words.txt"]),
        ('"{}/two words.txt" ', ["two words.txt"]),
        (r"{}/two\ words.txt", ["two words.txt"]),
        ("{}/two words.txt", ["two words.txt"]),
        (r"{}/it\'s.txt", ["it's.txt"]),
        ("{}/it's.txt", ["it's.txt"]),
        (r"{}/say\ \"hi\".txt", ['say "hi".txt']),
        (r'"{}/say \"hi\".txt"', ['say "hi".txt']),
        ("{}/back\\slash.txt", ["back\\slash.txt"]),
        (r"{}/back\\slash.txt", ["back\\slash.txt"]),
        (r"'{}/back\slash.txt'", ["back\\slash.txt"]),
        (r'"{}/back\slash.txt"', ["back\\slash.txt"]),
        ("file://{}/a.txt", ["a.txt"]),
        ("file://localhost{}/two%20words.txt", ["two words.txt"]),
        ("file://{}/%C3%BC%20%2541.txt", ["ü %41.txt"]),
        ("FILE:{}/a.txt", ["a.txt"]),
        ("{}/a.txt {}/folder", ["a.txt", "folder"]),
        (r"'{}/two words.txt' {}/two\ words.txt file://{}/a.txt", ["two words.txt", "two words.txt", "a.txt"]),
        (r"{}/\$HOME.txt", ["$HOME.txt"]),
        ("{}/$HOME.txt", ["$HOME.txt"]),
        ("{}/*.txt", ["*.txt"]),
    ],
)
def test_a_dropped_path(home: Path, line: str, names: list[str]) -> None:
    assert [Path(found) for found in named_paths(line.replace("{}", str(home)))] == [
        Path(name) if line == "a.txt" else home / name for name in names
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "", " ", ".", "..", "/", "~", "yes", "folder", "{}/missing.txt", "{}/a.txt {}/missing.txt", "look at {}/a.txt", "see a.txt",
        "'{}/a.txt", '"{}/a.txt', "{}/a.txt'", "$HOME/a.txt", "${HOME}/a.txt", "$(echo a.txt)", "`echo a.txt`", "{}/?.txt", "{}/{a,b}.txt",
        "file://elsewhere{}/a.txt", "https://example.com{}/a.txt", "file:", "file://", "{}/a.txt\x00", "~nobody-has-this-name/a.txt",
        "{}/a.txt; ls", "/" + "x/" * 4000, "." * 100_000, "{}/a.txt | cat",
    ],
)  # fmt: skip
def test_what_is_no_path(home: Path, line: str) -> None:
    assert named_paths(line.replace("{}", str(home))) == []


def test_dropped_files_are_read_together(tmp_path: Path) -> None:
    (tmp_path / "two words.txt").write_text("root@db1# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40\n")
    (tmp_path / "b.txt").write_text("root@db1# sysctl vm.dirty_background_ratio\nvm.dirty_background_ratio = 10\n")
    talk = Talk(STALL)
    talk.say(f"'{tmp_path}/two words.txt' {tmp_path}/b.txt")
    assert (
        talk.known("vm-settings.dirty-ratio-percent"),
        talk.known("vm-settings.dirty-background-ratio-percent"),
    ) == (40, 10)
    entry = talk.session.entries[-1]
    assert (entry.kind, entry.data["sources"]) == ("captured", [f"{tmp_path}/two words.txt", f"{tmp_path}/b.txt"])


def test_a_command_takes_a_quoted_path(tmp_path: Path) -> None:
    (tmp_path / "two words.txt").write_text("root@db1# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40\n")
    talk = Talk(STALL)
    talk.say(f"open '{tmp_path}/two words.txt'")
    assert talk.known("vm-settings.dirty-ratio-percent") == 40
    assert kinds(talk.say(f"open '{tmp_path}/missing.txt'")) == ["error"]


def test_a_folder_at_the_root_is_no_unknown_command(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk(STALL)
    opened: list[list[str]] = []

    def note(paths: list[str]) -> Iterator[Message]:
        opened.append(paths)
        return iter(())

    monkeypatch.setattr(talk.conversation, "opened", note)
    talk.say("/proc")
    assert opened == [["/proc"]]
    assert kinds(talk.say("/frobnicate")) == ["error"]


def test_an_answer_is_no_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "yes").write_text("")
    (tmp_path / "4.5").write_text("")
    monkeypatch.chdir(tmp_path)
    talk = Talk(STALL).at("sign.memory-short")
    talk.say("yes")
    assert talk.signs()["memory-short"] == "present"
