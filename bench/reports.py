"""`advisor diagnose` of whole sosreports of real hosts against hotsos with all its checks; and the first start against a warm one.

The reports are the test data of canonical/hotsos, which is no part of this project: `--hotsos PATH` (or HOTSOS) names a checkout,
and `--python PATH` (or HOTSOS_PYTHON) a Python with what its requirements.txt asks for. Without them nothing is measured,
and the table says so. hotsos reads with all processors, and waits for its own workers, so both are compared by the clock, in turn
in one run; the seconds of the processor and memory stand beside. Memory of several processes is that of the largest.

A diagnosis at `likely` or above counts as false until somebody has looked at that host and found it true.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.measure import Cost, Row, cost, show

ROOT = Path(__file__).parents[1]
TREES: dict[str, float | None] = {
    "vault": 0.5, "kubernetes": 0.6, "storage/ceph-mon": 0.6, "openstack": None, "rabbitmq": None, "sunbeam": None,
}  # fmt: skip
"""Below hotsos' `fake_data_root`, with what is promised against hotsos; None: it is reported only."""
MEMORY = 200
"""MiB at most."""
UNREAD = 40
"""Lines at most, in which the report says what was not read."""
_UNREAD_HEADING = "Not read"
_SURE = ("confirmed", "likely")


class _Measured(NamedTuple):
    seconds: float
    cost: Cost


def _timed(command: Sequence[str], environment: Mapping[str, str]) -> _Measured:
    begun = time.monotonic()
    used = cost(command, environment)
    return _Measured(time.monotonic() - begun, used)


def _said(command: Sequence[str], environment: Mapping[str, str]) -> str:
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def unread(report: str) -> int:
    """The lines of the last part of a report, which says what was not read.

    >>> unread("Read\\n  - free\\n\\nNot read (x)\\n  - a\\n  - b\\n")
    3
    """
    lines = report.rstrip("\n").split("\n")
    begins = [at for at, line in enumerate(lines) if line.startswith(_UNREAD_HEADING)]
    return len(lines) - begins[-1] if begins else 0


def _sure(report: str) -> list[str]:
    """The cases that a report in JSON finds likely or more, in trouble or as a risk."""
    data = json.loads(report)
    return [item["case"] for part in ("diagnoses", "risks") for item in data[part] if item["standing"] in _SURE]


def measure(hotsos: Path, python: str, trees: Sequence[str], runs: int) -> list[Row]:
    """Each report, with both in turn."""
    rows: list[Row] = []
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        own_environment = {**inherited, "PYTHONPATH": str(ROOT), "ADVISOR_STATE": f"{folder}/state"}
        other_environment = {**inherited, "PYTHONPATH": str(hotsos)}
        for name in trees:
            tree = hotsos / "tests" / "unit" / "fake_data_root" / name
            if not tree.is_dir():
                rows.append(Row(f"`{name}`, against hotsos", None, TREES[name], "no such report: not measured"))
                continue
            own = [sys.executable, "-m", "advisor", "diagnose", str(tree), "--full"]
            other = [python, "-m", "hotsos.cli", "--all-logs", "--quiet", str(tree)]
            said = _said([*own[:-1], "--format", "json"], own_environment)
            if "hotsos:" not in _said(other, other_environment):
                raise SystemExit("hotsos gave no summary")
            taken = [(_timed(own, own_environment), _timed(other, other_environment)) for _ in range(runs)]
            ours, theirs = (min(column, key=lambda one: one.seconds) for column in zip(*taken, strict=True))
            figures = (
                f"{ours.seconds:.2f} s against {theirs.seconds:.2f} s by the clock,"
                f" {ours.cost.seconds:.2f} against {theirs.cost.seconds:.2f} of processor"
            )
            rows.append(Row(f"`{name}`, against hotsos", ours.seconds / theirs.seconds, TREES[name], figures))
            rows.append(_bounded(f"`{name}`: MiB", ours.cost.mib, MEMORY, f"hotsos {theirs.cost.mib:.0f}"))
            rows.append(
                _bounded(f"`{name}`: lines on what was not read", unread(_said(own, own_environment)), UNREAD, "")
            )
            sure = _sure(said)
            rows.append(_bounded(f"`{name}`: diagnoses at likely or above", len(sure), 0, ", ".join(sure)))
    return rows


def _bounded(what: str, value: float, most: float, figures: str) -> Row:
    return Row(what, value, most, figures)


_WITHOUT = "from advisor import image; image.SHIPPED = (); from advisor.cli import run; run()"
_WITH = "import pathlib; from advisor import image; image.SHIPPED = (pathlib.Path({!r}),); from advisor.cli import run; run()"
START = 1.3
"""A first start, and one on a host where nothing can be written, against a warm one."""


def starts(runs: int) -> list[Row]:
    """The start with the image that is installed, against one with the cache of an earlier run."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        subprocess.run([sys.executable, "-m", "advisor.image", f"{folder}/image"], env=environment, check=True)
        example = ["diagnose", str(ROOT / "examples" / "linux-writeback-stall")]
        with_image = [sys.executable, "-c", _WITH.format(f"{folder}/image"), *example]
        without = [sys.executable, "-c", _WITHOUT, *example]
        warm = {**environment, "ADVISOR_STATE": f"{folder}/warm"}
        nowhere = {**environment, "ADVISOR_STATE": "/dev/null/advisor", "PYTHONDONTWRITEBYTECODE": "1"}
        taken: dict[str, list[Cost]] = {"first": [], "unwritable": [], "warm": [], "bare": []}
        cost(without, warm)
        for run in range(runs):
            taken["first"].append(cost(with_image, {**environment, "ADVISOR_STATE": f"{folder}/first-{run}"}))
            taken["unwritable"].append(cost(with_image, nowhere))
            taken["warm"].append(cost(without, warm))
        taken["bare"].append(cost(without, nowhere))
    least = {name: min(costs, key=lambda one: one.seconds).seconds for name, costs in taken.items()}

    def row(what: str, name: str, promised: float | None) -> Row:
        figures = f"{least[name] * 1000:.0f} ms against {least['warm'] * 1000:.0f} ms of processor"
        return Row(f"{what}, against a warm start", least[name] / least["warm"], promised, figures)

    return [
        row("a first start with the installed image", "first", START),
        row("the same where nothing can be written", "unwritable", START),
        row("without any image", "bare", None),
    ]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--hotsos", metavar="PATH", default=os.environ.get("HOTSOS"), help="a checkout of canonical/hotsos"
    )
    parser.add_argument(
        "--python", metavar="PATH", default=os.environ.get("HOTSOS_PYTHON", sys.executable), help="its Python"
    )
    parser.add_argument("--only", action="append", choices=TREES, help="this report; may be repeated")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    rows = starts(options.runs + 2)
    if not options.hotsos:
        rows += [
            Row(f"`{name}`, against hotsos", None, most, "no checkout of hotsos: not measured")
            for name, most in TREES.items()
        ]
    else:
        rows += measure(Path(options.hotsos), options.python, options.only or [*TREES], options.runs)
    return show("Whole reports", rows)


if __name__ == "__main__":
    sys.exit(main())
