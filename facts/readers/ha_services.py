"""What etcd, ZooKeeper, Patroni, Ceph and keepalived write to logs of their own: heartbeats that they sent or missed.

Known forms: text and JSON of etcd, bare, with a stamp, from a container or a pod; the logs of Java and Python programs; lines of
keepalived without a date. The same messages in syslog and in the journal are read with the other messages there.

Sample::

    >>> from facts.readers import show
    >>> show('''2021-03-02 04:11:09.512839 W | etcdserver: failed to send out heartbeat on time (exceeded the 100ms timeout for 2.6s)
    ... 2021-03-02 04:11:09.512861 W | etcdserver: server is likely overloaded
    ... 2021-03-02 04:11:12.020006 I | raft: raft.node: 8e9e05c52164694d lost leader 417c9cd34ec2ca5f at term 31
    ... ''')
    ha-services lines 1-3 read
      ha-event: count=1 kind=sent-late longest-seconds=2.6 \
text=2021-03-02 04:11:09.512839 W | etcdserver: failed to send out heartbeat on time (exceeded the 100ms timeout for 2.6s) (1-1)
      ha-event: count=1 kind=heartbeat-lost \
text=2021-03-02 04:11:12.020006 I | raft: raft.node: 8e9e05c52164694d lost leader 417c9cd34ec2ca5f at term 31 (3-3)

    >>> show('''etcd_server_heartbeat_send_failures_total 499
    ... ''')
    etcd-counters lines 1-1 read
      ha-event: count=499 kind=sent-late text=etcd_server_heartbeat_send_failures_total 499 (1-1)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import extent_of
from facts.patterns import lazy
from facts.readers.ha_messages import HaEvents
from facts.readers.log_lines import parse
from facts.reading import Output, Reader, Reading, Row, prompt_of
from facts.schema import Value

_TELLS = (
    r"failed to send out heartbeat on time|wal: sync duration of |slow fdatasync|fsync-ing the write ahead log in "
    r"|raft(?:\.node)?: [\da-f]{8,16} lost leader |Expiring session 0x|Client session timed out, have not heard from server in "
    r"|Unable to reconnect to ZooKeeper service, session 0x|failed to update leader lock"
    r"|demot(?:ed|ing) self because (?:failed|DCS)|promoted self to leader by acquiring|Loop time exceeded, rescheduling"
    r"|heartbeat_check: no reply from |had timed out after \d|marked osd\.\d+ down, but it is still running|wrongly marked me down"
    r"|(?<!healthcheckers: )A thread timer expired \d|Receive advertisement timeout"
    r"|\(ospid: \d+\) has (?:not called a wait|no heartbeats) for \d"
    r"|eartbeat timeout (?:from \S{1,80} )?reached, starting|Node rabbit@\S{1,80} not resp|no PRIMARY in election timeout"
    r"|, ?running_partitioned_network|lease renewal is overdue|expelled because of an expired lease"
    r"|# \+(?:tilt #|[so]down master |switch-master )"
)
_LINE = lazy(rf".{{0,600}}?(?:{_TELLS})")
_HEALTH = lazy(r".{0,200}healthcheckers\b")
_LOG = lazy(
    r"\s*(?:\{\"|[\[(]?\d{4}[-/]\d\d[-/]\d\d|[\[(]?\d\d:\d\d:\d\d|[\w.-]{1,60} +\||etcdserver: |raft|\(\w[\w-]{0,30}\) "
    r"|\d+:X \d\d [A-Z][a-z]{2} "
    r"|[A-Z][a-z]{2} [ \d]\d \d\d:|Keepalived|at [\w.$]+\(|Caused by: |\t)"
)
_PARTIAL = lazy(r"\b(?:e|z|f)?grep\b|\b(?:head|tail|awk|sed)\b")
_GAP = 400
"""Other lines of the same program between two messages."""


def _tells(line: str) -> bool:
    return _LINE.match(line) is not None and _HEALTH.match(line) is None


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _tells(lines[start]) or parse(lines[start]) is not None:
        return None
    end = index = start + 1
    while index < len(lines) and index - end < _GAP and prompt_of(lines[index]) is None:
        index += 1
        if _tells(lines[index - 1]) and parse(lines[index - 1]) is None:
            end = index
        elif not _LOG.match(lines[index - 1]):
            break
    return start, end


def _read(output: Output) -> Reading:
    events = HaEvents()
    where = range(len(output.lines))
    used = [output.span(at) for at, line in enumerate(output.lines) if _tells(line) and events.feed(at, line)]
    unknown = [None] * len(output.lines)
    rows = events.rows(output, where, unknown, unknown)
    complete = frozenset() if _PARTIAL.search(output.command) else frozenset(("ha-event",))
    return Reading(rows, complete=complete, used=used)


_COUNTED = lazy(
    r"[\s|`*]*+(?:etcd_server_)?heartbeat_send_failures(?:_total)?\b`?(?:\{[^}]{0,400}\})?(?P<counts>(?:[\s|*:=>]++\d[\d,.e+]*)+)[\s|*]*+(?:@\[?[\d.]+\]?)?\s*$"
)
_METRIC = lazy(r"[\s|`*]*(?:# (?:HELP|TYPE) )?(?:etcd_\w+|slow_apply|peer_sent_failures)\b")


def _etcd_read(output: Output) -> Reading:
    reading = Reading()
    for n, match in output.matches(_COUNTED):
        # a table gives a column for each member: the one that sends is the leader
        count = max(int(float(word.replace(",", ""))) for word in re.findall(r"\d[\d,.e+]*", match["counts"]))
        reading.used.append(output.span(n))
        if count > 0 and not reading.rows:
            values: dict[str, Value | bool] = {
                "kind": "sent-late",
                "count": count,
                "text": output.lines[n].strip()[:200],
            }
            reading.rows.append(Row("ha-event", values, output.span(n)))
    return reading


HINTS = (
    "heartbeat_send_failures",
    "eartbeat", "sync duration of", "fdatasync", "fsync-ing", "lost leader", "session 0x", "session timed out", "leader lock",
    "self because", "self to leader", "Loop time exceeded", "still running", "wrongly marked", "timer expired", "advertisement timeout",
    "(ospid: ", "rabbit@", "no PRIMARY", "partitioned", "lease", "# +",
)  # fmt: skip
READERS = (
    Reader("ha-services", _LINE, _extent, _read, of_no_use=(("another message", _LOG),)),
    Reader(
        "etcd-counters", _COUNTED, extent_of(_COUNTED, _METRIC), _etcd_read, of_no_use=(("another counter", _METRIC),)
    ),
)
