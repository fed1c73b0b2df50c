"""Rules that use a threshold and have no row-level example, and examples that no longer hold.

Captures show that a rule is right, but few lie near a threshold. A row-level example holds the rule at its threshold and just
beside it. Without one a threshold can move and nobody notices. An author writes them; docs/authoring.md shows how.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.authoring.rows import RowExample, faults, path_of, paths, read
from advisor.inference.net import KnowledgeError, Rule
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from advisor.kbcheck.thresholds import thresholds_of

CODE = "kb-row-example"


def problems(material: Material) -> Iterator[Found]:
    """Examples that do not hold, rules that lack one, and files that cannot be read."""
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
                                     example.where, f"move it to {_home(material, rule)}")  # fmt: skip
            yield from (
                material.found(CODE, example.rule, f"the example of `{example.rule}` does not hold: {fault}", example.where,
                               "correct the example or the rule, whichever is wrong", "warning")
                for fault in _faults(material, example)[:1]
            )  # fmt: skip
    for name, rule in material.net.rules.items():
        if name not in known and (used := thresholds_of(rule)):
            yield material.found(CODE, name, f"rule `{name}` uses {min(used)} and has no row-level example", rule.where,
                                 f"add one to {_home(material, rule)}; docs/authoring.md shows how", "warning")  # fmt: skip


def _home(material: Material, rule: Rule) -> str:
    """The file that holds the example of a rule, as problems name files."""
    return material.knowledge.name_of(path_of(material.knowledge, rule))


def _faults(material: Material, example: RowExample) -> list[str]:
    """What does not hold of an example; nothing where its rule names a threshold that is not there, which is told elsewhere."""
    try:
        return faults(material.net, example)
    except KeyError:
        return []
