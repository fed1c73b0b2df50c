"""Measures everything that is promised of speed, and appends the tables to ``docs/performance.md``: ``make bench``.

    python bench/record.py [--only NAME]... [--print]

Each program of this folder measures one thing and prints a table; what it compares is measured in turn in one run.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "performance.md"
PROGRAMS: dict[str, list[str]] = {
    "run": [],
    "insights": [],
    "consultation": ["--whole"],
    "long": [],
    "trees": [],
    "reports": [],
    "fleet": ["--dask"],
}
_LIBRARIES = ("clipspy", "numpy", "dask", "jc", "textual")


def _first_line(*command: str) -> str:
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return (told.stdout or told.stderr).partition("\n")[0].strip()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{len(names)} x {names[0]}" if names else platform.processor() or platform.machine()


def machine() -> Iterator[str]:
    """What it was measured on, and with."""
    yield f"- {platform.system()} {platform.release()}, {_processor()}"
    found = []
    for name in _LIBRARIES:
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            found.append(f"{name} missing")
    yield f"- Python {platform.python_version()}, {', '.join(found)}"
    tools = [_first_line("mawk", "-W", "version"), _first_line("grep", "--version"), _first_line("wc", "--version")]
    yield f"- {', '.join(tool for tool in tools if tool)}"


def main() -> int:
    """Measure, print and append; 1 where a promise does not hold."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", action="append", choices=PROGRAMS, help="this program; may be repeated")
    parser.add_argument("--print", action="store_true", help="append nothing to the page")
    parser.add_argument("--insights", metavar="PATH", help="the `insights-run` of insights-core to compare with")
    parser.add_argument(
        "--hotsos", metavar="PATH", help="a checkout of hotsos to compare with; HOTSOS_PYTHON names its Python"
    )
    options = parser.parse_args()
    tables, broken = [], 0
    for name in options.only or PROGRAMS:
        extra = ["--insights", options.insights] if name == "insights" and options.insights else []
        extra += ["--hotsos", options.hotsos] if name == "reports" and options.hotsos else []
        done = subprocess.run(
            [sys.executable, str(ROOT / "bench" / f"{name}.py"), *PROGRAMS[name], *extra],
            stdout=subprocess.PIPE, text=True, check=False, cwd=ROOT,
        )  # fmt: skip
        print(done.stdout, flush=True)
        broken |= done.returncode != 0
        title, _, table = done.stdout.strip().partition("\n")
        tables.append(f"### {title}\n\n{table.strip()}\n")
    if not options.print:
        day = time.strftime("%Y-%m-%d", time.gmtime())
        with PAGE.open("a", encoding="utf-8") as page:
            page.write("\n".join([f"\n## Measured on {day}\n", *machine(), "", *tables]))
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
