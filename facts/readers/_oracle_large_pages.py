"""What one start of an instance printed of large pages, in the three forms that alert logs have had.

- 11.2.0.2 counts segment by segment: ``Huge Pages allocation failed (free: 288 required: 10432)``;
- 11.2.0.3 and 11.2.0.4 print a summary: ``Large Pages used by this instance: 512 (1024 MB)``;
- 12.1 and later print a table with a line for each page size, and the locked-memory limit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil

from facts.patterns import lazy
from facts.readers._oracle import LARGE_PAGES
from facts.readers._oracle_messages import Message
from facts.reading import Output, Refusal, Span
from facts.schema import Value
from facts.units import size

UNLIMITED_BYTES = 9.2e18
"""How an unlimited limit is written in rows."""

_POOL = lazy(r"\s*Huge Pages memory pool detected \(total: (\d+),? free: (\d+)\)")
_DEFAULT = lazy(r"\s*DFLT Huge Pages allocation successful \(allocated: (\d+)\)")
_NODE = lazy(r"\s*NUMA Huge Pages allocation on node \((\d+)\) \(allocated: (\d+)\)")
_FAILED = lazy(r"\s*(?:DFLT |NUMA )?Huge Pages allocation failed \(free: (\d+),? required: (\d+)\)")
_ONLY = lazy(r"Startup will fail as use_large_pages is set to \"?(\w+)")
_ABORTED = lazy(r"Aborting Instance startup|Failed to get available system pages")
_OLD_FORM = lazy(r"\s*(?:DFLT |NUMA )?Huge Pages (?:memory pool|allocation)")

_TABLE = lazy(r"\s*PAGESIZE\s+AVAILABLE_PAGES\s+EXPECTED_PAGES\s+ALLOCATED_PAGES")
_TABLE_ROW = lazy(r"\s*(\d+)K\s+(Configured|\d+)\s+(\d+)\s+(\d+)(?:\s+\S.*)?$")
_TABLE_ROW_START = lazy(r"\s*\d+K\s+(?:Configured|\d)")

OLD_HEADER = lazy(r"\s*\*+ ?Huge Pages Information")
SUMMARY_HEADER = lazy(r"\s*\*+ ?Large Pages? Information", re.IGNORECASE)

WORDS = lazy(
    r"Huge Pages (?:memory|allocation|Information)|Large Pages? (?:Information|used|unused|configured|size)"
    r"|Pages unused system wide|Total SGA size is|Global (?:Region|Area)|GLOBAL AREA|memlock \(soft\)|[Ll]arge [Pp]ages?|use_large_pages"
    r"|system pagesize|AVAILABLE_PAGES|^\s*\d+K(?:\s+(?:Configured|\d)|, \d+K|\s*$)|optimal performance"
    r"|next instance restart|of pages for every supported|instance restart operation|physical memory|system wide to"
    r"|^\s*(?:RECOMMENDATION|ACTION):|shared global region|Aborting Instance startup|Failed to get available system pages"
)
"""Stands in every line of such a block; a line with it belongs to the log even where its neighbours are prose."""

_SIZE = r"([\d.,]+ ?[KMGT]B?)"
_USED = lazy(r"Large Pages used by this instance: (\d+)", re.IGNORECASE)
_UNUSED = lazy(r"Pages unused system wide = (\d+)", re.IGNORECASE)
_CONFIGURED = lazy(r"Large Pages configured system wide = (\d+)", re.IGNORECASE)
_PAGE_SIZE = lazy(rf"Large Page size = {_SIZE}", re.IGNORECASE)
_SHARE = lazy(r"Global (?:Region|Area) in Large Pages = [\d.,]+ \w+ \((\d+)%\)", re.IGNORECASE)
_MORE = lazy(r"unused large pages by at ?least (\d+)", re.IGNORECASE)
_RAISE_TO = lazy(r"unused large pages to at ?least (\d+)", re.IGNORECASE)
_TOTAL = lazy(r"Total (?:(?:Shared|System) Global (?:Region|Area)|SGA) size is ([\d.,]+ ?[KMG]B)", re.IGNORECASE)
_SOFT = lazy(r"memlock \(soft\) limit = (?:([\d.,]+ ?[KMGTPE]?B?)|UNLIMITED)", re.IGNORECASE)
_NEEDED = lazy(rf"(?:into memory: {_SIZE}|memlock \(soft\) limit to at ?least {_SIZE})")
_EXCLUDED = lazy(
    r"Large pages are not compatible with specified SGA memory parameters|use_large_pages = \S+ cannot be used with memory_target",
    re.IGNORECASE,
)
_OF_PAGES_OF = lazy(
    r"unused large pages by at ?least \d+ \(page size (\d+ ?KB)|at ?least \d+ (\d+ ?KB) Large Pages", re.IGNORECASE
)
_PARAMETER = lazy(r"Parameter use_large_pages = \"?(\w+)")
_SUMMARY = lazy(
    r"\s*(?:Large )?(?:Large Pages used by this|Pages unused system wide|Large Pages configured)", re.IGNORECASE
)
_SUMMARY_READ = (_USED, _UNUSED, _CONFIGURED)


@dataclass(slots=True)
class LargePages:
    """The lines on large pages of one start, in order."""

    lines: list[Message] = field(default_factory=list)

    def take(self, message: Message) -> bool:
        """Keep a message that belongs to such a block."""
        if WORDS.search(message.text):
            self.lines.append(message)
            return True
        return False

    @property
    def form(self) -> str:
        """The first version that printed it so, or "" where nothing was printed."""
        if any(_OLD_FORM.match(m.text) for m in self.lines):
            return "11.2.0.2"
        if any(_TABLE.match(m.text) or _TABLE_ROW.match(m.text) for m in self.lines):
            return "12.1.0.1"
        return "11.2.0.3" if any(_SUMMARY.match(m.text) or SUMMARY_HEADER.match(m.text) for m in self.lines) else ""

    def read(self, output: Output, linux: bool) -> Figures:
        """The slots of ``oracle-startup``; pages only for Linux, where a pool has to be set aside for them."""
        figures = Figures()
        text = " ".join(" ".join(m.text for m in self.lines).split())
        _limits(text, figures)
        if linux:
            _by_segment(self.lines, output, figures)
            _summary(text, figures)
            _refuse_unread(self.lines, output, figures)
            _table(self.lines, output, figures)
        figures.settle()
        if self.lines:
            figures.lines = output.span(min(m.index for m in self.lines), max(m.index for m in self.lines))
        return figures


@dataclass(slots=True)
class Figures:
    """What the lines come to; `failed` when they say that the start fails."""

    values: dict[str, Value] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)
    failed: bool = False
    nodes: bool = False
    lines: Span | None = None

    def settle(self) -> None:
        """Drop totals that a line which could not be read would have changed."""
        if self.refusals:
            for slot in ("needed-pages", "allocated-pages", "node-pages-short"):
                self.values.pop(slot, None)


def _last(pattern: re.Pattern[str], text: str) -> int | None:
    found = pattern.findall(text)
    return int(found[-1]) if found else None


def _limits(text: str, figures: Figures) -> None:
    for match in _SOFT.finditer(text):
        limit = size(match[1]) if match[1] else UNLIMITED_BYTES
        if limit is not None:
            figures.values["memlock-soft-bytes"] = limit
    for match in _NEEDED.finditer(text):
        needed = size(match[1] or match[2])
        if needed is not None:
            figures.values["memlock-needed-bytes"] = needed
    for pattern in (_PARAMETER, _ONLY):
        for match in pattern.finditer(text):
            if symbol := LARGE_PAGES.get(match[1].lower()):
                figures.values["use-large-pages"] = symbol
    if _EXCLUDED.search(text):
        figures.values["pages-excluded"] = "yes"
    figures.failed = _ONLY.search(text) is not None or _ABORTED.search(text) is not None


def _by_segment(lines: Sequence[Message], output: Output, figures: Figures) -> None:
    """11.2.0.2: each segment is asked for by itself.

    A success before the first failure is a segment. Of the failures each first figure is a segment; the same figure
    again is a retry, and a whole fraction of an earlier one is the same segment tried in smaller pieces, as are the
    successes after a failure.
    """
    segments: list[int] = []
    failures: list[int] = []
    pieces = allocated = 0
    refused_with_enough: int | None = None
    seen = False
    for message in lines:
        text = message.text
        if match := _POOL.match(text):
            figures.values["pool-pages"], figures.values["free-pages"] = int(match[1]), int(match[2])
            seen = True
        elif match := _DEFAULT.match(text) or _NODE.match(text):
            pages = int(match[match.re.groups])
            figures.nodes = figures.nodes or match.re.pattern == _NODE.pattern
            allocated, seen = allocated + pages, True
            if failures:
                pieces += pages
            else:
                segments.append(pages)
        elif match := _FAILED.match(text):
            free, required = int(match[1]), int(match[2])
            if not failures:
                figures.values.setdefault("free-pages", free + allocated)
                if free >= required:
                    refused_with_enough = required
            if not any(earlier % required == 0 for earlier in failures if required):
                failures.append(required)
            seen = True
        elif _OLD_FORM.match(text) and not OLD_HEADER.match(text):
            reason = "a line of the Huge Pages block that cannot be read"
            figures.refusals.append(Refusal(output.span(message.index), reason))
    if not seen:
        return
    figures.values["page-bytes"] = 2.0 * 1024 * 1024
    if segments or failures:
        figures.values["needed-pages"] = sum(segments) + sum(failures)
        figures.values["allocated-pages"] = allocated
    if refused_with_enough is not None and figures.nodes and pieces:
        figures.values["node-pages-short"] = max(1, refused_with_enough - pieces)


def _summary(text: str, figures: Figures) -> None:
    """11.2.0.3 and 11.2.0.4: totals, and what is missing in a recommendation."""
    used, unused, configured = _last(_USED, text), _last(_UNUSED, text), _last(_CONFIGURED, text)
    if used is None and unused is None and configured is None:
        _advice(text, figures)
        return
    if match := _PAGE_SIZE.search(text):
        page = size(match[1])
        if page is not None:
            figures.values["page-bytes"] = page
    if configured is not None:
        figures.values["pool-pages"] = configured
    if used is not None:
        figures.values["allocated-pages"] = used
    if unused is not None:
        # printed after the instance has taken its own
        figures.values["free-pages"] = unused + (used or 0)
    needed = _summary_needed(text, used, unused, figures)
    if needed is not None:
        figures.values["needed-pages"] = needed


def _advice(text: str, figures: Figures) -> None:
    """The recommendation alone: the size of the SGA, and how many more pages it takes. What was free was taken."""
    more, total, of_pages = _last(_MORE, text), _TOTAL.search(text), _OF_PAGES_OF.search(text)
    if more is None or total is None or of_pages is None:
        return
    page, region = size(of_pages[1] or of_pages[2]), size(total[1])
    if page and region:
        needed = max(more, ceil(region / page))
        figures.values |= {"page-bytes": page, "needed-pages": needed}
        figures.values |= {"free-pages": needed - more, "allocated-pages": needed - more}


def _summary_needed(text: str, used: int | None, unused: int | None, figures: Figures) -> int | None:
    if (total := _last(_RAISE_TO, text)) is not None:
        return total
    if used is None:
        return None
    page, region = figures.values.get("page-bytes"), None
    if (match := _TOTAL.search(text)) and isinstance(page, float) and page > 0 and (total_bytes := size(match[1])):
        region = ceil(total_bytes / page)  # of a rounded figure
    if (more := _last(_MORE, text)) is not None:
        counts = used + more, used + (unused or 0) + more  # some patches count what is unused, others leave it out
        return counts[1] if region is None else min(counts, key=lambda count: abs(count - region))
    if _last(_SHARE, text) == 100:
        return used
    # where more pages were needed than there are, the log would ask for them
    if region is None and used and not unused and 0 < (share := _last(_SHARE, text) or 0) < 100:
        return ceil(used * 100 / share)
    return None if region is None else min(region, used + (unused or 0))


def _refuse_unread(lines: Sequence[Message], output: Output, figures: Figures) -> None:
    for message in lines:
        if _SUMMARY.match(message.text) and not any(p.search(message.text) for p in _SUMMARY_READ):
            reason = "a line of the Large Pages block that cannot be read"
            figures.refusals.append(Refusal(output.span(message.index), reason))


def _table(lines: Sequence[Message], output: Output, figures: Figures) -> None:
    """12.1 and later: one line for each page size; the smallest is the ordinary one."""
    rows: dict[int, tuple[str, int, int]] = {}
    for message in lines:
        if match := _TABLE_ROW.match(message.text):
            rows[int(match[1])] = (match[2], int(match[3]), int(match[4]))
        elif _TABLE_ROW_START.match(message.text):
            reason = "a line of the page size table that cannot be read"
            figures.refusals.append(Refusal(output.span(message.index), reason))
    if {4, 64} <= set(rows) or 8 in rows:
        return  # AIX and Solaris on SPARC: no pool to set aside
    large = {kilobytes: row for kilobytes, row in rows.items() if kilobytes >= 1024}
    small = [row for kilobytes, row in rows.items() if kilobytes <= 64]
    if small:
        figures.values["small-pages-allocated"] = small[0][2]
    if not large:
        return
    # several sizes: the one of which there are pages, and of those the one that carries most of the instance
    kilobytes, (available, expected, allocated) = max(
        large.items(), key=lambda item: (item[1][0] != "0", item[0] * item[1][1], -item[0])
    )
    figures.values["page-bytes"] = kilobytes * 1024.0
    if available != "Configured":
        figures.values["free-pages"] = int(available)
    figures.values["needed-pages"], figures.values["allocated-pages"] = expected, allocated
