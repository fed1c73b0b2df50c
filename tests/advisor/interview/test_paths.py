"""The ways from questions to cases, as the rules say them."""

from __future__ import annotations

from advisor.interview.paths import needs_of, paths_of
from advisor.interview.questions import load_questions
from tests.kb.examples import knowledge

PATHS = paths_of(knowledge())


def test_every_case_has_arguments_and_each_is_a_rule_of_it() -> None:
    assert set(PATHS.arguments) == set(knowledge().cases)
    for slug, paths in PATHS.arguments.items():
        assert any(path.cf > 0 for path in paths), slug
        for path in paths:
            assert path.rule.startswith(f"{slug}.")
            assert path.needs == needs_of(knowledge().net.rules[path.rule])
            assert path.needs, path.rule


def test_a_need_has_its_contrary() -> None:
    needs = [need for paths in paths_of(knowledge()).arguments.values() for path in paths for need in path.needs]
    assert {need.state for need in needs} == {"present", "absent"}
    assert all({need.state, need.contrary} == {"present", "absent"} for need in needs)


def test_a_finding_made_of_findings_is_shown_by_what_shows_those() -> None:
    chained = [
        (name, str(inner))
        for name in knowledge().net.findings
        for state in ("present", "absent")
        for rule in knowledge().net.producers(name, state)
        for pattern in rule.patterns
        if pattern.template == "finding" and not pattern.negated and "name" in pattern.slots
        for inner in pattern.slots["name"].allowed
        if str(inner) != name
    ]
    assert chained
    for name, inner in chained:
        for template, names in PATHS.shown.items():
            if inner in names and any(
                p.template == template
                for state in ("present", "absent")
                for rule in knowledge().net.producers(inner, state)
                for p in rule.patterns
            ):
                assert name in names, f"{template} shows {inner} and so {name}"


def test_every_output_and_value_bears_on_some_finding() -> None:
    """Also where the value is only a part of a quantity, as a ratio is of a limit in bytes."""
    for question in load_questions(knowledge().root / "questions").values():
        template = question.address.partition(".")[0]
        if question.kind == "value":
            read = PATHS.read.get(question.address) or PATHS.read.get(f"{template}.{question.code}")
            assert read, question.id
        elif question.kind == "output" and not question.slots:
            assert any(PATHS.shown.get(template) for template in question.templates), question.id


def test_a_quantity_is_followed_to_the_rows_that_it_is_made_of() -> None:
    for address in ("vm-settings.dirty-ratio-percent", "oracle-instance.sga-bytes"):
        assert PATHS.read[address]
        assert PATHS.read[address] <= PATHS.shown[address.partition(".")[0]]
