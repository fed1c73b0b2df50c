"""What every user relies on, checked over all examples: proofs down to the line, cited rules, a valid JSON form."""

from __future__ import annotations

import json
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from advisor.explanation.document import render as render_document
from advisor.explanation.report import report
from advisor.explanation.text import render as render_text
from advisor.inference.diagnosis import Consultation
from facts.bundle import load
from facts.inputs import Bundle
from facts.observations import Observations
from tests.kb.examples import PATHS, ROOT, consultation_of, every, knowledge, read

BUNDLES = sorted(p for p in (ROOT / "examples").iterdir() if p.is_dir()) if (ROOT / "examples").exists() else []
CONFIRMING = [path for path in PATHS if path.name.startswith("confirms--")]
REJECTING = [path for path in PATHS if path not in CONFIRMING]
EVERY = [*every(16, CONFIRMING), *every(24, REJECTING), *BUNDLES]


def _id(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.stem}"


@lru_cache(1)
def consulted(path: Path) -> tuple[Consultation, Bundle]:
    """An example of a case, or an example bundle."""
    if path.suffix == ".toml":
        return consultation_of(read(path))
    from advisor.chat.tickets import hear
    from advisor.inference.diagnosis import consult

    bundle, errors = load([str(path)])
    assert not errors
    observations = Observations(bundle.observed)
    return consult(knowledge(), observations, hear(knowledge(), bundle, observations)), bundle


@pytest.fixture(scope="module", params=EVERY, ids=_id)
def path(request: pytest.FixtureRequest) -> Path:
    """Every example in turn; what is asked of one is asked in a row, so that it is consulted once."""
    found: Path = request.param
    return found


@lru_cache(1)
def reported(path: Path) -> dict[str, Any]:
    """The JSON form of one example; a rejecting one with why its case was not concluded."""
    consultation, bundle = consulted(path)
    asked = [knowledge().cases[path.parent.parent.name]] if path.name.startswith("rejects--") else []
    return report(consultation, bundle, asked)


@cache
def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads((ROOT / "docs" / "report.schema.json").read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator(schema)


def test_json_is_valid(path: Path) -> None:
    data = json.loads(json.dumps(reported(path)))
    errors = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in validator().iter_errors(data)]
    assert errors == []


def test_every_leaf_names_a_line_or_an_answer(path: Path) -> None:
    data = reported(path)
    for item in [*data["diagnoses"], *data["risks"]]:
        for evidence in item["evidence"]:
            assert evidence["facts"], evidence["argument"]
            for fact in evidence["facts"]:
                origin = fact["origin"]
                assert origin.get("path") or origin.get("told") or origin.get("question"), fact
                if "path" in origin:
                    assert 1 <= origin["lines"][0] <= origin["lines"][1], fact


def test_every_rule_that_fired_cites_a_source_with_a_locator(path: Path) -> None:
    consultation, _ = consulted(path)
    for firing in consultation.now.inference.firings:
        if firing.rule == "told.sign":
            continue
        citations = knowledge().citations(firing.rule)
        assert citations, f"{firing.rule} cites nothing"
        for citation in citations:
            assert citation.key in knowledge().sources, f"{firing.rule} cites `{citation.key}`, which is no source"
            assert citation.locator, f"{firing.rule} cites {citation.key} without a locator"


def test_every_form_of_the_report_renders(path: Path) -> None:
    """Text, Markdown and HTML name each diagnosis, and the text fits its width."""
    consultation, bundle = consulted(path)
    data = report(consultation, bundle, [])
    pages = [
        render_text(consultation, data, 80),
        *(render_document(data, knowledge(), f) for f in ("markdown", "html")),
    ]
    for item in data["diagnoses"]:
        assert all(item["case"] in page for page in pages)
    commands = {
        line.strip()
        for d in [*data["diagnoses"], *data["risks"]]
        for s in d["fix"]
        for line in s["command"].split("\n")
    }
    for line in pages[0].split("\n"):
        longest = max((len(word) for word in line.split()), default=0)
        assert len(line) <= 80 or longest > 40 or line.strip() in commands, line


def test_every_threshold_cites_a_known_source() -> None:
    for threshold in knowledge().net.thresholds.values():
        assert threshold.source in knowledge().sources, f"{threshold.where}: {threshold.source}"
        assert threshold.locator, threshold.where


def test_every_citation_of_a_case_is_known() -> None:
    for case in knowledge().cases.values():
        cited = [
            *case.sources,
            *(c for cs in case.arguments.values() for c in cs),
            *(c for s in case.steps for c in s.sources),
        ]
        for citation in cited:
            assert citation.key in knowledge().sources, f"{case.slug}: {citation.key}"
            assert citation.locator, f"{case.slug}: {citation.key} without a locator"


def test_every_argument_has_its_sources_and_every_source_its_argument() -> None:
    for case in knowledge().cases.values():
        names = {rule.name.partition(".")[2] for rule in knowledge().net.arguments(case.slug)}
        assert names == set(case.arguments), case.slug


def test_every_finding_of_a_case_can_come_out() -> None:
    """A case rule that waits for a finding which no rule asserts and nobody can tell would never fire."""
    net = knowledge().net
    tables = [tomllib.loads(p.read_text(encoding="utf-8")) for p in (ROOT / "kb" / "phrases").glob("*.toml")]
    tellable = {name for table in tables for name in table}
    for rule in net.rules.values():
        for pattern in rule.patterns:
            if pattern.template == "finding" and not pattern.negated:
                name = str(pattern.slots["name"].allowed[0])
                assert name in net.findings, f"{rule.where}: {name} is not in the vocabulary"
                state = str(pattern.slots["state"].allowed[0])
                assert net.producers(name, state) or name in tellable, f"{rule.where}: nothing gives {name} {state}"
