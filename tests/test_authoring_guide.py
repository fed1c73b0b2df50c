"""docs/authoring.md is walked as an author would: its files are written, its commands run, and print what it shows."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from advisor.cli import main
from tests.tree import ROOT

_PART = re.compile(
    r"^(?:<!-- (?P<how>write|append|before (?P<mark>.+?) in) (?P<path>kb/\S+) -->\n```\w+\n(?P<text>.*?)^```$"
    r"|```console\n(?P<shell>.*?)^```$)",
    re.MULTILINE | re.DOTALL,
)


def _write(root: Path, part: re.Match[str]) -> None:
    path = root / part["path"]
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    if part["how"] == "write":
        path.write_text(part["text"], encoding="utf-8")
    elif part["how"] == "append":
        path.write_text(f"{before}\n{part['text']}", encoding="utf-8")
    else:
        mark = f"    ; {part['mark']}\n"
        assert mark in before
        path.write_text(before.replace(mark, part["text"] + mark, 1), encoding="utf-8")


def test_the_way_from_a_story_to_a_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "kb", tmp_path / "kb", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")
    ran = 0
    for part in _PART.finditer(page):
        if part["shell"] is None:
            _write(tmp_path, part)
            continue
        for block in re.split(r"^\$ advisor ", part["shell"], flags=re.MULTILINE)[1:]:
            command, *shown = block.rstrip("\n").split("\n")
            assert main([*command.split(), "--kb", "kb"]) == 0
            printed = capsys.readouterr().out.split("\n")
            position = 0
            for line in shown:
                if line != "...":
                    assert line in printed[position:], (command, line, printed)
                    position = printed.index(line, position) + 1
            ran += 1
    assert ran == 5
