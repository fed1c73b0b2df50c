"""A fleet, measured: two processes against one, Dask against the pool, and what the machine itself allows.

The bundles are copies of the examples. Each round measures all in turn, so that a machine whose speed drifts does not tilt a
ratio; the least time of each counts. `two programs` are two runs of one process side by side, each over half of the bundles: what
two processes can gain at most where they share caches, memory and a turbo clock. On a machine with other work look at the ratio
by processor time: one process' processor time against the longest way through two, which is half of what all processes took
together, where the parent's own work before and after the workers' counts whole.

    python bench/fleet.py [--bundles N] [--runs N] [--dask]
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from bench.measure import Row, show  # noqa: E402

PROMISED = 1.8


class Cost(NamedTuple):
    """Seconds: on the wall, and of the processors."""

    wall: float
    processor: float


def make(folder: Path, bundles: int) -> Path:
    """Copies of the examples."""
    examples = sorted(path for path in (ROOT / "examples").iterdir() if path.is_dir())
    for number in range(bundles):
        example = examples[number % len(examples)]
        shutil.copytree(example, folder / f"{number:05}-{example.name}")
    return folder


def fleet(folder: Path, *options: str) -> tuple[list[str], Path]:
    """A command, and where its results go."""
    out = Path(tempfile.mkdtemp(prefix="fleet-"))
    return [sys.executable, "-m", "advisor", "fleet", str(folder), "-o", str(out), *options], out


def cost(*runs: tuple[list[str], Path]) -> Cost:
    """What commands side by side take together."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    processes = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) for command, _ in runs]
    for process in processes:
        if process.wait():
            raise SystemExit("error: a fleet failed")
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    for _, out in runs:
        shutil.rmtree(out)
    return Cost(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def cluster(folder: Path) -> tuple[str, list[subprocess.Popen[bytes]]]:
    """A scheduler and two workers on this machine."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
    common = ["--host", "127.0.0.1", "--no-dashboard"]
    programs = (
        ["distributed.cli.dask_scheduler", "--port", str(port)],
        ["distributed.cli.dask_worker", f"tcp://127.0.0.1:{port}", "--nworkers", "2", "--nthreads", "1"],
    )
    processes = []
    for program in programs:
        processes.append(subprocess.Popen([sys.executable, "-m", *program, *common], cwd=folder,
                                          env={**os.environ, "PYTHONPATH": str(ROOT)},
                                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))  # fmt: skip
        time.sleep(5)
    return f"dask://127.0.0.1:{port}", processes


def measure(folder: Path, runs: int, engine: str) -> dict[str, Cost]:
    """The least cost of each way."""
    halves = [folder / "a", folder / "b"]
    ways: dict[str, list[Cost]] = {}
    for _ in range(runs):
        ways.setdefault("one process", []).append(cost(fleet(folder, "--jobs", "1")))
        ways.setdefault("two processes", []).append(cost(fleet(folder, "--jobs", "2")))
        ways.setdefault("two programs", []).append(cost(*(fleet(half, "--jobs", "1") for half in halves)))
        ways.setdefault("nothing to do", []).append(cost(fleet(folder / "a" / "00000", "--jobs", "1")))
        if engine:
            ways.setdefault("Dask, two workers", []).append(cost(fleet(folder, "--engine", engine)))
    return {way: Cost(min(c.wall for c in costs), min(c.processor for c in costs)) for way, costs in ways.items()}


def tell(found: dict[str, Cost]) -> bool:
    """Print the table; whether what is promised holds."""
    one, two, programs = (found[way] for way in ("one process", "two processes", "two programs"))
    serial = found["nothing to do"].processor
    longest = serial + (two.processor - serial) / 2
    rows = [
        Row("a fleet with two processes, of the time with one", two.wall / one.wall, 1 / PROMISED,
            f"{two.wall:.1f} s, {one.wall:.1f} s"),
        Row("the same by the processors' time", longest / one.processor, None,
            f"{two.processor:.1f} s in all, {one.processor:.1f} s"),
        Row("two programs side by side, each over a half: the machine itself", programs.wall / one.wall, None,
            f"{programs.wall:.1f} s, {one.wall:.1f} s"),
    ]  # fmt: skip
    if dask := found.get("Dask, two workers"):
        rows.append(Row("Dask with two workers, of the time of two processes", dask.wall / two.wall, None,
                        f"{dask.wall:.1f} s, {two.wall:.1f} s"))  # fmt: skip
    return show("Fleet", rows) == 0


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bundles", type=int, default=420)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--dask", action="store_true", help="against a scheduler with two workers too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["ADVISOR_STATE"] = f"{scratch}/state"
        folder = Path(scratch) / "fleet"
        for half in ("a", "b"):
            make(folder / half, options.bundles // 2)
        example = next(path for path in sorted((ROOT / "examples").iterdir()) if path.is_dir())
        shutil.copytree(example, folder / "a" / "00000" / example.name)
        cost(fleet(folder / "a" / "00000"))  # makes the image and the bytecode
        engine, processes = cluster(Path(scratch)) if options.dask else ("", [])
        try:
            return 0 if tell(measure(folder, options.runs, engine)) else 1
        finally:
            for process in reversed(processes):
                process.terminate()
                process.wait()


if __name__ == "__main__":
    sys.exit(main())
