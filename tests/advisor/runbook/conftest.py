"""The linked set and incident reports, built once."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest

from advisor import image
from advisor.cli import main
from advisor.runbook.pages import Pages
from advisor.runbook.whole import write_set
from tests.tree import ROOT

EXAMPLES = ("vxfs-ha-cluster", "zfs-log-spikes")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The linked set; no test changes it."""
    path = tmp_path_factory.mktemp("runbooks")
    write_set(image.load(), Pages(), path)
    return path


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An incident report of each of some examples; no test changes them."""
    path = tmp_path_factory.mktemp("reports")
    for name in EXAMPLES:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            main(["diagnose", str(ROOT / "examples" / name), "--format", "html"])
        (path / f"{name}.html").write_text(out.getvalue(), encoding="utf-8")
    return path
