"""What a runbook needs beside the steps: names explained, what to look at afterwards, what to expect and where else to go.

Each case has a `runbook.toml` with `urgency`, `window`, `people`, an explanation in `[names]` for each placeholder of its
steps, what to watch after minutes, hours and days, and a monitor with a threshold. Each step says how long it takes; one
with a command says what it prints and what to do where that differs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from advisor.knowledge import Case, Procedure, Step
from advisor.remedies import general
from advisor.templates import placeholder

CODE = "kb-procedure"
AFTER = ("minutes", "hours", "days")
_SENTENCE = re.compile(r"\b(?:the|as before|as it was|again)\b")


def problems(material: Material) -> Iterator[Found]:
    """Every case with steps."""
    for slug, case in material.cases.items():
        path = material.knowledge.name_of(material.file(slug, "runbook.toml"))
        if not case.steps:
            continue
        for message, advice in (*_around(case.procedure), *_names(case)):
            yield material.found(CODE, "runbook", f"the runbook of `{slug}` {message}", path, advice)
        for number, step in enumerate(case.steps, 1):
            for message, advice in _of_a_step(step):
                place = material.step_place(slug, number)
                yield material.found(CODE, f"step {number}", f"step {number} {message}", place, advice)


def _around(procedure: Procedure) -> Iterator[tuple[str, str]]:
    for name in ("urgency", "window", "people"):
        if not getattr(procedure, name):
            yield f"lacks `{name}`", f"write `{name}` in runbook.toml"
    watched = [watch.after for watch in procedure.watch]
    for after in AFTER:
        if after not in watched:
            yield f"has nothing to watch after {after}", f"[watch.{after}] with look and expect"
    for after in watched:
        if after not in AFTER:
            yield f"has the unknown time `{after}`", f"one of {', '.join(AFTER)}"
    if not all(watch.expect for watch in procedure.watch):
        yield "watches without saying what to expect", "`expect` of each [watch]"
    if not procedure.monitors:
        yield "has no monitor", "[[monitors]] with what, how, threshold, why and sources"
    for bad in procedure.avoid:
        if not (bad.what and bad.why and bad.sources):
            yield f"says `{bad.what}` without a reason or a source", "`why` and `sources` of each [[avoid]]"
    for monitor in procedure.monitors:
        if not re.search(r"\d|\bany\b|\bno\b", monitor.threshold):
            yield f"has the monitor `{monitor.what}` without a number", "a threshold with its unit, or `any ...`"
        if not monitor.sources:
            yield (
                f"has the monitor `{monitor.what}` without a source",
                "`sources`: for the figure, or for the mechanism where the figure is experience",
            )


def _names(case: Case) -> Iterator[tuple[str, str]]:
    """Placeholders that nobody explains, and explanations of what no step names, in no branch of its template."""
    from jinja2 import TemplateError

    try:
        shown = {name for step in general(case) for name in step.placeholders}
    except (LookupError, TypeError, ValueError, TemplateError):  # a step that cannot be filled is said by another lint
        return
    explained = {str(placeholder(name)) for name, _ in case.procedure.names}
    written = {name for step in case.steps for name in re.findall(r"<[A-Z][A-Z0-9-]*>", f"{step.command}{step.undo}")}
    for name in sorted(shown - explained):
        yield f"does not say what {name} is", f"[names] {name.strip('<>')} = what it is, and where to read it"
    for name in sorted(explained - shown - written - {str(placeholder(value)) for value in case.values}):
        yield f"explains {name}, which no step names", "remove it from [names]"


def _is_sentence(line: str) -> bool:
    """Whether a line of commands is none; a reason behind ``none:`` and a comment are words and may be."""
    bare = re.sub(r"'[^']*'|\"[^\"]*\"|(?:^|\s)#.*|\{\{.*?\}\}|^none: .*", " ", line)
    return bool(_SENTENCE.search(bare))


def _of_a_step(step: Step) -> Iterator[tuple[str, str]]:
    if not step.takes:
        yield "does not say how long it takes", '`takes`: "2 min", "as long as the job"'
    if step.command and not step.expect:
        yield "does not say what its command prints", "`expect`, in the tool's own words"
    if not step.differs:
        yield "does not say what to do where it comes out otherwise", "`differs`: what that means, and where to go on"
    for name, text in (("command", step.command), ("undo", step.undo), ("verify", step.verify_command)):
        if any(_is_sentence(line) for branch in re.split(r"\{%.*?%\}", text) for line in branch.split("\n")):
            yield (
                f"has a sentence as its {name}: somebody pastes it as root",
                "commands only; words go into `do`, or `none: REASON` as undo",
            )
    for text in (step.expect, step.differs, step.takes):
        if text.rstrip().endswith("!"):
            yield "shouts", "no exclamation marks"
