"""Any encoding, any line end, any control character."""

from __future__ import annotations

import pytest

from facts import text
from facts.text import MAX_LINE_BYTES, UnreadableText, clean, lines_of, unquote


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


def test_overlong_line_is_refused_with_its_number() -> None:
    with pytest.raises(UnreadableText, match="line 3 is longer"):
        lines_of(b"a\nb\n" + b"x" * (MAX_LINE_BYTES + 1) + b"\n")


def test_binary_is_refused() -> None:
    with pytest.raises(UnreadableText, match="not text"):
        lines_of(b"\x7fELF\x00\x00")


def test_quotation_marks_of_mail_fall_away_and_lines_stay() -> None:
    assert unquote(["> a", ">> b", "c"]) == ["a", "b", "c"]


def test_clean_is_idempotent() -> None:
    text = "a\x1b[1mb\u202ec\x00"
    assert clean(clean(text)) == clean(text) == "abc"


@pytest.mark.parametrize("sizes", [[9, 8], [8, 8, 8], [8, 9, 1], [0, 0, 9], [3, 3, 3, 3, 12], [8], [20]])
def test_the_line_that_is_too_long_is_named(sizes: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "MAX_LINE_BYTES", 8)
    data = b"\n".join(b"x" * size for size in sizes)
    number = next((n for n, size in enumerate(sizes, start=1) if size > 8), None)
    if number is None:
        assert [len(line) for line in lines_of(data)] == sizes
    else:
        with pytest.raises(UnreadableText, match=f"^line {number} is longer"):
            lines_of(data)
