"""Runs the commands of the table: without a shell's rules, a terminal or a place to leave anything, and bounded."""

from __future__ import annotations

import os
import pwd
import select
import shlex
import signal
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from facts.collect.bounds import FULL, NOT_REACHED
from facts.collect.captured import Captured, missing, one_line
from facts.collect.looking import PROGRAM, START_SECONDS, Look
from facts.collect.redaction import redact
from facts.collect.table import Command
from facts.places import saved_as

_ENDED_WITHIN = 2.0
"""Seconds that a command has to end by itself, and then to be ended."""
_SLICE = 0.25
"""Seconds after which a wait looks whether the capture was interrupted."""
_SHELL = ["/bin/sh", "-c", 'ulimit -c 0; ulimit -f 65536; exec "$0" "$@"']
"""Starts each command: a program on a dead mount blocks this shell and not us. It leaves no core, and no file above 32 MiB."""
_QUIET = {
    "LC_ALL": "C",
    "COLUMNS": "400",
    "ZFS_MODULE_LOADING": "NO",  # zpool and zfs load no module
    "LVM_SUPPRESS_FD_WARNINGS": "1",
}
_SETTINGS = ("PG", "MYSQL_", "LIBMYSQL_")
"""How the names of variables begin that tell where a database is. A command with settings of its own gets them."""
_NOWHERE = "/proc"
"""A folder in which nobody can leave a file: the working directory where there is no private one."""


def _end(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    try:
        os.killpg(process.pid, how)
    except (ProcessLookupError, PermissionError):
        with suppress(OSError):
            process.send_signal(how)


def _answers(pipe: IO[bytes]) -> bool:
    poll = select.poll()
    poll.register(pipe, select.POLLIN | select.POLLHUP)
    return bool(poll.poll(START_SECONDS * 1000))


class Guard:
    """A process that ends the commands and removes the private folder, also when this one is killed."""

    def __init__(self) -> None:
        """Start it; without one, `folder` is a place where nothing can be written."""
        self.folder = _NOWHERE
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        with suppress(OSError):
            self._process = subprocess.Popen(
                [*PROGRAM, "guard"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                cwd="/", start_new_session=True,
            )  # fmt: skip
        if self._process is not None and self._process.stdout is not None and _answers(self._process.stdout):
            self.folder = os.fsdecode(self._process.stdout.readline().rstrip(b"\n")) or _NOWHERE

    def tell(self, what: str, group: int) -> None:
        """Say that a command ``begins``, or that it has ended: ``ends``."""
        with self._lock, suppress(OSError, ValueError):
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.write(f"{what} {group}\n".encode())
                self._process.stdin.flush()

    def private(self, number: int) -> str:
        """Return a new empty folder that is ours alone."""
        if self.folder != _NOWHERE:
            with suppress(OSError):
                path = f"{self.folder}/{number}"
                Path(path).mkdir(0o700)
                return path
        return _NOWHERE

    def close(self) -> None:
        """Have everything removed."""
        if self._process is None:
            return
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.returncode = 0  # it still removes what is there, and ends by itself


class Running:
    """The commands that run at this moment, so that an interruption can end them all."""

    def __init__(self, look: Look) -> None:
        """Begin with none; the guard is started here."""
        self.look = look
        self.guard = Guard()
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self.stopped = False
        self._count = 0

    def end_all(self) -> None:
        """End every command, and let none begin."""
        with self._lock:
            self.stopped = True
            processes = list(self._processes)
        for process in processes:
            _end(process, signal.SIGKILL)
        self.look.end_all()

    def begin(self, words: list[str], command: Command) -> subprocess.Popen[bytes] | str:
        """Start a command; the reason where it cannot be."""
        how: dict[str, Any] = {}
        own: dict[str, str] = {}
        folder = "/"
        if command.user and os.geteuid() == 0:
            try:
                account = pwd.getpwnam(command.user)
            except KeyError:
                return f"no user {command.user}"
            how = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
            own = {"HOME": account.pw_dir, "PGREQUIREPEER": command.user}
        with self._lock:
            if self.stopped:
                return "not run"
            self._count += 1
            if not how:
                folder, own = ("/", _own()) if command.own_settings else self._private()
            # Nothing else of our environment: it could make a tool load code, start a pager or print in other units.
            environment = {**_QUIET, "PATH": ":".join(self.look.folders), **own}
            try:
                process = subprocess.Popen(
                    [*_SHELL, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                    start_new_session=True, env=environment, cwd=folder, **how,
                )  # fmt: skip
            except OSError as error:
                return (error.strerror or type(error).__name__).lower()
            except ValueError:
                return "its words cannot be passed to a command"
            self.guard.tell("begins", process.pid)
            self._processes.add(process)
        return process

    def _private(self) -> tuple[str, dict[str, str]]:
        folder = self.guard.private(self._count)
        return folder, {"HOME": folder}

    def ended(self, process: subprocess.Popen[bytes]) -> None:
        """Take a command off the list."""
        with self._lock:
            self._processes.discard(process)
        self.guard.tell("ends", process.pid)


def _own() -> dict[str, str]:
    """The home of this user, and where its databases are: not HOME, in which sudo may leave another user's home."""
    found = {name: value for name, value in os.environ.items() if name.startswith(_SETTINGS)}
    try:
        return {**found, "HOME": pwd.getpwuid(os.geteuid()).pw_dir}
    except KeyError:
        return {**found, "HOME": _NOWHERE}


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


def run(command: Command, device: str, running: Running) -> Captured:
    """Run one command of the table, for one device where it is run for each."""
    look = running.look
    line = command.for_device(command.line, device)
    # Split first: a name may hold blanks and quotes.
    words = [command.for_device(word, device) for word in shlex.split(f"{command.line} {command.quiet}")]
    source = " ".join(words) + (f" (as {command.user})" if command.user and os.geteuid() == 0 else "")
    if look.bounds.over():
        return missing(source, command.read, NOT_REACHED)
    if device.startswith("-"):
        return missing(source, command.read, "not run: this name would be an option")
    if command.needs and not any(look.matching(path) for path in command.needs.split()):
        return missing(source, command.read, f"not run: {command.needs.split()[0]} is not there")
    program, wrong = look.program(words[0])
    if not program:
        return missing(source, command.read, NOT_REACHED if look.bounds.over() else wrong)
    words = [program, *(path for word in words[1:] for path in _meant(word, look))]
    if any("*" in word for word in words if word.startswith("/")):
        return missing(source, command.read, "no such files")
    began = time.monotonic()
    process = running.begin(words, command)
    if isinstance(process, str):
        return missing(source, command.read, process)
    try:
        out, err, note = _watched(process, command, running)
    finally:
        running.ended(process)
    took = time.monotonic() - began
    item = _captured(command, source, f"commands/{saved_as(line)}", process.returncode, took, out, err, note)
    return item if look.bounds.takes(len(item.data)) else missing(source, command.read, FULL, took)


def _meant(word: str, look: Look) -> list[str]:
    return (look.matching(word) or [word]) if word.startswith("/") and "*" in word else [word]


def _waited(process: subprocess.Popen[bytes], seconds: float, running: Running) -> bool:
    """Wait for the end of a command; False where it does not come in time, or when all are to end."""
    ends = time.monotonic() + seconds
    while True:
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, min(_SLICE, ends - time.monotonic())))
            return True
        if running.stopped or time.monotonic() >= ends:
            return False


def _watched(process: subprocess.Popen[bytes], command: Command, running: Running) -> tuple[_Drain, _Drain, str]:
    seconds = running.look.bounds.within(command.seconds)
    assert process.stdout is not None
    assert process.stderr is not None
    out, err = _Drain(process.stdout, command.size), _Drain(process.stderr, 4096)
    note = ""
    try:
        out.start()
        err.start()
    except RuntimeError:  # a host without memory or process numbers starts no thread
        note, seconds = "not run: no thread can be started", 0.0
    if not _waited(process, seconds, running):
        note = note or f"ended after {seconds:.0f} s"
        for how in (signal.SIGTERM, signal.SIGKILL):
            _end(process, how)
            try:
                process.wait(_ENDED_WITHIN)
                break
            except subprocess.TimeoutExpired:
                continue
        else:
            note += ", and hangs in the kernel"
            process.returncode = -9  # it cannot be waited for; init reaps it
    with suppress(OSError):
        # What a command left running in its group would hold the pipe.
        os.killpg(process.pid, signal.SIGKILL)
    for drain in (out, err):
        if drain.ident is not None:
            drain.join(1)
        if not drain.is_alive():
            drain.pipe.close()
    return out, err, note


def _captured(
    command: Command, source: str, place: str, status: int | None, took: float, out: _Drain, err: _Drain, note: str
) -> Captured:
    data = bytes(out.kept)
    if out.cut:
        note = "; ".join(part for part in (note, f"cut after {command.size} bytes") if part)
        data = data[: data.rfind(b"\n") + 1]
    if status and not note:
        said = redact(bytes(err.kept).strip().split(b"\n")[0]).decode("utf-8", "replace")
        note = one_line(said) or f"exit status {status}"
    if not data.strip():
        return Captured("", source, status, took, b"", command.read, note or "no output")
    return Captured(place, source, status, took, redact(data), command.read, note)
