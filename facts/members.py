"""What an archive says of its members: their paths, where links lead, when they were last written."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Set
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import PurePosixPath

from facts.blobs import shown
from facts.patterns import lazy


def target_of(path: str, target: str, relative: bool) -> str | None:
    """Where in the archive a link points to, or None where it leaves the archive."""
    if target.startswith("/") or "\\" in target:
        return None
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), target) if relative else target)
    return None if target.startswith("..") else target


def dead_links(links: Mapping[str, str | None], held: Set[str]) -> Iterator[tuple[str, str]]:
    """The links that show no file of the archive, and why; what the others show is read where it lies.

    >>> list(dead_links({"h/free": "h/sos_commands/memory/free", "h/x": None}, {"h/sos_commands/memory/free"}))
    [('h/x', 'link out of the archive, not followed')]
    """
    folders = {"."}
    for path in held if links else ():
        while (path := path.rpartition("/")[0]) and path not in folders:
            folders.add(path)
    for path, target in links.items():
        if target is None:
            yield path, "link out of the archive, not followed"
        elif target not in held and target not in folders and target not in links:
            yield path, "link to a file that the archive does not hold"


_EARLIEST = 631_152_000.0  # 1990: an archive that was made without times says 1970 or 1980


def written(time: float) -> float | None:
    """When a member was last written, seconds since 1970, or None where the archive was made without times."""
    return float(time) if time > _EARLIEST else None


def written_in_zip(stamp: tuple[int, int, int, int, int, int]) -> float | None:
    """The same of a zip's member, which says it in the clock of the host that made it."""
    try:
        return written(datetime(*stamp, tzinfo=UTC).timestamp())
    except ValueError:
        return None


PACKED = ("z", ".tar", ".zip", ".bz2")
_ENDINGS = lazy(r"(?i)(?:\.(?:tar|zip|tgz|txz|tbz2?|gz|xz|bz2)){1,8}$")


def placed(name: str, path: str) -> str:
    """The path of a member of an archive among other files: in a folder of the archive's name, unless it has that already.

    >>> placed("proc/kallsyms.tgz", "kallsyms"), placed("sys.tgz", "sys/power/state"), placed("a/b.zip", "c")
    ('proc/kallsyms', 'sys/power/state', 'a/b/c')
    """
    folder = folder_of(name)
    if path in (name, folder) or path.startswith(f"{folder}/"):
        return path
    if f"{path}/".startswith(f"{folder.rpartition('/')[2]}/"):
        return f"{name.rpartition('/')[0]}/{path}".lstrip("/")
    return f"{folder}/{path}"


@lru_cache(maxsize=64)
def folder_of(archive: str) -> str:
    """The name of an archive without its endings: each of its thousands of members is placed by it."""
    return _ENDINGS.sub("", archive)


_PLAIN_PATH = lazy(r"\w[\w-]++(?:/[\w:@,+-][\w.:@,+-]*+)*+\Z")


def inner_path(name: str, parted: str = "/") -> str | None:
    r"""A member's path, or None where it would leave the archive.

    Args:
        name: as the archive has it.
        parted: the characters that part its folders; `\` is a letter to tar: systemd names a unit `a\x2db.mount`.
    """
    text = shown(name)
    if _PLAIN_PATH.match(text):
        return text
    path = PurePosixPath(text.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or (len(text) > 1 and text[1] == ":"):
        return None
    return (path if "\\" in parted else PurePosixPath(text)).as_posix()
