"""The tests that a change can touch, in half a minute: ``make quick``.

    python -m tests.quick [PATH]...

Without paths, those that git says are changed since the last commit, or by it where nothing is changed. The tests mirror the tree, so
a file leads to its tests by its place; what a change breaks far away is for ``make test``.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from tests.tree import ROOT

_READERS = (
    "tests/facts/readers/test_readers.py",
    "tests/facts/readers/test_account.py",
    "tests/facts/readers/test_hints.py",
)
_DOCS = ("tests/test_docs.py", "tests/test_readme.py")


class Chosen(NamedTuple):
    """Tests by file or folder; `like` keeps those whose names hold it, "" all."""

    paths: tuple[str, ...]
    like: str = ""


def changed() -> list[str]:
    """What git says is changed since the last commit, or by it."""
    for command in (["diff", "--name-only", "HEAD"], ["show", "--name-only", "--format=", "HEAD"]):
        said = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
        new = subprocess.run(
            ["git", "ls-files", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split()
        if said or new:
            return [*said, *new]
    return []


def tests_of(path: str) -> Chosen | None:
    """The tests that a changed file can touch, None where there are none."""
    parts = Path(path).parts
    beside = Path("tests", *parts[:-1], f"test_{parts[-1]}")
    if parts[0] == "tests":
        return _of_test(path, parts)
    if parts[:2] == ("facts", "readers") and path.endswith(".py"):
        return Chosen((*_READERS, "tests/facts/readers"), f"{_kinds(parts[-1].removesuffix('.py'))} or has_a_fixture")
    if parts[:2] == ("kb", "cases"):
        return Chosen(("tests/kb", "tests/accuracy"), f"{parts[3]} or test_check") if len(parts) > 4 else None
    if parts[0] == "kb":
        return Chosen(_OF_KNOWLEDGE.get(parts[1], ("tests/kb/test_check.py",)))
    if parts[0] in ("docs", "README.md", "CHANGELOG.md"):
        return Chosen(_DOCS)
    if parts[0] in ("advisor", "facts") and path.endswith(".py"):
        if (ROOT / beside).is_file():
            return Chosen((str(beside),))
        folder = Path("tests", *parts[:-1])
        if len(parts) > 2 and (ROOT / folder).is_dir():
            return Chosen((str(folder),))
        return Chosen(("tests/test_cli.py", "tests/test_imports.py"))
    return None


_OF_KNOWLEDGE = {
    "phrases": ("tests/advisor/chat", "tests/kb/test_check.py"),
    "questions": ("tests/kb/test_questions.py", "tests/kb/test_check.py"),
    "findings": ("tests/kb/test_check.py", "tests/kb/test_row_examples.py", "tests/accuracy"),
    "terms": ("tests/kb/test_terms.py",),
}


def _of_test(path: str, parts: tuple[str, ...]) -> Chosen | None:
    if "fixtures" in parts:
        return Chosen(_READERS, Path(path).stem)
    if parts[1] == "field":
        return Chosen(("tests/accuracy",), Path(path).stem)
    name = parts[-1]
    if name.startswith("test_") and name.endswith(".py"):
        return Chosen((path,)) if (ROOT / path).is_file() else None
    folder = str(Path(path).parent)
    return Chosen((folder,)) if folder != "tests" and (ROOT / folder).is_dir() else None


def _kinds(module: str) -> str:
    """The kinds that a reader's module takes, as they stand in the names of tests."""
    try:
        readers = import_module(f"facts.readers.{module}").READERS
    except (AttributeError, ImportError):
        return module  # what readers share
    return " or ".join(dict.fromkeys([module, *(reader.kind for reader in readers)]))


def chosen(paths: Iterable[str]) -> Iterator[Chosen]:
    """What is to be run, each once."""
    yield from dict.fromkeys(tests for tests in map(tests_of, paths) if tests is not None)


def main() -> int:
    """Run them, those with like names together."""
    runs: dict[str, dict[str, None]] = {}
    for tests in chosen(sys.argv[1:] or changed()):
        runs.setdefault(tests.like, {}).update(dict.fromkeys(tests.paths))
    if not runs:
        sys.stdout.write("nothing is changed that a test could touch\n")
    status = 0
    for like, paths in runs.items():
        workers = "0" if like else "2"
        command = [sys.executable, "-m", "pytest", "-q", "-n", workers, *(["-k", like] if like else []), *paths]
        sys.stdout.write(f"{' '.join(command[2:])}\n")
        sys.stdout.flush()
        ended = subprocess.run(command, cwd=ROOT, check=False).returncode
        status = status or (0 if ended == 5 else ended)  # none of that name is no failure
    return status


if __name__ == "__main__":
    sys.exit(main())
