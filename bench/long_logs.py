"""Writes the long logs that reading is measured with: a day of ``iostat -xn 1`` of Solaris, and the same made irregular.

Nothing of it is kept: the same seed writes the same bytes again.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

DEVICES = tuple(f"c{1 + n // 4}t{n % 4}d0" for n in range(8))
DAY = 86_400
_TITLE = "                    extended device statistics              \n"
_HEADER = "    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device\n"
_BEGAN = 1_354_060_800
_WAYS = 4


def _line(dice: random.Random, name: str, slow: bool) -> str:
    reads, writes = dice.random() * 90, dice.random() * 180
    service = 20 + 60 * dice.random() if slow else 0.2 + 6 * dice.random()
    busy = 99 if slow else int(writes / 3)
    return (
        f"{reads:7.1f}{writes:7.1f}{reads * 8:7.1f}{writes * 30:7.1f}{0.0:5.1f}{service / 5:5.1f}{0.0:7.1f}{service:7.1f}"
        f"{0:4d}{busy:4d} {name}\n"
    )


def _irregular(dice: random.Random, sample: str) -> str:
    """A sample as real logs have them now and then: a wide number, a device that is gone, one cut off, a remark."""
    lines = sample.splitlines(keepends=True)
    way, at = dice.randrange(_WAYS), dice.randrange(2, len(lines))
    if way == 0:
        fields = lines[at].split()
        lines[at] = " ".join([*fields[:3], f"{dice.random() * 1e6 + 1e5:.1f}", *fields[4:]]) + "\n"
    elif way == 1:
        del lines[at]
    elif way == 2:
        lines[at] = lines[at][: dice.randrange(20, 40)] + "\n"
    else:
        lines.insert(at, "\n")
    return "".join(lines)


def samples(count: int = DAY, stamped: bool = False, irregular: float = 0.0, seed: int = 1) -> Iterator[str]:
    """So many samples of eight devices: every 300 s each is slow for 4 s.

    Args:
        count: samples, one a second.
        stamped: with ``-T d``.
        irregular: share of samples that are not as the others.
        seed: the same seed gives the same text.
    """
    dice = random.Random(seed)
    for number in range(count):
        body = "".join(_line(dice, name, number % 300 < 4 and number >= 300) for name in DEVICES)
        sample = _TITLE + _HEADER + body
        if irregular and dice.random() < irregular:
            sample = _irregular(dice, sample)
        yield time.strftime("%a %b %e %H:%M:%S UTC %Y\n", time.gmtime(_BEGAN + number)) + sample if stamped else sample


def write(path: Path, count: int = DAY, stamped: bool = False, irregular: float = 0.0) -> None:
    """Write such a log."""
    with path.open("w", encoding="ascii") as stream:
        stream.writelines(samples(count, stamped, irregular))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--samples", type=int, default=DAY)
    parser.add_argument("--stamped", action="store_true")
    parser.add_argument("--irregular", type=float, default=0.0)
    options = parser.parse_args()
    write(options.path, options.samples, options.stamped, options.irregular)
