"""Where a log begins and ends in a text, and its lines in order.

Not a reader itself: the readers of kernel and cluster logs share it.

>>> text = ["So it began:", "[    1.000001] eth0: link down", "", "[    2.000001] eth0: link up", "And so on."]
>>> stretch(text, 1)
(1, 4)
>>> [line.message for line in log_lines(text[1:4])]
['eth0: link down', 'eth0: link up']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from facts.patterns import lazy
from facts.readers.log_lines import LogLine, form_of, parse
from facts.reading import Output, Reading

ELLIPSIS = lazy(
    r"\s*(?:\.{2,}|…|\[?(?:\.\.\.|snip|…)\]?|<snip>|--|-- (?:Logs begin|Journal begins|Reboot|Boot).*"
    r"|(?:Broadcast )?Message from syslogd@\S+ (?:at|\()\s?\w.{4,40})\s*$",
    re.I,
)
CATALOG = lazy(r"\s*(?:--|░░)(?: .*)?$")
"""Lines of the explanation that ``journalctl -x`` puts below a message."""
_EXPLAINS = lazy(r"\s*(?:--|░░) Subject: ")
_MARKED = lazy(r"(?:=|-|#|\*){3,}")
# the second line of a message of libata, which old dmesg prints without the width of a stamp before it
_ATA_RESULT = lazy(r"\s{4,}res [0-9a-f]{2}/")
# the lines of one message about memory, which old dmesg indents by a blank
_OF_MEMORY = lazy(
    r"\s(?:active_file|unevictable|slab_reclaimable|mapped|free|sec_pagetables|kernel_misc_reclaimable|dirty):\d"
)
_LEAST_PREFIX = len("[    0.000000] ")
_MOST_CONTINUED = 60
"""A message of more lines than this is not followed to its first one: looking back for each would be quadratic."""


def _same_log(text: str, host: str, form: str) -> bool:
    """Whether a line goes on with the log of that host and form."""
    line = parse(text)
    return line is not None and form_of(text) == form and not (line.host and host and line.host != host)


def stretch(lines: Sequence[str], start: int, kinds: bytes | None = None) -> tuple[int, int]:
    """The run of log lines around ``lines[start]``, end exclusive: one log of one host.

    Single blank lines, dots and journal marks between two log lines belong to it, and so does the second half of a line
    that a terminal wrapped.

    Args:
        lines: of the text.
        start: where a line of the log stands.
        kinds: not 0 for lines that are known to be of that host's syslog (`facts.readers.log_shapes`).
    """
    first = parse(lines[start])
    host, form = first.host if first is not None else "", form_of(lines[start])
    plain = plain_of(host) if form == "bsd" else None
    kinds = kinds if form in ("bsd", "iso") else None
    begin = start
    while begin > 0:
        above = _above_catalog(lines, begin - 1)
        if not ((kinds is not None and kinds[above]) or _same_log(lines[above], host, form)):
            break
        begin = above
    if (
        begin > 0
        and ELLIPSIS.match(lines[begin - 1])
        and lines[begin - 1].strip().startswith(("-- ", "Message from syslogd"))
    ):
        begin -= 1
    end = index = start + 1
    while index < len(lines):
        if kinds is not None and kinds[index]:
            other = kinds.find(0, index)
            end = index = len(lines) if other < 0 else other
        elif (plain is not None and plain(lines[index])) or _same_log(lines[index], host, form):
            end = index = index + 1
        elif index == end and _EXPLAINS.match(lines[index]):
            end = index = _below_catalog(lines, index)
        elif index == end and _is_continued(lines, index):
            while index < len(lines) and _is_continued(lines, index):
                index += 1
            end = index
        elif (
            index == end
            and index + 1 < len(lines)
            and _may_stand_between(lines, index)
            and _same_log(lines[index + 1], host, form)
        ):
            index += 1
        else:
            break
    return begin, end


def _above_catalog(lines: Sequence[str], index: int) -> int:
    """The message that the explanation with the line at `index` belongs to; `index` itself where it is of none."""
    at = index
    while at > 0 and CATALOG.match(lines[at]):
        if _EXPLAINS.match(lines[at]):
            return at - 1
        at -= 1
    return index


def _below_catalog(lines: Sequence[str], index: int) -> int:
    """The first line behind an explanation."""
    while index < len(lines) and CATALOG.match(lines[index]):
        index += 1
    return index


def plain_of(host: str) -> Callable[[str], object] | None:
    """A quick way to know most lines of a host's syslog: of what it takes, `parse` makes a line of that host; None without one.

    >>> plain = plain_of("db1")
    >>> [bool(plain(f"Aug 24 02:10:11 {rest}")) for rest in ("db1 sshd[1]: x", "db2 sshd: x", "db1 last message repeated 2 times")]
    [True, False, False]
    """
    return _plain(host).match if _PLAIN_HOST.match(host) else None


_PLAIN_HOST = lazy(r"[A-Za-z][\w.-]*\Z", re.ASCII)


@cache
def _plain(host: str) -> re.Pattern[str]:
    # No more than BSD's form with a program; whatever is stranger is left to the parser.
    months = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
    program = r"(?:[a-z][\w-]{0,40}|NetworkManager|CROND?)(?:\[\d{1,9}\])?"
    return re.compile(
        rf"(?:{months}) [ 1-3]\d \d\d:\d\d:\d\d {re.escape(host)} {program}: (?!.* repeated )\S", re.ASCII
    )


def _may_stand_between(lines: Sequence[str], index: int) -> bool:
    line = lines[index]
    return not line.strip() or ELLIPSIS.match(line) is not None or is_wrapped(lines, index)


def is_wrapped(lines: Sequence[str], index: int) -> bool:
    """Whether ``lines[index]`` is the rest of the line above, cut where the terminal ended, or its second line.

    >>> is_wrapped(["[ 4.1] ata3.00: cmd 60/08:90:10 tag 18 ncq dma 4096 in", "         res 41/40:08:10 Emask 0x409 (media error)"], 1)
    True
    >>> is_wrapped(["[    0.429990] amd_pstate: disabled by the BIOS.", "               Please enable it."], 1)
    True
    """
    above, line = lines[index - 1], lines[index]
    if index > 0 and (_ATA_RESULT.match(line) or _is_continued(lines, index)):
        return True
    return index > 0 and len(above) in (79, 80, 131, 132) and 0 < len(line) <= 132 and not _MARKED.match(line)


def _is_continued(lines: Sequence[str], index: int) -> bool:
    """Whether a line goes on with a message of several lines: dmesg and journalctl put blanks in place of the prefix."""
    if _OF_MEMORY.match(lines[index]):
        at = index - 1
        while at > 0 and _OF_MEMORY.match(lines[at]):
            at -= 1
        return at >= 0 and parse(lines[at]) is not None
    blanks = len(lines[index]) - len(lines[index].lstrip(" "))
    if blanks < _LEAST_PREFIX or blanks == len(lines[index]):
        return False
    for above in reversed(lines[max(0, index - _MOST_CONTINUED) : index]):
        if (line := parse(above)) is not None:
            return above.endswith(line.message) and _LEAST_PREFIX <= len(above) - len(line.message) <= blanks
        if not above.startswith(" " * _LEAST_PREFIX):
            return False
    return False


def pass_messages(reading: Reading, output: Output, where: Sequence[int]) -> None:
    """Account for the lines of a log, those `where` messages stand and the halves that belong to the lines above them.

    What no row cites is a message that tells nothing of what we look for; lines without the form of the log are left.
    """
    begin = -1
    for index in range(len(where) + 1):
        if index == len(where) or (index and where[index] != where[index - 1] + 1):
            if index:
                reading.pass_over("another message", output.span(where[begin], where[index - 1]))
            begin = index
        elif index == 0:
            begin = 0
    known = set(where) if not isinstance(where, range) else where
    for index in range(1, len(output.lines)):
        if index not in known and output.lines[index].strip() and is_wrapped(output.lines, index):
            reading.pass_over("another message", output.span(index))


def log_lines(lines: Sequence[str], asked: Iterable[int] | None = None) -> list[LogLine]:
    """The log lines of one output in order; wrapped halves are joined to the line that they belong to.

    Args:
        lines: of the output.
        asked: the places to look at, in order; None looks at all of them.
    """
    found: list[LogLine] = []
    pending: LogLine | None = None
    last = -1  # the line that the newest message goes on to
    for index, text in enumerate(lines) if asked is None else ((index, lines[index]) for index in asked):
        line = parse(text)
        if line is None:
            if found and last == index - 1 and is_wrapped(lines, index):
                found[-1], last = _replace(found[-1], message=found[-1].message + text), index
            continue
        if not line.message.strip() and not line.kernel and line.year:
            pending = line  # Clusterware prints the time on a line of its own
            continue
        if pending is not None and not line.month:
            line = LogLine(
                line.message,
                line.kernel,
                line.program,
                line.host,
                pending.year,
                pending.month,
                pending.day,
                pending.clock,
            )
        if not line.program and not line.repeats and found and found[-1].host == line.host and line.month:
            # the second and later lines of one message
            line = LogLine(line.message, found[-1].kernel, "", line.host, line.year, line.month, line.day, line.clock)
        found.append(indexed(line, index))
        last = index
    return found


def indexed(line: LogLine, index: int) -> LogLine:
    """The same line, at its place in an output."""
    return _replace(line, index=index)


def _replace(line: LogLine, message: str | None = None, index: int | None = None) -> LogLine:
    return LogLine(
        line.message if message is None else message, line.kernel, line.program, line.host, line.year, line.month,
        line.day, line.clock, line.repeats, line.index if index is None else index, line.uptime,
    )  # fmt: skip
