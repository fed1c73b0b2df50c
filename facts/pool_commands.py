"""What a ``zpool`` or ``zfs`` command that was run did, and to which pool."""

from __future__ import annotations

import re

from facts.commands import rows_of_commands
from facts.reading import Prompt
from facts.subjects import pool_of

_PASSED_OVER = frozenset({"snapshot", "hold", "release", "send", "mount", "bookmark"})
"""Taking a snapshot changes nothing of the pool, and there may be thousands."""


def operation_of(text: str, line: int) -> str | None:
    """The word for it in `pool-change`; None where it is of no interest.

    >>> operation_of("zpool add tank log c1t2d0", 1), operation_of("zfs snapshot tank@a", 1)
    ('add-log', None)
    """
    words = text.split()
    if len(words) < 2:
        return "other"
    if words[0] == "zpool":
        rows = [r for r in rows_of_commands([(line, Prompt(text))]) if r.template == "pool-change"]
        return str(rows[0].values["operation"]) if rows else "other"
    if words[1] in _PASSED_OVER:
        return None
    if words[1] in ("set", "inherit"):
        return "set"
    if words[1] in ("receive", "recv"):
        return "receive"
    if words[1] == "upgrade":
        return "upgrade"
    return "destroy-snapshot" if words[1] == "destroy" and "@" in text else "other"


def pool_named_in(text: str) -> str | None:
    """The pool that a command names: its first operand of ``zpool``, its last of ``zfs`` that looks like one."""
    names = [word for word in text.split()[2:] if re.fullmatch(r"[A-Za-z][\w.:-]*(?:[/@][\w.:/@%-]*)?", word)]
    if not names:
        return None
    return pool_of(names[0] if text.startswith("zpool") else names[-1])
