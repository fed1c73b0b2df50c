"""``nfsiostat``, ``mountstats``, ``/proc/self/mountstats``, ``nfsstat -s`` and ``-c``: what NFS clients and servers measure.

``nfsiostat`` prints for each mount a block for reads and one for writes; with an interval the first report is the mean
since the mount and the later ones count: of several, the worst mean of writes is kept. Its columns grew over the versions
and are found by name. ``mountstats`` tells operation by operation, COMMIT too; ``/proc/self/mountstats`` has sums, from
which the means are computed. ``nfsstat`` counts calls; numbers stand below their names, which the BSDs write with capitals.

Samples::

    >>> from facts.readers import show
    >>> show('''filer1:/tank/home mounted on /home:
    ...
    ...    op/s         rpc bklog
    ...  310.20            0.00
    ... read:             ops/s            kB/s           kB/op         retrans         avg RTT (ms)    avg exe (ms)
    ...                  12.000         384.000          32.000        0 (0.0%)           1.210           1.300
    ... write:            ops/s            kB/s           kB/op         retrans         avg RTT (ms)    avg exe (ms)
    ...                  88.000         704.000           8.000        0 (0.0%)          61.200          61.450
    ... ''')
    nfsiostat lines 1-8 read
      nfs-mount-times: export=/tank/home mount=/home output=input:1 read-ms=1.21 reads=12 retransmitted-percent=0 server=filer1 write-ms=61.2 writes=88 (1-8)

    >>> show('''Server nfs v3:
    ... null         getattr      setattr      lookup       access       readlink
    ... 12        0% 40211    20% 100       0% 3000      1% 2000      1% 0         0%
    ... read         write        create       mkdir        symlink      mknod
    ... 5000      2% 90112    45% 100       0% 0         0% 0         0% 0         0%
    ... remove       rmdir        rename       link         readdir      readdirplus
    ... 0         0% 0         0% 0         0% 0         0% 0         0% 10        0%
    ... fsstat       fsinfo       pathconf     commit
    ... 1         0% 1         0% 1         0% 60200    30%
    ... ''')
    nfsstat lines 1-9 read
      nfs-calls: commits=60200 reads=5000 side=server writes=90112 (1-9)

    >>> show('''Server Info:
    ...   Getattr   Setattr    Lookup  Readlink      Read     Write    Create    Remove
    ...   3120411     21034   1204511        12   9023114  28120321     20112     18021
    ...     Mknod    Fsstat    Fsinfo  PathConf    Commit
    ...         0     20122       102        98   7120455
    ... ''')
    nfsstat lines 1-5 read
      nfs-calls: commits=7120455 reads=9023114 side=server writes=28120321 (1-5)
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from facts.kit import ANY, extent_of
from facts.patterns import lazy, unnamed
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.units import number

_ZFS_SERVER = lazy(r"(?i:freenas|truenas|nexenta|omnios|napp-?it|zfs)")
_MOUNT = lazy(
    r"\s*(?:Stats for )?(?P<server>[\w.\[\]:-]+?):(?P<export>/\S*) mounted on (?P<mount>/[^:]*(?=:)|/(?:[^:]*[^:\s])?):?\s*$"
)
_DEVICE = lazy(
    r"\s*device (?P<server>[\w.\[\]:-]+?):(?P<export>/\S*) mounted on (?P<mount>/\S*) with fstype nfs\d?(?: statvers=\S+)?\s*$"
)
_HEAD = lazy(f"{unnamed(_MOUNT).pattern}|{unnamed(_DEVICE).pattern}")
_BLOCK = lazy(r"\s*(?P<what>read|write):\s+(?P<names>op\S*/s\s.*)$")
_RETRANS = lazy(r"(?<!\d)\d+ \((?P<percent>\d+(?:[.,]\d+)?)%\)")
_OPERATION = lazy(r"\s*(?P<name>READ|WRITE|COMMIT):\s*$")
_OPS = lazy(r"\s+(?P<ops>\d+) ops \(\d+%\)(?:\s+(?P<again>\d+) retrans\b)?")
_RTT = lazy(r"\s+backlog wait: \S+\s+RTT: (?P<rtt>[\d.,]+)\s")
_PER_OP = lazy(r"\s*(?P<name>READ|WRITE|COMMIT): (?P<numbers>\d+(?: \d+){6,12})\s*$")
_ANY_LINE = lazy(
    r"(?:\s+\S.*|\s*(?:read|write):.*|[A-Z_]{3,20}:\s*|\s*ops?/s\s.*|\s*\d.*|NFS \w+.*|RPC .*|device \S+ mounted on .*|\s*)$"
)
_RATES = lazy(r"\s*ops?/s\s+rpc bklog\s*$")
_NUMBERS = lazy(r"\s*[\d.,]+\s+[\d.,]+\s*$")
_FIELDS = lazy(
    r"\s*(?:NFS (?:mount|server|security|byte|client)\b|RPC (?:statistics|iostats)\b|applications (?:read|wrote) \d|client (?:read|wrote) \d"
    r"|RPC requests|\d+ (?:RPC )?requests|\d+ RPC|average backlog|avg bytes |device \S+ mounted on /|per-op statistics\s*$"
    r"|(?:opts|age|caps|impl_id|nfsv4|sec|events|bytes|xprt|fsc):\s)"
)
_OTHER_OPERATION = lazy(
    r"\s*[A-Z][A-Z0-9_]{2,30}:(?:\s*|(?: \d+){7,13}\s*)$|\s+\d+ ops \(\d+%\)|\s+backlog wait: [\d.,]+\s+RTT: [\d.,]+\s"
)
_SECTION = lazy(
    r"\s*(?P<side>Server|Client) (?P<what>nfs ?v\d(?: operations)?|NFSv\d|NFS_ACL|nfs_acl|rpc stats|rpc|nfs"
    r"|packet stats|reply cache|file handle cache|read ahead cache|threads|io"
    r"|Info|Ret-Failed|Faults|Cache Stats|Write Gathering):?\s*$"
)
_NAMES_LINE = lazy(r"\s*[a-z_][\w-]*(?:[ \t]+[a-z_][\w-]*)*\s*$|[ \t]+[A-Za-z]\w*(?:[ \t]+[A-Za-z][\w-]*)*\s*$")
_COUNTS_LINE = lazy(r"\s*\d+(?:\s+\d+%)?(?:\s+\d+(?:\s+\d+%)?)*\s*$")
_SUB = lazy(r"\s*(?:Connection(?:less| [Oo]riented)|Version \d|Rpc (?:Counts|Info)|Cache Info).{0,40}:?\s*$")


@dataclass(slots=True)
class _Mount:
    """What is known of one mount."""

    first: int
    last: int
    values: dict[str, Value | bool] = field(default_factory=dict)

    def again(self, percent: float) -> None:
        """The part that was sent again; of reads, writes and reports the largest."""
        before = self.values.get("retransmitted-percent", 0.0)
        self.values["retransmitted-percent"] = max(percent, before) if isinstance(before, float) else percent

    def set(self, what: str, count: float | None, milliseconds: float | None, index: int) -> None:
        """Count and mean time of reads, writes or commits; of several reports the slowest that counted any."""
        key = f"{what}-ms"
        before = self.values.get(key)
        self.last = index
        if count is None or milliseconds is None or not count:
            self.values.setdefault(f"{what}s", count or 0.0)
        elif not isinstance(before, float) or milliseconds > before:
            self.values[f"{what}s"], self.values[key] = count, milliseconds


def _read(output: Output) -> Reading:
    mounts: dict[str, _Mount] = {}
    current: _Mount | None = None
    names: list[str] = []
    what, operation, ops = "", "", 0.0
    reading = Reading()
    for index, line in enumerate(output.lines):
        used = True
        if match := _MOUNT.match(line) or _DEVICE.match(line):
            current = mounts.setdefault(match["mount"], _Mount(index, index))
            server = match["server"].partition(".")[0] if match["server"][0].isalpha() else match["server"]
            current.values |= {"mount": match["mount"], "server": server, "export": match["export"]}
            if _ZFS_SERVER.search(server):
                current.values["server-on-zfs"] = True
            what = operation = ""
        elif current is None:
            continue
        elif match := _BLOCK.match(line):
            what, names = match["what"], match["names"].replace("avg ", "avg_").replace(" (ms)", "").split()
        elif what and line.strip():
            used = _block(current, what, names, line, index)
            what = ""
        elif match := _OPERATION.match(line):
            operation, ops = match["name"].lower(), 0.0
        elif operation and (match := _OPS.match(line)):
            ops = float(match["ops"])
            if ops and match["again"] is not None:
                current.again(100 * int(match["again"]) / ops)
        elif operation and (match := _RTT.match(line)):
            current.set(operation, ops, number(match["rtt"]), index)
            operation = ""
        elif match := _PER_OP.match(line):
            _per_operation(current, match["name"].lower(), [int(word) for word in match["numbers"].split()], index)
        else:
            used = False
            if index and _RATES.match(output.lines[index - 1]) and _NUMBERS.match(line):
                reading.pass_over("all operations", output.span(index))
        if used:
            reading.used.append(output.span(index))
    reading.rows = [
        Row("nfs-mount-times", {"output": output.label, **mount.values}, output.span(mount.first, mount.last))
        for mount in mounts.values() if {"write-ms", "read-ms", "commit-ms"} & set(mount.values)
    ]  # fmt: skip
    return reading


def _per_operation(mount: _Mount, name: str, figures: Sequence[int], index: int) -> None:
    """The sums that the kernel counts: operations, transmissions, ..., milliseconds until the answer."""
    count, sent = figures[:2]
    mount.set(name, float(count), figures[6] / count if count else None, index)
    if count:
        mount.again(100 * max(0, sent - count) / count)


def _block(mount: _Mount, what: str, names: Sequence[str], line: str, index: int) -> bool:
    """One line of numbers below ``read:`` or ``write:``; whether it is one."""
    words = _RETRANS.sub("-", line).split()
    if len(words) != len(names) or any(word != "-" and number(word) is None for word in words):
        return False
    figures = dict(zip(names, words, strict=True))
    mount.set(
        what, number(figures.get("ops/s") or figures.get("op/s") or ""), number(figures.get("avg_RTT", "")), index
    )
    if (retransmitted := _RETRANS.search(line)) and (percent := number(retransmitted["percent"])) is not None:
        mount.again(percent)
    return True


_SENT = {"calls": "calls", "retrans": "retransmitted"}
_COUNTED = {"read": "reads", "write": "writes", "commit": "commits"}


def _read_stat(output: Output) -> Reading:
    reading = Reading()
    sides: dict[str, tuple[int, dict[str, int]]] = {}
    side, what = "", ""
    names: list[str] = []
    last = 0
    for index, line in enumerate(output.lines):
        if match := _SECTION.match(line):
            side, what, names = match["side"].lower(), match["what"].lower(), []
            sides.setdefault(side, (index, {}))
        elif _NAMES_LINE.match(line) and not _COUNTS_LINE.match(line):
            names = line.split()
        elif names and side and _COUNTS_LINE.match(line):
            counts = [int(word) for word in line.split() if not word.endswith("%")]
            if len(counts) != len(names):
                continue
            found, both = sides[side][1], output.span(index - 1, index)
            slots = [(_COUNTED if "nfs" in what or what == "info" else _SENT).get(name.lower()) for name in names]
            for slot, count in zip(slots, counts, strict=True):
                if slot:
                    found[slot] = found.get(slot, 0) + count
            reading.used.append(both) if any(slots) else reading.pass_over("other calls", both)
            names, last = [], index
        elif what in ("faults", "ret-failed") and line.strip().isdigit():
            reading.pass_over("other calls", output.span(index))
    reading.rows = [
        Row("nfs-calls", {"side": side, **found}, output.span(first, last)) for side, (first, found) in sides.items() if found
    ]  # fmt: skip
    return reading


HINTS = (" mounted on /", "Server nfs", "Server rpc", "Client nfs", "Client rpc", "Server Info", "Client Info")
_STARTS = lazy(r"\s*(?:Stats for |device )?[\w.\[\]:-]+:/\S* mounted on /")
_OF_NO_USE = (("heading", _RATES), ("field", _FIELDS), ("other operation", _OTHER_OPERATION))
READERS = (
    Reader(
        "nfsiostat",
        _STARTS,
        extent_of(_ANY_LINE, _MOUNT, head=_HEAD, blanks=ANY, most=20_000),
        _read,
        of_no_use=_OF_NO_USE,
    ),
    Reader(
        "nfsstat",
        _SECTION,
        extent_of(_SECTION, _NAMES_LINE, _COUNTS_LINE, _SUB, head=_SECTION, least=2, blanks=ANY),
        _read_stat,
        of_no_use=(("section", _SECTION), ("section", _SUB)),
    ),
)
