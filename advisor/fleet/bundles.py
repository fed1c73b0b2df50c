"""What counts as a bundle below a path, and how a bundle is known again.

A file is one bundle. A folder is one bundle where files other than archives lie in it, or where it is a whole host's tree (a
sosreport, an Insights archive, an Explorer, a supportconfig, a bundle of `advisor collect`); otherwise, or where whole hosts
lie beside those files, it is a folder of bundles, and each folder and archive in it is looked at in the same way.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from facts.places import roots_of
from facts.text import clean

MAX_LEVELS = 16
_ARCHIVES = tuple(
    f".{kind}" for kind in ("tar", "zip", "tgz", "txz", "tbz", "tbz2", "tar.gz", "tar.xz", "tar.bz2", "tar.zst")
)
_WHOLE = ("sosreport-", "sos-", "insights-", "explorer.", "nts_", "scc_", "advisor-")
"""How the archives of whole hosts are called."""


class Bundle(NamedTuple):
    """One bundle.

    Attributes:
        path: absolute, as the system has it: what the bundle is known by.
        name: for people, with nothing in it that a terminal would obey.
    """

    path: str
    name: str


class LeftOut(NamedTuple):
    """Something below a path that is no part of any bundle, and why."""

    name: str
    reason: str


@dataclass(slots=True)
class Found:
    """The bundles in order of their paths, what was left out, and the paths that hold none."""

    bundles: list[Bundle] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)


def shown(path: str) -> str:
    """A path for people."""
    return clean(path.encode("utf-8", "replace").decode("utf-8")).replace("\n", " ")


def find(paths: Sequence[str], own: Path | None = None) -> Found:
    """Every bundle that the paths name, once; `own` is a folder of results, which is none."""
    found = Found()
    seen: dict[str, Bundle] = {}
    for path in paths:
        if not os.path.lexists(path) or not Path(path).exists():
            found.missing.append(path)
            continue
        below = list(_below(Path(os.path.realpath(path)), found, own))
        if not below:
            found.empty.append(path)
        seen.update((item, Bundle(item, shown(item))) for item in below)
    found.bundles = [seen[path] for path in sorted(seen)]
    return found


class _Listing(NamedTuple):
    """What lies directly in a folder."""

    folders: list[Path]
    archives: list[Path]
    files: list[Path]
    others: list[LeftOut]


def _listing(folder: Path) -> _Listing:
    listing = _Listing([], [], [], [])
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda e: e.name):
            path = Path(entry.path)
            if entry.is_symlink():
                listing.others.append(LeftOut(shown(entry.path), "a link, not followed"))
            elif entry.is_dir():
                listing.folders.append(path)
            elif not entry.is_file():
                listing.others.append(LeftOut(shown(entry.path), "not a regular file"))
            elif entry.name.lower().endswith(_ARCHIVES):
                listing.archives.append(path)
            else:
                listing.files.append(path)
    return listing


def _below(path: Path, found: Found, own: Path | None, level: int = 0) -> Iterator[str]:
    if not path.is_dir():
        yield str(path)
        return
    try:
        listing = _listing(path)
    except OSError:
        yield str(path)  # a bundle that cannot be read: it is named with its error, not passed over
        return
    if own is not None and own in listing.folders:
        listing.folders.remove(own)
    if _is_bundle(path, listing, level):
        if level or listing.files or listing.folders:
            yield str(path)
        return
    found.left_out += listing.others
    found.left_out += [LeftOut(shown(str(file)), "a file beside bundles of whole hosts") for file in listing.files]
    if level == MAX_LEVELS:
        found.left_out.append(LeftOut(shown(str(path)), f"deeper than {MAX_LEVELS} folders"))
        return
    for entry in sorted([*listing.folders, *listing.archives]):
        yield from _below(entry, found, own, level + 1)


def _is_bundle(path: Path, listing: _Listing, level: int) -> bool:
    if is_whole(path):
        return True
    if not (listing.folders or listing.archives):
        return True
    return bool(listing.files) and not _holds_whole(listing)


def _holds_whole(listing: _Listing) -> bool:
    return any(a.name.lower().startswith(_WHOLE) for a in listing.archives) or any(map(is_whole, listing.folders))


def is_whole(folder: Path) -> bool:
    """Whether a folder is the tree of a whole host, by the names in it and one level down."""
    names = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.is_dir(follow_symlinks=False):
                    names.append(entry.name)
                elif entry.name in ("sos_commands", "insights_commands", "patch+pkg"):
                    names.append(f"{entry.name}/x")
                elif entry.name in ("data", "sysconfig"):
                    names += [f"{entry.name}/{inner.name}" for inner in Path(entry.path).iterdir()]
    except OSError:
        return False
    names = [f"{n}/x" if n == "data/insights_commands" else n for n in names]
    return any(root.path in ("", "data") for root in roots_of(names))


def state_of(path: str) -> str:
    """A digest of the place, size and time of change of every file of a bundle."""
    total = sha256()
    for place, status in _files(path):
        total.update(f"{place!r} {status.st_size} {status.st_mtime_ns}\n".encode("utf-8", "surrogateescape"))
    return total.hexdigest()


def _files(path: str) -> Iterable[tuple[str, os.stat_result]]:
    status = Path(path).stat()
    if not stat.S_ISDIR(status.st_mode):
        yield "", status
        return
    folders = [path]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as entries:
                inside = sorted(entries, key=lambda e: e.name)
        except OSError as error:
            if folder == path:
                raise
            yield f"{folder[len(path) :]} {error.errno}", status
            continue
        for entry in inside:
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            else:
                yield entry.path[len(path) :], entry.stat(follow_symlinks=False)
