"""``cat /proc/spl/kstat/zfs/arcstats`` and its like: the ZFS cache in RAM.

Known versions: the kstat file of OpenZFS on Linux (``name type data``); ``kstat -p zfs:0:arcstats`` and plain ``kstat
-n arcstats`` of Solaris and illumos; ``echo ::arc | mdb -k`` (``c_max = 1024 MB``). The other kstat files of that
folder are told by their names: ``zil`` is read as kind ``zil-kstat``, the rest is kind ``zfs-kstat``, which holds
nothing that is used.

Samples::

    >>> from facts.readers import show
    >>> show('''12 1 0x01 98 26656 1724392156358366 10768748012094060
    ... name                            type data
    ... hits                            4    153
    ... c                               4    6442450944
    ... c_min                           4    1073741824
    ... c_max                           4    8589934592
    ... size                            4    6400000000
    ... ''')
    arcstats lines 1-7 read
      arc: max-bytes=8589934592 min-bytes=1073741824 size-bytes=6400000000 target-bytes=6442450944 (1-7)
      system: zfs-era=openzfs (1-7)

    >>> show('''15 1 0x01 13 3536 1724392207037970 10768737698695568
    ... name                            type data
    ... zil_commit_count                4    90
    ... zil_itx_indirect_count          4    3
    ... ''')
    zil-kstat lines 1-4 read
      zil: commits=90 indirect-count=3 (1-4)

    >>> show('''11 1 0x01 12 3264 1724392104847763 10768748012036332
    ... name                            type data
    ... dmu_tx_assigned                 4    153
    ... ''')
    zfs-kstat lines 1-3 nothing
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import Values, run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, Span
from facts.units import number, size

# id, type, flags, number of entries, bytes, two times in nanoseconds
_KSTAT = lazy(r"\s*\d+ \d+ 0x[0-9a-f]+ \d+ \d+ \d+ \d+\s*\Z")
_COLUMNS = lazy(r"\s*(?:name\s+type\s+data|nread\s+nwritten\b.*|txg\s+birth\s+state\b.*|\S+(?:\s+\S+){3,})\s*\Z")
_ENTRY = lazy(r"\s*(?P<name>[a-z][\w]*)\s+\d\s+(?P<value>\S+)\s*\Z")
_KSTAT_P = lazy(r"\s*zfs:0:arcstats:(?P<name>\w+)\s+(?P<value>\S+)\s*\Z")
_MODULE = lazy(r"\s*module:\s+zfs\s+instance:\s+0\s*\Z")
_MODULE_NAME = lazy(r"\s*name:\s+arcstats\s+class:\s+misc\s*\Z")
_MODULE_ENTRY = lazy(r"\s+(?P<name>[a-z]\w*)\s+(?P<value>[\d.]+)\s*\Z")
_MDB = lazy(r"\s*(?P<name>[a-z]\w*(?: / [a-z]\w*)?)\s+=\s+(?P<value>\d+)(?:\s+(?P<unit>[KMGB]+))?\s*\Z")

_SLOTS = {
    "size": "size-bytes",
    "c": "target-bytes",
    "c_max": "max-bytes",
    "c_min": "min-bytes",
    "arc_meta_used": "metadata-bytes",
    "arc_meta_limit": "metadata-limit-bytes",
    "l2_hdr_size": "l2-header-bytes",
    "memory_throttle_count": "throttle-count",
    "arc_no_grow": "growth-stopped",
}
_ZIL_SLOTS = {
    "zil_commit_count": "commits",
    "zil_itx_indirect_count": "indirect-count",
    "zil_itx_copied_count": "copied-count",
    "zil_itx_needcopy_count": "needcopy-count",
    "zil_itx_metaslab_normal_bytes": "in-pool-bytes",
    "zil_itx_metaslab_slog_bytes": "log-device-bytes",
}


def _extent_kstat(lines: Sequence[str], start: int, command: str) -> Span | None:
    """A kstat file: its numbers, the headings, the entries or rows."""
    if not _KSTAT.match(lines[start]) or start + 1 >= len(lines) or not _COLUMNS.match(lines[start + 1]):
        return None
    if lines[start + 1].split()[:2] in (["txg", "birth"], ["txg", "state"]):
        return None  # a reader of its own takes it
    end = start + 2
    if "type" in lines[start + 1].split():
        end = run(lines, end, _ENTRY)
        if end < len(lines) and re.match(r"\s*(?=[a-z]\w*_)\w++(?:\s+\d)?\s*\Z|\s*[a-z]\w*\s+\d\s*\Z", lines[end]):
            end += 1
    else:
        end = run(lines, end, lazy(r"\s*\d+(?:\s+\S+)+\s*\Z"))
    return start, end


def _names(lines: Sequence[str]) -> set[str]:
    return {match["name"] for line in lines if (match := _ENTRY.match(line))}


def _extent_zil(lines: Sequence[str], start: int, command: str) -> Span | None:
    span = _extent_kstat(lines, start, command)
    names = _names(lines[slice(*span)]) if span else set()
    # Of one dataset the same counters stand in a file of its own, which is not the host's sum.
    return span if any(n.startswith("zil_") for n in names) and "dataset_name" not in names else None


def _extent_arc(lines: Sequence[str], start: int, command: str) -> Span | None:
    line = lines[start]
    if _KSTAT.match(line):
        span = _extent_kstat(lines, start, command)
        return span if span and _names(lines[slice(*span)]) & {"c_max", "arc_meta_used", "mru_hits"} else None
    if _KSTAT_P.match(line):
        return start, run(lines, start, _KSTAT_P)
    if _MODULE.match(line) and start + 1 < len(lines) and _MODULE_NAME.match(lines[start + 1]):
        return start, run(lines, start + 2, _MODULE_ENTRY)
    if _MDB.match(line):
        end = run(lines, start, _MDB)
        names = {match["name"] for text in lines[start:end] if (match := _MDB.match(text))}
        return (start, end) if {"c", "size"} <= names and names & {"c_max", "c_min / c_max"} else None
    return None


def _entries(output: Output) -> list[tuple[int, str, str]]:
    found = []
    for index, line in enumerate(output.lines):
        for pattern in (_KSTAT_P, _ENTRY, _MDB, _MODULE_ENTRY):
            if match := pattern.match(line):
                unit = match.groupdict().get("unit") or ""
                found.append((index, match["name"], match["value"] + unit))
                break
    return found


def _cut(output: Output) -> list[Refusal]:
    """The last line of a kstat file, where it has no value."""
    last = len(output.lines) - 1
    known = _KSTAT.match(output.lines[0]) and "type" in output.lines[1].split() and last > 1
    if not known or _ENTRY.match(output.lines[last]):
        return []
    return [Refusal(output.span(last), "entry without its value")]


def _values(output: Output, slots: dict[str, str], reading: Reading) -> Values:
    values: Values = {}
    for index, name, text in _entries(output):
        if name == "memory_available_bytes" and slots is _SLOTS:
            reading.used.append(output.span(index))
            if text.startswith("-"):
                values["growth-stopped"] = True  # less than nothing can be had: it is asked to give way
        elif slot := slots.get(name):
            reading.used.append(output.span(index))
            value = size(text) if slot.endswith("-bytes") else number(text)
            if slot == "growth-stopped" and value is not None:
                values[slot] = bool(value) or values.get(slot, False)
            elif value is None:
                reading.refusals.append(Refusal(output.span(index), f"{name} cannot be read: {text}"))
            else:
                values[slot] = value
    return values


_OWN = lazy(
    r"\s*(?:c_(?:max|min)|arc_(?:meta_\w+|no_grow|tempreserve|loaned_bytes|prune|dnode_limit|sys_free|need_free)|memory_throttle_count"
    r"|(?:mru|mfu)(?:_ghost)?_(?:hits|size|data|metadata|evictable\w*)|l2_(?:hits|misses|size|asize|hdr_size|feeds|io_error|cksum_bad|writes_\w+)"
    r"|(?:demand|prefetch)_(?:data|metadata)_(?:hits|misses)|hash_(?:elements|chains|collisions)(?:_max)?|memory_(?:direct|indirect)_count"
    r"|(?:data|metadata|dnode|hdr|dbuf|bonus)_size|memory_(?:all|free|available)_bytes|evict_(?:skip|not_enough|l2_\w+)|mutex_miss"
    r"|zil_(?:commit|itx)_\w+|dmu_tx_\w+)\s+[347]\s+-?\d+\s*\Z"
)
"""An entry of such a file whose name no other file has."""
_NAMED = lazy(
    r"\s*(?:size|c|p|hits|misses|deleted|anon_size|other_size|overhead_size|[a-z]\w*_[a-z]\w*)\s+[347]\s+-?\d+\s*\Z"
)


def _extent_entries(lines: Sequence[str], start: int, command: str) -> Span | None:
    """Entries without the head of their file, as grep or a copy leaves them."""
    end = run(lines, start, _NAMED, _OWN)
    own = [_OWN.match(line) is not None for line in lines[start:end]]
    return (start, end) if any(own) or (end > start and "arcstats" in command) else None


_PLAIN = lazy(
    r"\s+(?:size|[cp]|c_max|c_min|(?:data|hdr|other|l2|l2_hdr)_size|arc_meta_\w+|memory_throttle_count|arc_no_grow)\s+\d{1,20}\s*\Z"
)
"""An entry as kstat of Solaris and illumos prints it, without the head that tells the module."""
_PLAIN_OWN = lazy(r"\s+(?:c_max|hdr_size|l2_hdr_size|arc_meta_\w+|memory_throttle_count|arc_no_grow)\s")


def _extent_plain(lines: Sequence[str], start: int, command: str) -> Span | None:
    end = run(lines, start, _PLAIN)
    sure = any(map(_PLAIN_OWN.match, lines[start:end]))
    return (start, end) if end - start > 1 and sure and ("kstat" in command or end - start > 2) else None


def _read_plain(output: Output) -> Reading:
    reading = Reading()
    if values := _values(output, _SLOTS, reading):
        reading.rows.append(Row("arc", values, output.whole))
    return reading


def _read_entries(output: Output) -> Reading:
    reading = Reading()
    names = _names(output.lines)
    of_zil = any(name.startswith("zil_") for name in names)
    if values := _values(output, _ZIL_SLOTS if of_zil else _SLOTS, reading):
        reading.rows.append(Row("zil" if of_zil else "arc", values, output.whole))
    reading.infer_system("linux", output.span(0))
    return reading


def _read_arc(output: Output) -> Reading:
    reading = Reading(refusals=_cut(output))
    if values := _values(output, _SLOTS, reading):
        reading.rows.append(Row("arc", values, output.whole))
        if _KSTAT.match(output.lines[0]):
            ram = _values(output, {"memory_all_bytes": "ram-bytes"}, Reading())
            reading.rows.append(Row("system", {"zfs-era": "openzfs", **ram}, output.whole, inferred=True))
    return reading


def _read_zil(output: Output) -> Reading:
    reading = Reading(refusals=_cut(output))
    if values := _values(output, _ZIL_SLOTS, reading):
        reading.rows.append(Row("zil", values, output.whole))
    return reading


def _read_nothing(output: Output) -> Reading:
    return Reading(refusals=_cut(output))


_OF_NO_USE = (
    ("head of a kstat", _KSTAT), ("head of a kstat", lazy(rf"{_MODULE.pattern}|{_MODULE_NAME.pattern}")),
    ("heading", lazy(r"\s*[a-z]\w*(?:\s+[a-z]\w*){2,40}\s*\Z")), ("another counter", _ENTRY), ("another counter", _KSTAT_P),
    ("another counter", _MDB), ("another counter", lazy(r"\s*(?:[a-z]\w*\s+[\d.]+|\d{1,20}(?:\s+\d{1,20}){7,20})\s*\Z")),
)  # fmt: skip
_START = lazy(r"\s*\d+ \d+ 0x")

HINTS = (
    "arcstats", "c_max", " 0x0", "c_min ", "arc_meta", "memory_throttle", "mru_", "mfu_", "l2_", "demand_", "hash_elements", "zil_",
    "dmu_tx_", "arc_no_grow", "prefetch_", "_size ", "memory_all",
)  # fmt: skip
BEFORE = ("txgs",)
READERS = (
    Reader(
        "arcstats",
        lazy(r"\s*(?:\d+ \d+ 0x|zfs:0:arcstats:|module:\s+zfs|hits\s+=|[cp]\s+=\s+\d)"),
        _extent_arc,
        _read_arc,
        of_no_use=_OF_NO_USE,
    ),
    Reader("zil-kstat", _START, _extent_zil, _read_zil, of_no_use=_OF_NO_USE),
    Reader("zfs-kstat", _START, _extent_kstat, _read_nothing, of_no_use=_OF_NO_USE),
    Reader(
        "kstat-entries", _NAMED, _extent_entries, _read_entries, lazy(r"\bkstat/zfs/arcstats\b"), of_no_use=_OF_NO_USE
    ),
    Reader("kstat-entries", _PLAIN, _extent_plain, _read_plain, of_no_use=_OF_NO_USE),
)
