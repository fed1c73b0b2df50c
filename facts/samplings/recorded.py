"""Keeps every column of a device table, where the readers keep only what their rows need."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from facts.samplings.metrics import Columns, spread, spread_lines
from facts.series.numbers import NAN
from facts.series.recorder import Recorder
from facts.series.tables import Columns as Quantities
from facts.series.tables import Dialect, Layout

_SIZES = ("read_kb", "write_kb")


def whole_dialect(dialect: Dialect, quantities: Quantities) -> Dialect:
    """The same dialect, but each header keeps all its columns."""

    def layout(line: str) -> Layout | None:
        found = dialect.layout(line)
        return None if found is None else _whole_layout(found, quantities)

    return dialect._replace(layout=layout)


def _whole_layout(found: Layout, quantities: Quantities) -> Layout:
    places = [i for i in range(len(found.names)) if i != found.device % len(found.names)]
    told = [quantities.get(found.names[i], ("", 1.0)) for i in places]
    # only sizes are scaled: they may be printed with a unit of their own, which is counted in kB
    factors = tuple(factor if quantity in _SIZES else 1.0 for quantity, factor in told)
    names = tuple(quantity for quantity, _ in told)
    scaled = factors if any(f != 1.0 for f in factors) else None
    return found._replace(pick=itemgetter(*places), factors=scaled, quantities=names)


@dataclass(slots=True)
class _Part:
    """The samples of one device in the tables of one layout; `flat` holds them row after row."""

    names: tuple[str, ...]
    index: array[int] = field(default_factory=lambda: array("l"))
    line: array[int] = field(default_factory=lambda: array("L"))
    flat: array[float] = field(default_factory=lambda: array("d"))
    last: int = -1


class WholeRecorder(Recorder):
    """Takes rows of all columns; the device stands first or last in its layout (``device`` as `Layout` has it)."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: dict[str, dict[object, _Part]] = {}

    def row(self, line: int, name: str, values: Sequence[float]) -> None:
        """One line of one device; the same device again in the same table is the next sample."""
        parts = self.parts.setdefault(name, {})
        part = parts.get(self._layout)
        if part is None:
            names = self._layout if isinstance(self._layout, tuple) else ()
            part = parts[self._layout] = _Part(tuple(names))
        if part.last == self.sample:
            self._next()
            self._seen.add(self._layout)
        elif not self._seen:
            self._seen.add(self._layout)
        part.index.append(self.sample)
        part.line.append(line)
        part.flat.extend(values)
        part.last = self.sample

    @property
    def count(self) -> int:
        """Number of samples so far."""
        return self.sample + 1 if self.parts or self._seen else 0

    def pour(self, columns: Columns, first: int, units: Mapping[str, str], quantities: Quantities) -> None:
        """Turn all that was taken into metrics, device by device, and give its memory back.

        Args:
            columns: takes the metrics.
            first: how many samples at the beginning are left out.
            units: by column name.
            quantities: what was scaled while it was read.
        """
        count = self.count - first
        for device in list(self.parts):
            parts = [_without(part, first) for part in self.parts.pop(device).values()]
            parts = [part for part in parts if part.index]
            if not parts:
                continue
            lines = spread_lines(count, parts[0].index, parts[0].line)
            for part in parts:
                names = [name for name in part.names if name.lower() not in ("device", "disk")]
                for offset, name in enumerate(names):
                    values = part.flat[offset :: len(names)]
                    quantity, factor = quantities.get(name, ("", 1.0))
                    if quantity in _SIZES and factor != 1.0:
                        values = array("d", [v / factor for v in values])
                    unit = units.get(name, "%" if name.startswith("%") else "")
                    # an idle device that was left out moved nothing; how long a request took is not known
                    absent = 0.0 if unit.endswith("/s") or unit == "%" else NAN
                    whole = values if len(values) == count else spread(count, part.index, values, absent)
                    columns.add(name, device, unit, whole, lines)


def _without(part: _Part, first: int) -> _Part:
    """A part without the first samples, its samples counted from there."""
    if not first:
        return part
    skipped = sum(1 for i in part.index[:first] if i < first)
    width = len(part.flat) // max(1, len(part.index))
    index = array("l", [i - first for i in part.index[skipped:]])
    return _Part(part.names, index, part.line[skipped:], part.flat[skipped * width :])
