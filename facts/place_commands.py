"""The command whose output a file holds, by the place of the file.

Tools that collect a whole host keep an order of their own, by their sources: ``sos report`` and Insights write each command
to a file named after it (``/usr/sbin/multipath -ll`` to ``multipath_-ll``, ``/`` as ``.``) and copy files to their places;
Solaris Explorer writes ``disks/iostat_-En.out`` or, in other releases, ``sysconfig/iostat-En.out``. Names that people give to
the output of one tool are in the file of its reader (`facts.reading.Place`). The content must still be what the place promises.
"""

from __future__ import annotations

import re

from facts.patterns import lazy
from facts.readers.index import PLACES

_MIRRORED = lazy(r"\A(?s:.*[^\w./@+:,\\-])?+(?:\A|.*?/)((?:proc|sys|etc)/.+)")
_SAVED = lazy(r"(?:^|/)(?:sos_commands/[\w.+-]+|insights_commands|commands)/(?P<name>[A-Za-z][^/]*)$")
_EXPLORER = lazy(
    r"(?:^|/)(?:sysconfig|disks(?:/\w+)?|messages|netinfo|patch\+pkg|cluster(?:/(?!cluster/)\w+)*|fma)/(?P<name>[a-z][\w.+-]*)\.out$"
)
_OF_READERS = tuple((lazy(rf"(?:^|/)(?:{pattern})\Z"), command) for pattern, command in PLACES)
_WORD = lazy(r"-{0,2}[^\s_-]+")
"""A word of a command in the name of a file, where ``_`` or nothing may stand for the blank before an option."""
_UNDERSCORED = lazy(r"\A(crm|cman)_(?=(?:mon|node|tool)(?:_|\Z))")
"""Commands with a ``_`` of their own."""
_TIMEOUT = lazy(r"timeout (?:-\S+ )?\d+\w? ")
"""No part of what was typed: sos runs some commands with it only to keep them from waiting."""


def command_of(path: str) -> str:
    """The command that a file's place stands for, or "".

    >>> command_of("sosreport-db1/proc/sys/vm/dirty_ratio")
    'cat /proc/sys/vm/dirty_ratio'
    >>> command_of("sosreport-db1/sos_commands/ata/smartctl_-a_.dev.sda"), command_of("sosreport-db1/hostname")
    ('smartctl -a /dev/sda', 'hostname')
    >>> command_of("data/insights_commands/dmesg"), command_of("ex/disks/iostat_-En.out"), command_of("ex/sysconfig/uname-a.out")
    ('dmesg', 'iostat -En', 'uname -a')
    >>> command_of("sos_commands/pacemaker/crm_mon_-1"), command_of("sys/fs/cgroup/a/io.pressure")
    ('crm_mon -1', 'cat /sys/fs/cgroup/a/io.pressure')
    >>> command_of("smartctl_-x_sde"), command_of("db1/smart-nvme0.txt"), command_of("smart_notes.txt")
    ('smartctl -a /dev/sde', 'smartctl -a /dev/nvme0', '')
    >>> command_of("db1/free_-m"), command_of("free-h.out"), command_of("free --mega --wide"), command_of("free"), command_of("free-mem.txt")
    ('free -m', 'free -h', 'free --mega --wide', '', '')
    """
    if match := _MIRRORED.search(path):
        return f"cat /{match[1]}"
    if match := _SAVED.search(path):
        return _typed(match["name"])
    if match := _EXPLORER.search(path):
        return _typed(re.sub(r"^([a-z]+)-(?=[A-Za-z]{1,4}$)", r"\1 -", match["name"]))
    command, named = _of_readers(path)
    words = {name: " ".join(_WORD.findall(value)) for name, value in named.items()}
    return command.format_map(words).rstrip()


def disk_in_name(path: str) -> str:
    """The disk that somebody named a file after, in which the output of smartctl may lie; no tool names files so.

    >>> disk_in_name("db1/smartctl_sde.txt"), disk_in_name("sos_commands/ata/smartctl_-a_.dev.sda")
    ('sde', '')
    """
    return "" if _SAVED.search(path) else _of_readers(path)[1].get("disk", "")


def _of_readers(path: str) -> tuple[str, dict[str, str]]:
    """The command that a reader declares for a place, and what the place says of it."""
    bare = path.removesuffix(".txt").removesuffix(".out")
    for pattern, command in _OF_READERS:
        if match := pattern.search(bare):
            return command, match.groupdict()
    return "", {}


def _typed(name: str) -> str:
    """The command that a saved file is named after: ``_`` stands for a blank, ``.`` before a word for ``/``."""
    words = _UNDERSCORED.sub(r"\1\0", name.removesuffix(".txt").removesuffix(".out")).split("_")
    words[0] = words[0].replace("\0", "_")
    words = [
        re.sub(r"\.", "/", word) if re.match(r"\.(?:dev|proc|sys|etc|var|usr)\.", word) else word for word in words
    ]
    return _TIMEOUT.sub("", " ".join(word for word in words if word))
