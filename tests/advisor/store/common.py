"""What the tests of the store have in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from advisor.store import Store, StoreError


def raised(do: Callable[[], object]) -> StoreError:
    with pytest.raises(StoreError) as caught:
        do()
    return caught.value


def filled(path: Path, events: int = 3) -> str:
    """A store with one session of so many events, closed; the id."""
    with Store.open(path) as store:
        session = store.create("night").id
        store.append_all(session, [("told", {"number": number}) for number in range(events)])
    return session


def pragma(store: Store, name: str) -> Any:
    return store._database.execute(f"PRAGMA {name}").fetchone()[0]
