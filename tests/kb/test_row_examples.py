"""Row-level examples: each comes out as it says, and Python makes of its rows what CLIPS makes of them."""

from __future__ import annotations

import clips
import pytest

from advisor.authoring.mutation import Laboratory
from advisor.authoring.reasons import reasons
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


def test_each_threshold_that_moves_is_noticed_or_has_a_reason() -> None:
    laboratory, why = Laboratory(KNOWLEDGE), reasons(KNOWLEDGE)
    mutants = [mutant for name in KNOWLEDGE.net.thresholds for mutant in laboratory.mutants_of(name)]
    assert laboratory.failing == []
    assert [m.id for m in mutants if m.id not in why and not laboratory.noticed_by_rows(m)] == []


def test_each_reason_is_of_a_mutant_that_rows_do_not_notice() -> None:
    laboratory = Laboratory(KNOWLEDGE)
    owners = {name.partition(":")[0].rpartition(" ")[0] or name.partition(":")[0] for name in reasons(KNOWLEDGE)}
    found = {
        m.id: m
        for name in owners & {*KNOWLEDGE.net.rules, *KNOWLEDGE.net.thresholds}
        for m in laboratory.mutants_of(name)
    }
    assert [name for name in reasons(KNOWLEDGE) if name not in found or laboratory.noticed_by_rows(found[name])] == []


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
