"""``nfsiostat``, ``mountstats``, ``/proc/self/mountstats``, ``nfsstat -s`` and ``-c``: what NFS clients and servers measure.

``nfsiostat`` prints for each mount a block for reads and one for writes; with an interval the first report is the mean
since the mount and the later ones count: of several, the worst mean of writes is kept. Its columns grew over the versions
and are found by name. ``mountstats`` tells operation by operation, COMMIT too; ``/proc/self/mountstats`` has sums, from
which the means are computed. ``nfsstat`` counts calls; numbers stand below their names.

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
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, prompt_of
from facts.schema import Value
from facts.units import number

_MOUNT = lazy(
    r"\s*(?:Stats for )?(?P<server>[\w.\[\]:-]+?):(?P<export>/\S*) mounted on (?P<mount>/[^:]*(?=:)|/(?:[^:]*[^:\s])?):?\s*$"
)
_DEVICE = lazy(
    r"\s*device (?P<server>[\w.\[\]:-]+?):(?P<export>/\S*) mounted on (?P<mount>/\S*) with fstype nfs\d?(?: statvers=\S+)?\s*$"
)
_BLOCK = lazy(r"\s*(?P<what>read|write):\s+(?P<names>op\S*/s\s.*)$")
_RETRANS = lazy(r"(?<!\d)\d+ \((?P<percent>\d+(?:[.,]\d+)?)%\)")
_OPERATION = lazy(r"\s*(?P<name>READ|WRITE|COMMIT):\s*$")
_OPS = lazy(r"\s+(?P<ops>\d+) ops \(\d+%\)")
_RTT = lazy(r"\s+backlog wait: \S+\s+RTT: (?P<rtt>[\d.,]+)\s")
_PER_OP = lazy(r"\s*(?P<name>READ|WRITE|COMMIT): (?P<numbers>\d+(?: \d+){6,12})\s*$")
_ANY = lazy(
    r"(?:\s+\S.*|\s*(?:read|write):.*|[A-Z_]{3,20}:\s*|\s*ops?/s\s.*|\s*\d.*|NFS \w+.*|RPC .*|device \S+ mounted on .*|\s*)$"
)
_SECTION = lazy(
    r"\s*(?P<side>Server|Client) (?P<what>nfs ?v\d(?: operations)?|NFSv\d|NFS_ACL|nfs_acl|rpc stats|rpc|nfs):?\s*$"
)
_NAMES_LINE = lazy(r"\s*[a-z_][\w-]*(?:[ \t]+[a-z_][\w-]*)*\s*$")
_COUNTS_LINE = lazy(r"\s*\d+(?:\s+\d+%)?(?:\s+\d+(?:\s+\d+%)?)*\s*$")
_SUB = lazy(r"\s*(?:Connection(?:less| [Oo]riented)|Version \d).{0,40}:?\s*$")


@dataclass(slots=True)
class _Mount:
    """What is known of one mount."""

    first: int
    last: int
    values: dict[str, Value | bool] = field(default_factory=dict)

    def set(self, what: str, count: float | None, milliseconds: float | None, index: int) -> None:
        """Count and mean time of reads, writes or commits; of several reports the slowest that counted any."""
        key = f"{what}-ms"
        before = self.values.get(key)
        self.last = index
        if count is None or milliseconds is None or not count:
            self.values.setdefault(f"{what}s", count or 0.0)
        elif not isinstance(before, float) or milliseconds > before:
            self.values[f"{what}s"], self.values[key] = count, milliseconds


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not (_MOUNT.match(lines[start]) or _DEVICE.match(lines[start])):
        return None
    end = start + 1
    for index in range(start + 1, min(len(lines), start + 20_000)):
        line = lines[index]
        if prompt_of(line) is not None or not (_ANY.match(line) or _MOUNT.match(line)):
            break
        if line.strip():
            end = index + 1
    return (start, end) if end > start + 1 else None


def _read(output: Output) -> Reading:
    mounts: dict[str, _Mount] = {}
    current: _Mount | None = None
    names: list[str] = []
    what, operation, ops = "", "", 0.0
    for index, line in enumerate(output.lines):
        if match := _MOUNT.match(line) or _DEVICE.match(line):
            current = mounts.setdefault(match["mount"], _Mount(index, index))
            server = match["server"].partition(".")[0] if match["server"][0].isalpha() else match["server"]
            current.values |= {"mount": match["mount"], "server": server, "export": match["export"]}
        elif current is None:
            continue
        elif match := _BLOCK.match(line):
            what, names = match["what"], match["names"].replace("avg ", "avg_").replace(" (ms)", "").split()
        elif what and line.strip():
            _block(current, what, names, line, index)
            what = ""
        elif match := _OPERATION.match(line):
            operation, ops = match["name"].lower(), 0.0
        elif operation and (match := _OPS.match(line)):
            ops = float(match["ops"])
        elif operation and (match := _RTT.match(line)):
            current.set(operation, ops, number(match["rtt"]), index)
            operation = ""
        elif match := _PER_OP.match(line):
            figures = [int(word) for word in match["numbers"].split()]
            mean = figures[6] / figures[0] if figures[0] else None
            current.set(match["name"].lower(), float(figures[0]), mean, index)
    rows = [
        Row("nfs-mount-times", {"output": output.label, **mount.values}, output.span(mount.first, mount.last))
        for mount in mounts.values() if {"write-ms", "read-ms", "commit-ms"} & set(mount.values)
    ]  # fmt: skip
    return Reading(rows)


def _block(mount: _Mount, what: str, names: Sequence[str], line: str, index: int) -> None:
    """One line of numbers below ``read:`` or ``write:``."""
    retransmitted = _RETRANS.search(line)
    words = _RETRANS.sub("-", line).split()
    figures = dict(zip(names, words, strict=False))
    rate = number(figures.get("ops/s") or figures.get("op/s") or "")
    mount.set(what, rate, number(figures.get("avg_RTT", "")), index)
    if retransmitted and (percent := number(retransmitted["percent"])) is not None:
        before = mount.values.get("retransmitted-percent", 0.0)
        mount.values["retransmitted-percent"] = max(percent, before) if isinstance(before, float) else percent


def _stat_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _SECTION.match(lines[start]):
        return None
    end = index = start + 1
    while index < len(lines):
        line = lines[index]
        if prompt_of(line) is not None:
            break
        if any(p.match(line) for p in (_SECTION, _NAMES_LINE, _COUNTS_LINE, _SUB)):
            end = index + 1
        elif line.strip():
            break
        index += 1
    return (start, end) if end > start + 2 else None


_COUNTED = {"read": "reads", "write": "writes", "commit": "commits"}


def _read_stat(output: Output) -> Reading:
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
            found = sides[side][1]
            for name, count in zip(names, counts, strict=False):
                slot = _COUNTED.get(name) if "nfs" in what else {"calls": "calls", "retrans": "retransmitted"}.get(name)
                if slot:
                    found[slot] = found.get(slot, 0) + count
            names, last = [], index
    return Reading([
        Row("nfs-calls", {"side": side, **found}, output.span(first, last)) for side, (first, found) in sides.items() if found
    ])  # fmt: skip


HINTS = (" mounted on /", "Server nfs", "Server rpc", "Client nfs", "Client rpc")
READERS = (
    Reader("nfsiostat", lazy(r"\s*(?:Stats for |device )?[\w.\[\]:-]+:/\S* mounted on /"), _extent, _read),
    Reader("nfsstat", _SECTION, _stat_extent, _read_stat),
)
