"""``select ... from v$instance``: name, host, version and state of the instance.

SQL*Plus breaks a wide row into several lines: then all headings with their rules come first, in the order in which the
lines of a row follow. ``gv$instance`` prints one row for each instance of a cluster, also those of other hosts.

Sample::

    >>> from facts.readers import show
    >>> show('''SQL> select instance_name, version, status from v$instance;
    ...
    ... INSTANCE_NAME    VERSION           STATUS
    ... ---------------- ----------------- ------------
    ... sales1           11.2.0.3.0        OPEN
    ... ''')
    oracle-instance lines 3-5 read
      oracle-instance: instance=sales1 running=yes version=11.2.0.3.0 version-code=11020003 (3-5)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import run_while
from facts.patterns import lazy
from facts.readers._oracle import version_slots
from facts.reading import Output, Reader, Reading, Row, prompt_of
from facts.schema import Value

_HEADING = lazy(r"\s*(?:(?!INSTANCE_NAME\b)[A-Z][A-Z0-9_#$]*\s+)*INSTANCE_NAME\b[\sA-Z0-9_#$]*\Z")
_COLUMNS = lazy(r"\s*[A-Z][A-Z0-9_#$ ]*\Z")
_RULE = lazy(r"\s*-+(?: -+)*\s*\Z")
_CELL = lazy(r"(?:[+\w][\w.:/+$#-]*(?: [\w.:/+$#-]+){0,3})?\Z")
_END = lazy(r"\s*(?:\d+ rows? selected|ERROR|ORA-|Elapsed)")


def _headings(lines: Sequence[str], start: int) -> int:
    """The line after the last pair of a heading and its rule."""
    index = start
    while index + 1 < len(lines) and _COLUMNS.match(lines[index]) and _RULE.match(lines[index + 1]):
        index += 2
    return index


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    begin = start
    # the line with the name may be the second one of a broken row
    while begin >= 2 and _RULE.match(lines[begin - 1]) and _COLUMNS.match(lines[begin - 2]):
        begin -= 2
    first = _headings(lines, start)
    if first == start:
        return None
    end = run_while(lines, first, lambda line: not _END.match(line) and prompt_of(line) is None)
    return (begin, end) if end > first else None


def _cut(line: str, rule: str) -> list[str]:
    """The fields of a line, by the columns that a rule marks; by words where blanks were lost."""
    words = line.split()
    spans = [match.span() for match in re.finditer(r"-+", rule)]
    if len(words) == len(spans):
        return words
    return [line[begin:end].strip() for begin, end in spans]


def _read(output: Output) -> Reading:
    lines = output.lines
    first = _headings(lines, 0)
    names = [lines[n].split() for n in range(0, first, 2)]
    rules = [lines[n] for n in range(1, first, 2)]
    reading = Reading()
    step = len(rules)
    reading.pass_over("heading", output.span(0, first - 1))
    for start in range(first, len(lines) - step + 1, step):
        fields: dict[str, str] = {}
        cut = [_cut(lines[start + number], rules[number]) for number in range(step)]
        if not all(_CELL.match(cell) for cells in cut for cell in cells):
            continue
        for number in range(step):
            fields.update(zip(names[number], cut[number], strict=False))
        name = fields.get("INSTANCE_NAME", "")
        if not re.fullmatch(r"[+\w$#-]{1,30}", name):
            continue
        values: dict[str, Value | bool] = {"instance": name, "running": True}
        if name.startswith("+"):
            values["type"] = "asm"
        if re.fullmatch(r"\d+(?:\.\d+){3,4}", fields.get("VERSION", "")):
            values |= version_slots(fields["VERSION"])
        span = output.span(0, start + step - 1) if start == first else output.span(start, start + step - 1)
        reading.rows.append(Row("oracle-instance", values, span))
        reading.used.append(output.span(start, start + step - 1))
        if len(lines) <= first + step:
            reading.host = fields.get("HOST_NAME") or None
    return reading


HINTS = ("INSTANCE_NAME",)
READERS = (Reader("oracle-instance", _HEADING, _extent, _read),)
