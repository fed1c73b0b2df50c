"""Lines of ``storcli`` and ``perccli`` whose heads were cut off, or left out by grep: a battery, settings, counts of drives.

Of several drives or volumes that nothing names, the place in the list stands for each. What the lines do not show is not in order
for that: nothing is complete, and only what is said counts.

Samples::

    >>> from facts.readers import show
    >>> show('''Model  State  Temp Mode MfgDate
    ... CVPM02 Failed 31C  -    2014/12/21
    ... ''')
    storcli lines 1-2 read
      controller: battery=failed family=megaraid name=adapter 0 (2-2)

    >>> show('''Media Error Count = 0
    ... Predictive Failure Count = 0
    ... Media Error Count = 14
    ... Predictive Failure Count = 2
    ... ''')
    storcli lines 1-4 read
      controller-drive: drive=#1 media-errors=0 predictive-failures=0 (1-2)
      controller-drive: drive=#2 media-errors=14 predictive-failures=2 (3-4)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import Values, extent_of
from facts.patterns import lazy
from facts.readers._storcli_card import Card
from facts.reading import Output, Reader, Reading, Row

_BATTERY_HEAD = lazy(r"\s*Model +State +(?:RetentionTime +)?Temp +Mode +MfgDate.{0,40}\Z")
_BATTERY = lazy(
    r"\s*(?:BBU|CVPM?\w{0,8}|CacheVault\w{0,8}|iBBU\w{0,8}) +(?P<state>[A-Z][A-Za-z-]{2,20}(?: ?\([\w ]{1,30}\))?) +"
    r"(?:\d+ hour\(s\) +)?\d{1,3} ?C +\S+ +\S.{0,60}\Z"
)
_RULE = lazy(r"\s*-{12,}\s*\Z")
_PROPERTY = lazy(
    r"\s*(?P<key>(?:PR|CC) (?:Mode|Current State|Execution Delay)|(?:Patrol Read|Check Consistency|Rebuild|PR|CC) [Rr]ate"
    r"|(?:pr|cc|rebuild)rate)"
    r" {2,60}(?P<value>\S.{0,40}?)\s*\Z"
)
_OF_BATTERY = lazy(
    r"\s*(?P<key>Battery State|Battery Pack Missing|Battery [Rr]eplacement required|Learn Cycle Active"
    r"|Pack is about to fail & should be replaced)"
    r" {2,60}(?P<value>\S.{0,40}?)\s*\Z"
)
_COUNT = lazy(
    r"\s*(?P<key>Media Error Count|Predictive Failure Count|Other Error Count|S\.M\.A\.R\.T alert flagged by drive"
    r"|Shield Counter) = (?P<value>\w{1,12})\s*\Z"
)
_POLICY = lazy(r"\s*(?P<key>Write Cache\(initial setting\)|Disk Cache Policy) = (?P<value>\S.{0,40}?)\s*\Z")
_TOLD = lazy(
    rf"(?:{_BATTERY.pattern}|{_PROPERTY.pattern}|{_OF_BATTERY.pattern}|{_COUNT.pattern}|{_POLICY.pattern})".replace(
        "?P<key>", "?:"
    )
    .replace("?P<value>", "?:")
    .replace("?P<state>", "?:")
)


_RUN = extent_of(_BATTERY_HEAD, _TOLD, _RULE, tells=(_TOLD,))


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """The lines that follow one another, with the rule above the heading of a table."""
    found = _RUN(lines, start, command)
    if found is not None and start and _BATTERY_HEAD.match(lines[start]) and _RULE.match(lines[start - 1]):
        return start - 1, found[1]
    return found


class _Listed:
    """Drives or volumes that nothing names: a field that comes again is that of the next one."""

    def __init__(self) -> None:
        self.found: list[tuple[str, Values, int, int]] = []
        self._seen: set[str] = set()

    def take(self, template: str, key: str, index: int, values: Values) -> None:
        if not self.found or key in self._seen or self.found[-1][0] != template:
            self.found.append((template, {}, index, index))
            self._seen = set()
        self._seen.add(key)
        _, before, first, _ = self.found[-1]
        self.found[-1] = (template, before | values, first, index)

    def rows(self, output: Output) -> list[Row]:
        """A row for each of which anything is told."""
        rows, nth = [], dict[str, int]()
        for template, values, first, last in self.found:
            nth[template] = nth.get(template, 0) + 1
            several = sum(other == template for other, *_ in self.found) > 1
            name: Values = {template.removeprefix("controller-"): f"#{nth[template]}" if several else ""}
            if values:
                rows.append(Row(template, name | values, output.span(first, last)))
        return rows


def _read(output: Output) -> Reading:
    reading, card, listed = Reading(), Card("0"), _Listed()
    for index, line in enumerate(output.lines):
        span = output.span(index)
        if match := _BATTERY.match(line):
            card.battery(match["state"], span)
        elif match := _PROPERTY.match(line):
            card.property(match["key"], match["value"], span)
        elif match := _OF_BATTERY.match(line):
            card.battery_property(match["key"], match["value"], span)
            reading.pass_over("a battery of which this is no fault", span)
        elif (match := _COUNT.match(line)) or (match := _POLICY.match(line)):
            drive = _COUNT.match(line) is not None
            one = Card("0")
            if drive:
                one.drive_property("", "0", match["key"], match["value"], span)
            else:
                one.volume_property("0", match["key"], match["value"], span)
            card.refusals += one.refusals
            values = next((dict(row.values) for row in one.rows(output)[1:]), {})
            for name in ("drive", "array", "usage"):
                values.pop(name, None)
            listed.take("controller-drive" if drive else "controller-array", match["key"], index, values)
            reading.used.append(span)
    if card.values:
        reading.rows = card.rows(output)[:1]
    reading.rows += listed.rows(output)
    reading.used += card.cited()
    reading.refusals.extend(card.refusals)
    return reading


HINTS = (
    "RetentionTime", "Temp Mode", "PR Mode", "CC Mode", "PR Current State", "CC Current State", "Execution Delay", "Read Rate",
    "Consistency Rate", "Rebuild Rate", "prrate", "ccrate", "rebuildrate", "Battery State", "Pack Missing", "eplacement required",
    "Learn Cycle", "Error Count = ", "Failure Count = ", "flagged by drive", "(initial setting)", "Cache Policy = ", "about to fail",
)  # fmt: skip
READERS = (
    Reader(
        "storcli",
        lazy(rf"(?:{_BATTERY_HEAD.pattern}|{_TOLD.pattern})"),
        _extent,
        _read,
        of_no_use=(("heading", _BATTERY_HEAD), ("field of no use", _PROPERTY), ("field of no use", _OF_BATTERY)),
    ),
)
