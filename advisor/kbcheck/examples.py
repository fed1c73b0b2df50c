"""Examples that are missing, cannot be read, or expect what does not exist.

Every case has at least two confirming and two rejecting examples. The comment at the head is shown to learners; what is
expected names findings, so that a rule that loses one of its conditions is noticed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from advisor.authoring.examples import Example, example_paths, read
from advisor.errors import did_you_mean
from advisor.inference.net import KnowledgeError
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-example"
LEAST = 2
KEYS = ("findings", "diagnoses", "resolved", "risks", "not", "standing", "role")


def problems(material: Material) -> Iterator[Found]:
    """Numbers, names and contents."""
    counted: Counter[tuple[str, str]] = Counter()
    for path in example_paths(material.root):
        kind = path.name.partition("--")[0]
        where = material.knowledge.name_of(path)
        counted[path.parent.parent.name, kind] += 1
        if kind not in ("confirms", "rejects"):
            yield material.found(CODE, path.stem, f"`{path.name}` is neither confirming nor rejecting", where,
                                 "call it confirms--WHAT.toml or rejects--WHAT.toml")  # fmt: skip
        try:
            example = read(path)
        except KnowledgeError as error:
            yield material.found(error.code, path.stem, error.message, where, error.help or "mend the file")
            continue
        yield from _of(material, example, where)
    for slug in material.cases:
        for kind in ("confirms", "rejects"):
            if (n := counted[slug, kind]) < LEAST:
                yield material.found("kb-few-examples", kind, f"`{slug}` has {n} examples that it {kind}; {LEAST} are needed",
                                     material.knowledge.name_of(material.file(slug, "case.toml")),
                                     f"write examples/{kind}--WHAT.toml")  # fmt: skip


def _of(material: Material, example: Example, where: str) -> Iterator[Found]:
    name = example.path.stem
    expect = example.expect
    for key in expect.keys() - set(KEYS):
        yield material.found(CODE, name, f"`{key}` is nothing that an example expects", where,
                             did_you_mean(key, list(KEYS)) or f"one of {', '.join(KEYS)}")  # fmt: skip
    for finding in expect.get("findings", []):
        if finding.removeprefix("!") not in material.net.findings:
            yield material.found("kb-unknown-finding", finding, f"`{finding}` is no finding", where,
                                 did_you_mean(finding, list(material.net.findings)) or "see kb/vocabulary.clp")  # fmt: skip
    named = [slug for key in KEYS[1:] for slug in expect.get(key, [])]
    for slug in named:
        if slug not in material.cases:
            yield material.found("kb-unknown-case", slug, f"`{slug}` is no case", where,
                                 did_you_mean(slug, sorted(material.cases)) or "see kb/cases")  # fmt: skip
    if example.confirms and example.case not in named:
        yield material.found(CODE, name, f"it confirms {example.case} and does not expect it", where,
                             f'diagnoses = ["{example.case}"]')  # fmt: skip
    if not expect.get("findings"):
        yield material.found("kb-example-findings", name, "it expects no findings", where,
                             "name the findings that decide, `!` before those that are absent", "warning")  # fmt: skip
    if not example.comment.strip():
        yield material.found("kb-example-comment", name, "it has no comment at its head", where,
                             "say what the case looks like here and what gives it away; learners read it", "warning")  # fmt: skip
