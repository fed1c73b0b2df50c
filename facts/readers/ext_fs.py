'''``dumpe2fs``, ``e2fsck -c``, ``mke2fs -c``, ``badblocks``: what e2fsprogs says of bad blocks (1.2x to 1.47).

dumpe2fs prints the file system's list of bad blocks after the superblock (``dumpe2fs -b`` only the numbers, one on a
line); the others search for bad blocks. e2fsck with ``-c`` says that it modified the file system even where it found
none, so that line is no sign of an error.

Samples::

    >>> from facts.readers import show
    >>> show("""# dumpe2fs -f /dev/md0
    ... Bad blocks: 12909760, 12909778, 12909779
    ... """)
    dumpe2fs lines 2-2 read
      bad-blocks: count=3 device=/dev/md0 first=12909760 last=12909779 (2-2)

    >>> show("""# badblocks -sv /dev/sdb
    ... Checking blocks 0 to 156290903
    ... Checking for bad blocks (read-only test): done
    ... Pass completed, 4 bad blocks found. (4/0/0 errors)
    ... """)
    badblocks lines 2-4 read
      surface-scan: bad-blocks=4 device=/dev/sdb number=1 result=errors tool=badblocks writes=no (2-4)

    >>> show("""# e2fsck -c /dev/sdb1
    ... e2fsck 1.39 (29-May-2006)
    ... Checking for bad blocks (read-only test): done
    ... /dev/sdb1: Updating bad block inode.
    ... Pass 1: Checking inodes, blocks, and sizes
    ...
    ... /dev/sdb1: ***** FILE SYSTEM WAS MODIFIED *****
    ... """)
    e2fsck lines 2-7 read
      surface-scan: device=/dev/sdb1 number=1 result=unknown tool=e2fsck writes=no (2-7)

    >>> show("""# mke2fs -c -c /dev/sdb1
    ... mke2fs 1.41.12 (17-May-2010)
    ... Testing with pattern 0xaa: done
    ... Reading and comparing: done
    ... """)
    mkfs lines 2-4 read
      surface-scan: device=/dev/sdb1 number=1 result=unknown tool=mkfs-write writes=yes (2-4)
'''

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.commands import scan_device, scan_tool, simple_commands
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.units import integer

_NUMBER = re.compile(r"\s*\d{1,10}\s*$")


def _program(command: str, names: str) -> list[str]:
    """The words of the first of these programs on a command line, or none."""
    for words in simple_commands(command):
        if re.fullmatch(names, words[0].rpartition("/")[2]):
            return words
    return []


def _where(output: Output, names: str) -> tuple[str, int, list[str]]:
    """Device, number and words from the command above, as far as it is this output's own."""
    words = _program(output.command, names) if output.nth == 0 else []
    number = output.command_line if words and output.command_line else output.first
    return scan_device(words) if words else "", number, words


# dumpe2fs -------------------------------------------------------------------------------------------------------------

_LIST = re.compile(r"\s*Bad blocks:\s*(?P<numbers>.*)$")
_MORE_LIST = re.compile(r"\s*,?\s*\d{1,10}(?:\s*,\s*\d{1,10})*\s*,?\s*$")
_SUPERBLOCK = re.compile(r"\s*(?:Filesystem volume name|Filesystem UUID):\s")
_DUMP_BANNER = re.compile(r"\s*(?:dumpe2fs|tune2fs) \d+\.\d")
_FIELD = re.compile(
    r"\s*(?:(?:dumpe2fs|tune2fs) \d|(?:Filesystem|Last|Default|Errors|Inodes?|Blocks?|Reserved|Free|First|Fragments?"
    r"|Group|RAID|Flex|Mount|"
    r"Maximum|Lifetime|Check(?:sum)?|Next|Journal|Jour?nal|Directory|Desired|Required|Overhead|User|Clusters?|MMP"
    r"|Encryption|Character|FS|"
    r"Total|Snapshot|Project|Error|Orphan|Max|Fast|Log|Free)\b[\w #()/-]{0,32}:(?:\s|$))"
)
_GROUP = re.compile(r"\s*Group \d+:")


def _dump_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _NUMBER.match(lines[start]):
        return _bare_extent(lines, start)
    end = start + 1
    listing = _LIST.match(lines[start]) is not None
    grouped = False
    for index in range(start + 1, len(lines)):
        line = lines[index]
        if not line.strip():
            continue
        if prompt_of(line) is not None:
            break
        listing = _LIST.match(line) is not None or (listing and end == index and _MORE_LIST.match(line) is not None)
        grouped = grouped or _GROUP.match(line) is not None
        if not (listing or _FIELD.match(line) or _GROUP.match(line) or (grouped and line[0] in " \t")):
            break
        end = index + 1
    return start, end


def _bare_extent(lines: Sequence[str], start: int) -> tuple[int, int] | None:
    """Block numbers, one on a line."""
    end = start
    while end < len(lines) and _NUMBER.match(lines[end]):
        end += 1
    return (start, end) if end > start else None


def _blocks(output: Output) -> tuple[list[int], list[int], list[Refusal]]:
    """The bad blocks, the lines that they stand on, and what in the list is no number."""
    blocks: list[int] = []
    where: list[int] = []
    refusals: list[Refusal] = []
    inside = False
    for index, line in enumerate(output.lines):
        match = _LIST.match(line)
        if not match and not (inside and _MORE_LIST.match(line)):
            inside = False
            continue
        inside = True
        where.append(index)
        for word in (match["numbers"] if match else line).replace(",", " ").split():
            number = integer(word)
            if number is None or number < 0:
                refusals.append(Refusal(output.span(index), f"`{word[:20]}` is no block number"))
            else:
                blocks.append(number)
    return blocks, where, refusals


def _list_row(device: str, blocks: list[int], span: tuple[int, int]) -> Row:
    values: dict[str, Value | bool] = {"device": device, "count": len(blocks)}
    if blocks:
        values |= {"first": min(blocks), "last": max(blocks)}
    return Row("bad-blocks", values, span)


def _read_dump(output: Output) -> Reading:
    device, _, words = _where(output, "dumpe2fs|tune2fs")
    if _NUMBER.match(output.lines[0]):
        return Reading([_list_row(device, [int(line) for line in output.lines], output.whole)])
    blocks, where, refusals = _blocks(output)
    rows: list[Row] = []
    text = "\n".join(output.lines)
    if where and not (refusals and not blocks):
        rows.append(_list_row(device, blocks, output.span(where[0], where[-1])))
    elif _whole_dump(text, words):
        # dumpe2fs prints the line only where there are any
        rows.append(_list_row(device, [], output.whole))
    rows.extend(_file_system(output, device))
    return Reading(rows, refusals)


def _whole_dump(text: str, words: list[str]) -> bool:
    """Whether all of a dumpe2fs stands there: tune2fs -l prints the same fields and never a list."""
    if re.search(r"^\s*Group 0:", text, re.MULTILINE):
        return True
    named = bool(words and words[0].endswith("dumpe2fs")) or re.match(r"\s*dumpe2fs \d", text) is not None
    return named and "Block size:" in text and "First inode:" in text


def _file_system(output: Output, device: str) -> list[Row]:
    """Where it was last mounted, and of which kind: the features tell ext2, ext3 and ext4 apart."""
    fields = {
        k.strip(): (v.strip(), i) for i, line in enumerate(output.lines) for k, m, v in [line.partition(":")] if m
    }
    mount, index = fields.get("Last mounted on", ("", 0))
    features = fields.get("Filesystem features", ("", 0))[0].split()
    if not mount.startswith("/") or not features:
        return []
    kind = (
        "ext4"
        if {"extent", "extents", "64bit", "flex_bg"} & set(features)
        else "ext3"
        if "has_journal" in features
        else "ext2"
    )
    values: dict[str, Value | bool] = {"mount": mount, "type": kind}
    if device:
        values["device"] = device
    return [Row("file-system", values, output.span(index), inferred=True)]


# searches for bad blocks ----------------------------------------------------------------------------------------------

_PASS = re.compile(r"\s*Pass completed, (?P<count>\d+) bad blocks found\.")
_PROGRESS = re.compile(r"\((?P<read>\d+)/(?P<write>\d+)/(?P<compare>\d+) errors\)")
_BADBLOCKS_LINE = re.compile(
    r"\s*(?:Checking (?:for bad blocks|blocks)|From block \d|Testing with |Reading and comparing|Pass completed"
    r"|done\b|\d{1,3}\.\d+% done|"
    r"Interrupted at block|Interrupt caught|Too many bad blocks|Weird value|badblocks: |Block size=|\d{1,10}\s*$)"
)
_FSCK_BANNER = re.compile(r"\s*(?:e2fsck|fsck\.ext[234]) \d+\.\d|\s*fsck(?: from util-linux)? \d|\s*fsck from ")
_FSCK_LINE = re.compile(
    r"\s*(?:e2fsck |fsck|Checking for bad|Testing with|Reading and comparing|Pass \d[A-D]?:|\S+: |Error (?:reading"
    r"|writing) block|Force rewrite|"
    r"Ignore error|Inode |Entry |Free (?:blocks|inodes) count|Block bitmap|Inode bitmap|Fix|Clear|\(|\*{3,}"
    r"|\d+ (?:inodes?|files?|blocks?|bad|large|regular|"
    r"director|character|block|fifos?|links?|symbolic|sockets?|non-contiguous)|# of|Extent depth|Memory used"
    r"|Directory|Root|Unattached|"
    r"Padding|Group descriptor|Resize|Superblock|Journal|Backing up|Warning|WARNING|Duplicate|Multiply|File "
    r"|Bad block|Block #|-{5,}|Running |yes$|no$|done\b|[+-]\d|"
    r"\d{1,3}\.\d+% done)"
)
_MKFS_BANNER = re.compile(r"\s*(?:mke2fs|mkfs\.ext[234]) \d+\.\d")
_MKFS_LINE = re.compile(
    r"\s*(?:mke2fs |mkfs|Filesystem label=|OS type:|Block size=|Fragment size=|Stride=|\d+ (?:inodes|blocks"
    r"|block groups|bytes)|First data block=|"
    r"Maximum filesystem|\d+ block group|Superblock backups|[\d, \t]+$|Checking for bad|Running command|Testing with"
    r"|Reading and|Writing |"
    r"Allocating group|Creating |This filesystem|\d+% done|Block \d+ in primary|Warning|WARNING|Discarding"
    r"|Filesystem UUID|\S+ (?:contains|has been|is )|Proceed|"
    r"Pass completed|done\b|\d+ (?:fragments|inodes) per|180 days|\S+: )"
)


def _scan_extent(line_shape: re.Pattern[str], lines: Sequence[str], start: int) -> tuple[int, int]:
    end = start + 1
    for index in range(start + 1, len(lines)):
        line = lines[index]
        if not line.strip():
            continue
        if prompt_of(line) is not None or not line_shape.match(line) or len(line) > 400:
            break
        end = index + 1
    return start, end


def _fsck_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    own = r"\s*\S+: Updating bad block inode|\s*Pass 1: Checking inodes"
    named = _FSCK_BANNER.match(lines[start]) or re.search(r"\be?2?fsck(?:\.ext[234])?\b", command)
    # `Checking for bad blocks` alone is badblocks' line too: what stands below tells
    if not named and not any(re.match(own, line) for line in lines[start : start + 4]):
        return None
    return _scan_extent(_FSCK_LINE, lines, start)


def _mkfs_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    own = r"\s*(?:Allocating group|Writing inode) tables"
    named = _MKFS_BANNER.match(lines[start]) or re.search(r"\bmk(?:e2)?fs(?:\.ext[234])?\b", command)
    if not named and not any(re.match(own, line) for line in lines[start : start + 6]):
        return None
    return _scan_extent(_MKFS_LINE, lines, start)


def _badblocks_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _NUMBER.match(lines[start]):
        return _bare_extent(lines, start)
    return _scan_extent(_BADBLOCKS_LINE, lines, start) if _BADBLOCKS_LINE.match(lines[start]) else None


def _result(text: str) -> tuple[str, int | None]:
    """What a scan came to, from its own count; unknown where it printed none."""
    if matches := list(_PASS.finditer(text)):
        count = sum(int(match["count"]) for match in matches[-1:])
        return ("errors" if count else "clean"), count
    if matches := list(_PROGRESS.finditer(text)):
        errors = sum(int(matches[-1][name]) for name in ("read", "write", "compare"))
        return ("errors" if errors else "clean"), None
    if re.search(
        r"Error reading block|Error writing block|in primary superblock/group descriptor area bad|Too many bad blocks",
        text,
    ):
        return "errors", None
    return "unknown", None


def _scan_row(output: Output, device: str, number: int, tool: str, text: str) -> Row:
    result, count = _result(text)
    values: dict[str, Value | bool] = {"device": device, "number": number, "tool": tool, "result": result}
    values["writes"] = tool.endswith(("-write", "-nondestructive"))
    if count is not None:
        values["bad-blocks"] = count
    return Row("surface-scan", values, output.whole)


def _read_badblocks(output: Output) -> Reading:
    device, number, words = _where(output, "badblocks")
    text = "\n".join(output.lines)
    tool = scan_tool(words) if words else "badblocks"
    if re.search(r"non-destructive", text):
        tool = "badblocks-nondestructive"
    elif re.search(r"read-write mode|Testing with", text):
        tool = "badblocks-write"
    row = _scan_row(output, device, number, tool, text)
    listed = sum(_NUMBER.match(line) is not None for line in output.lines)
    if listed and row.values["result"] == "unknown":
        row.values = {**row.values, "result": "errors", "bad-blocks": listed}
    return Reading([row])


def _read_fsck(output: Output) -> Reading:
    device, number, words = _where(output, r"e2fsck|fsck(?:\.ext[234])?")
    text = "\n".join(output.lines)
    tool = scan_tool(words) if words else ""
    if not tool and ("Checking for bad blocks" in text or "Updating bad block inode" in text):
        tool = "e2fsck"
    if re.search(r"non-destructive read-write|Testing with", text):
        tool = "e2fsck-write"
    if not tool:
        return Reading()
    if not device and (
        match := re.search(r"^\s*(/dev/\S+): (?:Updating bad|\*{3,}|\d+/\d+ files|clean)", text, re.MULTILINE)
    ):
        device = match[1]
    row = _scan_row(output, device, number, tool, text)
    # the statistics of -v count the whole list
    if (match := re.search(r"^\s*(\d+) bad blocks?\b", text, re.MULTILINE)) and row.values["result"] == "unknown":
        count = int(match[1])
        row.values = {**row.values, "result": "errors" if count else "clean", "bad-blocks": count}
    return Reading([row])


def _read_mkfs(output: Output) -> Reading:
    device, number, words = _where(output, r"mke2fs|mkfs(?:\.ext[234])?")
    text = "\n".join(output.lines)
    tool = scan_tool(words) if words else ""
    if "Testing with pattern" in text or re.search(r"Running command: badblocks\b.* -w\b", text):
        tool = "mkfs-write"
    elif not tool and "Checking for bad blocks" in text:
        tool = "mkfs"
    if not tool:
        return Reading()
    if not device and (match := re.search(r"Running command: badblocks\b.* (/dev/\S+)", text)):
        device = match[1]
    return Reading([_scan_row(output, device, number, tool, text)])


READERS = (
    Reader(
        "dumpe2fs",
        re.compile(r"\s*(?:(?:dumpe2fs|tune2fs) \d+\.\d|Filesystem volume name:\s|Bad blocks: *\d)"),
        _dump_extent,
        _read_dump,
        re.compile(r"\bdumpe2fs\s+(?:-\S+\s+)*-\w*b\w*\s"),
    ),
    Reader(
        "mkfs",
        re.compile(r"\s*(?:mke2fs|mkfs\.ext[234]) \d+\.\d|\s*Checking for bad blocks"),
        _mkfs_extent,
        _read_mkfs,
    ),
    Reader(
        "e2fsck",
        re.compile(
            r"\s*(?:(?:e2fsck|fsck\.ext[234]|fsck) \d+\.\d|fsck from util|Checking for bad blocks"
            r"|\S+: Updating bad block inode|Pass 1: Checking inodes)"
        ),
        _fsck_extent,
        _read_fsck,
    ),
    Reader(
        "badblocks",
        re.compile(r"\s*(?:Checking for bad blocks|Checking blocks \d+ to \d+|Pass completed, \d+ bad blocks)"),
        _badblocks_extent,
        _read_badblocks,
        re.compile(r"\bbadblocks\s+(?!.*--?h(?:elp)?\b).*/dev/"),
    ),
)
