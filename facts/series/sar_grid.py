"""Columns of several tables of sar, put side by side by the moments of their lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from facts.series.columns import NAN, Column, Gatherer
from facts.series.sar_tables import Rows, Tables
from facts.series.timeline import Timeline, placed
from facts.series.vector import Array, joined


class Grid:
    """Columns of tables, sample by sample; NaN where a table has none, and 0 for its line.

    Attributes:
        moments: when the samples were taken.
        columns: by name.
        lines: those of the columns of which they are wanted, or of all by the name "".
    """

    def __init__(
        self,
        tables: Tables,
        wanted: Mapping[str, bool],
        over: str = "",
        whole: bool = False,
        same: Mapping[str, str] | None = None,
    ) -> None:
        """Over the moments of all tables, or of those with a column `over`; where two print the same, the first counts.

        Args:
            tables: the tables.
            wanted: the columns; true where their lines are wanted as well.
            over: a column, or "".
            whole: whether a sample takes a line as a whole, and not column by column.
            same: other names of the columns.
        """
        self._dated, self._whole, self._same = tables.dated, whole, same or {}
        parts = tables.parts
        self._names = [tuple(self._same.get(name, name) for name in names) for names, _ in parts]
        has = [not over or over in names for names in self._names]
        most = sum(part.count for part, counts in zip(parts.values(), has, strict=True) if counts)
        present = [name for name in wanted if any(name in names for names in self._names)]
        groups = [""] if whole else [name for name in present if wanted[name]]
        moments, values, lines = ({name: _writer(tables, most) for name in names} for names in ([""], present, groups))
        for window in _windows(tables):
            at = _merged([rows.seconds for rows, counts in zip(window, has, strict=True) if counts])
            if len(at):
                moments[""].add(at)
                found, told = self._side_by_side(window, at, present)
                for name, writer in values.items():
                    writer.add(found[name])
                for name, writer in lines.items():
                    writer.add(told[name])
        self.moments = moments[""].column()
        self.columns: dict[str, Column] = {name: writer.column() for name, writer in values.items()}
        self.lines: dict[str, Column] = {name: writer.column() for name, writer in lines.items()}
        self.count = len(self.moments)

    def _side_by_side(
        self, window: Sequence[Rows], moments: Array, present: Sequence[str]
    ) -> tuple[dict[str, Array], dict[str, Array]]:
        """The columns, and their lines, of one stretch of time."""
        unknown, none = moments * NAN, moments * 0
        values = {name: unknown.copy() for name in present}
        lines = {name: none.copy() for name in ([""] if self._whole else present)}
        for names, rows in zip(self._names, window, strict=True):
            index = moments.searchsorted(rows.seconds)
            inside = (index < len(moments)).nonzero()[0]
            inside = inside[moments[index[inside]] == rows.seconds[inside]]
            taken = {name: names.index(name) for name in values if name in names}
            fresh = {group: inside[lines[group][index[inside]] == 0] for group in ([""] if self._whole else taken)}
            for name, at in taken.items():
                rows_of = fresh["" if self._whole else name]
                values[name][index[rows_of]] = rows.columns[at][rows_of]
            for group, rows_of in fresh.items():
                lines[group][index[rows_of]] = rows.lines[rows_of]
        return values, lines

    def timeline(self, interval: float | None) -> Timeline:
        """When the samples were taken; `interval` in seconds as the command said, or None."""
        return placed(self.moments, self._dated, interval)


def _writer(tables: Tables, most: int) -> Gatherer:
    if tables.scratch is None:
        return Gatherer()
    from facts.series.stored import Writer

    return Writer(tables.scratch, most)


def _windows(tables: Tables) -> Iterator[list[Rows]]:
    """The lines of all tables, stretch of time by stretch of time; of a short text all at once."""
    if tables.scratch is None:
        yield [part.rows(len(names)) for (names, _), part in tables.parts.items()]
    else:
        from facts.series.long_sar_tables import windows

        yield from windows(tables.parts, tables.scratch)


def _merged(seconds: Sequence[Array]) -> Array:
    """All moments, ascending, each once."""
    ordered = joined(seconds)
    ordered.sort()
    return joined([ordered[:1], ordered[1:][ordered[1:] > ordered[:-1]]])
