"""Places that readers declare: each is one whose file the reader takes, and looking one up imports no reader."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from facts import readers
from facts.bundle import load
from facts.place_commands import command_of
from facts.readers.index import MODULES
from facts.reading import Place, prompt_of
from tests.facts.readers.test_readers import FIXTURES
from tests.tree import ROOT

DECLARED = [
    (name, example)
    for name, _ in MODULES
    for place in getattr(import_module(f"facts.readers.{name}"), "PLACES", ())
    for example in place.examples
]


def documented(module: Any) -> Iterator[list[str]]:
    """The samples in a reader's documentation, without the command above each."""
    shown: list[str] = []
    with patch.object(readers, "show", lambda text, command="": shown.append(text)):
        for test in doctest.DocTestFinder().find(module):
            for example in test.examples if test.name == module.__name__ else ():
                exec(example.source, test.globs)
    for text in shown:
        lines = text.splitlines()
        yield lines[1:] if prompt_of(lines[0]) else lines


def outputs(module: Any) -> Iterator[list[str]]:
    """Outputs that a reader takes: its samples, then those of its fixtures."""
    yield from documented(module)
    for reader in module.READERS:
        for path in sorted((FIXTURES / reader.kind).glob("*.txt")):
            lines = path.read_text(encoding="utf-8").splitlines()
            for found in json.loads(path.with_suffix(".json").read_text(encoding="utf-8")):
                if found["kind"] == reader.kind:
                    yield lines[found["lines"][0] - 1 : found["lines"][1]]


def test_places_are_declared_as_places() -> None:
    assert len({name for name, _ in DECLARED}) > 5
    for name, _ in MODULES:
        for place in getattr(import_module(f"facts.readers.{name}"), "PLACES", ()):
            assert isinstance(place, Place)
            assert place.examples, f"{name}: {place.pattern} has no example"


@pytest.mark.parametrize(("name", "example"), DECLARED)
def test_a_reader_takes_what_lies_at_its_place(name: str, example: str, tmp_path: Path) -> None:
    module = import_module(f"facts.readers.{name}")
    kinds = {reader.kind for reader in module.READERS}
    file = tmp_path / example
    file.parent.mkdir(parents=True, exist_ok=True)
    for lines in outputs(module):
        file.write_text("\n".join([*lines, ""]), encoding="utf-8")
        bundle, errors = load([str(tmp_path)])
        if not errors and [item.kind in kinds for item in bundle.inputs] == [True] and not bundle.unrecognised:
            return
    pytest.fail(f"{example} stands for `{command_of(example)}`, and no sample of {name} is read there")


def test_looking_up_a_place_imports_no_reader() -> None:
    code = (
        "import sys; from facts.place_commands import command_of; print(command_of('db1/smartctl_sde.txt'));"
        "print([name for name in sys.modules if name.startswith('facts.readers.')])"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stdout.splitlines() == ["smartctl -a /dev/sde", "['facts.readers.index']"]
