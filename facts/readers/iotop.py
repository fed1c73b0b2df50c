"""``iotop`` and ``iotop-c``: who reads and writes, what of it goes to the disks, and which threads wait.

What programs write ("Total DISK WRITE") goes to the page cache first; what the disks are given stands beside it ("Actual" or
"Current"). Older versions show only the first. The last column is the share of the time that a thread spent waiting for I/O.

Sample::

    >>> from facts.readers import show
    >>> show('''Total DISK READ :       0.00 B/s | Total DISK WRITE :     311.20 M/s
    ... Actual DISK READ:       0.00 B/s | Actual DISK WRITE:      22.14 M/s
    ...   TID  PRIO  USER     DISK READ  DISK WRITE  SWAPIN     IO>    COMMAND
    ...  9012 be/4 jens        0.00 B/s  311.20 M/s  0.00 % 99.99 % cp -r Videos /media/usb
    ...   612 be/4 root        0.00 B/s    0.00 B/s  0.00 % 99.99 % [kworker/u32:2+flush-8:32]
    ...  2410 be/4 jens        0.00 B/s    0.00 B/s  0.00 % 91.02 % firefox
    ... ''')
    iotop lines 1-6 read
      io-threads: ahead-max-bytes-s=303101379 disk-write-max-bytes-s=23215473 flusher-wait-percent=99.99 output=input:1 samples=1 \
waiting-threads=2 write-max-bytes-s=326316851 (1-6)

    >>> show('''  TID  PRIO  USER     DISK READ  DISK WRITE  SWAPIN     IO>    COMMAND
    ...  2211 be/4 tomcat     21.12 M/s    0.00 B/s 88.12 % 91.20 % java -Xmx12g
    ...  2240 be/4 mysql      18.44 M/s    2.11 M/s 81.04 % 85.12 % mysqld
    ... ''')
    iotop lines 1-3 read
      io-threads: output=input:1 samples=1 swapping-threads=2 waiting-threads=2 (1-3)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.units import size

_RATE = r"(?P<{0}>\d+(?:[.,]\d+)?) (?P<{0}_unit>[KMGT]?)i?B?/s"
_TOTALS = lazy(
    r"\s*(?:b')?(?:\d\d:\d\d:\d\d )?(?P<of>Total|Actual|Current) DISK READ ?: +"
    + _RATE.format("read")
    + r" \| (?:Total|Actual|Current) DISK WRITE ?: +"
    + _RATE.format("write")
    + r"\s*'?\s*$"
)
_HEADING = lazy(r"\s*(?:b')?\s*(?:TIME +)?(?:TID|PID) +PRIO +USER +DISK READ>? +DISK WRITE>?.*")
_THREAD = lazy(
    r"\s*(?:b')?\s*(?:\d\d:\d\d:\d\d +)?\d{1,8} +[\w?]{1,4}/[\w?]{1,4} +\S+ +"
    + _RATE.format("read")
    + " +"
    + _RATE.format("write")
    + r" +(?:(?P<swap>\d+\.\d+) % +)?(?P<wait>\d+\.\d+) % +(?P<name>.+?)'?\s*$"
)
_OTHER = lazy(r"\s*(?:b')?\s*(?:\d\d:\d\d:\d\d +)?\d{1,8} +[\w?]{1,4}/[\w?]{1,4} +\S+ +.*")
_FLUSHER = lazy(r"\[(?:kworker/\S*[+-]flush|flush-|pdflush|bdi-)")
_KERNEL = lazy(r"\[")
_WAITING_PERCENT = 80.0
"""What waits so much of an interval hardly did anything else."""
_SWAPPING_PERCENT = 50.0
"""What waits half of an interval for pages from swap is stopped by it."""


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not (_TOTALS.match(lines[start]) or _HEADING.match(lines[start])):
        return None
    return start, run(lines, start, _TOTALS, _HEADING, _OTHER, blanks=2)


def _rate(value: str, unit: str) -> float:
    return size(value.replace(",", ".") + unit) or 0.0


def _read(output: Output) -> Reading:
    writes: list[float] = []
    disks: list[float] = []
    ahead: list[float] = []
    flushers: list[float] = []
    waiting: list[int] = [0]
    swapping: list[int] = [0]
    used = []
    for index, line in enumerate(output.lines):
        if match := _TOTALS.match(line):
            rate = _rate(match["write"], match["write_unit"])
            if match["of"] == "Total":
                writes.append(rate)
                waiting.append(0)
                swapping.append(0)
            else:
                disks.append(rate)
                ahead += [writes[-1] - rate] if writes else []
        elif _HEADING.match(line):
            continue
        elif match := _THREAD.match(line):
            share = float(match["wait"])
            if _FLUSHER.match(match["name"]):
                flushers.append(share)
            swapping[-1] += float(match["swap"] or 0) >= _SWAPPING_PERCENT
            waiting[-1] += share >= _WAITING_PERCENT and not _KERNEL.match(match["name"])
        else:
            continue
        used.append(output.span(index))
    values: dict[str, Value | bool] = {"output": output.label, "samples": max(len(writes), len(disks), 1)}
    for slot, column in (
        ("write-max-bytes-s", writes), ("disk-write-max-bytes-s", disks), ("ahead-max-bytes-s", ahead),
        ("flusher-wait-percent", flushers), ("waiting-threads", waiting),
        ("swapping-threads", [most] if (most := max(swapping)) else []),
    ):  # fmt: skip
        if column:
            values[slot] = max(column)
    return Reading([Row("io-threads", values, output.whole)], used=used)


HINTS = ("DISK READ", "DISK WRITE")
READERS = (
    Reader(
        "iotop",
        lazy(r"\s*(?:b')?(?:\d\d:\d\d:\d\d )?(?:Total|Actual|Current) DISK READ ?:|" + _HEADING.pattern),
        _extent,
        _read,
        of_no_use=(("heading", _HEADING), ("thread whose waiting is not shown", _OTHER)),
    ),
)
