"""Row-level examples: how they are written, proposed, kept and used against mutants."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.authoring.coverage import measure
from advisor.authoring.mutation import ROWS, Laboratory, names_to_try, run
from advisor.authoring.proposals import proposals
from advisor.authoring.row_files import tables
from advisor.authoring.rows import changed, faults, load, new_row, parse_row
from advisor.cli import main
from advisor.inference.net import KnowledgeError
from tests.advisor.authoring.small import SLUG, opened, write


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return write(tmp_path)


def propose(base: Path, *words: str) -> int:
    return main(["kb", "propose", *words, "--kb", str(base)])


@pytest.mark.parametrize(
    "text",
    [
        "controller-array state=degraded",
        "finding !slow-writes subject=sda",
        "quantity memory-overrun-bytes value=2.5",
        "file-system mount='/a b' type=ext4",
        "read template=disk-error complete=yes",
    ],
)
def test_a_row_is_written_as_it_is_read(text: str) -> None:
    assert parse_row(text).text() == text


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


def test_what_is_proposed_holds_and_notices_every_change(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert propose(base, "--write") == 0
    assert "0 changes not noticed" in capsys.readouterr().out
    knowledge = opened(base)
    examples = load(knowledge)
    assert examples.keys() == knowledge.net.rules.keys() - {"told.sign"}
    assert not [fault for example in examples.values() for fault in faults(knowledge.net, example)]
    assert examples["swapping.vmstat"].near[-1] == "1 swap-out-max-kb-s=475"
    assert {v.killed_by for v in run(Laboratory(knowledge), names_to_try(knowledge)).verdicts} == {ROWS}


def test_a_changed_rule_makes_its_example_stale_and_no_other(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    propose(base, "--write")
    file = next(f for f in base.glob("findings/*.clp") if "swap-limit-kb-s* = 500" in f.read_text(encoding="utf-8"))
    path = file.parent / "examples" / f"{file.stem}.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('["swapping.none"]', '# Read by hand.\n["swapping.none"]'), encoding="utf-8")
    file.write_text(
        file.read_text(encoding="utf-8").replace("(os linux) (swap-out-max", "(os solaris) (swap-out-max", 1),
        encoding="utf-8",
    )
    stale = list(proposals(opened(base), stale=True))
    assert [p.rule for p in stale] == ["swapping.vmstat"]
    assert stale[0].faults[0] == "the rows: expected swapping, found nothing"
    capsys.readouterr()
    propose(base, "--stale")
    assert "# stale: the rows: expected swapping, found nothing" in capsys.readouterr().out
    propose(base, "--stale", "--write")
    assert not list(proposals(opened(base), stale=True))
    assert '# Read by hand.\n["swapping.none"]' in path.read_text(encoding="utf-8")


def test_conditions_that_no_example_tries_are_completed(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = next(f for f in base.glob("findings/*.clp") if "swap-limit-kb-s* = 500" in f.read_text(encoding="utf-8"))
    text = file.read_text(encoding="utf-8")
    rule = "(logical (vmstat (host ?host) (os linux) (swap-out-max-kb-s ?out&:(at-least"
    assert rule in text
    longer = "(logical (vmstat (host ?host) (os linux) (samples ?n&~unknown) (swap-out-max-kb-s ?out&:(at-least ?out ?n)&:(at-least"
    file.write_text(text.replace(rule, longer), encoding="utf-8")
    propose(base, "--write")
    untried = [p.what for p in measure(opened(base)).missing("condition")]
    assert untried == ["1 vmstat: samples ~unknown is not met"]
    propose(base, "--untried", "--write")
    example = load(opened(base))["swapping.vmstat"]
    assert "1 samples=unknown" in example.near
    assert not faults(opened(base).net, example)
    capsys.readouterr()
    propose(base, "--untried")
    assert capsys.readouterr().out == "every condition is tried\n"


def test_examples_of_rules_that_are_gone_are_taken_out(base: Path) -> None:
    propose(base, "--write")
    path = next(base.glob(f"cases/*/{SLUG}/arguments.toml"))
    path.write_text(path.read_text(encoding="utf-8").replace(".does-not-swap", ".does-not-swap-now"), encoding="utf-8")
    propose(base, "--stale", "--write")
    _, kept = tables(path.read_text(encoding="utf-8"))
    assert list(kept) == [f"{SLUG}.swaps-heavily", f"{SLUG}.does-not-swap"]


def test_a_file_that_is_no_example_is_refused(base: Path) -> None:
    propose(base, "--write")
    path = next(base.glob(f"cases/*/{SLUG}/arguments.toml"))
    path.write_text('["x.y"]\nrows = []\n', encoding="utf-8")
    with pytest.raises(KnowledgeError, match="no example"):
        load(opened(base))
