"""Walks through the lines of iostat and sar, those of a long text in bulk where they are regular."""

from __future__ import annotations

from collections.abc import Sequence

from facts.long_text import LongLines
from facts.series.recorder import Recorder
from facts.series.sar_tables import Keep
from facts.series.sar_tables import Tables as SarTables
from facts.series.sar_tables import Walker as SarWalker
from facts.series.tables import Dialect, Tables
from facts.series.tables import Walker as TableWalker


def walk_tables(
    lines: Sequence[str], start: int, dialect: Dialect, recorder: Recorder | None = None, first: int = 1,
    date: tuple[int, int, int] | None = None,
) -> Tables:  # fmt: skip
    """Read the tables from ``lines[start]`` on until the output ends.

    Args:
        lines: the text.
        start: index of the first line.
        dialect: whose iostat.
        recorder: takes the device lines; None only to find the end.
        first: the file's number of ``lines[0]``.
        date: the day, where timestamps only tell the time.
    """
    walker = TableWalker(lines, dialect, recorder, first, date)
    if isinstance(lines, LongLines):
        from facts.series.bulk import Taker

        walker.take = Taker(walker, lines).take
    return walker.run(start)


def walk_sar(lines: Sequence[str], start: int, first: int = 1, keep: Keep | None = None) -> SarTables:
    """Read the tables from ``lines[start]`` on until the output ends.

    Args:
        lines: the text.
        start: index of the banner or the first header.
        first: the file's number of ``lines[0]``.
        keep: which tables are wanted; None for all, which are then held in memory however long the text is.
    """
    walker = SarWalker(lines, first, keep)
    if keep is not None and isinstance(lines, LongLines):
        from facts.series.long_sar import Taker

        walker.tables.scratch = lines.scratch
        walker.take = Taker(walker, lines).take
    return walker.run(start)
