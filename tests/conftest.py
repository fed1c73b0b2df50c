"""What holds for every test."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("advisor", database=None, deadline=None, derandomize=True)
settings.load_profile("advisor")


@pytest.fixture(scope="session", autouse=True)
def _state_directory() -> Iterator[None]:
    """No test touches the state of the user who runs it."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("ADVISOR_STATE")
        os.environ["ADVISOR_STATE"] = folder
        yield
        if before is None:
            del os.environ["ADVISOR_STATE"]
        else:
            os.environ["ADVISOR_STATE"] = before


@pytest.fixture(autouse=True, scope="module")
def _kept_objects_are_not_looked_through_again() -> Iterator[None]:
    """What a module's caches keep is left out of later collections: they would look through it again and again."""
    yield
    gc.collect()  # else garbage would be kept as well
    gc.freeze()
