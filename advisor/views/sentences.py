"""What the rows and findings of a consultation say of a plotted metric, in a sentence."""

from __future__ import annotations

from advisor.inference.diagnosis import Consultation
from advisor.inference.engine import Fact
from advisor.views.figures import rounded
from advisor.views.limits import Place, place_of
from facts.samplings import Metric
from facts.text import clean

_MOST_FINDINGS = 3


def sentence(place: Place, metric: Metric, rows: list[Fact], consultation: Consultation | None) -> str:
    """What was found of this metric, "" where nothing was."""
    quantity, device = place
    own = [fact for fact in rows if str(fact.slots.get("device", "")) == device]
    said = [
        text for fact in own if fact.template in _SAYING and (text := _SAYING[fact.template](quantity, metric, fact))
    ]
    scans = [fact for fact in own if fact.template == "scan-episode"]
    if quantity == "scan" and scans:
        said.append(_scans(scans))
    found = _findings(place, own, consultation) if consultation is not None else []
    if found:
        said.append(f"Found: {', '.join(found[:_MOST_FINDINGS])}.")
    return " ".join(said)


def _number(fact: Fact, slot: str) -> float:
    value = fact.slots.get(slot)
    return float(value) if isinstance(value, (int, float)) else float("nan")


def _count(number: float, one: str, many: str) -> str:
    return f"{int(number):,} {one if number == 1 else many}"


def _every(fact: Fact) -> str:
    period = _number(fact, "period-seconds")
    return f" every {rounded(period, 's')}" if period == period else ""


def _spikes(quantity: str, metric: Metric, fact: Fact) -> str:
    inside, outside = _number(fact, "latency-inside-ms"), _number(fact, "latency-outside-ms")
    between = f", {rounded(outside, 'ms')} in between" if outside == outside else ""
    if quantity in ("latency", "write latency", "read latency"):
        every = _every(fact)
        if every:
            return f"{metric.name} peaks{every}, at {rounded(inside, 'ms')}{between}."
        return (
            f"{_count(_number(fact, 'spikes'), 'peak', 'peaks')} of {metric.name}, at {rounded(inside, 'ms')}{between}."
        )
    pairs = {
        "write rate": ("write-size-inside-kb", "write-size-outside-kb", "kB", "A write in the peaks is"),
        "writes": ("writes-inside-s", "writes-outside-s", "writes/s", "In the latency peaks"),
        "queue": ("queue-inside", "", "requests", "In the latency peaks"),
        "busy": ("busy-inside-percent", "", "% busy", "In the latency peaks"),
    }
    if quantity not in pairs:
        return ""
    slot, other, unit, begin = pairs[quantity]
    within, else_ = _number(fact, slot), _number(fact, other)
    if within != within:
        return ""
    return f"{begin} {rounded(within, unit)}{f', else {rounded(else_, unit)}' if else_ == else_ else ''}."


def _plateau(quantity: str, metric: Metric, fact: Fact) -> str:
    if quantity == "write rate":
        fast, slow = _number(fact, "rate-before-kb-s"), _number(fact, "rate-after-kb-s")
        seconds = _number(fact, "seconds-before")
        return f"Writes at {rounded(fast, 'kB/s')} for {rounded(seconds, 's')}, then at {rounded(slow, 'kB/s')}."
    if quantity == "latency":
        before, after = _number(fact, "latency-before-ms"), _number(fact, "latency-after-ms")
        if before == before and after == after:
            return (
                f"{metric.name} is {rounded(before, 'ms')} before the write rate falls, {rounded(after, 'ms')} after."
            )
    return ""


def _stalls(quantity: str, metric: Metric, fact: Fact) -> str:
    pauses = fact.slots.get("kind") == "write-pause"
    if quantity != ("blocks out" if pauses else "idle"):
        return ""
    times = _count(_number(fact, "episodes"), "time", "times")
    begin = "Writing pauses while tasks wait:" if pauses else "The busy CPU goes idle:"
    every = _every(fact)
    return (
        f"{begin} {times}{',' if every else ''}{every}, for at most {rounded(_number(fact, 'longest-seconds'), 's')}."
    )


def _scans(facts: list[Fact]) -> str:
    peak = max(_number(fact, "peak-pages-s") for fact in facts)
    longest = max(_number(fact, "seconds") for fact in facts)
    times = _count(len(facts), "time", "times")
    return f"The page scanner runs {times}, at up to {rounded(peak, 'pages/s')}, for at most {rounded(longest, 's')}."


_SAYING = {"latency-spikes": _spikes, "write-plateau": _plateau, "stall-train": _stalls}


def _findings(place: Place, own: list[Fact], consultation: Consultation) -> list[str]:
    """The present findings whose rules look at this quantity of these rows, in words."""
    inference, net = consultation.now.inference, consultation.knowledge.net
    indexes = {fact.index: fact for fact in own}
    found: dict[str, None] = {}
    for firing in inference.firings:
        for position, index in enumerate(firing.basis):
            fact = indexes.get(index) if index is not None else None
            if fact is None:
                continue
            looked_at = {place_of(fact, slot) for slot in net.rules[firing.rule].patterns[position].slots}
            if place not in looked_at:
                continue
            for product in firing.products:
                made = inference.facts[product]
                if made.template == "finding" and made.slots["state"] == "present":
                    found[_finding_words(made)] = None
    return list(found)


def _finding_words(fact: Fact) -> str:
    name = str(fact.slots["name"]).replace("-", " ")
    subject = clean(str(fact.slots.get("subject", "")))
    return f"{name} ({subject})" if subject and subject != str(fact.slots.get("host")) else name
