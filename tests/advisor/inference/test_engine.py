"""The trace agrees with CLIPS itself, and an error of a rule is never silent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from advisor.inference.engine import Engine, InferenceError
from advisor.inference.matching import arithmetic
from advisor.inference.net import KnowledgeError, Net, parse_net
from facts.sexpr import Symbol, parse
from tests.kb.examples import PATHS, consultation_of, every, knowledge, read

VOCABULARY = """
(defmodule MAIN (export ?ALL))
(deffunction MAIN::at-least (?v ?b) (and (numberp ?v) (numberp ?b) (>= ?v ?b)))
(deftemplate MAIN::row "x" (slot row (type INTEGER)) (slot host (type STRING)) (slot n (type FLOAT SYMBOL) (default unknown)))
(deftemplate MAIN::finding (slot name (type SYMBOL) (allowed-symbols high)) (slot host (type STRING))
  (slot subject (type STRING)) (slot state (type SYMBOL)))
(deftemplate MAIN::quantity (slot name (type SYMBOL)) (slot host (type STRING)) (slot subject (type STRING)) (slot value (type NUMBER)))
(defmodule FINDINGS (import MAIN ?ALL))
(defmodule CASES (import MAIN ?ALL))
(defglobal FINDINGS ?*bound* = 2.5) ; s | a reason [key: place]
"""
HIGH = """(defrule FINDINGS::high.n "It is high. [key: place]"
  (logical (row (host ?h) (n ?n&:(at-least ?n ?*bound*)))) => %s)"""


def engine_of(tmp_path: Path, rules: str) -> Engine:
    path = tmp_path / "kb.clp"
    path.write_text(VOCABULARY + rules)
    return Engine(parse_net({"kb.clp": path.read_text()}), lambda: [path])


def test_a_quantity_is_what_clips_computes(tmp_path: Path) -> None:
    rules = HIGH % "(assert (quantity (name q) (host ?h) (subject ?h) (value (/ (* (- ?n 1) 3) 4))))"
    engine = engine_of(tmp_path, rules)
    inference = engine.infer([("row", {"row": 1, "host": "h", "n": 9.0})])
    assert [f.slots["value"] for f in inference.of("quantity")] == [6.0]


def test_two_derivations_of_one_fact_are_both_kept(tmp_path: Path) -> None:
    rules = HIGH % "(assert (finding (name high) (host ?h) (subject ?h) (state present)))"
    engine = engine_of(tmp_path, rules)
    rows = [("row", {"row": n, "host": "h", "n": 9.0}) for n in (1, 2)]
    inference = engine.infer(rows)
    (finding,) = inference.of("finding")
    assert [firing.basis for firing in inference.supports[finding.index]] in ([(1,), (2,)], [(2,), (1,)])


def test_unknown_value_never_compares(tmp_path: Path) -> None:
    rules = HIGH % "(assert (finding (name high) (host ?h) (subject ?h) (state present)))"
    inference = engine_of(tmp_path, rules).infer([("row", {"row": 1, "host": "h", "n": Symbol("unknown")})])
    assert inference.of("finding") == []


@pytest.fixture
def any_divisor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load rules that divide by what may be zero, which no rule does that loads otherwise."""
    monkeypatch.setattr("advisor.inference.net.unbounded", lambda *_: ())


@pytest.mark.usefixtures("any_divisor")
def test_error_of_a_rule_is_raised(tmp_path: Path) -> None:
    rules = HIGH % "(assert (quantity (name q) (host ?h) (subject ?h) (value (/ ?n 0))))"
    with pytest.raises(InferenceError):
        engine_of(tmp_path, rules).infer([("row", {"row": 1, "host": "h", "n": 9.0})])


@pytest.mark.parametrize("path", every(7, PATHS), ids=lambda p: f"{p.parent.parent.name}/{p.stem}")
def test_trace_agrees_with_clips(path: Path) -> None:
    """The facts that the tracer computed are those that stand in CLIPS, index by index."""
    from advisor.inference.diagnosis import row_slots
    from advisor.inference.engine import Run

    consultation, _ = consultation_of(read(path))
    run = Run(knowledge().engine)
    for row in consultation.now.merged.rows:
        run.put(row.template, row_slots(row))
    run.drain("FINDINGS")
    run.drain("CASES")
    in_clips = {int(f.index): str(f) for f in run.memory.native.env.facts()}
    for index, fact in run.result.facts.items():
        text = in_clips[index]
        assert text.startswith(f"({fact.template} ")
        for slot, value in fact.slots.items():
            if isinstance(value, (int, float)):
                shown = re.search(rf"\({slot} ([^)]*)\)", text)
                assert shown is not None
                assert float(shown[1]) == pytest.approx(value)
            elif isinstance(value, Symbol):
                assert f"({slot} {value})" in text
    assert len(run.result.facts) == len(in_clips)


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ('(defrule FINDINGS::a.b "x" (row (host ?h)) => (assert (finding (name high))))', "kb-left-side"),
        ('(defrule FINDINGS::a.b "x" (logical (test (> 1 0))) => (assert (finding (name high))))', "kb-left-side"),
        (
            '(defrule FINDINGS::a.b "x" (logical (row (n ?n&:(> ?n 1)))) => (assert (finding (name high))))',
            "kb-left-side",
        ),
        (
            '(defrule CASES::a.b "x" (logical (not (finding (name high)))) => (assert (finding (name high))))',
            "kb-left-side",
        ),
        ('(defrule FINDINGS::a.b "x" (logical (row (host ?h))) => (printout t "x"))', "kb-right-side"),
        ("(defrule FINDINGS::a.b (logical (row (host ?h))) => (assert (finding (name high))))", "kb-rule-comment"),
        ('(defrule FINDINGS::ab "x" (logical (row (host ?h))) => (assert (finding (name high))))', "kb-rule-name"),
        ("(defglobal FINDINGS ?*b* = 3)", "kb-threshold"),
    ],
)
def test_what_the_language_does_not_allow(rule: str, code: str) -> None:
    with pytest.raises(KnowledgeError) as error:
        parse_net({"x.clp": rule})
    assert error.value.code == code


def test_duplicate_rule_is_refused() -> None:
    rule = HIGH % "(assert (finding (name high)))"
    with pytest.raises(KnowledgeError) as error:
        parse_net({"x.clp": rule + rule})
    assert error.value.code == "kb-duplicate-rule"


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("(- ?a ?b)", "21,312 - 800"),
        ("(* (+ ?a ?b) 2)", "(21,312 + 800) * 2"),
        ("(/ ?a (* ?b 2))", "21,312 / (800 * 2)"),
        ("(- ?a (- ?b 1))", "21,312 - (800 - 1)"),
        ("(+ (- ?a ?b) 1)", "21,312 - 800 + 1"),
        ("(/ (* ?a 2) ?b)", "21,312 * 2 / 800"),
    ],
)
def test_arithmetic_reads_as_it_was_computed(expression: str, shown: str) -> None:
    (form,) = parse(expression)
    assert arithmetic(Net(), form, {"?a": 21312, "?b": 800}) == shown
