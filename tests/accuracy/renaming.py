"""The same host under other names: hosts, pools, datasets, file systems, instances and devices get names of the same length."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from facts.hosts import DEFAULT
from facts.inputs import Bundle

Files = tuple[tuple[str, str], ...]
_SLOTS = frozenset(("pool", "dataset", "instance", "map", "resource", "node", "peer", "label", "cgroup", "array"))
"""Slots that hold names which a site chose."""
_GIVEN = frozenset(
    """root data home boot swap rpool bpool zroot opt usr var tmp srv mnt log logs cache spare mirror oracle postgres postgresql mysql
    mariadb pgsql grid asm localhost host main default system user users local public backup none unknown disk array md raid
    dev sys proc run etc lib bin sbin media export system.slice user.slice docker kubepods init.scope machine.slice dedup
    redo redolog redologs archive arch undo temp datafiles oradata pgdata pgwal wal binlog""".split()
)
"""Names that tools and systems give, or ordinary words: they would be changed where they mean something else.

The last two rows tell a reader what lies there, as an expert would take them: a dataset `redo` holds redo, and `pgdata` a database.
"""
_CHOSEN = re.compile(r"(?!(?:\w{0,4}|hdisk)\d[\w:]*$)[A-Za-z][\w.-]*")
"""`md0`, `c0t1d0`, `hdisk0` and numbers are given by the system."""
_VOWELS, _CONSONANTS = "aeiou", "bcdfghjklmnpqrstvwxyz"
_DISK = re.compile(r"\b(?P<kind>sd|vd|xvd)(?P<letter>[a-y])(?P<rest>\d*)\b")


def _other_letter(letter: str) -> str:
    low = letter.lower()
    for row in (_VOWELS, _CONSONANTS):
        if low in row:
            new = row[(row.index(low) + 2) % len(row)]
            return new.upper() if letter.isupper() else new
    return letter


def other_name(name: str) -> str:
    """A name of the same length and form.

    >>> other_name("dbpool/ORA_12")
    'gdraan/ATI_12'
    """
    return "".join(map(_other_letter, name))


def _names(bundle: Bundle) -> Iterator[str]:
    for row in bundle.labelled:
        if row.host != DEFAULT:
            yield row.host
        for slot, cell in row.cells.items():
            if slot in _SLOTS and isinstance(cell.value, str):
                yield from re.split(r"[/@]", str(cell.value))


def _chosen(bundle: Bundle) -> Mapping[str, str]:
    names = {name for name in _names(bundle) if len(name) >= 3 and name.lower() not in _GIVEN}
    return {name: other_name(name) for name in names if _CHOSEN.fullmatch(name)}


def renamed(files: Files, tell: tuple[str, ...], bundle: Bundle) -> tuple[Files, tuple[str, ...]]:
    """Captures and complaint with every chosen name changed, wherever it stands as a word."""
    chosen = _chosen(bundle)
    if not chosen:
        return files, tell
    every = "|".join(sorted(map(re.escape, chosen), key=len, reverse=True))
    pattern = re.compile(rf"(?<![A-Za-z0-9_.])(?:{every})(?![A-Za-z0-9_])")

    def change(text: str) -> str:
        return pattern.sub(lambda match: chosen[match[0]], text)

    return tuple((change(path), change(text)) for path, text in files), tuple(map(change, tell))


def other_disks(files: Files) -> Files:
    """`sdb` becomes `sdc` and so on: names that a boot gives anew."""

    def change(text: str) -> str:
        return _DISK.sub(lambda m: f"{m['kind']}{chr(ord(m['letter']) + 1)}{m['rest']}", text)

    return tuple((change(path), change(text)) for path, text in files)
