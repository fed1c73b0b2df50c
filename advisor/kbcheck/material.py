"""What the lints look at: the knowledge base, parsed as far as it can be, with the text of its files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from advisor.authoring.examples import Example, example_paths, read
from advisor.inference.net import KnowledgeError, Net, Pattern, Rule, parse_net
from advisor.kbcheck.problem import Found
from advisor.knowledge import Case, Knowledge, parse_case
from facts.schema import Template, templates


class Material:
    """The knowledge base as the lints see it.

    Attributes:
        knowledge: with the net and the cases that could be parsed.
        refused: what could not be, as problems of the loader.
        only: the cases that are asked for, where what is slow need not look at others; empty for all.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        """Parse every construct and case; what is refused is kept, and the rest goes on."""
        self.knowledge = knowledge
        self.root = knowledge.root
        self.refused: list[KnowledgeError] = []
        self.only: set[str] = set()
        self._texts: dict[Path, str] = {}
        self._tables: dict[Path, dict[str, Any]] = {}
        sources = {knowledge.name_of(path): self.text(path) for path in knowledge.construct_files}
        knowledge.__dict__["cases"] = self._read_cases()
        knowledge.__dict__["net"] = parse_net({**sources, **knowledge.chain_rules}, self.refused)

    @property
    def net(self) -> Net:
        """The parsed rules."""
        return self.knowledge.net

    @property
    def cases(self) -> dict[str, Case]:
        """Every case that could be read, by name."""
        return self.knowledge.cases

    @cached_property
    def templates(self) -> Mapping[str, Template]:
        """The templates of rows."""
        return templates()

    def _read_cases(self) -> dict[str, Case]:
        found = {}
        for path in sorted(self.root.glob("cases/*/*/case.toml")):
            try:
                beside = map(path.with_name, ("fix.toml", "runbook.toml", "chain.toml"))
                fix, runbook, chain = (self.table(each) if each.exists() else {} for each in beside)
                found[path.parent.name] = parse_case(
                    path.parent.name,
                    path.parent.parent.name,
                    self.table(path),
                    fix,
                    self.knowledge.name_of(path),
                    runbook,
                    chain,
                )
            except KnowledgeError as error:
                self.refused.append(error)
            except (TypeError, ValueError, AttributeError, IndexError) as error:
                where = self.knowledge.name_of(path)
                self.refused.append(
                    KnowledgeError("kb-case", f"case `{path.parent.name}` cannot be read: {error}", where)
                )
        return found

    def text(self, path: Path) -> str:
        """The text of a file; "" where there is none."""
        if path not in self._texts:
            self._texts[path] = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        return self._texts[path]

    def table(self, path: Path) -> dict[str, Any]:
        """A TOML file as data; empty where there is none, or where it is none (which is kept as refused)."""
        if path not in self._tables:
            try:
                self._tables[path] = tomllib.loads(self.text(path))
            except tomllib.TOMLDecodeError as error:
                self._tables[path] = {}
                self.refused.append(KnowledgeError("kb-toml", str(error), self.knowledge.name_of(path),
                                                   "the line is named in the message"))  # fmt: skip
        return self._tables[path]

    def tables(self, folder: str) -> list[tuple[Path, dict[str, Any]]]:
        """Every TOML file of a folder."""
        return [(path, self.table(path)) for path in sorted((self.root / folder).glob("*.toml"))]

    def place(self, path: Path, *needles: str, after: int = 0) -> str:
        """``file:line`` of the first line that holds every needle; the file where none does."""
        name = self.knowledge.name_of(path)
        for number, line in enumerate(self.text(path).splitlines(), 1):
            if number > after and all(needle in line for needle in needles):
                return f"{name}:{number}"
        return name

    def file(self, slug: str, name: str) -> Path:
        """A file of a case."""
        case = self.cases[slug]
        return self.root / "cases" / case.area / slug / name

    def step_place(self, slug: str, number: int) -> str:
        """``file:line`` of a step of a fix, counted from 1."""
        path = self.file(slug, "fix.toml")
        lines = [n for n, line in enumerate(self.text(path).splitlines(), 1) if line.strip() == "[[steps]]"]
        name = self.knowledge.name_of(path)
        return f"{name}:{lines[number - 1]}" if number <= len(lines) else name

    @cached_property
    def examples(self) -> list[Example]:
        """Every example that can be read; the others are problems of the lint of examples."""
        found = []
        for path in example_paths(self.root):
            try:
                found.append(read(path))
            except KnowledgeError:
                continue
        return found

    @cached_property
    def signs_told(self) -> set[str]:
        """Findings that somebody can tell: they have phrases or a question."""
        phrased = {name for path, table in self.tables("phrases") if path.name not in NO_SIGNS for name in table}
        asked = {name for _, table in self.tables("questions") for name in table.get("signs", {})}
        used = {name for _, table in self.tables("questions") for name in table.get("uses", {}).get("choices", {})}
        return phrased | asked | used

    def patterns(self) -> Iterator[tuple[Rule, Pattern]]:
        """Every pattern of every rule; the general rule for what was told is left out."""
        for rule in self.net.rules.values():
            if rule.name != "told.sign":
                for pattern in rule.patterns:
                    yield rule, pattern

    def found(self, code: str, about: str, message: str, where: str, help: str, level: str = "error") -> Found:
        """A problem, with the case that its place belongs to."""
        parts = where.partition(":")[0].split("/")
        case = parts[3] if len(parts) > 4 and parts[:2] == ["kb", "cases"] else ""
        return Found(code, about, message, where, help, level, case)


NO_SIGNS = ("words.toml", "quantities.toml")
"""Files of phrases that tell no signs."""


def literals(pattern: Pattern, slot: str) -> tuple[str, ...]:
    """The names that a pattern asks of a slot."""
    constraint = pattern.slots.get(slot)
    return tuple(str(value) for value in constraint.allowed) if constraint else ()
