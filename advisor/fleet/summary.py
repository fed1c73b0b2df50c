"""What holds across the hosts of a fleet: which cases, where, how sure, and what those affected have in common.

A host is one host of one bundle. Of each case a host is affected, at risk, ruled out, not concerned (the case is of another
system) or not assessed; who was not assessed may be affected as well. What affected hosts have in common counts only
hosts on which it was seen at all.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from advisor import __version__
from advisor.fleet.bundles import Found
from advisor.fleet.record import Kept
from advisor.knowledge import Case, Knowledge

Json = dict[str, Any]
Place = tuple[str, str]
"""A bundle, and a host in it."""

STANDINGS = ("confirmed", "likely", "possible")
_MOST_HAVE = 0.8
"""Of the affected hosts on which a trait was seen, at least so many have the value."""
_APART = 0.5
"""By so much is the share of the affected hosts greater than that of the others."""
_TOGETHER_SECONDS = 86_400.0
"""Evidence of several hosts that begins within a day is told as a common time."""


@dataclass(slots=True)
class _Seen:
    """What the results say, in what is needed of them."""

    traits: dict[Place, dict[str, list[str]]] = field(default_factory=dict)
    entries: dict[str, list[Json]] = field(default_factory=dict)
    risks: dict[str, list[Json]] = field(default_factory=dict)
    ruled_out: dict[str, set[Place]] = field(default_factory=dict)
    failed: list[Json] = field(default_factory=list)
    nothing: list[str] = field(default_factory=list)
    diagnosed: int = 0


def summarise(knowledge: Knowledge, found: Found, results: Iterable[Kept]) -> Json:
    """The summary as plain data; `results` are those of the bundles in order."""
    seen = _Seen()
    for kept in results:
        _add(seen, kept)
    cases = [_case(knowledge.cases[slug], seen, entries) for slug, entries in seen.entries.items()]
    risks = [_risk(knowledge.cases[slug], entries) for slug, entries in seen.risks.items()]
    return {
        "schema": 1,
        "advisor": __version__,
        "kb": knowledge.digest,
        "bundles": {
            "found": len(found.bundles), "diagnosed": seen.diagnosed, "failed": len(seen.failed),
            "nothing_read": len(seen.nothing),
        },
        "hosts": [{"bundle": bundle, "host": host, "seen": seen.traits[bundle, host]} for bundle, host in seen.traits],
        "cases": sorted(cases, key=lambda c: (-c["hosts"]["affected"], -c["hosts"]["confirmed"], c["case"])),
        "risks": sorted(risks, key=lambda c: (-len(c["where"]), c["case"])),
        "failed": seen.failed,
        "nothing_read": seen.nothing,
        "left_out": [item._asdict() for item in found.left_out],
    }  # fmt: skip


def _add(seen: _Seen, kept: Kept) -> None:
    bundle, error, brief = kept
    if brief is None:
        seen.failed.append({"bundle": bundle, **(error or {})})
        return
    seen.diagnosed += 1
    if brief["nothing"]:
        seen.nothing.append(bundle)
    for host, traits in brief["hosts"].items():
        seen.traits[bundle, host] = traits
    for target, kind in ((seen.entries, "diagnoses"), (seen.risks, "risks")):
        for entry in brief[kind]:
            seen.traits.setdefault((bundle, entry["host"]), {})
            target.setdefault(entry["case"], []).append(_where(bundle, entry))
    for case, host in brief["ruled_out"]:
        seen.ruled_out.setdefault(case, set()).update((bundle, h) for h in ([host] if host else brief["hosts"]))


def _where(bundle: str, entry: Json) -> Json:
    status = "past" if entry["over"] and entry["status"] == "current" else entry["status"]
    names = ("host", "subject", "subject_kind", "certainty", "standing", "role")
    times = {"first": entry["first"], "last": entry["last"]}
    return {"bundle": bundle, **{name: entry[name] for name in names}, "status": status, **times}


def _place(entry: Json) -> Place:
    return entry["bundle"], entry["host"]


def _case(case: Case, seen: _Seen, entries: Sequence[Json]) -> Json:
    current = [e for e in entries if e["status"] == "current"]
    best: dict[Place, Json] = {}
    for entry in sorted(current, key=lambda e: -e["certainty"]):
        best.setdefault(_place(entry), entry)
    standings = Counter(entry["standing"] for entry in best.values())
    at_risk = {_place(e) for e in seen.risks.get(case.slug, ()) if e["status"] == "current"} - best.keys()
    concerned = [place for place in seen.traits if _concerns(case, seen.traits[place])]
    others = [place for place in concerned if place not in best and place not in at_risk]
    ruled_out = seen.ruled_out.get(case.slug, set()).intersection(others)
    return {
        "case": case.slug, "id": case.id, "title": case.title, "severity": case.severity,
        "hosts": {
            "affected": len(best), **{standing: standings[standing] for standing in STANDINGS}, "at_risk": len(at_risk),
            "ruled_out": len(ruled_out), "not_assessed": len(others) - len(ruled_out),
            "not_concerned": len(seen.traits.keys() - set(concerned) - best.keys() - at_risk),
        },
        "where": sorted(entries, key=lambda e: (e["status"] != "current", -e["certainty"], e["bundle"], e["host"], e["subject"])),
        "ruled_out": [{"bundle": bundle, "host": host} for bundle, host in sorted(ruled_out)],
        "common": _common([seen.traits[p] for p in best], [seen.traits[p] for p in others]),
        "time": _together([e["first"] for e in best.values() if e["first"] is not None]),
    }  # fmt: skip


def _concerns(case: Case, traits: dict[str, list[str]]) -> bool:
    systems = traits.get("system")
    return not (case.systems and systems) or bool(set(systems) & set(case.systems))


def _risk(case: Case, entries: Sequence[Json]) -> Json:
    where = sorted(entries, key=lambda e: (-e["certainty"], e["bundle"], e["host"], e["subject"]))
    return {"case": case.slug, "id": case.id, "title": case.title, "severity": case.severity, "where": where}


def _common(affected: Sequence[dict[str, list[str]]], others: Sequence[dict[str, list[str]]]) -> list[Json]:
    """Values that most of the affected have and most of the others do not, among hosts on which the trait was seen."""
    found = []
    for name in sorted({name for traits in affected for name in traits}):
        with_it = [traits[name] for traits in affected if name in traits]
        without = [traits[name] for traits in others if name in traits]
        if len(with_it) < 2 or not without:
            continue
        theirs = Counter(value for values in without for value in values)
        for value, count in sorted(Counter(value for values in with_it for value in values).items()):
            share, other = count / len(with_it), theirs[value] / len(without)
            if share >= _MOST_HAVE and share - other >= _APART:
                found.append({
                    "trait": name, "value": value,
                    "affected": {"with": count, "seen": len(with_it), "of": len(affected)},
                    "others": {"with": theirs[value], "seen": len(without), "of": len(others)},
                })  # fmt: skip
    return sorted(
        found,
        key=lambda c: (
            c["others"]["with"] / c["others"]["seen"] - c["affected"]["with"] / c["affected"]["seen"],
            -c["affected"]["with"], c["trait"], c["value"],
        ),
    )  # fmt: skip


def _together(times: Sequence[float]) -> Json | None:
    """The shortest stretch in which the evidence of most affected hosts begins, where it is no longer than a day.

    >>> _together([0.0, 60.0, 90.0, 120.0, 9e6])
    {'from': 0.0, 'to': 120.0, 'hosts': 4, 'dated': 5}
    >>> _together([0.0, 9e6]), _together([5.0])
    (None, None)
    """
    ordered = sorted(times)
    need = max(2, math.ceil(_MOST_HAVE * len(ordered)))
    spans = [(ordered[i + need - 1] - ordered[i], ordered[i]) for i in range(len(ordered) - need + 1)]
    if not spans or min(spans)[0] > _TOGETHER_SECONDS:
        return None
    length, begin = min(spans)
    hosts = sum(begin <= time <= begin + length for time in ordered)
    return {"from": begin, "to": begin + length, "hosts": hosts, "dated": len(ordered)}
