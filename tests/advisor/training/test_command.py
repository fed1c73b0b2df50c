"""`advisor train` from scripts: the record of a run in its forms, where it goes, and progress for a trainer."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from advisor.cli import main
from tests.advisor.training.runs import SCENARIOS
from tests.state import seeded

NAME = "memory-almost-full-alarm"


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("ADVISOR_STATE", str(seeded(tmp_path / "state")))
    case = SCENARIOS[NAME].case or "nothing"
    path = tmp_path / "lines.txt"
    path.write_text(
        f"free -m\n:suspect {case} because | it looks\n:conclude {case} because of <b>free</b>\n:done\n",
        encoding="utf-8",
    )
    return ["train", NAME, "--seed", "3", "--script", str(path)]


def test_an_interview_is_kept_for_a_trainer(
    script: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*script, "--mode", "interview"]) == 0
    assert "transcript and rubric: " in capsys.readouterr().err
    (page,) = (tmp_path / "state" / "interviews").glob("*.md")
    (data,) = (tmp_path / "state" / "interviews").glob("*.json")
    assert page.stat().st_mode & 0o077 == 0
    text = page.read_text(encoding="utf-8")
    assert "| diagnosis | 30.0 | 30 |" in text
    assert "Concluded" in text
    assert "of <b>free</b>" in text
    score = json.loads(data.read_text(encoding="utf-8"))["score"]
    assert [part["name"] for part in score["parts"]] == ["diagnosis", "path", "safety", "verification", "cost"]
    assert all(part["reasons"] for part in score["parts"])


@pytest.mark.parametrize(
    ("name", "begins"), [("a.md", "# Exam: "), ("a.txt", "Exam: "), ("a.json", "{"), ("a", "# Exam: ")]
)
def test_a_record_is_written_where_it_is_asked_for(name: str, begins: str, script: list[str], tmp_path: Path) -> None:
    path = tmp_path / name
    assert main([*script, "--mode", "exam", "-o", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert text.startswith(begins)
    assert "free -m" in text
    assert not (tmp_path / "state" / "interviews").exists()


def test_what_cannot_be_written_or_does_not_go_together_is_said(
    script: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*script, "-o", str(tmp_path / "none" / "a.md")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    for wrong in (
        [*script, "--format", "csv"], ["train", NAME, "--format", "markdown"], ["train", "--mode", "drill", "-o", "x.md"],
    ):  # fmt: skip
        assert main(wrong) == 2
        assert "error[usage]" in capsys.readouterr().err


def test_progress_is_there_as_text_data_and_tables(script: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*script, "--mode", "exam"]) == 0
    capsys.readouterr()
    assert main(["train", "--progress"]) == 0
    assert f"{NAME} (exam)" in capsys.readouterr().out
    assert main(["train", "--progress", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"][0]["scenario"] == NAME
    assert main(["train", "--progress", "--format", "csv-runs"]) == 0
    (run,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert run["scenario"] == NAME
    assert float(run["diagnosis"]) == 30.0
    assert main(["train", "--progress", "--format", "csv"]) == 0
    tried = [row["skill"] for row in csv.DictReader(io.StringIO(capsys.readouterr().out)) if int(row["tried"])]
    assert set(tried) == set(SCENARIOS[NAME].skills)
