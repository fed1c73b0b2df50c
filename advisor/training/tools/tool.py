"""What a command of a simulated host is, and what one call of it gets."""

from __future__ import annotations

import getopt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from advisor.training.host import Host

ENDLESS = 10
"""So many samples a command prints that would go on for ever; a learner would interrupt it."""
_LOOK, _LOAD, _CHANGE, _DISRUPT, _DESTROY = "look", "load", "change", "disruptive", "destructive"
RISKS = (_LOOK, _LOAD, _CHANGE, _DISRUPT, _DESTROY)
"""What a call does to the host: looks, loads it, changes a setting, disturbs the service, destroys data."""
T = TypeVar("T")


class Failed(Exception):
    """A command that ends with an error; the message is the tool's own."""

    def __init__(self, message: str, status: int = 1) -> None:
        """Keep what it prints and its exit status."""
        super().__init__(message)
        self.status = status


@dataclass(slots=True)
class Call:
    """One call of a command.

    Attributes:
        host: where it runs.
        name: the command.
        args: its arguments.
        stdin: what is piped into it, None where nothing is.
        background: whether it was started with `&`.
        risk: what it does to the host, one of `RISKS`; the command raises it when it does more than look.
        changed: the names of the settings that it changed, as the machine calls them.
        shown: the names of the settings whose value it printed.
    """

    host: Host
    name: str
    args: Sequence[str]
    stdin: str | None = None
    background: bool = False
    risk: str = "look"
    changed: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)

    def options(self, short: str, long: Sequence[str] = ()) -> tuple[dict[str, str], list[str]]:
        """The options and the other arguments; options may stand behind arguments.

        Raises:
            Failed: an option that the command does not know.
        """
        try:
            found, rest = getopt.gnu_getopt(list(self.args), short, list(long))
        except getopt.GetoptError as error:
            raise Failed(f"{self.name}: {error.msg}; `man {self.name}` says which are known here", 2) from None
        return dict(found), rest

    def part(self, name: str, kind: type[T]) -> T:
        """A mechanism of the host."""
        part = self.host.parts[name]
        assert isinstance(part, kind)
        return part

    def does(self, risk: str, changed: str = "") -> None:
        """Say that this call does more than look."""
        self.risk = max(self.risk, risk, key=RISKS.index)
        if changed:
            self.changed.append(changed)

    def samples(self, args: Sequence[str], default: int = 1) -> tuple[float, int]:
        """`interval count` of a sampling command: seconds, and how many samples.

        Raises:
            Failed: neither is a number in reason.
        """
        if not args:
            return 0.0, default
        try:
            numbers = [float(word) for word in args[:2]]
        except ValueError:
            raise Failed(f"{self.name}: not an interval: {' '.join(args)}", 2) from None
        interval, count = numbers[0], numbers[1] if len(numbers) > 1 else ENDLESS
        if not (0 < interval <= 86_400 and 1 <= count <= 5000 and interval * int(count) <= 86_400):
            raise Failed(f"{self.name}: interval or count is out of range", 2)
        return interval, int(count)


Run = Callable[[Call], str]


@dataclass(frozen=True, slots=True)
class Tool:
    """A command.

    Attributes:
        name: as it is typed.
        run: gives what it prints.
        man: what our short page says: a line of purpose, then usage and what to look at.
    """

    name: str
    run: Run
    man: str


def table(*tools: Tool) -> Mapping[str, Tool]:
    """Commands by name."""
    return {tool.name: tool for tool in tools}
