"""Files, trees and archives as a stream of (path, bytes), bounded and never unpacked to disk.

What is refused is told, never dropped: a link or a path that leaves the archive, a member or a whole that is too
large, too many members.
"""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable, Generator, Iterator
from functools import cache, lru_cache, partial
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple

from facts import pipes
from facts.faults import ALL, Fault, fault_of
from facts.file_order import COPY_MARK
from facts.limits import limit, passed
from facts.long_text import HEAD_BYTES, LEAST_BYTES, is_long_sampling
from facts.members import dead_links, target_of, written, written_in_zip
from facts.patterns import lazy
from facts.places import Root, is_idle, is_text, root_of, roots_of
from facts.progress import Course
from facts.scratch import Scratch
from facts.source import Source
from facts.text import clean, telling

_RATIO_FROM = 16 << 20
"""So much may be packed as well as can be."""
_CHUNK = 1 << 20
_TAR_BUFFER = 2_048
"""`tarfile` copies all that one such piece unpacks to for each header that it reads from it: small files unpack to 40 times as much."""
_TAR_AHEAD = 20_480
"""So much of an archive may have been read before its member is."""
_SMALL = 1 << 16
_HEAD = 512
"""So many first bytes tell an archive."""
_NULS = 4 << 20
"""A log may begin with a block of NUL bytes that a crash left; a file that begins with more is none."""


class InputError(Exception):
    """An input that cannot be read at all; `code` names the kind, `help` says what to do next."""

    def __init__(self, code: str, message: str, where: str, help: str) -> None:
        super().__init__(message)
        self.code, self.message, self.where, self.help = code, message, where, help


class Blob(NamedTuple):
    """The bytes of one file.

    Attributes:
        data: all of them; none of a file that is read while it lies where it lies, by its `source`.
        time: when it was last written, where an archive says so (seconds since 1970).
    """

    path: str
    data: bytes
    time: float | None = None
    source: Source | None = None


class Refused(NamedTuple):
    """One file or member that was not opened, and why."""

    path: str
    reason: str
    fault: Fault | None = None


@cache
def _broken() -> tuple[type[Exception], ...]:
    """What the archive libraries raise on a damaged or strange archive; they are imported only where there is one."""
    import lzma
    import struct
    import tarfile
    import zipfile
    import zlib

    return (
        tarfile.TarError,
        zipfile.BadZipFile,
        lzma.LZMAError,
        zlib.error,
        EOFError,
        OSError,
        RuntimeError,
        ValueError,
        LookupError,
        ArithmeticError,
        struct.error,
    )


Wanted = Callable[[str], bool]
"""Whether a file is wanted, by the path that it would be given."""


class _Budget:
    """What may still be read of one input, what of it is wanted, and who watches."""

    def __init__(self, course: Course | None = None, wanted: Wanted | None = None) -> None:
        self.bytes_left = limit("total-size")
        self.members_left = limit("files")
        self.course = course or Course()
        self.wanted = wanted
        self.roots: list[Root] = []
        self.idle = 0
        self.within: list[str] = []
        """The archives that are open, each a file of the one before."""

    def member(self, path: str) -> Refused | None:
        self.members_left -= 1
        return Refused(path, f"not opened: {passed('files')}") if self.members_left < 0 else None

    def lies_idle(self, path: str) -> bool:
        """Whether a file is of a whole host and lies where nothing of use lies; those are counted, and not opened."""
        if not self.roots and (begun := roots_of([path], path.partition("/")[0])):
            self.roots = begun
        if self.wanted is not None:
            return False
        path = self._called(path)
        folder = _folder_of(path) if path.endswith(_PACKED) else path
        idle = is_idle(path) or (folder != path and (is_idle(folder) or is_idle(f"{folder}/.")))
        if not idle or root_of(path, self.roots) is None:
            return False
        self.idle += 1
        return True

    def said_idle(self) -> Iterator[Refused]:
        """How many files were not opened for where they lie; what `advisor collect` put there for people needs no word."""
        if self.idle and self.roots[0].tool != "advisor":
            where = self.roots[0].path or "the folder"
            yield Refused(where, f"{self.idle:,} files lie where no output of use is kept; not opened")

    def passes_over(self, path: str, kind: str) -> bool:
        """Whether a file is not wanted, by its path and the kind of archive that it is, and could hold none that is."""
        if self.wanted is None:
            return False
        return kind not in ("tar", "zip") and not self.wanted(self._called(path.removesuffix(kind)))

    def _called(self, path: str) -> str:
        for archive in reversed(self.within):
            path = _placed(archive, path)
        return path

    def read(
        self, path: str, stream: IO[bytes], head: bytes = b"", packed: Callable[[], int] | None = None
    ) -> Blob | Refused:
        """Read to the end, or refuse as soon as a bound is passed.

        Args:
            path: what it is called.
            stream: where it stands.
            head: what was read of it before.
            packed: how many packed bytes it took until now, where it is packed.
        """
        buffer = io.BytesIO()
        buffer.write(head)
        most = min(limit("file-size"), self.bytes_left)
        while head and not head.strip(b"\0") and len(head) < _NULS and (chunk := stream.read(_SMALL)):
            head += chunk
            buffer.write(chunk)
        if head and not is_text(telling(head, _HEAD)) and not _archive_kind(head[:_HEAD], path):
            return Refused(path, "not text (NUL bytes)" if b"\0" in head else "not text")
        while chunk := stream.read(_CHUNK):
            self.course.reads(path)
            if buffer.tell() >= LEAST_BYTES and is_long_sampling(buffer.getbuffer()[:HEAD_BYTES].tobytes()):
                buffer.write(chunk)
                return self._stored(path, buffer, stream, packed)
            size = buffer.tell() + len(chunk)
            if size > most:
                name, what = ("file-size", "the file") if most == limit("file-size") else ("total-size", "the input")
                return Refused(path, f"not opened: {passed(name, what + ' is larger')}")
            if packed is not None and size > _RATIO_FROM and size > limit("ratio") * max(1, packed()):
                return Refused(path, f"not opened: {passed('ratio', 'unpacked it is more')}")
            buffer.write(chunk)
        self.bytes_left -= buffer.tell()
        return Blob(path, buffer.getvalue())

    def small(self, path: str, place: str) -> Blob | Refused | None:
        """A small file that is no archive, read at one go; None for any other, and where somebody wants only some."""
        if self.wanted is not None:
            return None
        with open(place, "rb", buffering=0) as stream:  # noqa: PTH123 (thousands of small files)
            data = stream.read(_SMALL)
        head = data[:_HEAD]
        if len(data) >= min(_SMALL, self.bytes_left, limit("file-size")) or _archive_kind(head, path):
            return None
        if refused := self.member(path):
            return refused
        self.course.has(path, len(data))
        if data and not is_text(telling(data, _HEAD)):
            return self.read(path, io.BytesIO(), data)
        self.bytes_left -= len(data)
        return Blob(path, data)

    def _stored(
        self, path: str, buffer: io.BytesIO, stream: IO[bytes], packed: Callable[[], int] | None
    ) -> Blob | Refused:
        """A long sampling out of an archive or a pipe, in a scratch file."""
        kept = Scratch()
        chunk: bytes | memoryview = buffer.getbuffer()
        while chunk:
            try:
                kept.append(chunk)
            except OSError as error:
                return Refused(path, f"not read: what is kept meanwhile cannot be written: {error.strerror}")
            chunk = stream.read(_CHUNK)
            self.course.reads(path)
            size = kept.end + len(chunk)
            if size > self.bytes_left:
                return Refused(path, f"not opened: {passed('total-size', 'the input is larger')}")
            if packed is not None and size > limit("ratio") * max(1, packed()):
                return Refused(path, f"not opened: {passed('ratio', 'unpacked it is more')}")
        self.bytes_left -= kept.end
        return Blob(path, b"", source=Source(kept))


def _lying(name: str, stream: IO[bytes]) -> Blob | None:
    """A long sampling in a plain file, to be read where it lies; None for any other file."""
    size = stream.seek(0, io.SEEK_END)
    stream.seek(0)
    if size < LEAST_BYTES or not hasattr(stream, "fileno") or isinstance(stream, io.BytesIO):
        return None
    long = is_long_sampling(stream.read(HEAD_BYTES))
    stream.seek(0, io.SEEK_END if long else io.SEEK_SET)  # a course takes what was passed for what is done
    return Blob(name, b"", source=Source(stream, size)) if long else None


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
    budget = _Budget(course, wanted)
    try:
        if path and root.is_dir():  # an empty one would be the folder that the program was started in
            yield from _tree(root, budget)
        elif path and root.is_fifo():
            with pipes.opened(root) as pipe:
                yield from open_stream(pipe, _shown(root.name), course)
        elif path and root.exists():
            with root.open("rb") as stream:
                yield from _file(_shown(root.name), stream, budget, 0)
        else:
            raise InputError("no-such-input", f"`{_shown(path)}` does not exist", _shown(path),
                             "name a file, a folder, an archive, or `-` for standard input")  # fmt: skip
    except PermissionError as error:
        raise InputError("input-not-readable", f"`{_shown(path)}` may not be read", _shown(path),
                         "check its permissions, or run as a user who may read it") from error  # fmt: skip
    except OSError as error:
        raise InputError("input-not-readable", f"`{_shown(path)}` cannot be read: {error.strerror or error}",
                         _shown(path), "name a file, a folder or an archive") from error  # fmt: skip


def open_stream(
    stream: IO[bytes], name: str = "standard input", course: Course | None = None
) -> Generator[Blob | Refused]:
    """Standard input: text, or an archive piped in."""
    result = _Budget(course).read(name, stream)
    if isinstance(result, Refused) or result.source is not None:
        yield result
    else:
        yield from _file(name, io.BytesIO(result.data), _Budget(course), 0)


def _shown(path: str) -> str:
    if path.isascii() and path.isprintable():
        return path
    return clean(path.encode("utf-8", "replace").decode("utf-8"))


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
            refused.append(Refused(_shown(before.rstrip("/")), f"folder not readable: {error.strerror or error}"))
            return
        waiting.extend((entry, before, depth) for entry in here)

    opens(top, "", 1)
    while waiting:
        entry, before, depth = waiting.pop()
        path = before + entry.name
        try:
            is_folder = entry.is_dir(follow_symlinks=False)
        except OSError as error:
            refused.append(Refused(_shown(path), f"not readable: {error.strerror or error}"))
            continue
        if not is_folder:
            found.append((_shown(path), entry))
        elif depth >= limit("folder-depth"):
            refused.append(Refused(_shown(path), f"folder not opened: {passed('folder-depth', 'it lies deeper')}"))
        else:
            opens(entry.path, f"{path}/", depth + 1)
    return found, refused


def _tree(root: Path, budget: _Budget) -> Iterator[Blob | Refused]:
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
                yield from _under(name, _file(name, stream, budget, 0), budget)
        except OSError as error:
            yield Refused(name, f"not readable: {error.strerror or error}")
        except Exception as error:
            yield failed(name, error)
    yield from budget.said_idle()


def failed(path: str, error: Exception) -> Refused:
    """A file that a fault of ours kept shut."""
    fault = fault_of(error, "opening the file", path, None, lambda: (ALL,))
    return Refused(path, f"{fault.where} failed: {fault.reason}", fault)


_PACKED = ("z", ".tar", ".zip", ".bz2")
_ENDINGS = lazy(r"(?i)(?:\.(?:tar|zip|tgz|txz|tbz2?|gz|xz|bz2)){1,8}$")


def _placed(name: str, path: str) -> str:
    """The path of a member of an archive among other files: in a folder of the archive's name, unless it has that already.

    >>> _placed("proc/kallsyms.tgz", "kallsyms"), _placed("sys.tgz", "sys/power/state"), _placed("a/b.zip", "c")
    ('proc/kallsyms', 'sys/power/state', 'a/b/c')
    """
    folder = _folder_of(name)
    if folder == path or path == name or path.startswith(f"{folder}/"):
        return path
    if f"{path}/".startswith(f"{folder.rpartition('/')[2]}/"):
        return f"{name.rpartition('/')[0]}/{path}".lstrip("/")
    return f"{folder}/{path}"


@lru_cache(maxsize=64)
def _folder_of(archive: str) -> str:
    """The name of an archive without its endings: each of its thousands of members is placed by it."""
    return _ENDINGS.sub("", archive)


def _under(name: str, items: Iterator[Blob | Refused], budget: _Budget) -> Iterator[Blob | Refused]:
    """What an archive among other files holds, in a folder of the archive's name: two of them may hold the same paths."""
    budget.within.append(name)
    try:
        for item in items:
            yield item._replace(path=_placed(name, item.path))
    finally:
        budget.within.pop()


def _file(name: str, stream: IO[bytes], budget: _Budget, depth: int) -> Iterator[Blob | Refused]:
    if refused := budget.member(name):
        yield refused
        return
    if depth == 0:
        budget.course.opens(name, stream)
    head = stream.read(_HEAD)
    stream.seek(0)
    kind = _archive_kind(head, name)
    if kind == ".bz2":
        kind = _kind_within(kind, stream)
    if budget.passes_over(name, kind):
        return
    if not kind:
        yield _lying(name, stream) or budget.read(name, stream, stream.read(_HEAD))
        return
    try:
        if depth >= limit("depth") + (kind not in ("tar", "zip")):
            yield Refused(name, f"archive inside archives, not opened: {passed('depth')}")
        elif kind == "tar":
            yield from _tar(name, stream, budget, depth)
        elif kind == "zip":
            yield from _zip(name, stream, budget, depth)
        else:
            with _unpacked(kind, stream) as plain:
                result = budget.read(name, plain, packed=stream.tell)
            plain_name = name.removesuffix(kind)
            yield from _nested(
                result if isinstance(result, Refused) else result._replace(path=plain_name), budget, depth
            )
    except _broken() as error:
        yield Refused(name, f"broken archive: {(clean(str(error)) or type(error).__name__)[:120]}")
    except Exception as error:
        yield failed(name, error)


def _unpacked(kind: str, stream: IO[bytes]) -> IO[bytes]:
    import bz2
    import gzip
    import lzma

    if kind == ".gz":
        return gzip.GzipFile(fileobj=stream, mode="rb")  # type: ignore[return-value]
    return lzma.LZMAFile(stream) if kind == ".xz" else bz2.BZ2File(stream)


def _kind_within(kind: str, stream: IO[bytes]) -> str:
    """``tar`` where a packed stream holds one, whatever it is called; else the kind that it is."""
    try:
        with _unpacked(kind, stream) as plain:
            found = _archive_kind(plain.read1(_HEAD), "")  # type: ignore[attr-defined]
    except _broken():
        found = ""
    stream.seek(0)
    return "tar" if found == "tar" else kind


def _archive_kind(head: bytes, name: str) -> str:
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if head[257:262] == b"ustar":
        return "tar"
    packed = {b"\x1f\x8b": ".gz", b"\xfd7zXZ": ".xz", b"BZh": ".bz2"}
    for magic, ending in packed.items():
        if head.startswith(magic):
            lower = name.lower()
            named = ".tar" in lower or lower.endswith((".tgz", ".txz", ".tbz2", ".tbz"))
            return "tar" if named else _kind_within(ending, io.BytesIO(head))
    return "tar" if name.lower().endswith(".tar") and head.strip(b"\x00") else ""


_PLAIN_PATH = lazy(r"\w[\w-]++(?:/[\w:@,+-][\w.:@,+-]*+)*+\Z")


def _inner(name: str, parted: str = "/") -> str | None:
    r"""A member's path, or None where it would leave the archive.

    Args:
        name: as the archive has it.
        parted: the characters that part its folders; `\` is a letter to tar: systemd names a unit `a\x2db.mount`.
    """
    shown = _shown(name)
    if _PLAIN_PATH.match(shown):
        return shown
    path = PurePosixPath(shown.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or (len(shown) > 1 and shown[1] == ":"):
        return None
    return (path if "\\" in parted else PurePosixPath(shown)).as_posix()


def _tar(name: str, stream: IO[bytes], budget: _Budget, depth: int) -> Iterator[Blob | Refused]:
    import tarfile

    from facts.tar_headers import Member

    # Stream mode never seeks backwards and never writes: each member is read in turn.
    links: dict[str, str | None] = {}
    held: set[str] = set()
    ending: Any = _Ending(stream)
    with tarfile.open(fileobj=ending, mode="r|*", tarinfo=Member, bufsize=_TAR_BUFFER) as archive:
        for member in archive:
            inner = _inner(member.name)
            if inner is None:
                yield Refused(_shown(member.name), "path leaves the archive, not opened")
            elif member.issym() or member.islnk():
                links[inner] = target_of(inner, member.linkname, member.issym())
            elif member.isfile() and budget.lies_idle(inner):
                held.add(inner)
            elif member.isfile():
                held.add(inner)
                source = archive.extractfile(member)
                if source is None:
                    continue
                if member.size > limit("file-size"):
                    yield Refused(inner, f"not opened: {passed('file-size', 'the file is larger')}")
                    continue
                if stop := budget.member(inner):
                    yield stop
                    return
                head = source.read(_HEAD)
                if budget.passes_over(inner, _archive_kind(head, inner)):
                    continue
                result = budget.read(inner, source, head, _since(stream))
                if isinstance(result, Blob):
                    result = result._replace(time=written(member.mtime))
                yield from _nested(result, budget, depth)
                if isinstance(result, Refused) and budget.bytes_left < _CHUNK:
                    return
            elif not member.isdir():
                yield Refused(inner, "not a regular file")
    for path, reason in dead_links(links, held):
        yield Refused(path, reason)
    if not budget.within:
        yield from budget.said_idle()
    if not _ends_whole(stream):
        yield Refused(name, "broken archive: it ends in the middle of a member")


class _Ending:
    """The bytes of an archive, for one who may ask for more behind their end a few times only.

    `tarfile` skips a member by reading block by block until its size is reached, and a header may say any size.
    """

    _MOST = 16

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._asked = 0

    def read(self, size: int) -> bytes:
        """The next bytes.

        Raises:
            EOFError: there have been none for a while.
        """
        data = self._stream.read(size)
        self._asked = 0 if data else self._asked + 1
        if self._asked > self._MOST:
            raise EOFError("unexpected end of data")
        return data


def _since(stream: IO[bytes]) -> Callable[[], int]:
    """How many bytes of an archive were read from now on."""
    begun = stream.tell()
    return lambda: stream.tell() - begun + _TAR_AHEAD


def _ends_whole(stream: IO[bytes]) -> bool:
    """Whether a plain tar ends with its empty block; a packed one says itself when it is cut off."""
    stream.seek(0)
    if stream.read(512)[257:262] != b"ustar":
        return True
    stream.seek(0, io.SEEK_END)
    stream.seek(max(0, stream.tell() - 512))
    return not stream.read(512).strip(b"\0")


def _zip(name: str, stream: IO[bytes], budget: _Budget, depth: int) -> Iterator[Blob | Refused]:
    import zipfile

    with zipfile.ZipFile(stream) as archive:
        for member in archive.infolist():
            if member.filename.endswith("/"):
                continue
            inner = _inner(member.filename, "/\\")
            if inner is None:
                yield Refused(_shown(member.filename), "path leaves the archive, not opened")
                continue
            if stat.S_ISLNK(member.external_attr >> 16):
                yield Refused(inner, "link in an archive, not followed")
                continue
            if member.flag_bits & 1:
                yield Refused(inner, "encrypted, not opened")
                continue
            if budget.lies_idle(inner):
                continue
            if stop := budget.member(inner):
                yield stop
                return
            try:
                with archive.open(member) as source:
                    head = source.read(_HEAD)
                    if budget.passes_over(inner, _archive_kind(head, inner)):
                        continue
                    result = budget.read(inner, source, head, partial(int, member.compress_size))
                    if isinstance(result, Blob):
                        result = result._replace(time=written_in_zip(member.date_time))
            except _broken() as error:
                result = Refused(inner, f"broken archive: {clean(str(error))[:120]}")
            yield from _nested(result, budget, depth)


def _nested(result: Blob | Refused, budget: _Budget, depth: int) -> Iterator[Blob | Refused]:
    """A member that is itself packed is opened too, up to the limit of depth."""
    if isinstance(result, Refused) or not _archive_kind(result.data[:_HEAD], result.path):
        yield result
        return
    budget.members_left += 1
    for inner in _under(result.path, _file(result.path, io.BytesIO(result.data), budget, depth + 1), budget):
        packed_alone = isinstance(inner, Blob) and inner.time is None
        yield inner._replace(time=result.time) if packed_alone and isinstance(inner, Blob) else inner
