"""Stores for the tests."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from advisor.store import Store

NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "sessions.sqlite3"


@pytest.fixture
def store() -> Iterator[Store]:
    """In memory, which is faster: for what has nothing to do with the file."""
    with Store.in_memory() as opened:
        yield opened


@pytest.fixture
def stored(path: Path) -> Iterator[Store]:
    with Store.open(path) as opened:
        yield opened


@pytest.fixture
def plain_folder() -> Iterator[Path]:
    """A folder of a user who is not root, and the test runs as that user: root may write what it may not."""
    folder = Path(tempfile.mkdtemp())
    user = os.geteuid()
    if user == 0:
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    yield folder
    os.seteuid(user)
    shutil.rmtree(folder)
