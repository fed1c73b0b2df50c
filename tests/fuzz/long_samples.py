"""The entry of long samplings: read in bulk, damaged ones give the facts that the line parser gives."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from bench.long_logs import linux_samples, samples, sar_reports, sar_samples, solaris_sar_samples, vmstat_samples
from facts.bundle import load
from tests.facts.near import near
from tests.facts.series.tiny import tiny
from tests.facts.series.troubled import troubled_vmstat
from tests.fuzz.watch import Broken

_SAMPLES = 25


@cache
def seeds() -> list[bytes]:
    """A short sampling of each kind, with stamps and without, some irregular."""
    writers = (troubled_vmstat, samples, linux_samples, vmstat_samples, sar_samples, sar_reports, solaris_sar_samples)
    return [
        (ahead + "".join(writer(_SAMPLES, stamped, irregular, seed))).encode()
        for writer in writers
        for ahead, stamped, irregular, seed in (
            ("", False, 0.0, 1), ("# vmstat 1\n", False, 0.0, 4), ("", True, 0.05, 2), ("", False, 0.1, 3))
    ]  # fmt: skip


def bulk(data: bytes) -> None:
    """Read an input both ways."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "output.txt"
        path.write_bytes(data)
        slowly = repr(load([str(path)]))
        with tiny():
            quickly = repr(load([str(path)]))
    if not near(slowly, quickly):
        raise Broken("read in bulk, the facts are others")
