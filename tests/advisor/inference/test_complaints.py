"""What is complained of ranks what was measured: of whatever people complain, they complain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from advisor.authoring.examples import consultation_of, read
from tests.kb.examples import PATHS, knowledge

EXAMPLE = read(next(path for path in PATHS if path.stem == "confirms--df-and-parameters"))


@pytest.mark.parametrize(
    ("tell", "diagnoses", "risks"),
    [
        (["The instance does not start."], ["likely"], []),
        (["The whole server is slow."], ["possible"], []),  # no symptom of the case
        (["This box is driving all of us up the wall."], ["possible"], []),
        ([], [], ["possible"]),
    ],
)
def test_a_complaint_that_a_case_does_not_explain_counts_as_one_without_a_name(
    tell: list[str], diagnoses: list[str], risks: list[str]
) -> None:
    result, _ = consultation_of(knowledge(), replace(EXAMPLE, tell=tell))
    assert [h.standing for h in result.diagnoses] == diagnoses
    assert [h.standing for h in result.risks] == risks
