"""The author's tools on a small knowledge base, through the command line as an author uses them."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from advisor.authoring.coverage import measure
from advisor.authoring.examples import consultation_of, differences, example_paths, outcome_of, read
from advisor.authoring.graph import around, mermaid
from advisor.authoring.index import confusion, fingerprint, made_of
from advisor.authoring.memory import firings, prepare
from advisor.authoring.mutation import Laboratory, names_to_try, run
from advisor.cli import main
from advisor.inference.constructs import rule_text
from advisor.inference.net import KnowledgeError, parse_net
from advisor.knowledge import Knowledge
from tests.advisor.authoring.small import SLUG, change, opened, write, write_rows


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return write(tmp_path)


def kb(base: Path, *words: str) -> int:
    return main(["kb", *words, "--kb", str(base)])


def test_examples_pass_one_by_one(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kb(base, "test") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"pass {SLUG}/confirms--at-once"
    assert lines[-1] == "4 examples: 4 pass, 0 fail"


def test_a_failing_example_says_what_differs(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(base, "examples/rejects--rests.toml", 'findings = ["!swapping"]\ndiagnoses = []',
           f'findings = ["swapping"]\ndiagnoses = ["{SLUG}"]\nstanding = {{ {SLUG} = "likely" }}\nnot = ["x"]')  # fmt: skip
    assert kb(base, "test", SLUG) == 0
    assert capsys.readouterr().out.splitlines()[-5:] == [
        f"FAIL {SLUG}/rejects--rests",
        "     finding not found: swapping",
        f"     diagnoses: expected {SLUG}, found none",
        f"     standing of {SLUG}: expected likely, found nothing",
        f"4 examples of {SLUG}: 3 pass, 1 fail",
    ]
    assert kb(base, "test", "--fail-on", "difference") == 1


def test_an_example_that_cannot_be_read_does_not_hide_the_others(
    base: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(base, "examples/confirms--just.toml", "[expect]", "[expected]")
    kb(base, "test")
    out = capsys.readouterr().out
    assert "     kb-example: the example lacks `expect`" in out
    assert "4 examples: 3 pass, 1 fail" in out


def test_no_examples_is_no_success(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in example_paths(base):
        path.unlink()
    assert kb(base, "test", "--fail-on", "difference") == 1
    assert capsys.readouterr().out == "no examples: there is nothing to try\n"


def test_trace_shows_facts_lines_and_sums(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kb(base, "test", SLUG, "--trace")
    out = capsys.readouterr().out
    assert "FINDINGS swapping.vmstat  (kb/findings/memory.clp:" in out
    assert "<- vmstat.txt:" in out
    assert 'finding host: name swapping, subject "host", state present' in out
    assert "+0.90 swapping (act)" in out


def test_coverage_names_what_no_example_tries(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kb(base, "coverage")
    lines = capsys.readouterr().out.splitlines()
    assert any(line.endswith("swapping.tuned: fires") for line in lines)
    assert "4 of 5 rules fire (80 %)" in lines
    kb(base, "coverage", SLUG, "--format", "json")
    data = json.loads(capsys.readouterr().out)
    assert data["rule"] == {"tried": 4, "of": 5}
    assert {"kind", "owner", "what", "where"} == set(data["missing"][0])


def test_coverage_takes_both_ways_of_a_comparison_and_each_alternative(base: Path) -> None:
    change(
        base,
        "findings/memory.clp",
        "(os linux) (swap-out-max-kb-s ?out&:(at-least",
        "(os linux|solaris) (swap-out-max-kb-s ?out&:(at-least",
    )
    result = measure(opened(base))
    tried = {point.what for point in result.tried if point.owner == "swapping.vmstat"}
    assert {"1 vmstat: os linux is met", "1 vmstat: swap-out-max-kb-s at-least ?*swap-limit-kb-s* is met",
            "1 vmstat: swap-out-max-kb-s at-least ?*swap-limit-kb-s* is not met", "fires"} == tried  # fmt: skip
    assert [p.what for p in result.missing() if p.owner == "swapping.vmstat"] == ["1 vmstat: os solaris is met"]


def test_coverage_of_branches_in_a_fix(base: Path) -> None:
    change(
        base,
        "fix.toml",
        "swappiness={{ before }}",
        "swappiness={% if before is number %}{{ before }}{% else %}60{% endif %}",
    )
    missing = [p.what for p in measure(opened(base)).missing("fix")]
    assert missing == ["step 2: if before is number"]


def verdicts(base: Path, jobs: int = 1) -> dict[str, str | None]:
    knowledge = opened(base)
    result = run(Laboratory(knowledge), names_to_try(knowledge), jobs)
    return {v.id: v.killed_by for v in result.verdicts}


def test_mutants_are_noticed_or_survive(base: Path) -> None:
    found = verdicts(base)
    assert found["swapping.none: 1 vmstat: swap-out-max-kb-s without below ?*swap-limit-kb-s*"]
    assert found["swapping.vmstat: 1 vmstat: os without linux"] == ""
    assert found["?*swap-limit-kb-s* lower"]  # 495 is then swapping
    assert found["?*swap-limit-kb-s* higher"]  # 505 is then none
    assert found["?*swappiness-low* higher"] == ""
    assert found[f"{SLUG}.no-swapping: 1 finding: state without absent"]
    # Where swapping is absent, the decisive argument against it still rules the case out.
    assert found[f"{SLUG}.swapping: 1 finding: state without present"] == ""


def test_a_threshold_far_from_every_example_is_not_noticed(base: Path) -> None:
    change(base, "examples/confirms--just.toml", "505  505", "900  900")
    for _ in range(11):
        change(base, "examples/confirms--just.toml", "505  505", "900  900")
    assert verdicts(base)["?*swap-limit-kb-s* higher"] == ""


def test_jobs_change_nothing(base: Path) -> None:
    assert verdicts(base, 2) == verdicts(base)


def test_what_the_net_says_of_a_mutant_is_what_clips_says(base: Path) -> None:
    """Without the shortcut over the net, every mutant inferred on every example comes to the same."""
    knowledge = opened(base)
    laboratory = Laboratory(knowledge)
    for name in names_to_try(knowledge):
        for mutant, verdict in zip(laboratory.mutants_of(name), laboratory.verdicts(name), strict=True):
            assert bool(laboratory._killer(mutant, laboratory.trials)) == bool(verdict.killed_by), mutant.id


def test_mutants_page_and_reasons(base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "swapping.vmstat: 1 vmstat: os without linux"
    (base / "mutants.toml").write_text(f'[equivalent]\n"{name}" = "Only Linux counts kB."\n', encoding="utf-8")
    assert kb(base, "mutate", "--jobs", "1", "-o", str(tmp_path), "--fail-on", "survivor") == 1
    page = (tmp_path / "mutants.md").read_text(encoding="utf-8")
    assert f"| `{name}` | Only Linux counts kB. |" in page
    assert "13 mutants: 0 are noticed by a row-level example, 4 more by a capture,\n9 by none. " in page
    assert "| findings/memory.clp | 9 | 0 | 3 | 1 | 5 |" in page
    assert f"| {SLUG} | 4 | 0 | 1 | 0 | 3 |" in page
    assert made_of(page) == fingerprint(opened(base))
    assert "    Only Linux counts kB." in capsys.readouterr().out


def test_firings_in_python_are_those_of_clips(base: Path) -> None:
    knowledge = opened(base)
    for path in example_paths(base):
        trial, result = prepare(knowledge, read(path))
        inference = result.now.inference
        for rule in knowledge.net.rules.values():
            if rule.name == "told.sign":
                continue
            assert {basis for basis, _ in firings(knowledge.net, rule, trial.memories[0])} == {
                f.basis for f in inference.firings if f.rule == rule.name
            }


def test_rules_survive_the_way_to_text_and_back() -> None:
    knowledge = Knowledge()
    texts = (path.read_text(encoding="utf-8") for path in knowledge.construct_files)
    thresholds = "\n".join(line for text in texts for line in text.splitlines() if line.startswith("(defglobal "))
    rules = "\n".join(map(rule_text, knowledge.net.rules.values()))
    again = parse_net({"x": f"{thresholds}\n{rules}"}).rules
    assert list(again) == list(knowledge.net.rules)
    for name, rule in knowledge.net.rules.items():
        assert rule_text(again[name]) == rule_text(rule)
        assert (again[name].module, len(again[name].patterns)) == (rule.module, len(rule.patterns))


def test_graph_around_a_case_is_well_formed_and_escaped(base: Path, tmp_path: Path) -> None:
    change(base, "case.toml", 'title = "The host swaps"', 'title = "The <host> & its swap"')
    for words in (["graph", SLUG], ["graph"]):
        target = tmp_path / "net.svg"
        assert kb(base, *words, "-o", str(target)) == 0
        ET.parse(target)
    texts = {node.text for node in ET.parse(tmp_path / "net.svg").iter() if node.tag.endswith("title")}
    assert "TST-001 The <host> & its swap" in texts


def test_graph_goes_from_rows_to_the_case(base: Path) -> None:
    graph = around(opened(base), SLUG)
    assert graph.nodes["row:vmstat"].layer < graph.nodes["finding:swapping"].layer < graph.nodes[f"case:{SLUG}"].layer
    assert ("finding:swapping", f"for:{SLUG}.swapping", "uses") in graph.edges
    assert ("finding:no swapping", f"against:{SLUG}.no-swapping", "uses") in graph.edges
    assert mermaid(graph).startswith("flowchart LR\n")


def test_confusion_is_diagonal_where_the_examples_pass(base: Path) -> None:
    assert {wanted: dict(row) for wanted, row in confusion(opened(base)).items()} == {
        SLUG: {SLUG: 2},
        "none": {"none": 2},
    }


def test_index_writes_every_page(base: Path, tmp_path: Path) -> None:
    assert kb(base, "index", "-o", str(tmp_path / "docs")) == 0
    names = {path.name for path in (tmp_path / "docs").iterdir()}
    assert names == {"cases.md", "vocabulary.md", "sources.md", "confusion.md", "coverage.md"}
    assert (
        "| `swapping` | Pages go out. | memory.clp | small-swap-case |"
        in (tmp_path / "docs" / "vocabulary.md").read_text()
    )


def test_a_new_case_says_what_is_to_be_filled_in(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kb(base, "new", "test/new-small-case") == 0
    written = capsys.readouterr().out
    assert "rejects--healthy.toml" in written
    folder = base / "cases" / "test" / "new-small-case"
    assert 'id = "TST-002"' in (folder / "case.toml").read_text(encoding="utf-8")
    assert kb(base, "check", "new-small-case", "--fail-on", "error") == 1
    out = capsys.readouterr().out
    assert out.count("error[kb-unfilled]") == 8
    assert out.endswith("\n8 errors, 0 warnings, 0 accepted\n"), (
        "placeholders are wrong in other ways too: that is no news"
    )
    assert kb(base, "check", SLUG, "--quick") == 0


def test_what_concerns_a_case_are_its_findings_too(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kb(base, "check", SLUG, "--quick") == 0
    assert "kb/findings/memory.clp" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["one", "Area/two-words", "area/word", "../x/a-b", "a/b/c-d", f"test/{SLUG}"])
def test_a_name_that_will_not_do(base: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert kb(base, "new", name) == 2
    assert capsys.readouterr().err.startswith("error[")


def test_what_is_no_knowledge_base_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kb", "check", "--kb", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("error[no-such-knowledge]")


def test_an_unknown_case_is_said(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for action in ("test", "coverage", "mutate", "graph", "check"):
        assert kb(base, action, "small-swap-cas") == 2
        assert f"did you mean `{SLUG}`?" in capsys.readouterr().err


def test_check_as_json_and_with_what_is_accepted(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(base, "case.toml", "Everything waits.", "Everything waits")
    write_rows(base)
    assert kb(base, "check", "--format", "json") == 0
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert (problem["code"], problem["case"], problem["level"]) == ("kb-text", SLUG, "error")
    (base / "accepted.toml").write_text(f'[kb-text]\n{SLUG} = "It is short."\n', encoding="utf-8")
    assert kb(base, "check", "--accepted", "--fail-on", "warning") == 0
    out = capsys.readouterr().out
    assert "  reason: It is short." in out
    assert "0 errors, 0 warnings, 1 accepted" in out


def test_an_expectation_that_holds_differs_in_nothing(base: Path) -> None:
    example = read(example_paths(base)[0])
    consultation, _ = consultation_of(opened(base), example)
    assert differences(example.expect, outcome_of(consultation)) == []
    with pytest.raises(KnowledgeError):
        read(base / "sources.toml")
