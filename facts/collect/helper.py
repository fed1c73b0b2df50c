"""A process beside the capture: it touches the files of the host, or cleans up when the capture is killed.

It runs as a program of its own (``python helper.py look``, ``guard`` or ``janitor``) and uses nothing but Python's own library. A read
from a dead mount cannot be interrupted, not even by SIGKILL. It blocks this process then, and the capture continues
without it.

``look`` takes one request a line as JSON, and answers each with frames: a line of JSON, and after it as many bytes as its
``size`` says. A frame with ``touch`` names what is looked at next, so that the capture knows what did not answer.

``guard`` makes a private folder, learns which commands run, and waits for the end of its input. Then it kills what still runs
and removes the folder: a capture that is killed leaves nothing behind. ``janitor`` does so for a bundle that is being written
where a file cannot be without a name.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import IO, Any

UNPACK_SECONDS = 6.0
"""A packed log is unpacked for this long; what came until then is kept."""
UNPACK_MOST = 1 << 29
"""Bytes that are unpacked of one log."""
MEMORY = 1 << 29
"""Bytes of address space that this process may take."""
_XZ_MEMORY = 96 << 20
_CHUNK = 1 << 20
_MOST_LINKS = 40
SYSTEM = ("/usr/sbin", "/usr/bin", "/sbin", "/bin")
"""Where the programs of the system lie."""
MOUNTS = Path("/proc/self/mounts")
FIRST_GROUP = 100
"""Groups below are those of the system, such as Debian's staff, to which /usr/local belongs."""
_MOST_NAMES = 20_000

Frame = tuple[dict[str, Any], bytes]


class Refused(Exception):
    """A file that is not read, and why."""


# Finding


def matching(pattern: str) -> list[str]:
    """Return the paths that a pattern stands for, sorted; ``*`` matches within one name, and no leading dot."""
    found = [""]
    for part in pattern.strip("/").split("/"):
        if "*" not in part:
            found = [f"{folder}/{part}" for folder in found]
            continue
        wanted = re.compile(".*".join(map(re.escape, part.split("*"))), re.DOTALL)
        found = [path for folder in found for path in _names(folder or "/", wanted)][:_MOST_NAMES]
    return sorted(path for path in found if os.path.lexists(path)) if "*" in pattern else found


def _names(folder: str, wanted: re.Pattern[str]) -> list[str]:
    names: list[str] = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if not entry.name.startswith(".") and wanted.fullmatch(entry.name):
                names.append(f"{folder.rstrip('/')}/{entry.name}")
                if len(names) >= _MOST_NAMES:
                    break
    return sorted(names)


def _is_program(path: str) -> bool:
    return Path(path).is_file() and os.access(path, os.X_OK)


def _would_mount(folder: str) -> bool:
    """Whether a look into a folder would have the automounter mount something."""
    covering, kind = "", ""
    with suppress(OSError), MOUNTS.open(encoding="utf-8", errors="replace") as mounts:
        for words in map(str.split, mounts):
            if (
                len(words) > 2
                and f"{folder}/".startswith(f"{words[1].rstrip('/')}/")
                and len(words[1]) >= len(covering)
            ):
                covering, kind = words[1], words[2]
    return kind == "autofs"


def _others_may_change(path: str) -> bool:
    """Whether another user may replace a program: the file, a folder above it, or what a link of its leads to."""
    if path.startswith(tuple(f"{folder}/" for folder in SYSTEM)):
        return False  # who may write there has root already
    real = Path(path).resolve()
    return any(_changeable(one.stat()) for one in (Path(path), real, *Path(path).parents, *real.parents))


def _changeable(info: os.stat_result) -> bool:
    sticky = stat.S_ISDIR(info.st_mode) and info.st_mode & stat.S_ISVTX
    by_group = info.st_mode & 0o020 and info.st_gid >= FIRST_GROUP
    return info.st_uid not in _trusted() or (not sticky and bool(info.st_mode & 0o002 or by_group))


# Opening


def opened(path: str) -> tuple[int, os.stat_result]:
    """Open a regular file for reading, without opening anything else on the way.

    A link that another user may have planted is followed only to a file of that user: so no folder that a service may write
    brings a file into the bundle that the service itself could not read.

    Raises:
        Refused: no regular file, or a planted link.
        OSError: it cannot be opened.
    """
    handle, folder, planters = resolved(path)
    try:
        info = os.fstat(handle)
        if stat.S_ISDIR(info.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(info.st_mode):
            raise Refused("no regular file")
        if planters - {info.st_uid}:
            raise Refused("a link of another user, not followed")
        if info.st_nlink > 1 and _may_plant(folder) and (info.st_uid in _trusted() or info.st_uid != folder.st_uid):
            raise Refused("a hard link in a folder of other users, not read")
        # The handle stays on what was checked; opening its name again could meet another file.
        return _reopened(f"/proc/self/fd/{handle}"), info
    finally:
        os.close(handle)


def _reopened(path: str) -> int:
    how = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    try:
        return os.open(path, how | os.O_NOATIME)  # when it was read last stays as it is
    except PermissionError:  # a file of another user
        return os.open(path, how)


def _trusted() -> set[int]:
    return {0, os.geteuid()}


def _may_plant(folder: os.stat_result) -> bool:
    """Whether somebody else may put names into a folder."""
    return folder.st_uid not in _trusted() or bool(folder.st_mode & 0o022)


def resolved(path: str) -> tuple[int, os.stat_result, set[int]]:
    """Return a handle on what a path names, its folder, and the other users who may have planted a link on the way."""
    planters: set[int] = set()
    todo = path.split("/")[::-1]
    links = 0
    here = os.open("/", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    folder = os.fstat(here)
    try:
        while todo:
            if (part := todo.pop()) in ("", "."):
                continue
            there = os.open(part, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=here)
            info = os.fstat(there)
            if not stat.S_ISLNK(info.st_mode):
                folder = os.fstat(here)
                os.close(here)
                here = there
                continue
            target = os.readlink("", dir_fd=there)
            os.close(there)
            links += 1
            if links > _MOST_LINKS:
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
            planters |= {info.st_uid, os.fstat(here).st_uid} - _trusted()
            todo += target.split("/")[::-1]
            if target.startswith("/"):
                os.close(here)
                here = os.open("/", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    except BaseException:
        os.close(here)
        raise
    return here, folder, planters


# Reading


def read(path: str, most: int) -> tuple[bytes, str, bool]:
    """Read at most so many bytes of a file: of a longer one the end, of a packed one the end of what is in it.

    Returns:
        the bytes, what is to be noted, and whether the file was packed.
    """
    descriptor, info = opened(path)
    try:
        head = os.pread(descriptor, 6, 0) if info.st_size else b""
        kind = next((kind for kind in _UNPACKERS if head.startswith(kind)), None)
        if kind is not None:
            return (*_unpacked(descriptor, _UNPACKERS[kind], most), True)
        return (*_plain(descriptor, info.st_size, most), False)
    finally:
        os.close(descriptor)


def _plain(descriptor: int, size: int, most: int) -> tuple[bytes, str]:
    note = f"cut to {most} bytes"
    if size > most:
        os.lseek(descriptor, size - most, os.SEEK_SET)
        data = _at_most(descriptor, most)
        return data[data.find(b"\n") + 1 :], note
    data = _at_most(descriptor, most + 1)
    return (data[: data.rfind(b"\n", 0, most) + 1], note) if len(data) > most else (data, "")


def _at_most(descriptor: int, most: int) -> bytes:
    data = bytearray()
    while len(data) < most and (chunk := os.read(descriptor, min(_CHUNK, most - len(data)))):
        data += chunk
    return bytes(data)


def _gzip() -> Any:
    import zlib

    return zlib.decompressobj(wbits=31)


def _xz() -> Any:
    import lzma

    return lzma.LZMADecompressor(memlimit=_XZ_MEMORY)


def _bzip2() -> Any:
    import bz2

    return bz2.BZ2Decompressor()


_UNPACKERS: dict[bytes, Callable[[], Any]] = {b"\x1f\x8b": _gzip, b"\xfd7zXZ\0": _xz, b"BZh": _bzip2}
"""By the first bytes of a packed file."""


def _unpacked(descriptor: int, unpacker: Callable[[], Any], most: int) -> tuple[bytes, str]:
    kept, total, ends = bytearray(), 0, time.monotonic() + UNPACK_SECONDS
    note = ""
    try:
        for piece in _pieces(descriptor, unpacker):
            total += len(piece)
            kept += piece
            if len(kept) > most + _CHUNK:
                del kept[: len(kept) - most]
            if total > UNPACK_MOST or time.monotonic() > ends:
                note = f"only the first {total} bytes of what is packed in it were looked at"
                break
    except Exception as error:  # each of the three has errors of its own
        note = f"packed, and not whole: {' '.join(str(error).split())[:80] or type(error).__name__}"
    if total <= most:
        return bytes(kept), note
    del kept[: max(0, len(kept) - most)]
    return bytes(kept[kept.find(b"\n") + 1 :]), note or f"cut to {most} bytes"


def _pieces(descriptor: int, unpacker: Callable[[], Any]) -> Iterator[bytes]:
    """Give what is packed in a file, in pieces of at most a chunk; files that were joined are unpacked one by one."""
    one, left = unpacker(), b""
    while True:
        hungry = one.eof or getattr(one, "needs_input", True)
        packed = left or (os.read(descriptor, _CHUNK) if hungry else b"")
        if hungry and not packed:
            if not one.eof:
                raise EOFError("it ends in the middle")
            return
        if one.eof:
            one = unpacker()
        yield one.decompress(packed, _CHUNK)
        # zlib hands back what it has not used, the others keep it.
        left = one.unused_data if one.eof else getattr(one, "unconsumed_tail", b"")
        left = left.lstrip(b"\0") if one.eof else left


# Answering


def answer(request: dict[str, Any]) -> Iterator[Frame]:
    """Give the frames that answer a request."""
    if request["do"] == "match":
        yield {"touch": request["pattern"]}, b""
        yield {"found": [path for path in matching(request["pattern"]) if os.path.lexists(path)]}, b""
    elif request["do"] == "there":  # a name, be it one with a star
        yield {"touch": request["pattern"]}, b""
        yield {"found": [request["pattern"]] if os.path.lexists(request["pattern"]) else []}, b""
    elif request["do"] == "which":
        refused = ""
        for folder in request["folders"]:
            yield {"touch": folder}, b""
            if _would_mount(folder):
                continue
            if _is_program(path := f"{folder}/{request['name']}"):
                if _others_may_change(path):
                    refused = refused or path
                    continue
                yield {"found": [path]}, b""
                return
        yield {"found": [refused, "others may change it"] if refused else []}, b""
    else:
        yield from _copies(request["pattern"], request["size"], request["most"], request["done"])


def _copies(pattern: str, size: int, most: int, done: int) -> Iterator[Frame]:
    """Give each file of a pattern; `done` of its names have been seen to before."""
    yield {"touch": pattern}, b""
    paths = matching(pattern)
    for number, path in enumerate(paths[done:], done):
        yield {"touch": path}, b""
        if most <= 0:
            yield {"path": pattern, "left": len(paths) - number}, b""
            return
        began = time.monotonic()
        most -= 1
        try:
            data, note, packed = read(path, size)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            most += 1
        except Refused as refused:
            yield {"path": path, "wrong": str(refused)}, b""
        except OSError as error:
            yield {"path": path, "wrong": (error.strerror or type(error).__name__).lower()}, b""
        except MemoryError:
            yield {"path": path, "wrong": "it takes too much memory"}, b""
        else:
            yield {"path": path, "note": note, "packed": packed, "seconds": time.monotonic() - began}, data


def look(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer requests until there are no more."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for line in requests:
        for header, data in chain(answer(json.loads(line)), [({"end": True}, b"")]):
            answers.write(json.dumps({**header, "size": len(data)}).encode() + b"\n" + data)
            answers.flush()


# Guarding


def _unmoved() -> None:
    """Hear no signal: the end of the input is what ends this process."""
    for caught in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(caught, signal.SIG_IGN)


def janitor(told: IO[bytes], answers: IO[bytes]) -> None:
    """Remove what is unfinished in a folder when the process that writes there is killed.

    The folder is a descriptor that was handed on. Each line is ``begins`` or ``ends``, and a name in hexadecimal.
    """
    _unmoved()
    answers.close()
    names: set[bytes] = set()
    for line in told:
        what, _, name = line.partition(b" ")
        (names.add if what == b"begins" else names.discard)(bytes.fromhex(name.decode()))
    for left in names:
        with suppress(OSError):
            os.unlink(left, dir_fd=int(sys.argv[2]))


def guard(told: IO[bytes], answers: IO[bytes]) -> None:
    """Clean up after the capture, whichever way it ends."""
    _unmoved()
    folder = _private_folder()
    running: set[int] = set()
    with suppress(OSError):
        answers.write(os.fsencode(folder) + b"\n")
        answers.flush()
    for line in told:
        what, _, number = line.partition(b" ")
        (running.add if what == b"begins" else running.discard)(int(number))
    for group in running:
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)
    for _ in range(3) if folder else ():
        shutil.rmtree(folder, ignore_errors=True)
        if not os.path.lexists(folder):
            break
        time.sleep(0.2)


def _private_folder() -> str:
    """Make a folder that is ours alone, in memory where possible; "" where there is no place for one."""
    for place in ("/run", "/dev/shm", tempfile.gettempdir()):
        with suppress(OSError):
            info = Path(place).stat()
            if not _may_plant(info) or info.st_mode & stat.S_ISVTX:
                return tempfile.mkdtemp(prefix=f"advisor-collect-{os.getpid()}-", dir=place)
    return ""


if __name__ == "__main__":
    {"look": look, "guard": guard, "janitor": janitor}[sys.argv[1]](sys.stdin.buffer, sys.stdout.buffer)
