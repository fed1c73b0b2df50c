"""Reads what is left of a damaged store, page by page, without trusting its trees, indexes or log.

SQLite gives up a whole table at a damaged page. Here each page is looked at alone (the database file format, version 3, says
how rows lie in it), first as the database file has it, then as each frame of the write-ahead log does. A row counts only if its
own checksum proves it. Nothing is written.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from advisor.store import chain
from advisor.store.records import Encoded, checksum
from advisor.store.rows import Row

_PAGE = 4096
_LEAF = 0x0D
_LOG_HEADER, _FRAME_HEADER = 32, 24
_MOST_BYTES = 1 << 30
_MOST_ROW = 64 << 20
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


class Piece(NamedTuple):
    """One event that was found: its link is b"" where the store was older than links."""

    session: int
    seq: int
    event: Encoded
    link: bytes


class Remains(NamedTuple):
    """What was found.

    Attributes:
        rows: the rows of sessions by their numbers, the latest of each.
        pieces: events, the latest last.
        present: the numbers of the rows on pages as they are now; the others may be from before a deletion.
        ids: every id that was seen with a number; several where a number was used again, or a log of another store is here.
    """

    rows: dict[int, Row]
    pieces: list[Piece]
    present: set[int]
    ids: dict[int, set[str]]


def salvage(path: Path) -> Remains:
    """Find every row that is still what was written.

    Raises:
        OSError: the files cannot be read.
    """
    data = _bytes(path)
    size = _page_size(data)
    pages = [data[at : at + size] for at in range(0, len(data), size)]
    remains = Remains({}, [], set(), {})
    for number, page in enumerate(pages):
        _scan(page, number == 0, pages, remains)
    frames = list(_frames(_bytes(Path(f"{path}-wal")), size))
    latest = [*pages, *[b""] * (max((number for number, _ in frames), default=0) - len(pages))]
    for number, page in frames:
        latest[number - 1] = page
    # A long row continues on pages that stand behind its own in the log.
    for number, page in frames:
        _scan(page, number == 1, latest, remains)
    now = Remains({}, [], set(), {})
    for number, page in enumerate(latest):
        _scan(page, number == 0, latest, now)
    remains.present.update(now.rows)
    return remains


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MOST_BYTES)
    except FileNotFoundError:
        return b""


def _page_size(data: bytes) -> int:
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size
    return size if data[:15] == b"SQLite format 3" and size >= 512 and not size & (size - 1) else _PAGE


def _frames(log: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    """The pages of a write-ahead log with their numbers, also behind a damaged frame."""
    salt = log[16:24]
    for at in range(_LOG_HEADER, len(log) - _FRAME_HEADER - size + 1, _FRAME_HEADER + size):
        number = int.from_bytes(log[at : at + 4], "big")
        if log[at + 8 : at + 16] == salt and 0 < number <= _MOST_BYTES // size:
            yield number, log[at + _FRAME_HEADER : at + _FRAME_HEADER + size]


def _scan(page: bytes, is_first: bool, pages: list[bytes], remains: Remains) -> None:
    for rowid, values in _rows(page, is_first, pages):
        if (row := _session(rowid, values)) is not None:
            remains.rows[row.number] = row
            remains.ids.setdefault(row.number, set()).add(row.id)
        elif (piece := _event(values)) is not None:
            remains.pieces.append(piece)


def _session(rowid: int, values: list[object]) -> Row | None:
    if len(values) not in (4, 8) or values[0] is not None:
        return None
    _, session_id, name, created, *rest = values
    if not isinstance(session_id, str) or not isinstance(name, str) or not isinstance(created, int | float):
        return None
    if rest:
        events, unchained, head, seal = rest
        row = Row(rowid, session_id, name, float(created), events, unchained, head, seal)  # type: ignore[arg-type]
        return row if row.is_sound() else None
    return Row(rowid, session_id, name, float(created), 0, 0, b"", b"") if len(session_id) == 16 else None


def _event(values: list[object]) -> Piece | None:
    if len(values) not in (6, 7):
        return None
    session, seq, time, kind, text, sum_, *rest = values
    if not isinstance(session, int) or not isinstance(seq, int) or not isinstance(time, int | float):
        return None
    if not isinstance(kind, str) or not isinstance(text, str):
        return None
    event = Encoded(float(time), kind, text)
    link = rest[0] if rest and isinstance(rest[0], bytes) and len(rest[0]) == chain.BYTES else b""
    return Piece(session, seq, event, link) if sum_ == checksum(seq, event) else None


def _rows(page: bytes, is_first: bool, pages: list[bytes]) -> Iterator[tuple[int, list[object]]]:
    """The rows on one page of a table; a row that cannot be read is passed over."""
    start = 100 if is_first else 0
    if len(page) <= start + 8 or page[start] != _LEAF:
        return
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    for cell in range(min(count, len(page) // 6)):
        at = start + 8 + 2 * cell
        try:
            size, begin = _varint(page, int.from_bytes(page[at : at + 2], "big"))
            rowid, begin = _varint(page, begin)
            if size <= _MOST_ROW:
                yield rowid, _record(_payload(pages, page, begin, size))
        except (IndexError, ValueError, struct.error):
            continue


def _payload(pages: list[bytes], page: bytes, begin: int, size: int) -> bytes:
    usable = len(page)
    most, least = usable - 35, (usable - 12) * 32 // 255 - 23
    if size <= most:
        return page[begin : begin + size]
    here = least + (size - least) % (usable - 4)
    here = here if here <= most else least
    parts = [page[begin : begin + here]]
    following, left = int.from_bytes(page[begin + here : begin + here + 4], "big"), size - here
    while left > 0:
        more = pages[following - 1] if 0 < following <= len(pages) else b""
        if len(more) != usable:
            raise ValueError("a page of this row is missing")
        parts.append(more[4 : 4 + left])
        following, left = int.from_bytes(more[:4], "big"), left - (usable - 4)
    return b"".join(parts)


def _record(data: bytes) -> list[object]:
    length, at = _varint(data, 0)
    kinds, body = [], length
    while at < length:
        kind, at = _varint(data, at)
        kinds.append(kind)
    values: list[object] = []
    for kind in kinds:
        value, body = _value(data, kind, body)
        values.append(value)
    return values


def _value(data: bytes, kind: int, at: int) -> tuple[object, int]:
    if kind in (0, 8, 9):
        return {0: None, 8: 0, 9: 1}[kind], at
    size = _INTEGERS.get(kind) or (8 if kind == 7 else (kind - 12) // 2)
    part = data[at : at + size]
    if kind in (10, 11) or len(part) != size:
        raise ValueError("no value")
    if kind in _INTEGERS:
        return int.from_bytes(part, "big", signed=True), at + size
    if kind == 7:
        return struct.unpack(">d", part)[0], at + size
    return (part.decode() if kind % 2 else part), at + size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for number in range(9):
        byte = data[at + number]
        if number == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + number + 1
    raise ValueError("no number")
