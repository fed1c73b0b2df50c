"""`advisor kb ...`: the author's tools on the command line. Each is imported when it is the one that was asked for."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from advisor.kbcheck.problem import Found
    from advisor.knowledge import Knowledge


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, prog="advisor kb")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument(
        "--kb", default="", metavar="DIR", help="the knowledge base; the one of this checkout otherwise"
    )
    new = actions.add_parser("new", parents=[shared], help="a new case with everything that is to be filled in")
    new.add_argument("name", metavar="AREA/SLUG")
    check = actions.add_parser(
        "check", parents=[shared], help="what is wrong with the knowledge base, and how to mend it"
    )
    check.add_argument(
        "case", nargs="*", metavar="CASE", help="only what concerns these, and the rules that they rest on"
    )
    check.add_argument("--format", choices=("text", "json"), default="text")
    check.add_argument("--quick", action="store_true", help="leave out what infers over the examples")
    check.add_argument("--accepted", action="store_true", help="list what is accepted, with the reasons")
    check.add_argument(
        "--fail-on", choices=("error", "warning"), help="exit with 1 when there is such a problem, or worse"
    )
    test = actions.add_parser("test", parents=[shared], help="the examples in order, and what differs")
    test.add_argument("case", nargs="?", default="", metavar="CASE")
    test.add_argument("--trace", action="store_true", help="each firing with its facts, and the sums of certainty")
    test.add_argument(
        "--fail-on", choices=("difference",), help="exit with 1 when an example does not come out as it says"
    )
    coverage = actions.add_parser(
        "coverage", parents=[shared], help="rules, conditions and fixes that no example tries"
    )
    coverage.add_argument("case", nargs="?", default="", metavar="CASE")
    coverage.add_argument("--format", choices=("text", "json"), default="text")
    mutate = actions.add_parser("mutate", parents=[shared], help="changes of the rules that no example notices")
    mutate.add_argument("case", nargs="?", default="", metavar="CASE")
    mutate.add_argument(
        "--jobs", type=_count, default=os.cpu_count() or 1, metavar="N", help="processes; %(default)s otherwise"
    )
    mutate.add_argument(
        "--captures", action="store_true", help="what captures notice without row-level examples; that takes long"
    )
    mutate.add_argument("--format", choices=("text", "json"), default="text")
    mutate.add_argument("-o", dest="output", default="", metavar="DIR", help="write mutants.md there (without CASE)")
    mutate.add_argument(
        "--fail-on", choices=("survivor",), help="exit with 1 when a survivor has no reason in mutants.toml"
    )
    graph = actions.add_parser("graph", parents=[shared], help="a picture of the inference net, whole or around a case")
    graph.add_argument("case", nargs="?", default="", metavar="CASE")
    graph.add_argument("--format", choices=("svg", "mermaid"), default="svg")
    graph.add_argument("-o", dest="output", default="", metavar="FILE", help="standard output otherwise")
    index = actions.add_parser("index", parents=[shared], help="write the generated pages of the documentation")
    index.add_argument("-o", dest="output", default="docs", metavar="DIR", help="%(default)s otherwise")
    index.add_argument("--quick", action="store_true", help="only the pages for which no example is diagnosed")


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 256):
        raise argparse.ArgumentTypeError(f"`{text}` is no number of processes")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Run one of the tools; the result is the exit status."""
    from advisor.authoring.knowledge_base import open_knowledge

    knowledge = open_knowledge(options.kb)
    tools = {
        "new": _new,
        "check": _check,
        "test": _test,
        "coverage": _coverage,
        "mutate": _mutate,
        "graph": _graph,
        "index": _index,
    }
    return tools[options.action](knowledge, options)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")


def _json(data: Any) -> None:
    sys.stdout.write(json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def _new(knowledge: Knowledge, options: argparse.Namespace) -> int:
    from advisor.authoring.knowledge_base import shown_path
    from advisor.authoring.scaffold import scaffold

    written = scaffold(knowledge, options.name)
    _print(shown_path(knowledge, knowledge.name_of(path)) for path in written)
    _print(["", f"next: fill them in; `advisor kb check {options.name.partition('/')[2]}` says what is left"])
    return 0


def _check(knowledge: Knowledge, options: argparse.Namespace) -> int:
    from advisor.authoring.knowledge_base import compiled, shown_path
    from advisor.authoring.memory import rules_behind
    from advisor.kbcheck import check
    from advisor.kbcheck.accepted import divide
    from advisor.kbcheck.material import Material

    material = Material(knowledge)
    material.only = set(options.case)
    for slug in options.case:
        if not (any((material.root / "cases").glob(f"*/{slug}"))):
            _known(material.knowledge, slug)
    whole = not (options.quick or material.refused)
    found = _checked_compiled(material, compiled) if whole else check(material, quick=options.quick)
    standing, accepted = divide(material, found, whole=whole)
    if options.case:
        rests_on = {
            material.net.rules[name].where for slug in options.case for name in rules_behind(material.net, slug)
        }
        standing = [p for p in standing if p.case in options.case or p.where in rests_on or _loading(p, standing)]
        accepted = [(p, reason) for p, reason in accepted if p.case in options.case or p.where in rests_on]
    if options.format == "json":
        _json(
            {
                "problems": [p._asdict() for p in standing],
                "accepted": [{**p._asdict(), "reason": r} for p, r in accepted],
            }
        )
    else:
        _print(p.problem(shown_path(knowledge, p.where)).block() for p in standing)
        if options.accepted:
            _print(
                f"accepted[{p.code}]: {p.message}\n  --> {shown_path(knowledge, p.where)}\n  reason: {r}"
                for p, r in accepted
            )
        errors = sum(p.level == "error" for p in standing)
        _print([f"{errors} errors, {len(standing) - errors} warnings, {len(accepted)} accepted"])
    bad = {"error": {"error"}, "warning": {"error", "warning"}}.get(options.fail_on or "", set())
    return int(any(p.level in bad for p in standing))


def _checked_compiled(material: Any, compiled: Any) -> list[Found]:
    from advisor.inference.engine import InferenceError
    from advisor.kbcheck import check

    try:
        with compiled(material.knowledge):
            return check(material)
    except InferenceError:
        return check(material)  # the lint of constructs says where


def _loading(problem: Found, every: list[Found]) -> bool:
    """Whether a problem keeps the whole knowledge base from loading: that concerns every case."""
    return problem.code in ("kb-syntax", "kb-toml", "kb-does-not-run", "kb-duplicate-rule") and problem in every


def _known(knowledge: Knowledge, slug: str) -> None:
    from advisor.authoring.knowledge_base import case_of

    if slug:
        case_of(knowledge, slug)


def _test(knowledge: Knowledge, options: argparse.Namespace) -> int:
    from advisor.authoring.knowledge_base import compiled
    from advisor.authoring.trial import lines

    _known(knowledge, options.case)
    failed = False
    with compiled(knowledge):
        for line, fails in lines(knowledge, options.case, traced=options.trace):
            failed = failed or fails
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
    return int(failed and options.fail_on is not None)


def _coverage(knowledge: Knowledge, options: argparse.Namespace) -> int:
    from advisor.authoring import coverage

    _known(knowledge, options.case)
    measured = coverage.measure(knowledge, options.case)
    if options.format == "json":
        _json(coverage.as_json(knowledge, measured, options.case))
    else:
        _print(coverage.as_lines(knowledge, measured, options.case))
    return 0


def _mutate(knowledge: Knowledge, options: argparse.Namespace) -> int:
    from advisor.authoring.index import mutants_page
    from advisor.authoring.mutation import Laboratory, names_to_try, run
    from advisor.authoring.reasons import reasons

    _known(knowledge, options.case)
    laboratory = Laboratory(knowledge, rows=not options.captures)
    result = run(laboratory, names_to_try(knowledge, options.case), options.jobs, _progress)
    _progress("")
    for name in laboratory.failing:
        sys.stderr.write(f"note: {name} does not come out as it says, and is left out\n")
    why = reasons(knowledge)
    unexplained = [v for v in result.survivors if v.id not in why]
    if options.format == "json":
        _json({"kb": knowledge.digest, "mutants": len(result.verdicts), "noticed": result.killed,
               "survivors": [{**v._asdict(), "reason": why.get(v.id)} for v in result.survivors]})  # fmt: skip
    else:
        for verdict in result.survivors:
            tried = (
                f"fires otherwise in {verdict.touched} examples" if verdict.touched else "no example fires otherwise"
            )
            _print([f"{verdict.where}: {verdict.id}", f"    {why.get(verdict.id) or tried}"])
        captures = result.killed - result.by_rows
        sums = (
            f"{len(result.verdicts)} mutants, {result.by_rows} noticed by a row-level example, {captures} by a capture"
        )
        sums += f", {len(result.survivors)} not"
        _print([f"{sums}, {len(unexplained)} of these without a reason"])
    if options.output and not options.case:
        path = Path(options.output, "mutants.md")
        before = path.read_text(encoding="utf-8") if path.is_file() else ""
        path.write_text(mutants_page(knowledge, result, before, captures=options.captures), encoding="utf-8")
    return int(bool(unexplained) and options.fail_on is not None)


def _progress(text: str) -> None:
    """One line on standard error that is written over, on a terminal only."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def _graph(knowledge: Knowledge, options: argparse.Namespace) -> int:
    from advisor.authoring import graph

    _known(knowledge, options.case)
    text = graph.draw(knowledge, options.case, options.format)
    if options.output:
        Path(options.output).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


def _index(knowledge: Knowledge, options: argparse.Namespace) -> int:
    from advisor.authoring.index import measured_pages, pages

    folder = Path(options.output)
    folder.mkdir(parents=True, exist_ok=True)
    made = pages(knowledge)
    if not options.quick:
        made |= measured_pages(knowledge)
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")
        _print([str(folder / name)])
    return 0
