"""Rows, signs and inputs as plain data, for the log of a session, and back.

A session keeps the rows that were read and the lines that they cite, not whole captures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from advisor.inference.view import ToldSign
from facts.account import Account
from facts.captures import Origin
from facts.cells import Cell, Observed
from facts.inputs import Input, Unrecognised
from facts.reading import Refusal
from facts.schema import templates

Json = dict[str, Any]
_ORIGIN_DEFAULTS = Origin()


def origin_record(origin: Origin) -> Json:
    """The fields of an origin that say something."""
    found = {n: v for n, v in origin._asdict().items() if v != getattr(_ORIGIN_DEFAULTS, n)}
    return {**found, "lines": list(origin.lines)} if origin.lines else found


def origin_of(data: Json) -> Origin:
    """An origin from its record."""
    lines = data.get("lines")
    return Origin(**{**data, "lines": (int(lines[0]), int(lines[1]))}) if lines else Origin(**data)


def row_records(rows: Iterable[Observed]) -> list[Json]:
    """Rows, each with its cells; cells of one row mostly share their origin, which then stands once."""
    records = []
    for row in rows:
        shared = next(iter(row.cells.values())).origin if row.cells else _ORIGIN_DEFAULTS
        cells = {}
        for slot, cell in row.cells.items():
            record: Json = {"value": cell.value, "rank": cell.rank}
            if cell.origin != shared:
                record["origin"] = origin_record(cell.origin)
            if cell.time is not None:
                record["time"] = cell.time
            if not cell.sure:
                record["sure"] = False
            cells[slot] = record
        records.append({"template": row.template, "host": row.host, "origin": origin_record(shared), "cells": cells})
    return records


def rows_of(records: Iterable[Json]) -> Iterator[Observed]:
    """Rows from their records; what the templates of this version do not hold any more is left out."""
    known = templates()
    for record in records:
        template = known.get(record["template"])
        if template is None:
            continue
        cells = {}
        for slot, cell in record["cells"].items():
            if slot not in template.slots:
                continue
            try:
                value = template.slots[slot].coerce(cell["value"])
            except ValueError:
                continue
            origin = origin_of(cell.get("origin", record["origin"]))
            cells[slot] = Cell(value, origin, int(cell["rank"]), cell.get("time"), bool(cell.get("sure", True)))
        if cells:
            yield Observed(record["template"], record["host"], cells)


def sign_records(signs: Iterable[ToldSign]) -> list[Json]:
    """Signs as plain data."""
    return [
        {**sign._asdict(), "origin": origin_record(sign.origin) if sign.origin is not None else None} for sign in signs
    ]


def signs_of(records: Iterable[Json]) -> list[ToldSign]:
    """Signs from their records."""
    return [ToldSign(**{**r, "origin": origin_of(r["origin"]) if r.get("origin") else None}) for r in records]


def input_records(inputs: Iterable[Input]) -> list[Json]:
    """What was found in captures."""
    return [
        {
            "path": i.path, "kind": i.kind, "host": i.host, "lines": list(i.lines), "rows": i.rows, "outcome": i.outcome,
            "refusals": [{"lines": list(r.lines), "reason": r.reason} for r in i.refusals],
            "account": i.account.as_json() if i.account else None,
        }
        for i in inputs
    ]  # fmt: skip


def inputs_of(records: Iterable[Json]) -> list[Input]:
    """Inputs from their records."""
    return [
        Input(
            r["path"], r["kind"], r["host"], (r["lines"][0], r["lines"][1]), r["rows"], r["outcome"],
            [Refusal((f["lines"][0], f["lines"][1]), f["reason"]) for f in r["refusals"]],
            Account.of_json(r["account"]) if r.get("account") else None,
        )
        for r in records
    ]  # fmt: skip


def unrecognised_records(items: Iterable[Unrecognised]) -> list[Json]:
    """What nothing reads."""
    return [{"path": u.path, "lines": list(u.lines) if u.lines else None, "reason": u.reason} for u in items]


def unrecognised_of(records: Iterable[Json]) -> list[Unrecognised]:
    """What nothing reads, from its records."""
    return [
        Unrecognised(r["path"], (r["lines"][0], r["lines"][1]) if r["lines"] else None, r["reason"]) for r in records
    ]
