"""The wheel, built without a network and installed outside the checkout, holds what git tracks, compiled too, and works."""

import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from advisor import __version__
from tests import tree

CASE = "linux-writeback-stall"


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd=cwd, env=inherited | environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{command[0]} failed\n{done.stdout}{done.stderr}"
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, tree.ROOT, cwd=out)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel, and this one's dependencies behind it (but not its .pth files)."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home / "venv", with_pip=False)
    python = home / "venv" / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=home)
    (packages,) = (home / "venv" / "lib").glob("python*/site-packages")
    behind = dict.fromkeys([sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
    (packages / "dependencies.pth").write_text("".join(f"{path}\n" for path in behind))
    return home


def advisor(home: Path, *arguments: str, state: str = "state") -> str:
    command = home / "venv" / "bin" / "advisor"
    places = {"HOME": str(home), "ADVISOR_STATE": str(home / state)}
    return run(command, *arguments, cwd=home, NO_COLOR="1", **places).stdout


def _is_compiled(name: str) -> bool:
    return name.startswith("advisor/shipped/") or name.endswith(".pyc")


def test_wheel_holds_exactly_what_git_tracks_and_what_was_compiled_of_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name and not name.endswith("/")}
        plain = {name for name in inside if not _is_compiled(name)}
        differing = [name for name in plain if (tree.ROOT / name).read_bytes() != archive.read(name)]
    assert plain == set(tree.files(*tree.PACKAGES))
    assert differing == []
    modules = {name for name in plain if name.endswith(".py")}
    image = {f"advisor/shipped/image.{part}" for part in ("parsed", "clips", "phrases", "patterns", "begun")}
    assert inside - plain == {*map(cache_from_source, modules), *image, "advisor/shipped/about"}


def test_a_first_run_keeps_no_knowledge_of_its_own(home: Path) -> None:
    assert "Not assessed" in advisor(home, "diagnose", "--full", "--tell", "it hangs", state="first")
    assert not (home / "first").exists()


def test_knowledge_that_somebody_changed_is_read_anew(home: Path) -> None:
    (rules,) = (home / "venv" / "lib").glob("python*/site-packages/kb/vocabulary.clp")
    before = rules.read_bytes()
    rules.write_bytes(before + b"\n")
    try:
        advisor(home, "diagnose", "--tell", "it hangs", state="changed")
    finally:
        rules.write_bytes(before)
    assert list((home / "changed").rglob("*.parsed"))


def test_wheel_carries_the_licence_and_the_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        about = {name.split(".dist-info/")[1]: name for name in archive.namelist() if ".dist-info/" in name}
        assert archive.read(about["licenses/LICENSE"]) == (tree.ROOT / "LICENSE").read_bytes()
        assert "advisor = advisor.cli:run" in archive.read(about["entry_points.txt"]).decode()


def test_packages_come_from_the_installed_wheel(home: Path) -> None:
    code = "import advisor, facts, kb; print(*(m.__file__ for m in (advisor, facts, kb)), sep='\\n')"
    files = run(home / "venv" / "bin" / "python", "-c", code, cwd=home).stdout.splitlines()
    assert [Path(file).is_relative_to(home) for file in files] == [True, True, True]


def test_installed_command_says_its_version(home: Path) -> None:
    assert advisor(home, "--version") == f"advisor {__version__}\n"


def test_installed_command_explains_a_case(home: Path) -> None:
    (described,) = (tree.ROOT / "kb" / "cases").glob(f"*/{CASE}/case.toml")
    title = tomllib.loads(described.read_text(encoding="utf-8"))["title"]
    assert title in advisor(home, "explain", CASE)
