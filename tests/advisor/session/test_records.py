"""Rows, signs and inputs survive the way into a log and back, through JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from advisor.chat.tell import understand
from advisor.chat.tickets import hear
from advisor.inference.view import ToldSign
from advisor.session.records import (
    input_records,
    inputs_of,
    row_records,
    rows_of,
    sign_records,
    signs_of,
    unrecognised_of,
    unrecognised_records,
)
from facts.captures import TOLD, Origin
from facts.cells import Cell, Observed
from facts.inputs import Bundle
from facts.observations import Observations
from facts.schema import templates
from facts.sexpr import Symbol
from tests.kb.examples import PATHS, bundle_of, knowledge, read


@cache
def examples() -> list[tuple[Path, Bundle]]:
    """Every example, and its captures as they are read."""
    return [(path, bundle_of(read(path))) for path in PATHS]


def through(records: Sequence[Any]) -> Any:
    """Records as a store gives them back."""
    return json.loads(json.dumps(records, allow_nan=False, sort_keys=True))


def same(one: Observed, other: Observed) -> bool:
    """Equal in every cell, and in the types of the values: to the rules 1 is not 1.0, and a symbol is no string."""
    return one == other and all(type(cell.value) is type(other.cells[slot].value) for slot, cell in one.cells.items())


def test_every_row_of_every_example_comes_back() -> None:
    kinds = set()
    for path, bundle in examples():
        for rows in (bundle.labelled, bundle.observed):
            back = list(rows_of(through(row_records(rows))))
            assert len(back) == len(rows), path
            for row, again in zip(rows, back, strict=True):
                assert same(row, again), path
                kinds.add(row.template)
    assert len(kinds) > len(templates()) / 2


def test_what_is_told_in_prose_and_in_words_comes_back() -> None:
    heard = 0
    for path, bundle in examples():
        observations = Observations(bundle.observed)
        signs = hear(knowledge(), bundle, observations)
        understood = understand(knowledge(), read(path).tell, Observations(bundle.observed))
        every = [*signs, *understood.signs]
        assert signs_of(through(sign_records(every))) == every
        rows = [*observations.observed[len(bundle.observed) :], *understood.cells]
        assert all(same(a, b) for a, b in zip(rows, rows_of(through(row_records(rows))), strict=True))
        heard += len(every)
    assert heard > 50


def test_inputs_and_what_nothing_reads_come_back() -> None:
    for _, bundle in examples():
        assert inputs_of(through(input_records(bundle.inputs))) == bundle.inputs
        assert unrecognised_of(through(unrecognised_records(bundle.unrecognised))) == bundle.unrecognised


@pytest.mark.parametrize("name", sorted(templates()))
def test_a_row_of_every_template_comes_back(name: str) -> None:
    """Each slot with a value of its type, an origin of its own, a time, and once not sure."""
    cells = {}
    for number, slot in enumerate(templates()[name].slots.values()):
        if slot.name in ("row", "host"):
            continue
        origin = (
            Origin(path="a", host="h", lines=(number + 1, number + 2), text="x")
            if number % 2
            else Origin(question="q?", answer="8")
        )
        value = (
            sorted(slot.allowed - {"unknown"} or slot.allowed)[0]
            if slot.allowed
            else {"FLOAT": 0.5, "INTEGER": 7}.get(slot.type, "tank/x")
        )
        cells[slot.name] = Cell(
            slot.coerce(value), origin, TOLD if number % 3 else 0, 1.5 * number if number % 2 else None, number % 4 != 0
        )
    row = Observed(name, "db1", cells)
    (back,) = rows_of(through(row_records([row])))
    assert same(row, back)


def test_what_the_templates_no_longer_hold_is_left_out() -> None:
    row = Observed("system", "db1", {"os": Cell(Symbol("linux"), Origin(told="it is Linux"), TOLD)})
    (record,) = through(row_records([row]))
    assert list(rows_of([{**record, "template": "no-such-template"}])) == []
    assert list(rows_of([{**record, "cells": {"no-such-slot": record["cells"]["os"]}}])) == []
    assert list(rows_of([{**record, "cells": {"os": {"value": "plan9", "rank": 1}}}])) == []
    assert list(rows_of([record])) == [row]


def test_an_origin_that_cells_share_stands_once() -> None:
    origin = Origin(path="a", host="h", lines=(3, 3), text="a long line")
    shared = {name: Cell(Symbol("linux"), origin) for name in ("os", "zfs-era")}
    (record,) = row_records([Observed("system", "h", shared)])
    assert json.dumps(record).count("a long line") == 1


def test_signs_keep_everything() -> None:
    signs = [
        ToldSign("host-stalls", "present", "it freezes"),
        ToldSign(
            "host-stalls",
            "absent",
            "no",
            "db1",
            "tank",
            False,
            Origin(path="ticket", host="db1", lines=(3, 4), text="no"),
        ),
    ]
    assert signs_of(through(sign_records(signs))) == signs
