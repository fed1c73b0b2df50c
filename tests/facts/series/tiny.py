"""Reading in bulk with pieces, windows and what is held in memory so small that a short text has many of each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from facts import budget, long_text
from facts.series import numbers, parts, recorder, sar_tables


@contextmanager
def tiny() -> Iterator[None]:
    """For a while, every sampling is read in bulk, and in small steps."""
    from facts.series import blocks, long_cpu, long_sar, long_sar_tables, long_timeline, long_vmstat, stored, track

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(budget, "LEAST_BYTES", 1)
        patch.setattr(blocks, "CHUNK", 12_000)
        patch.setattr(long_text, "_PIECE", 3_000)
        for module in (stored, long_cpu, track, long_sar_tables, long_timeline, long_vmstat):
            patch.setattr(module, "WINDOW", 16)
        for held in (stored, numbers, parts):
            patch.setattr(held, "HELD", 8)
        patch.setattr(numbers, "_SAMPLED", 3)
        patch.setattr(stored, "_SHORT", 3)
        patch.setattr(recorder, "_MOST_HELD", 5)
        patch.setattr(long_cpu, "_MOST_HELD", 5)
        patch.setattr(sar_tables, "_MOST_HELD", 500)
        patch.setattr(long_sar, "_LEAST_LINES", 3)
        yield
