"""The linked set: every runbook in every format, a start page with a search, the terms, the sources and the collect scripts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from markupsafe import Markup

from advisor.explanation.names import plain
from advisor.knowledge import Knowledge
from advisor.runbook.content import for_case
from advisor.runbook.pages import Pages, tidy
from advisor.runbook.render import FORMATS, SUFFIXES, edition_of, rendered
from advisor.runbook.search import index_of

_SYSTEMS = {
    "aix": "AIX", "freebsd": "FreeBSD", "hp-ux": "HP-UX", "linux": "Linux", "macos": "macOS", "netbsd": "NetBSD",
    "openbsd": "OpenBSD", "solaris": "Solaris", "windows": "Windows",
}  # fmt: skip


def write_set(knowledge: Knowledge, pages: Pages, folder: Path) -> int:
    """Write the set into a folder, over an earlier one; the number of files."""
    files = dict(_files(knowledge, pages))
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.name not in files and _is_ours(old):  # of a case that is gone
            old.unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return len(files)


def _is_ours(path: Path) -> bool:
    """Whether an earlier build wrote a file: nothing else is ever removed."""
    if not path.is_file() or not re.fullmatch(r"[a-z0-9-]+\.(?:html|md|json)", path.name):
        return False
    return "advisor" in path.read_text(encoding="utf-8", errors="replace")


def _files(knowledge: Knowledge, pages: Pages) -> list[tuple[str, str]]:
    from facts.collect.script import script_for

    cases = list(knowledge.cases.values())
    known = [case.slug for case in cases]
    files = []
    for case in cases:
        runbook = for_case(knowledge, case)
        files += [
            (f"{case.slug}.{SUFFIXES[form]}", rendered(knowledge, runbook, form, pages, known, "./"))
            for form in FORMATS
        ]
    common: dict[str, Any] = {"edition": edition_of(knowledge), "up": ""}
    start = {"by_symptom": _by_symptom(knowledge), "by_system": _by_system(knowledge), "cases": cases,
             "search": Markup(f"{pages.text('search.js')}({_in_script(index_of(knowledge))});")}  # fmt: skip
    for name, values in (
        ("index.html", start),
        (
            "terms.html",
            {
                "terms": sorted(knowledge.terms.values(), key=lambda term: term.name.casefold()),
                "cases": knowledge.cases,
            },
        ),
        ("sources.html", {"sources": sorted(knowledge.sources.values(), key=lambda source: source.key)}),
    ):
        text = pages.render(name, "html", **common, **values)
        files.append((name, tidy(text)))
    files += [(f"collect-{system}.sh", script_for(system)) for system in ("linux", "solaris")]
    return files


def _in_script(data: object) -> str:
    """JSON that can stand inside a script element, whatever its texts hold."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _by_symptom(knowledge: Knowledge) -> list[tuple[str, list[Any]]]:
    found: dict[str, list[Any]] = {}
    for case in knowledge.cases.values():
        for symptom in case.symptoms:
            found.setdefault(symptom, []).append(case)
    for cases in found.values():
        cases.sort(key=lambda case: (-case.frequency, case.title))
    return sorted(((_begun(plain(name)), cases) for name, cases in found.items()), key=lambda item: item[0].casefold())


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def _by_system(knowledge: Knowledge) -> list[tuple[str, list[Any]]]:
    found: dict[str, list[Any]] = {}
    for case in knowledge.cases.values():
        for system in case.systems or ("any system",):
            found.setdefault(system, []).append(case)
    return sorted((_SYSTEMS.get(name, name), cases) for name, cases in found.items())
