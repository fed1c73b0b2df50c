"""``jstat -gcutil``, ``-gc`` and their kin: how often the collector of a Java program ran since it started, and how long.

The tool prints sums, so that a mean is known and no single pause: the mean of some pauses is a floor of the longest of them,
and one below a second says nothing of it. Known headings: Java 6 (``P``), 8 (``M``, ``CCS``) and 11 (``CGC``, ``CGCT``).

Samples::

    >>> from facts.readers import show
    >>> show('''$ jstat -gcutil 4711
    ...   S0     S1     E      O      M     CCS    YGC     YGCT    FGC    FGCT     GCT
    ...   0.00   0.00  98.20  99.97  92.11  88.02    512   21.300   64  192.000  213.300
    ... ''')
    jstat lines 2-3 read
      gc-log: full-pauses=64 long-pauses=1 longest-seconds=3 output=input:2 pauses=576 total-seconds=213.3 (2-3)

    >>> show('''$ jstat -gcutil 4711 10s
    ...   S0     S1     E      O      P     YGC     YGCT    FGC    FGCT     GCT
    ...   0.00  12.10  11.20  45.97  92.11    512   21.300     2    0.400   21.700
    ...   0.00  12.10  51.20  45.97  92.11    512   21.300     2    0.400   21.700
    ...   0.00  12.10  91.20  45.97  92.11    513   21.400     2    0.400   21.800
    ... ''')
    jstat lines 2-5 read
      gc-log: full-pauses=0 output=input:2 paused-percent=0.5 pauses=1 span-seconds=20 total-seconds=0.1 (2-5)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.units import number

_HEAD = lazy(r"\s*(?:[A-Z][A-Za-z0-9]{0,8}\s+){2,24}(?:FGC\s+FGCT)(?:\s+CGC\s+CGCT)?\s+GCT(?:\s+LGCC\s+GCC)?\s*\Z")
_SAMPLE = lazy(r"\s*(?:(?:\d+(?:[.,]\d+)?|-|�|NaN)\s+){4,26}\d+[.,]\d+(?:\s+\S.*)?\s*\Z")
_EVERY = lazy(r"\bjstat\s.*-gc\w*\s.*?\b\d{1,8}\s+(?P<number>\d{1,7})(?P<unit>ms|s)?(?:\s+\d+)?\s*\Z")
_LONG_SECONDS = 1.0
_NEEDED = ("YGC", "YGCT", "FGC", "FGCT", "GCT")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """The heading and the samples below it; the heading comes again with ``-h``."""
    if not _HEAD.match(lines[start]):
        return None
    end = start + 1
    while end < len(lines) and (_SAMPLE.match(lines[end]) or lines[end].split() == lines[start].split()):
        end += 1
    return (start, end) if end > start + 1 else None


def _samples(output: Output) -> list[dict[str, float]]:
    names = output.lines[0].split()
    found = []
    for line in output.lines[1:]:
        cells = [number(cell.replace(",", ".")) for cell in line.split()]
        sample = {name: cell for name, cell in zip(names, cells, strict=False) if cell is not None}
        if all(name in sample for name in _NEEDED if name in names):
            found.append(sample)
    return found


def _interval(command: str) -> float | None:
    match = _EVERY.search(command)
    return int(match["number"]) / (1.0 if match["unit"] == "s" else 1000.0) if match else None


def _means(samples: Sequence[dict[str, float]]) -> list[float]:
    """The mean of the full collections before the first sample, and of those between two samples."""
    zero = {"FGC": 0.0, "FGCT": 0.0}
    pairs = zip([zero, *samples[:-1]], samples, strict=True)
    return [(new["FGCT"] - old["FGCT"]) / (new["FGC"] - old["FGC"]) for old, new in pairs if new["FGC"] > old["FGC"]]


def _read(output: Output) -> Reading:
    samples = _samples(output)
    if not samples:
        return Reading()
    first, last = samples[0], samples[-1]
    if len(samples) == 1:
        first = dict.fromkeys(last, 0.0)

    def grown(name: str) -> float:
        return last.get(name, 0.0) - first.get(name, 0.0)

    values: dict[str, Value | bool] = {"output": output.label, "full-pauses": round(grown("FGC"))}
    values |= {"pauses": round(grown("YGC") + grown("FGC")), "total-seconds": round(grown("GCT"), 6)}
    means = _means(samples)
    if long := [mean for mean in means if mean >= _LONG_SECONDS]:
        values |= {"long-pauses": len(long), "longest-seconds": max(long)}
    every = _interval(output.command)
    span = grown("Timestamp") if "Timestamp" in first else every * (len(samples) - 1) if every else 0.0
    if len(samples) > 1 and span > 0:
        values["span-seconds"] = span
        if (share := 100 * grown("GCT") / span) <= 100:
            values["paused-percent"] = round(share, 6)
    return Reading([Row("gc-log", values, output.whole)], used=[output.whole])


HINTS = ("FGCT",)
READERS = (Reader("jstat", _HEAD, _extent, _read),)
