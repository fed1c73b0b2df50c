"""One environment whose constructs are exchanged: the compiled form of a changed knowledge base in a few milliseconds."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import clips

from advisor.inference.engine import Engine, InferenceError


class Workbench:
    """Keeps the constructs of a knowledge base loaded, and compiles them with some exchanged."""

    def __init__(self, engine: Engine) -> None:
        """Load what the engine loads; it must load from text, for nothing can be exchanged in a binary image."""
        self._env, self._errors = engine.environment()

    def compile(self, changed: Iterable[str], original: Iterable[str], path: Path) -> None:
        """Write the image of the knowledge base with some constructs changed, and put the originals back.

        Args:
            changed: constructs as text, each taking the place of the one of its name.
            original: the same constructs as they were.
            path: where the image goes.

        Raises:
            InferenceError: CLIPS refuses a changed construct.
        """
        try:
            self._build(changed)
            self._env.save(str(path), binary=True)
        finally:
            self._build(original)

    def _build(self, constructs: Iterable[str]) -> None:
        for text in constructs:
            try:
                self._env.build(text)
            except clips.CLIPSError as error:
                said, self._errors.text = self._errors.text.strip() or str(error), ""
                raise InferenceError(said) from error
