"""The questions of the interview hold together: every address, template, sign, system and cost that they name exists."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from advisor.chat.phrases import load
from advisor.inference.net import Pattern
from advisor.interview.questions import ANYTHING
from advisor.knowledge import Knowledge
from facts.schema import templates
from tests.each import each

KNOWLEDGE = Knowledge()
FOLDER = KNOWLEDGE.root / "questions"


def table(name: str) -> dict[str, Any]:
    """The questions of one kind, of all files."""
    found: dict[str, Any] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        assert set(data) <= {"signs", "values", "outputs"} or list(data) == ["uses"], path.name
        assert not found.keys() & data.get(name, {}).keys(), path.name
        found |= data.get(name, {})
    return found


SIGNS, OUTPUTS, VALUES, USES = (table(name) for name in ("signs", "outputs", "values", "uses"))
COSTS = ("a glance", "a command", "a test run", "a risk to production")
SYSTEMS = templates()["system"].slots["os"].allowed - {"unknown"}
NEEDED = {
    "signs": {"text", "why", "how"},
    "outputs": {"text", "why", "templates", "commands"},
    "values": {"address", "text", "why"},
}
OPTIONAL = {
    "signs": {"cost", "also"},
    "outputs": {"cost", "when", "note", "uses", "slots", "family", "after"},
    "values": {"kind", "cost", "uses", "unit", "bare", "least", "most", "choices", "commands", "key", "code"},
}
UNITS = {
    "bytes": ("B", "kB", "MB", "GB", ""),
    "percent": ("%",),
    "count": ("",),
    "seconds": ("s",),
    "milliseconds": ("ms",),
    "rate": ("B", "kB", "MB", "GB"),
}
FROM_PEOPLE = {"drive", "mending", "told"}
"""Templates that no output fills: only people tell them."""
OF_THE_ENGINE = {"read", "finding", "quantity"}
OF_A_TRIAL = {"block-rewrite", "pool-refusal", "random-read", "setting-test", "storage-cache"}
"""What somebody tried, or what an array tells: nobody is asked to write over a file, to be refused once more, or for the array."""
BY_NAME = [(kind, name, item) for kind, items in (("signs", SIGNS), ("outputs", OUTPUTS), ("values", VALUES))
           for name, item in items.items()]  # fmt: skip


def strings(item: object) -> Iterator[str]:
    if isinstance(item, str):
        yield item
    elif isinstance(item, dict):
        for part in item.values():
            yield from strings(part)
    elif isinstance(item, list):
        for part in item:
            yield from strings(part)


def finding_names() -> set[str]:
    text = (KNOWLEDGE.root / "vocabulary.clp").read_text(encoding="utf-8")
    block = text.split("(slot name (type SYMBOL) (allowed-symbols", 1)[1].split("(slot host", 1)[0]
    return {word for line in block.splitlines() for word in line.split(";")[0].split() if word.strip(")")}


@cache
def matched() -> dict[str, list[Pattern]]:
    """The patterns of all rules by template."""
    found: dict[str, list[Pattern]] = {}
    for rule in KNOWLEDGE.net.rules.values():
        for pattern in rule.patterns:
            found.setdefault(pattern.template, []).append(pattern)
    return found


@each(BY_NAME)
def test_question_has_its_keys_and_no_others(kind: str, name: str, item: dict[str, Any]) -> None:
    assert NEEDED[kind] <= set(item) <= NEEDED[kind] | OPTIONAL[kind]
    assert item.get("cost", "a glance") in COSTS
    assert set(item.get("commands", {})) <= SYSTEMS
    assert item["text"].strip()
    assert item["why"].strip()


@each(BY_NAME)
def test_question_asks_only_where_its_subject_is_in_use(kind: str, name: str, item: dict[str, Any]) -> None:
    assert set(item.get("uses", ())) <= set(USES["choices"])
    assert set(item.get("after", ())) <= set(item.get("templates", ()))
    for slot in item.get("slots", ()):
        template, _, column = slot.partition(".")
        assert column in templates()[template].slots


@each([*BY_NAME, ("uses", "uses", USES)])
def test_words_are_plain(kind: str, name: str, item: dict[str, Any]) -> None:
    for text in strings(item):
        assert text == text.strip()
        assert not any(unicodedata.category(c).startswith("C") for c in text), "a control character"
    # `!` may stand in a command, never in a sentence.
    assert not any("!" in text for text in strings({k: v for k, v in item.items() if k != "commands"}))
    for part in ("why", "how", "note"):
        assert not item.get(part) or item[part].endswith((".", "?"))
    if kind == "outputs":
        assert not item["text"].endswith((".", "?")), "it completes `Please show ...`"
    else:
        assert item["text"].endswith("?")
        assert item["text"].count("?") == 1


TOLD_AFTER_A_FIX = {"memory-relieved", "network-mended"}
"""Signs that are heard and never asked for: before a fix the question would only puzzle people."""
TOLD_BY_THE_WAY = {"ext3-named", "nfs-on-zfs-named"}
"""Somebody names a file system; asked for it, a host is better asked itself (`mount`, `nfsstat -m`)."""


def test_every_sign_with_phrases_has_a_question() -> None:
    phrased = set(load(KNOWLEDGE.root / "phrases").signs)
    assert phrased - set(SIGNS) - set(USES["choices"]) == TOLD_AFTER_A_FIX | TOLD_BY_THE_WAY


def test_signs_are_findings() -> None:
    known = finding_names()
    asked = {*SIGNS, *USES["choices"], *(also for item in SIGNS.values() for also in item.get("also", ()))}
    assert asked - known == set()
    assert not [name for name, item in SIGNS.items() if name in item.get("also", ())]


def test_signs_do_not_make_one_another_superfluous() -> None:
    also = {(name, other) for name, item in SIGNS.items() for other in item.get("also", ())}
    assert {(a, b) for a, b in also if (b, a) in also} == set()


def test_outputs_name_templates_that_exist() -> None:
    for name, item in OUTPUTS.items():
        assert item["templates"], name
        assert set(item["templates"]) <= set(templates()) or item["templates"] == [ANYTHING], name
        assert len(set(item["templates"])) == len(item["templates"]), name
        assert item["commands"], name


def test_families_are_those_of_controllers() -> None:
    families = {item["family"] for item in OUTPUTS.values() if "family" in item}
    assert families
    assert families <= templates()["controller"].slots["family"].allowed


def test_every_template_that_rules_match_is_filled_by_an_output() -> None:
    filled = {template for item in OUTPUTS.values() for template in item["templates"]}
    assert set(matched()) - OF_THE_ENGINE - FROM_PEOPLE - OF_A_TRIAL - filled == set()
    asked = {item["address"].split(".")[0] for item in VALUES.values()}
    assert (set(matched()) & FROM_PEOPLE) - {"told"} <= asked


def test_every_output_fills_something_that_rules_match() -> None:
    # What only other rows are made of counts too.
    made_into = {
        "oracle-awr": "replication",
        "zfs-file": "zfs-dataset",
        "process": "gang-counts",
        "device-label": "pool-device",
    }
    for name, item in OUTPUTS.items():
        fills = {made_into.get(t, t) for t in item["templates"]}
        assert fills & set(matched()) or fills == {ANYTHING}, name


def test_no_two_outputs_ask_for_the_same() -> None:
    assert [text for text, n in Counter(item["text"] for item in OUTPUTS.values()).items() if n > 1] == []


def test_the_first_output_of_a_template_is_how_to_get_it() -> None:
    first: dict[str, str] = {}
    for item in OUTPUTS.values():
        for template in item["templates"]:
            first.setdefault(template, item["text"])
    assert {name: hows[0].text for name, hows in KNOWLEDGE.how_to.items()} == first


def test_a_command_that_changes_something_is_no_glance() -> None:
    changing = re.compile(
        r"\b(?:rm|dd|mkfs|badblocks|modprobe|insmod)\b|\b(?:sysctl -w|zpool (?:add|remove)|zfs set)\b"
    )
    for kind, name, item in BY_NAME:
        if any(changing.search(command) for command in item.get("commands", {}).values()):
            assert item.get("cost") in COSTS[2:], f"{kind}.{name}"


@each(VALUES.items())
def test_value_fits_its_slot(name: str, item: dict[str, Any]) -> None:
    template, slot = item["address"].split(".")
    schema = templates()[template]
    assert slot in schema.slots
    assert slot not in schema.key
    assert slot != "row"
    kind = item.get("kind", "choice")
    if kind == "choice":
        assert set(item["choices"]) <= schema.slots[slot].allowed - {"unknown"}
        assert len(set(item["choices"].values())) == len(item["choices"]) > 1
    elif kind in ("text", "version"):
        assert schema.slots[slot].type == "STRING"
    else:
        assert schema.slots[slot].numeric
        assert item.get("bare", "") in UNITS[kind]
        assert ("unit" in item) == (kind == "rate")
        assert item.get("least", 0) < item["most"]
    assert (kind == "choice") == ("choices" in item)
    assert ("code" in item) == (kind == "version")
    if "code" in item:
        assert schema.slots[item["code"]].numeric


@each(VALUES.items())
def test_key_of_a_value_makes_a_row(name: str, item: dict[str, Any]) -> None:
    template, slot = item["address"].split(".")
    schema = templates()[template]
    key = item.get("key", {})
    assert set(key) <= set(schema.slots) - {"row", "host", slot}
    for part, value in key.items():
        if value != "?":
            assert schema.slots[part].coerce(value) == value
    # An answer is an output of its own, and its number follows.
    assert set(schema.key) - {"host", "output", "number"} <= set(key)


@each(VALUES.items())
def test_some_rule_reads_the_value(name: str, item: dict[str, Any]) -> None:
    template, slot = item["address"].split(".")
    slots = {slot, item.get("code", slot)}
    read = {s for pattern in matched()[template] for s in pattern.slots}
    assert slots & read


def test_no_address_is_asked_for_twice() -> None:
    seen = Counter((item["address"], tuple(sorted(item.get("key", {}).items()))) for item in VALUES.values())
    assert [key for key, n in seen.items() if n > 1] == []


def test_uses_are_what_cases_need() -> None:
    assert {"text", "why", "how", "cost", "choices"} == set(USES)
    needed = {}
    for path in sorted(KNOWLEDGE.root.glob("cases/*/*/case.toml")):
        applies = tomllib.loads(path.read_text(encoding="utf-8")).get("applies", {})
        if "uses" in applies:
            needed[path.parent.name] = applies["uses"]
    assert needed
    assert {use for uses in needed.values() for use in uses} <= set(USES["choices"])
    assert all(uses for uses in needed.values())
