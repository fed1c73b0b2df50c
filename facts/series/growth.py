"""SMART counters that were read more than once: what they were first and last."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

COUNTERS = {
    "pending-raw": "pending",
    "reallocated-raw": "reallocated",
    "offline-uncorrectable-raw": "offline-uncorrectable",
    "crc-errors-raw": "crc-errors",
    "media-errors": "media-errors",
    "grown-defects": "grown-defects",
}
"""Slot of `smart` to counter of `smart-growth`."""


class Growth(NamedTuple):
    """One counter of one drive over all its readings."""

    device: str
    counter: str
    first: int
    last: int


def growth(readings: Iterable[tuple[float, str, str, int]]) -> list[Growth]:
    """First and last value of each counter that was read at least twice.

    Args:
        readings: ``(order, device, counter, value)``; order is a time or a position, the lower the earlier. Readings of
            the same order are one reading (the same capture twice), the last of them counts.

    Returns:
        By device and counter, unchanged counters too: not growing is worth knowing.

    >>> growth([(2, "/dev/sda", "pending", 9), (1, "/dev/sda", "pending", 4), (1, "/dev/sdb", "pending", 0)])
    [Growth(device='/dev/sda', counter='pending', first=4, last=9)]
    """
    series: dict[tuple[str, str], dict[float, int]] = {}
    for order, device, counter, value in readings:
        series.setdefault((device, counter), {})[order] = value
    found = []
    for (device, counter), values in sorted(series.items()):
        if len(values) > 1:
            found.append(Growth(device, counter, values[min(values)], values[max(values)]))
    return found
