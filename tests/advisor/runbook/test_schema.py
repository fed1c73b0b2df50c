"""`advisor runbook --format json` is what docs/runbook.schema.json says, for every case and for a host's own."""

from __future__ import annotations

import json
from functools import cache

import jsonschema
import pytest

from advisor.runbook.content import Runbook, for_case, for_conclusion
from advisor.runbook.pages import Pages
from advisor.runbook.render import rendered
from tests.kb.examples import ROOT, consultation_of, knowledge, read

EXAMPLE = ROOT / "kb/cases/vxfs/vxfs-buffered-bulk-writes/examples/confirms--linux-infoscale.toml"


@cache
def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads((ROOT / "docs" / "runbook.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def wrong(runbook: Runbook) -> list[str]:
    data = json.loads(rendered(knowledge(), runbook, "json", Pages()))
    return [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in validator().iter_errors(data)]


@pytest.mark.parametrize("slug", sorted(knowledge().cases))
def test_every_case_is_as_the_schema_says(slug: str) -> None:
    assert wrong(for_case(knowledge(), knowledge().cases[slug])) == []


def test_a_hosts_own_runbook_is_as_the_schema_says() -> None:
    consultation, _ = consultation_of(read(EXAMPLE))
    assert wrong(for_conclusion(knowledge(), consultation.diagnoses[0], {"linux"})) == []


def test_the_schema_refuses_what_it_does_not_know() -> None:
    data = json.loads(rendered(knowledge(), for_case(knowledge(), knowledge().cases["swap-thrash"]), "json", Pages()))
    assert list(validator().iter_errors({**data, "more": 1}))
    assert list(validator().iter_errors({key: value for key, value in data.items() if key != "steps"}))
