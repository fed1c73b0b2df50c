"""Row-level examples: what a single rule makes of a few rows, with its near misses.

The rules of `kb/findings/FILE.clp` have their examples in `kb/findings/examples/FILE.toml`. Each rule that uses a threshold
has one, which holds the threshold in place:

    ["memory-short.scanner"]
    rows = ["system page-cache=separate", "scan-episode seconds=10 mean-pages-s=500"]
    gives = ["memory-short"]
    also = ["2 seconds=20"]
    near = ["1 page-cache=competing", "2 mean-pages-s=475", "2 host=other", "1 host=other; 2 seconds=9", "-2"]

Rows are written in the words of the templates. What is not named is unknown; the host is `here`, every other part of a key
`it` or 1, a finding present. `also` are changes after which the same follows (or what stands behind `->`), `near` those
after which nothing does. Only the rule itself is tried: what others make of the rows is no matter.
"""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from advisor.authoring.memory import Memory, firings
from advisor.inference.engine import Fact, Inference
from advisor.inference.matching import asserted
from advisor.inference.net import KnowledgeError, Net, Rule
from advisor.knowledge import Knowledge
from facts.schema import UNKNOWN, Slot, Value, templates
from facts.sexpr import Symbol

HOST, THING = "here", "it"
_NAMED = ("finding", "quantity", "told")


@cache
def slots_of(template: str) -> dict[str, Slot]:
    """The slots of a template, also of those between rows and conclusions.

    Raises:
        KeyError: there is no such template.
    """
    if template in _NAMED:
        states = frozenset(("present", "absent"))
        last = Slot("value", "NUMBER", frozenset(), False) if template == "quantity" else Slot("state", "SYMBOL", states, False)  # fmt: skip
        kinds = (("name", "SYMBOL"), ("host", "STRING"), ("subject", "STRING"))
        return {**{name: Slot(name, kind, frozenset(), False) for name, kind in kinds}, last.name: last}
    return {name: slot for name, slot in templates()[template].slots.items() if name != "row"}


def default(template: str, slot: Slot) -> Value:
    """What a slot holds where an example does not name it."""
    if template in _NAMED and slot.name == "state":
        return Symbol("present")
    if slot.optional:
        return Symbol(UNKNOWN)
    if slot.name == "host":
        return HOST
    if slot.type == "STRING":
        return THING
    if slot.type == "SYMBOL":
        return Symbol(min(slot.allowed - {UNKNOWN}, default=THING))
    return 1.0 if slot.type == "FLOAT" else 1


class Row(NamedTuple):
    """One fact of an example: all its slots."""

    template: str
    slots: dict[str, Value]


def parse_value(slot: Slot, text: str) -> Value:
    """A word as the value of a slot.

    Raises:
        ValueError: the slot cannot hold it.
    """
    if slot.type == "NUMBER" or slot.numeric:
        if text == UNKNOWN:
            return Symbol(UNKNOWN)
        try:
            number: Value = int(text)
        except ValueError:
            number = float(text)
        return number if slot.type == "NUMBER" else slot.coerce(number)
    return slot.coerce(text)


def new_row(template: str, slots: dict[str, Value] | None = None) -> Row:
    """A row with everything that is not named at its default."""
    every = {name: default(template, slot) for name, slot in slots_of(template).items()}
    return Row(template, {**every, **(slots or {})})


def parse_row(text: str) -> Row:
    """Read one row: ``controller-array state=degraded`` or ``finding !slow-writes subject=sda``.

    Raises:
        ValueError: a template or slot that does not exist, or a value that it cannot hold.
    """
    words = shlex.split(text)
    if not words:
        raise ValueError("a row without a template")
    template, named = words[0], {}
    if template not in _NAMED and template not in templates():
        raise ValueError(f"no template is called `{template}`")
    rest = words[1:]
    if template in _NAMED:
        if not rest or "=" in rest[0]:
            raise ValueError(f"`{template}` without a name")
        named["name"] = Symbol(rest[0].removeprefix("!"))
        if rest[0].startswith("!"):
            named["state"] = Symbol("absent")
        rest = rest[1:]
    return new_row(template, {**named, **_assigned(template, rest)})


def _assigned(template: str, words: Iterable[str]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    slots = slots_of(template)
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or name not in slots:
            raise ValueError(f"`{word}` is no slot of {template} with a value")
        found[name] = parse_value(slots[name], text)
    return found


def changed(rows: list[Row], text: str) -> list[Row]:
    """The rows after a change: ``1 state=optimal; 2 host=other``, ``-2``, ``+ finding swapping``.

    Raises:
        ValueError: a row that there is not, or a part that is no change.
    """
    after: list[Row | None] = list(rows)
    added: list[Row] = []
    for part in text.split("; "):
        part = part.strip()
        if part.startswith("+"):
            added.append(parse_row(part[1:]))
            continue
        words = shlex.split(part)
        number = words[0].removeprefix("-") if words else ""
        if not number.isdecimal() or not 1 <= int(number) <= len(rows):
            raise ValueError(f"`{part}` names none of the {len(rows)} rows")
        row = rows[int(number) - 1]
        if words[0].startswith("-"):
            after[int(number) - 1] = None
        else:
            after[int(number) - 1] = Row(row.template, {**row.slots, **_assigned(row.template, words[1:])})
    return [row for row in after if row is not None] + added


def memory_of(rows: Iterable[Row]) -> Memory:
    """The rows as facts; equal ones are one fact, as in CLIPS."""
    inference = Inference()
    seen = set()
    for row in rows:
        known = (row.template, tuple((n, type(v), v) for n, v in sorted(row.slots.items())))
        if known not in seen:
            seen.add(known)
            inference.facts[len(seen)] = Fact(len(seen), row.template, row.slots)
    return Memory(inference)


def outcome(net: Net, rule: Rule, memory: Memory) -> frozenset[str]:
    """What a rule concludes from the facts, in the words of an example."""
    found = [fact for _, bindings in firings(net, rule, memory) for fact in asserted(net, rule, bindings)]
    return frozenset(conclusion(*fact) for fact in found)


def conclusion(template: str, slots: dict[str, Value]) -> str:
    """One conclusion: ``swapping``, ``!swapping``, ``memory-overrun-bytes=4096``, ``for``, ``against``, ``caused-by X``."""
    subject = str(slots.get("subject", THING))
    of = "" if subject in (THING, str(slots.get("host"))) else f" of {subject}"
    at = "" if slots.get("host") == HOST else f" at {slots.get('host')}"
    if template == "finding":
        return f"{'!' if slots['state'] == 'absent' else ''}{slots['name']}{of}{at}"
    if template == "quantity":
        value = slots["value"]
        return f"{slots['name']}={value if isinstance(value, str) else format(value, '.10g')}{of}{at}"
    if template == "evidence":
        cf = slots["cf"]
        return ("for" if isinstance(cf, (int, float)) and cf > 0 else "against") + of + at
    return f"{template} {slots.get('cause', slots.get('to', ''))}{of}{at}"


class Trying(NamedTuple):
    """One way to try the rule: the words of the change ("" for the rows as they are), the facts, and what must follow."""

    words: str
    memory: Memory
    wanted: frozenset[str]


@dataclass(slots=True)
class RowExample:
    """The example of one rule, as it is written; `where` is its file and line."""

    rule: str
    rows: list[str]
    gives: list[str]
    also: list[str] = field(default_factory=list)
    near: list[str] = field(default_factory=list)
    where: str = ""

    def tries(self) -> Iterator[Trying]:
        """Every way in which the rule is tried.

        Raises:
            ValueError: a part of it cannot be read.
        """
        rows = [parse_row(text) for text in self.rows]
        gives = frozenset(self.gives)
        yield Trying("", memory_of(rows), gives)
        for words in self.also:
            change, arrow, other = words.partition(" -> ")
            wanted = frozenset(other.split(", ")) if arrow else gives
            yield Trying(change, memory_of(changed(rows, change)), wanted)
        for words in self.near:
            yield Trying(words, memory_of(changed(rows, words)), frozenset())


def path_of(knowledge: Knowledge, rule: Rule) -> Path:
    """The file that holds the example of a rule of the findings."""
    file = rule.where.partition(":")[0].rpartition("/")[2]
    return knowledge.root / "findings" / "examples" / f"{file.removesuffix('.clp')}.toml"


def paths(root: Path) -> list[Path]:
    """Every file of row-level examples."""
    return sorted(root.glob("findings/examples/*.toml"))


def read(path: Path, name: str) -> list[RowExample]:
    """The examples of one file.

    Raises:
        KnowledgeError: it is no TOML, or a table is no example.
    """
    text = path.read_text(encoding="utf-8")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KnowledgeError("kb-toml", str(error), name) from error
    lines = {line.strip().strip('[]"'): n for n, line in enumerate(text.splitlines(), 1) if line.startswith("[")}
    found = []
    for rule, table in data.items():
        where = f"{name}:{lines.get(rule, 1)}"
        if not isinstance(table, dict) or table.keys() - {"rows", "gives", "also", "near"} or not table.get("gives"):
            raise KnowledgeError("kb-row-example", f"`{rule}` is no example of a rule", where,
                                 "it has `rows` and `gives`, and may have `also` and `near`: lists of texts")  # fmt: skip
        found.append(RowExample(rule, where=where, **table))
    return found


def load(knowledge: Knowledge) -> dict[str, RowExample]:
    """Every row-level example by its rule."""
    every = (example for path in paths(knowledge.root) for example in read(path, knowledge.name_of(path)))
    return {example.rule: example for example in every}


def faults(net: Net, example: RowExample) -> list[str]:
    """In what an example does not come out as it says, a sentence for each."""
    rule = net.rules.get(example.rule)
    if rule is None:
        return ["there is no such rule"]
    try:
        tries = list(example.tries())
    except ValueError as error:
        return [str(error)]
    said = []
    for words, memory, wanted in tries:
        found = outcome(net, rule, memory)
        if found != wanted:
            said.append(f"{words or 'the rows'}: expected {_list(wanted)}, found {_list(found)}")
    return said


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"


def notices(net: Net, rule: Rule, tries: Iterable[Trying]) -> bool:
    """Whether a changed rule (or one under changed thresholds) comes out otherwise in some try, or divides by zero."""
    try:
        return any(outcome(net, rule, memory) != wanted for _, memory, wanted in tries)
    except OverflowError:
        return True
