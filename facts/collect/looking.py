"""Asks helper processes for files and names, and gives up on those that do not answer.

Nothing here touches a file of the host: a dead mount blocks a helper, which is left behind, and the capture continues.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from facts.collect.bounds import FULL, NOT_REACHED, Bounds
from facts.collect.captured import Captured, missing
from facts.collect.helper import SYSTEM
from facts.collect.redaction import redact
from facts.collect.table import Files

ANSWER_SECONDS = 10.0
"""A file or folder that has not answered after this is given up."""
START_SECONDS = 20.0
"""A helper has this to start: a host in trouble is slow."""
_MOST_SILENT = 2
"""So many names of one pattern may give no answer; then the rest is left out."""
PROGRAM = [sys.executable, "-I", "-S", "-B", str(Path(__file__).with_name("helper.py"))]
SEARCHED = (
    *SYSTEM, "/usr/local/sbin", "/usr/local/bin", "/opt/MegaRAID/storcli", "/opt/MegaRAID/perccli", "/opt/MegaRAID/MegaCli",
)  # fmt: skip
"""Where programs are looked for: first where only root writes, and where no other mount is needed."""


class Unanswered(Exception):
    """What was being looked at when no answer came, and for how many seconds."""

    def __init__(self, path: str, seconds: float) -> None:
        super().__init__(path)
        self.path, self.seconds = path, seconds


def abandon(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, and do not wait for one that hangs in the kernel."""
    with suppress(OSError):
        process.kill()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            if pipe is not None:
                pipe.close()
    try:
        process.wait(0.2)
    except subprocess.TimeoutExpired:
        process.returncode = -9  # it cannot be waited for; init reaps it


class _Helper:
    """One helper process."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, "look"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            cwd="/", start_new_session=True, bufsize=0,
        )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self.output = self.process.stdin, self.process.stdout
        self.poll = select.poll()
        self.poll.register(self.output, select.POLLIN | select.POLLHUP)
        self.buffer = bytearray()
        self.sound = True
        self.slow = START_SECONDS

    def ask(self, request: dict[str, Any], bounds: Bounds) -> Iterator[tuple[dict[str, Any], bytes]]:
        """Give the frames of an answer but the last.

        Raises:
            Unanswered: one did not come in time, or the helper has died.
        """
        self.sound = False
        looked_at = str(request.get("pattern", ""))
        began = time.monotonic()
        with suppress(OSError):
            self.input.write(json.dumps(request).encode() + b"\n")
        while True:
            ends = time.monotonic() + bounds.within(ANSWER_SECONDS + self.slow)
            header = json.loads(self._line(ends, looked_at, began))
            self.slow = 0.0
            data = self._bytes(header["size"], ends, looked_at, began)
            if "end" in header:
                self.sound = True
                return
            if "touch" in header:
                looked_at, began = header["touch"], time.monotonic()
            else:
                yield header, data

    def _line(self, ends: float, path: str, began: float) -> bytes:
        while (end := self.buffer.find(b"\n")) < 0:
            self._more(ends, path, began)
        line = bytes(self.buffer[:end])
        del self.buffer[: end + 1]
        return line

    def _bytes(self, size: int, ends: float, path: str, began: float) -> bytes:
        while len(self.buffer) < size:
            self._more(ends, path, began)
        data = bytes(self.buffer[:size])
        del self.buffer[:size]
        return data

    def _more(self, ends: float, path: str, began: float) -> None:
        if self.poll.poll(max(0.0, ends - time.monotonic()) * 1000) and (
            chunk := os.read(self.output.fileno(), 1 << 20)
        ):
            self.buffer += chunk
        else:
            raise Unanswered(path, time.monotonic() - began)


class Look:
    """Asks helpers; several threads may do so at once."""

    def __init__(self, bounds: Bounds) -> None:
        """Begin without a helper; each is started when it is needed."""
        self.bounds = bounds
        self.folders = list(SEARCHED)
        self._idle: list[_Helper] = []
        self._all: list[_Helper] = []
        self._lock = threading.Lock()
        self._stopped = False

    @contextmanager
    def _helper(self) -> Iterator[_Helper]:
        with self._lock:
            if self._stopped:
                raise Unanswered("", 0.0)
            helper = self._idle.pop() if self._idle else None
            if helper is None:
                try:
                    helper = _Helper()
                except OSError:  # a host without memory starts no process
                    raise Unanswered("", 0.0) from None
                self._all.append(helper)
        try:
            yield helper
        finally:
            with self._lock:
                if helper.sound and not self._stopped:
                    self._idle.append(helper)
                else:
                    self._all.remove(helper)
                    abandon(helper.process)

    def end_all(self) -> None:
        """End every helper, and let none begin."""
        with self._lock:
            self._stopped = True
            for helper in self._all:
                with suppress(OSError):
                    helper.process.kill()
            for helper in self._idle:
                abandon(helper.process)
            self._idle.clear()

    def answers(self, path: str) -> bool:
        """Whether a path gives an answer, be it that nothing is there."""
        try:
            self._found({"do": "there", "pattern": path})
        except Unanswered:
            return False
        return True

    def _found(self, request: dict[str, Any]) -> list[str]:
        with self._helper() as helper:
            return [path for header, _ in helper.ask(request, self.bounds) for path in header["found"]]

    def matching(self, pattern: str) -> list[str]:
        """Return the paths that a pattern stands for; none where its folder does not answer."""
        try:
            return self._found({"do": "match", "pattern": pattern})
        except Unanswered:
            return []

    def program(self, name: str) -> tuple[str, str]:
        """Return where a program lies, or "" and why not; a folder that does not answer is searched no more."""
        if name.startswith("/"):
            return name, ""
        while True:
            folders = list(self.folders)
            try:
                found, *others = [*self._found({"do": "which", "name": name, "folders": folders}), ""]
                return ("", f"not run: others may change {found}") if len(others) > 1 else (found, "not installed")
            except Unanswered as silent:
                if silent.path not in folders or self._stopped or self.bounds.over():
                    return "", "not installed"
                with self._lock:
                    if silent.path in self.folders:
                        self.folders.remove(silent.path)

    def copy(self, files: Files) -> Iterator[Captured]:
        """Give the files of one entry of the table; of a log that is too long, its end."""
        done, most, count = 0, files.most, 0
        for attempt in range(_MOST_SILENT + 1):
            if self.bounds.over():
                yield missing(files.pattern, files.read, NOT_REACHED)
                return
            if attempt == _MOST_SILENT:
                yield missing(files.pattern, files.read, "the rest is left out: no answer")
                return
            request = {"do": "copy", "pattern": files.pattern, "size": files.size, "most": most, "done": done}
            try:
                with self._helper() as helper:
                    for header, data in helper.ask(request, self.bounds):
                        count += 1
                        most -= "left" not in header
                        yield self._captured(files, header, data)
                break
            except Unanswered as silent:
                if self._stopped:
                    yield missing(files.pattern, files.read, "not run")
                    return
                count += 1
                path = silent.path or files.pattern
                yield missing(path, files.read, f"ended after {silent.seconds:.0f} s: no answer", silent.seconds)
                if path == files.pattern:
                    return
                done = self._number_after(files.pattern, path)
        if not count:
            yield missing(files.pattern, files.read, "not there")

    def _number_after(self, pattern: str, path: str) -> int:
        """How many names of a pattern come up to and with this one."""
        names = self.matching(pattern)
        return sum(name <= path for name in names) if names else 1 << 30

    def _captured(self, files: Files, header: dict[str, Any], data: bytes) -> Captured:
        path = header["path"]
        if "left" in header:
            return missing(path, files.read, f"{header['left']} more files left out")
        if "wrong" in header:
            return missing(path, files.read, header["wrong"])
        name = path.rpartition(".")[0] if header["packed"] and path.endswith((".gz", ".xz", ".bz2")) else path
        note = header["note"]
        if not data.strip():
            return Captured("", path, 0, header["seconds"], b"", files.read, note or "empty")
        if not self.bounds.takes(len(data)):
            return missing(path, files.read, FULL)
        return Captured(name.lstrip("/"), path, 0, header["seconds"], redact(data), files.read, note)
