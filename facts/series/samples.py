"""The samples of disks and pools as they were read: rows of numbers, or where they are in the scratch file."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from facts.scratch import Scratch
    from facts.series.blocks import Piece

QUANTITIES = (
    "reads", "writes", "transfers", "read_kb", "write_kb", "latency", "read_latency", "write_latency", "waiting",
    "active", "busy", "queued_latency",
)  # fmt: skip
"""What a sample of a device may tell, in the order in which `Recorder.row` takes it: requests and kB per second,
milliseconds, requests queued and in service, percent, milliseconds in the host's queue where latency is without them."""

RATES = frozenset(("reads", "writes", "transfers", "read_kb", "write_kb", "waiting", "active", "busy"))
WIDTH = len(QUANTITIES)


@dataclass(slots=True)
class Samples:
    """The rows of one device: number of the sample, line, and values one after the other.

    Of a long text, `spilled` says where most of the rows are in the scratch file, and `bulk` what was taken in bulk.
    """

    index: array[int] = field(default_factory=lambda: array("l"))
    line: array[int] = field(default_factory=lambda: array("l"))
    flat: array[float] = field(default_factory=lambda: array("d"))
    last: int = -1
    layout: object = None
    spilled: list[tuple[int, int, int, int]] = field(default_factory=list)
    bulk: list[Bulk] = field(default_factory=list)


class Bulk(NamedTuple):
    """Samples of a device that were taken in bulk: number and line of the first, lines from one to the next."""

    first: int
    line: int
    each: int
    piece: Piece
    told: Told


class Told(NamedTuple):
    """What one record of a sample tells: a device its quantities, or "" for the processors, which name their columns.

    Attributes:
        fields: quantity, field and factor.
        ahead: by how many samples its sample is behind the one at the end of the regular sample before.
    """

    name: str
    record: int
    line: int
    fields: tuple[tuple[int, int, float], ...]
    ahead: int
    names: tuple[str, ...] = ()


def spill(samples: Samples, scratch: Scratch) -> None:
    """Move rows to the scratch file."""
    place = scratch.append(samples.index.tobytes() + samples.line.tobytes() + samples.flat.tobytes())
    samples.spilled.append((place, len(samples.index), samples.index[0], samples.index[-1]))
    for held in (samples.index, samples.line, samples.flat):
        del held[:]
