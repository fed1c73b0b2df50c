"""An image that is cut off, or that others may write, harms nothing; a cache is made anew."""

import os
import pickle
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from advisor import image
from advisor.knowledge import Knowledge
from tests import tree
from tests.state import seeded


def _diagnose(state: Path, before: Callable[[], None] | None = None) -> str:
    environment = {**os.environ, "ADVISOR_STATE": str(state), "PYTHONPATH": str(tree.ROOT)}
    # Without the image that `make demo` puts into the environment.
    code = "from advisor import image; image.SHIPPED = (); from advisor.cli import run; run()"
    command = [sys.executable, "-c", code, "diagnose", "--tell", "it hangs"]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True, timeout=60, preexec_fn=before
    )
    return done.stdout


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = seeded(tmp_path_factory.mktemp("state"))
    _diagnose(folder)
    return folder


@pytest.fixture(scope="module")
def said(state: Path) -> str:
    """What is said with an image that is there."""
    return _diagnose(state)


@pytest.mark.parametrize("part", ["parsed", "clips", "phrases", "patterns"])
def test_a_damaged_part_is_made_anew(state: Path, said: str, part: str) -> None:
    (path,) = (state / "image").glob(f"*.{part}")
    whole = path.stat().st_size
    path.write_bytes(path.read_bytes()[:3000])
    assert _diagnose(state) == said
    # Not to the byte: sets are written in any order.
    assert path.stat().st_size > whole // 2


@pytest.mark.parametrize("part", ["parsed", "clips"])
def test_a_part_that_others_may_write_is_not_used(state: Path, part: str) -> None:
    (path,) = (state / "image").glob(f"*.{part}")
    path.chmod(0o666)
    _diagnose(state)
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(resource.getrlimit(resource.RLIMIT_FSIZE)[1] != resource.RLIM_INFINITY, reason="files are limited")
@pytest.mark.parametrize("room", [4096, 1 << 20])
def test_a_disk_that_fills_while_the_image_is_made_harms_nothing(said: str, tmp_path: Path, room: int) -> None:
    """CLIPS writes a part of its image and says nothing; loading that would crash."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    assert _diagnose(tmp_path, limited) == said
    assert not list((tmp_path / "image").glob("*.clips"))


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shipped")
    image.ship(folder)
    return folder


def _taken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether an installed image is used."""
    monkeypatch.setattr(image, "SHIPPED", (folder,))
    return image._image(Knowledge()).folder == folder


def test_an_installed_image_is_taken_and_never_written(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in shipped.iterdir()}
    assert _taken(shipped, monkeypatch)
    loaded = image._load(Knowledge())
    assert image.phrases(loaded) is not None
    assert loaded.digest == Knowledge().digest
    assert {path.name: path.stat().st_mtime_ns for path in shipped.iterdir()} == before


@pytest.mark.parametrize("part", ["parsed", "clips", "about"])
def test_an_installed_image_that_is_damaged_is_not_taken(
    part: str, shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(shutil.copytree(shipped, tmp_path / "copy"))
    assert _taken(folder, monkeypatch)
    (path,) = folder.glob(f"*{part}")
    path.write_bytes(path.read_bytes()[:-1])
    assert not _taken(folder, monkeypatch)


def test_an_image_is_made_anew_where_an_older_one_stands(shipped: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(shipped, tmp_path / "copy"))
    stale = pickle.dumps("of an older program")
    for part in ("image.phrases", "image.parsed"):
        (folder / part).write_bytes(stale)
    image.ship(folder)
    assert stale not in [path.read_bytes() for path in folder.iterdir()]
    assert {path.name for path in folder.iterdir()} == {path.name for path in shipped.iterdir()}


def test_an_installed_image_of_another_program_is_not_taken(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image, "__version__", "0.0.0")
    assert not _taken(shipped, monkeypatch)


def test_an_installed_image_that_others_may_write_is_not_read(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(shutil.copytree(shipped, tmp_path / "copy"))
    (folder / "image.parsed").chmod(0o666)
    monkeypatch.setattr(image, "SHIPPED", (folder,))
    assert image._image(Knowledge()).recall("parsed") is None
