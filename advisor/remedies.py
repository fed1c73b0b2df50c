"""Fixes as steps with the user's own names and numbers.

Someone will paste these commands as root. Every value is quoted for the shell; a value that cannot be quoted safely is
refused and stands as a placeholder, and a placeholder is listed.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from advisor.inference.engine import Fact
from advisor.inference.matching import show
from advisor.inference.view import Hypothesis, View
from advisor.knowledge import Case, Citation, Step
from advisor.situations import Situation, branches
from advisor.templates import Placeholder, fill, placeholder
from facts.captures import SUPPOSED, TOLD, Origin
from facts.cells import Cell, Observed
from facts.observations import Observations
from facts.patterns import lazy
from facts.schema import UNKNOWN, Value, templates
from facts.subjects import whole_device

_CONDITION = lazy(r"([\w-]+)\[([\w-]+)=([^\]]+)\]")
_PLACEHOLDER = lazy(r"<[A-Z][A-Z0-9-]*>")
_SAFE_TEXT = lazy(r"[^\x00-\x1f\x7f-\x9f]{1,255}\Z")

# where the drive stands in rows that say what it belongs to
_BELONGING = {"part-of": "part", "pool-device": "device", "md-array": "array"}


class Rendered(NamedTuple):
    """One step as it is shown, or one branch of it.

    Attributes:
        step: its number.
        when: the condition of a branch, where the fact that decides is not known; `do` begins with it. "" for a whole step.
        way: ``a``, ``b``, ... of a branch.
        placeholders: the names that the user must fill in.
    """

    step: int
    do: str
    command: str
    risk: str
    needs: str
    verify_command: str
    verify_expect: str
    undo: str
    persists: bool
    persists_how: str
    applies: str
    warning: str
    expect: str
    differs: str
    takes: str
    sources: tuple[Citation, ...]
    placeholders: list[str]
    when: str
    way: str

    @property
    def label(self) -> str:
        """How the step is called: ``2``, or ``2b`` for a branch."""
        return f"{self.step}{self.way}"


def _quoted(value: object) -> str:
    if isinstance(value, Placeholder):
        return str(value)
    if isinstance(value, float):
        return str(int(value)) if value == int(value) else f"{value:g}"
    return shlex.quote(str(value)) if isinstance(value, str) else str(value)


def plain(value: Value, name: str) -> Value:
    """The value, or a placeholder where it cannot stand in a command: control characters, or it reads as an option."""
    if isinstance(value, str) and (not _SAFE_TEXT.match(value) or value.startswith("-") or value == UNKNOWN):
        return placeholder(name)
    return value


class Values:
    """The values of one diagnosis for its fix, by name."""

    def __init__(self, hypothesis: Hypothesis, view: View) -> None:
        """Take the diagnosis and the view in which it stands."""
        self.hypothesis, self.view = hypothesis, view

    def resolve(self, name: str, address: str) -> Value:
        """The value at ``template.slot``, ``quantity.NAME``, ``finding.NAME.subject``, ``subject`` or ``host``.

        A row counts when one of its key slots is the diagnosis's subject, else when it is the only one on the host; what a
        drive belongs to counts only where the drive is named as its part.
        Of several addresses with ``|`` between them, the first that resolves counts.
        """
        if address == "subject" and (self._only_about_the_host() or self._subject_is_a_serial_number()):
            return placeholder(name)
        found = (self._lookup(part.strip()) for part in address.split("|"))
        value = next((v for v in found if v is not None and v != UNKNOWN), None)
        return placeholder(name) if value is None else plain(value, name)

    def _only_about_the_host(self) -> bool:
        """Whether the diagnosis could not say which pool or file system of the host it is about."""
        subject, kind = self.hypothesis.subject, self.hypothesis.case.subject_kind
        return (subject == self.hypothesis.host and kind != "host") or (kind == "pool" and subject.startswith("pid "))

    def _subject_is_a_serial_number(self) -> bool:
        """Whether the drive is known by its serial number only: no command takes that for a device."""
        return any(
            f.slots.get("device") == self.hypothesis.subject and f.slots.get("device-known") == "no"
            for f in self.view.inference.of("smart")
        )

    def _lookup(self, address: str) -> Value | None:
        if address in ("subject", "host"):
            return self.hypothesis.subject if address == "subject" else self.hypothesis.host
        head, _, rest = address.partition(".")
        if head == "quantity":
            return self._one("quantity", "value", name=rest)
        if head == "finding":
            name, _, slot = rest.partition(".")
            return self._one("finding", slot or "subject", name=name, state="present")
        condition = _CONDITION.fullmatch(head)
        if condition:
            return self._one(condition[1], rest, **{condition[2]: condition[3]})
        return self._one(head, rest)

    def key_part(self, template: str, slot: str) -> Value:
        """The key slot of the row of `template` that is about the subject, else of the rows of other templates."""
        found = self._one(template, slot)
        if found is None:
            named = self.view.key_values(self.hypothesis.host, slot)
            found = next(iter(named)) if len(named) == 1 else None
        return self.hypothesis.subject if found is None else found

    def _one(self, template: str, slot: str, **wanted: str) -> Value | None:
        host, subject, view = self.hypothesis.host, self.hypothesis.subject, self.view
        wish = tuple(wanted.items())
        keys = templates()[template].key if template in templates() else ("subject",)
        if template in _BELONGING and self.hypothesis.case.subject_kind == "drive" and not self._only_about_the_host():
            told = view.telling(view.inference.having(template, "host", host), host, slot, wish)
            values = {f.slots[slot] for f in self._of_the_drive(template, told)}
        else:
            about = (f for k in keys if k != "host" for f in view.inference.having(template, k, subject))
            values = {f.slots[slot] for f in view.telling(about, host, slot, wish)}
            values = values or view.host_values(template, host, slot, wish)
        return next(iter(values)) if len(values) == 1 else None

    def _of_the_drive(self, template: str, facts: list[Fact]) -> list[Fact]:
        """Rows of what the drive itself is a part of: the only array of the host may be its neighbours', and healthy."""
        mine = whole_device(self.hypothesis.subject)
        if template != "md-array":
            return [f for f in facts if whole_device(str(f.slots[_BELONGING[template]])) == mine]
        parts = self._of_the_drive("part-of", self.view.inference.of("part-of"))
        arrays = {(f.slots["host"], f.slots["whole"]) for f in parts}
        return [f for f in facts if (f.slots["host"], f.slots["array"]) in arrays]


def render(hypothesis: Hypothesis, systems: set[str]) -> list[Rendered]:
    """The steps of a diagnosis's fix that apply to the system, with its own values.

    A step whose branch hangs on a fact that is not known is there once for each branch; see `advisor.situations`.
    """
    if hypothesis.view is None:
        return []
    values = Values(hypothesis, hypothesis.view)
    names = {name: values.resolve(name, address) for name, address in hypothesis.case.values.items()}
    return _rendered(hypothesis.case, _steps_for(hypothesis.case, systems), names)


def general(case: Case) -> list[Rendered]:
    """The steps of a case's fix for any system, where nothing is diagnosed yet: every value is a placeholder."""
    return _rendered(case, case.steps, {name: placeholder(name) for name in case.values})


def _rendered(case: Case, steps: Iterable[Step], names: Mapping[str, Value]) -> list[Rendered]:
    return [
        branch for number, step in enumerate(steps, 1) for branch in _branches(number, step, names, case.situations)
    ]


def _branches(
    number: int, step: Step, names: Mapping[str, Value], situations: Iterable[Situation]
) -> Iterator[Rendered]:
    """The step, or each of its branches where the fact that decides is not known."""
    commands = (step.command, step.verify_command, step.undo)
    said = (
        step.do,
        step.verify_expect,
        step.needs,
        step.applies,
        step.warning,
        step.persists_how,
        step.expect,
        step.differs,
    )

    def show(deciding: Mapping[str, Value]) -> tuple[str, ...]:
        return tuple(
            [_text(text, names, deciding).strip() for text in commands]
            + [_words(text, names, deciding) for text in said]
        )

    found = branches((*commands, *said), names, situations, show)
    for way, branch in enumerate(found):
        command, verify, undo, do, expect, needs, applies, warning, how, printed, differs = branch.shown
        if branch.when:
            do = f"If {branch.when}: {do}"
        placeholders = list(dict.fromkeys(_PLACEHOLDER.findall("\n".join((command, verify, undo, do, expect)))))
        yield Rendered(
            number, do, command, step.risk, needs, verify, expect, undo, step.persists, how, applies, warning, printed,
            differs, step.takes, step.sources, placeholders, branch.when, _letters(way) if branch.when else "",
        )  # fmt: skip


def _letters(number: int) -> str:
    """``a`` to ``z``, then ``aa``: the branches of a step."""
    return (_letters(number // 26 - 1) if number > 25 else "") + chr(ord("a") + number % 26)


def words(template: str, names: Mapping[str, Value], *, command: bool = False) -> str:
    """A text beside the steps, filled with the values of the fix; every value of a `command` is quoted."""
    return (_text if command else _words)(template, names)


def _text(template: str, names: Mapping[str, Value], deciding: Mapping[str, Value] | None = None) -> str:
    return fill(template, names, _quoted, deciding) if "{" in template else template


def _words(template: str, names: Mapping[str, Value], deciding: Mapping[str, Value] | None = None) -> str:
    """Running text: numbers with separators, names as they are."""
    return fill(template, names, _said, deciding) if "{" in template else template


def _said(value: object) -> str:
    return show(value) if isinstance(value, (int, float)) else str(value)


def left_behind(hypothesis: Hypothesis) -> list[Observed]:
    """The rows that the steps of a fix leave behind, in their order.

    A step says in `sets` which slot it changes: ``template.slot`` of the row that is about the diagnosis's subject, or
    the only one on the host, or ``template[key=value].slot``; and the value, a literal or the name of one of the fix's
    values.
    """
    return _left_by(hypothesis, hypothesis.case.steps)


_ONLY_TOLD = ("mending", "drive")
"""Templates of what no output shows: that a step was carried out is all that is known of it."""


def told_by(hypothesis: Hypothesis, systems: set[str], number: int) -> list[Observed]:
    """What is known once a step was ticked, and no output shows: that a drive was replaced, that paths were mended.

    What can be captured is left out: that a value was set proves nothing, and its `verify` does.

    Args:
        hypothesis: the conclusion whose fix it is.
        systems: of the host, as for `render`.
        number: of the step, as `render` counts.
    """
    steps = _steps_for(hypothesis.case, systems)
    rows = _left_by(hypothesis, steps[number - 1 : number]) if number > 0 else []
    origin = Origin(told=f"step {number} of the fix for {hypothesis.case.slug} was carried out")
    return [
        Observed(row.template, row.host, {s: c._replace(rank=TOLD, origin=origin) for s, c in row.cells.items()})
        for row in rows
        if row.template in _ONLY_TOLD
    ]


def _steps_for(case: Case, systems: set[str]) -> list[Step]:
    return [s for s in case.steps if not s.systems or not systems or systems & set(s.systems)]


def _left_by(hypothesis: Hypothesis, steps: Sequence[Step]) -> list[Observed]:
    if hypothesis.view is None:
        return []
    values = Values(hypothesis, hypothesis.view)
    rows: list[Observed] = []
    events: dict[str, Observed] = {}
    for address, wanted in (item for step in steps for item in step.sets):
        row, _, slot = address.partition(".")
        template, _, condition = row.partition("[")
        given = dict([condition.rstrip("]").split("=", 1)]) if condition else {}
        named = hypothesis.case.values.get(str(wanted))
        value = wanted if named is None else values.resolve(slot, named)
        if isinstance(value, Placeholder):
            continue  # what the admin must fill in is not known
        cells = _cells_left(values, template, given, {slot: value})
        if templates()[template].kind == "event" and template in events:
            events[template].cells.update(cells)  # all that the fix says of one event is one
            continue
        left = Observed(template, hypothesis.host, cells)
        events.setdefault(template, left)
        rows.append(left)
    return rows


def _cells_left(
    values: Values, template: str, given: Mapping[str, str], wanted: Mapping[str, Value]
) -> dict[str, Cell]:
    """The cells of one row: its key, of which some parts are given, and the values wanted in it."""
    kind = templates()[template]
    origin = Origin(told="after the fix")
    cells = {}
    for name in kind.key:
        if name != "host":
            part = given[name] if name in given else values.key_part(template, name)
            part = 1 if kind.slots[name].numeric and isinstance(part, str) else part
            cells[name] = Cell(kind.slots[name].coerce(part), origin, SUPPOSED)
    cells.update({slot: Cell(kind.slots[slot].coerce(value), origin, SUPPOSED) for slot, value in wanted.items()})
    return cells


def apply_sets(hypothesis: Hypothesis, observations: Observations) -> Observations:
    """The observations as they are once every step of the fix has left its values behind."""
    return Observations([*observations.observed, *left_behind(hypothesis)])
