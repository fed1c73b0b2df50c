"""The colours: dark, light and sixteen. Blue and orange tell good from bad, never red from green, and never colour alone."""

from __future__ import annotations

from collections.abc import Mapping

from textual.theme import Theme

DARK, LIGHT, SIXTEEN = "advisor-dark", "advisor-light", "advisor-16"
NAMES = (DARK, LIGHT, SIXTEEN)
_POOR = frozenset(
    {"linux", "vt100", "vt220", "ansi", "cons25", "sun", "sun-color", "xterm-16color", "screen", "screen.linux"}
)
"""Terminals with sixteen colours or fewer."""

THEMES = (
    Theme(
        DARK, primary="#6cb6ff", secondary="#8fa3b8", accent="#6cb6ff", warning="#f0a04b", error="#ff9d5c", success="#6cb6ff",
        foreground="#d8dee6", background="#12161c", surface="#181d25", panel="#212832", dark=True,
        variables={"strong": "#ffffff", "quiet": "#93a1b0", "good": "#6cb6ff", "bad": "#f0a04b", "mark": "#2b4766",
                   "border": "#3a4656", "border-blurred": "#2a333f", "footer-key-foreground": "#6cb6ff"},
    ),
    Theme(
        LIGHT, primary="#0b5cad", secondary="#4a5a6a", accent="#0b5cad", warning="#9a4b00", error="#9a4b00", success="#0b5cad",
        foreground="#1c242c", background="#fbfbf9", surface="#f3f3ef", panel="#e7e8e4", dark=False,
        variables={"strong": "#000000", "quiet": "#55606c", "good": "#0b5cad", "bad": "#9a4b00", "mark": "#cfe2f7",
                   "border": "#a9b2bc", "border-blurred": "#cdd3d9", "footer-key-foreground": "#0b5cad"},
    ),
    Theme(
        SIXTEEN, primary="ansi_bright_blue", secondary="ansi_white", accent="ansi_bright_cyan", warning="ansi_bright_yellow",
        error="ansi_bright_yellow", success="ansi_bright_cyan", foreground="ansi_default", background="ansi_default",
        surface="ansi_default", panel="ansi_default", boost="ansi_default", dark=True,
        variables={
            "strong": "ansi_bright_white", "quiet": "ansi_white", "good": "ansi_bright_cyan", "bad": "ansi_bright_yellow",
            "mark": "ansi_blue", "border": "ansi_bright_black", "border-blurred": "ansi_bright_black",
            "footer-key-foreground": "ansi_bright_cyan", "block-cursor-background": "ansi_blue",
            "block-cursor-foreground": "ansi_bright_white", "block-cursor-blurred-background": "ansi_bright_black",
            "input-cursor-background": "ansi_white", "input-cursor-foreground": "ansi_black",
            "input-selection-background": "ansi_blue", "screen-selection-background": "ansi_blue",
            "footer-background": "ansi_default", "footer-description-background": "ansi_default",
            "footer-item-background": "ansi_default", "footer-key-background": "ansi_default",
            "scrollbar": "ansi_bright_black", "scrollbar-background": "ansi_default", "scrollbar-hover": "ansi_white",
            "scrollbar-active": "ansi_white", "scrollbar-corner-color": "ansi_default",
            "scrollbar-background-hover": "ansi_default", "scrollbar-background-active": "ansi_default",
        },
    ),
)  # fmt: skip


def fitting(environment: Mapping[str, str]) -> str:
    """The theme that a terminal can show, by its name; dark where nothing speaks against it.

    >>> fitting({"TERM": "linux"}), fitting({"TERM": "xterm-256color"}), fitting({"COLORFGBG": "0;15", "TERM": "xterm"})
    ('advisor-16', 'advisor-dark', 'advisor-light')
    """
    if named := environment.get("ADVISOR_THEME"):
        return {"dark": DARK, "light": LIGHT, "16": SIXTEEN}.get(named, DARK)
    if environment.get("TERM", "") in _POOR and not environment.get("COLORTERM"):
        return SIXTEEN
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if ground in ("7", "15") else DARK
