"""Damages the files of a session store in every way that a disk or a hand can, and counts what is opened as if nothing were missing.

    python -m tests.attack_store                       # every pair of pages, some ten thousand attacks
    python -m tests.attack_store --sample 300

Each attack is noticed (opening, listing or reading says that the store is damaged), or nothing is lost: every event of every
session is as it was written. Anything else is unnoticed.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from advisor.store import Store, StoreError

PAGE = 4096
NAME = "sessions.sqlite3"
Files = dict[str, bytes]
Events = dict[str, list[tuple[int, float, str, str]]]


class Attack(NamedTuple):
    """What is done to the files of a store; all of them at once would fill the memory, so each makes its own."""

    kind: str
    name: str
    make: Callable[[], Files]


class Stores(NamedTuple):
    """A store at several moments: closed, at work (the latest events in the log), as it was before, and another one."""

    closed: Files
    at_work: Files
    earlier: Files
    other: Files
    written: Events


def files_at(folder: Path) -> Files:
    """The files of a store without its shared memory, which SQLite makes anew."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


def build(folder: Path, seed: int = 1) -> Stores:
    """Write a store with several sessions, and take its files at several moments."""
    draw = random.Random(seed)
    path = folder / "at-work" / NAME
    with Store.open(path) as store:
        ids = [store.create(name).id for name in ("night", "noon", "morning", "evening", "empty")]
        _write(store, ids, draw, 30)
        store._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        _write(store, ids, draw, 10)
        earlier = files_at(path.parent)
        _write(store, ids, draw, 30)
        at_work = files_at(path.parent)
        written = read(store)
    closed = files_at(path.parent)
    other = folder / "other" / NAME
    with Store.open(other) as store:
        ids = [store.create(name).id for name in ("spring", "summer")]
        _write(store, ids, draw, 40)
        elsewhere = files_at(other.parent)
    return Stores(closed, at_work, earlier, elsewhere, written)


def _write(store: Store, ids: list[str], draw: random.Random, count: int) -> None:
    for session in ids[:2]:  # short events, so that the table and its index have many pages
        store.append_all(session, [("told", {"text": str(number)}) for number in range(3 * count)])
    for _ in range(count):
        size = draw.choice((20, 200, 600, 600, 3000, 9000))
        store.append(draw.choice(ids[:4]), "told", {"text": "".join(draw.choices("abcdefgh ", k=size))})


def read(store: Store) -> Events:
    """Every event of every session."""
    return {
        header.name: [(e.seq, e.time, e.kind, str(e.data)) for e in store.events(header.id)]
        for header in store.headers()
    }


def _pages(data: bytes) -> list[bytes]:
    return [data[at : at + PAGE] for at in range(0, len(data), PAGE)]


def attacks(stores: Stores, draw: random.Random) -> Iterator[Attack]:
    """Every attack, those on pairs of pages of the closed store first."""
    closed, pages = stores.closed, _pages(stores.closed[NAME])

    def with_pages(*changed: bytes) -> Callable[[], Files]:
        return lambda: {**closed, NAME: b"".join(changed)}

    for source in range(len(pages)):
        for target in range(len(pages)):
            if source == target:
                continue
            copied = [*pages]
            copied[target] = pages[source]
            yield Attack("copy a page", f"{source} over {target}", with_pages(*copied))
            if source < target:
                copied[source] = pages[target]
                yield Attack("swap pages", f"{source} and {target}", with_pages(*copied))
    for number in range(len(pages)):
        zeroed = [*pages]
        zeroed[number] = bytes(PAGE)
        yield Attack("zero a page", str(number), with_pages(*zeroed))
        yield Attack("cut off at a page", str(number), with_pages(*pages[:number]))
        stale = _pages(stores.earlier[NAME])
        if number < len(stale):
            yield Attack("an older page", str(number), with_pages(*pages[:number], stale[number], *pages[number + 1 :]))
    for kind, base in (("flip a bit", stores.closed), ("flip a bit beside a log", stores.at_work)):
        for name in [n for n in base if n == NAME or n.endswith("-wal")]:
            for _ in range(3000):
                at, bit = draw.randrange(len(base[name])), draw.randrange(8)
                yield Attack(kind, f"{name} byte {at} bit {bit}", partial(_flipped, base, name, at, bit))
    yield from _log_attacks(stores)


def _flipped(files: Files, name: str, at: int, bit: int) -> Files:
    data = bytearray(files[name])
    data[at] ^= 1 << bit
    return {**files, name: bytes(data)}


def _log_attacks(stores: Stores) -> Iterator[Attack]:
    for kind, name, files in _damaged_logs(stores):
        yield Attack(kind, name, partial(dict, files))


def _damaged_logs(stores: Stores) -> Iterator[tuple[str, str, Files]]:
    at_work, earlier, other, log = stores.at_work, stores.earlier, stores.other, f"{NAME}-wal"
    frame, data = PAGE + 24, at_work[log]
    yield ("no log", "deleted", {n: b for n, b in at_work.items() if n != log})
    yield ("no log", "empty", {**at_work, log: b""})
    yield ("an older log", "to the store at work", {**at_work, log: earlier[log]})
    yield ("an older log", "to the closed store", {**stores.closed, log: earlier[log]})
    yield ("an older store", "with its own log", {**at_work, NAME: earlier[NAME], log: earlier[log]})
    yield ("an older store", "without a log", {**stores.closed, NAME: earlier[NAME]})
    yield ("another log", "to the store at work", {**at_work, log: other[log]})
    yield ("another log", "to the closed store", {**stores.closed, log: other[log]})
    yield ("another store", "in its place", {**stores.closed, NAME: stores.other[NAME], log: other[log]})
    yield ("no store", "with a log", {n: b for n, b in at_work.items() if n != NAME})
    yield ("no store", "no log", {n: b for n, b in stores.closed.items() if n != NAME})
    for number in range((len(data) - 32) // frame):
        end = 32 + number * frame
        yield ("cut off the log", f"at frame {number}", {**at_work, log: data[:end]})
        yield ("zero a frame", str(number), {**at_work, log: data[:end] + bytes(frame) + data[end + frame :]})


def judge(attack: Attack, written: Events, folder: Path) -> str:
    """``noticed``, ``nothing lost`` or ``UNNOTICED``; an error that no user could read is ``FAULT``."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in attack.make().items():
        (folder / name).write_bytes(data)
    try:
        with Store.open(folder / NAME) as store:
            found = read(store)
    except StoreError:
        return "noticed"
    except Exception as error:
        return f"FAULT {type(error).__name__}: {error}"
    return "nothing lost" if found == written else "UNNOTICED"


def campaign(
    sample: int, seed: int, folder: Path, without: Callable[[str], bool] = lambda name: False
) -> Counter[tuple[str, str]]:
    """Judge every attack, or a sample; how many of each kind had each judgement.

    Args:
        sample: how many, 0 for all.
        seed: of the draw.
        folder: for the files.
        without: which files are left out, to see what the others notice alone.
    """
    draw = random.Random(seed)
    stores = build(folder, seed)
    every = list(attacks(stores, draw))
    if sample:
        some = draw.sample(every, min(sample, len(every)))
        every = [*some, *(one for one in _log_attacks(stores) if one.kind not in ("cut off the log", "zero a frame"))]
    counts: Counter[tuple[str, str]] = Counter()
    for attack in every:
        files = {name: data for name, data in attack.make().items() if not without(name)}
        judgement = judge(attack._replace(make=partial(dict, files)), stores.written, folder / "attacked")
        if judgement.startswith(("FAULT", "UNNOTICED")):
            print(attack.kind, attack.name, judgement)
        counts[attack.kind, judgement.split()[0]] += 1
    return counts


def main() -> None:
    """Attack, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", action="store_true", help="without the file beside the store")
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        counts = campaign(
            options.sample, options.seed, Path(folder), lambda name: options.alone and name.endswith("-seen")
        )
    kinds = sorted({kind for kind, _ in counts})
    print(f"{sum(counts.values())} attacks in {time.monotonic() - began:.0f} s, seed {options.seed}")
    print(f"{'':24} {'noticed':>8} {'nothing lost':>13} {'UNNOTICED':>10} {'FAULT':>6}")
    for kind in kinds:
        print(
            f"{kind:24} {counts[kind, 'noticed']:>8} {counts[kind, 'nothing']:>13} {counts[kind, 'UNNOTICED']:>10} {counts[kind, 'FAULT']:>6}"
        )


if __name__ == "__main__":
    main()
