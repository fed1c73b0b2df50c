"""What the tables of sar tell of memory, swapping, paging and the run queue.

Linux: ``-r`` (its columns changed with nearly every version), ``-S``, ``-W``, ``-B``, ``-q``, ``-q MEM``. Solaris: ``-g``,
``-p``, ``-r``, ``-q``, ``-w``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from facts.reading import Output, Row
from facts.series.numbers import NAN, highest, known, lowest, mean, slots
from facts.series.sar_tables import Part, Tables
from facts.series.scans import scan_episodes
from facts.series.swaps import Swapping, swap_episodes
from facts.series.timeline import Stamp, Timeline, timeline

_PAGE_KB = {"ppc64": 64.0, "ppc64le": 64.0, "ia64": 16.0, "sun4u": 8.0, "sun4v": 8.0, "sun4us": 8.0}
"""Kilobytes of a page where it is not 4; some ARM kernels have pages of 64 kB too, which the banner does not tell."""

_KB = 1024.0
_SAYS = frozenset("""kbmemfree kbswpfree pswpin/s pgpgin/s majflt/s runq-sz %fmem pgscan/s ppgout/s freemem pflt/s
    ppgin/s swpot/s""".split())  # fmt: skip

Series = dict[str, dict[float, tuple[float, int]]]
"""By column: moment to value and line."""


def memory_rows(tables: Tables, output: Output, interval: float | None, arch: str | None) -> list[Row]:
    """The ``memory-history``, ``swap-episode`` and ``scan-episode`` rows of one sar output.

    Args:
        tables: the tables that were walked.
        output: the output, for lines and its label.
        interval: seconds between samples as the command said, or None.
        arch: the machine as the banner names it, for the size of a page.
    """
    series = _series(tables.parts)
    if not _SAYS & series.keys():
        return []
    page = _PAGE_KB.get(arch or "", 4.0)
    rows = [_history(series, tables, output, interval, page)]
    rows += _swapping(series, tables, output, interval, page)
    return rows + _scanning(series, tables, output, interval, page)


def _series(parts: Mapping[tuple[tuple[str, ...], str], Part]) -> Series:
    """The columns of all tables without a key; where two tables print the same, the first counts."""
    found: Series = {}
    for (names, key), part in parts.items():
        if key:
            continue
        for offset, name in enumerate(names):
            column = found.setdefault(name, {})
            values = part.flat[offset :: len(names)]
            for at, line, value in zip(part.seconds, part.lines, values, strict=True):
                column.setdefault(at, (value, line))
    return found


def _over(moments: Iterable[float], dated: bool, interval: float | None) -> tuple[list[float], Timeline]:
    order = sorted(moments)
    stamps = {number: Stamp(at, dated) for number, at in enumerate(order)}
    return order, timeline(len(order), stamps, interval)


def _values(series: Series, name: str, factor: float = 1.0) -> list[float]:
    return [value * factor for value, _ in series.get(name, {}).values()]


def _history(series: Series, tables: Tables, output: Output, interval: float | None, page: float) -> Row:
    moments = {at for name in _SAYS & series.keys() for at in series[name]}
    order, line = _over(moments, tables.dated, interval)
    into, out = _values(series, "pswpin/s", page), _values(series, "pswpout/s", page)
    free = _values(series, "kbmemfree", _KB) or _values(series, "freemem", page * _KB)
    tables_kb = _values(series, "kbpgtbl", _KB)
    values: dict[str, str | float | int] = {"output": output.label, "samples": len(order)}
    values |= slots(
        interval_seconds=line.interval if line.known else NAN,
        swap_in_mean_kb_s=mean(into), swap_in_max_kb_s=highest(into),
        swap_out_mean_kb_s=mean(out), swap_out_max_kb_s=highest(out),
        swap_used_max_percent=highest(_values(series, "%swpused")),
        major_faults_mean_s=mean(_values(series, "majflt/s")),
        major_faults_max_s=highest(_values(series, "majflt/s")),
        direct_scanned_max_pages_s=highest(_values(series, "pgscand/s")),
        background_scanned_max_pages_s=highest(_values(series, "pgscank/s")),
        scan_rate_max_pages_s=highest(_values(series, "pgscan/s")),
        available_min_bytes=lowest(_values(series, "kbavail", _KB)),
        available_min_percent=_available_percent(series),
        free_min_bytes=lowest(free),
        committed_max_percent=highest(_values(series, "%commit")),
        page_tables_min_bytes=lowest(tables_kb), page_tables_max_bytes=highest(tables_kb),
        run_queue_max=highest(_values(series, "runq-sz")),
        blocked_max=highest(_values(series, "blocked")),
        memory_stalled_max_percent=highest(_values(series, "%fmem")),
    )  # fmt: skip
    lines = [at for name in _SAYS & series.keys() for _, at in series[name].values()]
    return Row("memory-history", values, (min(lines), max(lines)), _extremes(series), line.times[0])


def _available_percent(series: Series) -> float:
    """The least share of memory that was available; all of it follows from what is used and its percentage."""
    shares = []
    for at, (available, _) in series.get("kbavail", {}).items():
        used, percent = (series.get(name, {}).get(at, (NAN, 0))[0] for name in ("kbmemused", "%memused"))
        if used > 0 and percent > 0:
            shares.append(available * percent / used)
    return lowest(shares)


def _extremes(series: Series) -> dict[str, tuple[int, int]]:
    """The lines on which the highest and lowest values stand."""
    found = {}
    for name, slot, least in (
        ("pswpin/s", "swap-in-max-kb-s", False), ("pswpout/s", "swap-out-max-kb-s", False),
        ("majflt/s", "major-faults-max-s", False), ("pgscand/s", "direct-scanned-max-pages-s", False),
        ("kbavail", "available-min-bytes", True), ("kbpgtbl", "page-tables-max-bytes", False),
        ("pgscan/s", "scan-rate-max-pages-s", False), ("%fmem", "memory-stalled-max-percent", False),
    ):  # fmt: skip
        entries = [(value, line) for value, line in series.get(name, {}).values() if value == value]
        if entries:
            line = (min if least else max)(entries, key=lambda entry: entry[0])[1]
            found[slot] = (line, line)
    return found


def _swapping(series: Series, tables: Tables, output: Output, interval: float | None, page: float) -> list[Row]:
    """Stretches of ``-W``; Solaris tells only whole processes (``-w``), which is not the same."""
    if "pswpin/s" not in series or "pswpout/s" not in series:
        return []
    order, line = _over(series["pswpin/s"], tables.dated, interval)
    nothing = (NAN, 0)
    into = [series["pswpin/s"][at][0] * page for at in order]
    out = [series["pswpout/s"].get(at, nothing)[0] * page for at in order]
    free = [series.get("kbmemfree", {}).get(at, nothing)[0] * _KB for at in order]
    lines = [series["pswpin/s"][at][1] for at in order]
    return swap_episodes(Swapping(into, out, lines, line, free), output)


def _scanning(series: Series, tables: Tables, output: Output, interval: float | None, page: float) -> list[Row]:
    """Stretches of ``sar -g`` of Solaris in which the page scanner ran."""
    if "pgscan/s" not in series or "ppgout/s" not in series:
        return []
    order, line = _over(series["pgscan/s"], tables.dated, interval)
    nothing = (NAN, 0)
    scan = [series["pgscan/s"][at][0] for at in order]
    if not known(scan):
        return []
    free = [series.get("freemem", {}).get(at, nothing)[0] * page * _KB for at in order]
    out = [series["ppgout/s"].get(at, nothing)[0] * page for at in order]
    lines = [series["pgscan/s"][at][1] for at in order]
    return scan_episodes(scan, free, out, [NAN] * len(order), lines, line, output)
