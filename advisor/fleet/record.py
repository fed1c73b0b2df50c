"""What is kept of a bundle, made by the worker so that the parent has only to write it: its line, and its brief.

The brief is the little of the report that the summary across the hosts needs.
"""

from __future__ import annotations

import json
import zlib
from typing import Any, NamedTuple

Json = dict[str, Any]


class Kept(NamedTuple):
    """A bundle in the results.

    Attributes:
        bundle: its name.
        error: ``code``, ``message`` and ``help`` where it failed.
        brief: what the summary needs of its report otherwise.
    """

    bundle: str
    error: Json | None
    brief: Json | None


def failed(code: str, message: str, advice: str = "") -> Json:
    """A bundle that was not diagnosed, and why."""
    return {"outcome": "failed", "error": {"code": code, "message": message, "help": advice}}


def line_of(name: str, result: Json) -> bytes:
    """A bundle's line of ``results.jsonl``."""
    head: Json = {"schema": 1, "bundle": name, "outcome": result["outcome"]}
    rest = {part: result[part] for part in ("error", "hosts", "report") if part in result}
    text = json.dumps({**head, **rest}, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace") + b"\n"


def record(name: str, result: Json) -> Json:
    """What is kept of a result: ``outcome``, ``error`` or ``brief``, and the line as it is stored, with its length."""
    line = line_of(name, result)
    kept: Json = {part: result[part] for part in ("outcome", "error") if part in result}
    if "report" in result:
        kept["brief"] = brief(result["hosts"], result["report"])
    return {**kept, "bytes": len(line), "line": zlib.compress(line, 3)}


def brief(hosts: Json, report: Json) -> Json:
    """What the summary needs of a report."""
    return {
        "nothing": not report["inputs"],
        "hosts": hosts,
        **{kind: [_entry(entry) for entry in report[kind]] for kind in ("diagnoses", "risks")},
        "ruled_out": [[entry["case"], entry["host"]] for entry in report["ruled_out"]],
    }


def _entry(entry: Json) -> Json:
    age = entry["age"] or {}
    names = ("case", "host", "subject", "subject_kind", "certainty", "standing", "role", "status", "severity")
    return {
        **{name: entry[name] for name in names},
        "first": age.get("first"), "last": age.get("last"), "over": bool(age.get("over")),
    }  # fmt: skip
