"""``EXPLAIN ANALYZE`` of PostgreSQL: which sorts and hashes did not fit into ``work_mem`` and went to temporary files.

``external merge  Disk: 63072kB`` is a sort that was written to disk, ``Batches: 32`` a hash that was split, and what both wrote stands in
``temp written`` of ``Buffers``, in pages of 8 kB, where a node counts what is below it. ``Memory Usage`` of a hash that was split is all that
it was allowed: ``work_mem``, times ``hash_mem_multiplier`` since 13. The text format is read, also below ``duration: ... plan:`` of
auto_explain.

Sample::

    >>> from facts.readers import show
    >>> show(''' Sort  (cost=2127544.18..2169170.05 rows=16650346 width=24) (actual time=41833.080..48122.690 rows=16648007 loops=1)
    ...    Sort Method: external merge  Disk: 553896kB
    ...    Buffers: shared hit=2112 read=731244, temp read=268115 written=268921
    ...    ->  Hash  (cost=15610.00..15610.00 rows=840000 width=16) (actual time=688.310..688.311 rows=840000 loops=1)
    ...          Buckets: 131072  Batches: 32  Memory Usage: 2560kB
    ... Execution Time: 52331.840 ms
    ... ''')
    postgres-plan lines 1-6 read
      postgres-spills: bytes=2203000832 files=2 output=input:1 source=plan split-memory-bytes=2621440 (2-5)
"""

from __future__ import annotations

from dataclasses import dataclass, field

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_TREE = r"[\s│|\"'>]*+(?:->\s++)?+"
_NODE = lazy(rf"{_TREE}[A-Z][\w ()\"\-.,*:/]{{2,200}}?\s{{1,4}}+\((?:cost|actual time|actual rows)=\d")
_HEADING = lazy(r"[\s|│\"]*+(?:QUERY PLAN|ABFRAGEPLAN)[\s|│\"]*$")
_SORT = lazy(
    rf"{_TREE}(?:Worker \d+:\s+)?Sort Method: [\w-]+(?: [\w-]+){{0,2}}\s++(?P<where>Disk|Memory): (?P<size>\d{{1,15}})kB"
)
_HASH = lazy(
    rf"{_TREE}(?:Worker \d+:\s+)?(?:Buckets: \d+(?: \(originally \d+\))?\s+|Planned Partitions: \d+\s+)?Batches: (?P<batches>\d{{1,9}})"
    r"(?: \(originally \d+\))?\s+Memory Usage: (?P<memory>\d{1,15})kB(?:\s+Disk Usage: (?P<disk>\d{1,15})kB)?"
)
_BUFFERS = lazy(
    rf"{_TREE}Buffers: (?=.*\btemp\b).*?\btemp\s(?:read=\d{{1,15}}\s?)?(?:written=(?P<written>\d{{1,15}}))?"
)
_OTHER = lazy(
    r"[\s│|\"'>]{2,}+(?:[A-Z][\w /-]{1,40}:|(?:InitPlan|SubPlan|CTE) \w)"
    r"|[\s│|\"'>]*+(?:Planning|Execution|JIT|Settings|Total runtime|Trigger|Query Identifier)\b[^:]{0,200}:"
    r"|[\s|│]*-{3,}\s*$|\s*\(\d+ (?:rows?|Zeilen?|lignes?)\)\s*$"
)
_PAGE = 8192


@dataclass(slots=True)
class Spills:
    """What went to temporary files, taken line by line."""

    source: str = "plan"
    files: int = 0
    bytes: float = 0.0
    deepest: float = 0.0
    """What the node that counts most wrote: it counts what is below it too."""
    values: dict[str, Value | bool] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)

    def line(self, index: int, line: str) -> bool:
        """Take a line of a plan; whether it counts."""
        if match := _SORT.match(line):
            size = float(match["size"]) * 1024
            if match["where"] == "Disk":
                self.spilled(size)
            else:
                self._most("kept-memory-bytes", size)
        elif match := _HASH.match(line):
            memory = float(match["memory"]) * 1024
            if int(match["batches"]) > 1:
                self.spilled(float(match["disk"] or 0) * 1024)
                self._most("split-memory-bytes", memory)
            else:
                self._most("kept-memory-bytes", memory)
        elif match := _BUFFERS.match(line):
            self.deepest = max(self.deepest, float(match["written"] or 0) * _PAGE)
        else:
            return False
        self.lines.append(index)
        return True

    def spilled(self, size: float) -> None:
        """Count a temporary file, or what a sort or hash wrote to one."""
        self.files += 1
        self.bytes += size

    def _most(self, slot: str, size: float) -> None:
        before = self.values.get(slot)
        self.values[slot] = max(before, size) if isinstance(before, float) else size

    def rows(self, output: Output) -> list[Row]:
        """One row, where a file was counted or memory was told."""
        written = max(self.bytes, self.deepest)
        if not self.lines or not (written or self.values):
            return []
        values = {"output": output.label, "source": self.source, "files": self.files, "bytes": written, **self.values}
        return [Row("postgres-spills", values, output.span(self.lines[0], self.lines[-1]))]


def _read(output: Output) -> Reading:
    spills = Spills()
    used = [output.span(index) for index, line in enumerate(output.lines) if spills.line(index, line)]
    return Reading(spills.rows(output), used=used)


HINTS = ("QUERY PLAN", "ABFRAGEPLAN", "(cost=", "(actual ", "Sort Method", "Batches: ", "Buffers: ")
READERS = (
    Reader(
        "postgres-plan",
        lazy(
            rf"{_NODE.pattern}|{_HEADING.pattern}"
            rf"|{_TREE}(?:Sort Method: \w|(?:Buckets: \d[^:]{{0,40}})?Batches: \d|Buffers: [slt]\w+ )"
        ),
        extent_of(_HEADING, _NODE, _SORT, _HASH, _BUFFERS, _OTHER),
        _read,
        of_no_use=(("heading", _HEADING), ("node", _NODE), ("other line", _OTHER)),
    ),
)
