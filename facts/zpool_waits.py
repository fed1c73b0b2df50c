"""The waits of ``zpool iostat -l`` and the queues of ``-q`` in sum; `facts.readers.zpool_iostat` uses it.

After the latencies of ``total_wait`` stand those of the disks and of the queues, reads and writes in turn, and behind
them how many requests of each class are pending and active at the moment.

>>> milliseconds = lambda text: float(text) if text != "-" else float("nan")
>>> one = waits_of(3, ["5", "9", "4", "8", "0.1", "0.2", "-", "6", "-"], milliseconds)
>>> one.disk, one.sync, one.asynchronous
(8.0, 0.2, 6.0)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from facts.reading import Output, Row
from facts.schema import Value
from facts.series.numbers import NAN

_DISK_WRITE, _SYNC_READ, _SYNC_WRITE, _ASYNC_WRITE = 3, 4, 5, 7


class Waits(NamedTuple):
    """Mean waits of one sample, in milliseconds, of writes but for `reads`; NaN where none was made."""

    line: int
    disk: float
    sync: float
    asynchronous: float
    reads: float  # those that a program waits for
    sync_queued: float = NAN  # how many at the end of the sample
    async_queued: float = NAN


def waits_of(line: int, cells: Sequence[str], milliseconds: Callable[[str], float | None]) -> Waits | None:
    """The waits in the cells behind the bandwidth, or None where they are not there."""
    if len(cells) <= _ASYNC_WRITE:
        return None
    values = [milliseconds(cells[at]) for at in (_DISK_WRITE, _SYNC_WRITE, _ASYNC_WRITE, _SYNC_READ)]
    disk, sync, asynchronous, reads = (float("nan") if value is None else value for value in values)
    return Waits(line, disk, sync, asynchronous, reads)


def with_queues(waits: Waits | None, line: int, cells: Sequence[str], pending: Sequence[int]) -> Waits | None:
    """With how many writes are pending, at the places of ``pend`` in the cells: reads and writes of each class in turn.

    >>> with_queues(None, 3, ["tank", "0", "1", "61", "20", "0", "0", "912", "20"], [1, 3, 5, 7]).sync_queued
    61.0
    """
    at = [pending[n] for n in (1, 3) if n < len(pending) and pending[n] < len(cells)]
    if len(at) < 2 or not all(cells[place].isdecimal() for place in at):
        return waits
    sync, asynchronous = (float(cells[place]) for place in at)
    known = waits or Waits(line, NAN, NAN, NAN, NAN)
    return known._replace(sync_queued=sync, async_queued=asynchronous)


def waits_row(output: Output, name: str, samples: Sequence[Waits], at_boot: bool | None) -> list[Row]:
    """One row over the samples of a pool, without the average since its import where there are others."""
    if at_boot is not False and len(samples) > 1:
        samples, at_boot = samples[1:], False
    if not samples:
        return []
    values: dict[str, Value | bool] = {"device": name, "output": output.label, "samples": len(samples)}
    if at_boot is not False:
        values["since-import"] = True
    for slot, at in (("disk", 1), ("sync", 2), ("async", 3)):
        known = [float(sample[at]) for sample in samples if sample[at] == sample[at]]
        if known:
            values[f"{slot}-write-wait-max-ms"] = max(known)
            values[f"{slot}-write-wait-mean-ms"] = sum(known) / len(known)
    if reads := [sample.reads for sample in samples if sample.reads == sample.reads]:
        values["sync-read-wait-mean-ms"] = sum(reads) / len(reads)
    for slot, queue in (("sync", [s.sync_queued for s in samples]), ("async", [s.async_queued for s in samples])):
        if counts := [count for count in queue if count == count]:
            values[f"{slot}-writes-queued-max"] = max(counts)
            values[f"{slot}-writes-queued-mean"] = sum(counts) / len(counts)
    return [Row("pool-waits", values, (samples[0].line, samples[-1].line))] if len(values) > 4 else []
