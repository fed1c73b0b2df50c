"""Keys of case.toml, fix.toml and runbook.toml that nothing reads: mostly a misspelt one, whose text is then silently missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from advisor.errors import did_you_mean
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-unknown-key"
CASE = ("id", "title", "severity", "frequency", "maturity", "subject_kind", "mechanism", "impact", "symptoms", "sources",
        "hardware", "applies", "mimics", "contested", "arguments", "accepted")  # fmt: skip
PARTS = {"applies": ("systems", "versions", "uses"), "mimics": ("name", "case", "tell_apart")}
FIX = ("values", "situations", "steps")
SITUATION = ("about", "ways", "version")
STEP = ("do", "command", "risk", "needs", "verify", "undo", "persists", "persists_how", "applies", "systems", "warning",
        "sets", "sources", "expect", "differs", "takes")  # fmt: skip
VERIFY = ("command", "expect")
SETS = ("address", "value")
RUNBOOK = ("urgency", "window", "people", "stop", "names", "avoid", "watch", "monitors")
AVOID = ("what", "why", "sources")
WATCH = ("look", "command", "expect")
MONITOR = ("what", "how", "threshold", "why", "sources")


def problems(material: Material) -> Iterator[Found]:
    """Every table of every case."""
    for slug in material.cases:
        path = material.file(slug, "case.toml")
        data = material.table(path)
        yield from _unknown(material, path, data, CASE)
        yield from _unknown(material, path, data.get("applies", {}), PARTS["applies"])
        for item in data.get("mimics", []):
            yield from _unknown(material, path, item, PARTS["mimics"])
        for item in data.get("arguments", {}).values():
            yield from _unknown(material, path, item, ("sources",))
        path = path.with_name("fix.toml")
        data = material.table(path)
        yield from _unknown(material, path, data, FIX)
        for situation in data.get("situations", []):
            yield from _unknown(material, path, situation, SITUATION)
            for way in situation.get("ways", []):
                yield from _unknown(material, path, way, ("is", *data.get("values", {})))
        for step in data.get("steps", []):
            yield from _unknown(material, path, step, STEP)
            yield from _unknown(material, path, step.get("verify", {}), VERIFY)
            for item in step.get("sets", []):
                yield from _unknown(material, path, item, SETS)
        yield from _of_a_runbook(material, path.with_name("runbook.toml"))


def _of_a_runbook(material: Material, path: Path) -> Iterator[Found]:
    data = material.table(path) if path.exists() else {}
    yield from _unknown(material, path, data, RUNBOOK)
    for known, items in (
        (WATCH, data.get("watch", {}).values()), (MONITOR, data.get("monitors", ())), (AVOID, data.get("avoid", ())),
    ):  # fmt: skip
        for item in items:
            yield from _unknown(material, path, item, known)


def _unknown(material: Material, path: Path, table: dict[str, Any], known: tuple[str, ...]) -> Iterator[Found]:
    for key in table:
        if key not in known:
            yield material.found(CODE, key, f"nothing reads `{key}`", material.place(path, key),
                                 did_you_mean(key, list(known)) or f"one of {', '.join(known)}")  # fmt: skip
