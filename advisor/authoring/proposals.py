"""What `advisor kb propose` prints and writes: examples for rules without any, stale ones anew, open ones completed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from advisor.authoring.coverage import Point
from advisor.authoring.mutants import Mutant
from advisor.authoring.propose import propose
from advisor.authoring.row_files import text_of, write
from advisor.authoring.rows import RowExample, faults, load, path_of, paths, read
from advisor.inference.net import KnowledgeError, Net, Rule
from advisor.knowledge import Knowledge

HEAD = (
    "# What each rule here makes of a few rows, and what is not enough for it; docs/authoring.md says how to read this."
)


@dataclass(slots=True)
class Proposal:
    """What is proposed for one rule.

    Attributes:
        rule: its name.
        path: the file in which the example stands, or is to stand.
        faults: what the present example says otherwise; it is stale.
        before: the present example, None where there is none.
        after: the proposed one; None where no rows were found, or where the rule is gone.
        left: the mutants that it does not notice.
    """

    rule: str
    path: Path
    faults: list[str]
    before: RowExample | None
    after: RowExample | None
    left: list[Mutant] = field(default_factory=list)

    @property
    def says_more(self) -> bool:
        """Whether there is something to read: a new example, another one, or one to be taken out."""
        if self.before is None or self.after is None:
            return self.before is not self.after
        return text_of(self.before) != text_of(self.after)


def rules_of(knowledge: Knowledge, name: str) -> list[Rule]:
    """The rules of a case, of a file of findings, one rule, or all.

    Raises:
        KnowledgeError: the name is none of these.
    """
    rules = [rule for rule in knowledge.net.rules.values() if rule.name != "told.sign"]
    if not name:
        return rules
    file = f"kb/findings/{name.rpartition('/')[2].removesuffix('.clp').removesuffix('.toml')}.clp:"
    case = "" if name not in knowledge.cases else f"kb/cases/{knowledge.cases[name].area}/{name}/rules.clp:"
    found = [r for r in rules if r.where.startswith(file) or (case and r.where.startswith(case)) or r.name == name]
    if not found:
        raise KnowledgeError("no-such-rules", f"`{name}` names no case, no file of findings and no rule", "",
                             "name a case, a file below kb/findings or a rule")  # fmt: skip
    return found


def proposals(
    knowledge: Knowledge, name: str = "", *, stale: bool = False, untried: Collection[Point] = ()
) -> Iterator[Proposal]:
    """What is proposed for each rule, in the order of the files.

    Args:
        knowledge: the knowledge base.
        name: a case, a file of findings or a rule; all where it is "".
        stale: only what no longer comes out as it says, and rules without any example.
        untried: conditions that no example tries; only their rules are looked at.
    """
    known, net = load(knowledge), knowledge.net
    rules = rules_of(knowledge, name)
    owners = {point.owner for point in untried}
    for rule in rules:
        if untried and rule.name not in owners:
            continue
        before = known.get(rule.name)
        said = faults(net, before) if before else []
        if stale and before is not None and not said:
            continue
        after, left = propose(net, rule, None if said else before, untried)
        yield Proposal(rule.name, path_of(knowledge, rule), said, before, after, left)
    if not name and not untried:
        yield from _of_rules_that_are_gone(knowledge, net)


def _of_rules_that_are_gone(knowledge: Knowledge, net: Net) -> Iterator[Proposal]:
    for path in paths(knowledge.root):
        for example in read(path, knowledge.name_of(path)):
            rule = net.rules.get(example.rule)
            if rule is None or path_of(knowledge, rule) != path:
                yield Proposal(example.rule, path, ["no such rule stands in the file beside it"], example, None)


def lines(proposal: Proposal) -> Iterator[str]:
    """A proposal as it is printed."""
    yield from (f"# stale: {fault}" for fault in proposal.faults)
    if proposal.after is None:
        yield f"# {proposal.rule}: " + ("take it out" if proposal.faults else "no rows were found over which it fires")
    else:
        yield text_of(proposal.after).rstrip("\n")
    yield from (f"# not noticed: {mutant.id}" for mutant in proposal.left)
    yield ""


def keep(knowledge: Knowledge, found: list[Proposal]) -> list[Path]:
    """Write what is proposed into the files, and say which."""
    by_path: dict[Path, list[Proposal]] = defaultdict(list)
    for proposal in found:
        if proposal.says_more:
            by_path[proposal.path].append(proposal)
    for path, some in by_path.items():
        examples = [p.after for p in some if p.after is not None]
        write(path, examples, [p.rule for p in some if p.after is None], knowledge.net, HEAD)
    return list(by_path)
