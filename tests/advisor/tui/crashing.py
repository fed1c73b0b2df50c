"""A program that fails on demand: ``python -m tests.advisor.tui.crashing WHERE``."""

import asyncio
import sys
from threading import Thread
from typing import ClassVar

from textual.app import ComposeResult, RenderResult
from textual.widgets import Static

from advisor.tui.guard import GuardedApp, run

SECRET = "hunter2"
CAPTURED = "Jan 01 12:00:01 db7 kernel: sd 2:0:0:0: [sda] Unhandled error code"


def fail() -> None:
    password = SECRET  # a value that a report with locals would show
    raise ValueError(f"cannot read {CAPTURED!r} with password={password}")


class Bad(Static):
    def render(self) -> RenderResult:
        fail()
        return ""


class Failing(GuardedApp):
    BINDINGS: ClassVar = [("x", "explode", "explode")]

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where

    def crash_session(self) -> str:
        return "mended-otter"

    def crash_context(self) -> dict[str, str]:
        return {"knowledge": "sha256:1234"}

    def on_load(self) -> None:
        if self.where == "load":
            fail()

    def compose(self) -> ComposeResult:
        if self.where == "compose":
            fail()
        yield Bad() if self.where == "render" else Static("waiting", markup=False)

    def on_mount(self) -> None:
        match self.where:
            case "mount":
                fail()
            case "timer":
                self.set_timer(0.05, fail)
            case "worker":
                self.run_worker(self.later())
            case "thread":
                self.run_worker(fail, thread=True)
            case "twice":
                self.call_later(fail)
                self.set_timer(0.01, fail)
            case "stylesheet":
                self.stylesheet.add_source("Static { colour: [red] }")
                self.stylesheet.reparse()
        print("out of the app's own way")

    def on_ready(self) -> None:
        Thread(target=lambda: sys.__stdout__ and print("READY", file=sys.__stdout__, flush=True), daemon=True).start()

    def action_explode(self) -> None:
        self.note_action("test.explode")
        fail()

    def on_unmount(self) -> None:
        if self.where == "unmount":
            fail()

    async def later(self) -> None:
        await asyncio.sleep(0.01)
        fail()


if __name__ == "__main__":
    sys.exit(run(Failing(sys.argv[1])))
