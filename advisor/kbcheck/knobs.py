"""Settings that two cases want differently: each must be arbitrated in `kb/knobs.toml`, with what goes first and why.

Contradicting advice in one report is worse than none. Compared are the addresses that `sets` leaves behind and the
settings that commands make (sysctl, zfs, zpool, vxtunefs, alter system, files of /proc and /sys).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from advisor.knowledge import Case

CODE = "kb-knob"
_SETTINGS = (
    ("sysctl", re.compile(r"\bsysctl\s+-w\s+([\w.]+)=(\{\{.*?\}\}|[^\s;'\"]+)")),
    ("sysctl", re.compile(r"^\s*(?:printf.*?|echo\s+')(vm\.[\w.]+)\s*=\s*(\{\{.*?\}\}|[^\s;'\"]+)", re.M)),
    ("zfs", re.compile(r"\bzfs\s+set\s+(\w+)=(\{\{.*?\}\}|[^\s;'\"]+)")),
    ("zpool", re.compile(r"\bzpool\s+set\s+(\w+)=(\{\{.*?\}\}|[^\s;'\"]+)")),
    ("vxtunefs", re.compile(r"\bvxtunefs\s+-o\s+(\w+)=(\{\{.*?\}\}|[^\s;'\"]+)")),
    ("alter system", re.compile(r"\balter\s+system\s+set\s+(\w+)\s*=\s*(\{\{.*?\}\}|'[^']*'|[^\s;]+)", re.I)),
    ("file", re.compile(r"\becho\s+(?P<value>\{\{.*?\}\}|\S+)\s*>\s*(?P<name>/(?:proc|sys)/[\w./<>{} -]+)")),
)
_OUTCOMES = ("outcome", "running", "result", "latest", "allocated-pages", "needed-pages")
"""Slots that tell how something went: no setting."""


class Wish(NamedTuple):
    """What a step of a case leaves a setting at: a literal, or the addresses that the value is taken from."""

    case: str
    step: int
    value: str
    taken_from: frozenset[str]


def wishes(material: Material) -> dict[str, list[Wish]]:
    """For each setting, what the cases want of it."""
    found: dict[str, list[Wish]] = defaultdict(list)
    for case in material.cases.values():
        for number, step in enumerate(case.steps, 1):
            for address, value in step.sets:
                if address.partition(".")[2] not in _OUTCOMES:
                    found[address].append(_wish(case, number, str(value), str(value)))
            for tool, pattern in _SETTINGS:
                for match in pattern.finditer(step.command):
                    parts = match.groupdict() or {"name": match[1], "value": match[2]}
                    name = f"{tool} {parts['name'].strip()}"
                    value = parts["value"].strip("'\"").lower()
                    variable = re.fullmatch(r"\{\{ (\w+).*\}\}", value)
                    found[name].append(_wish(case, number, value, variable[1] if variable else ""))
    return found


def _wish(case: Case, number: int, value: str, name: str) -> Wish:
    addresses = case.values.get(name, "")
    return Wish(case.slug, number, value, frozenset(part.strip() for part in addresses.split("|") if part.strip()))


def differ(one: Wish, other: Wish) -> bool:
    """Whether two wishes can pull a setting in different directions."""
    if one.taken_from and other.taken_from:
        return not one.taken_from & other.taken_from
    return one.value != other.value


def problems(material: Material) -> Iterator[Found]:
    """Conflicts that are not arbitrated, and arbitrations of no conflict."""
    path = material.root / "knobs.toml"
    declared = {item.get("address", ""): item for item in material.table(path).get("knobs", [])}
    conflicts: dict[str, set[str]] = {}
    for name, wished in sorted(wishes(material).items()):
        pairs = [(a, b) for a in wished for b in wished if a.case < b.case and differ(a, b)]
        cases = conflicts[name] = {w.case for pair in pairs for w in pair}
        if not cases or cases <= set(declared.get(name, {}).get("cases", ())):
            continue
        first, other = pairs[0]
        yield material.found(CODE, name, f"`{name}` is wanted as {first.value} by {first.case} and as {other.value} by {other.case}",
                             material.step_place(first.case, first.step),
                             "say in kb/knobs.toml which case goes first, and why")  # fmt: skip
    for name, item in declared.items():
        where = material.place(path, f'"{name}"')
        named = item.get("cases", [])
        if unknown := [slug for slug in named if slug not in material.cases]:
            yield material.found("kb-unknown-case", unknown[0], f"`{unknown[0]}` is no case", where, "see kb/cases")
        elif item.get("first") not in named or len(named) < 2 or not str(item.get("why", "")).strip():
            yield material.found(CODE, name, f"the arbitration of `{name}` is not whole", where,
                                 "it has two cases or more, `first` is one of them, and `why` says the reason")  # fmt: skip
        elif not conflicts.get(name):
            yield material.found(CODE, name, f"no two cases want `{name}` differently", where, "take it out", "warning")
