"""Whether what was seen after a step is what it was to show, where the two can plainly be compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_NAMED = re.compile(
    r"(?P<name>[A-Za-z][\w.:/-]*)(?:\s*=\s*|\s+is\s+|\s+(?=\d))(?P<value>[^\s;]+)(?:;.*| after the reboot)?", re.S
)
_AFTER_NAME = r"(?:\s*[=:]\s*|\s+is\s+|\s+)([^\s;]+)"
_NUMBER = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?([KMGT]?)", re.I)
_UNITS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}
_REMARKS = frozenset("done ok okay yes no fine good worked works bad erledigt ja nein gut gemacht fertig läuft".split())
"""Words that say something of a step and are no value."""
_PROMPT = re.compile(r"^(?:[^\s#$%>]*\s)?\S*[#$%>]\s+\S")


class Compared(NamedTuple):
    """A value that was seen, and the one that was expected; `same` says whether they are the same."""

    same: bool
    seen: str
    expected: str

    @property
    def text(self) -> str:
        """What it comes to, in words."""
        return "as expected" if self.same else f"seen {self.seen}, expected {self.expected}: not in force"


def compare(expect: str, seen: str, commands: tuple[str, ...] = ()) -> Compared | None:
    """Compare what was seen with what was expected.

    Args:
        expect: ``name = value``, ``name is number``, ``name number`` or a value alone; nothing else is compared.
        seen: what was entered: the output, also with its prompt, or the value.
        commands: whose lines, where they are in what was seen, are no output.

    Returns:
        What it comes to, or None where only a person can compare them.
    """
    expect = expect.strip()
    if "<" in expect:
        return None
    named = _NAMED.fullmatch(expect)
    wanted = _bare(named["value"] if named else expect)
    if not wanted or len(wanted.split()) != 1:
        return None
    lines = [line.strip() for line in seen.splitlines() if line.strip() and not _is_command(line, commands)]
    found = list(_values_of(named["name"], lines)) if named else []
    if not found and len(lines) == 1 and len(lines[0].split()) == 1:
        found = [_bare(lines[0])]
    if not found or not _comparable(found[-1], wanted):
        return None
    return Compared(_normal(found[-1]) == _normal(wanted), found[-1], wanted)


def _is_command(line: str, commands: tuple[str, ...]) -> bool:
    written = [part.strip() for command in commands for part in command.splitlines() if part.strip()]
    return _PROMPT.match(line) is not None or any(line.strip().endswith(part) for part in written)


def _values_of(name: str, lines: list[str]) -> Iterator[str]:
    pattern = re.compile(rf"(?<![\w.-]){re.escape(name)}{_AFTER_NAME}", re.I)
    for line in lines:
        yield from (_bare(match[1]) for match in pattern.finditer(line))


def _bare(text: str) -> str:
    return text.strip().strip("\"'`").rstrip(".,;")


def _comparable(seen: str, wanted: str) -> bool:
    """Whether both are numbers, or both are words of which neither is a remark."""
    if _NUMBER.fullmatch(wanted):
        return _NUMBER.fullmatch(seen) is not None
    return not _NUMBER.fullmatch(seen) and seen.lower() not in _REMARKS


def _normal(value: str) -> float | str:
    """A number in units of one, a word in lower case."""
    number = _NUMBER.fullmatch(value)
    if number is None:
        return value.lower()
    whole = number[1].replace(",", "")
    return float(f"{whole}{number[2] or ''}") * float(1024 ** _UNITS[number[3].upper()])
