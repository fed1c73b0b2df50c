"""The histograms of ``zpool iostat``: a title with the pool, two lines of headings, and a line for each power of two.

`facts.readers.zpool_requests` and `facts.readers.zpool_latencies` use it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from facts.account import Rules
from facts.patterns import lazy
from facts.reading import Output, Reading, Refusal
from facts.series.commands import begins_at_boot
from facts.units import size

_RULE = lazy(r"\s{0,8}-{4}[-\s]*$")
_VDEV = lazy(r"(?:mirror|raidz\d?|draid\d?\S*|spare|replacing|special|logs?|indirect|root)(?:-\d+)?\Z")
_COMMAND = lazy(r"\bzpool\s+iostat\b")
_BROKEN = lazy(r"\s{0,8}\d+[A-Za-z]{0,2}\s{2,}\S")
"""The name of a bucket, with counts behind it that cannot be read."""


def count(text: str) -> float | None:
    """A number of requests with its unit (powers of 1024), 0 for ``-``; None where it is none."""
    if text == "-":
        return 0.0
    return size(text)


@dataclass(slots=True)
class Table:
    """One histogram: what each bucket stands for, and what each column counted in it."""

    name: str
    first: int
    last: int
    buckets: list[tuple[float, list[float]]] = field(default_factory=list)


class Histograms:
    """The tables of one option.

    Args:
        title: matches the first line; its group ``name`` is the pool or device.
        header: matches the line below it.
        bucket: matches a line of counts, with the groups ``number``, ``unit`` and ``counts``.
        units: what a unit of a bucket stands for.
    """

    def __init__(
        self, title: re.Pattern[str], header: re.Pattern[str], bucket: re.Pattern[str], units: dict[str, float]
    ) -> None:
        self.title, self.bucket, self.units = title, bucket, units
        self._own: tuple[re.Pattern[str], ...] = (title, header, _RULE, bucket)

    @property
    def of_no_use(self) -> Rules:
        """Lines that are no counts."""
        title, header, *_ = self._own
        return (("title", title), ("heading", header))

    def extent(self, lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
        """The lines of all tables from here on; None where there is no bucket."""
        end, buckets = start, 0
        for index in range(start, len(lines)):
            line = lines[index]
            if any(pattern.match(line) for pattern in self._own):
                end = index + 1
                buckets += self.bucket.match(line) is not None
            elif line.strip() and not (buckets and _BROKEN.match(line)):
                break
        return (start, end) if buckets else None

    def by_device(self, output: Output, reading: Reading) -> Iterator[tuple[str, list[Table], bool]]:
        """The tables that count, by pool or device, and whether they count since the pool was imported.

        The first table does, but for ``-y``; where others follow, those count. Refusals go into `reading`. What is a
        group of devices, such as ``mirror-0``, is left out.
        """
        found: dict[str, list[Table]] = {}
        for table in self._tables(output, lambda index: reading.refusals.append(_refusal(output, index))):
            if _VDEV.match(table.name):
                reading.pass_over("group of devices", output.span(table.first, table.last))
            else:
                found.setdefault(table.name, []).append(table)
        command = output.command if _COMMAND.search(output.command) else ""
        of_an_interval = begins_at_boot(command, "zpool", output.first) is False
        for name, tables in found.items():
            alone = len(tables) == 1 and not of_an_interval
            used = tables if alone or of_an_interval else tables[1:]
            reading.used += [output.span(table.first, table.last) for table in used]
            for table in tables[: len(tables) - len(used)]:
                reading.pass_over("since the pool was imported", output.span(table.first, table.last))
            yield name, used, alone

    def _tables(self, output: Output, refuse: Callable[[int], None]) -> Iterator[Table]:
        table: Table | None = None
        for index, line in enumerate(output.lines):
            if title := self.title.match(line):
                if table:
                    yield table
                table = Table(title["name"], index, index)
            elif table and _BROKEN.match(line):
                bucket = self.bucket.match(line)
                counts = [count(text) for text in bucket["counts"].split()] if bucket else []
                known = [number for number in counts if number is not None]
                if bucket is None or len(known) < len(counts):
                    refuse(index)
                    continue
                table.buckets.append((int(bucket["number"]) * self.units[bucket["unit"]], known))
                table.last = index
            elif table and _RULE.match(line):
                table.last = index
        if table:
            yield table


def _refusal(output: Output, index: int) -> Refusal:
    return Refusal(output.span(index), "a count that is no number")
