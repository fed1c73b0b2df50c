"""`advisor kb test`: every example in order, with what differs from its expectation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from advisor.authoring.examples import consultation_of, differences, example_paths, outcome_of, read
from advisor.authoring.trace import trace
from advisor.inference.engine import InferenceError
from advisor.inference.net import KnowledgeError
from advisor.knowledge import Knowledge


def run(knowledge: Knowledge, case: str = "", *, traced: bool = False) -> Iterator[tuple[Path, list[str], list[str]]]:
    """Each example with what differs (nothing where it passes) and its trace.

    An example that cannot be read or whose rules do not run differs in that; the others are still tried.
    """
    for path in example_paths(knowledge.root, case):
        try:
            example = read(path)
            consultation, _ = consultation_of(knowledge, example)
        except (KnowledgeError, InferenceError) as error:
            yield path, [f"{getattr(error, 'code', 'error')}: {error}"], []
            continue
        said = differences(example.expect, outcome_of(consultation))
        yield path, said, list(trace(consultation, case)) if traced else []


def lines(knowledge: Knowledge, case: str = "", *, traced: bool = False) -> Iterator[tuple[str, bool]]:
    """The lines of the report, each with whether it tells of an example that fails."""
    passed = failed = 0
    for path, said, steps in run(knowledge, case, traced=traced):
        name = f"{path.parent.parent.name}/{path.stem}"
        yield f"{'FAIL' if said else 'pass'} {name}", bool(said)
        for line in said:
            yield f"     {line}", True
        for line in steps:
            yield f"     | {line}", False
        failed += bool(said)
        passed += not said
    whose = f" of {case}" if case else ""
    if not passed + failed:
        yield f"no examples{whose}: there is nothing to try", True
    else:
        yield f"{passed + failed} examples{whose}: {passed} pass, {failed} fail", False
