"""What a vacuum of PostgreSQL says of one table, as people copy it out of the log without its first line.

Autovacuum writes it below ``automatic vacuum of table`` (8.3 and later, where ``log_autovacuum_min_duration`` is set), ``VACUUM
VERBOSE`` below ``finished vacuuming`` (15 and later). Where no line names the table, it is "".

Sample::

    >>> from facts.readers import show
    >>> show('''tuples: 0 removed, 27295218 remain, 13063178 are dead but not yet removable
    ... removable cutoff: 13357177, which was 2063491 XIDs old when operation ended
    ... ''')
    postgres-vacuum lines 1-2 read
      postgres-table: cutoff-age-xids=2063491 table= unremovable-rows=13063178 (1-2)
"""

from __future__ import annotations

from dataclasses import dataclass, field

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_TABLE = lazy(
    r".{0,200}?(?:automatic (?:aggressive )?vacuum (?:to prevent wraparound )?of table|finished (?:aggressively )?vacuuming) "
    r"\"(?P<table>[^\"]{1,200})\": index scans: \d"
)
_TUPLES = lazy(
    r"\s*(?:#011)?tuples: \d+ removed, \d+ remain"
    r"(?:, (?P<dead>\d{1,18}) (?:are )?dead but not yet removable(?:, oldest xmin: \d+)?)?\s*$"
)
_CUTOFF = lazy(
    r"\s*(?:#011)?removable cutoff: \d+, which (?:was|is) (?P<age>\d{1,18}) XIDs old when operation ended\s*$"
)
_YET = lazy(
    r"\s*(?:DETAIL:  ?)?(?P<dead>\d{1,18}) dead row versions cannot be removed yet(?:, oldest xmin: \d+)?\.?\s*$"
)
_FOUND = lazy(r"\s*(?:INFO:  ?)?(?:table )?\"(?P<table>[^\"]{1,200})\": found \d+ removable, ")
_OTHER = lazy(
    r"\s*(?:#011)?(?:pages: \d+ removed, \d+ remain\b|tuples missed: \d+ dead from \d+ pages|new rel(?:frozenx|minmx)id: \d+, which is "
    r"|frozen: \d+ pages from table|visibility map: \d+ pages|index scan (?:not )?(?:needed|bypassed)[:,]|index \"[^\"]+\": pages: \d"
    r"|I/O timings: read: |avg read rate: [\d.]+ M(?:i?B/s|B/s)|buffer usage: \d+ hits, \d+ (?:misses|reads)|WAL usage: \d+ records"
    r"|(?:INFO:  ?)?(?:(?:aggressively )?vacuuming \"|analyzing \"|launched \d+ parallel vacuum|scanned index \"|table \"[^\"]+\": "
    r"|index \"[^\"]+\" now|\"[^\"]+\": (?:found|removed|scanned|truncated|stopping truncate|moved) )"
    r"|(?:DETAIL:  ?)?(?:There were \d+ unused item|\d+ pages? (?:are|is) entirely empty|\d+ index (?:row versions|pages) "
    r"|CPU: user: [\d.]+ s, system: |Skipped \d+ pages due to|CPU [\d.]+s/)"
    r"|memory usage: |delay time: [\d.]+ ms|system usage: CPU:? ?[\du]|parallel workers: index )"
)


@dataclass(slots=True)
class Vacuums:
    """What vacuums say of their tables, taken line by line; of each table the last one counts."""

    table: str = ""
    values: dict[str, dict[str, Value]] = field(default_factory=dict)
    lines: dict[str, tuple[int, int]] = field(default_factory=dict)

    def line(self, index: int, line: str) -> bool:
        """Take a line; whether it counts."""
        if match := _TABLE.match(line) or _FOUND.match(line):
            self.table = match["table"]
            self.values.pop(self.table, None)
            self.lines[self.table] = (index, index)
            return False
        for pattern, group, slot in (
            (_TUPLES, "dead", "unremovable-rows"),
            (_YET, "dead", "unremovable-rows"),
            (_CUTOFF, "age", "cutoff-age-xids"),
        ):
            if (match := pattern.match(line)) and match[group] is not None:
                self.values.setdefault(self.table, {})[slot] = int(match[group])
                self.lines[self.table] = (self.lines.get(self.table, (index, index))[0], index)
                return True
        return False

    def rows(self, output: Output) -> list[Row]:
        """A row for each table of which dead rows were told."""
        return [
            Row("postgres-table", {"table": table, **values}, output.span(*self.lines[table]))
            for table, values in self.values.items()
        ]


def _read(output: Output) -> Reading:
    vacuums = Vacuums()
    used = [output.span(index) for index, line in enumerate(output.lines) if vacuums.line(index, line)]
    return Reading(vacuums.rows(output), used=used)


_START = lazy(
    r"\s*(?:tuples: \d+ removed, \d|removable cutoff: \d|pages: \d+ removed, \d|buffer usage: \d+ hits, |avg read rate: \d|WAL usage: \d"
    r"|system usage: CPU|index scan (?:not )?(?:needed|bypassed)|(?:LOG:  ?)?automatic (?:aggressive )?vacuum "
    r"|INFO:  ?(?:(?:aggressively )?vacuuming \"|(?:table )?\"[^\"]+\": (?:found|removed) )|(?:DETAIL:  ?)?\d+ dead row versions"
    r"|finished (?:aggressively )?vacuuming \")"
)
HINTS = (
    "tuples: ", "removable cutoff", "pages: ", "buffer usage: ", "avg read rate", "WAL usage: ", "system usage: ", "index scan ",
    "automatic ", "finished ", "vacuuming ", "dead row versions", "removable, ",
)  # fmt: skip
READERS = (
    Reader(
        "postgres-vacuum",
        _START,
        extent_of(_TABLE, _TUPLES, _CUTOFF, _YET, _OTHER),
        _read,
        of_no_use=(("table", _TABLE), ("tuples", _TUPLES), ("other figure", _OTHER)),
    ),
)
