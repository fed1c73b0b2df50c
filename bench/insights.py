"""`advisor diagnose` of a small report against `insights-run` of insights-core with two rules over the same report.

insights-core is no part of this project: `--insights PATH` names its `insights-run` (in an environment of its own, 3.8.4 was
measured); without one nothing is measured, and the table says so.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.measure import Row, least, show
from bench.trees import told

RATIO = 0.4
"""`advisor diagnose` against `insights-run`."""
WHAT = "a small report, against `insights-run` with two rules"
PLUGIN = """\
from insights import make_fail, make_pass, rule
from insights.parsers.meminfo import MemInfo
from insights.parsers.uname import Uname


@rule(MemInfo)
def memory(info):
    return make_fail("MEMORY_SHORT", free=info.free) if info.free < 1 << 20 else make_pass("MEMORY_ENOUGH", free=info.free)


@rule(Uname)
def kernel(uname):
    return make_fail("KERNEL_OLD", kernel=uname.kernel) if uname.kernel.startswith("2.6.18") else make_pass("KERNEL_NEW")
"""


def measure(program: str | None, folder: Path, runs: int) -> list[Row]:
    """Both over a report of some twenty files."""
    if program is None:
        return [Row(WHAT, None, RATIO, "not installed: not measured")]
    top = folder / "sosreport-db1-01234567-2024-01-15-abcdefg"
    for path, text in told():
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text(text, encoding="utf-8")
    (folder / "two_rules.py").write_text(PLUGIN, encoding="utf-8")
    environment = {**os.environ, "ADVISOR_STATE": str(folder / "state")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    root = str(Path(__file__).parents[1])
    environment["PYTHONPATH"] = os.pathsep.join((root, str(folder)))
    other = [program, "-p", "two_rules", str(top)]
    said = subprocess.run(other, env=environment, capture_output=True, text=True, check=True).stdout
    if not ("MEMORY_ENOUGH" in said and "KERNEL_NEW" in said):
        raise SystemExit(f"insights-run did not run both rules:\n{said}")
    own, insights = least([[sys.executable, "-m", "advisor", "diagnose", str(top)], other], runs, environment)
    figures = f"{own.seconds:.2f} s against {insights.seconds:.2f} s of processor; {own.mib:.0f} against {insights.mib:.0f} MiB"
    return [Row(WHAT, own.seconds / insights.seconds, RATIO, figures)]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--insights", metavar="PATH", default=shutil.which("insights-run"), help="insights-core's program"
    )
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return show("Beside insights-core", measure(options.insights, Path(folder), options.runs))


if __name__ == "__main__":
    sys.exit(main())
