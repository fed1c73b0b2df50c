"""Measures what the project promises, and prints the numbers: ``make bench``.

Each command is timed as a whole process, in turn with the one it is compared with, so that a machine whose speed drifts
does not tilt the ratio. The median of the ratios counts.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
SMALL = ROOT / "examples" / "linux-writeback-stall"
START_RATIO = 5.0
"""`advisor diagnose` on a small bundle against `python -c "import clips"`."""


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """Wall time of one run; the command must succeed."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=environment)
    return time.perf_counter() - start


def start(runs: int) -> float:
    """Median ratio of a whole diagnosis to importing clips."""
    with tempfile.TemporaryDirectory() as state:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "ADVISOR_STATE": state}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        diagnose = [sys.executable, "-m", "advisor", "diagnose", str(SMALL)]
        clips = [sys.executable, "-c", "import clips"]
        seconds(diagnose, environment)  # makes the image and the bytecode
        pairs = [(seconds(diagnose, environment), seconds(clips, environment)) for _ in range(runs)]
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"diagnose {statistics.median(a for a, _ in pairs) * 1000:.0f} ms, import clips "
          f"{statistics.median(b for _, b in pairs) * 1000:.0f} ms, ratio {ratio:.2f} (promised: at most {START_RATIO})")  # fmt: skip
    return ratio


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    sys.exit(0 if start(parser.parse_args().runs) <= START_RATIO else 1)
