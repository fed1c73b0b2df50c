"""Kills `advisor ask` at random moments, and proves that nothing that was acknowledged is lost.

    python -m tests.kill_sessions --kills 500
    python -m tests.kill_sessions --kills 500 --full      # on a disk that fills in the interview

An interview is run through pipes, one line at a time: a line is acknowledged when the next question, or the echo of what was
understood, came on standard error; not while the interview says that it is not saved. After the kill all that was
acknowledged is in the store, at most one event more, nothing
is damaged, the session goes on, and no file is left behind except those of the store.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from advisor.interview.interview import Interview
from advisor.session import kept
from advisor.store import Store
from tests import tree
from tests.kb.examples import knowledge

LONGEST_SECONDS = 1.2
"""A kill falls somewhere into a whole interview, its start and its end."""
COMPLAINT = "the host freezes for some seconds while a big file is written"
TOLD = (
    "the pool tank is 91 % full",
    "there is no swapping",
    "the host has 64 GB of memory",
    "it happens every 30 seconds",
)


class Killed(NamedTuple):
    """What one killed interview leaves: lines that were acknowledged or not saved, events that tell something, whether it had begun."""

    acknowledged: int
    unsaved: int
    stored: int
    begun: bool


class _Asked:
    """An interview in a process of its own."""

    def __init__(self, path: Path, draw: random.Random, room: int | None) -> None:
        command = [sys.executable, "-m", "advisor", "ask", "--db", str(path), "--session", "night", "--tell", COMPLAINT]
        environment = {
            **os.environ,
            "PYTHONPATH": str(tree.ROOT),
            "PYTHONUNBUFFERED": "1",
            "TMPDIR": str(_scratch(path)),
        }
        pipe = subprocess.PIPE

        def limited() -> None:
            if room is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

        self.child = subprocess.Popen(
            command, bufsize=0, cwd=tree.ROOT, env=environment, stdin=pipe, stdout=subprocess.DEVNULL, stderr=pipe,
            preexec_fn=limited,
        )  # fmt: skip
        self.draw = draw
        self.acknowledged: list[str] = []
        self.unsaved: list[str] = []
        self.saves = True
        self.began = threading.Event()
        self.said = ""

    def talk(self) -> None:
        """Answer until the process is gone."""
        line, asked = COMPLAINT, self._heard()
        while asked:
            self._count(line)
            self.began.set()
            line = self._answer()
            try:
                assert self.child.stdin is not None
                self.child.stdin.write(f"{line}\n".encode())
            except BrokenPipeError:
                return
            asked = self._heard()

    def _count(self, line: str) -> None:
        """Count a line as acknowledged, or as not saved while the interview says so."""
        words = " ".join(self.said.split())
        if "not understood" in words or "  ! " in re.sub("  ! (Not saved|Saved again):", "", self.said):
            return
        if "! Not saved:" in words:
            self.saves = False
        if "! Saved again:" in words:
            self.saves = True
        if not self.saves:
            self.unsaved.append(line)
            return
        self.acknowledged += [*self.unsaved, line]
        self.unsaved = []

    def _heard(self) -> bool:
        """Read up to the end of the next question, or to the last word; False at the end of the process."""
        assert self.child.stderr is not None
        self.said = ""
        while part := self.child.stderr.read(65536):
            self.said += part.decode("utf-8", "replace")
            if self.said.rstrip().endswith(("know", "know.", "`quit`.")):
                return True
        return False

    def _answer(self) -> str:
        if self.draw.random() < 0.15:
            return self.draw.choice(TOLD)
        if "1) yes" in self.said and "2) no" in self.said:
            return self.draw.choice(("yes", "no", "don't know"))
        return "don't know"


def _scratch(path: Path) -> Path:
    """Where a program would leave its temporary files."""
    folder = path.parent.parent / "tmp"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def kill_one(path: Path, draw: random.Random, full: bool = False) -> Killed:
    """Start an interview or go on with it, kill it at a random moment, and prove what it left.

    Raises:
        AssertionError: something that was acknowledged is not there.
        StoreError: the store or the session does not open.
    """
    before = told(path)
    size = max((file.stat().st_size for file in path.parent.glob("*")), default=0) if path.exists() else 0
    asked = _Asked(path, draw, size + draw.randrange(100_000) if full and size else None)
    with ThreadPoolExecutor(1) as pool:
        talk = pool.submit(asked.talk)
        if draw.random() < 0.8:
            asked.began.wait(60)
        time.sleep(draw.uniform(0, LONGEST_SECONDS))
        asked.child.kill()
        talk.result()
    for stream in (asked.child.stdin, asked.child.stderr):
        assert stream is not None
        stream.close()
    asked.child.wait()
    after = told(path)
    assert after[: len(before)] == before, "what was kept before is another now"
    new = after[len(before) :]
    assert new[: len(asked.acknowledged)] == asked.acknowledged, f"{asked.acknowledged} was acknowledged, kept is {new}"
    said = [*asked.acknowledged, *asked.unsaved]
    assert len(new) <= len(said) + 1
    assert new[: len(said)] == said[: len(new)], "what is kept is in another order"
    assert not list(_scratch(path).iterdir()), "a temporary file is left"
    left = {file.name.removeprefix(path.name) for file in path.parent.glob("*")}
    assert left <= {"", "-wal", "-shm", "-seen"}, f"files are left: {left}"
    return Killed(len(asked.acknowledged), len(asked.unsaved), len(new), goes_on(path))


def told(path: Path) -> list[str]:
    """What was said in the session, in the order of its events; nothing where there is none yet."""
    if not path.exists():
        return []
    with Store.open(path) as store:
        store.check()
        events = store.events(store.find("night").id) if store.headers() else []
    return [str(e.data["text"]) for e in events if e.kind in ("told", "answered")]


def goes_on(path: Path) -> bool:
    """Replay the session and choose its next question; False where it had not begun."""
    if not path.exists():
        return False
    with Store.open(path) as store:
        if not store.headers():
            return False
        Interview(kept.resume(knowledge(), store, "night")).next()
    return True


def kill_many(kills: int, seed: int, folder: Path, full: bool = False) -> list[Killed]:
    """So many kills, four for each session: the later ones go on with what the earlier ones left."""

    def kill_some(number: int) -> list[Killed]:
        draw = random.Random(f"{seed}/{number}")
        path = folder / str(number) / "state" / "sessions.sqlite3"
        return [kill_one(path, draw, full) for _ in range(number, min(number + 4, kills))]

    with ThreadPoolExecutor(2) as pool:
        return [one for found in pool.map(kill_some, range(0, kills, 4)) for one in found]


def main() -> None:
    """Kill, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--full", action="store_true", help="the disk fills at a random moment of each interview but the first"
    )
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = kill_many(options.kills, options.seed, Path(folder), options.full)
    print(f"{len(found)} kills in {time.monotonic() - began:.0f} s, seed {options.seed}: nothing acknowledged was lost")
    print(f"  before the first acknowledgement: {sum(not one.acknowledged for one in found)}; "
          f"between keeping and acknowledging: {sum(one.stored > one.acknowledged for one in found)}; "
          f"acknowledged lines at the kills: {sum(one.acknowledged for one in found)}; "
          f"not saved by then, and said: {sum(one.unsaved for one in found)}")  # fmt: skip


if __name__ == "__main__":
    main()
