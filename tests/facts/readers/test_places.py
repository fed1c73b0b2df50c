"""Places that readers declare: each is one whose file the reader takes, and looking one up imports no reader."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
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
from facts.text import lines_of, unquote
from tests.facts.readers.test_readers import PAIRS
from tests.tree import ROOT

DECLARED = [
    (name, place) for name, _ in MODULES for place in getattr(import_module(f"facts.readers.{name}"), "PLACES", ())
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
        yield from of_fixtures()[reader.kind]


@cache
def of_fixtures() -> dict[str, list[list[str]]]:
    """The outputs of all fixtures, by their kind."""
    found: dict[str, list[list[str]]] = defaultdict(list)
    for path in PAIRS:
        lines = unquote(lines_of(path.read_bytes()))
        for output in json.loads(path.with_suffix(".json").read_text(encoding="utf-8")):
            first, last = output["lines"]
            found[output["kind"]].append(lines[first - 1 : last])
    return found


def read_at(folder: Path, name: str, lines: list[str]) -> tuple[list[str], list[object]]:
    """The kinds of what is read of a file with this name, "" for what is not, and what its rows tell."""
    file = folder / name
    file.parent.mkdir(parents=True)
    file.write_text("\n".join([*lines, ""]), encoding="utf-8")
    bundle, errors = load([str(folder)])
    assert not errors
    rows = [{slot: cell.value for slot, cell in row.cells.items() if slot != "output"} for row in bundle.labelled]
    return [*(item.kind for item in bundle.inputs), *("" for _ in bundle.unrecognised)], [*rows]


def test_readers_declare_places() -> None:
    assert len({name for name, _ in DECLARED}) > 5


@pytest.mark.parametrize(("name", "place"), DECLARED, ids=[f"{name}-{place.command}" for name, place in DECLARED])
def test_a_reader_takes_what_lies_at_its_place_and_learns_from_it(name: str, place: Place, tmp_path: Path) -> None:
    """Each example with some sample of the reader, of which one at least tells more there than under any other name."""
    module = import_module(f"facts.readers.{name}")
    kinds = {reader.kind for reader in module.READERS}
    texts = list(outputs(module))
    assert place.examples
    learnt = False
    for at, example in enumerate(place.examples):
        unnamed = Path(example).with_name("noted").as_posix()
        here = [read_at(tmp_path / f"{at}-{n}", example, lines) for n, lines in enumerate(texts)]
        read = [(found, lines) for found, lines in zip(here, texts, strict=True) if set() < {*found[0]} <= kinds]
        assert read, f"{example} stands for `{command_of(example)}`, and no sample of {name} is read there"
        learnt = learnt or any(
            found != read_at(tmp_path / f"{at}-{n}-unnamed", unnamed, lines) for n, (found, lines) in enumerate(read)
        )
    assert learnt, f"{place.command} tells {name} nothing"


def test_looking_up_a_place_imports_no_reader() -> None:
    code = (
        "import sys; from facts.place_commands import command_of; print(command_of('db1/smartctl_sde.txt'));"
        "print([name for name in sys.modules if name.startswith('facts.readers.')])"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stdout.splitlines() == ["smartctl -a /dev/sde", "['facts.readers.index']"]
