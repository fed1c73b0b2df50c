"""The linked set of runbooks, measured from outside: how long it takes to build, its size, how soon its start page is there.

    python bench/runbooks.py [--runs N]

The start page is loaded by Chromium from its file, without a network; where there is no Chromium that line says so.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST_SECONDS, MOST_LOAD_MS, MOST_BYTES = 10.0, 1000.0, 10_000_000
LOADED = "const t = performance.getEntriesByType('navigation')[0]; return t.loadEventEnd - t.startTime"
SEARCHED = """
const box = document.getElementById("q"), began = performance.now();
box.value = "server hangs when creating tablespace";
box.dispatchEvent(new Event("input"));
return performance.now() - began;
"""


def build(folder: Path, seed: int) -> float:
    """Build the set as its command does; seconds, the start of Python among them."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "advisor", "runbook", "--all", "-o", str(folder)],
        cwd=ROOT, check=True, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": str(seed)},
    )  # fmt: skip
    return time.perf_counter() - began


def digest(folder: Path) -> str:
    """One digest of all names and bytes."""
    found = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        found.update(f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()


def loads(page: Path, runs: int) -> tuple[list[float], list[float]] | None:
    """Milliseconds until the page is loaded, and of a search; None without a browser."""
    browser, driver = shutil.which("chromium") or shutil.which("chromium-browser"), shutil.which("chromedriver")
    if not (browser and driver):
        return None
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for argument in ("headless", "no-sandbox", "disable-gpu", "no-first-run", "host-resolver-rules=MAP * ~NOTFOUND"):
        options.add_argument(f"--{argument}")
    chromium = webdriver.Chrome(options=options, service=Service(driver))
    try:
        loaded, searched = [], []
        for _ in range(runs):
            chromium.get("about:blank")
            chromium.get(page.as_uri())
            loaded.append(float(chromium.execute_script(LOADED)))
            searched.append(float(chromium.execute_script(SEARCHED)))
        return loaded, searched
    finally:
        chromium.quit()


def said(name: str, values: list[float], unit: str, most: float) -> bool:
    """Print one line; whether its worst value keeps within the bound."""
    middle, worst = statistics.median(values), max(values)
    print(f"{name:<28}{middle:9.2f} {unit:<3} median, {worst:9.2f} {unit:<3} worst, bound {most:g} {unit}")
    return worst <= most


def main() -> int:
    """Measure; the result is 1 where a bound is broken."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    runs = max(2, parser.parse_args().runs)
    with tempfile.TemporaryDirectory() as folder:
        sets = [Path(folder) / f"build-{number}" for number in range(runs)]
        seconds = [build(path, number) for number, path in enumerate(sets)]
        files = list(sets[0].iterdir())
        size = sum(path.stat().st_size for path in files)
        same = len({digest(path) for path in sets}) == 1
        kept = said("build of the whole set", seconds, "s", MOST_SECONDS)
        kept &= said("size", [size / 1e6], "MB", MOST_BYTES / 1e6)
        print(f"{'files':<28}{len(files):9d}")
        print(f"{'same bytes in each build':<28}{'yes' if same else 'no':>9}")
        measured = loads(sets[0] / "index.html", runs)
        if measured is None:
            print("start page in Chromium: not measured, chromium or chromedriver is missing")
        else:
            kept &= said("start page in Chromium", measured[0], "ms", MOST_LOAD_MS)
            said("search in the start page", measured[1], "ms", 100.0)
    return 0 if kept and same else 1


if __name__ == "__main__":
    sys.exit(main())
