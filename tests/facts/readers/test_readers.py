"""Every reader on its documented sample and on its fixtures.

A fixture is ``fixtures/KIND/NAME.txt`` with ``NAME.json`` beside it: the outputs that must be found in the text, in
order, as ``{kind, lines, outcome, rows: [{template, values, lines}], refusals: [{lines, reason}]}``. In `values` only
the slots that are named must agree, unless the row says ``"exact": true``. To write the JSON of a new fixture first look at what comes
out (``python -m tests.facts.readers.test_readers FILE``), then check every value by hand against the text.
"""

from __future__ import annotations

import doctest
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from facts.readers import all_readers, named_only
from facts.readers.index import MODULES
from facts.recognise import recognise
from facts.schema import templates
from facts.text import lines_of, unquote

FIXTURES = Path(__file__).parent / "fixtures"
PAIRS = sorted(FIXTURES.glob("*/*.txt"))


def outcomes(path: Path) -> list[dict[str, Any]]:
    """What the readers make of one file, in the form of a fixture's JSON."""
    data = path.read_bytes()
    lines = unquote(lines_of(data))
    found = []
    for item in recognise(lines, path.name).found:
        reading = item.reader.read(item.output)
        rows = [{"template": r.template, "values": dict(r.values), "lines": list(r.lines)} for r in reading.rows]
        refusals = [{"lines": list(r.lines), "reason": r.reason} for r in reading.refusals]
        found.append(
            {"kind": item.reader.kind, "lines": list(item.output.whole), "outcome": reading.outcome,
             "rows": rows, "refusals": refusals}
        )  # fmt: skip
    return found


@pytest.mark.parametrize("path", PAIRS, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_fixture(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    actual = outcomes(path)
    assert [(a["kind"], a["lines"], a["outcome"]) for a in actual] == [
        (e["kind"], e["lines"], e["outcome"]) for e in expected
    ]
    for got, want in zip(actual, expected, strict=True):
        assert got["refusals"] == want.get("refusals", [])
        assert [r["template"] for r in got["rows"]] == [r["template"] for r in want["rows"]]
        for row, wanted in zip(got["rows"], want["rows"], strict=True):
            assert row["lines"] == wanted["lines"], row
            values = row["values"] if wanted.get("exact") else {k: row["values"].get(k) for k in wanted["values"]}
            assert values == pytest.approx(wanted["values"]), row["template"]
            _fits_its_template(row)


def _fits_its_template(row: dict[str, Any]) -> None:
    """Every slot exists, holds its type, and every key slot is filled."""
    template = templates()[row["template"]]
    for slot, value in row["values"].items():
        template.slots[slot].coerce(value)
    assert {k for k in template.key if k != "host"} <= set(row["values"])


def test_every_reader_has_a_fixture() -> None:
    held = {e["kind"] for p in PAIRS for e in json.loads(p.with_suffix(".json").read_text("utf-8"))}
    assert [reader.kind for reader in (*all_readers(), *named_only()) if reader.kind not in held] == []


@pytest.mark.parametrize("name", [*(name for name, _ in MODULES), "others"])
def test_documented_sample(name: str) -> None:
    """The samples in a reader's documentation are executed, and there is at least one."""
    result = doctest.testmod(import_module(f"facts.readers.{name}"))
    assert result.attempted > 0
    assert result.failed == 0


if __name__ == "__main__":
    print(json.dumps(outcomes(Path(sys.argv[1])), indent=1))
