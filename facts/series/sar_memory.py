"""What the tables of sar tell of memory, swapping, paging and the run queue.

Linux: ``-r`` (its columns changed with nearly every version), ``-S``, ``-W``, ``-B``, ``-q``, ``-q MEM``. Solaris: ``-g``,
``-p``, ``-r``, ``-q``, ``-w``.
"""

from __future__ import annotations

from math import ceil, isfinite

from facts.reading import Output, Row
from facts.series.columns import Column, together
from facts.series.numbers import (
    NAN,
    any_known,
    chosen_by,
    highest,
    lowest,
    mean,
    slots,
    times,
    unknown_like,
)
from facts.series.sar_grid import Grid
from facts.series.sar_tables import Tables
from facts.series.scans import scan_episodes
from facts.series.swaps import Swapping, swap_episodes

_PAGE_KB = {"ppc64": 64.0, "ppc64le": 64.0, "ia64": 16.0, "sun4u": 8.0, "sun4v": 8.0, "sun4us": 8.0}
"""Kilobytes of a page where it is not 4; some ARM kernels have pages of 64 kB too, which the banner does not tell."""

_KB = 1024.0
_MUCH_DIRTY = 0.05
"""Part of all memory; no kernel begins to write in the background before that."""
SAYS = frozenset("""kbmemfree kbswpfree pswpin/s pgpgin/s majflt/s runq-sz %fmem pgscan/s ppgout/s freemem pflt/s
    ppgin/s swpot/s""".split())  # fmt: skip
"""Only tables with one of these columns are looked at."""

_EXTREMES = (
    ("pswpin/s", "swap-in-max-kb-s", False), ("pswpout/s", "swap-out-max-kb-s", False),
    ("majflt/s", "major-faults-max-s", False), ("pgscand/s", "direct-scanned-max-pages-s", False),
    ("kbavail", "available-min-bytes", True), ("kbpgtbl", "page-tables-max-bytes", False),
    ("pgscan/s", "scan-rate-max-pages-s", False), ("%fmem", "memory-stalled-max-percent", False),
)  # fmt: skip
"""Columns of which the lines with the highest or, where true, the lowest value are told."""

_HISTORY = dict.fromkeys("""kbmemfree freemem %swpused majflt/s pgscand/s pgscank/s pgscan/s kbavail kbmemused %memused
    %commit kbpgtbl kbdirty
    runq-sz blocked %fmem pswpin/s pswpout/s""".split(), False) | {name: True for name, _, _ in _EXTREMES}  # fmt: skip
_SWAPPING = {"pswpin/s": True, "pswpout/s": False, "kbmemfree": False}
_SCANNING = {"pgscan/s": True, "ppgout/s": False, "freemem": False, "swpot/s": False}
"""The columns that are looked at, and whether their lines are."""


def memory_rows(tables: Tables, output: Output, interval: float | None, arch: str | None) -> list[Row]:
    """The ``memory-history``, ``swap-episode`` and ``scan-episode`` rows of one sar output.

    Args:
        tables: the tables that were walked.
        output: the output, for lines and its label.
        interval: seconds between samples as the command said, or None.
        arch: the machine as the banner names it, for the size of a page.
    """
    parts = {place: part for place, part in tables.parts.items() if not place[1] and SAYS & set(place[0])}
    if not parts:
        return []
    told = Tables(parts=parts, dated=tables.dated, scratch=tables.scratch)
    page = _PAGE_KB.get(arch or "", 4.0)
    rows: list[Row] = []
    for made in (_history, _swapping, _scanning):
        end = tables.scratch.end if tables.scratch is not None else 0
        rows += made(told, output, interval, page)
        if tables.scratch is not None:
            tables.scratch.cut(end)
    return rows


def _history(tables: Tables, output: Output, interval: float | None, page: float) -> list[Row]:
    grid = Grid(tables, _HISTORY)
    line = grid.timeline(interval)

    def column(name: str, factor: float = 1.0) -> Column:
        return times(factor, grid.columns.get(name, []))

    into, out = column("pswpin/s", page), column("pswpout/s", page)
    free = column("kbmemfree", _KB) if "kbmemfree" in grid.columns else column("freemem", page * _KB)
    tables_kb = column("kbpgtbl", _KB)
    values: dict[str, str | float | int] = {"output": output.label, "samples": grid.count}
    values |= slots(
        interval_seconds=line.interval if line.known else NAN,
        swap_in_mean_kb_s=mean(into), swap_in_max_kb_s=highest(into),
        swap_out_mean_kb_s=mean(out), swap_out_max_kb_s=highest(out),
        swap_used_max_percent=highest(column("%swpused")),
        major_faults_mean_s=mean(column("majflt/s")),
        major_faults_max_s=highest(column("majflt/s")),
        direct_scanned_max_pages_s=highest(column("pgscand/s")),
        background_scanned_max_pages_s=highest(column("pgscank/s")),
        scan_rate_max_pages_s=highest(column("pgscan/s")),
        available_min_bytes=lowest(column("kbavail", _KB)),
        available_min_percent=_available_percent(column("kbavail"), column("kbmemused"), column("%memused")),
        free_min_bytes=lowest(free),
        committed_max_percent=highest(column("%commit")),
        page_tables_min_bytes=lowest(tables_kb), page_tables_max_bytes=highest(tables_kb),
        run_queue_max=highest(column("runq-sz")),
        blocked_max=highest(column("blocked")),
        memory_stalled_max_percent=highest(column("%fmem")),
    )  # fmt: skip
    return [
        Row("memory-history", values, _span(tables), _extremes(grid), line.times[0]),
        *_unwritten(
            column("kbdirty", _KB), column("kbavail", _KB), free, column("kbmemused", _KB), _span(tables), line.times[0]
        ),
    ]


def _unwritten(
    dirty: Column, available: Column, free: Column, used: Column, span: tuple[int, int], time: float | None
) -> list[Row]:
    """The most that was dirty, where it was much: samples of minutes miss peaks, so that little tells nothing."""
    if not (any_known(dirty) and any_known(used)):
        return []
    total, most = highest(together(lambda a, b: a + b, free, used)), highest(dirty)
    if not most >= _MUCH_DIRTY * total:
        return []
    values = slots(
        mem_total_bytes=total, dirty_bytes=most, dirty_and_writeback_peak_bytes=most,
        mem_available_bytes=lowest(available) if any_known(available) else NAN,
    )  # fmt: skip
    return [Row("meminfo", values, span, time=time)]


def _span(tables: Tables) -> tuple[int, int]:
    """The first and the last line of all tables."""
    spans = [part.span for part in tables.parts.values()]
    return min(first for first, _ in spans), max(last for _, last in spans)


def _available_percent(available: Column, used: Column, percent: Column) -> float:
    """The least share of memory that was available; all of it follows from what is used and its percentage."""
    if not (len(available) and len(used) and len(percent)):
        return NAN
    told = together(lambda taken, share: (taken > 0) & (share > 0), used, percent)
    whole = together(lambda free, share: free * share, available, percent)
    return lowest(together(lambda free, taken: free / taken, chosen_by(whole, told), chosen_by(used, told)))


def _extremes(grid: Grid) -> dict[str, tuple[int, int]]:
    """The lines on which the highest and lowest values stand."""
    found = {}
    for name, slot, least in _EXTREMES:
        values = grid.columns.get(name)
        if values is not None and any_known(values):
            line = int(grid.lines[name][values.index((lowest if least else highest)(values))])
            found[slot] = (line, line)
    return found


def _swapping(tables: Tables, output: Output, interval: float | None, page: float) -> list[Row]:
    """Stretches of ``-W``; Solaris tells only whole processes (``-w``), which is not the same."""
    if not _have(tables, "pswpin/s", "pswpout/s"):
        return []
    grid = Grid(tables, _SWAPPING, "pswpin/s")
    into, out = times(page, grid.columns["pswpin/s"]), times(page, grid.columns["pswpout/s"])
    free = times(_KB, grid.columns.get("kbmemfree") or unknown_like(into))
    return swap_episodes(Swapping(into, out, grid.lines["pswpin/s"], grid.timeline(interval), free), output)


def _scanning(tables: Tables, output: Output, interval: float | None, page: float) -> list[Row]:
    """Stretches of ``sar -g`` of Solaris in which the page scanner ran."""
    if not _have(tables, "pgscan/s", "ppgout/s"):
        return []
    grid = Grid(tables, _SCANNING, "pgscan/s")
    scan = grid.columns["pgscan/s"]
    if not any_known(scan):
        return []
    free = times(page * _KB, grid.columns.get("freemem") or unknown_like(scan))
    out = times(page, grid.columns["ppgout/s"])
    # however few whole processes a second: that any are put out is what tells
    swapped = [
        float(ceil(rate)) if isfinite(rate) else NAN for rate in grid.columns.get("swpot/s") or unknown_like(scan)
    ]
    return scan_episodes(scan, free, out, swapped, grid.lines["pgscan/s"], grid.timeline(interval), output)


def _have(tables: Tables, *wanted: str) -> bool:
    """Whether there are tables with all of these columns."""
    return all(any(name in names for names, _ in tables.parts) for name in wanted)
