"""Signs and words for standings, risks and movements: a symbol, a word and a colour each, never the colour alone."""

from __future__ import annotations

from textual.content import Content

STANDINGS = {
    "confirmed": ("●", "$bad bold"), "likely": ("◕", "$bad"), "possible": ("◑", "$foreground"),
    "ruled-out": ("○", "$quiet"), "not-assessed": ("◌", "$quiet"), "resolved": ("✓", "$good"),
}  # fmt: skip
STAGES = {
    "shown": ("■", "$bad"), "hinted": ("▣", "$foreground"), "refuted": ("✗", "$good"), "unknown": ("□", "$quiet"),
}  # fmt: skip
"""Of a chain: what is known of a stage."""
RISKS = {
    "look": ("·", "only looks", "$quiet"), "safe": ("◇", "safe", "$good"),
    "disruptive": ("▲", "disruptive", "$bad"), "destructive": ("■", "destructive", "$bad bold reverse"),
}  # fmt: skip
_BAR = 8
_LEAST = 0.005


def standing(name: str) -> Content:
    """A standing as symbol and word."""
    symbol, style = STANDINGS.get(name, ("·", ""))
    return Content.assemble((f"{symbol} {name.replace('-', ' ')}", style))


def risk(name: str) -> Content:
    """A step's risk as symbol and word."""
    symbol, word, style = RISKS.get(name, ("?", name, ""))
    return Content.assemble((f" {symbol} {word} ", style))


def certainty(value: float) -> str:
    """Two decimals, never 1.00.

    >>> certainty(0.997)
    '0.99'
    """
    return f"{min(value, 0.99):.2f}"


def bar(value: float, width: int = _BAR) -> str:
    """A certainty as a bar.

    >>> bar(0.5, 4)
    '▰▰▱▱'
    """
    full = round(min(max(value, 0.0), 1.0) * width)
    return "▰" * full + "▱" * (width - full)


def moved(before: float | None, now: float, any_before: bool = True) -> Content:
    """How a certainty moved: ``▲ +0.12``, ``▼ -0.30``, ``new``, or nothing."""
    if before is None:
        return Content.assemble(("new", "$accent")) if any_before else Content("")
    if abs(now - before) < _LEAST:
        return Content("")
    sign = "▲" if now > before else "▼"
    return Content.assemble((f"{sign} {now - before:+.2f}", "$bad" if now > before else "$good"))
