"""``/proc/spl/kstat/zfs/POOL/txgs`` and a script of DTrace: the last transaction groups of a pool, how long each was written.

OpenZFS on Linux keeps a hundred of them (``zfs_txg_history``). Times are nanoseconds: ``otime`` open, ``qtime`` quiescing,
``wtime`` waiting for the one before, ``stime`` being written. Groups that are still open, or not yet written, are left out.
The pool stands only in the path.

Sample::

    >>> from facts.readers import show
    >>> show('''# cat /proc/spl/kstat/zfs/tank/txgs
    ... txg  birth  state ndirty  nread  nwritten  reads  writes  otime  qtime  wtime  stime
    ... 130127  534426220200134  C  6297088  0  3649536  0  115  5000000000  4060  6600  250000000
    ... 130128  534431340127549  C  6790144  0  4276224  0  183  5000000000  4420  8340  350000000
    ... 130129  534436345172845  O  0  0  0  0  0  0  0  0  0
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    txgs-kstat lines 2-5 read
      txg-history: dirty-max-bytes=6790144 groups=2 open-seconds-median=5 output=input:2 pool=tank
        sync-seconds-max=0.35 sync-seconds-median=0.3 sync-share-percent=6 written-median-bytes=3962880 (2-5)
      system: os=linux zfs-era=openzfs (2-5)

A script of DTrace that is often copied, ``duration.d POOL``, times each group that is written::

    >>> show('''# dtrace -s duration.d tank
    ... CPU     ID                    FUNCTION:NAME
    ...   3  21092                  none:txg-synced sync took 5.94 seconds
    ...   1  21092                  none:txg-synced sync took 6.74 seconds
    ... ''')
    txg-durations lines 3-4 read
      txg-history: groups=2 output=input:3 pool=tank sync-seconds-max=6.74 sync-seconds-median=6.34 (3-4)
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from facts.kit import extent_of, run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value

_KSTAT = lazy(r"\s*\d+ \d+ 0x[0-9a-f]+ \d+ \d+ \d+ \d+\s*\Z")
_HEADER = lazy(r"\s*txg\s+(?:birth\s+(?:timestamp\s+)?state|state\s+birth)\s.*\bstime\s*\Z")
_ROW = lazy(r"\s*\d+\s+(?:\d+|[A-Z])\s+\S.*\Z")
# the first versions called the file txgs-POOL
_PLACE = lazy(r"(?>.*?(?:/kstat/zfs/|\btxgs-))(?P<pool>[A-Za-z][\w.:-]*)(?:/txgs\b|\Z|(?=\s))")
# open, quiesced, waiting for the sync, syncing; B is the birth of one
_OPEN = frozenset("BOQWS")
_NEEDED = ("state", "nwritten", "otime", "stime")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    head = start + 1 if _KSTAT.match(lines[start]) else start
    if head >= len(lines) or not _HEADER.match(lines[head]):
        return None
    return start, run(lines, head + 1, _ROW)


def _groups(output: Output, reading: Reading) -> list[dict[str, float]]:
    """The numbers of each group that was written."""
    head = next(i for i, line in enumerate(output.lines) if _HEADER.match(line))
    columns = output.lines[head].split()
    if not set(_NEEDED) <= set(columns):
        reading.refusals.append(Refusal(output.span(head), "the heading lacks a column"))
        return []
    groups = []
    for index, line in enumerate(output.lines[head + 1 :], head + 1):
        cells = dict(zip(columns, line.split(), strict=False))
        numbers = {name: cells.get(name, "") for name in _NEEDED if name != "state"}
        if "ndirty" in columns:
            numbers["ndirty"] = cells.get("ndirty", "")
        if not all(text.isdecimal() for text in numbers.values()):
            reading.refusals.append(Refusal(output.span(index), "row that is cut off or has no numbers"))
        elif cells["state"] in _OPEN:
            reading.pass_over("group that is not written yet", output.span(index))
        elif cells["state"] == "C":
            reading.used.append(output.span(index))
            groups.append({name: float(text) for name, text in numbers.items()})
    return groups


def _read(output: Output) -> Reading:
    reading = Reading()
    groups = _groups(output, reading)
    place = _PLACE.match(output.command) or _PLACE.match(output.path)
    reading.rows.append(Row("system", {"os": "linux", "zfs-era": "openzfs"}, output.whole, inferred=True))
    if not groups:
        return reading
    opened, written = [group["otime"] / 1e9 for group in groups], [group["stime"] / 1e9 for group in groups]
    values: dict[str, Value | bool] = {
        "pool": place["pool"] if place else "",
        "output": output.label,
        "groups": len(groups),
        "open-seconds-median": median(opened),
        "sync-seconds-median": median(written),
        "sync-seconds-max": max(written),
        "written-median-bytes": median(group["nwritten"] for group in groups),
    }
    if dirty := [group["ndirty"] for group in groups if "ndirty" in group]:
        values["dirty-max-bytes"] = max(dirty)
    if sum(opened) > 0:
        values["sync-share-percent"] = min(100.0, 100 * sum(written) / sum(opened))
    reading.rows.insert(0, Row("txg-history", values, output.whole))
    return reading


_SYNC = lazy(r"\s*\d+\s+\d+\s+\w*:txg-synced\s+sync took (?P<seconds>\d+(?:\.\d+)?) seconds\s*\Z")
_SCRIPT = lazy(r".*\bdtrace\b.*\.d\s+(?P<pool>[A-Za-z][\w.:-]*)\s*\Z")


def _read_durations(output: Output) -> Reading:
    seconds = [float(match["seconds"]) for _, match in output.matches(_SYNC)]
    script = _SCRIPT.match(output.command)
    values: dict[str, Value | bool] = {
        "pool": script["pool"] if script else "",
        "output": output.label,
        "groups": len(seconds),
        "sync-seconds-median": median(seconds),
        "sync-seconds-max": max(seconds),
    }
    return Reading([Row("txg-history", values, output.whole)], used=output.matching(_SYNC))


HINTS = ("txg      birth", "txg birth", "otime", "sync took ")
READERS = (
    Reader(
        "txgs-kstat",
        lazy(r"\s*(?:\d+ \d+ 0x|txg\s+(?:birth|state)\s)"),
        _extent,
        _read,
        of_no_use=(("head of a kstat", _KSTAT), ("heading", _HEADER)),
    ),
    Reader("txg-durations", _SYNC, extent_of(_SYNC, blanks=1), _read_durations),
)
