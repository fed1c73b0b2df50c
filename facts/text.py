"""Bytes of a capture to clean lines.

A capture is somebody else's bytes: any encoding, any line end, terminal escapes from a saved session. What comes out
is a list of lines whose index + 1 is the line number that an editor shows, free of control characters, so that it can
be printed on a terminal, put into HTML, or quoted for a shell by those who show it.
"""

from __future__ import annotations

from facts.patterns import lazy

MAX_LINE_BYTES = 1 << 20
"""A longer line is no tool's output; a file that has one is refused."""


class UnreadableText(ValueError):
    """The bytes are not text that can be read; the message says why, in a few words."""


_ESCAPES = lazy(
    "\x1b\\[[0-9;?<=>!]*[ -/]*[@-~]"  # CSI: colours, cursor moves
    "|\x1b[\\]PX^_][^\x07\x1b]{0,4096}(?:\x07|\x1b\\\\)"  # OSC, DCS and other strings up to their end
    "|\x1b[ -/]*[0-~]"  # two-character escapes
)
# C0 without tab, DEL, C1, zero-width and bidirectional controls, line and paragraph separators, byte order mark
_CONTROLS = lazy("[\x00-\x08\x0a-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_NEEDS_CLEANING = lazy("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_PLAIN = bytes([*b"\t\n", *range(0x20, 0x7F)])
"""What a text of nothing else needs no cleaning for."""
_BACKSPACE = lazy("[^\x08]\x08")


def clean(text: str) -> str:
    """Strip terminal escapes and control characters from one piece of text; tabs stay.

    >>> clean("a\\x1b[31mred\\x1b[0m b\\x07")
    'ared b'
    """
    if not _NEEDS_CLEANING.search(text) and "\n" not in text:
        return text
    return _CONTROLS.sub("", _ESCAPES.sub("", text))


def _clean_line(line: str) -> str:
    line = line.rstrip("\r")
    if not _NEEDS_CLEANING.search(line):
        return line
    line = _ESCAPES.sub("", line)
    if "\r" in line:
        # A carriage return puts the cursor back: what was written last is what the terminal showed.
        line = next((part for part in reversed(line.split("\r")) if part.strip()), "")
    while _BACKSPACE.search(line):
        line = _BACKSPACE.sub("", line)
    return _CONTROLS.sub("", line)


def decode(data: bytes) -> str:
    """Decode UTF-8, UTF-16 with a byte order mark, or else Latin-1.

    Raises:
        UnreadableText: the bytes hold NUL characters and are not UTF-16.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    if b"\x00" in data[:65536]:
        raise UnreadableText("not text (NUL bytes)")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def lines_of(data: bytes) -> list[str]:
    """Clean lines of a capture; ``lines[i]`` is line ``i + 1`` of the file.

    Raises:
        UnreadableText: not text, or a line is longer than `MAX_LINE_BYTES`.
    """
    _refuse_long_lines(data)
    text = decode(data)
    if "\n" not in text and text.count("\r") > 1:
        text = text.replace("\r", "\n")
    lines = text.split("\n")
    if lines and not lines[-1].strip():
        lines.pop()
    if data.translate(None, _PLAIN) and _NEEDS_CLEANING.search(text.replace("\n", "")):
        return [_clean_line(line) for line in lines]
    return lines


def _refuse_long_lines(data: bytes) -> None:
    if len(data) <= MAX_LINE_BYTES:
        return
    end_mark = b"\n" if b"\n" in data[: MAX_LINE_BYTES * 2] else b"\r"
    start = 0
    while len(data) - start > MAX_LINE_BYTES:
        end = data.rfind(end_mark, start, start + MAX_LINE_BYTES + 1)
        if end < 0:
            number = data.count(end_mark, 0, start) + 1
            raise UnreadableText(f"line {number} is longer than {MAX_LINE_BYTES:,} bytes")
        start = end + 1


_QUOTE_MARK = lazy(r"(?:> ?)+")


def unquote(lines: list[str]) -> list[str]:
    """Take the ``> `` marks off mail and ticket quotations, keeping the line count."""
    if not lines or ("\n>" not in "\n".join(lines) and not lines[0].startswith(">")):
        return lines
    return [_QUOTE_MARK.sub("", line, count=1) if line.startswith(">") else line for line in lines]
