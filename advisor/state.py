"""The state directory: the only place on the host that the program writes to, besides what the user names with ``-o``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "advisor"


def state_directory() -> Path:
    """Where state is kept: ``$ADVISOR_STATE``, else the platform's place for state. It need not exist yet."""
    if named := os.environ.get("ADVISOR_STATE"):
        return Path(named)
    if sys.platform.startswith(("linux", "freebsd", "sunos")):
        # The XDG base directory specification; the library below says the same and takes 20 ms to import.
        base = os.environ.get("XDG_STATE_HOME", "")
        return (Path(base) if base.startswith("/") else Path.home() / ".local" / "state") / NAME
    import platformdirs

    return platformdirs.user_state_path(NAME)


def is_ours(path: Path) -> bool:
    """Whether a file was written by this user or root, and nobody else may write it."""
    try:
        status = path.stat()
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid in (0, os.getuid()) and not status.st_mode & 0o022
