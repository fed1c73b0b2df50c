"""The options of a ``zfs`` or ``zpool`` command line: they decide which columns its output has."""

from __future__ import annotations

from typing import NamedTuple

from facts.patterns import lazy

_TAKE_VALUE = {
    ("zpool", "list"): "oT",
    ("zpool", "status"): "Tc",
    ("zpool", "get"): "o",
    ("zfs", "list"): "osStd",
    ("zfs", "get"): "ostd",
}
_START = lazy(r"(?:^|[|;&(`]|\bsudo|\bpfexec)\s*(?:/\S*/)?(?P<tool>zfs|zpool)\s+(?P<sub>[a-z]+)(?P<rest>[^|;&<>`]*)")


class ZfsCommand(NamedTuple):
    """One command: ``zfs get -H -o value sync tank`` has flag H, option o=value, operands sync and tank."""

    tool: str
    sub: str
    flags: frozenset[str]
    options: dict[str, str]
    operands: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that ``-o`` asks for, in order."""
        return tuple(part for part in self.options.get("o", "").lower().split(",") if part)


def parse_command(text: str, tool: str, sub: str) -> ZfsCommand | None:
    """The first ``tool sub`` command on a command line, or None.

    >>> command = parse_command("zfs get -Hp -o name,value recordsize tank/db | sort", "zfs", "get")
    >>> sorted(command.flags), command.columns, command.operands
    (['H', 'p'], ('name', 'value'), ('recordsize', 'tank/db'))
    >>> parse_command("zpool status tank", "zpool", "list") is None
    True
    """
    for match in _START.finditer(text):
        if (match["tool"], match["sub"]) == (tool, sub):
            return _parse(tool, sub, match["rest"].split())
    return None


def _parse(tool: str, sub: str, words: list[str]) -> ZfsCommand:
    takes = _TAKE_VALUE.get((tool, sub), "")
    flags: set[str] = set()
    options: dict[str, str] = {}
    operands: list[str] = []
    words = [word.strip("'\"") for word in words]
    while words:
        word = words.pop(0)
        if not word.startswith("-") or word == "-":
            operands.append(word)
            continue
        letters = word.lstrip("-") if not word.startswith("--") else ""
        for number, letter in enumerate(letters):
            if letter in takes:
                value = letters[number + 1 :] or (words.pop(0) if words else "")
                options[letter] = value.lstrip("=")
                break
            flags.add(letter)
    return ZfsCommand(tool, sub, frozenset(flags), options, tuple(operands))
