"""The examples of the cases: read, diagnosed as the command line would, and compared with what they expect."""

from __future__ import annotations

import io
import tarfile
import tomllib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from advisor.chat.tell import understand
from advisor.chat.tickets import hear
from advisor.inference.diagnosis import STANDINGS, Consultation, consult
from advisor.inference.net import KnowledgeError
from advisor.inference.view import ToldSign
from advisor.knowledge import Knowledge
from facts.bundle import load
from facts.inputs import Bundle
from facts.observations import Observations


@dataclass(slots=True)
class Example:
    """One example: the complaint, the captures, and what must come out."""

    path: Path
    tell: list[str]
    files: list[tuple[str, str]]
    expect: dict[str, Any]
    comment: str = ""

    @property
    def case(self) -> str:
        """The case whose folder it lies in."""
        return self.path.parent.parent.name

    @property
    def name(self) -> str:
        """``case/file``, without the suffix."""
        return f"{self.case}/{self.path.stem}"

    @property
    def confirms(self) -> bool:
        """Whether it is an example for its case (or a rejecting one)."""
        return self.path.name.startswith("confirms--")


@dataclass(slots=True)
class Outcome:
    """What an example says of its expectation, in the same words."""

    findings: set[str] = field(default_factory=set)
    diagnoses: list[str] = field(default_factory=list)
    resolved: list[str] = field(default_factory=list)
    risks: set[str] = field(default_factory=set)
    standing: dict[str, str] = field(default_factory=dict)
    role: dict[str, str] = field(default_factory=dict)


def example_paths(root: Path, case: str = "") -> list[Path]:
    """Every example file, of one case or of all, in order."""
    return sorted(root.glob(f"cases/*/{case or '*'}/examples/*.toml"))


def read(path: Path) -> Example:
    """Read one example file.

    Raises:
        KnowledgeError: it is no TOML, or its tables are not those of an example.
    """
    text = path.read_text(encoding="utf-8")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KnowledgeError("kb-toml", str(error), str(path)) from error
    tell = data.get("tell", [])
    try:
        files = [(f["path"], f["text"]) for f in data.get("files", [])]
        expect = dict(data["expect"])
    except (KeyError, TypeError, ValueError) as error:
        missing = f"`{error.args[0]}`" if isinstance(error, KeyError) else "a table of it"
        raise KnowledgeError("kb-example", f"the example lacks {missing}", str(path),
                             "it has `tell`, `[[files]]` with `path` and `text`, and `[expect]`") from error  # fmt: skip
    leading = [line.removeprefix("#").strip() for line in _leading(text)]
    return Example(path, [tell] if isinstance(tell, str) else tell, files, expect, " ".join(leading))


def _leading(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if not line.startswith("#"):
            return
        yield line


def bundle_of(example: Example) -> Bundle:
    """Read the example's captures as an archive on standard input."""
    if not example.files:
        return Bundle()
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, text in example.files:
            data = text.encode()
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    buffer.seek(0)
    bundle, errors = load(["-"], buffer)
    if errors:
        raise KnowledgeError("kb-example", f"its captures cannot be read: {errors[0].message}", str(example.path))
    return bundle


def observed(
    knowledge: Knowledge, example: Example, bundle: Bundle | None = None
) -> tuple[Observations, list[ToldSign], Bundle]:
    """What the example's captures and complaint say, before any rule; `bundle` has the captures where they were read already."""
    bundle = bundle_of(example) if bundle is None else bundle
    observations = Observations(bundle.observed)
    told = hear(knowledge, bundle, observations)
    if example.tell:
        understood = understand(knowledge, example.tell, observations)
        told += [*understood.signs, *understood.unnamed]
    return observations, told, bundle


def consultation_of(
    knowledge: Knowledge, example: Example, bundle: Bundle | None = None
) -> tuple[Consultation, Bundle]:
    """Diagnose the example as the command line would; `bundle` has the captures where they were read already."""
    observations, told, bundle = observed(knowledge, example, bundle)
    return consult(knowledge, observations, told), bundle


def outcome_of(result: Consultation) -> Outcome:
    """What came out, in the words of an expectation."""
    found = Outcome()
    for fact in result.now.inference.of("finding"):
        found.findings.add(("" if fact.slots["state"] == "present" else "!") + str(fact.slots["name"]))
    for diagnosis in result.diagnoses:
        names = found.diagnoses if diagnosis.status == "current" else found.resolved
        if diagnosis.case.slug not in names:
            names.append(diagnosis.case.slug)
        found.standing.setdefault(diagnosis.case.slug, diagnosis.standing)
        found.role.setdefault(diagnosis.case.slug, diagnosis.role)
    found.risks = {hypothesis.case.slug for hypothesis in result.risks}
    return found


def differences(expect: dict[str, Any], found: Outcome) -> list[str]:
    """In what the outcome is not as expected, a sentence for each; none where the example holds."""
    said = [_missing("finding", expect.get("findings", []), found.findings)]
    wanted = expect.get("diagnoses", [])
    if "leads" in expect:
        said.append(_leads(expect["leads"], found))
    elif found.diagnoses != wanted:
        said.append(f"diagnoses: expected {_list(wanted)}, found {_list(found.diagnoses)}")
    said.append(_missing("resolved", expect.get("resolved", []), found.resolved))
    said.append(_missing("risk", expect.get("risks", []), found.risks))
    unwanted = [slug for slug in expect.get("not", []) if slug in found.diagnoses or slug in found.risks]
    said += [f"`{slug}` must not come out" for slug in unwanted]
    for what, values in (("standing", found.standing), ("role", found.role)):
        for slug, value in expect.get(what, {}).items():
            if values.get(slug) != value:
                said.append(f"{what} of {slug}: expected {value}, found {values.get(slug, 'nothing')}")
    return [line for line in said if line]


def _leads(right: Collection[str], found: Outcome) -> str:
    """Whether one of some cases leads what is named as a cause; with none, whether nothing is named."""
    named = [slug for slug in found.diagnoses if found.standing.get(slug) in STANDINGS[:2]]
    if (named[0] in right) if named and right else (bool(named) == bool(right)):
        return ""
    return f"leads: expected {_list(right)}, found {_list(named[:1])}"


def _missing(what: str, wanted: Iterable[str], found: Iterable[str]) -> str:
    lacking = [name for name in wanted if name not in found]
    return f"{what}{'s' if len(lacking) > 1 else ''} not found: {', '.join(lacking)}" if lacking else ""


def _list(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"
