"""Every line of an output is accounted for, and a line that nobody understands is never passed over in silence.

The readers that do not count their lines yet are listed; the list may only become shorter.
"""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from facts.checked import read
from facts.readers import all_readers
from facts.readers._oracle_messages import TIMESTAMP
from facts.readers.log_lines import parse
from facts.reading import Output
from facts.recognise import recognise
from facts.segments import Found
from facts.text import lines_of, unquote

FIXTURES = Path(__file__).parent / "fixtures"
PATHS = sorted(FIXTURES.glob("*/*.txt"))
NOT_YET = frozenset(Path(__file__).with_name("not_accounted_yet.txt").read_text(encoding="utf-8").split())
NOISE = (
    "Qzx blorp! vrrm",
    "qz = ??",
    "  - zork zork zork",
    "7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7",
)
"""What no tool prints: lines that reader after reader must admit not to understand."""


TERMINALS = (79, 80, 131, 132)
"""A line of such a length may have been cut where the terminal ended; what follows is its rest."""


def _is_free_text(found: Found, index: int) -> bool:
    """The kernel may say anything: without its stamp, nothing tells its words from others.

    So may Oracle below a stamp of its own, and a statement in a quoted field of PostgreSQL's log.
    """
    lines = found.output.lines
    if found.reader.kind == "postgres-log":
        return "".join(lines[:index]).count('"') % 2 == 1
    if found.reader.kind == "oracle-alert":
        above = next((line for line in reversed(lines[:index]) if "txt>" in line or TIMESTAMP.match(line)), "</txt>")
        return "</txt>" not in above
    return found.reader.kind == "kernel-log" and parse(lines[0]) is None


def test_the_list_of_readers_without_an_account_is_exact() -> None:
    assert {reader.kind for reader in all_readers() if reader.of_no_use is None} == NOT_YET


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_line_is_accounted_for_and_noise_is_told(path: Path) -> None:
    recognised = recognise(unquote(lines_of(path.read_bytes())), path.name).found
    for found in recognised:
        if found.reader.of_no_use is not None:
            _is_accounted_for(found)
            _noise_is_told(path, found)


def _is_accounted_for(found: Found) -> None:
    reading = read(found.reader, found.output)
    account = reading.account
    assert account is not None
    filled = sum(1 for line in found.output.lines if line.strip())
    assert account.read + account.of_no_use.total() + account.not_understood == filled
    if not reading.refusals:
        faults, together = found.reader.faults, found.reader.together
        told = {found.output.first + index for index in (together(found.output.lines) if together is not None else ())}
        shown = [
            line for line in account.shown if line[0] not in told and (faults is None or not faults.search(line[1]))
        ]
        assert shown == [], "lines of a fixture that the reader takes and does not understand"


def _noise_is_told(path: Path, found: Found) -> None:
    """In place of any line but the first: the output ends before it, or says that it was not understood."""
    output, chance = found.output, random.Random(f"{path.parent.name}/{path.name}:{found.output.first}")
    places = chance.sample(range(1, len(output.lines)), min(4, len(output.lines) - 1))
    for index, noise in product(places, NOISE):
        if len(output.lines[index - 1]) in TERMINALS or _is_free_text(found, index):
            continue
        lines = list(output.lines)
        lines[index] = noise
        extent = found.reader.extent(lines, 0, output.command)
        if extent is None or extent[1] <= index:
            continue
        noisy = Output(lines[: extent[1]], 1, command=output.command, path=output.path)
        reading = read(found.reader, noisy)
        assert reading.account is not None
        assert index + 1 in {number for number, _ in reading.account.shown}, lines[index]
        assert not reading.complete
