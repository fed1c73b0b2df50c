"""``/var/log/ha-log``, ``corosync.log``, ``ocssd.log``, ``engine_A.log``: what cluster software wrote.

Known forms: Heartbeat 1 and 2 (``heartbeat: 2008/08/24_02:10:11 WARN: ...``), Corosync and Pacemaker (own logs and
syslog), Oracle Clusterware (``ocssd.log`` of 10g and of 11g, the cluster's alert log), Sun Cluster and VCS in syslog,
VCS ``engine_A.log``. One row per kind of event. Syslog that also holds kernel messages is read by the kernel log's
reader, which gives the same rows.

Sample::

    >>> from facts.readers import show
    >>> show('''Aug 24 02:10:11 db1 heartbeat[2345]: WARN: Late heartbeat: Node db2: interval 10250 ms
    ... Aug 24 02:10:41 db1 heartbeat[2345]: WARN: node db2: is dead
    ... Aug 24 02:10:41 db1 heartbeat[2345]: info: Link db2:eth1 dead.
    ... ''')
    ha-log lines 1-3 read
      ha-event: count=1 first-within-year-seconds=20398211 kind=heartbeat-late longest-seconds=10.25 \
text=WARN: Late heartbeat: Node db2: interval 10250 ms (1-1)
      ha-event: count=1 first-within-year-seconds=20398241 kind=node-dead node=db2 text=WARN: node db2: is dead (2-2)
      ha-event: count=1 first-within-year-seconds=20398241 kind=link-down networks=1 \
text=info: Link db2:eth1 dead. (3-3)
      cluster-node: node=db2 own=no (1-1)
      cluster-node: node=db1 own=yes (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.guest_events import GuestEvents
from facts.readers.ha_messages import ERROR, PROGRAMS, HaEvents, classify
from facts.readers.kernel_log import TELLS
from facts.readers.log_lines import PREFIX, orchestrates, parse
from facts.readers.log_shapes import Log, kinds_of, quick_log, told
from facts.readers.log_stretch import CATALOG, ELLIPSIS, log_lines, pass_messages, stretch
from facts.readers.log_times import bad_dates, ends_at, host_of, times, undated, within_years
from facts.reading import Output, Reader, Reading, Refusal

_PARTIAL = lazy(r"\b(?:e|z|f)?grep\b|\b(?:head|tail|awk|sed)\b")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    first = parse(lines[start])
    if first is None or first.kernel or orchestrates(first.program):
        return None
    stamp_only = not first.message.strip() and start + 1 < len(lines)
    if stamp_only and ((second := parse(lines[start + 1])) is None or second.program not in PROGRAMS):
        return None
    if not stamp_only and first.program not in PROGRAMS and classify(first.message) is None:
        return None
    begin, end = stretch(lines, start, kinds_of(lines, first.host, TELLS, start))
    while end > start + 1 and (last := parse(lines[end - 1])) is not None and not last.message.strip():
        end -= 1
    return begin, end


def _read(output: Output) -> Reading:
    log = quick_log(output.lines, TELLS) or log_lines(output.lines)
    events, guest = HaEvents(), GuestEvents()
    unheard = []
    for at, line in told(log):
        if orchestrates(line.program):
            continue
        guest.feed(at, line.message, line.program)
        if line.repeats:
            events.repeat(at - 1, line.repeats)
        elif not events.feed(at, line.message) and line.program in PROGRAMS and ERROR.search(line.message):
            unheard.append(at)
    where = log.where if isinstance(log, Log) else [line.index for line in log]
    moments = times(log, ends_at(output))
    rows = events.rows(output, where, moments, within_years(log)) + guest.rows(output, where, moments)
    own = host_of(log)
    rows += events.nodes(output, where, own)
    refusals = [Refusal(output.span(index), "there is no such date") for index in bad_dates(log)]
    partial = _PARTIAL.search(output.command) is not None
    complete = frozenset(("cluster-node",) if partial else ("cluster-node", "ha-event"))
    reading = Reading(rows, refusals, own, complete)
    reading.unnamed = [output.first + where[at] for at in unheard]
    pass_messages(reading, output, where)
    return reading


_OF_NO_USE = (
    ("left out", ELLIPSIS),
    ("explanation of the journal", CATALOG),
    ("time of the lines below", lazy(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?:?\s*$")),
)
HINTS = (
    "eartbeat", "corosync", "pacemaker", "TOTEM", "CSSD", "cssd", "VCS ", "CRS-", "crmd", "pengine", "stonith",
    "STONITH", "luster", "fenc", "Fenc", "LLT ", "GAB", "clcomm", "CMM", "plit", "Node ", "node ", "uorum",
    "hangcheck", "Hangcheck", "pm_tick", "timer expired", "advertisement timeout", "lost leader", "leader lock", "PingAck", "sync duration",
    "fdatasync", "(ospid: ", "session 0x", "session timed", "loop take too long", "CPU load detected", "sbd[",
)  # fmt: skip
READERS = (
    Reader(
        "ha-log",
        lazy(PREFIX),
        _extent,
        _read,
        undated=lambda output: undated(output, TELLS),
        of_no_use=_OF_NO_USE,
    ),
)
