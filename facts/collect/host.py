"""Captures this Linux host: runs and copies what the table lists, and writes one bundle.

Everything stays in memory until it is written in one go, so that an interruption leaves nothing behind. Whatever of the host
may hang is touched by other processes only: files by the helpers of `looking`, programs by those that `commands` starts.
"""

from __future__ import annotations

import io
import platform
import re
import tarfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

from facts.collect.bounds import BYTES, NOT_REACHED, SECONDS, Bounds
from facts.collect.captured import HEADER, Captured, manifest, missing, placed, plain
from facts.collect.commands import Running, run
from facts.collect.looking import Look
from facts.collect.publish import Folder, publish
from facts.collect.table import LINUX, MOST_DEVICES, Command, Entry
from facts.places import MANIFEST

__all__ = ("HEADER", "Captured", "bundle_name", "capture", "manifest", "target", "write")

_AT_ONCE = 6

Tell = Callable[[str], None]

_PATTERNS = {
    "disk": ("/dev/sd*", "/dev/hd*", "/dev/nvme*"),
    "array": ("/dev/md*",),
    "nvme": ("/dev/nvme*",),
}


def devices(kind: str, running: Running) -> list[str]:
    """The names that `each` stands for on this host."""
    look = running.look

    def names(pattern: str) -> list[str]:
        return [path.rpartition("/")[2] for path in look.matching(pattern)]

    found: list[str] = []
    if kind in _PATTERNS:
        nodes = {name for pattern in _PATTERNS[kind] for name in names(pattern)}
        found = [name for name in names("/sys/block/*") if name in nodes]
    elif kind == "interface":
        found = [name for name in names("/sys/class/net/*") if name not in ("lo", "bonding_masters")]
    elif kind == "pool":
        found = run(Command("zpool list -H -o name", "pools"), "", running).data.decode("utf-8", "replace").splitlines()
    return [name for name in found if plain(name) == name.strip() != ""][:MOST_DEVICES]


def capture(
    table: Iterable[Entry] = LINUX,
    tell: Tell = lambda line: None,
    seconds: float = SECONDS,
    size: int = BYTES,
) -> list[Captured]:
    """Return everything of the table, in its order.

    Args:
        table: what is captured.
        tell: hears what is waited for.
        seconds: after this nothing more is begun, and what runs is ended.
        size: bytes that are kept in all.

    Raises:
        KeyboardInterrupt: after every command was ended.
    """
    running = Running(Look(Bounds(seconds, size)))
    try:
        return _captured(list(table), tell, running)
    finally:
        running.end_all()
        running.guard.close()


def _captured(entries: list[Entry], tell: Tell, running: Running) -> list[Captured]:
    samples = [number for number, entry in enumerate(entries) if isinstance(entry, Command) and entry.sample]
    first = [*samples, *(number for number in range(len(entries)) if number not in set(samples))]
    done: dict[int, list[Captured]] = {}
    with ThreadPoolExecutor(_AT_ONCE + len(samples)) as pool:
        try:
            waiting = {number: pool.submit(_one, entries[number], running) for number in first}
            for number, future in waiting.items():
                entry = entries[number]
                tell(entry.line if isinstance(entry, Command) else entry.pattern)
                done[number] = future.result()
        except BaseException:
            running.end_all()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return placed(item for number in range(len(entries)) for item in done[number])


def _one(entry: Entry, running: Running) -> list[Captured]:
    if not isinstance(entry, Command):
        return list(running.look.copy(entry))
    if not entry.each:
        return [run(entry, "", running)]
    if running.look.bounds.over():
        return [missing(entry.line, entry.read, NOT_REACHED)]
    return [run(entry, name, running) for name in devices(entry.each, running)]


def bundle_name(now: float | None = None) -> str:
    """``advisor-HOST-DATE``, the name of the bundle without its ending."""
    host = re.sub(r"[^A-Za-z0-9_-]", "_", platform.node().split(".")[0]) or "host"
    return f"advisor-{host}-{time.strftime('%Y%m%d-%H%M%S', time.localtime(now))}"


def target(output: str, name: str) -> Path:
    """The file that `-o` names: a folder gets the default name."""
    path = Path(output or ".")
    return path / f"{name}.tar.gz" if not output or path.is_dir() or output.endswith("/") else path


def write(folder: Folder, file: str, name: str, items: Iterable[Captured]) -> str:
    """Write the bundle, readable by its owner alone; an interruption leaves no half of it, and nothing is replaced.

    Args:
        folder: in which it is written.
        file: the name that it should get.
        name: of the folder in the bundle.
        items: what was captured.

    Returns:
        the name that it got: another one where `file` was taken.

    Raises:
        OSError: it cannot be written.
    """
    kept = list(items)

    def fill(stream: IO[bytes]) -> None:
        with tarfile.open(fileobj=stream, mode="w:gz", compresslevel=6) as archive:
            for place, data in ((MANIFEST, manifest(kept)), *((i.place, i.data) for i in kept if i.place)):
                member = tarfile.TarInfo(f"{name}/{place}")
                member.size, member.mtime, member.mode = len(data), int(time.time()), 0o600
                archive.addfile(member, io.BytesIO(data))

    return publish(folder, file, fill)
