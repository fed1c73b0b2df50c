"""Lines that are passed over by their first characters are lines on which nothing begins."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facts import segments
from facts.beginnings import Beginnings
from facts.numberless import shape
from facts.patterns import begun_of, unnamed
from facts.readers import all_readers, named_only
from facts.reading import PROMPTS, prompt_of
from facts.recognise import recognise
from facts.segments import Segments

_FIXTURES = Path(__file__).parent / "readers" / "fixtures"
_STARTS = [reader.starts for reader in (*all_readers(), *named_only()) if reader.starts is not None]


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_whatever_a_pattern_matches_begins_as_its_beginnings_do(data: st.DataObject) -> None:
    pattern = data.draw(st.sampled_from([*_STARTS, *PROMPTS]))
    line = data.draw(st.from_regex(unnamed(pattern).pattern)).partition("\n")[0]
    if pattern.match(line):
        begins = begun_of(pattern)
        assert [cut for cut in range(len(line) + 1) if not begins.match(shape(line[:cut]))] == []


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        ("a(?=bc)b", "abc"),
        ("(?<=x)?a(?!b$)b", "abb"),
        (r"\s*(?:one|three{2,4}) \d+", "   threeee 12"),
        ("(?i:ab)c|(?:x|yz)*w", "yzxyzw"),
        (r"(\d)\1x", "11x"),
    ],
)
def test_looks_ahead_groups_and_repeats_have_beginnings(pattern: str, line: str) -> None:
    from facts.patterns import lazy

    begins = begun_of(lazy(pattern))
    assert [cut for cut in range(len(line) + 1) if not begins.match(shape(line[:cut]))] == []


@cache
def _texts() -> list[list[str]]:
    paths = [path for path in sorted(_FIXTURES.rglob("*")) if path.is_file() and path.stat().st_size < 20_000]
    return [path.read_text("utf-8", "replace").replace("\r", "").split("\n") for path in paths]


def _row(chance: random.Random) -> str:
    heads = [
        "item-",
        "tcp   LISTEN ",
        "  ",
        "          0 ",
        "root ",
        "[unit] ",
        "## a ",
        "a = ",
        "$",
        "user@host",
        "Jan ",
    ]
    return chance.choice(heads) + " ".join(f"{chance.randrange(1 << 24):x}" for _ in range(chance.randrange(5)))


def _mixed(seed: int) -> list[str]:
    chance = random.Random(seed)
    lines: list[str] = []
    while len(lines) < 400:
        lines += (
            chance.choice(_texts()) if chance.random() < 0.4 else [_row(chance) for _ in range(chance.randrange(90))]
        )
        lines += chance.choice([[], [], [""], ["# mkfs -c /dev/sdb1", "x"], ["badblocks -v /dev/sdb"], ["ä µ ", "\t"]])
    return lines


def _found(lines: list[str], from_line: int) -> Segments:
    segments._plan.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segments, "_MANY_LINES", from_line)
        try:
            return recognise(lines, "a/text")
        finally:
            segments._plan.cache_clear()  # plans are made for so many lines


@given(st.integers(0, 1 << 30))
@settings(max_examples=15, deadline=None)
def test_what_is_found_in_a_text_is_found_by_its_beginnings_too(seed: int) -> None:
    lines = _mixed(seed)
    whole = _found(lines, 1 << 60)
    assert _found(lines, -1) == whole
    assert _found(lines, 100) == whole


def test_a_text_of_which_a_line_holds_a_line_end_is_looked_at_line_by_line() -> None:
    everywhere = Beginnings(named_only()).among(["a\nb", "c"])
    assert [(at, kind.prompt) for at, kind in everywhere] == [(0, True), (1, True)]


@given(st.text(alphabet="root@db1:~# zpol/-[]$>+=", max_size=30))
def test_a_line_with_a_prompt_is_never_passed_over(line: str) -> None:
    if line.strip() and prompt_of(line) is not None:
        assert [kind.prompt for _, kind in Beginnings(()).among([line])] == [True]
