"""The lines of a capture are found again, or it is said what is left of them."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import zipfile
from pathlib import Path

import pytest

from advisor.session import kept, originals
from advisor.session.originals import Originals
from advisor.session.session import Session
from advisor.store import Store
from facts.budget import Budget
from facts.progress import Progress
from tests.kb.examples import knowledge

TEXT = "some words\nroot@db1# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40\n\nthe end\n"
LINES = TEXT.rstrip("\n").split("\n")


@pytest.fixture
def session() -> Session:
    fresh = Session(knowledge())
    fresh.begin()
    return fresh


def tar_of(members: dict[str, bytes], mode: str = "w:gz") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


def zip_of(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


MEMBERS = {"top/other.txt": b"nothing\n" * 1000, "top/db1/limits.txt": TEXT.encode(), "top/last.txt": b"last\n"}


def stored(folder: Path, form: str) -> tuple[Path, str]:
    """What the user names in one of several forms, and what the capture is then called."""
    if form == "file":
        (folder / "limits.txt").write_text(TEXT)
        return folder / "limits.txt", "limits.txt"
    if form == "packed":
        (folder / "limits.txt.gz").write_bytes(gzip.compress(TEXT.encode()))
        return folder / "limits.txt.gz", "limits.txt"
    if form == "folder":
        for name, data in MEMBERS.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        return folder / "top", "db1/limits.txt"
    data = {
        "tar": lambda: tar_of(MEMBERS), "plain tar": lambda: tar_of(MEMBERS, "w"), "zip": lambda: zip_of(MEMBERS),
        "nested": lambda: zip_of({"inner.tar.gz": tar_of(MEMBERS), "a.txt": b"a\n"}),
        "packed member": lambda: tar_of({"top/db1/limits.txt.gz": gzip.compress(TEXT.encode())}),
    }[form]()  # fmt: skip
    path = folder / f"captures.{'zip' if form in ('zip', 'nested') else 'tar.gz' if form != 'plain tar' else 'tar'}"
    path.write_bytes(data)
    return path, "inner/top/db1/limits.txt" if form == "nested" else "top/db1/limits.txt"


FORMS = ("file", "packed", "folder", "tar", "plain tar", "zip", "nested", "packed member")


@pytest.mark.parametrize("form", FORMS)
def test_the_whole_text_is_found_in_what_was_named(session: Session, tmp_path: Path, form: str) -> None:
    path, name = stored(tmp_path, form)
    _, errors = session.open([str(path)])
    assert not errors
    assert name in {item.path for item in session.bundle.inputs}
    assert Originals(session).find(name) == (LINES, range(1, 6), "whole", "")


@pytest.mark.parametrize("form", FORMS)
def test_what_is_gone_leaves_the_cited_lines_and_says_so(session: Session, tmp_path: Path, form: str) -> None:
    path, name = stored(tmp_path, form)
    session.open([str(path)])
    path.rename(tmp_path / "elsewhere")
    found = Originals(session).find(name)
    assert (found.lines, list(found.numbers), found.state) == (LINES[2:3], [3], "cited-only")
    assert found.note == f"`{path}` is not there any more; only the cited lines are kept"


def test_a_sentence_of_a_ticket_stands_where_its_lines_break(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "ticket.txt"
    path.write_text(
        "Dear all, it is bad. The database stalls every five\nminutes and the server swaps all\nthe time.\n"
    )
    session.open([str(path)])
    assert session.consultation.told
    assert Originals(session).find("ticket.txt").state == "whole"
    path.write_text(
        "A new line.\nDear all, it is bad. The database stalls every five\nminutes and the server swaps all\nthe time.\n"
    )
    assert Originals(session).find("ticket.txt").state == "changed"


def test_what_has_changed_is_shown_as_it_is_now_and_said(session: Session, tmp_path: Path) -> None:
    path, name = stored(tmp_path, "file")
    session.open([str(path)])
    path.write_text(TEXT.replace("40", "5"))
    found = Originals(session).find(name)
    assert (found.state, found.lines[2]) == ("changed", "vm.dirty_ratio = 5")
    assert found.note == "the file has changed since it was read: line 3 is another one now"
    path.write_text(TEXT + "more below what is cited\n")
    assert Originals(session).find(name).state == "whole"
    path.write_text("")
    assert Originals(session).find(name).state == "changed"
    path.write_bytes(b"\x00" * 10)
    assert Originals(session).find(name).note.startswith("it could not be read again: not text (NUL bytes); ")


def test_a_member_that_is_gone_from_its_archive(session: Session, tmp_path: Path) -> None:
    path, name = stored(tmp_path, "tar")
    session.open([str(path)])
    path.write_bytes(tar_of({"top/other.txt": b"nothing\n"}))
    found = Originals(session).find(name)
    assert (found.state, found.note) == (
        "cited-only", f"it does not stand in `{path}` any more; only the cited lines are kept",
    )  # fmt: skip
    path.write_bytes(path.read_bytes()[:20])
    assert Originals(session).find(name).state == "cited-only"


def test_of_several_inputs_the_right_one_is_opened(session: Session, tmp_path: Path) -> None:
    for folder, ratio in (("before", 40), ("after", 5)):
        (tmp_path / folder / "db1").mkdir(parents=True)
        (tmp_path / folder / "db1" / "limits.txt").write_text(TEXT.replace("40", str(ratio)))
    session.open([str(tmp_path / "before"), str(tmp_path / "after")])
    for folder, ratio in (("before", 40), ("after", 5)):
        found = Originals(session).find(f"{folder}/db1/limits.txt")
        assert (found.state, found.lines[2]) == ("whole", f"vm.dirty_ratio = {ratio}")


def test_what_was_missing_from_the_start_is_in_nobodys_way(session: Session, tmp_path: Path) -> None:
    path, _ = stored(tmp_path, "folder")
    session.open([str(tmp_path / "missing"), str(path)])
    assert Originals(session).find("top/db1/limits.txt").state == "whole"


def test_of_files_with_one_name_the_one_that_was_read_is_found(session: Session, tmp_path: Path) -> None:
    for folder, text in (("a", "nothing\n"), ("b", TEXT), ("c", TEXT.replace("40", "5"))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "limits.txt").write_text(text)
    session.open([str(tmp_path / "b" / "limits.txt")])
    session.open([str(tmp_path / "a" / "limits.txt")])
    assert Originals(session).find("limits.txt").lines == LINES


def test_it_is_found_from_another_folder_and_in_another_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored(tmp_path, "file")
    monkeypatch.chdir(tmp_path)
    with Store.in_memory() as store:
        kept.begin(knowledge(), store, "night").session.open(["limits.txt"])
        monkeypatch.chdir("/")
        again = kept.resume(knowledge(), store, "night")
        assert Originals(again).find("limits.txt").state == "whole"


def test_a_session_that_was_kept_without_its_sources(session: Session, tmp_path: Path) -> None:
    path, name = stored(tmp_path, "file")
    session.open([str(path)])
    del session.entries[-1].data["sources"]
    found = Originals(session).find(name)
    assert (found.lines, found.state) == (LINES[2:3], "cited-only")
    assert found.note == "it is not known from where it was read; only the cited lines are kept"


def test_what_is_taken_back_is_not_looked_for(session: Session, tmp_path: Path) -> None:
    path, name = stored(tmp_path, "file")
    session.open([str(path)])
    session.undo()
    assert Originals(session).find(name).lines == []


def test_a_pipe_is_never_opened(session: Session, tmp_path: Path) -> None:
    path, name = stored(tmp_path, "file")
    session.open([str(path)])
    path.unlink()
    os.mkfifo(path)
    assert Originals(session).find(name).state == "cited-only"


def test_members_that_are_not_wanted_are_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, session: Session
) -> None:
    path, name = stored(tmp_path, "nested")
    session.open([str(path)])
    read: list[str] = []
    whole = Budget.read

    def spy(self: Budget, path: str, *rest: object) -> object:
        read.append(path)
        return whole(self, path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Budget, "read", spy)
    assert Originals(session).find(name).state == "whole"
    assert read == ["inner.tar.gz", name.removeprefix("inner/")]


def test_looking_can_be_stopped(session: Session, tmp_path: Path) -> None:
    path, name = stored(tmp_path, "tar")
    session.open([str(path)])

    def stop(_: Progress) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        Originals(session).find(name, stop)


# What was pasted


def test_the_transcript_of_all_that_was_pasted(session: Session) -> None:
    session.paste(TEXT)
    session.paste("\x1b[1mvm.dirty_background_ratio = 10\x07")
    found = Originals(session).find("pasted")
    assert (found.state, found.note) == ("whole", "")
    by_number = dict(zip(found.numbers, found.lines, strict=True))
    for item in session.bundle.inputs:
        assert by_number[item.lines[0]].startswith("vm.dirty_")
    assert by_number[7] == "vm.dirty_background_ratio = 10"


def test_of_a_paste_that_was_taken_back_the_places_stay(session: Session) -> None:
    session.paste("vm.dirty_ratio = 5\n")
    session.undo()
    session.paste(TEXT)
    found = Originals(session).find("pasted")
    by_number = dict(zip(found.numbers, found.lines, strict=True))
    for row in session.bundle.labelled:
        for cell in row.cells.values():
            assert cell.origin.lines is not None
            assert by_number[cell.origin.lines[0]].strip() == cell.origin.text


def test_after_a_new_start_only_the_cited_lines_of_a_paste_are_left() -> None:
    with Store.in_memory() as store:
        kept.begin(knowledge(), store, "night").session.paste(TEXT)
        again = kept.resume(knowledge(), store, "night")
        again.paste("vm.dirty_background_ratio = 10\nmore\n")
        found = Originals(again).find("pasted")
        assert (found.lines, list(found.numbers)) == (
            [LINES[2], "vm.dirty_background_ratio = 10", "more"],
            [3, 7, 8],
        )
        assert found.state == "cited-only"
        assert found.note == (
            "pasted texts are remembered only while the program runs; only the cited lines are kept of the others"
        )


def test_the_oldest_pasted_texts_are_forgotten(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(originals, "MAX_PASTED_BYTES", 4096)
    session.paste(TEXT)
    session.paste("vm.dirty_background_ratio = 10\n" + "x\n" * 1950)
    found = Originals(session).find("pasted")
    assert found.state == "cited-only"
    assert found.note.startswith("more than 0 MiB were pasted, and the oldest texts are forgotten")
    assert list(found.numbers)[:3] == [3, 7, 8]


def test_a_fork_knows_what_was_pasted_and_keeps_its_own(session: Session) -> None:
    session.paste(TEXT)
    fork = session.fork()
    fork.paste("vm.dirty_background_ratio = 10\n")
    assert Originals(fork).find("pasted").state == "whole"
    assert Originals(session).find("pasted").lines == LINES


def test_a_file_that_is_called_as_the_transcript_is(session: Session, tmp_path: Path) -> None:
    (tmp_path / "pasted").write_text(TEXT)
    session.open([str(tmp_path / "pasted")])
    assert Originals(session).find("pasted").state == "whole"


def test_an_archive_in_a_folder_is_found_again(session: Session, tmp_path: Path) -> None:
    (tmp_path / "captures").mkdir()
    (tmp_path / "captures" / "db1.tar.gz").write_bytes(tar_of(MEMBERS))
    (tmp_path / "captures" / "notes.txt").write_text("nothing of use\n")
    session.open([str(tmp_path / "captures")])
    (name,) = {item.path for item in session.bundle.inputs}
    assert Originals(session).find(name) == (LINES, range(1, 6), "whole", "")
