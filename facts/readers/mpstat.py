"""``mpstat``: what the processors do. Of Linux (sysstat; all together, and each with ``-P ALL``) and of Solaris.

The row is of all processors together: the lines ``all`` where they stand, else the mean over those that are listed. Solaris
prints the averages since boot first, and these are left out.

Samples::

    >>> from facts.readers import show
    >>> show('''Linux 5.14.0-362.el9.x86_64 (db4)  03/04/2025  _x86_64_  (2 CPU)
    ...
    ... 09:15:00 AM  CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle
    ... 09:15:01 AM  all   10.00    0.00   55.00    5.00    0.00    1.00    0.00    0.00    0.00   29.00
    ... 09:15:01 AM    0   11.00    0.00   60.00    4.00    0.00    1.00    0.00    0.00    0.00   24.00
    ... 09:15:01 AM    1    9.00    0.00   50.00    6.00    0.00    1.00    0.00    0.00    0.00   34.00
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    mpstat lines 1-6 read
      cpu-load: busy-mean-percent=65 idle-mean-percent=29 interval-seconds=1 output=input:1 samples=1 since-boot=no
        steal-max-percent=0 steal-mean-percent=0 system-max-percent=55 system-mean-percent=55 wait-max-percent=5 wait-mean-percent=5 (4-6)
      system: cpus=2 kernel=5.14.0-362.el9.x86_64 kernel-code=5014000 os=linux (1-1)

    >>> show('''CPU minf mjf xcal  intr ithr  csw icsw migr smtx  srw syscl  usr sys  wt idl
    ...   0    2   0    1   330  130  153    0    3    6    0   250    1   1   0  98
    ... CPU minf mjf xcal  intr ithr  csw icsw migr smtx  srw syscl  usr sys  wt idl
    ...   0    9   0    1   930  130  953    0    3    6    0  2250   20  40   0  40
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    mpstat-solaris lines 1-4 read
      cpu-load: busy-mean-percent=60 idle-mean-percent=40 output=input:1 samples=1 since-boot=no
        system-max-percent=40 system-mean-percent=40 (4-4)
      system: os=solaris (1-1)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.series.cells import cells
from facts.series.commands import interval_of
from facts.series.numbers import NAN, highest, known, mean, slots
from facts.units import coded

_TIME = r"\d\d?:\d\d:\d\d(?:\s+[AP]M)?"
_HEADER = lazy(
    rf"\s*{_TIME}\s+CPU\s+(?:CORE\s+SOCK\s+NODE\s+)?%usr?(?:er)?\s+%nice\s+%sys(?:tem)?\s+%iowait\s+%irq\s+%soft\s.*%idle"
)
_OTHER_HEADER = lazy(rf"\s*{_TIME}\s+(?:CPU(?:\s+\S+/s)+|NODE\s+%usr\s.*)\s*$")
_PLACE = ("CORE", "SOCK", "NODE")
_ROW = lazy(rf"\s*(?P<time>{_TIME})\s+(?P<cpu>all|-?\d{{1,5}})\s+(?P<rest>\S.*)$")
_BANNER = lazy(r"\s*Linux (?P<kernel>\d\S*) \((?P<host>[^)]*)\)\s(?:.*\((?P<cpus>\d+) CPU\))?")
_AVERAGE = lazy(r"\s*[^\W\d][^\s:]{1,20}\s*:\s+(?:CPU|NODE|all|-?\d{1,5})\s")
_SOLARIS = lazy(r"\s*CPU\s+minf\s+mjf\s+xcal\s+intr\s")
_SOLARIS_TIME = lazy(r"\s*(?:[A-Z]\w\w,? .{4,20}\d\d?:\d\d:\d\d.{0,20}|\d{9,10})\s*$")
_SOLARIS_ROW = lazy(r"\s*\d{1,5}(?:\s+\d{1,12}){10,18}\s*$")


@dataclass(slots=True)
class _Sample:
    line: int
    seconds: float | None = None
    together: dict[str, float] = field(default_factory=dict)
    each: list[dict[str, float]] = field(default_factory=list)
    last: int = 0
    lines: list[int] = field(default_factory=list)

    def value(self, *names: str) -> float:
        """The sum of some columns of all processors together."""
        rows = [self.together] if self.together else self.each
        return mean(sum(known(row[n] for n in names if n in row)) for row in rows if any(n in row for n in names))


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    index = start
    while index < len(lines) and index - start < 4 and not _HEADER.match(lines[index]):
        if not (_BANNER.match(lines[index]) or not lines[index].strip()):
            return None
        index += 1
    if index >= len(lines) or not _HEADER.match(lines[index]):
        return None
    end = run(lines, index, _HEADER, _ROW, _AVERAGE, _OTHER_HEADER, blanks=2)
    return (start, end) if end > start + 1 else None


def _seconds(text: str) -> float:
    hour, minute, second = (int(part) for part in text.split()[0].split(":"))
    if text.endswith("M"):
        hour = hour % 12 + (12 if text.endswith("PM") else 0)
    return hour * 3600.0 + minute * 60 + second


def _samples(output: Output, reading: Reading) -> tuple[list[_Sample], float]:
    names: list[str] = []
    samples: list[_Sample] = []
    first = NAN
    other = False
    for index, line in enumerate(output.lines):
        if _HEADER.match(line) or _OTHER_HEADER.match(line):
            other = _HEADER.match(line) is None
            names = line.split()[line.split().index("NODE" if other and "NODE" in line else "CPU") + 1 :]
            first = first if first == first else _seconds(re.match(rf"\s*({_TIME})", line)[1])  # type: ignore[index]
        elif (match := _ROW.match(line)) and (values := cells(match["rest"].split())) is not None:
            # where a processor sits is left empty in the line of all
            short = [name for name in names if name not in _PLACE]
            if len(values) not in (len(names), len(short)):
                continue
            if other:
                reading.pass_over("other columns", output.span(index))
                continue
            row = dict(zip(short, values[len(values) - len(short) :], strict=True))
            at = _seconds(match["time"])
            if not samples or samples[-1].seconds != at:
                samples.append(_Sample(index, at))
            samples[-1].last = index
            if match["cpu"] == "all":
                samples[-1].together = row
            else:
                samples[-1].each.append(row)
            reading.used.append(output.span(index))
    times = [first, *(s.seconds or 0.0 for s in samples)]
    steps = sorted((b - a) % 86400 for a, b in pairwise(times))
    return samples, steps[(len(steps) - 1) // 2] if steps else NAN


def _row(samples: list[_Sample], interval: float, output: Output, since_boot: bool) -> Row:
    def column(*names: str) -> list[float]:
        return [s.value(*names) for s in samples]

    system = column("%sys", "%system", "sys")
    values: dict[str, Value | bool] = {"output": output.label, "samples": len(samples), "since-boot": since_boot}
    values |= slots(
        interval_seconds=interval if interval > 0 else NAN,
        busy_mean_percent=mean(a for a in _busy(samples)),
        system_mean_percent=mean(system),
        system_max_percent=highest(system),
        wait_mean_percent=mean(column("%iowait")),
        wait_max_percent=highest(column("%iowait")),
        steal_max_percent=highest(column("%steal")),
        steal_mean_percent=mean(column("%steal")),
        idle_mean_percent=mean(column("%idle", "idl")),
    )
    return Row("cpu-load", values, output.span(samples[0].line, samples[-1].last))


def _busy(samples: list[_Sample]) -> list[float]:
    """As iostat counts it: in programs, guests and the kernel, without interrupts."""
    return [s.value("%usr", "%user", "%nice", "%guest", "%gnice", "%sys", "%system", "usr", "sys") for s in samples]


def _read(output: Output) -> Reading:
    reading = Reading()
    samples, interval = _samples(output, reading)
    if samples:
        # `mpstat` without an interval prints one sample, the average since boot
        alone = len(samples) == 1 and re.search(r"\bmpstat\b(?!.*\s\d)", output.command) is not None
        reading.rows.append(_row(samples, interval_of(output.command, "mpstat") or interval, output, alone))
    values: dict[str, Value] = {"os": "linux"}
    if banner := _BANNER.match(output.lines[0]):
        reading.used.append(output.span(0))
        reading.host = banner["host"]
        values |= coded("kernel", banner["kernel"])
        if banner["cpus"]:
            values["cpus"] = int(banner["cpus"])
    if reading.rows:
        reading.rows.append(Row("system", values, output.span(0), inferred=banner is None))
    return reading


def _solaris_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _SOLARIS.match(lines[start]):
        return None
    end = start + 1
    for index in range(start + 1, len(lines)):
        if _SOLARIS.match(lines[index]) or _SOLARIS_ROW.match(lines[index]):
            end = index + 1
        elif not (_SOLARIS_TIME.match(lines[index]) and end == index):
            break
    return (start, end) if end > start + 1 else None


def _read_solaris(output: Output) -> Reading:
    names: list[str] = []
    samples: list[_Sample] = []
    for index, line in enumerate(output.lines):
        if _SOLARIS.match(line):
            names = line.split()
            samples.append(_Sample(index + 1))
        elif (values := cells(line.split())) is not None and len(values) == len(names) and samples:
            samples[-1].each.append(dict(zip(names, values, strict=True)))
            samples[-1].last = index
            samples[-1].lines.append(index)
    samples = [s for s in samples if s.each]
    boot = len(samples) == 1
    interval = interval_of(output.command, "mpstat")
    rows = [_row(samples if boot else samples[1:], interval or NAN, output, boot)] if samples else []
    reading = Reading([*rows, Row("system", {"os": "solaris"}, output.span(0), inferred=True)])
    for n, sample in enumerate(samples):
        for index in sample.lines:
            span = output.span(index)
            reading.used.append(span) if n or boot else reading.pass_over("since boot", span)
    return reading


HINTS = ("CPU ",)
_OF_NO_USE = (("heading", _HEADER), ("heading", _OTHER_HEADER), ("average", _AVERAGE))
_OF_SOLARIS = (("heading", _SOLARIS), ("time", _SOLARIS_TIME))
READERS = (
    Reader("mpstat", lazy(rf"\s*(?:Linux \d\S* \(|{_TIME}\s+CPU\s)"), _extent, _read, of_no_use=_OF_NO_USE),
    Reader("mpstat-solaris", lazy(r"\s*CPU\s+minf\s+mjf\s"), _solaris_extent, _read_solaris, of_no_use=_OF_SOLARIS),
)
