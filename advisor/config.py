"""The configuration directory: what the user wrote for the program. The program only reads there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "advisor"


def config_directory() -> Path:
    """Where configuration is kept: ``$ADVISOR_CONFIG``, else the platform's place for it. It need not exist."""
    if named := os.environ.get("ADVISOR_CONFIG"):
        return Path(named)
    if sys.platform.startswith(("linux", "freebsd", "sunos")):
        # As in `advisor.state`: the library below says the same and takes 20 ms to import.
        base = os.environ.get("XDG_CONFIG_HOME", "")
        return (Path(base) if base.startswith("/") else Path.home() / ".config") / NAME
    import platformdirs

    return platformdirs.user_config_path(NAME)
