"""Long samplings: a whole `advisor diagnose` against mawk, the reading against `wc -l`, memory, and jc beside our readers.

The logs are written anew each time, to a temporary folder: a day of ``iostat -xn 1`` of eight devices, the same with 1 % of
its samples irregular, ten days; days of ``vmstat 1``, ``iostat -x 1`` and ``sar 1`` of Linux.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.long_logs import DAY, write
from bench.measure import Row, least, show

ROOT = Path(__file__).parents[1]
MAWK, MAWK_IRREGULAR, WC, MEMORY, GROWTH, JC_VMSTAT, JC_IOSTAT, PERIODS = 2.0, 3.5, 15.0, 96.0, 1.05, 5.0, 20.0, 0.5
_SUM = ["mawk", "{reads += $1; written += $4} END {print reads, written}"]
_READ = """
import os, sys
from facts.long_text import long_lines
from facts.source import Source
import numpy
before = os.times()
with open(sys.argv[1], "rb") as stream:
    lines = long_lines(Source(stream, os.path.getsize(sys.argv[1])))
after = os.times()
print(after.user + after.system - before.user - before.system)
"""
_WC = """
import os, resource, subprocess, sys
subprocess.run(["wc", "-l", sys.argv[1]], stdout=subprocess.DEVNULL, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)
"""
_ROWS = """
import sys
from facts import scratch
from facts.bundle import load
import pathlib
scratch.keep_in(lambda: pathlib.Path(sys.argv[2]))
load([sys.argv[1]])
"""
_JC = """
import sys
from jc.parsers import iostat_s, vmstat_s
with open(sys.argv[1]) as stream:
    for row in {"iostat": iostat_s, "vmstat": vmstat_s}[sys.argv[2]].parse(stream, quiet=True):
        pass
"""


def _days(day: Path, path: Path, count: int) -> None:
    """So many days of a sar log: each with the date in its banner that follows."""
    with path.open("wb") as stream:
        for number in range(count):
            date = f"{datetime(2012, 11, 28) + timedelta(number):%m/%d/%Y}".encode()
            with day.open("rb") as once:
                stream.write(once.read(1 << 12).replace(b"11/28/2012", date, 1))
                shutil.copyfileobj(once, stream)


def _python(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", code, *arguments]


def _told(command: Sequence[str], environment: Mapping[str, str], runs: int) -> float:
    """The least of the seconds that a program prints."""
    import subprocess

    return min(
        float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)
        for _ in range(runs)
    )


def _period_share(path: Path) -> tuple[float, float]:
    """Seconds of finding spikes and their periods, and of all else that reading a log takes."""
    from facts import scratch
    from facts.bundle import load

    scratch.keep_in(lambda: path.parent)
    profile = cProfile.Profile()
    profile.runcall(load, [str(path)])
    stats: dict[tuple[str, int, str], tuple[int, int, float, float, object]] = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    spikes = sum(took for (_, _, name), (_, _, _, took, _) in stats.items() if name == "latency_spikes")
    whole = max(took for _, (_, _, _, took, _) in stats.items())
    return spikes, whole - spikes


def rows(folder: Path, runs: int) -> list[Row]:
    """All rows of the table."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ADVISOR_STATE": str(folder / "state")}
    day, irregular, ten, vmstat, linux = (folder / f"{n}.txt" for n in ("day", "irregular", "ten", "vmstat", "linux"))
    write(day)
    write(irregular, irregular=0.01)
    write(vmstat, 3 * DAY, of="vmstat")
    write(linux, of="linux")
    with ten.open("wb") as stream:
        for _ in range(10):
            with day.open("rb") as once:
                shutil.copyfileobj(once, stream)
    diagnose = [sys.executable, "-m", "advisor", "diagnose"]
    commands = [[*diagnose, str(day)], [*_SUM, str(day)], [*diagnose, str(irregular)], [*_SUM, str(irregular)]]
    whole, summed, odd, odd_summed = least(commands, runs, environment)
    alone, counted = (_told(_python(code, str(day)), environment, runs) for code in (_READ, _WC))
    bare, long = least([_python("import numpy"), [*diagnose, str(ten)]], 1, environment)
    spikes, others = _period_share(day)
    ours_vmstat, theirs_vmstat, ours_linux, theirs_linux = least(
        [
            _python(_ROWS, str(vmstat), str(folder)),
            _python(_JC, str(vmstat), "vmstat"),
            _python(_ROWS, str(linux), str(folder)),
            _python(_JC, str(linux), "iostat"),
        ],
        1,
        environment,
    )
    return [
        Row("a day of `iostat -xn 1`, whole `diagnose`, against mawk summing two columns", whole.seconds / summed.seconds,
            MAWK, f"{whole.seconds:.2f} s, {summed.seconds:.2f} s"),
        Row("the same with 1 % irregular samples", odd.seconds / odd_summed.seconds, MAWK_IRREGULAR,
            f"{odd.seconds:.2f} s, {odd_summed.seconds:.2f} s"),
        Row("the reading alone, all numbers decoded, against `wc -l`", alone / counted, WC,
            f"{alone:.3f} s, {counted:.3f} s"),
        Row("memory of it over the interpreter with numpy, MiB", whole.mib - bare.mib, MEMORY,
            f"{whole.mib:.0f} MiB, {bare.mib:.0f} MiB"),
        Row("memory for ten days against one", long.mib / whole.mib, GROWTH, f"{long.mib:.0f} MiB, {whole.mib:.0f} MiB"),
        Row("vmstat of Linux, reading, of what jc takes (streaming)", ours_vmstat.seconds / theirs_vmstat.seconds,
            1 / JC_VMSTAT, f"{ours_vmstat.seconds:.2f} s, {theirs_vmstat.seconds:.2f} s"),
        Row("iostat of Linux, reading, of what jc takes (streaming)", ours_linux.seconds / theirs_linux.seconds,
            1 / JC_IOSTAT, f"{ours_linux.seconds:.2f} s, {theirs_linux.seconds:.2f} s"),
        Row("finding spikes and their periods, of all else of the reading", spikes / others, PERIODS,
            f"{spikes:.2f} s, {others:.2f} s, both under the profiler"),
    ]  # fmt: skip


def sar_row(folder: Path) -> Row:
    """The memory of a long sar log, which takes minutes to read."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ADVISOR_STATE": str(folder / "state")}
    one, ten = folder / "sar.txt", folder / "sar-ten.txt"
    write(one, of="sar")
    _days(one, ten, 10)
    diagnose = [sys.executable, "-m", "advisor", "diagnose"]
    of_one, of_ten = least([[*diagnose, str(one)], [*diagnose, str(ten)]], 1, environment)
    return Row("memory for ten days of sar (`-u -W -B -r -d 1`) against one", of_ten.mib / of_one.mib, GROWTH,
               f"{of_ten.mib:.0f} MiB, {of_one.mib:.0f} MiB; {of_ten.seconds:.0f} s, {of_one.seconds:.0f} s")  # fmt: skip


def main() -> int:
    """Measure, and print the table; 1 where a promise does not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--folder", type=Path, help="where the logs are written (some 2.5 GB)")
    parser.add_argument("--sar", action="store_true", help="sar as well, which takes minutes and 1.5 GB more")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        found = rows(Path(folder), options.runs)
        if options.sar:
            found.append(sar_row(Path(folder)))
        return show("Long samplings", found)


if __name__ == "__main__":
    sys.exit(main())
