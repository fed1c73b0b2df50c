"""The arguments of the command line: every command with its options, and the help that is printed of them."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any

from advisor import __version__

STANDINGS = ("confirmed", "likely", "possible")


class _HelpFormatter(argparse.HelpFormatter):
    """As wide as the terminal, found out without the module that argparse would load for it at every start."""

    def __init__(self, prog: str) -> None:
        try:
            columns = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size(1).columns or 80
        except (OSError, ValueError):
            columns = 80
        super().__init__(prog, width=min(columns, 120) - 2)


class _Parser(argparse.ArgumentParser):
    """Reports usage errors in the form of every other error."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_HelpFormatter, **options)

    fill: Callable[[argparse.ArgumentParser], None] | None = None
    """Adds the arguments of a command once it is the one that was given."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.fill is not None:
            fill, self.fill = self.fill, None
            fill(self)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> None:  # type: ignore[override]
        from advisor.errors import Problem, complain
        from facts.text import clean

        sys.exit(complain([Problem("usage", clean(message), help=f"see `{self.prog} --help`")]))


if TYPE_CHECKING:
    from collections.abc import Callable


def command_line(given: str = "") -> argparse.ArgumentParser:
    """The parser of `advisor` and all its commands, or of the one alone with which a line begins."""
    parser = _Parser(prog="advisor", description="Says what is wrong with a storage, memory or database host, and why.")
    parser.add_argument("--version", action="version", version=f"advisor {__version__}")
    _add_interface(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser, prog="advisor")
    known = (
        ("diagnose", "diagnoses from captured output, with proof, sources and fix", _add_diagnose),
        ("facts", "what was read: kinds, rows, cells with origin, refusals", _add_facts),
        ("ask", "the guided interview, line by line", _add_ask),
        ("sessions", "what is kept: list, show, resume, export, import, stats, delete", _add_sessions),
        ("explain", "a case: mechanism, evidence, look-alikes, fix, sources", _add_explain),
        ("collect", "captures this host read-only into a bundle, or prints the script that does", _add_collect),
        ("serve", "the terminal UI in a browser, on this machine only", _add_serve),
        ("train", "practice on a simulated host", _add_train),
        ("runbook", "runbooks to keep offline: of cases, of a session, or the whole set", _add_runbook),
        ("fleet", "many bundles at once: each diagnosed, and a summary across the hosts", _add_fleet),
        ("kb", "the author's tools: new, check, test, coverage, mutate, graph, index", _add_authoring),
    )
    for name, help_, fill in [one for one in known if one[0] == given] or known:
        commands.add_parser(name, help=help_).fill = fill
    return parser


def _add_diagnose(diagnose: argparse.ArgumentParser) -> None:
    diagnose.add_argument("paths", nargs="*", metavar="PATH", help="file, folder, archive, or - for standard input")
    diagnose.add_argument("--tell", action="append", default=[], metavar="TEXT", help="the complaint in plain words")
    diagnose.add_argument("--why-not", action="append", default=[], metavar="CASE", help="why CASE was not concluded")
    diagnose.add_argument(
        "--baseline",
        metavar="FILE",
        help="an earlier JSON report; what it concludes is repeated only when it has grown",
    )
    diagnose.add_argument("--format", choices=("text", "json", "markdown", "html"), default="text")
    more = diagnose.add_mutually_exclusive_group()
    for name, help_ in (
        ("--fix", "the whole fix of the Nth diagnosis, of the first without N"),
        ("--explain", "the whole proof of the Nth diagnosis, of the first without N"),
    ):
        more.add_argument(name, type=_nth, nargs="?", const=1, metavar="N", help=help_)
    more.add_argument(
        "--full", action="store_true", help="everything: each proof and fix, what is ruled out, what was read"
    )
    diagnose.add_argument("--fail-on", choices=STANDINGS, help="exit with 1 when something of that standing was found")
    diagnose.add_argument(
        "--session", default="", metavar="NAME", help="add it to this session, and diagnose the whole"
    )
    diagnose.add_argument("--db", metavar="PATH", help="where sessions are kept")
    add_limit(diagnose)


def _nth(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"`{text}` is not the number of a diagnosis; put paths before this option")
    return int(text)


def _add_facts(facts: argparse.ArgumentParser) -> None:
    facts.add_argument("paths", nargs="+", metavar="PATH")
    facts.add_argument("--format", choices=("text", "json"), default="text")
    add_limit(facts)


def _add_ask(ask: argparse.ArgumentParser) -> None:
    ask.add_argument("--tell", action="append", default=[], metavar="TEXT", help="the complaint in plain words")
    ask.add_argument(
        "--answer-from",
        action="append",
        default=[],
        metavar="PATH",
        help="let a bundle answer, don't know where it tells nothing",
    )
    ask.add_argument("--format", choices=("text", "json"), default="text")
    ask.add_argument("--session", default="", metavar="NAME", help="go on with this session, or begin one of this name")
    ask.add_argument("--db", metavar="PATH", help="where sessions are kept")
    add_limit(ask)


def _add_sessions(sessions: argparse.ArgumentParser) -> None:
    sessions.add_argument("action", choices=("list", "show", "resume", "export", "import", "stats", "delete"))
    sessions.add_argument("name", nargs="?", default="", metavar="NAME", help="a session; of import, the exported file")
    sessions.add_argument("--db", metavar="PATH", help="where sessions are kept")
    sessions.add_argument("-o", dest="output", metavar="PATH", help="where export writes; standard output otherwise")
    sessions.add_argument("--format", choices=("text", "json"), default="text")


def _add_explain(explain: argparse.ArgumentParser) -> None:
    explain.add_argument("case", metavar="CASE")


def _add_collect(collect: argparse.ArgumentParser) -> None:
    collect.add_argument(
        "-o",
        dest="output",
        default="",
        metavar="PATH",
        help="the bundle, or the folder it goes to; the current folder otherwise",
    )
    collect.add_argument(
        "--script",
        choices=("linux", "solaris"),
        default="",
        help="print a shell script that captures a host without Python, and capture nothing here",
    )


def _add_serve(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("--port", type=_port, default=0, metavar="N", help="any free one otherwise")
    serve.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="what to listen on; %(default)s otherwise"
    )
    serve.add_argument("--allow-remote", action="store_true", help="let ADDRESS be one that other machines reach")
    serve.add_argument("--db", metavar="PATH", help="where sessions are kept")


def add_limit(parser: argparse.ArgumentParser) -> None:
    """The option that sets the bounds of reading."""
    parser.add_argument(
        "--limit", action="append", default=[], type=_limit, metavar="NAME=N",
        help="read more, or less: file-size=512M, files=N, line-length=N, time=SECONDS, ...; see the user guide",
    )  # fmt: skip


def _limit(text: str) -> tuple[str, int]:
    from facts import limits

    try:
        return limits.read(text)
    except limits.LimitError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _add_train(parser: argparse.ArgumentParser) -> None:
    from advisor.training.command import add_arguments

    add_arguments(parser)


def _add_runbook(parser: argparse.ArgumentParser) -> None:
    from advisor.runbook.command import add_arguments

    add_arguments(parser)


def _add_fleet(parser: argparse.ArgumentParser) -> None:
    from advisor.fleet.command import add_arguments

    add_arguments(parser)


def _add_authoring(parser: argparse.ArgumentParser) -> None:
    from advisor.authoring.command import add_arguments

    add_arguments(parser)


def _add_interface(parser: argparse.ArgumentParser) -> None:
    """The options of the terminal interface, which opens where no command is given."""
    interface = parser.add_argument_group("terminal interface", "without COMMAND")
    interface.add_argument(
        "--open", action="append", default=[], dest="tui_open", metavar="PATH", help="captures to open at once"
    )
    interface.add_argument(
        "--session", default="", dest="tui_session", metavar="NAME", help="the session to open, or to begin"
    )
    interface.add_argument("--db", dest="tui_db", metavar="PATH", help="where sessions are kept")
    interface.add_argument(
        "--theme", choices=("dark", "light", "16"), default="", dest="tui_theme", help="16: sixteen colours"
    )
    interface.add_argument(
        "--keys", dest="tui_keys", metavar="FILE", help="the keymap; keys.toml in the configuration folder otherwise"
    )
    interface.add_argument(
        "--no-mouse", action="store_true", dest="tui_no_mouse", help="leave the mouse to the terminal"
    )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) < 65_536):
        raise argparse.ArgumentTypeError(f"`{text}` is no port; it takes 0 to 65535")
    return int(text)
