"""``df`` with any options: how full each file system is, in space and in inodes, and of which type, on all systems.

Columns go by the words of the heading, in the languages and versions that we know: GNU (also ``-T``, ``-i``, ``-h``, ``--output``),
BusyBox, BSD and macOS (space and inodes in one line), Solaris (``-k``, ``-h``, ``-e``, ``-o i``), AIX, HP-UX ``bdf``. A long device name
may stand on a line of its own. What cannot fill up is passed over: file systems of the kernel's own, images that are full by
nature, and the layers of containers, which show the numbers of the file system below them. btrfs and APFS have no fixed number of inodes.
``/dev/shm`` is where Oracle's automatic memory management keeps an instance's memory. Plain ``df`` of Solaris has no heading.

Sample::

    >>> from facts.readers import show
    >>> show('''Filesystem     Type     1K-blocks     Used Available Use% Mounted on
    ... /dev/sda3      ext3      41284928 30112044   9075716  77% /
    ... /dev/mapper/vg0-data
    ...                ext4     515928320 99112044 390612000  21% /srv
    ... tmpfs          tmpfs      4077556        0   4077556   0% /dev/shm
    ... ''')
    df lines 1-5 read
      shm-files: available-bytes=4175417344 size-bytes=4175417344 (5-5)
      file-system: device=/dev/sda3 mount=/ type=ext3 (2-2)
      file-system: device=/dev/mapper/vg0-data mount=/srv type=ext4 (3-4)
      file-system: device=tmpfs mount=/dev/shm type=tmpfs (5-5)
      file-system-usage: device=/dev/sda3 mount=/ space-free-percent=23.1596 (2-2)
      file-system-usage: device=/dev/mapper/vg0-data mount=/srv space-free-percent=79.7617 (3-4)
      file-system-usage: device=tmpfs mount=/dev/shm space-free-percent=100 (5-5)

    >>> show('''Filesystem       Inodes   IUsed   IFree IUse% Mounted on
    ... /dev/sdb1       6553600 6553600       0  100% /srv
    ... /dev/loop0        10772   10772       0  100% /snap/core18/2128
    ... ''')
    df lines 1-3 read
      file-system-usage: device=/dev/sdb1 inodes=6553600 inodes-free=0 inodes-free-percent=0 mount=/srv (2-2)

    >>> show('''/export/home       (/dev/dsk/c0t0d0s7 ): 8123456 blocks   534211 files
    ... ''')
    df lines 1-1 read
      file-system-usage: device=/dev/dsk/c0t0d0s7 inodes-free=534211 mount=/export/home (1-1)
"""

# ruff: noqa: RUF001  (headings in other scripts)

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from facts.kit import Lines
from facts.kit.cells import Values
from facts.patterns import lazy
from facts.readers.mount import known_type, lists_all
from facts.reading import Output, Reader, Reading, Refusal, Row, Span, prompt_of
from facts.schema import Value
from facts.units import integer, size

_WESTERN = {
    "device": ("Filesystem", "UUID", "Dateisystem", "Sys. de fichiers", "S.ficheros", "File system"),
    "type": ("Type", "Typ", "Tipo"),
    "total": ("Size", "size", "Größe", "Taille", "Tamaño", "Dim.", "kbytes", "Blocks", "MB blocks", "GB blocks"),
    "used": ("Used", "used", "Benutzt", "Utilisé", "Usados", "Usati"),
    "free": ("Available", "Avail", "avail", "Verfügbar", "Verf.", "Disponible", "Dispo", "Disponibles", "Disp", "Disponib.", "Free"),
    "percent": ("Use%", "Verw%", "Capacity", "capacity", "Uti%", "Uso%", "%Used", "%used", "Capac."),
    "inodes": ("Inodes", "inodes", "Inœuds", "Nodos-i"),
    "inodes-used": ("IUsed", "IBenutzt", "iused", "Iused", "IUtil.", "IUsados"),
    "inodes-free": ("IFree", "IFrei", "ifree", "Ifree", "ILibre", "ILibres"),
    "inodes-percent": ("IUse%", "%iused", "%Iused", "IUti%", "IUso%"),
    "mount": ("Mounted on", "Mounted", "Eingehängt auf", "Monté sur", "Montado en", "Montato su"),
}  # fmt: skip
_FURTHER = {
    "device": "文件系统|檔案系統|ファイルシス|ファイルシステム|Sist. Arq.|Файл.система|Файловая система"
              "|Bestandssysteem|Filsystem|system plików",
    "total": "容量|サイズ|Tam.|Размер",
    "used": "已用|使用|Usado|Использовано|Gebruikt|Använt|użyte",
    "free": "可用|使用可|残り|Disponível|Disp.|Доступно|Дост|Beschikbaar|Tillgängligt|dostępne|dost.|wolne",
    "percent": "已用%|使用%|Использовано%|Geb%|Anv%|%uż.",
    "inodes": "Inode|Iノード|Iнодов|I-nodes|Inoder|i-węzły",
    "inodes-used": "NUsados|已用(I)|I使用|IUsado|IИспользовано|IGebruikt|IAnvänd|IUsati",
    "inodes-free": "NLibres|可用(I)|I残り|I残|ILivr|ILivre|IСвободно|IVrij|IFri|ILiberi",
    "inodes-percent": "NUso%|已用(I)%|I使用%|IИспользовано%|IGeb%|IAnv%",
    "mount": "挂载点|掛載點|マウント位置|Montado em|Cмонтировано в|Смонтировано в|Aangekoppeld op|Monterat på|zamont. na",
}  # fmt: skip
"""Chinese, Japanese, Portuguese, Russian, Dutch, Swedish, Polish, and what newer versions say in others."""
_ROLES = {
    role: (*heads, *_FURTHER.get(role, "").split("|")) if role in _FURTHER else heads
    for role, heads in _WESTERN.items()
}
_NAMED = {head: role for role, heads in _ROLES.items() for head in heads}
_BLOCKS = lazy(
    r"(?P<unit>\d\w*)-(?:[Bb]locks|Blöcke|blocs|bloques|blocchi|块|ブロック|блоков|blokken|block|bl)$"
    r"|(?:blocs|bloques|blocchi) de (?P<unit2>\d\w*)$"
)
_HEADS = lazy(
    r"(?<!\S)(?:" + "|".join(sorted(map(re.escape, (h for h in _NAMED if " " in h)), key=len, reverse=True)) +
    r"|(?:blocs|bloques|blocchi) de \d\w*|\S+)(?!\S)"
)  # fmt: skip
_START = lazy(r"\s*(?:" + "|".join(map(re.escape, _ROLES["device"])) + r")\s+\S")
_FIGURE = lazy(r"(?:\d[\d.,]*(?:[kKMGTPEZ]?i?B?|Bi)|-)\Z")
_CELLS = {
    "free": lazy(r"(?:-(?=[\d.,]*[1-9]))?\d[\d.,]*(?:[kKMGTPEZ]?i?B?|Bi)\Z|-\Z"),
    "percent": lazy(r"(?:-?\d{1,4}%|-)\Z"),
    "inodes-percent": lazy(r"(?:-?\d{1,4}%|-)\Z"),
    "type": lazy(r"[a-z][\w.]{1,30}\Z"),
    "": lazy(r"\S"),
}
_COMPLAINT = lazy(r"\s*(?:/\S{0,80}/)?(?:busybox )?(?:g?df|bdf): \S")
_NAME = lazy(r"\s*(?P<device>[^\s-]\S{5,})\s*\Z")
_CUT = lazy(r"\s*[\w/][^\s:,]*(?:\s+-?\d[\d.,]*[kKMGTPE]?i?B?){1,3}\s*\Z")
_MOST_WORDS_OF_A_NAME = 8
_NO_LIMIT = 1 << 53
"""No file system has so many inodes: APFS prints this for any number."""
_NO_DEVICE = frozenset(("udev", "shm", "none", "overlay", "mnttab", "/proc", "/devices"))
_IMAGES = ("/snap/", "/var/lib/snapd/snap/", "/var/lib/docker/", "/var/lib/containers/", "/run/containerd/")
_COPIES = ("map ", "/usr/lib/libc/", "/platform/")
_SHM = ("/dev/shm", "/run/shm")
_GIVEN_TO_CONTAINERS = frozenset(("/etc/hosts", "/etc/hostname", "/etc/resolv.conf", "/dev/termination-log"))
"""Files that a container gets from its host: what they show is the file system that its own root lies on as well."""


class _Heading(NamedTuple):
    """What stands between the device and the mount point, and the bytes of a block, or None."""

    roles: tuple[str, ...]
    block: float | None
    mounts: bool


class _Line(NamedTuple):
    """One file system: its cells by what they are, and its lines in the output."""

    cells: dict[str, str]
    first: int
    last: int


@lru_cache(maxsize=64)
def _heading(line: str) -> _Heading | None:
    """What a heading says, or None for any other line."""
    if not _START.match(line) or len(line) > 400:
        return None
    block: float | None = None
    roles = []
    for head in _HEADS.findall(line):
        if match := _BLOCKS.match(head):
            block = size(match["unit"] or match["unit2"])
        roles.append("total" if match else _NAMED.get(head, ""))
        block = {"kbytes": 1024.0, "MB blocks": 1024.0**2, "GB blocks": 1024.0**3}.get(head, block)
    if roles[0] != "device" or roles.count("") > 1:
        return None
    mounts = roles[-1] == "mount"
    between = tuple(roles[1 : len(roles) - mounts])
    if "inodes" in between and "inodes-free" not in between:  # BusyBox names what is used and free as of space
        as_of_space = {"used": "inodes-used", "free": "inodes-free", "percent": "inodes-percent"}
        between = tuple(as_of_space.get(role, role) for role in between)
    enough = mounts and len({"total", "free", "inodes-free"}.intersection(between)) and len(between) > 2
    return _Heading(between, block, mounts) if enough or between == ("inodes-free",) else None


def _cells(line: str, heading: _Heading, wrapped: bool = False) -> dict[str, str] | None:
    """The cells of a line, as the heading says; None where it does not fit. The first one and the last one may hold blanks.

    Who pastes into a tracker makes the telling figure bold, so stars around a cell are no part of it.
    """
    words = [(match[0].strip("*") or match[0], match.start()) for match in re.finditer(r"\S+", line)]
    count = len(heading.roles)
    for at in range(min(len(words) - count - heading.mounts, 0 if wrapped else _MOST_WORDS_OF_A_NAME) + 1):
        found = [word for word, _ in words[at : at + count]]
        if not all(_CELLS.get(role, _FIGURE).match(word) for role, word in zip(heading.roles, found, strict=True)):
            continue
        mount = line[words[at + count][1] :].rstrip() if heading.mounts else ""
        if mount.startswith("/") or (not heading.mounts and len(words) == at + count):
            device = line[: words[at][1]].strip()
            return {**dict(zip(heading.roles, found, strict=True)), "device": device, "mount": mount}
    return None


def _is_damaged(line: str, heading: _Heading) -> bool:
    """Whether this is the line of a file system of which a figure was lost."""
    words = line.split()
    figures = sum(_FIGURE.match(word) is not None or word.endswith("%") for word in words[1:-1])
    return (
        heading.mounts
        and len(words) > len(heading.roles)
        and figures > 1
        and any(w.startswith("/") for w in words[-2:])
    )


def _lines(lines: Sequence[str], start: int) -> Iterator[_Line]:
    """The file systems below the heading at `start`, up to the first line that is none; an empty line may stand among them."""
    heading = _heading(lines[start])
    index = start + 1
    while heading is not None and index < len(lines):
        line, last = lines[index], index
        if prompt_of(line) is not None:
            return
        cells = _cells(line, heading)
        if (cells is None or not cells["device"]) and (name := _NAME.match(line)):
            last = index + 1 + (index + 1 < len(lines) and not lines[index + 1].strip())
            cells = _cells(lines[last], heading, wrapped=True) if last < len(lines) else None
            cells = cells and {**cells, "device": name["device"]}
        if cells is not None or _is_damaged(line, heading):
            yield _Line(cells or {}, index, last)
        elif not (_COMPLAINT.match(line) or (not line.strip() and index + 1 < len(lines) and lines[index + 1].strip())):
            return
        index = last + 1


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    found = list(_lines(lines, start))
    if not any(line.cells for line in found):
        return None
    begin, end = start, found[-1].last + 1
    while begin and _COMPLAINT.match(lines[begin - 1]) and prompt_of(lines[begin - 1]) is None:
        begin -= 1
    if end == len(lines) - 1 and _CUT.match(lines[end]):
        end += 1
    return begin, end


def _read(output: Output) -> Reading:
    reading = Reading()
    start = next(n for n, line in enumerate(output.lines) if _heading(line))
    heading = _heading(output.lines[start])
    assert heading is not None, "extent lets no other line through"
    reading.pass_over("heading", output.span(start))
    shared, mounted, usage = reading.rows, list[Row](), list[Row]()
    found = list(_lines(output.lines, start))
    roots: set[str] = set()
    for line in found:
        span = output.span(line.first, line.last)
        if line.cells.get("mount") in _GIVEN_TO_CONTAINERS:
            if line.cells["device"] in roots:
                reading.pass_over("file given to a container", span)
                continue
            roots.add(line.cells["device"])
            line.cells["mount"] = "/"
        if not line.cells:
            reading.refusals.append(Refusal(span, "a line whose figures are not understood"))
            continue
        rows = [_mounted(line.cells, span), _usage(line.cells, span)]
        mounted += [row for row in rows[:1] if row]
        usage += [row for row in rows[1:] if row]
        if line.cells["mount"] in _SHM and "total" in line.cells:
            row = _shared(line.cells, heading, span, output.command)
            shared += [row] if row else []
            if row is None:
                reading.refusals.append(Refusal(span, "the unit of the figures is not told"))
        if any(rows):
            reading.used += [output.span(line.first), output.span(line.last)]
        else:
            reading.pass_over(
                "file system that cannot fill up" if heading.mounts else "device without its mount point", span
            )
    if found[-1].last < len(output.lines) - 1:
        reading.refusals.append(Refusal(output.span(len(output.lines) - 1), "the line is cut off"))
    reading.rows = [*shared, *mounted, *usage]
    if not output.matching(_COMPLAINT) and output.command and lists_all(output.command):
        reading.complete = frozenset({"file-system"} if any(row.values["mount"] == "/" for row in mounted) else ())
    return reading


def _mounted(cells: dict[str, str], span: Span) -> Row | None:
    """What is mounted, where there is a column of types."""
    if not (kind := known_type(cells.get("type", "none"))) or not cells["device"]:
        return None
    return Row("file-system", {"mount": cells["mount"], "device": cells["device"], "type": kind}, span)


def _usage(cells: dict[str, str], span: Span) -> Row | None:
    """How full a file system is; None where it cannot fill up, or shows no figures."""
    if not _fills_up(cells["device"], cells.get("type", ""), cells["mount"]):
        return None
    values: dict[str, Value] = {"mount": cells["mount"], "device": cells["device"]}
    free, used, total = (_amount(cells.get(name, "")) for name in ("free", "used", "total"))
    # as df itself: what is kept for root is neither used nor available; AIX prints the sum instead of what is used
    whole = (used + free if used is not None else total) if free is not None else None
    if whole and free is not None:
        values["space-free-percent"] = 100 * free / whole
    free, used, total = (_amount(cells.get(name, "")) for name in ("inodes-free", "inodes-used", "inodes"))
    if free is None and used and (share := cells.get("inodes-percent", "").removesuffix("%")).isdecimal():
        free = round(used * (100 - min(int(share), 100)) / int(share)) if int(share) else None  # AIX
    if free is not None:
        whole = total if total is not None else free + (used or 0)
        if 0 < whole < _NO_LIMIT:
            values |= {"inodes": int(whole), "inodes-free": int(free), "inodes-free-percent": 100 * free / whole}
    return Row("file-system-usage", values, span) if len(values) > 2 else None


def _fills_up(device: str, kind: str, mount: str) -> bool:
    if (kind and not known_type(kind)) or mount.startswith(_IMAGES) or not mount:
        return False
    return bool(device) and device not in _NO_DEVICE and not device.startswith(_COPIES) and known_type(device) != ""


def _shared(cells: dict[str, str], heading: _Heading, span: Span, command: str) -> Row | None:
    """The file system in which shared memory may lie."""
    base = 1000 if re.search(r"\s(?:--si|-[a-zA-Z]{0,8}H)\b", command) else 1024
    total, free = (_bytes(cells.get(name, ""), heading.block, base) for name in ("total", "free"))
    if total is None or free is None:
        return None
    return Row("shm-files", {"size-bytes": total, "available-bytes": free}, span)


def _bytes(text: str, block: float | None, base: int) -> float | None:
    if text.isdecimal():
        return 0.0 if text == "0" else None if block is None else float(text) * block
    return size(text.replace(",", ".").removesuffix("B").rstrip("Bi"), base)


def _amount(text: str) -> float | None:
    """A figure; with -h it is as exact as it was printed. Beyond the reserve, df shows less than nothing."""
    if text.startswith("-"):
        return 0.0 if len(text) > 1 else None
    return _bytes(text, 1, 1024)


_PLAIN = lazy(
    r"\s*(?P<mount>/\S*)\s+\((?P<device>[^\s)]+)\s*\)\s?:\s*(?P<_blocks>-?\d+) blocks\s+(?P<inodes_free>-1|\d+) (?:files|i-nodes)\s*\Z"
)


def _plain(values: Values, command: str) -> Values | str:
    blocks = values.pop("-blocks")
    if not _fills_up(str(values["device"]), "", str(values["mount"])) or values["inodes-free"] == -1:
        return "file system that cannot fill up"
    # ZFS makes inodes as long as there is space, and prints 0 for both
    return "file system without space" if blocks == "0" else values


_SOLARIS = Lines(
    "df", "file-system-usage", _PLAIN, parse={"inodes-free": integer}, row=_plain,
    of_no_use=(("total of a file system", lazy(r"\s*total:\s+\d+ blocks\s+\d+ files\s*\Z")),),
)  # fmt: skip

# A line without its heading: three figures, a share and a mount point. `df -i` prints the same of inodes, so that only
# figures count that no number of inodes has, those of a file system in memory, or what stands below the command itself.
_FIGURES = (
    r"(?P<total>\d+(?:[.,]\d+)?(?P<unit>[KMGTP]i?B?)?)\s+(?P<used>\d+(?:[.,]\d+)?(?:[KMGTP]i?B?)?)"
    r"\s+(?P<free>\d+(?:[.,]\d+)?(?:[KMGTP]i?B?)?)"
)
_HEADLESS = lazy(
    r"\s*(?P<device>(?:/dev/|[\w.-]{1,80}:|//)?[\w.@:/+-]{1,200})\s+"
    r"(?:(?P<type>ext[234]|xfs|btrfs|zfs|tmpfs|nfs[34]?|cifs|vfat|ufs|vxfs|gpfs|jfs2?|reiserfs|overlay|devtmpfs)\s+)?"
    rf"{_FIGURES}\s+(?P<percent>\d{{1,3}}%)\s+(?P<mount>/[^\s()]{{0,400}})\s*\Z"
)
_OF_SPACE = lazy(r"(?:^|[\s;|&(/])g?df(?!\s(?:[^|;&]*\s)?-\w*i)(?:\s|\Z)")
_OFF = 6.0
"""By so many percent the rounded figures of -h may miss the share that df prints."""


def _headless(line: str, command: str) -> dict[str, str] | None:
    """The cells of a line without its heading; None where it may be of anything but space."""
    match = _HEADLESS.match(line)
    if match is None:
        return None
    unit, in_memory = (match["unit"] or "")[:1], "tmpfs" in (match["device"], match["type"]) or match["device"] == "shm"
    if not (unit in ("G", "T", "P") or (in_memory and unit) or _OF_SPACE.search(command)):
        return None
    used, free = _amount(match["used"]), _amount(match["free"])
    if used is None or free is None:
        return None
    share = 100 * used / (used + free) if used + free else 0.0
    return (
        {k: v or "" for k, v in match.groupdict().items()}
        if abs(share - float(match["percent"][:-1])) <= _OFF
        else None
    )


def _headless_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start
    while end < len(lines) and _headless(lines[end], command) is not None:
        end += 1
    return (start, end) if end > start else None


def _read_headless(output: Output) -> Reading:
    """The file systems that some lines of df show; there may be others."""
    reading = Reading()
    for index, line in enumerate(output.lines):
        cells, span = _headless(line, output.command), output.span(index)
        assert cells is not None, "extent lets no other line through"
        cells = {name: cell for name, cell in cells.items() if name not in ("unit", "type") or cell}
        rows = [_mounted(cells, span), _usage(cells, span)]
        if cells["mount"] in _SHM:
            rows.append(_shared(cells, _Heading((), None, True), span, output.command))
        told = [row for row in rows if row is not None]
        reading.rows += told
        if not told:
            reading.pass_over("file system that cannot fill up", span)
    return reading


# of file systems that do not answer
_GONE = lazy(r"\bdf: .*(?:[Ss]tale |not connected|[Ii]nput/output error|Host is down|timed out|No such device)")
HINTS = (
    "Filesystem", "Dateisystem", "de fichiers", "S.ficheros", "File system ", " blocks ", "% /", *_FURTHER["device"].split("|"),
)  # fmt: skip
READERS = (
    Reader("df", _START, _extent, _read, of_no_use=(("complaint of the tool", _COMPLAINT),), faults=_GONE),
    _SOLARIS.reader(),
    Reader("df", _HEADLESS, _headless_extent, _read_headless),
)
