"""The answer on one screen: short, true to the whole report, and never half a command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from advisor.cli import main
from advisor.explanation.answer import how_sure
from advisor.explanation.card import _cited, card

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = sorted(path for path in (ROOT / "examples").iterdir() if path.is_dir())
Capture = pytest.CaptureFixture[str]


def said(capsys: Capture, *arguments: str) -> str:
    assert main(["diagnose", *arguments]) == 0
    return capsys.readouterr().out


def reported(capsys: Capture, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(said(capsys, *arguments, "--format", "json"))
    return found


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_it_fits_a_screen(example: Path, capsys: Capture) -> None:
    lines = said(capsys, str(example)).splitlines()
    data = reported(capsys, str(example))
    assert len(lines) <= (28 if len(data["diagnoses"]) == 1 else 40)
    commands = {line for item in data["diagnoses"] for step in item["fix"] for line in step["command"].split("\n")}
    assert [line for line in lines if len(line) > 80 and line.strip() not in commands] == []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_a_command_is_whole_or_not_there(example: Path, capsys: Capture) -> None:
    page = said(capsys, str(example))
    for item in reported(capsys, str(example))["diagnoses"]:
        for step in item["fix"]:
            lines = [line for line in step["command"].split("\n") if len(line) > 12]
            assert sum(line in page for line in lines) in (0, len(lines)) or len(set(lines)) < len(lines)


def test_it_begins_with_the_cause_and_shows_what_proves_it(capsys: Capture) -> None:
    page = said(capsys, str(ROOT / "examples" / "zfs-log-spikes"))
    first = page.splitlines()[0]
    assert first.startswith("ZFS transaction groups delay the intent log")
    assert first.endswith("CONFIRMED")
    assert "db41/iostat.txt:64  126 ms" in page
    assert "[x] happening" in page


def test_no_command_that_disrupts_stands_on_it(capsys: Capture) -> None:
    for example in EXAMPLES:
        page = said(capsys, str(example)).splitlines()
        steps = [step for item in reported(capsys, str(example))["diagnoses"] for step in item["fix"]]
        harmless = {line for s in steps if s["risk"] in ("look", "safe") for line in s["command"].split("\n")}
        risky = {
            line for s in steps if s["risk"] not in ("look", "safe") for line in s["command"].split("\n")
        } - harmless
        assert risky, example
        assert not risky.intersection(line.strip() for line in page)


def test_a_figure_is_left_out_only_where_its_line_says_it() -> None:
    fact: dict[str, Any] = {"unit": "ms", "origin": {"path": "a.txt", "lines": [1, 1]}}
    assert _cited(fact | {"value": 0.4, "text": "sda 0 10 5"}, 60) == "a.txt:1  0.4 ms  sda 0 10 5"
    assert _cited(fact | {"value": 10.0, "text": "sda 0 10 5"}, 60) == "a.txt:1  sda 0 10 5"


def test_what_follows_and_what_else_holds_is_named(capsys: Capture) -> None:
    page = said(capsys, str(ROOT / "examples" / "vxfs-ha-cluster"))
    data = reported(capsys, str(ROOT / "examples" / "vxfs-ha-cluster"))
    flat = " ".join(page.split())
    for number, item in enumerate(data["diagnoses"][1:], 2):
        assert f"{number}. {item['title']}" in flat
    assert flat.index("led to") < flat.index("A starved node is taken for dead")


def test_a_storm_stays_on_the_screen(capsys: Capture) -> None:
    data = reported(capsys, str(ROOT / "examples" / "areca-failing-disk"))
    item = data["diagnoses"][0]
    data["diagnoses"] = [item | {"subject": f"sd{n}"} for n in range(200)]
    data["risks"] = [item | {"subject": f"sd{n}"} for n in range(200)]
    page = card(data)
    assert len(page.splitlines()) <= 40
    assert "and 199 more" in page
    assert "and 197 more" in page


def test_the_whole_fix_and_the_whole_proof_of_one(capsys: Capture) -> None:
    example = str(ROOT / "examples" / "vxfs-ha-cluster")
    item = reported(capsys, example)["diagnoses"][1]
    fix, proof = said(capsys, example, "--fix", "2"), said(capsys, example, "--explain", "2")
    assert all(step["command"].split("\n")[0] in fix for step in item["fix"])
    assert "Why" not in fix
    assert "   Why\n" in proof
    assert "   Fix\n" not in proof
    assert said(capsys, example, "--fix") == said(capsys, example, "--fix", "1")


def test_a_diagnosis_that_is_not_there_is_refused(capsys: Capture) -> None:
    assert main(["diagnose", str(ROOT / "examples" / "zfs-log-spikes"), "--fix", "7"]) == 2
    assert "there is no diagnosis 7" in capsys.readouterr().err
    assert main(["diagnose", str(ROOT / "examples" / "zfs-log-spikes"), "--fix", "--format", "json"]) == 2
    assert "parts of the text" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["diagnose", "--explain", "captures/"])
    assert "put paths before this option" in capsys.readouterr().err


def test_where_no_cause_is_shown_it_says_what_stands_out(tmp_path: Path, capsys: Capture) -> None:
    rows = "\n".join(
        f"07:{minute}:01 AM     all      4.91      0.00     79.30      3.12     12.67" for minute in (30, 40, 50)
    )
    head = "Linux 2.6.18-92.el5 (db9)  11/07/2009\n\n07:20:01 AM       CPU     %user     %nice   %system   %iowait     %idle"
    (tmp_path / "sar-u.txt").write_text(f"{head}\n{rows}\n", encoding="utf-8")
    page, data = said(capsys, str(tmp_path)), reported(capsys, str(tmp_path))
    assert data["diagnoses"] == []
    assert page.startswith("No known cause found in 1 output")
    assert [sight["rank"] for sight in data["stands_out"]] == list(range(1, len(data["stands_out"]) + 1))
    assert "sar-u.txt:" in page
    assert "Not assessed for lack of captures: " in page


def test_a_sure_diagnosis_leaves_nothing_standing_out(capsys: Capture) -> None:
    assert reported(capsys, str(ROOT / "examples" / "zfs-log-spikes"))["stands_out"] == []


def test_nothing_read_is_said(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "note.txt").write_text("see you at lunch\n", encoding="utf-8")
    assert "Nothing was read, so nothing was assessed." in said(capsys, str(tmp_path))


def test_where_all_is_accepted_it_says_that_nothing_is_new(tmp_path: Path, capsys: Capture) -> None:
    example, baseline = str(ROOT / "examples" / "zfs-log-spikes"), tmp_path / "baseline.json"
    baseline.write_text(said(capsys, example, "--format", "json"), encoding="utf-8")
    page = said(capsys, example, "--baseline", str(baseline))
    assert page.split("\n")[0].endswith("NOTHING NEW")
    assert "stands out" not in page
    assert "Known and accepted, and not grown since: ZFS transaction groups" in page
    assert "nothing new</span>" in said(capsys, example, "--baseline", str(baseline), "--format", "html")


def test_the_reason_for_a_standing_names_each_stage() -> None:
    chain = {name: {"state": state, "look_at": ["vmstat 1"]} for name, state in
             (("ground", "refuted"), ("act", "hinted"), ("harm", "unknown"), ("felt", "shown"))}  # fmt: skip
    assert how_sure({"standing": "likely", "chain": chain}) == (
        "Likely: what makes it possible is refuted; the mechanism at work is indicated; the harm was not looked at; "
        "the complaint is shown."
    )
    assert how_sure({"standing": "possible", "chain": {}}) == "Possible."
