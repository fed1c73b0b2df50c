"""A consultation as plain text for a terminal: the conclusion first, then everything that stands behind it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from advisor.explanation.chain import MARKS
from advisor.explanation.report import cited, concludes, with_unit
from advisor.explanation.unread import MOST_NOTES, MOST_READ, is_much, read_lines, unread_lines
from advisor.inference.diagnosis import Consultation
from advisor.inference.matching import show
from advisor.inference.proof import Leaf, Node
from advisor.inference.view import Argument, Hypothesis
from advisor.knowledge import Citation, Knowledge
from facts.captures import Origin
from facts.faults import Fault, fault_of
from facts.hosts import DEFAULT
from facts.own_reports import KIND
from facts.schema import Value, templates

Json = dict[str, Any]

_YEAR = 365 * 86400.0
"""A time below it is a time since boot and no date."""
ROLES = {"root-cause": "root cause", "consequence": "consequence", "contributing": "contributing",
          "alternative": "alternative"}  # fmt: skip


class Page:
    """Lines of text, wrapped to a width."""

    def __init__(self, width: int = 100) -> None:
        """Start an empty page."""
        self.width = width
        self.lines: list[str] = []

    def put(self, text: str, indent: int = 0, hang: int = 0) -> None:
        """Add a paragraph; `hang` indents its second and later lines further."""
        if len(text) + indent <= max(40, self.width) and text.isprintable() and text[-1:].strip():
            self.lines.append(" " * indent + text)  # a report may list thousands of files
            return
        first, rest = " " * indent, " " * (indent + hang)
        wrapped = textwrap.wrap(text, max(40, self.width), initial_indent=first, subsequent_indent=rest,
                                break_long_words=False, break_on_hyphens=False)  # fmt: skip
        self.lines.extend(wrapped or [""])

    def verbatim(self, text: str, indent: int) -> None:
        """Add lines that must not be wrapped: commands."""
        self.lines.extend(" " * indent + line for line in text.split("\n"))

    def gap(self) -> None:
        """One empty line, never two."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """A part of the page; where it fails, one line stands in its place."""
        before = len(self.lines)
        try:
            yield
        except Exception as error:
            fault = fault_of(error, f"showing `{name}`")
            del self.lines[before:]
            self.put(fault.line())

    def text(self) -> str:
        """The whole page."""
        return "\n".join(self.lines).rstrip() + "\n"


def render(consultation: Consultation, data: Json, width: int = 100) -> str:
    """The report as text; `data` is the same consultation from `report`."""
    page = Page(width)
    with page.part("summary"):
        _summary(page, data)
    for title, hypotheses, entries in (
        ("", consultation.diagnoses, data["diagnoses"]), ("Risks", consultation.risks, data["risks"]),
    ):  # fmt: skip
        if title and hypotheses:
            page.gap()
            page.put(f"{title}: these conditions hold, and nothing shows that they hurt.")
        alike = alike_before(entries)
        for number, (hypothesis, entry) in enumerate(zip(hypotheses, entries, strict=True), 1):
            page.gap()
            with page.part(f"{number}. {entry['title']}"):
                if len(alike[number - 1]) < MOST_WHOLE:
                    put_diagnosis(page, consultation, hypothesis, entry, number)
                else:
                    _put_alike(page, hypothesis, entry, number, alike[number - 1][0])
    for name, section in (
        ("accepted", _acknowledged), ("conflicts", _conflicts), ("why not", _why_not), ("not concluded", _excluded),
        ("what was read", _inputs),
    ):  # fmt: skip
        with page.part(name):
            section(page, data)
    return page.text()


def one_fix(consultation: Consultation, data: Json, number: int, width: int = 100) -> str:
    """The whole fix of one diagnosis."""
    page, item = Page(width), data["diagnoses"][number - 1]
    page.put(f"{number}. {item['title']}: {about(item)}; {item['standing']}", 0, 3)
    with page.part("fix"):
        put_fix(page, item, consultation)
    return page.text()


def one_proof(consultation: Consultation, data: Json, number: int, width: int = 100) -> str:
    """Everything that stands behind one diagnosis but its fix."""
    page = Page(width)
    put_diagnosis(
        page, consultation, consultation.diagnoses[number - 1], data["diagnoses"][number - 1] | {"fix": []}, number
    )
    return page.text()


def _why_not(page: Page, data: Json) -> None:
    put_why_not(page, data["why_not"])


MOST_WHOLE = 3
"""Of more subjects that the same case is concluded of, only so many are explained in full: a storm takes hundreds of disks."""
_FEW = 6
"""So many are all explained."""


def alike_before(entries: Sequence[Json]) -> list[list[int]]:
    """For each diagnosis the numbers of those before it that are alike, where they are too many to explain each.

    Alike are those of one case on one host that stand as sure, in the same role.
    """
    numbers: dict[tuple[str, ...], list[int]] = {}
    kinds = [tuple(entry[name] for name in ("case", "host", "standing", "role", "status")) for entry in entries]
    for number, kind in enumerate(kinds, 1):
        numbers.setdefault(kind, []).append(number)
    many = {kind: found for kind, found in numbers.items() if len(found) > _FEW}
    return [many[kind][: many[kind].index(at)] if kind in many else [] for at, kind in enumerate(kinds, 1)]


def _put_alike(page: Page, hypothesis: Hypothesis, item: Json, number: int, first: int) -> None:
    """One of many diagnoses that are alike: what is its own."""
    page.put(f"{number}. {item['title']}  [{item['id']}, {item['case']}]", 0, 3)
    page.put(f"{about(item)}; {item['standing']} ({sure(item['certainty'])}); {ROLES[item['role']]}", 3)
    counted = [a for a in (*hypothesis.supporting, *hypothesis.opposing) if a.counted]
    page.put(f"Arguments: {', '.join(f'{a.name} ({a.cf:+.2f})' for a in counted)}", 3, 2)
    page.put(
        f"Mechanism, look-alikes and fix as for {first}.; its proof and the fix with its names are in `--format json`.",
        3,
    )


def _summary(page: Page, data: Json) -> None:
    diagnoses = data["diagnoses"]
    current = [d for d in diagnoses if d["status"] == "current"]
    read = sum(i["outcome"] in ("read", "partial", "nothing") and i["kind"] != KIND for i in data["inputs"])
    if current:
        page.put(f"{_count(len(current), 'diagnosis', 'diagnoses')} from {_count(read, 'output', 'outputs')}.")
        alike = alike_before(current)
        for number, item in enumerate(current, 1):
            if len(alike[number - 1]) < MOST_WHOLE:
                page.put(f"{number}. {item['title']}: {about(item)}; {item['standing']}, {ROLES[item['role']]}.", 2, 3)
            elif len(alike[number - 1]) == MOST_WHOLE:
                first = alike[number - 1][0]
                others = [c["subject"] for c, before in zip(current, alike, strict=True) if before[:1] == [first]]
                page.put(f"The same as {first}. of {len(others) - MOST_WHOLE + 1} more on {item['host']}: "
                         f"{', '.join(others[MOST_WHOLE - 1 :])}.", 2, 3)  # fmt: skip
    elif diagnoses or data["risks"] or data["acknowledged"]:
        page.put(f"No current diagnosis from {_count(read, 'output', 'outputs')}.")
        for item in (d for d in diagnoses if d["age"] and d["age"]["over"]):
            page.put(f"Past, by old logs: {item['title']}: {about(item)}.", 2, 3)
    elif read:
        page.put(f"No diagnosis from {_count(read, 'output', 'outputs')}.")
        open_cases = len(data["not_assessed"])
        page.put(
            f"This is not a clean bill of health: {_count(open_cases, 'case', 'cases')} could not be assessed with what "
            "was captured (listed below)."
            if open_cases else "Every known case was assessed and ruled out."
        )  # fmt: skip
    else:
        page.put("Nothing was read, so nothing was assessed.")


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def sure(certainty: float) -> str:
    """Two decimals, never 1.00: nothing that evidence says is beyond doubt."""
    return f"{min(certainty, 0.99):.2f}"


def about(item: Json) -> str:
    """What a diagnosis is about, and where."""
    unnamed = item["host"] == DEFAULT
    if item["subject"] == item["host"]:
        return "this host" if unnamed else f"host {item['host']}"
    where = "this host" if unnamed else item["host"]
    kind = item["subject_kind"]
    return f"{kind} {item['subject']} on {where}" if item["subject"] else f"an unnamed {kind} on {where}"


PAST = "past: old logs show it, newer ones do not"


def put_diagnosis(page: Page, consultation: Consultation, hypothesis: Hypothesis, item: Json, number: int) -> None:
    """A diagnosis with everything that stands behind it."""
    knowledge = consultation.knowledge
    page.put(f"{number}. {item['title']}  [{item['id']}, {item['case']}]", 0, 3)
    status = ""
    if item["status"] == "resolved":
        status = PAST if hypothesis.over else "resolved: it stood earlier in the captures and stands no more"
    facts = [
        about(item),
        f"{item['standing']} ({sure(item['certainty'])})",
        ROLES[item["role"]],
        item["severity"],
        status,
    ]
    page.put("; ".join(f for f in facts if f), 3)
    if item["grown"]:
        page.put(f"Accepted earlier, and it has grown: {'; '.join(item['grown'])}.", 3)
    if item["age"] and item["age"]["text"]:
        page.put(item["age"]["text"], 3)
    words = {"caused-by": "Caused by", "contributes-to": "Makes worse"}
    for other in item["links"]:
        page.put(f"{words[other['relation']]}: {other['case']} ({other['subject']} on {other['host']})", 3)
    page.gap()
    put_chain(page, item)
    page.put(hypothesis.case.mechanism, 3)
    page.put(hypothesis.case.impact, 3)
    page.gap()
    for line in item.get("failed", ()):
        page.put(line, 3)
    with page.part("why"):
        _put_why(page, knowledge, hypothesis)
    _look_alikes(page, item)
    _missing(page, item)
    with page.part("fix"):
        put_fix(page, item, consultation)
    with page.part("sources"):
        put_sources(page, knowledge, item)


def put_chain(page: Page, item: Json) -> None:
    """The stages of a chain with their marks, a line each."""
    for name, stage in item["chain"].items():
        page.put(f"[{MARKS[stage['state']]}] {name:<6}  {stage['text']}", 3, 12)
    if item["chain"]:
        page.gap()


def _put_why(page: Page, knowledge: Knowledge, hypothesis: Hypothesis) -> None:
    """The arguments for and against, with their proofs."""
    page.put("Why", 3)
    shown: set[int] = set()
    put_arguments(page, knowledge, hypothesis.supporting, shown)
    page.put("Against", 3)
    put_arguments(page, knowledge, hypothesis.opposing, shown)
    if not hypothesis.opposing:
        page.put("nothing that was looked at speaks against it", 5)
    page.put(how_sure(hypothesis), 3, 2)


def put_arguments(page: Page, knowledge: Knowledge, arguments: list[Argument], shown: set[int]) -> None:
    """Each counted argument with its proof; one that a stronger argument contains only by name."""
    for argument in arguments:
        if argument.counted:
            page.put(f"{argument.cf:+.2f} {argument.stage} {argument.name}", 5, 6)
            _node(page, knowledge, argument.proof, 7, shown)
    elsewhere = [a.name for a in arguments if not a.counted]
    if elsewhere:
        page.put(f"Shown elsewhere on the host, so not counted: {', '.join(elsewhere)}", 5, 2)


def _node(page: Page, knowledge: Knowledge, node: Node, indent: int, shown: set[int]) -> None:
    if node.fact.template != "evidence":
        again = node.fact.index in shown
        page.put(f"- {concludes(node)}{' (shown above)' if again else ''}", indent, 4)
        if again:
            return
        shown.add(node.fact.index)
        indent += 2
    sources = ", ".join(cite(c) for c in cited(knowledge, node.rule))
    page.put(f"{knowledge.net.rules[node.rule].comment}{f' [{sources}]' if sources else ''}", indent, 2)
    for line in leaf_lines(node.leaves):
        page.put(line.lstrip(), indent + len(line) - len(line.lstrip()), 4)
    for child in node.children:
        _node(page, knowledge, child, indent, shown)


def leaf_lines(leaves: list[Leaf]) -> Iterator[str]:
    """The observed values by the line that they stand in: first ``file:line  cited text``, below it each value."""
    for origin, values in leaf_places(leaves):
        yield f"{origin.place()}  {' '.join(origin.text.split())}".rstrip()
        yield from (f"  {value}" for value in values)


def leaf_places(leaves: Iterable[Leaf]) -> Iterator[tuple[Origin, list[str]]]:
    """Each place that observed values stand in, with the values in words; a key slot is no value of its own."""
    places: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        places.setdefault(leaf.cell.origin.place(), []).append(leaf)
    for here in places.values():
        yield here[0].cell.origin, [_leaf_value(leaf) for leaf in here if not _is_key(leaf)]


def _is_key(leaf: Leaf) -> bool:
    template = leaf.address.partition("[")[0]
    return leaf.slot in templates()[template].key if template in templates() else template == "told"


def _leaf_value(leaf: Leaf) -> str:
    template, _, key = leaf.address.rpartition(".")[0].rstrip("]").partition("[")
    about = " ".join([template, *key.split(",")[1:2]])
    asked = f" (asked: {leaf.demand})" if leaf.demand else ""
    return f"{about}: {leaf.slot} = {_measured(leaf.slot, leaf.value)}{asked}"


def _measured(slot: str, value: Value) -> str:
    """A value with its unit; a moment as date and time."""
    if slot.endswith("time") and isinstance(value, float) and value > _YEAR:
        return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%d %H:%M:%S")
    return with_unit(slot, value) if isinstance(value, (int, float)) else str(value)


def value_text(value: Value) -> str:
    """A value without its unit."""
    return show(value) if isinstance(value, (int, float)) else str(value)


def cite(citation: Citation) -> str:
    """``KEY: LOCATOR``."""
    return f"{citation.key}: {citation.locator}" if citation.locator else citation.key


def how_sure(hypothesis: Hypothesis) -> str:
    """The certainty, and what the stages of the chain come to."""
    verdict = hypothesis.verdict
    stages = verdict.stages if verdict is not None else {}
    parts = ", ".join(f"{name} {stage.value:+.2f}" for name, stage in stages.items() if stage.value and name != "event")
    text = f"How sure: {sure(hypothesis.certainty)}, {hypothesis.standing}, from {parts}."
    return f"{text} A risk: {verdict.risk}." if verdict is not None and verdict.risk else text


def _look_alikes(page: Page, item: Json) -> None:
    if item["look_alikes"]:
        page.gap()
        page.put("What looks the same, and what tells it apart", 3)
        for other in item["look_alikes"]:
            page.put(f"- {other['name']}: {other['tell_apart']}", 5, 2)


def _missing(page: Page, item: Json) -> None:
    if item["missing"]:
        page.gap()
        page.put("Look at next", 3)
        for entry in item["missing"]:
            page.put(f"- {entry['how']}  (would {entry['would']})", 5, 2)


def put_fix(page: Page, item: Json, consultation: Consultation) -> None:
    """The steps of a fix."""
    if not item["fix"]:
        return
    page.gap()
    page.put("Fix" if item["status"] == "current" else "Fix (for the record)", 3)
    if item["before_fix"]:
        page.put(item["before_fix"], 5)
    put_steps(page, item["fix"], 5)


def put_steps(page: Page, steps: Iterable[Json], indent: int) -> None:
    """Steps of a fix, each with its command and what is to be known of it."""
    for step in steps:
        page.put(f"{step['label']}. [{step['risk']}] {step['do']}", indent, 3)
        if step["warning"]:
            page.put(f"WARNING: {step['warning']}", indent + 3, 2)
        if step["command"]:
            page.verbatim(step["command"], indent + 5)
        details = (
            ("applies to", step["applies"]), ("needs", step["needs"]),
            ("verify", " -> ".join(t for t in (step["verify"]["command"], step["verify"]["expect"]) if t)),
            ("undo", step["undo"]), ("persists", persists_text(step["command"], step["risk"], step["persists"], step["persists_how"])),
            ("fill in", ", ".join(step["placeholders"])),
        )  # fmt: skip
        for name, text in details:
            for number, line in enumerate(text.split("\n") if text else []):
                page.put(f"{name}: {line}" if number == 0 else line, indent + (3 if number == 0 else 5), 2)


def persists_text(command: str, risk: str, persists: bool, how: str) -> str:
    """Whether what a step changes outlives a restart, or how to make it; "" for a step that changes nothing."""
    if not command or risk == "look":
        return ""
    return "yes" if persists else how or "no"


def put_sources(page: Page, knowledge: Knowledge, item: Json, heading: int = 3, indent: int = 5) -> None:
    """The sources of a diagnosis, each with the places that are cited."""
    page.gap()
    page.put("Sources", heading)
    everything = [*item["sources"], *(s for e in item["evidence"] for s in e["sources"])]
    for key, places in by_source(Citation(c["key"], c["locator"]) for c in everything).items():
        described = source_text(knowledge, key)
        page.put(f"[{key}] {described} ({'; '.join(places)})" if places else f"[{key}] {described}", indent, 2)


def by_source(citations: Iterable[Citation]) -> dict[str, list[str]]:
    """The places that are cited of each source, once each, in the order of the citations."""
    keys: dict[str, list[str]] = {}
    for citation in citations:
        places = keys.setdefault(citation.key, [])
        if citation.locator and citation.locator not in places:
            places.append(citation.locator)
    return keys


def source_text(knowledge: Knowledge, key: str) -> str:
    """Author, title and date of a source, "" where it is not known."""
    source = knowledge.sources.get(key)
    return f"{source.author}: {source.title}, {source.date}" if source else ""


def _acknowledged(page: Page, data: Json) -> None:
    if data["acknowledged"]:
        page.gap()
        page.put("Known and accepted, and not grown since")
        for item in data["acknowledged"]:
            page.put(f"- {item['title']} ({item['case']}): {about(item)}; {item['standing']}", 2, 2)


def _conflicts(page: Page, data: Json) -> None:
    for title, kind in (("Two sources disagree", "disagreement"), ("Changed while it was captured", "change")):
        items = [item for item in data["conflicts"] if item["kind"] == kind]
        if items:
            page.gap()
            page.put(title)
        for item in items:
            values = "; ".join(f"{value_text(v['value'])} ({origin_text(v['origin'])})" for v in item["values"])
            page.put(f"- {item['address']}: {values}; taken: {value_text(item['taken'])}, {item['reason']}", 2, 2)


def origin_text(origin: Json) -> str:
    """Where a value comes from, by its JSON form."""
    if "path" in origin:
        return f"{origin['path']}:{origin['lines'][0]}"
    return f"told: {origin['told']}" if "told" in origin else f"answer to {origin['question']}"


def put_why_not(page: Page, entries: list[Json]) -> None:
    """Why cases were not concluded, argument by argument."""
    for entry in entries:
        page.gap()
        if entry["concluded"]:
            page.put(f"Why not {entry['case']}: it is concluded, {entry['concluded']}. Arguments that did not fire:")
        else:
            page.put(f"Why not {entry['case']}")
        put_chain(page, entry)
        for against in entry["against"]:
            page.put(f"- speaks against it: {against}", 2, 2)
        for argument in entry["arguments"]:
            page.put(f"- {argument['stage']} {argument['argument']} ({argument['cf']:+.2f}): {argument['why']}", 2, 2)
            for miss in argument["misses"]:
                page.put(miss_text(miss), 6, 4)
            page.put(tried_text(argument["flips"]), 6)
        for way in entry["needs"]:
            page.put(f"look at: {way}", 2, 2)


def tried_text(flips: bool) -> str:
    """Whether the values that would meet every condition were found to make an argument fire."""
    return "these values together would make it fire (tried)" if flips else "no single change found"


def miss_text(miss: Json) -> str:
    """One condition that is not met: what was asked, what was observed, what would meet it."""
    threshold = f" [{miss['threshold']}]" if miss["threshold"] else ""
    flip = f"; would hold at {miss['address']} = {value_text(miss['flip_to'])}" if miss["address"] else ""
    return f"asked: {miss['condition']}{threshold}; observed: {value_text(miss['observed'])}{flip}"


_MOST_SUBJECTS = 4
"""More subjects that a case is ruled out of for the same reason are counted: a storm takes hundreds of disks."""


def ruled_out_together(ruled_out: Sequence[Json]) -> list[tuple[Json, str]]:
    """What is ruled out, with its subject; of many alike the first one, with all their subjects in words.

    >>> item = {"case": "a", "host": "h", "reason": "r"}
    >>> [words for _, words in ruled_out_together([item | {"subject": f"sd{n}"} for n in "abcdef"])]
    ['sda, sdb, sdc and 3 more']
    """
    alike: dict[tuple[str, str, str], list[Json]] = {}
    for item in ruled_out:
        alike.setdefault((item["case"], item["host"], item["reason"]), []).append(item)
    found = []
    for items in alike.values():
        if len(items) <= _MOST_SUBJECTS:
            found += [(item, item["subject"]) for item in items]
        else:
            names = [item["subject"] for item in items[: _MOST_SUBJECTS - 1]]
            found.append((items[0], f"{', '.join(names)} and {len(items) - len(names)} more"))
    return found


def _excluded(page: Page, data: Json) -> None:
    if data["ruled_out"]:
        page.gap()
        page.put("Ruled out")
        for item, subjects in ruled_out_together(data["ruled_out"]):
            about = f" ({subjects} on {item['host']})" if subjects else ""
            page.put(f"- {item['case']}{about}: {item['reason']}", 2, 2)
    if data["not_assessed"] or data.get("faults"):
        page.gap()
        page.put("Not assessed")
        for fault in data.get("faults", ()):
            page.put(f"- {Fault.of_json(fault).line()}", 2, 2)
        for item in data["not_assessed"]:
            needs = f"; look at: {'; '.join(item['needs'][:2])}" if item["needs"] else ""
            page.put(f"- {item['case']}: {item['reason']}{needs}", 2, 2)


def _notes(page: Page, data: Json) -> None:
    """What was taken for something: hosts and drives whose names were guessed, copies."""
    for note in data.get("notes", ())[:MOST_NOTES]:
        page.put(f"- {note}", 2, 2)
    if (more := len(data.get("notes", ())) - MOST_NOTES) > 0:
        page.put(f"- {_count(more, 'more note', 'more notes')} (`advisor facts` lists them)", 2, 2)


def _inputs(page: Page, data: Json) -> None:
    if not data["inputs"] and not data["unrecognised"]:
        return
    page.gap()
    page.put("Read")
    if len(data["inputs"]) > MOST_READ:
        for line in read_lines(data["inputs"]):
            page.put(f"- {line}", 2, 2)
    for item in data["inputs"] if len(data["inputs"]) <= MOST_READ else ():
        lines = f"{item['lines'][0]}-{item['lines'][1]}"
        page.put(
            f"- {item['path']}:{lines}  {item['kind']} on {item['host']}, {item['rows']} rows, {item['outcome']}", 2, 2
        )
        for refusal in item["refusals"]:
            page.put(f"could not read line {refusal['lines'][0]}: {refusal['reason']}", 6, 2)
    _notes(page, data)
    if is_much(data["unrecognised"]):
        page.gap()
        page.put("Not read (`advisor facts --format json` lists each place)")
        for line in unread_lines(data["unrecognised"]):
            if line.startswith(" "):
                page.put(line.strip(), 6, 2)
            else:
                page.put(f"- {line}", 2, 2)
        return
    other = 0
    for item in data["unrecognised"]:
        if item["reason"] == "no known output":
            other += 1
            continue
        lines = f":{item['lines'][0]}-{item['lines'][1]}" if item["lines"] else ""
        page.put(f"- {item['path']}{lines}  {item['reason']}", 2, 2)
    if other:
        page.put(
            f"- {_count(other, 'stretch', 'stretches')} of text that is no known output (`advisor facts` lists them)",
            2,
            2,
        )
