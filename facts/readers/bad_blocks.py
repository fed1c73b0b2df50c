'''``badblocks``, ``e2fsck -c``, ``mke2fs -c``: searches for bad blocks (e2fsprogs 1.2x to 1.47).

e2fsck with ``-c`` says that it modified the file system even where it found none, so that line is no sign of an error.
Which device was searched stands in the command above, and whether the search wrote to it, too.

Samples::

    >>> from facts.readers import show
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

from facts.commands import scan_device, scan_tool
from facts.kit import ANY, Values, extent_of, run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.shell import simple_commands

NUMBER_LINE = lazy(r"\s*\d{1,10}\s*$")
"""A line that is a block number and nothing else."""
numbers_extent = extent_of(NUMBER_LINE)
"""Of block numbers, one on a line."""


def _program(command: str, names: str) -> list[str]:
    """The words of the first of these programs on a command line, or none."""
    for words in simple_commands(command):
        if re.fullmatch(names, words[0].rpartition("/")[2]):
            return words
    return []


def commanded(output: Output, names: str) -> tuple[str, int, list[str]]:
    """Device, number and words from the command above, as far as it is this output's own."""
    words = _program(output.command, names) if output.nth == 0 else []
    number = output.command_line if words and output.command_line else output.first
    return scan_device(words) if words else "", number, words


_PASS = lazy(r"Pass completed, (?P<count>\d+) bad blocks found\.")
_PROGRESS = lazy(r"\((?P<read>\d+)/(?P<write>\d+)/(?P<compare>\d+) errors\)")
_SHORT = r"(?!.{401})"
_BADBLOCKS_LINE = lazy(
    _SHORT
    + r"\s*(?:Checking (?:for bad blocks|blocks)|From block \d|Testing with |Reading and comparing|Pass completed"
    r"|done\b|\d{1,3}\.\d+% done|"
    r"Interrupted at block|Interrupt caught|Too many bad blocks|Weird value|badblocks: |Block size=|\d{1,10}\s*$)"
)
_BADBLOCKS = extent_of(_BADBLOCKS_LINE, head=_BADBLOCKS_LINE, least=0, blanks=ANY)
_FSCK_BANNER = lazy(r"\s*(?:e2fsck|fsck\.ext[234]) \d+\.\d|\s*fsck(?: from util-linux)? \d|\s*fsck from ")
_PROBLEM = (
    "Deleted inode|Deallocating|Connect to|Setting |Truncat|Relocat|Illegal|Special |Symlink |HTREE|Problem in|Recovery flag"
    "|The (?:filesystem|physical) size|Either the|Abort|Creating journal|Optimizing|First |Second |Missing |Salvage|i_(?:blocks|size) "
    "|Timestamp|Adding dirhash|Recreate|Recovering|Rebuild|Unconnected|Invalid |Allocate|Ext[234] "
)
_FSCK_LINE = lazy(
    _SHORT
    + r"\s*(?:e2fsck |fsck|Checking for bad|Testing with|Reading and comparing|Pass \d[A-D]?:|\S+: |Error (?:reading"
    r"|writing) block|Force rewrite|"
    r"Ignore error|Inode |Entry |Free (?:blocks|inodes) count|Block bitmap|Inode bitmap|Fix|Clear|\(|\*{3,}"
    r"|\d+ (?:inodes?|files?|blocks?|bad|large|regular|"
    r"director|character|block|fifos?|links?|symbolic|sockets?|non-contiguous)|# of|Extent depth|Memory used"
    r"|Directory|Root|Unattached|"
    r"Padding|Group descriptor|Resize|Superblock|Journal|Backing up|Warning|WARNING|Duplicate|Multiply|File "
    r"|Bad block|Block #|-{5,}|Running |yes$|no$|done\b|[+-]\d|"
    r"\d{1,3}\.\d+% done"
    rf"|{_PROBLEM}|/dev/\S+ (?:contains|is mounted|was not|has))"
)
_MKFS_BANNER = lazy(r"\s*(?:mke2fs|mkfs\.ext[234]) \d+\.\d")
_MKFS_LINE = lazy(
    _SHORT + r"\s*+(?:mke2fs |mkfs|Filesystem label=|OS type:|Block size=|Fragment size=|Stride=|\d+ (?:inodes|blocks"
    r"|block groups|bytes)|First data block=|"
    r"Maximum filesystem|\d+ block group|Superblock backups|[\d, \t]+$|Checking for bad|Running command|Testing with"
    r"|Reading and|Writing |"
    r"Allocating group|Creating |This filesystem|\d+% done|Block \d+ in primary|Warning|WARNING|Discarding"
    r"|Filesystem UUID|\S+ (?:contains|has been|is )|Proceed|"
    r"Pass completed|done\b|\d+ (?:fragments|inodes) per|180 days|\S+: )"
)


# what the result and the tool are taken from, of all three
_TOLD = lazy(
    r".*(?:Pass completed, \d+ bad blocks|\(\d+/\d+/\d+ errors\)|Error (?:reading|writing) block|in primary superblock/group descriptor"
    r"|Too many bad blocks|non-destructive|read-write mode|Testing with|Checking for bad blocks|Updating bad block inode"
    r"|Running command: badblocks)|\s*\d+ bad blocks?\b"
)
_RUNS = lazy(
    r"\s*(?:Checking blocks \d|From block \d|Reading and comparing|done\b|[+-]?\d{1,3}(?:\.\d+)?% done|Interrupted at block|Interrupt caught"
    r"|Block size=|badblocks: )"
)
_DEVICE_SAYS = lazy(
    r"\s*(?:/dev/\S+: (?:\*{3,}|clean,|\d+/\d+ files|recovering journal|(?:was )?not cleanly|Inode |Entry |Duplicate|ignoring|Setting"
    r"|Superblock|Journal)|(?:e2fsck|fsck\S*): |\S{1,16}: \d+/\d+ files \()"
)
_REPAIRS = lazy(
    r"\s*(?:Pass \d[A-D]?: |Force rewrite|Ignore error|Inode \d|Entry '|Free (?:blocks|inodes) count|(?:Block|Inode) bitmap|Fix|Clear|\("
    r"|\*{3,}|Extent depth|Memory used|Directory|Root|Unattached|Padding|Group descriptor|Resize|Superblock|Journal|Backing up"
    r"|Warning|WARNING|Duplicate|Multiply|File |Bad block|Block #|yes$|no$|[+-]\d"
    r"|\d+ (?:inodes? used|files?|blocks? used|large|regular|director|character|block device|fifos?|links?|symbolic|sockets?"
    rf"|non-contiguous)|# of|{_PROBLEM}|/dev/\S+ (?:contains|is mounted|was not|has))"
)
# a scan for bad blocks modifies every file system: that alone is no sign of an error
_WRONG = lazy(
    r"with errors|still has errors|UNEXPECTED INCONSISTENCY|bitmap differences|counts? wrong|ount is \d+, should be|ref count is"
    r"|\b[Ii]node \d+.*(?:\bhas\b|\bis\b|\bwas\b|should be|corrupt|[Ii]llegal)|^\s*Entry '|[Uu]nattached|[Uu]nconnected|ultiply-claimed"
    r"|[Dd]uplicate|[Cc]orrupt|[Ii]llegal|[Ii]nvalid|Error (?:reading|writing|while)|superblock.*(?:invalid|bad|wrong)|zero dtime"
)
_MADE = lazy(
    r"\s*(?:Filesystem label=|OS type:|Fragment size=|Stride=|\d+ (?:inodes|blocks|block groups?|bytes)\b|First data block=|Maximum file"
    r"|Superblock backups|\d+(?:, ?\d+)*,?\s*$|Writing |Allocating group|Creating |This filesystem|Block \d+ in primary|Warning|WARNING"
    r"|Discarding|Filesystem UUID|/dev/\S+ (?:contains|has been|is )|Proceed|\d+ (?:fragments|inodes) per|180 days"
    r"|\d+ days, whichever|(?:mke2fs|mkfs\S*): )"
)


def _fsck_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    own = r"\s*\S+: Updating bad block inode|\s*Pass 1: Checking inodes"
    named = _FSCK_BANNER.match(lines[start]) or re.search(r"\be?2?fsck(?:\.ext[234])?\b", command)
    # `Checking for bad blocks` alone is badblocks' line too: what stands below tells
    if not named and not any(re.match(own, line) for line in lines[start : start + 4]):
        return None
    return start, run(lines, start + 1, _FSCK_LINE, blanks=ANY)


def _mkfs_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    own = r"\s*(?:Allocating group|Writing inode) tables"
    named = _MKFS_BANNER.match(lines[start]) or re.search(r"\bmk(?:e2)?fs(?:\.ext[234])?\b", command)
    if not named and not any(re.match(own, line) for line in lines[start : start + 6]):
        return None
    return start, run(lines, start + 1, _MKFS_LINE, blanks=ANY)


def _badblocks_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if NUMBER_LINE.match(lines[start]):
        return numbers_extent(lines, start, command)
    return _BADBLOCKS(lines, start, command)


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
    values: Values = {"device": device, "number": number, "tool": tool, "result": result}
    values["writes"] = tool.endswith(("-write", "-nondestructive"))
    if count is not None:
        values["bad-blocks"] = count
    return Row("surface-scan", values, output.whole)


def _read_badblocks(output: Output) -> Reading:
    device, number, words = commanded(output, "badblocks")
    text = "\n".join(output.lines)
    tool = scan_tool(words) if words else "badblocks"
    if re.search(r"non-destructive", text):
        tool = "badblocks-nondestructive"
    elif re.search(r"read-write mode|Testing with", text):
        tool = "badblocks-write"
    row = _scan_row(output, device, number, tool, text)
    listed = sum(NUMBER_LINE.match(line) is not None for line in output.lines)
    if listed and row.values["result"] == "unknown":
        row.values = {**row.values, "result": "errors", "bad-blocks": listed}
    return Reading([row], used=output.matching(_TOLD, NUMBER_LINE))


def _read_fsck(output: Output) -> Reading:
    device, number, words = commanded(output, r"e2fsck|fsck(?:\.ext[234])?")
    text = "\n".join(output.lines)
    tool = scan_tool(words) if words else ""
    if not tool and ("Checking for bad blocks" in text or "Updating bad block inode" in text):
        tool = "e2fsck"
    if re.search(r"non-destructive read-write|Testing with", text):
        tool = "e2fsck-write"
    if not tool:
        return Reading()
    if not device and (
        match := re.search(r"^[^\S\n]*(/dev/\S+): (?:Updating bad|\*{3,}|\d+/\d+ files|clean)", text, re.MULTILINE)
    ):
        device = match[1]
    row = _scan_row(output, device, number, tool, text)
    # the statistics of -v count the whole list
    if (match := re.search(r"^[^\S\n]*(\d+) bad blocks?\b", text, re.MULTILINE)) and row.values["result"] == "unknown":
        count = int(match[1])
        row.values = {**row.values, "result": "errors" if count else "clean", "bad-blocks": count}
    return Reading([row], used=output.matching(_TOLD))


def _read_mkfs(output: Output) -> Reading:
    device, number, words = commanded(output, r"mke2fs|mkfs(?:\.ext[234])?")
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
    return Reading([_scan_row(output, device, number, tool, text)], used=output.matching(_TOLD))


HINTS = ("bad block", "mke2fs", "mkfs.ext", "fsck", "Checking blocks", "Pass 1:", "badblocks")
READERS = (
    Reader(
        "mkfs",
        lazy(r"\s*(?:mke2fs|mkfs\.ext[234]) \d+\.\d|\s*Checking for bad blocks"),
        _mkfs_extent,
        _read_mkfs,
        of_no_use=(("version", _MKFS_BANNER), ("how the file system is made", _MADE), ("how far the scan is", _RUNS)),
    ),
    Reader(
        "e2fsck",
        lazy(
            r"\s*(?:(?:e2fsck|fsck\.ext[234]|fsck) \d+\.\d|fsck from util|Checking for bad blocks"
            r"|\S+: Updating bad block inode|Pass 1: Checking inodes)"
        ),
        _fsck_extent,
        _read_fsck,
        of_no_use=(
            ("version", _FSCK_BANNER), ("what became of the file system", _DEVICE_SAYS), ("how far the scan is", _RUNS),
            ("how problems of the file system were repaired", _REPAIRS),
        ),
        faults=_WRONG,
    ),
    Reader(
        "badblocks",
        lazy(r"\s*(?:Checking for bad blocks|Checking blocks \d+ to \d+|Pass completed, \d+ bad blocks)"),
        _badblocks_extent,
        _read_badblocks,
        lazy(r"\bbadblocks\s(?!.*--?h(?:elp)?\b).*/dev/"),
        of_no_use=(("how far the scan is", _RUNS),),
    ),
)  # fmt: skip
