"""Many inputs for every entry: ``python -m tests.fuzz.run [--inputs N] [--seconds S] [--entry NAME]... [--seeds DIR]... [-o DIR]``.

N is for all entries together, shared out by their shares. Says per entry how many there were, the slowest and what failed;
the shortest input of each failure is written to DIR.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import sys
import time
from pathlib import Path
from random import Random

from tests.fuzz import seeds
from tests.fuzz.entries import ENTRIES
from tests.fuzz.watch import Count, bound_memory, peak_mib, smaller, tried


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.run")
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=0.0, help="end then, however many there were")
    parser.add_argument(
        "--entry", action="append", default=[], help="a name, or the beginning of names with * behind it"
    )
    parser.add_argument("--seeds", action="append", default=[], type=Path)
    parser.add_argument("--chance", type=int, default=1)
    parser.add_argument("-o", dest="output", type=Path, default=Path("fuzz-found"))
    return parser.parse_args()


def chosen(names: list[str]) -> list[str]:
    """The entries of some names; all, where there are none."""
    wanted = [e for e in ENTRIES if any(e == n or (n.endswith("*") and e.startswith(n[:-1])) for n in names)]
    return wanted if names else list(ENTRIES)


def one(name: str, inputs: int, chance: Random, until: float) -> Count:
    """Run an entry on so many new inputs."""
    entry, count = ENTRIES[name], Count()
    entry.seeds()
    # what is made at the first use of a part is no work of an input
    tried(entry.run, entry.input(chance), 60.0)
    for _ in range(inputs):
        if until and time.monotonic() > until:
            break
        data = entry.input(chance)
        count.add(data, *tried(entry.run, data))
    return count


def main() -> int:
    """Run, and say what came of it."""
    options = _options()
    seeds.more.extend(options.seeds)
    names = chosen(options.entry)
    total = sum(ENTRIES[name].share for name in names)
    until = time.monotonic() + options.seconds if options.seconds else 0.0
    gc.set_threshold(200_000, 20, 20)
    bound_memory()
    failed = 0
    for number, name in enumerate(names):
        inputs = max(1, round(options.inputs * ENTRIES[name].share / total))
        begun = time.process_time()
        count = one(name, inputs, Random(options.chance * 100_003 + number), until)
        row = {"entry": name, "inputs": count.inputs, "cpu": round(time.process_time() - begun, 1), "slowest": round(count.slowest, 3),
               "peak": round(peak_mib()), "failures": {k: len(v) for k, v in count.failures.items()}}  # fmt: skip
        print(json.dumps(row), flush=True)
        failed += len(count.failures)
        for failure, data in count.failures.items():
            keep(
                options.output / name,
                failure,
                smaller(ENTRIES[name].run, data, failure, 20 if "slow" in failure else 400),
            )
        if count.slowest > 0.5:
            keep(options.output / name, f"slowest {count.slowest:.1f}", count.slowest_input)
    return int(failed > 0)


def keep(folder: Path, failure: str, data: bytes) -> None:
    """Write an input to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    label = "".join(c if c.isalnum() else "-" for c in failure)[:60]
    (folder / f"{label}-{hashlib.sha256(data).hexdigest()[:8]}").write_bytes(data)


if __name__ == "__main__":
    sys.exit(main())
