"""A problem of the knowledge base, as the lints report it."""

from __future__ import annotations

from typing import NamedTuple

from advisor.errors import Problem


class Found(NamedTuple):
    """One problem.

    Attributes:
        code: the lint that found it.
        about: what it is about (a finding, a source, `step 3`): by this name it is accepted.
        message: what is wrong.
        where: ``file:line``.
        help: how to mend it.
        level: ``error``, or ``warning`` for what may be meant.
        case: the case that it belongs to, "" where it belongs to none.
    """

    code: str
    about: str
    message: str
    where: str
    help: str
    level: str = "error"
    case: str = ""

    def problem(self, where: str) -> Problem:
        """As every other error is printed."""
        return Problem(self.code, self.message, where, self.help, self.level)
