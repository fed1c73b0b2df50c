"""``xfs_repair``, ``xfs_info`` and what is left of ``e2fsck`` without its first lines: no rows, and damage is never of no use.

No slot holds what a check finds in a file system. Its lines are recognised, so that nobody takes them for unknown text; those
that tell of damage are shown as not understood. `facts.readers.bad_blocks` reads e2fsck from its version or its first pass on.

Samples::

    >>> from facts.readers import show
    >>> show('''Phase 1 - find and verify superblock...
    ... Phase 2 - using internal log
    ...         - zero log...
    ... done
    ... ''')
    xfs_repair lines 1-4 nothing

    >>> show('''meta-data=/dev/sdb1              isize=512    agcount=4, agsize=655040 blks
    ...          =                       sectsz=512   attr=2, projid32bit=1
    ... data     =                       bsize=4096   blocks=2620160, imaxpct=25
    ... ''')
    xfs_info lines 1-3 nothing

    >>> show('''/dev/sda2: clean, 131072/655360 files, 912345/2621440 blocks
    ... ''')
    fsck lines 1-1 nothing
"""

from __future__ import annotations

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading

_XFS_DAMAGE = (
    r"Metadata (?:corruption|CRC error) detected at 0x|superblock read failed, offset|fatal error -- |bad (?:hash|magic|dir"
    r"|data|nblocks|block|"
    r"CRC|inode|attribute|nextents|anextents|key|length|level|back|primary|agbno|btree|stale|free|directory|uuid|number|starting|blocksize)"
    r"|Invalid inode number|corrupt (?:block|dinode|inode|attribute)|disconnected (?:inode|dir inode)|couldn't (?:map|read|get|verify|find)"
    r"|(?:can't|cannot) (?:read|verify|find|get)|(?:rebuilding|junking|clearing|correcting|moving disconnected|resetting"
    r"|cleared|fixing) \S+ ?\S*"
    r"|would (?:have|rebuild|clear|move|junk|correct|reset|fix)\b|(?:data|attr) fork in|entry \"|imap claims|agi? (?:unlinked|\d)"
    r"|agf_\w+ \d|sb_\w+ \d+|unlinked inode|duplicate extent|inode \d+ - bad|block \(?\d+,\d+|out-of-order|unknown block state|xfs_repair: "
    r"|Sorry, could not find valid secondary|ERROR: The filesystem has valuable|attempting to find secondary|root inode |cache_node_purge"
    r"|no \. entry|\.\. entry|link count mismatch|no (?:data entry|leaf entry)"
)
_XFS_LINE = lazy(
    rf"\s*(?:Phase \d - |- (?:agno = |scan|zero log|found root|process|check|setting|travers|moving|rebuild|reset|verify"
    rf"|generate|examin|report|clear|convert|\d|sync|creat|correct|format|log\b)|{_XFS_DAMAGE}|done\s*\Z|No modify flag set"
    rf"|Note - |reset(?:ting)? bad|Maximum metadata LSN|Format log"
    r"|XFS_REPAIR Summary|Phase\t|be sure to mount|destroyed because|of the filesystem|the filesystem|re-running xfs_repair"
    r"|be replayed|replayed|filesystem, use"
    r"|the -L option|attempt to mount|corruption|Exiting now|found candidate|verified secondary|unable to verify|writing modified"
    r"|Log inconsistent|totally zeroed|zero_log: |sb |scanning |\.{10,}|reinitializ|empty data block|expected |log=|Inode allocation"
    r"|\[?\.\.\.\]?\s*\Z|Total run time|Repair of|would be)"
)
_XFS_BEGIN = lazy(
    r"\s*(?:Phase \d - (?:find|using|zero|scan|for each|check|process|rebuild|traversing|verify|agno|reset)"
    r"|Metadata (?:corruption|CRC error) detected at 0x[0-9a-f]+, |superblock read failed, offset \d|fatal error -- \S"
    r"|bad primary superblock - |Sorry, could not find valid secondary superblock|No modify flag set, skipping phase \d"
    r"|ERROR: The filesystem has valuable metadata changes in a log)"
)
_INFO_HEAD = lazy(r"\s*meta-data=\S+ +isize=\d")
_INFO = lazy(r"\s*(?:meta-data|data|naming|log|realtime)? *=\S*(?: \S+)* +\w+=\d")

_ANSWER = (
    "(?:Fix|Clear|Ignore error|Force rewrite|Relocate|Salvage|Connect to /lost\\+found|Recreate|Split|Delete|Abort|Truncate|Allocate|Expand"
    "|Continue|Create|Unlink|Optimize|Recreate journal|Move|Rebuild|Clone multiply-claimed blocks|Delete file|Suppress messages"
    "|Convert|Restart|Set|Correct|Extend|Add dirhash|Recompute)"
)
_EXT_DAMAGE = (
    rf"{_ANSWER}(?:<[yn]>\?| ?\? (?:yes|no)\b)|.*\b{_ANSWER}(?:<[yn]>\?|\? (?:yes|no))|.*\. (?:FIXED|IGNORED|CLEARED|RELOCATED|SALVAGED)\."
    r"|.*\b(?:FIXED|IGNORED|CLEARED)\.?\s*\Z"
    r"|(?:Block|Inode) bitmap differences: |Free (?:blocks|inodes) count wrong|Directories count wrong|Unattached (?:zero-length )?inode \d"
    r"|Inodes? that were part of a corrupted orphan|Inode \d+ (?:was part of|has |ref count|is |seems|extent|passes|,)|Deleted inode \d+ has"
    r"|Entry '.{1,255}' in |Directory (?:inode|entry)|Multiply-claimed block|Unconnected directory inode|Superblock last (?:mount|write) time"
    r"|Group descriptor \d|Superblock has an invalid|Resize inode (?:not valid|is)|Journal (?:inode|superblock|transaction)|Padding at end of"
    r"|\S+: (?:UNEXPECTED INCONSISTENCY|Inode \d|Entry |Deleted inode|Unattached|Unconnected|Superblock|WARNING: |\*{5} )"
    r"|\S+ contains a file system with errors|\S+ was not cleanly unmounted|[+-]?\(?\d+(?:--\d+)?\)?(?: [+-]?\(?\d+(?:--\d+)?\)?){0,200}\s*\Z"
)
_EXT_CALM = (
    r"Pass \d[A-E]?: |/dev/\S+: (?:clean, |recovering journal|\d+/\d+ files|ignoring |Setting )|\S+: clean, \d+/\d+ files"
    r"|yes\s*\Z|no\s*\Z|\(i\.e\., without"
    r"|fsck from util-linux|e2fsck \d|Setting free |\[?\.\.\.\]?\s*\Z"
)
_EXT_LINE = lazy(rf"\s*(?:{_EXT_DAMAGE}|{_EXT_CALM})")
_EXT_BEGIN = lazy(
    rf"\s*(?:.{{0,200}}\b{_ANSWER}<[yn]>\?|(?:Block|Inode) bitmap differences: +[+-]|Free (?:blocks|inodes) count wrong"
    r"|Inodes that were part of a corrupted orphan linked list|Inode \d+ was part of the orphaned inode list|Unattached inode \d+\s*\Z"
    r"|\S{1,80}: (?:UNEXPECTED INCONSISTENCY; RUN fsck MANUALLY|clean, \d+/\d+ files, \d+/\d+ blocks|recovering journal\s*\Z)"
    r"|\S{1,80} (?:contains a file system with errors, check forced|was not cleanly unmounted, check forced)|Deleted inode \d+ has zero dtime"
    r"|Pass [2-5]: Check)"
)


def _read(output: Output) -> Reading:
    return Reading()


HINTS = (
    "Phase ", "Metadata ", "superblock", "fatal error -- ", "meta-data=", "<y>?", "<n>?", " bitmap differences", " count wrong", "orphan",
    "Unattached inode", "RUN fsck", "No modify flag", "secondary superblock", ": clean, ", "recovering journal", "check forced", "zero dtime",
    "Pass ", "valuable metadata",
)  # fmt: skip
READERS = (
    Reader(
        "xfs_repair",
        _XFS_BEGIN,
        extent_of(_XFS_LINE, blanks=1),
        _read,
        of_no_use=(("line of the check", _XFS_LINE),),
        faults=lazy(rf"\A\s*(?:{_XFS_DAMAGE})"),
    ),
    Reader("xfs_info", _INFO_HEAD, extent_of(_INFO, head=_INFO_HEAD), _read, of_no_use=(("geometry", _INFO),)),
    Reader(
        "fsck",
        _EXT_BEGIN,
        extent_of(_EXT_LINE, blanks=1),
        _read,
        of_no_use=(("line of the check", _EXT_LINE),),
        faults=lazy(rf"\A\s*(?!(?:{_EXT_CALM}))(?:{_EXT_DAMAGE})"),
    ),
)
