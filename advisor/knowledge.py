"""The knowledge base as data: cases, fixes, questions and sources, read from the ``kb`` package."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import facts
import kb
from advisor.inference.chain import FELT, NO_CHAIN, NO_PREMISES, Chain, Premises, parse_chain, rules_of
from advisor.inference.engine import Engine
from advisor.inference.net import KnowledgeError, Net, parse_net
from advisor.situations import Situation, parse_situations


class Citation(NamedTuple):
    """A source and the place in it."""

    key: str
    locator: str

    @staticmethod
    def parse(text: str) -> Citation:
        """Read ``key: locator``."""
        key, _, locator = text.partition(":")
        return Citation(key.strip(), locator.strip())


class Source(NamedTuple):
    """One entry of ``sources.toml``."""

    key: str
    author: str
    title: str
    date: str
    publisher: str
    locator: str


class Mimic(NamedTuple):
    """What else looks like a case, and the check that tells them apart."""

    name: str
    case: str
    tell_apart: str


class Step(NamedTuple):
    """One step of a fix, as data; see ``docs/author-guide.md``."""

    do: str
    risk: str
    command: str = ""
    needs: str = ""
    verify_command: str = ""
    verify_expect: str = ""
    undo: str = ""
    persists: bool = True
    persists_how: str = ""
    applies: str = ""
    systems: tuple[str, ...] = ()
    warning: str = ""
    sets: tuple[tuple[str, Any], ...] = ()
    sources: tuple[Citation, ...] = ()
    expect: str = ""
    differs: str = ""
    takes: str = ""


class Watch(NamedTuple):
    """What to look at once the steps are done: `after` is ``minutes``, ``hours`` or ``days``."""

    after: str
    look: str
    command: str
    expect: str


class Monitor(NamedTuple):
    """Something to keep an eye on from then on: what, by which command or metric, and from which value on it matters."""

    what: str
    how: str
    threshold: str
    why: str
    sources: tuple[Citation, ...]


class Avoided(NamedTuple):
    """A bad fix that is known and belongs to no step: what not to do, and what it would do."""

    what: str
    why: str
    sources: tuple[Citation, ...]


class Procedure(NamedTuple):
    """What a runbook says around the steps of a fix; ``runbook.toml`` of a case.

    Attributes:
        urgency: how soon to act, and what can wait.
        window: which maintenance window it takes, and for which steps.
        people: who is needed or to be told.
        names: what each placeholder stands for, and where to read it.
        watch: what to look at after minutes, hours and days.
        monitors: what to keep an eye on from then on.
        avoid: what many try and nobody should.
        stop: when to stop and call somebody, beyond what the steps say.
    """

    urgency: str = ""
    window: str = ""
    people: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    watch: tuple[Watch, ...] = ()
    monitors: tuple[Monitor, ...] = ()
    avoid: tuple[Avoided, ...] = ()
    stop: tuple[str, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class Case:
    """One case as ``case.toml`` and ``fix.toml`` describe it; its rules are in the net."""

    slug: str
    area: str
    id: str
    title: str
    severity: str
    subject_kind: str
    frequency: float
    maturity: str
    mechanism: str
    impact: str
    symptoms: tuple[str, ...]
    sources: tuple[Citation, ...]
    hardware: bool = False
    systems: tuple[str, ...] = ()
    versions: str = ""
    uses: tuple[str, ...] = ()
    mimics: tuple[Mimic, ...] = ()
    contested: tuple[str, ...] = ()
    arguments: dict[str, tuple[Citation, ...]] = field(default_factory=dict)
    premises: Premises = NO_PREMISES
    chain: Chain = NO_CHAIN
    values: dict[str, str] = field(default_factory=dict)
    situations: tuple[Situation, ...] = ()
    steps: tuple[Step, ...] = ()
    procedure: Procedure = field(default_factory=Procedure)
    rest: bytes = b""

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """Only what is there: asking for the rest would unpack it."""
        names = [each.name for each in fields(self) if not (self.rest and each.name in _SHOWN_ONLY)]
        return None, {name: getattr(self, name) for name in names}

    def __getattr__(self, name: str) -> Any:
        """Unpack the parts that only who shows a case asks for; it is called for a field that is not there yet."""
        if name not in _SHOWN_ONLY:
            raise AttributeError(name)
        import pickle

        # It comes from the image, which only this user may write.
        for part, value in pickle.loads(self.rest).items():
            setattr(self, part, value)
        return object.__getattribute__(self, name)


_SHOWN_ONLY = frozenset(
    (
        "mechanism",
        "impact",
        "sources",
        "versions",
        "mimics",
        "contested",
        "arguments",
        "chain",
        "values",
        "situations",
        "steps",
        "procedure",
    )
)


def packed(case: Case) -> Case:
    """The same case, with the parts packed that a diagnosis of something else does not ask for."""
    import pickle

    light = object.__new__(Case)
    for name in (each.name for each in fields(case)):
        if name not in _SHOWN_ONLY:
            setattr(light, name, getattr(case, name))
    light.rest = pickle.dumps({name: getattr(case, name) for name in _SHOWN_ONLY}, 5)
    return light


class HowTo(NamedTuple):
    """How to obtain the rows of one template.

    Attributes:
        template: the template.
        text: what is to be shown.
        commands: the command on each system.
        cost: what it costs.
        slots: of an output that tells a little of the template alone, the addresses that it tells.
        family: of a controller's tool, the family of controllers.
        uses: signs, of which one must not be known to be absent.
    """

    template: str
    text: str
    commands: dict[str, str]
    cost: str
    slots: tuple[str, ...]
    family: str
    uses: tuple[str, ...]


class Term(NamedTuple):
    """A word that stands in cases and reports, explained in a few sentences."""

    key: str
    name: str
    also: tuple[str, ...]
    text: str
    cases: tuple[str, ...]
    sources: tuple[Citation, ...]


class Edition(NamedTuple):
    """A release of the knowledge: its name and its day, ``2026-11-22``."""

    name: str
    date: str


class Knob(NamedTuple):
    """A setting that two or more cases want differently, and which of them goes first; an entry of ``knobs.toml``.

    `address` is the one that their steps set, or the setting as commands name it (``sysctl vm.dirty_ratio``).
    """

    address: str
    cases: tuple[str, ...]
    first: str
    why: str
    sources: tuple[Citation, ...] = ()


def _cites(items: list[str]) -> tuple[Citation, ...]:
    return tuple(Citation.parse(item) for item in items)


def _step(data: dict[str, Any]) -> Step:
    verify = data.get("verify", {})
    return Step(
        do=data["do"],
        risk=data["risk"],
        command=data.get("command", "").strip(),
        needs=data.get("needs", "root" if "command" in data else ""),
        verify_command=verify.get("command", ""),
        verify_expect=verify.get("expect", ""),
        undo=data.get("undo", "").strip(),
        persists=bool(data.get("persists", True)),
        persists_how=data.get("persists_how", ""),
        applies=data.get("applies", ""),
        systems=tuple(data.get("systems", ())),
        warning=data.get("warning", ""),
        sets=tuple((item["address"], item["value"]) for item in data.get("sets", ())),
        sources=_cites(data.get("sources", [])),
        expect=data.get("expect", "").strip(),
        differs=" ".join(data.get("differs", "").split()),
        takes=data.get("takes", ""),
    )


def _procedure(data: dict[str, Any]) -> Procedure:
    return Procedure(
        urgency=" ".join(data.get("urgency", "").split()),
        window=" ".join(data.get("window", "").split()),
        people=tuple(data.get("people", ())),
        names=tuple(data.get("names", {}).items()),
        watch=tuple(
            Watch(after, " ".join(w["look"].split()), w.get("command", "").strip(), w.get("expect", "").strip())
            for after, w in data.get("watch", {}).items()
        ),
        monitors=tuple(
            Monitor(m["what"], m["how"].strip(), m["threshold"], m["why"], _cites(m.get("sources", [])))
            for m in data.get("monitors", ())
        ),
        avoid=tuple(
            Avoided(a["what"], " ".join(a["why"].split()), _cites(a.get("sources", []))) for a in data.get("avoid", ())
        ),
        stop=tuple(" ".join(when.split()) for when in data.get("stop", ())),
    )


def parse_case(
    slug: str,
    area: str,
    data: dict[str, Any],
    fix: dict[str, Any],
    where: str,
    runbook: dict[str, Any] | None = None,
    links: dict[str, Any] | None = None,
) -> Case:
    """A case from the tables of ``case.toml``, ``fix.toml``, ``runbook.toml`` and ``chain.toml``.

    Raises:
        KnowledgeError: a key is missing.
    """
    chain = parse_chain(slug, links or {}, where)
    cited = {entry.argument: _cites(list(entry.sources)) for entry in chain.entries if entry.stage != FELT}
    try:
        return Case(
            slug=slug,
            area=area,
            id=data["id"],
            title=data["title"],
            severity=data["severity"],
            subject_kind=data["subject_kind"],
            frequency=float(data["frequency"]),
            maturity=data.get("maturity", "draft"),
            mechanism=" ".join(data["mechanism"].split()),
            impact=" ".join(data["impact"].split()),
            symptoms=tuple(data["symptoms"]),
            sources=_cites(data["sources"]),
            hardware=bool(data.get("hardware", False)),
            systems=tuple(data.get("applies", {}).get("systems", ())),
            versions=data.get("applies", {}).get("versions", ""),
            uses=tuple(data.get("applies", {}).get("uses", ())),
            mimics=tuple(Mimic(m["name"], m.get("case", ""), m["tell_apart"]) for m in data.get("mimics", ())),
            contested=tuple(data.get("contested", ())),
            arguments={**cited, **{name: _cites(item["sources"]) for name, item in data.get("arguments", {}).items()}},
            premises=chain.premises,
            chain=chain,
            values=dict(fix.get("values", {})),
            situations=parse_situations(fix.get("situations", ())),
            steps=tuple(_step(item) for item in fix.get("steps", ())),
            procedure=_procedure(runbook or {}),
        )
    except KeyError as error:
        raise KnowledgeError("kb-missing-key", f"case `{slug}` lacks {error}", where) from error


def _term(key: str, data: dict[str, Any], where: str) -> Term:
    try:
        return Term(
            key=key,
            name=data["name"],
            also=tuple(data.get("also", ())),
            text=" ".join(data["text"].split()),
            cases=tuple(data.get("cases", ())),
            sources=_cites(data["sources"]),
        )
    except KeyError as error:
        raise KnowledgeError("kb-missing-key", f"term `{key}` lacks {error}", where) from error


def _knob(data: dict[str, Any], where: str) -> Knob:
    try:
        cases, why = tuple(data["cases"]), " ".join(data["why"].split())
        return Knob(data["address"], cases, data["first"], why, _cites(data.get("sources", [])))
    except KeyError as error:
        raise KnowledgeError("kb-missing-key", f"a knob lacks {error}", where) from error


def knowledge_files(root: str) -> list[tuple[str, os.stat_result]]:
    """Path and status of every knowledge file below `root`, in order; without reading any."""
    found = []
    with os.scandir(root) as entries:
        for entry in sorted(entries, key=lambda e: e.name):
            if entry.is_dir():
                if entry.name not in ("examples", "__pycache__"):
                    found.extend(knowledge_files(entry.path))
            elif entry.name.endswith((".clp", ".toml")):
                found.append((entry.path, entry.stat()))
    return found


class Knowledge:
    """The whole knowledge base, read once.

    Attributes:
        root: the folder that holds it.
        digest: ``sha256:...`` over every file of it, and the templates.
    """

    def __init__(self, root: Path | None = None) -> None:
        """Read from `root`, by default the installed ``kb`` package."""
        # CLIPS loads files by path, so the packages must lie in folders; importlib.resources would add nothing but time.
        self.root = root or Path(kb.__path__[0])
        self.templates_root = Path(facts.__path__[0]) / "templates"

    @cached_property
    def files(self) -> list[Path]:
        """Every file of knowledge; examples are tests and not knowledge."""
        return [Path(path) for path, _ in knowledge_files(str(self.root))]

    @cached_property
    def digest(self) -> str:
        """A digest of the knowledge, which sessions record."""
        import hashlib

        total = hashlib.sha256()
        for path in [*self.files, *sorted(self.templates_root.glob("*.clp"))]:
            total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        return f"sha256:{total.hexdigest()}"

    @cached_property
    def construct_files(self) -> list[Path]:
        """CLIPS files in load order: vocabulary, templates, findings, cases."""
        rules = [p for p in self.files if p.suffix == ".clp" and p.name != "vocabulary.clp"]
        findings = [p for p in rules if p.is_relative_to(self.root / "findings")]
        cases = [p for p in rules if p not in findings]
        return [self.root / "vocabulary.clp", *sorted(self.templates_root.glob("*.clp")), *findings, *cases]

    @cached_property
    def chain_rules(self) -> dict[str, str]:
        """The rules that the chains of cases stand for, by the name of the file; each on the line of its entry."""
        found = {}
        for path in sorted(self.root.glob("cases/*/*/chain.toml")):
            case = self.cases.get(path.parent.name)
            if case is None:
                continue  # it is refused, and said so where that is looked for
            text = path.read_text(encoding="utf-8")
            found[self.name_of(path)] = rules_of(case.slug, case.chain, case.subject_kind == "host", text)
        return found

    @cached_property
    def constructs(self) -> list[Path | str]:
        """All that CLIPS loads, in order: files, and texts with one construct a line."""
        return [*self.construct_files, *self.chain_rules.values()]

    @cached_property
    def net(self) -> Net:
        """The inference net."""
        files = {self.name_of(p): p.read_text(encoding="utf-8") for p in self.construct_files}
        return parse_net({**files, **self.chain_rules})

    def name_of(self, path: Path) -> str:
        """How a file of the knowledge base is called in messages: ``kb/...`` or ``facts/templates/...``."""
        for root in (self.root, self.templates_root):
            if path.is_relative_to(root):
                return f"{'kb' if root == self.root else 'facts/templates'}/{path.relative_to(root).as_posix()}"
        return path.name

    @cached_property
    def engine(self) -> Engine:
        """The engine over these constructs."""
        return Engine(self.net, lambda: self.constructs)

    @cached_property
    def cases(self) -> dict[str, Case]:
        """Every case by slug."""
        found = {}
        for path in sorted(self.root.glob("cases/*/*/case.toml")):
            fix, runbook, chain = (
                _toml(p) if p.exists() else {} for p in map(path.with_name, ("fix.toml", "runbook.toml", "chain.toml"))
            )
            slug, area = path.parent.name, path.parent.parent.name
            found[slug] = parse_case(slug, area, _toml(path), fix, self.name_of(path), runbook, chain)
        return found

    @cached_property
    def symptoms(self) -> frozenset[str]:
        """The signs that are a symptom of some case."""
        return frozenset(name for case in self.cases.values() for name in case.symptoms)

    @cached_property
    def sources(self) -> dict[str, Source]:
        """Every source by key."""
        data = _toml(self.root / "sources.toml")
        return {
            key: Source(key, *(str(item.get(name, "")) for name in ("author", "title", "date", "publisher", "locator")))
            for key, item in data.items()
        }

    @cached_property
    def how_to(self) -> dict[str, tuple[HowTo, ...]]:
        """How to obtain each template's rows: the outputs that fill it, in the order of the files, the cheapest of each first."""
        found: dict[str, tuple[HowTo, ...]] = {}
        tables = (_toml(path).get("outputs", {}) for path in sorted((self.root / "questions").glob("*.toml")))
        for item in (output for table in tables for output in table.values()):
            for template in item["templates"]:
                how = HowTo(
                    template, item["text"], dict(item["commands"]), item.get("cost", "a glance"), tuple(item.get("slots", ())),
                    item.get("family", ""), tuple(item.get("uses", ())),
                )  # fmt: skip
                found[template] = (*found.get(template, ()), how)
        return found

    @cached_property
    def terms(self) -> dict[str, Term]:
        """Every explained term by key; no diagnosis needs them, so they are read when somebody asks."""
        return {
            key: _term(key, item, self.name_of(path))
            for path in sorted((self.root / "terms").glob("*.toml"))
            for key, item in _toml(path).get("terms", {}).items()
        }

    @cached_property
    def edition(self) -> Edition:
        """Which release of the knowledge this is; read when a runbook is made."""
        path = self.root / "edition.toml"
        data = _toml(path) if path.exists() else {}
        return Edition(str(data.get("edition", "")), str(data.get("date", "")))

    @cached_property
    def knobs(self) -> tuple[Knob, ...]:
        """Settings that cases want differently; read when two diagnoses of one session meet at one."""
        path = self.root / "knobs.toml"
        items = _toml(path).get("knobs", []) if path.exists() else []
        return tuple(_knob(item, self.name_of(path)) for item in items)

    def citations(self, rule: str) -> tuple[Citation, ...]:
        """What a rule cites: an argument in its case's ``case.toml``, a finding at the end of its comment."""
        parsed = self.net.rules[rule]
        own = _cites(list(parsed.sources))
        case = self.cases.get(parsed.group)
        return (case.arguments.get(rule.partition(".")[2], ()) if case else ()) or own


def _toml(path: Path) -> dict[str, Any]:
    import tomllib  # not needed where there is an image

    try:
        with path.open("rb") as stream:
            return tomllib.load(stream)
    except tomllib.TOMLDecodeError as error:
        raise KnowledgeError("kb-toml", str(error), str(path)) from error
