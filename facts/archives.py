"""Files, trees and archives as a stream of (path, bytes), bounded and never unpacked to disk.

What is refused is told, never dropped: a link or a path that leaves the folder, a file or a whole that is too large, too
many files. `facts.unpacking` has the archives.
"""

from __future__ import annotations

import io
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import IO

from facts import pipes
from facts.blobs import Blob, InputError, Refused, failed, shown
from facts.budget import Budget, Wanted
from facts.file_order import COPY_MARK
from facts.limits import limit, passed
from facts.places import roots_of
from facts.progress import Course
from facts.unpacking import files_of, under


def open_input(path: str, course: Course | None = None, wanted: Wanted | None = None) -> Generator[Blob | Refused]:
    """Every file of one input path: a file, a tree, an archive.

    Args:
        path: what the user named.
        course: is told how far it has got.
        wanted: passes over files whose path it does not want, without reading them; None wants every one.

    Yields:
        The bytes of each file, or why it was not opened. Paths inside a tree or archive are relative to it; a
        single file keeps its own name.

    Raises:
        InputError: there is no such file, or it cannot be opened at all.
    """
    root = Path(path)
    budget = Budget(course, wanted)
    try:
        if path and root.is_dir():  # an empty one would be the folder that the program was started in
            yield from _tree(root, budget)
        elif path and root.is_fifo():
            with pipes.opened(root) as pipe:
                yield from open_stream(pipe, shown(root.name), course)
        elif path and root.exists():
            with root.open("rb") as stream:
                yield from files_of(shown(root.name), stream, budget, 0)
        else:
            raise InputError("no-such-input", f"`{shown(path)}` does not exist", shown(path),
                             "name a file, a folder, an archive, or `-` for standard input")  # fmt: skip
    except PermissionError as error:
        raise InputError("input-not-readable", f"`{shown(path)}` may not be read", shown(path),
                         "check its permissions, or run as a user who may read it") from error  # fmt: skip
    except OSError as error:
        raise InputError("input-not-readable", f"`{shown(path)}` cannot be read: {error.strerror or error}",
                         shown(path), "name a file, a folder or an archive") from error  # fmt: skip


def open_stream(
    stream: IO[bytes], name: str = "standard input", course: Course | None = None
) -> Generator[Blob | Refused]:
    """Standard input: text, or an archive piped in."""
    result = Budget(course).read(name, stream)
    if isinstance(result, Refused) or result.source is not None:
        yield result
    else:
        yield from files_of(name, io.BytesIO(result.data), Budget(course), 0)


def _original_first(entry: os.DirEntry[str]) -> tuple[bool, str]:
    """By name, but what a file manager named as a copy behind what it may be one of: the first of two alike is read."""
    return COPY_MARK.search(entry.name) is not None, entry.name


def walk(top: str) -> tuple[list[tuple[str, os.DirEntry[str]]], list[Refused]]:
    """All files in a folder and below, by name, with their paths, and the folders that were not opened.

    Links are not followed, and nothing is looked at twice. No recursion: folders can be nested deeper than Python calls.
    """
    found: list[tuple[str, os.DirEntry[str]]] = []
    refused: list[Refused] = []
    # entries that are still to be looked at, the next one last, each with the folder above it and how deep that lies
    waiting: list[tuple[os.DirEntry[str], str, int]] = []

    def opens(folder: str, before: str, depth: int) -> None:
        try:
            with os.scandir(folder) as entries:
                here = sorted(entries, key=_original_first, reverse=True)
        except OSError as error:
            refused.append(Refused(shown(before.rstrip("/")), f"folder not readable: {error.strerror or error}"))
            return
        waiting.extend((entry, before, depth) for entry in here)

    opens(top, "", 1)
    while waiting:
        entry, before, depth = waiting.pop()
        path = before + entry.name
        try:
            is_folder = entry.is_dir(follow_symlinks=False)
        except OSError as error:
            refused.append(Refused(shown(path), f"not readable: {error.strerror or error}"))
            continue
        if not is_folder:
            found.append((shown(path), entry))
        elif depth >= limit("folder-depth"):
            refused.append(Refused(shown(path), f"folder not opened: {passed('folder-depth', 'it lies deeper')}"))
        else:
            opens(entry.path, f"{path}/", depth + 1)
    return found, refused


def _tree(root: Path, budget: Budget) -> Iterator[Blob | Refused]:
    files, left = walk(str(root))
    yield from left
    budget.roots = roots_of([name for name, _ in files], root.name)
    top = root.resolve()
    for name, entry in files:
        try:
            if entry.is_file() and budget.lies_idle(name):
                continue
            if entry.is_symlink():
                try:
                    target = Path(entry.path).resolve()
                except RuntimeError:  # Python's word for links that lead to each other
                    yield Refused(name, "link that leads to itself")
                    continue
                if not target.is_relative_to(top):
                    yield Refused(name, "link out of the folder, not followed")
                continue  # a link within the tree shows a file that is read anyway
            if not entry.is_file():
                yield Refused(name, "not a regular file")
                continue
            if (small := budget.small(name, entry.path)) is not None:
                yield small
                continue
            with open(entry.path, "rb") as stream:  # noqa: PTH123 (thousands of small files)
                yield from under(name, files_of(name, stream, budget, 0), budget)
        except OSError as error:
            yield Refused(name, f"not readable: {error.strerror or error}")
        except Exception as error:
            yield failed(name, error)
    yield from budget.said_idle()
