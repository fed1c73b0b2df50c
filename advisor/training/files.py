"""The files of a simulated host: texts in memory, some of them made when they are read."""

from __future__ import annotations

import fnmatch
import posixpath
from collections.abc import Callable, Iterator

Text = str | Callable[[], str]
MOST_BYTES = 4 << 20
"""A file grows to so many characters; what a learner writes is bounded."""


class NoSuchFile(Exception):
    """A path that is not there, is a directory, or cannot be written; the message is the tool's own."""


class Files:
    """A tree of files by absolute path; directories are there because something lies in them."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._texts: dict[str, Text] = {}
        self._folders: set[str] = {"/"}
        self._written: dict[str, Callable[[str], None]] = {}
        self._settings: dict[str, str] = {}

    def put(self, path: str, text: Text, written: Callable[[str], None] | None = None, setting: str = "") -> None:
        """Place a file; `text` may be a function that is called at each reading, `written` one that takes what is written.

        `setting` names what the file shows and sets, such as ``vm.dirty_ratio``.
        """
        self._texts[path] = text
        self._settings[path] = setting
        if written is not None:
            self._written[path] = written
        self.folder(posixpath.dirname(path))

    def folder(self, path: str) -> None:
        """Make a directory and those above it."""
        while path not in self._folders:
            self._folders.add(path)
            path = posixpath.dirname(path)

    def read(self, path: str) -> str:
        """The text of a file.

        Raises:
            NoSuchFile: there is none.
        """
        if path in self._folders and path not in self._texts:
            raise NoSuchFile("Is a directory")
        if path not in self._texts:
            raise NoSuchFile("No such file or directory")
        text = self._texts[path]
        return text if isinstance(text, str) else text()

    def write(self, path: str, text: str, more: bool = False) -> None:
        """Write a file, or append to it.

        Raises:
            NoSuchFile: it cannot be written there, or does not take that.
        """
        if path in self._folders:
            raise NoSuchFile("Is a directory")
        if posixpath.dirname(path) not in self._folders:
            raise NoSuchFile("No such file or directory")
        if path in self._written:
            self._written[path](text)
            return
        if callable(self._texts.get(path)):
            raise NoSuchFile("Permission denied")
        whole = (self.read(path) if more and path in self._texts else "") + text
        if len(whole) > MOST_BYTES:
            raise NoSuchFile("No space left on device")
        self._texts[path] = whole

    def setting(self, path: str) -> str:
        """The setting that a file shows and sets; empty for others."""
        return self._settings.get(path, "")

    def remove(self, path: str) -> None:
        """Remove a file.

        Raises:
            NoSuchFile: there is none, or it is none that can be removed.
        """
        if path in self._folders:
            raise NoSuchFile("Is a directory")
        if path not in self._texts:
            raise NoSuchFile("No such file or directory")
        if callable(self._texts[path]) or path in self._written:
            raise NoSuchFile("Permission denied")
        del self._texts[path]

    def remove_folder(self, path: str) -> None:
        """Remove a directory in which nothing lies.

        Raises:
            NoSuchFile: there is none, or it is not empty.
        """
        if path not in self._folders:
            raise NoSuchFile("No such file or directory")
        if self.inside(path) or path == "/":
            raise NoSuchFile("Directory not empty")
        self._folders.discard(path)

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return path in self._texts

    def has_folder(self, path: str) -> bool:
        """Whether there is such a directory."""
        return path in self._folders

    def inside(self, folder: str) -> list[str]:
        """The names in a directory, sorted."""
        below = {*self._texts, *self._folders} - {folder, "/"}
        return sorted(posixpath.basename(path) for path in below if posixpath.dirname(path) == folder)

    def matching(self, pattern: str) -> Iterator[str]:
        """The paths that a pattern with `*` and `?` stands for, sorted; `*` stays within one directory."""
        depth = pattern.count("/")
        for path in sorted({*self._texts, *self._folders}):
            if path.count("/") == depth and fnmatch.fnmatchcase(path, pattern):
                yield path
