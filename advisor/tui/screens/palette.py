"""The list of commands, found by their words."""

from __future__ import annotations

from contextlib import suppress

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette


class Palette(CommandPalette):
    """Textual's own, which ends the application when keys come faster than it draws."""

    def dismiss(self, result: object = None) -> AwaitComplete:
        """Close it; a second key that was pressed before the first one had its effect closes nothing else."""
        return super().dismiss(None) if self.is_current else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # a list that is not drawn yet does not know its lines
            super()._action_command_list(action)
