"""What holds for every test."""

from __future__ import annotations

import gc
import os
import signal
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from facts.faults import SWITCH
from tests import state

settings.register_profile("advisor", database=None, deadline=None, derandomize=True)
settings.load_profile("advisor")


# A fault of one part is an exception in every test: isolation must hide none from us.
os.environ[SWITCH] = "raise"


def pytest_configure() -> None:
    """Programs that tests start get their signals, also where the tests run in the background or under nohup."""
    if threading.current_thread() is threading.main_thread():
        for number, handle in (
            (signal.SIGINT, signal.default_int_handler),
            (signal.SIGQUIT, signal.SIG_DFL),
            (signal.SIGHUP, _survive),
        ):
            if signal.getsignal(number) is signal.SIG_IGN:
                signal.signal(number, handle)


def _survive(*_: object) -> None:
    """A handler, unlike SIG_IGN, is not inherited."""


@pytest.fixture
def faults_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep and report faults, as outside of tests: for tests of just that."""
    monkeypatch.delenv(SWITCH)


@pytest.fixture(scope="session", autouse=True)
def _state_directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test touches the state of the user who runs it."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("ADVISOR_STATE")
        os.environ["ADVISOR_STATE"] = folder
        state.own = Path(folder)
        if "PYTEST_XDIST_WORKER" in os.environ:
            state.make_shared(tmp_path_factory.getbasetemp().parent / "state")
        yield
        if before is None:
            del os.environ["ADVISOR_STATE"]
        else:
            os.environ["ADVISOR_STATE"] = before


@pytest.fixture(scope="session", autouse=True)
def _knowledge_is_loaded_once(_state_directory: None) -> Iterator[None]:
    """What the program works out of the knowledge is kept for as long as its process lives: another copy would cost 25 MB."""
    from advisor import image
    from tests.kb.examples import knowledge

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(image, "load", knowledge)
        yield


_THRESHOLD = 20_000, 20, 20
"""What tests make is mostly kept or small: looking for garbage more often costs a tenth of them."""


def pytest_runtest_setup() -> None:
    """The command line lets garbage lie for as long as its process lives; a test process lives longer."""
    gc.set_threshold(*_THRESHOLD)


@pytest.fixture(autouse=True, scope="module")
def _kept_objects_are_not_looked_through_again() -> Iterator[None]:
    """What a module's caches keep is left out of later collections: they would look through it again and again."""
    yield
    gc.collect()  # else garbage would be kept as well
    gc.freeze()
