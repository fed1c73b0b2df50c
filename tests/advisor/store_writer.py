"""A program that writes to a store, and one that kills it at random moments.

    python -m tests.advisor.store_writer --kills 500     kill a writer so often, and print what was found
    python -m tests.advisor.store_writer PATH NAME ...   be the writer

A writer appends one event after the other and prints the ``seq`` of each on a line of its own when it is acknowledged. What it
writes follows from the ``seq`` alone, so that a reader knows what must be there.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from advisor.store import Store, StoreError
from tests import tree

MOST_LINES = 20
AFTER_LINES = (0.0, 0.01)
AFTER_STARTING = (0.02, 0.08)
"""A kill falls some milliseconds after one of the first lines, or into the seconds in which the store is made and opened."""


class Killed(NamedTuple):
    """What one killed writer leaves."""

    acknowledged: int
    stored: int
    started: bool  # it lived to see the store opened


def text_of(seq: int) -> str:
    """The text of one event: mostly a line, sometimes many pages."""
    draw = random.Random(seq)
    return f"{seq}: " + "x" * (draw.randrange(20_000) if draw.random() < 0.2 else draw.randrange(300))


def write(path: Path, name: str, count: int, label: str, checkpoint: int) -> None:
    """Append `count` events, every third and fourth as a pair; the session is made where it is missing.

    With a label it waits for a line on standard input, so that several of them begin at once.
    """
    with Store.open(path) as store:
        store._database.execute(f"PRAGMA wal_autocheckpoint = {checkpoint}")
        try:
            session = store.create(name)
        except StoreError as error:
            if error.code != "session-exists":
                raise
            session = store.find(name)
        print("open", flush=True)
        if label:
            sys.stdin.readline()
        seq, wrote = session.events, 0
        while wrote < count:
            if label:  # others write to the same session, and the seq is not known before
                done = [store.append(session.id, "told", {"label": label, "number": wrote})]
                time.sleep(random.uniform(0, 0.001))  # lets the other one in
            elif seq % 4 == 2:
                pair = [("first", {"text": text_of(seq + 1)}), ("second", {"text": text_of(seq + 2)})]
                done = store.append_all(session.id, pair)
            else:
                done = [store.append(session.id, "told", {"text": text_of(seq + 1)})]
            seq, wrote = done[-1].seq, wrote + len(done)
            print(seq, flush=True)


def writer(path: Path, name: str, *options: str) -> subprocess.Popen[bytes]:
    """The writer as a program of its own."""
    command = [sys.executable, "-S", "-m", "tests.advisor.store_writer", str(path), name, *options]
    # Unbuffered, so that reading the first line takes nothing of the next ones.
    pipe = subprocess.PIPE
    return subprocess.Popen(command, bufsize=0, cwd=tree.ROOT, stdin=pipe, stdout=pipe, stderr=pipe)


def kill_one(path: Path, draw: random.Random) -> Killed:
    """Start a writer, kill it at a random moment, and prove what it left.

    Raises:
        AssertionError: an acknowledged event is not there, or anything else is not as it was written.
        StoreError: the store does not open.
    """
    child = writer(path, "night", "--checkpoint", str(draw.choice((3, 1000))))
    assert child.stdout is not None
    waits = draw.random() < 0.75
    read = b"".join(child.stdout.readline() for _ in range(draw.randrange(1, MOST_LINES) if waits else 0))
    time.sleep(draw.uniform(*(AFTER_LINES if waits else AFTER_STARTING)))
    child.send_signal(signal.SIGKILL)
    out, err = child.communicate()
    assert err == b"", err.decode()
    lines = [line for line in (read + out).decode().split("\n")[:-1] if line != "open"]
    return prove(path, int(lines[-1]) if lines else 0)


def prove(path: Path, acknowledged: int) -> Killed:
    """Open the store again; all that was acknowledged is there, at most one transaction more, and no half of a pair."""
    with Store.open(path) as store:
        store.check()
        headers = store.headers()
        if not headers:
            assert not acknowledged
            return Killed(0, 0, False)
        events = store.events(headers[0].id)
    assert len(events) >= acknowledged, f"{acknowledged} events were acknowledged, {len(events)} are stored"
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert all(event.data == {"text": text_of(event.seq)} for event in events)
    kinds = [event.kind for event in events]
    assert kinds == (["told", "told", "first", "second"] * len(kinds))[: len(kinds)]
    assert kinds[-1:] != ["first"]
    assert not acknowledged or len(events) - acknowledged <= 2
    return Killed(acknowledged, len(events), True)


def kill_many(kills: int, seed: int, folder: Path) -> list[Killed]:
    """So many kills, on stores of their own for five each: the first writer makes it, the next ones go on where it was killed."""

    def kill_five(number: int) -> list[Killed]:
        draw = random.Random(f"{seed}/{number}")
        path = folder / str(number) / "sessions.sqlite3"
        return [kill_one(path, draw) for _ in range(number, min(number + 5, kills))]

    with ThreadPoolExecutor(2) as pool:
        return [one for found in pool.map(kill_five, range(0, kills, 5)) for one in found]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("path", nargs="?", type=Path)
    parser.add_argument("name", nargs="?", default="night")
    parser.add_argument("--count", type=int, default=1 << 60)
    parser.add_argument("--label", default="")
    parser.add_argument("--checkpoint", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not options.kills:
        write(options.path, options.name, options.count, options.label, options.checkpoint)
        return
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = kill_many(options.kills, options.seed, Path(folder))
    unseen = sum(1 for one in found if one.acknowledged and one.stored > one.acknowledged)
    early = sum(1 for one in found if not one.acknowledged)
    print(f"{len(found)} kills in {time.monotonic() - began:.1f} s, seed {options.seed}: nothing acknowledged was lost")
    print(
        f"  before the first acknowledgement: {early}; of these before there was a session: {sum(not f.started for f in found)}"
    )
    print(
        f"  between a commit and its acknowledgement: {unseen}; acknowledged events at the kills: {sum(f.acknowledged for f in found)}"
    )


if __name__ == "__main__":
    main()
