"""The command line: a thin shell over the packages below it. Heavy parts are imported where they are used."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any

from advisor.arguments import STANDINGS, command_line
from advisor.state import state_directory
from facts import scratch

if TYPE_CHECKING:
    from collections.abc import Callable

    from advisor.inference.accepted import Record
    from advisor.inference.diagnosis import Consultation
    from advisor.knowledge import Case, Knowledge
    from advisor.session.session import Session
    from advisor.store import Store
    from facts.inputs import Bundle


def _runbook(options: argparse.Namespace) -> int:
    from advisor.runbook.command import put, wrong
    from advisor.runbook.command import run as run_runbook

    if status := wrong(options):
        return status
    if not options.session:
        return run_runbook(options)
    from advisor import image
    from advisor.incident.report import of_session

    return put(of_session(image.load(), options), options)


def _train(options: argparse.Namespace) -> int:
    from advisor.training.command import run as run_training

    return run_training(options)


def _fleet(options: argparse.Namespace) -> int:
    from advisor.fleet.command import run as run_fleet

    return run_fleet(options)


def _kb(options: argparse.Namespace) -> int:
    from advisor.authoring.command import run as run_authoring

    return run_authoring(options)


def _misplaced(options: argparse.Namespace) -> str:
    """An option of the interface that was given before a command, which would not see it; "" where there is none."""
    given = (name for name, value in vars(options).items() if name.startswith("tui_") and value)
    return next((f"--{name.removeprefix('tui_').replace('_', '-')}" for name in given), "")


def _complain(error: ValueError) -> int:
    from advisor.errors import Problem, complain

    code, where, advice = (str(getattr(error, name, "")) for name in ("code", "where", "help"))
    return complain([Problem(code, str(error), where, advice)])


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; the result is the exit status."""
    import gc

    # A diagnosis makes many small objects that live to its end; looking through them again and again costs a tenth of it.
    gc.set_threshold(200_000, 20, 20)
    scratch.keep_in(state_directory)
    given = sys.argv[1:] if arguments is None else arguments
    parser = command_line(*given[:1])
    options = parser.parse_args(given)
    try:
        if options.command is None:
            return _interface(options)
        if option := _misplaced(options):
            parser.error(f"`{option}` stands before `{options.command}`; options of a command stand after it")
        status = _ran(options)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130  # as every program that is interrupted; what a session holds by then is kept
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except ValueError as error:
        # Knowledge that does not load and text that cannot be taken say what is wrong; anything else is a fault of ours.
        if not hasattr(error, "code"):
            raise
        return _complain(error)


def _ran(options: argparse.Namespace) -> int:
    """Run the command, within the limits that were given."""
    run = _COMMANDS[options.command]
    if not getattr(options, "limit", None):
        return run(options)
    from facts import limits

    with limits.using(options.limit):
        return run(options)


def _interface(options: argparse.Namespace) -> int:
    from advisor.tui.command import open_interface

    return open_interface(
        options.tui_db, options.tui_session, options.tui_open, options.tui_theme, options.tui_keys,
        mouse=not options.tui_no_mouse,
    )  # fmt: skip


def run() -> None:
    """The command `advisor`: run the command line, and end the process."""
    import gc

    status = main()
    gc.freeze()  # at its end, Python would look through all objects once more: a fifth of a small diagnosis
    sys.exit(status)


def _width() -> int:
    if not sys.stdout.isatty():
        return 100
    import shutil

    return min(shutil.get_terminal_size((100, 24)).columns, 120)


def _load(paths: list[str]) -> tuple[Bundle, int]:
    """Read every path; 2 where one of them cannot be read at all: what the others hold counts all the same."""
    from advisor.errors import Problem, complain
    from facts.bundle import load
    from facts.inputs import Unrecognised

    stdin = sys.stdin.buffer if "-" in paths else None
    if sys.stderr.isatty():
        from advisor.terminal_line import AFTER, TerminalLine

        line = TerminalLine(AFTER)
        try:
            bundle, errors = load(paths, stdin, line.reads)
        finally:
            line.ends()
    else:
        bundle, errors = load(paths, stdin)
    if errors:
        bundle.unrecognised.extend(Unrecognised(e.where, None, e.message) for e in errors)
        return bundle, complain([Problem(e.code, e.message, e.where, e.help) for e in errors])
    return bundle, 0


def _cases(knowledge: Knowledge, names: list[str]) -> tuple[list[Case], int]:
    from advisor.errors import Problem, complain, did_you_mean

    unknown = [n for n in names if n not in knowledge.cases]
    if unknown:
        known = sorted(knowledge.cases)
        return [], complain(
            [Problem("no-such-case", f"there is no case `{n}`", help=did_you_mean(n, known) or f"the cases are {', '.join(known)}")
             for n in unknown]
        )  # fmt: skip
    return [knowledge.cases[n] for n in names], 0


def _diagnose(options: argparse.Namespace) -> int:
    from advisor import image
    from advisor.errors import Problem, complain

    if not (options.paths or options.tell or options.session):
        return complain([Problem("nothing-to-read", "neither a PATH nor --tell is given",
                                 help="name a file, a folder, an archive, or `-` for standard input")])  # fmt: skip
    if options.format != "text" and (options.fix or options.explain):
        return complain(
            [Problem("usage", "--fix and --explain are parts of the text", help="the other formats hold both whole")]
        )
    knowledge = image.load()
    why_not, status = _cases(knowledge, options.why_not)
    if status:
        return status
    accepted = _accepted(options)
    bundle, status = _load(options.paths)
    if status and not bundle.inputs:
        return status
    return max(status, _diagnose_read(options, knowledge, bundle, why_not, accepted))


def _diagnose_read(
    options: argparse.Namespace, knowledge: Knowledge, bundle: Bundle, why_not: list[Case], accepted: list[Record]
) -> int:
    from advisor.diagnose import diagnose

    if options.session:
        return _diagnose_session(options, knowledge, bundle, why_not, accepted)
    if options.format in ("markdown", "html"):
        from advisor.session.session import Session

        session = Session(knowledge, name="")
        session.begin()
        return _incident(options, session, bundle, why_not, accepted)
    diagnosed = diagnose(knowledge, bundle, options.tell, accepted)
    sys.stderr.write("".join(f"{line}\n" for line in diagnosed.understood))
    return _write_report(options, diagnosed.consultation, bundle, why_not)


def _accepted(options: argparse.Namespace) -> list[Record]:
    """What the baseline accepts."""
    if options.baseline is None:
        return []
    from advisor.baseline import read_baseline

    return read_baseline(options.baseline)


def _diagnose_session(
    options: argparse.Namespace, knowledge: Knowledge, bundle: Bundle, why_not: list[Case], accepted: list[Record]
) -> int:
    """Add what is given to a session, and diagnose all that it holds."""
    from advisor.ask import end_saving
    from advisor.session.kept import note_conclusions

    with _store(options) as store:
        session = _session(knowledge, store, options.session)
        if options.format in ("markdown", "html"):
            status = _incident(options, session, bundle, why_not, accepted)
            note_conclusions(session)
            end_saving(session, sys.stdin, sys.stderr)
            return status
        _add(options, session, bundle, accepted)
        note_conclusions(session)
        end_saving(session, sys.stdin, sys.stderr)
        return _write_report(options, session.consultation, session.bundle, why_not)


def _add(options: argparse.Namespace, session: Session, bundle: Bundle, accepted: list[Record]) -> None:
    """Add what is given to a session."""
    session.baseline = accepted
    if bundle.inputs or bundle.labelled or bundle.prose or bundle.unrecognised:
        session.capture(bundle, sources=[path for path in options.paths if path != "-"])
    for text in options.tell:
        for line in session.tell(text, complaint=True).echo():
            sys.stderr.write(line + "\n")


def _incident(
    options: argparse.Namespace, session: Session, bundle: Bundle, why_not: list[Case], accepted: list[Record]
) -> int:
    """Write the report with the lines that it cites and their plots."""
    from advisor.explanation.report import report
    from advisor.incident.report import page

    _add(options, session, bundle, accepted)
    data = report(session.consultation, session.bundle, why_not)
    sys.stdout.write(page(data, session, options.format))
    return _status(options.fail_on, data["diagnoses"])


def _write_report(options: argparse.Namespace, consultation: Consultation, bundle: Bundle, why_not: list[Case]) -> int:
    from advisor.explanation.report import report

    data = report(consultation, bundle, why_not)
    if options.format == "json":
        import json

        sys.stdout.write(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    elif options.full or why_not:
        from advisor.explanation.text import render

        sys.stdout.write(render(consultation, data, _width()))
    elif options.fix or options.explain:
        return _write_one(options, consultation, data)
    else:
        from advisor.explanation.card import WIDTH, card

        sys.stdout.write(card(data, min(_width(), 100) if sys.stdout.isatty() else WIDTH))
    return _status(options.fail_on, data["diagnoses"])


def _write_one(options: argparse.Namespace, consultation: Consultation, data: dict[str, Any]) -> int:
    """The whole fix or proof of one diagnosis."""
    from advisor.errors import Problem, complain
    from advisor.explanation.text import one_fix, one_proof

    number, count = options.fix or options.explain, len(data["diagnoses"])
    if number > count:
        there = f"there {'is' if count == 1 else 'are'} {count or 'none'}"
        return complain([Problem("no-such-diagnosis", f"there is no diagnosis {number}", help=there)])
    write = one_fix if options.fix else one_proof
    sys.stdout.write(write(consultation, data, number, _width()))
    return _status(options.fail_on, data["diagnoses"])


def _status(fail_on: str | None, diagnoses: list[dict[str, object]]) -> int:
    if fail_on is None:
        return 0
    enough = STANDINGS[: STANDINGS.index(fail_on) + 1]
    return int(any(d["standing"] in enough and d["status"] == "current" for d in diagnoses))


def _facts(options: argparse.Namespace) -> int:
    from advisor.explanation.facts_page import as_json, as_text

    bundle, status = _load(options.paths)
    if status and not bundle.inputs:
        return status
    if options.format == "json":
        import json

        sys.stdout.write(json.dumps(as_json(bundle), indent=1, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(as_text(bundle, _width()))
    return status


def _explain(options: argparse.Namespace) -> int:
    from advisor import image
    from advisor.explanation.case_page import render

    knowledge = image.load()
    cases, status = _cases(knowledge, [options.case])
    if status:
        return status
    sys.stdout.write(render(knowledge, cases[0], _width()))
    return 0


def _collect(options: argparse.Namespace) -> int:
    from advisor.collect import main as collect

    return collect(options.output, options.script)


def _ask(options: argparse.Namespace) -> int:
    from advisor import image
    from advisor.ask import Terminal, answer_from, as_json, end_saving, width_of
    from advisor.conversation.conversation import Conversation
    from advisor.interrupts import Interrupts
    from advisor.interview.respondent import Respondent
    from advisor.session import kept

    knowledge = image.load()
    bundle, status = _load(options.answer_from)
    if status:
        return status
    with _store(options) as store:
        session = _session(knowledge, store, options.session)
        conversation = Conversation(session, width_of(sys.stderr))
        try:
            with Interrupts() as interrupts:
                if options.answer_from:
                    for text in options.tell:
                        sys.stderr.write("".join(f"{line}\n" for line in session.tell(text, complaint=True).echo()))
                    answer_from(session, conversation, Respondent(knowledge, bundle), sys.stderr, interrupts)
                else:
                    Terminal(conversation, sys.stdin, sys.stderr, interrupts).run(options.tell)
        except KeyboardInterrupt:
            sys.stderr.write("\n")
        kept.note_conclusions(session)
        if end_saving(session, sys.stdin, sys.stderr) and store.path is not None:
            sys.stderr.write(f"kept as `{session.name}`; go on with: advisor ask --session {session.name}\n")
        _write_result(options, session, lambda: as_json(session, conversation))
    return 0


def _store(options: argparse.Namespace) -> Store:
    """The store that the options name, or the usual one; in memory, and said so, where nothing can be written."""
    from pathlib import Path

    from advisor.session.kept import open_store

    opened = open_store(
        Path(options.db) if options.db else None, to_write=getattr(options, "action", "resume") == "resume"
    )
    sys.stderr.write("".join(f"note: {line}\n" for line in opened.note.splitlines()))
    return opened.store


def _session(knowledge: Knowledge, store: Store, name: str) -> Session:
    """The session of a name, replayed, or a new one."""
    from advisor.session import kept
    from advisor.store import StoreError

    try:
        session = kept.resume(knowledge, store, name) if name else None
    except StoreError as error:
        if error.code != "no-such-session":
            raise
        session = None
    if session is None:
        begun = kept.begin(knowledge, store, name)
        notes, session = [begun.note] if begun.note else [], begun.session
    else:
        notes = [*kept.losses(session), *kept.changed_knowledge(session)]
    sys.stderr.write("".join(f"note: {line}\n" for line in notes))
    return session


def _sessions(options: argparse.Namespace) -> int:
    from advisor.errors import Problem, complain

    if options.action == "resume":
        options.session, options.tell, options.answer_from = options.name, [], []
    if options.action not in ("list", "stats") and not options.name:
        return complain(
            [Problem("usage", f"`sessions {options.action}` needs a name", help="`advisor sessions list` shows them")]
        )
    if options.action == "resume":
        with _store(options) as store:
            store.find(options.name)
        return _ask(options)
    from advisor.session import stored

    with _store(options) as store:
        text = stored.run(store, options.action, options.name, options.format, options.output or "")
    sys.stdout.write(text)
    return 0


def _write_result(options: argparse.Namespace, session: Session, as_json: Callable[[], dict[str, Any]]) -> None:
    if options.format == "json":
        import json

        sys.stdout.write(json.dumps(as_json(), indent=1, ensure_ascii=False) + "\n")
    elif not sys.stdout.isatty():
        from advisor.explanation.card import card
        from advisor.explanation.report import report

        sys.stdout.write(card(report(session.consultation, session.bundle, []), session=session.name))


def _serve(options: argparse.Namespace) -> int:
    from advisor.errors import Problem, complain

    try:
        from advisor.serve.command import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("aiohttp", "textual_serve"):
            raise
        return complain(
            [Problem("not-installed", f"`{error.name}` is not installed", help="pip install textual-serve")]
        )
    return serve(options.host, options.port, allow_remote=options.allow_remote, db=options.db)


_COMMANDS = {
    "diagnose": _diagnose,
    "facts": _facts,
    "ask": _ask,
    "sessions": _sessions,
    "explain": _explain,
    "serve": _serve,
    "collect": _collect,
    "runbook": _runbook,
    "train": _train,
    "fleet": _fleet,
    "kb": _kb,
}
