"""Rows and lines lead to each other."""

from __future__ import annotations

import random

from advisor.tui.wrapping import Wrapping


def test_rows_and_lines_lead_to_each_other() -> None:
    chooser = random.Random(1)
    for _ in range(200):
        widths = [chooser.choice([0, 1, 5, 10, 11, 25, 100]) for _ in range(chooser.randint(0, 20))]
        room = chooser.choice([None, 1, 7, 10])
        parts = [max(1, -(-width // room)) if room else 1 for width in widths]
        rows = [(line, part) for line, count in enumerate(parts) for part in range(count)]
        wrapping = Wrapping(widths, room)
        assert wrapping.height == len(rows)
        assert [tuple(wrapping.at(row)) for row in range(len(rows))] == rows
        for line, count in enumerate(parts):
            assert (wrapping.row_of(line), wrapping.parts_of(line)) == (rows.index((line, 0)), count)
