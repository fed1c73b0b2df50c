"""``/proc/spl/kstat/zfs/dbgmsg``: the debug messages that OpenZFS keeps in memory, with the second of each.

Most lines say what the module does all day. Kept are the commands that changed a pool, and the three lines that are
written while it waits for a device: a transaction group that is not written after minutes (``slow spa_sync``), the
request that hangs (``slow zio``, with its path), and what was done about it. The lines of a group and of a request name no
pool: it is taken from the others where all of them name one.

Known versions: OpenZFS 0.6.4 to 2.3 on Linux, ``sysctl kstat.zfs.misc.dbgmsg`` of FreeBSD; with file, line and
function in front of the message or without.

Sample::

    >>> from facts.readers import show
    >>> show('''timestamp    message
    ... 1788940000   spa_history.c:296:spa_history_log_sync(): command: zpool add tank log nvme0n1
    ... 1788950000   spa_misc.c:605:spa_deadman(): slow spa_sync: started 604 seconds ago, calls 4
    ... 1788950060   spa_misc.c:605:spa_deadman(): slow spa_sync: started 664 seconds ago, calls 5
    ... 1788950060   metaslab.c:2436:metaslab_load_impl(): metaslab_load: txg 2595499, spa tank, vdev_id 0, ms_id 729
    ... ''')
    zfs-dbgmsg lines 1-5 read
      pool-change: number=2 operation=add-log pool=tank text=zpool add tank log nvme0n1 time=1788940000 (2-2)
      pool-event: count=2 device=tank first-time=1788950000 kind=deadman last-time=1788950060 pool=tank (3-4)
      system: zfs-era=openzfs (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from facts.kit import ANY, extent_of
from facts.patterns import lazy
from facts.pool_commands import operation_of, pool_named_in
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_HEADING = lazy(r"\s*timestamp\s+message\s*\Z")
_LINE = lazy(r"\s*(?P<second>1\d{9})\s{1,6}(?:[a-z_0-9]+\.c:\d+:\w+\(\): )?(?P<message>\S(?:.*\S)?)\s*\Z")
_PLACED = lazy(r"\s*1\d{9}\s{1,6}[a-z_0-9]+\.c:\d+:\w+\(\): ")
_COMMAND = lazy(r"command: (?P<text>z(?:pool|fs) .*)\Z")
_SPA = lazy(r"\bspa[ =](?!\$)(?P<pool>[A-Za-z][\w.:-]*)\b")
_GROUP = lazy(r"slow spa_sync: started \d+ seconds ago")
_REQUEST = lazy(r"slow zio\[\d+\]: .*?\bpath=(?P<path>/\S+)")
_HUNG = lazy(r"\w+ (?:waiting for|restarting) hung I/O (?:to|for) pool '(?P<pool>[^']+)'")


_MESSAGES = extent_of(_LINE, blanks=ANY)
_HEADED = extent_of(_LINE, head=_HEADING, blanks=ANY)


@dataclass(slots=True)
class _Waits:
    """The lines that say of one device that it is waited for."""

    pool: str
    device: str
    first: int
    last: int
    begun: float
    ended: float
    count: int = 1

    def row(self, output: Output) -> Row:
        return Row(
            "pool-event",
            {"pool": self.pool, "device": self.device, "kind": "deadman", "count": self.count,
             "first-time": self.begun, "last-time": self.ended},
            output.span(self.first, self.last), time=self.ended,
        )  # fmt: skip


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return (_MESSAGES if _PLACED.match(lines[start]) else _HEADED)(lines, start, command)


def _pools(lines: Sequence[str]) -> set[str]:
    named = {found["pool"] for line in lines for found in _SPA.finditer(line)}
    commands = (_COMMAND.search(line) for line in lines)
    return named | {pool for found in commands if found and (pool := pool_named_in(found["text"]))}


def _read(output: Output) -> Reading:
    reading = Reading()
    pools = _pools(output.lines)
    only = next(iter(pools)) if len(pools) == 1 else ""
    waits: dict[tuple[str, str], _Waits] = {}
    for index, found in output.matches(_LINE):
        second, message = float(found["second"]), found["message"]
        reading.pass_over("another message", output.span(index))
        if command := _COMMAND.match(message):
            reading.rows += _change(output, index, command["text"], second)
            continue
        hung, request = _HUNG.match(message), _REQUEST.match(message)
        pool = hung["pool"] if hung else only
        if not pool or not (hung or request or _GROUP.match(message)):
            continue
        device = request["path"] if request else pool
        known = waits.get((pool, device))
        if known is None:
            waits[pool, device] = _Waits(pool, device, index, index, second, second)
        else:
            known.last, known.ended, known.count = index, second, known.count + 1
        reading.used.append(output.span(index))
    reading.rows += [each.row(output) for each in waits.values()]
    reading.rows.append(Row("system", {"zfs-era": "openzfs"}, output.span(0), inferred=True))
    return reading


def _change(output: Output, index: int, text: str, second: float) -> list[Row]:
    number = output.span(index)[0]
    operation, pool = operation_of(text, number), pool_named_in(text)
    if operation is None or not pool:
        return []
    values: dict[str, Value | bool] = {
        "pool": pool, "number": number, "operation": operation, "text": text[:300], "time": second,
    }  # fmt: skip
    return [Row("pool-change", values, output.span(index), time=second)]


HINTS = ("timestamp ", ".c:")
READERS = (
    Reader(
        "zfs-dbgmsg",
        lazy(r"\s*(?:timestamp\s+message\s*\Z|1\d{9}\s{1,6}[a-z_0-9]+\.c:\d+:)"),
        _extent,
        _read,
        of_no_use=(("heading", _HEADING),),
    ),
)
