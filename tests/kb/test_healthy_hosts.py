"""Hosts that are well, busy, odd, old or large: whatever somebody complains of, nothing is diagnosed. Risks may be named."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.kb.examples import Example, consultation_of

PATHS = sorted(Path(__file__).with_name("healthy").glob("*.toml"))


def read(path: Path) -> Example:
    """A healthy host in the form of an example."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    tell = data["tell"]
    return Example(path, [tell] if isinstance(tell, str) else tell, [(f["path"], f["text"]) for f in data["files"]], {})


def test_there_are_enough() -> None:
    assert len(PATHS) >= 20


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_healthy_host_has_no_diagnosis(path: Path) -> None:
    result, bundle = consultation_of(read(path))
    assert bundle.inputs
    assert [(d.case.slug, d.standing, d.status, [a.name for a in d.supporting]) for d in result.diagnoses] == []
