"""Writes a file into a folder that others may write too: privately, whole or not at all, and over nothing that is there."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

from facts.collect.helper import resolved
from facts.collect.looking import PROGRAM

_NO_TEMPORARY = {errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT, errno.ENOSYS}
"""What an open without a name gives on file systems or kernels that have none."""
_NO_LINKS = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES, errno.ENOENT, errno.EINVAL}
_MOST_NAMES = 5


class _Janitor:
    """A process that removes unfinished files when this one is killed."""

    def __init__(self, folder: Folder) -> None:
        """Start it; a host that starts no process has none."""
        self._process: subprocess.Popen[bytes] | None = None
        with suppress(OSError):
            self._process = subprocess.Popen(
                [*PROGRAM, "janitor", str(folder.handle)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, cwd="/", start_new_session=True, pass_fds=(folder.handle,), bufsize=0,
            )  # fmt: skip

    def tell(self, what: str, name: str) -> None:
        """Say that a file ``begins``, or that it is whole or removed: ``ends``."""
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.write(f"{what} {os.fsencode(name).hex()}\n".encode())

    def close(self) -> None:
        """Let it end."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait()


Fill = Callable[[IO[bytes]], None]


class Folder:
    """A folder held open: what others rename or plant meanwhile does not lead us elsewhere."""

    def __init__(self, path: str) -> None:
        """Open it.

        Raises:
            OSError: no folder, not permitted, or reached by a link of another user, who may lead us anywhere.
        """
        self.path = path
        self.handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            walked, _, planters = resolved(str(Path(path).absolute()))
            try:
                if planters or not os.path.sameopenfile(walked, self.handle):
                    raise OSError(errno.ELOOP, "a link of another user leads there")
            finally:
                os.close(walked)
        except BaseException:
            os.close(self.handle)
            raise

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.handle)

    def holds(self, name: str) -> str:
        """Say what lies under a name, a link not followed; "" where nothing does."""
        try:
            info = os.lstat(name, dir_fd=self.handle)
        except FileNotFoundError:
            return ""
        kind = _KINDS.get(stat.S_IFMT(info.st_mode), "a special file")
        return kind if info.st_uid == os.geteuid() else f"{kind} of another user"

    def moved(self) -> bool:
        """Whether its path leads to another folder by now."""
        try:
            return not os.path.samestat(Path(self.path).stat(), os.fstat(self.handle))
        except OSError:
            return True


_KINDS = {stat.S_IFREG: "a file", stat.S_IFDIR: "a folder", stat.S_IFLNK: "a link", stat.S_IFIFO: "a pipe"}


def publish(folder: Folder, name: str, fill: Fill) -> str:
    """Write a file that only its owner may read, and give it its name when it is whole and on the disk.

    Until then it has no name at all where the file system can do that, and a random one elsewhere. Nothing is replaced: where
    the name is taken, the file gets one that nobody can guess and take too.

    Returns:
        the name that it got.

    Raises:
        OSError: it cannot be written; nothing is left then.
    """
    part, descriptor, janitor = _begun(folder)
    try:
        with os.fdopen(descriptor, "w+b") as stream:
            os.fchmod(stream.fileno(), 0o600)  # whatever the folder's default rules give
            fill(stream)
            stream.flush()
            os.fsync(stream.fileno())
            given = _named(folder, name, part, stream.fileno(), janitor)
        with suppress(OSError):  # some file systems refuse to
            os.fsync(folder.handle)
        return given
    finally:
        if part:
            with suppress(FileNotFoundError):
                os.unlink(part, dir_fd=folder.handle)
        if janitor:
            janitor.tell("ends", part)
            janitor.close()


def _begun(folder: Folder) -> tuple[str, int, _Janitor | None]:
    """Return the random name of a new private file, "" where it has none, the file, and who removes it after a kill."""
    how = os.O_RDWR | os.O_CLOEXEC
    try:
        return "", os.open(".", how | os.O_TMPFILE, 0o600, dir_fd=folder.handle), None
    except OSError as error:
        if error.errno not in _NO_TEMPORARY:
            raise
    part = f".advisor-{secrets.token_hex(12)}.part"
    janitor = _Janitor(folder)
    janitor.tell("begins", part)
    try:
        return part, os.open(part, how | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=folder.handle), janitor
    except BaseException:
        janitor.tell("ends", part)
        janitor.close()
        raise


def _named(folder: Folder, name: str, part: str, descriptor: int, janitor: _Janitor | None) -> str:
    stem, dot, ending = name.partition(".") if not name.startswith(".") else (name, "", "")
    for attempt in range(_MOST_NAMES):
        wanted = f"{stem}-{secrets.token_hex(4)}{dot}{ending}" if attempt else name
        try:
            _link(folder, wanted, part, descriptor, janitor)
        except FileExistsError:
            continue
        return wanted
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def _link(folder: Folder, name: str, part: str, descriptor: int, janitor: _Janitor | None) -> None:
    """Give the file its name, or fail where the name is taken."""
    try:
        if part:
            os.link(part, name, src_dir_fd=folder.handle, dst_dir_fd=folder.handle, follow_symlinks=False)
        else:
            os.link(f"/proc/self/fd/{descriptor}", name, dst_dir_fd=folder.handle, follow_symlinks=True)
    except OSError as error:
        if janitor is None or error.errno not in _NO_LINKS:
            raise
        # No hard links here: the name is taken by an empty file of ours first, and the whole one is moved over it.
        how = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        os.close(os.open(name, how, 0o600, dir_fd=folder.handle))
        janitor.tell("begins", name)  # not before: until then it may be another's
        try:
            os.rename(part, name, src_dir_fd=folder.handle, dst_dir_fd=folder.handle)
        except BaseException:
            os.unlink(name, dir_fd=folder.handle)
            raise
        finally:
            janitor.tell("ends", name)
