"""What the files of the inputs are called, so that two of them never share a name, and in which order they were captured."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from facts.file_order import natural
from facts.patterns import lazy
from facts.reading import Row
from facts.schema import templates

_WINDOWS = lazy(r"(?:[A-Za-z]:)?\\?(?:[^\\/]*[^\\/\s]\\(?!x[0-9a-f]{2}))+[^\\/]+\Z")


class Place(NamedTuple):
    """Where an input lies among all that were named: the folder that tells it from others, and its own name."""

    folder: str
    own: str

    def name(self, inner: str) -> str:
        """What a file of the input is called.

        >>> Place("db1/", "free.txt").name("free.txt"), Place("", "db1").name("free.txt"), Place("", "").name("a/free.txt")
        ('db1/free.txt', 'db1/free.txt', 'a/free.txt')
        >>> Place("", "free.txt.gz").name("free.txt"), Place("", "").name("C:\\\\Users\\\\kim\\\\free.txt")
        ('free.txt', 'C:/Users/kim/free.txt')
        """
        is_itself = not self.own or inner == self.own or self.own.startswith(f"{inner}.")
        if "\\" in inner and _WINDOWS.match(inner):
            inner = inner.replace("\\", "/")  # a path of Windows as a name
        return self.folder + inner if is_itself else f"{self.folder}{self.own}/{inner}"


def place_of(path: str, paths: Sequence[str]) -> Place:
    """The place of one input among those that were named: alone it needs none.

    >>> place_of("in/db1/free.txt", ["in/db1/free.txt", "in/db2/free.txt"]), place_of("x/a.txt", ["x/a.txt", "x/b.txt"])
    (Place(folder='db1/', own='free.txt'), Place(folder='', own='a.txt'))
    >>> place_of("in/db1/", ["in/db1/"]), place_of("in/db1/", ["in/db1/", "in/db2"])
    (Place(folder='', own=''), Place(folder='', own='db1'))
    """
    if len(paths) < 2 or path == "-":
        return Place("", "")
    parents = {named: os.path.dirname(os.path.abspath(named)) for named in paths if named != "-"}  # noqa: PTH100, PTH120
    folder = os.path.relpath(parents[path], os.path.commonpath(parents.values()))
    return Place("" if folder == "." else f"{Path(folder).as_posix()}/", Path(os.path.abspath(path)).name)  # noqa: PTH100


def in_order(rows: Mapping[str, Iterable[Row]]) -> list[str]:
    """The files as they were captured: by the times of what they show, and as their names sort where times do not tell.

    Args:
        rows: what was read of each file.

    >>> rows = {name: [Row("meminfo", {}, (1, 1), time=time)] for name, time in (("mon", 90.0), ("tue", 20.0), ("x", None))}
    >>> in_order(rows)
    ['tue', 'mon', 'x']
    """
    order = sorted(rows, key=natural)
    times = {path: max(seen) for path in order if (seen := [*_times(rows[path])])}
    timed = iter(sorted(times, key=lambda path: times[path]))
    return [next(timed) if path in times else path for path in order]


def _times(rows: Iterable[Row]) -> Iterable[float]:
    """When something was captured: events are older than their capture."""
    return (row.time for row in rows if row.time is not None and templates()[row.template].kind != "event")
