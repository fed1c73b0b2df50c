"""The README shows what the tool really prints, and names every case and no other."""

from __future__ import annotations

import re

from tests.kb.examples import ROOT, knowledge
from tests.test_cli import run

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_shown_output_is_real() -> None:
    block = README.split("<!-- demo -->")[1].split("<!-- end of demo -->")[0].strip().strip("`").strip("\n").split("\n")
    command = block[0].removeprefix("$ advisor ").split()
    printed = [line.rstrip() for line in run(*command).stdout.decode().split("\n")]
    position = 0
    for line in block[1:]:
        if line == "...":
            continue
        assert line in printed[position:], f"not printed any more: {line!r}"
        position = printed.index(line, position) + 1


def test_the_table_of_cases_is_complete() -> None:
    named = set(re.findall(r"^\| `([a-z0-9-]+)` \|", README, re.MULTILINE))
    assert named == set(knowledge().cases)
