"""Where a value comes from: a line of a capture, something told, or an answer to a question."""

from __future__ import annotations

from typing import NamedTuple

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
