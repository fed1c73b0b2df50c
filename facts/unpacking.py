"""The files of archives, and of archives within them, bounded and never unpacked to disk.

What is refused is told, never dropped: a link or a path that leaves the archive, a member or a whole that is too
large, too many members.
"""

from __future__ import annotations

import io
import stat
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, Any

from facts.archive_kinds import HEAD, archive_kind, broken, kind_within, unpacked
from facts.blobs import Blob, Refused, failed, shown
from facts.budget import Budget, lying
from facts.limits import limit, passed
from facts.members import dead_links, inner_path, placed, target_of, written, written_in_zip
from facts.text import clean

_TAR_BUFFER = 2_048
"""`tarfile` copies all that one such piece unpacks to for each header that it reads from it: small files unpack to 40 times as much."""
_TAR_AHEAD = 20_480
"""So much of an archive may have been read before its member is."""


def files_of(name: str, stream: IO[bytes], budget: Budget, depth: int) -> Iterator[Blob | Refused]:
    """The file itself, or every file of an archive, which lies `depth` archives deep."""
    if refused := budget.member(name):
        yield refused
        return
    if depth == 0:
        budget.course.opens(name, stream)
    head = stream.read(HEAD)
    stream.seek(0)
    kind = archive_kind(head, name)
    if kind in (".bz2", ".xz"):  # of which so few bytes do not tell
        kind = kind_within(kind, stream)
    if budget.passes_over(name, kind):
        return
    if not kind:
        yield lying(name, stream) or budget.read(name, stream, stream.read(HEAD))
        return
    try:
        if depth >= limit("depth") + (kind not in ("tar", "zip")):
            yield Refused(name, f"archive inside archives, not opened: {passed('depth')}")
        elif kind == "tar":
            yield from _tar(name, stream, budget, depth)
        elif kind == "zip":
            yield from _zip(name, stream, budget, depth)
        else:
            with unpacked(kind, stream) as plain:
                result = budget.read(name, plain, packed=stream.tell)
            plain_name = name.removesuffix(kind)
            yield from _nested(
                result if isinstance(result, Refused) else result._replace(path=plain_name), budget, depth
            )
    except broken() as error:
        yield Refused(name, f"broken archive: {(clean(str(error)) or type(error).__name__)[:120]}")
    except Exception as error:
        yield failed(name, error)


def under(name: str, items: Iterator[Blob | Refused], budget: Budget) -> Iterator[Blob | Refused]:
    """What an archive among other files holds, in a folder of the archive's name: two of them may hold the same paths."""
    budget.within.append(name)
    try:
        for item in items:
            yield item._replace(path=placed(name, item.path))
    finally:
        budget.within.pop()


def _nested(result: Blob | Refused, budget: Budget, depth: int) -> Iterator[Blob | Refused]:
    """A member that is itself packed is opened too, up to the limit of depth."""
    if isinstance(result, Refused) or not archive_kind(result.data[:HEAD], result.path):
        yield result
        return
    budget.members_left += 1
    for inner in under(result.path, files_of(result.path, io.BytesIO(result.data), budget, depth + 1), budget):
        packed_alone = isinstance(inner, Blob) and inner.time is None
        yield inner._replace(time=result.time) if packed_alone and isinstance(inner, Blob) else inner


def _tar(name: str, stream: IO[bytes], budget: Budget, depth: int) -> Iterator[Blob | Refused]:
    import tarfile

    from facts.tar_headers import Member

    # Stream mode never seeks backwards and never writes: each member is read in turn.
    links: dict[str, str | None] = {}
    held: set[str] = set()
    ending: Any = _Ending(stream)
    with tarfile.open(fileobj=ending, mode="r|*", tarinfo=Member, bufsize=_TAR_BUFFER) as archive:
        while (member := archive.next()) is not None:
            archive.members.clear()  # type: ignore[attr-defined]  # `tarfile` keeps each, and there may be a hundred thousand
            inner = inner_path(member.name)
            if inner is None:
                yield Refused(shown(member.name), "path leaves the archive, not opened")
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
                head = source.read(HEAD)
                if budget.passes_over(inner, archive_kind(head, inner)):
                    continue
                result = budget.read(inner, source, head, _since(stream))
                if isinstance(result, Blob):
                    result = result._replace(time=written(member.mtime))
                yield from _nested(result, budget, depth)
                if isinstance(result, Refused) and budget.is_spent():
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


def _zip(name: str, stream: IO[bytes], budget: Budget, depth: int) -> Iterator[Blob | Refused]:
    import zipfile

    with zipfile.ZipFile(stream) as archive:
        for member in archive.infolist():
            if member.filename.endswith("/"):
                continue
            inner = inner_path(member.filename, "/\\")
            if inner is None:
                yield Refused(shown(member.filename), "path leaves the archive, not opened")
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
                    head = source.read(HEAD)
                    if budget.passes_over(inner, archive_kind(head, inner)):
                        continue
                    result = budget.read(inner, source, head, partial(int, member.compress_size))
                    if isinstance(result, Blob):
                        result = result._replace(time=written_in_zip(member.date_time))
            except broken() as error:
                result = Refused(inner, f"broken archive: {clean(str(error))[:120]}")
            yield from _nested(result, budget, depth)
