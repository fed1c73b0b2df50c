"""Entries of what reads captures: text, archives, folders, every reader, and the whole of it."""

from __future__ import annotations

import io
import math
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from facts.archives import open_input, open_stream
from facts.blobs import InputError
from facts.bundle import load
from facts.checked import in_range
from facts.readers import _module
from facts.reading import Output, Reader, Reading, prompt_of
from facts.recognise import recognise
from facts.schema import templates
from facts.text import UnreadableText, clean, lines_of, unquote
from tests.fuzz import packing
from tests.fuzz.watch import Broken

_MOST_STARTS = 12


def text(data: bytes) -> None:
    """Bytes to lines: what comes out holds no control characters."""
    try:
        lines = unquote(lines_of(data))
    except UnreadableText:
        return
    for line in lines:
        if any(ord(c) < 32 and c != "\t" for c in line) or "\x7f" in line or "\u202e" in line:
            raise Broken("a control character is left")
    clean(data[:2000].decode("latin-1"))


def _lines(data: bytes) -> list[str]:
    try:
        return unquote(lines_of(data))
    except UnreadableText:
        return []


def _check(reading: Reading) -> None:
    """What the bundle does with rows next: every value must fit its slot, and be one that the engine holds."""
    for row in in_range(reading).rows:
        template = templates()[row.template]
        for slot, value in row.values.items():
            held = template.slots[slot].coerce(value)
            if isinstance(held, float) and not math.isfinite(held):
                raise Broken(f"{row.template}.{slot} is {held}")
            if isinstance(held, int) and not -(2**63) <= held < 2**63:
                raise Broken(f"{row.template}.{slot} is no 64-bit number")
            if isinstance(held, str) and clean(held) != held:
                raise Broken(f"{row.template}.{slot} holds control characters")
        if not {k for k in template.key if k != "host"} <= set(row.values):
            raise Broken(f"{row.template} lacks a part of its key")


def recogniser(data: bytes) -> None:
    """A text as a transcript: every output found and read."""
    lines = _lines(data)
    for found in recognise(lines).found:
        _check(found.reader.read(found.output))


def of_module(name: str) -> Callable[[bytes], None]:
    """The entry of one module of readers: each of them on the text below its first line, wherever it would begin."""

    def run(data: bytes) -> None:
        lines = _lines(data)
        prompt = prompt_of(lines[0]) if lines else None
        command = prompt.command if prompt else ""
        for reader in _module(name):
            _direct(reader, lines, 1 if prompt else 0, command)

    return run


def _direct(reader: Reader, lines: list[str], first: int, command: str) -> None:
    starts = [i for i in range(first, len(lines)) if reader.starts is not None and reader.starts.match(lines[i])]
    if reader.commands is not None and reader.commands.search(command):
        starts.insert(0, first)
    for at in list(dict.fromkeys(starts))[:_MOST_STARTS]:
        if at >= len(lines) or (extent := reader.extent(lines, at, command)) is None:
            continue
        begin, end = max(extent[0], 0), min(extent[1], len(lines))
        if end <= begin:
            continue
        output = Output(lines[begin:end], begin + 1, "f", command)
        if reader.undated is not None:
            reader.undated(output)
            output = output._replace(until=1.7e9, boot=1.6e9)
        _check(reader.read(output))


def _parts(data: bytes) -> tuple[list[bytes], Random]:
    """The parts of an input, and the chance that its first bytes stand for."""
    return data[8:].split(b"\0\0\0\0")[:40], Random(data[:8])


def archive(data: bytes) -> None:
    """Bytes as they are given: a packed file, an archive, anything."""
    list(open_stream(io.BytesIO(data), "f.tar" if data[:1] == b"t" else "f"))


def made_archive(data: bytes) -> None:
    """An archive that is made of the bytes, and bent."""
    parts, chance = _parts(data)
    list(open_stream(io.BytesIO(packing.bent(packing.archive_of(parts, chance), chance))))


def folder(data: bytes) -> None:
    """A folder that is made of the bytes."""
    parts, chance = _parts(data)
    root = Path(tempfile.mkdtemp(prefix="advisor-fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    try:
        if chance.random() < 0.5:
            parts = [packing.archive_of(parts[:2], chance), *parts]
        packing.folder_of(parts, chance, root)
        list(open_input(str(root)))
    except InputError:
        pass
    finally:
        shutil.rmtree(root, ignore_errors=True)


def bundle(data: bytes) -> None:
    """All of reading, from the bytes to the rows under their resolved names."""
    for fault in load(["-"], io.BytesIO(data))[0].faults:
        raise Broken(f"{fault.where}: {fault.error}")
