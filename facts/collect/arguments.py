r"""Of the arguments in a list of processes only what diagnosis needs is kept; any other word may be a secret.

The columns and the program stay, and of its arguments: names of options, sizes of a Java heap, what `dd` and `tar` work on,
absolute paths, numbers set to a long option. Programs that are given no secrets keep all arguments, so do titles that a
server sets itself (``postgres: writer process``). What is left out is ``...``.

A mark, a line end, is put before each word; it is taken away from what stays.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from facts.collect.basic import python_of
from facts.collect.expressions import Change

_HARMLESS = (
    "tar", "gzip", "pigz", "bzip2", "xz", "zstd", "cp", "mv", "rm", "ls", "cat", "dd", "rsync", "du", "df", "sync", "find", "sleep",
    "vmstat", "iostat", "mpstat", "pidstat", "sar", "sadc", "top", "ps", "free", "dmesg", "e2fsck", "xfs_repair", "xfs_fsr", "fstrim",
    "badblocks", "mkfs[.a-z0-9]*", "fsck[.a-z0-9]*", "smartctl", "smartd", "nvme", "mdadm", "lvcreate", "lvs", "vgs", "pvs", "pvmove",
    "lvconvert",
    "lvremove", "lvextend",
    "zpool", "zfs", "multipath", "multipathd", "umount", "blkid", "swapon", "swapoff", "updatedb", "logrotate", "tail", "fio", "stress",
    "resize2fs", "mkswap", "tune2fs", "dumpe2fs", "ddrescue", "blockdev", "parted", "lsof", "nfsd", "tnslsnr", "sched", "init", "agetty",
)  # fmt: skip
"""Programs that are given no secrets as arguments, or none in words of their own."""
_TITLED = ("postgres", "nginx", "sshd", "php-fpm", "oracle[A-Za-z0-9_]*")
_ALLOWED = (
    r"-[A-Za-z][a-z]\{0,1\}", "--[a-z][a-z0-9-]*", r"--[a-z][a-z0-9-]*=[0-9][0-9.]\{0,14\}[kKmMgGtT%]\{0,1\}",
    "--[a-z][a-z0-9-]*=[/][A-Za-z0-9_./+-]*",
    r"-X[a-z]*[0-9]\{1,12\}[kKmMgGtT]\{0,1\}", "-XX:[+-][A-Za-z0-9]*", r"-XX:[A-Za-z0-9]*=[0-9]\{1,14\}[kKmMgGtT%]\{0,1\}", "-server", "-jar",
    "[io]f=[A-Za-z0-9_./-]*", r"[ioc]*bs=[0-9]\{1,14\}[kKmMgGTcwbB]*", r"count=[0-9]\{1,15\}", "[io]flag=[a-z,_]*", "conv=[a-z,_]*",
    "[/][A-Za-z][A-Za-z0-9_./+-]*", "(LOCAL=[NY][OE]S*)", "config_file=[/][A-Za-z0-9_./+-]*", "<defunct>", "LISTENER[A-Z0-9_]*",
    *(rf"{top}[.][a-z][A-Za-z0-9_.]*" for top in ("org", "com", "net", "io", "oracle")),
)  # fmt: skip


class Form(NamedTuple):
    """A list of processes: its letter in `sed`, its header, and how many columns stand before the program."""

    letter: str
    header: str
    before: int

    def columns(self) -> tuple[Change, ...]:
        """Puts a mark before each word of a line, but for its columns."""
        return _columns(self)


FORMS = (
    Form("P", "^ *PID  *PPID  *USER  *STAT  *WCHAN  *RSS  *VSZ  *ELAPSED  *COMMAND *$", 8),
    Form("U", "^ *USER  *PID  *%CPU  *%MEM  *VSZ  *RSS  *TTY  *STAT  *START  *TIME  *COMMAND *$", 10),
    Form("F", "^ *UID  *PID  *PPID  *C  *STIME  *TTY  *TIME  *CMD *$", 7),
)


def form_of(first: bytes) -> Form | None:
    """The form of a list whose first line this is, or None."""
    return (
        next((form for form in FORMS if re.match(python_of(form.header).encode(), first)), None)
        if b"PID" in first
        else None
    )


_BEGINS = {
    "P": r"^ *[0-9]\{1,10\} ",
    "U": r"^ *[^ ]\{1,64\}  *[0-9]\{1,10\} ",
    "F": r"^ *[^ ]\{1,64\}  *[0-9]\{1,10\} ",
}


@cache
def _columns(form: Form) -> tuple[Change, ...]:
    found = [
        Change("$", " ", once=True),
        Change("\t", " "),
        # a line that begins otherwise continues the one before: an argument held a line end
        Change(".*", "... ", unless=_BEGINS[form.letter], once=True),
        Change("[^ ][^ ]*", "\\\n&"),
        *[_UNMARKED] * form.before,
    ]
    if form.letter == "F":
        # `May 26`, as Solaris writes a start, is a column of two words
        month = r"\( [A-Z][a-z][a-z]  *[0-9]\{1,2\}  *[^ ]\{1,32\}  *\)\n\([0-9:-]\{4,15\} \)"
        found.append(Change(month, r"\1\2", once=True))
    return tuple(found)


_UNMARKED = Change(r"\n", "", once=True)
WORDS = (
    Change(r"\n\([^ ]*\)", "\\1\\\n\\\n", once=True),
    *(Change(r"\n", "", gate=rf"[ /]{name}\n\n") for name in _HARMLESS),
    *(Change(r"\n", "", gate=rf"[ /]{title}:\{{0,1\}}\n\n") for title in _TITLED),
    Change(r"\n\n", ""),
    *(Change(rf"\n\({form} \)", r"\1") for form in _ALLOWED),
    Change(r"\n[^ ]*", "..."),
    Change(r" [.][.][.]\( [.][.][.]\)* ", " ... "),
    Change(" $", "", once=True),
)
"""Leaves the program of a line and what may stay of its arguments."""
