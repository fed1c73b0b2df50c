"""How far reading has come: for a shell that shows it, and that may want to stop it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from io import SEEK_END
from pathlib import Path
from time import monotonic
from typing import IO, NamedTuple, SupportsIndex, overload

from facts.limits import limit
from facts.text import Lines

_LOOK_EVERY = 20_000
"""So many lines are read between two looks."""
_LONG = 2_000
"""A stretch of fewer lines is read in no time."""

_LOOKING = 0.25
"""The share that finding the outputs has in reading a file."""


class Progress(NamedTuple):
    """A moment of reading.

    Attributes:
        path: the file, as it will be called.
        files_done: files that were read to the end.
        bytes_done: bytes of what the user named (packed, where it is packed) that are done with.
        bytes_total: all of them, or None where that is not known: standard input.
        what: what is being done: ``opening``, ``looking for outputs``, or the kind of output that is being read.
    """

    path: str
    files_done: int
    bytes_done: int
    bytes_total: int | None
    what: str


Watch = Callable[[Progress], None]
"""Is called while reading goes on. Whatever it raises ends the reading, and comes out of it."""


class Stopped(BaseException):
    """Carries what a watch raised past everything that handles damaged input; never leaves `facts`."""

    def __init__(self, reason: BaseException) -> None:
        super().__init__(reason)
        self.reason = reason


class _OutOfTime(Exception):
    """The limit of time is reached."""


def timed(watch: Watch | None) -> Watch | None:
    """A watch that ends the reading when the limit of time is reached."""
    if not limit("time"):
        return watch
    end = monotonic() + limit("time")

    def look(progress: Progress) -> None:
        if watch is not None:
            watch(progress)
        if monotonic() > end:
            raise _OutOfTime

    return look


def end_for_time(stopped: Stopped) -> None:
    """Go on with what was read so far where time is up; where somebody else stopped the reading, it is stopped."""
    if not isinstance(stopped.reason, _OutOfTime):
        raise stopped


class Course:
    """Where reading is, reported to a watch; without one it does nothing."""

    def __init__(self, watch: Watch | None = None, paths: Sequence[str] = ()) -> None:
        """Begin; `paths` are what will be read, for their size."""
        self.watch = watch
        self.path = ""
        self.files = self.lines_looked_at = 0
        self.total = _size(paths) if watch is not None else None
        self._before = self._size = self._done = self._from = self._to = 0
        self._outer: IO[bytes] | None = None
        self._low, self._high, self._what = 0.0, 0.0, "opening"

    def look(self, share: float = 0.0) -> None:
        """Report; `share` is how much of the present part is done, from 0 to 1."""
        if self.watch is None:
            return
        part = self._low + (self._high - self._low) * share
        self._done = max(self._done, int(self._from + (self._to - self._from) * part))
        try:
            self.watch(Progress(self.path, self.files, self._done, self.total, self._what))
        except BaseException as error:
            raise Stopped(error) from error

    def opens(self, path: str, stream: IO[bytes]) -> None:
        """A file that the user named, or one of a folder, is begun."""
        if self.watch is not None:
            self._before += self._size
            self._size = stream.seek(0, SEEK_END)
            stream.seek(0)
            self.path, self._outer, self._from = path, stream, self._done
            self._part("opening", 0.0, 0.0)

    def has(self, path: str, size: int) -> None:
        """A small file was read at one go."""
        if self.watch is not None:
            self._before += self._size
            self.path, self._size, self._outer, self._from = path, size, None, self._done
            self._part("opening", 0.0, 0.0)

    def reads(self, path: str) -> None:
        """More of a file was read, or of a member of an archive."""
        self.path = path
        self.look()

    def recognises(self, path: str) -> None:
        """All of a file is there, and outputs are looked for."""
        if self.watch is not None:
            self.path, self._from = path, self._done
            self._to = self._before + (self._size if self._outer is None else self._outer.tell())
            self._part("looking for outputs", 0.0, _LOOKING)

    def takes(self, kind: str, low: float, high: float) -> None:
        """An output is read, which is a part of its file: from `low` to `high`, from 0 to 1."""
        if self.watch is not None:
            self._part(kind, _LOOKING + (1 - _LOOKING) * low, _LOOKING + (1 - _LOOKING) * high)

    def _part(self, what: str, low: float, high: float) -> None:
        self._what, self._low, self._high = what, low, high
        self.look()

    def ends(self) -> None:
        """A file is read to the end."""
        self.files += 1
        if self.watch is not None:
            self._part("read", 1.0, 1.0)

    def watched(self, lines: list[str]) -> list[str]:
        """The same lines; where somebody watches, going through them is reported."""
        return lines if self.watch is None or len(lines) < _LONG else _Lines(lines, self)


class _Lines(Lines):
    """Lines that report to a course now and then while they are gone through."""

    def __init__(self, lines: Sequence[str], course: Course) -> None:
        super().__init__(lines)
        self._course = course

    @overload
    def __getitem__(self, index: SupportsIndex) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> str | list[str]:
        if isinstance(index, slice):
            return self._course.watched(super().__getitem__(index))
        course = self._course
        course.lines_looked_at += 1
        if course.lines_looked_at % _LOOK_EVERY == 0:
            course.look(max(0, index.__index__()) / len(self))
        return super().__getitem__(index)

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), _LOOK_EVERY):
            self._course.look(start / len(self))
            yield from super().__getitem__(slice(start, start + _LOOK_EVERY))


def _below(top: str) -> int:
    """The bytes of all files in a folder and below; folders can be nested deeper than Python calls."""
    total, folders = 0, [top]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                elif entry.is_file(follow_symlinks=False):
                    total += entry.stat(follow_symlinks=False).st_size
    return total


def _size(paths: Sequence[str]) -> int | None:
    """The bytes of all files that paths name, or None where that cannot be known."""
    if "-" in paths:
        return None
    total = 0
    for path in map(Path, paths):
        try:
            total += _below(str(path)) if path.is_dir() else path.stat().st_size if path.is_file() else 0
        except OSError:
            return None
    return total
