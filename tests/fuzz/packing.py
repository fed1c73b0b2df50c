"""Archives and folders made from bytes: the first bytes say how, the rest is what they hold."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import warnings
import zipfile
from pathlib import Path
from random import Random

NAMES = [
    "a.txt", "var/log/messages", "../up", "/etc/passwd", "a/../../b", "..\\x", "C:/x", "x" * 300, "a\nb", "a\x1b[31mb", "", ".", "..", "a//b",
    "sosreport-h1-2024-01-02/proc/meminfo", "sosreport-h1-2024-01-02/sos_commands/block/lsblk", "MANIFEST.tsv", "\u202egnp", "a\0b", "d/" * 60 + "f",
    "inner.tar", "inner.zip", "x.gz", "x.tar.gz", "_ü_.txt", "proc/1/stack", "etc/sysctl.conf", "a:b", "~", "-rf", "%s", "{{x}}",
]  # fmt: skip
_TYPES = [tarfile.REGTYPE] * 8 + [
    tarfile.SYMTYPE,
    tarfile.LNKTYPE,
    tarfile.FIFOTYPE,
    tarfile.CHRTYPE,
    tarfile.DIRTYPE,
    b"Z",
    tarfile.GNUTYPE_SPARSE,
]


def _packed(data: bytes, kind: int) -> bytes:
    pack = (bytes, gzip.compress, bz2.compress, lambda d: lzma.compress(d, preset=0))[kind % 4]
    return bytes(pack(data))


def tar_of(parts: list[bytes], chance: Random) -> bytes:
    """A tar with hostile names, kinds and times."""
    buffer = io.BytesIO()
    form = chance.choice((tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT))
    with tarfile.open(fileobj=buffer, mode="w", format=form) as archive:
        for part in parts:
            member = tarfile.TarInfo(chance.choice(NAMES).replace("\0", "") or "n")
            member.type = chance.choice(_TYPES)
            member.linkname = chance.choice(NAMES).replace("\0", "")
            member.mtime = chance.choice((0, -1, 1e9, 8**11 - 1, 8**12, 2**62))
            member.size = len(part) if member.isreg() else 0
            try:
                archive.addfile(member, io.BytesIO(part) if member.isreg() else None)
            except (ValueError, OverflowError, UnicodeError):
                continue  # this form cannot hold it
    return buffer.getvalue()


def zip_of(parts: list[bytes], chance: Random) -> bytes:
    """A zip with hostile names, modes and times."""
    buffer = io.BytesIO()
    with (
        warnings.catch_warnings(),
        zipfile.ZipFile(buffer, "w", chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive,
    ):
        warnings.simplefilter("ignore")  # of names that stand there twice
        for part in parts:
            member = zipfile.ZipInfo(
                chance.choice(NAMES) or "n", chance.choice(((1980, 1, 1, 0, 0, 0), (2107, 15, 31, 31, 63, 62)))
            )
            member.external_attr = chance.choice((0, 0o120777 << 16, 0o100644 << 16, 0xFFFFFFFF))
            archive.writestr(member, part)
    return buffer.getvalue()


def archive_of(parts: list[bytes], chance: Random, depth: int = 0) -> bytes:
    """Any of the archives, sometimes one in another."""
    make = chance.choice((tar_of, zip_of))
    if depth < 3 and chance.random() < 0.3:
        parts = [archive_of(parts, chance, depth + 1), *parts[:1]]
    made = make(parts, chance)
    return _packed(made, chance.randrange(6) % 4) if chance.random() < 0.5 else made


def bent(data: bytes, chance: Random) -> bytes:
    """An archive with some bytes changed; the sums of a tar's heads are put right, so that it is read on."""
    changed = bytearray(data)
    for _ in range(chance.choice((0, 1, 1, 2, 6))):
        if changed:
            changed[chance.randrange(len(changed))] = chance.choice(
                (0, 1, 0x7F, 0x80, 0xFF, 0x37, chance.randrange(256))
            )
    if chance.random() < 0.2:
        del changed[chance.randrange(len(changed) + 1) :]
    for at in range(0, len(changed) - 511, 512):
        if changed[at + 257 : at + 262] == b"ustar":
            head = changed[at : at + 148] + b" " * 8 + changed[at + 156 : at + 512]
            changed[at + 148 : at + 156] = b"%06o\0 " % sum(head)
    return bytes(changed)


def folder_of(parts: list[bytes], chance: Random, root: Path) -> None:
    """A folder with hostile names and links in it."""
    for part in parts:
        name = chance.choice(NAMES).replace("\0", "").replace("\\", "_").lstrip("/~")
        parts_of_it = [p for p in name.split("/") if p not in ("", ".", "..")]
        path = root.joinpath(*(parts_of_it or ["n"]))
        if (
            len(path.name) > 250
            or len(str(path)) > 3000
            or path.exists()
            or path.is_symlink()
            or any(p.is_file() for p in path.parents)
        ):
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue  # a link stands where a folder would
        if chance.random() < 0.15:
            path.symlink_to(chance.choice(("..", "/etc/hostname", "n", path.name, "/dev/zero")))
        else:
            path.write_bytes(part)
