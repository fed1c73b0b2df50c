"""One module per command. A module is imported only when a text holds one of its hints (`facts.readers.index`)."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module

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


def readers_for(text: str) -> tuple[Reader, ...]:
    """The readers that could find anything in `text` (with the command or place that it came from), in precedence."""
    if len(text) >= _LONG:
        return _select(_modules_of(text))
    # A report has thousands of small files, many of which differ in their numbers only.
    found: set[int] = set()
    for number, hint in _likely(text.translate(_NO_DIGITS)):
        if number not in found and hint in text:
            found.add(number)
    return _select(tuple([MODULES[number][0] for number in sorted(found)]))


def _in_gist(gist: str) -> list[tuple[int, str]]:
    """The hints that a text may hold that is like this without its digits, each with the place of its module."""
    sought = _by_letter()
    return [
        (number, hint)
        for letter in set(gist) & sought.keys()
        for number, hint, bare in sought[letter]
        if not bare or bare in gist
    ]


_likely = lru_cache(maxsize=1 << 10)(_in_gist)


def readers_for_long(command: str, lines: LongLines) -> tuple[Reader, ...]:
    """The same for a long sampling, of which most lines are alike but for their numbers."""
    text = "\n".join([command, *lines.forms.values()])
    forms = b"\n".join([b"", *lines.forms])

    def holds(hint: str) -> bool:
        likely = "\n" in hint[1:] or hint.translate(_NO_NUMBERS).encode() in forms
        return hint in text or (likely and lines.holds(hint))

    return _select(tuple(name for name, hints in MODULES if any(holds(hint) for hint in hints)))


_LONG = 2_000
"""From so many characters on it pays to look through the words of a text first."""
_FEW = 40
"""So many hints are looked for in less time than the different words are found."""
_BEGIN = 20_000
"""So many characters tell whether most lines of a text are the same but for their digits."""
_DIGITS = b"0123456789"
_TO_ZERO = bytes.maketrans(_DIGITS, b"0" * 10)
_NO_NUMBERS = str.maketrans("", "", "0123456789. ")
_NO_DIGITS = str.maketrans("", "", "0123456789")


def _modules_of(text: str) -> tuple[str, ...]:
    """The modules of which a hint stands in a long text, in precedence.

    Without their digits a long text has few different lines, or at least few different words. Where a hint stands in the
    text, its longest word stands in one of those words, and it in one of those lines.
    """
    lines = text.encode("utf-8", "surrogatepass")
    begin = lines[:_BEGIN].translate(None, _DIGITS).split(b"\n")
    if len(set(begin)) * 2 < len(begin):
        lines = b"\n".join(set(lines.translate(_TO_ZERO).split(b"\n")))
    lines = words = lines.translate(None, _DIGITS)
    missing = frozenset([letter for letter in range(33, 127) if letter not in lines])
    left = [(name, [hint for hint in hints if missing.isdisjoint(hint[2])]) for name, hints in _bare_hints()]
    if sum([len(hints) for _, hints in left]) > _FEW:
        words = b" ".join(set(lines.split()))
    return tuple(
        [
            name
            for name, hints in left
            if any(word in words and bare in lines and hint in text for hint, bare, word in hints)
        ]
    )


@cache
def _bare_hints() -> tuple[tuple[str, tuple[tuple[str, bytes, bytes], ...]], ...]:
    """The modules in precedence, with their hints, and each without digits: what one line holds of it, and its longest word."""
    found = []
    for name, hints in MODULES:
        bare = [hint.encode().translate(None, _DIGITS) for hint in hints]
        each = [
            (hint, max(text.split(b"\n"), key=len), max(text.split(), key=len, default=b""))
            for hint, text in zip(hints, bare, strict=True)
        ]
        found.append((name, tuple(each)))
    return tuple(found)


_COMMON = " etaoinsrlcdhumpgfybvwkxE-/.TASRI_:MqjzONDCLPUFVHGBKWYXJQZ()[]'\"#=,+%<>~*!?&|{}$;@^\t"
"""Letters as they stand in outputs, the frequent ones first."""


@cache
def _by_letter() -> dict[str, list[tuple[int, str, str]]]:
    """The hints by the rarest letter that each has, with the place of their module, and how a gist holds them.

    That is without digits, and "" where it cannot hold one: one that reaches over lines.
    """
    sought: dict[str, list[tuple[int, str, str]]] = {}
    for number, (_, hints) in enumerate(MODULES):
        for hint in hints:
            letter = max(hint.translate(_NO_DIGITS).replace("\n", ""), key=lambda c: _COMMON.find(c) % 1000)
            bare = "" if "\n" in hint[1:] else hint.translate(_NO_DIGITS)
            sought.setdefault(letter, []).append((number, hint, bare))
    return sought


def named_only() -> tuple[Reader, ...]:
    """Recognisers of tools that have no reader: they name an output, and give no rows."""
    return _module("others")


def named_only_for(text: str) -> tuple[Reader, ...]:
    """Those that could find anything in a text: there are tables of counts, which any table looks like, below a command only."""
    from facts.readers.others import OF_COUNTS

    return named_only() if OF_COUNTS in text else named_only()[:-1]


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
