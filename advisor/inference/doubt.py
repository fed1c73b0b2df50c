"""What a fault leaves in doubt: a case is not ruled out where something failed that could have spoken for it."""

from __future__ import annotations

from collections.abc import Iterable

from advisor.inference.looking import row_needs
from advisor.inference.net import Net
from advisor.inference.openness import outlines_of
from facts.faults import ALL, Fault


class Doubt:
    """The faults of one diagnosis, and the rules that failed in it."""

    def __init__(self, net: Net, faults: Iterable[Fault], failed: Iterable[str]) -> None:
        """Take the net, the faults, and the names of the rules of which a firing was discarded."""
        self._net = net
        self._faults = [fault for fault in faults if fault.templates]
        self._failed = {name: fault for name in failed for fault in faults if fault.where == f"rule {name}"}
        self._behind: dict[str, frozenset[str]] = {}

    def __bool__(self) -> bool:
        """Whether anything failed."""
        return bool(self._faults or self._failed)

    def about(self, case: str) -> Fault | None:
        """The first fault that could hide something that the case's arguments look at."""
        rules = {outline.rule for outline in outlines_of(self._net, case)}
        needs = [need for outline in outlines_of(self._net, case) for need in outline.needs]
        for name, state in needs:
            rules.update(*(self._rules_behind(name, each) for each in (state, "absent", "present")))
        for rule in sorted(rules & self._failed.keys()):
            return self._failed[rule]
        if not self._faults:
            return None
        looked_at = {
            t for name, _ in needs for state in ("present", "absent") for t, _ in row_needs(self._net, name, state)
        }
        for fault in self._faults:
            if ALL in fault.templates or looked_at.intersection(fault.templates):
                return fault
        return None

    def _rules_behind(self, name: str, state: str) -> frozenset[str]:
        """The rules that give a finding, and those that give what these rest on."""
        key = f"{name} {state}"
        if key not in self._behind:
            self._behind[key] = frozenset()  # findings may rest on each other in a circle
            found: set[str] = set()
            for rule in self._net.producers(name, state):
                found.add(rule.name)
                for pattern in rule.patterns:
                    named = pattern.slots["name"].allowed if "name" in pattern.slots else ()
                    if pattern.template == "quantity":
                        found.update(r.name for q in named for r in self._net.computing(str(q)))
                    elif pattern.template == "finding":
                        states = pattern.slots["state"].allowed if "state" in pattern.slots else ("present", "absent")
                        found.update(*(self._rules_behind(str(n), str(s)) for n in named for s in states))
            self._behind[key] = frozenset(found)
        return self._behind[key]
