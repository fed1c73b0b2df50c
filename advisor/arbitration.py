"""What of several fixes goes first: failing hardware before tuning, and one value for one setting.

Two conclusions of one host may want one setting differently. Both fixes are shown, and beside each it is said which of them
sets it, and why.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from advisor.inference.diagnosis import Consultation
from advisor.inference.matching import show
from advisor.inference.view import Hypothesis
from advisor.remedies import left_behind
from facts.cells import address, key_of
from facts.schema import Value, templates


class Ruling(NamedTuple):
    """Which of two fixes sets a setting that both set.

    Attributes:
        address: the setting.
        host: where.
        first: the case whose value counts. value: that value.
        other: the case that has to stand back. other_value: what it would set.
        why: the reason.
    """

    address: str
    host: str
    first: str
    value: Value
    other: str
    other_value: Value
    why: str

    def sentence(self) -> str:
        """For a person who reads either fix."""
        return (
            f"{self.address} is set by two fixes: {self.first} sets {show(self.value)}, {self.other} sets "
            f"{show(self.other_value)}. Use the value of {self.first}: {self.why}"
        )


def rulings(consultation: Consultation) -> list[Ruling]:
    """Every setting that the fixes of two current conclusions set differently."""
    if consultation.ruled is None:
        consultation.ruled = _rulings(consultation)
    return consultation.ruled


def _rulings(consultation: Consultation) -> list[Ruling]:
    found: dict[str, tuple[Hypothesis, Value]] = {}
    ruled = []
    for hypothesis in (*consultation.diagnoses, *consultation.risks):
        if hypothesis.status != "current":
            continue
        for where, value in _settings(hypothesis):
            first, wanted = found.setdefault(where, (hypothesis, value))
            if first.case is not hypothesis.case and wanted != value:
                ruled.append(_ruling(consultation, where, (first, wanted), (hypothesis, value)))
    return list(dict.fromkeys(ruled))


def _settings(hypothesis: Hypothesis) -> Iterator[tuple[str, Value]]:
    """What the fix leaves behind in the end, by address."""
    last: dict[str, Value] = {}
    for row in left_behind(hypothesis):
        template = templates()[row.template]
        key = key_of(template, {name: cell.value for name, cell in row.cells.items()}, row.host)
        for slot in row.cells.keys() - set(template.key) if template.kind != "event" else ():
            last[address(row.template, key, slot)] = row.cells[slot].value
    yield from last.items()


def _ruling(
    consultation: Consultation, where: str, first: tuple[Hypothesis, Value], other: tuple[Hypothesis, Value]
) -> Ruling:
    """By the table of settings where it names both cases, else by the order in which they are concluded."""
    cases = {first[0].case.slug, other[0].case.slug}
    knobs = (k for k in consultation.knowledge.knobs if _is_at(k.address, where))
    knob = next((k for k in knobs if cases <= set(k.cases)), None)
    why = "it stands first among the conclusions."
    if knob is not None:
        why = knob.why
        if knob.first == other[0].case.slug:
            first, other = other, first
    return Ruling(where, first[0].host, first[0].case.slug, first[1], other[0].case.slug, other[1], why)


def _is_at(setting: str, where: str) -> bool:
    """Whether ``template.slot`` or ``template[key=value].slot`` names what stands at a whole address."""
    row, _, slot = setting.rpartition(".")
    template, _, condition = row.partition("[")
    begin, _, rest = where.partition("[")
    parts, _, end = rest.rpartition("].")
    wanted = condition.rstrip("]").partition("=")[2]
    return (template, slot) == (begin, end) and (not wanted or wanted in parts.split(","))


def first_of_all(consultation: Consultation, case: str, host: str) -> str:
    """What is to be known before the fix of a case is begun; "" where there is nothing."""
    said = [hardware_first(consultation, case, host)]
    said += [r.sentence() for r in rulings(consultation) if r.host == host and case in (r.first, r.other)]
    return " ".join(text for text in said if text)


def hardware_first(consultation: Consultation, case: str, host: str) -> str:
    """That failing hardware of the host comes before the fix of a case; "" where there is none, or where it is the case."""
    first = next((d for d in consultation.diagnoses if d.host == host and d.on_hardware), None)
    if first is None or first.case.slug == case:
        return ""
    return f"First replace the failing hardware ({first.case.slug}); tuning comes after."
