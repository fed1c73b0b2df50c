"""Commands that are not safe to paste: each step in every branch, with every value known and unknown, read as a shell reads it.

A wrong command that is pasted as root does damage. The rules are in `advisor.kbcheck.pasting`, one mechanism a module: what
writes or removes files (`writes`), what asks before a change (`guards`), and what follows what (`order`). A text that is no
shell, or that the reader does not know, is a problem too.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.kbcheck.material import Material
from advisor.kbcheck.pasting import bourne, guards, order, writes
from advisor.kbcheck.pasting.programs import changes
from advisor.kbcheck.problem import Found
from advisor.knowledge import Case, Step
from advisor.remedies import words
from advisor.shell.reading import NotShell, marked, read, unmarked
from advisor.shell.walk import runs
from advisor.templates import TooManyWays, every_way

CODE = "kb-paste"
_NO_UNDO = "none"
_HELP = 'see "Commands that are safe to paste" in docs/author-guide.md'


def problems(material: Material) -> Iterator[Found]:
    """Every step of every case that is asked for."""
    for slug, case in material.cases.items():
        if material.only and slug not in material.only:
            continue
        for number, step in enumerate(case.steps, 1):
            for rule, message in dict.fromkeys(of_a_step(case, step)):
                yield material.found(
                    CODE,
                    f"step {number}: {rule}",
                    f"step {number}: {message}",
                    material.step_place(slug, number),
                    _HELP,
                )
        path = material.knowledge.name_of(material.file(slug, "runbook.toml"))
        for watch in case.procedure.watch:
            ways = {words(watch.command, way, command=True): None for way in every_way((watch.command,), case.values)}
            for rule, message in dict.fromkeys(
                problem for text in ways for problem in of_a_text("watch", text, "look")
            ):
                yield material.found(CODE, f"watch: {rule}", message, path, _HELP)


def texts(case: Case, step: Step) -> Iterator[tuple[str, str, str]]:
    """Command, check and undo of a step, in every way, each way once.

    Raises:
        TooManyWays: the conditions have too many combinations.
    """
    templates = (step.command, step.verify_command, step.undo)
    shown = {tuple(words(t, way, command=True) for t in templates): None for way in every_way(templates, case.values)}
    for command, verify, undo in shown:
        yield command.strip(), verify.strip(), undo.strip()


def of_a_step(case: Case, step: Step) -> Iterator[writes.Problem]:
    """The rules that a step breaks in any of its branches."""
    from jinja2 import TemplateError

    try:
        ways = list(texts(case, step))
    except (LookupError, TypeError, ValueError, TemplateError):  # a step that cannot be filled is said by another lint
        return
    except TooManyWays as error:
        yield "ways", f"the conditions on {error} have too many combinations to try them"
        return
    for command, verify, undo in ways:
        yield from of_a_text("command", command, step.risk)
        yield from of_a_text("check", verify, "look")
        if not undo.startswith(_NO_UNDO):
            yield from of_a_text("undo", undo, step.risk)
        yield from _of_copies(command, undo)
        if "solaris" in step.systems:
            for text in (command, verify, "" if undo.startswith(_NO_UNDO) else undo):
                yield from _of_solaris(text)


def of_a_text(what: str, text: str, risk: str) -> Iterator[writes.Problem]:
    """The rules that one text breaks."""
    if not text:
        return
    try:
        script = read(marked(text))
    except NotShell as error:
        yield "not shell", f"{what}: {error}"
        return
    found = runs(script)
    several = (writes.problems(found, risk), guards.problems(found), order.problems(script, found))
    for rule, message in (problem for some in several for problem in some):
        yield rule, f"{what}: {message}"
    if risk == "look":
        for name in dict.fromkeys(run.simple.name or run.simple.words[0].shape for run in found if changes(run.simple)):
            yield "look", f"{what}: `{unmarked(name)}` is not known to look only"


def _of_copies(command: str, undo: str) -> Iterator[writes.Problem]:
    try:
        found = runs(read(marked(command)))
        back = () if undo.startswith(_NO_UNDO) else runs(read(marked(undo)))
    except NotShell:
        return
    yield from writes.unprinted(found)
    yield from writes.undone_by_another(found, back)


def _of_solaris(text: str) -> Iterator[writes.Problem]:
    try:
        script = read(marked(text))
    except NotShell:
        return
    yield from bourne.problems(script, runs(script))
