"""Conditions that are known and accepted: they are not repeated while they do not grow.

A record of an accepted conclusion is plain data, so that it can stand in a report and in a session:

- ``case``, ``host``, ``subject``; ``standing`` when it was accepted; ``complained``, whether a symptom of it was there;
- ``decisive``: its decisive arguments; ``events``: how many events each argument rested on;
- ``facts``: the observed values with their address and what the rules asked of them (``demand``).

It has grown where it stands stronger, rests on a new decisive argument or on more events, somebody complains by now, it causes
something that was not accepted, or a value went further to the wrong side: of a state at all, of a measurement by more than
a tenth, since a measurement never comes out twice the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor.inference.matching import show
from facts.schema import templates

if TYPE_CHECKING:
    from advisor.inference.view import Argument, Hypothesis, View

Record = dict[str, Any]
Key = tuple[str, str, str]

STANDINGS = ("confirmed", "likely", "possible")
_COUNTS = (".count", "-count")
"""Slots that count how often something happened: more is growth, whatever the rules asked."""
_NOISE = 0.1
"""A measurement that is worse by no more than this part is no growth."""


class Acknowledged(NamedTuple):
    """A conclusion that was accepted and has not grown, with the record of how it stood then."""

    hypothesis: Hypothesis
    record: Record


def record_of(hypothesis: Hypothesis, complained: bool) -> Record:
    """What is kept of a conclusion that is accepted now."""
    return {
        "case": hypothesis.case.slug, "host": hypothesis.host, "subject": hypothesis.subject,
        "standing": hypothesis.standing, "complained": complained,
        "decisive": sorted(a.name for a in hypothesis.supporting if a.strength == "decisive"),
        "events": {a.name: n for a in hypothesis.supporting if (n := events_of(a, hypothesis.view))},
        "facts": list(_measures(hypothesis)),
    }  # fmt: skip


def record_of_entry(entry: Mapping[str, Any], complained: bool) -> Record:
    """The same from a diagnosis or risk in the JSON form of a report.

    Raises:
        KeyError: it is not in that form.
    """
    evidence = [e for e in entry["evidence"] if e["cf"] > 0]
    facts = {f["address"]: f for e in evidence for f in e["facts"]}
    return {
        "case": entry["case"], "host": entry["host"], "subject": entry["subject"], "standing": entry["standing"],
        "complained": complained, "decisive": sorted(e["argument"] for e in evidence if e["strength"] == "decisive"),
        "events": {e["argument"]: e["events"] for e in evidence if e.get("events")},
        "facts": [{name: f[name] for name in ("address", "value", "demand")} for f in facts.values()],
    }  # fmt: skip


def key_of(record: Record) -> Key:
    """Case, host and subject of a record."""
    return str(record["case"]), str(record["host"]), str(record["subject"])


def events_of(argument: Argument, view: View | None) -> int:
    """On how many events an argument rests, over all of its derivations."""
    if view is None:
        return 0
    rows = set()
    for node in argument.proof.walk():
        for firing in view.inference.supports.get(node.fact.index, ()):
            for index in firing.basis:
                fact = view.inference.facts[index] if index is not None else None
                if fact is not None and fact.template in templates() and templates()[fact.template].kind == "event":
                    rows.add(fact.slots.get("row"))
    return len(rows)


def growth(record: Record, hypothesis: Hypothesis, complained: bool) -> list[str]:
    """In which ways an accepted conclusion has grown, in words; empty where it has not."""
    now = record_of(hypothesis, complained)
    found = []
    if STANDINGS.index(now["standing"]) < STANDINGS.index(record["standing"]):
        found.append(f"it is {now['standing']} now and was {record['standing']}")
    if complained and not record["complained"]:
        found.append("nobody complained of it then, and somebody does now")
    found += [f"new decisive evidence: {name}" for name in now["decisive"] if name not in record["decisive"]]
    for name, number in now["events"].items():
        before = record["events"].get(name, 0)
        if before and number > before:
            found.append(f"{name}: {number} events, {before} then")
    before_by_address = {fact["address"]: fact for fact in record["facts"]}
    for fact in now["facts"]:
        before = before_by_address.get(fact["address"])
        if before is not None and _worse(before["value"], fact):
            found.append(f"{fact['address']} is {show(fact['value'])} now and was {show(before['value'])}")
    return found


def set_aside(
    diagnoses: list[Hypothesis], risks: list[Hypothesis], records: Iterable[Record]
) -> tuple[list[Acknowledged], dict[Key, list[str]]]:
    """Take what is accepted and has not grown out of both lists.

    Returns:
        what was taken out, and for each accepted conclusion that stays, in which ways it has grown.
    """
    accepted = {key_of(r): r for r in records}
    grown: dict[Key, list[str]] = {}
    aside: dict[Key, Acknowledged] = {}
    for hypothesis, complained in [*((h, True) for h in diagnoses), *((h, False) for h in risks)]:
        record = accepted.get(hypothesis.key)
        if record is None or hypothesis.status != "current":
            continue
        ways = growth(record, hypothesis, complained)
        if ways:
            grown[hypothesis.key] = ways
        else:
            aside[hypothesis.key] = Acknowledged(hypothesis, record)
    _bring_back_causes(diagnoses, aside, grown)
    for entries in (diagnoses, risks):
        entries[:] = [h for h in entries if h.key not in aside]
    return list(aside.values()), grown


def _bring_back_causes(
    diagnoses: list[Hypothesis], aside: dict[Key, Acknowledged], grown: dict[Key, list[str]]
) -> None:
    """What causes something that is shown is shown too, whatever was accepted."""
    changed = True
    while changed:
        changed = False
        for hypothesis in diagnoses:
            if hypothesis.key in aside or hypothesis.status != "current":
                continue
            for cause in hypothesis.caused_by:
                if cause in aside:
                    del aside[cause]
                    grown[cause] = [f"it causes {hypothesis.case.slug} by now, which was not accepted"]
                    changed = True


def _measures(hypothesis: Hypothesis) -> Iterator[Record]:
    seen = set()
    for argument in hypothesis.supporting:
        for leaf in argument.proof.all_leaves():
            if leaf.address not in seen:
                seen.add(leaf.address)
                value = leaf.value if isinstance(leaf.value, (int, float)) else str(leaf.value)
                yield {"address": leaf.address, "value": value, "demand": leaf.demand}


def _worse(before: object, fact: Record) -> bool:
    """Whether a value went further to the side that the rule asks for."""
    now, demand = fact["value"], str(fact["demand"])
    if not isinstance(now, (int, float)) or not isinstance(before, (int, float)):
        return False
    if not demand:
        return str(fact["address"]).endswith(_COUNTS) and now > before
    if demand.startswith(("at least", "above")):
        further = now - before
    elif demand.startswith(("at most", "below")):
        further = before - now
    else:
        return False
    template = templates().get(str(fact["address"]).partition("[")[0])
    margin = 0.0 if template is not None and template.kind == "state" else _NOISE * abs(before)
    return further > margin
