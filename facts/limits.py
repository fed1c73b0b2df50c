"""The bounds of reading: each with its value, its unit, and why it is there; `--limit NAME=VALUE` sets another value.

A bundle may be made to do damage, and a tool in an emergency must end. What a limit cuts off is told with the name of the
limit, and is not assessed; it is never taken as absent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from facts.patterns import lazy
from facts.units import bytes_of


class Limit(NamedTuple):
    """One bound: `value` in `unit`, 0 for none; a bound on a size is written with K, M or G."""

    value: int
    unit: str
    reason: str


LIMITS: dict[str, Limit] = {
    "file-size": Limit(128 << 20, "bytes", "a file is held in memory while it is read, with its lines about three times its size"),
    "total-size": Limit(1 << 30, "bytes", "so much is read of one input, unpacked; a report of a whole host has some hundred MiB"),
    "ratio": Limit(1000, "times", "no log is packed so well; from 16 MiB on, what unpacks to more is made to fill the memory"),
    "files": Limit(20_000, "files", "a report of a whole host has 12,000 to 18,000"),
    "folder-depth": Limit(64, "folders", "folders in folders; a report of a whole host has 12, a path of Linux some 1,000 at most"),
    "depth": Limit(2, "archives", "archives in archives; each may unpack to as much again"),
    "lines": Limit(10_000_000, "lines", "of one file; each line takes some 60 bytes beside its text"),
    "line-length": Limit(8_192, "characters", "a tool's line is shorter; looking for patterns takes the square of it at worst"),
    "json-line-length": Limit(1 << 20, "characters", "a line that is JSON is read whole: tools print it without line ends"),
    "prose": Limit(40_000, "characters", "of sentences among the outputs: a ticket is shorter, and a book is no complaint"),
    "rows": Limit(200_000, "rows", "what is read goes into the engine, a few microseconds and 2 kB each"),
    "time": Limit(0, "seconds", "none unless it is set: reading a day of samples takes seconds, and who waits may interrupt"),
}  # fmt: skip

_VALUE = lazy(r"([0-9]{1,15})([kmg]?)(?:i?b)?", re.IGNORECASE)
_set: dict[str, int] = {}


class LimitError(ValueError):
    """A setting of a limit that cannot be taken; the message says why."""


def limit(name: str) -> int:
    """The value of a limit as it stands now."""
    return _set.get(name, LIMITS[name].value)


def passed(name: str, more: str = "") -> str:
    """How it is told that a limit cut something off, and how to lift it."""
    value, unit = limit(name), LIMITS[name].unit
    shown = f"{value >> 20:,} MiB" if unit == "bytes" and value >= 1 << 20 else f"{value:,} {unit}"
    return f"{more or 'more'} than {shown}; `--limit {name}=N` allows more"


def read(text: str) -> tuple[str, int]:
    """A setting as it is given on a command line.

    >>> read("file-size=2G"), read("time=60")
    (('file-size', 2147483648), ('time', 60))

    Raises:
        LimitError: there is no such limit, or no such value.
    """
    name, _, value = text.partition("=")
    if name not in LIMITS:
        from facts.text import clean

        raise LimitError(f"there is no limit `{clean(name)[:40]}`; the limits are {', '.join(LIMITS)}")
    match = _VALUE.fullmatch(value)
    if match is None or (match[2] and LIMITS[name].unit != "bytes"):
        example = "512M" if LIMITS[name].unit == "bytes" else "100"
        raise LimitError(f"the limit {name} takes a whole number of {LIMITS[name].unit}, such as {name}={example}")
    number = int(match[1]) * bytes_of(match[2])
    if not number and name != "time":
        raise LimitError(f"the limit {name} cannot be 0; with that nothing is read")
    return name, number


def settings() -> str:
    """What was set of them, as on a command line; "" where nothing was."""
    return " ".join(f"{name}={value}" for name, value in sorted(_set.items()))


def take_up(given: str) -> None:
    """Take the `settings` of another process."""
    _set.update(map(read, given.split()))


@contextmanager
def using(given: Iterable[tuple[str, int]]) -> Iterator[None]:
    """Other limits for a while."""
    before = dict(_set)
    _set.update(given)
    try:
        yield
    finally:
        _set.clear()
        _set.update(before)
