'''Outputs of tools that have no reader here: recognised by content and named, so that nobody thinks they were read.

The kind is ``no reader: NAME`` and no rows come of it. They are tried only on the lines that no reader took.

Sample (``MegaCli -AdpAllInfo -aALL``)::

    >>> from facts.readers import show
    >>> show("""Adapter #0
    ...                     Versions
    ... Product Name    : TestRAID 9260-8i
    ... """)
    no reader: megacli lines 1-3 nothing
'''

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Extent, Output, Reader, Reading, prompt_of

# Name; line on which it may begin; what must stand within the next lines ("" nothing); what may follow a blank line.
_TOOLS: tuple[tuple[str, str, str, str], ...] = (
    (
        "megacli",
        (
            r"Adapter #?\d+|BBU status for Adapter|Virtual Drive: \d+ \(Target|Enclosure Device ID: "
            r"|Adapter \d+ -- Virtual"
        ),
        r"Virtual Drive|Enclosure Device ID|Firmware|BatteryType|Slot Number|RAID Level|Target Id|Versions",
        r"Adapter|Enclosure|Virtual|BBU|GasGauge|Battery|Exit Code|Raw Size|PD|[A-Z][\w '/()-]{1,44} *:",
    ),
    (
        "sar",
        (
            r"Linux \d\S* \(\S+\)\s+\d|SunOS \S+ 5\.\d+ .*\d\d/\d\d/\d{2,4}$|AIX \S+ \d \d \S+\s+\d\d/\d\d/\d\d"
            r"|\d\d:\d\d:\d\d(?: [AP]M)? +(?:CPU +%|proc/s|tps +|%usr +%sys|kbmemfree|pgpgin/s|runq-sz|DEV +tps"
            r"|IFACE|iget/s|swpq-sz|INTR|pswpin/s|totsck|%scpu)"
        ),
        r"\d\d:\d\d:\d\d",
        r"\d\d:\d\d:\d\d|\d\d,\d\d,|Average|Summary|Moyenne|Durchschn|Linux \d|SunOS |AIX |System conf|\s+\S",
    ),
    (
        "e2freefrag",
        r"Device: /dev/\S+$|HISTOGRAM OF FREE EXTENT SIZES|Blocksize: \d+ bytes$",
        r"free extent|HISTOGRAM|Blocksize",
        r"HISTOGRAM|Extent|Min\.|Total|Num|Device",
    ),
    (
        "e2fsprogs error",
        r"\S+: .{1,60} while (?:opening filesystem|trying to open|reading) ?\S*$",
        "",
        r"Couldn't find",
    ),
    (
        "vmstat -s",
        r"\s*\d+ swap ins$",
        r"used memory|swap outs|pages",
        r"\s*\d+ ",
    ),
    (
        "ps",
        r"(?:USER|UID)\s+PID\s+(?:%CPU|PPID)|\s*PID (?:TTY|TT)\s+(?:STAT |S )?|F S? *UID +PID",
        "",
        r"\S+ +\d+ ",
    ),
    (
        "netstat -s",
        r"(?:Ip|IP|TCP|Tcp|UDP|RAWIP):?$|(?:RAWIP|UDP|TCP)\t",
        r"packets|segments|Datagrams|tcp\w+ *=|udp\w+ *=",
        r"\s|[A-Z]\w+:?$|IPv|TCP|UDP|SCTP|ICMP",
    ),
    (
        "dtracetoolkit",
        (
            r"\s*(?:UID +PID (?:D +BLOCK|CMD +D)|UID +PID D|VOP (?:Physical IO|Count|Wall)|Event +Device +\S"
            r"|(?!.*LAT\(ms\))(?:STIME|TIME|TIMESTR|DELTA|DTIME|STRTIME) .*PID|Tracing\.\.\. (?:Hit Ctrl-C|Please wait)"
            r"|\d{4} \w{3} +\d+ \d\d:\d\d:\d\d, +load: )"
        ),
        "",
        r"\s*value +-|\s*\d+ +\S|\s*VOP|\s*-?[<\d]\d* +\||\d{4} \w{3} +\d|\s*[\d.]+ +\S|\s*fop_|\s*UID|\^C",
    ),
    (
        "dtrace distribution",
        r"\s*value +-+ Distribution -+ count",
        r"\|",
        r"\s*value +-|\s*-?\d+ +\||\s*\d+ +\S",
    ),
    (
        "pgbouncer",
        (
            r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+(?: \w+)? (?:\[?\d+\]? )?(?:LOG|WARNING|ERROR|FATAL"
            r"|DEBUG) (?:[CS]-0x|(?:Stats|stats): |listening on|process up: pgbouncer|file descriptor|kernel file)"
        ),
        "",
        r"\d{4}-\d\d-\d\d \d\d:",
    ),
    (
        "sqlplus table",
        r"(?:WAIT_CLASS|TABLESPACE_NAME|EVENT|FILE_NAME|SQL_ID|SEGMENT_NAME|USERNAME)\b[\s|][A-Z_|\s]+$",
        r"-{5,}",
        r"\d+ rows? selected|(?:WAIT_CLASS|TABLESPACE_NAME|EVENT)\b",
    ),
    (
        "areca help",
        r"\s*(?:\w+ Parameter:|Fn: |CMD +Description)",
        r"Fn:|Command|Ex:|Description",
        r"\s*(?:\w+ Parameter|Fn:|Ex:|Command|Note:)",
    ),
    (
        "lspci",
        r"(?:[0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7] (?:\"|[A-Z])",
        "",
        r"(?:[0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7] |\s+\S",
    ),
    (
        "messages of LVM",
        (
            r"(?:WARNING: )?Couldn't find (?:device with uuid|all physical volumes)"
            r"|WARNING: (?:Partial LV|Device for PV|VG) \S+ (?:needs|not|is) "
        ),
        "",
        r"(?:WARNING: )?(?:Couldn't find|Partial LV|Device for PV)|Volume group ",
    ),
    ("paths of multipath, without their maps", r"[|`]-(?:\+-)? ?#?\d+:\d+:\d+:\d+ +\S+ +\d+:\d+ ", "", r"[|`]-"),
    ("ethtool -i", r"driver: \S+$", r"firmware-version: |bus-info: ", r"supports-\w"),
    (
        "zpool iostat histogram",
        r"\S+ +(?:sync_read|ind +agg)",
        r"-{5,}|\d",
        r"\d+\w* |-{5,}",
    ),
)
_LOOK_AHEAD = 12
_LOOK_BACK = 10
_MAX_LINES = 200_000
_NAMED_NUMBER = lazy(r"\s*[\w.:/-]{1,16}\s{1,60}\d{1,20}\s*$")
# What the tools themselves say in whole sentences.
_OWN = lazy(r"Command completed|WARNING: Partial LV |(?:WARNING: )?Couldn't find |.{1,70}: *\S{1,16}$")


def _ends_block(line: str) -> bool:
    """A line that cannot be inside a block of any tool: a prompt or a fence."""
    return line.startswith("```") or prompt_of(line) is not None


def _extent_of(needs: str, more: str) -> Extent:
    """An extent that runs over blocks of lines, as long as each block begins like this tool's."""
    needed = lazy(needs) if needs else None
    again = lazy(rf"\s*(?:{more})")

    def extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
        if needed is not None and not any(needed.search(line) for line in lines[start : start + _LOOK_AHEAD]):
            return None
        end, blank = start + 1, False
        for index in range(start + 1, min(len(lines), start + _MAX_LINES)):
            line = lines[index]
            if not line.strip():
                blank = True
                continue
            if _ends_block(line) or (blank and not again.match(line)) or _is_sentence(line):
                break
            end, blank = index + 1, False
        return start, end

    return extent


def _is_sentence(line: str) -> bool:
    """Somebody's words between two outputs."""
    text = line.strip()
    words = text.split()
    if _OWN.match(text) or len(words) < 7 or not text[0].isalpha() or "=" in text or text.count("  ") > 1:
        return False
    plain = sum(re.fullmatch(r"[a-z'’]{1,14}[,.;:!?]?|I", word) is not None for word in words)
    return plain >= 5 and plain * 10 >= len(words) * 6


OF_COUNTS = "dtrace"
"""Stands above every table of counts."""


def _counts_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """A DTrace aggregation below a dtrace command: names and counts, smallest first."""
    if not any(OF_COUNTS in line for line in lines[max(0, start - _LOOK_BACK) : start]):
        return None
    last, end = -1, start
    while end < len(lines) and (match := _NAMED_NUMBER.match(lines[end])):
        count = int(match[0].split()[-1])
        if count < last:
            break
        last, end = count, end + 1
    return (start, end) if end - start >= 3 else None


def _read(output: Output) -> Reading:
    return Reading()


READERS = (
    *(
        Reader(f"no reader: {name}", lazy(rf"\s*+(?:{starts})"), _extent_of(needs, more), _read, of_no_use=None)
        for name, starts, needs, more in _TOOLS
    ),
    Reader("no reader: dtrace counts", _NAMED_NUMBER, _counts_extent, _read, of_no_use=None),
)
