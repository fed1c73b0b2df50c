"""The thresholds of the knowledge base that a plotted quantity is held against."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from advisor.inference.diagnosis import Consultation
from advisor.inference.engine import Fact
from advisor.inference.net import Rule, Threshold
from facts.schema import UNKNOWN

Place = tuple[str, str]
"""Quantity and device; the device is "" for the host."""

_PREFIXES: tuple[tuple[str, str, str], ...] = (
    ("device-load", "write-latency-", "write latency"),
    ("device-load", "read-latency-", "read latency"),
    ("device-load", "latency-", "latency"),
    ("device-load", "write-kb-", "write rate"),
    ("device-load", "write-size-", "write rate"),
    ("device-load", "read-kb-", "read rate"),
    ("device-load", "writes-s-", "writes"),
    ("device-load", "reads-s-", "reads"),
    ("device-load", "busy-", "busy"),
    ("device-load", "no-completion-", "busy"),
    ("device-load", "queue-", "queue"),
    ("latency-spikes", "write-size-", "write rate"),
    ("latency-spikes", "write-kb-", "write rate"),
    ("latency-spikes", "writes-", "writes"),
    ("latency-spikes", "queue-", "queue"),
    ("latency-spikes", "busy-", "busy"),
    ("latency-spikes", "", "latency"),
    ("write-plateau", "latency-", "latency"),
    ("write-plateau", "busy-", "busy"),
    ("write-plateau", "", "write rate"),
    ("vmstat", "block-out-", "blocks out"),
    ("vmstat", "drain-", "blocks out"),
    ("vmstat", "wait-", "wait"),
    ("vmstat", "idle-", "idle"),
    ("vmstat", "steal-", "steal"),
    ("vmstat", "run-queue-", "run queue"),
    ("vmstat", "blocked-", "blocked"),
    ("vmstat", "swapped-", "swapped"),
    ("vmstat", "free-", "free"),
    ("vmstat", "swap-in-", "swap in"),
    ("vmstat", "swap-out-", "swap out"),
    ("vmstat", "swapping-", "swap out"),
    ("vmstat", "scan-", "scan"),
    ("vmstat", "page-out-", "page out"),
    ("vmstat", "anon-page-out-", "anonymous page out"),
    ("vmstat", "file-page-out-", "file page out"),
    ("cpu-load", "wait-", "wait"),
    ("cpu-load", "idle-", "idle"),
    ("cpu-load", "busy-", "idle"),
    ("cpu-load", "steal-", "steal"),
    ("stall-train", "wait-", "wait"),
    ("stall-train", "blocked-", "blocked"),
    ("stall-train", "swap-", "swap out"),
    ("scan-episode", "free-", "free"),
    ("scan-episode", "page-out-", "page out"),
    ("scan-episode", "swapped-", "swapped"),
    ("scan-episode", "", "scan"),
)

_SAME_QUANTITY = frozenset(
    """latency-ms-mean latency-ms-median latency-ms-max write-latency-ms-mean write-latency-ms-max read-latency-ms-mean
    write-kb-s-mean write-kb-s-max read-kb-s-mean writes-s-mean writes-s-max reads-s-mean busy-percent-mean
    busy-percent-max queue-mean queue-max latency-inside-ms latency-outside-ms write-kb-inside-s write-kb-outside-s
    writes-inside-s writes-outside-s queue-inside busy-inside-percent rate-before-kb-s rate-after-kb-s
    latency-before-ms latency-after-ms busy-after-percent block-out-max-kb-s block-out-mean-kb-s drain-kb-s
    wait-mean-percent wait-max-percent idle-mean-percent steal-max-percent run-queue-max blocked-max swapped-max
    free-first-bytes free-min-bytes swap-in-max-kb-s swap-out-max-kb-s swap-max-kb-s scan-rate-max-pages-s
    page-out-max-kb-s anon-page-out-max-kb-s file-page-out-max-kb-s blocked-mean peak-pages-s mean-pages-s
    free-before-bytes""".split()
)
"""Slots that hold a value of the plotted quantity itself; a threshold on another one cannot be drawn as a line."""

_HIGHEST = ("-max", "-inside-", "-inside", "peak-")
_SPOKEN = {"at-least": "at least", "at-most": "at most", "above": "above", "below": "below"}


class Limit(NamedTuple):
    """A threshold on a plotted quantity.

    Attributes:
        value: in the unit of the slot: ms, kB/s, bytes, percent or a count.
        name: what it limits: ``spike latency``.
        op: ``at least``, ``above``, ``at most`` or ``below``.
        reason: why it is this value.
        citation: ``source: locator``.
        met: whether a rule that looks at it fired on this output.
    """

    value: float
    name: str
    op: str
    reason: str
    citation: str
    met: bool


def quantity_of(template: str, slot: str, kind: str = "") -> str:
    """The plotted quantity that a slot is about, or ""; `kind` is the stall's where the template is ``stall-train``."""
    for name, prefix, quantity in _PREFIXES:
        if name == template and slot.startswith(prefix):
            return quantity
    if template == "stall-train":
        return "idle" if kind == "cpu-dropout" else "blocks out"
    return ""


def facts_of(consultation: Consultation, label: str, host: str) -> list[Fact]:
    """The rows that one output came to; `host` is "" where the output's path and line are enough to tell it."""
    return [
        fact
        for fact in consultation.now.inference.facts.values()
        if fact.slots.get("output") == label and (not host or fact.slots.get("host") == host)
        and fact.template != "coincidence"
    ]  # fmt: skip


def place_of(fact: Fact, slot: str) -> Place | None:
    """What of the plots a slot of a row is about, or None."""
    quantity = quantity_of(fact.template, slot, str(fact.slots.get("kind", "")))
    return (quantity, str(fact.slots.get("device", ""))) if quantity else None


def limits(consultation: Consultation, rows: list[Fact]) -> dict[Place, list[Limit]]:
    """The thresholds that the rules hold each quantity of these rows against, those that were met first."""
    found: dict[Place, dict[float, Limit]] = {}
    fired = _fired(consultation, rows)
    system = {str(f.slots.get("os", UNKNOWN)) for f in consultation.now.inference.of("system")} - {str(UNKNOWN)}
    for rule in consultation.knowledge.net.rules.values():
        if rule.module != "FINDINGS":
            continue
        for position, (template, slot, op, threshold) in _compared(rule, consultation):
            for fact in rows:
                if fact.template != template or fact.slots.get(slot, UNKNOWN) == UNKNOWN:
                    continue
                met = (rule.name, position, fact.index) in fired
                if not met and not (op in ("at-least", "above") and _highest(slot) and _applies(rule, system)):
                    continue
                place = place_of(fact, slot)
                known = found.setdefault(place, {}) if place else {}
                limit = _limit(threshold, op, met)
                if limit.value not in known or (met and not known[limit.value].met):
                    known[limit.value] = limit
    return {place: sorted(by.values(), key=lambda one: not one.met) for place, by in found.items()}


def _compared(rule: Rule, consultation: Consultation) -> Iterator[tuple[int, tuple[str, str, str, Threshold]]]:
    """The comparisons of a rule with a threshold, with the position of the pattern that they stand in."""
    thresholds = consultation.knowledge.net.thresholds
    for position, pattern in enumerate(rule.patterns):
        for slot, constraint in pattern.slots.items():
            if slot not in _SAME_QUANTITY or pattern.negated:
                continue
            for comparison in constraint.comparisons:
                threshold = thresholds.get(str(comparison.bound))
                if threshold is not None:
                    yield position, (pattern.template, slot, comparison.op, threshold)


def _fired(consultation: Consultation, rows: list[Fact]) -> set[tuple[str, int, int]]:
    """Rule, position of the pattern and fact of every firing that these rows took part in."""
    own = {fact.index for fact in rows}
    return {
        (firing.rule, position, index)
        for firing in consultation.now.inference.firings
        for position, index in enumerate(firing.basis)
        if index in own
    }


def _highest(slot: str) -> bool:
    return any(part in slot for part in _HIGHEST)


def _applies(rule: Rule, systems: set[str]) -> bool:
    """Whether a rule could fire on these systems."""
    for pattern in rule.patterns:
        if pattern.template == "system" and "os" in pattern.slots:
            allowed = {str(value) for value in pattern.slots["os"].allowed}
            if allowed and systems and not allowed & systems:
                return False
    return True


def _limit(threshold: Threshold, op: str, met: bool) -> Limit:
    name = threshold.name.strip("?*").replace("-", " ")
    for unit in (" ms", " percent", " kb s", " pages s", " bytes", " s"):
        name = name.removesuffix(unit)
    citation = f"{threshold.source}: {threshold.locator}" if threshold.locator else threshold.source
    return Limit(float(threshold.value), name, _SPOKEN[op], threshold.reason, citation, met)
