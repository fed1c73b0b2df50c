"""An app that ends well: at a fault of ours, at a signal, and when its terminal is gone."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from textual.app import App

from advisor.faults import kind
from advisor.state import state_directory

STATUS = 70
"""The exit status at a fault of ours: EX_SOFTWARE of sysexits.h. 1 says that something was found, 2 that the command line is wrong."""
_SECONDS_TO_END = 5.0
"""After its terminal is gone, a process that does not end by itself is ended: nobody can see or stop it."""


class GuardedApp(App[None]):
    """Writes its own report of a fault instead of textual's, which shows the values of all variables."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.fault: BaseException | None = None
        self.report: Path | str = ""
        self._last_actions: deque[str] = deque(maxlen=10)

    def crash_context(self) -> dict[str, str]:
        """What the report says beside the fault; override it to add the digest of the knowledge. Must not fail."""
        return {}

    def crash_names(self) -> Iterable[str]:
        """Words that the report must not hold, such as the hosts that are spoken of."""
        return ()

    def crash_session(self) -> str:
        """The name under which the session is kept; "" where none is."""
        return ""

    def note_action(self, id: str) -> None:
        """Remember an action for the report: its id, never what was typed."""
        self._last_actions.append(id)

    def note_fault(self, error: BaseException) -> None:
        """Write the report of a fault. Of several, the first one is reported: the others mostly follow from it."""
        if self.fault is not None:
            return
        from advisor.tui import crash

        # A worker's fault comes wrapped, with the traceback inside.
        self.fault = error = getattr(error, "error", None) or error
        try:
            self.report = crash.write_report(error, state_directory(), self._report_context(), self.crash_names())
        except OSError as failure:
            self.report = crash.why_unwritten(failure)
        except Exception as failure:  # a report that fails must not hide the fault
            self.report = kind(failure)

    def _report_context(self) -> dict[str, str]:
        try:
            screen = type(self.screen).__name__
        except Exception:  # there is none yet, or none any more
            screen = "none"
        own = {"screen": screen, "size": "{}x{}".format(*self.size), "last actions": " ".join(self._last_actions)}
        return {**own, **self.crash_context()}

    # Textual's own way with a fault: the next three methods take out what it would print, and leave the rest as it is.

    def _handle_exception(self, error: Exception) -> None:
        self.note_fault(error)
        super()._handle_exception(error)
        self._return_code = STATUS

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()

    def panic(self, *renderables: Any) -> None:
        """End; called at a fault that was handled above, or from the thread that reads the keys."""
        if self.fault is None:
            stack = getattr(getattr(renderables[0], "trace", None), "stacks", None) if renderables else None
            self.note_fault(RuntimeError(f"panic: {stack[0].exc_type}" if stack else "panic"))
            self._return_code = STATUS
        self._close_messages_no_wait()

    # Signals.

    def on_load(self) -> None:
        """Listen for signals before there is anything to restore."""
        if threading.current_thread() is not threading.main_thread():
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._end_by, number)

    def _end_by(self, number: signal.Signals) -> None:
        if number == signal.SIGHUP:
            _leave_terminal()
            backstop = threading.Timer(_SECONDS_TO_END, os._exit, (128 + number,))
            backstop.daemon = True
            backstop.start()
        self.exit(return_code=128 + number)


def _leave_terminal() -> None:
    """Let what is still written go nowhere: the terminal is gone, and the thread that writes would die of it."""
    stream = sys.__stderr__
    if stream is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def run(app: GuardedApp, **options: Any) -> int:
    """Run an app to its end, and say what went wrong; the exit status of the process.

    Args:
        app: the app.
        options: what `App.run` takes, such as ``mouse``.
    """
    try:
        app.run(**options)
    except Exception as error:  # in starting or in closing, where textual handles none
        app.note_fault(error)
    if app.fault is None:
        return app.return_code or 0
    from advisor.tui import crash

    session = app.crash_session()
    crash.say(crash.complaint(app.fault, app.report, session, f"advisor --session {shlex.quote(session)}"))
    return STATUS
