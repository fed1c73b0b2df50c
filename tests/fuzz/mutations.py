"""What is done to a real text to break who reads it; chance decides, which may be hypothesis' own."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

MOST_BYTES = 60_000
"""A longer input is cut: what is wrong at a length shows before, and bounds of size have tests of their own."""

_NUMBER = re.compile(rb"\d+(?:[.,]\d+)*")
_WORD = re.compile(rb"[^\s]+")
_GAP = re.compile(rb"[ \t]+")

NUMBERS = [
    b"0", b"-1", b"-0.0", b"00", b"1e308", b"1e999", b"-1e999", b"9" * 19, b"9" * 30, b"9" * 400, b"9" * 5000, b"1" * 4301,
    b"nan", b"inf", b"-inf", b"NaN", b"-", b"--", b"", b"0x10", b"1,234,567.8", b"1.2.3", b"1,5", b"12.", b".5", b"1_000",
    b"\xd9\xa3\xd9\xa4", b"\xef\xbc\x91\xef\xbc\x92", b"\xc2\xb2", b"\xe2\x91\xa0", b"1K", b"99E", b"999999999999999999E", b"1e-400",
    b"2147483648", b"9223372036854775808", b"18446744073709551616", b"4294967295", b"366", b"99", b"32", b"60", b"24", b"13",
]  # fmt: skip
WORDS = [
    b"\x00", b"\x1b[31m", b"\x1b]0;t\x07", b"\x08\x08", b"\r", b"\x0b", b"\x0c", b"\x85", b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\xef\xbb\xbf",
    b"\xff\xfe", b"\xed\xa0\x80", b"\xf0\x9f\x92\xa9", b"%s%n", b"{{ 7*7 }}", b"{% for %}", b"$(reboot)", b"`id`", b"; rm -rf /", b"'\"", b"\\",
    b"<b>x</b>", b"](javascript:x)", b"[bold]", b"[/]", b"(a", b")", b'"', b"?x", b"$?y", b"~", b"&", b"|", b"nil", b"unknown", b"yes",
    b"/", b"..", b"../..", b"-rf", b"#", b"# ", b"$ ", b"root@h:~# ", b"SQL> ", b"> ", b":", b"=", b",", b";", b"null", b"None",
    b"31 Feb 2024", b"Feb 30 25:61:61", b"0000-00-00T00:00:00", b"9999-12-31T23:59:60Z", b"1e20", b"Mon Jan  0 00:00:00 0000",
    b"12/31/99", b"10000-01-01 00:00:00", b"+99:99", b"UTC-25", b"253402300800", b"-62135596801", b"1969-12-31", b"23:59:60",
]  # fmt: skip

Mutation = Callable[[bytes, Random, Sequence[bytes]], bytes]


def _lines(data: bytes) -> list[bytes]:
    return data.split(b"\n")


def _of_lines(change: Callable[[list[bytes], int, Random], None]) -> Mutation:
    def mutate(data: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
        lines = _lines(data)
        change(lines, chance.randrange(len(lines)), chance)
        return b"\n".join(lines)

    return mutate


def _drop(lines: list[bytes], at: int, chance: Random) -> None:
    del lines[at : at + chance.choice((1, 1, 2, 5))]


def _repeat(lines: list[bytes], at: int, chance: Random) -> None:
    lines[at:at] = [lines[at]] * chance.choice((1, 2, 30, 300))


def _repeat_stretch(lines: list[bytes], at: int, chance: Random) -> None:
    lines[at:at] = lines[at : at + chance.choice((2, 4, 8))] * chance.choice((1, 3, 40))


def _swap(lines: list[bytes], at: int, chance: Random) -> None:
    other = chance.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def _cut(lines: list[bytes], at: int, chance: Random) -> None:
    lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]


def _cut_front(lines: list[bytes], at: int, chance: Random) -> None:
    lines[at] = lines[at][chance.randrange(len(lines[at]) + 1) :]


def _join(lines: list[bytes], at: int, chance: Random) -> None:
    lines[at : at + 2] = [b"".join(lines[at : at + 2])]


def _lengthen(lines: list[bytes], at: int, chance: Random) -> None:
    lines[at] = (lines[at] or b" ") * min(chance.choice((3, 100, 2000)), 20_000 // (len(lines[at]) + 1) + 1)


def _end_here(lines: list[bytes], at: int, chance: Random) -> None:
    del lines[at + 1 :]


def _begin_here(lines: list[bytes], at: int, chance: Random) -> None:
    del lines[:at]


def _at_a_match(pattern: re.Pattern[bytes], make: Callable[[bytes, Random], bytes]) -> Mutation:
    def mutate(data: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
        start = chance.randrange(len(data) + 1)
        match = pattern.search(data, start) or pattern.search(data)
        return data if match is None else data[: match.start()] + make(match[0], chance) + data[match.end() :]

    return mutate


def _every_match(pattern: re.Pattern[bytes], make: Callable[[bytes, Random], bytes]) -> Mutation:
    """The same change all over one line's length of the text."""

    def mutate(data: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
        start = chance.randrange(len(data) + 1)
        end = start + chance.choice((40, 200, 2000))
        made = make(b"", chance)
        return data[:start] + pattern.sub(lambda _: made, data[start:end]) + data[end:]

    return mutate


def _insert(choices: Sequence[bytes]) -> Mutation:
    def mutate(data: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
        at = chance.randrange(len(data) + 1)
        return data[:at] + chance.choice(choices) + data[at:]

    return mutate


def _nest(data: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    at = chance.randrange(len(data) + 1)
    opening, closing = chance.choice(
        ((b"[", b"]"), (b"{", b"}"), (b"(", b")"), (b'{"a":', b"}"), (b"'", b"'"), (b"\t", b""), (b"> ", b""))
    )
    depth = chance.choice((3, 60, 1500, 9000))
    return data[:at] + opening * depth + data[at : at + 40] + closing * chance.choice((depth, 0)) + data[at + 40 :]


def _flip(data: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _unused in range(chance.choice((1, 3, 20))):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _encode(data: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    text = data.decode("utf-8", "replace")
    encoding = chance.choice(("utf-16", "utf-16-le", "latin-1", "utf-8-sig", "utf-7", "cp037"))
    return text.encode(encoding, "replace")


def _ends(data: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    return data.replace(b"\n", chance.choice((b"\r\n", b"\r", b"\n\n", b" \n", b"\r\r\n", b"\x0b", b"\\n")))


def _splice(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    if not others:
        return data
    other = chance.choice(others)
    at, start = chance.randrange(len(data) + 1), chance.randrange(len(other) + 1)
    length = chance.choice((20, 200, 2000))
    return data[:at] + other[start : start + length] + data[at + chance.choice((0, length)) :]


def _cut_bytes(data: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    start = chance.randrange(len(data) + 1)
    return data[:start] + data[start + chance.choice((1, 4, 64, 512)) :]


def _number(_: bytes, chance: Random) -> bytes:
    return chance.choice(NUMBERS)


def _negative(found: bytes, chance: Random) -> bytes:
    return b"-" + found


def _longer(found: bytes, chance: Random) -> bytes:
    return found * chance.choice((2, 10, 100))


def _word(_: bytes, chance: Random) -> bytes:
    return chance.choice(WORDS)


def _gap(_: bytes, chance: Random) -> bytes:
    return chance.choice((b"", b" ", b"\t", b" " * 300, b"\xc2\xa0", b","))


TEXT: list[Mutation] = [
    *map(_of_lines, (_drop, _repeat, _repeat_stretch, _swap, _cut, _cut_front, _join, _lengthen, _end_here, _begin_here)),
    *(_at_a_match(_NUMBER, make) for make in (_number, _number, _number, _negative, _longer)),
    _every_match(_NUMBER, _number), _every_match(_GAP, _gap), _every_match(_WORD, _word),
    _at_a_match(_WORD, _word), _at_a_match(_WORD, _longer), _at_a_match(_GAP, _gap),
    _insert(WORDS), _insert(NUMBERS), _nest, _flip, _encode, _ends, _splice, _splice, _cut_bytes,
]  # fmt: skip
BYTES: list[Mutation] = [
    _flip, _flip, _cut_bytes, _splice,
    _insert([b"\0", b"\xff" * 4, b"\x7f\xff\xff\xff", b"\0" * 512])
]  # fmt: skip


EXTREMES = [
    b"0", b"0", b"0", b"0.0", b"-1", b"-1", b"1e308", b"1e308", b"nan", b"", b"", b"inf", b"-inf", b"-0", b"-0.0", b"0x0", b"-", b"1e-308",
    b"9" * 18, b"9" * 19, b"9" * 40, b"1e400", b"18446744073709551615", b"9223372036854775807", b"0%", b"0K", b"00:00:00", b"4294967295",
]  # fmt: skip
"""What numbers are set to: nothing, less than nothing, more than anything, and no number."""
DEVICES = [
    b"/dev/", b"/dev", b"/dev/x", b"/dev/x/y", b"/dev/dsk/a", b"/dev/zvol/dsk/a", b"/dev/mapper/", b"/dev/md/x", b"/dev/vx/dsk/dg/v",
    b"/dev/disk/by-id/ata-", b"/dev/sda", b"/dev/x@y", b"/dev/shm", b"/dev/null",
]  # fmt: skip


def _extreme(_: bytes, chance: Random) -> bytes:
    return chance.choice(EXTREMES)


def _same_number(data: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    """One number everywhere that it stands, or all numbers behind one word: what is printed twice stays the same."""
    numbers = _NUMBER.findall(data)
    if not numbers:
        return data
    number, made = chance.choice(numbers), chance.choice(EXTREMES)
    return re.sub(rb"(?<![\w.])" + re.escape(number) + rb"(?![\w.])", lambda _: made, data)


def _of_a_line(data: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    """All numbers of one line."""
    lines = _lines(data)
    at, made = chance.randrange(len(lines)), chance.choice(EXTREMES)
    lines[at] = _NUMBER.sub(lambda _: made, lines[at])
    return b"\n".join(lines)


def _of_a_column(data: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    """The numbers in one place of every line."""
    at, made = chance.randrange(12), chance.choice(EXTREMES)
    lines = _lines(data)
    for number, line in enumerate(lines):
        found = list(_NUMBER.finditer(line))
        if at < len(found):
            lines[number] = line[: found[at].start()] + made + line[found[at].end() :]
    return b"\n".join(lines)


def _device(data: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    """One word, everywhere that it stands, by a name below /dev."""
    words = re.findall(rb"[\w./@-]+", data)
    if not words:
        return data
    made = chance.choice(DEVICES)
    return re.sub(rb"(?<![\w/.-])" + re.escape(chance.choice(words)) + rb"(?![\w/.-])", lambda _: made, data)


NUMBERS_SET: list[Mutation] = [
    *(_at_a_match(_NUMBER, _extreme),) * 4, _same_number, _same_number, _of_a_line, _of_a_column, _device,
]  # fmt: skip


def mutated(data: bytes, chance: Random, others: Sequence[bytes], kinds: Sequence[Mutation] = TEXT) -> bytes:
    """One text with a few changes, most often one to three."""
    for _ in range(chance.choice((1, 1, 2, 2, 3, 5, 8))):
        data = chance.choice(kinds)(data, chance, others)[:MOST_BYTES]
    return data
