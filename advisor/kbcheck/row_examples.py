"""Rules without a row-level example, and examples that no longer come out as they say.

Captures show that a rule is right; a row-level example holds it in place, at its thresholds and beside them. Without one a
condition can be lost and nobody notices. `advisor kb propose` proposes them, and an author reads what is proposed.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.authoring.rows import RowExample, faults, path_of, paths, read
from advisor.inference.net import KnowledgeError
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-row-example"


def problems(material: Material) -> Iterator[Found]:
    """Both ways, and files that cannot be read."""
    known: dict[str, RowExample] = {}
    for path in paths(material.root):
        try:
            examples = read(path, material.knowledge.name_of(path))
        except KnowledgeError as error:
            yield material.found(error.code, path.stem, error.message, error.where, error.help or "mend the file")
            continue
        for example in examples:
            known[example.rule] = example
            rule = material.net.rules.get(example.rule)
            if rule is not None and path_of(material.knowledge, rule) != path:
                yield material.found(CODE, example.rule, f"the example of `{example.rule}` stands in another file than its rule",
                                     example.where, "`advisor kb propose --stale --write` puts it where it belongs")  # fmt: skip
            yield from (
                material.found(CODE, example.rule, f"the example of `{example.rule}` does not hold: {fault}", example.where,
                               "read which of them is right; `advisor kb propose --stale` proposes it anew", "warning")
                for fault in _faults(material, example)[:1]
            )  # fmt: skip
    for name, rule in material.net.rules.items():
        if name not in known and name != "told.sign":
            yield material.found(CODE, name, f"rule `{name}` has no row-level example", rule.where,
                                 f"`advisor kb propose {name}` proposes one", "warning")  # fmt: skip


def _faults(material: Material, example: RowExample) -> list[str]:
    """What does not hold of an example; nothing where its rule names a threshold that is not there, which is told elsewhere."""
    try:
        return faults(material.net, example)
    except KeyError:
        return []
