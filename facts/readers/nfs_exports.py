"""``exportfs -v``, ``/etc/exports``, Solaris ``share``, ``dfshares``, ``zfs get sharenfs``: what a server exports.

``exportfs -v`` prints a long path on a line of its own and the clients below it; sync is its default since nfs-utils 1.0,
and there it says which holds. In ``/etc/exports`` several clients may follow a path. On Solaris and illumos a share is
always synchronous; on FreeBSD, too, where options stand before the clients. ``zfs get`` shows sharenfs as ``on`` or with options.

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

    >>> show('"/mnt/tank/vm" -alldirs -maproot="root":"wheel" -network 10.0.0.0/24')
    bsd-exports lines 1-1 read
      nfs-export: client=* path=/mnt/tank/vm sync=yes writable=yes (1-1)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import Lines, Table, Values, column, never, unused, within
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_CLIENT = r"(?:<world>|(?<![\w*?.:/@\[\]-])[\w*?.:/@\[\]-]+)"
_EXPORT = lazy(rf"\s*(?P<path>/\S*)\s+(?P<clients>{_CLIENT}\([\w=,:.@/-]*\).*)$")
_PATH = lazy(r"(?P<path>/\S+)\s*$")
_BELOW = lazy(rf"\s+(?P<clients>{_CLIENT}\([\w=,:.@/-]+\))\s*$")
_ONE = lazy(rf"(?P<client>{_CLIENT}|)\((?P<options>[\w=,:.@/-]*)\)|(?P<bare>{_CLIENT})(?!\S)")
_MARKS = frozenset(
    "sync async rw ro wdelay no_wdelay hide nohide no_subtree_check subtree_check root_squash no_root_squash".split()
)
_DEFAULT = lazy(rf"\s*(?P<path>/\S*)(?P<clients>(?:\s+{_CLIENT}(?:\([\w=,:.@/-]*\))?)+)\s*$")
_COMMENT = lazy(r"\s*#")
_CONTINUED = lazy(r"\s*\\\s*$")
_SHARENFS = lazy(
    r"\s*(?P<dataset>[\w.:-]+(?:/[\w.: -]{1,255}?)*)(?<!\s)\s+sharenfs"
    r"\s+(?P<value>\S(?:.*?\S)??)\s+(?:default|local|inherited.*|received|-)\s*$"
)


def _sync(options: Sequence[str]) -> bool:
    return "async" not in options


def _rows(output: Output, path: str, clients: str, first: int, last: int) -> list[Row]:
    rows = []
    for match in _ONE.finditer(clients):
        options = (match["options"] or "").split(",")
        values: dict[str, Value | bool] = {
            "path": _path(path), "client": match["client"] or match["bare"] or "*", "sync": _sync(options),
            "writable": "rw" in options,
        }  # fmt: skip
        rows.append(Row("nfs-export", values, output.span(first, last)))
    return rows


def _is_export(line: str) -> bool:
    match = _EXPORT.match(line)
    return match is not None and not _MARKS.isdisjoint(re.split(r"[,()]", match["clients"]))


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = index = start
    file = "exports" in command
    while index < len(lines):
        line, below = (_CONTINUED.sub("", text) for text in [*lines[index : index + 2], ""][:2])
        if _is_export(line) or (file and (_DEFAULT.match(line) or (end > start and _BELOW.match(line)))):
            end = index = index + 1
        elif _PATH.match(line) and _BELOW.match(below):
            end = index = index + 2
        elif file and end > start and (_COMMENT.match(line) or not line.strip()):
            index += 1
        else:
            break
    return (start, end) if end > start else None


def _read(output: Output) -> Reading:
    reading = Reading()
    path, at = "", 0
    for index, text in enumerate(output.lines):
        line, first = _CONTINUED.sub("", text), index
        if match := _EXPORT.match(line) or _DEFAULT.match(line):
            path, at = match["path"], index
        elif match := _PATH.match(line):
            path, at = match["path"], index
            continue
        elif path and (match := _BELOW.match(line)):
            first = at
        else:
            continue
        reading.rows += _rows(output, path, match["clients"], first, index)
        reading.used.append(output.span(first, index))
    return reading


def _path(cell: str) -> str:
    return cell.rstrip("/") or "/"


def _share(values: Values, command: str) -> Values | str:
    """A share of Solaris is for all clients that its options name, and is always synchronous."""
    if values.get("kind", "nfs") != "nfs":
        return "not of NFS"
    modes = {option.partition("=")[0] for option in str(values.get("options", "rw")).split(",")}
    return {"path": values["path"], "client": "*", "sync": True, "writable": "rw" in modes or "ro" not in modes}


_OPTIONS = r"(?P<options>(?:sec=|rw|ro|anon|root|nosuid|nosub|log|public)[\w=,:.@/-]*|\"\"|-)"
_SHARES = Lines(
    "nfs-share",
    "nfs-export",
    lazy(rf"\s*(?:-|[\w-]+)\s+(?P<path>/\S*)\s+(?:(?P<kind>nfs|smb)\s+)?{_OPTIONS}(?:\s+(?:\".*\"|-))?\s*$"),
    parse={"path": _path},
    row=_share,
    commands=lazy(r"(?:^|[\s;|&/])share\b"),
)
_SHARETAB = Lines(
    "nfs-share",
    "nfs-export",
    lazy(rf"(?P<path>/\S*)\s+(?:-|\S+)\s+(?P<kind>nfs|smb)\s+{_OPTIONS}(?:\s.*)?$"),
    parse={"path": _path},
    row=_share,
    commands=lazy(r"sharetab\b"),
)
_BSD_OPTION = r"-(?:alldirs|maproot|mapall|network|mask|ro|r|o|sec|quiet|public|webnfs|index|tls\w*)"
# One line of a FreeBSD server may name several directories before its options, and clients behind them.
_BSD_EXPORTS = Lines(
    "bsd-exports",
    "nfs-export",
    lazy(
        rf"\s*+(?:V4:\s*+/\S*+|\"?(?P<path>/[^\s\"]*+)\"?(?:\s++\"?/[^\s\"]*+\"?){{0,20}})"
        rf"(?P<options>(?=\s++{_BSD_OPTION}(?:[=\s]|$))(?:\s++\S++){{1,40}}+)\s*+$"
    ),
    parse={"path": _path},
    row=lambda values, _: _bsd(values),
)


def _bsd(values: Values) -> Values | str:
    """An export of FreeBSD, which has no async: a stable write or a commit is on disk before it is answered."""
    if "path" not in values:
        return "the root of version 4"
    words = str(values.get("options", "")).split()
    return {"path": values["path"], "client": "*", "sync": True, "writable": not {"-ro", "-o"} & set(words)}


_DFSHARES = Table(
    "dfshares", "nfs-export", needs=("path",), covers=never, align=True,
    columns=(column("path", "RESOURCE", parse=within(lazy(r"[\w.-]+:(/\S*)"), _path)), unused("SERVER", "ACCESS", "TRANSPORT")),
    row=lambda line: {**line.values, "client": "*"} if line.values else None,
)  # fmt: skip


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


HINTS = (
    "exports",
    "(rw",
    "(ro",
    "(sync",
    "(async",
    "sync,",
    "share",
    "RESOURCE",
    " -network",
    " -maproot",
    " -mapall",
    " -alldirs",
    " -sec=",
    " -ro",
)
READERS = (
    Reader("exportfs", lazy(r"\s*/\S*(?:\s+\S|\s*$)"), _extent, _read, of_no_use=(("comment", _COMMENT),)),
    _SHARES.reader(),
    _SHARETAB.reader(),
    _DFSHARES.reader(),
    _BSD_EXPORTS.reader(),
)
