"""Files that were read elsewhere are taken as those that the conversation reads itself."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from advisor.session.originals import Originals
from facts.blobs import InputError
from facts.bundle import load
from facts.inputs import Bundle
from tests.advisor.conversation.talk import STALL, Talk, kinds

FACTS = "root@db1# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40\n"


@pytest.fixture
def paths(tmp_path: Path) -> list[str]:
    (tmp_path / "db1").mkdir()
    (tmp_path / "db1" / "limits.txt").write_text(FACTS)
    return [str(tmp_path), str(tmp_path / "missing")]


def read_elsewhere(paths: list[str]) -> tuple[Bundle, list[InputError]]:
    found: list[tuple[Bundle, list[InputError]]] = []
    thread = threading.Thread(target=lambda: found.append(load(paths)))
    thread.start()
    thread.join()
    return found[0]


def test_taking_is_opening(paths: list[str]) -> None:
    opened, taken = Talk(STALL), Talk(STALL)
    said = list(opened.conversation.opened(paths))
    assert list(taken.conversation.take(*read_elsewhere(paths), paths)) == said
    assert kinds(said)[0] == "error"
    assert "understood" in kinds(said)
    assert [(e.kind, e.data) for e in taken.session.entries] == [(e.kind, e.data) for e in opened.session.entries]
    name = taken.session.bundle.inputs[0].path
    assert Originals(taken.session).find(name).lines == FACTS.rstrip("\n").split("\n")


def test_where_nothing_was_read_nothing_is_kept(tmp_path: Path) -> None:
    talk = Talk(STALL)
    before = len(talk.session.entries)
    missing = [str(tmp_path / "missing")]
    assert kinds(list(talk.conversation.take(*read_elsewhere(missing), missing))) == ["error"]
    assert len(talk.session.entries) == before
