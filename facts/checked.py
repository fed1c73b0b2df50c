"""What a reader made of an output, held against what can be worked with further on.

A capture may be damaged, or made to do damage: no number in it may be greater than the engine and the stores hold, and
a fault of one reader costs its output alone, and is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from functools import cache, partial

from facts.account import Account, Rules, account_of
from facts.faults import Fault, fault_of, templates_in
from facts.long_text import LongLines
from facts.reading import MOST_REFUSALS, First, Output, Reader, Reading, Refusal, Row
from facts.schema import Value, templates

_MOST_INTEGER = 2**53
"""No count of a system is greater; a hundred times it is still a whole number to CLIPS."""
_MOST_FLOAT = 2.0**64
"""No counter of a system is greater, and what rules make of numbers up to it is finite."""
_MOST_RATE = 1e14
"""A second: no storage, memory or link moves so much, in whatever unit."""
_LATEST = 253_402_300_799.0
"""The end of the year 9999: no clock of ours goes further."""


def read(reader: Reader, output: Output) -> Reading:
    """What a reader makes of an output; what cannot be worked with is refused."""
    try:
        return bounded(_accounted(reader, output, in_range(reader.read(output))))
    except Exception as error:
        # Whatever it is, the other outputs of the host count: a diagnosis without this one is still one.
        return failed(
            fault_of(error, f"reader {reader.kind}", output.path, output.whole, partial(templates_in, reader.read))
        )


def _accounted(reader: Reader, output: Output, reading: Reading) -> Reading:
    """The reading with what became of its lines; with a line that was not understood, nothing in it is complete."""
    if reader.of_no_use is not None and reading.account is None:
        if (faults := reader.faults) is not None:
            reading.unnamed += (n for n, line in enumerate(output.lines, output.first) if faults.search(line))
        if reader.together is not None:
            reading.unnamed += (output.first + index for index in reader.together(output.lines))
        _count(reader.of_no_use, output, reading)
    if output.tail is not None or (reading.account is not None and reading.account.lost):
        reading.complete = frozenset()
    return reading


def _count(rules: Rules, output: Output, reading: Reading) -> None:
    """Give the reading its account, and refuse the lines that nothing accounts for."""
    refused = [refusal.lines for refusal in reading.refusals]
    if reading.walked:  # a number that is out of range and made of many lines says nothing against these
        refused = [lines for lines in refused if lines[1] - lines[0] <= 1]
    unnamed = frozenset(reading.unnamed)
    cited = list(reading.cited())
    count = partial(
        account_of,
        rules=rules,
        cited=cited,
        refused=refused,
        passed=reading.passed,
        unnamed=unnamed,
        walked=reading.walked,
    )
    told = unnamed.union(number for lines in refused for number in range(lines[0], lines[1] + 1))
    if reading.walked and isinstance(output.lines, LongLines):
        reading.account = _of_long(output, rules, count, told.union(n for a, b in cited for n in range(a, b + 1)))
    else:
        reading.account = count(output.lines, output.first)
    if reading.walked and isinstance(reading.refusals, First):
        reading.account.move(reading.refusals.left)
    reading.refusals.extend(
        Refusal((number, number), "not understood") for number, _ in reading.account.shown if number not in told
    )


def _of_long(output: Output, rules: Rules, count: Callable[[Sequence[str], int], Account], marked: Set[int]) -> Account:
    """The account of a long sampling: of lines that differ in their numbers alone one is looked at, and each that is marked."""
    assert isinstance(output.lines, LongLines)
    account = Account()
    for line, times in output.lines.shapes():
        account.add(account_of([line], 1, rules, (), walked=True), times)
    for number in sorted(marked):
        if output.first <= number < output.first + len(output.lines):
            alone = [output.lines[number - output.first]]
            account.add(account_of(alone, number, rules, (), walked=True), -1)
            account.add(count(alone, number))
    return account


def failed(fault: Fault) -> Reading:
    """What an output comes to whose reader failed: one refusal, and nothing that is complete."""
    return Reading(refusals=[Refusal(fault.lines or (1, 1), fault.reason)], fault=fault)


def bounded(reading: Reading) -> Reading:
    """The same reading with no more refusals than can be looked through; of the others the number is told."""
    given = reading.refusals
    left = list(given[MOST_REFUSALS:])
    more, last = len(left), left[-1] if left else None
    if isinstance(given, First) and given.left:
        more, last = more + given.left, given.last
    if last is not None:
        # of those that were counted alone, the lines lie behind the last that is kept
        begin = min(refusal.lines[0] for refusal in (*left, last)) if left else given[-1].lines[1] + 1
        lines = (min(begin, last.lines[0]), max(refusal.lines[1] for refusal in (*left, last)))
        reading.refusals = [
            *given[:MOST_REFUSALS],
            Refusal(lines, f"here and further on {more:,} more could not be read; they are not listed"),
        ]
    return reading


def in_range(reading: Reading) -> Reading:
    """The same reading without numbers and times that are out of range; each is a refusal."""
    kept = []
    changed = False
    for row in reading.rows:
        bad = {
            slot: "too large"
            for slot, value in row.values.items() if _is_out(value) and _is_too_large(row.template, slot, value)
        }  # fmt: skip
        bad |= {
            slot: "no whole number"
            for slot, value in row.values.items()
            if type(value) is float and slot not in bad and not value.is_integer() and _is_whole(row.template, slot)
        }
        bad |= {
            slot: "0 or less, which cannot be"
            for slot in _positive(row.template) if slot in row.values and _is_nothing(row.values[slot])
        }  # fmt: skip
        late = row.time is not None and not 0 <= row.time <= _LATEST
        if not bad and not late:
            kept.append(row)
            continue
        changed = True
        reading.refusals.extend(
            Refusal(row.slot_lines.get(slot, row.lines), f"the number for {row.template}.{slot} is {why}")
            for slot, why in bad.items()
        )
        if late:
            reading.refusals.append(Refusal(row.lines, "the time is before 1970 or after 9999"))
        values = {slot: value for slot, value in row.values.items() if slot not in bad}
        if {name for name in templates()[row.template].key if name != "host"} <= values.keys():
            kept.append(Row(row.template, values, row.lines, row.slot_lines, None if late else row.time, row.inferred))
    if changed:
        reading.rows = kept
        reading.complete = frozenset()
    if reading.time is not None and not 0 <= reading.time <= _LATEST:
        reading.time = None
    return reading


def _is_out(value: Value | bool) -> bool:
    """Whether a value could be too large; of most a glance tells that they are not."""
    return not isinstance(value, str) and not -_MOST_RATE <= value <= _MOST_RATE


@cache
def _positive(template: str) -> tuple[str, ...]:
    """The slots of a template whose numbers are above 0: a host has memory, an interval lasts."""
    return tuple(slot.name for slot in templates()[template].slots.values() if slot.positive)


def _is_nothing(value: Value | bool) -> bool:
    return not isinstance(value, str) and value <= 0


def _is_whole(template: str, slot: str) -> bool:
    """Whether a slot holds whole numbers alone."""
    return templates()[template].slots[slot].type == "INTEGER"


def _is_too_large(template: str, slot: str, value: Value | bool) -> bool:
    whole = templates()[template].slots[slot].type == "INTEGER"
    most = _MOST_RATE if "-s-" in f"{slot}-" else _MOST_INTEGER if whole else _MOST_FLOAT
    return not -most <= value <= most - whole  # type: ignore[operator]
