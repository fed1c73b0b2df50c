"""A setting of ZFS and what a test came to under it, line by line, as people write it down: the same test before and after.

The setting stands above its result or beside it. Two results of one kind under two values of one setting make a comparison; one
alone says nothing.

Samples::

    >>> from facts.readers import show
    >>> show('''recordsize=128K:
    ...   write: IOPS=412, BW=3300KiB/s (3379kB/s)(193MiB/60012msec); 0 zone resets
    ... recordsize=8K:
    ...   write: IOPS=9812, BW=76.7MiB/s (80.4MB/s)(4600MiB/60001msec); 0 zone resets
    ... ''')
    setting-tests lines 1-4 read
      setting-test: kind=operations number=1 number-of-value=131072 rate=412 setting=recordsize value=128k (1-2)
      setting-test: kind=operations number=3 number-of-value=8192 rate=9812 setting=recordsize value=8k (3-4)

    >>> show('''sync=standard   5.3 MB/s
    ... sync=disabled   104 MB/s
    ... ''')
    setting-tests lines 1-2 read
      setting-test: kind=bytes number=1 rate=5300000 setting=sync value=standard (1-1)
      setting-test: kind=bytes number=2 rate=104000000 setting=sync value=disabled (2-2)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, Span, prompt_of
from facts.schema import Value
from facts.units import number, size

_LABEL = lazy(
    r"[\s#*=|>-]{0,12}(?:with |zfs |and )?(?P<setting>recordsize|record size|volblocksize|sync|ashift)(?: ?[=:] ?|\s{1,8}|\s*\|\s*)"
    r"(?P<value>\d{1,7}(?:\.\d)? ?[kKM]?(?:i?[bB])?|standard|always|disabled)(?![\w.])(?P<rest>.{0,200})\Z"
)
_OPERATIONS = lazy(
    r"(?:.{0,120}?\W)?(?:IOPS ?[=:] ?|iops=|tps = )(?P<after>\d[\d.]*[kM]?)\b|(?:.{0,120}?[^\d.,])?(?P<before>\d[\d.]*[kM]?) ?"
    r"(?:iops|IOPS|tps|TPS|ops/s|tx/s|qps)\b"
)
_BYTES = lazy(r"(?:.{0,120}?[^\d.,])?(?P<rate>\d+(?:[.,]\d+)?) ?(?P<unit>[kKMG]i?B)(?:/s|/sec|ps)\b")
_FARTHEST = 8
"""Lines below its setting in which a result is looked for."""


class _Test(NamedTuple):
    line: int
    end: int
    setting: str
    value: str
    kind: str
    rate: float


def _rate(line: str) -> tuple[str, float] | None:
    """What a test came to, in a line."""
    if match := _OPERATIONS.match(line):
        found = size(match["after"] or match["before"], base=1000)
        return None if found is None else ("operations", found)
    if (match := _BYTES.match(line)) and (amount := number(match["rate"])) is not None:
        power = "kmg".index(match["unit"][0].lower()) + 1
        return "bytes", amount * (1024.0 if "i" in match["unit"] else 1000.0) ** power
    return None


def _tests(lines: Sequence[str], start: int) -> list[_Test]:
    """The tests from a line on, as long as each setting has its result."""
    tests: list[_Test] = []
    index = start
    while index < len(lines):
        label = _LABEL.match(lines[index])
        if label is None:
            if lines[index].strip():
                break
            index += 1
            continue
        end, found = index + 1, _rate(label["rest"])
        while found is None and end < len(lines) and end <= index + _FARTHEST:
            if _LABEL.match(lines[end]) or (prompt_of(lines[end]) is not None and end > index + 1):
                break
            found, end = _rate(lines[end]), end + 1
        if found is None:
            break
        setting = label["setting"].replace(" ", "")
        tests.append(_Test(index, end, setting, label["value"].lower().replace(" ", ""), *found))
        index = end
    return tests


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    tests = _tests(lines, start)
    first = tests[:1]
    same = [test for test in tests for one in first if (test.setting, test.kind) == (one.setting, one.kind)]
    if len({test.value for test in same}) < 2:
        return None
    return start, same[-1].end


def _read(output: Output) -> Reading:
    reading = Reading()
    for test in _tests(output.lines, 0):
        values: dict[str, Value | bool] = {
            "setting": test.setting, "value": test.value, "number": output.first + test.line, "kind": test.kind, "rate": test.rate,
        }  # fmt: skip
        if (amount := size(test.value)) is not None:
            values["number-of-value"] = amount
        reading.rows.append(Row("setting-test", values, output.span(test.line, test.end - 1)))
    return reading


HINTS = ("recordsize", "record size", "volblocksize", "sync", "ashift")
READERS = (Reader("setting-tests", _LABEL, _extent, _read),)
