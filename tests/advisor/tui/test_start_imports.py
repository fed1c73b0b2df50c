"""The first frame waits for nothing that it does not show."""

from __future__ import annotations

import subprocess
import sys

from tests.tree import ROOT

DEAR = ("clips", "advisor.conversation", "advisor.inference", "advisor.views", "advisor.chat", "sqlite3", "textual.widgets._text_area",
        "textual.widgets._footer", "tomllib", "importlib.metadata", "aiohttp")  # fmt: skip


def test_the_start_screen_loads_nothing_dear() -> None:
    code = (
        "import sys\nfrom textual.app import App\nfrom textual.widgets import Static\nbefore = set(sys.modules)\n"
        "import advisor.tui.command, advisor.tui.app, advisor.tui.screens.start\n"
        f"print(sorted(n for n in set(sys.modules) - before if any(n == d or n.startswith(d + '.') for d in {DEAR!r})))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
