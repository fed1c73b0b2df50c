"""``exportfs -v``, ``/etc/exports``, Solaris ``share``, ``dfshares``, ``zfs get sharenfs``: what a server exports.

``exportfs -v`` prints a long path on a line of its own and the clients below it; sync is its default since nfs-utils 1.0,
and there it says which holds. In ``/etc/exports`` several clients may follow a path. On Solaris and illumos a share is
always synchronous. ``zfs get`` shows sharenfs as ``on`` or with options.

Samples::

    >>> from facts.readers import show
    >>> show('''# exportfs -v
    ... /tank/home    \\t10.0.0.0/24(sync,wdelay,hide,no_subtree_check,sec=sys,rw,secure,root_squash,no_all_squash)
    ... /tank/projects/archive
    ... \\t\\t10.0.0.7(async,wdelay,hide,no_subtree_check,sec=sys,rw,secure,root_squash,no_all_squash)
    ... ''')
    exportfs lines 2-4 read
      nfs-export: client=10.0.0.0/24 path=/tank/home sync=yes writable=yes (2-2)
      nfs-export: client=10.0.0.7 path=/tank/projects/archive sync=no writable=yes (3-4)

    >>> show('''$ share -F nfs
    ... -               /export/home   rw=10.1.0.0   ""
    ... ''')
    nfs-share lines 2-2 read
      nfs-export: client=* path=/export/home sync=yes writable=yes (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from facts.patterns import lazy
from facts.reading import Extent, Output, Reader, Reading, Row
from facts.schema import Value

_CLIENT = r"(?:<world>|(?<![\w*?.:/@\[\]-])[\w*?.:/@\[\]-]+)"
_EXPORT = lazy(rf"\s*(?P<path>/\S*)\s+(?P<clients>{_CLIENT}\([\w=,:.@/-]*\).*)$")
_PATH = lazy(r"(?P<path>/\S+)\s*$")
_BELOW = lazy(rf"\s+(?P<clients>{_CLIENT}\([\w=,:.@/-]+\))\s*$")
_ONE = lazy(rf"(?P<client>{_CLIENT}|)\((?P<options>[\w=,:.@/-]*)\)")
_MARKS = frozenset(
    "sync async rw ro wdelay no_wdelay hide nohide no_subtree_check subtree_check root_squash no_root_squash".split()
)
_COMMENT = lazy(r"\s*#")
_SHARE = lazy(
    r"\s*(?:-|[\w-]+)\s+(?P<path>/\S*)\s+(?P<options>(?:sec=|rw|ro|anon|root|nosuid|nosub|log|public)[\w=,:.@/-]*|\"\"|-)"
    r"\s+(?:\".*\"|-)?.*$"
)
_DFSHARES_HEAD = lazy(r"\s*RESOURCE\s+SERVER\s+ACCESS\s+TRANSPORT\s*$")
_DFSHARES = lazy(r"\s*(?P<server>[\w.-]+):(?P<path>/\S*)\s+(?P=server)\s+\S+\s+\S+\s*$")
_SHARENFS = lazy(
    r"\s*(?P<dataset>[\w.:-]+(?:/[\w.: -]{1,255}?)*)(?<!\s)\s+sharenfs"
    r"\s+(?P<value>\S(?:.*?\S)??)\s+(?:default|local|inherited.*|received|-)\s*$"
)


def _sync(options: Sequence[str]) -> bool:
    return "async" not in options


def _rows(output: Output, path: str, clients: str, first: int, last: int) -> list[Row]:
    rows = []
    for match in _ONE.finditer(clients):
        options = match["options"].split(",")
        values: dict[str, Value | bool] = {
            "path": path.rstrip("/") or "/", "client": match["client"] or "*", "sync": _sync(options),
            "writable": "rw" in options,
        }  # fmt: skip
        rows.append(Row("nfs-export", values, output.span(first, last)))
    return rows


def _is_export(line: str) -> bool:
    match = _EXPORT.match(line)
    return match is not None and not _MARKS.isdisjoint(re.split(r"[,()]", match["clients"]))


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = index = start
    while index < len(lines):
        line = lines[index]
        below = index + 1 < len(lines) and _PATH.match(line) and _BELOW.match(lines[index + 1])
        if _is_export(line):
            end = index = index + 1
        elif below:
            end = index = index + 2
        elif end > start and (_COMMENT.match(line) or _BELOW.match(line)) and "exports" in command:
            index += 1
        else:
            break
    return (start, end) if end > start else None


def _read(output: Output) -> Reading:
    reading = Reading()
    path, at = "", 0
    for index, line in enumerate(output.lines):
        if match := _EXPORT.match(line):
            reading.rows += _rows(output, match["path"], match["clients"], index, index)
        elif match := _PATH.match(line):
            path, at = match["path"], index
        elif path and (match := _BELOW.match(line)):
            reading.rows += _rows(output, path, match["clients"], at, index)
    return reading


def _run(pattern: re.Pattern[str], headed: re.Pattern[str] | None, asked: str) -> Extent:
    def extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
        first = start
        if headed is not None:
            if not headed.match(lines[start]):
                return None
            first = start + 1
        elif not re.search(asked, command):
            return None
        end = first
        while end < len(lines) and pattern.match(lines[end]):
            end += 1
        return (start, end) if end > first else None

    return extent


def _read_shares(pattern: re.Pattern[str]) -> Callable[[Output], Reading]:
    def read(output: Output) -> Reading:
        rows = []
        for index, line in enumerate(output.lines):
            if match := pattern.match(line):
                options = (match.groupdict().get("options") or "rw").split(",")
                writable = not any(o == "ro" for o in options)
                values = {"path": match["path"].rstrip("/") or "/", "client": "*", "sync": True, "writable": writable}
                rows.append(Row("nfs-export", values, output.span(index)))
        return Reading(rows)

    return read


def sharenfs_rows(output: Output) -> list[Row]:
    """Exports that a listing of ZFS properties shows: a dataset with sharenfs, at its usual mount point.

    >>> row, = sharenfs_rows(Output(["tank/home  sharenfs  rw=@10.0.0.0/24  local", "tank  sharenfs  off  default"]))
    >>> dict(row.values)
    {'path': '/tank/home', 'client': '*', 'sync': True, 'dataset': 'tank/home', 'pool': 'tank', 'file-system': 'zfs'}
    """
    rows = []
    for index, line in enumerate(output.lines):
        match = _SHARENFS.match(line)
        if match is None or match["value"] in ("off", "-"):
            continue
        values: dict[str, Value | bool] = {
            "path": f"/{match['dataset']}", "client": "*", "sync": _sync(match["value"].split(",")),
            "dataset": match["dataset"], "pool": match["dataset"].partition("/")[0], "file-system": "zfs",
        }  # fmt: skip
        rows.append(Row("nfs-export", values, output.span(index)))
    return rows


HINTS = ("(rw", "(ro", "(sync", "(async", "sync,", "share", "RESOURCE")
READERS = (
    Reader("exportfs", lazy(r"\s*/\S*(?:\s+\S+\(|\s*$)"), _extent, _read),
    Reader("nfs-share", None, _run(_SHARE, None, r"(?:^|[\s;|&/])share\b|sharetab"), _read_shares(_SHARE),
           lazy(r"(?:^|[\s;|&/])share\b|sharetab")),
    Reader("dfshares", _DFSHARES_HEAD, _run(_DFSHARES, _DFSHARES_HEAD, ""), _read_shares(_DFSHARES)),
)  # fmt: skip
