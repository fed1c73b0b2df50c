"""What may still be read of one input, by the limits, and reading within them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import IO

from facts.archive_kinds import HEAD, archive_kind
from facts.blobs import Blob, Refused
from facts.limits import limit, passed
from facts.long_text import HEAD_BYTES, LEAST_BYTES, is_long_sampling
from facts.members import PACKED, folder_of, placed
from facts.places import Root, is_idle, is_text, root_of, roots_of
from facts.progress import Course
from facts.scratch import Scratch
from facts.source import Source
from facts.text import telling

_RATIO_FROM = 16 << 20
"""So much may be packed as well as can be."""
_CHUNK = 1 << 20
_SMALL = 1 << 16
_NULS = 4 << 20
"""A log may begin with a block of NUL bytes that a crash left; a file that begins with more is none."""


Wanted = Callable[[str], bool]
"""Whether a file is wanted, by the path that it would be given."""


class Budget:
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
        """Count one more file; why it is not opened, where there are too many."""
        self.members_left -= 1
        return Refused(path, f"not opened: {passed('files')}") if self.members_left < 0 else None

    def lies_idle(self, path: str) -> bool:
        """Whether a file is of a whole host and lies where nothing of use lies; those are counted, and not opened."""
        if not self.roots and (begun := roots_of([path], path.partition("/")[0])):
            self.roots = begun
        if self.wanted is not None:
            return False
        path = self._called(path)
        folder = folder_of(path) if path.endswith(PACKED) else path
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

    def is_spent(self) -> bool:
        """Whether so little may still be read that the rest of an archive is not looked at."""
        return self.bytes_left < _CHUNK

    def _called(self, path: str) -> str:
        for archive in reversed(self.within):
            path = placed(archive, path)
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
        if head and not is_text(telling(head, HEAD)) and not archive_kind(head[:HEAD], path):
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
        head = data[:HEAD]
        if len(data) >= min(_SMALL, self.bytes_left, limit("file-size")) or archive_kind(head, path):
            return None
        if refused := self.member(path):
            return refused
        self.course.has(path, len(data))
        if data and not is_text(telling(data, HEAD)):
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


def lying(name: str, stream: IO[bytes]) -> Blob | None:
    """A long sampling in a plain file, to be read where it lies; None for any other file."""
    size = stream.seek(0, io.SEEK_END)
    stream.seek(0)
    if size < LEAST_BYTES or not hasattr(stream, "fileno") or isinstance(stream, io.BytesIO):
        return None
    long = is_long_sampling(stream.read(HEAD_BYTES))
    stream.seek(0, io.SEEK_END if long else io.SEEK_SET)  # a course takes what was passed for what is done
    return Blob(name, b"", source=Source(stream, size)) if long else None
