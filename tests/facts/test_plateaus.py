"""A fall of the write rate that a later, longer and even run has refuted tells nothing of the present."""

from __future__ import annotations

import pytest

from facts.captures import Origin
from facts.cells import Cell, Observed
from facts.resolution.plateaus import plateaus
from facts.schema import Value


def _row(template: str, time: float | None, **values: Value) -> Observed:
    origin = Origin("iostat.txt", (1, 2))
    return Observed(template, "h", {name.replace("_", "-"): Cell(v, origin, time=time) for name, v in values.items()})


FALL = _row("write-plateau", 1000.0, device="c2t1d0", bytes_at_knee=5e8, rate_after_kb_s=4000.0)


def _run(
    time: float | None, mean: float = 3400.0, highest: float = 3600.0, samples: int = 120, device: str = "c2t1d0"
) -> Observed:
    return _row(
        "device-load",
        time,
        device=device,
        samples=samples,
        interval_seconds=5.0,
        write_kb_s_mean=mean,
        write_kb_s_max=highest,
    )


def test_a_later_even_run_that_wrote_more_refutes_the_fall() -> None:
    assert FALL not in plateaus([FALL, _run(2000.0)])


@pytest.mark.parametrize(
    "run",
    [
        _run(500.0), _run(None), _run(2000.0, highest=9000.0), _run(2000.0, mean=900.0, highest=950.0), _run(2000.0, samples=10),
        _run(2000.0, device="c3t0d0"),
    ],
    ids=["earlier", "undated", "uneven", "hardly used", "too short", "another device"],
)  # fmt: skip
def test_nothing_else_does(run: Observed) -> None:
    assert FALL in plateaus([FALL, run])
