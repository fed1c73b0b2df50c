"""What is committed names no package index and no path of the machine that it was written on."""

import re
import sys
import tempfile
from pathlib import Path

import pytest

from tests import tree

# Written so that this file does not find itself.
INDEX_HOSTS = tuple(
    ".".join(labels)
    for labels in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("crates", "io"),
        ("proxy", "golang", "org"),
        ("repo1", "maven", "org"),
        ("deb", "debian", "org"),
    )
)
INDEX_SETTING = re.compile(r"^\s*(--(extra-)?index-url|-i|--find-links|-f|--trusted-host)\b|://\S+/simple\b", re.M)


def machine_paths(root: Path, home: Path) -> list[str]:
    """The checkout, what lies beside it, the home directory and the interpreter's own, where they tell this machine."""
    paths = {root}
    if root.parent not in (*map(Path, ("/", "/home", "/mnt", "/opt", "/srv")), Path(tempfile.gettempdir()), home):
        paths |= {path for path in root.parent.iterdir() if path.is_dir()}
    if home not in (Path("/"), Path("/root")):  # captures show root's home as that of any host
        paths.add(home)
    if Path(sys.base_prefix) not in (Path("/usr"), Path("/usr/local")):
        paths.add(Path(sys.base_prefix))
    return sorted(str(path) for path in paths)


def addresses(text: str, paths: list[str]) -> list[str]:
    """What in the text should not be there, each with its line."""
    patterns = [rf"(?<![\w-]){re.escape(host)}\b" for host in INDEX_HOSTS if host in text]
    patterns += [rf"(?<![\w.-]){re.escape(path)}(?![\w-]|\.\w)" for path in paths if path in text]
    found = [match for pattern in patterns for match in re.finditer(pattern, text)]
    return [f"line {text.count(chr(10), 0, match.start()) + 1}: {match[0]}" for match in found]


def text_files() -> dict[str, str]:
    contents = {name: (tree.ROOT / name).read_bytes() for name in tree.files()}
    return {name: data.decode("utf-8", "replace") for name, data in contents.items() if b"\0" not in data}


def test_files_hold_no_addresses() -> None:
    texts = text_files()
    assert "pyproject.toml" in texts
    paths = machine_paths(tree.ROOT, Path.home())
    found = {name: addresses(text, paths) for name, text in texts.items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_requirements_are_pinned_with_hashes_and_set_no_index(name: str) -> None:
    text = (tree.ROOT / name).read_text(encoding="utf-8")
    assert not INDEX_SETTING.search(text)
    lines = re.sub(r"\\\n|#.*", " ", text).splitlines()
    wanted = [line for line in lines if line.strip()]
    assert len(wanted) > 10
    assert [line for line in wanted if not re.match(r"[a-z0-9-]+==\S+ .*--hash=sha256:[0-9a-f]{64}\b", line)] == []


def test_the_pins_of_both_files_agree() -> None:
    run, dev = (
        set(re.findall(r"^\S+==\S+", (tree.ROOT / name).read_text(encoding="utf-8"), re.M))
        for name in ("requirements.txt", "requirements-dev.txt")
    )
    assert run - dev == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a\nsee https://files." + INDEX_HOSTS[1] + "/packages/x", ["line 2: " + INDEX_HOSTS[1]]),
        ("index = " + INDEX_HOSTS[0], ["line 1: " + INDEX_HOSTS[0]]),
        ("open('/srv/someone/tree/notes')", ["line 1: /srv/someone/tree"]),
        ("It lies in /srv/someone/tree.", ["line 1: /srv/someone/tree"]),
        ("/srv/someone/trees and /mnt/srv/someone/tree and not" + INDEX_HOSTS[0] + "anisation", []),
    ],
)
def test_check_finds(text: str, found: list[str]) -> None:
    assert addresses(text, ["/srv/someone/tree"]) == found


def test_check_knows_this_checkout_and_home(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "beside").mkdir()
    paths = machine_paths(tmp_path / "tree", Path("/home/someone"))
    assert {str(tmp_path / "tree"), str(tmp_path / "beside"), "/home/someone"} <= set(paths)
    assert {"/checkout", "/root"} & set(machine_paths(Path("/checkout"), Path("/root"))) == {"/checkout"}


@pytest.mark.parametrize("line", ["--index-url https://x/", "  -f wheels", "a @ https://host.example/simple/a"])
def test_index_settings_are_recognised(line: str) -> None:
    assert INDEX_SETTING.search("x==1\n" + line)
