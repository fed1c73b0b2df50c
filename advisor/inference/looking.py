"""Which command shows what is not known yet: one that this host has, of the output in which it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from advisor.inference.net import Net
from facts.schema import UNKNOWN

if TYPE_CHECKING:
    from advisor.inference.view import View
    from advisor.knowledge import HowTo, Knowledge

FAMILIES = {"megaraid": 0.6, "cciss": 0.4, "adaptec": 0.2}
OTHER_FAMILY = 0.1
"""How often a RAID controller is of a family, where it is not known: rough shares, which put the tools in order."""


def families_of(view: View) -> set[str]:
    """The families of the RAID controllers, as far as they are known."""
    return {str(fact.slots.get("family", UNKNOWN)) for fact in view.inference.of("controller")} - {UNKNOWN}


def row_needs(net: Net, name: str, state: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The templates whose rows could give a finding, in rule order, with the slots that rules look at."""
    finding = f"{name} {state}"
    if finding not in net.shown_by:
        slots: dict[str, set[str]] = {}
        for template, looked_at in _row_needs(net, name, state, frozenset()):
            slots.setdefault(template, set()).update(looked_at)
        net.shown_by[finding] = tuple((template, frozenset(some)) for template, some in slots.items())
    return net.shown_by[finding]


def _row_needs(net: Net, name: str, state: str, seen: frozenset[str]) -> Iterator[tuple[str, Iterable[str]]]:
    for rule in net.producers(name, state):
        for pattern in rule.patterns:
            if pattern.template == "finding":
                inner = pattern.slots["name"].allowed
                if inner and str(inner[0]) not in seen:
                    yield from _row_needs(net, str(inner[0]), "present", seen | {name})
            elif pattern.template not in ("quantity", "system", "read", "told"):
                yield pattern.template, pattern.slots


class Looking:
    """The ways to look at one capture."""

    def __init__(self, knowledge: Knowledge, view: View) -> None:
        self.knowledge, self.view = knowledge, view
        self.systems = sorted(view.systems())
        self.families = families_of(view)
        self._known: dict[tuple[str, str], str] = {}

    def for_finding(self, name: str, state: str) -> str:
        """The command whose output could show a finding; "" where this host has none."""
        if (name, state) not in self._known:
            self._known[name, state] = self.for_slots(row_needs(self.knowledge.net, name, state))
        return self._known[name, state]

    def for_findings(self, missing: Iterable[tuple[str, str]]) -> tuple[str, ...]:
        """The commands that would show the missing findings, of each the first way."""
        commands = (self.for_finding(name, state) for name, state in missing)
        return tuple(dict.fromkeys(command for command in commands if command))

    def for_slots(self, needs: Iterable[tuple[str, frozenset[str]]]) -> str:
        """The command of the first template that this host can show, with the slots that are looked for.

        An output that tells some slots of its template alone counts where one of them is looked for, and then first.
        """
        for template, slots in needs:
            addresses = {f"{template}.{slot}" for slot in slots}
            fitting = [
                (not how.slots, -self._share(how), number, command)
                for number, how in enumerate(self.knowledge.how_to.get(template, ()))
                if (command := self._command(how)) and (not how.slots or addresses.intersection(how.slots))
            ]
            if fitting:
                return min(fitting)[-1]
        return ""

    def _share(self, how: HowTo) -> float:
        return FAMILIES.get(how.family, OTHER_FAMILY) if how.family else 1.0

    def _command(self, how: HowTo) -> str:
        if how.family and self.families and how.family not in self.families:
            return ""
        if how.uses and all(self.view.findings(sign, "absent") for sign in how.uses):
            return ""
        if not self.systems:
            return next(iter(how.commands.values()), "")
        return next((how.commands[s] for s in self.systems if s in how.commands), "")
