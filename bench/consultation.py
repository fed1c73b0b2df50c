"""Measures the consultation: the price of the trace, ten thousand in one process, up to a hundred thousand facts, ten times the cases.

    python bench/consultation.py [--whole]

All times are CPU time. What is compared is measured in turn, and the least time of each counts. `--whole` makes ten
thousand consultations instead of some hundred, and judges the largest fleet as well.
"""

from __future__ import annotations

import argparse
import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import cycle, islice
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from advisor.authoring.examples import bundle_of, example_paths, read  # noqa: E402
from advisor.diagnose import diagnose  # noqa: E402
from advisor.inference.diagnosis import row_slots, view  # noqa: E402
from advisor.inference.engine import Engine, Run  # noqa: E402
from advisor.knowledge import Knowledge  # noqa: E402
from bench.larger import larger  # noqa: E402
from bench.measure import Row, show  # noqa: E402
from facts.bundle import load  # noqa: E402
from facts.cells import Observed  # noqa: E402
from facts.inputs import Bundle  # noqa: E402
from facts.observations import Observations  # noqa: E402
from facts.schema import Value, templates  # noqa: E402

Rows = list[tuple[str, Mapping[str, Value]]]

EXAMPLES = sorted(path for path in (ROOT / "examples").iterdir() if path.is_dir())
FACTS = (1_000, 10_000, 100_000)


def least(*works: Callable[[], object], runs: int) -> list[float]:
    """The least CPU seconds of each, taken in turn."""
    best = [float("inf")] * len(works)
    gc.collect()
    gc.disable()  # a look for circles falls on whoever is at work
    for _ in range(runs):
        for number, work in enumerate(works):
            began = time.process_time()
            work()
            best[number] = min(best[number], time.process_time() - began)
    gc.enable()
    return best


def own(folder: Path) -> Knowledge:
    """The knowledge base with its constructs compiled, as they are in daily use."""
    knowledge = Knowledge()
    image = folder / "own.clips"
    knowledge.engine.save_image(image)
    knowledge.__dict__["engine"] = Engine(knowledge.net, lambda: knowledge.constructs, image)
    return knowledge


def opened(path: Path) -> Bundle:
    """One of the bundles of `examples`."""
    return load([str(path)])[0]


def rows_of(observed: Iterable[Observed]) -> Rows:
    """The rows as inference gets them."""
    return [(row.template, row_slots(row)) for row in Observations(observed).merge().rows]


# --- what the trace costs


def plain(engine: Engine, rows: Rows, facts: int) -> None:
    """The same facts in the same environment, and CLIPS left to itself; it comes to so many facts, as the traced run does."""
    memory = engine.take()
    for template, slots in rows:
        memory.native.put(template, slots)
    for module in ("FINDINGS", "CASES"):
        memory.native.focus(module)
        memory.native.env.run()
    engine.give_back(memory, facts)


def traced(engine: Engine, rows: Rows) -> Run:
    """Every firing with its basis and products."""
    run = Run(engine)
    for template, slots in rows:
        run.put(template, slots)
    run.finish()
    return run


def trace_rows(knowledge: Knowledge, fleet: list[Observed]) -> Iterator[Row]:
    """The price of the trace: of each example bundle, of all of them, and of a fleet's rows."""
    totals, worst = [0.0, 0.0], (0.0, "")
    for path in EXAMPLES:
        rows = rows_of(opened(path).observed)
        facts = traced(knowledge.engine, rows).last
        pair = least(
            lambda r=rows, n=facts: plain(knowledge.engine, r, n),  # type: ignore[misc]
            lambda r=rows: traced(knowledge.engine, r),  # type: ignore[misc]
            runs=60,
        )
        totals = [total + seconds for total, seconds in zip(totals, pair, strict=True)]
        worst = max(worst, (pair[1] / pair[0], path.name))
    promised = "full trace against plain run()"
    yield Row(f"{promised}, the {len(EXAMPLES)} example bundles", totals[1] / totals[0], 2.5,
              f"{totals[1] * 1e3:.1f} ms against {totals[0] * 1e3:.1f}")  # fmt: skip
    yield Row(f"{promised}, the worst of them", worst[0], None, worst[1])
    rows = rows_of(fleet[:2_000])
    facts = traced(knowledge.engine, rows).last
    one, other = least(lambda: plain(knowledge.engine, rows, facts), lambda: traced(knowledge.engine, rows), runs=12)
    yield Row(
        f"{promised}, {len(rows)} rows of many hosts", other / one, 2.5, f"{other * 1e3:.0f} ms against {one * 1e3:.0f}"
    )


# --- one process for long


def worker() -> None:
    """Make as many consultations as each line of the standard input says; print the CPU seconds of each and the memory."""
    with tempfile.TemporaryDirectory() as folder:
        knowledge = own(Path(folder))
        turns = cycle([Observations(opened(path).observed) for path in EXAMPLES])
        for line in sys.stdin:
            began = time.process_time()
            for observations in islice(turns, int(line)):
                view(knowledge, observations, [])
            seconds = (time.process_time() - began) / int(line)
            gc.collect()
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
            print(seconds, pages * os.sysconf("SC_PAGE_SIZE"), flush=True)


def ask(process: subprocess.Popen[str], number: int) -> tuple[float, int]:
    """What a worker measures of so many consultations."""
    given, told = process.stdin, process.stdout
    assert given is not None
    assert told is not None
    _say(given, number)
    seconds, memory = told.readline().split()
    return float(seconds), int(memory)


def _say(stream: IO[str], number: int) -> None:
    stream.write(f"{number}\n")
    stream.flush()


def long_rows(number: int) -> Iterator[Row]:
    """A process that has made many consultations beside one that has made a hundred, in turn."""
    command = [sys.executable, str(Path(__file__).resolve()), "--worker"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as young, subprocess.Popen(command, **pipes) as old:  # type: ignore[call-overload]
        before = ask(old, 100)[1]
        ask(young, 100)
        for _ in range((number - 100) // 100):
            _, after = ask(old, 100)
        turns = [(ask(young, 14)[0], ask(old, 14)[0]) for _ in range(15)]
        for process in (young, old):
            process.stdin.close()
    first, last = min(a for a, _ in turns), min(b for _, b in turns)
    against = f"consultation {number:,} against consultation 100"
    yield Row(f"{against}, time", last / first, 1.1, f"{last * 1e3:.1f} ms against {first * 1e3:.1f}")
    yield Row(f"{against}, memory", after / before, 1.05,
              f"{after / 2**20:.1f} MiB against {before / 2**20:.1f}")  # fmt: skip


# --- many facts


def hosts() -> list[list[Observed]]:
    """What was captured of single hosts: nine that are well to one in trouble."""
    from tests.kb.test_healthy_hosts import PATHS
    from tests.kb.test_healthy_hosts import read as read_healthy

    well = [bundle_of(read_healthy(path)).observed for path in PATHS]
    ill = [bundle_of(read(path)).observed for path in example_paths(ROOT / "kb")[::9]]
    turns = cycle(well)
    return [observed for sick in ill for observed in (*islice(turns, 9), sick) if observed]


def fleet_of(number: int) -> list[Observed]:
    """So many rows of hosts with names and files of their own."""
    found: list[Observed] = []
    for at, host in enumerate(cycle(hosts())):
        if len(found) >= number:
            return found[:number]
        for item in host:
            cells = {
                slot: cell._replace(origin=cell.origin._replace(path=f"{at}/{cell.origin.path}"))
                for slot, cell in item.cells.items()
            }
            found.append(Observed(item.template, f"{item.host}-{at}", cells))
    return found


def large_host(number: int) -> list[Observed]:
    """One host with so many rows: those of an example that have a subject, again and again under other names."""
    source = opened(ROOT / "examples" / LARGE).observed
    names = {
        str(c.value) for o in source for s, c in o.cells.items() if s != "host" and s in templates()[o.template].key
    }
    many = [o for o in source if o.template in MANY]
    found = list(source)
    for at in range(number):
        if len(found) >= number:
            break
        for item in many:
            cells = {
                slot: cell._replace(value=f"{cell.value}~{at}")
                if type(cell.value) is str and cell.value in names
                else cell
                for slot, cell in item.cells.items()
            }
            found.append(Observed(item.template, item.host, cells))
    return found


LARGE_SHARE = 0.3
"""How many rows of the large host make a fact, roughly."""
LARGE, MANY = "zfs-log-spikes", frozenset(("pool-device", "disk-io", "device-load", "latency-spikes", "zfs-dataset"))
"""The host that is made large, and the rows of which a host can have any number."""


def per_fact(
    knowledge: Knowledge, make: Callable[[int], list[Observed]], rows_a_fact: float
) -> list[tuple[int, float, float]]:
    """Facts, microseconds for each to be asserted, run and traced, and for each to be judged as well."""
    measured = []
    for wanted in FACTS:
        observed = make(int(wanted * rows_a_fact))
        rows, observations = rows_of(observed), Observations(observed)
        facts = len(traced(knowledge.engine, rows).result.facts)
        runs = max(2, 20_000 // wanted)
        (run,) = least(lambda r=rows: traced(knowledge.engine, r), runs=runs)  # type: ignore[misc]
        (judged,) = least(lambda o=observations: view(knowledge, o, []), runs=max(1, runs // 2))  # type: ignore[misc]
        measured.append((facts, run / facts * 1e6, judged / facts * 1e6))
    return measured


def facts_rows(knowledge: Knowledge) -> Iterator[Row]:
    """Time per fact from a thousand to a hundred thousand of them."""
    for what, make, share in (("of many hosts", fleet_of, 0.37), ("of one large host", large_host, LARGE_SHARE)):
        measured = per_fact(knowledge, make, share)
        shown = ", ".join(f"{facts:,}" for facts, _, _ in measured)
        for number, kind in ((1, "asserted, run, traced"), (2, "merged, and judged with their proofs, as well")):
            times = [row[number] for row in measured]
            spent = " / ".join(f"{t:.0f}" for t in times)
            yield Row(f"{shown} facts {what}, {kind}", times[-1] / times[0], 1.5, f"{spent} us a fact")


# --- many rules


def rules_rows(knowledge: Knowledge, folder: Path) -> Iterator[Row]:
    """The time of a diagnosis with ten times the cases, in a new environment as the command has it."""
    grown = larger(10, folder)
    for path in (ROOT / "examples" / "linux-writeback-stall", ROOT / "examples" / "virtualbox-module"):
        bundle = opened(path)
        one, other = least(lambda b=bundle: _anew(knowledge, b), lambda b=bundle: _anew(grown, b), runs=9)  # type: ignore[misc]
        yield Row(f"{len(grown.cases)} cases against {len(knowledge.cases)}, {path.name}",
                  other / one, 4.0, f"{other * 1e3:.0f} ms against {one * 1e3:.0f}")  # fmt: skip


def _anew(knowledge: Knowledge, bundle: Bundle) -> None:
    knowledge.engine.forget()
    diagnose(knowledge, bundle)


def main() -> int:
    """Measure; the result is 1 where a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--whole", action="store_true", help="ten thousand consultations")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        worker()
        return 0
    found: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        knowledge = own(Path(folder))
        found += trace_rows(knowledge, fleet_of(2_000))
        found += long_rows(10_000 if options.whole else 1_000)
        found += facts_rows(knowledge)
        found += rules_rows(knowledge, Path(folder))
    return show("Consultation", found)


if __name__ == "__main__":
    sys.exit(main())
