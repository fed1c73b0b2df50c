"""The state directory of the tests, and the compiled knowledge in it, which is made once for all test processes of a run."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests.tree import ROOT

own = Path()
"""The state directory of this test process; ``tests/conftest.py`` sets it."""


def make(state: Path) -> None:
    """Compile the knowledge base into a state directory, in a process of its own: what that leaves in memory slows others down."""
    code = "from advisor import image; image.phrases(image.load())"
    environment = {**os.environ, "ADVISOR_STATE": str(state), "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)


def make_shared(shared: Path) -> None:
    """Compile it for all test processes: the first one does, and the others wait for it."""
    shared.mkdir(mode=0o700, exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "image").exists():
            make(shared)
    _copy(shared, own)


@cache
def _made() -> Path:
    make(own)
    return own


def seeded(state: Path) -> Path:
    """A state directory of its own for a program: as if the program had run there before, so it need not compile anything."""
    _copy(_made(), state)
    return state


def _copy(state: Path, other: Path) -> None:
    """Whoever replaces a part makes a new file, so the files can be shared."""
    if not (state / "image").is_dir():
        return  # an image was installed with the program
    shutil.copytree(state / "image", other / "image", copy_function=_link, dirs_exist_ok=True)


def _link(path: str, other: str) -> None:
    try:
        os.link(path, other)
    except OSError:
        shutil.copy2(path, other)
