"""Each reader, step, rule and renderer raises in turn on whole examples: all else stays, and one line names it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest

import facts.resolution
from advisor.diagnose import diagnose
from advisor.explanation import document, text
from advisor.explanation.report import report
from advisor.inference import engine
from advisor.inference.products import products_of
from facts.bundle import load
from facts.cells import Observed
from facts.faults import templates_in
from facts.inputs import Bundle
from facts.readers import all_readers
from facts.resolution import _OVER_HOSTS, _STEPS, Step
from tests.kb.examples import every, knowledge
from tests.tree import ROOT

EXAMPLES = ("zfs-log-spikes", "linux-writeback-stall", "areca-failing-disk", "oracle-hugepages", "vxfs-ha-cluster")


class Injected(Exception):
    """What a part raises that is made to fail."""


def fails(*_: object, **__: object) -> Any:
    raise Injected


@cache
def paths() -> list[str]:
    return [str(ROOT / "examples" / name) for name in EXAMPLES]


@cache
def whole() -> Bundle:
    return load(paths())[0]


@cache
def some() -> Bundle:
    """Three of the examples, for what is asked of every step: to read all of them each time takes long."""
    return load(paths()[2:])[0]


@cache
def diagnosed() -> Any:
    return diagnose(knowledge(), whole()).consultation


def rows(bundle: Bundle) -> list[str]:
    """The rows as read; which outputs are complete is left out, for a fault takes that back."""
    return [repr(row) for row in bundle.labelled if row.template != "read"]


def conclusions(consultation: Any) -> set[tuple[str, ...]]:
    return {(h.case.slug, h.host, h.subject) for h in (*consultation.diagnoses, *consultation.risks)}


@cache
def used() -> list[str]:
    """The kinds of readers that read something in the examples."""
    return sorted({item.kind for item in whole().inputs})


@pytest.mark.usefixtures("faults_kept")
@pytest.mark.parametrize("kind", every(4, used()))
def test_a_reader_that_fails_costs_its_outputs(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = {(item.path, item.lines) for item in whole().inputs if item.kind == kind}
    monkeypatch.setattr("facts.file_outputs.recognise", _with(kind))
    bundle, errors = load(paths())
    assert errors == []
    refused = [item for item in bundle.inputs if item.kind == kind]
    assert {(item.path, item.lines) for item in refused} == lost
    assert {item.outcome for item in refused} == {"refused"}
    assert {fault.where for fault in bundle.faults} == {f"reader {kind}"}
    assert len({fault.code for fault in bundle.faults}) == 1
    others = [row for row in whole().labelled if _place(row) not in lost and row.template != "read"]
    left = {(item.template, *_place(item)) for item in bundle.labelled if item.template != "read"}
    assert {(row.template, *_place(row)) for row in others if not _within(row, lost)} <= left
    consultation = diagnose(knowledge(), bundle).consultation
    shown = text.render(consultation, report(consultation, bundle, []), 400)
    assert f"reader {kind} failed: internal error bug-" in shown


def _place(row: Any) -> tuple[str, tuple[int, int]]:
    origin = next(iter(row.cells.values())).origin
    return origin.path, origin.lines


def _within(row: Any, spans: set[tuple[str, tuple[int, int]]]) -> bool:
    path, lines = _place(row)
    return any(path == other and first <= lines[0] <= last for other, (first, last) in spans)


def _with(kind: str) -> Callable[..., Any]:
    """`recognise`, with a reader of one kind that fails."""
    from facts.recognise import recognise

    def recognised(*given: Any) -> Any:
        segments = recognise(*given)
        segments.found = [
            found._replace(reader=found.reader._replace(read=fails)) if found.reader.kind == kind else found
            for found in segments.found
        ]
        return segments

    return recognised


@pytest.mark.usefixtures("faults_kept")
@pytest.mark.parametrize("number", range(len(_STEPS) + len(_OVER_HOSTS)))
def test_a_step_of_name_resolution_that_fails_leaves_the_rows(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    step = (*_STEPS, *_OVER_HOSTS)[number]
    broken = step._replace(run=fails, needs=())
    skipped = step._replace(run=lambda items, notes, host: items)

    def resolved_with(other: Step) -> Bundle:
        monkeypatch.setattr(facts.resolution, "_STEPS", tuple(other if s is step else s for s in _STEPS))
        monkeypatch.setattr(facts.resolution, "_OVER_HOSTS", tuple(other if s is step else s for s in _OVER_HOSTS))
        return load(paths()[2:])[0]

    bundle = resolved_with(broken)
    assert {fault.where for fault in bundle.faults} == {f"name resolution, step {step.name}"}
    assert rows(bundle) == rows(some())
    without = [repr(row) for row in resolved_with(skipped).observed if row.template != "read"]
    assert [repr(row) for row in bundle.observed if row.template != "read"] == without
    assert all(fault.templates for fault in bundle.faults)


@cache
def observed() -> tuple[list[Observed], list[str]]:
    """The rows of some examples, and how they are written before a step is given them."""
    given = some().observed
    return given, [repr(row) for row in given]


@pytest.mark.parametrize("step", [*_STEPS, *_OVER_HOSTS], ids=lambda step: step.name)
def test_a_step_changes_no_row_that_it_is_given(step: Step) -> None:
    given, before = observed()
    for host in {row.host for row in given}:
        step.run([row for row in given if row.host == host], [], host)
    assert [repr(row) for row in given] == before


@pytest.mark.parametrize("step", [step for step in _STEPS if step.needs], ids=lambda step: step.name)
def test_a_step_without_the_rows_that_it_needs_changes_nothing(step: Step) -> None:
    rows = [row for row in whole().labelled if row.template not in step.needs]
    assert {*step.needs} <= {*templates_in(step.works())}
    assert [repr(row) for row in step.run(list(rows), [], "")] == [repr(row) for row in rows]


@cache
def fired() -> list[str]:
    return sorted({firing.rule for firing in diagnosed().now.inference.firings})


@pytest.mark.usefixtures("faults_kept")
@pytest.mark.parametrize("rule", every(30, fired()))
def test_a_rule_that_fails_costs_its_firing(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:

    def products(net: Any, parsed: Any) -> Any:
        made = products_of(net, parsed)
        if parsed.name != rule:
            return made
        return tuple(product._replace(computed=((0, fails),)) for product in made)

    monkeypatch.setattr(engine, "products_of", products)
    kb = knowledge()
    kb.engine.prepared.clear()
    try:
        consultation = diagnose(kb, whole()).consultation
    finally:
        kb.engine.prepared.clear()
    assert [fault.where for fault in consultation.faults] == [f"rule {rule}"]
    assert {firing.rule for firing in consultation.now.inference.firings} <= {*fired()} - {rule}
    before, after = conclusions(diagnosed()), conclusions(consultation)
    assert after <= before or rule.partition(".")[0] in kb.net.findings  # what spoke against something is gone
    out = {entry.case.slug for entry in consultation.ruled_out if entry.hypothesis is None}
    assert not {slug for slug, _, _ in before - after} & out  # what is lost is not assessed, never ruled out


PARTS: Sequence[tuple[Any, str, str]] = (
    (text, "_summary", "showing `summary` failed"),
    (text, "_put_why", "showing `why` failed"),
    (text, "put_fix", "showing `fix` failed"),
    (text, "put_sources", "showing `sources` failed"),
    (text, "_conflicts", "showing `conflicts` failed"),
    (text, "_excluded", "showing `not concluded` failed"),
    (text, "_inputs", "showing `what was read` failed"),
)


@pytest.mark.usefixtures("faults_kept")
@pytest.mark.parametrize(("module", "name", "line"), PARTS, ids=[name for _, name, _ in PARTS])
def test_a_part_of_the_text_that_fails_is_one_line(
    module: Any, name: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = report(diagnosed(), whole(), [])
    before = text.render(diagnosed(), data, 400).split("\n")
    monkeypatch.setattr(module, name, fails)
    after = text.render(diagnosed(), data, 400).split("\n")
    new = {found.strip() for found in after} - {found.strip() for found in before}
    assert len(new) == 1
    assert line in new.pop()
    assert all(d["title"] in "\n".join(after) for d in data["diagnoses"])


@pytest.mark.usefixtures("faults_kept")
@pytest.mark.parametrize("part", ["render", "outlook", "events_of", "age_of", "rulings"])
def test_a_part_of_the_report_that_fails_is_left_out(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = report(diagnosed(), whole(), [])
    monkeypatch.setattr(f"advisor.explanation.report.{part}", fails)
    after = report(diagnosed(), whole(), [])
    assert after["faults"]
    assert [d["case"] for d in after["diagnoses"]] == [d["case"] for d in before["diagnoses"]]
    assert after["ruled_out"] == before["ruled_out"]
    shown = document.render(after, knowledge(), "html")
    assert all(fault["code"] in shown for fault in after["faults"])
    assert all(d["title"] in text.render(diagnosed(), after, 200) for d in before["diagnoses"])


@pytest.mark.usefixtures("faults_kept")
@pytest.mark.parametrize("form", ["html", "markdown"])
def test_a_diagnosis_that_a_page_cannot_show_costs_itself(form: str) -> None:
    data = report(diagnosed(), whole(), [])
    shown = document.render(data, knowledge(), form)
    first, second = data["diagnoses"][:2]
    data["diagnoses"][0] = {**first, "fix": [{}]}
    mended = document.render(data, knowledge(), form)
    assert "internal error bug-" not in shown
    assert "fix: showing" in mended
    assert second["fix"][0]["command"].split("\n")[0][:20] in mended
    del data["diagnoses"][0]["certainty"]
    lost = document.render(data, knowledge(), form)
    assert "internal error bug-" in lost
    assert second["mechanism"][:20] in lost


def test_in_tests_a_fault_is_an_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facts.file_outputs.recognise", _with(used()[0]))
    with pytest.raises(Injected):
        load(paths())


def test_what_a_reader_may_give_is_known() -> None:
    """After a fault, nothing may pass as absent that its rows could have shown."""
    from facts.faults import ALL, templates_in

    may_give: dict[str, set[str]] = {}
    for reader in all_readers():
        may_give.setdefault(reader.kind, set()).update(templates_in(reader.read))
    for item in whole().inputs:
        named = may_give.get(item.kind, {ALL})
        given = {
            r.template for r in whole().labelled if _place(r)[0] == item.path and _within(r, {(item.path, item.lines)})
        }
        assert ALL in named or given - {"read", "host-clock", *_COMMANDS} <= named, item.kind


_COMMANDS = ("system-change", "pool-change", "zfs-dataset", "setting", "zpool-status", "surface-scan", "part-of")
"""Rows that the command line above an output gives."""
