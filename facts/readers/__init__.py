"""One module per command. A module is imported only when a text holds one of its hints (`facts.readers.index`)."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from facts.hints import Finder
from facts.long_text import LongLines
from facts.readers.index import MODULES
from facts.reading import Reader


@cache
def _module(name: str) -> tuple[Reader, ...]:
    readers: tuple[Reader, ...] = import_module(f"facts.readers.{name}").READERS
    return readers


@cache
def _select(names: tuple[str, ...]) -> tuple[Reader, ...]:
    return tuple(reader for name in names for reader in _module(name))


def readers_for(text: str, command: str = "") -> tuple[Reader, ...]:
    """The readers that could find anything in `text`, or below the command or place that it came from, in precedence.

    Args:
        text: whole, or with the command above it.
        command: the command, where it does not stand in the text.
    """
    found: set[int] = _finder().found(text)
    if command:
        found |= _finder().found(command)
    return _select(tuple([MODULES[number][0] for number in sorted(found)]))


@cache
def _finder() -> Finder:
    """Finds the modules by their hints, each by its place."""
    return Finder((number, hints) for number, (_, hints) in enumerate(MODULES))


def readers_for_long(command: str, lines: LongLines) -> tuple[Reader, ...]:
    """The same for a long sampling, of which most lines are alike but for their numbers."""
    text = "\n".join([command, *lines.forms.values()])
    forms = b"\n".join([b"", *lines.forms])

    def holds(hint: str) -> bool:
        likely = "\n" in hint[1:] or hint.translate(_NO_NUMBERS).encode() in forms
        return hint in text or (likely and lines.holds(hint))

    return _select(tuple(name for name, hints in MODULES if any(holds(hint) for hint in hints)))


_NO_NUMBERS = str.maketrans("", "", "0123456789. ")


def named_only() -> tuple[Reader, ...]:
    """Recognisers of tools that have no reader: they name an output, and give no rows."""
    return _module("others")


def named_only_for(text: str, command: str = "") -> tuple[Reader, ...]:
    """Those that could find anything in a text: there are tables of counts, which any table looks like, below a command only."""
    from facts.readers.others import OF_COUNTS

    return named_only() if OF_COUNTS in command or OF_COUNTS in text else named_only()[:-1]


def all_readers() -> tuple[Reader, ...]:
    """Every reader, in precedence."""
    return _select(tuple(name for name, _ in MODULES))


def show(text: str, command: str = "") -> None:
    """Print what the readers make of `text`, for the samples in their documentation.

    One line per output (kind, lines, outcome), below it each row with its slots in name order and its lines, then
    each refusal.
    """
    from facts.recognise import recognise  # the samples need it, the readers do not

    for found in recognise(text.rstrip("\n").split("\n"), "", command).found:
        output = found.output
        reading = found.reader.read(output)
        print(f"{found.reader.kind} lines {output.whole[0]}-{output.whole[1]} {reading.outcome}")
        for row in reading.rows:
            slots = " ".join(f"{k}={_plain(v)}" for k, v in sorted(row.values.items()))
            print(f"  {row.template}: {slots} ({row.lines[0]}-{row.lines[1]})")
        for refusal in reading.refusals:
            print(f"  refused {refusal.lines[0]}-{refusal.lines[1]}: {refusal.reason}")


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}" if value < 1e6 else f"{value:.0f}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
