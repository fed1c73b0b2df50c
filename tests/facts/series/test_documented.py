"""The examples in the documentation of the series functions."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import facts.series


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(facts.series.__path__)])
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(f"facts.series.{name}")).failed == 0
