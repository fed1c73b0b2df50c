"""Names with values, one to a line, as most tools print the properties of a thing: ``Raid Level : raid1``.

One block, or a block for each thing below a head of its own.

    >>> from facts.kit.cells import one_of
    >>> from facts.units import integer
    >>> pairs = Pairs("array", "md-array", head=re.compile(r"/dev/(?P<array>\\w+):"), keys=(
    ...     key("level", "Raid Level"), key("members", "Raid Devices", parse=integer), unused_keys("UUID"),
    ... ))
    >>> lines = ["/dev/md0:", "  Raid Level : raid1", "  Raid Devices : 2", "  UUID : 1:2", "  Frob : 3"]
    >>> pairs.extent(lines, 0, ""), pairs.read(Output(lines)).rows[0].values, pairs.read(Output(lines)).unnamed
    ((0, 5), {'array': 'md0', 'level': 'raid1', 'members': 2}, [5])
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from facts.account import Rules
from facts.kit.cells import NOTHING, Parse, Values, shown, text
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, Span, prompt_of

_LINE = lazy(r"\s*(?P<key>[A-Za-z#%][^:=\t]{0,60}?)\s*[:=]\s*+(?P<value>.*)$")
_DIGITS = lazy(r"\d+")
_MOST_LINES = 200_000


class Key(NamedTuple):
    """A name: the slot that it fills ("" for none), how it is written in all versions, and how its value is read."""

    slot: str
    names: tuple[str, ...]
    parse: Parse


def key(slot: str, *names: str, parse: Parse = text) -> Key:
    """A name that fills a slot, in any of these spellings."""
    return Key(slot, names, parse)


def unused_keys(*names: str) -> Key:
    """Names that are known and of which we use nothing."""
    return Key("", names, text)


def names(text: str) -> frozenset[str]:
    """Names of fields in small letters, from a list with ``|`` between them; ``#`` stands for any number.

    >>> sorted(names("Raid Level|UUID"))
    ['raid level', 'uuid']
    """
    return frozenset(_plain(name) for name in text.split("|"))


def _plain(name: str) -> str:
    return _DIGITS.sub("#", " ".join(name.lower().split()))


def account_fields(
    output: Output,
    reading: Reading,
    line: re.Pattern[str],
    read: Container[str],
    unused: Container[str],
    calm: Mapping[str, str] | None = None,
) -> None:
    """Account for the fields of a reader of its own, by their names in small letters: read, of no use, or unknown.

    Those of `calm` are of no use only with one of the words that stand there, and else not understood: no slot holds them.

    >>> reading, line = Reading(), re.compile(r"(?P<key>.*?) *:")
    >>> account_fields(Output(["State : ok", "UUID : 1", "Frob : 2"]), reading, line, {"state"}, {"uuid"})
    >>> reading.used, reading.passed, reading.unnamed
    ([(1, 1)], {'field of no use': [(2, 2)]}, [3])
    """
    taken = {number for first, last in reading.cited() for number in range(first, last + 1)}
    taken |= {number for spans in reading.passed.values() for first, last in spans for number in range(first, last + 1)}
    for index, text_line in enumerate(output.lines):
        span = output.span(index)
        if span[0] in taken or (match := line.match(text_line)) is None:
            continue
        account_field(reading, match, span, read, unused, calm or {})


def account_field(
    reading: Reading,
    match: re.Match[str],
    span: Span,
    read: Container[str],
    unused: Container[str],
    calm: Mapping[str, str],
) -> None:
    """Account for one line with a field; see `account_fields`."""
    name = _plain(match["key"])
    if name in read:
        reading.used.append(span)
    elif name in unused:
        reading.pass_over("field of no use", span)
    elif name in calm:
        value = " ".join((match["value"] or "").split())
        if value in calm[name].split("|"):
            reading.pass_over("field of no use", span)
        else:
            reading.refusals.append(Refusal(span, f"not understood: {match['key'].strip()}: {shown(value)}"))
    else:
        reading.unnamed.append(span[0])


class Block(NamedTuple):
    """What was read of one thing: its slots, all its values by name, the command above, and its first and last line."""

    values: Values
    fields: Mapping[str, str]
    command: str
    lines: Span


class Pairs(NamedTuple):
    """What a tool prints as names with values; see the module.

    Attributes:
        kind: of the output, as reports call it.
        template: of the rows; "" where such an output is known and gives none.
        keys: those that are known; a line with another name is told as not understood, and hides nothing else.
        head: begins a block, its groups are slots; None where there is one block, which begins with one of `first`.
        first: names of which one begins an output without a head; by default that of the first key.
        line: one line, with the groups ``key`` and ``value``, of which the second may be missing.
        blanks: how many empty lines may stand inside.
        row: makes the final slots of a block, or names why it is of no use; None leaves them as they are.
        system: the system on which alone this tool is found, or "".
        covers: whether an output of this command shows all rows that there are.
        of_no_use: further lines that say nothing we use, by rule.
    """

    kind: str
    template: str
    keys: tuple[Key, ...]
    head: re.Pattern[str] | None = None
    first: tuple[str, ...] = ()
    line: re.Pattern[str] = _LINE
    blanks: int = 1
    row: Callable[[Block], Values | str] | None = None
    system: str = ""
    covers: Callable[[str], bool] = bool
    of_no_use: Rules = ()

    def reader(self) -> Reader:
        """The reader of such blocks."""
        return Reader(self.kind, self.starts(), self.extent, self.read, of_no_use=self.of_no_use)

    def starts(self) -> re.Pattern[str]:
        """Matches a line on which a block begins."""
        if self.head is not None:
            return self.head
        names = "|".join(re.escape(name) for name in self.first or self.keys[0].names)
        return lazy(rf"\s*+(?:{names})\s*[:=]")

    def extent(self, lines: Sequence[str], start: int, command: str) -> Span | None:
        """Where the blocks run, with lines of no use above: two names of the tool must stand in the first one."""
        if not self.starts().match(lines[start]):
            return None
        begin = start
        while begin and self._of_no_use(lines[begin - 1 - (begin > 1 and not lines[begin - 1].strip())]):
            begin -= 1
        end, empty, known = start + 1, 0, int(self._known(lines[start]))
        for index in range(start + 1, min(len(lines), start + _MOST_LINES)):
            line = lines[index]
            if not line.strip():
                empty += 1
            elif prompt_of(line) is not None or empty > self.blanks:
                break
            elif self._begins(line) or self._known(line):
                end, empty, known = index + 1, 0, known + 1
            elif empty:
                break
            elif self.line.match(line) or self._of_no_use(line):
                end = index + 1
        return (begin, end) if known > 1 else None

    def _begins(self, line: str) -> bool:
        return self.head is not None and self.head.match(line) is not None

    def _known(self, line: str) -> bool:
        match = self.line.match(line)
        return match is not None and match["key"] in self._named()

    def _of_no_use(self, line: str) -> bool:
        return any(pattern.match(line) for _, pattern in self.of_no_use)

    def _named(self) -> dict[str, Key]:
        return {name: known for known in self.keys for name in known.names}

    def read(self, output: Output) -> Reading:
        """A row for each block, with the line of every slot."""
        reading = Reading()
        for begin, end in self._blocks(output):
            self._block(output, reading, begin, end)
        if self.system and (reading.rows or not self.template):
            reading.rows.append(Row("system", {"os": self.system}, output.span(0), inferred=True))
        if self.template and self.covers(output.command or self.kind):
            reading.complete = frozenset({self.template})
        return reading

    def _blocks(self, output: Output) -> Iterator[tuple[int, int]]:
        if self.head is None:
            yield 0, len(output.lines)
            return
        for _, begin, end in output.parts(self.head):
            yield begin, end

    def _block(self, output: Output, reading: Reading, begin: int, end: int) -> None:
        values: Values = {}
        fields: dict[str, str] = {}
        lines: dict[str, Span] = {}
        if self.head is not None and (match := self.head.match(output.lines[begin])):
            values |= {slot.replace("_", "-"): cell for slot, cell in match.groupdict().items() if cell}
            lines |= dict.fromkeys(values, output.span(begin))
            reading.used.append(output.span(begin))
        named = self._named()
        for index in range(begin, end):
            match = self.line.match(output.lines[index])
            if match is None or output.span(index) in lines.values():
                continue
            name, cell = match["key"], (match["value"] or "").strip()
            if (known := named.get(name)) is None:
                if not self._begins(output.lines[index]) and not self._of_no_use(output.lines[index]):
                    reading.unnamed.append(output.first + index)
                continue
            fields.setdefault(name, cell)
            if known.slot:
                reading.used.append(output.span(index))
            else:
                reading.pass_over("field of no use", output.span(index))
            if known.slot and cell not in NOTHING and known.slot not in values:
                value = known.parse(cell)
                if value is None:
                    reading.refusals.append(Refusal(output.span(index), f"{name}: {shown(cell)} is not understood"))
                else:
                    values[known.slot], lines[known.slot] = value, output.span(index)
        self._row(output, reading, Block(values, fields, output.command, output.span(begin, end - 1)), lines)

    def _row(self, output: Output, reading: Reading, block: Block, lines: dict[str, Span]) -> None:
        made = block.values if self.row is None else self.row(block)
        if self.template and made and not isinstance(made, str):
            cited = {slot: span for slot, span in lines.items() if slot in made}
            reading.rows.append(Row(self.template, made, block.lines, cited))
