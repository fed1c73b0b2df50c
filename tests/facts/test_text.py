"""Any encoding, any line end, any control character."""

from __future__ import annotations

import io
import tarfile

import pytest

from facts.text import UnreadableText, clean, lines_of, unquote


@pytest.mark.parametrize(
    "data",
    [
        "größe 1\nzwei\n".encode(),
        "größe 1\r\nzwei\r\n".encode(),
        "\ufeffgröße 1\nzwei\n".encode(),
        "größe 1\nzwei\n".encode("latin-1"),
        "größe 1\nzwei\n".encode("utf-16"),
        "\ufeffgröße 1\r\nzwei\r\n".encode("utf-16-be"),
        "größe 1\rzwei\r".encode(),
    ],
)
def test_encodings_and_line_ends(data: bytes) -> None:
    assert lines_of(data) == ["größe 1", "zwei"]


def test_stray_carriage_return_shows_what_the_terminal_showed() -> None:
    assert lines_of(b"10 MB\r20 MB\r30 MB copied\nnext\n") == ["30 MB copied", "next"]


def test_terminal_escapes_and_controls_are_gone() -> None:
    data = b"\x1b[31mred\x1b[0m\x07 \x1b]0;title\x07x\x08y \xe2\x80\xae rtl\n"
    assert lines_of(data) == ["red y  rtl"]


def test_tabs_stay() -> None:
    assert lines_of(b"a\tb\n") == ["a\tb"]


def test_line_numbers_survive_cleaning() -> None:
    assert lines_of(b"one\n\x1b[2J\nthree\n")[2] == "three"


def test_overlong_line_is_cut_and_told() -> None:
    cut: list[int] = []
    lines = lines_of(
        b"a\nb\n" + b"xy" * 4500 + b"\nlast " + b"9" * 5000 + b"\n" + b'{"a": "' + b"xy" * 4500 + b'"}\n', cut
    )
    assert [len(line) for line in lines] == [1, 1, 8192, 105, 9009]
    assert cut == [3, 4]


def test_a_run_of_one_character_is_cut() -> None:
    assert len(lines_of(b"a" + b" " * 9000 + b"b" + b"=" * 3000)[0]) == 1 + 2000 + 1 + 2000


@pytest.mark.parametrize("line", [b'{"a": ' + b"[ " * 9000, b"[{" * 20_000, b'{"a": "' + b"xy" * (1 << 19) + b'"}'])
def test_what_only_begins_like_json_is_cut(line: bytes) -> None:
    assert [len(line) for line in lines_of(line)] == [8192]


def test_binary_is_refused() -> None:
    with pytest.raises(UnreadableText, match="not text"):
        lines_of(b"\x7fELF\x00\x00")


def test_quotation_marks_of_mail_fall_away_and_lines_stay() -> None:
    assert unquote(["> a", ">> b", "c"]) == ["a", "b", "c"]


def test_clean_is_idempotent() -> None:
    text = "a\x1b[1mb\u202ec\x00"
    assert clean(clean(text)) == clean(text) == "abc"


def test_log_with_blocks_of_nul_is_text() -> None:
    """A host that lost power leaves them, and so does a log that was cut to nothing under a program that writes on."""
    lost = b"Jan  1 10:00:00 db1 kernel: one\n" + bytes(4096) + b"Jan  1 10:09:00 db1 kernel: two\n"
    assert lines_of(lost) == ["Jan  1 10:00:00 db1 kernel: one", "Jan  1 10:09:00 db1 kernel: two"]
    assert lines_of(bytes(3000) + b"one\ntwo\n") == ["one", "two"]


@pytest.mark.parametrize("data", [bytes(100), b"one\0two\0", b"\x01\0\0\0one\n", b"\x7fELF\x02\0\n"])
def test_binary_data_is_no_text(data: bytes) -> None:
    with pytest.raises(UnreadableText):
        lines_of(data)


def test_an_archive_without_its_ending_is_no_text() -> None:
    """`logs.xz` of a report may hold a tar: read as one text, its logs would run into each other."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        member = tarfile.TarInfo("logs/journal")
        member.size = len(line := b"Feb 11 18:58:23 db1 systemd-networkd[567]: ens3: Lost carrier\n")
        archive.addfile(member, io.BytesIO(line))
    with pytest.raises(UnreadableText):
        lines_of(packed.getvalue())
