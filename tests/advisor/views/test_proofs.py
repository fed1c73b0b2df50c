"""The tree that a screen shows is the whole proof, once, and says the same as the report in text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from advisor.explanation.report import report
from advisor.inference.diagnosis import Consultation
from advisor.inference.view import Hypothesis
from advisor.views.keys import conclusion, conclusions
from advisor.views.proofs import ProofNode, missing, proof, standing_now
from facts.inputs import Bundle
from tests.advisor.interview.walks import CONFIRMING, EVERY_CASE, name_of
from tests.kb.examples import consultation_of, read

STALL = next(path for path in CONFIRMING if path.stem == "confirms--192-gib-with-default-ratios")


@cache
def consulted(path: Path) -> Consultation:
    return consultation_of(read(path))[0]


def trees(consultation: Consultation, hypothesis: Hypothesis) -> tuple[ProofNode, ...]:
    return proof(consultation, hypothesis, with_missing=False).arguments


def nodes(tree: tuple[ProofNode, ...]) -> list[ProofNode]:
    return [node for root in tree for node in root.walk()]


@pytest.mark.parametrize("path", EVERY_CASE, ids=name_of)
def test_every_observed_value_and_rule_of_the_proofs_is_in_the_trees(path: Path) -> None:
    consultation = consulted(path)
    data = report(consultation, Bundle(), [])
    for hypothesis, item in zip(conclusions(consultation), [*data["diagnoses"], *data["risks"]], strict=True):
        shown = nodes(trees(consultation, hypothesis))
        assert {n.text for n in shown if n.kind.startswith("argument")} == {e["argument"] for e in item["evidence"]}
        rules = {step["why"] for evidence in item["evidence"] for step in evidence["steps"]}
        assert {n.text for n in shown if n.kind == "rule"} == rules
        cited = {
            (o["path"], tuple(o["lines"])) for e in item["evidence"] for f in e["facts"] if "path" in (o := f["origin"])
        }
        assert {(n.path, n.lines) for n in shown if n.lines is not None} == cited
        wanted = {f"{s['key']}: {s['locator']}" for e in item["evidence"] for s in e["sources"] if s["locator"]}
        assert wanted <= {source for n in shown for source in n.sources}


@pytest.mark.parametrize("path", EVERY_CASE, ids=name_of)
def test_a_shared_subproof_stands_in_full_once_and_is_referred_to_afterwards(path: Path) -> None:
    consultation = consulted(path)
    for hypothesis in conclusions(consultation):
        shown = nodes(trees(consultation, hypothesis))
        ids = [node.id for node in shown]
        assert len(set(ids)) == len(ids)
        full = [node.text for node in shown if node.kind in ("finding", "quantity") and not node.refers_to]
        for node in shown:
            if node.refers_to:
                assert not node.children
                assert ids.index(node.refers_to) < ids.index(node.id)
                assert node.text in full


def test_some_proof_has_a_reference_a_quantity_and_an_argument_against() -> None:
    """So that what the tests above say of them says something."""
    found = set()
    for path in EVERY_CASE:
        for hypothesis in conclusions(consulted(path)):
            for node in nodes(trees(consulted(path), hypothesis)):
                found |= {node.kind, "reference" if node.refers_to else "", "contained" if not node.counted else ""}
    assert {"argument-for", "argument-against", "finding", "quantity", "rule", "leaf", "source", "reference"} <= found


def test_arguments_for_come_first_and_those_that_count_before_those_that_do_not() -> None:
    for path in EVERY_CASE:
        for hypothesis in conclusions(consulted(path)):
            roots = trees(consulted(path), hypothesis)
            order = [(root.kind == "argument-against", not root.counted, -abs(root.cf)) for root in roots]
            assert order == sorted(order)
            assert all((root.cf < 0) == (root.kind == "argument-against") for root in roots)


def stall() -> tuple[Consultation, Hypothesis]:
    consultation = consulted(STALL)
    return consultation, next(h for h in consultation.diagnoses if h.case.slug == "linux-writeback-stall")


def test_a_conclusion_is_found_again_by_its_key() -> None:
    consultation, hypothesis = stall()
    assert conclusion(consultation, hypothesis.key) is hypothesis
    assert conclusion(consultation, ("linux-writeback-stall", "elsewhere", "")) is None


def test_what_is_missing_names_a_command_and_is_left_out_where_nobody_wants_it() -> None:
    for path in EVERY_CASE:
        for hypothesis in consulted(path).diagnoses:
            entries = missing(consulted(path), hypothesis)
            assert all(e.command and e.would.startswith(("raise to", "lower to")) for e in entries)
            if entries:
                assert proof(consulted(path), hypothesis).missing == entries
                assert proof(consulted(path), hypothesis, with_missing=False).missing == ()
                return
    pytest.fail("nothing is missing anywhere")


def test_a_look_alike_says_what_is_concluded_of_it_now() -> None:
    consultation, hypothesis = stall()
    shown = proof(consultation, hypothesis, with_missing=False)
    assert [m.name for m in shown.look_alikes] == [m.name for m in hypothesis.case.mimics]
    for look_alike in shown.look_alikes:
        assert bool(look_alike.now) == (look_alike.case != "")
    assert standing_now(consultation, "linux-writeback-stall", hypothesis.host).startswith(hypothesis.standing)
    assert standing_now(consultation, "drive-failing", hypothesis.host).startswith(("not assessed: ", "ruled out: "))
    assert standing_now(consultation, "no-such-case", hypothesis.host) == ""


def test_sources_stand_once_each_with_every_place() -> None:
    shown = proof(*stall(), with_missing=False)
    keys = [source.key for source in shown.sources]
    assert len(set(keys)) == len(keys) > 1
    assert all(source.described for source in shown.sources)
    assert all(len(set(source.locators)) == len(source.locators) for source in shown.sources)
