"""`advisor fleet`: many bundles, each diagnosed as `advisor diagnose` would, and a summary across the hosts."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections import deque
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from advisor import __version__
from advisor.arguments import add_limit
from advisor.errors import Problem, complain

if TYPE_CHECKING:
    from collections.abc import Generator

    from advisor.fleet.bundles import Found
    from advisor.fleet.pool import Outcome, Task
    from advisor.fleet.results import Results
    from advisor.knowledge import Knowledge

_LIMIT = 300.0
_MEMORY = 4096
_HELP = """\
A file is one bundle: an archive (also of a sosreport), or text with outputs inside. A folder is one bundle where files other
than archives lie in it, or where it is the tree of a whole host; otherwise it is a folder of bundles, and each folder and archive
in it is looked at in the same way. Where whole hosts lie beside loose files, the files are left out, and named. Links are not
followed. The results go to fleet.db and results.jsonl in DIR as they come, the summary to summary.json and report.html. The same
command goes on where it was stopped: what is done, and has not changed, is not done again.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `advisor fleet`."""
    parser.description = _HELP
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a bundle, or a folder of bundles")
    parser.add_argument(
        "--jobs", type=_jobs, default=0, metavar="N", help="bundles at once; as many as processors otherwise"
    )
    parser.add_argument(
        "--engine",
        default="local",
        metavar="ENGINE",
        help="local: processes on this machine; dask://HOST:PORT or tls://HOST:PORT: the workers of that scheduler",
    )
    parser.add_argument(
        "--time-limit", type=_seconds, default=_LIMIT, metavar="SECONDS",
        help="a bundle that takes longer has failed; %(default)g otherwise",
    )  # fmt: skip
    parser.add_argument(
        "--memory-limit", type=_mebibytes, default=_MEMORY, metavar="MIB",
        help="a bundle that takes more has failed; %(default)s MiB a process otherwise",
    )  # fmt: skip
    add_limit(parser)
    parser.add_argument("--retry", action="store_true", help="do those again that failed")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="of the summary")
    parser.add_argument(
        "-o", dest="output", default="", metavar="DIR", help="where the results go; in the state directory otherwise"
    )


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 1024):
        raise argparse.ArgumentTypeError(f"`{text}` is no number of processes; it takes 1 to 1024")
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"`{text}` is no time; it takes seconds, up to 86400")
    return value


def _mebibytes(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 128 <= int(text) <= 1 << 24):
        raise argparse.ArgumentTypeError(f"`{text}` is no limit; it takes MiB, at least 128")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Diagnose the fleet; the result is the exit status."""
    from advisor import image
    from advisor.fleet import bundles
    from advisor.fleet.cluster import address_of
    from advisor.fleet.results import Results
    from advisor.state import state_directory
    from facts import limits

    if options.engine != "local" and not address_of(options.engine):
        return complain([Problem("no-such-engine", f"there is no engine `{bundles.shown(options.engine)}`",
                                 help="`local`: processes of this machine; `dask://HOST:PORT`: workers of a Dask scheduler")])  # fmt: skip
    folder = Path(os.path.realpath(options.output or state_directory() / "fleet"))
    found = bundles.find(options.paths, folder)
    if problems := _problems(found):
        return complain(problems)
    knowledge = image.load()
    identity = f"{knowledge.digest} {__version__}"
    with Results(folder, f"{identity} {limits.settings()}".strip()) as results:
        if not _diagnose(options, found, results, identity):
            return 130
        summary = _summarise(options, found, results, knowledge)
    return _told_failures(summary["failed"], summary["bundles"]["diagnosed"])


def _problems(found: Found) -> list[Problem]:
    from advisor.fleet.bundles import shown

    missing = [Problem("no-such-input", f"`{shown(p)}` does not exist", shown(p), "name a bundle or a folder of bundles")
               for p in found.missing]  # fmt: skip
    return missing + [
        Problem(
            "no-bundles", f"`{shown(p)}` holds no bundle", shown(p), "see `advisor fleet --help` for what a bundle is"
        )
        for p in found.empty
    ]


def _diagnose(options: argparse.Namespace, found: Found, results: Results, identity: str) -> bool:
    """Diagnose what is not known; False where it was interrupted."""
    from advisor.fleet.pool import Task

    tasks = [Task(bundle, results.known(bundle, options.retry)) for bundle in found.bundles]
    results.begin([task.bundle for task in tasks if task.known])
    progress = _Progress(len(tasks))
    try:
        with closing(_engine(options, tasks, identity)) as outcomes:
            for outcome in outcomes:
                if outcome.result is not None:
                    results.add(outcome)
                progress.tell(outcome)
    except KeyboardInterrupt:
        progress.ends()
        sys.stderr.write(f"stopped; {progress.done:,} of {len(tasks):,} bundles are done and kept in {results.folder}\n"
                         "the same command goes on from there\n")  # fmt: skip
        return False
    finally:
        progress.ends()
    results.end(found.bundles)
    return True


def _engine(options: argparse.Namespace, tasks: list[Task], identity: str) -> Generator[Outcome]:
    from advisor.fleet import cluster, pool
    from facts.limits import settings

    jobs, limits = options.jobs, pool.Limits(options.time_limit, options.memory_limit, settings())
    if options.engine != "local":
        return cluster.run(cluster.address_of(options.engine), tasks, jobs, limits, identity)
    return pool.run(tasks, min(jobs or _processors(), len(tasks)), limits)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _summarise(options: argparse.Namespace, found: Found, results: Results, knowledge: Knowledge) -> dict[str, Any]:
    from advisor.fleet.page import page
    from advisor.fleet.summary import summarise

    summary = summarise(knowledge, found, results.read(found.bundles))
    text = json.dumps(summary, indent=1, ensure_ascii=False).encode("utf-8", "backslashreplace")
    _put(results.folder / "summary.json", text + b"\n")
    _put(results.folder / "report.html", page(summary).encode("utf-8", "replace"))
    if options.format == "json":
        sys.stdout.write(text.decode() + "\n")
    else:
        from advisor.fleet.text import render

        sys.stdout.write(render(summary, _width()))
        sys.stdout.write(f"\nresults: {results.folder}\n")
    return summary


def _put(path: Path, data: bytes) -> None:
    """Write a file whole, or leave the one that is there."""
    made = path.with_name(f"{path.name}.new")
    made.write_bytes(data)
    made.replace(path)


def _width() -> int:
    if not sys.stdout.isatty():
        return 100
    import shutil

    return min(shutil.get_terminal_size((100, 24)).columns, 120)


def _told_failures(failed: list[dict[str, str]], diagnosed: int) -> int:
    """Name each bundle that failed; 2 where there is no other."""
    level = "warning" if diagnosed else "error"
    if failed:
        complain([Problem(f["code"], f["message"], f["bundle"], f["help"], level) for f in failed])
    return 0 if diagnosed else 2


class _Progress:
    """How far it is, on one line of a terminal; nothing elsewhere."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.failed, self.known = total, 0, 0, 0
        self.seen = sys.stderr.isatty()
        self.began = self.shown = time.monotonic()
        self.fresh: deque[float] = deque(maxlen=200)
        self._show()

    def tell(self, outcome: Outcome) -> None:
        """One more is done."""
        self.done += 1
        self.failed += outcome.result is not None and outcome.result["outcome"] == "failed"
        now = time.monotonic()
        if outcome.result is None:
            self.known += 1
        else:
            self.fresh.append(now)
        if now >= self.shown + 0.1:
            self.shown = now
            self._show()

    def _show(self) -> None:
        if self.seen:
            sys.stderr.write(f"\r\x1b[K{self._line()}")
            sys.stderr.flush()

    def _line(self) -> str:
        parts = [f"{self.done:,} of {self.total:,} bundles", *([f"{self.known:,} known"] if self.known else []),
                 *([f"{self.failed:,} failed"] if self.failed else []), *self._left()]  # fmt: skip
        return f"{time.monotonic() - self.began:.0f} s  {', '.join(parts)}"[:78]

    def _left(self) -> list[str]:
        """By the speed of the last ones: what the first ones take to start says nothing."""
        if len(self.fresh) < 10 or self.fresh[-1] == self.fresh[0]:
            return []
        each = (self.fresh[-1] - self.fresh[0]) / (len(self.fresh) - 1)
        return [f"about {_time(each * (self.total - self.done))} left"]

    def ends(self) -> None:
        """Take the line away."""
        if self.seen:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _time(seconds: float) -> str:
    """A time that is not meant exactly.

    >>> _time(8.2), _time(150), _time(9000)
    ('8 s', '2 min', '2.5 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
