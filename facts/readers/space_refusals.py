"""What programs say when a file system takes no further file, and what others than ``df`` say of its inodes.

A refusal counts where a file or a directory was to be *made*: a name takes an inode and next to no space. The directories above it
are kept. Watches of inotify, semaphores and mounts of containers are refused with the same words and are passed over.

Samples::

    >>> from facts.readers import show
    >>> show('''touch: cannot touch '/srv/x': No space left on device
    ... ''')
    space-refusal lines 1-1 read
      space-refusal: output=input:1 place=/ (1-1)
      space-refusal: output=input:1 place=/srv (1-1)

    >>> show('''PHP Warning: Unknown: open(/tmp/sess_e34, O_RDWR) failed:
    ... No space left on device (28)
    ... ''')
    space-refusal lines 1-2 read
      space-refusal: output=input:1 place=/ (1-2)
      space-refusal: output=input:1 place=/tmp (1-2)

    >>> show('''DISK CRITICAL - free space: / 9217 MB (47% inode=0%): /boot 310 MB (66% inode=99%):| /=10312MB;15624;17577;0;19530
    ... ''')
    check-disk lines 1-1 read
      file-system-usage: inodes-free-percent=0 mount=/ space-free-percent=47 (1-1)
      file-system-usage: inodes-free-percent=99 mount=/boot space-free-percent=66 (1-1)

    >>> show('''Blocks: Total: 5127946    Free: 2812121    Available: 2545881
    ... Inodes: Total: 1310720    Free: 0
    ... ''', command="stat -f /var")
    stat-f lines 1-2 read
      file-system-usage: inodes=1310720 inodes-free=0 inodes-free-percent=0 mount=/var space-free-percent=49.6472 (1-2)

    >>> show('''  Datei: "/var"
    ...     ID: 8a2f6d7e91c04b53 Namensl\u00e4nge: 255     Typ: ext2/ext3
    ... Blockgr\u00f6\u00dfe: 4096       Fundamentale Blockgr\u00f6\u00dfe: 4096
    ... Bl\u00f6cke: Gesamt: 25770312   Frei: 13310874   Verf\u00fcgbar: 11994211
    ... Inodes: Gesamt: 6553600    Frei: 0
    ... ''')
    stat-f lines 1-5 read
      file-system-usage: inodes=6553600 inodes-free=0 inodes-free-percent=0 mount=/var space-free-percent=46.5427 (1-5)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, Span
from facts.schema import Value

_NO_SPACE = (
    r"(?i:no space left on device|kein speicherplatz mehr verfügbar|aucun espace disponible sur le périphérique"
    r"|no queda espacio en el dispositivo)"
)
_PATH = r"['\"`\u2018]?(?P<path>/[^\s'\"\u2019:,;()]{1,200})"
# how programs name what they were to make: shells, coreutils, PHP, Go, Java, Python, tar, rsync
_MADE = (
    rf"(?:cannot (?:touch|create (?:regular file|directory|fifo|symbolic link|hard link))|failed to create (?:file|directory|symbolic link"
    rf"|temporary file)?(?: via template)?|could ?n[o']t create(?: file| directory)?|mkstemp|mkdtemp|mkdir|open\(|creat\(|openat\(|open"
    rf"|error creating|unable to create|FileNotFoundException:|(?i:bash|sh|zsh|ksh):(?: line \d+:)?) ?{_PATH}"
)
_REFUSAL = lazy(rf"(?!.*(?:inotify|watch|sem(?:get|op)|shm)).{{0,200}}?{_MADE}.{{0,160}}?{_NO_SPACE}")
_AFTERWARDS = lazy(rf"(?!.*(?:inotify|watch)).{{0,200}}\b(?:OSError|IOError): \[Errno 28\] {_NO_SPACE}: {_PATH}")
_HERE_DOCUMENT = lazy(rf".{{0,80}}cannot create temp file for here-document: {_NO_SPACE}")
_NODE = lazy(
    rf".{{0,200}}?\bENOSPC: {_NO_SPACE}, (?:mkdir|mkdtemp|open|symlink|link|rename|copyfile|mknod) ['\"]{_PATH}"
)
_BROKEN = lazy(rf"(?!.*(?:inotify|watch)).{{0,200}}?{_MADE}.{{0,80}}failed:\s*$")
_REST = lazy(rf"\s*(?:failed to open stream: )?{_NO_SPACE}")
_HERE_DOCUMENTS = "/tmp/sh"
_CHECK = lazy(r"\s*(?:[A-Z][\w ]{1,30}: )?DISK (?:OK|WARNING|CRITICAL|UNKNOWN)\b.{0,40}free space: ?(?=/|\w:)")
_CHECKED = lazy(
    r"[ :](?P<mount>/\S*) (?P<free>\d+(?:\.\d+)?) [kMGT]i?B \((?P<percent>\d+(?:\.\d+)?)%(?:,? inode=(?P<inodes>\d+(?:\.\d+)?)%)?\)"
)
# GNU stat translates all but the figures' order; what a line is tell its colons
_NAMED = r"[^\W\d_][^:\d]{0,40}: ?"
_INODES = rf"\s*(?:I-?nodes|In\u0153uds|Nodos-i|Inodos|[iI]-nodi|Inode)\s?: ?{_NAMED}(?P<inodes>\d+) +{_NAMED}(?P<left>\d+)\s*$"
_STAT_INODES = lazy(_INODES)
_STAT = lazy(
    rf"\s*[^\W\d_]{{3,10}}\s?: ?[^\w/\s]{{0,2}}\s?(?P<file>/[^\"\u00bb\u201c\u201d]*?)\s?[\"\u00bb\u201c\u201d]?\s*$|\s*ID\s?: ?[0-9a-f]+ +\w"
    rf"|\s*{_NAMED}\d+ +{_NAMED}\d+\s*$|\s*{_NAMED}{_NAMED}(?P<blocks>\d+) +{_NAMED}\d+ +{_NAMED}(?P<free>\d+)\s*$|{_INODES}"
)
_TARGET = lazy(r".*\bstat -\S*f\S*(?: --?\S+)* (?P<mount>/\S*)")
_EXT = lazy(
    r"\s*(?:Inode count: +(?P<inodes>\d+)|Free inodes: +(?P<left>\d+)|Block count: +(?P<blocks>\d+)|Free blocks: +(?P<free>\d+)"
    r"|Reserved block count: +\d+|First inode: +\d+|Inode size:\s+\d+|Inodes per group: +\d+|Inode blocks per group: +\d+"
    r"|First block: +\d+|Block size: +\d+)\s*$"
)
_EXT_LEFT = lazy(r"\s*Free inodes: +\d+\s*$")
_DEVICE = lazy(r".*\b(?:tune2fs|dumpe2fs)\b.*? (?P<device>/dev/\S+)")


def _ends(lines: Sequence[str], start: int) -> tuple[int, str]:
    """Where a refusal that begins on this line ends, and its path; `start` where none does."""
    line = lines[start]
    if _HERE_DOCUMENT.match(line):
        return start + 1, _HERE_DOCUMENTS
    if match := _REFUSAL.match(line) or _AFTERWARDS.match(line) or _NODE.match(line):
        return start + 1, match["path"]
    if (match := _BROKEN.match(line)) and start + 1 < len(lines) and _REST.match(lines[start + 1]):
        return start + 2, match["path"]
    return start, ""


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    end = start
    while end < len(lines) and (following := _ends(lines, end)[0]) > end:
        end = following
    return (start, end) if end > start else None


def _read(output: Output) -> Reading:
    reading = Reading()
    places: dict[str, Span] = {}
    index = 0
    while index < len(output.lines):
        end, path = _ends(output.lines, index)
        if end > index:
            parts = path.split("/")[1:-1]
            for depth in range(len(parts) + 1):
                places.setdefault("/" + "/".join(parts[:depth]), (index, end - 1))
            reading.used.append(output.span(index, end - 1))
        index = max(end, index + 1)
    for place, (first, last) in places.items():
        reading.rows.append(Row("space-refusal", {"output": output.label, "place": place}, output.span(first, last)))
    return reading


def usage(
    mount: str, inodes: str | None, left: str | None, blocks: str | None, free: str | None
) -> dict[str, Value | bool]:
    """How much is free, of what was counted as text: inodes in all and free, blocks in all and free."""
    values: dict[str, Value | bool] = {"mount": mount}
    if inodes and left and int(inodes) > 0:
        values |= {
            "inodes": int(inodes),
            "inodes-free": int(left),
            "inodes-free-percent": 100 * int(left) / int(inodes),
        }
    if blocks and free and int(blocks) > 0:
        values["space-free-percent"] = 100 * int(free) / int(blocks)
    return values


def _read_check(output: Output) -> Reading:
    reading = Reading()
    for match in _CHECKED.finditer(output.lines[0].split("|")[0]):
        values: dict[str, Value | bool] = {"mount": match["mount"], "space-free-percent": float(match["percent"])}
        if match["inodes"]:
            values["inodes-free-percent"] = float(match["inodes"])
        reading.rows.append(Row("file-system-usage", values, output.span(0)))
    return reading


def _parts(output: Output, form: object) -> dict[str, str]:
    parts: dict[str, str] = {}
    for line in output.lines:
        if match := form.match(line):  # type: ignore[attr-defined]
            parts |= {name: value for name, value in match.groupdict().items() if value is not None}
    return parts


def _read_stat(output: Output) -> Reading:
    parts = _parts(output, _STAT)
    target = _TARGET.match(output.command)
    mount = parts.get("file") or (target["mount"] if target else "/")
    values = usage(mount, parts.get("inodes"), parts.get("left"), parts.get("blocks"), parts.get("free"))
    return Reading([Row("file-system-usage", values, output.whole)], used=output.matching(_STAT))


def _read_ext(output: Output) -> Reading:
    parts = _parts(output, _EXT)
    device = _DEVICE.match(output.command)
    values = usage(
        device["device"] if device else "ext",
        parts.get("inodes"),
        parts.get("left"),
        parts.get("blocks"),
        parts.get("free"),
    )
    return Reading([Row("file-system-usage", values, output.whole)], used=output.matching(_EXT))


# the text of the node exporter's alert, in mails and chats
_ALERT = lazy(
    r".{0,120}Filesystem on (?P<device>/\S{1,100})(?:, mounted on (?P<mount>/[^\s,]{0,100}),?)? at \S{1,100} "
    r"has only (?P<free>\d{1,3}(?:\.\d+)?)% available inodes left"
)


def _read_alert(output: Output) -> Reading:
    reading = Reading(used=output.matching(_ALERT))
    for index, match in output.matches(_ALERT):
        mount = match["mount"] or match["device"]
        values: dict[str, Value | bool] = {"mount": mount, "inodes-free-percent": float(match["free"])}
        reading.rows.append(Row("file-system-usage", values, output.span(index)))
    return reading


# what Zabbix mails of a file system: its item by key, or the problem's name and the operational data below it
_ZABBIX = lazy(
    r".{0,160}\bvfs\.fs\.inode\[(?P<mount>/[^,\]]{0,100}),pfree\]\)?\s?[:=]?\s?(?P<free>\d{1,3}(?:\.\d+)?)\s?%?\s*$"
    r"|\s*(?:Problem(?: name)?: |Trigger: )?(?:FS \[)?(?P<named>/[^\s:\]]{0,100})\]?: Running out of free inodes\b"
    r"|\s*(?:Problem(?: name)?: |Trigger: )?Free inodes is less than \d+% on volume (?P<volume>/\S{0,100})"
)
_ZABBIX_MAIL = lazy(
    r"\s*Operational data: Free inodes: (?P<now>\d{1,3}(?:\.\d+)?) ?%"
    r"|\s*(?:Problem (?:started|has been)|Host|Severity|Original problem|Item values|\d+\. )\b"
)


def _read_zabbix(output: Output) -> Reading:
    parts = _parts(output, _ZABBIX) | _parts(output, _ZABBIX_MAIL)
    mount, free = parts.get("mount") or parts.get("named") or parts.get("volume"), parts.get("free") or parts.get("now")
    if not mount or not free:
        return Reading()
    values: dict[str, Value | bool] = {"mount": mount, "inodes-free-percent": float(free)}
    return Reading([Row("file-system-usage", values, output.whole)], used=[output.whole])


# the kernel's message where it stands alone: on the terminal of whoever wrote, or in a dmesg without marks
_NONE_LEFT = lazy(
    r"\s*(?:pid \d+ \([^()]{1,40}\),? ?(?:jid \d+,? )?)?(?:uid \d+,? )?(?:inumber \d+ )?(?:on )?(?P<mount>/[^\s:]*): "
    r"(?:out of inodes|create/symlink failed, no inodes free)\s*$"
)
# a kubelet's own words, in its log, among a node's events, and on the pod that had to go
_RECLAIMED = lazy(
    r".{0,200}?(?:[Aa]ttempting to reclaim inodes|must evict pod\(s\) to reclaim(?:\\?\" resourceName=\\?\"| )inodes"
    r"|[Aa]ttempting to reclaim\" resourceName=\"inodes|low on resource: \[?(?:[\w-]+ )?inodes\b)"
)
_NODE_FS = "nodefs"


def _read_none_left(output: Output) -> Reading:
    mounts: dict[str, int] = {}
    for index, match in output.matches(_NONE_LEFT):
        mounts.setdefault(match["mount"], index)
    return Reading([
        Row("file-system-usage", {"mount": mount, "inodes-free": 0, "inodes-free-percent": 0.0}, output.span(index))
        for mount, index in mounts.items()
    ], used=output.matching(_NONE_LEFT))  # fmt: skip


def _read_reclaimed(output: Output) -> Reading:
    values: dict[str, Value | bool] = {"output": output.label, "place": _NODE_FS, "short-of": "inodes"}
    return Reading([Row("space-refusal", values, output.whole)])


HINTS = (
    "o space left on device", "kein Speicherplatz mehr", "espace disponible sur", "queda espacio en", "failed:\n", "DISK ",
    "nodes: ", "nodes : ", "uds : ", "odos: ", "out of inodes", "no inodes free", " inodes", "\"inodes",
    "Free inodes", "vfs.fs.inode", "free inodes", "available inodes",
)  # fmt: skip
READERS = (
    Reader("space-refusal", lazy(rf"{_HERE_DOCUMENT.pattern}|.{{0,300}}(?:{_NO_SPACE}|failed:\s*$)"), _extent, _read),
    Reader("no-inodes", _NONE_LEFT, extent_of(_NONE_LEFT), _read_none_left),
    Reader("kubelet-inodes", _RECLAIMED, extent_of(_RECLAIMED), _read_reclaimed),
    Reader(
        "zabbix-inodes",
        lazy(rf"{_ZABBIX.pattern}|\s*Problem started at "),
        extent_of(_ZABBIX, _ZABBIX_MAIL, tells=(_ZABBIX,)),
        _read_zabbix,
    ),
    Reader("alert-inodes", _ALERT, extent_of(_ALERT), _read_alert),
    Reader("check-disk", _CHECK, extent_of(_CHECK, most=1), _read_check),
    Reader("stat-f", _STAT, extent_of(_STAT, least=1, tells=(_STAT_INODES,)), _read_stat),
    Reader("ext-inodes", _EXT, extent_of(_EXT, least=2, tells=(_EXT_LEFT,), most=14), _read_ext),
)
