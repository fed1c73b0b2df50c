"""The second line: the session, and what leads at the moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from advisor.tui import signs
from advisor.tui.plain import drawable

if TYPE_CHECKING:
    from advisor.views.board import Board


class StandingLine(Widget):
    """One line that says how things stand, on every screen."""

    DEFAULT_CSS = """
    StandingLine { height: 1; background: $surface; color: $foreground; padding: 0 1; }
    """
    board: reactive[Board | None] = reactive(None)
    instead: reactive[str] = reactive("")
    """What is said in place of how the session stands."""

    def render(self) -> Content:
        """What leads, then the rest."""
        board = self.board
        if self.instead:
            said = Content.assemble(*_unsaved(board), "  " if _unsaved(board) else "", (self.instead, "$quiet"))
            return drawable(said).truncate(max(self.size.width - 2, 1), ellipsis=True)
        if board is None or not board.begun:
            name = board.session if board is not None else ""
            return Content.assemble((f"session {name}" if name else "no session yet", "$quiet"), *_unsaved(board, "  "))
        pieces: list[Content | str | tuple[str, str]] = []
        rows = board.differential.diagnoses
        if rows:
            first = rows[0]
            name = "resolved" if first.status == "resolved" else first.standing
            pieces += [
                signs.standing(name),
                f" {signs.certainty(first.certainty)} ",
                signs.moved(first.before, first.certainty, False),
            ]
            pieces += [f" {first.title}"]
            if len(rows) > 1:
                pieces.append((f"  +{len(rows) - 1} more", "$quiet"))
        elif board.differential.risks:
            pieces.append(
                f"no diagnosis; {len(board.differential.risks)} risk{'s' if len(board.differential.risks) > 1 else ''}"
            )
        else:
            pieces.append("no conclusion yet")
        left = drawable(Content.assemble(*pieces))
        right = Content.assemble(*(_unsaved(board) or [(board.session or "in memory only", "$quiet")]))
        space = self.size.width - 2
        if left.cell_length + right.cell_length + 2 > space:
            if board.unsaved and space > right.cell_length + 2:
                return left.truncate(space - right.cell_length - 2, ellipsis=True) + Content("  ") + right
            return left.truncate(max(space, 1), ellipsis=True)
        return left + Content(" " * (space - left.cell_length - right.cell_length)) + right


def _unsaved(board: Board | None, gap: str = "") -> list[tuple[str, str]]:
    """The warning that steps are in memory only; nothing where all are saved."""
    if board is None or not board.unsaved:
        return []
    return [(f"{gap}! NOT SAVED: {board.unsaved} step{'s' * (board.unsaved != 1)}", "$bad bold")]
