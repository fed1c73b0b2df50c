"""How whole programs are measured: in turn, the least of several runs, each in its own process; and a table of rows."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Row(NamedTuple):
    """One line of a table: what, its ratio, what is promised of it (None: it is reported only), and the figures."""

    what: str
    ratio: float | None
    promised: float | None
    figures: str


class Cost(NamedTuple):
    """What a process took: seconds of processor (user and system), and MiB resident at most."""

    seconds: float
    mib: float


def cost(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Cost:
    """Run a command to its end, with its output read and thrown away.

    Raises:
        subprocess.CalledProcessError: it failed; the status 1 of grep, which found nothing, is no failure.
    """
    # Not to /dev/null: grep stops at the first match when it knows that nobody reads on.
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as process:
        assert process.stdout is not None
        while process.stdout.read(1 << 16):
            pass
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1 if command[0] == "grep" else 0):
        raise subprocess.CalledProcessError(process.returncode, command)
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def least(commands: Sequence[Sequence[str]], runs: int, environment: Mapping[str, str] | None = None) -> list[Cost]:
    """The least that each command took, all in turn, after one run that warms the caches."""
    taken = [[cost(command, environment) for command in commands] for _ in range(runs + 1)][1:]
    return [Cost(min(c.seconds for c in column), min(c.mib for c in column)) for column in zip(*taken, strict=True)]


def show(title: str, rows: Sequence[Row]) -> int:
    """Print a table; 1 where a promise does not hold."""
    print(f"\n{title}\n\n| what | ratio | promised | measured |\n|---|---|---|---|")
    for row in rows:
        ratio = "not measured" if row.ratio is None else f"{row.ratio:.2f}"
        promised = "reported" if row.promised is None else f"at most {row.promised:g}"
        print(f"| {row.what} | {ratio} | {promised} | {row.figures} |")
    return int(any(r.ratio is not None and r.promised is not None and r.ratio > r.promised for r in rows))
