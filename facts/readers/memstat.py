"""``echo ::memstat | mdb -k``: what Solaris uses its memory for.

Known versions: ``Page Summary  Pages  MB  %Tot`` (Solaris 10, illumos), with a ``ZFS File Data`` row since Solaris 10
10/09, and ``Physical`` below ``Total`` in some; ``Bytes`` with suffixes and ``ZFS Metadata``, ``Guest`` (Solaris 11);
``Usage Type/Subtype`` with indented parts (Solaris 11.3). Repeated samples, with or without seconds since 1970 between
them, are one output: the last whole sample counts.

Sample::

    >>> from facts.readers import show
    >>> show('''Page Summary                Pages                MB  %Tot
    ... ------------     ----------------  ----------------  ----
    ... Kernel                     131072               512   25%
    ... ZFS File Data              262144              1024   50%
    ... Anon                        65536               256   12%
    ... Exec and libs                2048                 8    0%
    ... Page cache                   4096                16    1%
    ... Free (cachelist)             8192                32    2%
    ... Free (freelist)             51200               200   10%
    ...
    ... Total                      524288              2048
    ... ''')
    memstat lines 1-11 read
      memstat: anon-bytes=268435456 free-cachelist-bytes=33554432 free-freelist-bytes=209715200 kernel-bytes=536870912 \
page-cache-bytes=16777216 page-size-bytes=4096 total-bytes=2147483648 zfs-file-data-bytes=1073741824 (1-11)
      system: os=solaris page-size-bytes=4096 ram-bytes=2147483648 (1-11)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value
from facts.stamps import stamp_line
from facts.units import size

_HEADER = lazy(r"\s*(?:Page Summary|Usage Type/Subtype)\s+Pages\s+(?P<unit>MB|Bytes)\s+%Tot\b")
_RULE = lazy(r"\s*-{4,}(?:\s+-{2,})+\s*\Z")
_ROW = lazy(
    r"(?P<indent>\s*)(?P<name>[A-Z][A-Za-z/()]*(?:"
    r" [A-Za-z/()]+){0,4})\s+(?P<pages>\d+)\s+(?P<size>\d[\d.,]*\s?[kKmMgGtT]?)"
    r"(?:\s+[\d.,]+%.*)?\s*\Z"
)
_NAMES = (
    "kernel|guest|vmm memory|boot pages|zfs|zfs metadata|zfs file data|zfs data|zfs kernel data|anon|user/anon"
    "|exec and libs"
    "|page cache|free|free (cachelist)|free (freelist)|total|physical|regular kernel|defdump prealloc|regular"
    " user/anon|osm"
    "|ism|in-kernel|shared memory|other|in use by vm|hypervisor"
).split("|")
# The cut-off end of a sample whose beginning is missing.
_TAIL = lazy(r"\s*\d+%\s*\Z")
_SLOTS = {
    "kernel": "kernel-bytes",
    "zfs file data": "zfs-file-data-bytes",
    "zfs data": "zfs-file-data-bytes",
    "anon": "anon-bytes",
    "user/anon": "anon-bytes",
    "page cache": "page-cache-bytes",
    "free (cachelist)": "free-cachelist-bytes",
    "free (freelist)": "free-freelist-bytes",
    "free": "free-freelist-bytes",
    "total": "total-bytes",
}
_PAGE_SIZES = (4096, 8192)
_Found = tuple[int, str, re.Match[str]]


def _named_row(line: str) -> re.Match[str] | None:
    match = _ROW.match(line)
    # parts stand indented below what they are a part of, under names of their own
    part = match is not None and len(match["indent"]) >= 2 and "%/" in line
    return match if match and (match["name"].lower() in _NAMES or part) else None


def _is_broken(line: str) -> bool:
    return line.strip().lower().startswith(("kernel", "zfs ", "anon", "exec and", "page cache", "free (", "total"))


def _begin(lines: Sequence[str], start: int) -> int:
    """The first line of what belongs to a heading: a time, and the rest of a sample whose beginning is missing."""
    begin = start
    while begin and (
        stamp_line(lines[begin - 1]) is not None or _named_row(lines[begin - 1]) or _TAIL.match(lines[begin - 1])
    ):
        begin -= 1
    return begin


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _HEADER.match(lines[start]):
        return None
    index = end = start + 1
    rows = 0
    while index < len(lines):
        line = lines[index]
        if _named_row(line):
            rows, end = rows + 1, index + 1
        elif _HEADER.match(line) or _RULE.match(line) or stamp_line(line) is not None:
            end = index + 1
        elif line.strip() and not (rows and _is_broken(line) and len(line.split()) <= 6):
            break
        elif line.strip():
            end = index + 1
        elif index > end + 1:
            break
        index += 1
    return (_begin(lines, start), end) if rows else None


def _rows(output: Output, start: int, end: int) -> list[_Found]:
    """The rows of the sample below the heading at `start`: index, name in small letters, and match."""
    found = ((index, _named_row(output.lines[index])) for index in range(start + 1, end))
    return [(index, match["name"].lower(), match) for index, match in found if match]


def _page_size(rows: Sequence[_Found], unit: str) -> int | None:
    """Bytes of a page, from the largest row that gives both: 4 KiB on x86, 8 KiB on SPARC."""
    *_, largest = max(rows, key=lambda item: int(item[2]["pages"]) if int(item[2]["pages"]) < 2**48 else 0)
    pages, amount = int(largest["pages"]), size(largest["size"].replace(",", "."))
    if not pages or amount is None:
        return None
    page = amount * (1 << 20 if unit == "MB" else 1) / pages
    return next((p for p in _PAGE_SIZES if 0.85 < page / p < 1.15), None)


def _sample(output: Output, start: int, end: int, rows: Sequence[_Found], reading: Reading) -> dict[str, Value | bool]:
    header = _HEADER.match(output.lines[start])
    page = _page_size(rows, header["unit"] if header else "MB") if rows else None
    for index in range(start + 1, end):
        line = output.lines[index]
        if line.strip() and not (_named_row(line) or _RULE.match(line) or stamp_line(line) is not None):
            reading.refusals.append(Refusal(output.span(index), "row without its numbers"))
    if page is None:
        reading.refusals.append(Refusal(output.span(start, end - 1), "the size of a page cannot be told"))
        return {}
    total = next((int(match["pages"]) for _, name, match in rows if name == "total"), None)
    values: dict[str, Value | bool] = {"page-size-bytes": page}
    whole: float | None = None
    for index, name, match in rows:
        pages = int(match["pages"])
        reading.used.append(output.span(index))
        if total is not None and pages > total and name != "physical":
            reading.refusals.append(Refusal(output.span(index), f"{pages} pages are more than there are"))
        elif name in _SLOTS:
            values.setdefault(_SLOTS[name], float(pages * page))
        elif name == "zfs":
            whole = float(pages * page)
    # one row for all of ZFS where its parts are not shown
    if whole is not None:
        values.setdefault("zfs-file-data-bytes", whole)
    return values


def _system(values: dict[str, Value | bool], rows: Sequence[_Found]) -> dict[str, Value | bool]:
    """What the sample tells of the host: ``Physical`` is its memory where it is shown."""
    page = int(values["page-size-bytes"])
    system: dict[str, Value | bool] = {"os": "solaris", "page-size-bytes": page}
    if physical := [int(match["pages"]) for _, name, match in rows if name == "physical"]:
        system["ram-bytes"] = float(physical[0] * page)
    elif "total-bytes" in values:
        system["ram-bytes"] = values["total-bytes"]
    return system


def _read(output: Output) -> Reading:
    starts = [i for i, line in enumerate(output.lines) if _HEADER.match(line)]
    samples = list(zip(starts, [*starts[1:], len(output.lines)], strict=True))
    whole = [sample for sample in samples if any(name == "total" for _, name, _ in _rows(output, *sample))]
    start, end = whole[-1] if whole else samples[-1]
    reading = Reading()
    lost = [i for i in range(starts[0]) if stamp_line(output.lines[i]) is None]
    if lost:
        reading.refusals.append(Refusal(output.span(lost[0], lost[-1]), "the beginning of this sample is missing"))
    if whole and whole[-1] != samples[-1]:
        reading.refusals.append(Refusal(output.span(samples[-1][0], len(output.lines) - 1), "the sample is cut off"))
    for begin, until in samples:
        reading.pass_over("heading", output.span(begin))
        if begin < start:
            for index, _, _ in _rows(output, begin, until):
                reading.pass_over("sample before the last", output.span(index))
    reading.used += [output.span(n) for n, line in enumerate(output.lines) if stamp_line(line) is not None]
    rows = _rows(output, start, end)
    values = _sample(output, start, end, rows, reading)
    if not values:
        return reading
    lines = output.span(start, rows[-1][0])
    time = stamp_line(output.lines[start - 1]) if start else None
    reading.rows.append(Row("memstat", values, lines, time=time))
    reading.rows.append(Row("system", _system(values, rows), lines, inferred=True))
    if whole:
        reading.complete = frozenset({"memstat"})
    return reading


HINTS = ("Page Summary", "Usage Type/Subtype")
READERS = (Reader("memstat", lazy(r"\s*(?:Page Summary|Usage Type/Subtype)\s+Pages\b"), _extent, _read, of_no_use=()),)
