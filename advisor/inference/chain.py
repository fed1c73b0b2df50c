"""A case as a causal chain: what makes it possible, the mechanism at work, what fails, what suffers, what people feel.

``chain.toml`` of a case names for each stage the findings that speak for or against it::

    needs = ["swap-in-use"]                 # optional: nothing is said of the case where none of these is present

    [act.swapping-both-ways]                # the finding; "!NAME" is the finding measured absent
    level = "shows"
    why = "Pages go out and come back at once."
    sources = ["man7-vmstat: si, so"]
    of = "host"                             # optional, see `Entry`

Each entry becomes one rule that asserts evidence, so that proofs, why-not, mutation and the questions treat it as any other
argument. What joins two findings within a stage is a finding of its own. `advisor.inference.verdict` weighs the stages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from advisor.inference.net import KnowledgeError
from advisor.inference.verdict import SHOWN

STAGES = ("ground", "act", "event", "harm")
"""Stages with evidence: an event is an act that is itself the failure, such as an explicit error."""
FELT = "felt"
LEVELS = {
    "proves": 0.9, "shows": 0.7, "suggests": 0.5, "hints": 0.25,
    "refutes": -0.9, "contradicts": -0.65, "doubts": -0.35,
}  # fmt: skip
"""What a level is worth; four for and three against are as good as decimals."""
RELATIONS = {"pool-device": ("pool", "device")}
"""Relations by which a finding about a part counts for the whole: the template, its slot of the whole, that of the part."""


class Entry(NamedTuple):
    """One link of a chain.

    Attributes:
        stage: one of `STAGES`, or `FELT`.
        finding: its name.
        state: ``present`` or ``absent``.
        level: one of `LEVELS`.
        why: the mechanism in a sentence.
        sources: ``key: locator`` each.
        of: whose finding it is: "" the subject of the case, or the host as a whole; ``host`` anything on the host; ``peer`` another
            node of its cluster; or one of `RELATIONS`, a part of the subject.
        systems: the systems on which it counts, () for all.
    """

    stage: str
    finding: str
    state: str
    level: str
    why: str
    sources: tuple[str, ...]
    of: str = ""
    systems: tuple[str, ...] = ()

    @property
    def argument(self) -> str:
        """Its name among the arguments of the case."""
        return self.finding if self.state == "present" else f"no-{self.finding}"

    @property
    def worth(self) -> float:
        """Its certainty factor."""
        return LEVELS[self.level]


class Premises(NamedTuple):
    """What a verdict needs to know of a chain beside its arguments.

    Attributes:
        needs: findings of which one must be present on the host for anything to be said.
        felt: findings that people tell of it beside its symptoms, and what each is worth.
        grounded: whether anything of the chain makes it possible.
    """

    needs: tuple[str, ...]
    felt: tuple[tuple[str, float], ...]
    grounded: bool


NO_PREMISES = Premises((), (), False)


class Chain(NamedTuple):
    """The chain of one case; `needs` are the findings of which one must be present for anything to be said."""

    entries: tuple[Entry, ...]
    needs: tuple[str, ...] = ()

    @property
    def premises(self) -> Premises:
        """What a verdict needs of it."""
        felt = tuple((entry.finding, entry.worth) for entry in self.entries if entry.stage == FELT)
        return Premises(self.needs, felt, any(e.stage == "ground" and e.worth > 0 for e in self.entries))


NO_CHAIN = Chain(())


def parse_chain(slug: str, data: Mapping[str, Any], where: str) -> Chain:
    """The chain of a case from ``chain.toml``.

    Raises:
        KnowledgeError: an entry lacks something, or names a stage, level or relation that does not exist.
    """
    if unknown := sorted(set(data) - {*STAGES, FELT, "needs"}):
        raise KnowledgeError("kb-chain", f"chain of `{slug}`: there is no stage `{unknown[0]}`", where,
                             f"the stages are {', '.join((*STAGES, FELT))}")  # fmt: skip
    entries = tuple(
        _entry(slug, stage, name, item, where)
        for stage in (*STAGES, FELT)
        for name, item in data.get(stage, {}).items()
    )
    return Chain(entries, tuple(data.get("needs", ())))


def _entry(slug: str, stage: str, name: str, item: Mapping[str, Any], where: str) -> Entry:
    try:
        entry = Entry(
            stage, name.removeprefix("!"), "absent" if name.startswith("!") else "present", item["level"],
            " ".join(item["why"].split()), tuple(item["sources"]), item.get("of", ""), tuple(item.get("systems", ())),
        )  # fmt: skip
    except KeyError as error:
        raise KnowledgeError("kb-chain", f"chain of `{slug}`: {stage}.{name} lacks {error}", where) from error
    if entry.level not in LEVELS:
        raise KnowledgeError("kb-chain", f"chain of `{slug}`: {stage}.{name} has no level `{entry.level}`", where,
                             f"the levels are {', '.join(LEVELS)}")  # fmt: skip
    if entry.of not in ("", "host", "peer", *RELATIONS):
        raise KnowledgeError("kb-chain", f"chain of `{slug}`: {stage}.{name} is of nothing known, `{entry.of}`", where,
                             f"write host, peer, or one of {', '.join(RELATIONS)}")  # fmt: skip
    return entry


def rules_of(slug: str, chain: Chain, about_host: bool, text: str) -> str:
    """The rules of a chain as CLIPS reads them, each on the line on which its entry begins in `text`."""
    lines = [""] * (text.count("\n") + 1)
    places = dict(_places(text))
    for entry in chain.entries:
        if entry.stage != FELT:
            name = entry.finding if entry.state == "present" else f"!{entry.finding}"
            lines[places[entry.stage, name]] += _rule(slug, entry, about_host)
    return "\n".join(lines)


_HEADER = re.compile(r"\s*\[\s*(\w+)\.\"?(!?[\w-]+)\"?\s*\]")


def _places(text: str) -> Iterator[tuple[tuple[str, str], int]]:
    """Where the entries of a file begin."""
    for number, line in enumerate(text.split("\n")):
        if match := _HEADER.match(line):
            yield (match[1], match[2]), number


def _rule(slug: str, entry: Entry, about_host: bool) -> str:
    subject = "?subject" if not about_host and entry.of not in ("host", "peer") else "?host"
    found = "?peer" if entry.of == "peer" else "?host"
    finding = f"(finding (name {entry.finding}) (host {found}) (subject ?subject) (state {entry.state}))"
    patterns = [finding]
    if entry.of == "peer":
        patterns.insert(0, "(cluster-peer (host ?host) (peer ?peer))")
    elif entry.of in RELATIONS:
        whole, part = RELATIONS[entry.of]
        patterns.insert(0, f"({entry.of} (host ?host) ({whole} ?whole) ({part} ?subject))")
        subject = "?host" if about_host else "?whole"
    if entry.systems:
        patterns.insert(0, f"(system (host ?host) (os {'|'.join(entry.systems)}))")
    why = entry.why.replace("\\", "\\\\").replace('"', '\\"')
    strength = "decisive" if abs(entry.worth) >= SHOWN else "supporting"
    return (
        f'(defrule CASES::{slug}.{entry.argument} "{why}" (logical {" ".join(patterns)}) => (assert (evidence (case {slug}) '
        f"(host ?host) (subject {subject}) (argument {entry.argument}) (cf {entry.worth}) (strength {strength}) "
        f"(stage {entry.stage}))))"
    )
