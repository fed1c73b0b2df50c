"""Every example in a docstring is executed."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tests.kb.examples import ROOT

MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in ("facts", "advisor")
    for path in (ROOT / package).rglob("*.py")
    if ">>>" in path.read_text(encoding="utf-8") and "readers" not in path.parts
)


@pytest.mark.parametrize("name", MODULES)
def test_docstring(name: str) -> None:
    result = doctest.testmod(import_module(name))
    assert (result.attempted > 0, result.failed) == (True, 0)


def test_the_list_is_not_empty() -> None:
    assert len(MODULES) > 5
    assert Path(ROOT / "facts" / "units.py").exists()
