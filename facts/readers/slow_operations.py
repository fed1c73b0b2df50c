"""``zfsslower``, ``ext4slower``, ``xfsslower``, ``btrfsslower`` and ``nfsslower`` of BCC: operations slower than a threshold.

Each line is one operation: R reads, W writes, O opens, S waits until a file is on disk, G gets attributes. Only the
title names the file system. All lines of one program make a row; how many were quick is not told.

Sample::

    >>> from facts.readers import show
    >>> show('''Tracing ZFS operations slower than 10 ms
    ... TIME     COMM           PID    T BYTES   OFF_KB   LAT(ms) FILENAME
    ... 06:31:28 nfsd           2214   S 0       0          31.20 mbox
    ... 06:31:29 nfsd           2215   S 0       0          52.40 mbox
    ... 06:31:29 dd             3311   R 131072  1024       12.01 a.img
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    fs-slower lines 1-5 read
      slow-operations: calls=2 file-system=zfs output=input:1 program=nfsd sync-ms-max=52.4 sync-ms-median=41.8 syncs=2 (3-4)
      slow-operations: calls=1 file-system=zfs output=input:1 program=dd syncs=0 (5-5)
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, Span
from facts.schema import Value

_TITLE = lazy(r"\s*Tracing (?P<system>ZFS|ext4|XFS|btrfs|NFS|EXT4|Btrfs) operations(?: that are)? slower than \d+ ms")
_HEADING = lazy(r"\s*TIME\s+COMM\s+PID\s+T\s+BYTES\s+OFF_KB\s+LAT\(ms\)\s+FILENAME\s*$")
_CALL = lazy(
    r"\s*\d\d:\d\d:\d\d\s+(?P<program>\S(?:.{0,14}\S)?)\s+\d+\s+(?P<kind>[RWOSG])\s+\d+\s+\d+\s+(?P<ms>\d+\.\d+)(?:\s+\S.*)?$"
)


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    heading = start + (1 if _TITLE.match(lines[start]) else 0)
    if heading >= len(lines) or not _HEADING.match(lines[heading]):
        return None
    end = heading + 1
    while end < len(lines) and (_CALL.match(lines[end]) or (_HEADING.match(lines[end]) and end + 1 < len(lines))):
        end += 1
    return (start, end) if end > heading + 1 else None


def _read(output: Output) -> Reading:
    reading = Reading()
    title = _TITLE.match(output.lines[0])
    calls: dict[str, list[tuple[int, str, float]]] = {}
    for index, line in enumerate(output.lines):
        if match := _CALL.match(line):
            calls.setdefault(match["program"], []).append((index, match["kind"], float(match["ms"])))
    for program, found in calls.items():
        syncs = [ms for _, kind, ms in found if kind == "S"]
        values: dict[str, Value | bool] = {
            "program": program, "output": output.label, "calls": len(found), "syncs": len(syncs),
        }  # fmt: skip
        if title:
            values["file-system"] = title["system"].lower()
        if syncs:
            values |= {"sync-ms-median": float(median(syncs)), "sync-ms-max": max(syncs)}
        reading.rows.append(Row("slow-operations", values, output.span(found[0][0], found[-1][0])))
    return reading


HINTS = ("LAT(ms)",)
READERS = (
    Reader("fs-slower", lazy(r"\s*(?:Tracing \w+ operations|TIME\s+COMM\s+PID\s+T\s)"), _extent, _read,
           of_no_use=(("title", _TITLE), ("heading", _HEADING), ("another operation", _CALL))),
)  # fmt: skip
