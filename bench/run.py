"""Measures how long a small diagnosis takes as a whole process against `import clips`, of which it cannot take less.

Times are of processor and system together, the least of several runs in turn, so that a machine that does other things
does not tilt the ratio.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.measure import Row, least, show

ROOT = Path(__file__).parents[1]
SMALL = ROOT / "examples" / "linux-writeback-stall"
START_RATIO = 5.0
"""`advisor diagnose` on a small bundle against `python -c "import clips"`."""


def start(runs: int) -> list[Row]:
    """Every example: what is promised holds for the small one, the others are reported."""
    others = sorted(path for path in (ROOT / "examples").iterdir() if path != SMALL)
    bundles = [SMALL, *others]
    with tempfile.TemporaryDirectory() as state:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "ADVISOR_STATE": state}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        diagnose = [[sys.executable, "-m", "advisor", "diagnose", str(bundle)] for bundle in bundles]
        clips, *taken = least([[sys.executable, "-c", "import clips"], *diagnose], runs, environment)
    return [
        Row(f"`advisor diagnose` of `{bundle.name}`, against `import clips`", own.seconds / clips.seconds,
            START_RATIO if bundle == SMALL else None,
            f"{own.seconds * 1000:.0f} ms against {clips.seconds * 1000:.0f} ms of processor; {own.mib:.0f} MiB")
        for bundle, own in zip(bundles, taken, strict=True)
    ]  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    sys.exit(show("Start", start(parser.parse_args().runs)))
