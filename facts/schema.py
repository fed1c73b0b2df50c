"""The templates as Python sees them: slots, types, keys and kinds, parsed from ``facts/templates/*.clp``.

A template's comment ends with ``Key: host a b. Kind: state|reading|event.`` (and ``Above 0: SLOT...`` of what cannot be 0, and
``Counters: SLOT...`` of what only ever grows in a state, so that another value is no contradiction):

- *state*: a setting or condition; a later value supersedes an earlier one, and two origins that disagree are a conflict;
- *reading*: a measurement that changes by itself; a later value supersedes, and nothing is a conflict;
- *event*: something that happened; never superseded.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from facts.patterns import lazy
from facts.sexpr import Form, Symbol, parse

Value = str | int | float

UNKNOWN = "unknown"


class Slot(NamedTuple):
    """One slot: `type` is STRING, SYMBOL, INTEGER or FLOAT; `allowed` closes the list of symbols; `positive` numbers are above 0.

    A `counter` grows by itself.
    """

    name: str
    type: str
    allowed: frozenset[str]
    optional: bool
    positive: bool = False
    counter: bool = False

    @property
    def numeric(self) -> bool:
        """Whether its values are numbers."""
        return self.type in ("INTEGER", "FLOAT")

    def coerce(self, value: Value | bool) -> Value:
        """Bring a reader's value to the slot's type.

        Raises:
            ValueError: the value is not of the slot's type or not in its closed list.
        """
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if self.optional and value == UNKNOWN:
            return Symbol(UNKNOWN)
        if self.type == "FLOAT" and isinstance(value, (int, float)):
            return float(value)
        if self.type == "INTEGER" and isinstance(value, (int, float)) and int(value) == value:
            return int(value)
        if self.type == "STRING" and isinstance(value, str):
            return str(value)
        if self.type == "SYMBOL" and isinstance(value, str) and (not self.allowed or value in self.allowed):
            return Symbol(value)
        raise ValueError(f"slot {self.name} ({self.type}) cannot hold {value!r}")


class Template(NamedTuple):
    """One deftemplate: `key` are the slots that name the row, `host` first."""

    name: str
    comment: str
    kind: str
    key: tuple[str, ...]
    slots: dict[str, Slot]
    source: str


_META = lazy(
    r"Key: (?P<key>[a-z -]+)\. Kind: (?P<kind>state|reading|event)\.(?: Above 0: (?P<positive>[a-z0-9 -]+)\.)?"
    r"(?: Counters: (?P<counters>[a-z0-9 -]+)\.)?\s*\Z"
)


def _slot(form: Form) -> Slot:
    name = str(form.items[1])
    types = [str(t) for t in (form.form("type") or Form()).items[1:]]
    allowed_form = form.form("allowed-symbols")
    allowed = frozenset(str(a) for a in allowed_form.items[1:]) if allowed_form else frozenset()
    kind = next((t for t in types if t != "SYMBOL"), "SYMBOL")
    return Slot(name, kind, allowed, form.form("default") is not None)


def parse_template(form: Form, source: str = "") -> Template:
    """Read one ``(deftemplate MAIN::name "comment" (slot ...)...)``.

    Raises:
        ValueError: the comment has no key and kind, or names a slot that does not exist.
    """
    name = str(form.items[1]).removeprefix("MAIN::")
    comment = next((i for i in form.items[2:3] if isinstance(i, str) and not isinstance(i, Symbol)), "")
    slots = {slot.name: slot for slot in map(_slot, form.forms("slot"))}
    meta = _META.search(comment)
    if meta is None:
        raise ValueError(f"template {name}: the comment must end with `Key: ... . Kind: ... .`")
    key = tuple(meta["key"].split())
    positive, counters = (meta["positive"] or "").split(), (meta["counters"] or "").split()
    if missing := [k for k in (*key, *positive, *counters) if k not in slots]:
        raise ValueError(f"template {name}: slots {missing} of its comment do not exist")
    slots |= {slot: slots[slot]._replace(positive=True) for slot in positive}
    slots |= {slot: slots[slot]._replace(counter=True) for slot in counters}
    return Template(name, comment[: meta.start()].strip(), meta["kind"], key, slots, source)


def template_sources() -> dict[str, str]:
    """File name to text of every template file, in name order."""
    files = sorted((Path(__file__).parent / "templates").glob("*.clp"))
    return {f.name: f.read_text(encoding="utf-8") for f in files}


_preset: list[Mapping[str, Template]] = []


def preset(parsed: Mapping[str, Template]) -> None:
    """Take templates that were parsed before; parsing them again takes longer than everything else at the start."""
    _preset[:] = [parsed]


@cache
def templates() -> Mapping[str, Template]:
    """Every template by name."""
    if _preset:
        return _preset[0]
    found: dict[str, Template] = {}
    for source, text in template_sources().items():
        for form in parse(text):
            if form.head == "deftemplate":
                template = parse_template(form, source)
                found[template.name] = template
    return found
