"""The captures of a session, each with what was found in it and every line that a conclusion cites."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.inference.diagnosis import Consultation
from advisor.inference.view import Hypothesis
from advisor.knowledge import Knowledge
from advisor.session.session import Session
from advisor.views.keys import Key, conclusions
from advisor.views.proofs import ProofNode, arguments
from facts.hosts import DEFAULT
from facts.reading import Span
from facts.text import clean


class Cited(NamedTuple):
    """One place in a proof that cites lines.

    Attributes:
        case, host, subject: the conclusion.
        argument: the argument that it stands in. cf: how that argument weighs, below 0 where it speaks against.
        finding: what rests on the lines directly, in a few words; the argument's name where it does so itself.
        node: the id of the leaf in the proof of the conclusion.
    """

    case: str
    host: str
    subject: str
    argument: str
    cf: float
    finding: str
    node: str

    @property
    def key(self) -> Key:
        """The conclusion."""
        return self.case, self.host, self.subject


class Citation(NamedTuple):
    """Lines of a capture that conclusions cite; `text` is the first of them, as far as it is kept."""

    path: str
    lines: Span
    text: str
    by: tuple[Cited, ...]


class Stretch(NamedTuple):
    """Lines that were not read, or a whole file where `lines` is None, and why."""

    lines: Span | None
    reason: str


class Output(NamedTuple):
    """One output in a capture: `outcome` is ``read``, ``nothing``, ``partial`` or ``refused``."""

    kind: str
    host: str
    lines: Span
    rows: int
    outcome: str
    refusals: tuple[Stretch, ...]


class CaptureFile(NamedTuple):
    """One file, or the transcript of all that was pasted, with everything in it in the order of its lines."""

    path: str
    hosts: tuple[str, ...]
    outputs: tuple[Output, ...]
    unrecognised: tuple[Stretch, ...]
    citations: tuple[Citation, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """The folders and the name, for a tree."""
        return tuple(part for part in self.path.split("/") if part)


def captures(session: Session) -> list[CaptureFile]:
    """Every capture of a session, folder by folder."""
    bundle, consultation = session.bundle, session.consultation
    outputs: dict[str, list[Output]] = defaultdict(list)
    left: dict[str, list[Stretch]] = defaultdict(list)
    cited: dict[str, list[Citation]] = defaultdict(list)
    named = {row.host for row in consultation.now.merged.rows}
    only = named.pop() if len(named) == 1 else DEFAULT
    for item in bundle.inputs:
        host = only if item.host == DEFAULT else item.host
        refusals = tuple(Stretch(r.lines, clean(r.reason)) for r in item.refusals)
        outputs[clean(item.path)].append(Output(item.kind, clean(host), item.lines, item.rows, item.outcome, refusals))
    for stretch in bundle.unrecognised:
        left[clean(stretch.path)].append(Stretch(stretch.lines, clean(stretch.reason)))
    for citation in citations(consultation.knowledge, conclusions(consultation)):
        cited[citation.path].append(citation)
    paths = {*outputs, *left, *cited, *_paths_read(session)}
    return [
        CaptureFile(
            path, tuple(dict.fromkeys(output.host for output in outputs[path])),
            tuple(sorted(outputs[path], key=lambda output: output.lines)),
            tuple(sorted(left[path], key=lambda stretch: stretch.lines or (0, 0))),
            tuple(sorted(cited[path], key=lambda citation: citation.lines)),
        )
        for path in sorted(paths, key=lambda path: path.split("/"))
    ]  # fmt: skip


def _paths_read(session: Session) -> Iterator[str]:
    """Captures in which nothing but command lines was found."""
    for row in session.bundle.labelled:
        for cell in row.cells.values():
            if cell.origin.lines is not None:
                yield clean(cell.origin.path)
                break


def citations_of(consultation: Consultation, hypothesis: Hypothesis) -> list[Citation]:
    """What one conclusion cites: files in the order in which its proof comes to them, in each the lines in order."""
    found = citations(consultation.knowledge, [hypothesis])
    order = {path: number for number, path in reversed(list(enumerate(c.path for c in found)))}
    return sorted(found, key=lambda citation: (order[citation.path], citation.lines))


def citations(knowledge: Knowledge, hypotheses: Iterable[Hypothesis]) -> list[Citation]:
    """What conclusions cite, in the order in which their proofs come to it."""
    texts: dict[tuple[str, Span], str] = {}
    found: dict[tuple[str, Span], dict[Cited, None]] = defaultdict(dict)
    for hypothesis in hypotheses:
        for leaf, by in _leaves(arguments(knowledge, hypothesis), hypothesis):
            assert leaf.lines is not None
            place = leaf.path, leaf.lines
            texts.setdefault(place, leaf.text)
            found[place][by] = None
    return [Citation(*place, texts[place], tuple(by)) for place, by in found.items()]


def _leaves(trees: tuple[ProofNode, ...], hypothesis: Hypothesis) -> Iterator[tuple[ProofNode, Cited]]:
    """Each leaf in a capture with who cites it; an argument also cites what stands under another one in full."""
    nodes = {node.id: node for tree in trees for node in tree.walk()}

    def below(node: ProofNode, finding: str) -> Iterator[tuple[ProofNode, str]]:
        for child in (nodes[node.refers_to] if node.refers_to else node).children:
            if child.kind == "leaf" and child.lines is not None:
                yield child, finding
            elif child.kind in ("finding", "quantity"):
                yield from below(child, child.text)

    for tree in trees:
        for leaf, finding in below(tree, tree.text):
            yield leaf, Cited(*hypothesis.key, tree.text, tree.cf, finding, leaf.id)
