"""Inputs led by coverage: ``python -m tests.fuzz.guided --entry NAME... [--runs N] [--seconds S] [-o DIR]``; needs atheris.

A change of the input is libFuzzer's own or, as often, one of `tests.fuzz.mutations`. It ends at the first failure, as libFuzzer
does, unless ``--go-on`` is given: then failures are counted and kept, and it goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

_MISSING = """error[not-installed]: `atheris` is not installed
  help: it is for Linux on x86-64 with CPython 3.11 to 3.13; pip install atheris, or use `python -m tests.fuzz.run`
"""


_TELL = 2.0
"""Seconds of the processor between two lines."""


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.guided")
    parser.add_argument("--entry", required=True)
    parser.add_argument("--runs", type=int, default=2_000)
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--seeds", action="append", default=[], type=Path)
    parser.add_argument("--go-on", action="store_true")
    parser.add_argument("-o", dest="output", type=Path, default=Path("fuzz-found"))
    return parser.parse_args()


def main() -> int:
    """Run libFuzzer on one entry."""
    options = _options()
    try:
        import atheris
    except ModuleNotFoundError:
        sys.stderr.write(_MISSING)
        return 2
    with atheris.instrument_imports(include=["facts", "advisor"]):  # nothing of ours may be imported before
        from facts.readers import all_readers
        from tests.fuzz import seeds
        from tests.fuzz.entries import ENTRIES

        all_readers()
    if options.entry not in ENTRIES:
        sys.stderr.write(
            f"error[no-such-entry]: there is no entry `{options.entry}`\n  help: they are {', '.join(ENTRIES)}\n"
        )
        return 2
    seeds.more.extend(options.seeds)
    _run(atheris, options.entry, ENTRIES[options.entry], options)
    return 0


def _run(atheris: Any, name: str, entry: Any, options: argparse.Namespace) -> None:
    from tests.fuzz import mutations
    from tests.fuzz.run import keep
    from tests.fuzz.watch import Count, peak_mib, tried

    count = Count()
    given = list(entry.seeds()) or [b"\n"]
    begun = told_at = time.process_time()

    def one(data: bytes) -> None:
        nonlocal told_at
        seconds, failure = tried(entry.run, data)
        count.add(data, seconds, failure)
        if failure:
            keep(options.output / name, failure, data)
        now = time.process_time()
        # libFuzzer ends without asking: what there was until then is told every few seconds
        if count.inputs == options.runs or now > told_at + _TELL or (failure and not options.go_on):
            told_at = now
            told = {"entry": name, "guided": count.inputs, "cpu": round(time.process_time() - begun, 1), "slowest": round(count.slowest, 3),
                    "peak": round(peak_mib()), "failures": {k: len(v) for k, v in count.failures.items()}}  # fmt: skip
            print(json.dumps(told), flush=True)

    def changed(data: bytes, most: int, seed: int) -> bytes:
        chance = Random(seed)
        if chance.random() < 0.5:
            return bytes(atheris.Mutate(data, most))
        return mutations.mutated(data, chance, given, entry.kinds)[:most]

    with tempfile.TemporaryDirectory() as folder:
        for number, seed in enumerate(given[:300]):
            (Path(folder) / f"{number}").write_bytes(seed)
        arguments = [
            sys.argv[0],
            f"-runs={options.runs}",
            "-max_len=20000",
            "-timeout=30",
            "-rss_limit_mb=3000",
            "-verbosity=0",
        ]
        arguments += [f"-max_total_time={options.seconds}"] if options.seconds else []
        atheris.Setup([*arguments, folder], one, custom_mutator=changed)
        atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
