"""``advisor`` alone: the terminal interface, from its options to its exit status."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

from advisor.config import config_directory
from advisor.errors import Problem, complain
from facts.text import clean

_THEMES = {"dark": "advisor-dark", "light": "advisor-light", "16": "advisor-16"}


def in_browser() -> bool:
    """Whether textual's driver for a browser is asked for, as `advisor serve` does: then there is no terminal."""
    return "web_driver" in os.environ.get("TEXTUAL_DRIVER", "")


def open_interface(db: str | None, session: str, paths: list[str], theme: str, keys: str | None, mouse: bool) -> int:
    """Run the interface to its end; the exit status.

    Args:
        db: where sessions are kept, None for the usual place.
        session: the session to open, or to begin under this name; "" for none.
        paths: captures to open.
        theme: ``dark``, ``light``, ``16``, or "" for one that fits the terminal.
        keys: a keymap file, None for the usual one.
        mouse: whether the mouse is listened to.
    """
    if not in_browser() and not (sys.stdin.isatty() and sys.stdout.isatty()):
        return complain([Problem("no-terminal", "the terminal interface needs a terminal",
                                 help="`advisor ask` and `advisor diagnose` work without one; see `advisor --help`")])  # fmt: skip
    named = Path(keys) if keys is not None else config_directory() / "keys.toml"
    if keys is not None and not named.exists():
        return complain(
            [Problem("keymap-missing", f"there is no file `{keys}`", help="name a keymap file, or leave --keys out")]
        )
    from advisor.tui.app import AdvisorApp, Options
    from advisor.tui.guard import run

    options = Options(Path(db) if db else None, session, tuple(paths), _THEMES.get(theme, ""), keymap=named)
    if named.exists():
        from advisor.tui.actions import ACTIONS
        from advisor.tui.keymap import load_keymap

        keymap = load_keymap(named, ACTIONS)
        options = replace(options, keys=keymap.bindings, problems=tuple(keymap.problems))
    app = AdvisorApp(options)
    try:
        status = run(app, mouse=mouse)
    finally:
        if app.simulating:
            from advisor import leaving

            leaving.leave(sys.stdin.fileno(), begun=True)
    if app.ended.lost:
        complain([Problem("not-kept", clean(app.ended.lost))])
    if not status and app.board is not None and app.board.begun and app.board.session and app.ended.kept:
        sys.stderr.write(f"kept as `{app.board.session}`; go on with: advisor --session {app.board.session}\n")
    return status
