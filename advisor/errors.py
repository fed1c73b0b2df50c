"""Errors that a user can mend, each printed as one block on standard error."""

from __future__ import annotations

import sys
from typing import NamedTuple


class Problem(NamedTuple):
    """One problem: what is wrong, where, and what to do next."""

    code: str
    message: str
    where: str = ""
    help: str = ""
    level: str = "error"  # or "warning"

    def block(self) -> str:
        """``error[code]: message`` with the place and the help below it; nothing in it moves a terminal's cursor."""
        from facts.text import clean

        lines = [f"{self.level}[{self.code}]: {self.message}"]
        if self.where:
            lines.append(f"  --> {self.where}")
        if self.help:
            lines.append(f"  help: {self.help}")
        return "\n".join(clean(line) for text in lines for line in text.split("\n"))


def complain(problems: list[Problem]) -> int:
    """Print every problem on standard error; the exit status is 2."""
    sys.stderr.write("\n".join(problem.block() for problem in problems) + "\n")
    return 2


def did_you_mean(word: str, choices: list[str]) -> str:
    """``did you mean `x`?`` for the nearest choice, or ""."""
    import difflib

    near = difflib.get_close_matches(word, choices, 1, 0.6)
    return f"did you mean `{near[0]}`?" if near else ""
