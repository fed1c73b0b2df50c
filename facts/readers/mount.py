"""``mount``: the mounted file systems and their options.

Known versions: Solaris ``MOUNT on DEVICE read/write/... on DATE`` and, with ``-v``, ``DEVICE on MOUNT type TYPE ... on
DATE`` (illumos always); Linux ``DEVICE on MOUNT type TYPE (options)``; FreeBSD ``DEVICE on MOUNT (type, options)``; the
tables ``/proc/mounts``, ``/etc/mnttab``, ``/etc/fstab`` and ``mount -p`` (``/etc/vfstab``); ``df -n``; ``findmnt``, with and
without its heading; ``mount`` of AIX, a table whose first column names the server of NFS.
File systems of the kernel's own (proc, sysfs, cgroup, ...) are passed over.

Samples::

    >>> from facts.readers import show
    >>> show('''/u01 on /dev/vx/dsk/datadg/db01 read/write/mincache=direct/delaylog/dev=3bc1 on Mon May  7 09:12:01 2012
    ... /export on rpool/export read/write/setuid/devices/dev=4010002 on Mon May  7 09:12:03 2012
    ... ''')
    mount lines 1-2 read
      file-system: device=/dev/vx/dsk/datadg/db01 direct-io=yes mount=/u01 \
options=read/write/mincache=direct/delaylog/dev=3bc1 type=vxfs (1-1)
      file-system: device=rpool/export mount=/export options=read/write/setuid/devices/dev=4010002 type=zfs (2-2)

    >>> show('''/dev/sda1 on / type ext3 (rw,errors=remount-ro,data=ordered,barrier=0)
    ... proc on /proc type proc (rw)
    ... ''')
    mount lines 1-2 read
      file-system: barriers=no data-mode=ordered device=/dev/sda1 mount=/ \
options=rw,errors=remount-ro,data=ordered,barrier=0 type=ext3 (1-1)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from facts.account import is_ruling
from facts.patterns import lazy
from facts.reading import Extent, Output, Reader, Reading, Refusal, Row
from facts.schema import Value

_KNOWN = frozenset("vxfs ufs zfs ext2 ext3 ext4 xfs btrfs tmpfs nfs".split())
_RENAMED = {"nfs3": "nfs", "nfs4": "nfs", "ext4dev": "ext4", "swap": "tmpfs"}
_KERNELS_OWN = frozenset(
    """proc sysfs devpts devtmpfs cgroup cgroup2 securityfs debugfs tracefs configfs fusectl mqueue hugetlbfs pstore bpf
    binfmt_misc autofs rpc_pipefs nfsd efivarfs selinuxfs rootfs ramfs devfs dev ctfs mntfs objfs sharefs bootfs fd lofs
    fdescfs linprocfs linsysfs procfs namefs nsfs squashfs overlay aufs usbfs usbdevfs spufs fuse.gvfsd-fuse gvfs uvfs
    cachefs ahafs cdrfs
    fuse.lxcfs fuse.portal fuse.snapfuse iso9660 udf sysv swapfs kernfs ptyfs none""".split()
)

_SOLARIS = lazy(
    r"\s*(?P<mount>/\S*) on (?P<device>\S+) (?P<options>(?:read|rw|ro|remote)\S*)(?: on (?P<date>[A-Z]\S+ \S+"
    r" +\d+ .*\d{4}.*))\Z"
)
_SOLARIS_V = lazy(
    r"\s*(?P<device>\S+) on (?P<mount>/\S*) type (?P<type>\w+) (?P<options>(?:read|rw|ro|remote)\S*)(?: on"
    r" (?P<date>\S+ \S+ .*\d{4}.*))\Z"
)
_LINUX = lazy(
    r"\s*(?P<device>\S+(?: \S+)?) on (?P<mount>/.*?) type (?P<type>[\w.-]+) \((?P<options>[^)]*)\)(?:"
    r" \[.*\])?(?:\s+(?:\*+|<-.*))?\s*\Z"
)
_BSD = lazy(r"\s*(?P<device>\S+) on (?P<mount>/\S*) \((?P<type>[a-z]\w+)(?:, (?P<options>[^)]*))?\)\s*\Z")
_TABLE = lazy(
    r"\s*(?P<device>[^\s#]\S*)\s+(?P<mount>/\S*|none|swap)\s+(?P<type>[a-z][\w.-]*)\s+(?P<options>[a-z]\S*"
    r"|-)\s+(?P<last>\d+(?:\s+\d+)?)\s*\Z"
)
_VFSTAB = lazy(
    r"\s*(?P<device>[^\s#]\S*)\s+\S+\s+(?P<mount>/\S*)\s+(?P<type>[a-z]\w*)\s+(?:-|\d)\s+(?:yes"
    r"|no)\s+(?P<options>\S+)\s*\Z"
)
_CUT_OFF = lazy(r"\s*/dev/\S+ on /\S* type \w+(?: \([^)]*)?\Z|\s*/\S* on /dev/\S+ (?:read|rw|ro)[\w/=]*\Z")
_DF_N = lazy(r"\s*(?P<mount>/\S*)\s*: (?P<type>[a-z]\w+)\s*\Z")
_FINDMNT_HEAD = lazy(r"\s*TARGET\s+SOURCE\s+FSTYPE\s+OPTIONS(?:\s+PROPAGATION)?\s*\Z")
_FINDMNT = lazy(
    r"[\s│├└─|`-]*(?P<mount>/\S*)\s+(?P<device>\S+)\s+(?P<type>[a-z][\w.-]*)\s+(?P<options>[a-z]\S*)"
    r"(?:\s+(?:shared|private|slave|unbindable)(?:,\w+)*)?\s*\Z"
)
# what findmnt puts below a cell that is wider than its column
_FINDMNT_REST = lazy(r"[\s│|]*\s(?P<cells>[^\s│├└|`-].*)")
_FINDMNT_LINES = 3
_CUT_TYPE = 6
"""findmnt cuts a type at the width of its heading, where the terminal is narrow."""
_FINDMNT_BARE = lazy(r"\s*/\S*\s+\S+\s+[a-z][\w.-]*\s+r[ow](?:,\S*)?\s*\Z")
_AIX_HEAD = lazy(r"\s*node\s+mounted\s+mounted over\s+vfs\s+date\s+options\s*\Z")
_AIX = lazy(
    r"(?:(?P<node>\S+)\s+|\s+)(?P<device>\S+)\s+(?P<mount>/\S*)\s+(?P<type>[a-z]\w*)\s+[A-Z][a-z]{2} [ \d]\d \d\d:\d\d"
    r"(?:\s+(?P<options>[a-z]\S*))?\s*\Z"
)


_OWN = "file system of the kernel's own"


class _Mount(NamedTuple):
    """One mounted file system as printed."""

    device: str
    mount: str
    type: str
    options: str


def known_type(name: str) -> str:
    """A type as the templates know it; "" for file systems of the kernel's own.

    >>> known_type("nfs4"), known_type("ntfs"), known_type("proc")
    ('nfs', 'other', '')
    """
    kind = _RENAMED.get(name, name)
    if kind in _KERNELS_OWN or kind.startswith("fuse."):
        return ""
    return kind if kind in _KNOWN else "other"


def _type_by_device(device: str, mount: str) -> str:
    """What Solaris does not print: the type, as the device tells it; "" where it does not."""
    if device in _KERNELS_OWN or device in (mount, "mnttab"):
        return "none"
    if device == "swap":
        return "tmpfs"
    if device.startswith("/"):
        return "vxfs" if device.startswith("/dev/vx/") else "" if device.startswith("/dev/") else "lofs"
    return "nfs" if ":/" in device else "zfs"


def _from_match(match: re.Match[str]) -> _Mount:
    found = match.groupdict()
    device = found.get("device") or ""
    return _Mount(
        device, found["mount"], found.get("type") or _type_by_device(device, found["mount"]), found.get("options") or ""
    )


def _by(*patterns: re.Pattern[str]) -> Callable[[str], _Mount | None]:
    def parse(line: str) -> _Mount | None:
        for pattern in patterns:
            if match := pattern.match(line):
                return _from_match(match)
        return None

    return parse


_parse_mount = _by(_SOLARIS, _SOLARIS_V, _LINUX, _BSD)
_parse_table = _by(_TABLE, _VFSTAB)
_parse_df = _by(_DF_N)


def _parse_findmnt(line: str) -> _Mount | None:
    """A line of findmnt, which puts the folder of a bind mount or of a subvolume behind the device."""
    found = _by(_FINDMNT)(line)
    if found is None:
        return None
    return found._replace(device=found.device.partition("[")[0], type=_whole_type(found.type))


def _whole_type(name: str) -> str:
    """A type without what a narrow terminal cut off; "" where several begin so.

    >>> _whole_type("xfs"), _whole_type("devtmp"), _whole_type("fuse.l"), _whole_type("fuse."), _whole_type("reiserfs")
    ('xfs', 'devtmpfs', 'fuse.lxcfs', 'fuse.', 'reiserfs')
    """
    types = _KNOWN | _KERNELS_OWN | frozenset(_RENAMED)
    if name in types or len(name) < _CUT_TYPE or not (whole := [kind for kind in types if kind.startswith(name)]):
        return name
    return whole[0] if len(whole) == 1 or _KERNELS_OWN.issuperset(whole) else ""


def _findmnt_line(lines: Sequence[str], start: int) -> tuple[int, _Mount] | None:
    """The last line of a mount that begins here, and what they say together: a wide cell stands alone, the rest below it."""
    text = lines[start]
    for end in range(start, min(start + _FINDMNT_LINES, len(lines))):
        if end > start:
            rest = _FINDMNT_REST.match(lines[end])
            if rest is None:
                return None
            text = f"{text.rstrip()} {rest['cells']}"
        if (found := _parse_findmnt(text)) is not None:
            return end, found
    return None


def _parse_aix(line: str) -> _Mount | None:
    match = _AIX.match(line)
    if match is None:
        return None
    found = _from_match(match)
    return found._replace(device=f"{match['node']}:{found.device}") if match["node"] else found


def _parse(line: str) -> _Mount | None:
    return _parse_mount(line) or _parse_table(line) or _parse_df(line) or _parse_findmnt(line) or _parse_aix(line)


def _direct_io(kind: str, options: frozenset[str]) -> bool | None:
    """Whether reads and writes pass the page cache by; None where the options do not tell."""
    if kind == "vxfs":
        direct = not options.isdisjoint({"mincache=direct", "cio"})
        # convosync=direct alone concerns only what is opened with O_SYNC.
        return None if not direct and "convosync=direct" in options else direct
    if kind in ("ufs", "nfs"):
        return "forcedirectio" in options
    if kind in ("jfs", "jfs2"):
        return not options.isdisjoint({"dio", "cio"})
    return None


_BARRIERS = {
    "barrier": True, "barrier=1": True, "barrier=flush": True, "barrier=fua": True,
    "nobarrier": False, "barrier=0": False, "barrier=none": False,
}  # fmt: skip


def _row(output: Output, index: int, found: _Mount, last: int | None = None) -> list[Row]:
    kind = _RENAMED.get(found.type, found.type)
    if kind in _KERNELS_OWN or kind.startswith("fuse."):
        return []
    values: dict[str, Value | bool] = {"mount": found.mount.replace("\\040", " ")}
    if found.device not in ("", "-", "none"):
        values["device"] = found.device
    if kind:
        values["type"] = kind if kind in _KNOWN else "other"
    lines = output.span(index, last)
    if not found.options:
        return [Row("file-system", values, lines)]
    values["options"] = found.options
    options = frozenset(re.split(r"[,/]\s*", found.options))
    if (direct := _direct_io(kind, options)) is not None:
        values["direct-io"] = direct
    stated = [_BARRIERS[option] for option in options if option in _BARRIERS]
    if stated:
        values["barriers"] = all(stated)
    if modes := [o.removeprefix("data=") for o in options if o in ("data=ordered", "data=writeback", "data=journal")]:
        values["data-mode"] = modes[0]
    rows = [Row("file-system", values, lines)]
    if not stated and kind in ("ext4", "xfs", "btrfs"):
        # On by default in these, and then not printed.
        rows.append(Row("file-system", {"mount": values["mount"], "barriers": True}, lines, inferred=True))
    return rows


def _read(output: Output) -> Reading:
    reading = Reading()
    # what is to be mounted: what is mounted outweighs it
    planned = re.search(r"\bv?fstab\b", output.command) is not None
    for index, line in enumerate(output.lines):
        if (found := _parse(line)) is not None:
            rows = _row(output, index, found)
            for row in rows:
                row.inferred = row.inferred or planned
            reading.rows += rows
            reading.pass_over(_OWN, output.span(index))
        elif _CUT_OFF.match(line):
            reading.refusals.append(Refusal(output.span(index), "the line is cut off"))
    if not reading.refusals and lists_all(output.command) and any(row.values["mount"] == "/" for row in reading.rows):
        reading.complete = frozenset({"file-system"})
    return reading


def _read_findmnt(output: Output) -> Reading:
    reading = Reading()
    longest = max(len(line.rstrip()) for line in output.lines)
    cut = sum(len(line.rstrip()) == longest for line in output.lines) > 1  # at the width of the terminal
    index = 0
    while index < len(output.lines):
        if (told := _findmnt_line(output.lines, index)) is None:
            index += 1
            continue
        last, found = told
        rows = _row(output, index, found, last)
        if cut and len(output.lines[last].rstrip()) == longest:
            rows = rows[:1]  # an option that turns barriers off may stand behind
        reading.rows += rows
        if rows:
            reading.used.append(output.span(index, last))
        else:
            reading.pass_over(_OWN, output.span(index, last))
        index = last + 1
    if lists_all(output.command) and any(row.values["mount"] == "/" for row in reading.rows):
        reading.complete = frozenset({"file-system"})
    return reading


def _read_bare(output: Output) -> Reading:
    reading = _read(output)
    if output.tail is not None:
        reading.complete = frozenset()  # findmnt wraps a long line, and the rest is not read
    return reading


def _read_aix(output: Output) -> Reading:
    reading = _read(output)
    reading.rows.append(Row("system", {"os": "aix"}, output.span(0), inferred=True))
    return reading


_SOME = lazy(
    r".*(?:[|<$]|\b(?:[ef]?grep|head|tail|awk|sed|fstab|vfstab)\b|\s-(?:-?t(?:ype)?s?|F|x|-exclude-type|S|-source)\b"
    r"|\b(?:findmnt|df)\s(?:(?:(?!\b(?:findmnt|df)\s).)*\s)?/)"
)


def lists_all(command: str) -> bool:
    """Whether a command line asks for every mounted file system, or is not known.

    >>> [lists_all(line) for line in ("", "mount", "cat /proc/mounts", "grep sdb1 /proc/mounts", "mount -t xfs", "df -T /srv")]
    [True, True, True, False, False, False]
    """
    return _SOME.match(command) is None


def _is_table(line: str) -> bool:
    """Whether one line alone is unmistakably a line of a table of mounts."""
    match = _TABLE.match(line)
    return match is not None and match["type"] in _KNOWN and (match["device"].startswith("/") or line.count("\t") >= 4)


def _run(parse: Callable[[str], _Mount | None], least: int) -> Extent:
    """An extent over the lines that `parse` takes; fewer than `least` are an output only below their command."""

    def extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
        end = start
        while end < len(lines) and parse(lines[end]) is not None:
            end += 1
        if start < end < len(lines) and _CUT_OFF.match(lines[end]):
            end += 1
        if end > start and _is_table(lines[start]):
            return start, end
        asked = re.search(r"\bmount\b|mounts\b|mtab\b|mnttab\b|fstab\b|\bdf -n|\bfindmnt\b", command)
        return (start, end) if end - start >= (1 if asked else least) else None

    return extent


def _headed(head: re.Pattern[str], last_of: Callable[[Sequence[str], int], int | None]) -> Extent:
    """An extent over a heading, perhaps with a ruling, and what stands below it: `last_of` finds the last line of each mount."""

    def extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
        if not head.match(lines[start]):
            return None
        first = start + 1
        if first < len(lines) and lines[first].strip() and is_ruling(lines[first]):
            first += 1
        end = first
        while end < len(lines) and (last := last_of(lines, end)) is not None:
            end = last + 1
        return (start, end) if end > first else None

    return extent


HINTS = (
    " on /", "mount", "mtab", "mnttab", "TARGET", " / ", ": ufs", ": zfs", ": vxfs", "\tufs\t", "\tzfs\t",
    "\tvxfs\t", " ext3 ", " ext4 ", " xfs ", " vxfs ", " zfs ", " ufs ", " rw,", " ro,", "mounted over",
)  # fmt: skip
READERS = (
    Reader(
        "mount",
        lazy(r"\s*\S+(?: \S+)? on \S+ (?:type |\(|read|rw|ro|remote)"),
        _run(_parse_mount, 1),
        _read,
        of_no_use=(),
    ),
    Reader(
        "mount",
        lazy(r"\s*[^\s#]\S*\s+(?:/\S*|-|none|swap)\s+\S+\s+\S+\s+(?:-\s+)?(?:\d|yes|no)"),
        _run(_parse_table, 2),
        _read,
        of_no_use=(),
    ),
    Reader("mount", lazy(r"\s*/\S*\s*: [a-z]\w+\s*$"), _run(_parse_df, 2), _read, of_no_use=()),
    Reader(
        "mount",
        lazy(r"\s*TARGET\s+SOURCE"),
        _headed(_FINDMNT_HEAD, lambda lines, at: (told := _findmnt_line(lines, at)) and told[0]),
        _read_findmnt,
        of_no_use=(("heading", _FINDMNT_HEAD),),
    ),
    Reader("mount", _FINDMNT_BARE, _run(_parse_findmnt, 3), _read_bare, of_no_use=()),
    Reader(
        "mount",
        _AIX_HEAD,
        _headed(_AIX_HEAD, lambda lines, at: at if _parse_aix(lines[at]) else None),
        _read_aix,
        of_no_use=(("heading", _AIX_HEAD),),
    ),
)
