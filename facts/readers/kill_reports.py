"""How memory was taken when the kernel found none: what it lists below ``Mem-Info:`` before it ends a process.

Not a reader itself; `facts.readers.kernel_log` feeds it. The kernel counts in pages; what belongs to huge pages it tells for each node.
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.log_shapes import Tells
from facts.reading import Output, Row
from facts.schema import Value

_TABLES = lazy(r"\s*(?:active_anon|mapped|free):\d.{0,600}?\bpagetables:(?P<pages>\d+)(?!\d|kB)")
_HUGE = lazy(
    r"\s*Node (?P<node>\d+) hugepages_total=(?P<total>\d+) hugepages_free=(?P<free>\d+) hugepages_surp=(?P<surplus>\d+)"
    r" hugepages_size=(?P<size>\d+)kB"
)
_PAGE_BYTES = 4096.0
"""Of x86; others have larger ones, and their lists are rare."""
TELLS = (Tells(starts=(_TABLES, _HUGE)),)


class KillReports:
    """The last such list of a log: where each figure stands, and the figure."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.tables: tuple[int, int] | None = None
        self.nodes: dict[int, tuple[int, dict[str, int]]] = {}

    def feed(self, at: int, message: str) -> None:
        """Take one message; `at` is its position in the log."""
        if match := _TABLES.match(message):
            self.tables = at, int(match["pages"])
        elif (match := _HUGE.match(message)) and match["size"] == "2048":
            pages = {f"huge-pages-{name}": int(match[name]) for name in ("total", "free", "surplus")}
            self.nodes[int(match["node"])] = at, pages

    def rows(self, output: Output, where: Sequence[int], times: Sequence[float | None]) -> list[Row]:
        """The rows; `where` and `times` tell the line in the output and the time of each position."""
        found = []
        if self.tables:
            at, pages = self.tables
            values: dict[str, Value | bool] = {
                "output": output.label,
                "samples": 1,
                "page-tables-max-bytes": pages * _PAGE_BYTES,
            }
            found.append(Row("memory-history", values, output.span(where[at]), time=times[at]))
        for node, (at, pages_of) in self.nodes.items():
            found.append(Row("numa-node", {"node": node, **pages_of}, output.span(where[at]), time=times[at]))
        return found
