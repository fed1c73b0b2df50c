"""Everything that was captured, as read: the outputs that were found, their rows, and what nothing reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from facts.account import Account
from facts.alarming import Alarm
from facts.cells import Observed
from facts.faults import Fault, Faults
from facts.prose import Prose
from facts.reading import Refusal, Span


@dataclass(slots=True)
class Input:
    """One output that was found: `outcome` is ``read``, ``nothing``, ``partial`` or ``refused``; see `facts.account` for its lines."""

    path: str
    kind: str
    host: str
    lines: Span
    rows: int
    outcome: str
    refusals: list[Refusal]
    account: Account | None = None


class Unrecognised(NamedTuple):
    """Lines, or a whole file where `lines` is None, that nothing reads, and why."""

    path: str
    lines: Span | None
    reason: str


@dataclass(slots=True)
class Bundle:
    """Everything that was captured, as read.

    Attributes:
        labelled: the rows with their hosts, before names that outputs write differently were resolved.
        alarms: lines that speak of trouble in their own words, of as much text as is `searched` for them (characters).
        observed: the rows under their resolved names, with those that follow from them.
        faults: what failed in reading and in resolving names; see `facts.faults`.
    """

    inputs: list[Input] = field(default_factory=list)
    unrecognised: list[Unrecognised] = field(default_factory=list)
    labelled: list[Observed] = field(default_factory=list)
    observed: list[Observed] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    prose: list[Prose] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    alarms: list[Alarm] = field(default_factory=list)
    searched: int = field(default=0, repr=False, compare=False)


def unread(bundle: Bundle, fault: Fault) -> None:
    """Note a fault that cost a whole file."""
    Faults(bundle.faults).add(fault)
    bundle.unrecognised.append(Unrecognised(fault.path, fault.lines, f"{fault.where} failed: {fault.reason}"))
