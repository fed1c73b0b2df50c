"""Damaged files of a store: noticed, or nothing is lost; and what can be read comes back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from advisor.store import Store, StoreError
from advisor.store.recovery import repair
from tests import attack_store


@pytest.mark.parametrize("beside", [True, False])
def test_no_damage_is_opened_as_if_nothing_were_missing(tmp_path: Path, beside: bool) -> None:
    """Without the file beside the store, the store itself notices damaged pages; only an older state needs a witness."""
    counts = attack_store.campaign(60, 1, tmp_path, lambda name: not beside and name.endswith("-seen"))
    assert sum(counts.values()) > 60
    by_itself = ("copy a page", "swap pages", "zero a page", "cut off at a page", "flip a bit")
    wrong = {kind: n for kind, n in counts.items() if kind[1] in ("UNNOTICED", "FAULT")}
    assert not (wrong if beside else {kind: n for kind, n in wrong.items() if kind[0] in by_itself})
    assert counts["copy a page", "noticed"] > 5
    assert beside or sum(wrong.values()) > 3, "a deleted log is noticed by the witness alone"


def test_what_a_damaged_store_still_holds_comes_back_and_the_rest_is_named(tmp_path: Path) -> None:
    stores = attack_store.build(tmp_path)
    draw = random.Random(2)
    every = list(attack_store.attacks(stores, draw))
    codes: set[str] = set()
    total, back = sum(map(len, stores.written.values())), []
    for number, attack in enumerate(draw.sample(every, 25)):
        path = tmp_path / str(number) / attack_store.NAME
        path.parent.mkdir()
        files = attack.make()
        for name, data in files.items():
            (path.parent / name).write_bytes(data)
        try:
            Store.open(path, prove=True).close()
            continue
        except StoreError as error:
            codes.add(error.code)
        recovery = repair(path)
        with recovery.store as store:
            store.check()
            found = attack_store.read(store)
        there = {(name, event) for name, events in found.items() for event in events if event[2] != "lost"}
        written = {(name, event) for name, events in stores.written.items() for event in events}
        assert there <= written, attack[:2]
        assert sum(one.lost for one in recovery.sessions) == total - len(there), attack[:2]
        assert all(seq == number for events in found.values() for number, (seq, *_) in enumerate(events, 1))
        if attack_store.NAME in files:
            assert recovery.aside is not None
            for ending in ("", "-wal"):
                there_was = files.get(attack_store.NAME + ending)
                if there_was is not None:
                    assert Path(f"{recovery.aside}{ending}").read_bytes() == there_was, "the damaged file has changed"
        back.append(len(there))
    assert codes == {"store-corrupt"}
    assert len(back) > 12
    assert sum(back) / len(back) > total * 0.6
