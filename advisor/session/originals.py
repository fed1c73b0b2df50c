"""The lines of a capture as they stood: a session keeps rows and cited lines only, so the whole is looked up again.

What was pasted is remembered as long as the program runs; what was read from files is read again from where the user
named it, if it still stands there.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from advisor.session.log import Entry, Json
from facts.blobs import InputError, Refused
from facts.bundle import files_called
from facts.captures import Origin
from facts.limits import limit, passed
from facts.progress import Watch
from facts.text import UnreadableText, clean, lines_of, unquote

if TYPE_CHECKING:
    from advisor.session.session import Session

PASTED = "pasted"
"""The name of the transcript that all pasted texts of a session make up, one after the other."""
MAX_PASTED_BYTES = 64 << 20
"""So much of what was pasted is remembered; beyond it the oldest texts are forgotten."""
_MOST_LINES_OF_A_SENTENCE = 12
_CITED = "only the cited lines are kept"

State = Literal["whole", "changed", "cited-only"]


class Original(NamedTuple):
    """The lines of a capture, free of control characters.

    Attributes:
        lines: the lines. numbers: the number of each; with gaps where only the cited lines are kept.
        state: ``whole``; ``changed`` where the file is another one since it was read: these are its lines now;
            ``cited-only`` where nothing but the cited lines is left.
        note: why it is not whole, in words; "" where it is.
    """

    lines: list[str]
    numbers: Sequence[int]
    state: State
    note: str = ""


class PastedTexts:
    """The texts that were pasted while the program runs, each with its place in the transcript."""

    def __init__(self) -> None:
        """Nothing was pasted yet."""
        self._texts: dict[int, str] = {}
        self._forgotten = False

    def keep(self, before: int, text: str) -> None:
        """Remember a text below which as many lines of the transcript stand; the oldest may be forgotten for it."""
        self._texts[before] = text
        while self._texts and sum(map(sys.getsizeof, self._texts.values())) > MAX_PASTED_BYTES:
            del self._texts[next(iter(self._texts))]
            self._forgotten = True

    def copy(self) -> PastedTexts:
        """The same texts, for a fork."""
        other = PastedTexts()
        other._texts, other._forgotten = dict(self._texts), self._forgotten
        return other

    def lines(self) -> dict[int, str]:
        """Every remembered line by its number."""
        found: dict[int, str] = {}
        for before, text in self._texts.items():
            try:
                read = lines_of(text.encode("utf-8", "replace"))
            except UnreadableText:
                continue
            found.update(enumerate(read, before + 1))
        return found

    def covers(self, entries: Iterable[Entry]) -> bool:
        """Whether all that was pasted in these events is remembered."""
        before = 0
        for entry in entries:
            lines = int(entry.data.get("pasted_lines", 0))
            if lines and before not in self._texts:
                return False
            before += lines
        return True

    @property
    def forgotten(self) -> bool:
        """Whether there was more than could be remembered."""
        return self._forgotten


class Originals:
    """Finds the lines of the captures of a session again."""

    def __init__(self, session: Session) -> None:
        """Look for what `session` has read."""
        self.session = session

    def find(self, path: str, watch: Watch | None = None) -> Original:
        """The lines of one capture; nothing is raised where they are gone, `note` says so.

        Args:
            path: its name, as in origins.
            watch: is told how far reading has got; what it raises comes out of here.
        """
        if (given := self.session.given.get(path)) is not None:
            return Original(given, range(1, len(given) + 1), "whole")
        cited = self._cited(path)
        if path == PASTED and (pasted := self._pasted(cited)) is not None:
            return pasted
        reasons: list[str] = []
        changed = None
        for paths in self._sources(path):
            for found in _standing(path, paths, cited, watch, reasons):
                if found.state == "whole":
                    return found
                changed = changed or found
        if changed is not None:
            return changed
        reason = reasons[0] if reasons else "it is not known from where it was read"
        return _kept(cited, f"{reason}; {_CITED}")

    def _cited(self, path: str) -> dict[int, set[str]]:
        """The lines that are kept of a capture, as they may stand: it may have been read more than once."""
        found: dict[int, set[str]] = defaultdict(set)
        for origin in self._origins():
            if origin.lines is not None and origin.text and clean(origin.path) == path:
                found[origin.lines[0]].add(origin.text)
        return found

    def _origins(self) -> Iterator[Origin]:
        for row in self.session.observations.observed:
            yield from (cell.origin for cell in row.cells.values())
        yield from (sign.origin for sign in self.session.consultation.told if sign.origin is not None)

    def _sources(self, path: str) -> Iterator[list[str]]:
        """What the user named when the capture may have been read, the last time first."""
        for entry in reversed(self.session.standing.contributions):
            sources = [str(source) for source in entry.data.get("sources", ())]
            if sources and path in _paths_of(entry.data):
                yield sources

    def _pasted(self, cited: dict[int, set[str]]) -> Original | None:
        """The transcript; None where nothing was pasted, so that a file of that name is meant."""
        entries = [entry for entry in self.session.entries if entry.kind == "captured"]
        length = sum(int(entry.data.get("pasted_lines", 0)) for entry in entries)
        if not length:
            return None
        texts = self.session.pasted
        known = texts.lines()
        for number, kept in cited.items():
            known.setdefault(number, min(kept))
        numbers = sorted(known)
        lines = [known[number] for number in numbers]
        if texts.covers(entries):
            return Original(lines, numbers, "whole")
        if texts.forgotten:
            why = f"more than {MAX_PASTED_BYTES >> 20} MiB were pasted, and the oldest texts are forgotten"
        else:
            why = "pasted texts are remembered only while the program runs"
        return Original(lines, numbers, "cited-only", f"{why}; {_CITED} of the others")


def _paths_of(data: Json) -> set[str]:
    """The captures that one event has read."""
    rows = [*data["rows"], *data["prose_rows"]]
    origins = [*(row["origin"] for row in rows), *(sign["origin"] for sign in data["signs"] if sign.get("origin"))]
    return {clean(str(r.get("path", ""))) for r in (*data["inputs"], *data["unrecognised"], *origins)}


def _standing(
    path: str, paths: list[str], cited: dict[int, set[str]], watch: Watch | None, reasons: list[str]
) -> Iterator[Original]:
    """The files that are called so in what the user named; `reasons` takes why there is none."""
    count = 0
    try:
        for blob in files_called(path, paths, watch):
            if isinstance(blob, Refused):
                reasons.append(f"it could not be read again: {blob.reason}")
                continue
            count += 1
            if blob.source is not None and blob.source.size > limit("file-size"):
                reasons.append(f"it is too long to be shown: {passed('file-size')}")
                continue
            yield _compared(lines_of(blob.data if blob.source is None else blob.source.whole()), cited)
    except (InputError, OSError, UnreadableText) as error:
        reasons.append(f"it could not be read again: {clean(str(error))}")
    if not count:
        there = [f"`{clean(source)}`" for source in paths if _is_there(source)]
        gone = [f"`{clean(source)}`" for source in paths]
        reasons.append(
            f"it does not stand in {', '.join(there)} any more" if there else f"{', '.join(gone)} is not there any more"
        )


def _is_there(source: str) -> bool:
    try:
        return Path(source).exists()
    except OSError:  # a folder above it may not be looked into
        return False


def _compared(lines: list[str], cited: dict[int, set[str]]) -> Original:
    """Lines as they are now, against those that were kept of them."""
    known = unquote(lines)
    for number, kept in sorted(cited.items()):
        if not any(_stands(text, known, number) for text in kept):
            note = f"the file has changed since it was read: line {number} is another one now"
            return Original(lines, range(1, len(lines) + 1), "changed", note)
    return Original(lines, range(1, len(lines) + 1), "whole")


def _stands(text: str, lines: Sequence[str], number: int) -> bool:
    """Whether a kept text stands at a line: a line of output as it is, a sentence of a ticket wherever its lines break."""
    if number > len(lines):
        return False
    if lines[number - 1].strip()[:300] == text:
        return True
    near = " ".join(" ".join(lines[number - 1 : number - 1 + _MOST_LINES_OF_A_SENTENCE]).split())
    return 0 <= near.find(" ".join(text.split())) < len(" ".join(lines[number - 1].split()))


def _kept(cited: dict[int, set[str]], note: str) -> Original:
    numbers = sorted(cited)
    return Original([min(cited[number]) for number in numbers], numbers, "cited-only", note)
