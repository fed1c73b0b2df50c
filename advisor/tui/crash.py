"""The report of a fault of ours: enough to find the fault, nothing of what was captured or said."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import shutil
import sys
import time
import traceback
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from advisor import __version__
from advisor.errors import Problem
from advisor.faults import kind, module_path, place
from advisor.tui.redaction import redact
from facts.text import clean

KEPT = 20
"""So many reports are kept; older ones are deleted."""

_NAME = re.compile(r"\d{8}T\d{6}Z-\d+(?:-\d+)?\.txt")
_MOST_FRAMES = 60


def write_report(
    error: BaseException, state_directory: Path, context: Mapping[str, str], names: Iterable[str] = ()
) -> Path:
    """Write the report of a fault, readable for this user alone, into ``crashes`` of the state directory.

    Args:
        error: the fault, with its traceback.
        state_directory: where the program keeps its state.
        context: what else helps to find it, such as the digest of the knowledge and the last actions; goes in redacted.
        names: words to mask, such as the hosts that are spoken of.

    Raises:
        OSError: it cannot be written.
    """
    folder = state_directory / "crashes"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    text = "\n".join(_lines(error, context, tuple(names))) + "\n"
    path = _write(folder, text)
    _drop_old(folder, path)
    return path


def _write(folder: Path, text: str) -> Path:
    stem = f"{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}-{os.getpid()}"
    for number in range(100):
        path = folder / f"{stem}{f'-{number}' if number else ''}.txt"
        try:
            # O_EXCL: a link that somebody put there is not followed, and no other report is lost.
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            continue
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            os.fchmod(handle, 0o600)
            file.write(text)
        return path
    raise FileExistsError(17, "too many reports of this second", str(folder))


def _drop_old(folder: Path, new: Path) -> None:
    reports = sorted(path for path in folder.iterdir() if _NAME.fullmatch(path.name) and path != new)
    for path in reports[: max(0, len(reports) - KEPT + 1)]:
        try:
            path.unlink()
        except OSError:
            continue  # it is there for the next time; the new report matters more


def _lines(error: BaseException, context: Mapping[str, str], names: tuple[str, ...]) -> Iterator[str]:
    yield "advisor stopped at a fault of its own. This report holds no values, no captured text and nothing that was said."
    yield ""
    for name, value in _surroundings().items():
        yield f"{name}: {clean(value)}"
    for name, value in context.items():
        yield f"{redact(name, names)}: {redact(value, names)}"
    yield ""
    yield from _told(error, names, set(), 0)


def _surroundings() -> dict[str, str]:
    size = shutil.get_terminal_size((0, 0))
    return {
        "time": time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime()),
        "advisor": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "textual": _version("textual"),
        "clipspy": _version("clipspy"),
        "platform": f"{platform.system()} {platform.release()} {platform.machine()}",
        "TERM": os.environ.get("TERM", ""),
        "terminal": f"{size.columns}x{size.lines}",
    }


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


def _told(error: BaseException, names: tuple[str, ...], seen: set[int], depth: int) -> Iterator[str]:
    """A fault after those that led to it."""
    seen.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in seen and depth < 10:
        yield from _told(before, names, seen, depth + 1)
        yield ""
        yield "from which came:" if error.__cause__ else "while that was dealt with:"
        yield ""
    yield f"{kind(error)}: {redact(_message(error), names)}"
    yield from _frames(error)
    if isinstance(error, BaseExceptionGroup) and depth < 10:
        for one in error.exceptions[:10]:
            yield ""
            yield "one of the group:"
            yield from _told(one, names, seen, depth + 1)


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # a fault in telling of a fault
        return "it cannot be put into words"


def _frames(error: BaseException) -> Iterator[str]:
    # The walk gives the code and the line alone; neither sources nor values are read.
    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    left_out = len(frames) - _MOST_FRAMES
    for index, (code, line) in enumerate(frames):
        if left_out > 0 and _MOST_FRAMES // 3 <= index < _MOST_FRAMES // 3 + left_out:
            if index == _MOST_FRAMES // 3:
                yield f"  … {left_out:,} more"
            continue
        yield f"  {module_path(code.co_filename)}:{line} {code.co_qualname}"


def complaint(error: BaseException, report: Path | str, session: str = "", resume: str = "") -> str:
    """The block for standard error: what happened, where the report is, and how to go on.

    Args:
        error: the fault.
        report: where the report is, or why there is none.
        session: the name of the session, "" where none is kept.
        resume: the command that opens that session again.
    """
    where = place(error)
    message = f"advisor stopped at a fault of its own, `{kind(error)}`" + (f" in {where}" if where else "")
    kept = f"the session is kept as `{session}` up to its last step; go on with: {resume}"
    # The true path, also of a home folder: here somebody has to find it.
    found = str(report) if isinstance(report, Path) else f"the report could not be written: {report}"
    return Problem("crash", clean(message), clean(found), clean(kept) if session else "no session was kept").block()


def why_unwritten(error: OSError) -> str:
    """Why there is no report, in words."""
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or type(error).__name__}"


def say(block: str) -> None:
    """Print a block on the terminal itself, whatever standard error is at this moment."""
    stream = sys.__stderr__ or sys.stderr
    try:
        stream.write(block + "\n")
        stream.flush()
    except (OSError, ValueError):
        return  # nobody is there to read it
