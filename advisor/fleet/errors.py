"""What keeps a fleet from being diagnosed at all."""

from __future__ import annotations


class FleetError(ValueError):
    """A fleet that cannot be diagnosed, or results that cannot be kept: `code`, `where` and `help` say why, where and what to do."""

    def __init__(self, code: str, message: str, where: str, advice: str) -> None:
        super().__init__(message)
        self.code, self.where, self.help = code, where, advice
