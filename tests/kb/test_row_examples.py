"""Row-level examples: each comes out as it says, and Python makes of its rows what CLIPS makes of them."""

from __future__ import annotations

import clips
import pytest

from advisor.authoring.rows import conclusion, faults, load
from advisor.inference.constructs import rule_text
from advisor.knowledge import Knowledge
from facts.schema import Value
from facts.sexpr import Symbol
from tests.kb.examples import every

KNOWLEDGE = Knowledge()
EXAMPLES = load(KNOWLEDGE)
FILES = sorted({example.where.partition(":")[0] for example in EXAMPLES.values()})


@pytest.mark.parametrize("file", FILES)
def test_every_example_comes_out_as_it_says(file: str) -> None:
    said = {
        f"{example.where} {example.rule}": faults(KNOWLEDGE.net, example)
        for example in EXAMPLES.values()
        if example.where.startswith(f"{file}:")
    }
    assert {name: found for name, found in said.items() if found} == {}


@pytest.fixture(scope="module")
def empty() -> clips.Environment:
    """Templates, functions and thresholds, and no rule."""
    env = clips.Environment()
    for path in KNOWLEDGE.construct_files:
        env.load(str(path))
    for module in ("FINDINGS", "CASES"):
        env.eval(f"(set-current-module {module})")
        env.eval("(undefrule *)")
    return env


def _term(value: Value) -> Value:
    return clips.Symbol(str(value)) if isinstance(value, Symbol) else value


def _in_clips(env: clips.Environment, module: str, rows: list[tuple[str, dict[str, Value]]]) -> frozenset[str]:
    env.reset()
    for number, (name, values) in enumerate(rows, 1):
        template = env.find_template(f"MAIN::{name}")
        slots = {slot: _term(value) for slot, value in values.items()}
        if any(slot.name == "row" for slot in template.slots):
            slots["row"] = number
        template.assert_fact(**slots)
    before = {fact.index for fact in env.facts()}
    env.eval(f"(focus {module})")
    env.run(1000)
    return frozenset(conclusion(fact.template.name, dict(fact)) for fact in env.facts() if fact.index not in before)


@pytest.mark.parametrize("file", every(3, FILES))
def test_clips_makes_of_the_rows_what_python_makes(empty: clips.Environment, file: str) -> None:
    for example in EXAMPLES.values():
        rule = KNOWLEDGE.net.rules.get(example.rule)
        if rule is None or not example.where.startswith(f"{file}:"):
            continue
        empty.eval(f"(set-current-module {rule.module})")
        empty.build(rule_text(rule))
        for words, memory, wanted in example.tries():
            rows = [(name, {s: v for s, _, v in slots}) for name, slots in memory.all_slots()]
            assert _in_clips(empty, rule.module, rows) == wanted, (example.rule, words)
        empty.find_rule(f"{rule.module}::{rule.name}").undefine()
