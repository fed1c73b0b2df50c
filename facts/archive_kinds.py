"""What kind an archive is, by its first bytes, and what unpacks it."""

from __future__ import annotations

import io
from functools import cache
from typing import IO

HEAD = 512
"""So many first bytes tell an archive."""


def archive_kind(head: bytes, name: str) -> str:
    """Tell an archive by its first bytes: ``tar``, packed or not, ``zip``, the ending of one packed file, or "" for no archive."""
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if head[257:262] == b"ustar":
        return "tar"
    packed = {b"\x1f\x8b": ".gz", b"\xfd7zXZ": ".xz", b"BZh": ".bz2"}
    for magic, ending in packed.items():
        if head.startswith(magic):
            lower = name.lower()
            named = ".tar" in lower or lower.endswith((".tgz", ".txz", ".tbz2", ".tbz"))
            return "tar" if named else kind_within(ending, io.BytesIO(head))
    return "tar" if name.lower().endswith(".tar") and head.strip(b"\x00") else ""


def kind_within(kind: str, stream: IO[bytes]) -> str:
    """``tar`` where a packed stream holds one, whatever it is called; else the kind that it is."""
    try:
        with unpacked(kind, stream) as plain:
            found = archive_kind(plain.read1(HEAD), "")  # type: ignore[attr-defined]
    except broken():
        found = ""
    stream.seek(0)
    return "tar" if found == "tar" else kind


def unpacked(kind: str, stream: IO[bytes]) -> IO[bytes]:
    """What a packed stream holds, by the ending of its kind."""
    import bz2
    import gzip
    import lzma

    if kind == ".gz":
        return gzip.GzipFile(fileobj=stream, mode="rb")  # type: ignore[return-value]
    return lzma.LZMAFile(stream) if kind == ".xz" else bz2.BZ2File(stream)


@cache
def broken() -> tuple[type[Exception], ...]:
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
