"""An earlier report as a baseline: what it concludes is known and accepted.

Who accepts only some of it takes the rest out of the file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from advisor.inference.accepted import STANDINGS, Record, key_of, record_of_entry

_LARGEST = 64 << 20
"""No report is larger, in bytes."""


class BaselineError(ValueError):
    """A baseline that cannot be used: `code`, `where` and `help` say why, where and what to do."""

    def __init__(self, message: str, where: str, advice: str) -> None:
        super().__init__(message)
        self.code, self.where, self.help = "baseline", where, advice


_HOW = "write one with `advisor diagnose ... --format json > baseline.json`"


def read_baseline(path: str) -> list[Record]:
    """The accepted conclusions of a report in JSON form: current diagnoses, risks, and what it took as accepted itself.

    Raises:
        BaselineError: it cannot be read, or is no such report.
    """
    try:
        with Path(path).open("rb") as stream:
            text = stream.read(_LARGEST + 1)
    except OSError as error:
        raise BaselineError(f"the baseline cannot be read: {error.strerror}", path, _HOW) from error
    if len(text) > _LARGEST:
        raise BaselineError(f"the baseline is larger than {_LARGEST >> 20} MiB", path, _HOW)
    try:
        report = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BaselineError(f"the baseline is no JSON: {error}", path, _HOW) from error
    try:
        records = _records(report)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise BaselineError("the baseline is no report of `diagnose` or `ask`", path, _HOW) from error
    return records


def _records(report: dict[str, Any]) -> list[Record]:
    if report["schema"] != 1:
        raise KeyError("schema")
    found = [
        record_of_entry(entry, complained)
        for name, complained in (("diagnoses", True), ("risks", False))
        for entry in report[name]
        if entry["status"] == "current"
    ]
    found += [entry["accepted"] for entry in report.get("acknowledged", [])]
    return list({key_of(record): record for record in map(_checked, found)}.values())


_SHAPE = {
    "case": str, "host": str, "subject": str, "standing": str, "complained": bool, "decisive": list, "events": dict,
    "facts": list,
}  # fmt: skip


def _checked(record: Record) -> Record:
    """A record as it was written by an earlier report, if it is one."""
    if not all(isinstance(record[name], kind) for name, kind in _SHAPE.items()):
        raise TypeError("no record")
    counts = record["events"].values()
    if record["standing"] not in STANDINGS or not all(isinstance(n, int) for n in counts):
        raise TypeError("no record")
    if any(not isinstance(fact["address"], str) or {"value", "demand"} - fact.keys() for fact in record["facts"]):
        raise TypeError("no fact")
    return record
