'''``dumpe2fs``, ``dumpe2fs -b``: the superblock of an ext file system and its list of bad blocks (1.2x to 1.47).

The list stands on one line after the superblock (other widths wrap it), and only where there are bad blocks;
``dumpe2fs -b`` prints only the numbers, one on a line. ``tune2fs -l`` prints the same superblock and never a list.

Sample::

    >>> from facts.readers import show
    >>> show("""# dumpe2fs -f /dev/md0
    ... Bad blocks: 12909760, 12909778, 12909779
    ... """)
    dumpe2fs lines 2-2 read
      bad-blocks: count=3 device=/dev/md0 first=12909760 last=12909779 (2-2)
'''

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.bad_blocks import NUMBER_LINE, commanded, numbers_extent
from facts.readers.space_refusals import usage
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.units import integer

_LIST = lazy(r"\s*Bad blocks:\s*(?P<numbers>.*)$")
_MORE_LIST = lazy(r"\s*+(?:,\s*+)?\d{1,10}(?:\s*+,\s*+\d{1,10})*+\s*+(?:,\s*+)?$")
_FIELD = lazy(
    r"\s*(?:(?:dumpe2fs|tune2fs)(?: \d|: )|Couldn't find valid"
    r"|(?:Filesystem|Last|Default|Errors|Inodes?|Blocks?|Reserved|Free|First|Fragments?|Group|RAID|Flex|Mount|Maximum"
    r"|Lifetime|Check(?:sum)?|Next|Journal|Jour?nal|Directory|Desired|Required|Overhead|User|Clusters?|MMP|Encryption"
    r"|Character|FS|Total|Snapshot|Project|Error|Orphan|Max|Fast|Log)\b[\w #()/-]{0,32}:(?:\s|$))"
)
_FAILED = lazy(r"\s*(?:dumpe2fs|tune2fs): |\s*Couldn't find valid")
_BANNER = lazy(r"\s*dumpe2fs \d+\.\d")
_DATA_MODE = lazy(r"\bjournal_data(?:_(?P<mode>ordered|writeback))?\b")
_READ = lazy(
    r"\s*(?:Last mounted on|Filesystem features|Default mount options|(?:Inode|Block) count|Free (?:inodes|blocks)):"
)
# counted only where the kernel found the file system damaged: nothing reads them yet
_DAMAGE = r"(?:FS Error count|(?:First|Last) error [\w #]{0,20}|Filesystem state):(?!\s*(?:not )?clean\s*\Z)"
_GROUP = lazy(r"\s*Group \d+:")


def _dump_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if NUMBER_LINE.match(lines[start]):
        return numbers_extent(lines, start, command)
    if not (_LIST.match(lines[start]) or _FIELD.match(lines[start])):
        return None
    if _BANNER.match(lines[start]) and start + 1 < len(lines) and NUMBER_LINE.match(lines[start + 1]):
        listed = numbers_extent(lines, start + 1, command)
        return (start, listed[1]) if listed else None
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
    device, _, words = commanded(output, "dumpe2fs|tune2fs")
    failed = [index for index, line in enumerate(output.lines) if _FAILED.match(line)]
    if failed:
        return Reading(refusals=[Refusal(output.span(failed[0]), "dumpe2fs could not read the file system")])
    below = list(output.lines[1:]) if _BANNER.match(output.lines[0]) else list(output.lines)
    if all(map(NUMBER_LINE.match, below)) and (below or _list_only(words)):
        return Reading([_list_row(device, [int(line) for line in below], output.whole)], used=[output.whole])
    blocks, where, refusals = _blocks(output)
    rows: list[Row] = []
    text = "\n".join(output.lines)
    if where and not (refusals and not blocks):
        rows.append(_list_row(device, blocks, output.span(where[0], where[-1])))
    elif _whole_dump(text, words):
        # dumpe2fs prints the line only where there are any
        rows.append(_list_row(device, [], output.whole))
    rows.extend(_file_system(output, device))
    return Reading(rows, refusals, used=[*output.matching(_READ), *(output.span(index) for index in where)])


def _list_only(words: list[str]) -> bool:
    """``dumpe2fs -b`` prints the list and nothing else."""
    return any(re.fullmatch(r"-[a-z]*b[a-z]*", word) for word in words[1:])


def _whole_dump(text: str, words: list[str]) -> bool:
    """Whether all of a dumpe2fs stands there: tune2fs -l prints the same fields and never a list."""
    if re.search(r"^[^\S\n]*Group 0:", text, re.MULTILINE):
        return True
    named = bool(words and words[0].endswith("dumpe2fs")) or re.match(r"\s*dumpe2fs \d", text) is not None
    return named and "Block size:" in text and "First inode:" in text


def _file_system(output: Output, device: str) -> list[Row]:
    """Where it was last mounted, how much is free, and of which kind: the features tell ext2, ext3 and ext4 apart."""
    fields: dict[str, tuple[str, int]] = {}
    for i, line in enumerate(output.lines):
        name, mark, value = line.partition(":")
        if mark:  # the groups below name some of them again
            fields.setdefault(name.strip(), (value.strip(), i))
    mount, index = fields.get("Last mounted on", ("", 0))
    counts = [fields.get(name, ("", 0)) for name in ("Inode count", "Free inodes", "Block count", "Free blocks")]
    used = usage(
        mount if mount.startswith("/") else device or "ext", *(c if c.isdecimal() else None for c, _ in counts)
    )
    rows = [Row("file-system-usage", used, output.span(counts[1][1]))] if len(used) > 1 else []
    features = fields.get("Filesystem features", ("", 0))[0].split()
    if not mount.startswith("/") or not features:
        return rows
    kind = "ext3" if "has_journal" in features else "ext2"
    if {"extent", "extents", "64bit", "flex_bg"} & set(features):
        kind = "ext4"
    values: dict[str, Value | bool] = {"mount": mount, "type": kind}
    if device:
        values["device"] = device
    # what holds where the mount options do not say otherwise
    if kind == "ext3" and (mode := _DATA_MODE.search(fields.get("Default mount options", ("", 0))[0])):
        values["data-mode"] = mode["mode"] or "journal"
    return [Row("file-system", values, output.span(index), inferred=True), *rows]


HINTS = ("dumpe2fs", "tune2fs", "Filesystem volume name", "Bad blocks:")
READERS = (
    Reader(
        "dumpe2fs",
        lazy(r"\s*(?:(?:dumpe2fs|tune2fs) \d+\.\d|Filesystem volume name:\s|Bad blocks: *\d)"),
        _dump_extent,
        _read_dump,
        lazy(r"\bdumpe2fs\s+(?:-(?!\S*\bdumpe2fs\s)\S+\s+)*-[^\Wb]*b\w*\s"),
        of_no_use=(
            ("field of no use", lazy(rf"\s*(?!{_DAMAGE}){_FIELD.pattern}")),
            ("group", _GROUP),
            ("group", lazy(
                r"\s+(?:Primary superblock|Backup superblock|Reserved GDT|(?:Block|Inode) bitmap|Inode table|Free (?:blocks|inodes):"
                r"|\d+ free blocks|Group descriptor)"
            )),
        ),
    ),
)  # fmt: skip
