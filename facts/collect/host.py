"""Captures this Linux host: runs and copies what the table lists, and writes one bundle.

Everything stays in memory until it is written in one go, so that an interruption leaves nothing behind. Each command runs
in a process group of its own without a terminal, and is ended with all that it began when its time is over.
"""

from __future__ import annotations

import gzip
import io
import os
import platform
import shlex
import shutil
import signal
import subprocess
import tarfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

from facts.collect.redaction import redact
from facts.collect.table import LINUX, Command, Entry, Files
from facts.places import MANIFEST, saved_as
from facts.records import NamedTuple, field, record

HEADER = "# advisor collect 1: place, command, exit status, seconds, bytes, for whom, note"
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/MegaRAID/storcli:/opt/MegaRAID/perccli:/opt/MegaRAID/MegaCli"
_AT_ONCE = 6
_MOST_DEVICES = 64


class Captured(NamedTuple):
    """One output or file: where it lies in the bundle, what gave it, and what became of it.

    Attributes:
        place: in the bundle, "" where there is nothing to keep.
        source: the command or the file.
        status: the exit status; None where it was not run or not read.
        seconds: it took.
        data: what is kept, without secrets.
        read: a reader takes it.
        note: what was wrong: not there, not permitted, cut, ended.
    """

    place: str
    source: str
    status: int | None
    seconds: float
    data: bytes
    read: bool
    note: str


Tell = Callable[[str], None]


@record
class Running:
    """The commands that run at this moment, so that an interruption can end them all."""

    processes: set[subprocess.Popen[bytes]] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)
    stopped: bool = False

    def end_all(self) -> None:
        """End every command, and let none begin."""
        with self.lock:
            self.stopped = True
            processes = list(self.processes)
        for process in processes:
            _end(process, signal.SIGKILL)


def _end(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    try:
        os.killpg(process.pid, how)
    except (ProcessLookupError, PermissionError):
        process.kill()


class _Drain(threading.Thread):
    """Reads a pipe to its end and keeps at most so many bytes of it."""

    def __init__(self, pipe: IO[bytes], most: int) -> None:
        super().__init__(daemon=True)
        self.pipe, self.most, self.cut = pipe, most, False
        self.kept = bytearray()

    def run(self) -> None:
        """Read until nothing holds the other end."""
        try:
            while chunk := self.pipe.read1(1 << 16):  # type: ignore[attr-defined]
                room = self.most - len(self.kept)
                self.kept += chunk[:room]
                self.cut = self.cut or len(chunk) > room
        except (OSError, ValueError):
            pass  # closed when its command did not end


def run(command: Command, line: str, running: Running) -> Captured:
    """Run one command of the table; `line` has its devices filled in."""
    place = f"commands/{saved_as(line)}"
    words = [word for part in shlex.split(line) for word in _meant(part)]
    line = " ".join(shlex.split(line))
    program = shutil.which(words[0], path=_PATH)
    if program is None:
        return Captured("", line, None, 0.0, b"", command.read, "not installed")
    if any("*" in word for word in words):
        return Captured("", line, None, 0.0, b"", command.read, "no such files")
    began = time.monotonic()
    with running.lock:
        if running.stopped:
            return Captured("", line, None, 0.0, b"", command.read, "not run")
        try:
            process = subprocess.Popen(
                [program, *words[1:]], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True, env={**os.environ, "LC_ALL": "C", "PATH": _PATH, "COLUMNS": "400"}, cwd="/",
            )  # fmt: skip
        except OSError as error:
            return Captured("", line, None, 0.0, b"", command.read, _said(error))
        running.processes.add(process)
    try:
        out, err, note = _watched(process, command)
    finally:
        with running.lock:
            running.processes.discard(process)
    took = time.monotonic() - began
    return _captured(command, line, place, process.returncode, took, out, err, note)


def _watched(process: subprocess.Popen[bytes], command: Command) -> tuple[_Drain, _Drain, str]:
    assert process.stdout is not None
    assert process.stderr is not None
    out, err = _Drain(process.stdout, command.size), _Drain(process.stderr, 4096)
    out.start()
    err.start()
    note = ""
    try:
        process.wait(command.seconds)
    except subprocess.TimeoutExpired:
        note = f"ended after {command.seconds} s"
        for how in (signal.SIGTERM, signal.SIGKILL):
            _end(process, how)
            try:
                process.wait(2)
                break
            except subprocess.TimeoutExpired:
                continue  # a process that waits in the kernel cannot be ended; it is left behind
    _end_rest(process)
    for drain in (out, err):
        drain.join(1)
        if not drain.is_alive():
            drain.pipe.close()
    return out, err, note


def _end_rest(process: subprocess.Popen[bytes]) -> None:
    """What a command left running in its group is ended too: it would hold the pipe."""
    if process.returncode is not None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return


def _captured(
    command: Command, line: str, place: str, status: int | None, took: float, out: _Drain, err: _Drain, note: str
) -> Captured:
    data = bytes(out.kept)
    if out.cut:
        note = "; ".join(part for part in (note, f"cut after {command.size} bytes") if part)
        data = data[: data.rfind(b"\n") + 1]
    if status and not note:
        said = redact(bytes(err.kept).strip().split(b"\n")[0]).decode("utf-8", "replace")
        note = _one_line(said) or f"exit status {status}"
    if not data.strip():
        return Captured("", line, status, took, b"", command.read, note or "no output")
    return Captured(place, line, status, took, redact(data), command.read, note)


def matching(pattern: str) -> list[str]:
    """The paths that a pattern of the table stands for, in order."""
    if "*" not in pattern:
        return [pattern] if Path(pattern).exists() else []
    try:
        return sorted(str(path) for path in Path("/").glob(pattern.lstrip("/")))
    except OSError:
        return []


def _meant(word: str) -> list[str]:
    return (matching(word) or [word]) if word.startswith("/") and "*" in word else [word]


def copy(files: Files) -> Iterator[Captured]:
    """Copy the files of one entry; of a log that is too long, its end."""
    paths = [path for path in matching(files.pattern) if Path(path).is_file()]
    if not paths:
        yield Captured("", files.pattern, None, 0.0, b"", files.read, "not there")
    for number, path in enumerate(paths):
        if number >= files.most:
            yield Captured("", files.pattern, None, 0.0, b"", files.read, f"{len(paths) - number} more files left out")
            return
        began = time.monotonic()
        note = ""
        try:
            data, cut = _read(path, files.size)
        except OSError as error:
            yield Captured("", path, None, time.monotonic() - began, b"", files.read, _said(error))
            continue
        if cut:
            note = f"cut to {files.size} bytes"
        packed = data[:2] == b"\x1f\x8b" or data[:6] == b"\xfd7zXZ\0" or data[:3] == b"BZh"
        if packed and cut:
            yield Captured("", path, 0, time.monotonic() - began, b"", files.read, "packed and too large")
            continue
        place, text = _plain(path, data) if packed else (path, data)
        empty = not text.strip()
        note = note or ("empty" if empty else "")
        yield Captured(
            "" if empty else place.lstrip("/"), path, 0, time.monotonic() - began, redact(text), files.read, note
        )


def _plain(path: str, data: bytes) -> tuple[str, bytes]:
    """A packed log is unpacked: what is in it is looked through for secrets as all else is."""
    import bz2
    import lzma

    unpack: dict[bytes, Callable[[bytes], bytes]] = {
        b"\x1f\x8b": gzip.decompress,
        b"\xfd7": lzma.decompress,
        b"BZ": bz2.decompress,
    }
    try:
        text = unpack[data[:2]](data)
    except (OSError, EOFError, ValueError, lzma.LZMAError):
        return path, b""
    return path.rpartition(".")[0], text[-(16 << 20) :]


def _read(path: str, most: int) -> tuple[bytes, bool]:
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as stream:
        size = os.fstat(descriptor).st_size
        if size > most:
            stream.seek(size - most)
            data = stream.read(most)
            return (data if data[:2] == b"\x1f\x8b" else data[data.find(b"\n") + 1 :]), True
        data = stream.read(most + 1) or b""
    return (data[: data.rfind(b"\n", 0, most) + 1], True) if len(data) > most else (data, False)


def _said(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


def _one_line(text: str) -> str:
    return " ".join(text.split())[:200]


def devices(kind: str) -> list[str]:
    """The names that `each` stands for on this host."""
    found: list[str] = []
    if kind in ("disk", "array", "nvme"):
        names = sorted(path.name for path in Path("/sys/block").glob("*"))
        wanted = {"disk": ("sd", "hd", "nvme"), "array": ("md",), "nvme": ("nvme",)}[kind]
        found = [name for name in names if name.startswith(wanted) and Path(f"/dev/{name}").exists()]
    elif kind == "interface":
        found = sorted(
            path.name for path in Path("/sys/class/net").glob("*") if path.name not in ("lo", "bonding_masters")
        )
    elif kind == "pool":
        pools = run(Command("zpool list -H -o name", "pools"), "zpool list -H -o name", Running())
        found = pools.data.decode("utf-8", "replace").split()
    return found[:_MOST_DEVICES]


def capture(table: Iterable[Entry] = LINUX, tell: Tell = lambda line: None) -> list[Captured]:
    """Everything of the table, in its order; `tell` hears what is begun.

    Raises:
        KeyboardInterrupt: after every command was ended.
    """
    running = Running()
    entries = list(table)
    done: dict[int, list[Captured]] = {}
    with ThreadPoolExecutor(_AT_ONCE + sum(isinstance(e, Command) and e.sample for e in entries)) as pool:
        try:
            first = sorted(
                range(len(entries)),
                key=lambda n: not (isinstance(entries[n], Command) and getattr(entries[n], "sample", False)),
            )
            waiting = {n: pool.submit(_one, entries[n], running) for n in first}
            for n, future in waiting.items():
                entry = entries[n]
                tell(entry.line if isinstance(entry, Command) else entry.pattern)
                done[n] = future.result()
        except BaseException:
            running.end_all()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [item for n in range(len(entries)) for item in done[n]]


def _one(entry: Entry, running: Running) -> list[Captured]:
    if isinstance(entry, Files):
        return list(copy(entry))
    if not entry.each:
        return [run(entry, entry.line, running)]
    lines = [entry.line.replace(f"{{{entry.each}}}", name) for name in devices(entry.each)]
    return [run(entry, line, running) for line in lines]


def manifest(items: Iterable[Captured]) -> bytes:
    """What was run and copied, a line each."""
    lines = [HEADER]
    for item in items:
        status = "-" if item.status is None else str(item.status)
        whom = "reader" if item.read else "people"
        lines.append("\t".join((
            item.place or "-", _one_line(item.source), status, f"{item.seconds:.1f}", str(len(item.data)), whom,
            _one_line(item.note) or "-",
        )))  # fmt: skip
    return ("\n".join(lines) + "\n").encode()


def bundle_name(now: float | None = None) -> str:
    """``advisor-HOST-DATE``, the name of the bundle without its ending."""
    host = platform.node().split(".")[0] or "host"
    return f"advisor-{host}-{time.strftime('%Y%m%d-%H%M%S', time.localtime(now))}"


def target(output: str, name: str) -> Path:
    """The file that `-o` names: a folder gets the default name."""
    path = Path(output or ".")
    return path / f"{name}.tar.gz" if not output or path.is_dir() or output.endswith("/") else path


def write(path: Path, name: str, items: Iterable[Captured]) -> None:
    """Write the bundle, readable by its owner alone; an interruption leaves no half of it.

    Raises:
        OSError: it cannot be written.
    """
    part = path.with_name(f".{path.name}.part")
    kept = list(items)
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as stream, tarfile.open(fileobj=stream, mode="w:gz") as archive:
            for place, data in ((MANIFEST, manifest(kept)), *((i.place, i.data) for i in kept if i.place)):
                member = tarfile.TarInfo(f"{name}/{place}")
                member.size, member.mtime, member.mode = len(data), int(time.time()), 0o600
                archive.addfile(member, io.BytesIO(data))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
