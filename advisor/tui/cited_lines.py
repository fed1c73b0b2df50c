"""Which lines of one capture are cited, and by what."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from advisor.views.captures import Citation


class CitedLines:
    """The citations of one capture, found by line."""

    def __init__(self, citations: Iterable[Citation] = ()) -> None:
        """Of one capture."""
        every = sorted(citations, key=lambda citation: citation.lines)
        self.firsts = sorted({citation.lines[0] for citation in every})
        edges = sorted({edge for c in every for edge in (c.lines[0], c.lines[1] + 1)})
        self._edges = edges
        self._between: list[list[Citation]] = [[] for _ in edges]
        for citation in every:
            first, last = citation.lines
            for at in range(bisect_left(edges, first), bisect_left(edges, last + 1)):
                self._between[at].append(citation)

    def at(self, line: int) -> list[Citation]:
        """What cites a line; the citations that begin last come last."""
        at = bisect_right(self._edges, line) - 1
        return self._between[at] if at >= 0 else []

    def begins(self, line: int) -> bool:
        """Whether a citation begins here."""
        at = bisect_left(self.firsts, line)
        return at < len(self.firsts) and self.firsts[at] == line

    def conclusions(self, line: int) -> int:
        """How many conclusions rest on a line."""
        return len({by.key for citation in self.at(line) for by in citation.by})

    def next(self, line: int, by: int) -> int:
        """The next line below, or above where `by` is below 0, at which a citation begins; 0 where there is none."""
        at = bisect_right(self.firsts, line) if by > 0 else bisect_left(self.firsts, line) - 1
        return self.firsts[at] if 0 <= at < len(self.firsts) else 0
