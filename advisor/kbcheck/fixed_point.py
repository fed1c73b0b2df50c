"""Fixes after which the case would still be diagnosed.

Each confirming example is inferred again with everything that the fix's `sets` leave behind; the case must then be ruled
out or gone. Where it is not, an argument against the mended state is missing, or `sets` is not complete. A case whose
steps change something that lasts must have `sets`.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.authoring.examples import Example, observed
from advisor.inference.diagnosis import conclude
from advisor.inference.engine import InferenceError
from advisor.inference.net import KnowledgeError
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from advisor.remedies import apply_sets

CODE = "kb-fixed-point"


def problems(material: Material) -> Iterator[Found]:
    """Every confirming example with its fix applied."""
    wanted = material.only or set(material.cases)
    for example in (e for e in material.examples if e.confirms and e.case in material.cases and e.case in wanted):
        try:
            yield from _of(material, example)
        except (InferenceError, KnowledgeError, ValueError) as error:
            yield material.found(CODE, example.path.stem, f"{example.name} cannot be inferred with its fix applied: {error}",
                                 material.knowledge.name_of(example.path), "see `advisor kb test --trace`")  # fmt: skip


def _of(material: Material, example: Example) -> Iterator[Found]:
    case = material.cases[example.case]
    where = material.knowledge.name_of(example.path)
    if not any(step.sets for step in case.steps):
        if any(step.risk in ("safe", "disruptive") and step.persists and step.command for step in case.steps):
            yield material.found("kb-no-sets", case.slug, f"the fix of {case.slug} changes something and has no `sets`",
                                 material.knowledge.name_of(material.file(case.slug, "fix.toml")),
                                 "say in `sets` which slot the step leaves at which value")  # fmt: skip
        return
    observations, told, _ = observed(material.knowledge, example)
    result = conclude(material.knowledge, observations, told)
    for hypothesis in [d for d in result.diagnoses if d.case.slug == case.slug and d.status == "current"]:
        after = conclude(material.knowledge, apply_sets(hypothesis, result.observations), result.told)
        left = [d for d in (*after.diagnoses, *after.risks) if d.key == hypothesis.key and d.status == "current"]
        if left:
            argument = next((a.name for a in left[0].supporting), "")
            yield material.found(CODE, example.path.stem, f"with its fix applied, {example.name} still gives {case.slug} ({argument})",
                                 where, "complete `sets`, or add the argument against that state")  # fmt: skip
