"""What cites a line is found by its number."""

from __future__ import annotations

import random

from advisor.tui.cited_lines import CitedLines
from advisor.views.captures import Citation, Cited


def citation(first: int, last: int, case: str = "a") -> Citation:
    return Citation("x", (first, last), "", (Cited(case, "", "", "argument", 0.5, "finding", f"{first}-{last}"),))


def test_citations_of_each_line() -> None:
    chooser = random.Random(3)
    for _ in range(100):
        spans = [(first, first + chooser.randrange(6)) for first in (chooser.randrange(1, 30) for _ in range(8))]
        cited = CitedLines([citation(*span) for span in spans])
        for line in range(45):
            assert sorted(c.lines for c in cited.at(line)) == sorted(s for s in spans if s[0] <= line <= s[1])
            assert cited.begins(line) == any(span[0] == line for span in spans)


def test_the_next_and_the_one_before() -> None:
    cited = CitedLines([citation(5, 9), citation(5, 6), citation(7, 7), citation(20, 20)])
    assert [cited.next(line, 1) for line in (1, 5, 6, 7, 19, 20)] == [5, 7, 7, 20, 20, 0]
    assert [cited.next(line, -1) for line in (5, 6, 7, 20, 99)] == [0, 5, 5, 7, 20]
    assert CitedLines().next(3, 1) == 0


def test_two_arguments_of_one_conclusion_are_one_conclusion() -> None:
    cited = CitedLines([citation(5, 9), citation(6, 6), citation(6, 8, "b")])
    assert [cited.conclusions(line) for line in (4, 5, 6)] == [0, 1, 2]
