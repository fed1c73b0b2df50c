"""Which readers are tried on a text: of a long one the same as of a short one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facts import hints as looked_for
from facts import readers
from facts.readers import readers_for
from facts.readers.index import MODULES
from facts.recognise import recognise
from facts.text import lines_of, unquote
from tests.readers_index import INDEX, index_of_readers

HINTS = sorted({hint for _, hints in MODULES for hint in hints})


def test_the_index_is_made_from_the_readers() -> None:
    assert INDEX.read_text(encoding="utf-8") == index_of_readers(), "stale: run python -m tests.write_docs"


_PIECES = st.sampled_from([*HINTS, *[word for hint in HINTS for word in hint.split()], "12", "x7", "\t", "ä", "item-"])


@given(
    st.lists(st.tuples(_PIECES, st.sampled_from(["", " ", "\n", "7", "\ud800"])), max_size=60), st.integers(1, 1 << 17)
)
@settings(max_examples=100, deadline=None)
def test_a_hint_is_found_wherever_it_stands(pieces: list[tuple[str, str]], piece: int) -> None:
    text = "".join(piece + after for piece, after in pieces)
    found = {number for number, (_, hints) in enumerate(MODULES) if any(hint in text for hint in hints)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(looked_for, "_PIECE", piece)
        assert readers._finder().found(text) == found


@pytest.mark.parametrize("command", ["cat /sys/block/{}/x", "cat /{}", "{} /dev/sda", "{}", "/a{}/b"])
def test_a_hint_is_found_in_a_command_as_in_a_text(command: str) -> None:
    for hint in HINTS:
        whole = command.replace("{}", hint)
        assert readers_for("", whole) == readers_for(whole), hint


def _alone() -> Iterator[tuple[str, str, str]]:
    """Each output of the fixtures by itself, below its own command, and its kind."""
    for path in sorted((Path(__file__).parent / "fixtures").glob("*/*.txt")):
        for found in recognise(unquote(lines_of(path.read_bytes())), path.name).found:
            output = found.output
            command = f"# {output.command}\n" if output.command_line else ""
            if not found.reader.kind.startswith("no reader"):
                yield (
                    f"{path.parent.name}/{path.stem}:{output.first}",
                    found.reader.kind,
                    command + "\n".join(output.lines),
                )


def test_each_output_has_a_hint_of_its_own() -> None:
    """In a file that holds nothing else, none would be found."""
    lost = [name for name, kind, text in _alone() if kind not in {reader.kind for reader in readers_for(text)}]
    assert lost == []


def test_each_table_of_sar_is_found_alone() -> None:
    """Tables are captured one by one too: whatever the reader knows as a header has a hint of its own."""
    from facts.series.sar_tables import _KNOWN

    (hints,) = [hints for name, hints in MODULES if name == "sar"]
    for names in _KNOWN:
        assert any(hint.strip() in name for hint in hints for name in names), names
