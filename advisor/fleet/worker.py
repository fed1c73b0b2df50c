"""A process that diagnoses one bundle after another; what it is given and says are messages on its standard channels.

A process of its own for each worker: no CLIPS environment is shared, and one that dies takes only its bundle with it.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import IO, TYPE_CHECKING, Any

from advisor import __version__
from advisor.fleet.record import failed, record
from advisor.state import state_directory
from facts import limits, scratch

if TYPE_CHECKING:
    from advisor.knowledge import Knowledge

Json = dict[str, Any]

_LENGTHS = struct.Struct(">II")
_GRACE = 10
"""Seconds after the limit at which a worker whose parent is gone ends by itself."""
_YOUNG = 20_000
"""Objects that are made before garbage is looked for: more of them no longer fit the processor's cache."""


def pack(message: Json) -> bytes:
    """A message: two lengths, JSON, and the bytes of its ``line``."""
    line: bytes = message.get("line", b"")
    rest = {name: value for name, value in message.items() if name != "line"}
    # A name that is no UTF-8 holds lone surrogates; as escapes they are JSON all the same.
    data = json.dumps(rest, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
    return _LENGTHS.pack(len(data), len(line)) + data + line


def unpack(buffer: bytearray) -> Json | None:
    """Take the first whole message out of what was received; None where there is none yet."""
    if len(buffer) < _LENGTHS.size:
        return None
    data, line = _LENGTHS.unpack_from(buffer)
    middle = _LENGTHS.size + data
    end = middle + line
    if len(buffer) < end:
        return None
    message: Json = json.loads(bytes(buffer[_LENGTHS.size : middle]))
    if line:
        message["line"] = bytes(buffer[middle:end])
    del buffer[:end]
    return message


def _receive(stream: IO[bytes]) -> Json | None:
    head = stream.read(_LENGTHS.size)
    if len(head) < _LENGTHS.size:
        return None
    return unpack(bytearray(head + stream.read(sum(_LENGTHS.unpack(head)))))


def identity() -> str:
    """What conclusions depend on beside the bundle: the digest of the knowledge, and the version."""
    from advisor.knowledge import Knowledge

    return f"{Knowledge().digest} {__version__}"


@cache
def _knowledge() -> Knowledge:
    from advisor import image

    return image.load()


def diagnose_bundle(path: str) -> Json:
    """One bundle as `advisor diagnose` has it, with what was seen of its hosts; or why it cannot be read."""
    from advisor.diagnose import diagnose
    from advisor.explanation.report import report
    from advisor.fleet.traits import traits_of
    from facts.bundle import load

    try:
        with os.scandir(path):
            pass
    except NotADirectoryError:
        pass
    except OSError as error:
        return failed("input-not-readable", f"the folder cannot be read: {error.strerror}", "check its permissions")
    bundle, errors = load([path])
    if errors:
        return failed(errors[0].code, errors[0].message, errors[0].help)
    consultation = diagnose(_knowledge(), bundle).consultation
    hosts = {item.host for item in bundle.inputs if item.host}
    traits = traits_of(consultation.now.merged.rows)
    return {
        "outcome": "diagnosed",
        "hosts": {host: traits.get(host, {}) for host in sorted(hosts | {h for h in traits if h})},
        "report": report(consultation, bundle, []),
    }


def handle(task: Json, tell: Callable[[Json], None]) -> Json:
    """Diagnose the bundle of a task unless it is known as it is; `tell` gets its state before the work begins."""
    from advisor.fleet.bundles import state_of

    try:
        state = state_of(task["path"])
    except OSError as error:
        state = f"error {error.errno}"
    if state == task["known"]:
        return {"say": "known"}
    tell({"say": "begun", "state": state})
    try:
        return {"say": "done", **record(task["name"], diagnose_bundle(task["path"]))}
    except MemoryError:
        result = failed("bundle-memory", f"it takes more than {task['memory']:,} MiB of memory",
                        "allow more with `--memory-limit`, and `--retry`")  # fmt: skip
    except Exception as error:
        result = failed("bundle-fault", _described(error))
    return {"say": "done", "ends": True, **record(task["name"], result)}


def _described(error: BaseException) -> str:
    """An error of ours: its kind, and where it came up; not its text, which may quote a capture at any length."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = f" in {at.tb_frame.f_code.co_filename.rpartition('/')[2]}:{at.tb_lineno}" if at is not None else ""
    return f"a fault of the program: {type(error).__name__}{where}"


def _bound(mebibytes: int) -> None:
    """No more memory than so much for this process; where the system has no such limit, none."""
    import resource

    # RLIMIT_DATA does not count mapped files and the address space that is only set aside; elsewhere it means the heap alone.
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    most = resource.getrlimit(kind)[1]
    wanted = mebibytes << 20
    with suppress(ValueError, OSError):
        resource.setrlimit(kind, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))


def main() -> None:
    """Serve until the channel is closed; the arguments behind the path are the memory in MiB, and the limits of reading."""
    import gc

    gc.set_threshold(_YOUNG, 20, 20)
    scratch.keep_in(state_directory)
    limits.take_up(sys.argv[3])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this process
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    tasks = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    # Whatever else writes to standard output must not get between the messages.
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    _bound(int(sys.argv[2]))

    def tell(message: Json) -> None:
        rest = memoryview(pack(message))
        while rest:
            rest = rest[answers.write(rest) :]

    fresh = True
    while task := _receive(tasks):
        signal.alarm(int(task["limit"]) + _GRACE)
        answer = handle(task, tell)
        signal.alarm(0)
        tell(answer)
        if answer.get("ends"):
            sys.exit(1)
        if fresh:
            # The knowledge stays to the end: it is no garbage to look for. Once only, or what is garbage then stays as well.
            gc.collect()
            gc.freeze()
            fresh = False
