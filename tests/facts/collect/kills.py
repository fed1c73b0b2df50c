"""Kills captures at random moments, and proves that they leave nothing behind.

    python -m tests.facts.collect.kills --kills 180

A capture writes into an empty folder; it is killed by a random signal at a random moment, which may fall into its start, its
commands, its writing or its end. Some seconds later the folder holds nothing, or one whole bundle where the capture was done,
and none of its processes or private folders is left.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from facts.collect.script import script_for
from facts.collect.table import Command, Entry, Files
from tests import tree

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
WAYS = ("python", "dash", "bash", "busybox")
LONGEST_SECONDS = {"python": 1.6, "dash": 2.2, "bash": 2.2, "busybox": 2.2}
"""A kill falls somewhere into a whole capture, its start and its end."""
CLEAN_SECONDS = 8.0
"""In this time everything is gone after a kill."""


def table(mark: str) -> list[Entry]:
    """Return what is captured; what runs long has a mark among its words, which `sleep` adds to its time."""
    return [Command(f"sh -c 'sleep 31 {mark} & sleep 31 {mark}'", "", 1, sample=True), *TABLE]


TABLE: tuple[Entry, ...] = (
    Command("sh -c 'echo left > here.log; echo left > \"$HOME/home.log\"; sleep 0.3'", "", 5),
    Command("seq 200000", ""),
    *(Files(f"/proc/sys/vm/{name}*", "") for name in "abcd"),
    Files("/proc/meminfo", ""),
    Command("sleep 0.3", ""),
)
_PYTHON = """
import functools, pickle, sys
import advisor.collect as command
from facts.collect import host
command.capture = functools.partial(host.capture, pickle.loads(bytes.fromhex(sys.argv[2])))
sys.exit(command.collect(sys.argv[1]))
"""


class Killed(NamedTuple):
    """What one killed capture leaves: which one, when it was killed, whether it had its bundle, and what is wrong."""

    way: str
    how: str
    seconds: float
    whole: bool
    wrong: list[str]


def _words(way: str, out: Path, script: Path, mark: str) -> list[str]:
    import pickle

    if way == "python":
        return [sys.executable, "-c", _PYTHON, str(out), pickle.dumps(table(mark)).hex()]
    script.write_text(script_for("linux", table(mark)))
    return [*({"dash": ["dash"], "bash": ["bash"], "busybox": ["busybox", "sh"]}[way]), str(script), str(out)]


def kill(way: str, draw: random.Random) -> Killed:
    """Begin a capture, kill it, and look at what is left."""
    how = draw.choice(SIGNALS)
    wait = draw.uniform(0.0, LONGEST_SECONDS[way])
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "out"
        out.mkdir()
        mark = f"0.{draw.getrandbits(50):020}"
        environment = {**os.environ, "KILLED": mark}
        child = subprocess.Popen(_words(way, out, Path(name) / "script", mark), cwd=tree.ROOT, start_new_session=True, env=environment,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        time.sleep(wait)
        child.send_signal(how)
        ended_by = time.monotonic() + CLEAN_SECONDS
        wrong = ["it did not end"]
        whole = False
        while wrong and time.monotonic() < ended_by:
            time.sleep(0.1)
            if child.poll() is None:
                continue
            files = list(out.iterdir())
            whole = bool(files) and _is_whole(files)
            wrong = [str(path) for path in files if not whole] + _left(mark, child.pid)
        if child.poll() is None:
            child.kill()
            child.wait()
    return Killed(way, how.name, wait, whole, wrong)


def _is_whole(files: list[Path]) -> bool:
    if len(files) != 1 or not files[0].is_file():
        return False
    with tarfile.open(files[0]) as archive:
        return any(member.name.endswith("/proc/meminfo") for member in archive)


def left_folders() -> list[str]:
    """Return the private folders whose guard is gone."""
    found = []
    for place in ("/run", "/dev/shm", tempfile.gettempdir()):
        for path in Path(place).glob("advisor-collect-*"):
            if not Path(f"/proc/{path.name.split('-')[2]}").exists() and path.exists():
                found.append(str(path))
    return found


def _left(mark: str, session: int) -> list[str]:
    """Return the processes that one capture has left, and private folders.

    A process is known by its session, by the mark among its words, or by the mark in its environment.
    """
    found = left_folders()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, of = (process / "stat").read_text().rpartition(")")[2].split()[:4]
            texts = (process / "environ").read_bytes() + (process / "cmdline").read_bytes()
            if state != "Z" and (int(of) == session or mark.encode() in texts):
                found.append(f"{process.name} {(process / 'cmdline').read_bytes()!r}")
        except OSError:
            continue
    return found


def campaign(kills: int, seed: int = 1, ways: tuple[str, ...] = WAYS) -> list[Killed]:
    """Kill so many captures, in turn each way."""
    draw = random.Random(seed)
    return [kill(ways[number % len(ways)], draw) for number in range(kills)]


def main() -> int:
    """Run the campaign and print its figures; 1 where something was left behind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=180)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    done = campaign(options.kills, options.seed)
    for one in done:
        if one.wrong:
            sys.stdout.write(f"{one.way} {one.how} after {one.seconds:.2f} s: {one.wrong}\n")
    for way in WAYS:
        for how in SIGNALS:
            of = [one for one in done if one.way == way and one.how == how.name]
            sys.stdout.write(f"{way} {how.name}: {len(of)} kills, {sum(one.whole for one in of)} with a whole bundle, "
                             f"{sum(bool(one.wrong) for one in of)} left something\n")  # fmt: skip
    return 1 if any(one.wrong for one in done) else 0


if __name__ == "__main__":
    sys.exit(main())
