"""What an archive says of its members: where links lead, when they were last written."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Set
from datetime import UTC, datetime


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
