"""Makes long captures with a known load, so that what is found in them can be compared with what was put in."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from facts.readers import all_readers
from facts.reading import Reading
from facts.segments import segment

XN = (
    "                    extended device statistics",
    "    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device",
)
LINUX = (
    "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----",
    " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st",
)


def read(lines: Iterable[str], kind: str) -> Reading:
    """The reading of the only output of that kind in `lines`."""
    found = [f for f in segment(list(lines), all_readers()).found if f.reader.kind == kind]
    assert len(found) == 1, [(f.reader.kind, f.output.whole) for f in found]
    return found[0].reader.read(found[0].output)


def values(reading: Reading, template: str) -> list[dict[str, object]]:
    """The values of the rows of a template."""
    return [dict(row.values) for row in reading.rows if row.template == template]


def iostat_xn(
    seconds: int, sample: Callable[[int, random.Random], tuple[float, float, float]], seed: int = 1, command: str = ""
) -> list[str]:
    """``iostat -xn 1``: `sample` gives writes/s, kB/s and milliseconds of disk c1t0d0 for each second."""
    chance = random.Random(seed)
    lines = [f"# {command}"] if command else ["Here is what iostat said:", "", ""]
    for second in range(seconds):
        writes, kb, ms = sample(second, chance)
        busy, queue = min(100, int(writes * ms / 10)), writes * ms / 1000
        lines += XN
        lines.append(f"    0.0 {writes:6.1f}    0.0 {kb:6.1f}  0.0 {queue:4.1f}    0.0 {ms:6.1f}   0 {busy:3d} c1t0d0")
        lines.append("    0.1    0.0    0.8    0.0  0.0  0.0    0.0    0.2   0   0 c1t1d0")
    return lines


def vmstat_linux(rows: Iterable[tuple[int, int, int, int, int]], command: str = "vmstat 1") -> list[str]:
    """``vmstat 1``: blocked tasks, blocks in, blocks out, busy and wait percent of each sample; 22 to a screen."""
    lines = [f"$ {command}"]
    for number, (blocked, blocks_in, out, busy, wait) in enumerate(rows):
        if number % 22 == 0:
            lines += LINUX
        cpu = f"{busy:2d}  0 {100 - busy - wait:2d} {wait:2d}  0"
        lines.append(f" 1 {blocked:2d}      0 802956  50016 5125208    0    0 {blocks_in:5d} {out:5d} 1006  556 {cpu}")
    return lines
