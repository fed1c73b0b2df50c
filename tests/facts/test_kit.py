"""The forms that readers are declared with: what a table, a block or a list of lines takes, and what it refuses."""

from __future__ import annotations

import re

import pytest

from facts.kit import ANY, Line, Pairs, Table, Values, column, extent_of, key, never, unused, unused_keys
from facts.reading import Output, Reading
from facts.units import integer

_COLUMNS = (column("name", "LV"), column("group", "VG"), unused("LSize", "Attr"))


def _of(table: Table, text: str) -> Reading:
    return table.read(Output(text.splitlines()))


def test_a_user_may_choose_the_first_column() -> None:
    text = "  VG  LV\n  vg0 root\n"
    chosen, fixed = Table("lvs", "t", _COLUMNS, any_order=True), Table("lvs", "t", _COLUMNS)
    assert chosen.starts().match(text)
    assert not fixed.starts().match(text)
    assert [row.values for row in _of(chosen, text).rows] == [{"name": "root", "group": "vg0"}]


def test_a_table_without_a_template_gives_no_rows_and_accounts_for_its_lines() -> None:
    reading = _of(
        Table("vgs", "", (column("name", "VG"), column("count", "#PV", parse=integer))), "VG #PV\nvg0 2\nvg1 x"
    )
    assert not reading.rows
    assert not reading.complete
    assert reading.passed == {"heading": [(1, 1)], "nothing that we use": [(2, 2)]}
    assert [refusal.lines for refusal in reading.refusals] == [(3, 3)]


def test_a_line_that_the_row_disowns_is_not_understood() -> None:
    def row(line: Line) -> Values | None:
        return line.values if line.cells["VG"].startswith("vg") else None

    reading = _of(Table("lvs", "t", _COLUMNS, row=row), "LV VG\nroot vg0\nsome words")
    assert [r.lines for r in reading.rows] == [(2, 2)]
    assert reading.used == [(2, 2)]
    assert list(reading.passed) == ["heading"]


@pytest.mark.parametrize(("line", "cells"), [("  root", ["root", "", ""]), ("root", None), ("  a few", None)])
def test_a_word_alone_stands_under_the_first_heading(line: str, cells: list[str] | None) -> None:
    table = Table("lvs", "t", _COLUMNS, align=True)
    head = table.heading("  LV                 VG           LSize")
    assert head is not None
    assert table.cells(line, head) == cells


def test_a_sentence_with_one_known_word_is_no_heading() -> None:
    table = Table("lvs", "t", _COLUMNS)
    assert table.heading("LV Status available") is None
    assert table.heading("LV VG Frob") is not None


def test_lines_of_no_use_above_a_block_belong_to_it() -> None:
    pairs = Pairs(
        "drbd", "t", head=re.compile(r"(?P<minor>\d+): cs:"), keys=(key("state", "cs"), unused_keys("ns")),
        line=re.compile(r"\s*(?:\d+: )?(?P<key>\w+):(?P<value>.*)"), of_no_use=(("version", re.compile("version")),), covers=never,
    )  # fmt: skip
    lines = ["# cat", "version: 8.4", "0: cs:Connected", "  ns:12"]
    assert pairs.extent(lines, 2, "") == (1, 4)
    assert [row.values for row in pairs.read(Output(lines[1:])).rows] == [{"minor": "0"}]


HEAD, ROW, TELLS, END = (re.compile(pattern) for pattern in ("Disks", r"\w+: ", "state: ", "end: "))


@pytest.mark.parametrize(
    ("lines", "span"),
    [
        (["Disks", "state: ok", "  ", "size: 3", "more of it"], (0, 4)),
        (["Disks", "size: 3", "name: a"], None),
        (["Disks", "state: ok"], None),
        (["state: ok", "size: 3"], None),
        (["Disks", "state: ok", "end: now", "size: 3"], (0, 3)),
        (["Disks", "state: ok", "size: 3", "root@db1: /srv # df -h", "name: a"], (0, 3)),
    ],
    ids=["blanks between", "another tool's", "too few", "no head", "closing line", "prompt"],
)
def test_extent_of_known_forms(lines: list[str], span: tuple[int, int] | None) -> None:
    extent = extent_of(ROW, head=HEAD, least=2, tells=(TELLS,), blanks=ANY, last=END)
    assert extent(lines, 0, "") == span
