"""Long samplings that are read in bulk: the facts are those of the line parser, whatever is irregular in them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.long_logs import samples
from facts import bundle
from facts.long_text import LongLines, long_lines
from facts.text import lines_of

pytest.importorskip("numpy")

SPOILED = (
    lambda line, n: "",
    lambda line, n: line[: n % (len(line) + 1)],
    lambda line, n: " " + line,
    lambda line, n: line.replace(".", ",", 1 + n % 3),
    lambda line, n: line.replace(" 0.0", f"{10.0**9 + n:.1f}", 1),
    lambda line, n: line.replace(" 0.0", "   -", 1),
    lambda line, n: line + " " + line,
    lambda line, n: line.replace("c1", "a" * 15 + "c", 1),
    lambda line, n: line[:n] + "1 1" + line[n + 3 :],
    lambda line, n: "     cpu\n us sy wt id\n  1  2  3 94",
    lambda line, n: "root@db1:~# iostat -xn 5",
    lambda line, n: "1354060800",
    lambda line, n: "Wed Nov 28 23:59:59 UTC 2012",
    lambda line, n: "swap is low again",
)  # fmt: skip


def facts_of(data: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path, least: int) -> str:  # type: ignore[no-untyped-def]
    path = tmp_path / "iostat.txt"
    path.write_bytes(data)
    monkeypatch.setattr(bundle, "long_lines", lambda data: long_lines(data, least))
    found, errors = bundle.load([str(path)])
    return repr((found, errors))


@settings(deadline=None, max_examples=40, derandomize=True)
@given(
    stamped=st.booleans(),
    seed=st.integers(0, 99),
    spoils=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, len(SPOILED) - 1), st.integers(0, 80)), max_size=8),
    cut=st.integers(0, 900),
    wrapped=st.sampled_from(["", "root@db1:~# iostat -xn 1\n", "before it\n"]),
)
def test_the_facts_are_those_of_the_line_parser(stamped, seed, spoils, cut, wrapped, tmp_path_factory) -> None:  # type: ignore[no-untyped-def]
    lines = "".join(samples(90, stamped, 0.05, seed)).split("\n")
    for where, how, number in spoils:
        at = where % len(lines)
        lines[at] = SPOILED[how](lines[at], number)
    data = (wrapped + "\n".join(lines)).encode()[: -cut or None]
    folder = tmp_path_factory.mktemp("long")
    with pytest.MonkeyPatch.context() as patch:
        assert facts_of(data, patch, folder, 1) == facts_of(data, patch, folder, 1 << 40)


def test_wide_numbers_and_other_units_are_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:  # type: ignore[no-untyped-def]
    dice = random.Random(3)
    wide = "".join(samples(60)).replace("kr/s", "Mr/s")
    lines = [f"{dice.random() * 10**7:.1f}{line[7:]}" if dice.random() < 0.1 else line for line in wide.split("\n")]
    data = "\n".join(lines).encode()
    assert facts_of(data, monkeypatch, tmp_path, 1) == facts_of(data, monkeypatch, tmp_path, 1 << 40)


@pytest.mark.parametrize("irregular", [0.0, 0.1])
@pytest.mark.parametrize("end", ["", "\n", "\n  \n", "last words"])
def test_the_lines_are_the_same(irregular: float, end: str) -> None:
    data = ("".join(samples(50, True, irregular)) + end).encode()
    long = long_lines(data, 1)
    assert isinstance(long, LongLines)
    assert list(long) == lines_of(data)
    assert list(long[40:90][5:]) == lines_of(data)[45:90]
    assert long[-1] == lines_of(data)[-1]


@pytest.mark.parametrize(
    "text", ["", "nothing of it\n" * 99, "> " + "".join(samples(50)), "\x1b[0m" + "".join(samples(50))]
)
def test_other_texts_are_left_to_the_line_parser(text: str) -> None:
    assert long_lines(text.encode(), 1) is None
