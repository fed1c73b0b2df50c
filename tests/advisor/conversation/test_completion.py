"""Paths are completed as a shell does it, and sentences are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.conversation.completion import Completion, complete, missing_path, nearest_path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "one two.txt").write_text("")
    (tmp_path / "exam-1.txt").write_text("")
    (tmp_path / "exam-2.txt").write_text("")
    (tmp_path / ".hidden").write_text("")
    (tmp_path / "evil\x1b[2J").write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_longest_common_part_is_added(folder: Path) -> None:
    assert complete(f"open {folder}/ex") == Completion("am", ("exam-1.txt", "exam-2.txt", "examples/"))
    assert complete(f"{folder}/examp") == Completion("les/", ("examples/",))
    assert complete("exam-") == Completion("", ("exam-1.txt", "exam-2.txt"))


def test_blanks_are_written_so_that_the_path_is_one_word(folder: Path) -> None:
    assert complete("./examples/o") == Completion(r"ne\ two.txt", ("one two.txt",))
    assert complete(r"./examples/one\ t") == Completion("wo.txt", ("one two.txt",))
    assert complete("'./examples/one t") == Completion("wo.txt", ("one two.txt",))


def test_hidden_names_come_when_asked_for_and_escape_sequences_never(folder: Path) -> None:
    assert complete(f"{folder}/") == Completion("exam", ("exam-1.txt", "exam-2.txt", "examples/"))
    assert complete(f"{folder}/.h") == Completion("idden", (".hidden",))
    assert complete(f"{folder}/evil") == Completion("", ())


@pytest.mark.parametrize(
    "line", ["", "the pool has exam", "slow", "disk I/O", "it don't", "\0", "~nobody-of-this-name/x"]
)
def test_what_is_no_path_is_not_completed(folder: Path, line: str) -> None:
    assert complete(line) is None


def test_a_path_that_leads_nowhere_is_one_all_the_same() -> None:
    assert complete("/no/such/place") == Completion("", ())


def test_what_may_have_been_meant(folder: Path) -> None:
    assert missing_path(f"{folder}/exampels") == f"{folder}/exampels"
    assert nearest_path(f"{folder}/exampels") == f"{folder}/examples"
    assert nearest_path(f"{folder}/something-else") == ""
    assert missing_path(str(folder)) == ""
    assert missing_path("/data is full") == ""
    assert missing_path("ENOSPC/EIO") == ""
