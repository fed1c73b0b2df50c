"""What SQL*Plus says around the outputs of others: its banner, headings without rows, and that a statement was done.

Sample::

    >>> from facts.readers import show
    >>> show('''SQL*Plus: Release - Production on Tue Jul 8 11:25:14 2008
    ...
    ... Copyright (c) 1982, 2008, Oracle.  All rights reserved.
    ... ''')
    sqlplus-remarks lines 1-3 nothing
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.account import is_ruling
from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Span

_REMARK = lazy(
    r"\s*(?:SQL\*Plus: Release (?:[\d.]{3,20} )?-? ?Production on |Copyright \(c\) 1982, \d{4}, Oracle\b.{0,40}All [Rr]ights reserved"
    r"|Last Successful login time: |Enter user-name: |PL/SQL procedure successfully completed\.\s*$|Elapsed: \d\d:\d\d:\d\d\.\d\d\s*$"
    r"|(?:System|Database|Session|Diskgroup) altered\.\s*$)"
)
_BANNER = lazy(r"\s*BANNER\s*$")


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    if _BANNER.match(lines[start]):
        ruled = start + 1 < len(lines) and lines[start + 1].startswith("---") and is_ruling(lines[start + 1])
        return (start, start + 2) if ruled else None
    end = run(lines, start, _REMARK, blanks=1)
    return (start, end) if end > start else None


def _read(output: Output) -> Reading:
    return Reading()


HINTS = (
    "SQL*Plus: Release", "Copyright (c) 1982", "BANNER", "Last Successful login", "PL/SQL procedure", "Elapsed: ", " altered.",
    "Enter user-name",
)  # fmt: skip
READERS = (
    Reader(
        "sqlplus-remarks",
        lazy(rf"{_REMARK.pattern}|{_BANNER.pattern}"),
        _extent,
        _read,
        of_no_use=(("remark", _REMARK), ("heading", _BANNER)),
    ),
)
