"""Kills `advisor train` at random moments, and proves that no line that was answered is lost and no file is left behind.

    python -m tests.advisor.training.kill_exercises --kills 170

A line is acknowledged when the next prompt came. After the kill every acknowledged line is kept, at most one more, all of
them are answered as before when the exercise is continued, and outside the state directory nothing was written.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from advisor.training import unfinished
from tests.advisor.training.real_shell import NAME, RealShell
from tests.advisor.training.runs import SCENARIOS
from tests.kb.examples import knowledge

LONGEST_SECONDS = 1.0
"""A kill falls somewhere into so much time at the prompt."""
EARLY = 0.15
"""This share of the kills falls into the start."""
KILLS_OF_ONE = 10
_LINES = (
    "uptime", "vmstat 1 5", "iostat -x 1 3", "cat /proc/meminfo", "sleep 86400", "echo x >> /root/notes", ":note looks slow",
    "ask users what is slow", "ps -ef", "dmesg | tail", ":time", "nothing-of-the-kind",
)  # fmt: skip


class Killed(NamedTuple):
    """What one kill left: lines that were acknowledged since the start, and those that are kept of them."""

    acknowledged: int
    kept: int


def kept_lines(shell: RealShell) -> list[str] | None:
    """The lines that are kept and answered; None where no exercise is kept.

    Raises:
        AssertionError: one of them is answered otherwise now.
    """
    path = shell.state / "training.db"
    found = unfinished.unfinished(path) if path.exists() else None
    if found is None:
        return None
    exercise = unfinished.exercise_of(knowledge(), SCENARIOS, found)
    assert tuple(unfinished.repeated(exercise, found.lines)) == found.lines, "an answer is another now"
    return [typed.line for typed in found.lines]


def kill_one(shell: RealShell, draw: random.Random) -> Killed:
    """Begin or continue an exercise, type lines, and kill it at a random moment.

    Raises:
        AssertionError: an acknowledged line is not kept, or a file is left outside the state directory.
    """
    begun = kept_lines(shell)
    before = begun or []
    arguments = (NAME, "--seed", "3") if begun is None else ("--resume",)
    acknowledged: list[str] = []
    if draw.random() < EARLY:
        after = shell.start(*arguments)
        time.sleep(draw.uniform(0.1, 3))
        if (starting := shell.child()) is not None:
            os.kill(starting, signal.SIGKILL)
        shell.back(after)
    else:
        acknowledged = _typed(shell, shell.train(*arguments), draw)
    after_kill = kept_lines(shell) or []
    assert after_kill[: len(before)] == before, "what was kept before is another now"
    new = after_kill[len(before) :]
    assert new[: len(acknowledged)] == acknowledged, f"{acknowledged} was acknowledged, kept is {new}"
    assert len(new) <= len(acknowledged) + 1
    assert shell.leaks() == [], f"left behind: {shell.leaks()}"
    outside = [
        path for path in shell.folder.parent.iterdir() if path not in (shell.folder, shell.state, shell.temporary)
    ]
    assert not outside, f"left behind: {outside}"
    return Killed(len(acknowledged), len(new))


def _typed(shell: RealShell, process: int, draw: random.Random) -> list[str]:
    """Type lines until a random moment, then kill; the lines that were acknowledged."""
    acknowledged: list[str] = []
    ends = time.monotonic() + draw.uniform(0, LONGEST_SECONDS)
    while time.monotonic() < ends:
        line, seen = draw.choice(_LINES), len(shell.shown)
        shell.send(f"{line}\r")
        while not shell.asks(seen) and time.monotonic() < ends:
            time.sleep(0.002)
        if shell.asks(seen):
            acknowledged.append(line)
    os.kill(process, signal.SIGKILL)
    shell.back()
    return acknowledged


def kill_many(kills: int, seed: int, folder: Path) -> list[Killed]:
    """So many kills, ten of each exercise: the later ones continue what the earlier ones left."""
    found: list[Killed] = []
    for number in range(0, kills, KILLS_OF_ONE):
        draw = random.Random(f"{seed}/{number}")
        with RealShell(folder / str(number)) as shell:
            found += [kill_one(shell, draw) for _ in range(number, min(number + KILLS_OF_ONE, kills))]
    return found


def main() -> None:
    """Kill, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=170)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = kill_many(options.kills, options.seed, Path(folder))
    print(
        f"{len(found)} kills in {time.monotonic() - began:.0f} s, seed {options.seed}: no acknowledged line was lost, no file left"
    )
    print(f"  acknowledged lines: {sum(one.acknowledged for one in found)}; "
          f"kept before the answer was seen: {sum(one.kept > one.acknowledged for one in found)}")  # fmt: skip


if __name__ == "__main__":
    main()
