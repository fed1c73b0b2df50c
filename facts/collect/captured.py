"""What was captured, and the manifest that lists it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

MANIFEST_COLUMNS = 7
HEADER = "# advisor collect 1: place, command, exit status, seconds, bytes, for whom, note"


class Captured(NamedTuple):
    """One output or file: where it lies in the bundle, what gave it, and what became of it.

    Attributes:
        place: in the bundle, "" where there is nothing to keep.
        source: the command or the file.
        status: the exit status; None where it was not run or not read.
        seconds: it took.
        data: what is kept, without secrets.
        read: a reader takes it.
        note: what was wrong: not there, not permitted, cut, ended.
    """

    place: str
    source: str
    status: int | None
    seconds: float
    data: bytes
    read: bool
    note: str


def missing(source: str, read: bool, note: str, seconds: float = 0.0) -> Captured:
    """Return the entry of what was not run or not read."""
    return Captured("", source, None, seconds, b"", read, note)


def plain(text: str) -> str:
    """Return a text with nothing in it but printable ASCII: names of files are chosen by others."""
    return "".join(c if " " <= c <= "~" else "_" for c in text)


def one_line(text: str) -> str:
    """Return the words of a text on one short line."""
    return plain(" ".join(text.split()))[:200]


def placed(items: Iterable[Captured]) -> list[Captured]:
    """Return the items with places that differ from each other and hold only plain characters."""
    taken: set[str] = set()
    found = []
    for item in items:
        place = wanted = plain(item.place)
        number = 2
        while place and place in taken:
            place, number = f"{wanted}.{number}", number + 1
        taken.add(place)
        found.append(item._replace(place=place))
    return found


def manifest(items: Iterable[Captured]) -> bytes:
    """What was run and copied, a line each."""
    lines = [HEADER]
    for item in items:
        status = "-" if item.status is None else str(item.status)
        whom = "reader" if item.read else "people"
        lines.append("\t".join((
            item.place or "-", one_line(item.source), status, f"{item.seconds:.1f}", str(len(item.data)), whom,
            one_line(item.note) or "-",
        )))  # fmt: skip
    return ("\n".join(lines) + "\n").encode()
