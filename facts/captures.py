"""Where a value comes from: a line of a capture, something told, or an answer to a question."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from facts.patterns import lazy
from facts.reading import Span

SUPPOSED, MEASURED, TOLD, INFERRED = 99, 3, 2, 1
"""Weight of an origin: what is supposed, or what a fix leaves behind, outweighs what a tool printed, that outweighs what a
person said, and that what a format implies."""


class Origin(NamedTuple):
    """The source of one value.

    Attributes:
        path: the capture, relative to what the user named, or "".
        lines: its lines, or None where nothing was captured.
        host: the host that the capture belongs to.
        told: the sentence in which it was told, or "".
        question: the question that it answers, or "".
        answer: the answer as given, or "".
        text: the first cited line as it stands in the capture.
        command: the command line above the capture, or "".
    """

    path: str = ""
    lines: Span | None = None
    host: str = ""
    told: str = ""
    question: str = ""
    answer: str = ""
    text: str = ""
    command: str = ""

    def place(self) -> str:
        """``file:line``, ``told: "..."`` or ``answer: "..."``, for a line of an explanation."""
        if self.lines is not None:
            first, last = self.lines
            return f"{self.path}:{first}" if first == last else f"{self.path}:{first}-{last}"
        if self.question:
            return f'answer to {self.question}: "{self.answer}"'
        return f'told: "{self.told}"'

    def as_json(self) -> dict[str, object]:
        """``{path, host, lines}``, ``{told}`` or ``{question, answer}``."""
        if self.lines is not None:
            return {"path": self.path, "host": self.host, "lines": list(self.lines)}
        if self.question:
            return {"question": self.question, "answer": self.answer}
        return {"told": self.told}


_NUMBERED = lazy(r"(?P<number>\d{1,4})[-_.]+(?=[A-Za-z])")


@lru_cache(maxsize=4096)
def _numbered(path: str) -> tuple[str, int] | None:
    folder, _, name = path.rpartition("/")
    match = _NUMBERED.match(name)
    return (folder, int(match["number"])) if match else None


def order_of_files(path: str, other: str) -> bool | None:
    """Whether a file was captured after another one, by the numbers that their names begin with; None where they tell nothing.

    Who saves one command after the other numbers them: ``01-zpool-list.txt``, ``02-zpool-export-tank.txt``.

    >>> order_of_files("db1/12-zpool-list.txt", "db1/9-zpool-status.txt"), order_of_files("a/2-x.txt", "b/1-x.txt")
    (True, None)
    >>> order_of_files("sda.txt", "1-sdb.txt") is None
    True
    """
    mine, others = _numbered(path), _numbered(other)
    if mine is None or others is None or mine[0] != others[0] or mine[1] == others[1]:
        return None
    return mine[1] > others[1]
