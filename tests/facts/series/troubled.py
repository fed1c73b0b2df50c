"""Short samplings of hosts in trouble: writing stops, processes swap, and it shows within a few dozen samples."""

from __future__ import annotations

from collections.abc import Iterator

from bench.long_logs import vmstat_samples

_EVERY, _FOR = 14, 5


def troubled_vmstat(
    count: int, stamped: bool = False, irregular: float = 0.0, seed: int = 1
) -> Iterator[str]:  # fmt: skip
    """`vmstat` as `bench.long_logs` writes it, but that writing stops for 5 s every 14 s, while processes swap."""
    number = 0
    for line in vmstat_samples(count, stamped, irregular, seed):
        fields = line.split()
        if fields[0].isdecimal() and len(fields) >= 17:
            number += 1
            if number == 1 and not stamped:  # as an average since boot
                fields[8:10], fields[14:16] = ["20", "90"], ["90", "2"]
                line = " ".join(fields) + "\n"
            if number % _EVERY < _FOR and number > _FOR:
                fields[1], fields[6], fields[7] = "9", str(40 * (number % _EVERY)), "300"
                fields[8:10], fields[14:16] = ["0", "0"], ["30", "60"]
                line = " ".join(fields) + "\n"
        yield line
