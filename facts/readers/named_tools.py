"""Outputs that are known and of which hardly a slot tells anything: profiles of ``perf``, ``lsof``, crontabs, ``time``.

They are recognised so that nobody takes them for unknown text, and their lines are accounted for. A row comes only of a
profile that finds the kernel moving pages about.

Samples::

    >>> from facts.readers import show
    >>> show('''# Overhead  Command          Shared Object      Symbol
    ...     32.09%  kworker/u400:20  [kernel.kallsyms]  [k] ext4_get_group_info
    ...     11.82%  kworker/u400:20  [kernel.kallsyms]  [k] mb_find_order_for_block
    ... ''')
    perf lines 1-3 nothing

    >>> show('''Overhead  Shared Object      Symbol
    ...   61.22%  [kernel]           [k] isolate_freepages_block
    ...   11.12%  [kernel]           [k] compaction_alloc
    ...    4.21%  [kernel]           [k] clear_huge_page
    ... ''')
    perf lines 1-4 read
      kernel-profile: compaction-percent=72.34 output=input:1 (2-3)

    >>> show('''    99.71%     0.00%             0  [k] __alloc_pages
    ...     98.40%     0.02%             2  [k] compact_zone
    ...     31.11%     4.10%           400  [k] isolate_migratepages_block
    ... ''')
    perf lines 1-3 read
      kernel-profile: compaction-percent=98.4 output=input:1 (2-3)

    >>> show('''    64.86%  [k] _raw_spin_lock_irqsave
    ...             |
    ...             |--97.94%-- isolate_freepages
    ...             |          compaction_alloc
    ...              --2.06%-- [...]
    ... ''')
    perf lines 1-5 read
      kernel-profile: compaction-percent=63.5239 output=input:1 (1-1)

    >>> show('''    84.11%     0.02%  [k] zone_reclaim
    ...     22.11%    22.11%  [k] shrink_inactive_list
    ... ''')
    perf lines 1-2 read
      kernel-profile: output=input:1 zone-reclaim-percent=84.11 (1-1)

    >>> show('''    41.17%  postgres  [kernel.kallsyms]   [k] isolate_pages_global
    ...             |
    ...             --- isolate_pages_global
    ...                 shrink_zone
    ...                 zone_reclaim
    ...      3.02%  postgres  postgres            [.] hash_search_with_hash_value
    ... ''')
    perf lines 1-6 read
      kernel-profile: output=input:1 zone-reclaim-percent=41.17 (1-1)

    >>> show('''   PerfTop:   16096 irqs/sec  kernel:92.6%  exact:  0.0% [1000Hz cycles],  (all, 16 CPUs)
    ...              samples  pcnt function                  DSO
    ...              _______ _____ _________________________ __________________
    ...            223182.00 93.8% _spin_lock_irq            [kernel.kallsyms]
    ...              3260.00  1.4% compaction_alloc          [kernel.kallsyms]
    ...              1714.00  0.7% SpinPause                 libjvm.so
    ... ''')
    perf lines 1-6 read
      kernel-profile: compaction-percent=95.2 output=input:1 (4-5)

    >>> show('''real    7m27.012s
    ... user    0m0.000s
    ... sys     0m4.348s
    ... ''')
    time lines 1-3 nothing

    >>> show('''57 0 * * 0 root /usr/share/mdadm/checkarray --cron --all --idle --quiet
    ... ''')
    crontab lines 1-1 nothing
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from facts.kit import Table, Values, column, extent_of, unused
from facts.patterns import lazy
from facts.readers.wait_places import place_of_wait
from facts.reading import Output, Reader, Reading, Row

# perf report, perf top, and the stacks below their lines
_PERF_HEAD = lazy(
    r"\s*#? ?(?:(?:Children +Self|Overhead) +(?:Command|Shared O|Symbol|Period|sys|usr).*|Samples: \d+\w? (?:of|from) event '.*"
    r"|PerfTop: +\d+ irqs/sec .*|-{40,}|samples +pcnt +(?:RIP +)?(?:kernel )?function(?: +DSO)?|_{5,}(?: +_{3,})+"
    r"|Event count \(approx\.\): \d+.*|To display the perf\.data header info.*|Total Lost Samples: \d+|\.{4,}(?: +\.{3,})+)\s*\Z"
)
_PERF_ROW = lazy(
    r"\s*[+-]? *\d{1,3}\.\d\d% +(?:\d{1,3}\.\d\d% +)?(?:\S+(?: \S+)? +)?(?:(?:\[[\w.-]+\]|\S+) +)?\[[k.ugH]\] \S.{0,200}\Z"
)
# perf top of Linux 2.6.31 to 3.0: samples, share, function, and where it comes from
_PERF_OLD = lazy(
    r"\s*\d{1,12}\.\d\d(?: -)? +(?P<shares>\d{1,3}\.\d%)(?: :)? +(?:[0-9a-f]{16} +: +)?"
    r"(?P<function>[A-Za-z_][^\s\[]{0,160})(?:\s+(?P<object>\S+))?\s*\Z"
)
# opreport -l of OProfile: samples, share, image, application and function; the kernel is the image vmlinux
_OPREPORT_HEAD = lazy(
    r"\s*(?:CPU: .{1,60}, speed [\d.e+]+ MHz.*|Counted \w+ events .*|samples +% +(?:image name +)?(?:app name +)?symbol name)\s*\Z"
)
_OPREPORT = lazy(
    r"\s*\d{1,12} +(?P<shares>\d{1,3}\.\d{2,4}) +(?:(?P<object>\S+) +(?:\S+ +)?)?(?P<function>[A-Za-z_/(][^\s]{0,160})\s*\Z"
)
_PERF_TREE = lazy(
    r"\s+[|`-][ |`-]{0,200}(?:\d{1,3}\.\d\d%-{1,2} ?)?(?:[A-Za-z_][\w.$:@~<>,*&()]{1,160}|\(nil\)|0x[0-9a-f]+|\[\.\.\.\])?\s*\Z"
    r"|\s{6,}[A-Za-z_][\w.$:@]{1,120}\s*\Z"
)
_PERF_REMARK = lazy(r"\s*#\s*\Z")
# the stack that a profiler prints, innermost first: bpftrace, perf script, profile of bcc
_STACK_LINE = lazy(
    r"\s+(?:[0-9a-f]{8,16} )?[A-Za-z_][\w.]{2,80}\+(?:\d{1,6}|0x[0-9a-f]{1,6})(?: \(\[?[\w./-]+\]?\))?\s*\Z"
)
_LEAST_STACK = 4
# histograms of bcc, bpftrace and funclatency of perf-tools
_HISTOGRAM_HEAD = lazy(
    r"\s*(?:#\s+DURATION +\| +COUNT +\| GRAPH +\||(?:[num]?secs|kbytes|msecs|flags|bytes|size) +: count +distribution)\s*\Z"
)
_HISTOGRAM = lazy(
    r"\s*(?:\d+ +- +\d+ +(?:[num]?s|sec)? *\| +\d+ \|.{0,80}\||\d+ -> \d+ +: \d+ +\|.{0,80}\||\[[\d\w]+, [\d\w]+\)\s+\d+ \|.{0,80}\|)\s*\Z"
)
_TIME = lazy(r"\s*(?:real|user|sys)\s+(?:\d+m)?\d+[.,]\d+s?\s*\Z")
_TIME_BEGIN = lazy(r"\s*real\s+(?:\d+m\d+[.,]\d{1,3}s|\d+[.,]\d+)\s*\Z")
_CRON = lazy(
    r"\s*(?:@(?:reboot|hourly|daily|weekly|monthly|yearly|annually|midnight)|(?:[\d*][\d*/,-]{0,40}\s+){3}"
    r"(?:[\d*/,-]{1,40}|(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))\s+"
    r"(?:[\d*][\d*/,-]{0,20}|(?i:sun|mon|tue|wed|thu|fri|sat)(?:[,-](?i:sun|mon|tue|wed|thu|fri|sat)){0,6}))\s+"
    r"(?:[a-z_][\w-]{0,31}\s+)?(?:/|\[ |test |if |cd |nice |ionice |flock |sleep |bash |sh |\w+ /).{1,300}\Z"
)
_CRON_REMARK = lazy(r"\s*(?:#.*|(?:SHELL|PATH|MAILTO|HOME|LOGNAME|CRON_TZ)=.*)\Z")
_LSOF = Table(
    "lsof", "",
    columns=(
        column("command", "COMMAND"), column("pid", "PID"), column("fd", "FD"),
        unused("TID", "TASKCMD", "USER", "TYPE", "DEVICE", "SIZE/OFF", "SIZE", "NLINK", "NODE", "NAME"),
    ),
    needs=("pid", "fd"), align=True, rest=True,
    row=lambda line: "nothing that we use" if line.cells.get("PID", "").isdecimal() and line.cells.get("TYPE", "D")[:1].isalpha() else None,
)  # fmt: skip


_IN_KERNEL = lazy(
    r"\s*[+-]? *(?P<shares>\d{1,3}\.\d\d%(?: +\d{1,3}\.\d\d%)?) .*\[k\] (?P<function>[A-Za-z_][\w.]{0,80})"
)
_CALLER = lazy(r"[\s|`-]*(?:(?P<part>\d{1,3}\.\d\d)%-{1,2} ?)?(?P<function>[A-Za-z_][\w.]{0,80})\s*\Z")


def _read(output: Output) -> Reading:
    return Reading()


_OF_ZONE = lazy(r"_*(?:zone|node)_reclaim\Z")
_OF_ALLOCATOR = lazy(r"(?:metaslab|range_tree|zfs_range_tree|zfs_btree|space_map)_\w")
_OF_WRITER = lazy(r".*% +z_wr_iss\b.*\[k\] avl_\w")
"""A tree that a thread searches which assigns blocks: until OpenZFS 2.0 the free runs stood in AVL trees."""


def _allocator(output: Output) -> Row | None:
    """What the search for free runs takes in a pool of ZFS: the own shares of its functions."""
    found = [
        (index, float(match["shares"].replace("%", " ").split()[-1]))
        for index, match in output.matches(_IN_KERNEL)
        if _OF_ALLOCATOR.match(match["function"]) or _OF_WRITER.match(output.lines[index])
    ]
    if not found:
        return None
    share = round(sum(own for _, own in found), 2)
    values: Values = {"output": output.label, "zfs-allocator-percent": share}
    return Row("kernel-profile", values, output.span(found[0][0], found[-1][0]))


def _read_perf(output: Output) -> Reading:
    """What the kernel spends on compaction, on pages of one node, and on the allocator of ZFS."""
    reading = _read_compaction(output)
    zones = [
        (index, shares[0] if part is None else 0.0, shares[-1] * (1.0 if part is None else part))
        for index, function, shares in _in_kernel(output)
        if (part := None if _is_of_zone(function) else _part_called(output.lines[index + 1 :], _is_of_zone)) != 0.0
    ]
    if zones:
        share = round(max(max(whole for _, whole, _ in zones), sum(own for _, _, own in zones)), 4)
        values: Values = {"output": output.label, "zone-reclaim-percent": share}
        reading.rows.append(Row("kernel-profile", values, output.span(zones[0][0], zones[-1][0])))
    if (row := _allocator(output)) is not None:
        reading.rows.append(row)
    return reading


def _read_compaction(output: Output) -> Reading:
    """The kernel's functions of one place, added up, or the largest share that includes what its function calls.

    A function that anybody calls, as one that takes a lock, counts by the callers that stand below it.
    """
    found: list[tuple[int, float]] = []
    locks: list[tuple[int, float]] = []
    with_callees = others = 0.0
    for index, function, shares in _in_kernel(output):
        own = _is_compaction(function)
        part = 1.0 if own else _part_called(output.lines[index + 1 :], _is_compaction)
        if part:
            found.append((index, shares[-1] * part))
        elif _LOCK.match(function):
            locks.append((index, shares[-1]))
        else:
            others += shares[-1]
        if own:
            with_callees = max(with_callees, shares[0])
    # whose lock it is where no stack tells: of those who otherwise take most of the kernel's time
    if sum(share for _, share in found) > max(others, _LEAST_BESIDE_LOCK):
        found = sorted((*found, *locks))
    if not found:
        return Reading()
    values = {"output": output.label, "compaction-percent": max(with_callees, sum(share for _, share in found))}
    return Reading([Row("kernel-profile", values, output.span(found[0][0], found[-1][0]))])


_LEAST_BESIDE_LOCK = 1.0
"""Percent of the samples; less tells nothing of a lock that takes many."""
_LOCK = lazy(r"_*(?:raw_|native_)?(?:queued_)?spin_(?:un)?lock\w*\Z|ticket_spin_lock\w*\Z")


def _in_kernel(output: Output) -> Iterator[tuple[int, str, list[float]]]:
    """Line, name and shares of each function of the kernel."""
    for index, line in enumerate(output.lines):
        match = _IN_KERNEL.match(line)
        if match is None:
            match = _PERF_OLD.match(line) or _OPREPORT.match(line)
            if match and not (match["object"] or "[kernel").startswith(("[kernel", "vmlinux")):
                continue
        if match:
            yield index, match["function"], [float(share) for share in match["shares"].replace("%", " ").split()]


def _is_compaction(function: str) -> bool:
    """Whether a function belongs to compaction; names are whole here, and ``__alloc_pages`` is no short form of one of its."""
    return ("compact" in function or "alloc_pages" not in function) and place_of_wait(function) == "compaction"


def _is_of_zone(function: str) -> bool:
    return _OF_ZONE.match(function) is not None


def _part_called(below: Sequence[str], is_of_place: Callable[[str], bool]) -> float:
    """The part of a function's share that its first known caller in a place stands for; 0 where there is none."""
    part = 1.0
    for line in below:
        if _PERF_ROW.match(line) or (not (caller := _CALLER.match(line)) and not _PERF_TREE.match(line)):
            break
        if caller and caller["part"]:
            part = float(caller["part"]) / 100
        if caller and is_of_place(caller["function"]):
            return part
    return 0.0


HINTS = (
    "Overhead", "PerfTop:", "symbol name",
    "pcnt", "Children  ", "of event '", "[k] ", "[.] ", "ret_from_fork", "entry_SYSCALL", "do_syscall_64", "kthread+", "| GRAPH",
    ": count ", "real\t", "real   ", "\nsys ", "* *", "@reboot", "COMMAND ",
)  # fmt: skip
READERS = (
    Reader(
        "perf",
        lazy(rf"(?:{_PERF_HEAD.pattern}|{_PERF_ROW.pattern})"),
        extent_of(_PERF_HEAD, _PERF_ROW, _PERF_OLD, _PERF_TREE, _PERF_REMARK, blanks=1, tells=(_PERF_ROW, _PERF_OLD)),
        _read_perf,
        of_no_use=(
            ("heading", _PERF_HEAD),
            ("function", _PERF_ROW),
            ("function", _PERF_OLD),
            ("stack", _PERF_TREE),
            ("remark", _PERF_REMARK),
        ),
    ),
    Reader(
        "opreport",
        _OPREPORT_HEAD,
        extent_of(_OPREPORT, head=_OPREPORT_HEAD, tells=(_OPREPORT,)),
        _read_compaction,
        of_no_use=(("heading", _OPREPORT_HEAD), ("function", _OPREPORT)),
    ),
    Reader(
        "profile-stack",
        _STACK_LINE,
        extent_of(_STACK_LINE, least=_LEAST_STACK),
        _read,
        of_no_use=(("function", _STACK_LINE),),
    ),
    Reader(
        "latency-histogram",
        _HISTOGRAM_HEAD,
        extent_of(_HISTOGRAM, head=_HISTOGRAM_HEAD),
        _read,
        of_no_use=(("heading", _HISTOGRAM_HEAD), ("bucket", _HISTOGRAM)),
    ),
    Reader("time", _TIME_BEGIN, extent_of(_TIME, least=1, most=3), _read, of_no_use=(("time of a command", _TIME),)),
    Reader(
        "crontab",
        _CRON,
        extent_of(_CRON, _CRON_REMARK),
        _read,
        of_no_use=(("job", _CRON), ("remark", _CRON_REMARK)),
    ),
    _LSOF.reader(),
)
