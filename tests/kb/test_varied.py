"""Examples whose captures come in another guise lead to the same.

Each variation is tried on its own share of the examples, chosen by a hash of both names: a few hundred pairs that stay the same from run
to run. `python -m tests.vary_examples`, or ADVISOR_TEST_ALL=1 here, tries all of them.
"""

from __future__ import annotations

import os
from pathlib import Path
from zlib import crc32

import pytest

from tests.kb.examples import PATHS, ROOT
from tests.vary_examples import NAMES, changed

_SHARE = 1 if os.environ.get("ADVISOR_TEST_ALL") else 90


def _name(path: Path) -> str:
    return path.relative_to(ROOT / "kb" / "cases").as_posix()


def _variations(path: Path) -> tuple[str, ...]:
    """The variations that are tried on an example."""
    return tuple(name for name in NAMES if crc32(f"{_name(path)} {name}".encode()) % _SHARE == 0)


@pytest.mark.parametrize("path", [path for path in PATHS if _variations(path)], ids=_name)
def test_another_guise_changes_nothing(path: Path) -> None:
    assert changed(path, _variations(path)) == []


def test_each_variation_is_tried() -> None:
    tried = {name for path in PATHS for name in _variations(path)}
    assert sorted(tried) == sorted(NAMES)
