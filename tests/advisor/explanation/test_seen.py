"""Each observation of a report stands in a document once, and every argument refers to what it rests on."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.explanation.report import report
from advisor.explanation.seen import seen
from facts.schema import templates
from tests.advisor.interview.walks import EVERY_CASE, name_of
from tests.kb.examples import consultation_of, read


def items(path: Any) -> list[dict[str, Any]]:
    data = report(*consultation_of(read(path)), [])
    return [*data["diagnoses"], *data["risks"]]


@pytest.mark.parametrize("path", EVERY_CASE, ids=name_of)
def test_nothing_is_lost_and_nothing_stands_twice(path: Any) -> None:
    for item in items(path):
        found, reasons = seen(item)
        assert [one.number for one in found] == list(range(1, len(found) + 1))
        shown = {(f"{one.row}.{slot}", str(one.origin), str(value)) for one in found for slot, value, _ in one.values}
        assert len(shown) == sum(len(one.values) for one in found)
        rows = {one.row for one in found}
        for evidence in item["evidence"]:
            for fact in evidence["facts"]:
                row, _, slot = fact["address"].rpartition(".")
                template = row.partition("[")[0]
                name = template in templates() and slot in templates()[template].key
                assert row in rows
                assert name or (fact["address"], str(fact["origin"]), str(fact["value"])) in shown
        assert [r.evidence for r in reasons if r.evidence["counted"]] == [e for e in item["evidence"] if e["counted"]]
        assert len(reasons) == len(item["evidence"])


@pytest.mark.parametrize("path", EVERY_CASE[::5], ids=name_of)
def test_an_argument_refers_to_its_own_observations(path: Any) -> None:
    for item in items(path):
        found, reasons = seen(item)
        rows = {one.number: one.row for one in found}
        for reason in reasons:
            own = {fact["address"].rpartition(".")[0] for fact in reason.evidence["facts"]}
            assert reason.numbers
            assert {rows[number] for number in reason.numbers} <= own
