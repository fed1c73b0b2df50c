"""A pool that was told of without its name is the one that captures show, where there is one."""

from __future__ import annotations

import pytest

from advisor.session.session import Session
from tests.kb.examples import knowledge

LIST = (
    "db1# zpool list\nNAME       SIZE  ALLOC   FREE  CAP  HEALTH  ALTROOT\n"
    "oradata   59.5G  49.6G  9.93G  83%  ONLINE  -\n"
)  # fmt: skip
OTHER = LIST + "redo      59.5G  9.6G  49.9G  16%  ONLINE  -\n"


def pools(session: Session) -> set[str]:
    return {
        str(row.cells["pool"].value) for row in session.consultation.now.merged.rows if row.template == "zpool-list"
    }


@pytest.fixture
def session() -> Session:
    fresh = Session(knowledge())
    fresh.begin()
    fresh.tell("Oracle on ZFS gets slower every week. The pool is 93 % full.")
    return fresh


def test_the_only_pool_takes_what_was_told_before_its_name_was_known(session: Session) -> None:
    assert pools(session) == {"pool"}
    session.paste(LIST)
    assert pools(session) == {"oradata"}
    session.undo()
    assert pools(session) == {"pool"}


def test_of_two_pools_none_is_guessed(session: Session) -> None:
    session.paste(OTHER)
    assert pools(session) == {"pool", "oradata", "redo"}


def test_a_named_pool_keeps_its_name(session: Session) -> None:
    session.tell("zpool backup is 20 % full")
    session.paste(LIST)
    assert "backup" in pools(session)
    assert "oradata" in pools(session)
