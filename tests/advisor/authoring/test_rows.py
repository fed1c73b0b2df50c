"""Row-level examples: how they are read, and what they notice of a changed rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.authoring.coverage import measure
from advisor.authoring.mutation import ROWS, Laboratory, names_to_try, run
from advisor.authoring.rows import changed, faults, load, new_row, parse_row
from advisor.inference.net import KnowledgeError
from facts.schema import Value
from facts.sexpr import Symbol
from tests.advisor.authoring.small import SLUG, change, opened, write, write_rows


@pytest.fixture
def base(tmp_path: Path) -> Path:
    root = write(tmp_path)
    write_rows(root)
    return root


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("controller-array state=degraded", {"state": Symbol("degraded")}),
        ("finding !slow-writes subject=sda",
         {"name": Symbol("slow-writes"), "state": Symbol("absent"), "subject": "sda", "host": "here"}),
        ("quantity memory-overrun-bytes value=2.5", {"name": Symbol("memory-overrun-bytes"), "value": 2.5}),
        ("file-system mount='/a b' type=ext4", {"mount": "/a b", "type": Symbol("ext4")}),
        ("read template=disk-error complete=yes", {"template": Symbol("disk-error"), "complete": Symbol("yes")}),
        ("vmstat samples=3", {"samples": 3, "host": "here", "os": Symbol("unknown")}),
        ("vmstat samples=unknown", {"samples": Symbol("unknown")}),
    ],
)  # fmt: skip
def test_a_row_is_read(text: str, slots: dict[str, Value]) -> None:
    row = parse_row(text)
    assert row.template == text.split()[0]
    assert {name: row.slots[name] for name in slots} == slots
    assert {name: type(row.slots[name]) for name in slots} == {name: type(value) for name, value in slots.items()}


@pytest.mark.parametrize(
    "text", ["", "no-such-template", "finding", "finding subject=sda", "vmstat no-such-slot=1", "vmstat samples=many"]
)
def test_what_is_no_row_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_row(text)


def test_changes() -> None:
    rows = [parse_row("finding swapping"), parse_row("finding slow-io")]
    assert changed(rows, "-1") == rows[1:]
    assert changed(rows, "1 state=absent; 2 host=other")[1].slots["host"] == "other"
    assert changed(rows, "+ vmstat samples=3")[2] == new_row("vmstat", {"samples": 3})
    for words in ("3 host=other", "", "0 host=x", "1 nothing=x", "-9"):
        with pytest.raises(ValueError, match=r"\w"):
            changed(rows, words)


def test_an_example_notices_every_change_of_its_rule_and_threshold(base: Path) -> None:
    knowledge = opened(base)
    examples = load(knowledge)
    assert not [fault for example in examples.values() for fault in faults(knowledge.net, example)]
    verdicts = run(Laboratory(knowledge), names_to_try(knowledge)).verdicts
    by_rows = {v.id.partition(":")[0].partition(" ")[0] for v in verdicts if v.killed_by == ROWS}
    assert by_rows == {*examples, "?*swap-limit-kb-s*", "?*swappiness-low*"}
    assert not [v.id for v in verdicts if v.killed_by != ROWS and not v.id.startswith(f"{SLUG}.")]


def test_without_an_example_captures_are_tried(base: Path) -> None:
    knowledge = opened(base)
    found = {v.id: v.killed_by for v in run(Laboratory(knowledge), names_to_try(knowledge)).verdicts}
    noticed = found[f"{SLUG}.no-swapping: 1 finding: state without absent"]
    assert noticed
    assert noticed.startswith(f"{SLUG}/")
    assert found[f"{SLUG}.swapping: 1 finding: state without present"] == ""


def test_a_changed_rule_fails_its_example_and_no_other(base: Path) -> None:
    change(base, "findings/memory.clp", "(os linux) (swap-out-max", "(os solaris) (swap-out-max")
    knowledge = opened(base)
    said = {name: faults(knowledge.net, example) for name, example in load(knowledge).items()}
    assert [name for name, found in said.items() if found] == ["swapping.vmstat"]
    assert said["swapping.vmstat"][0] == "the rows: expected swapping, found nothing"


def test_conditions_that_only_rows_try_are_tried_and_not_by_captures(base: Path) -> None:
    result = measure(opened(base))
    points = {p for p in result.tried if p.owner == "swapping.tuned"}
    assert {p.what for p in points} == {
        "fires",
        "1 vm-settings: swappiness at-most ?*swappiness-low* is met",
        "1 vm-settings: swappiness at-most ?*swappiness-low* is not met",
    }
    assert not points & result.by_captures


def test_coverage_of_a_case_is_that_of_everything_restricted_to_it(base: Path) -> None:
    change(base, "findings/memory.clp", "(name swapping) (host ?host) (subject ?host) (state absent)",
           "(name host-stalls) (host ?host) (subject ?host) (state absent)")  # fmt: skip
    knowledge = opened(base)
    whole, part = measure(knowledge), measure(knowledge, SLUG)
    owners = {point.owner for point in part.points}
    assert "swapping.none" not in owners
    assert SLUG in owners
    assert part.of() == whole.of(owners=owners)
    assert part.missing() == whole.missing(owners=owners)


@pytest.mark.parametrize("text", ['["x.y"]\nrows = []\n', "rows = 1\n", '["x.y"]\ngives = ["a"]\nnext = []\n', "["])
def test_a_file_that_is_no_example_is_refused(base: Path, text: str) -> None:
    (base / "findings" / "examples" / "disks.toml").write_text(text, encoding="utf-8")
    with pytest.raises(KnowledgeError):
        load(opened(base))
