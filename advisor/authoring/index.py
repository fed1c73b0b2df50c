"""`advisor kb index`: the pages of the documentation that say what the knowledge base holds."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from advisor.authoring.examples import consultation_of, example_paths, outcome_of, read
from advisor.authoring.knowledge_base import compiled
from advisor.authoring.mutation import Result, Verdict
from advisor.authoring.reasons import reasons
from advisor.authoring.rows import paths
from advisor.explanation.names import plain
from advisor.inference.chain import FELT, STAGES
from advisor.inference.net import Rule
from advisor.kbcheck.material import Material, literals
from advisor.kbcheck.sources import cited
from advisor.knowledge import Knowledge

MADE = "<!-- `make docs` writes this page. -->"
_OF = re.compile(r"<!-- of (\w+) -->")


def pages(knowledge: Knowledge) -> dict[str, str]:
    """The pages that are made from the files alone: cases, vocabulary, sources."""
    return {"cases.md": _cases(knowledge), "vocabulary.md": _vocabulary(knowledge), "sources.md": _sources(knowledge)}


def measured_pages(knowledge: Knowledge) -> dict[str, str]:
    """The pages for which every example is diagnosed: confusion and coverage."""
    from advisor.authoring import coverage

    mark = f"<!-- of {fingerprint(knowledge)} -->\n"
    return {
        "confusion.md": _confusion(knowledge) + mark,
        "coverage.md": coverage.page(knowledge, coverage.measure(knowledge)) + mark,
    }


def fingerprint(knowledge: Knowledge) -> str:
    """A short digest of all that a measured page depends on: knowledge, templates and examples."""
    total = hashlib.sha256(knowledge.digest.encode())
    for path in [*example_paths(knowledge.root), *paths(knowledge.root)]:
        total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def made_of(page: str) -> str:
    """The fingerprint that a measured page was made of; "" where it has none."""
    found = _OF.search(page)
    return found[1] if found else ""


def _link(knowledge: Knowledge, slug: str) -> str:
    case = knowledge.cases[slug]
    return f"[{slug}](../kb/cases/{case.area}/{slug}/case.toml)"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _cases(knowledge: Knowledge) -> str:
    lines = [
        "# Cases",
        "",
        MADE,
        "",
        f"{len(knowledge.cases)} cases, by area, then by what people complain of or tools show.",
        "",
    ]
    areas: dict[str, list[str]] = defaultdict(list)
    symptoms: dict[str, list[str]] = defaultdict(list)
    for slug, case in knowledge.cases.items():
        areas[case.area].append(slug)
        for symptom in case.symptoms:
            symptoms[symptom].append(slug)
    for area, slugs in sorted(areas.items()):
        lines += [f"## {area}", "", "| id | case | what | severity | maturity | systems |", "|---|---|---|---|---|---|"]
        for slug in sorted(slugs, key=lambda s: knowledge.cases[s].id):
            case = knowledge.cases[slug]
            lines.append(
                f"| {case.id} | {_link(knowledge, slug)} | {_cell(case.title)} | {case.severity} | {case.maturity} "
                f"| {', '.join(case.systems)} |"
            )
        lines.append("")
    meanings = _meanings(knowledge)
    lines += ["## By symptom", "", "| symptom | means | cases |", "|---|---|---|"]
    for symptom, slugs in sorted(symptoms.items()):
        lines.append(f"| `{symptom}` | {meanings.get(symptom, '')} | {', '.join(sorted(slugs))} |")
    return "\n".join([*lines, "", *_chains(knowledge)]) + "\n"


_SIGNS = {
    "proves": "+++",
    "shows": "++",
    "suggests": "+",
    "hints": "·",
    "refutes": "---",
    "contradicts": "--",
    "doubts": "-",
}


def _chains(knowledge: Knowledge) -> Iterator[str]:
    """The chain of each case: a column for each stage, in it the findings with how much they say."""
    yield from ("## Chains", "")
    levels = ", ".join(f"`{sign}` {level}" for level, sign in _SIGNS.items())
    yield from (
        f"From what makes a case possible to what people feel. {levels}; *no* is a finding measured absent.",
        "",
    )
    for slug, case in sorted(knowledge.cases.items()):
        yield from (f"**{slug}**: {case.title}", "")
        stages = [s for s in (*STAGES, FELT) if s == FELT or any(e.stage == s for e in case.chain.entries)]
        told = [f"· {plain(name)}" for name in case.symptoms]
        cells = [
            [
                f"{_SIGNS[e.level]} {'no ' * (e.state == 'absent')}{plain(e.finding)}"
                for e in case.chain.entries
                if e.stage == stage
            ]
            + (told if stage == FELT else [])
            for stage in stages
        ]
        yield from ("| " + " → | ".join(stages) + " |", "|---" * len(stages) + "|")
        yield from ("| " + " | ".join("<br>".join(cell) for cell in cells) + " |", "")


def _meanings(knowledge: Knowledge) -> dict[str, str]:
    """What the vocabulary says of its names, behind them."""
    text = (knowledge.root / "vocabulary.clp").read_text(encoding="utf-8")
    found = re.findall(r"^\s+([a-z][\w-]*)\s*;\s*(.+)$", text, re.MULTILINE)
    return {name: _cell(meaning) for name, meaning in found}


def _vocabulary(knowledge: Knowledge) -> str:
    material = Material(knowledge)
    told, net, meanings = material.signs_told, knowledge.net, _meanings(knowledge)
    used: dict[tuple[str, str], set[str]] = defaultdict(set)
    for rule, pattern in material.patterns():
        for name in literals(pattern, "name"):
            used[pattern.template, name].add(rule.group)
    for slug, case in knowledge.cases.items():
        for kind, name in re.findall(r"\b(finding|quantity)\.([\w-]+)", " ".join(case.values.values())):
            used[kind, name].add(slug)
    lines = [
        "# Vocabulary",
        "",
        MADE,
        "",
        "Findings are signs, present or absent; quantities are computed numbers. What they",
    ]
    lines += [
        "mean, which files derive them (or that people tell them), and which cases, findings and quantities use them.",
        "",
    ]
    for kind, names in (("finding", net.findings), ("quantity", net.quantities)):
        lines += [
            f"## {'Findings' if kind == 'finding' else 'Quantities'}",
            "",
            "| name | means | from | used by |",
            "|---|---|---|---|",
        ]
        for name in sorted(n for n in names if n != "none"):
            rules = _makers(knowledge, kind, name)
            made = sorted({rule.where.partition(":")[0].removeprefix("kb/findings/") for rule in rules})
            made += ["told"] if kind == "finding" and name in told else []
            meaning = meanings.get(name) or next((_cell(rule.comment) for rule in rules), "")
            lines.append(f"| `{name}` | {meaning} | {', '.join(made)} | {', '.join(sorted(used[kind, name]))} |")
        lines.append("")
    return "\n".join(lines)


def _makers(knowledge: Knowledge, kind: str, name: str) -> list[Rule]:
    if kind == "quantity":
        return knowledge.net.computing(name)
    return knowledge.net.producers(name, "present") + knowledge.net.producers(name, "absent")


def _sources(knowledge: Knowledge) -> str:
    who: dict[str, set[str]] = defaultdict(set)
    for citation, where in cited(Material(knowledge)):
        parts = where.partition(":")[0].split("/")
        who[citation.key].add(
            parts[3] if parts[1] == "cases" else "/".join(parts[1:]).removesuffix(".clp").removesuffix(".toml")
        )
    lines = ["# Sources", "", MADE, "", "What the knowledge base cites, and who cites it.", "",
             "| key | source | cited by |", "|---|---|---|"]  # fmt: skip
    for key, source in sorted(knowledge.sources.items()):
        shown = f"{source.author}: *{_cell(source.title)}*, {source.date}, {source.publisher}"
        lines.append(f"| `{key}` | {_cell(shown)} | {', '.join(sorted(who[key]))} |")
    return "\n".join(lines) + "\n"


def confusion(knowledge: Knowledge) -> dict[str, dict[str, int]]:
    """For each cause that examples want, how often which cause was given first; `none` where none is."""
    counted: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    with compiled(knowledge):
        for path in example_paths(knowledge.root):
            example = read(path)
            given = outcome_of(consultation_of(knowledge, example)[0]).diagnoses
            wanted = example.expect.get("diagnoses", [])
            counted[_first(wanted)][_first(given)] += 1
    return counted


def _first(names: Iterable[str]) -> str:
    return next(iter(names), "none")


def _confusion(knowledge: Knowledge) -> str:
    counted = confusion(knowledge)
    right = sum(row.get(wanted, 0) for wanted, row in counted.items())
    total = sum(sum(row.values()) for row in counted.values())
    lines = [
        "# Confusion", "", MADE, "",
        "Of every example the cause that it wants first, against the one that is given first. Each row must hold numbers",
        "in the column *right* only; what is given otherwise is named.", "",
        "| wanted | examples | right | given otherwise |", "|---|---|---|---|",
    ]  # fmt: skip
    for wanted in sorted(counted, key=lambda name: (name == "none", name)):
        row = counted[wanted]
        others = ", ".join(f"{name} ({n})" for name, n in sorted(row.items()) if name != wanted)
        lines.append(f"| {wanted} | {sum(row.values())} | {row.get(wanted, 0)} | {others} |")
    return "\n".join([*lines, "", f"{right} of {total} on the diagonal.", ""])


_ALONE = re.compile(r"^Captures alone notice .*$", re.MULTILINE)


def mutants_page(knowledge: Knowledge, result: Result, before: str = "", *, captures: bool = False) -> str:
    """How many of all mutants are noticed, by case and file of findings, and the reasons that authors gave for survivors.

    Args:
        knowledge: the knowledge base.
        result: of all mutants.
        before: the page as it was: it keeps what the captures alone noticed, which is seldom measured.
        captures: whether the result is that of captures alone; then only their sentence is written anew.
    """
    total = len(result.verdicts)
    kept = _ALONE.search(before)
    alone = kept[0] if kept else ""
    if captures:
        share = 100 * result.killed // (total or 1)
        alone = f"Captures alone notice {result.killed} of {total} mutants ({share} %); measured with `--captures`."
        if kept:
            return _ALONE.sub(alone, before)
    why, survivors = reasons(knowledge), result.survivors
    explained = [v for v in survivors if v.id in why]
    lines = [
        "# Mutants", "", MADE.replace("`make docs`", "`advisor kb mutate -o docs`"), "",
        "Each condition of each rule was dropped, each join of two slots undone and each threshold moved by a tenth. Captures",
        "show that knowledge is right. Row-level examples hold the rules that use a threshold; the other rules have captures",
        "only. So the numbers are told apart. Left out is `~unknown` beside a comparison of the same value, which never holds",
        "with an unknown one.", "",
        f"{total} mutants: {result.by_rows} are noticed by a row-level example, {result.killed - result.by_rows} more by a capture,",
        f"{len(survivors)} by none. Of these, {len(explained)} make no difference, and {len(survivors) - len(explained)} go unnoticed.",
        "`advisor kb mutate CASE` lists them.", "", alone, "",
        "| | mutants | row-level example | capture | no difference | unnoticed |", "|---|---|---|---|---|---|",
        *_mutants_by_file(result, why), "", "| makes no difference | reason in `kb/mutants.toml` |", "|---|---|",
    ]  # fmt: skip
    lines += [f"| `{_cell(v.id)}` | {_cell(why[v.id])} |" for v in explained]
    return "\n".join(lines) + f"\n\n<!-- of {fingerprint(knowledge)} -->\n"


def _mutants_by_file(result: Result, why: Mapping[str, str]) -> Iterator[str]:
    """A row of the table for each case and each file of findings."""
    verdicts: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in result.verdicts:
        file = verdict.where.partition(":")[0].removeprefix("kb/")
        verdicts[file.split("/")[2] if file.startswith("cases/") else file].append(verdict)
    for name, found in verdicts.items():
        part = Result(found)
        explained = sum(v.id in why for v in part.survivors)
        numbers = (len(found), part.by_rows, part.killed - part.by_rows, explained, len(part.survivors) - explained)
        yield f"| {name} | {' | '.join(map(str, numbers))} |"
