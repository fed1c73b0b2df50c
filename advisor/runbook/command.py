"""`advisor runbook`: runbooks of cases, of a session's conclusions, or of the whole knowledge base as a linked set."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from advisor.errors import Problem, complain, did_you_mean
from advisor.runbook.content import Runbook, for_case
from advisor.runbook.pages import Pages
from advisor.runbook.render import FORMATS, SUFFIXES, rendered

if TYPE_CHECKING:
    from advisor.knowledge import Knowledge


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `advisor runbook`."""
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument(
        "--session",
        default="",
        metavar="NAME",
        help="an incident report of this session, and the runbook of each conclusion",
    )
    parser.add_argument("--all", action="store_true", help="the linked set of all cases; -o names its folder")
    parser.add_argument("--format", choices=FORMATS, default="markdown")
    parser.add_argument("--templates", metavar="DIR", help="templates of the site, which go before ours")
    parser.add_argument(
        "-o", dest="output", default="", metavar="PATH", help="a file, or a folder where there are several"
    )
    parser.add_argument("--db", metavar="PATH", help="where sessions are kept")


def wrong(options: argparse.Namespace) -> int:
    """2, and a message, where it is not one of cases, a session and everything that is asked for; 0 otherwise."""
    if bool(options.cases) + bool(options.session) + options.all == 1:
        return 0
    return complain(
        [Problem("usage", "name cases, or `--session NAME`, or `--all`", help="see `advisor runbook --help`")]
    )


def run(options: argparse.Namespace) -> int:
    """Write the runbooks of cases, or of all; the result is the exit status."""
    from advisor import image

    knowledge = image.load()
    pages = Pages(Path(options.templates) if options.templates else None)
    if options.all:
        return _all(knowledge, pages, options)
    unknown = [name for name in options.cases if name not in knowledge.cases]
    if unknown:
        known = sorted(knowledge.cases)
        return complain([
            Problem("no-such-case", f"there is no case `{n}`", help=did_you_mean(n, known) or f"the cases are {', '.join(known)}")
            for n in unknown
        ])  # fmt: skip
    return put(
        [(slug, rendered(knowledge, _of(knowledge, slug), options.format, pages)) for slug in options.cases], options
    )


def _of(knowledge: Knowledge, slug: str) -> Runbook:
    return for_case(knowledge, knowledge.cases[slug])


def put(texts: list[tuple[str, str]], options: argparse.Namespace) -> int:
    """Write texts to the output, or into files of their names."""
    if not options.output:
        shown = texts if options.format == "markdown" else texts[:1]  # pages and structures cannot be joined
        sys.stdout.write("\n".join(text for _, text in shown))
        if len(texts) > len(shown):
            sys.stderr.write(f"note: {len(texts) - len(shown)} more; name a folder with -o to get all\n")
        return 0
    path = Path(options.output)
    if path.suffix and not path.is_dir():
        written = [(path, texts[0][1])]
        if len(texts) > 1:
            sys.stderr.write(f"note: {len(texts) - 1} more; name a folder with -o to get all\n")
    else:
        path.mkdir(parents=True, exist_ok=True)
        written = [(path / f"{name}.{SUFFIXES[options.format]}", text) for name, text in texts]
    for file, text in written:
        file.write_text(text, encoding="utf-8", newline="\n")
        sys.stderr.write(f"written: {file}\n")
    return 0


def _all(knowledge: Knowledge, pages: Pages, options: argparse.Namespace) -> int:
    from advisor.runbook.whole import write_set

    if not options.output:
        return complain([Problem("usage", "`--all` writes many files", help="name a folder: -o DIR")])
    folder = Path(options.output)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())) and not (folder / "index.html").exists():
        return complain(
            [Problem("not-empty", f"`{folder}` holds something else", help="name an empty folder, or an earlier set")]
        )
    count = write_set(knowledge, pages, folder)
    sys.stderr.write(f"written: {count} files below {folder}; open {folder / 'index.html'}\n")
    return 0
