"""Names in the commands of a fix against `[values]`, and its addresses against the templates.

A name that is not defined makes the fix fail where it is shown; an address that does not exist always gives `<NAME>`, and
the admin has to fill in by hand what was known. Names that no text uses are left from an earlier version.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.errors import did_you_mean
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from advisor.knowledge import Step
from advisor.templates import FILTERS, TESTS

CODE = "kb-value"


def texts_of(step: Step) -> tuple[str, ...]:
    """Everything of a step that is filled in."""
    return (step.do, step.command, step.verify_command, step.verify_expect, step.undo, step.needs, step.applies,
            step.warning, step.persists_how, step.expect, step.differs)  # fmt: skip


def problems(material: Material) -> Iterator[Found]:
    """Every case's fix."""
    for slug in material.cases:
        yield from _names(material, slug)
        yield from _addresses(material, slug)


def _names(material: Material, slug: str) -> Iterator[Found]:
    from jinja2 import Environment, TemplateSyntaxError, meta

    environment = Environment()
    environment.filters.update(FILTERS)
    environment.tests.update(TESTS)
    case = material.cases[slug]
    used: set[str] = {str(value) for step in case.steps for _, value in step.sets}
    for number, step in enumerate(case.steps, 1):
        where = material.step_place(slug, number)
        for text in (t for t in texts_of(step) if "{" in t):
            try:
                names = meta.find_undeclared_variables(environment.parse(text))
                environment.from_string(text)
            except TemplateSyntaxError as error:
                yield material.found("kb-template", f"step {number}", f"step {number} cannot be filled: {error.message}", where,
                                     "names stand as {{ name }}, conditions as {% if name is number %}")  # fmt: skip
                continue
            used |= names
            for name in sorted(names - case.values.keys()):
                yield material.found(CODE, name, f"step {number} uses `{name}`, which [values] does not define", where,
                                     did_you_mean(name, sorted(case.values)) or "define it under [values]")  # fmt: skip
    path = material.file(slug, "fix.toml")
    for name in case.values:
        if name not in used:
            yield material.found("kb-unused-value", name, f"no step uses the value `{name}`", material.place(path, f"{name} ="),
                                 "use it, or take it out of [values]", "warning")  # fmt: skip


def _addresses(material: Material, slug: str) -> Iterator[Found]:
    case = material.cases[slug]
    path = material.file(slug, "fix.toml")
    for name, addresses in case.values.items():
        for address in (part.strip() for part in addresses.split("|")):
            if advice := _wrong(material, address):
                yield material.found("kb-address", address, f"`{address}` is no address", material.place(path, f"{name} ="),
                                     advice)  # fmt: skip
    for number, step in enumerate(case.steps, 1):
        for address, value in step.sets:
            advice = _wrong(material, address, row_only=True)
            if not advice and str(value) not in case.values:
                advice = _does_not_fit(material, address, value)
            if advice:
                yield material.found("kb-address", address, f"step {number} cannot set `{address}` to {value}",
                                     material.step_place(slug, number), advice)  # fmt: skip


def _does_not_fit(material: Material, address: str, value: object) -> str:
    row, _, slot = address.rpartition(".")
    try:
        material.templates[row.partition("[")[0]].slots[slot].coerce(value)  # type: ignore[arg-type]
    except ValueError as error:
        return f"{error}; a word that stands for a value is defined under [values]"
    return ""


def _wrong(material: Material, address: str, *, row_only: bool = False) -> str:
    """What is wrong with an address; "" where nothing is."""
    if address in ("subject", "host") and not row_only:
        return ""
    head, _, rest = address.partition(".")
    if head == "quantity" and not row_only:
        return (
            ""
            if rest in material.net.quantities
            else did_you_mean(rest, list(material.net.quantities)) or "no such quantity"
        )
    if head == "finding" and not row_only:
        name, _, slot = rest.partition(".")
        known = name in material.net.findings and slot in ("", "subject", "host", "state")
        return "" if known else did_you_mean(name, list(material.net.findings)) or "it is `finding.NAME.subject`"
    condition = re.fullmatch(r"([\w-]+)\[([\w-]+)=([^\]]+)\]", head)
    template = material.templates.get(condition[1] if condition else head)
    if template is None:
        return did_you_mean(head, sorted(material.templates)) or "there is no template of that name in facts/templates"
    wanted = [rest, *([condition[2]] if condition else [])]
    for slot in wanted:
        if slot not in template.slots:
            return did_you_mean(slot, sorted(template.slots)) or f"template {template.name} has no slot `{slot}`"
    return ""
