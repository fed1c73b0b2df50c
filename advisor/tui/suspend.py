"""Stop the program as Ctrl+Z does in a shell, with the terminal as the shell left it."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from textual.app import App


def suspend(app: App[Any], words: str = "") -> bool:
    """Give the terminal back and stop until `fg`; whether that is possible here.

    The whole group of processes stops, as at a terminal's Ctrl+Z: a script that started the program must not wait for it. The signal
    is not caught meanwhile, so that the kernel drops it where no shell could continue the program.

    Args:
        app: the application that owns the terminal.
        words: said on the terminal; "" for nothing.
    """
    driver = app._driver
    if driver is None or not driver.can_suspend or not hasattr(signal, "SIGTSTP"):
        return False
    with app.suspend():
        if words:
            sys.stdout.write(f"{words}\n")
            sys.stdout.flush()
        caught = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        try:
            os.killpg(os.getpgrp(), signal.SIGTSTP)
        finally:
            signal.signal(signal.SIGTSTP, caught)
    return True
