"""Entries of what people type and of what is kept: chat, answers, paths, sessions, results, exercises, commands."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import sqlite3
import tempfile
from datetime import datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from advisor.errors import Problem
from advisor.knowledge import Knowledge
from tests.fuzz.watch import Broken


@cache
def knowledge() -> Knowledge:
    """The knowledge base, once."""
    from advisor import image

    return image.load()


@cache
def scratch() -> Path:
    """A folder for files, in memory where there is one."""
    return Path(tempfile.mkdtemp(prefix="advisor-fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape" if data[:1] == b"\xff" else "replace")


def redaction(data: bytes) -> None:
    """Nothing longer than it may be, and no control characters."""
    from advisor.tui.redaction import LONGEST, redact

    line = redact(_text(data), ("db1",))
    if len(line) > LONGEST or any(ord(c) < 32 and c != "\t" for c in line):
        raise Broken("a redacted line is too long, or not clean")


def complaint(data: bytes) -> None:
    """A complaint in plain words."""
    from advisor.chat.tell import InputError, understand
    from facts.observations import Observations

    with contextlib.suppress(InputError):
        understand(knowledge(), [_text(data)], Observations()).echo()


def lookup(data: bytes) -> None:
    """What is asked for with `explain` and `search`."""
    found, text = _lookup(), _text(data)
    found.explain(text)
    found.nearest(text)
    list(found.search(text))


@cache
def _lookup() -> Any:
    from advisor.chat.lookup import Lookup

    return Lookup(knowledge())


def reply(data: bytes) -> None:
    """An answer to each kind of question."""
    from advisor.interview.answers import read_reply

    text = _text(data)
    questions = _questions()
    for at in range(len(data) % 7, len(questions), 7):
        read_reply(text, questions[at], "db1")


@cache
def _questions() -> list[Any]:
    from advisor.interview.questions import load_questions

    return list(load_questions(knowledge().root / "questions").values())


def paths(data: bytes) -> None:
    """Paths that are typed or dropped, and the words of a command line."""
    from advisor.conversation.commands import read_command
    from advisor.conversation.paths import named_paths, written_path
    from facts.reading import prompt_of, scan_command
    from facts.shell import simple_commands

    text = _text(data)
    for line in text.split("\n")[:20]:
        named_paths(line)
        written_path(line)
        read_command(line)
        prompt_of(line)
        scan_command(line)
        simple_commands(line)


def clips_source(data: bytes) -> None:
    """CLIPS source, as authors write it."""
    from facts.sexpr import SexprError, parse

    with contextlib.suppress(SexprError):
        parse(_text(data))


def session_file(data: bytes) -> None:
    """An exported session, as `sessions import` takes it; its events are shown and replayed."""
    from advisor.session.stored import run
    from advisor.store import Store, StoreError

    path = scratch() / "session.json"
    path.write_bytes(data)
    with Store.in_memory() as store:
        try:
            run(store, "import", str(path), "text", "")
        except StoreError as error:
            _is_well_said(error)
            return
        _go_through(store)


def signed_session(data: bytes) -> None:
    """An exported session whose digest is put right, so that what stands in its events is taken."""
    from advisor.store import exchange
    from advisor.store.records import Event

    with contextlib.suppress(Exception):  # what cannot be signed is refused below
        given = json.loads(data)
        events = [Event(e["seq"], e["time"], e["kind"], e["data"]) for e in given["events"]]
        given["digest"] = exchange.digest(events)
        data = json.dumps(given).encode()
    session_file(data)


def _go_through(store: Any) -> None:
    from advisor.session import kept
    from advisor.session.stored import run
    from advisor.store import StoreError

    for action in ("list", "stats", "show", "export"):
        for header in store.headers()[:2]:
            for form in ("text", "json"):
                with contextlib.suppress(StoreError):
                    run(store, action, header.name, form, "")
    for header in store.headers()[:1]:
        try:
            session = kept.resume(knowledge(), store, header.name)
            _ = session.consultation
        except StoreError as error:
            _is_well_said(error)


def session_store(data: bytes) -> None:
    """A store of sessions as it lies on the disk, damaged."""
    from advisor.session.stored import run
    from advisor.store import Store, StoreError

    path = scratch() / "sessions.sqlite3"
    for ending in ("", "-wal", "-journal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)
    path.write_bytes(data)
    try:
        with Store.open(path, create=False) as store:
            for header in store.headers()[:3]:
                run(store, "show", header.name, "text", "")
            run(store, "stats", "", "json", "")
    except StoreError as error:
        _is_well_said(error)


@cache
def store_bytes() -> bytes:
    """A small store with a session in it."""
    from advisor.store import Store

    path = scratch() / "seed.sqlite3"
    with Store.open(path) as store:
        header = store.create("seed")
        events: list[tuple[str, dict[str, Any]]] = [
            ("told", {"text": "slow"}),
            ("undone", {"of": 1}),
            ("told", {"text": "x" * 900}),
        ]
        for seq, (kind, data) in enumerate(events):
            store.append(header.id, kind, data, time=1.7e9 + seq)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("PRAGMA journal_mode = DELETE")
    return path.read_bytes()


@cache
def session_json() -> bytes:
    """An exported session with something of everything."""
    from advisor.session import kept
    from advisor.store import Store

    with Store.in_memory() as store:
        begun = kept.begin(knowledge(), store, "seed")
        session = begun.session
        session.tell("The whole server freezes for twenty seconds when something writes a lot.")
        session.paste(
            "$ cat /proc/meminfo\nMemTotal:      8174540 kB\nDirty:            6640 kB\nWriteback:     3230792 kB\n"
        )
        session.undo()
        session.redo()
        return json.dumps(store.export(store.find("seed").id)).encode()


def exercise_file(data: bytes) -> None:
    """Kept progress and an exercise that was not ended, as it lies on the disk."""
    from datetime import UTC

    from advisor.training.progress import NotKept, open_progress
    from advisor.training.unfinished import described, unfinished

    path = scratch() / "training.sqlite3"
    for ending in ("", "-wal", "-journal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)
    path.write_bytes(data)
    try:
        kept = unfinished(path)
        if kept is not None:
            described(kept, {})
        with open_progress(path) as progress:
            progress.best()
            progress.last()
            list(progress.runs())
            progress.export((), datetime.now(UTC))
    except NotKept:
        pass


@cache
def exercise_bytes() -> bytes:
    """Kept progress with an unfinished exercise in it."""
    from advisor.training.progress import Typed, Unfinished, open_progress

    path = scratch() / "seed-training.sqlite3"
    with open_progress(path) as progress:
        progress.begin_keeping(Unfinished("swap-thrash", 3, "guided", "sha256:x", "0.1", ()), "h", "vmstat 5")
        progress.answered("h", 1, Typed("vmstat 5", (1, 2), "d" * 64))
        progress.asked("h", "free -m")
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        with database:
            run = ("2024-01-02T03:04:05+00:00", "swap-thrash", 3, "exam", 80, 12.5, '{"cause": 30}')
            database.execute("insert into runs values (1, ?, ?, ?, ?, ?, ?, ?)", run)
    return path.read_bytes()


def baseline(data: bytes) -> None:
    """An earlier report that is given as a baseline, and held against a diagnosis."""
    from advisor.baseline import BaselineError, read_baseline
    from advisor.inference.diagnosis import consult
    from facts.observations import Observations

    path = scratch() / "baseline.json"
    path.write_bytes(data)
    try:
        records = read_baseline(str(path))
    except BaselineError as error:
        _is_well_said(error)
        return
    consult(knowledge(), Observations(_baseline_rows()), [], records)


@cache
def _baseline_rows() -> list[Any]:
    from facts.bundle import load

    return load([str(knowledge().root.parent / "examples/zfs-log-spikes")])[0].observed


@cache
def baseline_json() -> bytes:
    """A report in JSON form."""
    from advisor.diagnose import diagnose
    from advisor.explanation.report import report
    from facts.bundle import load

    bundle = load([str(knowledge().root.parent / "examples/zfs-log-spikes")])[0]
    data = report(diagnose(knowledge(), bundle).consultation, bundle, [])
    small = {"schema": 1, "diagnoses": data["diagnoses"][:1], "risks": data["risks"][:1], "acknowledged": []}
    return json.dumps(small).encode()


def fleet_results(data: bytes) -> None:
    """The results of a fleet in their folder, damaged, and a message of a worker."""
    from advisor.fleet.errors import FleetError
    from advisor.fleet.results import Results

    folder = scratch() / "fleet"
    folder.mkdir(exist_ok=True)
    for name in ("fleet.db", "fleet.db-wal", "fleet.db-shm", "fleet.db-journal", "results.jsonl"):
        (folder / name).unlink(missing_ok=True)
    (folder / "fleet.db").write_bytes(data)
    bundle = _fleet_bundle()
    try:
        with Results(folder, "k") as results:
            known = [bundle] if results.known(bundle) else []
            results.begin(known)
            results.end(known)
            list(results.read([bundle]))
    except FleetError as error:
        _is_well_said(error)


@cache
def _fleet_bundle() -> Any:
    from advisor.fleet.bundles import Bundle

    return Bundle(name="b", path="/b")


@cache
def fleet_bytes() -> bytes:
    """The results of a fleet with one bundle in them."""
    from advisor.fleet.pool import Outcome
    from advisor.fleet.record import failed, record
    from advisor.fleet.results import Results

    folder = scratch() / "seed-fleet"
    with Results(folder, "k") as results:
        results.begin([])
        results.add(Outcome(_fleet_bundle(), "s", record("b", failed("c", "m")), 1.0))
        results.end([_fleet_bundle()])
    with contextlib.closing(sqlite3.connect(folder / "fleet.db")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("PRAGMA journal_mode = DELETE")
    return (folder / "fleet.db").read_bytes()


MARKER = "ZVALUEZ"


def template(data: bytes) -> None:
    """A hostile name in every command of one case's fix: it stays one part of one word."""
    from advisor.remedies import plain, words
    from advisor.templates import Placeholder

    text = _text(data[1:])[:2000]
    value = plain(text, "name")
    if isinstance(value, Placeholder):
        return
    assert isinstance(value, str)
    cases = sorted(knowledge().cases)
    case = knowledge().cases[cases[data[0] % len(cases)] if data else cases[0]]
    for step in case.steps:
        for source in (step.command, step.verify_command, step.undo):
            if "{{" not in source:
                continue
            source = _NESTED.sub(r"\1", source)
            names = {name: 4711 if _is_numeric(where) else value for name, where in case.values.items()}
            marked = {name: MARKER if found is value else found for name, found in names.items()}
            if _way(source, names) != _way(source, marked):
                continue  # of values with a comma in it, such as a drive behind a controller, it has other commands
            safe = words(source, marked, command=True)
            made = words(source, names, command=True)
            if (expected := _tokens(safe)) is None:
                continue
            found = _tokens(made.replace("<VALUE>", "_VALUE_"))
            forms = (value, "_VALUE_", _leaf(value))
            if (
                found is None
                or len(found) != len(expected)
                or not all(
                    any(one == token.replace(MARKER, form) for form in forms)
                    for one, token in zip(found, expected, strict=True)
                )
            ):
                raise Broken(f"{case.slug}: a value is no part of one word in `{source[:60]}`")


_NESTED = re.compile(r'"(\$\([^()"]*\))"')
"""What stands within `"$(...)"` is quoted as if it stood outside, which the shell knows and shlex does not."""


def _is_numeric(where: str) -> bool:
    from facts.schema import templates

    head, _, slot = where.split("|")[0].strip().partition(".")
    name = head.partition("[")[0]
    return head == "quantity" or (
        name in templates() and slot in templates()[name].slots and templates()[name].slots[slot].numeric
    )


def _way(source: str, names: dict[str, Any]) -> str:
    """What is left of a template without its values: which of its branches are taken."""
    from advisor.templates import fill

    return fill(re.sub(r"\{\{.*?\}\}", "", source), names, str)


def _leaf(value: str) -> str:
    from advisor.templates import FILTERS

    return str(FILTERS["leaf"](value))


def _tokens(command: str) -> list[str] | None:
    lexer = shlex.shlex(re.sub(r"(?m)^#.*$", "", command), posix=True, punctuation_chars=";&|()<>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        return list(lexer)
    except ValueError:
        return None


def working_memory(data: bytes) -> None:
    """Hostile values in the rows of a template: the engine holds them as they are, and says nothing."""
    from facts.schema import templates

    kinds = sorted(templates())
    chance = Random(data[:4])
    parts = data[4:].split(b"\n")
    rows = []
    for _ in range(3):
        kind = templates()[chance.choice(kinds)]
        values: dict[str, Any] = {"host": "h"}
        for at, (name, slot) in enumerate(kind.slots.items()):
            part = _text(parts[at % len(parts)])[:500]
            held: Any = chance.choice((0, -1, 2**63 - 1, -(2**63), 10**15)) if slot.type == "INTEGER" else part
            held = chance.choice((0.0, -1.0, 1e308, 5e-324, 1e15)) if slot.type == "FLOAT" else held
            held = chance.choice(sorted(slot.allowed)) if slot.allowed else held
            with contextlib.suppress(ValueError):
                values[name] = slot.coerce(held)
        rows.append((kind.name, values))
    inference = knowledge().engine.infer(rows)
    for name, values in rows:
        if not any(
            all(fact.slots.get(k) == v for k, v in values.items() if v != "" and k in fact.slots)
            for fact in inference.of(name)
        ):
            raise Broken(f"{name}: a row is not there as it was put")


def shell_line(data: bytes) -> None:
    """Lines at the prompt of a simulated host."""
    exercise = _exercise()
    for line in _text(data).split("\n")[:6]:
        # who waits for a command that takes simulated days may interrupt it
        exercise.machine.world.to_interrupt = [exercise.machine.world.steps + 1000]
        exercise.shell.run(line[:2000])
        exercise.machine.world.interrupted = False


_used = [0]
_exercises: list[Any] = []


@cache
def _scenarios() -> Any:
    from advisor.training.scenarios import load

    return load(knowledge().root)


def _exercise() -> Any:
    """An exercise, a fresh one now and then: its hosts change with what is typed."""
    from advisor.training.exercise import Exercise

    if _used[0] % 400 == 0:
        names = sorted(_scenarios())
        name = names[_used[0] // 400 % len(names)]
        _exercises[:] = [Exercise(knowledge(), _scenarios()[name], 7)]
    _used[0] += 1
    return _exercises[0]


def exercise_line(data: bytes) -> None:
    """Lines of an exercise, in a fresh one; who sleeps for hours interrupts it."""
    from advisor.training.exercise import Exercise

    names = sorted(_scenarios())
    exercise = Exercise(knowledge(), _scenarios()[names[data[0] % len(names)] if data else names[0]], 3)
    exercise.begin()
    for line in _text(data[1:]).split("\n")[:3]:
        if exercise.machine is not None:
            exercise.machine.world.to_interrupt = [exercise.machine.world.steps + 1000]
        exercise.say(line)


def keymap(data: bytes) -> None:
    """The user's keys."""
    from advisor.tui.actions import ACTIONS
    from advisor.tui.keymap import load_keymap

    path = scratch() / "keys.toml"
    path.write_bytes(data)
    for problem in load_keymap(path, ACTIONS).problems:
        _is_well_said(problem)


def command_line(data: bytes) -> None:
    """Words of a command line; nothing is run but the parser, and commands that only read."""
    from advisor.arguments import command_line as parser
    from advisor.cli import main

    words = [part.replace("\0", "") for part in os.fsdecode(data[:3000]).split("\n")]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        with contextlib.suppress(SystemExit):
            parser().parse_args(words)
        if words[0] in ("explain", "facts"):
            with contextlib.suppress(SystemExit):
                main([words[0], *(w for w in words[1:] if w != "-" and not os.path.exists(w))])  # noqa: PTH110
    if "\x1b" in err.getvalue() or "Traceback" in err.getvalue():
        raise Broken("a message holds an escape, or a traceback")


def conversation(data: bytes) -> None:
    """Lines of a conversation."""
    from advisor.conversation.conversation import Conversation
    from advisor.session.session import Session

    session = Session(knowledge())
    session.begin()
    talk = Conversation(session, 80)
    list(talk.begin())
    text = _text(data)
    said = [m for line in text.split("\n")[:2] for m in talk.say(line)] if data[:1] != b"\n" else list(talk.say(text))
    if any("\x1b" in str(m) for m in said):
        raise Broken("what is said holds an escape")


def diagnosis(data: bytes) -> None:
    """From the bytes to the report as text, JSON and pages: no markup of a host is markup there."""
    from advisor.diagnose import diagnose
    from advisor.explanation.report import report
    from advisor.explanation.text import render
    from facts.bundle import load

    bundle, errors = load(["-"], io.BytesIO(data))
    if errors:
        return
    consultation = diagnose(knowledge(), bundle).consultation
    made = report(consultation, bundle, [])
    json.dumps(made, allow_nan=False)
    if "\x1b" in render(consultation, made, 100):
        raise Broken("the report holds an escape")


def page(data: bytes) -> None:
    """The report as a page with a hostile text in every place: the same elements as without it."""
    from advisor.explanation.document import render
    from tests.advisor.runbook.marking import page as parsed

    text = _text(data)[:400].encode("utf-8", "replace").decode()
    shown = parsed(render(_hostile(json.loads(baseline_report()), text), knowledge(), "html"))
    if shown.active() != [] or {tag for tag, _ in shown.elements} - _elements():
        raise Broken("a text of a host is markup")


@cache
def _elements() -> frozenset[str]:
    from advisor.explanation.document import render
    from tests.advisor.runbook.marking import page as parsed

    return frozenset(tag for tag, _ in parsed(render(json.loads(baseline_report()), knowledge(), "html")).elements) | {
        "mark"
    }


@cache
def baseline_report() -> str:
    """A whole report in JSON form."""
    from advisor.diagnose import diagnose
    from advisor.explanation.report import report
    from facts.bundle import load

    bundle = load([str(knowledge().root.parent / "examples/zfs-log-spikes")])[0]
    data = report(diagnose(knowledge(), bundle).consultation, bundle, [])
    for name in ("ruled_out", "not_assessed", "inputs"):
        data[name] = data[name][:4]
    return json.dumps(data)


_HOSTS_OWN = ("host", "subject", "path", "text", "address", "command", "do", "expect", "reason")


def _hostile(data: Any, text: str) -> Any:
    if isinstance(data, dict):
        return {k: text if k in _HOSTS_OWN and isinstance(v, str) else _hostile(v, text) for k, v in data.items()}
    return [_hostile(item, text) for item in data] if isinstance(data, list) else data


def _is_well_said(error: Exception | Problem) -> None:
    """A refusal is one short line without control characters, and says what to do."""
    message = error.message if isinstance(error, Problem) else str(error)
    where = str(getattr(error, "where", "") or "")
    if any(ord(c) < 32 for c in message + where):
        raise Broken(f"a refusal holds control characters: {type(error).__name__}")
    if len(message) > 600 or not message:
        raise Broken(f"a refusal of {len(message)} characters: {type(error).__name__}")
