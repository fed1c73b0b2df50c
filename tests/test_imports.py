"""Imports go one way.

`facts` imports neither sibling, `kb` holds no logic, only `advisor/inference` imports `clips` and only `advisor/tui`
imports `textual`. Within the training machines import tools and parts, tools import parts, parts neither. Nobody
imports `tui` or `cli`, but for `python -m advisor` and the command that opens the TUI. What is dear to import stays
out of the way of a command that does not need it. In `facts.series` nothing imports itself through others.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import PurePosixPath

import pytest

from tests import tree

Sources = Mapping[str, str]  # path within the checkout -> text

ONLY_IN = {"clips": "advisor.inference", "textual": "advisor.tui"}
DEAR = ("jinja2", "numpy", "rich", "textual")
ENTRY = "advisor.cli"
LAYERS = ("advisor.training.parts", "advisor.training.tools", "advisor.training.machines")
"""Each may import those before it."""


@dataclass(frozen=True)
class Import:
    """One import: the names that it may load, its line, and whether it runs when its module is imported."""

    names: tuple[str, ...]
    line: int
    at_load: bool

    def reaches(self, package: str) -> bool:
        return any(within(name, package) for name in self.names)


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def module_name(path: str) -> str:
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: str, source: str) -> Iterator[Import]:
    module = module_name(path).split(".")
    package = module if path.endswith("__init__.py") else module[:-1]

    def names(node: ast.AST) -> tuple[str, ...]:
        match node:
            case ast.Import():
                return tuple(alias.name for alias in node.names)
            case ast.ImportFrom():
                above = package[: len(package) - node.level + 1] if node.level else []
                base = ".".join([*above, *([node.module] if node.module else [])])
                return (base, *(f"{base}.{alias.name}" for alias in node.names))
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                return (name,)
        return ()

    def walk(node: ast.AST, at_load: bool) -> Iterator[Import]:
        if found := names(node):
            yield Import(found, getattr(node, "lineno", 0), at_load)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for statement in node.body:
                yield from walk(statement, False)
            for statement in node.orelse:
                yield from walk(statement, at_load)
            return
        later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            yield from walk(child, at_load and not later)

    yield from walk(ast.parse(source, path), True)


def is_logic(source: str) -> bool:
    """Whether there is more than a docstring."""
    return any(
        not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) for node in ast.parse(source).body
    )


def may_import_shell(module: str, shell: str, at_load: bool) -> bool:
    if within(module, shell):
        return True
    if shell == "advisor.cli":
        return module == "advisor.__main__"
    return within(module, "advisor.cli") and not at_load


def loaded_with(entry: str, sources: Sources) -> list[str]:
    """The paths of the modules that importing the entry imports too."""
    paths = {module_name(path): path for path in sources}
    found: list[str] = []
    todo = [entry]
    while todo:
        parts = todo.pop().split(".")
        for length in range(1, len(parts) + 1):
            path = paths.get(".".join(parts[:length]))
            if path and path not in found:
                found.append(path)
                todo += [name for one in imports(path, sources[path]) if one.at_load for name in one.names]
    return found


def violations(sources: Sources) -> list[str]:
    found = []
    for path, source in sources.items():
        module = module_name(path)
        if within(module, "kb") and (not path.endswith("__init__.py") or is_logic(source)):
            found.append(f"{path}:1: kb holds no logic")
        for one in imports(path, source):
            where = f"{path}:{one.line}"
            if within(module, "facts"):
                found += [f"{where}: facts imports {name}" for name in ("advisor", "kb") if one.reaches(name)]
            for name, place in ONLY_IN.items():
                if one.reaches(name) and not within(module, place):
                    found.append(f"{where}: only {place} imports {name}")
            for below, above in combinations(LAYERS, 2):
                if within(module, below) and one.reaches(above):
                    found.append(f"{where}: {below} imports {above}")
            for shell in ("advisor.tui", "advisor.cli"):
                if one.reaches(shell) and not may_import_shell(module, shell, one.at_load):
                    found.append(f"{where}: nobody imports {shell}")
    for path in loaded_with(ENTRY, sources):
        for one in imports(path, sources[path]):
            found += [
                f"{path}:{one.line}: {ENTRY} would load {name}" for name in DEAR if one.at_load and one.reaches(name)
            ]
    return found


@pytest.fixture(scope="module")
def project() -> dict[str, str]:
    paths = [path for path in tree.files(*tree.PACKAGES) if path.endswith(".py")]
    return {path: (tree.ROOT / path).read_text(encoding="utf-8") for path in paths}


def circles(sources: Sources, package: str) -> list[str]:
    """The modules of a package that import themselves through others, however late, or for their types alone."""
    inside = {module_name(path): path for path in sources if within(module_name(path), package)}
    reached = {
        module: {
            name for one in imports(path, sources[path]) for name in one.names if name in inside and name != package
        }
        for module, path in inside.items()
    }
    for through in inside:
        for further in reached.values():
            if through in further:
                further |= reached[through]
    return sorted(module for module, further in reached.items() if module in further)


def test_long_samplings_are_read_without_a_circle(project: Sources) -> None:
    assert circles(project, "facts.series") == []


def test_a_circle_is_seen_however_late_it_is_imported() -> None:
    sources = {
        "facts/series/__init__.py": "",
        "facts/series/a.py": "def f():\n    from facts.series import b",
        "facts/series/b.py": "if TYPE_CHECKING:\n    from facts.series.c import C",
        "facts/series/c.py": "from facts.series.a import f\nimport facts.series.d",
        "facts/series/d.py": "from facts.reading import Row",
    }
    assert circles(sources, "facts.series") == ["facts.series.a", "facts.series.b", "facts.series.c"]


def test_project_keeps_the_direction(project: Sources) -> None:
    assert violations(project) == []


def test_check_sees_every_package_and_the_way_from_the_command(project: Sources) -> None:
    assert {path.split("/")[0] for path in project} == set(tree.PACKAGES)
    assert "advisor/cli.py" in loaded_with(ENTRY, project)


def test_importing_the_command_loads_nothing_dear() -> None:
    code = f"import sys, {ENTRY}; print([name for name in {DEAR} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], cwd=tree.ROOT, capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("[]\n", "")


@pytest.mark.parametrize(
    ("path", "source", "complaint"),
    [
        ("facts/a.py", "import advisor.store", "facts/a.py:1: facts imports advisor"),
        ("facts/a.py", "def f():\n    from kb import x", "facts/a.py:2: facts imports kb"),
        ("facts/a.py", "from importlib import import_module\nimport_module('kb')", "facts/a.py:2: facts imports kb"),
        ("kb/helpers.py", "", "kb/helpers.py:1: kb holds no logic"),
        ("kb/__init__.py", "'''Data.'''\nx = 1", "kb/__init__.py:1: kb holds no logic"),
        ("advisor/store.py", "import clips", "advisor/store.py:1: only advisor.inference imports clips"),
        ("facts/a.py", "import clips.agenda", "facts/a.py:1: only advisor.inference imports clips"),
        (
            "advisor/chat/a.py",
            "if TYPE_CHECKING:\n    from textual.app import App",
            "advisor/chat/a.py:2: only advisor.tui imports textual",
        ),
        (
            "advisor/training/parts/a.py",
            "def f(): from advisor.training.tools import b",
            "advisor/training/parts/a.py:1: advisor.training.parts imports advisor.training.tools",
        ),
        ("advisor/chat/a.py", "from advisor import tui", "advisor/chat/a.py:1: nobody imports advisor.tui"),
        ("advisor/chat/a.py", "from .. import cli", "advisor/chat/a.py:1: nobody imports advisor.cli"),
        ("advisor/tui/a.py", "import advisor.cli", "advisor/tui/a.py:1: nobody imports advisor.cli"),
        ("advisor/cli.py", "from advisor.tui.app import run", "advisor/cli.py:1: nobody imports advisor.tui"),
        ("advisor/__main__.py", "def f(): import advisor.tui", "advisor/__main__.py:1: nobody imports advisor.tui"),
        ("advisor/__init__.py", "import jinja2", "advisor/__init__.py:1: advisor.cli would load jinja2"),
        ("advisor/cli.py", "try:\n    import numpy\nfinally: ...", "advisor/cli.py:2: advisor.cli would load numpy"),
        ("advisor/cli.py", "class A:\n    import rich.text", "advisor/cli.py:2: advisor.cli would load rich"),
    ],
)
def test_check_finds(path: str, source: str, complaint: str) -> None:
    assert violations({"advisor/cli.py": "", path: source}) == [complaint]


def test_check_follows_the_command_through_other_modules() -> None:
    sources = {
        "advisor/cli.py": "from advisor import diagnose",
        "advisor/diagnose.py": "from .runbook.rendering import render",
        "advisor/runbook/__init__.py": "from jinja2 import Environment",
        "advisor/runbook/rendering.py": "import advisor.unrelated",
    }
    assert violations(sources) == ["advisor/runbook/__init__.py:1: advisor.cli would load jinja2"]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("facts/a.py", "import re\nfrom facts.readers import b\nfrom . import c"),
        ("facts/series/a.py", "import numpy as np"),
        ("kb/__init__.py", "'''Data only.'''"),
        ("kb/cases/__init__.py", ""),
        (
            "advisor/training/machines/a.py",
            "from advisor.training.tools import b\nfrom advisor.training.parts import c",
        ),
        ("advisor/inference/engine.py", "import clips"),
        ("advisor/tui/app.py", "from textual.app import App\nfrom advisor.tui import chat"),
        ("advisor/__main__.py", "from advisor.cli import main"),
        ("advisor/cli.py", "def main():\n    from advisor.tui.app import run"),
        ("advisor/cli.py", "from __future__ import annotations\nif TYPE_CHECKING:\n    import jinja2"),
        ("advisor/cli.py", "def main():\n    import jinja2"),
        ("advisor/runbook/rendering.py", "import jinja2"),
        ("advisor/clinic.py", "import clipping, advisor.tuition"),
    ],
)
def test_check_allows(path: str, source: str) -> None:
    assert violations({"advisor/cli.py": "", path: source}) == []
