"""The command line: a thin shell over the packages below it. Heavy parts are imported where they are used."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any

from advisor import __version__

if TYPE_CHECKING:
    from advisor.knowledge import Case, Knowledge
    from facts.bundle import Bundle

_STANDINGS = ("confirmed", "likely", "possible")


class _HelpFormatter(argparse.HelpFormatter):
    """As wide as the terminal, found out without the module that argparse would load for it at every start."""

    def __init__(self, prog: str) -> None:
        try:
            columns = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size(1).columns
        except (OSError, ValueError):
            columns = 80
        super().__init__(prog, width=min(columns, 120) - 2)


class _Parser(argparse.ArgumentParser):
    """Reports usage errors in the form of every other error."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_HelpFormatter, **options)

    def error(self, message: str) -> None:  # type: ignore[override]
        from advisor.errors import Problem, complain

        sys.exit(complain([Problem("usage", message, help=f"see `{self.prog} --help`")]))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="advisor", description="Says what is wrong with a storage, memory or database host, and why.")
    parser.add_argument("--version", action="version", version=f"advisor {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser, prog="advisor")
    diagnose = commands.add_parser("diagnose", help="diagnoses from captured output, with proof, sources and fix")
    diagnose.add_argument("paths", nargs="*", metavar="PATH", help="file, folder, archive, or - for standard input")
    diagnose.add_argument("--tell", action="append", default=[], metavar="TEXT", help="the complaint in plain words")
    diagnose.add_argument("--why-not", action="append", default=[], metavar="CASE", help="why CASE was not concluded")
    diagnose.add_argument("--format", choices=("text", "json", "markdown", "html"), default="text")
    diagnose.add_argument("--fail-on", choices=_STANDINGS, help="exit with 1 when something of that standing was found")
    facts = commands.add_parser("facts", help="what was read: kinds, rows, cells with origin, refusals")
    facts.add_argument("paths", nargs="+", metavar="PATH")
    facts.add_argument("--format", choices=("text", "json"), default="text")
    explain = commands.add_parser("explain", help="a case: mechanism, evidence, look-alikes, fix, sources")
    explain.add_argument("case", metavar="CASE")
    return parser


def _complain(error: ValueError) -> int:
    from advisor.errors import Problem, complain

    code, where, advice = (str(getattr(error, name, "")) for name in ("code", "where", "help"))
    return complain([Problem(code, str(error), where, advice)])


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; the result is the exit status."""
    import gc

    # A diagnosis makes many small objects that live to its end; looking through them again and again costs a tenth of it.
    gc.set_threshold(200_000, 20, 20)
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help()
        return 0
    try:
        status: int = {"diagnose": _diagnose, "facts": _facts, "explain": _explain}[options.command](options)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except ValueError as error:
        # Knowledge that does not load and text that cannot be taken say what is wrong; anything else is a fault of ours.
        if not hasattr(error, "code"):
            raise
        return _complain(error)


def run() -> None:
    """The command `advisor`: run the command line, and end the process."""
    import gc

    status = main()
    gc.freeze()  # at its end, Python would look through all objects once more: a fifth of a small diagnosis
    sys.exit(status)


def _width() -> int:
    import shutil

    return min(shutil.get_terminal_size((100, 24)).columns, 120) if sys.stdout.isatty() else 100


def _load(paths: list[str]) -> tuple[Bundle, int]:
    """Read every path; 2 where one of them cannot be read at all."""
    from advisor.errors import Problem, complain
    from facts.bundle import load

    bundle, errors = load(paths, sys.stdin.buffer if "-" in paths else None)
    if errors:
        return bundle, complain([Problem(e.code, e.message, e.where, e.help) for e in errors])
    return bundle, 0


def _cases(knowledge: Knowledge, names: list[str]) -> tuple[list[Case], int]:
    from advisor.errors import Problem, complain, did_you_mean

    unknown = [n for n in names if n not in knowledge.cases]
    if unknown:
        known = sorted(knowledge.cases)
        return [], complain(
            [Problem("no-such-case", f"there is no case `{n}`", help=did_you_mean(n, known) or "see `advisor kb index`")
             for n in unknown]
        )  # fmt: skip
    return [knowledge.cases[n] for n in names], 0


def _diagnose(options: argparse.Namespace) -> int:
    from advisor import image
    from advisor.errors import Problem, complain
    from advisor.explanation.report import report
    from advisor.inference.diagnosis import consult
    from facts.observations import Observations

    if not options.paths and not options.tell:
        return complain([Problem("nothing-to-read", "neither a PATH nor --tell is given",
                                 help="name a file, a folder, an archive, or `-` for standard input")])  # fmt: skip
    knowledge = image.load()
    why_not, status = _cases(knowledge, options.why_not)
    if status:
        return status
    bundle, status = _load(options.paths)
    if status:
        return status
    observations = Observations(bundle.observed)
    told = []
    if bundle.prose:
        from advisor.chat.tickets import hear

        told += hear(knowledge, bundle, observations)
    if options.tell:
        from advisor.chat.tell import understand

        understood = understand(knowledge, options.tell, observations)
        told += understood.signs
        for line in understood.echo():
            sys.stderr.write(line + "\n")
    consultation = consult(knowledge, observations, told)
    data = report(consultation, bundle, why_not)
    if options.format == "json":
        import json

        sys.stdout.write(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    elif options.format == "text":
        from advisor.explanation.text import render

        sys.stdout.write(render(consultation, data, _width()))
    else:
        from advisor.explanation.document import render as render_document

        sys.stdout.write(render_document(data, knowledge, options.format))
    return _status(options.fail_on, data["diagnoses"])


def _status(fail_on: str | None, diagnoses: list[dict[str, object]]) -> int:
    if fail_on is None:
        return 0
    enough = _STANDINGS[: _STANDINGS.index(fail_on) + 1]
    return int(any(d["standing"] in enough and d["status"] == "current" for d in diagnoses))


def _facts(options: argparse.Namespace) -> int:
    from advisor.explanation.facts_page import as_json, as_text

    bundle, status = _load(options.paths)
    if status:
        return status
    if options.format == "json":
        import json

        sys.stdout.write(json.dumps(as_json(bundle), indent=1, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(as_text(bundle, _width()))
    return 0


def _explain(options: argparse.Namespace) -> int:
    from advisor import image
    from advisor.explanation.case_page import render

    knowledge = image.load()
    cases, status = _cases(knowledge, [options.case])
    if status:
        return status
    sys.stdout.write(render(knowledge, cases[0], _width()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
