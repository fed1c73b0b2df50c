"""Writes the table as one POSIX shell script, for hosts on which this program does not run.

It needs a POSIX shell and the tools of a base system: dash, BusyBox, Solaris 10's ``/usr/xpg4/bin/sh``. There are no GNU options
in it and no ``timeout``: it ends commands by a watchdog of its own. Secrets are taken out by ``sed`` with the same expressions.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from facts.collect.bounds import BYTES, SECONDS
from facts.collect.captured import HEADER
from facts.collect.helper import FIRST_GROUP, SYSTEM, UNPACK_SECONDS
from facts.collect.looking import SEARCHED
from facts.collect.redaction import sed_parts
from facts.collect.table import MOST_DEVICES, TABLES, Command, Entry, Files
from facts.places import MANIFEST, saved_as

_FLOOR = 64 << 20
"""Bytes that must stay free where the bundle is written: a capture must not fill the disk of a host in trouble."""
PATIENCE = 20
"""Seconds after which files that give no answer are given up."""
_PROBE = 6
"""Seconds after which the folder for the bundle is given up."""
_PACKED_MOST = 32 << 20
"""Bytes of a packed log that are unpacked."""


_MARK = re.compile("@([a-z_0-9]+)@")
_PATHS = {
    "linux": (SYSTEM, SEARCHED[len(SYSTEM) :]),
    "solaris": (("/usr/xpg4/bin", "/usr/bin", "/usr/sbin", "/sbin"), ("/usr/local/bin", "/opt/csw/bin")),
}
"""Where the programs of the system lie, and other folders, which are searched if nobody else may change them."""
_FOUND = {
    "disk": "/sys/block/sd* /sys/block/hd* /sys/block/nvme*",
    "nvme": "/sys/block/nvme*",
    "array": "/sys/block/md*",
    "interface": "/sys/class/net/*",
}
"""Where the names that `each` stands for are found; those of pools are printed by a command."""


def script_for(
    system: str,
    table: Sequence[Entry] | None = None,
    seconds: float = SECONDS,
    size: int = BYTES,
    patience: int = PATIENCE,
) -> str:
    """Return the whole script for ``linux`` or ``solaris``.

    Args:
        system: which one.
        table: another one than that of the system.
        seconds: after this nothing more is begun.
        size: bytes that are kept in all.
        patience: seconds after which files that give no answer are given up.
    """
    path, more = _PATHS[system]
    before, passing, after = sed_parts()
    values = {
        "system": system,
        "again": _part("again") if system == "solaris" else "",
        "path": ":".join(path),
        "trusted": " | ".join(f"{folder}/*" for folder in path),
        "more": " ".join(more),
        "first_group": FIRST_GROUP,
        "most_devices": MOST_DEVICES,
        "probe": _PROBE,
        "manifest": MANIFEST,
        "secrets_0": before,
        "secrets_1": passing,
        "secrets_2": after,
        "header": HEADER,
        "seconds": int(seconds),
        "most_kb": size >> 10,
        "floor_kb": _FLOOR >> 10,
        "patience": patience,
        "packed_most": _PACKED_MOST,
        "unpack_seconds": int(UNPACK_SECONDS),
        "skip": "iseek" if system == "solaris" else "skip",
    }
    entries = sorted(
        TABLES[system] if table is None else table, key=lambda e: not (isinstance(e, Command) and e.sample)
    )
    lines = "".join(f"{_line(entry)}\n" for entry in entries)
    return _filled(_part("begins"), values) + lines + _filled(_part("ends"), values)


def _part(name: str) -> str:
    """One part of the script as it is kept, with a mark such as ``@seconds@`` for each value."""
    return (Path(__file__).parent / f"script_{name}.sh").read_text(encoding="utf-8")


def _filled(part: str, values: Mapping[str, object]) -> str:
    return _MARK.sub(lambda mark: str(values[mark[1]]), part)


def _line(entry: Entry) -> str:
    whom = "reader" if entry.read else "people"
    if isinstance(entry, Files):
        return f"copy {entry.size} {entry.most} {whom} {shlex.quote(entry.pattern)}"
    how = entry.user or ("own" if entry.own_settings else "private")
    words = f"{entry.line} {entry.quiet}".strip()
    order = "sample" if entry.sample else "run"
    if entry.needs:
        order = f"if_there {shlex.quote(entry.needs)} {order}"
    if not entry.each:
        return f"{order} {entry.seconds} {entry.size} {whom} commands/{saved_as(entry.line)} {how} {words}"
    mark, name = f"{{{entry.each}}}", f"${{{entry.each}}}"
    place = saved_as(entry.line.replace(mark, "NAME")).replace("NAME", "${saved}")
    quoted = " ".join(f'"{word.replace(mark, name)}"' if mark in word else word for word in words.split(" "))
    call = f'{order} {entry.seconds} {entry.size} {whom} "commands/{place}" {how} {quoted}'
    if entry.each not in _FOUND:
        return (
            f"list_pools\nmany=0\nwhile read -r {entry.each} <&3; do\n"
            f'    if fit "{name}"; then\n        {call}\n    fi\ndone 3< "$work/pools"'
        )
    there = '[ "$interface" != lo ] && [ -d "$path" ]' if entry.each == "interface" else f'[ -b "/dev/${entry.each}" ]'
    return (
        f"many=0\nfor path in {_FOUND[entry.each]}; do\n    {entry.each}=${{path##*/}}\n"
        f'    if {there} && fit "{name}"; then\n        {call}\n    fi\ndone'
    )
