"""The checkout as git sees it, for the tests that hold the ground."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("advisor", "facts", "kb")


def files(*paths: str) -> list[str]:
    """The files under the paths that are tracked, or are new and not ignored; relative to the root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *paths]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    found = sorted({name for name in listed.split("\0") if name and (ROOT / name).is_file()})
    assert found, f"git lists nothing under {paths or ROOT}"
    return found
