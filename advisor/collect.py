"""The command `advisor collect`: capture this host into a bundle, or print the script that does it elsewhere."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from advisor.errors import Problem, complain
from advisor.terminal_line import TerminalLine
from facts.collect.bounds import FULL, NOT_REACHED, Bounds
from facts.collect.captured import plain
from facts.collect.host import Captured, bundle_name, capture, target, write
from facts.collect.looking import Look
from facts.collect.publish import Folder


class Ended(KeyboardInterrupt):
    """A signal asked the capture to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def _cleanly() -> Iterator[None]:
    """End the commands and remove what was begun, whichever signal comes; a second one does not disturb that."""

    def ends(number: int, _: FrameType | None) -> None:
        for each in _SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        raise Ended(number)

    before = {number: signal.getsignal(number) for number in _SIGNALS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # under nohup a capture continues
            signal.signal(number, ends)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def collect(output: str) -> int:
    """Capture this host, and write the bundle to `output` (a file, a folder, "" for the current folder)."""
    if not sys.platform.startswith("linux"):
        return complain([Problem("not-on-this-system", f"`advisor collect` captures Linux hosts; this is {sys.platform}",
                                 help="`advisor collect --script solaris` prints a script for Solaris and illumos")])  # fmt: skip
    _opened()
    name = bundle_name()
    look = Look(Bounds())
    answers = look.answers(str(Path(output or ".").absolute()))
    look.end_all()
    if not answers:
        return complain([Problem("cannot-write", f"`{output or '.'}` gives no answer", output,
                                 "name a place on another file system with -o")])  # fmt: skip
    path = target(output, name)
    try:
        with _cleanly(), Folder(str(path.parent)) as folder:
            if (held := folder.holds(path.name)) and path.name != f"{name}.tar.gz":
                return complain([Problem("cannot-write", f"`{path}` is there already: {held}", str(path),
                                         "name another file with -o; nothing is replaced")])  # fmt: skip
            return _collect(folder, path, name)
    except (NotADirectoryError, FileNotFoundError):
        return complain([_no_folder(path)])
    except OSError as error:
        return complain([Problem("cannot-write", f"`{path}` cannot be written: {error.strerror or error}", str(path),
                                 "name another place with -o")])  # fmt: skip
    except Ended as ended:
        return 128 + ended.number


def _opened() -> None:
    """Open the streams that were closed: the first pipe to a command would take their numbers."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("r+"))  # noqa: SIM115 - it stays open as the others do


def _no_folder(path: Path) -> Problem:
    return Problem("cannot-write", f"`{path.parent}` is no folder", str(path), "name a folder that exists")


def _collect(folder: Folder, path: Path, name: str) -> int:
    line = TerminalLine()
    try:
        items = capture(tell=line.tell)
    finally:
        line.ends()
    given = write(folder, path.name, name, items)
    sys.stderr.write("".join(f"{line}\n" for line in summary(items)))
    if folder.moved():
        sys.stderr.write(Problem("folder-moved", f"`{path.parent}` was moved or replaced during the capture", str(path),
                                 "the bundle lies in the folder that had this name", "warning").block() + "\n")  # fmt: skip
    try:
        sys.stdout.write(f"{path.with_name(given)}\n")
        sys.stdout.flush()
    except OSError:  # the bundle is there all the same
        sys.stderr.write(f"{path.with_name(given)}\n")
    return 0


_REFUSED = ("permission", "not permitted", "denied", "superuser", "must be root", "root privileges", "are you root")


def summary(items: Sequence[Captured]) -> list[str]:
    """What was captured and what was not, for the person who ran it."""
    kept = [item for item in items if item.place]
    lines = [f"{len(kept)} outputs and files, {sum(len(item.data) for item in kept) / 1e6:.1f} MB"]
    missing = sorted({item.source.split()[0] for item in items if item.note == "not installed"})
    refused = [plain(item.source) for item in items if any(word in item.note.lower() for word in _REFUSED)]
    ended = [
        plain(f"{item.source} ({item.note})") for item in items if item.note.startswith("ended") or "cut" in item.note
    ]
    left = [plain(f"{item.source} ({item.note})") for item in items if item.note.startswith("not run: others")]
    unreached = sum(item.note in (NOT_REACHED, FULL) for item in items)
    if missing:
        lines.append(f"not installed: {', '.join(missing)}")
    if refused:
        lines.append(f"not permitted to this user (run as root to have them): {', '.join(dict.fromkeys(refused))}")
    if ended:
        lines.append(f"not whole: {', '.join(ended)}")
    if left:
        lines.append(f"left out because other users may change the program: {', '.join(left)}")
    if unreached:
        lines.append(f"left out because time or space was up: {unreached} outputs and files; the manifest lists them")
    lines.append("passwords and keys were taken out by their names; look through the bundle before you hand it on")
    return lines


def script(system: str) -> int:
    """Print the script for a system."""
    from facts.collect.script import script_for

    sys.stdout.write(script_for(system))
    return 0


def main(output: str, system: str) -> int:
    """The command; the result is the exit status."""
    if system and output:
        return complain([Problem("usage", "-o and --script do not go together",
                                 help="the script takes the folder to write to as its argument")])  # fmt: skip
    return script(system) if system else collect(output)
