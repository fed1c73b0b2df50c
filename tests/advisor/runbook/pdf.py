"""The text of a printed page, from the PDF that Chromium writes: enough of the format for that, and no more."""

from __future__ import annotations

import re
import zlib

_OBJECT = re.compile(rb"(\d+) 0 obj\b(.*?)endobj", re.DOTALL)
_STREAM = re.compile(rb"/Length (\d+).*?stream\r?\n", re.DOTALL)
_SHOWN = re.compile(rb"/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|\(((?:\\.|[^\\()])*)\)\s*Tj", re.DOTALL)


def pages_of(data: bytes) -> list[str]:
    """The text of each page without white space, in the order of painting."""
    objects = {int(match[1]): match[2] for match in _OBJECT.finditer(data)}
    found = []
    for body in objects.values():
        if re.search(rb"/Type\s*/Page\b", body):
            content = re.search(rb"/Contents\s+(\d+) 0 R", body)
            if content:
                found.append(_text(_unpacked(objects[int(content[1])]), _fonts(body, objects)))
    return found


def _unpacked(body: bytes) -> bytes:
    stream = _STREAM.search(body)
    if stream is None:
        return b""
    content = body[stream.end() : stream.end() + int(stream[1])]  # its last byte may look like the end of a line
    return zlib.decompress(content) if b"/FlateDecode" in body else content


def _fonts(page: bytes, objects: dict[int, bytes]) -> dict[bytes, dict[int, str]]:
    """For each font of a page, which glyph is which text."""
    fonts = {}
    for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", page):
        unicode = re.search(rb"/ToUnicode (\d+) 0 R", objects[int(number)])
        fonts[name] = _glyphs(_unpacked(objects[int(unicode[1])])) if unicode else {}
    return fonts


def _glyphs(table: bytes) -> dict[int, str]:
    found: dict[int, str] = {}
    for part in re.findall(rb"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        for glyph, text in re.findall(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", part):
            found[int(glyph, 16)] = _utf16(text)
    for part in re.findall(rb"beginbfrange(.*?)endbfrange", table, re.DOTALL):
        for first, last, text in re.findall(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", part):
            for glyph in range(int(first, 16), int(last, 16) + 1):
                found[glyph] = chr(ord(_utf16(text)) + glyph - int(first, 16))
    return found


def _utf16(digits: bytes) -> str:
    return bytes.fromhex(digits.decode()).decode("utf-16-be")


def _text(content: bytes, fonts: dict[bytes, dict[int, str]]) -> str:
    font: dict[int, str] = {}
    parts = []
    for name, glyphs, _ in _SHOWN.findall(content):
        if name:
            font = fonts.get(name, {})
        elif glyphs:
            codes = [int(glyphs[n : n + 4], 16) for n in range(0, len(glyphs), 4)]
            parts.append("".join(font.get(code, "\ufffd") for code in codes))
    return re.sub(r"\s+", "", "".join(parts))
