"""Names a fault of ours without its values: the kind of the exception, and the place in our sources."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

_OURS = Path(__file__).resolve().parents[1]


def kind(error: BaseException) -> str:
    """The name of an exception, with its module where it is not Python's own."""
    made = type(error)
    return made.__qualname__ if made.__module__ == "builtins" else f"{made.__module__}.{made.__qualname__}"


def module_path(name: str) -> str:
    """The name of a source file from its package on, such as ``textual/app.py``; nothing of the folders above."""
    path = Path(name)
    roots = [_OURS, *(Path(sysconfig.get_path(place)) for place in ("purelib", "platlib", "stdlib"))]
    # The longest first: site-packages may stand in the standard library's folder or in ours.
    for root in sorted(roots, key=lambda root: -len(root.parts)):
        if path.is_relative_to(root):
            return path.relative_to(root).as_posix()
    return path.name


def place(error: BaseException) -> str:
    """Where a fault happened: the innermost frame of ours, else the innermost of all; "" where it has none."""
    frames = [(module_path(frame.f_code.co_filename), line) for frame, line in traceback.walk_tb(error.__traceback__)]
    # The guard stands at the beginning of every way, and is never the place itself.
    ours = [
        frame for frame in frames if frame[0].startswith(("advisor/", "facts/")) and frame[0] != "advisor/tui/guard.py"
    ]
    return "{}:{}".format(*(ours or frames)[-1]) if frames else ""
