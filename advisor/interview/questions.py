"""The questions of the knowledge base (``kb/questions``): what is asked, why, how to find out, what an answer fills.

Four kinds: whether a sign is there (`[signs.NAME]`), one value (`[values.NAME]`), the output of a command
(`[outputs.NAME]`), and what the host uses (`uses.toml`). Each file holds those of one area.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from facts.schema import templates

COSTS = {"a glance": 1.0, "a command": 1.4, "a test run": 4.0, "a risk to production": 15.0}
"""What an answer costs, in glances."""
ANYTHING = "*"
"""Among the templates of an output: whatever there is."""


class QuestionError(ValueError):
    """A question that cannot be read; the message names it."""


@dataclass(slots=True)
class Question:
    """One question.

    Attributes:
        id: ``sign.NAME``, ``value.NAME``, ``output.NAME`` or ``uses``.
        kind: ``sign``, ``value``, ``output`` or ``uses``.
        text: the question; of an output, what is to be shown.
        why: what the answer decides.
        how: how to find out, in words.
        commands: the command for each system.
        cost: a key of `COSTS`.
        sign: of a sign, its finding. also: signs that make this question needless when they are present.
        templates: the templates that an output fills, or that a value belongs to.
        slots: of an output that tells a little of a row which many commands fill, the slots (``template.slot``) it tells.
        address: of a value, ``template.slot``. key: its key slots that are fixed, or ``?`` where it is asked which.
        value: of a value, what it is: ``bytes``, ``percent``, ``count``, ``seconds``, ``milliseconds``, ``rate``,
            ``choice``, ``text`` or ``version``. unit: of a rate, that of its slot. bare: that of a number without unit. least, most: its
            bounds.
        code: of a version, the slot of the same row that holds it as a number.
        choices: of a choice or of `uses`, what to say for each symbol or sign.
        uses: signs, of which one must not be known to be absent: it asks about what then is not there.
        when, note: of an output, when to take it, and what to mind.
        family: of an output, the family of controllers whose tool prints it.
        after: of an output that is taken once more, the templates of which one must have been read before.
        anything: of an output, whether it is whatever was captured; then `templates` are all.
    """

    id: str
    kind: str
    text: str
    why: str
    how: str = ""
    commands: dict[str, str] = field(default_factory=dict)
    cost: str = "a glance"
    sign: str = ""
    also: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    slots: tuple[str, ...] = ()
    address: str = ""
    key: dict[str, str] = field(default_factory=dict)
    value: str = ""
    unit: str = ""
    bare: str = ""
    code: str = ""
    least: float = float("-inf")
    most: float = float("inf")
    choices: dict[str, str] = field(default_factory=dict)
    uses: tuple[str, ...] = ()
    when: str = ""
    note: str = ""
    family: str = ""
    after: tuple[str, ...] = ()
    anything: bool = False

    def command(self, systems: set[str]) -> str:
        """The command for one of the systems, or the first one where the system is not known; "" where there is none."""
        fitting = [self.commands[s] for s in sorted(systems) if s in self.commands]
        return fitting[0] if fitting else "" if systems else next(iter(self.commands.values()), "")

    def fits(self, systems: set[str]) -> bool:
        """Whether it can be answered on one of the systems."""
        return not systems or not self.commands or bool(systems & self.commands.keys())


def _sign(name: str, item: dict[str, Any]) -> Question:
    return Question(
        f"sign.{name}", "sign", item["text"], item["why"], item.get("how", ""), cost=item.get("cost", "a glance"), sign=name,
        also=tuple(item.get("also", ())),
    )  # fmt: skip


def _output(name: str, item: dict[str, Any]) -> Question:
    kinds = tuple(templates()) if item["templates"] == [ANYTHING] else tuple(item["templates"])
    return Question(
        f"output.{name}", "output", item["text"], item["why"], commands=dict(item["commands"]), cost=item.get("cost", "a glance"),
        templates=kinds, anything=item["templates"] == [ANYTHING], when=item.get("when", ""), note=item.get("note", ""),
        uses=tuple(item.get("uses", ())), slots=tuple(item.get("slots", ())),
        family=item.get("family", ""), after=tuple(item.get("after", ())),
    )  # fmt: skip


def _value(name: str, item: dict[str, Any]) -> Question:
    return Question(
        f"value.{name}", "value", item["text"], item["why"], commands=dict(item.get("commands", {})), cost=item.get("cost", "a glance"),
        templates=(item["address"].partition(".")[0],), address=item["address"], key=dict(item.get("key", {})),
        value=item.get("kind", "choice"), unit=item.get("unit", ""), bare=item.get("bare", ""), code=item.get("code", ""),
        least=float(item.get("least", 0)), most=float(item.get("most", "inf")),
        choices=dict(item.get("choices", {})), uses=tuple(item.get("uses", ())),
    )  # fmt: skip


@cache
def load_questions(folder: Path) -> dict[str, Question]:
    """Every question by id, in the order of the files.

    Raises:
        QuestionError: a file lacks a key.
    """
    found: dict[str, Question] = {}
    tables = {path: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.toml"))}
    for kind, make in (("signs", _sign), ("values", _value), ("outputs", _output)):
        for path, name, item in (
            (path, *entry) for path, table in tables.items() for entry in table.get(kind, {}).items()
        ):
            try:
                question = make(name, item)
            except KeyError as error:
                raise QuestionError(f"{path.name}: {kind}.{name} lacks {error}") from error
            if question.cost not in COSTS:
                raise QuestionError(f"{path.name}: {kind}.{name} has the unknown cost `{question.cost}`")
            if question.id in found:
                raise QuestionError(f"{path.name}: {kind}.{name} stands in another file, too")
            found[question.id] = question
    uses = tables[folder / "uses.toml"]["uses"]
    found["uses"] = Question("uses", "uses", uses["text"], uses["why"], choices=dict(uses["choices"]))
    return found
