"""The plain start does not pay for the author's tools."""

from __future__ import annotations

import subprocess
import sys

import pytest

from advisor.arguments import command_line
from advisor.cli import main
from tests.tree import ROOT


def test_a_diagnosis_loads_none_of_the_authors_tools() -> None:
    code = (
        "import sys; from advisor.cli import main; main(['explain', 'linux-writeback-stall']);"
        "sys.stderr.write(repr([n for n in sys.modules if n.startswith(('advisor.authoring', 'advisor.kbcheck'))]))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stderr == "[]"


def test_arguments_are_added_once_the_command_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line().parse_args(["kb", "check", "--quick"]).quick
    with pytest.raises(SystemExit):
        main(["kb", "--help"])
    out = capsys.readouterr().out
    for action in ("new", "check", "test", "coverage", "mutate", "graph", "index"):
        assert f"\n    {action} " in out


def test_without_an_action_it_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["kb"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("error[usage]")
