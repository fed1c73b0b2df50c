"""What one inference comes to: the view of one moment, its hypotheses and their arguments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from advisor.inference.engine import Fact, Inference
from advisor.inference.proof import Node, Prover
from advisor.inference.verdict import Verdict
from advisor.knowledge import Case
from facts.captures import Origin
from facts.cells import Conflict
from facts.faults import Fault
from facts.observations import Merged
from facts.schema import UNKNOWN, Value, templates

FIRST_TIME = "first-time"
"""The slot that tells when an event began."""


UNNAMED = "unspecified-complaint"
"""The sign of a complaint of which no symptom was understood."""


class ToldSign(NamedTuple):
    """A sign told in words: `host` and `subject` are "" where none was named.

    `origin` is where the words stand, where they come from a file and not from the user.
    """

    name: str
    state: str
    text: str
    host: str = ""
    subject: str = ""
    sure: bool = True
    origin: Origin | None = None


class Argument:
    """One argument that fired, with its effective certainty factor and its proof."""

    def __init__(
        self, name: str, rule: str, cf: float, strength: str, proof: Node, findings: frozenset[int], stage: str = ""
    ) -> None:
        """Take what it is made with; the rest comes later."""
        self.name = name
        self.rule = rule
        self.cf = cf
        self.strength = strength
        self.proof = proof
        self.findings = findings
        # Of the chain; "" where the case has none.
        self.stage = stage
        self.counted = True


class Hypothesis:
    """A case with evidence, about one subject on one host.

    Of what stands no more, `over` says that it rests on events that were not seen again for long. `behind` says of
    hardware that is in trouble for something that is none, such as a resilver, that it does not come first.
    """

    def __init__(self, case: Case, host: str, subject: str, view: View | None = None) -> None:
        """Take what it is made with; the rest comes later."""
        self.case = case
        self.host = host
        self.subject = subject
        self.arguments: list[Argument] = []
        self.certainty = 0.0
        self.standing = ""
        self.role = "root-cause"
        self.status = "current"
        self.over = False
        self.behind = False
        self.caused_by: list[tuple[str, str, str]] = []
        self.contributes_to: list[tuple[str, str, str]] = []
        self.view = view
        # How its chain was judged, where it has one.
        self.verdict: Verdict | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """Case, host and subject."""
        return self.case.slug, self.host, self.subject

    @property
    def supporting(self) -> list[Argument]:
        """Arguments for it, strongest first."""
        return sorted((a for a in self.arguments if a.cf > 0), key=lambda a: (-a.cf, a.name))

    @property
    def opposing(self) -> list[Argument]:
        """Arguments against it, strongest first."""
        return sorted((a for a in self.arguments if a.cf < 0), key=lambda a: (a.cf, a.name))

    @property
    def on_hardware(self) -> bool:
        """Whether it is a hardware case with a decisive argument of its own."""
        return self.case.hardware and any(a.strength == "decisive" for a in self.supporting)


class View:
    """The world at one moment: rows, what was inferred from them, and the proofs."""

    def __init__(self, merged: Merged, inference: Inference, prover: Prover) -> None:
        """Take what it is made with; the rest comes later."""
        self.merged = merged
        self.inference = inference
        self.prover = prover
        self.hypotheses: dict[tuple[str, str, str], Hypothesis] = {}
        self.told_conflicts: list[Conflict] = []
        self.faults: list[Fault] = []
        # What somebody complains of, whichever case knows it.
        self.complaints: tuple[str, ...] = ()
        self._findings: dict[tuple[str, str], list[Fact]] = {}
        self._links: dict[str, dict[tuple[str, str, str], list[Fact]]] = {}
        self._key_values: dict[tuple[str, str], set[Value]] = {}
        self._host_values: dict[tuple[str, str, str, tuple[tuple[str, str], ...]], set[Value]] = {}
        self._first_times: dict[str, Value] | None = None
        self._systems: set[str] | None = None
        self._by_case: dict[str, list[Hypothesis]] | None = None

    def systems(self) -> set[str]:
        """The operating systems of the hosts, as far as they are known."""
        if self._systems is None:
            self._systems = {str(f.slots.get("os", UNKNOWN)) for f in self.inference.of("system")} - {UNKNOWN}
        return self._systems

    def of_case(self, slug: str) -> list[Hypothesis]:
        """The hypotheses of one case."""
        if self._by_case is None:
            self._by_case = {}
            for hypothesis in self.hypotheses.values():
                self._by_case.setdefault(hypothesis.case.slug, []).append(hypothesis)
        return self._by_case.get(slug, [])

    def key_values(self, host: str, slot: str) -> set[Value]:
        """What is known of a key slot in the rows of a host, of whatever template."""
        values = self._key_values.get((host, slot))
        if values is None:
            having = self.inference.having
            facts = (f for name, t in templates().items() if slot in t.key for f in having(name, "host", host))
            values = self._key_values[host, slot] = {f.slots.get(slot, UNKNOWN) for f in facts} - {UNKNOWN}
        return values

    def telling(
        self, facts: Iterable[Fact], host: str, slot: str, wanted: tuple[tuple[str, str], ...] = ()
    ) -> list[Fact]:
        """Those of one host that tell a slot, and whose slots are as wanted."""
        return [
            f for f in facts
            if f.slots.get("host") == host
            and all(str(f.slots.get(k)) == v for k, v in wanted)
            and f.slots.get(slot, UNKNOWN) != UNKNOWN
        ]  # fmt: skip

    def host_values(self, template: str, host: str, slot: str, wanted: tuple[tuple[str, str], ...] = ()) -> set[Value]:
        """What facts of one template say of a host in a slot, of those whose slots are as wanted."""
        asked = (template, host, slot, wanted)
        values = self._host_values.get(asked)
        if values is None:
            told = self.telling(self.inference.having(template, "host", host), host, slot, wanted)
            values = self._host_values[asked] = {f.slots[slot] for f in told}
        return values

    def links(self, template: str) -> dict[tuple[str, str, str], list[Fact]]:
        """The facts that tie a case to another, by case, host and subject."""
        if template not in self._links:
            by_key = self._links[template] = {}
            for fact in self.inference.of(template):
                key = (str(fact.slots["case"]), str(fact.slots["host"]), str(fact.slots["subject"]))
                by_key.setdefault(key, []).append(fact)
        return self._links[template]

    def first_times(self) -> dict[str, Value]:
        """When each event began that its row tells to have begun, by the address of that cell."""
        if self._first_times is None:
            rows = (row for row in self.merged.rows if FIRST_TIME in row.cells)
            self._first_times = {row.address(FIRST_TIME): row.cells[FIRST_TIME].value for row in rows}
        return self._first_times

    def findings(self, name: str, state: str = "present") -> list[Fact]:
        """The findings of one name in one state."""
        return self.found().get((name, state), [])

    def found(self) -> dict[tuple[str, str], list[Fact]]:
        """All findings, by name and state."""
        if not self._findings:
            for fact in self.inference.of("finding"):
                self._findings.setdefault((str(fact.slots["name"]), str(fact.slots["state"])), []).append(fact)
        return self._findings
