"""Everything in one sentence that becomes a cell: settings, versions, names, numbers, scans, errors, controllers.

A number counts only with its noun. Dates, times, versions, ports and counts of other things are no quantities, and a
number whose noun is unclear is listed, never guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from advisor.chat.cells import Cells, Sentence, Taken
from advisor.chat.measures import take_machine_memory, take_measures
from advisor.chat.names import (
    take_controllers,
    take_drives,
    take_errors,
    take_modules,
    take_names,
    take_scan,
    take_versions,
)
from advisor.chat.numbers import numbers_in
from advisor.chat.settings import take_settings

if TYPE_CHECKING:
    from advisor.chat.polarity import Clause

_SHOWN = 120


def take_values(cells: Cells, sentence: str, parts: Sequence[Clause], signs: frozenset[str], host: str) -> Taken:
    """Add the cells of one sentence to the rows.

    Args:
        cells: the rows so far.
        sentence: its text.
        parts: its clauses.
        signs: the signs that it tells as present.
        host: the host that it names, or "".
    """
    state = Sentence(sentence, host or cells.host, signs)
    numbers = numbers_in(sentence, parts)
    for part, own in zip(parts, numbers, strict=True):
        take_settings(cells, part, own, state)
        take_versions(cells, part, state)
        take_names(cells, part, state)
        take_machine_memory(cells, part, own, state)
        take_measures(cells, part, own, state)
    for part in parts:
        take_scan(cells, part, state)
    take_modules(cells, parts, state)
    take_errors(cells, parts, state)
    take_controllers(cells, parts, state)
    take_drives(cells, parts, state)
    for part, own in zip(parts, numbers, strict=True):
        for number in own:
            if part.words[number.first].start not in state.used and number.stated:
                state.taken.unclear.append(f'"{number.text}" in "{_start(sentence)}"')
    return state.taken


def _start(sentence: str) -> str:
    return sentence if len(sentence) <= _SHOWN else sentence[: _SHOWN - 1] + "…"
