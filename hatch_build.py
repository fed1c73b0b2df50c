"""Puts into the wheel what makes the first start as quick as any: the compiled knowledge, and the bytecode of the modules.

Both belong to the Python, the machine and the CLIPS of the build; where others install the wheel, neither is used.
"""

from __future__ import annotations

import os
import py_compile
import subprocess
import sys
import tempfile
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = ("advisor", "facts", "kb")


class Hook(BuildHookInterface[Any]):
    """Compiles in a temporary folder; nothing is written into the checkout."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add what is compiled to a wheel that is to be installed elsewhere."""
        if version == "editable":
            return
        self._made = tempfile.TemporaryDirectory()
        made, root = Path(self._made.name), Path(self.root)
        added: dict[str, str] = build_data["force_include"]
        environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
        image = made / "image"
        subprocess.run([sys.executable, "-m", "advisor.image", str(image)], cwd=made, env=environment, check=True)
        added.update({str(path): f"advisor/shipped/{path.name}" for path in image.iterdir()})
        for source in (path for package in PACKAGES for path in sorted((root / package).rglob("*.py"))):
            inside = source.relative_to(root)
            target = cache_from_source(str(inside))
            compiled = made / target
            # Checked by what the source says: an installer gives it any time.
            mode = py_compile.PycInvalidationMode.CHECKED_HASH
            py_compile.compile(str(source), str(compiled), str(inside), doraise=True, invalidation_mode=mode)
            added[str(compiled)] = target

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean up."""
        if version != "editable":
            self._made.cleanup()
